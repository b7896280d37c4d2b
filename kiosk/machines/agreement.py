"""Do all stations of a room agree: set-up code, version, lists, event, round, clock?

Each leaves one line about itself on a stick. The rule guarded here: what a line does not say is not taken for
agreement, and a clock is compared only by what is known of it: how far it is from one watch that was shown to
every station, or that it cannot be behind a line that was written before.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from kiosk.base.frozen import frozen

TOLERANCE_S = 5


@frozen
class StationLine:
    """How a station stood *at* a moment of its own clock (UTC). *ahead_s*: of the watch; None: not compared.
    *lists*: fingerprints by id."""

    letter: str
    station: str
    version: str
    setup_code: str
    at: str
    ahead_s: int | None
    event: str | None
    round: int | None
    lists: Mapping[str, str]


def disagreements(lines: Sequence[StationLine]) -> tuple[str, ...]:
    """What is not the same on all of *lines*, a sentence each; nothing if they agree."""
    return tuple(_lines_said(lines))


def _lines_said(lines: Sequence[StationLine]) -> Iterator[str]:
    shown = {
        "The set-up codes differ": {line.letter: line.setup_code for line in lines},
        "The versions differ": {line.letter: line.version for line in lines},
        "The word lists differ": {line.letter: _lists(line) for line in lines},
        "The events differ": {line.letter: line.event or "none open" for line in lines},
        "The rounds differ": {
            line.letter: "none" if line.round is None else str(line.round) for line in lines
        },
    }
    if twice := sorted({line.letter for line in lines if _letters(lines).count(line.letter) > 1}):
        yield f"More than one station has the letter {', '.join(twice)}: give one of them another."
    for what, values in shown.items():
        if len(set(values.values())) > 1:
            yield f"{what}: {', '.join(f'{letter} {value}' for letter, value in sorted(values.items()))}."
    yield from _clocks(lines)


def _letters(lines: Sequence[StationLine]) -> list[str]:
    return [line.letter for line in lines]


def _lists(line: StationLine) -> str:
    return " ".join(f"{id} {fingerprint[:8]}" for id, fingerprint in sorted(line.lists.items()))


def _clocks(lines: Sequence[StationLine]) -> Iterator[str]:
    known = {line.letter: line.ahead_s for line in lines if line.ahead_s is not None}
    if known and max(known.values()) - min(known.values()) > TOLERANCE_S:
        told = ", ".join(f"{letter} {_way(ahead)}" for letter, ahead in sorted(known.items()))
        yield f"The clocks differ by {max(known.values()) - min(known.values())} s, by the watch: {told}."


def _way(ahead_s: int) -> str:
    return "right" if not ahead_s else f"{abs(ahead_s)} s {'fast' if ahead_s > 0 else 'slow'}"


def behind(line: StationLine, others: Sequence[StationLine]) -> str:
    """Why the clock of *line*, written last, cannot agree with those before it; empty if it can."""
    now = datetime.fromisoformat(line.at)
    late = {
        station.letter: (datetime.fromisoformat(station.at) - now).total_seconds()
        for station in others
        if station.station != line.station
    }
    worst = max(late.values(), default=0.0)
    if worst <= TOLERANCE_S:
        return ""
    other = max(late, key=lambda letter: late[letter])
    return f"The clock here is at least {worst:.0f} s behind that of station {other}, which was here before."


def read_line(told: Mapping[str, object]) -> StationLine | None:
    """The line that *told*, parsed JSON, holds; None if it holds none."""
    texts = [told.get(key) for key in ("letter", "station", "version", "setup_code", "at")]
    ahead, event, round, lists = (told.get(key) for key in ("ahead_s", "event", "round", "lists"))
    try:
        zoned = datetime.fromisoformat(str(told.get("at"))).tzinfo is not None
    except ValueError:
        return None
    numbers = all(number is None or type(number) is int for number in (ahead, round))
    if not (zoned and numbers and all(type(text) is str for text in texts) and isinstance(lists, dict)):
        return None
    letter, station, version, code, at = map(str, texts)
    return StationLine(
        letter,
        station,
        version,
        code,
        at,
        ahead if isinstance(ahead, int) else None,
        None if event is None else str(event),
        round if isinstance(round, int) else None,
        {str(id): str(fingerprint) for id, fingerprint in lists.items()},
    )
