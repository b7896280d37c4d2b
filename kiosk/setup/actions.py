"""Give a station a new set-up, and set its passcodes. There is no default and no back door."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk import __version__
from kiosk.base.fields import Unfit
from kiosk.base.frozen import frozen
from kiosk.base.recordable import check_reason
from kiosk.errors import AccessError, KioskError, SetupError
from kiosk.events.pairings_actions import name_refused
from kiosk.folder import check_target
from kiosk.log.bodies import SetUpBody
from kiosk.log.copies_reader import doubt_about_station
from kiosk.log.history import History, OpenEvent
from kiosk.log.standing_reader import read_standing
from kiosk.log.store import log_path
from kiosk.log.writer import Log
from kiosk.setup import division_store, store
from kiosk.setup.access_store import hand_over, loss_noted, put_on_record
from kiosk.setup.code import code_over
from kiosk.setup.divisions import Division, notes
from kiosk.setup.integrity import InForce, changes
from kiosk.setup.passcodes import Role
from kiosk.setup.settings import Profile, Settings, build_settings, settings_to_mapping, without_identity
from kiosk.setup.staff_actions import Staff, open_access, writing
from kiosk.words.actions import imported_body

if TYPE_CHECKING:  # the readers of all forms are slow to load
    from kiosk.words.import_run import ReadList


# ---- passcode ----------------------------------------------------------------------------------------------
# Set the director's or the judge's passcode. There is no default and no back door.

PASSCODE_WHERE = "kiosk passcode set"


def set_passcode(staff: Staff, role: Role, ask_new: Callable[[bool], str]) -> None:
    """Make what *ask_new* returns the passcode of *role*; if there is a director's passcode, it is asked for
    first. *ask_new* is told whether this is the first passcode here."""
    first = not open_access(staff.folder, staff.clock).is_set()
    if first and role is not Role.DIRECTOR:
        raise AccessError("The director's passcode comes first. Set it with “kiosk passcode set”.")
    # A first one is asked for before the log is made or touched: what is refused leaves nothing behind.
    new = ask_new(True) if first else None
    with writing(staff, PASSCODE_WHERE) as log:
        lost = _admit(staff, log)
        access = open_access(staff.folder, staff.clock)
        order = access.set_passcode(role, new or ask_new(False))
        put_on_record(access, log.append, replace(order, after_loss=lost))
        hand_over(access, log.append)


def set_first_passcode(staff: Staff, log: Log, hashed: str) -> None:
    """Make what *hashed* was made of the director's passcode, where none is set, and put that on record."""
    access = open_access(staff.folder, staff.clock)
    lost = loss_noted(read_standing(log.path).past, log.append)
    put_on_record(access, log.append, replace(access.set_hashed(Role.DIRECTOR, hashed), after_loss=lost))
    hand_over(access, log.append)


def _admit(staff: Staff, log: Log) -> bool:
    """Let the director in; returns whether an earlier passcode file was lost."""
    if open_access(staff.folder, staff.clock).is_set():
        staff.admit(log, Role.DIRECTOR, PASSCODE_WHERE)
        return False
    return loss_noted(read_standing(log.path).past, log.append)


# ---- set up ------------------------------------------------------------------------------------------------
# Give a station a new set-up.
#
# Rules it guards: nothing is set up that could not judge; a change is on record before it takes effect; while
# an event is open a change needs a reason.

SET_UP_WHERE = "kiosk setup"
ANSWERS = "The answers"  # where a set-up stands that is in no file


@frozen
class SetupWish:
    """A set-up file, and what is said beside it: this station's *letter* and *name*, the *reason* for a
    change while an event is open, and where its second copy goes, whatever the file says."""

    file: Path
    letter: str | None = None
    name: str | None = None
    reason: str | None = None
    second_copy: str | None = None


@frozen
class StationSetup:
    """Settings with their divisions, if those could be opened."""

    settings: Settings
    divisions: tuple[Division, ...]

    @property
    def code(self) -> str | None:
        """The set-up code; None where it cannot judge."""
        return code_over(self.divisions, self.settings, __version__) if self.divisions else None

    @property
    def notes(self) -> list[str]:
        """What a director should know about its lists and rules."""
        return [note for division in self.divisions for note in notes(division)]


