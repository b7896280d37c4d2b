"""How one station is set up, as a frozen value, and the rules a set-up must keep.

`build_settings` takes a parsed set-up file and gives back `Settings`, or refuses with a sentence that names
the file, the key and what is allowed. Nothing is guessed and nothing unknown is passed over.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum

from kiosk.core.setup.schedule import HIGHEST_ROUND, RoundTime, schedule_fault
from kiosk.core.setup.table import Table
from kiosk.errors import SetupError

MOST_DIVISIONS = 8
LONGEST_NAME = 30
LONGEST_EVENT_ID, LONGEST_EVENT_NAME = 40, 60
USUAL_COPY_MIN = 5
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
# No red and no green: on the result screen those lie near the colours of a verdict.
COLOURS = ("blue", "orange", "purple", "teal", "yellow", "pink", "brown", "grey")


class Profile(StrEnum):
    """tournament: an event, rounds, a passcode. club: none of them is asked for."""

    TOURNAMENT = "tournament"
    CLUB = "club"


class Protection(StrEnum):
    """How well the machine is locked down, in rising order."""

    DEMONSTRATION = "demonstration"
    DETERRENT = "deterrent"
    LOCKED = "locked"

    def meets(self, wanted: "Protection") -> bool:
        order = tuple(Protection)
        return order.index(self) >= order.index(wanted)


@dataclass(frozen=True, slots=True)
class DivisionSettings:
    """Which rule set, penalty and lists judge the plays of one division; all are ids."""

    id: str
    name: str
    rules: str
    penalty: str
    main: str
    long: str | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class EventSettings:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Timings:
    """How long a screen may stand untouched, in seconds. *warning_s*: the part that is counted down.
    *hold_s*: how long a verdict cannot be cleared. *console_s*: when an open console locks again."""

    entering_s: int = 60
    checking_s: int = 90
    showing_s: int = 20
    choosing_s: int = 20
    warning_s: int = 20
    hold_s: int = 3
    console_s: int = 60


TIMING_LIMITS: Mapping[str, tuple[int, int]] = {
    "entering_s": (20, 300),
    "checking_s": (20, 600),
    "showing_s": (5, 120),
    "choosing_s": (5, 120),
    "warning_s": (5, 60),
    "hold_s": (1, 10),
    "console_s": (30, 900),
}


@dataclass(frozen=True, slots=True)
class Sizes:
    """*text_percent*: the size of all text against the built-in one."""

    text_percent: int = 100


@dataclass(frozen=True, slots=True)
class AlertSettings:
    """*split_window_s*: two challenges closer than this may be one play looked up in parts."""

    split_window_s: int = 180


@dataclass(frozen=True, slots=True)
class Settings:
    """One station's set-up. *letter* and *name* are its identity; the rest may be shared by twenty."""

    letter: str
    name: str
    profile: Profile
    divisions: tuple[DivisionSettings, ...]
    event: EventSettings | None = None
    rounds: tuple[RoundTime, ...] = ()
    timings: Timings = Timings()
    sizes: Sizes = Sizes()
    alerts: AlertSettings = AlertSettings()
    ask_table: bool = False
    protection: Protection = Protection.DETERRENT
    second_copy: str | None = None
    second_copy_min: int = USUAL_COPY_MIN


def build_settings(mapping: Mapping[str, object], file: str = "kiosk.toml") -> Settings:
    """The settings written in *mapping*, which was read from *file*."""
    top = Table(file, "", mapping)
    top.only(*_TOP_KEYS)
    station = top.table("station")
    station.only("letter", "name", "profile", "ask_table", "text_percent", "protection")
    letter = station.choice("letter", LETTERS)
    profile = Profile(station.choice("profile", tuple(Profile)))
    copy = _second_copy(top.table("second_copy"))
    return Settings(
        letter=letter,
        name=station.text("name", LONGEST_NAME) if "name" in station.values else f"Station {letter}",
        profile=profile,
        divisions=_divisions(top),
        event=_event(top.table("event")),
        rounds=_rounds(top),
        timings=_timings(top.table("timings")),
        sizes=Sizes(station.whole("text_percent", 80, 150, 100)),
        alerts=_alerts(top.table("alerts")),
        ask_table=station.flag("ask_table", default=False),
        protection=Protection(station.choice("protection", tuple(Protection), _usual_protection(profile))),
        second_copy=copy[0],
        second_copy_min=copy[1],
    )


