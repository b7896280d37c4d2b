"""Ways out of the booted session, each tried in the middle of an entry; and controls that show each is real.

What must hold after every one: the same console is shown, the same processes run, nothing was recorded as a
violation, and the entry goes on to its ruling.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from installer.boot.machine import BOOT, Machine, wait_for
from installer.boot.station import COUNTING, UNIT, Kiosk
from installer.script import CannotGoOn

CONSOLE = "cat /sys/class/tty/tty0/active"
# The console shown, the boot, cage, supervisor and station (whose children come and go), and no job waiting.
STANDING = (
    f"{CONSOLE}; cat {BOOT}; cage=$(pgrep -u kiosk -x cage); supervisor=$(pgrep -P $cage); "
    "echo $cage $supervisor; pgrep -P $supervisor; systemctl list-jobs --no-legend"
)
MASK = "/etc/systemd/system/ctrl-alt-del.target"
STICK_MB = 8
SETTLE_S = 3.0


def chords(*pressed: tuple[str, ...]) -> Callable[[Machine], None]:
    def press_all(machine: Machine) -> None:
        for each in pressed:
            machine.press(*each)

    return press_all


def delete_in_a_burst(machine: Machine) -> None:
    """Seven within two seconds is what systemd takes as an order to restart at once."""
    for _ in range(8):
        machine.press("ctrl", "alt", "delete")


def power_keys(machine: Machine) -> None:
    for key in ("power", "sleep"):
        machine.press(key)
    machine.order("system_powerdown")


def stick_in(machine: Machine) -> None:
    """A USB stick with a file system; it must be seen by the kernel and opened by nobody."""
    file = machine.folder / "stick.raw"
    file.write_bytes(bytes(STICK_MB << 20))
    source = {"driver": "file", "filename": str(file)}
    machine.order("blockdev-add", **{"driver": "raw", "node-name": "stick", "file": source})
    machine.order("device_add", driver="usb-storage", id="stick", bus="xhci.0", drive="stick")
    wait_for(lambda: machine.ask("test -b /dev/sda").code == 0, 60, "The stick was not seen")
    if machine.ask("grep -q ^/dev/sda /proc/mounts").code == 0:
        raise CannotGoOn("The stick was mounted.")


def second_keyboard(machine: Machine) -> None:
    """Another keyboard put in, an X typed on it, pulled out with a key held down: F7, which has no meaning,
    but a key that stays down arms no TAB.

    QEMU gives keys to the keyboard that came last, and lets go of a key some guest's time later: the last one
    before must be up again first, or it stays down on a keyboard that nobody can reach any more. Nor does a
    keyboard count that the session has not opened yet. So each step waits, by the guest's own time.
    """
    machine.told("sleep 1")
    machine.order("device_add", driver="usb-kbd", id="second", bus="xhci.0")
    wait_for(lambda: keyboards(machine) == 2, 60, "The second keyboard was not seen")
    machine.told("sleep 3")  # from the kernel to the session
    machine.press("x")
    machine.told("sleep 1")
    machine.hold("f7")
    machine.told("sleep 1")
    machine.order("device_del", id="second")
    wait_for(lambda: keyboards(machine) == 1, 60, "The second keyboard is still there")
    machine.told("sleep 1")  # until it is gone for the session too


def keyboards(machine: Machine) -> int:
    """How many keyboards the guest's kernel knows that a person could type on."""
    return int(machine.told("grep -c 'Name=.*USB Keyboard' /proc/bus/input/devices"))


ESCAPES: dict[str, Callable[[Machine], None]] = {
    "Ctrl+Alt+F1, F2, F3, F7, F12, a log-in prompt waiting on the second console": chords(
        *(("ctrl", "alt", key) for key in ("f1", "f2", "f3", "f7", "f12"))
    ),
    "Alt+F2, Alt+Right, Alt+Left": chords(("alt", "f2"), ("alt", "right"), ("alt", "left")),
    "Ctrl+Alt+Backspace twice": chords(*[("ctrl", "alt", "backspace")] * 2),
    "Ctrl+Alt+Del eight times": delete_in_a_burst,
    "Alt+SysRq with R, K, E, I, B": chords(*(("alt", "sysrq", key) for key in "rkeib")),
    "Alt+F4, Alt+Tab, Alt+Esc, Alt+Space": chords(*(("alt", key) for key in ("f4", "tab", "esc", "spc"))),
    "Super, Super+D, Super+L": chords(("meta_l",), ("meta_l", "d"), ("meta_l", "l")),
    "Ctrl+Q, Ctrl+W, Ctrl+C, Ctrl+Shift+Esc, Print": chords(
        *(("ctrl", key) for key in "qwc"), ("ctrl", "shift", "esc"), ("print",)
    ),
    "power key, sleep key, power button": power_keys,
    "a USB stick put in": stick_in,
    "a second keyboard put in, typed on, pulled out with a key held down": second_keyboard,
}


