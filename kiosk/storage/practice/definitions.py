"""Definitions that came with an imported list: for practice only. Nothing the station loads imports this
module."""

from pathlib import Path

from kiosk.errors import LexiconError
from kiosk.storage.lexicons.sorted_lines import LF, SortedLines
from kiosk.storage.lexicons.store import home_of
from kiosk.storage.lexicons.writer import DEFINITIONS

_TAB = b"\t"


class Definitions:
    """What words mean, as the imported file had it; many words may have no entry."""

    def __init__(self, content: bytes) -> None:
        self._count = content.count(LF) + 1 if content else 0
        self._content = LF + content + LF
        self._guide = SortedLines(self._content, _TAB)

    def of(self, word: str) -> str | None:
        """The definition of *word*, if there is one."""
        asked = word.encode("ascii", "replace")
        line = LF + asked + _TAB
        found = self._content.find(line, *self._guide.stretch(asked))
        if found < 0:
            return None
        start = found + len(line)
        return self._content[start : self._content.index(LF, start)].decode("utf-8", "replace")

    def __len__(self) -> int:
        return self._count


def load_definitions(folder: Path, id: str) -> Definitions:
    """The definitions beside the list *id* of the data folder *folder*; none if none came with it."""
    path = home_of(folder, id) / f"{id}{DEFINITIONS}"
    try:
        return Definitions(path.read_bytes())
    except FileNotFoundError:
        return Definitions(b"")
    except OSError as error:
        raise LexiconError(
            f"The definitions of “{id}” cannot be read ({error.strerror or error}). Import the list again."
        ) from error
