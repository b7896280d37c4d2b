"""Which records of a roll are wanted: every filter a mask, and all of them together.

The rule guarded here: what is typed is looked for as it stands; nothing in it is a pattern but * and ?.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import chain

from kiosk.core.log.typed_time import is_day, typed_time
from kiosk.core.words.wildcards import as_looked_for, matcher
from kiosk.director.alerts import Alert
from kiosk.director.console.reading import Facet, Narrowing
from kiosk.director.roll.roll import Roll

_KEPT = 24  # masks and lists, until the roll grows
_LONGEST = 40  # of a number that is looked for
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
        return together(*map(self._kept, parts)) if parts else b"\1" * len(self.roll)

    def alert(self, alert: Alert) -> bytes:
        """A byte a record: 1 where *alert* is raised."""
        self._forget_old()
        return self._kept(("facet", Facet.ALERT, alert.value))

    def _forget_old(self) -> None:
        if self._size != len(self.roll):
            self._size = len(self.roll)
            self._masks.clear()
            self._lists.clear()

    def _kept(self, part: tuple[object, ...]) -> bytes:
        if part not in self._masks:
            if len(self._masks) >= _KEPT:
                self._masks.clear()
            self._masks[part] = self._made(*part)
        return self._masks[part]

    def _made(self, what: object, *more: object) -> bytes:
        match what, *more:
            case "facet", Facet.ALERT, value:
                return self._with_alert(str(value))
            case "facet", Facet() as facet, value:
                return self.roll.sorts.mask(facet, str(value))
            case "number", text:
                return self._numbered(str(text))
            case "word", text:
                return self._worded(str(text))
            case "since", text:
                return self._timed(str(text), until=False)
            case "until", text:
                return self._timed(str(text), until=True)
        return bytes(self.roll.rulings)

    def _with_alert(self, value: str) -> bytes:
        masks = {alert.value: mask for alert, mask in self.roll.alert_masks().items()}
        if value or not masks:
            return bytes(masks.get(value, bytes(len(self.roll))))
        raised = reduce(int.__or__, (int.from_bytes(mask, "little") for mask in masks.values()))
        return bytes(map((0).__eq__, raised.to_bytes(len(self.roll), "little")))

    def _numbered(self, text: str) -> bytes:
        wanted = text.strip().upper()[:_LONGEST]
        if wanted[:1].isdigit():
            wanted = f"*-{wanted}"
        fits = matcher(wanted).fullmatch
        found = (place for place, number in self.roll.numbers.items() if fits(number))
        return self._at(found)

    def _worded(self, text: str) -> bytes:
        wanted = as_looked_for(text.strip())
        if not re.search(r"[?*]", wanted):
            return self._at(self.roll.with_word.get(wanted, ()))
        fits = matcher(wanted).fullmatch
        return self._at(
            chain.from_iterable(places for word, places in self.roll.with_word.items() if fits(word))
        )

    def _timed(self, text: str, *, until: bool) -> bytes:
        moment = typed_time(text)
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
