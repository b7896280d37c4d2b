"""How an entry relates to an earlier one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.words.relations import Relation, relation

GOOD, BAD, REFER = Verdict.ACCEPTABLE, Verdict.UNACCEPTABLE, Verdict.REFER
words = st.lists(st.text("ABCZ", min_size=2, max_size=6), min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("earlier", "verdict", "now", "expected"),
    [
        ("QI ZA", GOOD, "QI ZA", Relation.SAME),
        ("QI ZA", BAD, "ZA QI", Relation.SAME),
        ("AA AA", GOOD, "AA AA", Relation.SAME),
        ("ZZX QI", BAD, "ZZX", Relation.PART_OF_REJECTED),
        ("ZZX QI", BAD, "QI", Relation.PART_OF_REJECTED),
        ("AA AA", BAD, "AA", Relation.PART_OF_REJECTED),
        ("CAT QI", GOOD, "QI", Relation.UNRELATED),
        ("CAT QI", REFER, "QI", Relation.UNRELATED),
        ("CAT QI", None, "QI", Relation.UNRELATED),
        ("QI", BAD, "QI ZA", Relation.MORE_WORDS),
        ("AA", GOOD, "AA AA", Relation.MORE_WORDS),
        ("QI CAT", BAD, "QI JOKES", Relation.MORE_WORDS),
        ("QUIXOTYR", BAD, "QUIXOTRY", Relation.CORRECTED),
        ("QUIXOTR CAT", BAD, "CAT QUIXOTRY", Relation.CORRECTED),
        ("CATS JOKES", BAD, "JOKED CAT", Relation.CORRECTED),
        ("ABCDEFGH", BAD, "ABCDEFXY", Relation.CORRECTED),
        ("ABCDEFGH", BAD, "ABCDEXYZ", Relation.UNRELATED),
        ("CAT", BAD, "COG", Relation.UNRELATED),
        ("QI", BAD, "ZA", Relation.UNRELATED),
        ("QI", GOOD, "ZA JO", Relation.UNRELATED),
        ("CAT COT", BAD, "CUT DOG", Relation.UNRELATED),
    ],
)
def test_the_words_tell_the_relation(
    earlier: str, verdict: Verdict | None, now: str, expected: Relation
) -> None:
    assert relation(earlier.split(), verdict, now.split()) is expected


@given(words, st.sampled_from(Verdict))
def test_any_entry_is_the_same_as_itself_in_any_order(entry: list[str], verdict: Verdict) -> None:
    assert relation(entry, verdict, reversed(entry)) is Relation.SAME


@given(words, words)
def test_only_a_rejected_play_has_parts(earlier: list[str], now: list[str]) -> None:
    assert relation(earlier, GOOD, now) is not Relation.PART_OF_REJECTED


@given(words, st.integers(0, 5))
def test_leaving_words_out_of_a_rejected_play_is_always_seen(entry: list[str], kept: int) -> None:
    part = entry[: kept % len(entry)]

    if part:
        assert relation(entry, BAD, part) is Relation.PART_OF_REJECTED


@given(words, words)
def test_adding_words_is_always_seen(entry: list[str], more: list[str]) -> None:
    assert relation(entry, BAD, entry + more) is Relation.MORE_WORDS
