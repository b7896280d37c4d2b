"""A roll-out: put onto a stick, and taken from it by a machine."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kiosk import __version__
from kiosk.base.frozen import frozen
from kiosk.errors import OutputError, SetupError
from kiosk.files import make_folder, sync_folder, unwritable
from kiosk.folder import ACCESS, LEXICONS, LOCK, LOG, RULESETS, SETUP, refuse_own_file
from kiosk.log.bodies import NoteBody, PasscodeSetBody
from kiosk.log.standing_reader import read_standing
from kiosk.log.store import noted_station
from kiosk.log.writer import Log
from kiosk.machines import stick_store
from kiosk.setup import division_store, store
from kiosk.setup.access_store import AccessFile
from kiosk.setup.actions import SetupWish, StationSetup, set_up
from kiosk.setup.integrity import InForce, changes
from kiosk.setup.passcodes import AccessState, Role
from kiosk.setup.settings import LETTERS, Settings
from kiosk.setup.staff_actions import Staff, open_access, writing
from kiosk.shipped import resources
from kiosk.words.store import BUNDLED_ID, MANIFEST, WORDS

# ---- making ------------------------------------------------------------------------------------------------
# Write the folder from which equal stations are made.
#
# The rule guarded here: only what makes a station equal goes along. No log, no pairings, no practice, nothing
# of a player, and of the passcodes the hashes alone.

MAKING_WHERE = "kiosk roll-out"


@frozen
class RolledOut:
    """What was written: *program*: whether it holds one; *lists*: those that the set-up names."""

    folder: Path
    setup_code: str
    lists: tuple[str, ...]
    passcodes: bool
    program: bool
    size: int


def roll_out(staff: Staff, folder: Path, bundle: Path | None) -> RolledOut:
    """Write a roll-out of this station to *folder*. *bundle*: the program that goes along, if one does."""
    settings = store.load_settings(staff.folder)
    if settings is None:
        raise SetupError("This station is not set up, so there is nothing to roll out. Set it up first.")
    refuse_own_file(folder / "x", staff.folder)
    if folder.absolute().is_relative_to(staff.folder.absolute()):
        raise OutputError(f"{folder} lies in the data folder itself. Name a folder on a stick.")
    opened = division_store.open_from(staff.folder, settings, str(store.setup_path(staff.folder)))
    with writing(staff, MAKING_WHERE, settings.letter) as log:
        staff.admit(log, Role.DIRECTOR, MAKING_WHERE)
        past = read_standing(log.path).past
        if changed := changes(InForce(store.settings_digest(staff.folder), opened.divisions), past.setup):
            raise SetupError(f"{changed.sentence} {store.WHEN_CHANGED}")
        made = _write(staff.folder, folder, opened, bundle)
        log.append(NoteBody(f"A roll-out was written; set-up code {opened.code}."))
    lists = tuple(lexicon for lexicon in _lists(settings))
    size = sum((folder / name).stat().st_size for name in made.files)
    access = f"{stick_store.DATA}/{ACCESS}" in made.files
    return RolledOut(folder, opened.code, lists, access, made.has_program, size)


def _write(
    data: Path, folder: Path, opened: division_store.OpenedSetup, bundle: Path | None
) -> stick_store.RollOut:
    settings = opened.settings
    starters = {path.name: path for path in (resources() / "roll_out").iterdir() if path.is_file()}
    stick_store.begin(folder, frozenset(starters))
    files: dict[str, str] = {}
    runs: frozenset[str] = frozenset()
    try:
        for source, name in _data_files(data, settings):
            files[f"{stick_store.DATA}/{name}"] = stick_store.copy_file(
                source, folder / stick_store.DATA / name
            )
        for name in (SETUP, ACCESS):
            _own(data, folder / stick_store.DATA, settings, name)
            path = folder / stick_store.DATA / name
            if path.exists():
                files[f"{stick_store.DATA}/{name}"] = stick_store.fingerprint(path)
        for name, source in starters.items():
            files[name] = stick_store.copy_file(source, folder / name)
            if name.endswith((".sh", ".command", ".desktop")):
                (folder / name).chmod(0o755)
        if bundle is not None:
            copied, run = stick_store.copy_tree(bundle, folder / stick_store.PROGRAM)
            files |= {f"{stick_store.PROGRAM}/{name}": one for name, one in copied.items()}
            runs = frozenset(f"{stick_store.PROGRAM}/{name}" for name in run)
    except OSError as error:
        raise OutputError(unwritable(folder, error)) from error
    made = stick_store.RollOut(__version__, opened.code, settings.letter, files, runs)
    stick_store.finish(folder, made)
    return made


def _own(data: Path, target: Path, settings: Settings, name: str) -> None:
    """The set-up without letter and name; the hashes of passcodes without the count of tries."""
    if name == SETUP:
        target.mkdir(parents=True, exist_ok=True)
        store.export_settings(target / SETUP, settings)
    elif (state := AccessFile(data).load()).hashes:
        AccessFile(target).save(AccessState(hashes=state.hashes))


def _lists(settings: Settings) -> list[str]:
    named = [
        lexicon for division in settings.divisions for lexicon in (division.main, division.long) if lexicon
    ]
    return list(dict.fromkeys(named))


def _data_files(data: Path, settings: Settings) -> Iterator[tuple[Path, str]]:
    for id in _lists(settings):
        if id != BUNDLED_ID:
            for ending in (MANIFEST, WORDS):
                yield data / LEXICONS / f"{id}{ending}", f"{LEXICONS}/{id}{ending}"
    for path in sorted((data / RULESETS).glob("*.toml")):
        yield path, f"{RULESETS}/{path.name}"


# ---- taking ------------------------------------------------------------------------------------------------
# Make an equal station here from a roll-out; only the letter is its own.
#
# Rules it guards: every file is held to its fingerprint before anything is written; a station that is here
# already is changed only with its passcode and keeps its log and its passcodes; a new one comes into being
# whole, under its name, or not at all.

TAKING_WHERE = "kiosk roll-out --take"
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
    used = (stick_store.read(folder).letter, *stick_store.letters_used(folder))
    return next((letter for letter in LETTERS if letter not in used), used[0]), used


def take(staff: Staff, wish: TakeWish) -> TakenStation:
    """Make the station of *staff* from the roll-out of *wish*."""
    made = stick_store.check_stick(wish.folder)
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
    setup = _new(staff, wish, made) if anew else _change_station(staff, wish, made)
    remembered = stick_store.note_letter(wish.folder, wish.letter, staff.clock().at)
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


def _put_program(wish: TakeWish, made: stick_store.RollOut) -> Path | None:
    target = wish.program
    if target is None or not made.has_program:
        return None
    for left in target.parent.glob(f".{target.name}{_MAKING}*"):
        shutil.rmtree(left, ignore_errors=True)
    if os.path.lexists(target):
        if stick_store.same_program(target, made):
            return target
        raise SetupError(f"{target} holds something else than this program. Name another with --program DIR.")
    try:
        make_folder(target.parent)
        passing = Path(tempfile.mkdtemp(prefix=f".{target.name}{_MAKING}", dir=target.parent))
        try:
            stick_store.copy_tree(wish.folder / stick_store.PROGRAM, passing)
            for name in made.runs:  # the stick may not know what runs
                (passing / name.removeprefix(f"{stick_store.PROGRAM}/")).chmod(0o755)
            if not stick_store.same_program(passing, made):
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


def _new(staff: Staff, wish: TakeWish, made: stick_store.RollOut) -> StationSetup:
    """A station beside its place, moved there when it is whole."""
    target = staff.folder.absolute()
    before = target.with_name(target.name + _BEFORE)
    try:
        make_folder(target.parent)
        passing = Path(tempfile.mkdtemp(prefix=f".{target.name}{_MAKING}", dir=target.parent))
        try:
            setup = _make_station(replace(staff, folder=passing, admit=_new_here), wish, made)
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


def _make_station(staff: Staff, wish: TakeWish, made: stick_store.RollOut) -> StationSetup:
    _put_data(wish.folder, staff.folder, made)
    hashes: AccessState = AccessFile(wish.folder / stick_store.DATA).load()
    if hashes.hashes:
        AccessFile(staff.folder).save(AccessState(hashes=hashes.hashes))
    with writing(staff, TAKING_WHERE, wish.letter) as log:
        for role in sorted(hashes.hashes):
            log.append(PasscodeSetBody(role.value, replaced=False))
    return _set_up(staff, wish, made)


def _change_station(staff: Staff, wish: TakeWish, made: stick_store.RollOut) -> StationSetup:
    """A station that is here takes over lists, rule sets and set-up, and keeps its log and passcodes."""
    with writing(staff, TAKING_WHERE, wish.letter) as log:
        staff.admit(log, Role.DIRECTOR, TAKING_WHERE)
    if not open_access(staff.folder, staff.clock).is_set():
        raise SetupError("The passcode of this station is gone, so nothing was changed.")
    _put_data(wish.folder, staff.folder, made)
    return _set_up(replace(staff, admit=_new_here), wish, made)


def _put_data(source: Path, folder: Path, made: stick_store.RollOut) -> None:
    """Lists and rule sets; what is there already must be the same."""
    own = (f"{stick_store.DATA}/{SETUP}", f"{stick_store.DATA}/{ACCESS}")
    names = [name for name in made.files if name.startswith(f"{stick_store.DATA}/") and name not in own]
    for name in names:
        target = folder / name.removeprefix(f"{stick_store.DATA}/")
        if os.path.lexists(target):
            if stick_store.fingerprint(target) != made.files[name]:
                raise SetupError(f"{target} is another file than the one of the roll-out. Remove it first.")
        elif stick_store.copy_file(source / name, target) != made.files[name]:
            target.unlink()
            raise SetupError(f"{name} changed while it was read. Try again, with another stick.")


def _set_up(staff: Staff, wish: TakeWish, made: stick_store.RollOut) -> StationSetup:
    source = wish.folder / stick_store.DATA / SETUP
    asked = SetupWish(source, letter=wish.letter, reason=REASON, second_copy=wish.second_copy)
    setup = set_up(staff, asked)
    if setup.code != made.setup_code:
        raise SetupError(
            f"The station made here has the set-up code {setup.code}; that of the roll-out is "
            f"{made.setup_code}. Write the roll-out again."
        )
    return setup
