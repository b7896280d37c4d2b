"""Word lists as the station uses them: one file of sorted words, verified whole, answered from there."""

import hashlib
import json
import os
import re
import tomllib
from array import array
from bisect import bisect_right
from collections.abc import Mapping
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError
from kiosk.files import read_small
from kiosk.folder import LEXICONS
from kiosk.shipped import lexicons
from kiosk.words.editions import edition_of
from kiosk.words.play import LexiconIdentity

# ---- sorted lines ------------------------------------------------------------------------------------------
# Finding a line in sorted text without taking the text apart.
#
# Every thousand bytes the first word of a line is noted; bisection among those words gives the one short
# stretch of the text where a line can stand, and the caller reads the answer from the text itself. How much
# work that is depends on the text, not on whether the line is there: the time of a look-up tells nothing.

LF = b"\n"
_STRETCH = 1024
_LONGEST_WORD = 16


class SortedLines:
    """A guide to *text*: lines sorted by their first word, which ends with *end* or with the line."""

    __slots__ = ("_begins", "_ends", "_first_words")

    def __init__(self, text: bytes, end: bytes = LF) -> None:
        starts = [text.rfind(LF, 0, place) + 1 for place in range(0, len(text), _STRETCH)]
        self._first_words = [text[start : start + _LONGEST_WORD].split(end, 1)[0] for start in starts]
        self._begins = array("I", [max(start - 1, 0) for start in starts])
        self._ends = array("I", [*starts[1:], len(text)])

    def stretch(self, word: bytes) -> tuple[int, int]:
        """Where the line of *word* stands, if it is there: from a line feed to the end of a line."""
        number = bisect_right(self._first_words, word, 1) - 1
        return self._begins[number], self._ends[number]


# ---- manifest ----------------------------------------------------------------------------------------------
# The small file beside each word list: what it is called and what its content must be.
#
# It promises a fingerprint; the words themselves must keep the promise. Edition and family are not taken from
# it: those follow from the fingerprint alone.

# Not "remove it first": a list in use cannot be removed, and importing it again puts it right.
REPAIR = "Import it again under the same name from a good copy; that repairs it."
ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,59}")
FINGERPRINT = re.compile(r"[0-9a-f]{64}")


@frozen
class Manifest:
    """What is known of a list besides its words."""

    id: str
    name: str
    words: int
    by_length: Mapping[int, int]
    fingerprint: str
    source: str
    date: str
    licence: str = ""
    note: str = ""


def read_manifest(path: Path) -> Manifest:
    """The manifest at *path*; one that is missing, damaged or for another list is refused."""
    try:
        table = tomllib.loads(read_small(path).decode())
        return _check(_manifest(table), path)
    except FileNotFoundError as error:
        raise LexiconError(
            f"There is no word list “{path.stem}” here. See the lists with: kiosk lexicon list"
        ) from error
    except OSError as error:
        raise unreadable(path, error) from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise LexiconError(
            f"The word list “{path.stem}” cannot be used: its manifest is damaged ({error}). {REPAIR}"
        ) from error


def unreadable(path: Path, error: OSError) -> LexiconError:
    """What to say when *path*, part of a list or the folder of lists, cannot be read at all."""
    what = f"The word list “{path.stem}”" if path.suffix else "The folder of word lists"
    return LexiconError(
        f"{what} cannot be read: {path} ({error.strerror or error}). "
        "Check that this account may read it, or ask who set the station up."
    )


def _manifest(table: dict[str, object]) -> Manifest:
    texts = {key: table.get(key, "") for key in ("source", "date", "licence", "note")}
    texts |= {key: table[key] for key in ("id", "name", "fingerprint")}
    if not all(isinstance(value, str) for value in texts.values()):
        raise TypeError("a text is not a string")
    words, lengths = table["words"], table["by_length"]
    if type(words) is not int or not isinstance(lengths, dict):
        raise TypeError("the counts are not numbers")
    if not all(type(count) is int for count in lengths.values()):
        raise TypeError("a count by length is not a number")
    by_length = {int(length): count for length, count in lengths.items()}
    return Manifest(words=words, by_length=by_length, **{key: str(value) for key, value in texts.items()})


