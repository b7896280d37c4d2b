"""Definitions that came with an imported list: for practice only. Nothing the station loads imports this
module."""

from pathlib import Path

from kiosk.errors import LexiconError
from kiosk.storage.lexicon_store import home_of
from kiosk.storage.lexicon_writer import DEFINITIONS
from kiosk.storage.sorted_lines import LF, halvings, narrow


class Definitions:
    """What words mean, as the imported file had it; many words may have no entry."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._steps = halvings(len(content))

    def of(self, word: str) -> str | None:
        """The definition of *word*, if there is one."""
        key = word.encode("ascii", "replace") + b"\t"
        start, end = narrow(self._content, key, self._steps)
        found = (
            start
            if self._content.startswith(key, start)
            else self._content.find(LF + key, start, end + 1) + 1
        )
        if not self._content.startswith(key, found):
            return None
        line_end = self._content.find(LF, found)
        line = self._content[found : line_end if line_end >= 0 else None]
        return line[len(key) :].decode("utf-8", "replace")

    def __len__(self) -> int:
        return self._content.count(LF) + 1 if self._content else 0


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
