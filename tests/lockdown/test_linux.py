"""Linux guards: what they change is what xset, setxkbmap and gsettings say, and it comes back."""

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.lockdown.escapes import Safeguard
from kiosk.lockdown.guards import give_back_from, ledger_in, run
from kiosk.lockdown.linux import guards as linux_guards
from kiosk.lockdown.linux.guards import LinuxPort
from kiosk.lockdown.linux.session import (
    Ancestor,
    Answers,
    Session,
    XAnswer,
    ancestors_of,
    session_of,
    stands_still,
    switches_consoles,
)
from kiosk.lockdown.linux.x_server import ACCESSIBILITY, XControls
from kiosk.lockdown.supervision import GuardProcess
from tests.support.engaging import engage_all, lost
from tests.support.screen import Screen

HOME = {"HOME": "/var/lib/challenge-kiosk"}
CAGE = Ancestor(("/usr/bin/cage", "--", "supervisor"), HOME, "/usr/bin/cage", 40)
NESTED = Ancestor(("cage", "--", "kiosk"), {"DISPLAY": ":0"}, "/usr/bin/cage")
UNREADABLE = Ancestor(("cage", "--", "kiosk"), None, "/usr/bin/cage")
PRETENDED = Ancestor(("cage", "--", "kiosk"), {}, "/usr/bin/bash")
SHELL = Ancestor(("-bash",), {}, "/usr/bin/bash")
UNIT = Ancestor(("/usr/bin/python3", "session.py"), {}, "/usr/bin/python3", 30)
WAYLAND, X = {"WAYLAND_DISPLAY": "wayland-0"}, {"DISPLAY": ":0"}
BARE = XAnswer(managed=False, on_console=True)


@pytest.mark.parametrize(
    ("environment", "ancestors", "answers", "expected"),
    [
        (WAYLAND, (SHELL, CAGE), Answers(wayland=True), Session.CAGE),
        (WAYLAND, (SHELL, CAGE), Answers(), Session.NONE),
        (WAYLAND, (NESTED,), Answers(wayland=True), Session.WAYLAND_DESKTOP),
        (WAYLAND, (UNREADABLE,), Answers(wayland=True), Session.WAYLAND_DESKTOP),
        (WAYLAND, (PRETENDED,), Answers(wayland=True), Session.WAYLAND_DESKTOP),
        ({**WAYLAND, **X}, (SHELL,), Answers(BARE, wayland=True), Session.WAYLAND_DESKTOP),
        ({**X, "XDG_SESSION_TYPE": "wayland"}, (), Answers(XAnswer()), Session.WAYLAND_DESKTOP),
        (X, (SHELL, UNIT), Answers(BARE, unit=30), Session.BARE_X),
        (X, (SHELL, UNIT), Answers(XAnswer(managed=True, on_console=True), unit=30), Session.X11_DESKTOP),
        (X, (SHELL, UNIT), Answers(XAnswer(managed=False), unit=30), Session.X11_DESKTOP),
        (X, (SHELL,), Answers(BARE, unit=30), Session.X11_DESKTOP),
        (X, (SHELL, UNIT), Answers(BARE), Session.X11_DESKTOP),
        (X, (SHELL,), Answers(), Session.NONE),
        ({**X, "QT_QPA_PLATFORM": "offscreen"}, (), Answers(XAnswer()), Session.NONE),
        ({**X, "QT_QPA_PLATFORM": "xcb"}, (), Answers(XAnswer()), Session.X11_DESKTOP),
        ({**WAYLAND, "QT_QPA_PLATFORM": "wayland-egl"}, (CAGE,), Answers(wayland=True), Session.CAGE),
        ({**WAYLAND, **X, "QT_QPA_PLATFORM": "xcb"}, (), Answers(XAnswer(), True), Session.X11_DESKTOP),
        ({}, (SHELL,), Answers(), Session.NONE),
    ],
)
def test_the_session_is_told_from_what_answers(environment, ancestors, answers, expected):
    assert session_of(environment, ancestors, answers) is expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("cage", "--", "app", "-s"), False),
        (("cage", "app", "-s"), False),
        (("cage", "-s", "--", "app"), True),
        (("cage", "-ds", "--", "app"), True),
        (("cage",), False),
    ],
)
def test_a_cage_that_switches_consoles_is_noticed(arguments, expected):
    assert switches_consoles(Ancestor(arguments, {})) is expected


