"""Give a station a new set-up.

Rules it guards: nothing is set up that could not judge; a change is on record before it takes effect; while
an event is open a change needs a reason.
"""

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path

from kiosk import __version__
from kiosk.cli.passcode_prompt import open_access, require
from kiosk.core.log.canonical import Json
from kiosk.core.log.history import SETTINGS, History
from kiosk.core.log.kinds import Kind
from kiosk.core.setup.fit import notes
from kiosk.core.setup.integrity import InForce, changes
from kiosk.core.setup.settings import Profile, build_settings, settings_to_mapping, without_identity
from kiosk.errors import SetupError
from kiosk.storage.log.standing import read_standing
from kiosk.storage.log.writer import Log
from kiosk.storage.setup.file import load_settings, read_mapping, settings_digest, staged_settings
from kiosk.storage.setup.opened import OpenedSetup, opened_from
from kiosk.storage.system_clock import system_clock

HOLDER = "kiosk setup"


@dataclass(frozen=True, slots=True)
class Wish:
    """A set-up file, and what the command line says beside it."""

    file: Path
    letter: str | None = None
    name: str | None = None
    reason: str | None = None
    wait_s: float = 0.0


def set_up(folder: Path, wish: Wish) -> OpenedSetup:
    """Check *wish*, put it on record and make it the set-up of the station in *folder*."""
    settings = build_settings(_with_identity(folder, wish), str(wish.file))
    settings = replace(settings, second_copy=_copy_folder(settings.second_copy, folder, wish))
    opened = opened_from(folder, settings, str(wish.file))
    with Log.open(folder, system_clock, settings.letter, wait_s=wish.wait_s, holder=HOLDER) as log:
        require(folder, log, where=HOLDER)
        if settings.profile is Profile.TOURNAMENT and not open_access(folder).is_set():
            raise SetupError(
                "A tournament station needs the director's passcode first. "
                "Run “kiosk passcode set”, then this again."
            )
        past = read_standing(log.path).past
        _check_frozen(past, wish)
        with staged_settings(folder, settings) as digest:
            body = _body(opened, digest)
            log.append(Kind.SET_UP, {**body, **_circumstances(folder, past, wish)})
    return opened


def _with_identity(folder: Path, wish: Wish) -> dict[str, object]:
    """The file's tables, with letter and name from the command line, else the file, else the old set-up."""
    mapping = read_mapping(wish.file)
    station = mapping.get("station", {})
    if not isinstance(station, dict):
        return mapping
    given = {key: value for key, value in (("letter", wish.letter), ("name", wish.name)) if value is not None}
    identity = {**station, **given}
    if "letter" not in identity and (present := load_settings(folder)) is not None:
        identity = {"letter": present.letter, "name": present.name, **identity}
    if "letter" not in identity:
        raise SetupError(f"{wish.file} names no station letter. Give this station one with --letter, A to Z.")
    return {**mapping, "station": identity}


def _copy_folder(named: str | None, folder: Path, wish: Wish) -> str | None:
    """The folder of the second copy, written out: a whole path, and outside the data folder."""
    if named is None:
        return None
    place = Path(os.path.expanduser(named))  # noqa: PTH111 - leaves a home that nobody has as it is
    if not place.is_absolute():
        must = "a whole path, from the root or the drive on, or begin with your own “~”"
    elif Path(os.path.realpath(place)).is_relative_to(os.path.realpath(folder)):
        must = "outside the data folder: what is lost with the log is no second copy"
    else:
        return str(place)
    raise SetupError(
        f"{wish.file}: “second_copy.folder” is “{named}”; it must be {must}. Correct the file and try again."
    )


def _check_frozen(past: History, wish: Wish) -> None:
    if past.event is not None and not (wish.reason or "").strip():
        raise SetupError(
            f"The event “{past.event.name}” is open, so its set-up is frozen. "
            "Close the event, or give the reason with --reason; it is recorded."
        )


def _body(opened: OpenedSetup, digest: str) -> dict[str, Json]:
    settings = opened.settings
    # Neither the station's name nor a path: either may hold a person's name, and the chain cannot forget.
    shared = without_identity(settings_to_mapping(settings))
    shared.pop("second_copy", None)
    return {
        "what": SETTINGS,
        "digest": digest,
        "letter": settings.letter,
        "profile": settings.profile.value,
        "settings": json.loads(json.dumps(shared)),
        "divisions": [division.on_record() for division in opened.divisions],
        "setup_code": opened.code,
        "second_copy": settings.second_copy is not None,
        "notes": [note for division in opened.divisions for note in notes(division)],
        "program": __version__,
    }


def _circumstances(folder: Path, past: History, wish: Wish) -> dict[str, Json]:
    changed = changes(InForce(settings_digest(folder)), past.setup)
    return {
        "reason": wish.reason,
        "event": None if past.event is None else past.event.id,
        "found": None if changed is None else changed.sentence,
    }
