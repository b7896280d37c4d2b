"""What the log is narrowed to, changed one filter at a time, and each filter in words."""

import re
from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.base.printable import printable
from kiosk.console import events
from kiosk.console.values import NUMBER, Facet, FacetsFound, Narrowing

# What may be typed for one: with wildcards, or without the letter of a station.
NUMBERS = re.compile(r"[A-Za-z]{1,3}-[\d?*]{1,7}|\d[\d?*]{0,6}", re.ASCII)
WORD = re.compile(r"[A-Za-z?*]{1,15}", re.ASCII)
NOT_FOUND = "Type a ruling number such as B-147, or a word: ? stands for one sign, * for any number."

# What a value of a facet is called, where its name is another one.
Called: TypeAlias = tuple[tuple[Facet, str, str], ...]

NarrowingEvent: TypeAlias = (
    events.SearchGiven
    | events.FacetChosen
    | events.ChipRemoved
    | events.FiltersCleared
    | events.KindsSwitched
    | events.LimitGiven
)


def with_change(narrowing: Narrowing, event: NarrowingEvent) -> Narrowing | None:
    """*narrowing* after *event*; None where what was typed can be looked for in no way."""
    match event:
        case events.SearchGiven(text):
            return _with_search(narrowing, text.strip())
        case events.FacetChosen(facet, value):
            others = tuple(pair for pair in narrowing.chosen if pair[0] is not facet)
            taken_back = (facet, value) in narrowing.chosen
            return replace(narrowing, chosen=others if taken_back else (*others, (facet, value)))
        case events.ChipRemoved(chip):
            return without(narrowing, chip)
        case events.FiltersCleared():
            return Narrowing()
        case events.KindsSwitched():
            return replace(narrowing, every_kind=not narrowing.every_kind)
        case events.LimitGiven(minute, until):
            return replace(narrowing, until=minute) if until else replace(narrowing, since=minute)
        case _:
            assert_never(event)


def _with_search(narrowing: Narrowing, text: str) -> Narrowing | None:
    if not text:
        return replace(narrowing, number="", word="")
    if NUMBERS.fullmatch(text):
        return replace(narrowing, number=text.upper(), word="")
    if WORD.fullmatch(text):
        return replace(narrowing, number="", word=text.upper())
    return None


def without(narrowing: Narrowing, chip: Facet | events.Chip) -> Narrowing:
    """*narrowing* without one of its filters."""
    match chip:
        case Facet():
            return replace(narrowing, chosen=tuple(pair for pair in narrowing.chosen if pair[0] is not chip))
        case events.Chip.NUMBER:
            return replace(narrowing, number="")
        case events.Chip.WORD:
            return replace(narrowing, word="")
        case events.Chip.SINCE:
            return replace(narrowing, since="")
        case events.Chip.UNTIL:
            return replace(narrowing, until="")
        case events.Chip.EVERY_KIND:
            return replace(narrowing, every_kind=False)
        case _:
            assert_never(chip)


def to_ruling(event: events.RulingSought, *, several: bool) -> Narrowing | None:
    """What the log is narrowed to for one ruling; None if it has no number that can be looked for. Where
    *several* logs are open, two stations may have the same letter."""
    if not NUMBER.fullmatch(event.number):
        return None
    chosen = ((Facet.STATION, f"{event.station}/{event.epoch}"),) if several else ()
    return Narrowing(chosen, number=event.number)


def names_of(narrowing: Narrowing, before: Called, found: FacetsFound | None) -> Called:
    """What the values that *narrowing* has chosen are called, as far as the counts *found*, or those
    *before* them, have told."""
    labels = {(facet, value): name for facet, value, name in before}
    labels |= {(count.facet, count.value): count.label for count in (found.counts if found else ())}
    chosen = (pair for pair in narrowing.chosen if pair[0].choices is None and pair in labels)
    return tuple((*pair, labels[pair]) for pair in chosen)


def chips(narrowing: Narrowing, names: Called = ()) -> tuple[tuple[Facet | events.Chip, str], ...]:
    """Each filter, in words; together they are all that narrows the list."""
    known = {(facet, value): name for facet, value, name in names}
    filters: list[tuple[Facet | events.Chip, str]] = []
    if narrowing.number:
        filters.append((events.Chip.NUMBER, f"Ruling {printable(narrowing.number)}"))
    if narrowing.word:
        filters.append((events.Chip.WORD, f"Word {printable(narrowing.word)}"))
    filters += [
        (facet, f"{facet.label} {_plain(known.get((facet, value), value))}")
        for facet, value in narrowing.chosen
    ]
    if narrowing.since:
        filters.append((events.Chip.SINCE, f"From {printable(narrowing.since).replace('T', ' ')}"))
    if narrowing.until:
        filters.append((events.Chip.UNTIL, f"Until {printable(narrowing.until).replace('T', ' ')}"))
    if narrowing.every_kind:
        filters.append((events.Chip.EVERY_KIND, "Records of every kind"))
    return tuple(filters)


def _plain(value: str) -> str:
    return printable(value).replace("_", " ") or "none"
