"""`practice.db`: what a player answered and the cards that come of it, one writer at a time."""

import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType

from kiosk.base.canonical import Json
from kiosk.errors import PracticeError
from kiosk.files import HELD, PRIVATE, lock_within, make_private_folder, sync_folder
from kiosk.folder import PRACTICE, PRACTICE_LOCK
from kiosk.practice.answers import AskedWord, Attempt, PlayAnswer, SessionKind
from kiosk.practice.cards import CardChange, Memory, PracticeCard

# ---- schema ------------------------------------------------------------------------------------------------
# The layout of `practice.db`, and how it is opened: durable, private, and only if this program made it.
#
# The rule guarded here: a history that a newer program wrote, or that is none, is left untouched.

VERSION = 1
APPLICATION = 0x43_4B_50_52  # “CKPR”: tells our file from any other SQLite file
_BUSY_S = 3.0
_TABLES = """
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY, session TEXT NOT NULL, at TEXT NOT NULL, offset_min INTEGER NOT NULL,
    fingerprint TEXT NOT NULL, timed INTEGER NOT NULL, body TEXT NOT NULL
) STRICT;
CREATE TABLE cards (
    id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL, word TEXT NOT NULL, introduced TEXT NOT NULL,
    body TEXT NOT NULL, UNIQUE (fingerprint, word)
) STRICT;
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY, attempt INTEGER NOT NULL REFERENCES attempts (id), rating INTEGER,
    fingerprint TEXT NOT NULL, word TEXT NOT NULL, before TEXT, after TEXT NOT NULL
) STRICT;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE INDEX reviews_of_attempt ON reviews (attempt);
CREATE INDEX cards_begun ON cards (introduced);
"""


def open_history(path: Path) -> sqlite3.Connection:
    """The history at *path*, made if it is not there."""
    try:
        if not path.exists():
            _make(path)
        conn = _connect(path)
    except (sqlite3.Error, OSError) as error:
        raise unusable(path, error) from error
    try:
        _check_schema(conn, path)
        _make_durable(conn)
    except sqlite3.Error as error:
        conn.close()
        raise unusable(path, error) from error
    except BaseException:
        conn.close()
        raise
    return conn


