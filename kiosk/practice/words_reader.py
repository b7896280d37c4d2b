"""Words and definitions that a player brings in: text, exports, cardboxes, a WordNet of this machine."""

import csv
import io
import json
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import cached_property
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.base.printable import harmless
from kiosk.errors import LexiconError, PracticeError, WordError
from kiosk.files import write_text, write_whole
from kiosk.words.play import ALPHABET, LONGEST, SHORTEST, parse_word
from kiosk.words.store import LF, SortedLines, home_of
from kiosk.words.writer import DEFINITIONS

# ---- word files --------------------------------------------------------------------------------------------
# Words that a player brings in: a text of words, words with definitions, or an export of a station's log.

_WORD_FILES_LARGEST = 32 * 2**20
_LONGEST_DEFINITION = 500
_SIGNS = "+++", "---"  # before the words of a line of Zyzzyva's own log


@frozen
class BroughtIn:
    """*words*: each with its definition, or with none; *passed_over*: how many entries were no words."""

    words: tuple[tuple[str, str], ...]
    passed_over: int


def read_words(path: Path) -> BroughtIn:
    """The words in the file at *path*."""
    try:
        if path.stat().st_size > _WORD_FILES_LARGEST:
            raise PracticeError(f"{path} is larger than any list of words. Choose another file.")
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PracticeError(f"{path} is not a text of words. Choose another file.") from error
    except OSError as error:
        raise PracticeError(
            f"{path} cannot be read: {error.strerror or error}. Choose another file."
        ) from error
    found = words_in(text)
    if not found.words:
        raise PracticeError(f"No word was found in {path}. A line of it should hold a word, or words.")
    return found


def words_in(text: str) -> BroughtIn:
    """The words of *text*, whatever of the known shapes it has, each once and in its order."""
    kept: dict[str, str] = {}
    passed_over = 0
    for word, definition in _entries(text.strip()):
        try:
            kept.setdefault(parse_word(word), harmless(definition.strip())[:_LONGEST_DEFINITION])
        except WordError:
            passed_over += 1
    return BroughtIn(tuple(kept.items()), passed_over)


def _entries(text: str) -> Iterator[tuple[str, str]]:
    if text[:1] in ("[", "{") and (records := _records(text)) is not None:
        yield from ((word, "") for record in records for word in _words_of(record))
    elif "words" in (header := text.partition("\n")[0].strip().split(",")) and len(header) > 1:
        for row in csv.DictReader(io.StringIO(text)):
            yield from ((word, "") for word in (row.get("words") or "").split())
    else:
        for line in text.splitlines():
            yield from _of_line(line.strip())


def _of_line(line: str) -> Iterator[tuple[str, str]]:
    for sign in _SIGNS:
        if line.startswith("[") and sign in line:
            line = line.partition(sign)[2]
    if not line or line.startswith("#"):
        return
    word, tab, definition = line.partition("\t")
    if tab:
        yield word.strip(), definition
    else:
        yield from ((each, "") for each in line.replace(",", " ").replace(";", " ").split())


def _records(text: str) -> list[object] | None:
    """The objects of an export as JSON or as lines of JSON; None if *text* is neither."""
    try:
        whole = json.loads(text)
        return whole if isinstance(whole, list) else [whole]
    except (ValueError, RecursionError):
        pass
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None


def _words_of(record: object) -> list[str]:
    words = record.get("words") if isinstance(record, dict) else None
    return [word for word in words if isinstance(word, str)] if isinstance(words, list) else []


def write_words(words: Iterable[tuple[str, str]], target: Path) -> None:
    """Put *words* into *target*, one a line, each with its definition behind a tab if it has one."""
    write_text((f"{word}\t{meaning}\n" if meaning else f"{word}\n" for word, meaning in words), target)


# ---- cardbox -----------------------------------------------------------------------------------------------
# Cardboxes of Zyzzyva and Xerafin: an SQLite file with a table `questions`. Read from memory, and only as a
# plain table: nobody's code is run, and the file is not touched.
#
# Questions are alphagrams in most of them, words in some. Times are seconds since 1970; a card in box 0 comes
# back after a day, in box 10 after more than a year.

