"""The docket of a ruling on paper or in a file.

Rules guarded here: a printer that does not answer holds up no judge, for it is spoken to by a process of its
own that is given up after a while; and no file is written over.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Protocol

from kiosk.base.frozen import frozen
from kiosk.base.printable import harmless
from kiosk.console.client import Watch
from kiosk.desk.events import DeskEvent, DocketKept, DocketOut, PrintDocket, SaveDocket
from kiosk.errors import KioskError
from kiosk.files import write_text
from kiosk.folder import check_target
from kiosk.line_child import LineChild
from kiosk.paper.actions import folders_out

WORD = "docket-work"
PATIENCE_MS = 30_000
NO_ANSWER = "The printer did not answer. See whether it is on, or save the docket as a file."


class DocketPrinting(Protocol):
    """Prints dockets beside the desk. Answers come later, each once."""

    def find(self, tell: Callable[[tuple[str, ...]], None]) -> None:
        """*tell* hears the printers, the usual one first."""

    def put(self, printer: str, title: str, lines: tuple[str, ...], tell: Callable[[str], None]) -> None:
        """*tell* hears why the docket was not taken; nothing if it was."""

    def tick(self, now_ms: int) -> None:
        """Time goes on."""


# --- the desk's side ----------------------------------------------------------------------------------------


@frozen
class _DocketJob:
    child: LineChild
    until_ms: int
    tell: Callable[[list[str] | None], None]


class DocketsBeside(DocketPrinting):
    """Each job a process. *watch* sees to it that `hear` is called when something can be heard."""

    def __init__(self, start: Callable[[], LineChild], watch: Watch, now_ms: Callable[[], int]) -> None:
        self._start, self._watch, self._now_ms = start, watch, now_ms
        self._jobs: list[_DocketJob] = []

    def find(self, tell: Callable[[tuple[str, ...]], None]) -> None:
        self._begin({}, lambda answer: tell(tuple(answer or ())))

    def put(self, printer: str, title: str, lines: tuple[str, ...], tell: Callable[[str], None]) -> None:
        order = {"printer": printer, "title": title, "lines": lines}
        self._begin(order, lambda answer: tell(NO_ANSWER if answer is None else "".join(answer)))

    def _begin(self, order: Mapping[str, object], tell: Callable[[list[str] | None], None]) -> None:
        child = self._start()
        child.say(json.dumps(order).encode() + b"\n")
        self._jobs.append(_DocketJob(child, self._now_ms() + PATIENCE_MS, tell))
        self._watched()

    def hear(self) -> None:
        """Take what has come."""
        for job in tuple(self._jobs):
            lines = job.child.lines()
            if lines or job.child.gone:
                self._ended(job, _answer(lines[0]) if lines else None)

    def tick(self, now_ms: int) -> None:
        for job in tuple(self._jobs):
            if now_ms >= job.until_ms:
                self._ended(job, None)

    def end(self) -> None:
        for job in tuple(self._jobs):
            self._ended(job, None)

    def _ended(self, job: _DocketJob, answer: list[str] | None) -> None:
        self._jobs.remove(job)
        job.child.end()
        self._watched()
        job.tell(answer)

    def _watched(self) -> None:
        self._watch(tuple(one.child.fileno for one in self._jobs), bool(self._jobs))


def _answer(line: bytes) -> list[str] | None:
    try:
        said = json.loads(line)
    except ValueError:
        return None
    return [harmless(str(one)) for one in said] if isinstance(said, list) else None


def starting_dockets() -> LineChild:
    return LineChild([WORD])


# --- the process beside it ----------------------------------------------------------------------------------


def serve_docket(
    order: BinaryIO,
    answer: BinaryIO,
    printers: Callable[[], tuple[str, ...]],
    print_on: Callable[[str, str, tuple[str, ...]], None],
) -> None:
    """Do the one thing that *order* says, and answer it."""
    wanted = json.loads(order.readline())
    answer.write(json.dumps(_done(wanted, printers, print_on)).encode() + b"\n")
    answer.flush()


def _done(
    wanted: dict[str, object],
    printers: Callable[[], tuple[str, ...]],
    print_on: Callable[[str, str, tuple[str, ...]], None],
) -> Sequence[str]:
    lines = wanted.get("lines")
    if not isinstance(lines, list):
        return printers()
    try:
        print_on(str(wanted["printer"]), str(wanted["title"]), tuple(map(str, lines)))
    except KioskError as error:
        return [str(error)]
    return []


# --- what the desk orders -----------------------------------------------------------------------------------


def print_docket(
    order: PrintDocket, lines: tuple[str, ...], printing: DocketPrinting, came: Callable[[DeskEvent], None]
) -> None:
    """Print *lines*; *came* hears later what came of it."""
    seq, number = order.ruling.seq, order.ruling.number

    def tell(why: str) -> None:
        out = DocketOut(seq, f"Docket {number} has gone to {order.printer}.")
        came(DocketKept(seq, why) if why else out)

    printing.put(order.printer, f"Docket {number}", lines, tell)


def saved_docket(
    order: SaveDocket, lines: tuple[str, ...], data: Path, second_copy: str | None
) -> DocketOut | DocketKept:
    """Save *lines* as a text file on the first stick, or else in the user's folder."""
    folder = next(folders_out(second_copy), None)
    seq = order.ruling.seq
    if folder is None:
        return DocketKept(seq, "There is no folder to save it in. Put a stick in.")
    target = Path(folder, f"docket-{order.ruling.number}-{seq}.txt")
    text = "".join(f"{line}\n" for line in lines)
    try:
        if not _holds(target, text):
            check_target(target, data, force=False)
            write_text([text], target)
    except KioskError as error:
        return DocketKept(seq, str(error))
    return DocketOut(seq, f"It is in {target}")


def _holds(target: Path, text: str) -> bool:
    """Whether it was saved before."""
    try:
        return target.is_file() and target.read_text(encoding="utf-8") == text
    except (OSError, ValueError):
        return False
