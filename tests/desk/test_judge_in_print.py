"""What only print settles: a word judge is told where to look, and the answer goes on record.

Also the station of a rulebook under which staff alone rule, from set-up to the last ruling.
"""

import json

import pytest

from kiosk.log.kinds import Kind
from tests.support.command_line import Station, write_setup

LONG = "QXQXQXQXQX"  # ten letters, in no list
SECOND = """
[[division]]
id = "two"
name = "Division 2"
rules = "{rules}"
penalty = "lose_turn"
main = "free"
"""


@pytest.fixture
def station(tmp_path):
    made = Station(tmp_path / "data")
    done = made.run("setup", "--from", write_setup(tmp_path / "stick.toml", rules='"nsa-1998"'))
    assert done.code == 0
    return made


@pytest.fixture
def of_players(tmp_path):
    """A station at which players look words up, by a rulebook that knows a Long List."""
    made = Station(tmp_path / "data")
    made.run("setup", "--from", write_setup(tmp_path / "stick.toml", rules='"naspa-2013"'))
    return made


def rulings(station):
    return station.records(Kind.ADJUDICATION)


# ---- a station for the Word Judge --------------------------------------------------------------------------


def test_a_rulebook_under_which_staff_rule_is_set_up_and_its_notes_say_so(station):
    notes = station.records(Kind.SET_UP)[-1]["notes"]

    assert any("Players look nothing up under nsa-1998" in note for note in notes)
    assert any("who looks in: Merriam-Webster's Collegiate Dictionary" in note for note in notes)


def test_the_set_up_event_and_round_are_those_of_every_ruling(station):
    station.run("event", "open", "--yes")
    station.run("round", "start", "3")

    done = station.run("judge", "cat", "--table", "4", "--as", "AB", "--json")

    [record] = rulings(station)
    assert (done.code, record["rules"]["id"], record["method"]) == (0, "nsa-1998", "word_judge_computer")
    assert (record["event"], record["round"], record["table"], record["operator"]) == (
        "open-2026",
        3,
        4,
        "AB",
    )
    assert "other_rules" not in record["flags"]


def test_one_station_is_not_set_up_for_players_and_for_staff(station, tmp_path):
    file = tmp_path / "both.toml"
    text = write_setup(file)
    file.write_text(file.read_text(encoding="utf-8") + SECOND.format(rules="nsa-1998"), encoding="utf-8")

    refused = station.run("setup", "--from", text)

    assert refused.code == 4
    assert refused.sentence == (
        f"{file}: “division”: in “Division 1” (naspa-2016) players look words up themselves, in “Division 2” "
        "(nsa-1998) only a Word Judge rules; one station cannot be for both, so set up two. Correct the file "
        "and try again."
    )


def test_several_divisions_for_staff_are_one_station(station, tmp_path):
    file = tmp_path / "two.toml"
    write_setup(file, rules='"nsa-1998"')
    file.write_text(file.read_text(encoding="utf-8") + SECOND.format(rules="nsa-1998"), encoding="utf-8")

    assert station.run("setup", "--from", str(file)).code == 0
    assert station.run("judge", "cat", "--division", "two").code == 0
    assert station.run("status").code == 0


# ---- referred, and answered --------------------------------------------------------------------------------


def test_a_word_judge_is_told_where_to_look_and_how_the_answer_is_recorded(station):
    done = station.run("judge", LONG, "cat")

    assert done.code == 3
    assert done.out.splitlines()[:5] == [
        "B-1  LOOK IN: Merriam-Webster's Collegiate Dictionary, 10th Edition (MW10)",
        f"{LONG} CAT",
        "No verdict yet. Look up every word of 10 or more letters, then record what print says:",
        f"  kiosk judge {LONG} CAT --after B-1 --book acceptable",
        f"  kiosk judge {LONG} CAT --after B-1 --book unacceptable",
    ]
    assert "REFER TO" not in done.out


@pytest.mark.parametrize(("rules", "book"), [("naspa-2013", "Long List"), ("naspa-2013-draft", "Long List")])
def test_the_reference_is_the_rule_set_s_own(station, rules, book):
    shown = json.loads(station.run("judge", LONG, "--rules", rules, "--json").out)

    assert (shown["verdict"], shown["look_in"]) == ("refer", book)


