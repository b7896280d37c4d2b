"""Second and third opinions by `kiosk judge`: by whom, after which, and what the rulebook says then."""

import json

import pytest

from kiosk.log.kinds import Kind
from tests.support.command_line import JUDGE, Station, write_setup


def made(tmp_path, rules):
    station = Station(tmp_path / "data")
    station.run(
        "setup", "--from", write_setup(tmp_path / "s.toml", rules=f'"{rules}"', penalty='"lose_turn"')
    )
    return station


@pytest.fixture
def naspa(tmp_path):
    """B-1: CAT, by hand, acceptable, by AB."""
    station = made(tmp_path, "naspa-2016")
    station.run("judge", "cat", "--book", "acceptable", "--as", "AB")
    return station


def opinion(station, number, verdict, *more, **env):
    args = ("judge", "cat", "--after", "B-1", "--opinion", str(number), "--book", verdict)
    return station.run(*args, *more, **env)


def rulings(station):
    return station.records(Kind.ADJUDICATION)


def test_a_second_opinion_names_the_ruling_it_is_on_and_its_number(naspa):
    done = opinion(naspa, 2, "unacceptable", "--as", "CD")

    first, second = rulings(naspa)
    assert (done.code, second["opinion"], second["verdict"]) == (1, 2, "unacceptable")
    assert second["after"]["seq"] < 10
    assert "opinion" not in first
    assert "A third opinion may be obtained. (IV.K.4)" in done.out
    assert "The first official's ruling prevails. (IV.K.4; II.E)" in done.out


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (
            ("--as", "ab"),
            "ab has ruled on this already; another person has to give this opinion (IV.K.4; II.E)",
        ),
        ((), "say who does, by initials or a staff id"),
    ],
)
def test_the_same_person_or_an_unnamed_one_gives_no_second_opinion(naspa, more, sentence):
    refused = opinion(naspa, 2, "acceptable", *more)

    assert (refused.code, len(rulings(naspa))) == (4, 1)
    assert sentence in refused.sentence


def test_where_the_first_judge_is_not_on_record_somebody_vouches_for_it(tmp_path):
    station = made(tmp_path, "naspa-2016")
    station.run("judge", "cat", "--book", "acceptable")

    refused = opinion(station, 2, "acceptable", "--as", "CD")
    done = opinion(station, 2, "acceptable", "--as", "CD", "--another-person")

    assert "It is not on record who ruled before" in refused.sentence
    assert done.code == 0


def test_a_third_comes_only_after_two_that_differ_and_is_on_the_first_ruling(naspa):
    early = opinion(naspa, 3, "acceptable", "--as", "EF")
    opinion(naspa, 2, "unacceptable", "--as", "CD")

    done = naspa.run(
        *("judge", "cat", "--after", "B-2", "--opinion", "3", "--book", "acceptable", "--as", "EF", "--json")
    )

    _, second, third = rulings(naspa)
    assert "There is no second opinion yet" in early.sentence
    assert (done.code, json.loads(done.out)["opinion"]) == (0, 3)
    assert third["after"] == second["after"]
    assert "as a third opinion" in naspa.run("log", "show", "B-3").out


def test_a_third_after_two_that_agree_is_refused_with_the_clause(naspa):
    opinion(naspa, 2, "acceptable", "--as", "CD")

    refused = opinion(naspa, 3, "acceptable", "--as", "EF")

    assert refused.sentence == (
        "The first two opinions do not differ, so there is no third. If the first two differ. (IV.K.4; II.E)"
    )


def test_by_the_director_s_exception_one_rulebook_has_a_third_all_the_same(tmp_path):
    station = made(tmp_path, "nsa-1998")
    station.run("judge", "cat", "--book", "acceptable", "--method", "word_judge_book", "--as", "AB")
    opinion(station, 2, "acceptable", "--as", "CD")

    refused, done = (
        opinion(station, 3, "acceptable", "--as", "EF"),
        opinion(station, 3, "acceptable", "--as", "EF", "--exception"),
    )

    assert (refused.code, done.code) == (4, 0)


def test_the_final_adjudication_of_wespa_is_the_tournament_director_s(tmp_path):
    station = made(tmp_path, "wespa-5.1")
    runner = ("--method", "runner")
    station.run("judge", "cat", "--book", "acceptable", "--as", "AB", *runner)
    opinion(station, 2, "unacceptable", "--as", "CD", *runner)
    station.set_passcodes()

    by_judge = opinion(station, 3, "acceptable", "--as", "TD", *runner, KIOSK_PASSCODE=JUDGE)
    done = opinion(station, 3, "acceptable", "--as", "TD", *runner, KIOSK_PASSCODE="open sesame")

    assert (by_judge.code, done.code) == (4, 0)
    assert "the Tournament Director provides a final adjudication. (3.10.9(c))" in done.out


def test_the_decision_on_it_knows_which_ruling_stands(naspa):
    opinion(naspa, 2, "unacceptable", "--as", "CD")

    naspa.run("decision", "add", "B-1", "first_ruling_stands")

    [record] = naspa.records(Kind.DECISION)
    assert record["amounts"] == {"verdict": "acceptable", "stands": "B-1"}


@pytest.mark.parametrize(
    "args", [("--opinion", "2"), ("--after", "B-1"), ("--after", "B-1", "--opinion", "4")]
)
def test_an_opinion_is_on_a_ruling_and_the_second_or_third(naspa, args):
    assert naspa.run("judge", "cat", *args).code == 2
