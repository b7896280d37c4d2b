"""What records say, kind by kind, as values, whichever version of the program wrote them."""

from collections.abc import Iterable, Mapping
from dataclasses import field

from kiosk.base.canonical import Json
from kiosk.base.clock import Reading, wall_ms
from kiosk.base.frozen import frozen
from kiosk.log.body import Body, JsonValue, Misfit, read_part
from kiosk.log.chain import Record
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import Adjudication, ListStamp, Verdict

# ---- event -------------------------------------------------------------------------------------------------
# What records say of events and of whoever runs them: set-up, passcodes, rounds, lists, exports.
#
# Neither a person's name nor a path: the chain cannot forget.


@frozen
class SetUpBody(Body):
    """*digest*: of the file; *settings*: what it says, without the station's name or any path; *found*: what
    had happened to the file before, in words."""

    kind = Kind.SET_UP
    digest: str
    letter: str
    profile: str
    settings: Mapping[str, Json]
    divisions: tuple[Mapping[str, Json], ...]
    setup_code: str
    second_copy: bool
    notes: tuple[str, ...]
    program: str
    reason: str | None
    event: str | None
    found: str | None


@frozen
class SetUpAcceptedBody(Body):
    kind = Kind.SET_UP_ACCEPTED
    digest: str
    divisions: tuple[Mapping[str, Json], ...]
    setup_code: str


@frozen
class PasscodeSetBody(Body):
    """*after_loss*: the passcode file had gone. Of this and the next two, *late*: the log could not take it
    when it was *attempted_at*."""

    kind = Kind.PASSCODE_SET
    role: str
    replaced: bool
    after_loss: bool | None = None
    late: bool = False
    attempted_at: str = ""


@frozen
class UnlockBody(Body):
    """*where*: which screen or command asked, after *try_* tries; *resumed*: in a record of its own, which
    closed state the station was given back from."""

    kind = Kind.UNLOCK
    role: str
    where: str = ""
    try_: int | None = None
    delay_s: int | None = None
    resumed: str = ""
    late: bool = False
    attempted_at: str = ""


@frozen
class UnlockFailedBody(Body):
    """*why*: wrong or too_soon; *delay_s*: how long the next try waits."""

    kind = Kind.UNLOCK_FAILED
    role: str | None
    where: str
    why: str
    try_: int
    delay_s: int
    late: bool = False
    attempted_at: str = ""


@frozen
class AccessMissingBody(Body):
    """*roles*: those whose passcodes were set once."""

    kind = Kind.ACCESS_MISSING
    roles: tuple[str, ...]


@frozen
class RoundOnRecord(JsonValue):
    """A round by the schedule; local times."""

    number: int
    starts: str
    ends: str | None


@frozen
class ProtectionOnRecord(JsonValue):
    """*level*: None if it was not examined, and *why*."""

    level: str | None
    wanted: str
    why: str = ""


@frozen
class EventOpenedBody(Body):
    """*odd*: what the director confirmed all the same. *goes_on*: it was open on a station that was lost, and
    goes on here; so has a round."""

    kind = Kind.EVENT_OPENED
    event: str
    name: str
    rounds: tuple[RoundOnRecord, ...]
    digest: str
    divisions: tuple[Mapping[str, Json], ...]
    setup_code: str
    protection: ProtectionOnRecord
    odd: tuple[str, ...]
    goes_on: bool = False


@frozen
class EventClosedBody(Body):
    kind = Kind.EVENT_CLOSED
    event: str
    name: str
    opened_seq: int


@frozen
class NightClosedBody(Body):
    kind = Kind.NIGHT_CLOSED
    event: str | None


@frozen
class RoundCalledBody(Body):
    """*scheduled*: the round by the schedule at that moment."""

    event: str
    round: int
    scheduled: int | None
    goes_on: bool = False


@frozen
class RoundStartedBody(RoundCalledBody):
    kind = Kind.ROUND_STARTED


@frozen
class RoundEndedBody(RoundCalledBody):
    kind = Kind.ROUND_ENDED


@frozen
class LexiconLoadedBody(Body):
    kind = Kind.LEXICON_LOADED
    id: str
    edition: str | None
    words: int
    fingerprint: str


@frozen
class LexiconImportedBody(Body):
    kind = Kind.LEXICON_IMPORTED
    id: str
    name: str
    edition: str | None
    words: int
    fingerprint: str


@frozen
class ExportBody(Body):
    """*format*: a file format, or report; *filters*: what was asked for."""

    kind = Kind.EXPORT
    format: str
    records: int
    filters: Mapping[str, Json]


@frozen
class ShiftStartedBody(Body):
    """*by*: a judge's code; *method*: how rulings of the shift are made."""

    kind = Kind.SHIFT_STARTED
    by: str
    method: str


@frozen
class ShiftEndedBody(Body):
    kind = Kind.SHIFT_ENDED
    by: str
    rulings: int


