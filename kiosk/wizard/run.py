"""One run of the wizard: whether it may start, what its machine orders, and where that leads. No Qt."""

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kiosk.base.clock import Clock, local_time
from kiosk.base.fields import Unfit
from kiosk.base.frozen import frozen
from kiosk.base.machine import settle, unknown
from kiosk.errors import AccessError, KioskError, SetupError
from kiosk.lockdown.desktop import facts_here
from kiosk.lockdown.escapes import examine
from kiosk.paper.actions import Printer
from kiosk.rules.store import rule_sets
from kiosk.setup.actions import AnsweredSetup, copy_folder, establish, present_setup
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, by_passcode, log_in, open_access
from kiosk.setup.store import load_settings
from kiosk.station.events import StopAsked
from kiosk.wizard import events
from kiosk.wizard.asking import begin
from kiosk.wizard.draft import WizardKnown
from kiosk.wizard.machine import step, wizard_page
from kiosk.wizard.pages import WizardClock, WizardPage
from kiosk.wizard.states import WizardNext, WizardState

if TYPE_CHECKING:  # the readers of all forms are slow to load
    pass
from kiosk.wizard.looking_run import Looking
from kiosk.wizard.papers_run import PaperPlace, write_papers

# ---- opening -----------------------------------------------------------------------------------------------
# What the wizard must know before its first page, or why it does not start.
#
# Rules it guards: while an event is open its set-up is frozen; a set-up that was changed by hand is not taken
# over in silence. Nothing is written.

PAPER_FOLDER = "challenge-kiosk-paper"


def open_wizard(folder: Path, clock: Clock, *, has_screen: bool) -> WizardKnown:
    """What the wizard for the station in *folder* begins with; or KioskError."""
    event = present_setup(folder).event
    if event is not None:
        raise SetupError(
            f"The event “{event.name}” is open, so its set-up is frozen. Close the event with “kiosk event "
            "close”, then change the set-up."
        )
    now = clock()
    reaches = examine(facts_here(True)).level
    return WizardKnown(
        rules=tuple(rule_sets(folder).usable),
        present=load_settings(folder),
        passcode_set=open_access(folder, clock).is_set(),
        today=local_time(now.at, now.offset_min)[:10],
        reaches=reaches,
        doctor=f"The doctor says: a station started here reaches “{reaches}”.",
        papers=str(Path("~") / PAPER_FOLDER),
        has_screen=has_screen,
    )


# ---- run ---------------------------------------------------------------------------------------------------
# One run of the wizard: it carries out what its machine orders, and shows where that leads. No Qt.
#
# Rules it guards: nothing is written before the machine orders it, which it does after the last page; a new
# passcode is held as its hash alone, and no longer than until it is stored.

WAIT_S = 3.0


class WizardScreen(Protocol):
    """Where the wizard is shown: a window, or a terminal."""

    def listen(self, on_event: Callable[[events.WizardEvent], None]) -> None: ...
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
        self.state, self._first = begin(parts.known)

    def begin(self) -> None:
        """Show the first page; from now on keys mean something."""
        self._screen.listen(self.handle)
        for effect in self._first:
            for event in self._carry_out(effect):
                self.handle(event)
        self.show()

    def handle(self, event: events.WizardEvent) -> None:
        """Take what happened to its end, and show where that leads."""
        settle(self._step, self._carry_out, self.state, event)
        self.show()

    def stop(self) -> None:
        """Somebody asked the program to end."""
        self.handle(StopAsked())

    def _step(self, state: WizardState, event: events.WizardEvent) -> WizardNext:
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
        clock = WizardClock(
            f"{local:%A} {local.day} {local:%B %Y}",
            f"{local:%H:%M:%S}",
            zone(now.offset_min),
            self._parts.set_clock,
            self._share,
        )
        return wizard_page(self.state, now.mono_ms, self._parts.known, clock)

    def show(self) -> None:
        self._screen.show_page(self.page())

    def tick(self) -> None:
        """Once a second: pages that show the time, or a wait."""
        if self.state.shows_time:
            self.show()

    def _read_so_far(self, share: float) -> None:
        self._share = min(1.0, share)
        self._screen.show_now(self.page())

    # --- what the machine orders --------------------------------------------------------------------------

    def _carry_out(self, effect: events.WizardEffect) -> Iterable[events.WizardEvent]:
        match effect:
            case events.FindLists():
                return (events.ListsFound(self._looking.offers()),)
            case events.LookAtList():
                return (self._look(effect),)
            case events.HashPasscode(passcode):
                return (self._hash(passcode),)
            case events.ComparePasscode(passcode):
                return (self._compare(passcode),)
            case events.LookAtFolder(folder):
                return (self._look_at_folder(folder),)
            case events.WeighSetup(settings):
                return (events.SetupWeighed(self._looking.weigh(settings)),)
            case events.SaveSetup() | events.WritePapers():
                return (self._write(effect),)
            case events.TryChallenge() | events.StartStation() | events.LeaveWizard():
                self._hand_on(effect)
                return ()
            case _:
                unknown(effect)

    def _hand_on(self, effect: events.TryChallenge | events.StartStation | events.LeaveWizard) -> None:
        match effect:
            case events.TryChallenge():
                self._screen.try_challenge()
            case events.StartStation():
                self._screen.start_station()
            case events.LeaveWizard():
                self._hashed = None
                self._screen.leave()
            case _:
                unknown(effect)

    def _look(self, order: events.LookAtList) -> events.WizardEvent:
        try:
            return events.ListSeen(self._looking.look(order.key, order.division, is_file=order.is_file))
        except KioskError as error:
            return events.ListRefused(str(error))

    def _hash(self, passcode: str) -> events.WizardEvent:
        access = open_access(self._parts.folder, self._parts.clock)
        self._hashed = access.hash_passcode(Role.DIRECTOR, passcode)
        return events.PasscodeHashed()

    def _compare(self, passcode: str) -> events.WizardEvent:
        access = open_access(self._parts.folder, self._parts.clock)
        same = self._hashed is not None and access.is_same(self._hashed, passcode)
        if not same:
            self._hashed = None
        return events.PasscodeCompared(same)

    def _look_at_folder(self, named: str) -> events.WizardEvent:
        try:
            return events.FolderSeen(copy_folder(named, self._parts.folder))
        except Unfit as unfit:
            return events.FolderSeen(named, str(unfit).removeprefix("must be "))

    def _write(self, order: events.SaveSetup | events.WritePapers) -> events.WizardEvent:
        match order:
            case events.SaveSetup():
                return self._save(order)
            case events.WritePapers(folder, paper):
                return self._papers(PaperPlace(folder, paper))
            case _:
                unknown(order)

    def _save(self, order: events.SaveSetup) -> events.WizardEvent:
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
            return events.SaveRefused(str(error), open_access(folder, clock).is_set(), error.wait_ms)
        except KioskError as error:
            return events.SaveRefused(str(error))
        self._hashed = None
        return events.SetupSaved(made.code or "")

    def _papers(self, place: PaperPlace) -> events.WizardEvent:
        try:
            names = write_papers(self._parts.folder, place, self._parts.clock, self._parts.printer)
        except KioskError as error:
            return events.PapersDone(str(error), written=False)
        return events.PapersDone(f"In {place.named}, to print and to read: {', '.join(names)}", written=True)


def zone(offset_min: int) -> str:
    """How far the local time is from UTC."""
    sign = "-" if offset_min < 0 else "+"
    hours, minutes = divmod(abs(offset_min), 60)
    return f"time zone UTC{sign}{hours}:{minutes:02}" if minutes else f"time zone UTC{sign}{hours}"
