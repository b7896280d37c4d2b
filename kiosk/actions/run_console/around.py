"""The station as a console shows it: what `kiosk status` says, and what is wrong, each with what to do."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from kiosk.actions.audit.heads import heads_given_out
from kiosk.actions.console.open_logs import doubt_about_logs
from kiosk.actions.paper import folders_out
from kiosk.actions.staff import Staff
from kiosk.actions.status import CopyStatus, StationStatus, copy_status, in_words, status, warnings
from kiosk.core.harmless import harmless
from kiosk.core.log.chain import Head
from kiosk.core.log.clock import Clock
from kiosk.core.setup.schedule import local_time, next_round
from kiosk.director.console.seen import HeadGiven, HeadShown, Lines, StatusSeen
from kiosk.lockdown.desktop import this_desktop
from kiosk.lockdown.health import Health, power_check
from kiosk.lockdown.proof import holds_log
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.reader import read_head

OLD_COPY_MIN = 30  # while an event is open


def around(folder: Path, clock: Clock, *, alone: bool, logs: Sequence[Path] = ()) -> StatusSeen:
    """The station in *folder* as it stands. *alone*: for a console that is a program of its own; *logs*: what
    it reads besides."""
    found = status(folder, clock)
    copy, event = copy_status(found), found.standing.past.event
    following = None if event is None else next_round(found.settings.rounds, event.called, found.local)
    running = found.around.round(found.local)
    ahead = following.number if following else (running or 0) + 1
    power = power_check(this_desktop().power())
    lines = _lines({**in_words(found, copy), "List": _lists(found)}, power.text)
    said = warnings(found)[1 if found.doubt else 0 :]  # the doubt stands above every page
    wrong = [*said, *_copy_wrong(copy, event_open=event is not None)]
    if power.state in (Health.BAD, Health.WARNING):
        wrong.append(f"{power.text} {power.advice}")
    return StatusSeen(
        letter=found.settings.letter if found.is_set_up else "",
        name=harmless(found.settings.name) if found.is_set_up else "Demonstration",
        clock=found.local[11:16],
        lines=lines,
        wrong=tuple(map(harmless, wrong)),
        event="" if event is None else harmless(event.name),
        round=running,
        next_round=ahead if event is not None else None,
        planned=found.settings.event is not None,
        held=alone and holds_log(folder),
        head=head_shown(found),
        folders=tuple(folders_out(found.settings.second_copy)),
        doubt=harmless(found.doubt or doubt_about_logs(logs)),
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
    told = [(subject, harmless(said[subject])) for subject in order]
    return (*told, ("Power", harmless(power.rstrip("."))), ("Log", harmless(said["Log"])))


def _lists(found: StationStatus) -> str:
    """The word lists in force, by their ids; a list that cannot be used is among what is wrong."""
    named = [id for one in found.settings.divisions for id in (one.main, one.long) if id]
    return ", ".join(dict.fromkeys(named)) or "the free list"


def _copy_wrong(copy: CopyStatus | None, *, event_open: bool) -> Iterator[str]:
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


def head_shown(found: StationStatus) -> HeadShown | None:
    """The end of the log as a person notes it; none of one that does not hold."""
    if found.log is None or found.doubt:
        return None
    letter = found.settings.letter if found.is_set_up else ""
    return _shown(found.log.head, letter, found.now.offset_min)


def _shown(head: Head, letter: str, offset_min: int) -> HeadShown:
    return HeadShown(letter, head.count, head.code, head.hash, local_time(head.at, offset_min))


def given_head(head: Head, letter: str, staff: Staff) -> HeadShown:
    """The same of a head that was just given out."""
    return _shown(head, letter, staff.clock().offset_min)


def heads_listed(folder: Path) -> tuple[HeadGiven, ...]:
    """Which heads were given out, newest first; a record that was changed is not believed."""
    return tuple(
        HeadGiven(
            one.local[:16],
            harmless(one.occasion) if one.fits else "its record was CHANGED",
            one.point.count,
            Head("", "", one.point.count, "", one.point.head).code,
        )
        for one in heads_given_out(folder)
    )
