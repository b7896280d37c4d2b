"""The catalogue of everything the log can hold.

A kind that is not listed here cannot be written; what each says is a value of its own (`bodies`). A body
holds nothing per word and no personal name: the chain cannot forget. Every body also carries `clock`, added
by the log when it appends.
"""

from collections.abc import Mapping
from enum import StrEnum

from kiosk.base.frozen import frozen


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
    CALL_ENDED = "call_ended"
    RULING_CONFIRMED = "ruling_confirmed"
    DECISION = "decision"
    REVEAL = "reveal"
    STARTED = "started"
    STOPPED = "stopped"
    UNCLEAN_STOP = "unclean_stop"
    CLOCK_JUMP = "clock_jump"
    SELF_TEST = "self_test"
    FAULT = "fault"
    LEXICON_LOADED = "lexicon_loaded"
    LEXICON_IMPORTED = "lexicon_imported"
    UNLOCK = "unlock"
    UNLOCK_FAILED = "unlock_failed"
    PASSCODE_SET = "passcode_set"
    ACCESS_MISSING = "access_missing"
    VIOLATION = "violation"
    LOCKED = "locked"
    OUT_OF_SERVICE = "out_of_service"
    GUARDS = "guards"
    GUARDS_PUT_BACK = "guards_put_back"
    GUARD_REMARK = "guard_remark"
    SET_UP = "set_up"
    SET_UP_ACCEPTED = "set_up_accepted"
    EVENT_OPENED = "event_opened"
    EVENT_CLOSED = "event_closed"
    NIGHT_CLOSED = "night_closed"
    ROUND_STARTED = "round_started"
    ROUND_ENDED = "round_ended"
    SHIFT_STARTED = "shift_started"
    SHIFT_ENDED = "shift_ended"
    PAIRINGS_IMPORTED = "pairings_imported"
    PAIRINGS_FORGOTTEN = "pairings_forgotten"
    EXPORT = "export"
    PUSHED = "pushed"
    CHECKPOINT = "checkpoint"
    SECOND_COPY = "second_copy"
    CHECK_FAILED = "check_failed"
    RESTORED = "restored"
    NOTE = "note"

    @property
    def audience(self) -> Audience:
        return CATALOGUE[self].audience

    @property
    def meaning(self) -> str:
        return CATALOGUE[self].meaning


@frozen
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
    Kind.CALL_ENDED: Entry(_DIRECTOR, "A call for the director was taken back or answered; how soon."),
    Kind.RULING_CONFIRMED: Entry(
        _TECHNICIAN, "A ruling that was reported as failed had landed all the same; its verdict was shown."
    ),
    Kind.DECISION: Entry(
        _DIRECTOR, "The director decided something, of a ruling or of its own; nothing is edited."
    ),
    Kind.REVEAL: Entry(_DIRECTOR, "Staff had the words of a ruling looked up one by one; not what it said."),
    Kind.STARTED: Entry(_TECHNICIAN, "The station started: versions, and the storage settings in force."),
    Kind.STOPPED: Entry(_TECHNICIAN, "The station was stopped in the regular way."),
    Kind.UNCLEAN_STOP: Entry(_TECHNICIAN, "The run before ended without being stopped; what it left open."),
    Kind.CLOCK_JUMP: Entry(_TECHNICIAN, "The clock jumped or went back, or the machine was started again."),
    Kind.SELF_TEST: Entry(_TECHNICIAN, "The station tested itself, and what it found."),
    Kind.FAULT: Entry(_TECHNICIAN, "The program met a bug: its class and place, never what was typed."),
    Kind.LEXICON_LOADED: Entry(_ORGANISER, "A word list was loaded and verified over its whole content."),
    Kind.LEXICON_IMPORTED: Entry(_ORGANISER, "A word list was imported into the data folder."),
    Kind.UNLOCK: Entry(_DIRECTOR, "A passcode was accepted: which role, for what."),
    Kind.UNLOCK_FAILED: Entry(_DIRECTOR, "A passcode was refused."),
    Kind.PASSCODE_SET: Entry(_DIRECTOR, "A passcode was set or changed: whose."),
    Kind.ACCESS_MISSING: Entry(_DIRECTOR, "Passcodes were set once, and their file is gone."),
    Kind.VIOLATION: Entry(_DIRECTOR, "Somebody tried to leave the station; folded, with a count."),
    Kind.LOCKED: Entry(_DIRECTOR, "The station locked itself, and why."),
    Kind.OUT_OF_SERVICE: Entry(_DIRECTOR, "The station went out of service, and why."),
    Kind.GUARDS: Entry(_TECHNICIAN, "Which guards the station engaged, and what trouble they had."),
    Kind.GUARDS_PUT_BACK: Entry(_DIRECTOR, "Guards no longer held and were engaged again."),
    Kind.GUARD_REMARK: Entry(_TECHNICIAN, "What a guard had to say."),
    Kind.SET_UP: Entry(_ORGANISER, "The set-up was written or changed; its digest."),
    Kind.SET_UP_ACCEPTED: Entry(_ORGANISER, "The director went on with a set-up that was changed by hand."),
    Kind.EVENT_OPENED: Entry(_ORGANISER, "An event was opened."),
    Kind.EVENT_CLOSED: Entry(_ORGANISER, "An event was closed."),
    Kind.NIGHT_CLOSED: Entry(_ORGANISER, "The station was closed for the night."),
    Kind.ROUND_STARTED: Entry(_ORGANISER, "The director started a round; which wins over the schedule."),
    Kind.ROUND_ENDED: Entry(_ORGANISER, "The director ended a round."),
    Kind.SHIFT_STARTED: Entry(_ORGANISER, "A judge's shift at the adjudicator's desk began."),
    Kind.SHIFT_ENDED: Entry(_ORGANISER, "A judge's shift at the adjudicator's desk ended."),
    Kind.PAIRINGS_IMPORTED: Entry(_ORGANISER, "Pairings were imported; no name of them is in the log."),
    Kind.PAIRINGS_FORGOTTEN: Entry(_ORGANISER, "The file of pairings was erased."),
    Kind.EXPORT: Entry(_DIRECTOR, "Records left the station: as what, how many."),
    Kind.PUSHED: Entry(_TECHNICIAN, "A hub acknowledged this log up to a count and a head."),
    Kind.CHECKPOINT: Entry(
        _DIRECTOR,
        "Where the log stands, since which record it was verified, whether its head was given out.",
    ),
    Kind.SECOND_COPY: Entry(_DIRECTOR, "The second copy began to work, or no longer does."),
    Kind.CHECK_FAILED: Entry(_TECHNICIAN, "The daily check of the whole log came to nothing, and why."),
    Kind.RESTORED: Entry(
        _DIRECTOR,
        "The director went on with an older log that was put back, or on a spare machine after the copy of a "
        "lost one; its count and head.",
    ),
    Kind.NOTE: Entry(_DIRECTOR, "A remark by the program or by staff."),
}
