"""Linux: the guards this session allows, and the safeguards it has of its own.

In the kiosk session the system does most of the work and the program holds an inhibitor; on an X11 desktop
the program also takes the blanking, the bell and the console keys; on a Wayland desktop it can do little, and
says so.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.log.canonical import Json
from kiosk.lockdown.guard import Guard, SettingsGuard, SettingsPort
from kiosk.lockdown.held_child import READY, HeldChild
from kiosk.lockdown.ledger import Ledger
from kiosk.lockdown.linux import ports
from kiosk.lockdown.linux.screens import wayland_answers, x_answers
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
from kiosk.lockdown.linux.x_keyboard import ACCESSIBILITY, XControls
from kiosk.lockdown.programs import Run, run, said
from kiosk.lockdown.safeguards import Safeguard

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
    return (ports.XSet(port.run), ports.XKeyboard(port.run), ports.Gsettings(port.run), port.controls())


def guards(port: LinuxPort, ledger: Ledger) -> tuple[Guard, ...]:
    """The guards the program can engage in this session, in the order to engage them."""
    found: list[Guard] = []
    if said(port.run, ["busctl", "--system", "status", "org.freedesktop.login1"]) is not None:
        found.append(HeldChild(Safeguard.AWAKE, inhibitor_command()))
    if session(port) in (Session.BARE_X, Session.X11_DESKTOP):
        found.extend(_x_guards(port, ledger))
    if "GNOME" in port.environment.get("XDG_CURRENT_DESKTOP", ""):
        gsettings = ports.Gsettings(port.run)
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
    xset, keyboard, controls = ports.XSet(port.run), ports.XKeyboard(port.run), port.controls()
    found: list[Guard] = []
    if _answers(xset, ports.SCREEN_SAVER):
        blanking: dict[str, Json] = {ports.SCREEN_SAVER: "0 0", ports.PREFER_BLANKING: "no"}
        if _answers(xset, ports.DPMS):
            blanking[ports.DPMS] = "off"
        found.append(SettingsGuard(Safeguard.BLANKING_OFF, xset, blanking, ledger))
    if _answers(xset, ports.BELL):
        found.append(SettingsGuard(Safeguard.QUIET, xset, {ports.BELL: 0}, ledger))
    if _answers(keyboard, ports.OPTIONS):
        kept = [option for option in str(keyboard.read(ports.OPTIONS)).split(",") if option]
        options = ",".join([o for o in kept if o not in (ZAP, NO_CONSOLE_KEYS)] + [NO_CONSOLE_KEYS])
        found.append(SettingsGuard(Safeguard.CONSOLES_OFF, keyboard, {ports.OPTIONS: options}, ledger))
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
    options = said(port.run, ["setxkbmap", "-query"])
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
    told = dict(line.partition("=")[::2] for line in (said(port.run, command) or "").splitlines())
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
