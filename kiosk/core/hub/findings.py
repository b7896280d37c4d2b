"""What a hub knows of its stations, in plain words."""

from collections.abc import Mapping

_ALARMS: Mapping[str, str] = {
    "fork": "two different records claim place {seq} of its log: the laptop or its log was copied",
    "two_places": "its enrolment is used from two computers at once",
    "other_station": "its enrolment was used by another station",
    "other_enrolment": "it claimed to be a station that is enrolled under another letter",
    "forgot": "it holds a receipt for {seq} records, which this hub no longer had: the hub was put back from "
    "a back-up",
    "rewritten": "it holds a receipt for {seq} records that this hub's do not fit: the hub was changed",
    "unreadable": "record {seq} holds text that this hub can keep but not show",
    "bad_batch": "it sent records that do not fit their hashes",
    "other_letter": "it is set up with the letter {detail}, so its rulings are called {detail}-1, "
    "{detail}-2 …; set it up with its own letter",
    "same_letter": "it is set up with the same letter as the station enrolled as {detail}: both give out the "
    "same ruling numbers; set one of them up with another letter",
    "too_many_forks": "it sent more other records than are kept",
}
SKEW_MS = 60_000  # a clock that is off by more is told


def alarm_sentence(kind: str, letter: str, seq: int | None, detail: str = "") -> str:
    """The sentence for an alarm of *kind* about the station *letter*."""
    if kind not in _ALARMS:
        return f"Station {letter}: an alarm of a kind this program does not know ({kind})."
    return f"Station {letter}: {_ALARMS[kind].format(seq=seq, detail=detail)}."


def wrong_letter(enrolled: str, own: str | None) -> str:
    """That a station is set up with another letter than it is enrolled with, in words; empty if not."""
    return f"set up as {own}" if own and own != enrolled else ""


def skew(ahead_ms: int | None) -> str:
    """How far a station's clock is off, in words; empty if it is right."""
    if ahead_ms is None or abs(ahead_ms) < SKEW_MS:
        return ""
    minutes = round(abs(ahead_ms) / 60_000)
    shown = f"{minutes} min" if minutes < 600 else f"{round(minutes / 60)} h"
    return f"clock {shown} {'ahead' if ahead_ms > 0 else 'behind'}"
