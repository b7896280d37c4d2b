"""What a run of the station is given: the screen, clock, guards, the log's chores, the way out."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kiosk.actions.run_station.opening import ScreenAtStart
from kiosk.core.challenge.events import Event
from kiosk.core.challenge.states import WithDirector
from kiosk.core.frozen import frozen
from kiosk.core.log.clock import Clock
from kiosk.core.page import Page
from kiosk.core.setup.settings import Protection, Settings
from kiosk.core.watch.sight import Hold
from kiosk.storage.log.late import LateLog
from kiosk.storage.setup.opened import OpenedSetup

if TYPE_CHECKING:  # guards are loaded after the first page, if at all
    from kiosk.lockdown.health import Power
    from kiosk.lockdown.keeper import Engaged, Heard


class StationScreen(Protocol):
    """The station's window, its one alarm and its watch over screen and keyboard."""

    @property
    def windowed(self) -> bool:
        """A demonstration in a window: nothing on the desktop is touched."""

    @property
    def hold(self) -> Hold: ...
    def dress(self, text_percent: int) -> None: ...
    def listen(self, on_event: Callable[[Event], None], on_large: Callable[[], None]) -> None:
        """From now on keys mean something."""

    def show_page(self, page: Page) -> None: ...
    def paint(self) -> None:
        """Draw the page on show at once: this process is about to wait for something."""

    def show_broken(self) -> None:
        """Say for good that the station is out of service; depends on nothing else."""

    def open_console(self, leave: WithDirector, inside: "InsideStation") -> None:
        """Open the director's console over the station's page."""

    def close_console(self) -> None:
        """Take it away without asking; nothing happens if there is none."""

    def ring_after(self, ms: int) -> None: ...
    def soon(self, act: Callable[[], None]) -> None:
        """Call *act* once the page that was just shown can be seen."""

    def let_go(self) -> None:
        """Stop watching, let go of keyboard and pointer; the window may close."""

    def exit(self, code: int, why: str = "") -> None:
        """End the program; *why* is said to whoever started it."""


@frozen
class InsideStation:
    """What a console inside the station works with: its log, of which there is one writer; *changed* is
    called when the event or its rounds are others, *shut* when the console is gone. *untouched_s*: how long
    the set-up lets it stand untouched."""

    folder: Path
    clock: Clock
    log: LateLog
    busy: "Busy"
    changed: Callable[[], None]
    shut: Callable[[bool], None]
    untouched_s: int


class GuardKeeper(Protocol):
    """This machine's guards."""

    def engage(self) -> "Engaged": ...
    def level(self, *, passcode: bool, hold: Hold) -> Protection: ...
    def ask(self, *, passcode: bool, hold: Hold) -> None: ...
    def heard(self) -> "Heard": ...
    def release(self) -> None: ...


class LogChores(Protocol):
    """What is done for the log while nobody plays."""

    def tick(self, settings: Settings, *, idle: bool) -> str: ...
    def end(self) -> None: ...


class Mark(Protocol):
    """Remembers across restarts that the station is closed, even if the log cannot."""

    def set(self, why: str) -> None: ...
    def clear(self) -> None: ...
    def why(self) -> str: ...


class Busy(Protocol):
    """Slow work is done inside `with busy():`, or the time it takes would look like a stop of the program.
    *within_s*: how long the work may take, if that is longer than a tick."""

    def __call__(self, within_s: int = 0) -> AbstractContextManager[None]: ...


@frozen
class Parts:
    """All a run is made of. *keeper* and *power* are called late or never; *mark* when there is a folder to
    make room for it in, and after any fault. *keyboard*: whether there is one, or None
    where that cannot be told. *started*: what the record of the start says of the screen;
    *cause*: what ended the run before, where that is known. *given*: what a rehearsal rules with, whatever
    lies in the folder."""

    folder: Path
    screen: StationScreen
    clock: Clock
    busy: Busy
    keeper: Callable[[], GuardKeeper]
    power: Callable[[], "Power"]
    keyboard: Callable[[], bool | None]
    chores: Callable[[LateLog], LogChores]
    mark: Callable[[], Mark]
    title: str
    started: ScreenAtStart
    cause: str = ""
    given: OpenedSetup | None = None
