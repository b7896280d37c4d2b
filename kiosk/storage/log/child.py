"""Long work on the log in a process of its own: a stick that stalls, or a log of a million records, never
holds the station up.

Started as `kiosk log-chore copy|verify …`, a word that is not a command for people. The child answers with
one line of JSON. If none comes in time, the child has failed; nothing waits for it.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kiosk.core.log.chain import FileState, Status, Verification
from kiosk.storage.log.second_copy import copy_log
from kiosk.storage.reading.reader import verify_log

WORD = "log-chore"
_PATIENCE_S = 0.2  # for a child that was killed


class Child:
    """One piece of work in a process of its own, from its start until `answer` or `end`."""

    def __init__(
        self,
        arguments: Sequence[str],
        limit_s: float,
        command: Sequence[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._now, self._until = now, now() + limit_s
        self._process = subprocess.Popen(  # noqa: S603 - this program itself
            [*(command or _this_program()), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=None if getattr(sys, "frozen", False) else Path(__file__).resolve().parents[3],
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )

    def answer(self) -> Mapping[str, Any] | None:
        """What it answered; None while it works, empty if it failed or took too long."""
        if self._process.poll() is None:
            if self._now() < self._until:
                return None
            self.end()
            return {}
        with self._process:
            said = self._process.stdout.read() if self._process.stdout else b""
        try:
            answer = json.loads(said)
        except ValueError:
            return {}
        return answer if isinstance(answer, dict) else {}

    def end(self) -> None:
        """Kill it; one that hangs in the kernel is left to the system."""
        self._process.kill()
        if self._process.stdout:
            self._process.stdout.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE_S)


def _this_program() -> tuple[str, ...]:
    if getattr(sys, "frozen", False):
        return (sys.executable, WORD)
    return (sys.executable, "-m", "kiosk", WORD)


def verification(answer: Mapping[str, Any]) -> Verification | None:
    """The finding that a child answered with; None if it gave none."""
    try:
        told = {**answer, "status": Status(answer["status"]), "file": FileState(answer["file"])}
        return Verification(**told)
    except (KeyError, ValueError, TypeError):
        return None


def main(arguments: Sequence[str]) -> None:
    """Do what *arguments* say and print the answer."""
    if hasattr(os, "nice"):
        os.nice(10)  # the players come first
    match list(arguments):
        case ["copy", log, folder, name]:
            made = copy_log(Path(log), Path(folder), name)
            answer = {"state": made.state, "note": made.note, "count": made.count, "head": made.head}
        case ["verify", log, head, count]:
            answer = asdict(verify_log(Path(log), head, int(count)))
        case _:
            sys.exit(2)
    sys.stdout.write(json.dumps(answer) + "\n")
