"""The working process: what takes long, or may never end, is done beside the window that ordered it.

Started as `kiosk worker FOLDER [LOG …]`, a word that is no command for people; it is sent one action after
the other and answers each. Rules it guards: it writes to no log, for there is one writer: what goes on record
it asks the process that started it to write, and waits until that is durable; and before anything leaves the
station it asks whether it still may. It ends when its input closes, so that it never outlives whoever started
it; asked to stop, it leaves no half-written file.
"""

import gc
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import BinaryIO, TypeAlias, cast

from kiosk.actions import Action, Tools
from kiosk.base import wire
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import AccessError, KioskError, LogError
from kiosk.line_child import parent_stays
from kiosk.log.body import Body
from kiosk.log.chain import Record
from kiosk.log.writer import Log
from kiosk.paper.actions import Printing
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff
from kiosk.system_clock import system_clock

WORD = "worker"

# ---- to the process that works -----------------------------------------------------------------------------


@frozen
class Job:
    action: Action[object]


@frozen
class Refused:
    """*at_door*: by whoever asks for passcodes; *wait_ms*: how long the next try must wait."""

    sentence: str
    at_door: bool = False
    wait_ms: int = 0


@frozen
class Reply:
    """What a `Wanted` came to."""

    value: Record | Role | Refused | None


# ---- and from it -------------------------------------------------------------------------------------------


@frozen
class OpenLog:
    """Open the log and keep it open until `CloseLog`. As `kiosk.setup.staff_actions.writing` is asked."""

    where: str
    letter: str
    name: str


@frozen
class AppendRecord:
    body: Body


@frozen
class AskAdmission:
    role: Role
    where: str


@frozen
class CloseLog:
    pass


@frozen
class MayLeave:
    """Something is about to leave the station: from here on the work cannot be stopped."""


Wish: TypeAlias = OpenLog | AppendRecord | AskAdmission | CloseLog | MayLeave


@frozen
class Wanted:
    """Only whoever started the process can do this; the work waits for its `Reply`."""

    wish: Wish


@frozen
class Advanced:
    """*done* of *total* records were looked at."""

    done: int
    total: int


@frozen
class Told:
    """To be known before the work is done."""

    value: object


@frozen
class Failed:
    """*sentence*: why; empty: its process ended."""

    sentence: str = ""


@frozen
class Ended:
    result: object


FromWorker: TypeAlias = Wanted | Advanced | Told | Failed | Ended


FROM_WORKER = (Wanted, Advanced, Told, Failed, Ended)

# ---- working -----------------------------------------------------------------------------------------------


def serve(arguments: Sequence[str], jobs: BinaryIO, answers: BinaryIO, printing: Printing) -> None:
    """Do what *jobs* say about the folder and the logs that *arguments* name until there are no more."""
    signal.signal(signal.SIGTERM, _stop)
    folder, *logs = map(Path, arguments)
    starter = _Starter(jobs, answers)
    staff = Staff(folder, system_clock, starter.admit, through=starter.open, leaving=starter.leave)
    tools = Tools(
        printing,
        tuple(logs),
        progress=lambda done, total: starter.say(Advanced(done, total)),
        tell=lambda value: starter.say(Told(value)),
        wait=partial(parent_stays, jobs),
        kept={},
    )
    is_first = True
    with suppress(BrokenPipeError):
        while line := jobs.readline():
            job = wire.decode(line, Job)
            if job is None:
                continue
            if is_first and hasattr(os, "nice"):
                os.nice(job.action.niceness)
            is_first = False
            starter.say(finish(job.action, staff, tools))
            if not gc.isenabled():  # by an action that keeps what it reads
                gc.collect(1)


def finish(action: Action[object], staff: Staff, tools: Tools) -> Ended | Failed:
    """What *action* comes to."""
    try:
        return Ended(action.run(staff, tools))
    except (KioskError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        return Failed(printable(str(error)))


def _stop(number: int, frame: FrameType | None) -> None:
    sys.exit(0)  # what is half written is taken away on the way out


class _Starter:
    """The process that has the log, as seen from here: what it is asked, it does."""

    def __init__(self, replies: BinaryIO, answers: BinaryIO) -> None:
        self._replies, self._answers = replies, answers

    def say(self, message: FromWorker) -> None:
        line = wire.encode(message)
        if wire.decode(line, *FROM_WORKER) is None:  # or it would be waited for in vain
            raise TypeError(f"{type(message).__name__} cannot be read: {line!r:.200}")
        self._answers.write(line)
        self._answers.flush()

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

    def _ask(self, wish: Wish) -> object:
        self.say(Wanted(wish))
        reply = wire.decode(self._replies.readline(), Reply)
        if reply is None:
            sys.exit(0)  # whoever started this has gone
        if isinstance(reply.value, Refused):
            refused = reply.value
            if refused.at_door:
                raise AccessError(refused.sentence, refused.wait_ms)
            raise LogError(refused.sentence)
        return reply.value
