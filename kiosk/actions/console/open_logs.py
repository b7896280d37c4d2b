"""The logs that a console looks at: the station's own, and those of other stations beside it.

Rules it guards: a chain is shown once, however many copies of it are opened; two files that continue one
chain differently are called so, never mixed; and what is handed out is read and hashed again at that moment.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.log.brief import Brief
from kiosk.core.log.kinds import Kind, Record
from kiosk.director.alerts import SplitWatch
from kiosk.director.console.reading import SourceStanding
from kiosk.director.roll.narrowed import Narrowed
from kiosk.director.roll.roll import MARKS, Chain, Roll
from kiosk.errors import LogError
from kiosk.folder import RESTORED
from kiosk.storage.reading.briefs import BriefFile, ChainEnd, LogExchanged, Take, is_merged_file
from kiosk.storage.reading.checks import is_regular, real_path
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.query import open_reader

# Hears how far a reading is: done, of how many, and what is read.
Told: TypeAlias = Callable[[int, int, str], None]


@frozen
class OpenChain:
    """One chain in one file. *file*: None where it cannot be read."""

    path: Path
    end: ChainEnd
    standing: SourceStanding
    sentence: str
    file: BriefFile | None = None


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
            self.chains = surveyed(self._paths)
        files = self._files()
        if not files:
            sentence, self.chains = self.chains[0].sentence, ()
            raise LogError(sentence)
        for number, file in enumerate(files):
            mine = [one for one in self.chains if one.file is file and one.standing is SourceStanding.USED]
            file.grow(
                frozenset(one.end.key for one in mine),
                self._taking(number),
                lambda done, total, name=file.path.name: told(done, total, name),  # type: ignore[misc]
            )

    def _files(self) -> list[BriefFile]:
        used = [
            one.file for one in self.chains if one.file is not None and one.standing is SourceStanding.USED
        ]
        return list(dict.fromkeys(used))

    def _taking(self, number: int) -> Take:
        def take(place: int, chain: Chain, one: Brief, record: Record) -> None:
            if one.fits and one.kind == Kind.SET_UP:
                self.set_ups.append(record)
            self.roll.add(chain, one, record if one.fits and one.kind in MARKS else None)
            self._file.append(number)
            self._place.append(place)

        return take

    def found(self, places: Iterable[int]) -> list[Found]:
        """The records at *places* of the roll, read again; one that has gone since is left out."""
        files, wanted = self._files(), list(places)
        again: dict[tuple[int, int], Found] = {}
        for number, file in enumerate(files):
            mine = [self._place[one] for one in wanted if self._file[one] == number]
            again |= {(number, place): found for place, found in file.again(mine).items()} if mine else {}
        keys = [(self._file[one], self._place[one]) for one in wanted]
        return [again[key] for key in keys if key in again]

    def survey(self) -> tuple[OpenChain, ...]:
        """How the files stand to each other now."""
        return surveyed(log_files(self._named()))


def log_files(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The files that *paths* name: a file is itself, a folder stands for the logs directly in it, and the
    data folder of a spare machine also for the copies that it goes on after."""
    found = [one for path in paths for one in (_inside(path) or [path] if path.is_dir() else [path])]
    return tuple({real_path(path): path for path in reversed(found)}.values())[::-1]


def _inside(folder: Path) -> list[Path]:
    there = (*folder.glob("*.db"), *(folder / RESTORED).glob("kiosk-*.db"))
    return sorted(filter(is_regular, there))


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


def surveyed(paths: Sequence[Path]) -> tuple[OpenChain, ...]:
    """Each chain in the files *paths*: of several files with one chain the longest is used."""
    chains: list[OpenChain] = []
    for path in paths:
        try:
            file = BriefFile(path)
            chains += [OpenChain(path, end, SourceStanding.USED, "", file) for end in file.ends()]
        except LogError as error:
            nobody = ChainEnd("", "", 0, "")
            chains.append(OpenChain(path, nobody, SourceStanding.UNREADABLE, str(error)))
    return tuple(_among(one, chains) for one in chains)


def _among(one: OpenChain, chains: Sequence[OpenChain]) -> OpenChain:
    """*one* as it stands to the longest of the same chain, the first of these."""
    if one.file is None:
        return one
    longest = max((other for other in chains if other.end.key == one.end.key), key=lambda it: it.end.count)
    if longest is one or longest.file is None:
        return OpenChain(one.path, one.end, SourceStanding.USED, "Its records are shown.", one.file)
    key, count = one.end.key, one.end.count
    if longest.file.hash_at(key, count) == one.end.hash:
        less = longest.end.count - count
        how = "a copy of" if not less else f"an older copy, {less} records shorter, of"
        return OpenChain(
            one.path, one.end, SourceStanding.COPY, f"It is {how} {longest.path}, which is shown.", one.file
        )
    seq = _parting(key, one.file, longest.file, count)
    sentence = (
        f"It parts from {longest.path} at record {seq}: both go on from there with records of their own, so "
        "one of the two was rewritten, or both were written to. The longer one is shown. Keep both, and "
        "compare them with the head on paper."
    )
    return OpenChain(one.path, one.end, SourceStanding.FORK, sentence, one.file)


def _parting(key: Chain, one: BriefFile, other: BriefFile, count: int) -> int:
    """The first record up to *count*, where they differ, at which two files no longer agree."""
    low, high = 0, count
    while high - low > 1:
        middle = (low + high) // 2
        if one.hash_at(key, middle) == other.hash_at(key, middle):
            low = middle
        else:
            high = middle
    return high
