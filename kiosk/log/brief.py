"""A record in brief: what a list, its facets and its timeline need to know of it, and no more.

A console keeps those of a whole log in memory. The rule guarded here: whatever a record holds, its brief can
be made; what is not of the right type reads as not there.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from kiosk.log.alerts import comparable
from kiosk.log.facts import Fact
from kiosk.log.kinds import Kind

_MINUTE_MS = 60_000
_LONGEST_OFFSET_MIN = 24 * 60
# The years 2 to 9998: within them any offset leaves a date.
_EARLIEST_MS, _LATEST_MS = -62_104_060_800_000, 253_339_228_800_000
_BOOT_ONLY = ["boot"]


class Brief(NamedTuple):
    """*at_ms*, *local_ms*: since 1970, by UTC and by the station's wall; None where the record names no such
    time. *fact*: of a ruling that can be compared with others. *about*: of a decision, the record it is
    about. *jump*: it says that the clock was set."""

    seq: int
    kind: str
    fits: bool
    at_ms: int | None = None
    local_ms: int | None = None
    event: str | None = None
    division: str | None = None
    round: int | None = None
    table: int | None = None
    verdict: str | None = None
    method: str | None = None
    number: str = ""
    letter: str = ""
    words: tuple[str, ...] = ()
    fact: Fact | None = None
    about: tuple[str, str, int] | None = None
    jump: bool = False


class RowInBrief(NamedTuple):
    """A record as a file holds it, for `brief`."""

    station: str
    epoch: str
    seq: int
    at: str
    kind: str
    body: str


def brief(row: RowInBrief, shared: dict[str, str], *, fits: bool) -> Brief:
    """*row* in brief. *shared*: texts that stand in many records, each kept once."""
    # A hundred thousand of them are made before a console shows anything: so few calls, and no `_replace`.
    data = _parse(row.body)
    at_ms = _moment(row.at)
    event, division, verdict, method = (_text(data.get(key), shared) for key in _TEXTS)
    number, words = data.get("number"), data.get("words")
    play = tuple([_text(word, shared) or "" for word in words]) if type(words) is list else ()
    kind = shared.setdefault(row.kind, row.kind)
    return Brief(
        row.seq,
        kind,
        fits,
        at_ms,
        None if at_ms is None else _on_the_wall(at_ms, data.get("clock")),
        event,
        division,
        _count(data.get("round")),
        _count(data.get("table")),
        verdict,
        method,
        number if type(number) is str else "",
        _letter(kind, number, data),
        play,
        _fact(row, data, play, shared) if kind == Kind.ADJUDICATION else None,
        _about(data) if kind == Kind.DECISION else None,
        kind == Kind.CLOCK_JUMP and data.get("reasons") != _BOOT_ONLY,
    )


_TEXTS = ("event", "division", "verdict", "method")


def _parse(body: str) -> Mapping[str, Any]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _moment(at: str) -> int | None:
    try:
        moment = datetime.fromisoformat(at)
        aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        return int(aware.timestamp() * 1000)
    except (ValueError, OverflowError):
        return None


def _on_the_wall(at_ms: int, clock: Any) -> int | None:
    offset = clock.get("offset_min") if type(clock) is dict else None
    minutes = offset if type(offset) is int else 0
    known = abs(minutes) <= _LONGEST_OFFSET_MIN and _EARLIEST_MS <= at_ms <= _LATEST_MS
    return at_ms + minutes * _MINUTE_MS if known else None


def _text(value: Any, shared: dict[str, str]) -> str | None:
    return shared.setdefault(value, value) if type(value) is str else None


def _count(value: Any) -> int | None:
    return value if type(value) is int else None


def _letter(kind: str, number: Any, data: Mapping[str, Any]) -> str:
    """The letter of the station, where a ruling's number or a set-up tells."""
    if kind == Kind.ADJUDICATION:
        return number.partition("-")[0] if type(number) is str else ""
    letter = data.get("letter") if kind == Kind.SET_UP else None
    return letter if type(letter) is str else ""


def _about(data: Mapping[str, Any]) -> tuple[str, str, int] | None:
    named = data.get("about")
    if type(named) is not dict:
        return None
    station, epoch, seq = named.get("station"), named.get("epoch"), named.get("seq")
    if type(station) is str and type(epoch) is str and type(seq) is int:
        return station, epoch, seq
    return None


def _fact(
    row: RowInBrief, data: Mapping[str, Any], play: tuple[str, ...], shared: dict[str, str]
) -> Fact | None:
    """What the alerts compare, spelled as the index of facts spells it; None if it cannot be compared."""
    # Letters need no escapes, and most plays hold nothing else.
    text = '["' + '","'.join(play) + '"]' if "".join(play).isalpha() else _compact(data.get("words"))
    main, long, rules = data.get("lexicon"), data.get("long_lexicon"), data.get("rules")
    fact = Fact(
        row.station,
        row.epoch,
        row.seq,
        row.at,
        _share(data.get("event"), shared),
        _share(data.get("division"), shared),
        data.get("round"),
        data.get("table"),
        shared.setdefault(text, text),
        _share(data.get("verdict"), shared),
        _share(data.get("operator"), shared),
        _share(main.get("fingerprint") if type(main) is dict else None, shared),
        _share(long.get("fingerprint") if type(long) is dict else None, shared),
        _share(rules.get("id") if type(rules) is dict else None, shared),
    )
    return fact if comparable(fact) else None


def _share(value: Any, shared: dict[str, str]) -> Any:
    """*value*, whatever it is; a text that was met before is that one."""
    return shared.setdefault(value, value) if type(value) is str else value


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
