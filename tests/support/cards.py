"""Every card there is: each rule set with each penalty it has, as a station of several divisions prints it.

    .venv/bin/python -m tests.support.cards     writes the cards that tests/paper/pure/cards keeps

What is kept is what a reader sees: the cards of the default penalties whole, and of the others what differs.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from kiosk.paper.cards import InUse, Subject, card_sheet, failed_challenge_costs
from kiosk.paper.sheet import CellContent, Columns, Leaf, Lettered, Row, Sheet
from kiosk.paper.text import as_text
from kiosk.rules.choices import DivisionKind
from kiosk.rules.penalties import penalty_under
from kiosk.rules.ruleset import RuleSet, Source, resolve

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "tests" / "paper" / "pure" / "cards"
IDS = ("naspa-2013", "naspa-2013-draft", "naspa-2016", "nsa-1998", "wespa-5.1")
FULL = InUse(
    division="International Division North 1",
    lists=("NWL2023", "Long List 2013"),
    setup_code="K7QWRM",
    event="The North American Open Championship of the Year 2026",
    warning="“nwl-club-edition-2026” is not a list this program recognises",
    key=8,
    asks_table=True,
)


def _source(id: str) -> Source:
    path = ROOT / "resources" / "rulesets" / f"{id}.toml"
    return Source(id, tomllib.loads(path.read_text(encoding="utf-8")))


@cache
def shipped(id: str) -> RuleSet:
    return resolve(_source(id), _source)


def timed() -> RuleSet:
    """A club's own rule set, which says how long a time penalty is."""
    rules = shipped("wespa-5.1")
    return replace(rules, penalty=replace(rules.penalty, time_s=60))


def subject(rules: RuleSet, penalty: str = "", *, international: bool = False) -> Subject:
    """The card of *rules* without a set-up; *penalty*: else the default."""
    return Subject(rules, penalty_under(rules, penalty or rules.penalty.default), international)


def every_card() -> Iterator[Subject]:
    """Each rule set with each penalty, main and international, and a club's own; without a set-up."""
    for rules in (shipped(id) for id in IDS):
        apart = rules.lexicon.knows(DivisionKind.INTERNATIONAL)
        for international in (False, True) if apart else (False,):
            for penalty in rules.penalty.options_for(international=international):
                if penalty not in rules.penalty.without_amounts():
                    yield subject(rules, penalty, international=international)
    yield subject(timed(), "time")


def rows(sheet: Sheet) -> Iterator[Row]:
    """Every row of the leaves of *sheet*."""
    for leaf in sheet.blocks:
        assert isinstance(leaf, Leaf)
        for part in leaf.parts:
            for column in part.columns if isinstance(part, Columns) else ((part,),):
                yield from column


def text_of(sheet: Sheet) -> str:
    """All that is said on the leaves of *sheet*, a line for each row."""
    return "\n".join(" ".join(_said(cell.content) for cell in row.cells) for row in rows(sheet))


def _said(content: CellContent) -> str:
    keys = content.keys if isinstance(content, Lettered) else ()
    return " ".join((content.text, *keys))


def whole(id: str) -> str:
    """The card of *id* with its default penalty on a full set-up, as text."""
    return as_text(card_sheet((replace(subject(shipped(id)), in_use=FULL),)))


def penalties() -> str:
    """What the cards say of each penalty."""
    lines = []
    for card in every_card():
        abroad = " international" if card.international else ""
        lines.append(
            f"{card.rules.id}{abroad} {card.penalty.id}: {failed_challenge_costs(card.rules, card.penalty)}"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for each in IDS:
        (KEPT / f"{each}.txt").write_text(whole(each), encoding="utf-8")
    (KEPT / "penalties.txt").write_text(penalties(), encoding="utf-8")
