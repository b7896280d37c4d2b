"""How one station is set up, as a frozen value, and the rules a set-up must keep."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING
from enum import StrEnum
from typing import Annotated, Any

from kiosk.base import fields
from kiosk.base.frozen import frozen
from kiosk.base.schedule import RoundTime, schedule_fault
from kiosk.errors import SetupError
from kiosk.rules.choices import DivisionKind

# ---- form --------------------------------------------------------------------------------------------------
# How a set-up file is written, and what is said of a fault in it.
#
# Guards the rule that a set-up file is taken whole or not at all: each refusal names the file, the key and
# what is allowed.


class SetupForm:
    """The form of *file*, which is only a name to put into messages."""

    def __init__(self, file: str) -> None:
        self.file = file

    def value(self, name: str, item: object) -> object:
        return item

    def no_table(self, name: str, item: object) -> Mapping[str, object]:
        """An absent table is empty."""
        if item is not MISSING:
            raise self.wrong(name, fields.Unfit(f"a table, written as [{name}]"), item)
        return {}

    def wrong(self, name: str, unfit: fields.Unfit, item: object) -> SetupError:
        found = "is missing" if item is MISSING else f"is {_spell(item)}"
        return self.unusable(name, f" {found}; it {unfit}")

    def missing(self, name: str, must: str) -> SetupError:
        return self.wrong(name, fields.Unfit(must), MISSING)

    def unknown(self, path: str, key: str, known: tuple[str, ...]) -> SetupError:
        where = f"[{path}]" if path else "the top of the file"
        name = f"{path}.{key}" if path else key
        return self.unusable(name, f" is not a key of a set-up file; {where} may hold: {', '.join(known)}")

    def unusable(self, name: str, problem: str) -> SetupError:
        return SetupError(f"{self.file}: “{name}”{problem}. Correct the file and try again.")


def _spell(value: object) -> str:
    """*value* as it would stand in the file, cut to a readable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    shown = f"“{value}”" if isinstance(value, str) else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "…"


# ---- settings ----------------------------------------------------------------------------------------------
# How one station is set up, as a frozen value, and the rules a set-up must keep.
#
# `build_settings` takes a parsed set-up file and gives back `Settings`, or refuses with a sentence that names
# the file, the key and what is allowed. Nothing is guessed and nothing unknown is passed over.

MOST_DIVISIONS = 8
LONGEST_NAME = 30
LONGEST_EVENT_ID, LONGEST_EVENT_NAME = 40, 60
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


class Colour(StrEnum):
    """No red and no green: on the result screen those lie near the colours of a verdict."""

    BLUE = "blue"
    ORANGE = "orange"
    PURPLE = "purple"
    TEAL = "teal"
    YELLOW = "yellow"
    PINK = "pink"
    BROWN = "brown"
    GREY = "grey"


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


@frozen
class DivisionSettings:
    """Which rule set, penalty and lists judge the plays of one division; all are ids."""

    id: Annotated[str, fields.Id(20), "different for each division"]
    name: Annotated[str, fields.Text(LONGEST_NAME), "what players choose by"]
    rules: Annotated[
        str,
        fields.Id(60),
        "a rule set (`kiosk rules list`); one under which staff rule stands with others of that sort only",
    ]
    penalty: Annotated[
        str, fields.Id(60), "one of that rule set's options for that kind (`kiosk rules show ID --penalties`)"
    ]
    main: Annotated[str, fields.Id(60), "the id of a word list (`kiosk lexicon list`)"]
    long: Annotated[
        str | None,
        fields.Id(60),
        "a second list, for long words, where the rule set knows one; not the main one",
    ] = None
    colour: Annotated[Colour | None, fields.Choice(Colour), "the band of the division"] = None
    international: Annotated[
        bool, "the division plays by the rulebook's part on the international lexicon; the director says so"
    ] = False
    school: Annotated[bool, "a school division, which plays by the rulebook's school list"] = False
    confirmed: Annotated[
        str | None,
        fields.Text(LONGEST_NAME),
        "the edition of `main`, if later than the one the rulebook names: the director vouches for it",
    ] = None

    @property
    def kind(self) -> DivisionKind:
        if self.school:
            return DivisionKind.SCHOOL
        return DivisionKind.INTERNATIONAL if self.international else DivisionKind.MAIN


@frozen
class EventSettings:
    id: Annotated[str, fields.Id(LONGEST_EVENT_ID), "in every record of the event"]
    name: Annotated[str, fields.Text(LONGEST_EVENT_NAME), "what the event is called"]


@frozen
class Timings:
    """How long a screen may stand untouched, in seconds."""

    entering_s: Annotated[int, fields.Whole(20, 300), "typing the words"] = 60
    checking_s: Annotated[int, fields.Whole(20, 600), "checking them"] = 90
    showing_s: Annotated[int, fields.Whole(5, 120), "the verdict stays"] = 20
    choosing_s: Annotated[int, fields.Whole(5, 120), "the choices after ESC"] = 20
    warning_s: Annotated[
        int,
        fields.Whole(5, 60),
        "the last part, which is counted down; no more than entering_s and checking_s",
    ] = 20
    hold_s: Annotated[int, fields.Whole(1, 10), "a verdict cannot be cleared; less than showing_s"] = 3
    console_s: Annotated[int, fields.Whole(30, 900), "an untouched console locks again"] = 60


