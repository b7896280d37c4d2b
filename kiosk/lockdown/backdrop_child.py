"""The backdrop as its supervisor holds it: a process that hides the desktop while no station does."""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from kiosk.lockdown.held_child import HeldChild
from kiosk.lockdown.linux.session import ancestors_of, cage_above

READY_S = 10.0  # on a busy machine; the station waits for it, or would be hidden by it


class BackdropProcess(Protocol):
    """What hides the desktop while no station does."""

    @property
    def pid(self) -> str: ...
    def hold(self, text: str) -> None:
        """Come to the front with *text* and grab the keyboard."""

    def expect(self) -> None:
        """A station is starting: keep the keyboard, and come forward no more."""

    def give_way(self) -> None:
        """It draws: let go of the keyboard."""

    def release(self) -> None: ...


class BackdropChild:
    """Started only when there is no station, for a new window lies on top."""

    def __init__(self, command: Sequence[str]) -> None:
        self._child = HeldChild("backdrop", command, ready_s=READY_S)

    @property
    def pid(self) -> str:
        return str(self._child.pid or "")

    def hold(self, text: str) -> None:
        try:
            if not self._child.in_force():
                self._child.release()
                self._child.engage()
        except OSError as error:
            sys.stderr.write(f"The desktop cannot be hidden between two starts of the station: {error}.\n")
        self._child.say(f"hold {text}")

    def expect(self) -> None:
        self._child.say("expect")

    def give_way(self) -> None:
        self._child.say("yield")

    def release(self) -> None:
        self._child.release()


def orders(obey: Callable[[str], object]) -> None:
    """In the child: hand each of the supervisor's lines to *obey*, from a thread, and end with the last."""

    def listen() -> None:
        for line in sys.stdin:
            obey(line.strip())
        os._exit(0)  # windows that refuse to close would be asked first

    threading.Thread(target=listen, daemon=True).start()


class NoBackdrop:
    """Where there is no screen to hide, and in cage, where nothing lies behind the station."""

    pid = ""

    def hold(self, text: str) -> None:
        return

    def expect(self) -> None:
        return

    def give_way(self) -> None:
        return

    def release(self) -> None:
        return


def backdrop_for(command: Sequence[str]) -> BackdropProcess:
    """What can be put behind the station that *command* starts."""
    seen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform != "linux"
    if not seen or "--windowed" in command or cage_above(ancestors_of(os.getpid())) is not None:
        return NoBackdrop()
    own = () if getattr(sys, "frozen", False) else ("-m", "kiosk")
    return BackdropChild((sys.executable, *own, "backdrop"))
