"""What a word means: from the list in use, and from WordNet where it is installed."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from kiosk.errors import LexiconError
from kiosk.words.store import LF, SortedLines, home_of
from kiosk.words.writer import DEFINITIONS

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
            found = [text for part in _PARTS if (text := self._define(word.lower(), part))]
        except (OSError, ValueError, IndexError):
            return None  # a WordNet that cannot be read is none
        return " · ".join(found) or None

    def _define(self, word: str, part: str) -> str | None:
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