def unusable(path: Path, error: Exception) -> PracticeError:
    """What to say when *path* cannot be read or written."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return PracticeError(f"The disk of {path} is full, so the answer was not saved. Make room on it.")
    reason = getattr(error, "strerror", None) or error
    if not isinstance(error, sqlite3.Error | OSError):
        reason = "a row of it is damaged"
    return PracticeError(
        f"The practice history {path} cannot be used: {reason}. "
        "Move that file away to begin a new one, or put back a good copy."
    )


def _make(path: Path) -> None:
    # Under another name first: an empty or half-made practice.db is never one of ours.
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    with closing(_connect(new)) as conn:
        new.chmod(PRIVATE)
        _make_durable(conn)
        conn.executescript(
            f"BEGIN; {_TABLES} PRAGMA application_id = {APPLICATION}; "
            f"PRAGMA user_version = {VERSION}; COMMIT;"
        )
    new.rename(path)
    sync_folder(path.parent)


def _connect(path: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)
    conn.execute("PRAGMA trusted_schema = OFF")
    return conn


def _check_schema(conn: sqlite3.Connection, path: Path) -> None:
    (made_by,) = conn.execute("PRAGMA application_id").fetchone()
    (version,) = conn.execute("PRAGMA user_version").fetchone()
    if made_by != APPLICATION:
        raise PracticeError(
            f"{path} is not a practice history, so it is left as it is. Move it away to begin a new one."
        )
    if version > VERSION:
        raise PracticeError(
            f"The practice history {path} was written by a newer version of this program, so it is left as "
            "it is. Update the program, or name another folder with --data DIR."
        )


def _make_durable(conn: sqlite3.Connection) -> None:
    """An answer that is acknowledged survives `kill -9` and a power cut."""
    conn.execute("PRAGMA journal_mode = TRUNCATE")
    conn.execute("PRAGMA synchronous = EXTRA")
    conn.execute("PRAGMA foreign_keys = ON")
    if sys.platform == "darwin":
        conn.execute("PRAGMA fullfsync = 1")


# ---- history -----------------------------------------------------------------------------------------------
# What a player answered, and the cards that come of it: `practice.db`, one writer at a time.
#
# The rules guarded: an answer and all it does to cards are one transaction, on disk when `save` returns;
# taking it back is one too. The log of the station is never opened here.


class PracticeHistory:
    """Open from `open` to `close`; a second copy of the program is refused."""

    def __init__(self, path: Path, conn: sqlite3.Connection, lock: int) -> None:
        self._path = path
        self._conn = conn
        self._lock = lock

    @classmethod
    def open(cls, folder: Path) -> "PracticeHistory":
        """The history in *folder*, made if there is none."""
        path = folder / PRACTICE
        lock = _only_copy(folder)  # before anything is made: two copies may be started at once
        try:
            return cls(path, open_history(path), lock)
        except BaseException:
            os.close(lock)
            raise

    def close(self) -> None:
        self._conn.close()
        os.close(self._lock)

    def __enter__(self) -> "PracticeHistory":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- answers ------------------------------------------------------------------------------------------
    def save(self, attempt: Attempt, changes: Iterable[CardChange]) -> None:
        """Put *attempt* and what it does to cards on disk; both are there when this returns."""
        with self._writing() as conn:
            body = asdict(attempt)
            row = (attempt.session, attempt.at, attempt.offset_min, attempt.fingerprint, int(attempt.timed))
            made = conn.execute(
                "INSERT INTO attempts (session, at, offset_min, fingerprint, timed, body) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (*row, json.dumps(body)),
            )
            for change in changes:
                self._keep(change.after)
                before = None if change.before is None else _card_text(change.before)
                conn.execute(
                    "INSERT INTO reviews (attempt, rating, fingerprint, word, before, after) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        *(made.lastrowid, change.rating, change.after.fingerprint, change.after.word),
                        *(before, _card_text(change.after)),
                    ),
                )

    def undo(self, session: str) -> bool:
        """Take back the last answer of *session* and what it did to cards; False if there is none."""
        with self._writing() as conn:
            (last,) = conn.execute("SELECT max(id) FROM attempts WHERE session = ?", (session,)).fetchone()
            if last is None:
                return False
            reviews = conn.execute(
                "SELECT fingerprint, word, before FROM reviews WHERE attempt = ? ORDER BY id DESC", (last,)
            ).fetchall()
            for fingerprint, word, before in reviews:
                if before is None:
                    conn.execute("DELETE FROM cards WHERE fingerprint = ? AND word = ?", (fingerprint, word))
                else:
                    self._keep(_card(before))
            conn.execute("DELETE FROM reviews WHERE attempt = ?", (last,))
            conn.execute("DELETE FROM attempts WHERE id = ?", (last,))
            return True

    def attempts(self, fingerprint: str | None = None) -> tuple[Attempt, ...]:
        """Every answer, oldest first; of the list *fingerprint*, if it is named."""
        with self._reading() as conn:
            rows = conn.execute("SELECT fingerprint, body FROM attempts ORDER BY id").fetchall()
            return tuple(_attempt(body) for of, body in rows if fingerprint in (None, of))

    def newest(self) -> str:
        """When the latest answer was given, UTC; empty if there is none."""
        with self._reading() as conn:
            (at,) = conn.execute("SELECT max(at) FROM attempts").fetchone()
        return str(at or "")

    # ---- cards --------------------------------------------------------------------------------------------
    def cards(self, fingerprint: str) -> tuple[PracticeCard, ...]:
        """The cards of the list *fingerprint*."""
        with self._reading() as conn:
            rows = conn.execute(
                "SELECT body FROM cards WHERE fingerprint = ? ORDER BY id", (fingerprint,)
            ).fetchall()
            return tuple(_card(body) for (body,) in rows)

    def cards_of(self, fingerprint: str, words: Iterable[str]) -> dict[str, PracticeCard]:
        """Those of the cards of *words* that there are, by word."""
        found = {}
        with self._reading() as conn:
            for word in words:
                row = conn.execute(
                    "SELECT body FROM cards WHERE fingerprint = ? AND word = ?", (fingerprint, word)
                ).fetchone()
                if row is not None:
                    found[word] = _card(row[0])
        return found

    def add_cards(self, cards: Iterable[PracticeCard]) -> int:
        """Let *cards* join the line, and say how many are new. Those that are there keep what was learned of
        them and are known from then on as coming from where *cards* come."""
        with self._writing() as conn:
            (before,) = conn.execute("SELECT count(*) FROM cards").fetchone()
            conn.executemany(
                "INSERT INTO cards (fingerprint, word, introduced, body) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (fingerprint, word) DO UPDATE SET "
                "body = json_set(body, '$.source', json_extract(excluded.body, '$.source'))",
                [(card.fingerprint, card.word, card.introduced, _card_text(card)) for card in cards],
            )
            (after,) = conn.execute("SELECT count(*) FROM cards").fetchone()
            return int(after) - int(before)

    def begun_on(self, day: str) -> int:
        """How many cards were introduced on the local day *day*."""
        with self._reading() as conn:
            (count,) = conn.execute("SELECT count(*) FROM cards WHERE introduced = ?", (day,)).fetchone()
        return int(count)

    def review_counts(self, fingerprint: str) -> dict[str, tuple[int, int, int]]:
        """Of each card that was reviewed: how often right, how often wrong, how often right since."""
        with self._reading() as conn:
            rows = conn.execute(
                "SELECT word, rating FROM reviews WHERE fingerprint = ? AND rating NOT NULL ORDER BY id",
                (fingerprint,),
            ).fetchall()
        counts: dict[str, tuple[int, int, int]] = {}
        for word, rating in rows:
            right, wrong, streak = counts.get(word, (0, 0, 0))
            counts[word] = (right, wrong + 1, 0) if rating == 1 else (right + 1, wrong, streak + 1)
        return counts

    def cards_by_list(self) -> dict[str, int]:
        """How many cards each list has, by its fingerprint."""
        with self._reading() as conn:
            return dict(conn.execute("SELECT fingerprint, count(*) FROM cards GROUP BY 1").fetchall())

    def _keep(self, card: PracticeCard) -> None:
        self._conn.execute(
            "INSERT INTO cards (fingerprint, word, introduced, body) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (fingerprint, word) DO UPDATE SET introduced = excluded.introduced, "
            "body = excluded.body",
            (card.fingerprint, card.word, card.introduced, _card_text(card)),
        )

    # ---- settings -----------------------------------------------------------------------------------------
    def settings(self) -> dict[str, Json]:
        with self._reading() as conn:
            rows = conn.execute("SELECT name, value FROM settings").fetchall()
            return {name: json.loads(value) for name, value in rows}

    def set(self, values: Mapping[str, Json]) -> None:
        """Keep *values* beside the settings that are there."""
        with self._writing() as conn:
            conn.executemany(
                "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)",
                [(name, json.dumps(value)) for name, value in values.items()],
            )

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        try:
            self._conn.execute("BEGIN IMMEDIATE")
            try:
                yield self._conn
                self._conn.commit()
            except BaseException:
                self._conn.rollback()
                raise
        except sqlite3.Error as error:
            raise unusable(self._path, error) from error

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._conn
        except (sqlite3.Error, ValueError, KeyError, TypeError) as error:
            raise unusable(self._path, error) from error


def _only_copy(folder: Path) -> int:
    """The lock of the history, held by this process alone."""
    try:
        make_private_folder(folder)
        handle = os.open(folder / PRACTICE_LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise unusable(folder / PRACTICE, error) from error
    try:
        lock_within(handle, 0.0)
    except OSError as error:
        os.close(handle)
        if error.errno not in HELD:
            raise unusable(folder / PRACTICE, error) from error
        raise PracticeError(
            "Practice is already running with this history. Go on in that window, or close it first."
        ) from error
    return handle


def _attempt(text: str) -> Attempt:
    body = json.loads(text)
    words = tuple(AskedWord(**word) for word in body["words"])
    made = Attempt(**body)
    return replace(
        made,
        words=words,
        challenged=tuple(made.challenged),
        kind=SessionKind(made.kind),
        answer=PlayAnswer(made.answer),
    )


def _card_text(card: PracticeCard) -> str:
    return json.dumps(asdict(card))


def _card(text: str) -> PracticeCard:
    made = PracticeCard(**json.loads(text))
    memory: object = made.memory
    return replace(made, memory=Memory(**memory) if isinstance(memory, dict) else None)
