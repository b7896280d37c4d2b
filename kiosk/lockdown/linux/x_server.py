"""A connection of our own to the X server, through libxcb; and its accessibility keys."""

import ctypes
import struct
from collections.abc import Callable
from typing import Any

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.lockdown.places import Box

# ---- x server ----------------------------------------------------------------------------------------------
# A connection of our own to the X server, for questions and a few requests, through libxcb.
#
# No program is started and nothing is guessed: a request is packed as the X protocol has it, an answer comes
# back as bytes, and None stands for every error (the window is gone, the server does not answer).

VIEWABLE = 2
INPUT_ONLY = 2

_CONFIGURE_WINDOW, _GET_ATTRIBUTES, _GET_GEOMETRY, _QUERY_TREE, _INTERN_ATOM = 12, 3, 14, 15, 16
_DELETE_PROPERTY, _GET_PROPERTY, _SEND_EVENT, _TRANSLATE, _SET_FOCUS, _GET_FOCUS = 19, 20, 25, 40, 42, 43
_QUERY_EXTENSION = 98
_CHECKED = 1
_STACK_MODE, _ABOVE, _BELOW = 0x40, 0, 1
_REVERT_TO_PARENT = 2
_CLIENT_MESSAGE, _TO_MANAGER = 33, 0x180000  # SubstructureNotify and SubstructureRedirect
_MASK_AT = 16  # of the resource-id mask in the set-up block


