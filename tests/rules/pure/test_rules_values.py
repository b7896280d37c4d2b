"""What the shipped rule sets say where it is easy to say a little more, or less, than the rulebook does.

Each row was read against the rulebook's text: the key, words its value must and must not hold, its clause.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kiosk.paper.cards import Subject, card_sheet, write_speech
from kiosk.rules.penalties import penalty_under
from kiosk.rules.ruleset import RuleSet, Source, resolve
from tests.support.cards import text_of

SHIPPED = Path(__file__).resolve().parents[3] / "resources" / "rulesets"
NASPA = ("naspa-2013", "naspa-2013-draft", "naspa-2016")
ALL = (*NASPA, "nsa-1998", "wespa-5.1")


def source(id: str) -> Source:
    return Source(id, tomllib.loads((SHIPPED / f"{id}.toml").read_text(encoding="utf-8")))


@cache
def shipped(id: str) -> RuleSet:
    return resolve(source(id), source)


def leaf(id: str, key: str) -> dict[str, Any]:
    """The value, clause and note at *key* in the file itself, or in the one it builds on."""
    found: Any = source(id).content
    for part in key.split("."):
        found = found.get(part, {})
    return found if found else leaf(str(source(id).content["inherits"]), key)


SAID = [
    # A computer ruling somebody doubts also leads to a manual one, not only IV.K.1.
    ("naspa-2013", "methods.exceptions", "thinks the program flawed", "", "IV.K.1; IV.J.1.m"),
    ("naspa-2016", "methods.exceptions", "thinks the program flawed", "", "IV.K.1; IV.J.1.j"),
    # "The slip" is the challenge slip everywhere else; a blank is designated on one of its own.
    ("naspa-2013", "prompts.blank", "written letter", "slip", "IV.F.1.c; IV.K.3.f"),
    ("naspa-2013-draft", "prompts.blank", "written letter", "slip", "draft IV.F.1.c; IV.K.3.f"),
    ("naspa-2016", "prompts.blank", "written letter", "slip", "IV.F.1.c; IV.K.3.f"),
    # The procedure is repeated; one word of several typed alone would be an improper look-up.
    ("naspa-2013", "prompts.again", "all words", "", "IV.J.1.m"),
    ("naspa-2016", "prompts.again", "all words", "", "IV.J.1.j"),
    ("naspa-2013", "improper_lookup.remedy", "no more words", "", "IV.J.2"),
    ("naspa-2016", "improper_lookup.remedy", "no more words", "", "IV.J.2"),
    ("naspa-2013", "placement.grounds.misoriented", "exactly half right", "", "III.G.3"),
    ("naspa-2013", "placement.grounds.disconnected", "comes off and the turn is lost", "", "III.G.5"),
    (
        "naspa-2013-draft",
        "placement.grounds.disconnected",
        "the turn is lost",
        "comes off",
        "draft III.G.5.a; III.G.5",
    ),
    ("naspa-2013", "placement.grounds.diagonal", "diagonal", "", "A.I.B"),
    ("naspa-2016", "placement.grounds.diagonal", "diagonal", "", "A.I.B"),
    ("naspa-2013", "decision.three_corrections", "scores", "", "III.G.4; IV.H.1"),
    # Onlookers are told to speak up, not merely allowed to.
    ("naspa-2013", "card.third_party", "Onlookers tell", "may", "II.C; II.C.1; II.C.2"),
    ("naspa-2016", "card.third_party", "Onlookers tell", "may", "II.B; II.B.1"),
    # A failed challenge on points costs no turn, and so is no zero-scoring play.
    ("naspa-2013", "card.zero_turns", "turn lost to a challenge", "Every", "V.B; IV.I.3"),
    ("naspa-2013-draft", "card.zero_turns", "turn lost to a challenge", "Every", "draft V.B"),
    ("naspa-2016", "card.zero_turns", "turn lost to a challenge", "Every", "V.B; IV.I.3"),
    ("naspa-2013", "card.restart", "is no delay", "", "IV.J.1.l"),
    ("naspa-2013-draft", "card.restart", "is no delay", "", "IV.J.1.l; draft IV.J.1 note"),
    ("naspa-2016", "card.restart", "is no delay", "", "IV.J.1.o"),
    # Who may draw is the player on hold, not the one who called it.
    ("naspa-2013", "card.courtesy_draw", "player put on hold", "opponent", "IV.I.2"),
    ("naspa-2016", "card.courtesy_draw", "clearly says so", "opponent", "IV.I.2"),
    ("naspa-2016", "card.drawing", "courtesy draw stops", "", "IV.I.2"),
    # J.1.n: a second opinion also of what the computer said.
    ("naspa-2016", "review.second_opinion", "of a computer ruling", "", "IV.J.1.n; IV.K.4; II.E"),
    ("naspa-2016", "after_challenge.text", "that turn retaken", "", "III.G.6"),
    (
        "naspa-2016",
        "placement.grounds.disconnected",
        "the tiles come off",
        "",
        "III.G.5.a; III.G.5.b; III.G.5",
    ),
    ("naspa-2013", "placement.no_grounds.badly_placed", "not challenged", "", "III.G.4; IV.H.1"),
    ("naspa-2016", "misadjudication.otherwise", "commingled", "", "IV.K.5; II.D"),
    # Tiles already drawn when a play comes off: a numbered step of the look-up, shown and returned.
    (
        "naspa-2013",
        "card.drawn_tiles",
        "go back into the bag before the play comes off",
        "",
        "IV.J.1.k; IV.I.2",
    ),
    ("naspa-2013-draft", "card.drawn_tiles", "overdraw procedure", "unseen", "IV.J.1.k; draft IV.I.2"),
    ("naspa-2016", "card.drawn_tiles", "Returned unseen", "", "IV.J.1.m; IV.I.2"),
    ("nsa-1998", "card.drawn_tiles", "the challenger sees them", "", "X.C; VI.D"),
    ("wespa-5.1", "card.drawn_tiles", "flash-drawn and on the rack", "", "3.10.6(b); 3.10.6(c); 3.10.2(c)"),
    # When a challenge is in time, and what ends that.
    ("naspa-2013", "card.in_time", "has drawn a tile", "rack", "IV.I.1; IV.G.2.a; IV.G.2.c"),
    ("naspa-2013-draft", "card.in_time", "20 seconds to hold", "", "draft IV.I.1; IV.G.2.a; IV.G.2.c"),
    ("naspa-2016", "card.in_time", "five seconds before a quick draw", "", "IV.I.1; IV.G.2.a; IV.G.2.c"),
    ("nsa-1998", "card.in_time", "15 to 20", "", "X.A; X.B; X.K; VI.B; VI.D"),
    (
        "wespa-5.1",
        "card.in_time",
        "added to the player's rack",
        "20",
        "3.10.1; 3.10.2(a); 3.4.1(c); 3.4.1(d)",
    ),
    # Only one rulebook lets its word source change, and only one makes both players answer for it.
    ("naspa-2016", "lexicon.later_edition", "", "edition", "III.A.1; VI.A"),
    ("wespa-5.1", "lexicon.later_edition", "has since put in its place", "", "1.2(a)"),
    ("wespa-5.1", "card.source_duty", "Both players answer", "", "3.11"),
    ("wespa-5.1", "card.board_control", "challenged player keeps control", "", "3.10.12"),
    ("naspa-2016", "card.stopped_clock", "Say why you stop it", "", "II.A"),
    ("naspa-2013", "card.stopped_clock", "no designating of the blank", "Say why", "II.A"),
    ("naspa-2016", "card.devices", "until both have signed", "", "III.A.7"),
    ("wespa-5.1", "card.devices", "to tell the time", "", "1.6"),
    # The draft restates these; its own place is cited.
    ("naspa-2013-draft", "penalty.success", "scores zero", "", "draft IV.I.3; IV.J.1.j; IV.J.1.l"),
    ("naspa-2013-draft", "consequence.unacceptable", "loses", "", "draft IV.I.3; IV.J.1.j"),
    ("naspa-2013-draft", "card.clock_watch", "challenger stops", "", "draft IV.I.3; IV.K.3.a"),
    # 1998: final, with exceptions; nothing is said of judging wrong words again.
    ("nsa-1998", "prompts.must_adjudicate", "misunderstood blanks", "cannot", "X.D; IV.I.2"),
    ("nsa-1998", "prompts.again", "Call the Director", "again", "X.D; XII"),
    ("nsa-1998", "prompts.doubt", "another person", "Word Judge", "X.G; Guideline 11.g"),
    ("nsa-1998", "placement.grounds.missed_center", "stays available", "", "IV.B"),
    ("nsa-1998", "decision.withdrawal", "verify the score", "", "IV.I.2; X.D"),
    ("nsa-1998", "decision.free_challenge", "deliberately and repeatedly", "", "VI.C"),
    ("nsa-1998", "decision.warning", "Warning", "", "IV.F.2; IV.I.3; VI.C"),
    ("nsa-1998", "card.third_party", "long words", "", "XI.A; X.I"),
    ("nsa-1998", "card.out_play", "When a player has gone out", "", "VII.B; X.A"),
    # WESPA: a smart device needs both players' consent and no announcement.
    ("wespa-5.1", "methods.exceptions", "both players must agree", "", "3.11; 3.11.1(b)"),
    ("wespa-5.1", "prompts.again", "Reissue", "", "3.10.10"),
    # Separate look-ups are no offence of these rulebooks.
    ("wespa-5.1", "improper_lookup.remedy", "", "unethical", "not stated"),
    ("nsa-1998", "improper_lookup.remedy", "", "penalty", "not stated"),
    # The text as it stands; how we read it is a note.
    ("wespa-5.1", "misadjudication.refused_wrongly_until", "has finished", "has not", "3.10.11(b)"),
    ("wespa-5.1", "placement.no_grounds.imperfect", "may be corrected", "not challenged", "3.12"),
    # What is ours is not put under a clause of theirs.
    ("nsa-1998", "methods.default", "word_judge_computer", "", "ours"),
    ("wespa-5.1", "review.window", "is stated", "has no time limit", "3.10.9; 3.10.11"),
    ("wespa-5.1", "review.second_opinion", "differs", "", "3.10.9(a); 3.10.9(c)"),
    ("wespa-5.1", "placement.grounds.other", "not exhaustive", "", "3.13.1(a)"),
    ("wespa-5.1", "decision.misadjudication", "disputes over tiles", "", "3.10.11"),
    ("wespa-5.1", "card.out_play", "short of ten minutes' overtime", "without", "3.10.7; 5.1.3(a); 5.3.3"),
    ("wespa-5.1", "card.zero_turns", "an unsuccessful one does not", "Only", "5.2"),
    ("wespa-5.1", "method.td_device.typed_by", "director", "", "3.11.2(c)(v)"),
]


@pytest.mark.parametrize(("id", "key", "said", "unsaid", "clause"), SAID)
def test_a_value_says_what_its_clause_says(id: str, key: str, said: str, unsaid: str, clause: str) -> None:
    found = leaf(id, key)

    assert said in found["value"]
    assert not unsaid or unsaid not in found["value"]
    assert found["clause"] == clause


@pytest.mark.parametrize(
    ("id", "key", "note"),
    [
        ("wespa-5.1", "misadjudication.refused_wrongly_until", "Our reading"),
        ("nsa-1998", "methods.allowed", "names no computer"),
        ("nsa-1998", "methods.default", "no computer"),
        ("nsa-1998", "placement.fail_penalty", "silent"),
        ("naspa-2013", "placement.fail_penalty", "silent"),
        ("naspa-2016", "placement.fail_penalty", "silent"),
    ],
)
def test_how_we_read_a_rulebook_stands_in_the_note(id: str, key: str, note: str) -> None:
    assert note in leaf(id, key)["note"]


@pytest.mark.parametrize(
    ("id", "grounds"),
    [(id, ("computer or program thought to be flawed", "a word possibly mistyped")) for id in NASPA]
    + [
        ("nsa-1998", ("either player requests a review",)),
        (
            "wespa-5.1",
            (
                "either player requests it",
                "a word entered or written on the slip was not played in the most recent turn",
            ),
        ),
    ],
)
def test_a_ruling_is_reviewed_on_the_rulebooks_grounds(id: str, grounds: tuple[str, ...]) -> None:
    assert shipped(id).review.grounds == grounds


@pytest.mark.parametrize("id", ["runner", "self_runner"])
def test_nobody_is_told_to_verify_a_slip_that_is_run(id: str) -> None:
    assert shipped("wespa-5.1").method(id).verified_by == "none"


def test_a_smart_device_is_measured_diagonally_and_named() -> None:
    first, *_, screen, _ = shipped("wespa-5.1").card.device_rules

    assert first.startswith("a smart device")
    assert "89 mm (3.5 in) measured diagonally" in screen


DECIDED = [
    *((id, "quick_draw", "IV.G.2.c") for id in NASPA),
    *((id, "void_challenge", "IV.I.3") for id in NASPA[:2]),
    ("naspa-2016", "void_challenge", "IV.I.3 item 3"),
    ("nsa-1998", "void_challenge", "X.K"),
    ("nsa-1998", "wrong_words", "X.D"),
    ("wespa-5.1", "flash_draw", "3.10.2(a); 3.4.2(c)"),
    ("wespa-5.1", "external_adjudication", "3.11; 3.11.2"),
    ("wespa-5.1", "special_needs", "2.5(b); 2.5(c)"),
    ("wespa-5.1", "intervention", "4.8(c)"),
    ("wespa-5.1", "forfeit", "6.3.3(b)(iv)"),
    ("wespa-5.1", "ejection", "6.3.3(b)(v)"),
    ("wespa-5.1", "incident", "6.3.3(c)"),
]


@pytest.mark.parametrize(("id", "decision", "clause"), DECIDED)
def test_a_director_finds_what_the_rulebook_leaves_to_them(id: str, decision: str, clause: str) -> None:
    found = shipped(id).decision(decision)

    assert found is not None
    assert found.clause == clause


@pytest.mark.parametrize("id", ALL)
def test_every_rulebook_lets_a_director_report(id: str) -> None:
    assert shipped(id).decision("incident") is not None


@pytest.mark.parametrize("id", ALL)
def test_a_briefing_is_read_out_in_half_a_minute(id: str) -> None:
    rules = shipped(id)

    for penalty in {*rules.penalty.options, *rules.penalty.international_options}:
        if penalty not in rules.penalty.without_amounts():
            said = write_speech(Subject(rules, penalty_under(rules, penalty)))
            most = 105 if penalty_under(rules, penalty).needs_history else 90  # 180 words a minute
            assert len(said.split()) <= most


@pytest.mark.parametrize("id", NASPA)
def test_an_announced_challenge_comes_first_and_words_entered_anew_come_all_together(id: str) -> None:
    briefing = shipped(id).card.briefing

    assert briefing.startswith("Declare the challenge, stop the clock")
    assert "Mistyped: enter all again." in briefing


@pytest.mark.parametrize("id", NASPA)
def test_words_looked_up_one_by_one_stop_only_once_unacceptable(id: str) -> None:
    rules = shipped(id)
    page = text_of(card_sheet((Subject(rules, penalty_under(rules, "lose_turn")),)))

    assert "Unacceptable so far: enter no more." in page
    assert "Stop and call" not in page


@pytest.mark.parametrize("id", NASPA)
def test_a_word_judge_is_reminded_to_see_who_loses_the_turn(id: str) -> None:
    assert "IV.K.3.j" in {check.clause for check in shipped(id).card.judge_checks}


def test_a_second_opinion_is_not_given_by_the_first_judge() -> None:
    assert "Guideline 11.g" in {check.clause for check in shipped("nsa-1998").card.judge_checks}


def test_other_methods_are_announced_but_a_smart_device_is_agreed() -> None:
    other = {step.who: step.text for step in shipped("wespa-5.1").card.not_settled}["Other method"]

    assert other.startswith("A smart device, if both agree; runners, self-running")


def test_nobody_in_particular_reannounces_the_score() -> None:
    assert "The score is re-announced" in shipped("wespa-5.1").card.back_steps[-1].text


def test_the_draft_gives_no_date() -> None:
    assert shipped("naspa-2013-draft").issued == "2013 (no date given)"


def test_the_draft_restarts_the_clock_as_its_edition_does() -> None:
    assert shipped("naspa-2013-draft").card.restart == shipped("naspa-2013").card.restart
