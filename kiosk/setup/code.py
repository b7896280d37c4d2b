"""The set-up code: six characters that are equal on two stations exactly if they judge alike, in the same
event, by the same rounds and timings.

Players compare it by eye, so no character can be taken for another, and none is a vowel: a code must not look
like a word at a station that judges words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from kiosk.base.canonical import Json, digest
from kiosk.setup.divisions import Division
from kiosk.setup.settings import Settings

ALPHABET = "CDFGHJKMNPQRTVWX34679"
LENGTH = 6


def setup_code(content: Mapping[str, Json]) -> str:
    """The code over *content*."""
    number = int(digest({"set-up code": dict(content)}), 16)
    code = ""
    for _ in range(LENGTH):
        number, index = divmod(number, len(ALPHABET))
        code += ALPHABET[index]
    return code


def code_over(divisions: Sequence[Division], settings: Settings, version: str) -> str:
    """The code of a station with *settings* and these *divisions*, in their order."""
    # A long list that is not there keeps its place: one division's must not pass for the next one's main.
    lists = [lexicon for division in divisions for lexicon in (division.lexicon, division.long_lexicon)]
    return setup_code(
        {
            "lists": ["" if lexicon is None else lexicon.fingerprint for lexicon in lists],
            "rules": [division.rules.fingerprint for division in divisions],
            "penalties": [division.penalty.id for division in divisions],
            "kinds": [division.kind.value for division in divisions],
            "confirmed": [division.confirmed for division in divisions],
            "version": version,
            **_shared_settings(settings),
        }
    )


def _shared_settings(settings: Settings) -> dict[str, Json]:
    """What must be equal on all stations of an event besides what they judge by. Not the letter, the name,
    the size of the text, the place of the second copy or how well this machine is protected."""
    return {
        "profile": settings.profile.value,
        "divisions": [division.id for division in settings.divisions],
        "event": None if settings.event is None else settings.event.id,
        "rounds": [[planned.number, planned.starts, planned.ends] for planned in settings.rounds],
        "timings": dict(asdict(settings.timings)),
        "split_window_s": settings.alerts.split_window_s,
        "ask_table": settings.ask_table,
    }
