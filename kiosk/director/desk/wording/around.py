"""What stands around every page of the desk: banners, and a footer that says who judges by which way."""

from kiosk.core.frozen import frozen
from kiosk.core.setup.division import Division
from kiosk.director.desk.states import Shift
from kiosk.director.desk.ways import way_name


@frozen
class DeskAround:
    """*banners*: the circumstances that a judge must know; *event*, *round*: of now; *local_of*: how far the
    clock on the wall is from the log's, in minutes."""

    letter: str
    setup_code: str = ""
    clock: str = ""
    banners: tuple[str, ...] = ()
    event: str = ""
    round: int | None = None
    offset_min: int = 0


def banners(division: Division, around: DeskAround) -> tuple[str, ...]:
    return (*around.banners, division.banner) if division.banner else around.banners


def footer(shift: Shift | None, division: Division, around: DeskAround) -> tuple[str, ...]:
    """Who judges where, by which way, rules and list; last the clock."""
    judged = () if shift is None else (shift.by, way_name(shift.way, division.rules), division.name)
    event = (around.event, f"Round {around.round}" if around.round else "") if around.event else ()
    told = (
        f"Desk {around.letter}",
        *judged,
        division.rules.short_title,
        division.list_name,
        *event,
        f"Set-up {around.setup_code}" if around.setup_code else "",
        around.clock,
    )
    return tuple(part for part in told if part)
