"""The catalogue of everything the log can hold, and the shape of one record.

A kind that is not listed here cannot be written. A body holds nothing per word and no personal name: the
chain cannot forget. Every body also carries `clock`, added by the log when it appends.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from kiosk.core.challenge.ruling import Adjudication, ListStamp
from kiosk.core.log.canonical import Json


class Audience(StrEnum):
    """Who a kind of record is written for."""

    DIRECTOR = "director"
    ORGANISER = "organiser"
    TECHNICIAN = "technician"


class Kind(StrEnum):
    GENESIS = "genesis"
    ADJUDICATION = "adjudication"
    CLOSED = "closed"
    CLEARED = "cleared"
    ABANDONED = "abandoned"
    CONCEDED = "conceded"
    DIRECTOR_NEEDED = "director_needed"
    STARTED = "started"
    STOPPED = "stopped"
    UNCLEAN_STOP = "unclean_stop"
    CLOCK_JUMP = "clock_jump"
    SELF_TEST = "self_test"
    LEXICON_LOADED = "lexicon_loaded"
    UNLOCK = "unlock"
    UNLOCK_FAILED = "unlock_failed"
    VIOLATION = "violation"
    LOCKED = "locked"
    SET_UP = "set_up"
    EVENT_OPENED = "event_opened"
    EVENT_CLOSED = "event_closed"
    NIGHT_CLOSED = "night_closed"
    ROUND_STARTED = "round_started"
    ROUND_ENDED = "round_ended"
    EXPORT = "export"
    CHECKPOINT = "checkpoint"
    NOTE = "note"

    @property
    def audience(self) -> Audience:
        return CATALOGUE[self].audience

    @property
    def meaning(self) -> str:
        return CATALOGUE[self].meaning


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the catalogue."""

    audience: Audience
    meaning: str


_DIRECTOR, _ORGANISER, _TECHNICIAN = Audience.DIRECTOR, Audience.ORGANISER, Audience.TECHNICIAN

CATALOGUE: Mapping[Kind, Entry] = {
    Kind.GENESIS: Entry(
        _TECHNICIAN, "The log began: random station id and epoch, program and SQLite versions."
    ),
    Kind.ADJUDICATION: Entry(_DIRECTOR, "A play was judged; everything known when TAB was pressed."),
    Kind.CLOSED: Entry(_DIRECTOR, "A verdict went off the screen: how, and after how long."),
    Kind.CLEARED: Entry(_DIRECTOR, "An entry was wiped by choice before it was judged."),
    Kind.ABANDONED: Entry(_DIRECTOR, "An entry was wiped because nobody touched the station."),
    Kind.CONCEDED: Entry(_DIRECTOR, "A challenge was conceded at the station before it was judged."),
    Kind.DIRECTOR_NEEDED: Entry(_DIRECTOR, "The players called the director to the station."),
    Kind.STARTED: Entry(_TECHNICIAN, "The station started: versions, and the storage settings in force."),
    Kind.STOPPED: Entry(_TECHNICIAN, "The station was stopped in the regular way."),
    Kind.UNCLEAN_STOP: Entry(_TECHNICIAN, "The run before ended without being stopped; what it left open."),
    Kind.CLOCK_JUMP: Entry(_TECHNICIAN, "The clock jumped or went back, or the machine was booted anew."),
    Kind.SELF_TEST: Entry(_TECHNICIAN, "The station tested itself, and what it found."),
    Kind.LEXICON_LOADED: Entry(_ORGANISER, "A word list was loaded and verified over its whole content."),
    Kind.UNLOCK: Entry(_DIRECTOR, "A passcode was accepted: which role, for what."),
    Kind.UNLOCK_FAILED: Entry(_DIRECTOR, "A passcode was refused."),
    Kind.VIOLATION: Entry(_DIRECTOR, "Somebody tried to leave the station; folded, with a count."),
    Kind.LOCKED: Entry(_DIRECTOR, "The station locked itself, and why."),
    Kind.SET_UP: Entry(_ORGANISER, "The set-up was written or changed; its digest."),
    Kind.EVENT_OPENED: Entry(_ORGANISER, "An event was opened."),
    Kind.EVENT_CLOSED: Entry(_ORGANISER, "An event was closed."),
    Kind.NIGHT_CLOSED: Entry(_ORGANISER, "The station was closed for the night."),
    Kind.ROUND_STARTED: Entry(_ORGANISER, "The director started a round; which wins over the schedule."),
    Kind.ROUND_ENDED: Entry(_ORGANISER, "The director ended a round."),
    Kind.EXPORT: Entry(_DIRECTOR, "Records left the station: as what, how many."),
    Kind.CHECKPOINT: Entry(
        _DIRECTOR,
        "Where the log stands, since which record it was verified, whether its head was given out.",
    ),
    Kind.NOTE: Entry(_DIRECTOR, "A remark by the program or by staff."),
}


@dataclass(frozen=True, slots=True)
class Record:
    """One link of the chain. *body* is canonical JSON: exactly the text that was hashed."""

    seq: int
    at: str
    kind: Kind
    body: str
    prev: str
    hash: str

    @property
    def data(self) -> Mapping[str, Json]:
        """The body, parsed."""
        parsed: Mapping[str, Json] = json.loads(self.body)
        return parsed

    @property
    def local(self) -> datetime:
        """The time on the station's wall clock."""
        clock = self.data.get("clock")
        offset = clock.get("offset_min") if isinstance(clock, Mapping) else None
        moment = datetime.fromisoformat(self.at).replace(tzinfo=None)
        return moment + timedelta(minutes=offset if isinstance(offset, int) else 0)


def adjudication_body(adjudication: Adjudication, number: str, program: str) -> dict[str, Json]:
    """*adjudication* as the body of its record, under ruling *number*, judged by version *program*."""
    place, effort, rules = adjudication.place, adjudication.effort, adjudication.rules
    return {
        "number": number,
        "words": list(adjudication.words),
        "declared": adjudication.declared,
        "final": len(adjudication.words),
        "verdict": adjudication.verdict.value,
        "method": adjudication.method,
        "operator": adjudication.operator,
        "division": place.division,
        "event": place.event,
        "round": place.round,
        "table": place.table,
        "flags": list(adjudication.flags),
        "lexicon": _stamp(adjudication.lexicon),
        "long_lexicon": None if adjudication.long_lexicon is None else _stamp(adjudication.long_lexicon),
        "rules": {"id": rules.id, "fingerprint": rules.fingerprint},
        "penalty": rules.penalty,
        "consequence": adjudication.consequence,
        "entry_ms": effort.entry_ms,
        "verify_ms": effort.verify_ms,
        "edits": effort.edits,
        "program": program,
    }


def _stamp(lexicon: ListStamp) -> dict[str, Json]:
    return {
        "id": lexicon.id,
        "name": lexicon.name,
        "edition": lexicon.edition,
        "fingerprint": lexicon.fingerprint,
    }
