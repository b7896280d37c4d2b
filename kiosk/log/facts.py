"""What is known of rulings and of the station's set-up without opening every record."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple, TypeAlias

from kiosk.base.frozen import frozen
from kiosk.base.schedule import RoundCall
from kiosk.log.bodies import (
    AccessMissingBody,
    EventClosedBody,
    EventOpenedBody,
    PasscodeSetBody,
    RoundEndedBody,
    RoundStartedBody,
    SetUpAcceptedBody,
    SetUpBody,
    said,
)
from kiosk.log.kinds import Kind, Record
from kiosk.rules.ruling import Verdict

# ---- facts -------------------------------------------------------------------------------------------------
# What is known of a ruling without opening it: storage selects it by name, alerts read it by name.

Key: TypeAlias = tuple[str, str, int]  # station, epoch, seq

# Where in the body of an adjudication a fact stands that is not called the same there.
_ELSEWHERE: Mapping[str, str] = {
    "main_list": "lexicon.fingerprint",
    "long_list": "long_lexicon.fingerprint",
    "rules": "rules.id",
}


class Fact(NamedTuple):
    """One ruling. A named tuple, because a year of them is made from rows at once.

    *words*: canonical JSON, as the record holds them. *main_list*, *long_list*: fingerprints.
    *rules*: the id of the rule set."""

    station: str
    epoch: str
    seq: int
    at: str
    event: str | None
    division: str | None
    round: int | None
    table: int | None
    words: str
    verdict: str
    operator: str | None
    main_list: str
    long_list: str | None
    rules: str | None = None

    @property
    def key(self) -> Key:
        return self.station, self.epoch, self.seq


def comparable(fact: Fact) -> bool:
    """Whether a ruling can be compared by *fact*: what is odd is shown, but raises no alert."""
    # A forged record holds anything, whatever the types say.
    try:
        zoned = datetime.fromisoformat(fact.at).tzinfo is not None
    except (ValueError, TypeError):
        return False
    texts = (fact.event, fact.division, fact.operator, fact.main_list, fact.long_list, fact.rules)
    return (
        zoned
        and fact.verdict in _VERDICTS
        and isinstance(fact.words, str)
        and fact.words.startswith('["')
        and all([one is None or isinstance(one, str) for one in texts])
        and all([one is None or isinstance(one, int) for one in (fact.round, fact.table)])
    )


_VERDICTS = tuple(verdict.value for verdict in Verdict)
COLUMNS = ("station", "epoch", "seq", "at")  # what is no part of the body
BODY_PATHS: Mapping[str, str] = {
    name: _ELSEWHERE.get(name, name) for name in Fact._fields if name not in COLUMNS
}


# ---- history -----------------------------------------------------------------------------------------------
# What the log says of the station's set-up: which event is open, which set-up was recorded, which passcodes.
#
# The log is the only memory of an event; nothing else says whether one is open.

SetUpOnRecord: TypeAlias = SetUpBody | SetUpAcceptedBody


@frozen
class OpenEvent:
    """The event that is open, and the record that opened it. *called*: the director's last word on rounds."""

    id: str
    name: str
    seq: int
    at: str
    called: RoundCall | None = None


@frozen
class History:
    """The sum of the records so far. *setup*: what the last set-up says. *access_missed*: it was noted that
    the passcode file is gone, and no passcode was set since."""

    event: OpenEvent | None = None
    setup: SetUpOnRecord | None = None
    passcodes: frozenset[str] = frozenset()
    access_missed: bool = False


# The only kinds that `history` looks at; a reader may leave out all others.
TELLING = (
    Kind.EVENT_OPENED,
    Kind.EVENT_CLOSED,
    Kind.ROUND_STARTED,
    Kind.ROUND_ENDED,
    Kind.SET_UP,
    Kind.SET_UP_ACCEPTED,
    Kind.PASSCODE_SET,
    Kind.ACCESS_MISSING,
)


def history(records: Iterable[Record]) -> History:
    """What *records*, oldest first, come to."""
    so_far = History()
    for record in records:
        so_far = _after(so_far, record)
    return so_far


def _after(so_far: History, record: Record) -> History:
    match said(record):
        case EventOpenedBody() as opened:
            return replace(so_far, event=OpenEvent(opened.event, opened.name, record.seq, record.at))
        case EventClosedBody():
            return replace(so_far, event=None)
        case (RoundStartedBody() | RoundEndedBody()) as called if so_far.event is not None:
            local = record.local.isoformat(timespec="seconds")
            call = RoundCall(called.round, local, started=isinstance(called, RoundStartedBody))
            return replace(so_far, event=replace(so_far.event, called=call))
        case (SetUpBody() | SetUpAcceptedBody()) as setup:
            return replace(so_far, setup=setup)
        case PasscodeSetBody(role=role):
            return replace(so_far, passcodes=so_far.passcodes | {role}, access_missed=False)
        case AccessMissingBody():
            return replace(so_far, access_missed=True)
    return so_far
