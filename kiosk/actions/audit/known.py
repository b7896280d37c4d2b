"""What may be asked of a log. What stands nowhere is refused, naming what does."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from kiosk.actions.audit.asked import Asked
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.event import SetUpBody
from kiosk.core.log.body import Body
from kiosk.core.log.kinds import Kind
from kiosk.core.rules.choices import MethodId
from kiosk.director.flags import FLAGS
from kiosk.errors import LogError, SetupError
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.query import Reader
from kiosk.storage.setup.file import load_settings

_MOST_NAMED = 20


def checked(wanted: Asked, reader: Reader, folder: Path) -> Asked:
    """*wanted* with each name as the log spells it; LogError for one that there is not."""
    given = {name: getattr(wanted.filter, name) for name in ("division", "event", "method", "flag")}
    found = {
        name: _spelled(name, value, reader, folder) for name, value in given.items() if value is not None
    }
    values = {name: getattr(wanted.filter, name) for name in Filter.__dataclass_fields__}
    return replace(wanted, filter=Filter(**{**values, **found}))


def _spelled(name: str, value: str, reader: Reader, folder: Path) -> str:
    known = _known(name, reader, folder)
    if value in known.values():
        return value
    if (alike := known.get(value.casefold())) is not None:
        return alike
    there = sorted(set(known.values()))
    named = ", ".join(map(harmless, there[:_MOST_NAMED])) + (", …" if len(there) > _MOST_NAMED else "")
    here = f"There are: {named}." if there else "There is none."
    raise LogError(f"There is no {name} “{harmless(value)}” in this log. {here}")


def _known(name: str, reader: Reader, folder: Path) -> dict[str, str]:
    """What may be typed, in lower case, and what it stands for."""
    match name:
        case "division":
            names = division_names(reader, folder)
            ids = {*reader.values("division"), *names.values()}
            return {**{shown.casefold(): id for shown, id in names.items()}, **_by_itself(ids)}
        case "event":
            return _by_itself(reader.values("event", (Kind.ADJUDICATION, Kind.EVENT_OPENED)))
        case "method":
            return _by_itself({*reader.values("method"), *MethodId})
        case _:
            return _by_itself({*reader.values("flags"), *FLAGS})


def _by_itself(values: Iterable[str]) -> dict[str, str]:
    return {value.casefold(): value for value in values}


def division_names(reader: Reader, folder: Path) -> dict[str, str]:
    """The names divisions are shown by, and their ids: as set up before, and as set up now."""
    before = names_set_up(record.said for record in reader.find(Filter(kind=Kind.SET_UP)))
    return before | set_up_now(folder)


def names_set_up(bodies: Iterable[Body | None]) -> dict[str, str]:
    """The names of divisions, and their ids, in the set-ups among *bodies*, newest first."""
    names: dict[str, str] = {}
    for body in bodies:
        listed = body.settings.get("division") if isinstance(body, SetUpBody) else None
        for one in listed if isinstance(listed, list) else ():
            if isinstance(one, Mapping) and isinstance(one.get("id"), str):
                names.setdefault(str(one.get("name") or one["id"]), str(one["id"]))
    return names


def set_up_now(folder: Path) -> dict[str, str]:
    """The names and ids of the divisions of the station in *folder*."""
    try:
        settings = load_settings(folder)
    except SetupError:
        return {}
    return {} if settings is None else {one.name: one.id for one in settings.divisions}
