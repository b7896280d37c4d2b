"""A run of the station without Qt, on a real data folder: the screen, the guards and the clock are fakes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from kiosk.base.page import spell_page
from kiosk.lockdown.health import Power
from kiosk.lockdown.keeper import Engaged, Heard
from kiosk.lockdown.watch import Hold
from kiosk.log.reader import read_records
from kiosk.log.store import log_path
from kiosk.setup.settings import Protection
from kiosk.station.closed_store import ClosedMark
from kiosk.station.entry import LATE_MS
from kiosk.station.events import ChordPressed, KeysMoved
from kiosk.station.opening_run import ScreenAtStart
from kiosk.station.run import Parts, StationRun
from kiosk.system_clock import system_clock
from tests.support.fakes import key

TITLE = "A station without a name"


class TurnedClock:
    """The machine's clock, turned on by hand."""

    def __init__(self):
        self.ahead_ms = 0
        self.later_min = 0  # by the time of day

    def __call__(self):
        now = system_clock()
        later = datetime.fromisoformat(now.at) + timedelta(minutes=self.later_min)
        at = f"{later:%Y-%m-%dT%H:%M:%S}.{later.microsecond // 1000:03}Z" if self.later_min else now.at
        return replace(now, mono_ms=now.mono_ms + self.ahead_ms, at=at)


class FakeScreen:
    """A screen that notes what it was told; what is to be done soon is done by `settle`."""

    def __init__(self, windowed=True):
        self.windowed = windowed
        self.hold = Hold(keyboard=True)
        self.percent, self.page, self.broken, self.alarm_ms = 100, None, False, 0
        self.painted = []
        self.free, self.exits, self.waiting, self.console = False, [], [], None
        self.on_event = self.on_large = lambda *_: None

    @property
    def said(self):
        return "OUT OF SERVICE for good" if self.broken else spell_page(self.page)

    def set_text_size(self, text_percent):
        self.percent = text_percent

    def listen(self, on_event, on_large):
        self.on_event, self.on_large = on_event, on_large

    def show_page(self, page):
        self.page = page

    def paint(self):
        self.painted.append(self.page)

    def open_console(self, leave, inside):
        self.console = inside

    def close_console(self):
        self.console = None

    def show_broken(self):
        self.broken = True
        self.on_event = self.on_large = lambda *_: None

    def ring_after(self, ms):
        self.alarm_ms = ms

    def soon(self, act):
        self.waiting.append(act)

    def settle(self):
        waiting, self.waiting = self.waiting, []
        for act in waiting:
            act()

    def let_go(self):
        self.free = True

    def exit(self, code, why=""):
        self.exits.append((code, why))


class FakeGuards:
    """A keeper that notes what is asked of it. *stuck*: nothing can be given back."""

    def __init__(self, stuck=False):
        self.engaged, self.asked, self.released = 0, 0, 0
        self.stuck = stuck
        self.hears = Heard()

    def engage(self):
        self.engaged += 1
        return Engaged(("A guard",), ())

    def level(self, **_):
        return Protection.DETERRENT

    def ask(self, **_):
        self.asked += 1

    def heard(self):
        heard, self.hears = self.hears, Heard()
        return heard

    def release(self):
        self.released += 1
        if self.stuck:
            raise OSError("No space left on device")


class FakeChores:
    """Chores of *log* that find *wrong* when a test says so."""

    def __init__(self, log):
        self.log = log
        self.wrong, self.idle, self.ended = "", [], 0

    def tick(self, settings, *, idle):
        self.idle.append(idle)
        return self.wrong

    def end(self):
        self.ended += 1


class Run:
    """One run on *folder*; *spent* holds how long each piece of slow work was allowed to take."""

    def __init__(
        self,
        folder,
        out_of_service="",
        guards=None,
        chores=None,
        battery=None,
        cause="",
        given=None,
        later_min=0,
    ):
        self.screen = FakeScreen(windowed=guards is None)
        self.clock, self.spent = TurnedClock(), []
        self.clock.later_min = later_min
        self.keyboard = True
        self._chores = chores or FakeChores
        parts = Parts(
            folder=folder,
            screen=self.screen,
            clock=self.clock,
            busy=self.busy,
            keeper=lambda: guards,
            power=lambda: battery or Power(),
            keyboard=lambda: self.keyboard,
            chores=self._chores_for,
            mark=lambda: ClosedMark(folder),
            title=TITLE,
            started=ScreenAtStart("none", guards is None),
            cause=cause,
            given=given,
        )
        self.run = StationRun(parts, out_of_service)

    def _chores_for(self, log):
        self.log, self.chores = log, self._chores(log)
        return self.chores

    @contextmanager
    def busy(self, within_s=0) -> Iterator[None]:
        self.spent.append(within_s)
        yield

    def start(self):
        self.run.start()
        self.screen.settle()
        return self

    @property
    def station(self):
        return self.run.phase.station

    @property
    def state(self):
        return self.station.state

    def press(self, keys):
        """Press and let go of each key, as the window reports it."""
        for character in keys:
            for event in (key(character), KeysMoved((character,)), KeysMoved()):
                self.screen.on_event(event)
        self.screen.settle()

    def chord(self, keys=""):
        self.screen.on_event(ChordPressed())
        self.press(keys)

    def enter(self, keys):
        """Type *keys*, ENTER, and take the hands off until TAB is armed."""
        self.press(f"{keys}\n")
        self.wait(1000)
        assert self.state.armed

    def judge(self, keys):
        self.enter(keys)
        self.press("\t")

    def wait(self, ms):
        """Let *ms* go by as for a program that is awake: it rings in every quarter of a second."""
        for left_ms in range(ms, 0, -LATE_MS):
            self.clock.ahead_ms += min(left_ms, LATE_MS)
            self.run.ring()

    def crash(self):
        """What kill -9 leaves: nothing is recorded, the lock is gone."""
        self.run.end(0)


def kinds(folder):
    return [record.kind for record in read_records(log_path(folder))]


def data_of(folder, *kinds):
    return [record.data for record in read_records(log_path(folder)) if record.kind in kinds]
