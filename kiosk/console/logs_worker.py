"""The logs that a console looks at, and what is known against them."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from kiosk.console.roll import MARKS, Chain, Narrowed, Roll
from kiosk.errors import LogError
from kiosk.log.alerts import SplitWatch
from kiosk.log.brief import Brief
from kiosk.log.brief_reader import BriefFile, LogExchanged, Take, is_merged_file
from kiosk.log.chain import Record
from kiosk.log.filters_reader import Found
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import open_reader
from kiosk.log.sources import SourceStanding
from kiosk.log.sources_reader import OpenChain, log_files, survey

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
