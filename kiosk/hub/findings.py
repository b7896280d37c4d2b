"""What a hub knows of its stations, in plain words.

The rule it guards: whatever one station sends or claims, a line stands for it once, with how often; each
station's gravest line comes before any second line of another, and what a station merely says is told as
that.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from kiosk.base.frozen import frozen

_SEEN: Mapping[str, str] = {
    "fork": "two different records claim place {seq} of its log: the laptop or its log was copied",
    "begun_anew": "its log was begun anew, though it goes on after no copy: a rewritten one was put in its "
    "place; compare both with paper",
    "other_enrolment": "it and the station enrolled as {detail} send the log of one station: one of the two "
    "is not what it says",
    "other_station": "its enrolment was used by another station",
    "too_many_forks": "it sent more other records than are kept",
    "too_much": "it sent more than is kept of a station: nothing more is taken from it",
    "too_large": "it sent records that are larger than a hub takes",
    "bad_batch": "it sent records that do not fit their hashes",
    "same_letter": "it is set up with the same letter as the station enrolled as {detail}: both give out the "
    "same ruling numbers; set one of them up with another letter",
    "other_letter": "it is set up with the letter {detail}, so its rulings are called {detail}-1, "
    "{detail}-2 …; set it up with its own letter",
    "unreadable": "record {seq} holds text that this hub can keep but not show",
    "too_many": "it raised more alarms of one kind ({detail}) than are kept",
    "two_places": "its enrolment is used from two computers at once",  # of hubs made before it was a remark
}
# What a station says, which nobody else has seen, gravest first.
_CLAIMED: Mapping[str, str] = {
    "rewritten": "it holds a receipt for {seq} records that this hub's do not fit: the hub was changed",
    "older": "its log went back: it has {seq} records, and this hub has {detail} of them: an older log was "
    "put back there, or the laptop was copied",
    "forgot": "it holds a receipt for {seq} records, which this hub no longer had: the hub was put back from "
    "a back-up",
}
_GRAVEST_FIRST = (*_SEEN, *_CLAIMED)
SKEW_MS = 60_000  # a clock that is off by more is told


@frozen
class HubAlarm:
    at: datetime
    kind: str
    letter: str
    station: str | None
    epoch: str | None
    seq: int | None
    detail: str

    @property
    def claimed(self) -> bool:
        """Whether that is the station's word alone."""
        return self.kind in _CLAIMED

    @property
    def sentence(self) -> str:
        return alarm_sentence(self.kind, self.letter, self.seq, self.detail)


@frozen
class AlarmLine:
    """All alarms of one kind about one station: the newest, and how many there are."""

    newest: HubAlarm
    times: int

    @property
    def sentence(self) -> str:
        more = f" And {self.times - 1} more like it." if self.times > 1 else ""
        return f"{self.newest.sentence}{more}"


def fold_alarms(alarms: Iterable[HubAlarm]) -> tuple[AlarmLine, ...]:
    """*alarms*, given oldest first, as lines: each station's gravest first, then its second, and so on."""
    lines: dict[tuple[str, str], AlarmLine] = {}
    for alarm in alarms:
        key = (alarm.letter, alarm.kind)
        lines[key] = AlarmLine(alarm, lines[key].times + 1 if key in lines else 1)
    placed: dict[str, int] = {}
    ranked: list[tuple[int, int, float, AlarmLine]] = []
    for line in sorted(lines.values(), key=lambda folded: _gravity(folded.newest)):
        letter = line.newest.letter
        placed[letter] = placed.get(letter, 0) + 1
        ranked.append((placed[letter], _gravity(line.newest), -line.newest.at.timestamp(), line))
    return tuple(row[-1] for row in sorted(ranked, key=lambda row: row[:3]))


def _gravity(alarm: HubAlarm) -> int:
    return _GRAVEST_FIRST.index(alarm.kind) if alarm.kind in _GRAVEST_FIRST else 0


def alarm_sentence(kind: str, letter: str, seq: int | None, detail: str = "") -> str:
    """The sentence for an alarm of *kind* about the station *letter*."""
    if kind in _CLAIMED:
        return f"Station {letter} says: {_CLAIMED[kind].format(seq=seq, detail=detail)}."
    if kind not in _SEEN:
        return f"Station {letter}: an alarm of a kind this program does not know ({kind})."
    return f"Station {letter}: {_SEEN[kind].format(seq=seq, detail=detail)}."


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
