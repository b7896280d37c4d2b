"""Linux: settings a guard may change, the guards a session allows, and the safeguards it has of its own."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.lockdown.escapes import Safeguard
from kiosk.lockdown.guards import Guard, Ledger, Run, SettingsGuard, SettingsPort, ask_program, run
from kiosk.lockdown.linux.displays import wayland_answers, x_answers
from kiosk.lockdown.linux.session import (
    Ancestor,
    Answers,
    Session,
    XAnswer,
    ancestors_of,
    cage_above,
    is_below,
    session_of,
    switches_consoles,
)
from kiosk.lockdown.linux.x_server import ACCESSIBILITY, XControls
from kiosk.lockdown.supervision import READY, GuardProcess

# ---- ports -------------------------------------------------------------------------------------------------
# Settings of a Linux session that a guard may change, each behind a port: xset, setxkbmap, gsettings.

SCREEN_SAVER, PREFER_BLANKING, DPMS, BELL = "screen saver", "prefer blanking", "dpms", "bell"


class XSet:
    """Screen saver ("timeout cycle"), blanking ("yes"/"no"), dpms ("on"/"off"; None: no such extension) and
    bell (percent) of the X server."""

    name = "xset"

    def __init__(self, run: Run) -> None:
        self._run = run

    def read(self, key: str) -> Json:
        told = self._run(["xset", "q"])
        if key == SCREEN_SAVER:
            return f"{_number(told, 'timeout')} {_number(told, 'cycle')}"
        if key == BELL:
            return _number(told, "bell percent")
        if key == PREFER_BLANKING:
            return _word(told, r"prefer blanking:\s+(\w+)")
        states = {"Enabled": "on", "Disabled": "off"}
        return states.get(_word(told, r"DPMS is (\w+)") or "")

    def write(self, key: str, value: Json) -> None:
        if key == SCREEN_SAVER:
            self._run(["xset", "s", *str(value).split()])
        elif key == BELL:
            self._run(["xset", "b", str(value)])
        elif key == PREFER_BLANKING:
            self._run(["xset", "s", "blank" if value == "yes" else "noblank"])
        elif value is not None:
            self._run(["xset", "+dpms" if value == "on" else "-dpms"])


OPTIONS = "options"


class XKeyboard:
    """The options of the X keyboard map, as setxkbmap writes them: "a:b,c:d", or "" for none."""

    name = "setxkbmap"

    def __init__(self, run: Run) -> None:
        self._run = run

    def read(self, key: str) -> Json:
        return _word(self._run(["setxkbmap", "-query"]), r"options:\s+(\S+)") or ""

    def write(self, key: str, value: Json) -> None:
        self._run(
            ["setxkbmap", "-option", "", "-option", str(value)] if value else ["setxkbmap", "-option", ""]
        )


class Gsettings:
    """Keys of a GNOME-like desktop, "schema key", with values as gsettings prints them."""

    name = "gsettings"

    def __init__(self, run: Run) -> None:
        self._run = run

    def read(self, key: str) -> Json:
        return self._run(["gsettings", "get", *key.split()]).strip()

    def write(self, key: str, value: Json) -> None:
        self._run(["gsettings", "set", *key.split(), str(value)])

    def can_hold(self, key: str) -> bool:
        """Whether this desktop knows *key* and lets it be changed."""
        try:
            return self._run(["gsettings", "writable", *key.split()]).strip() == "true"
        except OSError:
            return False


def _number(text: str, label: str) -> int:
    found = re.search(rf"{label}:\s+(\d+)", text)
    if found is None:
        raise OSError(f"xset says nothing about {label}")
    return int(found[1])


def _word(text: str, pattern: str) -> str | None:
    found = re.search(pattern, text)
    return found[1] if found else None


# ---- guards ------------------------------------------------------------------------------------------------
# Linux: the guards this session allows, and the safeguards it has of its own.
#
# In the kiosk session the system does most of the work and the program holds an inhibitor; on an X11 desktop
# the program also takes the blanking, the bell and the console keys; on a Wayland desktop it can do little,
# and says so.

UNIT = "challenge-kiosk.service"
NO_CONSOLE_KEYS = "srvrkeys:none"
ZAP = "terminate:ctrl_alt_bksp"
_INHIBITED = "idle:sleep:handle-lid-switch:handle-power-key:handle-suspend-key:handle-hibernate-key"

# What a desktop would otherwise show or do over the station; with one key missing, nothing is claimed.
DESKTOP_SETTINGS: Mapping[str, Json] = {
    "org.gnome.desktop.notifications show-banners": "false",
    "org.gnome.desktop.lockdown disable-lock-screen": "true",
    "org.gnome.desktop.lockdown disable-user-switching": "true",
    "org.gnome.desktop.lockdown disable-log-out": "true",
    "org.gnome.desktop.session idle-delay": "uint32 0",
    "org.gnome.desktop.media-handling automount-open": "false",
    "org.gnome.desktop.media-handling autorun-never": "true",
    "org.gnome.desktop.a11y.keyboard enable": "false",
    "org.gnome.mutter overlay-key": "''",
}


def _own_ancestors() -> tuple[Ancestor, ...]:
    return ancestors_of(os.getpid())


@frozen
class LinuxPort:
    """All that is asked of the system, so that a test can answer instead. *root*: where files are read."""

    run: Run = run
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    ancestors: Callable[[], tuple[Ancestor, ...]] = _own_ancestors
    root: Path = Path("/")
    x_answers: Callable[[], bool] = x_answers
    wayland_answers: Callable[[], bool] = wayland_answers
    controls: Callable[[], SettingsPort] = XControls

    def text(self, path: str) -> str:
        """What the file *path* says; empty when it cannot be read."""
        try:
            return (self.root / path).read_text(errors="replace")
        except OSError:
            return ""

    def files(self, pattern: str) -> list[Path]:
        """The files *pattern* names; none where they may not be looked for."""
        try:
            return sorted(self.root.glob(pattern))
        except OSError:
            return []

    def link(self, path: str) -> str:
        """Where the link *path* points; empty when it is none."""
        try:
            return str((self.root / path).readlink())
        except OSError:
            return ""


def session(port: LinuxPort) -> Session:
    """The session this process runs in."""
    x = _x_server(port)
    bare = x is not None and x.on_console and not x.managed
    answers = Answers(x, _wayland(port), _unit(port).pid if bare else 0)
    return session_of(port.environment, port.ancestors(), answers)


def settings_ports(port: LinuxPort) -> tuple[SettingsPort, ...]:
    """The ports that can give settings back here."""
    return (XSet(port.run), XKeyboard(port.run), Gsettings(port.run), port.controls())


def guards(port: LinuxPort, ledger: Ledger) -> tuple[Guard, ...]:
    """The guards the program can engage in this session, in the order to engage them."""
    found: list[Guard] = []
    if ask_program(port.run, ["busctl", "--system", "status", "org.freedesktop.login1"]) is not None:
        found.append(GuardProcess(Safeguard.AWAKE, inhibitor_command()))
    if session(port) in (Session.BARE_X, Session.X11_DESKTOP):
        found.extend(_x_guards(port, ledger))
    if "GNOME" in port.environment.get("XDG_CURRENT_DESKTOP", ""):
        gsettings = Gsettings(port.run)
        if all(gsettings.can_hold(key) for key in DESKTOP_SETTINGS):
            found.append(SettingsGuard(Safeguard.DESKTOP_QUIET, gsettings, DESKTOP_SETTINGS, ledger))
    return tuple(found)


def inhibitor_command() -> tuple[str, ...]:
    """A child that holds logind's inhibitor until its standard input closes."""
    return (
        "systemd-inhibit",
        f"--what={_INHIBITED}",
        "--who=Challenge Kiosk",
        "--why=A challenge station is in use",
        "--mode=block",
        "sh",
        "-c",
        f"echo {READY}; exec cat",
    )


