"""A hub as logs on this computer: copied once, then kept in step, for a console and the commands."""

import hashlib
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from kiosk.actions import Tools
from kiosk.base.frozen import frozen
from kiosk.errors import HubError, KioskError, LogError
from kiosk.hub.findings import fold_alarms
from kiosk.hub.hub_reader import PAGE, PAGE_BYTES, ChainInHub, HeldRow, HubReader, fingerprint, hub_reader
from kiosk.hub.mirror_actions import MirrorBegun
from kiosk.hub.mirror_store import HubNote, add_to_mirror, begin_mirror, mirror_rows, write_note
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.merge_store import merge_logs
from kiosk.log.reader import Progress

# ---- mirror ------------------------------------------------------------------------------------------------
# A hub as logs on this computer: copied once, then kept in step, for a console and the commands of the log.
#
# Rules it guards: what the hub holds is written down as it is and hashed again by whoever reads it here; what
# was copied before is compared with the hub again and again, and a log that changed there is copied once more
# under another name; records kept apart are a log of their own beside the one they claim to be.

PREFIX = "kiosk-hub-"
POLL_S = 1.0
PAUSE_S = 5.0
MOST_BRANCHES = 4
_EMPTY = "The hub holds no record yet. Let a station push first, then open it again."


# The account that pushed a log, its station and its epoch: in a hub that was put back its number may be that
# of another.
_Key: TypeAlias = tuple[str, str, str]


@frozen
class _Copied:
    """One log that is here: up to which record, which copy of it this is, and from where on it is compared
    with the hub next."""

    path: Path
    count: int
    turn: int = 1
    next: int = 1


class HubMirror:
    """The logs of one hub in *folder*."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._copied: dict[_Key, _Copied] = {}
        self._apart: dict[_Key, int] = {}

    @property
    def records(self) -> int:
        return sum(copy.count for copy in self._copied.values())

    @property
    def logs(self) -> tuple[Path, ...]:
        return tuple(copy.path for copy in self._copied.values())

    def refresh(self, hub: HubReader, progress: Progress | None = None) -> None:
        """Bring the files in step with *hub*."""
        chains = {_key(there): there for there in hub.chains()}
        total = sum(there.count for there in chains.values())
        self._compare_next(hub, chains)
        for chain in chains.values():
            self._grow(hub, chain, lambda: progress and progress(self.records, total))
        apart = hub.apart()
        for key, chain in chains.items():
            count = apart.get(chain.chain, 0)
            if self._apart.get(key, 0) != count and key in self._copied:
                self._keep_apart(hub, chain)
                self._apart[key] = count

    def _compare_next(self, hub: HubReader, chains: Mapping[_Key, ChainInHub]) -> None:
        """Compare one page of one log with what the hub holds of it: all of them come in turn, and new
        records never wait for long."""
        key = next(iter(self._copied), None)
        if key is None:
            return
        kept = self._copied.pop(key)  # and to the end of the row
        if key not in chains:
            kept.path.unlink(missing_ok=True)
            return
        rows = _first_page(kept) if kept.count else []
        last = rows[-1][0] if rows else kept.count
        here = fingerprint(rows)
        if hub.fingerprint(chains[key], kept.next, last) != here:
            self._copied[key] = _forgotten(kept)
        else:
            self._copied[key] = replace(kept, next=last + 1 if last < kept.count else 1)

    def _grow(self, hub: HubReader, chain: ChainInHub, told: Callable[[], object]) -> None:
        kept = self._copied.get(_key(chain)) or _Copied(self._folder / f"{_name(chain)}.db", 0)
        if chain.count < kept.count:
            kept = _forgotten(kept)
        while kept.count < chain.count:
            rows = hub.rows(chain, kept.count, chain.count)
            if not rows:
                break
            (add_to_mirror if kept.count else begin_mirror)(kept.path, rows)
            kept = replace(kept, count=rows[-1][0])
            self._copied[_key(chain)] = kept
            told()

    def _keep_apart(self, hub: HubReader, chain: ChainInHub) -> None:
        for branch in _branches(hub.apart_rows(chain))[:MOST_BRANCHES]:
            before = mirror_rows(self._copied[_key(chain)].path, 1, branch[0][0] - 1)
            apart = self._folder / f"{_name(chain)}-apart-{branch[-1][5][:8]}.db"
            begin_mirror(apart, itertools.chain(before, branch))


def _first_page(kept: _Copied) -> list[HeldRow]:
    """Of what is to be compared next as much as a page of the hub's may hold."""
    page: list[HeldRow] = []
    size = 0
    with closing(mirror_rows(kept.path, kept.next, kept.count)) as rows:
        for row in itertools.islice(rows, PAGE):
            page.append(row)
            size += len(row[3])
            if size >= PAGE_BYTES:
                break
    return page


