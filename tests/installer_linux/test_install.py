"""Installing the kiosk session into a temporary root, and giving that root back exactly as it was."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

INSTALLER = Path(__file__).resolve().parents[2] / "installer/linux/install.py"
UNIT = "etc/systemd/system/challenge-kiosk.service"


def run(root, verb, *more):
    return subprocess.run(
        [sys.executable, str(INSTALLER), verb, "--root", str(root), *more],
        capture_output=True,
        text=True,
        check=False,
    )


def tree(root):
    """Everything below *root* that a person could tell apart: kind, rights, content or target, time."""
    found = {}
    for path in sorted(root.rglob("*")):
        about = path.lstat()
        name = str(path.relative_to(root))
        if path.is_symlink():
            found[name] = ("link", str(path.readlink()))
        elif path.is_dir():
            found[name] = ("folder", about.st_mode)
        else:
            found[name] = ("file", about.st_mode, about.st_mtime_ns, path.read_bytes())
    return found


@pytest.fixture
def machine(tmp_path):
    """A root with a desktop on it and some settings of its own in our places."""
    root = tmp_path / "root"
    for name, text in {
        "etc/systemd/logind.conf": "[Login]\n",
        "etc/sysctl.d/10-magic-sysrq.conf": "kernel.sysrq = 176\n",
        "etc/polkit-1/rules.d/10-challenge-kiosk.rules": "// somebody's own file of this name\n",
        "usr/lib/systemd/system/gdm.service": "[Service]\n",
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "etc/polkit-1/rules.d/10-challenge-kiosk.rules").chmod(0o600)
    (root / "etc/systemd/system").mkdir()
    (root / "var/lib").mkdir(parents=True)
    (root / "etc/systemd/system/display-manager.service").symlink_to("/usr/lib/systemd/system/gdm.service")
    (root / "etc/systemd/system/default.target").symlink_to("/usr/lib/systemd/system/multi-user.target")
    return root


@pytest.mark.parametrize("session", ["cage", "x"])
def test_uninstalling_gives_the_very_same_tree_back(machine, session):
    before = tree(machine)

    installed = run(machine, "install", "--session", session)
    between = tree(machine)
    removed = run(machine, "uninstall")

    assert (installed.returncode, removed.returncode) == (0, 0), installed.stderr + removed.stderr
    assert UNIT in between
    assert tree(machine) == before


def test_installing_twice_is_the_same_as_once(machine):
    before = tree(machine)
    run(machine, "install")
    once = {name: entry[-1] for name, entry in tree(machine).items() if "manifest" not in name}

    run(machine, "install")

    assert {name: entry[-1] for name, entry in tree(machine).items() if "manifest" not in name} == once
    run(machine, "uninstall")
    assert tree(machine) == before


def test_changing_the_session_leaves_nothing_of_the_other(machine):
    before = tree(machine)
    run(machine, "install", "--session", "x")

    run(machine, "install", "--session", "cage")

    assert not (machine / "etc/X11").exists()
    assert "/usr/bin/cage" in (machine / UNIT).read_text()
    run(machine, "uninstall")
    assert tree(machine) == before


def test_uninstalling_what_is_not_installed_changes_nothing(machine):
    before = tree(machine)

    result = run(machine, "uninstall")

    assert result.returncode == 0
    assert "nothing was changed" in result.stdout
    assert tree(machine) == before


def test_an_empty_machine_is_left_empty(tmp_path):
    root = tmp_path / "root"
    root.mkdir()

    run(root, "install")
    run(root, "uninstall")

    assert tree(root) == {}


# Installs into copies of a root, in a forked process that dies at its 1st, 2nd, 3rd … change; then undoes it.
CUT_OFF = """
import os, sys
sys.path.insert(0, sys.argv[1])
import itertools, pathlib, shutil, changes, plan
os.fsync = lambda handle: None  # a killed process loses nothing the kernel already has
master, spare = pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
wish = plan.Wish("x", "kiosk", "/var/lib/challenge-kiosk", ("/usr/bin/true",))

def dying(function, left):
    def call(*args, **kwargs):
        left[0] -= 1
        if left[0] == 0:
            os._exit(9)
        return function(*args, **kwargs)
    return call

def install(root, step):
    left = [step]
    for name in ("write_text", "symlink_to", "unlink", "mkdir", "replace", "chmod"):
        setattr(pathlib.Path, name, dying(getattr(pathlib.Path, name), left))
    changes.shutil.copy2 = dying(changes.shutil.copy2, left)
    changes.Changes(root).put_all(plan.plan(wish))
    os._exit(0)

for step in itertools.count(1):
    root = spare / str(step)
    shutil.copytree(master, root, symlinks=True)
    child = os.fork()
    if child == 0:
        install(root, step)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    changes.Changes(root).undo()
    if code == 0:
        break
