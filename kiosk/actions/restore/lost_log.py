"""The copy of a lost station's log: found on a stick, verified, and what it says of where that station stood.

The rule guarded here: nothing is restored from a copy that does not hold, is not the longest there, or may be
of another station; which one is meant is never guessed.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from kiosk import __version__
from kiosk.actions.console.open_logs import OpenChain, surveyed
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.event import SetUpBody
from kiosk.core.log.chain import Head
from kiosk.core.log.history import OpenEvent
from kiosk.core.log.kinds import Kind
from kiosk.core.log.numbers import full_hundred_after, ruling_number
from kiosk.director.console.reading import SourceStanding
from kiosk.errors import LogError
from kiosk.storage.log.standing import read_standing
from kiosk.storage.reading.beside import continued
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.merge import find_logs
from kiosk.storage.reading.merged import Station
from kiosk.storage.reading.query import Reader, open_reader
from kiosk.storage.reading.reader import read_head, verify_log

_RELEASE = re.compile(r"\d+(?:\.\d+)*")


@frozen
class LostLog:
    """The copy at *path*. *rulings*: the number of its last ruling, 0 if there was none. *event*: what was
    open when it was made. *before*: the copies that it goes on after itself, where it is a spare machine's;
    *missing*: one of those was not found."""

    path: Path
    head: Head
    letter: str
    rulings: int
    setup_code: str
    event: OpenEvent | None
    before: tuple[Path, ...] = ()
    missing: bool = False

    @property
    def last(self) -> str:
        """Its last ruling."""
        return ruling_number(self.letter, self.rulings) if self.rulings else ""

    @property
    def numbers_after(self) -> int:
        return full_hundred_after(self.rulings)


def lost_log(place: Path, letter: str) -> LostLog:
    """The copy at *place*, a file or a folder with copies, of the log of station *letter*; LogError if there
    is none that can be gone on after."""
    folder = place if place.is_dir() else place.parent
    path = _chosen(surveyed(find_logs([place])), letter, place)
    found = verify_log(path, in_use=False)
    if not found.holds:
        raise LogError(f"The copy {path} does not hold. {found.reason} Look for another copy.")
    there = surveyed(find_logs([folder]))
    _refuse_shorter(path, there)
    return _read(path, {one.end.key: one.path for one in there if one.file is not None})


def _chosen(chains: Sequence[OpenChain], letter: str, place: Path) -> Path:
    """The one file among *chains* that is meant."""
    if len(chains) == 1 and (alone := chains[0]).file is None:
        raise LogError(alone.sentence)
    if forks := [one for one in chains if one.standing is SourceStanding.FORK]:
        raise LogError(f"Two copies there disagree, so none is taken. {forks[0].path}: {forks[0].sentence}")
    used = {one: _letter(one.path) for one in chains if one.standing is SourceStanding.USED}
    named = [one for one, known in used.items() if known == letter]
    if not named:
        there = ", ".join(sorted(set(used.values()))) or "none that can be read"
        raise LogError(
            f"There is no copy of station {letter} at {place}; there is: {there}. This machine is set up as "
            f"station {letter}: give it the letter of the lost one first, with “kiosk setup --from FILE "
            "--letter …”."
        )
    ends = [end for one in named if (end := continued(one.path)) is not None]
    left = {(end.station, end.epoch) for end in ends}
    last = [one.path for one in named if one.end.key not in left]
    if len(last) != 1:
        files = ", ".join(path.name for path in last)
        raise LogError(f"There are several logs of a station {letter} at {place}. Name one: {files}.")
    return last[0]


def _letter(path: Path) -> str:
    """The letter of the station whose log is at *path*; one that never was set up has none."""
    with open_reader(path) as reader:
        if next(reader.find(Filter(kind=Kind.SET_UP), 1), None) is None:
            return "the log of a demonstration"
        return harmless(next(iter(reader.letters().values()), ""))


def _refuse_shorter(path: Path, there: Sequence[OpenChain]) -> None:
    """Refuse a copy beside which a longer one of the same log lies: older is never put over newer."""
    mine = next(one for one in there if one.path.samefile(path))
    longest = max((one for one in there if one.end.key == mine.end.key), key=lambda one: one.end.count)
    if longest.end.count > mine.end.count:
        raise LogError(
            f"{path} has {mine.end.count} records; {longest.path.name} beside it has {longest.end.count} of "
            "the same log. Name that one."
        )


def _read(path: Path, there: Mapping[Station, Path]) -> LostLog:
    past = read_standing(path).past
    before, missing = _before(path, there)
    after = continued(path)
    with open_reader(path) as reader:
        _refuse_newer(reader, path)
        rulings = reader.count(Filter(kind=Kind.ADJUDICATION))
        letter = next(iter(reader.letters().values()))
    return LostLog(
        path=path,
        head=read_head(path),
        letter=letter,
        rulings=rulings + (0 if after is None else after.numbers_after),
        setup_code="" if past.setup is None else past.setup.setup_code,
        event=past.event,
        before=before,
        missing=missing,
    )


def _before(path: Path, there: Mapping[Station, Path]) -> tuple[tuple[Path, ...], bool]:
    """Those of the files *there* that the log at *path* goes on after, and whether one is missing."""
    found: list[Path] = []
    end = continued(path)
    while end is not None:
        earlier = there.get((end.station, end.epoch))
        if earlier is None or not verify_log(earlier, end.head, end.count).holds:
            return tuple(found), True
        found.append(earlier)
        end = continued(earlier)
    return tuple(found), False


def _refuse_newer(reader: Reader, path: Path) -> None:
    bodies = (one.said for one in reader.find(Filter(kind=Kind.SET_UP)))
    newest = max((_release(one.program) for one in bodies if isinstance(one, SetUpBody)), default=())
    if newest > _release(__version__):
        shown = ".".join(map(str, newest))
        raise LogError(
            f"The copy {path} was written by version {shown} of the program; this is {__version__}. Put that "
            "version on this machine first."
        )


def _release(version: str) -> tuple[int, ...]:
    known = _RELEASE.match(version)
    return tuple(map(int, known.group().split("."))) if known else ()
