"""Installing the kiosk session into a temporary root, and giving that root back exactly as it was."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

INSTALLER = Path(__file__).resolve().parents[3] / "installer/linux/install.py"
sys.path.append(str(INSTALLER.parent))

import needs  # noqa: E402

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
    # the dash: a kernel without SysRq keys is no failure at the start
    assert "-kernel.sysrq = 0" in text("etc/sysctl.d/99-z-challenge-kiosk.conf").splitlines()
    assert (
        "CtrlAltDelBurstAction=none" in text("etc/systemd/system.conf.d/90-challenge-kiosk.conf").splitlines()
    )
    assert 'ENV{UDISKS_IGNORE}="1"' in text("etc/udev/rules.d/90-challenge-kiosk.rules")
    assert '"DontVTSwitch" "true"' in text("etc/X11/xorg.conf.d/90-challenge-kiosk.conf")
    assert '"DontZap" "true"' in text("etc/X11/xorg.conf.d/90-challenge-kiosk.conf")
    assert 'subject.user !== "kiosk"' in text("etc/polkit-1/rules.d/10-challenge-kiosk.rules")
    assert "qr(^challenge-kiosk\\.service$)} = 0;" in text("etc/needrestart/conf.d/challenge-kiosk.conf")
    shells = ("ctrl-alt-del.target", "getty@tty1.service", "debug-shell.service")
    for masked in (*shells, "apt-daily.timer", "apt-daily-upgrade.timer"):
        assert (machine / "etc/systemd/system" / masked).readlink() == Path("/dev/null")
    assert (machine / "etc/systemd/system/display-manager.service").readlink() == Path(f"/{UNIT}")


@pytest.mark.parametrize(("session", "program"), [("cage", "/usr/bin/cage"), ("x", "/usr/bin/xinit")])
def test_the_installed_and_running_session_is_locked(machine, session, program):
    from kiosk.lockdown.escapes import Protections, Safeguard, System, examine
    from kiosk.lockdown.linux import guards
    from kiosk.lockdown.linux.session import Ancestor
    from kiosk.setup.settings import Protection

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
    port = guards.LinuxPort(answers, screen, lambda: above, machine, lambda: True, lambda: True)
    # What a full-screen station proves in it besides, whatever the session.
    proven = {Safeguard.ONE_SCREEN, Safeguard.ACCESSIBILITY_KEYS_OFF}
    held = guards.safeguards(port) | guards.program_safeguards(port) | proven
    findings = examine(Protections(System.LINUX, session, held, True))
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
    if session == "cage":
        assert " -s " not in start.partition(" -- ")[0], "cage would let Ctrl+Alt+Fn through"


@pytest.mark.parametrize("session", ["cage", "x"])
def test_systemd_accepts_the_unit(machine, tmp_path, session):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    run(machine, "install", "--session", session, "--data", "/var/lib/with space")
    unit = tmp_path / "challenge-kiosk.service"
    unit.write_text((machine / UNIT).read_text())

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


@pytest.mark.parametrize("session", ["cage", "x"])
def test_systemd_calls_the_unit_well_confined(machine, tmp_path, session):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    run(machine, "install", "--session", session)
    unit = tmp_path / "challenge-kiosk.service"
    unit.write_text((machine / UNIT).read_text())

    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", "--threshold=45", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert judged.returncode == 0, judged.stdout.splitlines()[-1:]


@pytest.mark.parametrize(
    ("user", "action", "answer"),
    [
        ("kiosk", "org.freedesktop.login1.chvt", "yes"),
        ("kiosk", "org.freedesktop.login1.inhibit-block-sleep", "yes"),
        ("kiosk", "org.freedesktop.login1.power-off", "no"),
        ("kiosk", "org.freedesktop.login1.chvt-other", "no"),
        ("kiosk", "org.freedesktop.udisks2.filesystem-mount", "no"),
        ("alice", "org.freedesktop.login1.chvt", "not handled"),
        ("alice", "org.freedesktop.login1.power-off", "not handled"),
    ],
)
def test_the_kiosk_account_may_take_the_screen_and_keep_awake_and_nothing_else(
    machine, qapp, user, action, answer
):
    from PySide6.QtQml import QJSEngine

    run(machine, "install")
    rules = (machine / "etc/polkit-1/rules.d/10-challenge-kiosk.rules").read_text()
    engine = QJSEngine()
    results = '{YES: "yes", NO: "no", NOT_HANDLED: "not handled"}'
    engine.evaluate(
        f"var rule; var polkit = {{Result: {results}, addRule: function (one) {{ rule = one; }}}};"
    )

    loaded = engine.evaluate(rules)
    answered = engine.evaluate(f'rule({{id: "{action}"}}, {{user: "{user}"}})')

    assert not loaded.isError(), loaded.toString()
    assert answered.toString() == answer


def test_pages_of_text_are_drawn_without_a_3d_driver(machine):
    run(machine, "install")

    environment = next(line for line in (machine / UNIT).read_text().splitlines() if "WLR_RENDERER" in line)

    assert environment.startswith("Environment=")
    assert {"WLR_RENDERER=pixman", "LIBSEAT_BACKEND=logind"} <= set(environment.split("=", 1)[1].split())


@pytest.mark.parametrize(
    ("settings", "layout", "variant"),
    [
        (None, "us", ""),
        ('XKBLAYOUT="fr"\nXKBVARIANT="oss"\n', "fr", "oss"),
        ('XKBLAYOUT="ru,us"\nXKBVARIANT=",dvorak"\nXKBOPTIONS="grp:alt_shift_toggle"\n', "us", "dvorak"),
        ('XKBLAYOUT="us,ru"\n', "us", ""),
        ("XKBLAYOUT=gr\n", "us", ""),
        ("XKBLAYOUT='d\"e'\n", "us", ""),
        ('XKBLAYOUT="de\n', "us", ""),
        ("# nothing\n", "us", ""),
    ],
)
def test_the_session_has_one_latin_layout_and_no_switch(machine, settings, layout, variant):
    path = machine / "etc/default/keyboard"
    path.unlink(missing_ok=True)
    if settings is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(settings)

    run(machine, "install")
    unit = (machine / UNIT).read_text()
    run(machine, "install", "--session", "x")
    xorg = (machine / "etc/X11/xorg.conf.d/90-challenge-kiosk.conf").read_text()

    assert f"XKB_DEFAULT_LAYOUT={layout}" in unit.split()
    assert (f"XKB_DEFAULT_VARIANT={variant}" in unit.split()) is bool(variant)
    assert "XKB_DEFAULT_OPTIONS" not in unit
    for option, value in (("XkbLayout", layout), ("XkbVariant", variant), ("XkbOptions", "")):
        assert f'Option "{option}" "{value}"' in xorg


@pytest.mark.parametrize(
    ("data", "hidden"), [("/var/lib/challenge-kiosk", True), ("/home/club/station", False)]
)
def test_peoples_folders_are_out_of_sight_unless_the_station_lives_there(machine, data, hidden):
    run(machine, "install", "--program", "/usr/lib/challenge-kiosk/kiosk", "--data", data)

    assert ("InaccessiblePaths=-/home" in (machine / UNIT).read_text().splitlines()) is hidden


def test_an_account_that_is_known_has_no_network_wherever_systemd_puts_its_processes(machine):
    (machine / "etc/passwd").write_text("root:x:0:0::/:/bin/sh\nkiosk:x:993:993::/:/bin/false\n")
    before = tree(machine)

    run(machine, "install")
    bounds = (machine / "etc/systemd/system/user-993.slice.d/90-challenge-kiosk.conf").read_text()
    run(machine, "uninstall")

    assert {"IPAddressDeny=any", "MemoryMax=80%", "TasksMax=512"} <= set(bounds.splitlines())
    assert tree(machine) == before


@pytest.mark.parametrize("session", ["cage", "x"])
def test_what_the_session_needs_is_found_missing_by_its_debian_name(tmp_path, session):
    for name in needs.SESSIONS[session]:
        file = tmp_path / needs.SEEN_BY[name][0].replace("*", "x86_64-linux-gnu")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()

    assert needs.missing(session, tmp_path) == ()
    (tmp_path / "usr/lib/polkit-1/polkitd").unlink()
    assert needs.missing(session, tmp_path) == ("polkitd",)


def test_the_bare_x_session_asks_for_what_its_guards_call():
    assert {"x11-utils", "x11-xserver-utils", "x11-xkb-utils"} <= set(needs.SESSIONS["x"])


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
