"""Composes the director's console: its window, its run, who reads and works for it, and two timers."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from kiosk.console.client import ConsoleParts, LogAsker
from kiosk.console.events import LeftAlone, Ticked
from kiosk.console.hub_worker import reads_hub, records_in_hub
from kiosk.console.kit import ConsoleLook
from kiosk.console.run import ConsoleRun
from kiosk.console.states import ConsoleState
from kiosk.console.values import Where
from kiosk.console.window import ConsoleWindow
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff
from kiosk.shipped import resources
from kiosk.station.closed import WithDirector
from kiosk.station.events import Holder
from kiosk.station.run import Busy, InsideStation
from kiosk.worker_client import Worker, start_worker

# ---- listening ---------------------------------------------------------------------------------------------
# Wakes whoever listens to a reading process when it has said something.
#
# The rule guarded here: a window never waits for its reader.

LOOK_MS = 40  # where a pipe cannot be watched (Windows)


class PipeWatch(QObject):
    """Calls *hear* whenever one of the watched descriptors can be read."""

    def __init__(
        self, parent: QObject, hear: Callable[[], None], *, by_time: bool = sys.platform == "win32"
    ) -> None:
        super().__init__(parent)
        self._hear, self._by_time = hear, by_time
        self._watched: dict[int, QSocketNotifier] = {}
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._readable)

    def watch(self, filenos: tuple[int, ...], busy: bool) -> None:
        """From now on watch *filenos*; *busy*: something is to come."""
        if self._by_time:
            if busy != self._timer.isActive():
                self._timer.start(LOOK_MS) if busy else self._timer.stop()
            return
        for gone in set(self._watched) - set(filenos):
            notifier = self._watched.pop(gone)
            notifier.setEnabled(False)
            notifier.deleteLater()
        for new in set(filenos) - set(self._watched):
            notifier = QSocketNotifier(new, QSocketNotifier.Type.Read, self)
            notifier.activated.connect(self._readable)
            self._watched[new] = notifier

    def _readable(self) -> None:
        self._hear()


# ---- console -----------------------------------------------------------------------------------------------
# Composes the director's console: its window, its run, who reads and works for it, and two timers.

TICK_MS = 1000
# Until somebody who was called away is taken to have gone; at a station, where players stand in front of it,
# the set-up says how long.
ALONE_MS = 10 * 60_000
COUNTED_MS = 15_000  # before it closes over a station the page counts so long
SOON_MS = 30  # a page is painted by then


def console_inside(leave: WithDirector, inside: InsideStation, shut: Callable[[bool], None]) -> "Console":
    """The console of the station that whoever has *leave* holds; it writes through the station's own log."""
    role = None if leave.role == Holder.DEMONSTRATION else Role.DIRECTOR
    staff = Staff(inside.folder, inside.clock, lambda log, wanted, where: role, own_log=inside.log.ready)
    alone_ms = inside.untouched_s * 1000
    return Console(staff, Where.IN_STATION, inside.busy, shut, inside.changed, alone_ms=alone_ms)


class Console(QObject):
    """A console for *staff*. *shut* is called once when it is gone, with whether the station ends too.
    *alone_ms*: how long it may stand untouched."""

    def __init__(
        self,
        staff: Staff,
        where: Where,
        busy: Busy,
        shut: Callable[[bool], None],
        changed: Callable[[], None] = lambda: None,
        logs: tuple[Path, ...] = (),
        alone_ms: int = ALONE_MS,
    ) -> None:
        super().__init__()
        self.window = ConsoleWindow(ConsoleLook(resources() / "fonts"))
        self._shut = shut
        self._alone_ms, self._counts = alone_ms, where is Where.IN_STATION
        self._leaving = False
        start = start_worker(staff.folder, logs)
        self.reading = LogAsker(start, self._watch)
        self._listening = PipeWatch(self, self.reading.hear)
        self.working = Worker(start, self._watch_work, staff)
        self._hearing_work = PipeWatch(self, self.working.hear)
        parts = ConsoleParts(
            *(staff, where, self, self.reading, self.working, busy, changed),
            several=bool(logs),
            hub=partial(records_in_hub, logs) if reads_hub(logs) else None,
        )
        self.run = ConsoleRun(parts)
        self._tick, self._alone = QTimer(self), QTimer(self)
        self._tick.timeout.connect(self._on_tick)
        self._alone.setSingleShot(True)
        self._alone.timeout.connect(self._left_alone)

    def begin(self) -> None:
        """Show the first page; from now on what its user does means something."""
        self.window.listen(self.run.handle)
        self.window.touched.connect(self._on_touch)
        self.window.shut.connect(self._on_worker_gone)
        self.run.begin()
        self._tick.start(TICK_MS)
        self._alone.start(self._alone_ms)

    def cover(self) -> None:
        """Fill the primary screen, as the station under it does."""
        self.window.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        self.window.setGeometry(QGuiApplication.primaryScreen().geometry())

    def end(self) -> None:
        """Take it away, whatever it shows, and tell nobody."""
        self._shut = lambda leaving: None
        self.run.end()
        self.close(False)

    # --- the screen of the run ----------------------------------------------------------------------------

    def show(self, state: ConsoleState, now_ms: int) -> None:
        self.window.show_state(state, now_ms)

    def soon(self, act: Callable[[], None]) -> None:
        QTimer.singleShot(SOON_MS, self, act)

    def close(self, leaving: bool) -> None:
        self._leaving = leaving
        self._tick.stop()
        self._alone.stop()
        self.window.may_close = True
        self.window.close()
        self.window.deleteLater()  # what it showed goes with it

    def _watch(self, filenos: tuple[int, ...], busy: bool) -> None:
        self._listening.watch(filenos, busy)

    def _watch_work(self, filenos: tuple[int, ...], busy: bool) -> None:
        self._hearing_work.watch(filenos, busy)

    # --- time ---------------------------------------------------------------------------------------------

    def _on_tick(self) -> None:
        left_ms = self._alone.remainingTime()
        if self._counts and left_ms <= COUNTED_MS:
            self.window.count_down(-(-left_ms // 1000))
        self.run.handle(Ticked())

    def _on_touch(self) -> None:
        self.window.count_down(None)
        self._alone.start(self._alone_ms)

    def _left_alone(self) -> None:
        self.run.handle(LeftAlone())

    def _on_worker_gone(self) -> None:
        self._shut(self._leaving)
