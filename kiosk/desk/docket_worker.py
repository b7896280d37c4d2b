"""The docket of a ruling on paper or in a file.

Rules guarded here: a printer that does not answer holds up no judge, for it is spoken to by a process of its
own that is given up after a while; and no file is written over.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kiosk.actions import Action
from kiosk.base.frozen import frozen
from kiosk.desk.events import DeskEvent, DocketKept, DocketOut, PrintDocket, SaveDocket
from kiosk.errors import KioskError
from kiosk.files import write_text
from kiosk.folder import check_target
from kiosk.paper.actions import folders_out
from kiosk.paper.printer_actions import FindPrinters, PrinterNames, PrintLines
from kiosk.worker import Failed
from kiosk.worker_client import Start, Watch, Worker

PATIENCE_MS = 30_000
NO_ANSWER = "The printer did not answer. See whether it is on, or save the docket as a file."


# --- the desk's side ----------------------------------------------------------------------------------------


@frozen
class _DocketJob:
    worker: Worker
    until_ms: int
    give_up: Callable[[], None]


class DocketPrinter:
    """Prints dockets beside the desk, each by a process of its own; answers come later, each once. *watch*
    sees to it that `hear` is called when something can be heard."""

    def __init__(self, start: Start, watch: Watch, now_ms: Callable[[], int]) -> None:
        self._start, self._watch, self._now_ms = start, watch, now_ms
        self._jobs: list[_DocketJob] = []

    def find(self, tell: Callable[[tuple[str, ...]], None]) -> None:
        """*tell* hears the printers, the usual one first."""
        self._begin(FindPrinters(), lambda came: tell(came.names if isinstance(came, PrinterNames) else ()))

    def put(self, printer: str, title: str, lines: tuple[str, ...], tell: Callable[[str], None]) -> None:
        """*tell* hears why the docket was not taken; nothing if it was."""

        def hear(came: object) -> None:
            tell((came.sentence or NO_ANSWER) if isinstance(came, Failed) else "")

        self._begin(PrintLines(printer, title, lines), hear)

    def _begin(self, action: Action[Any], tell: Callable[[object], None]) -> None:
        def come(came: object) -> None:
            self._jobs.remove(job)
            worker.end(kill=True)  # a printer may hold it up
            tell(came)

        worker = Worker(self._start, self._watch_all)
        job = _DocketJob(worker, self._now_ms() + PATIENCE_MS, lambda: come(Failed()))
        self._jobs.append(job)
        worker.ask(action, come)

    def hear(self) -> None:
        """Take what has come."""
        for job in tuple(self._jobs):
            job.worker.hear()

    def tick(self, now_ms: int) -> None:
        """Time goes on: whoever does not answer is given up."""
        for job in tuple(self._jobs):
            if now_ms >= job.until_ms:
                job.give_up()

    def end(self) -> None:
        for job in tuple(self._jobs):
            job.give_up()

    def _watch_all(self, filenos: tuple[int, ...], busy: bool) -> None:
        self._watch(tuple(fileno for job in self._jobs for fileno in job.worker.filenos), bool(self._jobs))


# --- what the desk orders -----------------------------------------------------------------------------------


def print_docket(
    order: PrintDocket, lines: tuple[str, ...], printing: DocketPrinter, came: Callable[[DeskEvent], None]
) -> None:
    """Print *lines*; *came* hears later what came of it."""
    seq, number = order.ruling.seq, order.ruling.number

    def tell(why: str) -> None:
        out = DocketOut(seq, f"Docket {number} has gone to {order.printer}.")
        came(DocketKept(seq, why) if why else out)

    printing.put(order.printer, f"Docket {number}", lines, tell)


def save_docket(
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