def _check(manifest: Manifest, path: Path) -> Manifest:
    if manifest.id != path.stem or not ID.fullmatch(manifest.id):
        raise ValueError(f"it is for “{manifest.id}”")
    if not FINGERPRINT.fullmatch(manifest.fingerprint):
        raise ValueError("its fingerprint is not a SHA-256")
    if manifest.words < 1 or sum(manifest.by_length.values()) != manifest.words:
        raise ValueError("its counts do not add up")
    return manifest


def manifest_text(manifest: Manifest) -> str:
    """*manifest* as TOML, the same bytes for the same values."""
    lines = [
        f"{key} = {_quote(getattr(manifest, key))}"
        for key in ("id", "name", "source", "licence", "date", "note")
    ]
    lines += [
        f"words = {manifest.words}",
        f"fingerprint = {_quote(manifest.fingerprint)}",
        "",
        "[by_length]",
    ]
    lines += [f"{length} = {count}" for length, count in sorted(manifest.by_length.items())]
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# ---- store -------------------------------------------------------------------------------------------------
# Word lists as the station uses them: one file of sorted words, verified whole, answered from the verified
# bytes.
#
# The file is the very text the fingerprint is defined over (words of 2–15 letters in upper case, sorted,
# joined by LF), so loading it computes the real fingerprint: there is no second hash to trust instead,
# and `sha256sum` on the file says the same. The bytes that were hashed are the bytes that answer; between
# check and use there is no gap. A list whose bytes do not give the promised fingerprint is refused.

BUNDLED_ID = "free"
WORDS = ".words"
MANIFEST = ".toml"
LARGEST_FILE = 64 * 2**20
_PIECE = 2**16
_LETTERS_AND_LF = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ\n"


class StoredLexicon:
    """A verified list. Its answers come from the bytes its fingerprint was computed over."""

    __slots__ = ("_content", "_ends", "_guide", "identity", "manifest")

    def __init__(self, content: bytes, manifest: Manifest, identity: LexiconIdentity) -> None:
        """Only `verified` calls this: *content* has been checked against *manifest*."""
        self._content = content
        self._guide = SortedLines(content)
        # The first and the last word have a line feed on one side only; they are remembered apart.
        first_end = content.find(LF)
        first = content if first_end < 0 else content[:first_end]
        self._ends = frozenset((first, content[content.rfind(LF) + 1 :]))
        self.identity = identity
        self.manifest = manifest

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str) or not word.isascii() or "\n" in word:
            return False
        asked = word.encode()
        start, end = self._guide.stretch(asked)
        # count() reads the whole stretch and `|` asks both, whatever the answer: neither stops early.
        return (self._content.count(b"\n%b\n" % asked, start, end) > 0) | (asked in self._ends)

    def __len__(self) -> int:
        return self.identity.words

    def words(self) -> list[str]:
        """Every word, sorted; for checking, comparing and practice, not for judging."""
        return self._content.decode("ascii").split("\n")


def fingerprint_of(content: bytes) -> str:
    """The fingerprint of a list whose canonical text is *content*."""
    return hashlib.sha256(content).hexdigest()


def identity_of(manifest: Manifest) -> LexiconIdentity:
    """Which list *manifest* describes; edition and family follow from the fingerprint alone."""
    edition = edition_of(manifest.fingerprint)
    return LexiconIdentity(
        id=manifest.id,
        name=manifest.name,
        edition=edition.name if edition else None,
        family=edition.family if edition else None,
        words=manifest.words,
        fingerprint=manifest.fingerprint,
    )


def verify(content: bytes, manifest: Manifest) -> StoredLexicon:
    """The list in *content*, which must be exactly what *manifest* promises."""
    if fingerprint_of(content) != manifest.fingerprint:
        raise _refuse(manifest, "its words do not match its fingerprint")
    # The hash says these are the promised bytes; the rest, that they can be words of the promised lengths.
    if len(content) + 1 != sum((length + 1) * count for length, count in manifest.by_length.items()):
        raise _refuse(manifest, "its size is not that of the promised words")
    if not _only_letters(content):
        raise _refuse(manifest, "it holds something other than words of A to Z")
    lexicon = StoredLexicon(content, manifest, identity_of(manifest))
    edition = edition_of(manifest.fingerprint)
    if edition and not (
        all(word in lexicon for word in edition.present)
        and not any(word in lexicon for word in edition.absent)
    ):
        raise _refuse(manifest, f"its answers are not those of {edition.name}")
    return lexicon