@frozen
class PairingsImportedBody(Body):
    """*tables*: games, each at its table, of *divisions*; *digest*: of the erasable file with the names,
    which are in no record. The file holds a salt: once it is erased, the digest tells nothing of them."""

    kind = Kind.PAIRINGS_IMPORTED
    event: str | None
    rounds: tuple[int, ...]
    tables: int
    digest: str
    divisions: int = 0


@frozen
class PairingsForgottenBody(Body):
    kind = Kind.PAIRINGS_FORGOTTEN
    event: str | None


EVENT_BODIES: tuple[type[Body], ...] = (
    *(SetUpBody, SetUpAcceptedBody, PasscodeSetBody, UnlockBody, UnlockFailedBody, AccessMissingBody),
    *(EventOpenedBody, EventClosedBody, NightClosedBody, RoundStartedBody, RoundEndedBody),
    *(LexiconLoadedBody, LexiconImportedBody, ExportBody, ShiftStartedBody, ShiftEndedBody),
    *(PairingsImportedBody, PairingsForgottenBody),
)


# ---- play --------------------------------------------------------------------------------------------------
# What records say of challenges: entries, rulings, and what was decided on them.
#
# Nothing is said of a single word, and no person is named: the chain cannot forget.


@frozen
class ListOnRecord(JsonValue):
    id: str
    name: str
    edition: str | None
    fingerprint: str


@frozen
class RulesOnRecord(JsonValue):
    id: str
    fingerprint: str


@frozen
class RecordNamed(JsonValue):
    """A record, in whichever log it stands."""

    station: str
    epoch: str
    seq: int


@frozen
class AdjudicationBody(Body):
    """*number*: the ruling number; *words* in typed order, of which there were *final* in the end. *after*:
    the ruling that this one answers; *opinion*: 2 or 3 if it is a second or third opinion on that one.
    *slip*: the number on the slip that staff ruled from."""

    kind = Kind.ADJUDICATION
    number: str
    words: tuple[str, ...]
    declared: int | None
    final: int
    verdict: Verdict
    method: str
    operator: str | None
    division: str | None
    event: str | None
    round: int | None
    table: int | None
    flags: tuple[str, ...]
    lexicon: ListOnRecord
    long_lexicon: ListOnRecord | None
    rules: RulesOnRecord
    penalty: str
    consequence: str | None
    entry_ms: int
    verify_ms: int
    edits: int
    program: str
    after: RecordNamed | None = None
    opinion: int | None = None
    slip: int | None = None

    @classmethod
    def of(cls, adjudication: Adjudication, number: str, program: str) -> "AdjudicationBody":
        """*adjudication* under ruling *number*, judged by version *program*."""
        place, effort, rules = adjudication.place, adjudication.effort, adjudication.rules
        long_lexicon = adjudication.long_lexicon
        return cls(
            number=number,
            words=tuple(adjudication.words),
            declared=adjudication.declared,
            final=len(adjudication.words),
            verdict=adjudication.verdict,
            method=adjudication.method,
            operator=adjudication.operator,
            division=place.division,
            event=place.event,
            round=place.round,
            table=place.table,
            flags=adjudication.flags,
            lexicon=_stamp(adjudication.lexicon),
            long_lexicon=None if long_lexicon is None else _stamp(long_lexicon),
            rules=RulesOnRecord(rules.id, rules.fingerprint),
            penalty=rules.penalty,
            consequence=adjudication.consequence,
            entry_ms=effort.entry_ms,
            verify_ms=effort.verify_ms,
            edits=effort.edits,
            program=program,
            after=None if adjudication.after is None else RecordNamed(*adjudication.after),
            opinion=adjudication.opinion,
            slip=adjudication.slip,
        )


def _stamp(lexicon: ListStamp) -> ListOnRecord:
    return ListOnRecord(lexicon.id, lexicon.name, lexicon.edition, lexicon.fingerprint)


@frozen
class ClosedBody(Body):
    """*seq*, *number*: of the ruling; *how*: enter, time, never_shown, or what took it off the screen."""

    kind = Kind.CLOSED
    seq: int
    number: str
    how: str
    after_ms: int


@frozen
class EntryBody(Body):
    """An entry that ended without a look-up: *words* as they were typed."""

    division: str | None
    words: tuple[str, ...]
    declared: int | None


@frozen
class ClearedBody(EntryBody):
    kind = Kind.CLEARED


@frozen
class AbandonedBody(EntryBody):
    kind = Kind.ABANDONED


@frozen
class ConcededBody(EntryBody):
    """*by*: challenger, who gave up; or challenged, who took the play back. Old records do not say."""

    kind = Kind.CONCEDED
    by: str | None = None


@frozen
class DirectorNeededBody(EntryBody):
    kind = Kind.DIRECTOR_NEEDED


@frozen
class CallEndedBody(Body):
    """*how*: taken_back by the players, or answered by the director."""

    kind = Kind.CALL_ENDED
    how: str
    after_ms: int


@frozen
class RulingConfirmedBody(Body):
    """*seq*, *number*: of a ruling that was reported as failed and had landed all the same."""

    kind = Kind.RULING_CONFIRMED
    number: str
    seq: int


