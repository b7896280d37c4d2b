"""Word lists as the station uses them: one file of sorted words, verified whole, answered from the verified
bytes.

The file is the very text the fingerprint is defined over (words of 2–15 letters in upper case, sorted,
joined by LF), so loading it computes the real fingerprint: there is no second hash to trust instead,
and `sha256sum` on the file says the same. The bytes that were hashed are the bytes that answer; between
check and use there is no gap. A list whose bytes do not give the promised fingerprint is refused.
"""

import hashlib
from pathlib import Path

from kiosk.core.words.lexicon import LexiconIdentity
from kiosk.errors import LexiconError
from kiosk.folder import LEXICONS
from kiosk.shipped import lexicons
from kiosk.storage.lexicons.editions import edition_of
from kiosk.storage.lexicons.manifest import ID, REPAIR, Manifest, read_manifest, unreadable
from kiosk.storage.lexicons.sorted_lines import LF, SortedLines

BUNDLED_ID = "free"
WORDS = ".words"
MANIFEST = ".toml"
_LARGEST_FILE = 64 * 2**20
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


def verified(content: bytes, manifest: Manifest) -> StoredLexicon:
    """The list in *content*, which must be exactly what *manifest* promises."""
    if fingerprint_of(content) != manifest.fingerprint:
        raise _refused(manifest, "its words do not match its fingerprint")
    # The hash says these are the promised bytes; the rest, that they can be words of the promised lengths.
    if len(content) + 1 != sum((length + 1) * count for length, count in manifest.by_length.items()):
        raise _refused(manifest, "its size is not that of the promised words")
    if not _only_letters(content):
        raise _refused(manifest, "it holds something other than words of A to Z")
    lexicon = StoredLexicon(content, manifest, identity_of(manifest))
    edition = edition_of(manifest.fingerprint)
    if edition and not (
        all(word in lexicon for word in edition.present)
        and not any(word in lexicon for word in edition.absent)
    ):
        raise _refused(manifest, f"its answers are not those of {edition.name}")
    return lexicon


def _only_letters(content: bytes) -> bool:
    # Piece by piece: translate() would make room for a second list.
    pieces = (content[start : start + _PIECE] for start in range(0, len(content), _PIECE))
    return not any(piece.translate(None, _LETTERS_AND_LF) for piece in pieces)


def _refused(manifest: Manifest, why: str) -> LexiconError:
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
        if path.stat().st_size > _LARGEST_FILE:
            raise _refused(manifest, "its file is larger than any list")
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise _refused(manifest, f"its file cannot be read ({error.strerror})") from error
    except OSError as error:
        raise unreadable(path, error) from error
    return verified(content, manifest)


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