@pytest.mark.parametrize(
    ("words", "said", "code", "verdict"),
    [
        ((LONG,), "acceptable", 0, "acceptable"),
        ((LONG,), "unacceptable", 1, "unacceptable"),
        ((LONG, "cat"), "acceptable", 0, "acceptable"),
        ((LONG, "zzx"), "acceptable", 1, "unacceptable"),  # the list settles what is not for the book
    ],
)
def test_what_print_says_completes_a_referred_ruling_and_goes_on_record(station, words, said, code, verdict):
    station.run("judge", *words, "--table", "7", "--as", "AB")

    done = station.run("judge", *reversed(words), "--after", "b-1", "--book", said, "--as", "AB")

    first, second = rulings(station)
    assert (done.code, second["verdict"]) == (code, verdict)
    assert (second["method"], second["operator"], second["table"]) == ("word_judge_book", "AB", 7)
    assert second["after"] == {**second["after"], "seq": station_seq(station, "B-1")}
    assert "after" not in first


def test_what_print_said_of_the_long_words_alone_is_on_no_record(station):
    """Of two words, one for the book, it would tell which was bad."""
    station.run("judge", LONG, "zzx")
    station.run("judge", LONG, "zzx", "--after", "B-1", "--book", "acceptable")

    assert '"acceptable"' not in station.log_text()


def station_seq(station, number):
    shown = json.loads(station.run("log", "list", "--json").out)
    return next(one["seq"] for one in shown if one.get("number") == number)


def test_an_answer_says_in_the_log_what_it_answers_and_raises_no_alert(station):
    station.run("judge", LONG, "--as", "AB")
    station.run("judge", LONG, "--after", "B-1", "--book", "acceptable", "--as", "AB")

    shown, referred = (station.run("log", "show", number).out for number in ("B-2", "B-1"))

    assert f"record {station_seq(station, 'B-1')}, by a look-up in print" in shown
    assert "alert" not in shown
    assert f"record {station_seq(station, 'B-2')}, adjudication" in referred
    assert station.run("log", "verify").code == 0


def test_a_manual_adjudication_of_the_whole_play_stands_as_told(of_players):
    """IV.J.1.m: a player thinks the program flawed."""
    of_players.run("judge", "zzx", "cat")

    done = of_players.run("judge", "zzx", "cat", "--after", "B-1", "--book", "acceptable")
    alone = of_players.run("judge", "cat", "--book", "unacceptable", "--method", "word_judge_book")

    assert (done.code, alone.code) == (0, 1)
    assert [one["verdict"] for one in rulings(of_players)] == ["unacceptable", "acceptable", "unacceptable"]


def test_of_two_rulings_that_differ_the_log_says_what_this_rulebook_says(of_players):
    of_players.run("judge", "cat")
    of_players.run("judge", "cat", "--book", "unacceptable")

    shown = of_players.run("log", "show", "B-2").out

    assert "differing repeat: The same words had another verdict before." in shown
    assert "A third opinion may be obtained. (IV.K.4)" in shown
    assert "final" not in shown


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (("--after", "B-9", "--book", "acceptable"), 4, "There is no ruling B-9 here"),
        (("--after", "B-2", "--book", "acceptable"), 4, "B-2 was on other words"),
        (("--after", "B-1"), 2, ""),
        (("--book", "perhaps"), 2, ""),
        (
            ("--method", "word_judge_computer", "--book", "acceptable"),
            4,
            "no method “word_judge_computer” for a",
        ),
        (
            ("--after", "B-1", "--book", "acceptable", "--rules", "naspa-2013"),
            4,
            "B-1 was ruled by another list or rule set",
        ),
    ],
)
def test_an_answer_that_fits_no_ruling_is_refused_and_nothing_is_ruled(station, args, code, sentence):
    station.run("judge", LONG)
    station.run("judge", "cat")

    refused = station.run("judge", LONG, *args)

    assert (refused.code, len(rulings(station))) == (code, 2)
    assert sentence in refused.sentence


def test_without_a_log_there_is_no_ruling_to_answer(tmp_path):
    refused = Station(tmp_path / "new").run("judge", "cat", "--after", "A-1", "--book", "acceptable")

    assert (refused.code, "There is no ruling A-1 here" in refused.sentence) == (4, True)


def test_under_a_rulebook_with_one_list_print_is_the_adjudicator_s_to_use(station):
    """3.11.2(a)(vi): software or printed word list."""
    args = ("judge", "cat", "--rules", "wespa-5.1", "--book", "acceptable")

    asked, done = station.run(*args), station.run(*args, "--method", "runner")

    assert (asked.code, done.code) == (4, 0)
    assert "Choose one of: runner, self_runner." in asked.sentence
