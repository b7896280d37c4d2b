"""What the log is narrowed to, changed one filter at a time, and each filter in words."""

import re
from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.harmless import harmless
from kiosk.director.console.events import (
    Chip,
    ChipRemoved,
    FacetChosen,
    FiltersCleared,
    KindsSwitched,
    LimitGiven,
    SearchGiven,
)
from kiosk.director.console.reading import Facet, FacetsFound, Narrowing

NUMBER = re.compile(r"[A-Za-z]{1,3}-\d{1,7}", re.ASCII)
# What may be typed for one: with wildcards, or without the letter of a station.
NUMBERS = re.compile(r"[A-Za-z]{1,3}-[\d?*]{1,7}|\d[\d?*]{0,6}", re.ASCII)
WORD = re.compile(r"[A-Za-z?*]{1,15}", re.ASCII)
NOT_FOUND = "Type a ruling number such as B-147, or a word: ? stands for one sign, * for any number."

# What a value of a facet is called, where its name is another one.
Called: TypeAlias = tuple[tuple[Facet, str, str], ...]
NAMED = (Facet.EVENT, Facet.STATION, Facet.DIVISION, Facet.METHOD)

NarrowingEvent: TypeAlias = (
    SearchGiven | FacetChosen | ChipRemoved | FiltersCleared | KindsSwitched | LimitGiven
)

FACET_NAMES = {
    Facet.EVENT: "Event",
    Facet.STATION: "Station",
    Facet.ROUND: "Round",
    Facet.TABLE: "Table",
    Facet.DIVISION: "Division",
    Facet.VERDICT: "Verdict",
    Facet.METHOD: "Method",
    Facet.ALERT: "Alert",
    Facet.WORD_COUNT: "Words",
}


def with_change(narrowing: Narrowing, event: NarrowingEvent) -> Narrowing | None:
    """*narrowing* after *event*; None where what was typed can be looked for in no way."""
    match event:
        case SearchGiven(text):
            return _searched(narrowing, text.strip())
        case FacetChosen(facet, value):
            others = tuple(one for one in narrowing.chosen if one[0] is not facet)
            taken_back = (facet, value) in narrowing.chosen
            return replace(narrowing, chosen=others if taken_back else (*others, (facet, value)))
        case ChipRemoved(chip):
            return without(narrowing, chip)
        case FiltersCleared():
            return Narrowing()
        case KindsSwitched():
            return replace(narrowing, every_kind=not narrowing.every_kind)
        case LimitGiven(minute, until):
            return replace(narrowing, until=minute) if until else replace(narrowing, since=minute)
        case _:
            assert_never(event)


def _searched(narrowing: Narrowing, text: str) -> Narrowing | None:
    if not text:
        return replace(narrowing, number="", word="")
    if NUMBERS.fullmatch(text):
        return replace(narrowing, number=text.upper(), word="")
    if WORD.fullmatch(text):
        return replace(narrowing, number="", word=text.upper())
    return None


def without(narrowing: Narrowing, chip: Facet | Chip) -> Narrowing:
    """*narrowing* without one of its filters."""
    match chip:
        case Facet():
            return replace(narrowing, chosen=tuple(one for one in narrowing.chosen if one[0] is not chip))
        case Chip.NUMBER:
            return replace(narrowing, number="")
        case Chip.WORD:
            return replace(narrowing, word="")
        case Chip.SINCE:
            return replace(narrowing, since="")
        case Chip.UNTIL:
            return replace(narrowing, until="")
        case Chip.EVERY_KIND:
            return replace(narrowing, every_kind=False)
        case _:
            assert_never(chip)


def called(narrowing: Narrowing, before: Called, found: FacetsFound | None) -> Called:
    """What the values that *narrowing* has chosen are called, as far as the counts *found*, or those
    *before* them, have told."""
    told = {(facet, value): name for facet, value, name in before}
    told |= {(one.facet, one.value): one.label for one in (found.counts if found else ())}
    return tuple((*one, told[one]) for one in narrowing.chosen if one[0] in NAMED and one in told)


def chips(narrowing: Narrowing, names: Called = ()) -> tuple[tuple[Facet | Chip, str], ...]:
    """Each filter, in words; together they are all that narrows the list."""
    known = {(facet, value): name for facet, value, name in names}
    found: list[tuple[Facet | Chip, str]] = []
    if narrowing.number:
        found.append((Chip.NUMBER, f"Ruling {harmless(narrowing.number)}"))
    if narrowing.word:
        found.append((Chip.WORD, f"Word {harmless(narrowing.word)}"))
    found += [
        (facet, f"{FACET_NAMES[facet]} {_said(known.get((facet, value), value))}")
        for facet, value in narrowing.chosen
    ]
    if narrowing.since:
        found.append((Chip.SINCE, f"From {harmless(narrowing.since).replace('T', ' ')}"))
    if narrowing.until:
        found.append((Chip.UNTIL, f"Until {harmless(narrowing.until).replace('T', ' ')}"))
    if narrowing.every_kind:
        found.append((Chip.EVERY_KIND, "Records of every kind"))
    return tuple(found)


def _said(value: str) -> str:
    return harmless(value).replace("_", " ") or "none"