def test_ancestors_are_read_from_the_process_table(tmp_path):
    for pid, parent, arguments, environment in [
        (30, 20, "python\0-m\0kiosk\0", "A=1\0"),
        (20, 1, "/usr/bin/cage\0--\0x\0", "HOME=/h\0WAYLAND_DISPLAY=wayland-0\0"),
        (1, 0, "init\0", ""),
    ]:
        (tmp_path / str(pid)).mkdir()
        (tmp_path / str(pid) / "status").write_text(f"Name:\tx\nPPid:\t{parent}\n")
        (tmp_path / str(pid) / "cmdline").write_text(arguments)
        (tmp_path / str(pid) / "environ").write_text(environment)
        (tmp_path / str(pid) / "exe").symlink_to(f"/bin/{arguments.split(chr(0))[0].split('/')[-1]}")
    (tmp_path / "1" / "environ").unlink()

    above = ancestors_of(30, tmp_path)

    assert [(each.program, each.pid) for each in above] == [("cage", 20), ("init", 1)]
    assert above[1].environment is None
    assert above[0].environment["WAYLAND_DISPLAY"] == "wayland-0"


@pytest.mark.skipif(sys.platform != "linux", reason="reads the Linux process table")
def test_a_process_that_was_stopped_stands_still():
    with subprocess.Popen(["sleep", "60"]) as child:
        running = stands_still(child.pid)
        child.send_signal(signal.SIGSTOP)
        os.waitpid(child.pid, os.WUNTRACED)
        stopped = stands_still(child.pid)
        child.kill()

    assert (running, stopped) == (False, True)


@pytest.mark.skipif(sys.platform != "linux", reason="reads the Linux process table")
def test_this_very_process_has_ancestors():
    assert ancestors_of(os.getpid())


class Desktop:
    """Answers like the programs of a desktop whose settings are a dictionary."""

    def __init__(self, **answers):
        self.answers = answers
        self.settings = {}

    def __call__(self, command):
        if command[0] == "gsettings":
            key = " ".join(command[2:4])
            if command[1] == "writable":
                return "true\n" if key in self.settings else "No such schema"
            if command[1] == "get":
                return self.settings[key] + "\n"
            self.settings[key] = command[4]
            return ""
        name = " ".join(command)
        for start, answer in self.answers.items():
            if name.startswith(start.replace("_", " ")):
                return answer
        raise OSError(f"{command[0]}: not found")


def port(tmp_path, answers=None, ancestors=(), **environment):
    return LinuxPort(
        Desktop(**(answers or {})), environment, lambda: ancestors, tmp_path, lambda: True, lambda: True
    )


def kiosk_root(tmp_path):
    for name, text in {
        "proc/sys/kernel/sysrq": "0\n",
        "etc/udev/rules.d/90-challenge-kiosk.rules": 'ENV{UDISKS_IGNORE}="1"\n',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "etc/systemd/system").mkdir(parents=True)
    (tmp_path / "etc/systemd/system/ctrl-alt-del.target").symlink_to("/dev/null")
    return tmp_path


RUNNING = {"systemctl_show": "ActiveState=active\nRestart=always\nMainPID=30\n"}


def test_a_unit_that_is_active_proves_nothing_to_whoever_is_not_in_it(tmp_path):
    elsewhere = port(kiosk_root(tmp_path), RUNNING, (SHELL,))

    assert linux_guards.session(elsewhere) is Session.NONE
    assert not linux_guards.safeguards(elsewhere) & {
        Safeguard.CAGE,
        Safeguard.BARE_X,
        Safeguard.RESTARTED,
        Safeguard.CONSOLES_OFF,
    }


