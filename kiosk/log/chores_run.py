"""What a station does for its log while nobody plays: a second copy when it is due, a checkpoint now and
then, what hubs have acknowledged, and once a day everything verified again.

Rules it guards: nothing here keeps a key waiting for more than one record; a log that is found broken closes
the station; a copy or a check that fails is a record, not a stop.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiosk.errors import LogError
from kiosk.folder import LOG
from kiosk.log.bodies import CheckFailedBody, SecondCopyBody
from kiosk.log.chain import Status, Verification
from kiosk.log.late_writer import DeferredLog
from kiosk.setup.settings import Settings

if TYPE_CHECKING:  # a child is started a while after the station is ready, and so is what it needs loaded
    from kiosk.log.copy_worker import Child
    from kiosk.log.receipts_store import ReceiptBook

MINUTE_MS = 60_000
FIRST_CHECK_MS = MINUTE_MS  # after the start: it reads only what follows the last checkpoint
CHECK_MS = 24 * 60 * MINUTE_MS
RECEIPTS_MS = 10 * MINUTE_MS
CHECK_AGAIN_MS = 60 * MINUTE_MS  # after one that failed
COPY_LIMIT_S = 15 * 60.0
CHECK_LIMIT_S = 60 * 60.0
NO_ANSWER = "No second copy: the stick did not answer. Try another one."
BROKEN = "The log does not hold."


class Chores:
    """Asked once a second. *start*: how a child is started."""

    def __init__(
        self,
        log: DeferredLog,
        now_ms: Callable[[], int],
        start: "Callable[[list[str], float], Child] | None" = None,
    ) -> None:
        self._log = log
        self._now_ms = now_ms
        self._start = start or _started
        self._copying: Child | None = None
        self._checking: Child | None = None
        self._copied: Mapping[str, Any] | None = None  # the answer of a copy that is not on record yet
        self._copy_due_ms = now_ms()
        self._check_due_ms = now_ms() + FIRST_CHECK_MS
        self._receipts_due_ms = now_ms() + RECEIPTS_MS
        self._receipts: ReceiptBook | None = None
        self._copy_state = ""

    def tick(self, settings: Settings, *, idle: bool) -> str:
        """Go on with whatever is due; returns what is wrong with the log, if anything. *idle*: nobody is
        playing."""
        self._hear_copy(settings)
        wrong = self._hear_check()
        if idle and not wrong:
            with suppress(LogError):  # the next ruling meets the same trouble and closes the station
                self._work(settings)
        return wrong

    def end(self) -> None:
        """The station ends: stop whatever works for it."""
        for child in (self._copying, self._checking):
            if child is not None:
                child.end()
        self._copying = self._checking = None

    def _work(self, settings: Settings) -> None:
        log = self._log.opened
        if log is None:
            return
        self._record_copy()
        self._record_receipts(log.path)
        if log.since_checkpoint >= log.CHECKPOINT_EVERY:
            log.checkpoint()
        now, head = self._now_ms(), log.head()
        if settings.second_copy and self._copying is None and now >= self._copy_due_ms:
            from kiosk.log.copy_worker import copy_name

            name = copy_name(settings.letter, head.station, head.epoch)
            words = ["copy", str(log.path.absolute()), str(Path(settings.second_copy).absolute()), name]
            self._copying = self._start(words, COPY_LIMIT_S)
        if self._checking is None and now >= self._check_due_ms:
            words = ["verify", str(log.path.absolute()), head.hash, str(head.count)]
            self._checking = self._start(words, CHECK_LIMIT_S)

    # --- the second copy ----------------------------------------------------------------------------------

    def _hear_copy(self, settings: Settings) -> None:
        if self._copying is None or (answer := self._copying.answer()) is None:
            return
        self._copying = None
        from kiosk.log.copy_worker import CopyState

        self._copied = answer or {"state": CopyState.FAILED, "note": NO_ANSWER}
        self._copy_due_ms = self._now_ms() + settings.second_copy_min * MINUTE_MS

    def _record_copy(self) -> None:
        """Record when a stick comes or goes, not every single copy."""
        made, self._copied = self._copied, None
        if made is not None and made["state"] != self._copy_state:
            self._copy_state = str(made["state"])
            self._log.append(SecondCopyBody(self._copy_state, str(made["note"])))

    # --- what hubs have acknowledged ----------------------------------------------------------------------

    def _record_receipts(self, path: Path) -> None:
        if self._now_ms() < self._receipts_due_ms or path.name != LOG:
            return
        self._receipts_due_ms = self._now_ms() + RECEIPTS_MS
        from kiosk.log.receipts_store import ReceiptBook, record_receipts

        self._receipts = self._receipts or ReceiptBook(path.parent)
        record_receipts(self._receipts, path, self._log.append)

    # --- everything verified again ------------------------------------------------------------------------

    def _hear_check(self) -> str:
        if self._checking is None or (answer := self._checking.answer()) is None:
            return ""
        self._checking = None
        from kiosk.log.copy_worker import verification

        found = verification(answer)
        told = found is not None and found.status is not Status.UNREADABLE
        self._check_due_ms = self._now_ms() + (CHECK_MS if told else CHECK_AGAIN_MS)
        with suppress(LogError):
            if found is None or not told:
                why = found.reason if found else "it was not done in time"
                self._log.append(CheckFailedBody(why))
            else:
                return self._verify(found)
        return ""

    def _verify(self, found: Verification) -> str:
        log = self._log.opened
        if log is not None and log.accept_verification(found):
            if log.since_checkpoint:
                log.checkpoint()
            return ""
        return f"{BROKEN} {found.reason}"


def _started(arguments: list[str], limit_s: float) -> "Child":
    from kiosk.log.copy_worker import Child

    return Child(arguments, limit_s)
