"""The director's sheet: one page made from the set-up, without the passcode."""

from kiosk.paper.tables import DirectedStation, director_sheet
from kiosk.paper.text import as_text

STATION = DirectedStation("B", "7K3F9Q", "Spring Open", (("Open", "naspa-2016, lose_turn, nwl23"),))


def said(station: DirectedStation) -> str:
    return as_text(director_sheet(station, "made today"))


def test_it_names_the_event_the_code_and_what_is_played() -> None:
    text = said(STATION)

    assert all(
        word in text for word in ("Spring Open", "7K3F9Q", "naspa-2016, lose_turn, nwl23", "made today")
    )


def test_keys_and_what_to_do_if_something_goes_wrong_stand_on_it() -> None:
    text = said(STATION)

    assert all(word in text for word in ("Ctrl+F12", "TAB", "kiosk log head", "kiosk event close", "B-147"))


def test_a_club_reads_nothing_of_events() -> None:
    club = DirectedStation("A", "7K3F9Q", "", (("Club", "wespa-5.1"),), club=True)

    text = said(club)

    assert "Club" in text
    assert "kiosk event" not in text


def test_a_tournament_without_an_event_is_called_one() -> None:
    assert "Tournament" in said(DirectedStation("A", "7K3F9Q", "", ()))


def test_notes_and_the_second_copy_stand_on_it_and_no_more_than_two_notes() -> None:
    noted = DirectedStation("A", "7K3F9Q", "", (), ("one note", "two notes", "three notes"), "/media/stick")

    text = said(noted)

    assert all(word in text for word in ("one note", "two notes", "/media/stick"))
    assert "three notes" not in text
