"""Where the set-up of a data folder uses a list: read from `kiosk.toml` as it is, without the rest of the
set-up."""

import tomllib
from pathlib import Path

from kiosk.errors import LexiconError

_ROLES = ("main", "long")


def uses_of(folder: Path, id: str) -> tuple[str, ...]:
    """The divisions that use the list *id*, each with the list's part in it. A set-up that cannot be read
    refuses."""
    try:
        table = tomllib.loads((folder / "kiosk.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise LexiconError(
            f"The set-up (kiosk.toml) cannot be read ({error}), so nobody can say whether it uses this list. "
            f"Put the set-up in order first."
        ) from error
    divisions = table.get("divisions", [])
    if not isinstance(divisions, list):
        return ()
    return tuple(
        f"{division.get('name') or division.get('id', '?')} ({role})"
        for division in divisions
        if isinstance(division, dict)
        for role in _ROLES
        if division.get(role) == id
    )
