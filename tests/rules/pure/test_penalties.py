"""Every penalty system, and the one line under a verdict."""

import inspect
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import RuleSetError
from kiosk.rules.penalties import (
    PENALTIES,
    Outcome,
    Penalty,
    consequence_line,
    failed_challenge,
    penalty,
    penalty_under,
)
from kiosk.rules.ruleset import RuleSet, build
from kiosk.rules.ruling import Verdict, adjudicate
from kiosk.words.play import LexiconIdentity, Play, WordSource, parse_word

SHIPPED = Path(__file__).resolve().parents[3] / "resources" / "rulesets"
FEW = LexiconIdentity("few", "Few", None, None, 0, "")
SOME_WORDS = tuple(parse_word(text) for text in ("QI", "ZA", "CAT", "ZZX", "QXQ"))
LADDER, SECONDS = (5, 10, 20, 30), (30,)


@dataclass(frozen=True)
class FewWords:
    """A list of a handful of words."""

    words: frozenset[str]
    identity: LexiconIdentity

    def __contains__(self, word: str) -> bool:
        return word in self.words


def shipped(id: str) -> RuleSet:
    return build(tomllib.loads((SHIPPED / f"{id}.toml").read_text(encoding="utf-8")), id)


WESPA, NASPA = shipped("wespa-5.1"), shipped("naspa-2016")


def of(id: str) -> Penalty:
    return penalty(id, {"ladder": LADDER, "time": SECONDS}.get(id, ()))


@pytest.mark.parametrize(
    ("id", "three_words_first", "one_word_second"),
    [
        ("lose_turn", Outcome(lose_turn=True), Outcome(lose_turn=True)),
        ("five_per_word", Outcome(points=15), Outcome(points=5)),
        ("five_per_turn", Outcome(points=5), Outcome(points=5)),
        ("ten_per_word", Outcome(points=30), Outcome(points=10)),
        ("ten_per_turn", Outcome(points=10), Outcome(points=10)),
        ("none", Outcome(), Outcome()),
        ("dingle", Outcome(), Outcome(lose_turn=True)),
        ("five_then_ten", Outcome(points=5), Outcome(points=10)),
        ("ladder", Outcome(points=5), Outcome(points=10)),
        ("time", Outcome(seconds=30), Outcome(seconds=30)),
    ],
)
def test_each_system_charges_what_its_rule_says(
    id: str, three_words_first: Outcome, one_word_second: Outcome
) -> None:
    assert failed_challenge(of(id), 3, 0) == three_words_first
    assert failed_challenge(of(id), 1, 1) == one_word_second


def test_the_vectors_cover_every_system() -> None:
    assert len(PENALTIES) == 10


@pytest.mark.parametrize(("earlier", "points"), [(0, 5), (1, 10), (2, 20), (3, 30), (4, 30), (9, 30)])
def test_the_last_step_of_a_ladder_repeats(earlier: int, points: int) -> None:
    assert failed_challenge(of("ladder"), 1, earlier) == Outcome(points=points)


@pytest.mark.parametrize(("earlier", "lost"), [(0, False), (1, True), (5, True)])
def test_a_dingle_is_free_once(earlier: int, lost: bool) -> None:
    assert failed_challenge(of("dingle"), 2, earlier) == Outcome(lose_turn=lost)


@pytest.mark.parametrize("id", ["dingle", "five_then_ten", "ladder"])
def test_a_penalty_with_history_cannot_be_had_without_it(id: str) -> None:
    assert of(id).needs_history
    with pytest.raises(ValueError, match="earlier failures"):
        failed_challenge(of(id), 1, None)


@pytest.mark.parametrize("id", [id for id in PENALTIES if id not in {"dingle", "five_then_ten", "ladder"}])
def test_the_others_need_no_history(id: str) -> None:
    assert failed_challenge(of(id), 2, None) == failed_challenge(of(id), 2, 7)


@pytest.mark.parametrize(
    ("id", "amounts", "said"),
    [
        ("slap", (), "There is no penalty “slap”"),
        ("lose_turn", (5,), "has a fixed amount"),
        ("ladder", (), "needs its amounts"),
        ("time", (-5,), "needs its amounts"),
    ],
)
def test_a_penalty_that_makes_no_sense_is_refused(id: str, amounts: tuple[int, ...], said: str) -> None:
    with pytest.raises(RuleSetError, match=said):
        penalty(id, amounts)


