"""Dates and times as a person types them."""

import re
from datetime import datetime

from kiosk.errors import LogError

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
# Nothing shorter: in 20261117 a slip of the finger is still a date, and means another day.
_TIME = re.compile(r"\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?", re.ASCII)


def parsed_time(text: str) -> datetime | None:
    """What *text* means, with a zone if it names one; None if it is neither a date nor a date and time."""
    date, _, time = text.replace(" ", "T", 1).partition("T")
    if not _DATE.fullmatch(date) or (time and not _TIME.fullmatch(time)):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def typed_time(text: str) -> datetime:
    """The same; a LogError says how a time is written."""
    moment = parsed_time(text)
    if moment is None:
        raise LogError(f"“{text}” is no time. Write a date or a date and time, such as 2026-05-02T14:30.")
    return moment


def is_day(text: str) -> bool:
    """Whether *text* is a date and nothing but a date."""
    return bool(_DATE.fullmatch(text)) and parsed_time(text) is not None
