"""Bytes of a file that somebody's program wrote, as text; and names and headings without case and accents."""

import codecs
import unicodedata

from kiosk.errors import PairingsError

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_LIKE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_SAMPLE = 2000


def decoded(content: bytes) -> str:
    """*content* as text with plain line ends: UTF-8, UTF-16 or CP1252; PairingsError if it is none."""
    for encoding in _encodings(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text.replace("\r\n", "\n").replace("\r", "\n")
    raise PairingsError(
        "The file is not text that can be read here. Save it as CSV in UTF-8, and import it again."
    )


def _encodings(content: bytes) -> tuple[str, ...]:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return (encoding,)
    sample = content[:_SAMPLE]
    # Every second byte of English in UTF-16 is nothing: which of the two says how it is stored.
    if sample.count(0) * 3 > len(sample) > 1:
        return ("utf-16-be" if sample[::2].count(0) > sample[1::2].count(0) else "utf-16-le",)
    return ("utf-8", "cp1252")


def folded(text: str) -> str:
    """*text* in small letters without accents: Å and a are one letter here, ß and ss too."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_LIKE))
    return "".join(one for one in apart if not unicodedata.combining(one)).casefold()
