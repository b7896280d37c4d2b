"""Small stand-ins for what a station stands on. Each notes what was asked of it in one journal, in order.

A journal entry is a tuple whose first item says what happened: look_up, rule, append, failed, reopen, show,
closed, resumed, restore, leave, passcode.
"""

from dataclasses import dataclass, field, replace
from functools import cache

from kiosk.base.canonical import canonical
from kiosk.errors import AccessError, LogError
from kiosk.log.bodies import AdjudicationBody, ClosedBody
from kiosk.log.body import encode
from kiosk.log.chain import Point, Record, next_record
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import LoggedRuling, Place
from kiosk.setup.passcodes import Role
from kiosk.station.events import (
    BackspacePressed,
    ChordPressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    KeysMoved,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    TimedOut,
    Typed,
    UpPressed,
)
from kiosk.station.machine import remaining
from kiosk.station.states import Procedure
from kiosk.station.station import Collaborators, Station
from kiosk.words.play import LexiconIdentity, WordSource
from tests.support import stage

KEYS = {
    " ": SpacePressed(),
    "\n": EnterPressed(),
    "\t": TabPressed(),
    "\b": BackspacePressed(),
    "\x1b": EscapePressed(),
    "↑": UpPressed(),
    "↓": DownPressed(),
    "←": MoreTimePressed(),
    "§": ChordPressed(),
}
DIRECTOR, JUDGE = "open sesame", "judge me not"


def key(character):
    """The event of the key that is written as *character*."""
    if character in KEYS:
        return KEYS[character]
    return Typed(character, int(character) if character.isdigit() else None)


class ManualClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now_ms=1_000_000):
        self.now_ms = now_ms

    def pass_ms(self, ms):
        self.now_ms += ms


class CountingList:
    """A list of fixed identity that notes every look-up."""

    def __init__(self, words=stage.GOOD, journal=None, identity=None):
        self.words = frozenset(words)
        self.journal = [] if journal is None else journal
        self.identity = identity or stage.TinyList().identity

    def __contains__(self, word):
        self.journal.append(("look_up", word))
        return word in self.words

    @property
    def looked_up(self):
        return [what[1] for what in self.journal if what[0] == "look_up"]


class MemoryLog:
    """A log in memory: a real chain of real records, gone with the test."""

    def __init__(self, journal=None, letter="B"):
        self.journal = [] if journal is None else journal
        self.records: list[Record] = []
        self._letter = letter

    def append(self, body):
        here = Point(self.records[-1].seq, self.records[-1].hash) if self.records else Point()
        text = canonical(encode(body))
        self.records.append(next_record(here, "2026-11-16T12:00:00.000Z", body.kind, text))
        self.journal.append(("append", body.kind, encode(body)))
        return self.records[-1]

    def rule(self, adjudication):
        number = f"{self._letter}-{len(self.of(Kind.ADJUDICATION)) + 1}"
        record = MemoryLog.append(self, AdjudicationBody.of(adjudication, number, "test"))
        ruling = LoggedRuling(record.seq, number, record.at, record.hash, adjudication)
        self.journal.append(("rule", ruling))
        return ruling

    def unseen(self):
        return None

    def reopen(self):
        self.journal.append(("reopen",))

    def of(self, *kinds):
        """The data of all records of *kinds*, oldest first."""
        return [record.data for record in self.records if record.kind in kinds]


class FullDisk(MemoryLog):
    """A log that takes nothing; it can be opened again, which does not help."""

    def append(self, body):
        self.journal.append(("failed", body.kind))
        raise LogError("The record could not be saved: disk full.")

    def rule(self, adjudication):
        return self.append(AdjudicationBody.of(adjudication, "", "test"))


class DeadDisk(FullDisk):
    """A log that takes nothing and cannot be opened again."""

    def reopen(self):
        super().reopen()
        raise LogError("The log cannot be opened.")


class FlakyLog(MemoryLog):
    """A log whose next *failures* writes fail; then it works again."""

    def __init__(self, journal=None, failures=1):
        super().__init__(journal)
        self.failures = failures

    def _fails(self, kind):
        if self.failures:
            self.failures -= 1
            self.journal.append(("failed", kind))
            raise LogError("The record could not be saved.")

    def append(self, body):
        self._fails(body.kind)
        return super().append(body)

    def rule(self, adjudication):
        self._fails(Kind.ADJUDICATION)
        return super().rule(adjudication)


