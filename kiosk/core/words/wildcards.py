"""Words looked for with wildcards: ? stands for one letter, * for any number.

The rule guarded here: nothing typed is a pattern of any other language, and no pattern takes longer than the
word is long, however many stars it has.
"""

import re

from kiosk.core.words.play import ALPHABET
from kiosk.errors import WordError


def as_looked_for(text: str) -> str:
    """*text* in capitals, if it can be looked for."""
    wanted = text.upper() if text.isascii() else text
    if not wanted or not ALPHABET.union("?*").issuperset(wanted):
        raise WordError(
            f"“{text}” cannot be looked for: use the letters A to Z, ? for one letter and * for any number."
        )
    return wanted


def matcher(wanted: str) -> re.Pattern[str]:
    """What fits *wanted* as a whole; all but ? and * stands for itself."""
    first, *rest = (re.escape(part).replace(r"\?", ".") for part in re.split(r"\*+", wanted))
    if not rest:
        return re.compile(first)
    # Each part is taken where it first occurs and never looked for again: no other place could fit better.
    middle = "".join(f"(?>.*?{part})" for part in rest[:-1])
    return re.compile(f"{first}{middle}.*{rest[-1]}", re.DOTALL)
