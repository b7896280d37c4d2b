"""The list that a set-up or a command names; if it cannot be loaded, the reason in terms of what was
named."""

import os
from pathlib import Path

from kiosk.errors import LexiconError
from kiosk.folder import LEXICONS
from kiosk.storage.lexicons.store import StoredLexicon, list_lexicons, load_lexicon


def named_list(folder: Path, id: str) -> StoredLexicon:
    """The list *id* of the data folder *folder*, verified; LexiconError with the true cause."""
    try:
        return load_lexicon(folder, id)
    except LexiconError as error:
        if (locked := _unreadable(folder / LEXICONS)) is not None:
            raise LexiconError(locked) from error
        raise LexiconError(f"{error}{_right_id(folder, id)}") from error


def _unreadable(lists: Path) -> str | None:
    """Why no list can be read at all, if that is so: then none of them is damaged."""
    try:
        with os.scandir(lists):
            (lists / ".").stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        return f"The word lists in {lists} cannot be read: {error.strerror}. Check the rights of that folder."
    return None


def _right_id(folder: Path, named: str) -> str:
    """The id of a list that was called by its name or edition."""
    for one in list_lexicons(folder):
        names = {name.casefold() for name in (one.name, one.edition, one.id) if name}
        if one.id != named and named.casefold() in names:
            return f" The list {one.edition or one.name} has the id “{one.id}”: name it by that."
    return ""