@frozen
class Sizes:
    text_percent: Annotated[int, fields.Whole(80, 150), "the size of all text against the built-in one"] = 100


@frozen
class AlertSettings:
    split_window_s: Annotated[
        int, fields.Whole(30, 900), "two challenges closer than this may be one play looked up in parts"
    ] = 180


def _usual_name(before: Mapping[str, Any]) -> str:
    return f"Station {before['letter']}"


def _usual_protection(before: Mapping[str, Any]) -> Protection:
    return Protection.DETERRENT if before["profile"] is Profile.TOURNAMENT else Protection.DEMONSTRATION


@frozen
class Settings:
    """One station's set-up. *letter* and *name* are its identity; the rest may be shared by twenty."""

    letter: Annotated[
        str,
        fields.Choice(LETTERS),
        fields.Under("station"),
        "begins every ruling number; here or as `--letter`",
    ]
    name: Annotated[
        str,
        fields.Text(LONGEST_NAME),
        fields.Under("station"),
        fields.Usual(_usual_name, "“Station” and the letter"),
        "shown, never recorded",
    ]
    profile: Annotated[
        Profile,
        fields.Under("station"),
        "a tournament needs a passcode, an event, rounds; a club none of them",
    ]
    divisions: Annotated[tuple[DivisionSettings, ...], fields.FileKey("division")]
    event: EventSettings | None = None
    rounds: Annotated[tuple[RoundTime, ...], fields.FileKey("round")] = ()
    timings: Timings = Timings()
    sizes: Annotated[Sizes, fields.Inline(Sizes), fields.Under("station")] = Sizes()
    alerts: AlertSettings = AlertSettings()
    ask_table: Annotated[
        bool, fields.Under("station"), "ask for the table number before the words are checked"
    ] = False
    protection: Annotated[
        Protection,
        fields.Under("station"),
        fields.Usual(_usual_protection, "tournament “deterrent”, club “demonstration”"),
        "the level wanted; below it no event opens and the station shows a banner",
    ] = Protection.DETERRENT
    second_copy: Annotated[
        str | None,
        fields.Text(400),
        fields.Under("second_copy", "folder", leads=True),
        "a whole path, or one from ~, outside the data folder",
    ] = None
    second_copy_min: Annotated[
        int, fields.Whole(1, 60), fields.Under("second_copy", "every_min"), "minutes between two copies"
    ] = 5


def build_settings(mapping: Mapping[str, object], file: str = "kiosk.toml") -> Settings:
    """The settings written in *mapping*, which was read from *file*."""
    top = fields.Table(SetupForm(file), "", mapping)
    settings = fields.read(Settings, top)
    _check_divisions(settings.divisions, top)
    if (fault := schedule_fault(settings.rounds)) is not None:
        raise top.form.unusable("round", f": {fault}")
    _check_timings(settings.timings, top.table("timings"))
    return settings


def settings_to_mapping(settings: Settings) -> dict[str, object]:
    """*settings* as they are written to a file; `build_settings` gives the same settings back."""
    return fields.to_table(settings)


def without_identity(mapping: Mapping[str, object]) -> dict[str, object]:
    """*mapping* without what makes the station this one, so that others can be set up like it."""
    station = mapping["station"]
    if not isinstance(station, Mapping):
        raise TypeError("a set-up mapping has a table named station")
    kept = {key: value for key, value in station.items() if key not in ("letter", "name")}
    return {**mapping, "station": kept}


def _check_divisions(divisions: Sequence[DivisionSettings], top: fields.Table[SetupForm]) -> None:
    if not 1 <= len(divisions) <= MOST_DIVISIONS:
        raise top.form.unusable(
            "division",
            f" stands {len(divisions)} times; a station has 1 to {MOST_DIVISIONS}, "
            "each written as [[division]]",
        )
    seen: set[str] = set()
    for one, table in zip(divisions, top.tables("division"), strict=True):
        if one.long == one.main:
            raise table.refusal("long", "another list than “main”, or left out")
        if one.international and one.school:
            raise table.refusal("school", "left out where “international” is true")
        if one.id.casefold() in seen:
            raise table.refusal("id", "different from the id of every other division")
        seen.add(one.id.casefold())


def _check_timings(timings: Timings, table: fields.Table[SetupForm]) -> None:
    if (fault := timings_fault(timings)) is not None:
        raise table.refusal(*fault)


def timings_fault(timings: Timings) -> tuple[str, str] | None:
    """The key of *timings* that does not go with the others, and what it must be; or None."""
    if timings.warning_s > min(timings.entering_s, timings.checking_s):
        return "warning_s", "no more than entering_s and checking_s, of which it is the last part"
    if timings.hold_s >= timings.showing_s:
        return "hold_s", "less than showing_s, or no key could clear a verdict"
    return None
