"""The roll of a log: all its records in brief, in memory, so that any filter is answered at once.

Each facet is a column of small numbers, one a record; a choice is a mask of one byte a record; and masks are
put together as large numbers, which costs the same for one record as for a thousand. Memory is bounded by
the size of the log, whatever it holds. The rule guarded here: every record that was read stands in it, also
one that does not fit its hash.
"""

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import compress

from kiosk.core.log.bodies.event import EventOpenedBody
from kiosk.core.log.brief import Brief
from kiosk.core.log.facts import Fact, Key
from kiosk.core.log.kinds import Kind, Record
from kiosk.core.log.spellings import said
from kiosk.director.alerts import Alert, SplitWatch
from kiosk.director.console.reading import Facet
from kiosk.director.roll.watching import Watching

Chain = tuple[str, str]  # station and epoch
NO_TIME = -(2**62)
MARKS = frozenset((Kind.EVENT_OPENED, Kind.EVENT_CLOSED, Kind.ROUND_STARTED, Kind.ROUND_ENDED))
_GRAVEST_FIRST = tuple(Alert)
_MOST_DIGITS = 20
# The order in which a sort holds its values.
_COLUMNS: Mapping[Facet, int] = {
    facet: place for place, facet in enumerate(one for one in Facet if one is not Facet.ALERT)
}


class Sorts:
    """What each record is by its facets. Records that are alike in all of them are of one sort; each sort is
    kept once, so that a record costs a number, however many facets there are."""

    def __init__(self) -> None:
        self.of_record = array("I")
        self.values: list[tuple[str, ...]] = []
        self._known: dict[tuple[object, ...], int] = {}

    def add(self, chain: Chain, one: Brief, *, is_ruling: bool) -> None:
        rules = None if one.fact is None else one.fact.rules
        words = len(one.words) if is_ruling else None
        alike = (chain, one.event, one.division, one.round, one.table, one.verdict, one.method, words, rules)
        code = self._known.get(alike)
        if code is None:
            code = self._known[alike] = len(self.values)
            self.values.append(tuple(_spelled(value) for value in _in_facets(alike)))
        self.of_record.append(code)

    def mask(self, facet: Facet, value: str) -> bytes:
        """A byte a record: 1 where it has *value*."""
        column = _COLUMNS[facet]
        fits = bytes([values[column] == value for values in self.values])
        return bytes(map(fits.__getitem__, self.of_record))

    def counted(self, mask: bytes, among: Iterable[Facet]) -> dict[Facet, Counter[str]]:
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


def _in_facets(alike: tuple[object, ...]) -> tuple[object, ...]:
    chain, event, division, round_, table, verdict, method, words, rules = alike
    station = "/".join(str(part) for part in chain) if isinstance(chain, tuple) else ""
    return event, station, round_, table, division, verdict, method, words, rules


def _spelled(value: object) -> str:
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

    def add(self, chain: Chain, one: Brief, record: Record | None = None) -> None:
        """One more record; of those that tell of events and rounds (`MARKS`) also the whole of it."""
        place = len(self.seq)
        if chain not in self.places:
            self._codes[chain] = len(self.chains)
            self.chains.append(chain)
            self.places[chain] = array("I")
        self.places[chain].append(place)
        self.chain_of.append(self._codes[chain])
        self.seq.append(one.seq)
        self.at_ms.append(NO_TIME if one.at_ms is None else one.at_ms)
        self.local_ms.append(NO_TIME if one.local_ms is None else one.local_ms)
        is_ruling = one.kind == Kind.ADJUDICATION
        self.rulings.append(is_ruling)
        self.changed.append(not one.fits)
        self.sorts.add(chain, one, is_ruling=is_ruling)
        for word in one.words:
            self.with_word[word].append(place)
        if is_ruling:
            self._add_ruling(place, chain, one)
        else:
            self._add_other((*chain, one.seq), one, record)
        self._order = None

    def _add_ruling(self, place: int, chain: Chain, one: Brief) -> None:
        self.numbers[place] = one.number
        if one.letter:
            self.letters[chain] = one.letter
        if one.fact is not None:
            self._new.append(one.fact)
            if one.method and one.fact.rules:
                self.methods[one.method] = one.fact.rules

    def _add_other(self, key: Key, one: Brief, record: Record | None) -> None:
        if one.jump:
            self._watching.jumps.add(key)
        elif one.kind == Kind.DECISION and one.about is not None:
            self.decided.add(one.about)
        elif one.kind == Kind.SET_UP and one.letter:
            self.letters.setdefault(key[:2], one.letter)
        if record is None or one.event is None or one.local_ms is None:
            return
        body = said(record)
        if isinstance(body, EventOpenedBody):
            self._openings[one.event].append((key[:2], one.seq, bool(body.rounds)))
            self.event_names[one.event] = body.name
        if body is not None:
            self.marks.append((one.event, key[:2], record))

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
            self._order = sorted(range(len(self)), key=self._when, reverse=True)
        return list(compress(self._order, map(mask.__getitem__, self._order)))

    def _when(self, place: int) -> tuple[int, int, int]:
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
            self._new = _as_it_happened(self._new)
            if self._facts and self._new[0].at <= self._facts[-1].at:
                self._begin_again()  # a station that was read later was there earlier
        self._watching.extend(self._new)
        self._facts += self._new
        self._new = []
        return self._watching

    def _begin_again(self) -> None:
        jumps = self._watching.jumps
        self._new = _as_it_happened([*self._facts, *self._new])
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


def _as_it_happened(facts: Iterable[Fact]) -> list[Fact]:
    """*facts* of several stations in the order of their times, as a merged file has them."""
    ordered = sorted(facts, key=lambda one: one.seq)
    ordered.sort(key=lambda one: (one.station, one.epoch), reverse=True)
    ordered.sort(key=lambda one: one.at)
    return ordered
