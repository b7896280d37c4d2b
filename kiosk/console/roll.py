"""The roll of a log: all its records in brief, in memory, so that any filter is answered at once."""

import re
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import chain, compress
from operator import itemgetter
from typing import TypeAlias

from kiosk.base.clock import is_day, parse_typed_time
from kiosk.base.printable import printable
from kiosk.console.alert_watch import Watching
from kiosk.console.values import Facet, FacetCount, FacetsFound, Narrowing
from kiosk.log.alerts import Alert, SplitWatch
from kiosk.log.bodies import (
    EventOpenedBody,
    read_body,
)
from kiosk.log.brief import Brief
from kiosk.log.chain import Key, Record
from kiosk.log.facts import Fact
from kiosk.log.filters import STORED
from kiosk.log.kinds import Kind
from kiosk.words.play import as_looked_for, matcher

# ---- roll --------------------------------------------------------------------------------------------------
# The roll of a log: all its records in brief, in memory, so that any filter is answered at once.
#
# Each facet is a column of small numbers, one a record; a choice is a mask of one byte a record; and masks
# are put together as large numbers, which costs the same for one record as for a thousand. Memory is bounded
# by the size of the log, whatever it holds. The rule guarded here: every record that was read stands in it,
# also one that does not fit its hash.

Chain = tuple[str, str]  # station and epoch
NO_TIME = -(2**62)
MARKS = frozenset((Kind.EVENT_OPENED, Kind.EVENT_CLOSED, Kind.ROUND_STARTED, Kind.ROUND_ENDED))
_GRAVEST_FIRST = tuple(Alert)
_MOST_DIGITS = 20
_IN_BRIEF = tuple(facet for facet in STORED if facet is not Facet.WORD_COUNT)
_in_brief = itemgetter(*(Brief._fields.index(facet.option) for facet in _IN_BRIEF))
# The order in which a sort holds its values; after them, the rules.
_COLUMNS = {facet: place for place, facet in enumerate((Facet.STATION, Facet.WORD_COUNT, *_IN_BRIEF))}


class Sorts:
    """What each record is by its facets. Records that are alike in all of them are of one sort; each sort is
    kept once, so that a record costs a number, however many facets there are."""

    def __init__(self) -> None:
        self.of_record = array("I")
        self.values: list[tuple[str, ...]] = []
        self._known: dict[tuple[object, ...], int] = {}

    def add(self, chain: Chain, brief: Brief, *, is_ruling: bool) -> None:
        rules = None if brief.fact is None else brief.fact.rules
        words = len(brief.words) if is_ruling else None
        alike = (chain, words, *_in_brief(brief), rules)
        code = self._known.get(alike)
        if code is None:
            code = self._known[alike] = len(self.values)
            self.values.append(("/".join(chain), *map(_spell, alike[1:])))
        self.of_record.append(code)

    def mask(self, facet: Facet, value: str) -> bytes:
        """A byte a record: 1 where it has *value*."""
        column = _COLUMNS[facet]
        fits = bytes([values[column] == value for values in self.values])
        return bytes(map(fits.__getitem__, self.of_record))

    def count(self, mask: bytes, among: Iterable[Facet]) -> dict[Facet, Counter[str]]:
        """How many of the records in *mask* have which value, for each facet *among*."""
        often = Counter(compress(self.of_record, mask))
        counts: dict[Facet, Counter[str]] = {}
        for facet in among:
            column, here = _COLUMNS[facet], Counter[str]()
            for sort, count in often.items():
                here[self.values[sort][column]] += count
            counts[facet] = here
        return counts

    def rules_of(self, place: int) -> str:
        return self.values[self.of_record[place]][-1]


