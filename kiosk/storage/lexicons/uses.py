"""Where the set-up of a data folder uses a list."""

from pathlib import Path

from kiosk.errors import LexiconError, SetupError
from kiosk.storage.setup.file import load_settings


def uses_of(folder: Path, id: str) -> tuple[str, ...]:
    """The divisions that use the list *id*, each with the list's part in it. A set-up that cannot be read
    refuses."""
    try:
        settings = load_settings(folder)
    except SetupError as error:
        raise LexiconError(
            f"The set-up cannot be read, so nobody can say whether it uses this list. {error}"
        ) from error
    if settings is None:
        return ()
    return tuple(
        f"{division.name} ({role})"
        for division in settings.divisions
        for role, used in (("main", division.main), ("long", division.long))
        if used == id
    )