# The days after which a card of each box is asked again, the middle of what Zyzzyva takes.
BOX_DAYS = (1, 4, 7, 12, 20, 30, 60, 90, 150, 270, 480)
_MAGIC = b"SQLite format 3\0"
_WRITE_AHEAD = slice(18, 20)
_CARDBOX_LARGEST = 256 * 2**20
_MOST_ROWS = 500_000
_STEPS_BETWEEN_LOOKS = 10_000
_MOST_LOOKS = 20_000
_COLUMNS = (
    "question",
    "correct",
    "incorrect",
    "streak",
    "last_correct",
    "difficulty",
    "cardbox",
    "next_scheduled",
)
_TABLE = (
    "CREATE TABLE questions (question VARCHAR(16), correct INTEGER, incorrect INTEGER, streak INTEGER, "
    "last_correct INTEGER, difficulty INTEGER, cardbox INTEGER, next_scheduled INTEGER)"
)


@frozen
class BoxRow:
    """One question of a cardbox; *cardbox*: None if it is not scheduled."""

    question: str
    correct: int = 0
    incorrect: int = 0
    streak: int = 0
    last_correct: int = 0
    cardbox: int | None = None
    next_scheduled: int = 0


def read_cardbox(path: Path) -> tuple[BoxRow, ...]:
    """The questions of the cardbox at *path*."""
    try:
        if path.stat().st_size > _CARDBOX_LARGEST:
            raise _none(path, "it is larger than any cardbox")
        data = path.read_bytes()
    except OSError as error:
        raise PracticeError(
            f"{path} cannot be read: {error.strerror or error}. Choose another file."
        ) from error
    if not data.startswith(_MAGIC):
        raise _none(path, "it is not an SQLite file")
    try:
        with closing(sqlite3.connect(":memory:")) as db:
            # Memory has no write-ahead log; its mark is taken off.
            db.deserialize(data[:18] + b"\1\1" + data[20:] if data[_WRITE_AHEAD] == b"\2\2" else data)
            return tuple(_rows(db, path))
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        raise _none(path, "it is damaged") from error


def _none(path: Path, why: str) -> PracticeError:
    return PracticeError(
        f"{path} is not a cardbox of Zyzzyva or Xerafin: {why}. Choose its .db file; nothing was brought in."
    )


def _rows(db: sqlite3.Connection, path: Path) -> Iterator[BoxRow]:
    looks = iter(range(_MOST_LOOKS))
    db.set_progress_handler(lambda: next(looks, None) is None, _STEPS_BETWEEN_LOOKS)
    db.execute("PRAGMA trusted_schema = OFF")
    made = db.execute("SELECT type, rootpage FROM sqlite_master WHERE lower(name) = 'questions'").fetchall()
    if [(kind, bool(page)) for kind, page in made] != [("table", True)]:
        raise _none(path, "it has no table of questions")
    held = {
        name
        for name, hidden in db.execute("SELECT lower(name), hidden FROM pragma_table_xinfo('questions')")
        if not hidden
    }
    if "question" not in held:
        raise _none(path, "its table has no column of questions")
    asked = ", ".join(name if name in held else "NULL" for name in _COLUMNS)
    for row in db.execute(f"SELECT {asked} FROM questions LIMIT {_MOST_ROWS}"):  # noqa: S608 - constants
        question = row[0].upper() if isinstance(row[0], str) and row[0].isascii() else ""
        if SHORTEST <= len(question) <= LONGEST and ALPHABET.issuperset(question):
            yield BoxRow(
                question=question,
                correct=_number(row[1]),
                incorrect=_number(row[2]),
                streak=_number(row[3]),
                last_correct=_number(row[4]),
                cardbox=None if row[6] is None else _number(row[6]),
                next_scheduled=_number(row[7]),
            )


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 2**33 else 0


def write_cardbox(rows: Iterable[BoxRow], target: Path) -> None:
    """Make *target* a cardbox of *rows*, complete or not at all."""

    def fill(partial: Path) -> None:
        partial.unlink()
        with closing(sqlite3.connect(partial)) as db, db:
            db.execute(_TABLE)
            db.execute("CREATE UNIQUE INDEX question_index ON questions (question)")
            db.executemany(
                "INSERT INTO questions VALUES (?, ?, ?, ?, ?, 50, ?, ?)",
                [
                    (
                        *(row.question, row.correct, row.incorrect, row.streak),
                        *(row.last_correct, row.cardbox, row.next_scheduled),
                    )
                    for row in rows
                ],
            )

    try:
        write_whole(target, fill)
    except sqlite3.Error as error:
        raise PracticeError(f"{target} could not be written: {error}. Name another place.") from error


