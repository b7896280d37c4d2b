"""Somebody who does something at a station without a terminal, as a console would for them."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from kiosk.actions import Tools
from kiosk.errors import AccessError
from kiosk.events.actions import ReadBack
from kiosk.lockdown.escapes import Examination, System
from kiosk.log.writer import Log
from kiosk.setup.actions import SetupWish, set_up
from kiosk.setup.passcodes import Role
from kiosk.setup.settings import Protection
from kiosk.setup.staff_actions import Staff, by_passcode, log_in
from tests.support.command_line import write_setup
from tests.support.log_samples import StepClock


@dataclass
class Doorkeeper:
    """Lets everybody in, or nobody, and remembers who asked for what."""

    refuses: bool = False
    asked: list[tuple[Role, str]] = field(default_factory=list)

    def __call__(self, log: Log, role: Role, where: str) -> Role:
        self.asked.append((role, where))
        if self.refuses:
            raise AccessError("Not accepted.")
        return role


def staff_at(folder: Path, admit=None) -> Staff:
    """Staff of the station in *folder*, where *admit* decides, else everybody is let in; the clock stands
    well after this program was made."""
    return Staff(folder, StepClock(days=2000), admit or Doorkeeper(), began_with=log_in(folder))


def typing(staff: Staff, passcode: str) -> Staff:
    """The same staff, at which *passcode* is typed whenever one is asked for."""
    return replace(staff, admit=by_passcode(staff.folder, staff.clock, lambda role, wait_ms: passcode))


def set_up_at(staff: Staff, stick: Path, **changes: str) -> None:
    """Set the station up as the tests of the commands do, with *changes*."""
    set_up(staff, SetupWish(Path(write_setup(stick, **changes)), reason="a test"))


@dataclass
class Listener:
    """A director who hears what is read back, and answers *yes* or no to what is odd."""

    yes: bool = True
    heard: list[ReadBack] = field(default_factory=list)
    confirmed: list[ReadBack] = field(default_factory=list)

    def tools(self) -> Tools:
        """Who is told and asked when an event is opened."""
        return Tools(tell=self.heard.append, confirm=self._confirm)

    def _confirm(self, heard: ReadBack) -> bool:
        self.confirmed.append(heard)
        return self.yes


def machine(level: Protection, session: str = "X11 desktop"):
    """An examination that finds *level* in *session*."""
    return lambda passcode: Examination(System.LINUX, session, level, frozenset(), ())