def _spell(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else str(value)[:_MOST_DIGITS]


class Roll:
    """The records of one or several chains, in the order they were read."""

    def __init__(self, watch: SplitWatch) -> None:
        self.sorts = Sorts()
        self.chains: list[Chain] = []
        self.places: dict[Chain, array[int]] = {}  # of each chain, in its own order
        self.letters: dict[Chain, str] = {}
        self._codes: dict[Chain, int] = {}
        self.chain_of, self.seq = array("I"), array("q")
        self.at_ms, self.local_ms = array("q"), array("q")
        self.numbers: dict[int, str] = {}
        self.with_word: dict[str, array[int]] = defaultdict(lambda: array("I"))
        self.decided: set[Key] = set()
        self.marks: list[tuple[str, Chain, Record]] = []  # by event
        self.rulings = bytearray()
        self.changed = bytearray()  # a byte a record: 1 where the hash does not fit
        self.event_names: dict[str, str] = {}
        self.methods: dict[str, str] = {}  # the rule set each was last used under
        self._openings: dict[str, list[tuple[Chain, int, bool]]] = defaultdict(list)
        self._facts: list[Fact] = []
        self._new: list[Fact] = []
        self._watch = watch
        self._watching = Watching(watch, self._has_rounds)
        self._order: list[int] | None = None
        self._raised: dict[Alert, bytearray] = {}

    def __len__(self) -> int:
        return len(self.seq)

    def count(self, chain: Chain) -> int:
        """How many records of *chain* were read."""
        return len(self.places.get(chain, ()))

    # --- reading ---

    def add(self, chain: Chain, brief: Brief, record: Record | None = None) -> None:
        """One more record; of those that tell of events and rounds (`MARKS`) also the whole of it."""
        place = len(self.seq)
        if chain not in self.places:
            self._codes[chain] = len(self.chains)
            self.chains.append(chain)
            self.places[chain] = array("I")
        self.places[chain].append(place)
        self.chain_of.append(self._codes[chain])
        self.seq.append(brief.seq)
        self.at_ms.append(NO_TIME if brief.at_ms is None else brief.at_ms)
        self.local_ms.append(NO_TIME if brief.local_ms is None else brief.local_ms)
        is_ruling = brief.kind == Kind.ADJUDICATION
        self.rulings.append(is_ruling)
        self.changed.append(not brief.fits)
        self.sorts.add(chain, brief, is_ruling=is_ruling)
        for word in brief.words:
            self.with_word[word].append(place)
        if is_ruling:
            self._add_ruling(place, chain, brief)
        else:
            self._add_other((*chain, brief.seq), brief, record)
        self._order = None

    def _add_ruling(self, place: int, chain: Chain, brief: Brief) -> None:
        self.numbers[place] = brief.number
        if brief.letter:
            self.letters[chain] = brief.letter
        if brief.fact is not None:
            self._new.append(brief.fact)
            if brief.method and brief.fact.rules:
                self.methods[brief.method] = brief.fact.rules

    def _add_other(self, key: Key, brief: Brief, record: Record | None) -> None:
        if brief.jump:
            self._watching.jumps.add(key)
        elif brief.kind == Kind.DECISION and brief.about is not None:
            self.decided.add(brief.about)
        elif brief.kind == Kind.SET_UP and brief.letter:
            self.letters.setdefault(key[:2], brief.letter)
        if record is None or brief.event is None or brief.local_ms is None:
            return
        body = read_body(record)
        if isinstance(body, EventOpenedBody):
            self._openings[brief.event].append((key[:2], brief.seq, bool(body.rounds)))
            self.event_names[brief.event] = body.name
        if body is not None:
            self.marks.append((brief.event, key[:2], record))

    def _has_rounds(self, ruling: Fact) -> bool:
        openings = self._openings.get(ruling.event or "", ())
        if len(self.chains) > 1:
            return any(rounds for _, _, rounds in openings)
        before = [rounds for _, seq, rounds in openings if seq < ruling.seq]
        return bool(before) and before[-1]

    # --- order ---

    def key(self, place: int) -> Key:
        return (*self.chains[self.chain_of[place]], self.seq[place])

    def place(self, key: Key) -> int | None:
        """The place of the record *key*."""
        mine = self.places.get(key[:2], array("I"))
        here = bisect_left(mine, key[2], key=self.seq.__getitem__)
        return mine[here] if here < len(mine) and self.seq[mine[here]] == key[2] else None

    def newest_first(self, mask: bytes) -> list[int]:
        """The places in *mask*, newest first: in one log by number, in several by time."""
        if len(self.chains) < 2:
            return list(compress(range(len(self)), mask))[::-1]
        if self._order is None:
            self._order = sorted(range(len(self)), key=self._sort_key, reverse=True)
        return list(compress(self._order, map(mask.__getitem__, self._order)))

    def _sort_key(self, place: int) -> tuple[int, int, int]:
        return self.at_ms[place], -self.chain_of[place], self.seq[place]

    def rules_of(self, place: int) -> str:
        """The rule set by which a ruling was made; empty if that is not known."""
        return self.sorts.rules_of(place)

    # --- alerts ---

    @property
    def watching(self) -> Watching:
        """The alerts of all that was read."""
        if not self._new:
            return self._watching
        if len(self.chains) > 1:
            self._new = _in_order_of_time(self._new)
            if self._facts and self._new[0].at <= self._facts[-1].at:
                self._begin_again()  # a station that was read later was there earlier
        self._watching.extend(self._new)
        self._facts += self._new
        self._new = []
        return self._watching

    def _begin_again(self) -> None:
        jumps = self._watching.jumps
        self._new = _in_order_of_time([*self._facts, *self._new])
        self._facts, self._raised = [], {}
        self._watching = Watching(self._watch, self._has_rounds)
        self._watching.jumps = jumps

    def alerts(self, key: Key) -> tuple[str, ...]:
        """The alerts of the record *key*, gravest first."""
        found = {finding.alert for finding in self.watching.found.get(key, ())}
        return tuple(alert.value for alert in _GRAVEST_FIRST if alert in found)

    def alert_masks(self) -> Mapping[Alert, bytearray]:
        """For each alert a byte a record: 1 where it is raised."""
        news, redone = self.watching.news()
        if redone or not self._raised:
            self._raised = {alert: bytearray() for alert in Alert}
            news = [finding for findings in self._watching.found.values() for finding in findings]
        for mask in self._raised.values():
            mask.extend(bytes(len(self) - len(mask)))
        for finding in news:
            place = self.place(finding.about)
            if place is not None:
                self._raised[finding.alert][place] = 1
        return self._raised


def _in_order_of_time(facts: Iterable[Fact]) -> list[Fact]:
    """*facts* of several stations in the order of their times, as a merged file has them."""
    ordered = sorted(facts, key=lambda fact: fact.seq)
    ordered.sort(key=lambda entry: (entry.station, entry.epoch), reverse=True)
    ordered.sort(key=lambda entry: entry.at)
    return ordered


# ---- narrowed ----------------------------------------------------------------------------------------------
# Which records of a roll are wanted: every filter a mask, and all of them together.
#
# The rule guarded here: what is typed is looked for as it stands; nothing in it is a pattern but * and ?.

_KEPT = 24  # masks and lists, until the roll grows
_NARROWED_LONGEST = 40  # of a number that is looked for
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def together(*masks: bytes) -> bytes:
    """Where all of *masks*, a byte a record each, are set."""
    if len(masks) == 1:
        return masks[0]
    numbers = (int.from_bytes(mask, "little") for mask in masks)
    return reduce(int.__and__, numbers).to_bytes(len(masks[0]), "little")


class Narrowed:
    """Looks at one roll through filters, and keeps what it worked out until the roll grows."""

    def __init__(self, roll: Roll) -> None:
        self.roll = roll
        self._size = 0
        self._masks: dict[object, bytes] = {}
        self._lists: dict[object, list[int]] = {}

    def places(self, narrowing: Narrowing) -> list[int]:
        """The places of the records that *narrowing* leaves, newest first; and those whose hash does not fit,
        whatever they say now: a filter must not judge by what somebody put there."""
        self._forget_old()
        if narrowing not in self._lists:
            if len(self._lists) >= _KEPT:
                self._lists.clear()
            left, changed = self.mask(narrowing), bytes(self.roll.changed)
            shown = bytes(map(int.__or__, left, changed)) if 1 in changed else left
            self._lists[narrowing] = self.roll.newest_first(shown)
        return self._lists[narrowing]

    def mask(self, narrowing: Narrowing, besides: Facet | None = None, *, rulings: bool = False) -> bytes:
        """A byte a record: 1 where *narrowing* leaves it, whatever it says of the facet *besides*. *rulings*:
        those alone."""
        self._forget_old()
        parts: list[tuple[object, ...]] = [
            ("facet", facet, value) for facet, value in narrowing.chosen if facet is not besides
        ]
        parts += [("number", narrowing.number)] if narrowing.number else []
        parts += [("word", narrowing.word)] if narrowing.word else []
        parts += [("since", narrowing.since)] if narrowing.since else []
        parts += [("until", narrowing.until)] if narrowing.until else []
        if rulings or not narrowing.every_kind:
            parts.append(("rulings",))
        return together(*map(self._remember, parts)) if parts else b"\1" * len(self.roll)

    def alert(self, alert: Alert) -> bytes:
        """A byte a record: 1 where *alert* is raised."""
        self._forget_old()
        return self._remember(("facet", Facet.ALERT, alert.value))

    def _forget_old(self) -> None:
        if self._size != len(self.roll):
            self._size = len(self.roll)
            self._masks.clear()
            self._lists.clear()

    def _remember(self, part: tuple[object, ...]) -> bytes:
        if part not in self._masks:
            if len(self._masks) >= _KEPT:
                self._masks.clear()
            self._masks[part] = self._make(*part)
        return self._masks[part]

    def _make(self, what: object, *more: object) -> bytes:
        match what, *more:
            case "facet", Facet.ALERT, value:
                return self._with_alert(str(value))
            case "facet", Facet() as facet, value:
                return self.roll.sorts.mask(facet, str(value))
            case "number", text:
                return self._match_numbers(str(text))
            case "word", text:
                return self._match_words(str(text))
            case "since", text:
                return self._match_times(str(text), until=False)
            case "until", text:
                return self._match_times(str(text), until=True)
        return bytes(self.roll.rulings)

    def _with_alert(self, value: str) -> bytes:
        masks = {alert.value: mask for alert, mask in self.roll.alert_masks().items()}
        if value or not masks:
            return bytes(masks.get(value, bytes(len(self.roll))))
        raised = reduce(int.__or__, (int.from_bytes(mask, "little") for mask in masks.values()))
        return bytes(map((0).__eq__, raised.to_bytes(len(self.roll), "little")))

    def _match_numbers(self, text: str) -> bytes:
        wanted = text.strip().upper()[:_NARROWED_LONGEST]
        if wanted[:1].isdigit():
            wanted = f"*-{wanted}"
        fits = matcher(wanted).fullmatch
        found = (place for place, number in self.roll.numbers.items() if fits(number))
        return self._at(found)

    def _match_words(self, text: str) -> bytes:
        wanted = as_looked_for(text.strip())
        if not re.search(r"[?*]", wanted):
            return self._at(self.roll.with_word.get(wanted, ()))
        fits = matcher(wanted).fullmatch
        return self._at(
            chain.from_iterable(places for word, places in self.roll.with_word.items() if fits(word))
        )

    def _match_times(self, text: str, *, until: bool) -> bytes:
        moment = parse_typed_time(text)
        try:
            moment = moment + timedelta(days=1) if until and is_day(text) else moment
        except OverflowError:
            return b"\1" * len(self.roll)
        # Without a zone it is the station's own wall clock, whichever station it is.
        local = moment.tzinfo is None
        limit = (moment.replace(tzinfo=UTC) if local else moment) - _EPOCH
        limit_ms = limit // timedelta(milliseconds=1)
        times = self.roll.local_ms if local else self.roll.at_ms
        return bytes(map(limit_ms.__gt__, times)) if until else bytes(map(limit_ms.__le__, times))

    def _at(self, places: Iterable[int]) -> bytes:
        mask = bytearray(len(self.roll))
        for place in places:
            mask[place] = 1
        return bytes(mask)


# ---- facets ------------------------------------------------------------------------------------------------
# How many rulings have which value of each facet, as far as all other filters leave them.

# What a value of a facet is called.
Labels: TypeAlias = Callable[[Facet, str], str]
MOST_VALUES = 100  # of one facet; the rarest are left out
_FACETS_LONGEST = 60


def facets(view: Narrowed, narrowing: Narrowing, label: Labels) -> FacetsFound:
    """The counts of every facet. A value that was chosen stands there even if nothing has it."""
    chosen = dict(narrowing.chosen)
    counts: dict[Facet, Counter[str]] = {}
    free = [facet for facet in Facet if facet not in chosen]
    for among in (free, *([facet] for facet in chosen)):
        mask = view.mask(narrowing, among[0] if among is not free else None, rulings=True)
        counts |= view.roll.sorts.count(mask, [facet for facet in among if facet is not Facet.ALERT])
        if Facet.ALERT in among:
            counts[Facet.ALERT] = _alerts(view, mask)
    return FacetsFound(
        tuple(
            FacetCount(facet, value, label(facet, value)[:_FACETS_LONGEST], count)
            for facet in Facet
            for value, count in _in_order(facet, counts[facet], chosen.get(facet))
        )
    )


def _alerts(view: Narrowed, mask: bytes) -> Counter[str]:
    counts = {alert.value: sum(together(view.alert(alert), mask)) for alert in Alert}
    return Counter({value: count for value, count in counts.items() if count})


def _in_order(facet: Facet, counts: Counter[str], chosen: str | None) -> Iterable[tuple[str, int]]:
    """Numbers by their size, all else by how often it is there; what has no value comes last."""
    kept = dict(counts.most_common(MOST_VALUES))
    if chosen is not None:
        kept[chosen] = counts[chosen]
    if isinstance(facet.choices, range):
        return sorted(kept.items(), key=lambda pair: (not pair[0], len(pair[0]), pair[0]))
    return sorted(kept.items(), key=lambda pair: (not pair[0], -pair[1], pair[0]))


def plain_label(facet: Facet, value: str) -> str:
    """What a value is called where nobody knows a name for it."""
    if not value:
        return f"no {facet.label.lower()}"
    shown = printable(value)
    if facet is Facet.WORD_COUNT:
        return f"{shown} word" + ("" if value == "1" else "s")
    if isinstance(facet.choices, range):
        return f"{facet.label.lower()} {shown}"
    return shown if facet in _AS_TYPED else shown.replace("_", " ")


_AS_TYPED = (Facet.EVENT, Facet.STATION, Facet.DIVISION)  # a director's own words
