"""The station as a console shows it: what `kiosk status` says, and what is wrong, each with what to do."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from kiosk.base.clock import Clock, local_time
from kiosk.base.printable import printable
from kiosk.base.schedule import next_round
from kiosk.console.logs_worker import doubt_about_logs
from kiosk.console.values import HeadGiven, HeadShown, Lines, StatusSeen
from kiosk.lockdown.desktop import this_desktop
from kiosk.lockdown.health import Health, power_check
from kiosk.lockdown.health_reader import holds_log
from kiosk.log.chain import Head
from kiosk.log.reader import read_head
from kiosk.log.store import log_path
from kiosk.log.verify_actions import heads_given_out
from kiosk.paper.actions import folders_out
from kiosk.setup.staff_actions import Staff
from kiosk.station import status_actions

OLD_COPY_MIN = 30  # while an event is open


def see_station(
    folder: Path, clock: Clock, *, alone: bool, own: int = 0, logs: Sequence[Path] = ()
) -> StatusSeen:
    """The station in *folder* as it stands. *alone*: for a console that is a program of its own, in the
    process *own*; *logs*: what it reads besides."""
    found = status_actions.status(folder, clock)
    copy, event = status_actions.copy_status(found), found.standing.past.event
    following = None if event is None else next_round(found.settings.rounds, event.called, found.local)
    running = found.context.round(found.local)
    ahead = following.number if following else (running or 0) + 1
    power = power_check(this_desktop().power())
    lines = _lines({**status_actions.in_words(found, copy), "List": _lists(found)}, power.text)
    said = status_actions.warnings(found)[1 if found.doubt else 0 :]  # the doubt stands above every page
    wrong = [*said, *_copy_wrong(copy, event_open=event is not None)]
    if power.state in (Health.BAD, Health.WARNING):
        wrong.append(f"{power.text} {power.advice}")
    return StatusSeen(
        letter=found.settings.letter if found.is_set_up else "",
        name=printable(found.settings.name) if found.is_set_up else "Demonstration",
        clock=found.local[11:16],
        lines=lines,
        wrong=tuple(map(printable, wrong)),
        event="" if event is None else printable(event.name),
        round=running,
        next_round=ahead if event is not None else None,
        planned=found.settings.event is not None,
        held=alone and holds_log(folder, besides=own),
        head=head_shown(found),
        folders=tuple(folders_out(found.settings.second_copy)),
        doubt=printable(found.doubt or doubt_about_logs(logs)),
    )


def _lines(said: dict[str, str], power: str) -> Lines:
    """In the order of a director's questions; the head and the last ruling stand elsewhere on the page."""
    order = (
        "Event",
        "Round",
        "Station",
        "List",
        "Set-up code",
        "Second copy",
        "Protection",
        "Clock",
        "Running",
    )
    told = [(subject, printable(said[subject])) for subject in order]
    return (*told, ("Power", printable(power.rstrip("."))), ("Log", printable(said["Log"])))


def _lists(found: status_actions.StationStatus) -> str:
    """The word lists in force, by their ids; a list that cannot be used is among what is wrong."""
    named = [id for division in found.settings.divisions for id in (division.main, division.long) if id]
    return ", ".join(dict.fromkeys(named)) or "the free list"


def _copy_wrong(copy: status_actions.CopyStatus | None, *, event_open: bool) -> Iterator[str]:
    if copy is None:
        return
    if not copy.place.there:
        yield "The second copy cannot be made: its folder is not there. Put the stick in."
    elif not copy.place.apart:
        yield "The copy lies on the log's own disk: a spare, not a second copy. Put another stick in."
    elif event_open and (copy.age_min is None or copy.age_min > OLD_COPY_MIN):
        age = "never made" if copy.age_min is None else f"{copy.age_min} minutes old"
        yield f"The second copy is {age}. Look at the stick, or press T to close for tonight."


def log_count(folder: Path) -> int:
    """How many records the log in *folder* has; 0 where there is none yet."""
    path = log_path(folder)
    return read_head(path).count if path.exists() else 0


def head_shown(found: status_actions.StationStatus) -> HeadShown | None:
    """The end of the log as a person notes it; none of one that does not hold."""
    if found.log is None or found.doubt:
        return None
    letter = found.settings.letter if found.is_set_up else ""
    return _head_shown(found.log.head, letter, found.now.offset_min)


def _head_shown(head: Head, letter: str, offset_min: int) -> HeadShown:
    return HeadShown(letter, head.count, head.code, head.hash, local_time(head.at, offset_min))


def given_head(head: Head, letter: str, staff: Staff) -> HeadShown:
    """The same of a head that was just given out."""
    return _head_shown(head, letter, staff.clock().offset_min)


def heads_listed(folder: Path) -> tuple[HeadGiven, ...]:
    """Which heads were given out, newest first; a record that was changed is not believed."""
    return tuple(
        HeadGiven(
            given.local[:16],
            printable(given.occasion) if given.fits else "its record was CHANGED",
            given.point.count,
            Head("", "", given.point.count, "", given.point.head).code,
        )
        for given in heads_given_out(folder)
    )
