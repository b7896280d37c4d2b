"""Whether a file that a person named may be written.

The rule it guards: no command destroys. What exists is replaced only when that was asked for, and a log, a
merged file, a second copy, a word list or passcodes never are. What a file is, is told from its content, for
a name says nothing; and a file that cannot be shown to be harmless is kept.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from kiosk.errors import OutputError
from kiosk.folder import refuse_own_file

_START = 65_536  # bytes: enough to know a file by
_SQLITE = b"SQLite format 3\x00"
_FEWEST_WORDS = 50
_LONGEST_WORD = 15


def check_target(target: Path, folder: Path, *, force: bool) -> None:
    """Raise OutputError unless *target* may be written by a command of the data folder *folder*. *force*: the
    person said that an existing file may go."""
    refuse_own_file(target, folder)
    try:
        if not target.is_file():
            return  # nothing is there; or a folder or device, which writing refuses
        precious = _precious(target)
    except OSError as error:
        raise OutputError(
            f"{target} is there and cannot be looked at: {error.strerror}. Name another file."
        ) from error
    if precious:
        raise OutputError(
            f"{target} {precious}, so nothing was written over it, and nothing will be. Name another file."
        )
    if not force:
        raise OutputError(f"{target} exists already. Name another file, or add --force to replace it.")


def _precious(target: Path) -> str:
    """Why the file at *target* may not be replaced, even with *force*; empty if it may."""
    with target.open("rb") as file:
        start = file.read(_START)
    if start.startswith(_SQLITE):
        return _database(target)
    if start.startswith(b"%PDF-"):
        return ""
    if b"\x00" in start or start[:2] == b"\x1f\x8b":
        return "is no text: it may be a word list, or something of another program"
    if b"$argon2" in start:
        return "holds passcodes"
    return "is a word list" if _is_list(start) else ""


def _database(target: Path) -> str:
    """SQLite files are never replaced: each that this program writes holds records."""
    try:
        uri = f"{target.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as conn:
            known = conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'records'").fetchone()
    except sqlite3.Error:
        return "is a database that cannot be read, perhaps a damaged log"
    return "holds a log" if known else "is a database of another program"


def _is_list(start: bytes) -> bool:
    """Whether *start* is that of a word list as people keep them (a word to a line, perhaps with more after
    it), or of the file beside one that says what its words must be."""
    if b"fingerprint = " in start and b"by_length" in start:
        return True
    firsts = [line.replace(b",", b" ").replace(b";", b" ").split()[:1] for line in start.splitlines()]
    words = [one[0].strip(b'"').lower() for one in firsts if one and not one[0].startswith(b"#")]
    if len(words) < _FEWEST_WORDS:
        return False
    spelled = {word for word in words if word.isalpha() and 1 < len(word) <= _LONGEST_WORD}
    return len(spelled) >= 0.9 * len(words)