def safeguards(port: LinuxPort) -> frozenset[Safeguard]:
    """What session and system provide here, apart from the program's guards."""
    found = _system_safeguards(port)
    here = session(port)
    if here is Session.CAGE:
        cage = cage_above(port.ancestors())
        found.add(Safeguard.CAGE)
        if cage is not None and not switches_consoles(cage):
            found.add(Safeguard.CONSOLES_OFF)
    elif here is Session.BARE_X:
        found.add(Safeguard.BARE_X)
    if here in (Session.BARE_X, Session.X11_DESKTOP):
        found |= _x_safeguards(port)
    elif here is Session.WAYLAND_DESKTOP:
        found.add(Safeguard.ZAP_OFF)
    return frozenset(found)


def program_safeguards(port: LinuxPort) -> frozenset[Safeguard]:
    """What the full-screen program itself provides in this session once it runs."""
    here = session(port)
    if here is Session.NONE:
        return frozenset()
    own = {Safeguard.PROGRAM, Safeguard.ONE_SCREEN}
    if here in (Session.BARE_X, Session.X11_DESKTOP):
        own |= {Safeguard.KEYBOARD_GRAB, Safeguard.POINTER_GRAB, Safeguard.STACKING_WATCH}
    return frozenset(own)


def _x_guards(port: LinuxPort, ledger: Ledger) -> list[Guard]:
    xset, keyboard, controls = XSet(port.run), XKeyboard(port.run), port.controls()
    found: list[Guard] = []
    if _answers(xset, SCREEN_SAVER):
        blanking: dict[str, Json] = {SCREEN_SAVER: "0 0", PREFER_BLANKING: "no"}
        if _answers(xset, DPMS):
            blanking[DPMS] = "off"
        found.append(SettingsGuard(Safeguard.BLANKING_OFF, xset, blanking, ledger))
    if _answers(xset, BELL):
        found.append(SettingsGuard(Safeguard.QUIET, xset, {BELL: 0}, ledger))
    if _answers(keyboard, OPTIONS):
        kept = [option for option in str(keyboard.read(OPTIONS)).split(",") if option]
        options = ",".join([o for o in kept if o not in (ZAP, NO_CONSOLE_KEYS)] + [NO_CONSOLE_KEYS])
        found.append(SettingsGuard(Safeguard.CONSOLES_OFF, keyboard, {OPTIONS: options}, ledger))
    if _answers(controls, ACCESSIBILITY):
        found.append(SettingsGuard(Safeguard.ACCESSIBILITY_KEYS_OFF, controls, {ACCESSIBILITY: 0}, ledger))
    return found


