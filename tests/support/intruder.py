"""Another program on the station's desktop: does one thing to it, says "there", and stays until its standard
input closes. Started by `Intruder`; run by itself with the display in DISPLAY and the deed as its arguments.
With "again" among them the deed is done over and over.
"""

import select
import subprocess
import sys
from typing import Self

from Xlib import X, display
from Xlib.ext import shape
from Xlib.protocol import event

from tests.support.screen import Screen

WHITE = "#ffffff"
PLACE = (200, 150, 500, 300)  # where its windows lie


class Intruder:
    """The deed *what* is done when it is entered, and over when it is left."""

    def __init__(self, screen: Screen, what: str, *more: str) -> None:
        self._command = [sys.executable, "-m", "tests.support.intruder", what, *more]
        self._env = screen.env

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            self._command, env=self._env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline().strip()
        assert said == "there", f"the intruder said {said!r}"
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(20)


class Deeds:
    """What can be done with a connection to the display, and a station's *window* to do it to."""

    def __init__(self, window: int) -> None:
        self.display = display.Display()
        self.screen = self.display.screen()
        self.root = self.screen.root
        self.station = self.display.create_resource_object("window", window)

    def cover(self) -> None:
        """A window no window manager looks after, as pop-ups, notifications and menus are."""
        self._own_window().map()

    def cover_with_focus(self) -> None:
        """The same, and it takes the keyboard focus: afterwards some desktops leave Qt in the wrong."""
        window = self._own_window()
        window.map()
        self.display.sync()
        window.set_input_focus(X.RevertToParent, X.CurrentTime)

    def see_through(self) -> None:
        opacity = self.display.intern_atom("_NET_WM_WINDOW_OPACITY")
        self.station.change_property(opacity, self.display.intern_atom("CARDINAL"), 32, [0])

    def cut_out(self) -> None:
        """A shape that leaves a corner of the station's window, and the desktop behind it for the rest."""
        self.station.shape_rectangles(shape.SO.Set, shape.SK.Bounding, 0, 0, 0, [(0, 0, 50, 50)])

    def shrink(self) -> None:
        """A corner for the station, asked of the window manager as a pager would."""
        self._state(0, "FULLSCREEN")
        self._state(0, "ABOVE")
        for window in (self.station, self._frame()):
            window.configure(x=40, y=40, width=300, height=200)

    def below(self) -> None:
        self._own_window(managed=True).map()
        self.display.sync()
        self._state(0, "ABOVE")
        self._state(1, "BELOW")

    def grab_keyboard(self) -> None:
        self.root.grab_keyboard(True, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)

    def send_keys(self, *names: str) -> None:
        """Keys as XSendEvent makes them: no keyboard was touched."""
        for name in names:
            code = int(name)
            for kind in (event.KeyPress, event.KeyRelease):
                key = kind(
                    time=X.CurrentTime,
                    root=self.root,
                    window=self.station,
                    child=X.NONE,
                    root_x=0,
                    root_y=0,
                    event_x=0,
                    event_y=0,
                    same_screen=1,
                    state=0,
                    detail=code,
                )
                self.station.send_event(key, propagate=True)

    def _own_window(self, managed: bool = False):
        return self.root.create_window(
            *PLACE,
            0,
            self.screen.root_depth,
            X.InputOutput,
            background_pixel=self.screen.white_pixel,
            override_redirect=not managed,
        )

    def _frame(self):
        """The outermost window around the station's."""
        window = self.station
        while (parent := window.query_tree().parent) != self.root:
            window = parent
        return window

    def _state(self, how: int, name: str) -> None:
        state, wanted = (
            self.display.intern_atom(each) for each in ("_NET_WM_STATE", f"_NET_WM_STATE_{name}")
        )
        data = (32, [how, wanted, 0, 2, 0])
        message = event.ClientMessage(window=self.station, client_type=state, data=data)
        self.root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)


if __name__ == "__main__":
    deeds = Deeds(int(sys.argv[2]))
    deed, more = getattr(deeds, sys.argv[1]), [word for word in sys.argv[3:] if word != "again"]
    deed(*more)
    deeds.display.sync()
    sys.stdout.write("there\n")
    sys.stdout.flush()
    while "again" in sys.argv and not select.select([sys.stdin], [], [], 0.1)[0]:
        deed(*more)
        deeds.display.sync()
    sys.stdin.read()