"""


def test_an_install_cut_off_at_any_step_can_be_undone(machine, tmp_path):
    before = tree(machine)
    spare = tmp_path / "spare"
    spare.mkdir()

    script = [sys.executable, "-c", CUT_OFF, str(INSTALLER.parent), str(machine), str(spare)]
    subprocess.run(script, check=True)

    tries = sorted(spare.iterdir(), key=lambda path: int(path.name))
    assert len(tries) > 30
    for root in tries:
        assert tree(root) == before, f"cut off at change {root.name}"


def test_what_the_issue_names_is_dealt_with(machine):
    run(machine, "install", "--session", "x")

    def text(name):
        return (machine / name).read_text()

    logind = text("etc/systemd/logind.conf.d/90-challenge-kiosk.conf")
    for line in (
        "NAutoVTs=0",
        "ReserveVT=0",
        "HandleLidSwitch=ignore",
        "HandlePowerKey=ignore",
        "IdleAction=ignore",
    ):
        assert line in logind.splitlines()
    assert "kernel.sysrq = 0" in text("etc/sysctl.d/99-z-challenge-kiosk.conf").splitlines()
    assert (
        "CtrlAltDelBurstAction=none" in text("etc/systemd/system.conf.d/90-challenge-kiosk.conf").splitlines()
    )
    assert 'ENV{UDISKS_IGNORE}="1"' in text("etc/udev/rules.d/90-challenge-kiosk.rules")
    assert '"DontVTSwitch" "true"' in text("etc/X11/xorg.conf.d/90-challenge-kiosk.conf")
    assert '"DontZap" "true"' in text("etc/X11/xorg.conf.d/90-challenge-kiosk.conf")
    assert 'subject.user !== "kiosk"' in text("etc/polkit-1/rules.d/10-challenge-kiosk.rules")
    for masked in ("ctrl-alt-del.target", "getty@tty1.service"):
        assert (machine / "etc/systemd/system" / masked).readlink() == Path("/dev/null")
    assert (machine / "etc/systemd/system/display-manager.service").readlink() == Path(f"/{UNIT}")


@pytest.mark.parametrize(("session", "program"), [("cage", "/usr/bin/cage"), ("x", "/usr/bin/xinit")])
def test_the_installed_and_running_session_is_locked(machine, session, program):
    from kiosk.core.settings import Protection
    from kiosk.lockdown import linux
    from kiosk.lockdown.escapes import System
    from kiosk.lockdown.examine import Facts, examine
    from kiosk.lockdown.linux_session import Ancestor
    from kiosk.lockdown.means import Means

    run(machine, "install", "--session", session)
    (machine / "proc/sys/kernel").mkdir(parents=True)
    (machine / "proc/sys/kernel/sysrq").write_text("0\n")  # what the sysctl file does at the next start

    def answers(command):
        if command[0] == "systemctl":
            return "ActiveState=active\nRestart=always\nMainPID=30\n"
        if command[0] == "xprop":
            return "_NET_SUPPORTING_WM_CHECK:  not found.\nXFree86_VT(INTEGER) = 1\n"
        if command[0] == "setxkbmap":
            return "options:    srvrkeys:none\n"
        raise OSError(f"{command[0]}: not there")

    above = (Ancestor((program, "--", "kiosk"), {}, program, 40), Ancestor(("session",), {}, "/bin/x", 30))
    screen = {"cage": {"WAYLAND_DISPLAY": "wayland-0"}, "x": {"DISPLAY": ":0"}}[session]
    port = linux.LinuxPort(answers, screen, lambda: above, machine, lambda: True, lambda: True)
    # What a full-screen station proves in it besides, whatever the session.
    proven = {Means.ONE_SCREEN, Means.ACCESSIBILITY_KEYS_OFF}
    held = linux.means(port) | linux.program_means(port) | proven
    findings = examine(Facts(System.LINUX, session, held, True))
    assert findings.level is Protection.LOCKED, [each for each in findings.escapes if each.state != "blocked"]


@pytest.mark.parametrize("session", ["cage", "x"])
def test_the_unit_runs_the_supervisor_and_comes_back_always(machine, session):
    run(
        machine,
        "install",
        "--session",
        session,
        "--program",
        "/usr/lib/challenge-kiosk/kiosk",
        "--data",
        "/srv/k",
    )

    lines = (machine / UNIT).read_text().splitlines()

    start = next(line for line in lines if line.startswith("ExecStart="))
    assert (
        "/usr/lib/challenge-kiosk/kiosk supervise -- /usr/lib/challenge-kiosk/kiosk --data /srv/k station"
        in start
    )
    assert {"Restart=always", "User=kiosk", "PAMName=challenge-kiosk", "StartLimitIntervalSec=0"} <= set(
        lines
    )
    assert "Conflicts=getty@tty1.service" in lines
    assert " -s " not in start.partition("--")[0]


@pytest.mark.parametrize("session", ["cage", "x"])
def test_systemd_accepts_the_unit(machine, tmp_path, session):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    run(machine, "install", "--session", session, "--data", "/var/lib/with space")
    # the compositor need not be installed where this is tested; any program stands in for it
    text = (machine / UNIT).read_text()
    for program in ("/usr/bin/cage", "/usr/bin/xinit"):
        text = text.replace(f"ExecStart={program}", f"ExecStart={shutil.which('true')}")
    unit = tmp_path / "challenge-kiosk.service"
    unit.write_text(text)

    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 0, result.stderr
    assert "challenge-kiosk.service" not in result.stderr


def test_a_broken_unit_would_be_noticed(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / "challenge-kiosk.service"
    unit.write_text("[Service]\nRestart=sometimes\nExecStart=true\n")

    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )

    assert result.returncode != 0 or "challenge-kiosk.service" in result.stderr


@pytest.mark.parametrize("bad", [["--user", "a b"], ["--data", "relative"], ["--session", "gnome"]])
def test_a_wrong_wish_is_refused_before_anything_is_changed(machine, bad):
    before = tree(machine)

    result = run(machine, "install", *bad)

    assert result.returncode == 2
    assert tree(machine) == before


def test_a_manifest_of_another_version_is_not_guessed_at(machine):
    run(machine, "install")
    manifest = machine / "var/lib/challenge-kiosk-session/manifest.json"
    manifest.write_text(json.dumps({"format": 99}))

    result = run(machine, "uninstall")

    assert result.returncode != 0
    assert "another version" in result.stderr
    assert (machine / UNIT).exists()