def _only_letters(content: bytes) -> bool:
    # Piece by piece: translate() would make room for a second list.
    pieces = (content[start : start + _PIECE] for start in range(0, len(content), _PIECE))
    return not any(piece.translate(None, _LETTERS_AND_LF) for piece in pieces)


def _refuse(manifest: Manifest, why: str) -> LexiconError:
    return LexiconError(
        f"The word list “{manifest.id}” is not used: {why}. "
        + ("Install the program again." if manifest.id == BUNDLED_ID else REPAIR)
    )


def home_of(folder: Path, id: str) -> Path:
    """The folder that holds the list *id*: the program's own for the bundled list, else the data folder's."""
    if not ID.fullmatch(id):
        raise LexiconError(
            f"“{id}” cannot be the id of a word list.{_id_of_name(folder, id)} "
            "See the lists with: kiosk lexicon list"
        )
    return lexicons() if id == BUNDLED_ID else folder / LEXICONS


def _id_of_name(folder: Path, name: str) -> str:
    """Tell somebody who writes a list's name where its id belongs what the id is."""
    wanted = name.casefold()
    ids = [
        identity.id
        for identity in list_lexicons(folder)
        if wanted in (identity.name.casefold(), (identity.edition or "").casefold())
    ]
    return f" The list of that name has the id “{ids[0]}”." if ids else ""


def load_manifest(folder: Path, id: str) -> Manifest:
    """What the list *id* of the data folder *folder* says of itself, its words unread."""
    return read_manifest(home_of(folder, id) / f"{id}{MANIFEST}")


def load_lexicon(folder: Path, id: str) -> StoredLexicon:
    """The list *id* of the data folder *folder*, verified over its whole content; doubt refuses."""
    manifest = load_manifest(folder, id)
    path = home_of(folder, id) / f"{id}{WORDS}"
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise _refuse(manifest, "its file is larger than any list")
        content = read_small(path, LARGEST_FILE)
    except FileNotFoundError as error:
        raise _refuse(manifest, f"its file cannot be read ({error.strerror})") from error
    except OSError as error:
        raise unreadable(path, error) from error
    return verify(content, manifest)


def list_ids(folder: Path) -> tuple[str, ...]:
    """The ids of the bundled list and of every list in the data folder *folder*, damaged ones too."""
    home = folder / LEXICONS
    try:
        names = [path.name for path in home.iterdir() if path.suffix == MANIFEST]
    except (FileNotFoundError, NotADirectoryError):
        names = []
    except OSError as error:
        raise unreadable(home, error) from error
    found = sorted(id for name in names if ID.fullmatch(id := name.removesuffix(MANIFEST)))
    return (BUNDLED_ID, *(id for id in found if id != BUNDLED_ID))


def list_lexicons(folder: Path) -> tuple[LexiconIdentity, ...]:
    """Which lists there are, from their manifests; one with a damaged manifest is left out. Words are not
    read."""
    known = []
    for id in list_ids(folder):
        try:
            known.append(identity_of(load_manifest(folder, id)))
        except LexiconError:
            continue
    return tuple(known)


# ---- named -------------------------------------------------------------------------------------------------
# The list that a set-up or a command names; if it cannot be loaded, the reason in terms of what was
# named.


def load_named_list(folder: Path, id: str) -> StoredLexicon:
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
    for lexicon in list_lexicons(folder):
        names = {name.casefold() for name in (lexicon.name, lexicon.edition, lexicon.id) if name}
        if lexicon.id != named and named.casefold() in names:
            return f" The list {lexicon.edition or lexicon.name} has the id “{lexicon.id}”: name it by that."
    return ""
