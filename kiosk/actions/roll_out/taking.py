"""Make an equal station here from a roll-out; only the letter is its own.

Rules it guards: every file is held to its fingerprint before anything is written; a station that is here
already is changed only with its passcode and keeps its log and its passcodes; a new one comes into being
whole, under its name, or not at all.
"""

import os
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from kiosk import __version__
from kiosk.actions.set_up import SetupWish, StationSetup, set_up
from kiosk.actions.staff import Staff, open_access, writing
from kiosk.core.access.passcode import AccessState, Role
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import PasscodeSetBody
from kiosk.core.setup.settings import LETTERS
from kiosk.errors import OutputError, SetupError
from kiosk.files import make_folder, sync_folder, unwritable
from kiosk.folder import ACCESS, LOCK, LOG, SETUP
from kiosk.storage.log.lock import noted_station
from kiosk.storage.log.writer import Log
from kiosk.storage.roll_out import stick
from kiosk.storage.setup.access import AccessFile

WHERE = "kiosk roll-out --take"
REASON = "Taken from a roll-out."
_STATION = (LOG, ACCESS, SETUP)
_BEFORE = ".before"
_MAKING = ".making-"  # what is not whole yet, beside its place; an attempt that broke off leaves it


@frozen
class TakeWish:
    """*folder*: the roll-out. *program*: where the program goes; None: it stays where it is. *second_copy*:
    the folder for it on this machine, whatever the roll-out says."""

    folder: Path
    letter: str
    program: Path | None = None
    second_copy: str | None = None


@frozen
class TakenStation:
    """*remembered*: the letter is noted on the stick. *anew*: there was no station here before."""

    setup: StationSetup
    data: Path
    program: Path | None
    remembered: bool
    anew: bool


def next_letter(folder: Path) -> tuple[str, tuple[str, ...]]:
    """The letter to propose for the next station from the roll-out in *folder*, and those given out."""
    used = (stick.read(folder).letter, *stick.letters_used(folder))
    return next((one for one in LETTERS if one not in used), used[0]), used


def take(staff: Staff, wish: TakeWish) -> TakenStation:
    """Make the station of *staff* from the roll-out of *wish*."""
    made = stick.checked(wish.folder)
    if made.version != __version__:
        raise SetupError(
            f"This roll-out is of version {made.version}, this program is {__version__}. Start the program "
            "that is on the stick: its “make-station” does."
        )
    _tidy(staff.folder.absolute())
    there = any(os.path.lexists(staff.folder / name) for name in _STATION)
    anew = not there and not noted_station(staff.folder)
    if not anew and not AccessFile(staff.folder).load().hashes:
        raise SetupError(
            f"There is a station in {staff.folder} already, and no passcode guards it, so nothing was "
            "changed. Name another data folder with --data, or change that one with “kiosk setup --from”."
        )
    program = _put_program(wish, made)
    setup = _new(staff, wish, made) if anew else _changed(staff, wish, made)
    remembered = stick.note_letter(wish.folder, wish.letter, staff.clock().at)
    return TakenStation(setup, staff.folder, program, remembered, anew)


def _tidy(target: Path) -> None:
    """Clear up after an attempt that broke off: throw away what it had made, put back what it had moved."""
    try:
        for left in target.parent.glob(f".{target.name}{_MAKING}*"):
            shutil.rmtree(left)
        _put_back(target)
    except OSError as error:
        raise OutputError(unwritable(target, error)) from error


def _put_back(target: Path) -> None:
    """What a demonstration or practice left in *target* before there was a station; an earlier file of a name
    that is there again keeps both its name and that it was before."""
    before = target.with_name(target.name + _BEFORE)
    if not before.is_dir():
        return
    if not target.exists():
        before.rename(target)
        return
    for path in before.iterdir():
        if path.name == LOCK:
            path.unlink()
        else:
            free = not os.path.lexists(target / path.name)
            path.rename(target / (path.name if free else f"{path.name}{_BEFORE}"))
    before.rmdir()


# ---- the program -------------------------------------------------------------------------------------------


