"""Write the folder from which equal stations are made.

The rule guarded here: only what makes a station equal goes along. No log, no pairings, no practice, nothing
of a player, and of the passcodes the hashes alone.
"""

from collections.abc import Iterator
from pathlib import Path

from kiosk import __version__
from kiosk.actions.staff import Staff, writing
from kiosk.core.access.passcode import AccessState, Role
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.station import NoteBody
from kiosk.core.setup.integrity import InForce, changes
from kiosk.core.setup.settings import Settings
from kiosk.errors import OutputError, SetupError
from kiosk.files import unwritable
from kiosk.folder import ACCESS, LEXICONS, RULESETS, SETUP, refuse_own_file
from kiosk.shipped import resources
from kiosk.storage.lexicons.store import BUNDLED_ID, MANIFEST, WORDS
from kiosk.storage.log.standing import read_standing
from kiosk.storage.roll_out import stick
from kiosk.storage.setup.access import AccessFile
from kiosk.storage.setup.file import WHEN_CHANGED, export_settings, load_settings, settings_digest, setup_path
from kiosk.storage.setup.opened import OpenedSetup, opened_from

WHERE = "kiosk roll-out"


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
    settings = load_settings(staff.folder)
    if settings is None:
        raise SetupError("This station is not set up, so there is nothing to roll out. Set it up first.")
    refuse_own_file(folder / "x", staff.folder)
    if folder.absolute().is_relative_to(staff.folder.absolute()):
        raise OutputError(f"{folder} lies in the data folder itself. Name a folder on a stick.")
    opened = opened_from(staff.folder, settings, str(setup_path(staff.folder)))
    with writing(staff, WHERE, settings.letter) as log:
        staff.admit(log, Role.DIRECTOR, WHERE)
        past = read_standing(log.path).past
        if changed := changes(InForce(settings_digest(staff.folder), opened.divisions), past.setup):
            raise SetupError(f"{changed.sentence} {WHEN_CHANGED}")
        made = _written(staff.folder, folder, opened, bundle)
        log.append(NoteBody(f"A roll-out was written; set-up code {opened.code}."))
    lists = tuple(one for one in _lists(settings))
    size = sum((folder / name).stat().st_size for name in made.files)
    access = f"{stick.DATA}/{ACCESS}" in made.files
    return RolledOut(folder, opened.code, lists, access, made.has_program, size)


def _written(data: Path, folder: Path, opened: OpenedSetup, bundle: Path | None) -> stick.RollOut:
    settings = opened.settings
    starters = {path.name: path for path in (resources() / "roll_out").iterdir() if path.is_file()}
    stick.begin(folder, frozenset(starters))
    files: dict[str, str] = {}
    runs: frozenset[str] = frozenset()
    try:
        for source, name in _data_files(data, settings):
            files[f"{stick.DATA}/{name}"] = stick.copied(source, folder / stick.DATA / name)
        for name in (SETUP, ACCESS):
            _own(data, folder / stick.DATA, settings, name)
            path = folder / stick.DATA / name
            if path.exists():
                files[f"{stick.DATA}/{name}"] = stick.fingerprint(path)
        for name, source in starters.items():
            files[name] = stick.copied(source, folder / name)
            if name.endswith((".sh", ".command", ".desktop")):
                (folder / name).chmod(0o755)
        if bundle is not None:
            copied, run = stick.copied_tree(bundle, folder / stick.PROGRAM)
            files |= {f"{stick.PROGRAM}/{name}": one for name, one in copied.items()}
            runs = frozenset(f"{stick.PROGRAM}/{name}" for name in run)
    except OSError as error:
        raise OutputError(unwritable(folder, error)) from error
    made = stick.RollOut(__version__, opened.code, settings.letter, files, runs)
    stick.finish(folder, made)
    return made


def _own(data: Path, target: Path, settings: Settings, name: str) -> None:
    """The set-up without letter and name; the hashes of passcodes without the count of tries."""
    if name == SETUP:
        target.mkdir(parents=True, exist_ok=True)
        export_settings(target / SETUP, settings)
    elif (state := AccessFile(data).load()).hashes:
        AccessFile(target).save(AccessState(hashes=state.hashes))


def _lists(settings: Settings) -> list[str]:
    named = [one for division in settings.divisions for one in (division.main, division.long) if one]
    return list(dict.fromkeys(named))


def _data_files(data: Path, settings: Settings) -> Iterator[tuple[Path, str]]:
    for id in _lists(settings):
        if id != BUNDLED_ID:
            for ending in (MANIFEST, WORDS):
                yield data / LEXICONS / f"{id}{ending}", f"{LEXICONS}/{id}{ending}"
    for path in sorted((data / RULESETS).glob("*.toml")):
        yield path, f"{RULESETS}/{path.name}"
