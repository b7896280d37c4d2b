"""The hashes of the words that practice never shows, as they came with the program."""

import re

from kiosk.errors import PracticeError
from kiosk.shipped import resources

_FILE = "offensive_sha256.txt"
_HASH = re.compile(r"^[0-9a-f]{64}$", re.MULTILINE)


def blocked_hashes() -> frozenset[str]:
    """SHA-256 of each such word in upper case. Without them practice does not begin: doubt closes."""
    try:
        found = frozenset(_HASH.findall((resources() / _FILE).read_text(encoding="ascii")))
    except (OSError, UnicodeDecodeError):
        found = frozenset()
    if not found:
        raise PracticeError("Part of the program is missing, so practice cannot begin. Install it again.")
    return found
