"""Reads bodies, whichever version of the program wrote them. The only place that knows old spellings.

Rules it guards: nothing that is read is written again in another spelling, because its hash covers the old
one; a kind or a body that this version does not know is not an error; it just has no value here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field

from kiosk.core.frozen import frozen
from kiosk.core.log.body import Body, Misfit, read_part
from kiosk.core.log.canonical import Json
from kiosk.core.log.catalogue import BODIES
from kiosk.core.log.kinds import Kind, Record


@frozen
class OldSpelling:
    """Records of *written* whose *key* is *value*, and which have *has* and lack *lacks*, are read as *now*,
    with the keys *renamed*."""

    written: Kind
    key: str
    value: Json
    now: Kind
    has: str = ""
    lacks: str = ""
    renamed: Mapping[str, str] = field(default_factory=dict)

    def fits(self, kind: str, data: Mapping[str, Json]) -> bool:
        return (
            kind == self.written
            and data.get(self.key) == self.value
            and (not self.has or self.has in data)
            and not (self.lacks and self.lacks in data)
        )


def _note(what: str, now: Kind, has: str = "", lacks: str = "") -> OldSpelling:
    return OldSpelling(Kind.NOTE, "what", what, now, has, lacks)


def _phase(phase: str) -> OldSpelling:
    return OldSpelling(Kind.DIRECTOR_NEEDED, "phase", phase, Kind.CALL_ENDED, renamed={"phase": "how"})


OLD_SPELLINGS: tuple[OldSpelling, ...] = (
    _note("guards", Kind.GUARDS_PUT_BACK, has="put_back"),
    _note("guards", Kind.GUARDS, lacks="put_back"),
    _note("guard", Kind.GUARD_REMARK),
    _note("second_copy", Kind.SECOND_COPY),
    _note("log_check", Kind.CHECK_FAILED),
    _note("fault", Kind.FAULT),
    _note("ruling_confirmed", Kind.RULING_CONFIRMED),
    _note("access_missing", Kind.ACCESS_MISSING),
    _note("older_log_accepted", Kind.RESTORED),
    OldSpelling(Kind.LOCKED, "state", "out_of_service", Kind.OUT_OF_SERVICE),
    OldSpelling(Kind.SET_UP, "what", "passcode", Kind.PASSCODE_SET),
    OldSpelling(Kind.SET_UP, "by_hand", True, Kind.SET_UP_ACCEPTED),
    _phase("taken_back"),
    _phase("answered"),
)


def decode(kind: str, data: Mapping[str, Json]) -> Body | None:
    """What a record of *kind* with *data* says; None if this version does not know such a kind, or would not
    have written such a body."""
    for old in OLD_SPELLINGS:
        if old.fits(kind, data):
            kind, data = old.now, {old.renamed.get(key, key): value for key, value in data.items()}
            break
    known = BODIES.get(kind)
    try:
        return None if known is None else read_part(known, data)
    except Misfit:
        return None


def said(record: Record) -> Body | None:
    """What *record* says, as `decode` has it."""
    data = record.data
    return decode(record.kind, data) if isinstance(data, Mapping) else None


def as_written(kinds: Iterable[Kind]) -> frozenset[str]:
    """The kinds under which records of *kinds* may stand in a file: their own, and those of old spellings."""
    wanted = frozenset(kinds)
    return frozenset(wanted) | {old.written for old in OLD_SPELLINGS if old.now in wanted}
