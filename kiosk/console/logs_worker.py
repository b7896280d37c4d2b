"""The logs that a console looks at, the station they belong to, and a hub beside them."""

import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from kiosk.base.clock import Clock, local_time
from kiosk.base.printable import printable
from kiosk.base.schedule import next_round
from kiosk.console.roll import MARKS, Chain, Narrowed, Roll
from kiosk.console.values import HeadGiven, HeadShown, Lines, SourceFound, StatusSeen
from kiosk.errors import HubError, LogError
from kiosk.hub.mirror_actions import MirrorBegun, MirrorHub
from kiosk.hub.mirror_store import read_note
from kiosk.lockdown.desktop import this_desktop
from kiosk.lockdown.health import Health, power_check
from kiosk.lockdown.health_reader import holds_log
from kiosk.log.alerts import SplitWatch
from kiosk.log.brief import Brief
from kiosk.log.brief_reader import BriefFile, LogExchanged, Take, is_merged_file
from kiosk.log.chain import Head, Record
from kiosk.log.filters_reader import Found
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import open_reader
from kiosk.log.reader import read_head
from kiosk.log.sources import SourceStanding
from kiosk.log.sources_reader import OpenChain, log_files, survey
from kiosk.log.store import log_path
from kiosk.log.verify_actions import heads_given_out
from kiosk.paper.actions import folders_out
from kiosk.setup.staff_actions import Staff
from kiosk.station import status_actions
from kiosk.worker_client import Worker, start_worker

# ---- hub beside --------------------------------------------------------------------------------------------
# A hub for a console: a process beside it keeps a copy of the hub's logs, which are read like any others.
#
# The rule it guards: neither the console nor whoever reads for it has anything to do with a network; what
# they need to know of the hub stands in a note in the copy's folder.

_LOOK_S = 0.05
_ENDED = "The hub could not be read: the process that reads it ended. Try again."


@contextmanager
def mirrored_hub(where: str, folder: Path) -> Iterator[Path]:
    """The folder with a copy of the hub at *where*, kept in step with it for as long as this lasts; *folder*:
    the data of whoever looks at it."""
    heard: list[object] = []
    worker = Worker(start_worker(folder), lambda filenos, busy: None)
    worker.ask(MirrorHub(where), heard.append, tell=heard.append)
    try:
        while not heard:
            time.sleep(_LOOK_S)
            worker.hear()
        if not isinstance(heard[0], MirrorBegun):
            raise HubError(_ENDED)
        if heard[0].trouble:
            raise HubError(printable(heard[0].trouble))
        yield Path(heard[0].folder)
    finally:
        worker.end()


def reads_hub(logs: Sequence[Path]) -> bool:
    """Whether the copy of a hub is among *logs*."""
    return any(read_note(log) is not None for log in logs)


def records_in_hub(logs: Sequence[Path]) -> int:
    """How many records the copies among *logs* have, at a glance: whoever watches sees that they grow."""
    return sum(note.records for log in logs if (note := read_note(log)) is not None)


def hubs_among(logs: Sequence[Path]) -> tuple[SourceFound, ...]:
    """The hubs whose copies are among *logs*: whether each answers, and what it complains of."""
    found: list[SourceFound] = []
    for note in (note for log in logs if (note := read_note(log)) is not None):
        name = f"The hub {note.hub[:8]} of “{printable(note.event)}”"
        if note.trouble:
            said = f"{printable(note.trouble)} What is shown is as of {note.at}."
            found.append(SourceFound(name, "", "", "", note.records, SourceStanding.AWAY, said))
        else:
            said = f"In step with it at {note.at}."
            found.append(SourceFound(name, "", "", "", note.records, SourceStanding.HUB, said))
        found += [
            SourceFound(name, "", "", "", 0, SourceStanding.ALARM, printable(alarm)) for alarm in note.alarms
        ]
    return tuple(found)