def test_without_xprop_a_session_counts_as_a_desktop_if_its_server_answers(tmp_path):
    inside = port(tmp_path, RUNNING, (UNIT,), DISPLAY=":0")
    dead = replace(inside, x_answers=lambda: False)

    def no_xprop(command):
        raise FileNotFoundError(2, "No such file or directory", command[0])

    assert linux_guards.session(replace(inside, run=no_xprop)) is Session.X11_DESKTOP
    assert linux_guards.session(replace(dead, run=no_xprop)) is Session.NONE


def test_a_display_that_does_not_answer_is_no_session(tmp_path):
    dead = replace(port(tmp_path, DISPLAY=":77", WAYLAND_DISPLAY="wayland-7"), wayland_answers=lambda: False)

    assert linux_guards.session(dead) is Session.NONE
    assert linux_guards.program_safeguards(dead) == frozenset()


def test_the_installed_cage_session_has_every_means_of_the_system(tmp_path):
    found = linux_guards.safeguards(
        port(kiosk_root(tmp_path), RUNNING, (CAGE, UNIT), WAYLAND_DISPLAY="wayland-0")
    )

    assert found == {
        Safeguard.CAGE,
        Safeguard.CONSOLES_OFF,
        Safeguard.SYSRQ_OFF,
        Safeguard.CTRL_ALT_DEL_OFF,
        Safeguard.AUTOMOUNT_OFF,
        Safeguard.RESTARTED,
    }


def test_a_wayland_desktop_has_next_to_nothing(tmp_path):
    assert linux_guards.safeguards(port(tmp_path, WAYLAND_DISPLAY="wayland-0")) == {Safeguard.ZAP_OFF}


def test_a_cage_with_console_switching_does_not_claim_them_closed(tmp_path):
    loose = Ancestor(("cage", "-s", "--", "x"), {}, "/usr/bin/cage")

    found = linux_guards.safeguards(port(tmp_path, ancestors=(loose,), WAYLAND_DISPLAY="wayland-0"))

    assert found == {Safeguard.CAGE}


BARE_ROOT = "_NET_SUPPORTING_WM_CHECK:  no such atom on any window.\nXFree86_VT(INTEGER) = 1\n"


@pytest.mark.parametrize(
    ("told", "above", "expected"),
    [
        (BARE_ROOT, (UNIT,), Session.BARE_X),
        (BARE_ROOT, (SHELL,), Session.X11_DESKTOP),
        (
            BARE_ROOT.replace("XFree86_VT(INTEGER) = 1", "XFree86_VT:  not found."),
            (UNIT,),
            Session.X11_DESKTOP,
        ),
        (BARE_ROOT.replace("no such atom", "window id # 0x40000e"), (UNIT,), Session.X11_DESKTOP),
    ],
)
def test_an_x_session_is_bare_only_on_its_own_console_in_our_own_unit(tmp_path, told, above, expected):
    assert linux_guards.session(port(tmp_path, {**RUNNING, "xprop": told}, above, DISPLAY=":0")) is expected


def test_xorg_flags_close_consoles_and_the_kill_key(tmp_path):
    folder = tmp_path / "etc/X11/xorg.conf.d"
    folder.mkdir(parents=True)
    (folder / "90.conf").write_text('Option "DontVTSwitch" "true"\nOption "DontZap" "true"\n')

    found = linux_guards.safeguards(port(tmp_path, {**RUNNING, "xprop": BARE_ROOT}, (UNIT,), DISPLAY=":0"))

    assert found == {Safeguard.BARE_X, Safeguard.CONSOLES_OFF, Safeguard.ZAP_OFF, Safeguard.RESTARTED}


def test_xorg_files_that_may_not_be_looked_for_close_nothing(tmp_path, monkeypatch):
    def refuse(self, **_more):
        raise PermissionError(13, os.strerror(13))

    # As an account without rights: root may look at everything.
    monkeypatch.setattr(Path, "stat", refuse)

    found = linux_guards.safeguards(port(tmp_path, {"xprop": BARE_ROOT}, (UNIT,), DISPLAY=":0"))

    assert found == frozenset()


def test_no_inhibitor_is_offered_where_there_is_no_logind(tmp_path):
    assert linux_guards.guards(port(tmp_path), ledger_in(tmp_path)) == ()


