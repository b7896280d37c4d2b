"""A private X screen with a window manager, real keys and an eye for pixels. Knows nothing of the program."""

import os
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from Xlib import XK, X, display
from Xlib.ext import xtest
from Xlib.protocol import event

FIRST_NUMBER, NUMBERS = 2_000, 50_000
LOCAL = 256  # the family of addresses on this machine, as Xauthority files number it

PATIENCE_S = 120.0  # bounds a failure; a machine under load is not one


class Patience:
    """How long a test waits for what must come about. Long, because waiting costs nothing where it does."""

    seconds = PATIENCE_S


@contextmanager
def in_vain() -> Iterator[None]:
    """For builds broken on purpose, on which a test waits in vain: not for as long as on a sound one."""
    Patience.seconds = PATIENCE_S / 4
    try:
        yield
    finally:
        Patience.seconds = PATIENCE_S


def until(met: Callable[[], object], what: str) -> None:
    """Wait for *met*; the test fails with *what* if it does not come about."""
    patience_s = Patience.seconds
    end = time.monotonic() + patience_s
    while not met():
        assert time.monotonic() < end, f"waited {patience_s:.0f} s in vain: {what}"
        time.sleep(0.005)


def _server(sizes: list[str], cookie: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A display server on a number nobody guesses, for whoever has *cookie* alone: two runs on one machine
    never reach each other's windows, nor does a station that outlived its own run."""
    for _ in range(20):
        number = str(FIRST_NUMBER + secrets.randbelow(NUMBERS))
        cookie.write_bytes(_entry(number, secrets.token_bytes(16)))
        reading, writing = os.pipe()
        options = ["-displayfd", str(writing), "-auth", str(cookie), "-nolisten", "tcp", *sizes]
        server = subprocess.Popen(
            ["Xvfb", f":{number}", *options], pass_fds=[writing], stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            if told.readline().strip() == number:
                return server, f":{number}"
        server.wait()  # somebody has this number already
    raise AssertionError("no display number was free")


def _entry(number: str, secret: bytes) -> bytes:
    """One entry of an Xauthority file, each part with its length before it."""
    parts = (socket.gethostname().encode(), number.encode(), b"MIT-MAGIC-COOKIE-1", secret)
    return struct.pack(">H", LOCAL) + b"".join(struct.pack(">H", len(part)) + part for part in parts)


def _connection(name: str, cookie: str) -> display.Display:
    before = os.environ.get("XAUTHORITY")
    os.environ["XAUTHORITY"] = cookie  # the one place where Xlib looks
    try:
        return display.Display(name)
    finally:
        os.environ.pop("XAUTHORITY")
        if before is not None:
            os.environ["XAUTHORITY"] = before


class Screen:
    """An Xvfb of its own; `key` and `tap` press real keys, `pixel` and `picture` look at what is shown."""

    def __init__(
        self, width: int = 1366, height: int = 768, manager: str | None = "openbox", second: str = ""
    ) -> None:
        """*second*: the size of another X screen of the same server, with a desktop of its own."""
        self.width, self.height = width, height
        self._room = Path(tempfile.mkdtemp(prefix="kiosk-screen-"))
        sizes = ["-screen", "0", f"{width}x{height}x24"]
        if second:
            sizes += ["-screen", "1", f"{second}x24"]
        self._server, self.name = _server(sizes, self._room / "cookie")
        self.env = {**os.environ, "DISPLAY": self.name, "XAUTHORITY": str(self._room / "cookie")}
        for gone in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY"):
            self.env.pop(gone, None)
        self._display = self.connected()
        # On a busy machine a finger of ours stays down as long as a key takes to repeat.
        self.repeat_keys(repeating=False)
        self.root = self._display.screen().root
        self._manager = self._managed_by(manager) if manager else None

    def _managed_by(self, manager: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [manager], env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        check = self._display.intern_atom("_NET_SUPPORTING_WM_CHECK")
        until(lambda: self.root.get_full_property(check, X.AnyPropertyType), "the window manager")
        return process

    def connected(self) -> display.Display:
        """A new connection to it."""
        return _connection(self.name, self.env["XAUTHORITY"])

    def share_with(self, user: int) -> None:
        """Let programs of *user* reach it too."""
        for path in (self._room, self._room / "cookie"):
            os.chown(path, user, user)

    def close(self) -> None:
        self._display.close()
        for process in (self._manager, self._server):
            if process is not None:
                process.kill()
                process.wait()
        shutil.rmtree(self._room, ignore_errors=True)

    # --- keys ---------------------------------------------------------------------------------------------

    def repeat_keys(self, *, repeating: bool) -> None:
        """Whether a key that is held down repeats, as it does on every real desk."""
        mode = X.AutoRepeatModeOn if repeating else X.AutoRepeatModeOff
        self._display.change_keyboard_control(auto_repeat_mode=mode)
        self._display.sync()

    def press(self, code: int) -> None:
        xtest.fake_input(self._display, X.KeyPress, code)
        self._display.sync()

    def release(self, code: int) -> None:
        xtest.fake_input(self._display, X.KeyRelease, code)
        self._display.sync()

    def tap(self, code: int, *held: int) -> None:
        """Press and let go of the key at *code* while *held* are down."""
        for other in held:
            self.press(other)
        self.press(code)
        time.sleep(0.008)  # no finger is faster
        self.release(code)
        for other in reversed(held):
            self.release(other)
        time.sleep(0.004)

    @contextmanager
    def standing_still(self) -> Iterator[Callable[[int], None]]:
        """The server does not run meanwhile, as on a busy machine; yields what presses keys all the same."""
        self._server.send_signal(signal.SIGSTOP)

        def tap(code: int) -> None:
            for kind in (X.KeyPress, X.KeyRelease):
                xtest.fake_input(self._display, kind, code)
                self._display.flush()

        try:
            yield tap
        finally:
            self._server.send_signal(signal.SIGCONT)
            self._display.sync()

    def code(self, name: str) -> int:
        """The key that makes *name* on the present layout."""
        return self._display.keysym_to_keycode(XK.string_to_keysym(name))

    def key(self, chord: str) -> None:
        """Press a key such as "Tab", "ctrl+F12" or "alt+Tab"."""
        *held, name = chord.split("+")
        named = {"ctrl": "Control_L", "alt": "Alt_L", "shift": "Shift_L", "super": "Super_L"}
        self.tap(self.code(name), *(self.code(named[other]) for other in held))

    def type(self, text: str) -> None:
        for letter in text:
            self.tap(self.code(letter.lower()))

    def layout(self, *names: str) -> None:
        """Change the keyboard's layout; a fresh connection knows the new places of the keys."""
        subprocess.run(["setxkbmap", *names], env=self.env, check=True)
        self._display.close()
        self._display = self.connected()
        # On a busy machine a finger of ours stays down as long as a key takes to repeat.
        self.repeat_keys(repeating=False)
        self.root = self._display.screen().root

    # --- mouse --------------------------------------------------------------------------------------------

    def click(self, x: int, y: int, button: int = 1) -> None:
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        xtest.fake_input(self._display, X.ButtonPress, button)
        xtest.fake_input(self._display, X.ButtonRelease, button)
        self._display.sync()

    def ask_to_close(self, window: int) -> None:
        """What a window manager's close button sends."""
        target = self._display.create_resource_object("window", window)
        protocols, delete = (self._display.intern_atom(name) for name in ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
        message = event.ClientMessage(
            window=target, client_type=protocols, data=(32, [delete, X.CurrentTime, 0, 0, 0])
        )
        target.send_event(message)
        self._display.sync()

    # --- eyes ---------------------------------------------------------------------------------------------

    def pixel(self, x: int, y: int) -> str:
        """The colour at a point, as #rrggbb."""
        blue, green, red = self.bytes_of(x, y, 1, 1)[:3]
        return f"#{red:02x}{green:02x}{blue:02x}"

    def of_second(self) -> Callable[[], str]:
        """Looks at the middle of the second X screen."""
        root = self._display.screen(1).root
        place = root.get_geometry()

        def colour() -> str:
            data = root.get_image(place.width // 2, place.height // 2, 1, 1, X.ZPixmap, 0xFFFFFFFF).data
            return f"#{data[2]:02x}{data[1]:02x}{data[0]:02x}"

        return colour

    def bytes_of(self, x: int, y: int, width: int, height: int) -> bytes:
        """The pixels of a part of the screen, row by row, four bytes each: blue, green, red, nothing."""
        data = self.root.get_image(x, y, width, height, X.ZPixmap, 0xFFFFFFFF).data
        return data if isinstance(data, bytes) else data.encode("latin-1")

    def pixels(self, height: int | None = None) -> bytes:
        """All pixels of the upper *height* lines."""
        return self.bytes_of(0, 0, self.width, height or self.height)

    def picture(self, path: Path) -> None:
        """Keep what is on the screen as a PNG."""
        subprocess.run(["import", "-window", "root", str(path)], env=self.env, check=True)

    def run(self, *command: str) -> str:
        """Run an X client such as xdotool or setxkbmap on this screen."""
        done = subprocess.run(command, env=self.env, check=False, capture_output=True, text=True, timeout=120)
        return done.stdout.strip()

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
