"""One run of the wizard: it carries out what its machine orders, and shows where that leads. No Qt.

Rules it guards: nothing is written before the machine orders it, which it does after the last page; a new
passcode is held as its hash alone, and no longer than until it is stored.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Protocol

from kiosk.actions.admission import by_passcode
from kiosk.actions.paper import Printer
from kiosk.actions.run_wizard.looking import Looking
from kiosk.actions.run_wizard.papers import PaperPlace, write_papers
from kiosk.actions.set_up import AnsweredSetup, copy_folder, establish
from kiosk.actions.staff import Staff, log_in, open_access
from kiosk.core.access.passcode import Role
from kiosk.core.challenge.events import StopAsked
from kiosk.core.fields.limits import Unfit
from kiosk.core.frozen import frozen
from kiosk.core.log.clock import Clock
from kiosk.core.machine import settle, unknown
from kiosk.core.setup.schedule import local_time
from kiosk.errors import AccessError, KioskError
from kiosk.wizard.effects import (
    ComparePasscode,
    FindLists,
    HashPasscode,
    LeaveWizard,
    LookAtFolder,
    LookAtList,
    SaveSetup,
    StartStation,
    TryChallenge,
    WeighSetup,
    WizardEffect,
    WritePapers,
)
from kiosk.wizard.events import (
    FolderSeen,
    ListRefused,
    ListSeen,
    ListsFound,
    PapersDone,
    PasscodeCompared,
    PasscodeHashed,
    SaveRefused,
    SetupSaved,
    SetupWeighed,
    WizardEvent,
)
from kiosk.wizard.page import WizardPage
from kiosk.wizard.states import AskingChoice, AtWizardDoor, ClockWrong, WizardState
from kiosk.wizard.step import step
from kiosk.wizard.values import WizardKnown
from kiosk.wizard.walk import WizardNext, begun
from kiosk.wizard.wording import wizard_page
from kiosk.wizard.wording.around import WizardAround

WAIT_S = 3.0


class WizardScreen(Protocol):
    """Where the wizard is shown: a window, or a terminal."""

    def listen(self, on_event: Callable[[WizardEvent], None]) -> None: ...
    def show_page(self, page: WizardPage) -> None: ...
    def show_now(self, page: WizardPage) -> None:
        """Show *page* at once, in the midst of work."""

    def try_challenge(self) -> None: ...
    def start_station(self) -> None: ...
    def leave(self) -> None: ...


@frozen
class WizardParts:
    """*folder*: the station's data; *printer*: paints a sheet; *set_clock*: how the clock is set here."""

    folder: Path
    clock: Clock
    known: WizardKnown
    printer: Printer
    set_clock: str = ""