def gnome(tmp_path, *without):
    system = port(tmp_path, XDG_CURRENT_DESKTOP="ubuntu:GNOME", WAYLAND_DISPLAY="wayland-0")
    system.run.settings.update({key: "theirs" for key in linux_guards.DESKTOP_SETTINGS if key not in without})
    return system


def test_a_gnome_desktop_is_quietened_and_given_back(tmp_path):
    system = gnome(tmp_path)
    before = dict(system.run.settings)
    guards = linux_guards.guards(system, ledger_in(tmp_path))

    with engage_all(guards):
        held = dict(system.run.settings)

    assert [guard.name for guard in guards] == [Safeguard.DESKTOP_QUIET]
    assert held == linux_guards.DESKTOP_SETTINGS
    assert system.run.settings == before


def test_a_desktop_that_lacks_one_of_the_settings_is_not_claimed_quiet(tmp_path):
    system = gnome(tmp_path, "org.gnome.desktop.lockdown disable-log-out")

    assert linux_guards.guards(system, ledger_in(tmp_path)) == ()


XSET_WITH_DPMS = """
  bell percent:  50    bell pitch:  400    bell duration:  100
  prefer blanking:  yes    allow exposures:  yes
  timeout:  600    cycle:  600
DPMS (Energy Star):
  Standby: 600    Suspend: 600    Off: 600
  DPMS is Enabled
"""


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (linux_guards.SCREEN_SAVER, "600 600"),
        (linux_guards.PREFER_BLANKING, "yes"),
        (linux_guards.DPMS, "on"),
        (linux_guards.BELL, 50),
    ],
)
def test_xset_is_read(key, value):
    assert linux_guards.XSet(lambda command: XSET_WITH_DPMS).read(key) == value


def test_an_answer_of_xset_that_lacks_a_setting_is_an_error():
    with pytest.raises(OSError, match="says nothing about bell"):
        linux_guards.XSet(lambda command: "").read(linux_guards.BELL)


@pytest.mark.parametrize(
    ("key", "value", "command"),
    [
        (linux_guards.SCREEN_SAVER, "0 0", ["xset", "s", "0", "0"]),
        (linux_guards.PREFER_BLANKING, "no", ["xset", "s", "noblank"]),
        (linux_guards.PREFER_BLANKING, "yes", ["xset", "s", "blank"]),
        (linux_guards.DPMS, "off", ["xset", "-dpms"]),
        (linux_guards.DPMS, "on", ["xset", "+dpms"]),
        (linux_guards.BELL, 0, ["xset", "b", "0"]),
    ],
)
def test_xset_is_written(key, value, command):
    sent = []

    linux_guards.XSet(sent.append).write(key, value)

    assert sent == [command]


CAT = ("sh", "-c", "echo held; exec cat")


def test_a_held_child_is_in_force_until_it_is_released():
    guard = GuardProcess("inhibitor", CAT)

    with engage_all([guard]):
        held = guard.in_force()

    assert held
    assert not guard.in_force()


def test_a_held_child_that_dies_is_lost():
    guard = GuardProcess("inhibitor", ("sh", "-c", "echo held; read line; exit"))
    guard.engage()
    child = guard._child

    child.kill()
    child.wait()

    assert lost([guard]) == ("inhibitor",)
    guard.release()


def test_a_child_that_never_gets_hold_is_a_failure_and_leaves_no_process():
    guard = GuardProcess("inhibitor", ("sh", "-c", "echo Access denied; exec cat"))

    with pytest.raises(OSError, match="said Access denied"):
        guard.engage()

    assert guard._child is None


def test_a_held_child_passes_on_what_it_notices():
    guard = GuardProcess("hook", ("sh", "-c", "echo held; echo session lock; echo beat; exec cat"))
    guard.engage()
    heard = ()

    while not heard:
        heard = guard.notices()

    assert heard == ("session lock",)
    guard.release()


def test_a_child_that_stops_beating_is_lost():
    clock = [0.0]
    guard = GuardProcess("hook", CAT, beat_s=3, now=lambda: clock[0])
    guard.engage()
    assert guard.in_force()

    clock[0] = 3.5

    assert lost([guard]) == ("hook",)
    guard.release()


