"""What records say of the station itself: its runs, its guards, its log, its clock."""

from collections.abc import Mapping

from kiosk.core.frozen import frozen
from kiosk.core.log.body import Body, Part
from kiosk.core.log.kinds import Kind


@frozen
class ContinuedLog(Part):
    """The end of the copy of another log, after which this one begins: its *count* and *head*.
    *numbers_after*: the ruling number after which this log's own begin."""

    station: str
    epoch: str
    count: int
    head: str
    numbers_after: int


@frozen
class GenesisBody(Body):
    """*station*: this installation; *epoch*: this file; random both. *continues*: on a spare machine, the
    log of the one that was lost."""

    kind = Kind.GENESIS
    station: str
    epoch: str
    program: str | None
    python: str | None
    sqlite: str | None
    continues: ContinuedLog | None = None


@frozen
class StartedBody(Body):
    """Versions, and the storage settings in force. *windowed*: in a window instead of the whole screen;
    *window*: which, where it is not the station's."""

    kind = Kind.STARTED
    program: str
    python: str
    sqlite: str
    system: str
    pragmas: Mapping[str, str]
    qt: str
    windowed: bool
    window: str = ""


@frozen
class StoppedBody(Body):
    """*how*: director or signal; at the desk, judge or refused."""

    kind = Kind.STOPPED
    how: str


@frozen
class UncleanStopBody(Body):
    """*unclosed*: the ruling whose verdict the screen may have shown last; *cause*: where it is known."""

    kind = Kind.UNCLEAN_STOP
    started_at: str
    last_at: str
    unclosed: str | None
    cause: str = ""


@frozen
class ClockJumpBody(Body):
    """*reasons*: `boot` (the machine was started again), `jump` (the time of day moved against the clock
    nobody can set), `backwards` (it is earlier than in the record before)."""

    kind = Kind.CLOCK_JUMP
    reasons: tuple[str, ...]
    before: str
    wall_ms: int
    mono_ms: int | None


@frozen
class SelfTestBody(Body):
    kind = Kind.SELF_TEST
    log: str
    lists: tuple[str, ...]
    setup_code: str


@frozen
class FaultBody(Body):
    """*kind_*: the class of the exception; *at*: the place in the program. Never what was typed."""

    kind = Kind.FAULT
    kind_: str
    at: str


@frozen
class ViolationBody(Body):
    """*echoes*: in a record of its own, how often the last one was seen again."""

    kind = Kind.VIOLATION
    what: str
    lasted_ms: int | None = None
    locks: bool | None = None
    echoes: int | None = None


@frozen
class LockedBody(Body):
    kind = Kind.LOCKED
    why: str


@frozen
class OutOfServiceBody(Body):
    kind = Kind.OUT_OF_SERVICE
    why: str


@frozen
class GuardsBody(Body):
    """*engaged*: the names of the guards; *given_back*, *left*: what an earlier run had left behind."""

    kind = Kind.GUARDS
    engaged: tuple[str, ...]
    given_back: tuple[str, ...]
    left: tuple[str, ...]
    trouble: str


@frozen
class GuardsPutBackBody(Body):
    """*put_back*: the names of guards that no longer held and were engaged again."""

    kind = Kind.GUARDS_PUT_BACK
    put_back: tuple[str, ...]


@frozen
class GuardRemarkBody(Body):
    kind = Kind.GUARD_REMARK
    said: str


@frozen
class SecondCopyBody(Body):
    kind = Kind.SECOND_COPY
    state: str
    note: str


@frozen
class CheckFailedBody(Body):
    kind = Kind.CHECK_FAILED
    why: str


@frozen
class RestoredBody(Body):
    """*count*, *head*: where the log that was put back, or the copy of a lost one, ends. *acknowledged*:
    where the lost one ended, if that is known. On a spare machine, *station*, *epoch*: whose copy it is;
    *last*, *next*: its last ruling number and the first one here; *role*: whose passcode let it happen."""

    kind = Kind.RESTORED
    count: int
    head: str
    acknowledged: int | None = None
    acknowledged_head: str | None = None
    station: str = ""
    epoch: str = ""
    last: str = ""
    next: str = ""
    role: str = ""


@frozen
class CheckpointBody(Body):
    """Where the log stood before it. *standing*: number and hash of each earlier record that a start still
    needs; *from_*: the first of those verified on end up to it. Older programs wrote *count* and *head*."""

    kind = Kind.CHECKPOINT
    count: int
    head: str
    rulings: int | None
    closed: str | None
    standing: tuple[tuple[int, str], ...] | None
    from_: int | None
    given_out: bool | None


@frozen
class PushedBody(Body):
    """*hub*: its id; *count*, *head*: where this log ended as the hub acknowledged it; *hub_at*: its time."""

    kind = Kind.PUSHED
    hub: str
    count: int
    head: str
    hub_at: str = ""


@frozen
class NoteBody(Body):
    kind = Kind.NOTE
    text: str = ""


BODIES: tuple[type[Body], ...] = (
    *(GenesisBody, StartedBody, StoppedBody, UncleanStopBody, ClockJumpBody, SelfTestBody, FaultBody),
    *(ViolationBody, LockedBody, OutOfServiceBody, GuardsBody, GuardsPutBackBody, GuardRemarkBody),
    *(SecondCopyBody, CheckFailedBody, RestoredBody, CheckpointBody, PushedBody, NoteBody),
)
