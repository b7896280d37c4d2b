"""Where on this computer something may go that leaves the station."""

from collections.abc import Iterator
from pathlib import Path

_STICKS = ("/media", "/run/media")


def folders_out(second_copy: str | None) -> Iterator[str]:
    """Folders that are there: the second copy's and sticks first, then the user's own."""
    sticks = (one for base in _STICKS for one in sorted(Path(base).glob("*/*")) if one.is_dir())
    named = [Path(second_copy)] if second_copy else []
    yield from dict.fromkeys(str(one) for one in (*named, *sticks, Path.home()) if one.is_dir())
