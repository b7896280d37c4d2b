"""Cards, slips and the witness sheet as leaves: the words of the pages for a browser, all of them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest

from kiosk.paper.cards import Subject, station_cards
from kiosk.paper.leaves import (
    LeafCell,
    LeafColumns,
    LeafRow,
    Leaves,
    Lettered,
    card_leaves,
    slip_leaves,
    witness_leaves,
)
from kiosk.paper.sheet import PageLook
from kiosk.paper.tables import ROWS, SLIPS, WitnessedStation, challenge_slips, witness_sheet
from tests.support.cards import FULL, every_card, shipped, subject

PLAIN = replace(FULL, warning="", key=None, asks_table=False, event="")
STATION = WitnessedStation("W", "By the window", "K7QWRM", "The Open")


def rows(leaves: Leaves) -> Iterator[LeafRow]:
    for page in leaves.pages:
        for part in page.parts:
            match part:
                case LeafRow():
                    yield part
                case LeafColumns(columns):
                    for column in columns:
                        yield from column


def cells(leaves: Leaves) -> list[LeafCell]:
    return [cell for row in rows(leaves) for cell in row.cells]


def said(leaves: Leaves) -> set[str]:
    """Every word on *leaves*, key caps too, in the letters in which they are read."""
    texts = [cell.content.text for cell in cells(leaves)]
    texts += [
        key for cell in cells(leaves) if isinstance(cell.content, Lettered) for key in cell.content.keys
    ]
    return set(re.findall(r"\w+", " ".join(texts).lower()))


def browsed(page: str) -> set[str]:
    """Every word of the page for a browser, style and pictures left out."""
    body = re.sub(r"<svg.*?</svg>", "", page.partition("<body>")[2], flags=re.DOTALL)
    return set(re.findall(r"\w+", unescape(re.sub(r"<[^>]+>", " ", body)).lower()))


@pytest.mark.parametrize("in_use", [None, PLAIN, FULL], ids=["rulebook", "plain", "full"])
def test_a_card_to_print_says_what_the_card_for_a_browser_says(in_use: object) -> None:
    for each in every_card():
        one = replace(each, in_use=in_use)

        assert said(card_leaves((one,))) == browsed(station_cards((one,), PageLook()))


def test_a_card_that_left_a_line_out_would_be_noticed() -> None:
    one = replace(subject(shipped("wespa-5.1")), in_use=PLAIN)
    silent = replace(one.rules.card, clock_watch="")

    less = card_leaves((replace(one, rules=replace(one.rules, card=silent)),))

    assert said(less) != browsed(station_cards((one,), PageLook()))


def test_a_card_without_judges_list_and_notes_has_neither() -> None:
    one = subject(shipped("wespa-5.1"))
    bare = replace(one.rules.card, judge_checks=(), not_settled=(), in_time="")

    words = said(card_leaves((replace(one, rules=replace(one.rules, card=bare)),)))

    assert "settled" not in words
    assert words < said(card_leaves((one,)))


def test_a_group_of_notes_without_any_has_no_heading() -> None:
    one = subject(shipped("wespa-5.1"))
    card = replace(
        one.rules.card,
        **dict.fromkeys(
            (
                "clock_watch",
                "stopped_clock",
                "board_control",
                "tiles",
                "drawing",
                "courtesy_draw",
                "blank",
                "out_play",
            ),
            "",
        ),
    )
    silent = replace(one.rules, card=card, challenge=replace(one.rules.challenge, binding=()))

    texts = {cell.content.text for cell in cells(card_leaves((replace(one, rules=silent),)))}

    assert "Before the verdict" not in texts
    assert "After the verdict" in texts


def test_slips_to_print_say_what_the_slips_for_a_browser_say() -> None:
    by_rules: dict[str, Subject] = {each.rules.id: replace(each, in_use=PLAIN) for each in every_card()}
    for one in by_rules.values():
        leaves = slip_leaves((one,))

        assert said(leaves) == browsed(challenge_slips((one,), PageLook()))
        assert (
            sum(len(part.columns) for part in leaves.pages[0].parts if isinstance(part, LeafColumns)) == SLIPS
        )


@pytest.mark.parametrize("station", [STATION, replace(STATION, event="")])
def test_the_witness_sheet_to_print_says_what_the_one_for_a_browser_says(station: WitnessedStation) -> None:
    leaves = witness_leaves(station)

    assert said(leaves) - set("123") == browsed(witness_sheet(station, PageLook()))
    assert sum(row.boxed for row in rows(leaves)) == ROWS


def test_each_subject_has_a_front_and_a_back() -> None:
    two = (subject(shipped("wespa-5.1")), subject(shipped("naspa-2016")))

    assert len(card_leaves(two).pages) == 4
    assert len(slip_leaves(two).pages) == 2
