"""Whom the pairings name, and when a director's text names one of them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import PairingsError
from kiosk.events.pairings import (
    MOST_PAIRINGS,
    Pair,
    Pairing,
    Pairings,
    digest_of,
    encode_pairings,
    pairings_of,
    read_back,
)
from kiosk.events.player_names import EVERYDAY, name_in

NAMES = {
    *("Smith, Anna", "Cara O'Neil", "Ben Young", "Jan van der Berg", "Wu, Li", "Müller-Lüdenscheidt, Élodie"),
    *("Łukasz Kowalski", "King, Joan Mary", "Søren Ångström"),
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Smith asked twice", "Smith, Anna"),
        ("told ANNA SMITH to wait", "Smith, Anna"),
        ("smith's slip was late", "Smith, Anna"),
        ("Smith’s", "Smith, Anna"),
        ("Smiths clock", "Smith, Anna"),
        ("(smith)", "Smith, Anna"),
        ("spoke to O’Neil", "Cara O'Neil"),
        ("oneil was late", "Cara O'Neil"),
        ("Ben Young", "Ben Young"),
        ("young, ben", "Ben Young"),
        ("B. Young", "Ben Young"),
        ("Mr Young", "Ben Young"),
        ("Joan King left", "King, Joan Mary"),
        ("Mary, Joan King", "King, Joan Mary"),
        ("van der Berg", "Jan van der Berg"),
        ("Berg", "Jan van der Berg"),
        ("Li Wu", "Wu, Li"),
        ("Ms Wu", "Wu, Li"),
        ("MULLER LUDENSCHEIDT", "Müller-Lüdenscheidt, Élodie"),
        ("Ludenscheidt", "Müller-Lüdenscheidt, Élodie"),
        ("kowalski", "Łukasz Kowalski"),
        ("Angstrom", "Søren Ångström"),
        ("Mu\u0308ller-Lu\u0308denscheidt", "Müller-Lüdenscheidt, Élodie"),
    ],
)
def test_a_name_is_found_as_people_write_it(text: str, found: str) -> None:
    assert name_in(text, NAMES) == found


@pytest.mark.parametrize(
    "text",
    [
        *("", "The challenger at table 4 was late.", "a young player", "the king of spades", "wu"),
        *("blacksmith", "smithy", "iceberg", "Anna", "the van was late", "challenger said yes; 1-2"),
    ],
)
def test_everyday_words_are_no_names(text: str) -> None:
    assert name_in(text, NAMES) == ""


def test_a_name_of_one_word_is_found_like_a_surname() -> None:
    assert name_in("told zebulon", {"Zebulon"}) == "Zebulon"
    assert name_in("may", {"May"}) == ""


def test_what_directors_write_about_is_everyday() -> None:
    assert {"table", "word", "player", "clock", "round", "judge", "slip", "board", "tile"} <= EVERYDAY


NAMED = st.text("abcdefghijklmnopqrstuvwxyzéüø", min_size=3, max_size=9)


@given(NAMED, NAMED, st.text(max_size=30), st.text(max_size=30), st.booleans())
def test_a_full_name_between_other_words_is_always_found(
    first: str, last: str, before: str, after: str, comma: bool
) -> None:
    name = f"{last}, {first}" if comma else f"{first} {last}"

    assert name_in(f"{before} / {first.upper()} {last} / {after}", {name}) == name


# ---- looking somebody up


def games(*told: tuple[int, int, str]) -> Pairings:
    return pairings_of(
        Pairing(round, table, division, Pair(f"Anna {place}", f"Ben {place}"))
        for place, (round, table, division) in enumerate(told)
    )


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ((1, 1, "A"), "Anna 0"),
        ((1, 1, "a"), "Anna 0"),
        ((1, 1, "B"), "Anna 1"),
        ((1, 1, None), None),
        ((1, 1, "C"), None),
        ((2, 1, None), "Anna 2"),
        ((2, 1, "B"), None),
        ((3, 1, "A"), None),
    ],
)
def test_a_table_leads_to_two_names_only_where_it_is_certain(asked, found) -> None:
    pair = games((1, 1, "A"), (1, 1, "B"), (2, 1, "A")).who(*asked)

    assert (pair and pair.first) == found


def test_where_the_file_names_no_division_every_division_is_meant() -> None:
    assert games((1, 1, "")).who(1, 1, "main") == Pair("Anna 0", "Ben 0")


def test_a_round_that_comes_again_replaces_that_round_of_that_division_alone() -> None:
    before = games((1, 1, "A"), (1, 2, "A"), (1, 1, "B"), (2, 1, "A"))
    newer = pairings_of([Pairing(1, 3, "a", Pair("Cara", "Dai"))])

    after = before.with_(newer)

    assert [(game.round, game.table, game.division) for game in after.games] == [
        (1, 3, "a"),
        (1, 1, "B"),
        (2, 1, "A"),
    ]


def test_more_games_than_any_event_has_are_refused() -> None:
    many = [
        Pairing(1 + place // 9000, 1 + place % 9000, "", Pair(f"Anna {place}", f"Ben {place}"))
        for place in range(MOST_PAIRINGS + 1)
    ]

    with pytest.raises(PairingsError, match="more than"):
        pairings_of(many)


# ---- the file

SALT = bytes(range(32))


def test_what_is_written_reads_back_with_its_digest() -> None:
    pairings = games((1, 1, "A"), (1, 2, ""), (2, 1, "Ä"))

    content = encode_pairings(pairings, SALT)

    assert read_back(content).pairings == pairings
    assert read_back(content).digest == digest_of(content)
    assert digest_of(content) != digest_of(encode_pairings(pairings, SALT[::-1]))


GOOD = encode_pairings(games((1, 1, "A")), SALT)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "damaged"),
        (b"[]", "damaged"),
        (b"null", "damaged"),
        (b'{"format":1}', "damaged"),
        (GOOD.replace(b"[1,1,", b"[1,1.0,"), "damaged"),
        (GOOD.replace(b"[1,1,", b"[true,1,"), "damaged"),
        (GOOD.replace(b"[1,1,", b"[1,0,"), "not one"),
        (GOOD.replace(b'"format":1', b'"format":2'), "newer version"),
        (GOOD.replace(b'"format":1', b'"format":"1"'), "damaged"),
        (GOOD.replace(b'"salt"', b'"more":1,"salt"'), "damaged"),
        (GOOD.replace(SALT.hex().encode(), SALT.hex().upper().encode()), "damaged"),
        (GOOD.replace(SALT.hex().encode(), b"00"), "damaged"),
        (GOOD + b" ", "damaged"),
        (b"[" * 100_000, "damaged"),
        (b"\xff", "damaged"),
    ],
)
def test_a_file_that_this_program_did_not_write_names_nobody(content: bytes, said: str) -> None:
    with pytest.raises(PairingsError, match=said):
        read_back(content)


@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_a_changed_byte_is_refused_or_told_by_the_digest(place: int, byte: int) -> None:
    content = GOOD[:place] + bytes([byte]) + GOOD[place + 1 :]

    with suppress(PairingsError):
        found = read_back(content)
        assert (found.digest == digest_of(GOOD)) == (content == GOOD)