class LandingLog(MemoryLog):
    """A log whose rulings land though it reports them as failed; *failures* more writes fail after that."""

    def __init__(self, journal=None, failures=0):
        super().__init__(journal)
        self.failures = failures
        self._landed = None

    def rule(self, adjudication):
        if self._landed is None:
            super().rule(adjudication)
            self._landed = self.records[-1]
        raise LogError("The record could not be saved.")

    def append(self, body):
        if self._landed is not None and self.failures:
            self.failures -= 1
            raise LogError("The record could not be saved.")
        if isinstance(body, ClosedBody):
            self._landed = None
        return super().append(body)

    def unseen(self):
        return self._landed


class Passcodes:
    """Knows two passcodes and counts the tries."""

    def __init__(self, journal):
        self.journal = journal

    def check(self, passcode):
        role = {DIRECTOR: Role.DIRECTOR, JUDGE: Role.JUDGE}.get(passcode)
        self.journal.append(("passcode", role))
        if role is None:
            raise AccessError("Not accepted.")
        return role

    def warning(self):
        return ""


@dataclass
class Surface:
    """The screen and the rest of the ground; *shown* holds every state that was ever shown."""

    clock: ManualClock
    journal: list
    where: Place = Place("d0", "open-2026", 3)
    circumstances: tuple[str, ...] = ()
    restored: object = None
    shown: list = field(default_factory=list)

    def now_ms(self):
        return self.clock.now_ms

    def local_time(self):
        return "14:31"

    def place(self, division):
        return Place(division.id, self.where.event, self.where.round)

    def flags(self):
        return self.circumstances

    def show(self, state):
        self.shown.append(state)
        self.journal.append(("show", state))

    def remember_closed(self, why):
        self.journal.append(("closed", why))

    def forget_closed(self):
        self.journal.append(("resumed",))

    def restore(self):
        self.journal.append(("restore",))
        if isinstance(self.restored, Exception):
            raise self.restored
        return self.restored

    def open_console(self):
        self.journal.append(("console",))

    def leave(self):
        self.journal.append(("leave",))


@dataclass
class Rig:
    """A station with fakes all around it, and fingers."""

    station: Station
    log: MemoryLog
    surface: Surface
    clock: ManualClock
    journal: list

    @property
    def state(self):
        return self.station.state

    def press(self, keys):
        """Press and let go of each key, as the window reports it."""
        for character in keys:
            self.station.key(key(character))
            self.station.key(KeysMoved((character,)))
            self.station.key(KeysMoved())
        return self

    def wait(self, ms):
        """Let *ms* go by, with every time-out that falls into them, as the window's timer rings it."""
        while (left := remaining(self.state, self.clock.now_ms, self.station.procedure)) is not None:
            if left > ms:
                break
            self.clock.pass_ms(left)
            ms -= left
            self.station.handle(TimedOut())
        self.clock.pass_ms(ms)
        return self

    def enter(self, *words, division=""):
        """Type *words* and wait until TAB is armed."""
        return self.press(f"{division}{len(words)}" + " ".join(words) + "\n").wait(1000)

    def judge(self, *words, division=""):
        return self.enter(*words, division=division).press("\t")

    def did(self, *what):
        """The journal's entries of these sorts, in order."""
        return [entry for entry in self.journal if entry[0] in what]


procedure = cache(stage.procedure)


def identity(name="tiny", edition="NWL2023", fingerprint="ab" * 32):
    return LexiconIdentity(name, f"List {name}", edition, "NWL", 7, fingerprint)


def rig(*rules_ids, build=Station, log=MemoryLog, words=stage.GOOD, sources=None, **changes):
    """A station that was begun, by *rules_ids*; *changes* are the procedure's."""
    journal, clock = [], ManualClock()
    how: Procedure = replace(procedure(*rules_ids), **changes)
    lists = sources or tuple(WordSource(CountingList(words, journal)) for _ in how.divisions)
    surface = Surface(clock, journal, restored=(how, lists))
    made = log(journal)
    station = build(how, lists, Collaborators(made, Passcodes(journal), surface))
    station.begin()
    return Rig(station, made, surface, clock, journal)
