"""A child process that is spoken to in lines, and never waited for.

The rule guarded here: whatever the child does, its parent does not block; and a child whose parent has gone,
killed or not, reads the end of its input and ends.
"""

import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, BinaryIO, cast

_PATIENCE_S = 0.2  # for a child that was killed
_AT_ONCE = 1 << 20
_LEFT: list["subprocess.Popen[bytes]"] = []  # killed and not gone yet; looked after when the next one ends


class LineChild:
    """This program, or *command*, started with *arguments*. *fileno*: readable when it has something to say
    (not on Windows, where one has to look)."""

    def __init__(self, arguments: Sequence[str], command: Sequence[str] = ()) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - this program itself
            [*(command or this_program()), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=None if getattr(sys, "frozen", False) else Path(__file__).resolve().parents[1],
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._in, self._out = cast(IO[bytes], self._process.stdin), cast(IO[bytes], self._process.stdout)
        self._rest = b""
        self.gone = False
        if sys.platform != "win32":
            os.set_blocking(self._out.fileno(), False)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def fileno(self) -> int:
        return self._out.fileno()

    def say(self, line: bytes) -> None:
        """Write *line*, which fits into a pipe, to the child; one that has gone hears nothing."""
        with suppress(OSError):
            self._in.write(line)

    def lines(self) -> list[bytes]:
        """The whole lines it has said since the last call. Once it has *gone* there will be no more."""
        heard = [self._rest]
        while not self.gone and (part := self._heard()) is not None:
            heard.append(part)
            self.gone = not part
        *whole, self._rest = b"".join(heard).split(b"\n")
        return whole

    def _heard(self) -> bytes | None:
        """Some of what it said; None: nothing for now; empty: it has gone."""
        if sys.platform == "win32" and not _waiting(self._out.fileno()):
            return None if self._process.poll() is None else b""
        try:
            return self._out.read(_AT_ONCE)
        except OSError:
            return b""

    def stop(self) -> None:
        """Ask it to end, and wait for nothing: it clears up after itself, and is killed if it does not."""
        self.gone = True
        self._process.terminate()
        for pipe in (self._in, self._out):
            with suppress(OSError):
                pipe.close()
        _LEFT.append(self._process)

    def end(self) -> None:
        """Kill it; one that hangs in the kernel is left to the system."""
        self.gone = True
        self._process.kill()
        for pipe in (self._in, self._out):
            with suppress(OSError):
                pipe.close()
        try:
            self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            _LEFT.append(self._process)
        _LEFT[:] = [child for child in _LEFT if child.poll() is None]


def parent_stays(told: BinaryIO, seconds: float) -> bool:
    """In a child that is told nothing on *told*: let so many seconds pass; False once its parent has gone,
    which closes that pipe."""
    if sys.platform == "win32":
        time.sleep(seconds)
        return _peek(told.fileno()) is not None
    ready, _, _ = select.select([told], [], [], seconds)
    return not ready


def _waiting(fileno: int) -> bool:
    """Whether a pipe of Windows, which always blocks, has something to read."""
    return bool(_peek(fileno))


def _peek(fileno: int) -> int | None:
    """How much a pipe of Windows has to read; None: nobody writes to it any more."""
    import ctypes
    import msvcrt

    handle = msvcrt.get_osfhandle(fileno)  # type: ignore[attr-defined, unused-ignore]
    there = ctypes.c_ulong()
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined, unused-ignore]
    open_still = kernel.PeekNamedPipe(handle, None, 0, None, ctypes.byref(there), None)
    return there.value if open_still else None


def this_program() -> tuple[str, ...]:
    """How this program is started again, bundled or not."""
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    return (sys.executable, "-m", "kiosk")
