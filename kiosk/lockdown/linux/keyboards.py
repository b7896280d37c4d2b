"""Whether a keyboard is connected that can write letters, from what is, and None where that cannot be told.

An X server is asked, for it hands out the keys: a power button is a keyboard to it as well, so for a device
of this machine the kernel says which keys it has. A keyboard that is no device of this machine (a nested or
remote screen's) counts. The server's own for programs (XTEST) does not count: it is always there.
"""

import os
import struct
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.lockdown.linux.x_server import XServer

_XINPUT, _QUERY_VERSION, _QUERY_DEVICE, _GET_PROPERTY = "XInputExtension", 47, 48, 59
_ALL_DEVICES, _SLAVE_KEYBOARD = 0, 4
_BY_PROGRAMS = b"XTEST"
_NODE = "Device Node"
_LETTERS = (*range(16, 26), *range(30, 39), *range(44, 51))  # as the kernel numbers Q–P, A–L, Z–M
_WORD_BITS = struct.calcsize("L") * 8


@frozen
class XDevice:
    """An input device of an X server. *use*: 4 is a keyboard that hands its keys on."""

    number: int
    use: int
    enabled: bool
    name: bytes


class XKeyboards:
    """Those of the server that DISPLAY names. *root*: where the kernel's files are."""

    def __init__(self, connect: Callable[[], XServer] = XServer, root: Path = Path("/")) -> None:
        self._connect = connect
        self._root = root
        self._server: XServer | None = None

    def present(self) -> bool | None:
        """Whether there is one; None where the server does not say."""
        try:
            server = self._x()
        except OSError:
            return None
        said = server.ask_extension(_XINPUT, _QUERY_DEVICE, struct.pack("=Hxx", _ALL_DEVICES))
        if said is None:
            return None
        return any(self._writes(server, device) for device in devices(said))

    def _writes(self, server: XServer, device: XDevice) -> bool:
        if device.use != _SLAVE_KEYBOARD or not device.enabled or _BY_PROGRAMS in device.name:
            return False
        body = struct.pack("=HBxIIII", device.number, 0, server.atom(_NODE), 0, 0, 64)
        said = server.ask_extension(_XINPUT, _GET_PROPERTY, body)
        node = said[32:].split(b"\0")[0].decode(errors="replace") if said else ""
        # What the kernel says nothing about gets the benefit of the doubt.
        return not node or writes_letters(self._root, Path(node).name) is not False

    def _x(self) -> XServer:
        if self._server is None:
            server = self._connect()
            if server.ask_extension(_XINPUT, _QUERY_VERSION, struct.pack("=HH", 2, 0)) is None:
                server.close()
                raise OSError("the X server does not tell its devices")
            self._server = server
        return self._server


def devices(reply: bytes) -> Iterator[XDevice]:
    """What an answer to XIQueryDevice lists."""
    (count,) = struct.unpack_from("=H", reply, 8)
    at = 32
    for _ in range(count):
        number, use, _, classes, length, enabled = struct.unpack_from("=HHHHHB", reply, at)
        at += 12
        yield XDevice(number, use, bool(enabled), reply[at : at + length])
        at += -(-length // 4) * 4
        for _ in range(classes):
            (words,) = struct.unpack_from("=H", reply, at + 2)
            at += 4 * words


def writes_letters(root: Path, event: str) -> bool | None:
    """Whether the kernel's input device *event* has every letter key; None where it does not say."""
    try:
        said = (root / "sys/class/input" / event / "device/capabilities/key").read_text()
        keys = 0
        for word in said.split():
            keys = keys << _WORD_BITS | int(word, 16)
    except (OSError, ValueError):
        return None
    return all(keys >> key & 1 for key in _LETTERS)


def session_keyboards(root: Path = Path("/"), environment: Mapping[str, str] = os.environ) -> bool | None:
    """Whether this machine has one, inside the kiosk session; None in any other, whose keys may come from
    elsewhere: Wayland itself says nothing about unusable keyboards."""
    if environment.get("LIBSEAT_BACKEND") != "logind" or "WLR_BACKENDS" in environment:
        return None
    events = sorted((root / "sys/class/input").glob("event*"))
    return any(writes_letters(root, event.name) is not False for event in events)
