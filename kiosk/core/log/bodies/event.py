"""What records say of events and of whoever runs them: set-up, passcodes, rounds, lists, exports.

Neither a person's name nor a path: the chain cannot forget.
"""

from collections.abc import Mapping

from kiosk.core.frozen import frozen
from kiosk.core.log.body import Body, Part
from kiosk.core.log.canonical import Json
from kiosk.core.log.kinds import Kind


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
class RoundOnRecord(Part):
    """A round by the schedule; local times."""

    number: int
    starts: str
    ends: str | None


@frozen
class ProtectionOnRecord(Part):
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


BODIES: tuple[type[Body], ...] = (
    *(SetUpBody, SetUpAcceptedBody, PasscodeSetBody, UnlockBody, UnlockFailedBody, AccessMissingBody),
    *(EventOpenedBody, EventClosedBody, NightClosedBody, RoundStartedBody, RoundEndedBody),
    *(LexiconLoadedBody, LexiconImportedBody, ExportBody, ShiftStartedBody, ShiftEndedBody),
    *(PairingsImportedBody, PairingsForgottenBody),
)
