"""Whether all stations of a room agree: each leaves a line on the stick, and reads those of the others."""

from dataclasses import asdict
from datetime import datetime, time
from pathlib import Path

from kiosk import __version__
from kiosk.base.clock import Clock, local_time
from kiosk.base.frozen import frozen
from kiosk.errors import SetupError
from kiosk.machines import stick_store
from kiosk.machines.agreement import StationLine, behind, disagreements, read_line
from kiosk.setup import division_store, store
from kiosk.station.status_actions import status

_HALF_A_DAY_S = 12 * 60 * 60


@frozen
class RoomAgreement:
    """The *lines* of all stations that were asked, and what is *wrong*. *left*: this one's is there now."""

    lines: tuple[StationLine, ...]
    wrong: tuple[str, ...]
    left: bool


def agreement(folder: Path, on_stick: Path, clock: Clock, watch: str | None) -> RoomAgreement:
    """Leave the line of the station in *folder* on the stick and compare all that are there. *watch*: the
    time that one watch, the same for all stations, shows at this moment."""
    now = clock()  # first: the watch goes on
    made = stick_store.read(on_stick)
    ahead = None if watch is None else _ahead(local_time(now.at, now.offset_min), watch)
    own = _line(folder, clock, ahead)
    left = stick_store.leave_line(on_stick, f"{own.letter}-{own.station[:8]}", asdict(own))
    found = [line for told in stick_store.lines_left(on_stick) if (line := read_line(told)) is not None]
    others = [other for other in found if other.station != own.station]
    lines = tuple(sorted((own, *others), key=lambda other: (other.letter, other.station)))
    late = behind(own, others)
    wrong = [*disagreements(lines), *([late] if late else [])]
    if own.setup_code != made.setup_code:
        wrong.append(f"The set-up code here is {own.setup_code}; that of the roll-out is {made.setup_code}.")
    return RoomAgreement(lines, tuple(wrong), left)


def _line(folder: Path, clock: Clock, ahead_s: int | None) -> StationLine:
    found = status(folder, clock)
    if not found.is_set_up or found.log is None or found.code is None:
        raise SetupError(f"This station cannot judge as it is. {found.problem or 'Set it up first.'}")
    opened = division_store.open_from(folder, found.settings, str(store.setup_path(folder)))
    lists = {lexicon.id: lexicon.fingerprint for division in opened.divisions for lexicon in division.lists}
    event = found.standing.past.event
    return StationLine(
        letter=found.settings.letter,
        station=found.log.head.station,
        version=__version__,
        setup_code=found.code,
        at=found.now.at,
        ahead_s=ahead_s,
        event=None if event is None else event.id,
        round=None if event is None else found.context.round(found.local),
        lists=lists,
    )


def _ahead(local: str, watch: str) -> int:
    """How many seconds the clock is ahead of the watch, which shows no date."""
    try:
        shown = datetime.fromisoformat(f"{local[:10]}T{time.fromisoformat(watch).isoformat()}")
    except ValueError as error:
        raise SetupError(f"“{watch}” is no time. Give what the watch shows, such as 09:05:00.") from error
    apart = round((datetime.fromisoformat(local) - shown).total_seconds())
    return (apart + _HALF_A_DAY_S) % (2 * _HALF_A_DAY_S) - _HALF_A_DAY_S
