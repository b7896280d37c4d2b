"""What event and round actions work with, once the director was let in.

Rules it guards: on an event action the whole log is verified first; afterwards it is copied and its head is
given out, to be written on paper.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.actions.staff import Staff, open_access, writing
from kiosk.core.access.passcode import Role
from kiosk.core.frozen import frozen
from kiosk.core.log.chain import Head, Status
from kiosk.core.log.history import History
from kiosk.core.setup.settings import Settings
from kiosk.errors import LogBroken, LogError, SetupError
from kiosk.storage.log.second_copy import CopyState, SecondCopy, copy_log, copy_name
from kiosk.storage.log.standing import read_standing
from kiosk.storage.log.writer import Log
from kiosk.storage.setup.file import load_settings


@frozen
class Admitted:
    """The director among *staff*, with the log open for writing."""

    staff: Staff
    settings: Settings
    log: Log
    past: History

    @property
    def folder(self) -> Path:
        return self.staff.folder

    @property
    def passcode_is_set(self) -> bool:
        return open_access(self.staff.folder, self.staff.clock).is_set()


@frozen
class GivenOut:
    """The end of the log after an event action, and the second copy that was made of it; None: none is
    wanted."""

    letter: str
    head: Head
    copy: SecondCopy | None

    @property
    def uncopied(self) -> str | None:
        """Why there is no second copy though one is wanted."""
        return self.copy.note if self.copy is not None and self.copy.state is not CopyState.MADE else None


@contextmanager
def admitted(staff: Staff, where: str) -> Iterator[Admitted]:
    """The director let in for the action *where*; SetupError where nothing is set up."""
    with _opened(staff, where) as (settings, log):
        yield _let_in(staff, settings, log, where)


@contextmanager
def admitted_to_whole_log(staff: Staff, where: str) -> Iterator[Admitted]:
    """The same, only if the whole log holds."""
    with _opened(staff, where) as (settings, log):
        _verify(log)
        yield _let_in(staff, settings, log, where)


@contextmanager
def _opened(staff: Staff, where: str) -> Iterator[tuple[Settings, Log]]:
    settings = load_settings(staff.folder)
    if settings is None:
        raise SetupError("This station is not set up. Run “kiosk setup --from FILE” first.")
    with writing(staff, where, settings.letter) as log:
        yield settings, log


def _let_in(staff: Staff, settings: Settings, log: Log, where: str) -> Admitted:
    staff.admit(log, Role.DIRECTOR, where)
    return Admitted(staff, settings, log, read_standing(log.path).past)


def _verify(log: Log) -> None:
    found = log.verify()
    if found.status is Status.UNREADABLE:
        raise LogError(found.reason)
    if not found.holds:
        raise LogBroken(
            f"The log does not hold. {found.reason} Keep the file and use another station.",
            found.first_bad or 1,
        )


def give_out(director: Admitted) -> GivenOut:
    """Note that the whole log was verified, copy it, and give its head out."""
    director.log.checkpoint(given_out=True)
    copy = _copy(director)
    return GivenOut(director.settings.letter, director.log.head(), copy)


def _copy(director: Admitted) -> SecondCopy | None:
    if director.settings.second_copy is None:
        return None
    head = director.log.head()
    name = copy_name(director.settings.letter, head.station, head.epoch)
    return copy_log(director.log.path, Path(director.settings.second_copy), name)