class _Vector(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


class _Request(ctypes.Structure):
    _fields_ = (
        ("count", ctypes.c_size_t),
        ("extension", ctypes.c_void_p),
        ("opcode", ctypes.c_uint8),
        ("is_void", ctypes.c_uint8),
    )


@frozen
class Tree:
    """Where a window stands: its *children* are in stacking order, the lowest first."""

    root: int
    parent: int
    children: tuple[int, ...]


@frozen
class Attributes:
    """*unmanaged*: no window manager looks after it, as with pop-ups and menus."""

    viewable: bool
    input_only: bool
    unmanaged: bool


class XServer:
    """The server that *display* names, or DISPLAY; OSError where there is none to talk to."""

    def __init__(self, display: str | None = None) -> None:
        self._xcb, self._free = _libraries()
        name = display.encode() if display else None
        self._connection: int = self._xcb.xcb_connect(name, None)
        if self._xcb.xcb_connection_has_error(self._connection):
            raise OSError("the X server does not answer")
        set_up = ctypes.string_at(self._xcb.xcb_get_setup(self._connection), _MASK_AT + 4)
        self._id_mask = _number(set_up, _MASK_AT)
        self._atoms: dict[str, int] = {}
        self._majors: dict[str, int] = {}

    def close(self) -> None:
        self._xcb.xcb_disconnect(self._connection)

    def ask(self, major: int, detail: int = 0, body: bytes = b"") -> bytes | None:
        """The reply to one request."""
        sequence, answer = self._send(major, detail, body, is_void=False), ctypes.c_void_p()
        reply = self._xcb.xcb_wait_for_reply(self._connection, sequence, ctypes.byref(answer))
        self._free(answer)
        self._forget_events()
        if not reply:
            return None
        said = ctypes.string_at(reply, 32 + 4 * _number(ctypes.string_at(reply, 8), 4))
        self._free(reply)
        return said

    def tell(self, major: int, detail: int = 0, body: bytes = b"") -> bool:
        """Send a request that has no reply; False if the server refused it."""
        sequence = self._send(major, detail, body, is_void=True)
        error = self._xcb.xcb_request_check(self._connection, sequence)
        self._free(error)
        return not error and not self._xcb.xcb_connection_has_error(self._connection)

    def ask_extension(self, name: str, minor: int, body: bytes = b"") -> bytes | None:
        """As `ask`, to the extension *name*; None where the server does not have it."""
        major = self._major(name)
        return self.ask(major, minor, body) if major else None

    def tell_extension(self, name: str, minor: int, body: bytes = b"") -> bool:
        major = self._major(name)
        return bool(major) and self.tell(major, minor, body)

    def is_of(self, window: int, other: int) -> bool:
        """Whether the same program made both windows."""
        return window & ~self._id_mask == other & ~self._id_mask

    # --- questions ----------------------------------------------------------------------------------------

    def tree(self, window: int) -> Tree | None:
        if (said := self.ask(_QUERY_TREE, 0, struct.pack("=I", window))) is None:
            return None
        root, parent, count = struct.unpack_from("=IIH", said, 8)
        return Tree(root, parent, struct.unpack_from(f"={count}I", said, 32))

    def attributes(self, window: int) -> Attributes | None:
        if (said := self.ask(_GET_ATTRIBUTES, 0, struct.pack("=I", window))) is None:
            return None
        (kind,) = struct.unpack_from("=H", said, 12)
        return Attributes(said[26] == VIEWABLE, kind == INPUT_ONLY, said[27] != 0)

    def place(self, window: int, root: int) -> Box | None:
        """Size of *window*, and where it lies on the screen."""
        size = self.ask(_GET_GEOMETRY, 0, struct.pack("=I", window))
        corner = self.ask(_TRANSLATE, 0, struct.pack("=IIhh", window, root, 0, 0))
        if size is None or corner is None:
            return None
        return Box(*struct.unpack_from("=hh", corner, 12), *struct.unpack_from("=HH", size, 16))

    def focus(self) -> int | None:
        said = self.ask(_GET_FOCUS)
        return None if said is None else _number(said, 8)

    def number(self, window: int, name: str) -> int | None:
        """The first number in the property *name* of *window*."""
        body = struct.pack("=IIIII", window, self.atom(name), 0, 0, 1)
        said = self.ask(_GET_PROPERTY, 0, body)
        if said is None or said[1] != 32 or len(said) < 36:
            return None
        return _number(said, 32)

    def atom(self, name: str) -> int:
        if name not in self._atoms:
            said = self.ask(_INTERN_ATOM, 0, _string(name))
            self._atoms[name] = 0 if said is None else _number(said, 8)
        return self._atoms[name]

    # --- requests -----------------------------------------------------------------------------------------

    def raise_window(self, window: int) -> None:
        self.tell(_CONFIGURE_WINDOW, 0, struct.pack("=IHHI", window, _STACK_MODE, 0, _ABOVE))

    def lower_window(self, window: int) -> None:
        self.tell(_CONFIGURE_WINDOW, 0, struct.pack("=IHHI", window, _STACK_MODE, 0, _BELOW))

    def give_focus(self, window: int) -> None:
        self.tell(_SET_FOCUS, _REVERT_TO_PARENT, struct.pack("=II", window, 0))

    def delete(self, window: int, name: str) -> None:
        self.tell(_DELETE_PROPERTY, 0, struct.pack("=II", window, self.atom(name)))

    def ask_manager(self, root: int, window: int, what: str, *data: int) -> None:
        """Send the window manager the message *what* about *window*."""
        values = (*data, *(0,) * (5 - len(data)))
        event = struct.pack("=BBHII5I", _CLIENT_MESSAGE, 32, 0, window, self.atom(what), *values)
        self.tell(_SEND_EVENT, 0, struct.pack("=II", root, _TO_MANAGER) + event)

    # --- the wire -----------------------------------------------------------------------------------------

    def _major(self, name: str) -> int:
        if name not in self._majors:
            said = self.ask(_QUERY_EXTENSION, 0, _string(name))
            self._majors[name] = said[9] if said is not None and said[8] else 0
        return self._majors[name]

    def _send(self, major: int, detail: int, body: bytes, is_void: bool) -> int:
        whole = ctypes.create_string_buffer(struct.pack("=BBH", major, detail, 0) + body, 4 + len(body))
        vectors = (_Vector * 3)()  # libxcb uses the two before the request for itself
        vectors[2] = _Vector(ctypes.addressof(whole), len(whole))
        request = _Request(1, None, major, is_void)
        first = ctypes.byref(vectors, 2 * ctypes.sizeof(_Vector))
        sequence: int = self._xcb.xcb_send_request(self._connection, _CHECKED, first, ctypes.byref(request))
        return sequence

    def _forget_events(self) -> None:
        """A server tells everybody about a new keyboard map, whether they listen or not."""
        while event := self._xcb.xcb_poll_for_event(self._connection):
            self._free(event)


def _number(said: bytes, at: int) -> int:
    value: int = struct.unpack_from("=I", said, at)[0]
    return value


def _string(name: str) -> bytes:
    padded = name.encode() + bytes(-len(name) % 4)
    return struct.pack("=HH", len(name), 0) + padded


def _libraries() -> tuple[Any, Any]:
    """libxcb, and the `free` its answers need."""
    xcb, libc = ctypes.CDLL("libxcb.so.1"), ctypes.CDLL(None)
    pointer = ctypes.c_void_p
    for name in ("xcb_connect", "xcb_get_setup", "xcb_wait_for_reply", "xcb_poll_for_event"):
        getattr(xcb, name).restype = pointer
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, pointer]
    for name in ("xcb_get_setup", "xcb_connection_has_error", "xcb_disconnect", "xcb_poll_for_event"):
        getattr(xcb, name).argtypes = [pointer]
    xcb.xcb_send_request.argtypes = [pointer, ctypes.c_int, pointer, pointer]
    xcb.xcb_send_request.restype = ctypes.c_uint
    xcb.xcb_wait_for_reply.argtypes = [pointer, ctypes.c_uint, pointer]
    xcb.xcb_request_check.argtypes = [pointer, ctypes.c_uint]
    xcb.xcb_request_check.restype = pointer
    libc.free.argtypes = [pointer]
    libc.free.restype = None
    return xcb, libc.free


# ---- x keyboard --------------------------------------------------------------------------------------------
# The accessibility keys of the X server (XKB controls): slow, bounce, sticky and mouse keys, and the keys
# that turn them on. A program or five presses of Shift can set them; a station with slow keys looks dead.

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