# ---- open logs ---------------------------------------------------------------------------------------------
# The logs that a console looks at: the station's own, and those of other stations beside it.
#
# Rules it guards: a chain is shown once, however many copies of it are opened; two files that continue one
# chain differently are called so, never mixed; and what is handed out is read and hashed again at that
# moment.

# Hears how far a reading is: done, of how many, and what is read.
Told: TypeAlias = Callable[[int, int, str], None]


class OpenLogs:
    """The records of the logs *named* in brief, grown by what is new whenever they are asked for. Which they
    are is asked each time: a station that is set up writes to another file than before."""

    def __init__(self, named: Callable[[], Sequence[Path]], watch: SplitWatch) -> None:
        self._named, self._watch = named, watch
        self._paths: tuple[Path, ...] = ()
        self._forget()

    def _forget(self) -> None:
        self.roll = Roll(self._watch)
        self.view = Narrowed(self.roll)
        self.chains: tuple[OpenChain, ...] = ()
        self.set_ups: list[Record] = []
        self._file, self._place = array("I"), array("q")

    @property
    def named(self) -> tuple[Path, ...]:
        """The files and folders that were named."""
        return tuple(self._named())

    def refresh(self, told: Told) -> None:
        """Read what is new. A log that was exchanged for another is read from its beginning."""
        if (paths := log_files(self._named())) != self._paths:
            self._forget()
            self._paths = paths
        try:
            self._grow(told)
        except LogExchanged:
            self._forget()
            self._grow(told)

    def _grow(self, told: Told) -> None:
        if not self.chains:
            self.chains = survey(self._paths)
        files = self._files()
        if not files:
            sentence, self.chains = self.chains[0].sentence, ()
            raise LogError(sentence)
        for number, file in enumerate(files):
            mine = [
                chain for chain in self.chains if chain.file is file and chain.standing is SourceStanding.USED
            ]
            file.grow(
                frozenset(chain.end.key for chain in mine),
                self._taking(number),
                lambda done, total, name=file.path.name: told(done, total, name),  # type: ignore[misc]
            )

    def _files(self) -> list[BriefFile]:
        used = [
            chain.file
            for chain in self.chains
            if chain.file is not None and chain.standing is SourceStanding.USED
        ]
        return list(dict.fromkeys(used))

    def _taking(self, number: int) -> Take:
        def take(place: int, chain: Chain, brief: Brief, record: Record) -> None:
            if brief.fits and brief.kind == Kind.SET_UP:
                self.set_ups.append(record)
            self.roll.add(chain, brief, record if brief.fits and brief.kind in MARKS else None)
            self._file.append(number)
            self._place.append(place)

        return take

    def records_at(self, places: Iterable[int]) -> list[Found]:
        """The records at *places* of the roll, read again; one that has gone since is left out."""
        files, wanted = self._files(), list(places)
        again: dict[tuple[int, int], Found] = {}
        for number, file in enumerate(files):
            mine = [self._place[place] for place in wanted if self._file[place] == number]
            again |= {(number, place): found for place, found in file.again(mine).items()} if mine else {}
        keys = [(self._file[place], self._place[place]) for place in wanted]
        return [again[key] for key in keys if key in again]

    def survey(self) -> tuple[OpenChain, ...]:
        """How the files stand to each other now."""
        return survey(log_files(self._named()))


def doubt_about_logs(paths: Sequence[Path]) -> str:
    """Why one of the logs that *paths* name does not hold: the one sentence for it; empty if nothing is known
    against them. Whoever cannot be read is told where the logs are listed."""
    for path in log_files(paths):
        try:
            with open_reader(path, merged=is_merged_file(path)) as reader:
                if reader.doubt:
                    return f"{path.name}: {reader.doubt}"
        except LogError:
            continue
    return ""


# ---- around ------------------------------------------------------------------------------------------------
# The station as a console shows it: what `kiosk status` says, and what is wrong, each with what to do.

OLD_COPY_MIN = 30  # while an event is open


def around(folder: Path, clock: Clock, *, alone: bool, own: int = 0, logs: Sequence[Path] = ()) -> StatusSeen:
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
