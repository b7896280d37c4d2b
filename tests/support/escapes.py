"""The ways out a player could try at an X11 desktop, each as something to do to a real station."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.support.kiosk_process import KioskProcess
from tests.support.screen import until

Try = Callable[[KioskProcess], None]

INTRUDER = """
import sys, time
from Xlib import X, display
d = display.Display()
s = d.screen()
w = s.root.create_window(100, 100, 600, 400, 0, s.root_depth, X.InputOutput, background_pixel=s.white_pixel,
                         event_mask=X.KeyPressMask)
w.set_wm_name("intruder")
w.map()
w.configure(stack_mode=X.Above)
d.sync()
time.sleep(0.3)
if sys.argv[1] == "focus":
    w.set_input_focus(X.RevertToParent, X.CurrentTime)
    d.sync()
print("there", flush=True)
time.sleep(60)
"""


@dataclass(frozen=True)
class Escape:
    """*blocked*: the station does not even notice. Else it notices, discards the entry and records it."""

    id: str
    what: str
    attempt: Try
    blocked: bool = True


def keys(*chords: str) -> Try:
    def attempt(station: KioskProcess) -> None:
        for chord in chords:
            station.screen.key(chord)

    return attempt


def alt_held_then_f4(station: KioskProcess) -> None:
    alt, f4 = station.screen.code("Alt_L"), station.screen.code("F4")
    station.screen.press(alt)
    time.sleep(6)  # the incumbent lets go of its guard after five seconds
    station.screen.tap(f4)
    station.screen.release(alt)


def five_shifts(station: KioskProcess) -> None:
    for _ in range(5):
        station.screen.key("Shift_L")


def window_of(station: KioskProcess) -> str:
    return station.screen.run("xdotool", "search", "--onlyvisible", "--name", "Challenge Kiosk").split("\n")[
        0
    ]


def close_request(station: KioskProcess) -> None:
    station.screen.ask_to_close(int(window_of(station)))


def xdotool(*command: str) -> Try:
    def attempt(station: KioskProcess) -> None:
        station.screen.run("xdotool", *command, window_of(station))

    return attempt


def clicks(*buttons: int) -> Try:
    def attempt(station: KioskProcess) -> None:
        for button in buttons:
            station.screen.click(station.screen.width // 2, station.screen.height // 2, button)

    return attempt


def drag(station: KioskProcess, button: str = "1") -> None:
    station.screen.run(
        *("xdotool", "mousemove", "200", "200", "mousedown", button),
        *("mousemove", "--sync", "400", "350", "mousemove", "--sync", "600", "500", "mouseup", button),
    )


def right_drag(station: KioskProcess) -> None:
    drag(station, "3")


def with_alt(attempt: Try) -> Try:
    """The same with Alt held: most window managers move windows or desktops by it."""

    def held(station: KioskProcess) -> None:
        alt = station.screen.code("Alt_L")
        station.screen.press(alt)
        attempt(station)
        station.screen.release(alt)

    return held


def intruder(*arguments: str) -> Try:
    """A window of another program, raised over the station or taking its focus, for a few seconds."""

    def attempt(station: KioskProcess) -> None:
        with subprocess.Popen(
            [sys.executable, "-c", INTRUDER, *arguments],
            env=station.screen.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as other:
            assert other.stdout is not None
            other.stdout.readline()
            if "above" in arguments:
                station.screen.run("wmctrl", "-r", "intruder", "-b", "add,above")
                station.screen.run("wmctrl", "-a", "intruder")
            until(lambda: on_top(station), "the station on top again")
            other.kill()

    return attempt


def stopped(station: KioskProcess) -> None:
    time.sleep(1)  # a stop within the station's own work (a record, a guard's program) is not told from it
    os.kill(station.process.pid, signal.SIGSTOP)
    time.sleep(5)
    os.kill(station.process.pid, signal.SIGCONT)


def on_top(station: KioskProcess) -> bool:
    """Whether the middle of the intruder's place shows the station's field again."""
    return station.screen.pixel(690, 490) != "#ffffff"


ESCAPES = (
    Escape("alt-f4", "Alt+F4", keys("alt+F4", "alt+F4")),
    Escape("alt-held-f4", "Alt held for six seconds, then F4", alt_held_then_f4),
    Escape("alt-tab", "Alt+Tab", keys("alt+Tab", "alt+Tab")),
    Escape("alt-escape", "Alt+Escape", keys("alt+Escape")),
    Escape("alt-space", "Alt+Space, the window menu", keys("alt+space")),
    Escape("super", "The Super key", keys("Super_L")),
    Escape("super-d", "Super+D, show the desktop", keys("super+d")),
    Escape("ctrl-alt-arrows", "Ctrl+Alt+arrows, another desktop", keys("ctrl+alt+Right", "ctrl+alt+Left")),
    Escape("ctrl-q", "Ctrl+Q, Ctrl+W", keys("ctrl+q", "ctrl+w")),
    Escape(
        "ctrl-alt-del", "Ctrl+Alt+Delete, Ctrl+Alt+Backspace", keys("ctrl+alt+Delete", "ctrl+alt+BackSpace")
    ),
    Escape("function-keys", "F1, F3, F10, F11, Menu", keys("F1", "F3", "F10", "F11", "Menu")),
    Escape("print", "Print", keys("Print", "alt+Print")),
    Escape("five-shifts", "Shift five times", five_shifts),
    Escape("paste-keys", "Ctrl+V, Shift+Insert", keys("ctrl+v", "shift+Insert")),
    Escape("clicks", "Left, middle, right click", clicks(1, 2, 3)),
    Escape("wheel", "The wheel, with and without Ctrl", clicks(4, 5)),
    Escape("drag", "Dragging", drag),
    Escape("alt-clicks", "Alt + left, middle, right click", with_alt(clicks(1, 2, 3))),
    Escape("alt-wheel", "Alt + wheel", with_alt(clicks(4, 5, 4))),
    Escape("alt-drag", "Alt + dragging", with_alt(drag)),
    Escape("alt-right-drag", "Alt + dragging with the right button", with_alt(right_drag)),
    Escape("wm-delete", "A close request from the window manager", close_request, blocked=False),
    Escape("minimise", "Minimised by another program", xdotool("windowminimize"), blocked=False),
    Escape("unmap", "Unmapped by another program", xdotool("windowunmap"), blocked=False),
    Escape("destroyed", "The window destroyed by another program", xdotool("windowclose"), blocked=False),
    Escape("new-window", "A new window of another program", intruder("plain"), blocked=False),
    Escape("raised-over", "Another program's window kept above all", intruder("above"), blocked=False),
    Escape("focus-taken", "Another program takes the focus", intruder("focus"), blocked=False),
    Escape("stopped", "The process stopped for five seconds", stopped, blocked=False),
)


def table() -> str:
    """What the suite asserts of each escape, as the documentation shows it."""
    rows = [f"| {escape.what} | {'blocked' if escape.blocked else 'seen'} |" for escape in ESCAPES]
    return "\n".join(["| tried | outcome |", "|---|---|", *rows])


def written(text: str) -> str:
    """The document *text* with the table as it is now."""
    head, rest = text.split("<!-- escapes -->")
    return f"{head}<!-- escapes -->\n{table()}\n<!-- /escapes -->{rest.split('<!-- /escapes -->')[1]}"


if __name__ == "__main__":
    document = Path(sys.argv[1])
    document.write_text(written(document.read_text()))