def test_a_rule_set_gives_the_amounts_it_lays_down() -> None:
    timed = replace(WESPA, penalty=replace(WESPA.penalty, time_s=60))

    assert penalty_under(WESPA, "ladder") == penalty("ladder", (5, 10, 20, 30))
    assert penalty_under(WESPA, "lose_turn") == penalty("lose_turn")
    assert penalty_under(timed, "time") == penalty("time", (60,))


def test_a_time_penalty_without_an_amount_is_refused() -> None:
    with pytest.raises(RuleSetError, match="“time” needs its amounts"):
        penalty_under(WESPA, "time")


@pytest.mark.parametrize(
    ("id", "line"),
    [
        ("lose_turn", "Challenger loses the turn"),
        ("five_per_word", "15 points to the challenged player; challenger keeps the turn"),
        ("five_per_turn", "5 points to the challenged player; challenger keeps the turn"),
        ("ten_per_word", "30 points to the challenged player; challenger keeps the turn"),
        ("ten_per_turn", "10 points to the challenged player; challenger keeps the turn"),
        ("none", "No penalty: the challenger keeps the turn"),
        ("time", "30 seconds off the challenger's timer; the turn is kept"),
        ("dingle", "Penalty by earlier failed challenges: ask the Tournament Director"),
        ("five_then_ten", "Penalty by earlier failed challenges: ask the Tournament Director"),
        ("ladder", "Penalty by earlier failed challenges: ask the Tournament Director"),
    ],
)
def test_a_failed_challenge_of_three_words_is_put_in_one_line(id: str, line: str) -> None:
    assert consequence_line(WESPA, of(id), Verdict.ACCEPTABLE, 3) == line


@pytest.mark.parametrize("id", PENALTIES)
def test_an_unacceptable_play_has_the_same_consequence_under_every_penalty(id: str) -> None:
    assert consequence_line(WESPA, of(id), Verdict.UNACCEPTABLE, 3) == "Challenged player loses the turn"


def test_the_line_speaks_the_rulebooks_language() -> None:
    assert (
        consequence_line(NASPA, of("time"), Verdict.ACCEPTABLE, 1)
        == "30 seconds off the challenger's clock; the turn is kept"
    )


def test_points_may_be_taken_off_the_challenger_instead() -> None:
    rules = replace(WESPA, penalty=replace(WESPA.penalty, applied_to="challenger_loss"))

    assert (
        consequence_line(rules, of("five_per_word"), Verdict.ACCEPTABLE, 2)
        == "10 points off the challenger, who keeps the turn"
    )


@pytest.mark.parametrize("id", PENALTIES)
def test_nothing_follows_from_a_referral(id: str) -> None:
    assert consequence_line(NASPA, of(id), Verdict.REFER, 4) == ""


@given(
    st.sampled_from(sorted(PENALTIES)),
    st.sampled_from(Verdict),
    st.integers(1, 8),
    st.sampled_from([WESPA, NASPA]),
)
def test_the_line_is_short_and_filled_in(id: str, verdict: Verdict, words: int, rules: RuleSet) -> None:
    line = consequence_line(rules, of(id), verdict, words)

    assert len(line.split()) <= 10
    assert "{" not in line


def test_the_line_is_never_given_a_word() -> None:
    asked = {name: item.annotation for name, item in inspect.signature(consequence_line).parameters.items()}

    assert asked == {"rules": RuleSet, "penalty": Penalty, "verdict": Verdict, "words": int}


@given(st.sampled_from(sorted(PENALTIES)), st.data())
def test_plays_of_equal_verdict_and_count_have_equal_lines(id: str, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 8))
    lexicon = FewWords(frozenset(data.draw(st.sets(st.sampled_from(SOME_WORDS)))), FEW)
    one, other = (Play(tuple(data.draw(st.sampled_from(SOME_WORDS)) for _ in range(count))) for _ in range(2))
    verdicts = [adjudicate(play, WordSource(lexicon)) for play in (one, other)]

    lines = [
        consequence_line(WESPA, of(id), verdict, len(play.words))
        for play, verdict in zip((one, other), verdicts, strict=True)
    ]

    assert (lines[0] == lines[1]) or verdicts[0] != verdicts[1]


@given(st.sampled_from(sorted(PENALTIES)), st.integers(1, 8))
def test_no_amount_is_named_where_history_decides_it(id: str, words: int) -> None:
    line = consequence_line(WESPA, of(id), Verdict.ACCEPTABLE, words)

    if of(id).needs_history:
        assert not any(character.isdigit() for character in line)