def _answers(port: SettingsPort, key: str) -> bool:
    """Whether there is such a setting here; one family that cannot be read does not cost the others their
    guard."""
    try:
        return port.read(key) is not None
    except OSError:
        return False


def _x_safeguards(port: LinuxPort) -> set[Safeguard]:
    found: set[Safeguard] = set()
    flags = "".join(port.text(str(path)).lower() for path in port.files("etc/X11/xorg.conf.d/*.conf"))
    options = ask_program(port.run, ["setxkbmap", "-query"])
    if '"dontvtswitch"' in flags or NO_CONSOLE_KEYS in (options or ""):
        found.add(Safeguard.CONSOLES_OFF)
    if '"dontzap"' in flags or (options is not None and ZAP not in options):
        found.add(Safeguard.ZAP_OFF)
    return found


def _system_safeguards(port: LinuxPort) -> set[Safeguard]:
    found: set[Safeguard] = set()
    if port.text("proc/sys/kernel/sysrq").strip() == "0":
        found.add(Safeguard.SYSRQ_OFF)
    if port.link("etc/systemd/system/ctrl-alt-del.target") == "/dev/null":
        found.add(Safeguard.CTRL_ALT_DEL_OFF)
    if "UDISKS_IGNORE" in port.text("etc/udev/rules.d/90-challenge-kiosk.rules"):
        found.add(Safeguard.AUTOMOUNT_OFF)
    unit = _unit(port)
    if unit.restarts and is_below(port.ancestors(), unit.pid):  # an active unit alone proves nothing
        found.add(Safeguard.RESTARTED)
    return found


@frozen
class _Unit:
    """The kiosk session as systemd knows it. *pid*: its first process; 0: it does not run."""

    pid: int = 0
    restarts: bool = False


def _unit(port: LinuxPort) -> _Unit:
    asked = ("ActiveState", "Restart", "MainPID")
    command = ["systemctl", "show", *(part for name in asked for part in ("-p", name)), UNIT]
    told = dict(line.partition("=")[::2] for line in (ask_program(port.run, command) or "").splitlines())
    if told.get("ActiveState") != "active" or not told.get("MainPID", "").isdecimal():
        return _Unit()
    return _Unit(int(told["MainPID"]), told.get("Restart") == "always")


def _wayland(port: LinuxPort) -> bool:
    return bool(port.environment.get("WAYLAND_DISPLAY")) and port.wayland_answers()


def _x_server(port: LinuxPort) -> XAnswer | None:
    """The X server that DISPLAY names; None: none does, or it does not answer."""
    if not port.environment.get("DISPLAY"):
        return None
    try:
        told = port.run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK", "XFree86_VT"])
    except FileNotFoundError:  # no xprop here: doctor names what is missing
        return XAnswer() if port.x_answers() else None
    except OSError:
        return None
    # Only a server that owns a console notes its number; Xephyr, Xvnc, Xvfb and Xwayland do not.
    return XAnswer("window id" in told, "XFree86_VT(INTEGER)" in told)
