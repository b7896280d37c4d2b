"""Verify a log or a merged file, the heads that were given out, and merge the logs of several stations."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.base.printable import count_of
from kiosk.errors import LogError, OutputError
from kiosk.folder import refuse_own_file
from kiosk.log.bodies import CheckpointBody, ContinuedLog, EventClosedBody, EventOpenedBody, NightClosedBody
from kiosk.log.chain import Head, Noted, Point, Status, Verification, parse_noted
from kiosk.log.copies_reader import KeptCopy, kept_copies
from kiosk.log.filters_reader import Filter, Found
from kiosk.log.kinds import Kind
from kiosk.log.merge_store import Merged, find_logs, merge_logs
from kiosk.log.merged_reader import (
    Continuation,
    Station,
    StationSummary,
    conflicts,
    continuations,
    numbers_twice,
    reading_merged,
    shown_letters,
    station_summaries,
    verify_merged,
    witness,
)
from kiosk.log.query_reader import open_reader
from kiosk.log.reader import Progress, head_of, reading, verify_open
from kiosk.log.schema import LAYOUT, layout
from kiosk.log.standing_reader import DOES_NOT_HOLD, held_to, remember_log, verify_here
from kiosk.log.store import log_path

# ---- heads -------------------------------------------------------------------------------------------------
# The heads that were given out: what somebody may have on paper, and since when.

_OCCASIONS = (Kind.EVENT_OPENED, Kind.EVENT_CLOSED, Kind.NIGHT_CLOSED)


@frozen
class HeadOnRecord:
    """A head that was given out after the record of its checkpoint, *point*; *occasion*: what was done just
    before, in words. *fits*: the record that says so is still what was recorded."""

    local: str
    occasion: str
    point: Point
    fits: bool


def heads_given_out(folder: Path) -> tuple[HeadOnRecord, ...]:
    """The heads of the log in *folder* that were given out, newest first."""
    path = log_path(folder)
    if not path.exists():
        return ()
    with open_reader(path) as reader:
        told = [record for kind in _OCCASIONS for record in reader.find(Filter(kind=kind))]
        marks = [
            record
            for record in reader.find(Filter(kind=Kind.CHECKPOINT))
            if isinstance(record.said, CheckpointBody) and record.said.given_out
        ]
    by_place = {head.seq: head for head in told}
    return tuple(
        HeadOnRecord(
            mark.local_text, _occasion(by_place.get(mark.seq - 1)), Point(mark.seq, mark.hash), mark.fits
        )
        for mark in marks
    )


def _occasion(before: Found | None) -> str:
    body = None if before is None else before.said
    match body:
        case EventOpenedBody():
            return f"“{body.name}” opened"
        case EventClosedBody():
            return f"“{body.name}” closed"
        case NightClosedBody():
            return "closed for tonight"
        case _:
            return "given out"


# ---- verify ------------------------------------------------------------------------------------------------
# Verify a log or a merged file: whether each chain holds, and its end for the paper.

_OTHER_LAYOUT = (
    "Its views and indexes are not this program's (layout {}): what others read by them need not be what is "
    "recorded."
)


@frozen
class VerifiedStations:
    """The chains of a merged file. *apart*: where a file that was offered disagreed, by station, epoch and
    number. *letters*: what each station is called. *together*: all of it as one finding."""

    results: Mapping[Station, Verification]
    apart: Sequence[tuple[str, str, int]]
    letters: Mapping[Station, str]
    together: Verification


@frozen
class VerifiedHead:
    """The end of a log, and what its chain was found to be."""

    head: Head
    found: Verification

    @property
    def holds(self) -> bool:
        """Whether the head may be written down."""
        return self.found.status is Status.INTACT and self.found.witnessed

    @property
    def doubt(self) -> str:
        """Why it may not; empty if it may."""
        return "" if self.holds else f"{DOES_NOT_HOLD} {self.found.reason}"


def verify(
    folder: Path, head: str | None, count: int | None, progress: Progress | None = None
) -> Verification:
    """Re-hash the whole log of *folder* and hold it to the noted *head* and *count*, if there are any, and to
    what the folder knows of it."""
    path = log_path(folder)
    found = verify_here(path, head, count, progress=progress)
    if found.status is not Status.INTACT:
        return found
    known = remember_log(path)
    with reading(path) as conn:
        here, laid_out = known.of_log(head_of(conn)), layout(conn)
    told = [_OTHER_LAYOUT.format(laid_out)] if laid_out > LAYOUT else []
    told += [
        f"The hub {receipt.code} has acknowledged {receipt.count} of them ({receipt.at})." for receipt in here
    ]
    return replace(found, note=" ".join(filter(None, (found.note, *told))))


def verify_with_copies(
    folder: Path, head: str | None, count: int | None, progress: Progress | None = None
) -> tuple[Verification, tuple[tuple[ContinuedLog, Verification], ...]]:
    """The same, and on a spare machine each copy that its log goes on after. A noted *head* may stand in any
    of them: that the others do not hold it says nothing against them."""
    path = log_path(folder)
    found = verify(folder, head, count, progress)
    try:
        copies = kept_copies(path) if path.exists() else ()
    except LogError:  # it is said of the log itself
        copies = ()
    noted_in = None if head is None or found.witnessed else _witness(copies, head, count)
    if noted_in is not None:
        found = verify(folder, None, None, progress)
    in_copy = {} if noted_in is None else {noted_in[0]: noted_in[1]}
    return found, tuple((copy.end, in_copy.get(copy) or copy.verify()) for copy in copies)


def _witness(
    copies: Sequence[KeptCopy], head: str, count: int | None
) -> tuple[KeptCopy, Verification] | None:
    """The copy in which a noted *head* stands."""
    checked = ((copy, copy.verify(head, count)) for copy in copies)
    return next(((one, found) for one, found in checked if found.witnessed), None)


def in_words(found: Verification) -> str:
    """What was found, for a person."""
    if found.status is Status.UNREADABLE:
        return found.reason
    extra = f" {found.note}" if found.note else ""
    if found.unlike_note:
        return f"Not as noted. {found.reason}{extra}"
    if found.status is Status.BROKEN:
        hold = "holds" if found.count == 1 else "hold"
        return f"Broken. {found.reason} {count_of(found.count, 'record')} before it {hold}.{extra}"
    kind = "Intact, witnessed" if found.witnessed else "Intact, not witnessed"
    why = (
        "the noted head is in it"
        if found.witnessed
        else "no head noted outside was given, so a cut end cannot be told"
    )
    return f"{kind}: {count_of(found.count, 'record')}; {why}.{extra}\nHead {found.head}"


def verify_head(folder: Path) -> VerifiedHead:
    """The end of the log of *folder*; its chain is verified first."""
    known = remember_log(log_path(folder))
    with reading(log_path(folder)) as conn:
        head = head_of(conn)
        found = verify_open(conn, Noted(head.hash, head.count))  # later: it may be growing
        return VerifiedHead(head, held_to(found, known, conn))


def verify_stations(merged: Path, head: str | None, count: int | None) -> VerifiedStations:
    """Re-hash each station's chain in the file *merged*; a noted *head* is looked for in all of them."""
    note = parse_noted(head, count)
    with reading_merged(merged) as conn:
        results = _hold_note_to(note, verify_merged(conn), witness(conn, note))
        apart, letters = conflicts(conn), shown_letters(station_summaries(conn))
    return VerifiedStations(results, apart, letters, _together(results.values(), apart, note))