def settings_to_mapping(settings: Settings) -> dict[str, object]:
    """*settings* as they are written to a file; `build_settings` gives the same settings back."""
    mapping: dict[str, object] = {
        "station": {
            "letter": settings.letter,
            "name": settings.name,
            "profile": settings.profile.value,
            "protection": settings.protection.value,
            "ask_table": settings.ask_table,
            "text_percent": settings.sizes.text_percent,
        },
        "division": [_present(asdict(division)) for division in settings.divisions],
        "timings": asdict(settings.timings),
        "alerts": asdict(settings.alerts),
    }
    if settings.event is not None:
        mapping["event"] = asdict(settings.event)
    if settings.rounds:
        mapping["round"] = [_present(asdict(one)) for one in settings.rounds]
    if settings.second_copy is not None:
        mapping["second_copy"] = {"folder": settings.second_copy, "every_min": settings.second_copy_min}
    return mapping


def without_identity(mapping: Mapping[str, object]) -> dict[str, object]:
    """*mapping* without what makes the station this one, so that others can be set up like it."""
    station = mapping["station"]
    if not isinstance(station, Mapping):
        raise TypeError("a set-up mapping has a table named station")
    kept = {key: value for key, value in station.items() if key not in ("letter", "name")}
    return {**mapping, "station": kept}


_TOP_KEYS = ("station", "division", "event", "round", "timings", "alerts", "second_copy")


def _present(values: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in values.items() if value is not None}


def _usual_protection(profile: Profile) -> str:
    return Protection.DETERRENT if profile is Profile.TOURNAMENT else Protection.DEMONSTRATION


def _divisions(top: Table) -> tuple[DivisionSettings, ...]:
    tables = top.tables("division")
    if not 1 <= len(tables) <= MOST_DIVISIONS:
        raise SetupError(
            f"{top.file}: “division” stands {len(tables)} times; a station has 1 to {MOST_DIVISIONS}, "
            "each written as [[division]]. Correct the file and try again."
        )
    divisions = tuple(_division(table) for table in tables)
    for place, one in enumerate(divisions):
        if any(one.id.casefold() == other.id.casefold() for other in divisions[:place]):
            raise tables[place].refusal("id", "different from the id of every other division")
    return divisions


def _division(table: Table) -> DivisionSettings:
    table.only("id", "name", "rules", "penalty", "main", "long", "colour")
    main = table.id("main", 60)
    long = table.id("long", 60) if "long" in table.values else None
    if long == main:
        raise table.refusal("long", "another list than “main”, or left out")
    return DivisionSettings(
        id=table.id("id", 20),
        name=table.text("name", LONGEST_NAME),
        rules=table.id("rules", 60),
        penalty=table.id("penalty", 60),
        main=main,
        long=long,
        colour=table.choice("colour", COLOURS) if "colour" in table.values else None,
    )


def _event(table: Table) -> EventSettings | None:
    if not table.values:
        return None
    table.only("id", "name")
    return EventSettings(table.id("id", LONGEST_EVENT_ID), table.text("name", LONGEST_EVENT_NAME))


def _rounds(top: Table) -> tuple[RoundTime, ...]:
    tables = top.tables("round")
    rounds = tuple(_round(table) for table in tables)
    if (fault := schedule_fault(rounds)) is not None:
        raise SetupError(f"{top.file}: “round”: {fault}. Correct the file and try again.")
    return rounds


def _round(table: Table) -> RoundTime:
    table.only("number", "starts", "ends")
    ends = _minute(table, "ends") if "ends" in table.values else None
    return RoundTime(table.whole("number", 1, HIGHEST_ROUND), _minute(table, "starts"), ends)


def _minute(table: Table, key: str) -> str:
    """A local date and time, to the minute."""
    value = table.values.get(key)
    refusal = table.refusal(key, "a local date and time without seconds or zone, such as 2026-05-01T09:00")
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError as error:
            raise refusal from error
        if len(str(table.values[key])) < len("2026-05-01T09:00"):
            raise refusal
    if not isinstance(value, datetime) or value.tzinfo is not None or value.second or value.microsecond:
        raise refusal
    return value.isoformat(timespec="minutes")


def _timings(table: Table) -> Timings:
    table.only(*TIMING_LIMITS)
    usual = Timings()
    timings = Timings(
        **{key: table.whole(key, *limits, getattr(usual, key)) for key, limits in TIMING_LIMITS.items()}
    )
    if timings.warning_s > min(timings.entering_s, timings.checking_s):
        raise table.refusal(
            "warning_s", "no more than entering_s and checking_s, of which it is the last part"
        )
    if timings.hold_s >= timings.showing_s:
        raise table.refusal("hold_s", "less than showing_s, or no key could clear a verdict")
    return timings


def _alerts(table: Table) -> AlertSettings:
    table.only("split_window_s")
    return AlertSettings(table.whole("split_window_s", 30, 900, AlertSettings().split_window_s))


def _second_copy(table: Table) -> tuple[str | None, int]:
    table.only("folder", "every_min")
    if not table.values:
        return None, USUAL_COPY_MIN
    return table.text("folder", 400), table.whole("every_min", 1, 60, USUAL_COPY_MIN)