def prepare(kiosk: Kiosk) -> None:
    """A log-in prompt on the second console, where Ctrl+Alt+F2 would lead."""
    kiosk.machine.told("systemctl start getty@tty2.service")
    wait_for(
        lambda: kiosk.machine.ask("pgrep -t tty2 agetty").code == 0,
        60,
        "No log-in prompt is on tty2",
    )


def tried(kiosk: Kiosk, way: Callable[[Machine], None], ruled: str = "CAT") -> str:
    """*way* in the middle of an entry of CAT; what was seen. *ruled*: the word with what *way* typed."""
    kiosk.await_page(COUNTING, "before_escape")
    machine = kiosk.machine
    before, violations = machine.told(STANDING), kiosk.count("violation")

    def escape() -> None:
        way(machine)
        time.sleep(SETTLE_S)
        if (now := machine.told(STANDING)) != before:
            raise CannotGoOn(f"Before: {before.split()}; after: {now.split()}")

    try:
        number = kiosk.play("cat", escape, ruled)
    except CannotGoOn:
        machine.look("escape_instead")
        machine.told(f"systemctl restart {UNIT}")  # the next one begins without this entry
        raise
    if (more := kiosk.count("violation") - violations) > 0:
        raise CannotGoOn(f"{more} violations were recorded.")
    return f"nothing: first console, same processes; the entry went on to {number}"


def step(way: Callable[[Machine], None]) -> Callable[[Kiosk], str]:
    return lambda kiosk: tried(kiosk, way, "CAXT" if way is second_keyboard else "CAT")


# ---- controls ----------------------------------------------------------------------------------------------


def consoles_switch_without_the_session(kiosk: Kiosk) -> str:
    machine = kiosk.machine
    machine.told(f"systemctl stop {UNIT}")
    machine.press("ctrl", "alt", "f2")
    wait_for(lambda: machine.told(CONSOLE) == "tty2", 30, "Ctrl+Alt+F2 leads nowhere here")
    machine.look("control_second_console")
    machine.told(f"systemctl stop getty@tty2.service; chvt 1; systemctl start {UNIT}")
    kiosk.await_page(COUNTING, "after_console_control")
    return "session stopped: tty2 is shown, where the log-in prompt runs"


def sysrq_answers_when_allowed(kiosk: Kiosk) -> str:
    machine = kiosk.machine
    heard = "dmesg | grep -c 'sysrq: HELP' || true"
    before = machine.told(heard)
    machine.press("alt", "sysrq", "h")
    time.sleep(SETTLE_S)
    if machine.told(heard) != before:
        raise CannotGoOn("SysRq answers though it is off.")
    machine.told("echo 1 > /proc/sys/kernel/sysrq")
    machine.press("alt", "sysrq", "h")
    wait_for(lambda: machine.told(heard) != before, 30, "SysRq does not answer even when it is on")
    machine.told("echo 0 > /proc/sys/kernel/sysrq")
    return "kernel.sysrq=1: the kernel answers Alt+SysRq+H; with 0: nothing"


def delete_restarts_when_unmasked(kiosk: Kiosk) -> str:
    machine = kiosk.machine
    boot = machine.told(f"cat {BOOT}")
    machine.told(f"systemctl stop {UNIT}")
    delete_in_a_burst(machine)
    time.sleep(SETTLE_S)
    if machine.told(f"cat {BOOT}; systemctl is-system-running || true").split()[:1] != [boot]:
        raise CannotGoOn("Ctrl+Alt+Del restarts the machine though it is masked.")
    machine.told(f"rm {MASK} && systemctl daemon-reload")
    machine.press("ctrl", "alt", "delete")
    machine.await_agent(not_boot=boot)
    machine.told(f"ln -s /dev/null {MASK} && systemctl daemon-reload")
    kiosk.await_page(COUNTING, "after_delete_control")
    return "session stopped, masked: nothing; mask taken away: the machine restarts, then Counting"


CONTROLS = {
    "control: Ctrl+Alt+F2 without the session": consoles_switch_without_the_session,
    "control: Alt+SysRq+H with kernel.sysrq=1": sysrq_answers_when_allowed,
    "control: Ctrl+Alt+Del without the mask": delete_restarts_when_unmasked,
}
