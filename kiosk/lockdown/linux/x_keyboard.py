"""The accessibility keys of the X server (XKB controls): slow, bounce, sticky and mouse keys, and the keys
that turn them on. A program or five presses of Shift can set them; a station with slow keys looks dead."""

import struct
from collections.abc import Callable

from kiosk.core.log.canonical import Json
from kiosk.lockdown.linux.x_server import XServer

ACCESSIBILITY = "accessibility keys"

_XKB, _USE, _GET, _SET = "XKEYBOARD", 0, 6, 7
_CORE_KEYBOARD = 0x100
_SLOW, _BOUNCE, _STICKY, _MOUSE, _BY_KEYS = 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 6
_CONTROLS = _SLOW | _BOUNCE | _STICKY | _MOUSE | _BY_KEYS
_WHICH = 1 << 31  # what of a SetControls request is meant: only what is on and off
_ENABLED_AT = 56  # of the word in the reply that says what is on


class XControls:
    """One key, `ACCESSIBILITY`: which of the controls are on, as a number of bits; 0: none."""

    name = "xkb controls"

    def __init__(self, connect: Callable[[], XServer] = XServer) -> None:
        self._connect = connect
        self._server: XServer | None = None

    def read(self, key: str) -> Json:
        said = self._x().ask_extension(_XKB, _GET, struct.pack("=Hxx", _CORE_KEYBOARD))
        if said is None:
            raise OSError("the X server does not tell its keyboard controls")
        on: int = struct.unpack_from("=I", said, _ENABLED_AT)[0]
        return on & _CONTROLS

    def write(self, key: str, value: Json) -> None:
        on = value if isinstance(value, int) else 0
        body = struct.pack("=H18xIII64x", _CORE_KEYBOARD, _CONTROLS, on & _CONTROLS, _WHICH)
        if not self._x().tell_extension(_XKB, _SET, body):
            raise OSError("the X server did not take the keyboard controls")

    def _x(self) -> XServer:
        if self._server is None:
            server = self._connect()
            if server.ask_extension(_XKB, _USE, struct.pack("=HH", 1, 0)) is None:
                server.close()
                raise OSError("the X server has no keyboard controls")
            self._server = server
        return self._server