def set_up(staff: Staff, wish: SetupWish) -> StationSetup:
    """Check *wish*, put it on record and make it the set-up of the station of *staff*."""
    folder = staff.folder
    _check_reason(folder, wish.reason)
    settings = build_settings(_with_identity(folder, wish), str(wish.file))
    copy = wish.second_copy or settings.second_copy
    settings = replace(settings, second_copy=_copy_folder(copy, folder, wish))
    setup = StationSetup(settings, division_store.open_from(folder, settings, str(wish.file)).divisions)
    with writing(staff, SET_UP_WHERE, settings.letter) as log:
        staff.admit(log, Role.DIRECTOR, SET_UP_WHERE)
        _check_passcode(staff, settings)
        _put_in_force(folder, log, setup, wish.reason)
    return setup


def _check_passcode(staff: Staff, settings: Settings) -> None:
    if settings.profile is Profile.TOURNAMENT and not open_access(staff.folder, staff.clock).is_set():
        raise SetupError(
            "A tournament station needs the director's passcode first. "
            "Run “kiosk passcode set”, then this again."
        )


def _check_reason(folder: Path, reason: str | None) -> None:
    check_reason(reason)
    if said := name_refused(folder, reason or ""):
        raise SetupError(said)


def _put_in_force(folder: Path, log: Log, setup: StationSetup, reason: str | None) -> None:
    """Put *setup* on record and in its place. The record decides: killed before it the old set-up stands, and
    killed after it the new one."""
    past = read_standing(log.path).past
    _check_frozen(past, reason)
    found = _describe_change(folder, past)  # before anything lies ready
    with store.stage_settings(folder, setup.settings) as digest:
        body = _body(setup.settings, setup.divisions, digest)
        event = None if past.event is None else past.event.id
        log.append(replace(body, reason=reason, event=event, found=found))


# ---- a set-up whose questions were answered one by one -----------------------------------------------------


@frozen
class AnsweredSetup:
    """*settings* as they were answered; *lists*: read from files, and still to be kept; *hashed*: of a new
    director's passcode, where none was set. Nothing of it is on disk."""

    settings: Settings
    lists: "tuple[ReadList, ...]" = ()
    hashed: str | None = None
    reason: str | None = None


def establish(staff: Staff, answered: AnsweredSetup) -> StationSetup:
    """Make *answered* the set-up of the station of *staff*: all of it, or nothing that counts. A list that
    nothing names yet and a passcode that guards nothing yet come first, the set-up last."""
    from kiosk.words.import_run import keep_list

    folder, settings = staff.folder, answered.settings
    _check_reason(folder, answered.reason)
    with writing(staff, SET_UP_WHERE, settings.letter) as log:
        staff.admit(log, Role.DIRECTOR, SET_UP_WHERE)
        _check_frozen(read_standing(log.path).past, None)
        for read in answered.lists:
            imported = keep_list(folder, read)
            if not imported.already:
                log.append(imported_body(imported.identity))
        setup = StationSetup(settings, division_store.open_from(folder, settings, ANSWERS).divisions)
        if answered.hashed is not None:
            set_first_passcode(staff, log, answered.hashed)
        _check_passcode(staff, settings)
        _put_in_force(folder, log, setup, answered.reason)
    return setup


def _with_identity(folder: Path, wish: SetupWish) -> dict[str, object]:
    """The file's tables, with letter and name from *wish*, else the file, else the old set-up."""
    mapping = store.read_mapping(wish.file)
    station = mapping.get("station", {})
    if not isinstance(station, dict):
        return mapping
    given = {key: value for key, value in (("letter", wish.letter), ("name", wish.name)) if value is not None}
    identity = {**station, **given}
    if "letter" not in identity and (present := store.load_settings(folder)) is not None:
        identity = {"letter": present.letter, "name": present.name, **identity}
    if "letter" not in identity:
        raise SetupError(f"{wish.file} names no station letter. Give this station one with --letter, A to Z.")
    return {**mapping, "station": identity}