def box_of(days: float) -> int:
    """The box whose cards come back after about *days* days."""
    return max((box for box, usual in enumerate(BOX_DAYS) if usual <= max(1.0, days)), default=0)


# ---- wordnet -----------------------------------------------------------------------------------------------
# Definitions from a WordNet that is installed on this machine (Debian: `wordnet-base`). None comes with this
# program.
#
# Its files are text: an index of words with byte offsets, sorted, and the entries at those offsets, each
# ending in “| gloss”. A word that has no entry is looked up by its base form, as the exception lists and a
# few endings give it.

PLACES = (Path("/usr/share/wordnet"), Path("/usr/local/share/wordnet"), Path("/usr/local/WordNet-3.0/dict"))
_PARTS: Mapping[str, str] = {"noun": "n", "verb": "v", "adj": "adj", "adv": "adv"}
_ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "noun": (("ies", "y"), ("ses", "s"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", "")),
    "verb": (
        ("ies", "y"),
        ("es", "e"),
        ("s", ""),
        ("ied", "y"),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "adj": (("iest", "y"), ("ier", "y"), ("est", ""), ("est", "e"), ("er", ""), ("er", "e")),
    "adv": (),
}
_LONGEST_ENTRY = 20_000


class WordNet:
    """*folder*: where the files are."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, word: str) -> str | None:
        """What *word* means, the first sense of each part of speech; None if there is no entry."""
        try:
            found = [text for part in _PARTS if (text := self._defined(word.lower(), part))]
        except (OSError, ValueError, IndexError):
            return None  # a WordNet that cannot be read is none
        return " · ".join(found) or None

    def _defined(self, word: str, part: str) -> str | None:
        for form in dict.fromkeys((word, *self._base_forms(word, part))):
            if (offset := self._offset(form, part)) is not None:
                before = "" if form == word else f"{form.upper()}: "
                return f"({_PARTS[part]}) {before}{self._gloss(part, offset)}"
        return None

    def _base_forms(self, word: str, part: str) -> Iterator[str]:
        yield from self._exceptions[part].get(word, ())
        for ending, instead in _ENDINGS[part]:
            if word.endswith(ending) and len(word) > len(ending) + 1:
                yield word.removesuffix(ending) + instead

    def _offset(self, word: str, part: str) -> int | None:
        lines = self._index[part]
        at = bisect_left(lines, f"{word} ")
        if at == len(lines) or not lines[at].startswith(f"{word} "):
            return None
        fields = lines[at].split()
        # lemma, part, senses, as many pointers as it says, senses again, tagged senses, offsets
        return int(fields[6 + int(fields[3])])

    def _gloss(self, part: str, offset: int) -> str:
        with (self._folder / f"data.{part}").open("rb") as file:
            file.seek(offset)
            entry = file.readline(_LONGEST_ENTRY).decode("utf-8", "replace")
        gloss = entry.partition("| ")[2].strip()
        return gloss.partition('; "')[0]

    @cached_property
    def _index(self) -> Mapping[str, list[str]]:
        return {part: self._lines(f"index.{part}") for part in _PARTS}

    @cached_property
    def _exceptions(self) -> Mapping[str, Mapping[str, list[str]]]:
        split = {part: [line.split() for line in self._lines(f"{part}.exc")] for part in _PARTS}
        return {part: {fields[0]: fields[1:] for fields in rows if fields} for part, rows in split.items()}

    def _lines(self, name: str) -> list[str]:
        try:
            text = (self._folder / name).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return []
        # Lines that begin with blanks are the licence.
        return sorted(line for line in text.split("\n") if line and not line.startswith(" "))


def installed_wordnet(places: tuple[Path, ...] = PLACES) -> WordNet | None:
    """The WordNet of this machine, if it has one."""
    return next((WordNet(place) for place in places if (place / "index.noun").is_file()), None)


# ---- definitions -------------------------------------------------------------------------------------------
# Definitions that came with an imported list: for practice only. Nothing the station loads imports this
# module.

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