OWNER = """
import sys, time
from kiosk.lockdown.supervision import GuardProcess
guard = GuardProcess("inhibitor", ("sh", "-c", "echo held; exec cat"))
guard.engage()
print(guard._child.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_held_child_ends_with_a_station_that_is_killed():
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True)
    child = int(owner.stdout.readline())

    owner.kill()
    owner.wait()
    owner.stdout.close()

    deadline = time.monotonic() + 5
    while _runs(child) and time.monotonic() < deadline:
        pass
    assert not _runs(child)


def _runs(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def x_server(monkeypatch):
    if not all(shutil.which(name) for name in ("Xvfb", "xset", "setxkbmap", "xprop")):
        pytest.skip("Xvfb, xset, setxkbmap or xprop is not installed")
    screen = Screen(320, 240, manager=None)
    for name in ("DISPLAY", "XAUTHORITY"):
        monkeypatch.setenv(name, screen.env[name])
    for other in ("WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(other, raising=False)
    yield screen.name
    screen.close()


def x_guards(folder):
    names = (Safeguard.BLANKING_OFF, Safeguard.QUIET, Safeguard.CONSOLES_OFF)
    return tuple(each for each in linux_guards.guards(LinuxPort(), ledger_in(folder)) if each.name in names)


def x_state():
    xset, keyboard = linux_guards.XSet(run), linux_guards.XKeyboard(run)
    keys = (linux_guards.SCREEN_SAVER, linux_guards.PREFER_BLANKING, linux_guards.BELL)
    return (*(xset.read(key) for key in keys), keyboard.read(linux_guards.OPTIONS))


@pytest.mark.real
def test_a_real_x_server_is_changed_and_given_back(x_server, tmp_path):
    run(["setxkbmap", "-option", "compose:ralt", "-option", linux_guards.ZAP])
    before = x_state()
    guards = x_guards(tmp_path)

    with engage_all(guards):
        held, missing, safeguards = x_state(), lost(guards), linux_guards.safeguards(LinuxPort())

    assert before == ("600 600", "yes", 50, f"compose:ralt,{linux_guards.ZAP}")
    assert held == ("0 0", "no", 0, f"compose:ralt,{linux_guards.NO_CONSOLE_KEYS}")
    assert missing == ()
    assert safeguards >= {Safeguard.CONSOLES_OFF, Safeguard.ZAP_OFF}
    assert Safeguard.BARE_X not in safeguards  # a server in memory owns no console
    assert x_state() == before


@pytest.mark.real
def test_a_real_x_server_is_given_back_on_the_start_after_a_crash(x_server, tmp_path):
    before = x_state()
    script = (
        "import os; from pathlib import Path; from kiosk.lockdown.linux import guards as linux;"
        "from kiosk.lockdown.guards import ledger_in;"
        f"[g.engage() for g in linux.guards(linux.LinuxPort(), ledger_in(Path({str(tmp_path)!r})))"
        " if hasattr(g, 'port')]; os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    assert x_state() != before

    given = give_back_from(ledger_in(tmp_path), linux_guards.settings_ports(LinuxPort()))

    assert x_state() == before
    assert len(given.done) == 4


@pytest.mark.real
def test_slow_keys_set_by_another_program_are_a_lost_guard_that_is_put_back_and_given_back(
    x_server, tmp_path
):
    def guard():
        found = linux_guards.guards(LinuxPort(), ledger_in(tmp_path))
        return next(each for each in found if each.name == Safeguard.ACCESSIBILITY_KEYS_OFF)

    another, sticky, slow = XControls(), 1 << 3, 1 << 1
    another.write(ACCESSIBILITY, sticky)
    ours = guard()
    ours.engage()
    assert another.read(ACCESSIBILITY) == 0

    another.write(ACCESSIBILITY, slow)
    assert not ours.in_force()
    ours.engage()
    assert another.read(ACCESSIBILITY) == 0

    ours.release()
    assert another.read(ACCESSIBILITY) == sticky


@pytest.mark.real
def test_an_x_server_that_is_gone_has_no_keyboard_controls(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":987654")

    with pytest.raises(OSError, match="does not answer"):
        XControls().read(ACCESSIBILITY)