def _put_program(wish: TakeWish, made: stick.RollOut) -> Path | None:
    target = wish.program
    if target is None or not made.has_program:
        return None
    for left in target.parent.glob(f".{target.name}{_MAKING}*"):
        shutil.rmtree(left, ignore_errors=True)
    if os.path.lexists(target):
        if stick.same_program(target, made):
            return target
        raise SetupError(f"{target} holds something else than this program. Name another with --program DIR.")
    try:
        make_folder(target.parent)
        passing = Path(tempfile.mkdtemp(prefix=f".{target.name}{_MAKING}", dir=target.parent))
        try:
            stick.copied_tree(wish.folder / stick.PROGRAM, passing)
            for name in made.runs:  # the stick may not know what runs
                (passing / name.removeprefix(f"{stick.PROGRAM}/")).chmod(0o755)
            if not stick.same_program(passing, made):
                raise SetupError("The program was not copied as it is on the stick. Try another stick.")
            passing.chmod(0o755)
            passing.rename(target)
        finally:
            shutil.rmtree(passing, ignore_errors=True)
        sync_folder(target.parent)
    except OSError as error:
        raise OutputError(unwritable(target, error)) from error
    return target


# ---- the station -------------------------------------------------------------------------------------------


def _new(staff: Staff, wish: TakeWish, made: stick.RollOut) -> StationSetup:
    """A station beside its place, moved there when it is whole."""
    target = staff.folder.absolute()
    before = target.with_name(target.name + _BEFORE)
    try:
        make_folder(target.parent)
        passing = Path(tempfile.mkdtemp(prefix=f".{target.name}{_MAKING}", dir=target.parent))
        try:
            setup = _made(replace(staff, folder=passing, admit=_new_here), wish, made)
            if target.exists():
                target.rename(before)
            passing.rename(target)
            sync_folder(target.parent)
        finally:
            shutil.rmtree(passing, ignore_errors=True)
        _put_back(target)
    except OSError as error:
        raise OutputError(unwritable(target, error)) from error
    return setup


def _new_here(log: Log, role: Role, where: str) -> Role | None:
    """Nobody is asked for a passcode by a station that did not exist a moment ago."""
    return role


def _made(staff: Staff, wish: TakeWish, made: stick.RollOut) -> StationSetup:
    _put_data(wish.folder, staff.folder, made)
    hashes: AccessState = AccessFile(wish.folder / stick.DATA).load()
    if hashes.hashes:
        AccessFile(staff.folder).save(AccessState(hashes=hashes.hashes))
    with writing(staff, WHERE, wish.letter) as log:
        for role in sorted(hashes.hashes):
            log.append(PasscodeSetBody(role.value, replaced=False))
    return _set_up(staff, wish, made)


def _changed(staff: Staff, wish: TakeWish, made: stick.RollOut) -> StationSetup:
    """A station that is here takes over lists, rule sets and set-up, and keeps its log and passcodes."""
    with writing(staff, WHERE, wish.letter) as log:
        staff.admit(log, Role.DIRECTOR, WHERE)
    if not open_access(staff.folder, staff.clock).is_set():
        raise SetupError("The passcode of this station is gone, so nothing was changed.")
    _put_data(wish.folder, staff.folder, made)
    return _set_up(replace(staff, admit=_new_here), wish, made)


def _put_data(source: Path, folder: Path, made: stick.RollOut) -> None:
    """Lists and rule sets; what is there already must be the same."""
    own = (f"{stick.DATA}/{SETUP}", f"{stick.DATA}/{ACCESS}")
    names = [name for name in made.files if name.startswith(f"{stick.DATA}/") and name not in own]
    for name in names:
        target = folder / name.removeprefix(f"{stick.DATA}/")
        if os.path.lexists(target):
            if stick.fingerprint(target) != made.files[name]:
                raise SetupError(f"{target} is another file than the one of the roll-out. Remove it first.")
        elif stick.copied(source / name, target) != made.files[name]:
            target.unlink()
            raise SetupError(f"{name} changed while it was read. Try again, with another stick.")


def _set_up(staff: Staff, wish: TakeWish, made: stick.RollOut) -> StationSetup:
    source = wish.folder / stick.DATA / SETUP
    asked = SetupWish(source, letter=wish.letter, reason=REASON, second_copy=wish.second_copy)
    setup = set_up(staff, asked)
    if setup.code != made.setup_code:
        raise SetupError(
            f"The station made here has the set-up code {setup.code}; that of the roll-out is "
            f"{made.setup_code}. Write the roll-out again."
        )
    return setup