@frozen
class DecisionBody(Body):
    """*decision*: its type in the rule set; *sentence*: what was decided; *amounts*: points and seconds, and
    which ruling stands; *answers*: what the director said of the case. *concerns*: challenger, challenged,
    first, second, both or none. *about*, *number*: the record it is about, and its ruling number. *by*:
    initials or a staff id. *corrects*: the decision that this one takes the place of."""

    kind = Kind.DECISION
    decision: str
    sentence: str
    rules: RulesOnRecord
    effect: str
    amounts: Mapping[str, Json]
    answers: Mapping[str, Json]
    clause: str | None
    concerns: str
    remark: str | None
    by: str | None
    event: str | None
    round: int | None
    table: int | None
    division: str | None
    about: RecordNamed | None = None
    number: str | None = None
    corrects: RecordNamed | None = None


@frozen
class RevealBody(Body):
    """*fingerprints*: of the lists the answer was worked out from; what it said is not recorded. *reason*:
    why it was asked."""

    kind = Kind.REVEAL
    about: RecordNamed
    fingerprints: tuple[str, ...]
    by: str | None
    reason: str = ""


PLAY_BODIES: tuple[type[Body], ...] = (
    *(AdjudicationBody, ClosedBody, ClearedBody, AbandonedBody, ConcededBody, DirectorNeededBody),
    *(CallEndedBody, RulingConfirmedBody, DecisionBody, RevealBody),
)


# ---- station -----------------------------------------------------------------------------------------------
# What records say of the station itself: its runs, its guards, its log, its clock.


@frozen
class ContinuedLog(JsonValue):
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


MOST_VIOLATIONS = 3  # so many within ten minutes lock a station, so a start must know as many


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


STATION_BODIES: tuple[type[Body], ...] = (
    *(GenesisBody, StartedBody, StoppedBody, UncleanStopBody, ClockJumpBody, SelfTestBody, FaultBody),
    *(ViolationBody, LockedBody, OutOfServiceBody, GuardsBody, GuardsPutBackBody, GuardRemarkBody),
    *(SecondCopyBody, CheckFailedBody, RestoredBody, CheckpointBody, PushedBody, NoteBody),
)


# ---- catalogue ---------------------------------------------------------------------------------------------
# Which value each kind of record is read and written as.

BODIES: Mapping[str, type[Body]] = {
    body.kind.value: body for body in (*PLAY_BODIES, *STATION_BODIES, *EVENT_BODIES)
}

# Kinds of this edition that no part of the program writes yet; a reader knows them already.
UNWRITTEN: frozenset[Kind] = frozenset()


# ---- spellings ---------------------------------------------------------------------------------------------
# Reads bodies, whichever version of the program wrote them. The only place that knows old spellings.
#
# Rules it guards: nothing that is read is written again in another spelling, because its hash covers the old
# one; a kind or a body that this version does not know is not an error; it just has no value here.


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


def read_body(record: Record) -> Body | None:
    """What *record* says, as `decode` has it."""
    data = record.data
    return decode(record.kind, data) if isinstance(data, Mapping) else None


def as_written(kinds: Iterable[Kind]) -> frozenset[str]:
    """The kinds under which records of *kinds* may stand in a file: their own, and those of old spellings."""
    wanted = frozenset(kinds)
    return frozenset(wanted) | {old.written for old in OLD_SPELLINGS if old.now in wanted}


# ---- clock jump --------------------------------------------------------------------------------------------
# Whether two readings of the clocks fit together. What does not fit is recorded, never a reason to stop.

TOLERANCE_MS = 2000


def clock_jump(before: Reading, now: Reading) -> ClockJumpBody | None:
    """What a record says if *now* cannot simply follow *before*; None if it can."""
    passed_ms = wall_ms(before.at, now.at)
    same_boot = before.boot == now.boot and now.mono_ms >= before.mono_ms
    mono_ms = now.mono_ms - before.mono_ms if same_boot else None
    reasons = []
    if mono_ms is None:
        reasons.append("boot")
    elif abs(passed_ms - mono_ms) > TOLERANCE_MS:
        reasons.append("jump")
    if passed_ms < 0:
        reasons.append("backwards")
    if not reasons:
        return None
    return ClockJumpBody(tuple(reasons), before.at, passed_ms, mono_ms)


# ---- numbers -----------------------------------------------------------------------------------------------
# Ruling numbers: what players write on the slip and directors look up.

_HUNDRED = 100


def ruling_number(letter: str, count: int) -> str:
    """The number of the *count*-th adjudication of station *letter*: “B-147”."""
    if not (letter.isascii() and letter.isupper() and letter.isalpha()) or count < 1:
        raise ValueError(f"no ruling has the number {letter!r}, {count}")
    return f"{letter}-{count}"


def full_hundred_after(count: int) -> int:
    """The next full hundred after *count*: the numbers of a spare machine begin one above it. Between them is
    room for the rulings that the lost machine gave after its last copy: 147 gives 200, and so does 199."""
    return (count // _HUNDRED + 1) * _HUNDRED