def _hold_note_to(
    note: Noted, results: Mapping[Station, Verification], place: tuple[Station, int] | None
) -> Mapping[Station, Verification]:
    """*results* with the chain that the noted head stands in called witnessed. A head is one station's: that
    the others do not hold it says nothing against them."""
    if place is None or results[place[0]].status is not Status.INTACT:
        return results
    station, seq = place
    there = (
        "" if note.count in (None, seq) else f"The noted head stands at record {seq}, not at {note.count}."
    )
    return {**results, station: replace(results[station], witnessed=True, note=there)}


def _together(
    results: Collection[Verification], apart: Sequence[tuple[str, str, int]], note: Noted
) -> Verification:
    """Several chains as one finding: broken if one is, if one of two files was rewritten, or if a noted head
    stands in none of them. There is no one head; witnessed is what one of them is."""
    count, witnessed = sum(found.count for found in results), any(found.witnessed for found in results)
    bad = [found for found in results if found.status is not Status.INTACT]
    if bad:
        return Verification(Status.BROKEN, count=count, first_bad=bad[0].first_bad, reason=bad[0].reason)
    if apart:
        seq = apart[0][2]
        reason = f"Another file disagreed from record {seq} on: one of the two was rewritten."
        return Verification(Status.BROKEN, count=count, first_bad=seq, reason=reason)
    if note.head and not witnessed:
        reason = (
            "The noted code is in no station's log here, and all chains are intact. Either it was noted or "
            "typed wrongly, or its station is not merged, or records were cut off or replaced."
        )
        return Verification(Status.BROKEN, count=count, reason=reason, unlike_note=True)
    return Verification(Status.INTACT, witnessed, count=count)


# ---- merge -------------------------------------------------------------------------------------------------
# Merge the logs of several stations into one file.


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
        later = {continuation.later for continuation in self.continuations if continuation.fits is not None}
        often = Counter(
            station.letter for station in self.stations if station.letter and station.key not in later
        )
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
        spare = {station.key: station.letter for station in stations if station.letter}
        letters = sorted({spare[pair.later] for pair in went_on if pair.later in spare})
        twice = tuple(number for letter in letters for number in numbers_twice(conn, letter))
        return MergedLogs(results, stations, went_on, twice)