class WizardRun:
    """The wizard, its screen and its hands."""

    def __init__(self, parts: WizardParts, screen: WizardScreen) -> None:
        self._parts, self._screen = parts, screen
        self._share = 0.0
        self._hashed: str | None = None
        self._began_with = log_in(parts.folder)
        self._looking = Looking(parts.folder, parts.known, parts.known.today, self._read_so_far)
        self.state: WizardState
        self.state, self._first = begun(parts.known)

    def begin(self) -> None:
        """Show the first page; from now on keys mean something."""
        self._screen.listen(self.handle)
        for effect in self._first:
            for event in self._carried_out(effect):
                self.handle(event)
        self.show()

    def handle(self, event: WizardEvent) -> None:
        """Take what happened to its end, and show where that leads."""
        settle(self._step, self._carried_out, self.state, event)
        self.show()

    def stop(self) -> None:
        """Somebody asked the program to end."""
        self.handle(StopAsked())

    def _step(self, state: WizardState, event: WizardEvent) -> WizardNext:
        now_ms = self._parts.clock().mono_ms
        self.state, effects = step(state, event, now_ms, self._parts.known)
        if effects:
            self._share = 0.0
            self._screen.show_now(self.page())  # what is done now may take a moment
        return self.state, effects

    # --- the page -----------------------------------------------------------------------------------------

    def page(self) -> WizardPage:
        now = self._parts.clock()
        local = datetime.fromisoformat(local_time(now.at, now.offset_min))
        around = WizardAround(
            f"{local:%A} {local.day} {local:%B %Y}",
            f"{local:%H:%M:%S}",
            zone(now.offset_min),
            self._parts.set_clock,
            self._share,
        )
        return wizard_page(self.state, now.mono_ms, self._parts.known, around)

    def show(self) -> None:
        self._screen.show_page(self.page())

    def tick(self) -> None:
        """Once a second: pages that show the time, or a wait."""
        if isinstance(self.state, AskingChoice | ClockWrong | AtWizardDoor):
            self.show()

    def _read_so_far(self, share: float) -> None:
        self._share = min(1.0, share)
        self._screen.show_now(self.page())

    # --- what the machine orders --------------------------------------------------------------------------

    def _carried_out(self, effect: WizardEffect) -> Iterable[WizardEvent]:
        match effect:
            case FindLists():
                return (ListsFound(self._looking.offers()),)
            case LookAtList():
                return (self._looked(effect),)
            case HashPasscode(passcode):
                return (self._hashed_of(passcode),)
            case ComparePasscode(passcode):
                return (self._compared(passcode),)
            case LookAtFolder(folder):
                return (self._folder_seen(folder),)
            case WeighSetup(settings):
                return (SetupWeighed(self._looking.weigh(settings)),)
            case SaveSetup() | WritePapers():
                return (self._written(effect),)
            case TryChallenge() | StartStation() | LeaveWizard():
                self._handed_on(effect)
                return ()
            case _:
                unknown(effect)

    def _handed_on(self, effect: TryChallenge | StartStation | LeaveWizard) -> None:
        match effect:
            case TryChallenge():
                self._screen.try_challenge()
            case StartStation():
                self._screen.start_station()
            case LeaveWizard():
                self._hashed = None
                self._screen.leave()
            case _:
                unknown(effect)

    def _looked(self, order: LookAtList) -> WizardEvent:
        try:
            return ListSeen(self._looking.look(order.key, order.division, is_file=order.is_file))
        except KioskError as error:
            return ListRefused(str(error))

    def _hashed_of(self, passcode: str) -> WizardEvent:
        access = open_access(self._parts.folder, self._parts.clock)
        self._hashed = access.hashed(Role.DIRECTOR, passcode)
        return PasscodeHashed()

    def _compared(self, passcode: str) -> WizardEvent:
        access = open_access(self._parts.folder, self._parts.clock)
        same = self._hashed is not None and access.is_same(self._hashed, passcode)
        if not same:
            self._hashed = None
        return PasscodeCompared(same)

    def _folder_seen(self, named: str) -> WizardEvent:
        try:
            return FolderSeen(copy_folder(named, self._parts.folder))
        except Unfit as unfit:
            return FolderSeen(named, str(unfit).removeprefix("must be "))

    def _written(self, order: SaveSetup | WritePapers) -> WizardEvent:
        match order:
            case SaveSetup():
                return self._saved(order)
            case WritePapers(folder, paper):
                return self._papers(PaperPlace(folder, paper))
            case _:
                unknown(order)

    def _saved(self, order: SaveSetup) -> WizardEvent:
        folder, clock = self._parts.folder, self._parts.clock
        admit = by_passcode(folder, clock, lambda role, wait_ms: order.passcode)
        answered = AnsweredSetup(
            order.settings,
            self._looking.to_keep(order.settings),
            self._hashed if order.sets_passcode else None,
            order.reason,
        )
        try:
            made = establish(Staff(folder, clock, admit, WAIT_S, began_with=self._began_with), answered)
        except AccessError as error:
            # Also where the passcode was stored just now, and what came after it could not be.
            return SaveRefused(str(error), open_access(folder, clock).is_set(), error.wait_ms)
        except KioskError as error:
            return SaveRefused(str(error))
        self._hashed = None
        return SetupSaved(made.code or "")

    def _papers(self, place: PaperPlace) -> WizardEvent:
        try:
            names = write_papers(self._parts.folder, place, self._parts.clock, self._parts.printer)
        except KioskError as error:
            return PapersDone(str(error), written=False)
        return PapersDone(f"In {place.named}, to print and to read: {', '.join(names)}", written=True)


def zone(offset_min: int) -> str:
    """How far the local time is from UTC."""
    sign = "-" if offset_min < 0 else "+"
    hours, minutes = divmod(abs(offset_min), 60)
    return f"time zone UTC{sign}{hours}:{minutes:02}" if minutes else f"time zone UTC{sign}{hours}"
