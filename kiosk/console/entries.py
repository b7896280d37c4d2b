"""What was typed where a panel asks: a number, a ruling, a place in the hall, a day, a file."""

import re
from datetime import date

from kiosk.base.recordable import is_id, is_text
from kiosk.rules.ruling import Place
from kiosk.setup.settings import LONGEST_EVENT_ID, LONGEST_EVENT_NAME

HIGHEST_ROUND = 99
HIGHEST = 9999
LONGEST_WHICH = 20
LONGEST_TARGET = 1000
ASKS = "B"  # the key that asks for a number: whoever types B-147 in one go has pressed it
_NUMBER = re.compile(rf"(?:{ASKS}(?=[A-Z]))?([A-Z]?) ?(-?) ?([0-9]{{1,7}})")
_PLACE = re.compile(r"#[0-9]{1,12}")
_NOT_OF_AN_ID = re.compile(r"[^a-z0-9]+")


def round_of(text: str) -> int | None:
    """The number of a round; None if *text* is none."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:4]) <= HIGHEST_ROUND):
        return None
    return int(text)


def event_id(name: str) -> str | None:
    """The id of an event called *name*; None if no event can be called so."""
    id = _NOT_OF_AN_ID.sub("-", name.lower()).strip("-")[:LONGEST_EVENT_ID].strip("-")
    return id if is_id(id, LONGEST_EVENT_ID) and is_text(name, LONGEST_EVENT_NAME) else None


def ruling_called(text: str, own_letter: str) -> str:
    """The number that *text* means: without a letter it is one of the station *own_letter*, if there is one
    such. Its letter may have been pressed as the key that asks for a number."""
    parts = _NUMBER.fullmatch(text.strip().upper())
    if parts is None:
        return text.strip().upper()
    letter, dash, digits = parts.groups()
    whose = letter or (ASKS if dash else own_letter)
    return f"{whose}-{digits}" if whose else digits


def place_in_log(called: str) -> str | None:
    """The place in the log that *called* names, as #812; None if it names none."""
    return called[1:] if _PLACE.fullmatch(called) else None


def is_ruling(called: str) -> bool:
    """Whether *called* may be what people call a ruling by: digits alone are of no station."""
    fits = 0 < len(called) <= LONGEST_WHICH and called.isascii() and called.isprintable()
    return fits and not called.isdecimal() and "@" not in called


def place_of(text: str) -> Place | None:
    """A table, a round and a division; None: something else was typed."""
    words = text.split()
    numbers = [word for word in words if word.isascii() and word.isdecimal()]
    names = [word for word in words if word not in numbers]
    values = [int(number[:6]) for number in numbers]
    if len(values) > 2 or len(names) > 1 or not all(0 < value <= HIGHEST for value in values):
        return None
    table, round_ = (*values, None, None)[:2]
    return Place(names[0] if names else None, None, round_, table)


def is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_path(text: str) -> bool:
    """Whether *text* can be the name of a file."""
    return len(text) <= LONGEST_TARGET and text.isprintable()
