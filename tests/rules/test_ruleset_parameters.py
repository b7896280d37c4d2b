"""Every parameter in which the five rulebooks differ, asked of each shipped file (requirements, table F1)."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import kiosk
from kiosk.rules.choices import DivisionKind
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Verdict
from kiosk.rules.store import load_ruleset

IDS = ("nsa-1998", "naspa-2013", "naspa-2013-draft", "naspa-2016", "wespa-5.1")
NASPA = IDS[1:4]
Ask = Callable[[RuleSet], object]
loaded = cache(load_ruleset)


def said(text: str, *choices: str) -> str | None:
    """The first of *choices* that *text* holds."""
    return next((choice for choice in choices if choice in text), None)


def same(nsa: object, naspa: object, wespa: object) -> tuple[object, ...]:
    """What the three NASPA documents share, between the other two."""
    return (nsa, naspa, naspa, naspa, wespa)


COURTESY = same("one minute", "15 s", "thirty s")
OUT_PLAY = same("within 5 s", "within 20 s", "at any time")


def default(rules: RuleSet, name: str) -> object:
    return getattr(rules.method(rules.method_default), name)


def grounds(rules: RuleSet) -> set[str]:
    return {entry.id for entry in rules.placement.grounds}


def withdraw(rules: RuleSet) -> set[str]:
    return {entry.id for entry in rules.withdraw_reasons}


JUDGE = ("word_judge_computer", "word_judge_book")
STANDARD = ("five_per_word", "five_per_turn", "lose_turn", "none", "ten_per_word", "ten_per_turn")
UNUSUAL = ("dingle", "five_then_ten", "ladder", "time")
ABROAD = ("five_per_word", "ten_per_word", "lose_turn")
F1: list[tuple[str, Ask, tuple[object, ...]]] = [
    (
        "1 methods",
        lambda r: r.methods,
        same(
            JUDGE,
            ("self_station", *JUDGE),
            ("self_station", "smart_device", "runner", "self_runner", "td_device"),
        ),
    ),
    ("1 self-lookup", lambda r: r.self_lookup, same(False, True, True)),
    (
        "2 default method",
        lambda r: r.method_default,
        same("word_judge_computer", "self_station", "self_station"),
    ),
    ("2 who may deviate", lambda r: "physical" in r.method_exceptions, same(False, True, False)),
    ("2 no ban on devices", lambda r: "may not forbid" in r.method_exceptions, same(False, False, True)),
    (
        "3 drawn tiles",
        lambda r: r.consequence.drawn_tiles,
        same(*(f"Drawn tiles: show them, then into the {where}" for where in ("pool", "bag", "bag"))),
    ),
    ("4 typed by", lambda r: default(r, "typed_by"), same("judge", "challenger", "challenger")),
    ("5 pressed by", lambda r: default(r, "pressed_by"), same("judge", "challenged", "challenged")),
    ("6 verified by", lambda r: default(r, "verified_by"), same("both", "both", "challenged")),
    ("7 slip", lambda r: default(r, "slip"), same("on_demand", "on_demand", "advised")),
    ("8 binding", lambda r: len(r.challenge.binding), (2, 2, 2, 4, 1)),
    (
        "9 withdraw reasons",
        withdraw,
        (
            {"blank_misunderstood", "score_verification"},
            {"blank_not_designated", "blank_unclear", "tile_found"},
            {"blank_not_designated", "blank_unclear", "tile_found"},
            {
                "clock_not_stopped",
                "blank_not_designated",
                "blank_unclear",
                "blank_disputed",
                "blank_earlier_play",
                "tile_found",
            },
            set(),
        ),
    ),
    ("10 concession", lambda r: r.concession, same("none", "either", "none")),
    ("11 edit until", lambda r: r.edit_until, same("adjudication", "adjudication", "left_table")),
    ("12 words together", lambda r: r.challenge.words_together, same(False, True, False)),
    ("13 improper look-up", lambda r: r.improper_lookup.points, same(None, 10, None)),
    ("13 taken from", lambda r: r.improper_lookup.target, same("none", "game", "none")),
    ("13 stop entering", lambda r: r.improper_lookup.stop_when_unacceptable, same(False, True, False)),
    (
        "14 verdict words",
        lambda r: (r.verdict.acceptable, r.verdict.unacceptable),
        same(*[("ACCEPTABLE", "UNACCEPTABLE")] * 3),
    ),
    (
        "14 marks",
        lambda r: (r.verdict.acceptable_mark, r.verdict.unacceptable_mark),
        same(*[("✓", "✗")] * 3),
    ),
    ("14 mark the slip", lambda r: r.prompts.mark_slip, same("Mark the slip", "Mark the slip", "")),
    ("15 secrecy", lambda r: bool(r.verdict.secrecy), same(True, True, True)),
    ("15 judge faces away", lambda r: "faces away" in r.verdict.secrecy, same(True, False, False)),
    (
        "16 onlooker stops the clock",
        lambda r: "onlooker" in r.card.clock_watch,
        (False, False, False, True, False),
    ),
    (
        "17 fixed sentence",
        lambda r: "may say to the wronged party only" in r.card.third_party,
        same(True, False, False),
    ),
    (
        "17 prompt the Long List",
        lambda r: "Long List" in r.card.third_party,
        (False, True, True, False, False),
    ),
    ("17 no intervention", lambda r: "does not intervene" in r.card.third_party, same(False, False, True)),
    ("18 finality", lambda r: "flawed" in r.review.finality, same(False, True, False)),
    (
        "18 final unless it differs",
        lambda r: "unless it differs" in r.review.finality,
        same(False, False, True),
    ),
    ("19 window", lambda r: "combined" in r.review.window, (False, False, False, True, False)),
    ("20 another person", lambda r: r.review.other_person, same(True, True, True)),
    ("20 no third opinion", lambda r: bool(r.review.no_third_opinion), (False, False, False, True, False)),
    ("20 they differ", lambda r: "third opinion" in r.review.differing, same(True, True, False)),
    ("20 the director is final", lambda r: "final" in r.review.differing, same(False, False, True)),
    (
        "21 wrongly accepted",
        lambda r: "touched" in r.misadjudication.accepted_wrongly_until,
        same(False, False, True),
    ),
    (
        "21 wrongly refused",
        lambda r: "has finished" in r.misadjudication.refused_wrongly_until,
        same(0, 0, 1),
    ),
    ("21 extra time", lambda r: r.misadjudication.extra_time, (False, False, False, True, True)),
    ("22 compensation", lambda r: r.compensation.extra, same(None, 25, None)),
    ("22 compensation to", lambda r: r.compensation.target, same("none", "spread", "none")),
    ("23 penalty default", lambda r: r.penalty.default, same("lose_turn", "lose_turn", "five_per_word")),
    ("24 options", lambda r: r.penalty.options, same(("lose_turn",), ("lose_turn",), STANDARD + UNUSUAL)),
    ("24 non-standard", lambda r: r.penalty.non_standard, same((), (), UNUSUAL)),
    ("24 international", lambda r: r.penalty.international_options, same((), ABROAD, ())),
    ("24 applied to", lambda r: r.penalty.applied_to, same(*["challenged_gain"] * 3)),
    ("24 ladder", lambda r: r.penalty.ladder, same((), (), (5, 10, 20, 30))),
    ("25 success", lambda r: "loses" in r.penalty.success, same(True, True, True)),
    ("26 main family", lambda r: r.lexicon.families, same(("NWL",), ("NWL",), ("CSW",))),
    (
        "26 main edition",
        lambda r: re.sub(r".*(OWL2|OWL|2016|2019).*", r"\1", r.lexicon.main_named),
        ("OWL", "OWL2", "OWL2", "2016", "2019"),
    ),
    (
        "27 long reference",
        lambda r: (r.lexicon.long_name or "")[-9:],
        ("on (MW10)", *["Long List"] * 2, "", ""),
    ),
    ("28 long from", lambda r: r.lexicon.long_from, (10, 10, 10, None, None)),
    ("28 long by", lambda r: r.lexicon.long_by, ("book", "list", "list", "none", "none")),
    ("29 international", lambda r: r.lexicon.international, same((), ("CSW",), ())),
    (
        "29 international edition",
        lambda r: re.sub(r".*(CSW\d+).*", r"\1", r.lexicon.international_named),
        ("", "CSW2012", "CSW2012", "CSW2015", ""),
    ),
    (
        "29 editions",
        lambda r: (r.lexicon.main_edition, r.lexicon.international_edition, r.lexicon.school_edition),
        (
            ("OWL", None, None),
            ("OWL2", "CSW12", "OSPD4"),
            ("OWL2", "CSW12", "OSPD4"),
            ("OTCWL2016", "CSW15", "OSPD5"),
            ("CSW19", None, None),
        ),
    ),
    ("29 the source may change", lambda r: bool(r.lexicon.later_edition), same(False, False, True)),
    ("30 school long words", lambda r: r.lexicon.school_long_from, same(None, 9, None)),
    ("30 school", lambda r: r.lexicon.school, same((), ("school",), ())),
    ("30 school edition", lambda r: r.lexicon.school_named[-6:-1], ("", "OSPD4", "OSPD4", "OSPD5", "")),
    ("31 missed center", lambda r: "missed_center" in grounds(r), same(True, True, True)),
    ("32 misoriented", lambda r: "misoriented" in grounds(r), (True, True, True, False, True)),
    (
        "32 not a challenge",
        lambda r: "misoriented" in {entry.id for entry in r.placement.no_grounds},
        (False, False, False, True, False),
    ),
    ("33 disconnected", lambda r: "disconnected" in grounds(r), same(True, True, True)),
    ("33 moved tiles", lambda r: "moved_tiles" in grounds(r), (False, False, False, True, True)),
    (
        "33 a failed placement challenge",
        lambda r: r.placement.fail_penalty,
        same("director", "director", "none"),
    ),
    ("34 tiles", lambda r: r.prompts.tiles, same("", "Tiles face down", "Tiles covered or face down")),
    ("34 no drawing", lambda r: bool(r.card.drawing), (False, False, False, True, True)),
    ("35 restart", lambda r: "both are seated" in r.card.restart, same(False, True, True)),
    (
        "35 restart abroad",
        lambda r: "reracked all tiles" in r.card.restart_for(international=True),
        same(False, True, False),
    ),
    ("36 extra minute", lambda r: r.after_challenge.extra_minutes, (None, None, None, 1, None)),
    ("37 special needs", lambda r: bool(r.card.special_needs), same(False, True, True)),
    ("38 device rules", lambda r: len(r.card.device_rules), same(0, 1, 4)),
    ("39 courtesy draw", lambda r: said(r.card.courtesy_draw, "15 s", "thirty s", "one minute"), COURTESY),
    ("40 out play", lambda r: said(r.card.out_play, "within 5 s", "within 20 s", "at any time"), OUT_PLAY),
    (
        "41 lost challenge",
        lambda r: r.challenge.lost_challenge_zero,
        same("always", "always", "play_removed"),
    ),
    ("42 report to", lambda r: r.report_to[0].split()[0], same("National", "NASPA", "WESPA")),
    ("43 clock", lambda r: r.terms.clock, same("timer", "clock", "timer")),
    (
        "43 stopped",
        lambda r: r.prompts.clock,
        same("Timer neutralized", "Clock stopped", "Timer neutralised"),
    ),
    ("43 director", lambda r: r.terms.director, same("Director", "Director", "Tournament Director")),
    ("43 judge", lambda r: r.terms.judge, same("Word Judge", "Word Judge", "External Adjudicator")),
]


@pytest.mark.parametrize(
    ("id", "ask", "expected"),
    [
        pytest.param(id, ask, expected[place], id=f"{row}-{id}")
        for row, ask, expected in F1
        for place, id in enumerate(IDS)
    ],
)
def test_each_file_says_what_its_rulebook_says(id: str, ask: Ask, expected: object) -> None:
    assert ask(loaded(id)) == expected


def test_every_row_of_the_table_is_asked() -> None:
    assert {int(row.split()[0]) for row, _, _ in F1} == set(range(1, 44))


@pytest.mark.parametrize("id", IDS)
def test_every_value_has_a_clause(id: str) -> None:
    rules = loaded(id)

    assert len(rules.clauses) > 150
    assert all(clause.strip() for _, clause in rules.clauses)


@pytest.mark.parametrize("id", IDS)
def test_no_line_of_the_station_is_longer_than_five_words(id: str) -> None:
    prompts = loaded(id).prompts

    lines = [getattr(prompts, name) for name in prompts.__slots__]
    assert max(len(line.split()) for line in lines) <= 5
    assert sum(len(line.split()) for line in (prompts.clock, prompts.tiles, prompts.slip)) <= 12


@pytest.mark.parametrize("id", IDS)
def test_a_rule_set_speaks_only_its_own_language(id: str) -> None:
    rules = loaded(id)
    spoken = " ".join(
        (
            rules.card.briefing,
            rules.card.restart,
            *(step.text for step in rules.card.steps),
            rules.card.in_time,
        )
    )

    foreign = {"clock": "timer", "timer": "clock"}[rules.terms.clock]
    assert rules.terms.clock in spoken
    assert foreign not in spoken


@pytest.mark.parametrize("id", NASPA)
@pytest.mark.parametrize(
    ("solely", "verdict", "points"),
    [
        (True, Verdict.UNACCEPTABLE, 10),
        (True, Verdict.ACCEPTABLE, 0),
        (False, Verdict.UNACCEPTABLE, 0),
        (False, Verdict.ACCEPTABLE, 0),
    ],
)
def test_an_improper_lookup_costs_ten_points_in_one_case_of_four(
    id: str, solely: bool, verdict: Verdict, points: int
) -> None:
    lookup = loaded(id).improper_lookup

    assert lookup.points_for(solely_responsible=solely, verdict=verdict) == points


@pytest.mark.parametrize("id", ["nsa-1998", "wespa-5.1"])
def test_elsewhere_the_director_is_given_no_amount_for_it(id: str) -> None:
    lookup = loaded(id).improper_lookup

    assert lookup.points_for(solely_responsible=True, verdict=Verdict.UNACCEPTABLE) is None


@pytest.mark.parametrize("id", NASPA)
def test_a_wrong_manual_ruling_is_worth_the_play_and_25(id: str) -> None:
    assert loaded(id).compensation.amount(42) == 67


@pytest.mark.parametrize("id", ["nsa-1998", "wespa-5.1"])
def test_other_rulebooks_lay_no_compensation_down(id: str) -> None:
    assert loaded(id).compensation.amount(42) is None


@pytest.mark.parametrize(
    ("id", "decision", "target", "points", "minutes"),
    [
        ("naspa-2016", "improper_lookup", "game", 10, None),
        ("naspa-2016", "compensation", "spread", 25, None),
        ("naspa-2016", "extra_minute", "clock", None, 1),
        ("naspa-2013", "improper_lookup", "game", 10, None),
        ("naspa-2013-draft", "compensation", "spread", 25, None),
        ("nsa-1998", "free_challenge", "turn", None, None),
        ("nsa-1998", "blank_not_designated", "spread", 50, None),
        ("wespa-5.1", "final_adjudication", "none", None, None),
        ("wespa-5.1", "extra_time", "clock", None, None),
    ],
)
def test_what_a_director_may_decide_is_named_with_its_amount(
    id: str, decision: str, target: str, points: int | None, minutes: int | None
) -> None:
    found = loaded(id).decision(decision)

    assert found is not None
    assert (found.target, found.points, found.minutes) == (target, points, minutes)


@pytest.mark.parametrize("id", ["nsa-1998", "naspa-2013", "naspa-2013-draft", "wespa-5.1"])
def test_the_extra_minute_is_offered_under_one_rulebook_only(id: str) -> None:
    assert loaded(id).decision("extra_minute") is None


@pytest.mark.parametrize(
    ("id", "international", "school"),
    [("nsa-1998", False, False), *((id, True, True) for id in NASPA), ("wespa-5.1", False, False)],
)
def test_a_rulebook_knows_the_kinds_of_division_that_it_has_a_part_for(
    id: str, international: bool, school: bool
) -> None:
    lexicon = loaded(id).lexicon

    assert lexicon.knows(DivisionKind.MAIN)
    assert lexicon.knows(DivisionKind.INTERNATIONAL) is international
    assert lexicon.knows(DivisionKind.SCHOOL) is school


@pytest.mark.parametrize(
    ("id", "family", "kind"),
    [
        ("naspa-2016", "CSW", "international"),
        ("naspa-2016", "NWL", "main"),
        ("naspa-2016", "school", "school"),
        ("naspa-2016", None, "main"),
        ("wespa-5.1", "CSW", "main"),
        ("nsa-1998", "CSW", "main"),
    ],
)
def test_the_list_proposes_a_kind_of_division(id: str, family: str | None, kind: str) -> None:
    assert loaded(id).lexicon.propose(family) == kind


def test_an_international_division_has_other_penalties_and_another_restart() -> None:
    rules = loaded("naspa-2016")

    assert rules.penalty.options_for(international=False) == ("lose_turn",)
    assert rules.penalty.options_for(international=True) == ABROAD
    assert rules.card.restart_for(international=True) != rules.card.restart_for(international=False)


WESPA_METHODS = [
    ("self_station", "challenger", "challenged", "advised", "left_table", False),
    ("smart_device", "challenger", "challenger", "none", "first_letter", True),
    ("runner", "judge", "judge", "required", "handed_over", False),
    ("self_runner", "judge", "judge", "required", "handed_over", False),
    ("td_device", "director", "director", "none", "first_letter", True),
]


@pytest.mark.parametrize(("id", "typed", "pressed", "slip", "until", "consent"), WESPA_METHODS)
def test_each_method_says_who_types_who_presses_and_until_when(
    id: str, typed: str, pressed: str, slip: str, until: str, consent: bool
) -> None:
    method = loaded("wespa-5.1").method(id)

    assert (method.typed_by, method.pressed_by, method.slip) == (typed, pressed, slip)
    assert (method.edit_until, method.consent) == (until, consent)


def test_no_rule_set_id_stands_in_the_program() -> None:
    modules = sorted(Path(kiosk.__file__).parent.rglob("*.py"))

    named = [f"{path.name}: {id}" for path in modules for id in IDS if id in path.read_text(encoding="utf-8")]

    assert len(modules) > 10
    assert named == []
