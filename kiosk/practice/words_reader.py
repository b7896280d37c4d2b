"""Words that a player brings in: a text of words, words with definitions, or an export of a station's log."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import PracticeError, WordError
from kiosk.files import write_text
from kiosk.words.play import parse_word

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
            kept.setdefault(parse_word(word), printable(definition.strip())[:_LONGEST_DEFINITION])
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
