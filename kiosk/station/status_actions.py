"""A station at a glance, and what may be typed here, for a shell that completes it. It only reads."""

from datetime import datetime
from pathlib import Path

from kiosk.base.clock import Clock, Reading, local_time
from kiosk.base.frozen import frozen
from kiosk.base.schedule import next_round
from kiosk.errors import KioskError
from kiosk.folder import RULESETS
from kiosk.log.bodies import AdjudicationBody, GuardsBody, read_body
from kiosk.log.chain import Record
from kiosk.log.copies_reader import doubt_about_station, read_continued_log
from kiosk.log.copy_worker import CopyPlace, copy_name, copy_place
from kiosk.log.history import History
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import Glance, glance_at
from kiosk.log.standing_reader import Standing, read_standing
from kiosk.log.store import log_path
from kiosk.setup.division_store import open_from
from kiosk.setup.integrity import InForce, changes
from kiosk.setup.read_back import clock_line, say_moment
from kiosk.setup.settings import Settings
from kiosk.setup.store import load_demonstration, load_settings, settings_digest, setup_path
from kiosk.station.states import StationContext

# ---- status ------------------------------------------------------------------------------------------------
# A station at a glance: set-up, event, round, last ruling, second copy, log. It only reads, and may be asked
# beside a running station.


@frozen
class StationStatus:
    """What there is to tell. *code*: the set-up code, or None with the *problem* that keeps it from judging.
    *log* is None before the first record."""

    folder: Path
    settings: Settings
    is_set_up: bool
    code: str | None
    problem: str | None
    changed: str | None
    standing: Standing
    log: Glance | None
    now: Reading
    restored: str = ""  # on a spare machine, what it goes on after
    doubt: str = ""  # why the log as a whole does not hold

    @property
    def local(self) -> str:
        return local_time(self.now.at, self.now.offset_min)

    @property
    def context(self) -> StationContext:
        return StationContext(self.settings, self.is_set_up, self.code or "", self.standing.past.event)


def status(folder: Path, clock: Clock) -> StationStatus:
    """The station in *folder* as it stands."""
    settings = load_settings(folder)
    shown = settings or load_demonstration()
    path = log_path(folder)
    there = path.exists()
    standing = read_standing(path) if there else Standing(History())
    changed = changes(InForce(settings_digest(folder)), standing.past.setup)
    code, problem = None, None
    try:
        code = open_from(folder, settings, str(setup_path(folder))).code
    except KioskError as error:
        problem = str(error)
    return StationStatus(
        folder,
        shown,
        settings is not None,
        code,
        problem,
        None if changed is None else changed.sentence,
        standing,
        glance_at(path) if there else None,
        clock(),
        _restored_sentence(path) if there else "",
        doubt_about_station(path) if there else "",
    )


def _restored_sentence(path: Path) -> str:
    after = read_continued_log(path)
    return "" if after is None else f"goes on for a lost machine, from number {after.numbers_after + 1}"


def warnings(found: StationStatus) -> list[str]:
    """What must be said about it: first that its log does not hold, then that it is closed, was changed, or
    cannot judge."""
    sentences = [found.doubt or None, found.problem, found.changed]
    if found.standing.closed:
        sentences.append(f"The station is closed since {found.standing.since}: {found.standing.closed}")
    if found.log is not None:
        sentences += [
            f"Record {seq} was changed: it does not fit its hash. Run “kiosk log verify”."
            for seq in found.log.changed
        ]
    return [sentence for sentence in sentences if sentence is not None]


# ---- the second copy ---------------------------------------------------------------------------------------


@frozen
class CopyStatus:
    """*made*: when this log was last copied there, in local time; None: never, or it cannot be seen now."""

    place: CopyPlace
    made: str | None
    age_min: int | None

    @property
    def said(self) -> str:
        if self.made is None:
            return f"{self.place.said}; no copy of this log there"
        return f"{self.place.said}; copied {self.made}, {self.age_min} minutes ago"


