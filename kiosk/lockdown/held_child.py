"""A guard that is a process of its own and lasts as long as its pipe to us.

The child holds something (an inhibitor, a keyboard hook) and ends when its standard input closes, so a
station that is killed lets go by itself; there is nothing to give back on the next start.
"""

import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

READY = "held"
BEAT = "beat"
_WITHIN_S = 5.0
_GRACE_S = 2.0


class HeldChild:
    """In force while the child lives and, if *beat_s* is set, says `beat` at least that often."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        beat_s: float | None = None,
        now: Callable[[], float] = time.monotonic,
        ready_s: float = _WITHIN_S,
    ) -> None:
        self.name = name
        self._command = list(command)
        self._beat_s = beat_s
        self._ready_s = ready_s
        self._now = now
        self._child: subprocess.Popen[str] | None = None
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._last_beat = 0.0
        self._notices: list[str] = []

    def engage(self) -> None:
        self.release()  # a child that stopped beating, or what is left of one that ended
        self._said = queue.SimpleQueue()
        self._child = subprocess.Popen(  # noqa: S603 - our own helper or systemd-inhibit, as a list
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Windows: no console flashes up
        )
        if self._child.stdout is not None:
            heard = (self._child.stdout, self._said)
            threading.Thread(target=self._listen, args=heard, daemon=True).start()
        try:
            first = self._said.get(timeout=self._ready_s)
        except queue.Empty:
            first = "nothing"
        if first != READY:
            self.release()
            raise OSError(f"{self._command[0]} said {first or 'nothing'}")
        self._last_beat = self._now()

    def in_force(self) -> bool:
        if self._child is None or self._child.poll() is not None:
            return False
        self._hear()
        return self._beat_s is None or self._now() - self._last_beat <= self._beat_s

    @property
    def pid(self) -> int | None:
        """The child's process number while it is held."""
        return self._child.pid if self._child is not None else None

    def say(self, line: str) -> None:
        """Write *line* to the child; one that has gone hears nothing."""
        if self._child is not None and self._child.stdin is not None:
            with suppress(OSError):
                self._child.stdin.write(f"{line}\n")
                self._child.stdin.flush()

    def notices(self) -> tuple[str, ...]:
        """What the child reported since the last call, oldest first."""
        self._hear()
        heard, self._notices = tuple(self._notices), []
        return heard

    def release(self) -> None:
        if self._child is None:
            return
        child, self._child = self._child, None
        if child.stdin is not None:
            with suppress(OSError):  # what a dead child was not told any more
                child.stdin.close()
        try:
            child.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    @staticmethod
    def _listen(stream: IO[str], said: "queue.SimpleQueue[str]") -> None:
        with stream:
            for line in stream:
                said.put(line.strip())
        said.put("")

    def _hear(self) -> None:
        while True:
            try:
                line = self._said.get_nowait()
            except queue.Empty:
                return
            if line == BEAT:
                self._last_beat = self._now()
            elif line:
                self._notices.append(line)
