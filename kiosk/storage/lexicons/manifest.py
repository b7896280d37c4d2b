"""The small file beside each word list: what it is called and what its content must be.

It promises a fingerprint; the words themselves must keep the promise. Edition and family are not taken from
it: those follow from the fingerprint alone.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.errors import LexiconError
from kiosk.files import read_small

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
        return _checked(_manifest(table), path)
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


def _checked(manifest: Manifest, path: Path) -> Manifest:
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
        f"{key} = {_quoted(getattr(manifest, key))}"
        for key in ("id", "name", "source", "licence", "date", "note")
    ]
    lines += [
        f"words = {manifest.words}",
        f"fingerprint = {_quoted(manifest.fingerprint)}",
        "",
        "[by_length]",
    ]
    lines += [f"{length} = {count}" for length, count in sorted(manifest.by_length.items())]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