def copy_status(found: StationStatus) -> CopyStatus | None:
    """Where the second copy goes and how old it is; None where none is wanted."""
    named = found.settings.second_copy
    if named is None:
        return None
    place = copy_place(Path(named), found.folder)
    if found.log is None:
        return CopyStatus(place, None, None)
    head = found.log.head
    file = place.folder / copy_name(found.settings.letter, head.station, head.epoch)
    try:
        written = file.stat().st_mtime
    except OSError:
        return CopyStatus(place, None, None)
    age_s = datetime.fromisoformat(found.now.at).timestamp() - written
    made = datetime.fromtimestamp(written).isoformat(timespec="minutes")  # noqa: DTZ006 - local on purpose
    return CopyStatus(place, say_moment(made, found.local), max(0, int(age_s // 60)))


# ---- in words ----------------------------------------------------------------------------------------------


def in_words(found: StationStatus, copy: CopyStatus | None) -> dict[str, str]:
    """What a director reads about it, by subject."""
    settings = found.settings
    name = f"{settings.letter} · {settings.name} · {settings.profile}"
    return {
        "Station": name if found.is_set_up else "not set up: a demonstration",
        "Set-up code": found.code or "none",
        "Event": _event_line(found),
        "Round": _round_line(found),
        "Last ruling": _ruling_line(found),
        "Second copy": copy.said if copy else "none",
        "Protection": _protection_line(found),
        "Running": _running_line(found),
        "Clock": clock_line(found.now),
        "Log": _log_line(found),
    }


def _event_line(found: StationStatus) -> str:
    event = found.standing.past.event
    if event is not None:
        return f"{event.name} ({event.id})"
    return "none is open: rulings are casual" if found.context.casual else "none is open"


def _round_line(found: StationStatus) -> str:
    event = found.standing.past.event
    number = found.context.round(found.local)
    if event is None:
        return "none"
    following = next_round(found.settings.rounds, event.called, found.local)
    ahead = f"; round {following.number} {say_moment(following.starts, found.local)}" if following else ""
    if number is None:
        return f"between rounds{ahead}"
    by_director = event.called is not None and event.called.started and event.called.number == number
    return f"{number}{', started by the director' if by_director else ''}{ahead}"


def _ruling_line(found: StationStatus) -> str:
    ruling = found.log.ruling if found.log else None
    if ruling is None:
        return f"none here; {found.restored}" if found.restored else "none"
    ruled = read_body(ruling)
    what = f"{ruled.number} {ruled.verdict}" if isinstance(ruled, AdjudicationBody) else "an odd record"
    return f"{what}, {_when(found, ruling)}"


def _log_line(found: StationStatus) -> str:
    """How far the log has come; its check code only if nothing is known against it."""
    head = None if found.log is None else found.log.head
    if head is None:
        return "no record yet"
    said = f"{head.count} records, no check code: it does not hold" if found.doubt else head.said
    return f"{said}{_beside(found)}"


def _beside(found: StationStatus) -> str:
    return f"; {found.restored}" if found.restored else ""


def _protection_line(found: StationStatus) -> str:
    wanted = f"{found.settings.protection} is wanted"
    guards = found.log.guards if found.log else None
    body = None if guards is None else read_body(guards)
    if guards is None or not isinstance(body, GuardsBody):
        return f"{wanted}; the station has not said yet what it guards"
    names = ", ".join(body.engaged) or "nothing"
    trouble = f"; trouble: {body.trouble}" if body.trouble else ""
    return f"{wanted}; guarded {_when(found, guards)}: {names}{trouble}"


def _running_line(found: StationStatus) -> str:
    started = found.log.started if found.log else None
    stopped = found.log.stopped if found.log else None
    if started is None:
        return "the station was never started"
    if stopped is not None and stopped.seq > started.seq:
        return f"no: stopped {_when(found, stopped)}"
    return f"started {_when(found, started)}, not stopped since"


def _when(found: StationStatus, record: Record) -> str:
    return say_moment(record.local.isoformat(timespec="seconds"), found.local)


# ---- typable -----------------------------------------------------------------------------------------------
# What may be typed here where a command wants an id or a number, for a shell that completes it.

_NEWEST = 50


def rule_set_ids(folder: Path) -> list[str]:
    """The rule sets that came with the program and those of *folder*; no file is opened."""
    from kiosk.rules.store import ruleset_ids

    return ruleset_ids(folder / RULESETS)


def word_list_ids(folder: Path) -> list[str]:
    """The word lists of *folder* and the one in the box."""
    from kiosk.words.store import list_ids

    return list(list_ids(folder))


def division_ids(folder: Path) -> list[str]:
    """The divisions of the set-up."""
    from kiosk.setup.store import load_settings

    settings = load_settings(folder)
    return [] if settings is None else [division.id for division in settings.divisions]


def penalty_ids(folder: Path, rules: str | None) -> list[str]:
    """What a failed challenge may cost under the rule set *rules*, or else under those of the set-up."""
    from kiosk.rules.store import penalty_choices, rule_set
    from kiosk.setup.store import load_settings

    settings = load_settings(folder) if rules is None else None
    ids = (
        [rules]
        if rules is not None
        else [division.rules for division in settings.divisions]
        if settings
        else []
    )
    return list(dict.fromkeys(choice.id for id in ids for choice in penalty_choices(rule_set(folder, id))))


def event_ids(folder: Path) -> list[str]:
    """The events on record."""
    from kiosk.log.query_reader import open_reader
    from kiosk.log.store import log_path

    with open_reader(log_path(folder)) as reader:
        return sorted(reader.values("event", (Kind.EVENT_OPENED,)))


def last_ruling_numbers(folder: Path) -> list[str]:
    """The numbers of the newest rulings."""
    from kiosk.log.copies_reader import open_station
    from kiosk.log.filters_reader import Filter
    from kiosk.log.store import log_path

    with open_station(log_path(folder)) as reader:
        found = reader.find(Filter(kind=Kind.ADJUDICATION), _NEWEST)
        return [record.ruling.number for record in found if record.ruling is not None]
