"""How an entry relates to an earlier one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.rules.ruling import Relation, Verdict, relation, within

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
        ("CATS", BAD, "COGS", Relation.UNRELATED),
        ("QUIXOTR", BAD, "QUIXOTRY CAT", Relation.UNRELATED),
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


def slips(one: str, other: str) -> int:
    """How many slips lie between two words, as the textbook counts them."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, start=1):
        row = [i]
        for j, wanted in enumerate(other, start=1):
            best = min(row[j - 1] + 1, rows[i - 1][j] + 1, rows[i - 1][j - 1] + (letter != wanted))
            if i > 1 and j > 1 and one[i - 2 : i] == wanted + other[j - 2]:
                best = min(best, rows[i - 2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


@settings(max_examples=2000)
@given(st.text("ABC", max_size=7), st.text("ABC", max_size=7), st.integers(0, 3))
def test_few_slips_are_found_as_the_textbook_counts_them(one: str, other: str, most: int) -> None:
    assert within(one, other, most) is (slips(one, other) <= most)