def _key(chain: ChainInHub) -> _Key:
    return chain.role, *chain.key


def _name(chain: ChainInHub) -> str:
    # Not by the station's own name for itself: that may be any text.
    code = hashlib.sha256("\0".join(_key(chain)).encode()).hexdigest()[:8]
    return f"station-{chain.letter}-{code}"


def _forgotten(kept: _Copied) -> _Copied:
    """What the hub no longer holds as it was copied: the next copy has another name, so it is read whole."""
    kept.path.unlink(missing_ok=True)
    stem = kept.path.stem.removesuffix(f"-{kept.turn}") if kept.turn > 1 else kept.path.stem
    return _Copied(kept.path.with_name(f"{stem}-{kept.turn + 1}.db"), 0, kept.turn + 1)


def _branches(rows: Sequence[HeldRow]) -> list[list[HeldRow]]:
    """The lines that *rows* make, each from where it parts, those that part first before the others."""
    by_hash, claimed = {row[5]: row for row in rows}, {row[4] for row in rows}
    lines = []
    for row in rows:
        if row[5] in claimed:
            continue
        line = [row]
        while (earlier := by_hash.get(line[0][4])) is not None and earlier[0] == line[0][0] - 1:
            line.insert(0, earlier)
        lines.append(line)
    return sorted(lines, key=lambda line: (line[0][0], line[-1][5]))


@frozen
class MirrorBeside:
    """What a mirror works with. *wait*: let so many seconds pass; False: stop. *local*: the time of day.
    *first*: hears how the first copying ended: empty, or why it did not."""

    wait: Callable[[float], bool]
    local: Callable[[], str]
    first: Callable[[str], None]


def keep_mirror(where: str, folder: Path, beside: MirrorBeside) -> None:
    """Copy the hub at *where* to *folder* and keep it in step until *beside* says stop. If it cannot be
    copied the first time nothing is kept; later trouble is noted, and it is tried again."""
    mirror, note = HubMirror(folder), HubNote("", "", "", 0)
    while True:
        try:
            with open_hub(where) as hub:
                while True:
                    mirror.refresh(hub)
                    before, note = note, _note_hub(hub, mirror, beside.local())
                    write_note(folder, note)
                    if not before.hub:
                        beside.first("" if mirror.records else _EMPTY)
                    if not beside.wait(POLL_S):
                        return
        except KioskError as error:
            if not note.hub:
                beside.first(str(error))
                return
            note = replace(note, trouble=str(error))
            with suppress(OSError):
                write_note(folder, note)
        if not beside.wait(PAUSE_S):
            return


def _note_hub(hub: HubReader, mirror: HubMirror, local: str) -> HubNote:
    said = tuple(line.sentence for line in fold_alarms(hub.alarms()))
    return HubNote(hub.id, hub.event, local, mirror.records, "", said[:50])


@contextmanager
def open_hub(where: str) -> Iterator[HubReader]:
    """The hub that *where* names: the file of a reader's enrolment, the folder of a hub, or its address."""
    enrolment = read_enrolment(Path(where)) if Path(where).is_file() else None
    with hub_reader(where, enrolment) as hub:
        yield hub


@contextmanager
def merge_from_hub(where: str, progress: Progress | None = None) -> Iterator[Path]:
    """All logs of the hub at *where*, merged into a file that is gone afterwards."""
    with TemporaryDirectory(prefix=PREFIX) as private:
        folder, mirror = Path(private), HubMirror(Path(private))
        with open_hub(where) as hub:
            mirror.refresh(hub, progress)
        if not mirror.logs:
            raise HubError(_EMPTY)
        merged = folder / "merged.db"
        missing = [log for log in merge_logs(mirror.logs, merged) if not log.taken]
        if missing:
            raise LogError(" ".join(f"In the hub, {source.source.stem}: {source.why}" for source in missing))
        yield merged


def serve_mirror(where: str, tools: Tools) -> None:
    """Keep a copy of the hub at *where* in a private folder, which is said, until it is told to stop."""
    with TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder:
        first = lambda trouble: tools.tell(MirrorBegun("" if trouble else folder, trouble))  # noqa: E731
        keep_mirror(where, Path(folder), MirrorBeside(tools.wait, _local, first))


def _local() -> str:
    return f"{datetime.now().astimezone():%H:%M:%S}"