def _copy_folder(named: str | None, folder: Path, wish: SetupWish) -> str | None:
    """The folder of the second copy, written out."""
    if named is None:
        return None
    try:
        return copy_folder(named, folder)
    except Unfit as unfit:
        if wish.second_copy is not None:
            raise SetupError(f"The second copy cannot go to “{named}”; it {unfit}. Name another.") from None
        raise SetupError(
            f"{wish.file}: “second_copy.folder” is “{named}”; it {unfit}. Correct the file and try again."
        ) from None


def copy_folder(named: str, folder: Path) -> str:
    """The folder *named* for the second copy of the log in *folder*, written out: a whole path, and outside
    of *folder*; or Unfit."""
    place = Path(os.path.expanduser(named))  # noqa: PTH111 - leaves a home that nobody has as it is
    if not place.is_absolute():
        raise Unfit("a whole path, from the root or the drive on, or begin with your own “~”")
    if Path(os.path.realpath(place)).is_relative_to(os.path.realpath(folder)):
        raise Unfit("outside the data folder: what is lost with the log is no second copy")
    return str(place)


def _check_frozen(past: History, reason: str | None) -> None:
    if past.event is not None and not (reason or "").strip():
        raise SetupError(
            f"The event “{past.event.name}” is open, so its set-up is frozen. "
            "Close the event, or give the reason with --reason; it is recorded."
        )


def _body(settings: Settings, divisions: tuple[Division, ...], digest: str) -> SetUpBody:
    # Neither the station's name nor a path: either may hold a person's name, and the chain cannot forget.
    shared = without_identity(settings_to_mapping(settings))
    shared.pop("second_copy", None)
    return SetUpBody(
        digest=digest,
        letter=settings.letter,
        profile=settings.profile.value,
        settings=json.loads(json.dumps(shared)),
        divisions=tuple(division.on_record() for division in divisions),
        setup_code=code_over(divisions, settings, __version__),
        second_copy=settings.second_copy is not None,
        notes=tuple(note for division in divisions for note in notes(division)),
        program=__version__,
        reason=None,
        event=None,
        found=None,
    )


def _describe_change(folder: Path, past: History) -> str | None:
    found = changes(InForce(store.settings_digest(folder)), past.setup)
    return None if found is None else found.sentence


# ---- the set-up as it stands -------------------------------------------------------------------------------


@frozen
class PresentSetup:
    """The set-up as it stands. *is_set_up* False: it is the demonstration's. *problem*: why it cannot judge,
    if it cannot. *changed*: what was done to it behind the program's back. *doubt*: why the log, which says
    what was recorded and whether an event is open, does not hold."""

    setup: StationSetup
    is_set_up: bool
    file: Path
    digest: str
    event: OpenEvent | None
    changed: str | None
    problem: str | None
    doubt: str


def present_setup(folder: Path) -> PresentSetup:
    """The set-up of the station in *folder*; the demonstration's where there is none."""
    settings, log, file = store.load_settings(folder), log_path(folder), store.setup_path(folder)
    there = log.exists()
    past = read_standing(log).past if there else History()
    doubt = doubt_about_station(log) if there else ""
    setup, problem = StationSetup(settings or store.load_demonstration(), ()), None
    try:
        setup = replace(setup, divisions=division_store.open_from(folder, settings, str(file)).divisions)
    except KioskError as error:
        problem = str(error)
    changed = _describe_change(folder, past)
    return PresentSetup(
        setup, settings is not None, file, store.settings_digest(folder), past.event, changed, problem, doubt
    )


def is_set_up(folder: Path) -> bool:
    """Whether the station in *folder* has a set-up, whatever state that is in."""
    return store.setup_path(folder).exists() or bool(store.settings_digest(folder))


def example_setup() -> str:
    """A set-up file with a remark on every line, to start from."""
    return store.example_text()


def export_setup(folder: Path, target: Path, *, force: bool) -> None:
    """Write the set-up to *target*, without letter and name: others can be set up alike, never the same."""
    settings = store.load_settings(folder)
    if settings is None:
        raise SetupError(
            "This station is not set up, so there is nothing to export. Set it up with --from FILE."
        )
    check_target(target, folder, force=force)
    store.export_settings(target, settings)
