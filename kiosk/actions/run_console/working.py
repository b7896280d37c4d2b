"""The working process of a console: evidence, reports, exports and all that takes long is done here.

Started as `kiosk console-work FOLDER [LOG …]`, a word that is no command for people. Rules it guards: it
writes to no log, for there is one writer: what goes on record it asks the console's own process to write, and
waits until that is durable; and before anything leaves the station it asks whether it still may. It ends when
its input closes, so that it never outlives the console; asked to stop, it leaves no half-written file.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import BinaryIO, cast

from kiosk.actions.paper import Printing
from kiosk.actions.run_console.among import Means
from kiosk.actions.run_console.carrying import carried_out
from kiosk.actions.run_console.work_wire import (
    AppendRecord,
    AskAdmission,
    CloseLog,
    GoneOn,
    JobEnded,
    JobGiven,
    MayLeave,
    OpenLog,
    Reply,
    WantedThere,
    WorkMessage,
    heard,
    told,
)
from kiosk.actions.staff import Staff
from kiosk.core.access.passcode import Role
from kiosk.core.log.body import Body
from kiosk.core.log.kinds import Record
from kiosk.errors import KioskError
from kiosk.storage.log.writer import Log
from kiosk.storage.system_clock import system_clock

WORD = "console-work"


def serve_work(arguments: Sequence[str], orders: BinaryIO, answers: BinaryIO, printing: Printing) -> None:
    """Do what *orders* say about the folder and the logs that *arguments* name until there are no more."""
    if hasattr(os, "nice"):
        os.nice(5)  # the players come first, then whoever waits for this
    signal.signal(signal.SIGTERM, _stopped)
    folder, *logs = map(Path, arguments)
    there = _There(orders, partial(_send, answers))
    staff = Staff(folder, system_clock, there.admit, through=there.open, leaving=there.leave)
    means = Means(printing, tuple(logs), lambda done, of: _send(answers, GoneOn(done, of)))
    while line := orders.readline():
        job = heard(line)
        if isinstance(job, JobGiven):
            _send(answers, JobEnded(carried_out(staff, job.order, means)))


def _stopped(number: int, frame: FrameType | None) -> None:
    sys.exit(0)  # what is half written is taken away on the way out


def _send(answers: BinaryIO, message: WorkMessage) -> None:
    answers.write(told(message))
    answers.flush()


class _There:
    """The process that has the log, as seen from here: what it is asked, it does."""

    def __init__(self, replies: BinaryIO, send: Callable[[WorkMessage], None]) -> None:
        self._replies, self._send = replies, send

    @contextmanager
    def open(self, where: str, letter: str, name: str) -> Iterator[Log]:
        self._ask(OpenLog(where, letter, name))
        try:
            yield cast(Log, self)  # all that an action does with a log here is `append`
        finally:
            self._ask(CloseLog())

    def append(self, body: Body) -> Record:
        return cast(Record, self._ask(AppendRecord(body)))

    def admit(self, log: Log, role: Role, where: str) -> Role | None:
        return cast(Role | None, self._ask(AskAdmission(role, where)))

    def leave(self) -> None:
        self._ask(MayLeave())

    def _ask(self, wish: OpenLog | AppendRecord | AskAdmission | CloseLog | MayLeave) -> object:
        self._send(WantedThere(wish))
        reply = heard(self._replies.readline())
        if not isinstance(reply, Reply):
            sys.exit(0)  # the console has gone
        if isinstance(reply.value, KioskError):
            raise reply.value
        return reply.value
