"""Merge the logs of several stations into one file."""

from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.errors import OutputError
from kiosk.folder import refuse_own_file
from kiosk.storage.reading.merge import Merged, find_logs, merge_logs
from kiosk.storage.reading.merged import (
    Continuation,
    StationSummary,
    continuations,
    numbers_twice,
    reading_merged,
    shown_letters,
    station_summaries,
)
from kiosk.storage.reading.reader import Progress


@frozen
class MergedLogs:
    """What became of each log that was offered, and the stations now in the file."""

    results: tuple[Merged, ...]
    stations: tuple[StationSummary, ...]
    continuations: tuple[Continuation, ...] = ()
    twice: tuple[str, ...] = ()  # ruling numbers that a spare machine gave again

    @property
    def complete(self) -> bool:
        return all(result.taken and not result.doubt for result in self.results)

    @property
    def same_letter(self) -> list[str]:
        """The letters that more than one station has here; a spare machine is the one it went on for."""
        later = {one.later for one in self.continuations if one.fits is not None}
        often = Counter(one.letter for one in self.stations if one.letter and one.key not in later)
        return sorted(letter for letter, times in often.items() if times > 1)

    @property
    def letters(self) -> dict[tuple[str, str], str]:
        """What each station is called, told apart where letters do not."""
        return dict(shown_letters(self.stations))


def merge(folder: Path, sources: Sequence[Path], out: Path, progress: Progress | None = None) -> MergedLogs:
    """Put the logs of *sources* side by side in *out*, for the station in *folder* to audit."""
    if out.is_dir() or not out.parent.is_dir():
        raise OutputError(f"{out} cannot be a merged file: name a file in a folder that is there.")
    refuse_own_file(out, folder)
    logs = find_logs(sources)
    done = count(1)

    def taken(_: Path) -> None:
        if progress is not None:
            progress(next(done), len(logs))

    results = merge_logs(logs, out, taken)
    with reading_merged(out) as conn:
        stations, went_on = station_summaries(conn), continuations(conn)
        spare = {one.key: one.letter for one in stations if one.letter}
        letters = sorted({spare[one.later] for one in went_on if one.later in spare})
        twice = tuple(number for letter in letters for number in numbers_twice(conn, letter))
        return MergedLogs(results, stations, went_on, twice)
