"""Turn a Linux machine into a locked challenge station, or give it back as it was. Standard library only.

    sudo python3 installer/linux/install.py install            a cage session on the first console
    sudo python3 installer/linux/install.py install --session x    the same on a bare X server
    sudo python3 installer/linux/install.py uninstall           the machine as it was; the log stays

Files are changed at once; the session begins, and ends, with the next restart of the machine.
"""

import argparse
import os
import pwd
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import account
import needs
from changes import Changes
from layout import session_layout
from plan import UNIT, Wish, own_slice, plan

CLONE = Path(__file__).resolve().parent.parent.parent
BUNDLE = Path("/usr/lib/challenge-kiosk/kiosk")
RUNNING = Path("/run/systemd/system")  # there if systemd runs this machine
SYSRQ = Path("/proc/sys/kernel/sysrq")
PASSING = ("/tmp", "/var/tmp", "/run")  # noqa: S108 - what lies there is gone after a restart, and not in the session's sight


def main() -> None:
    """Do what the arguments say; a refusal is one plain sentence and exit code 4."""
    options = _parsed()
    try:
        _install(options) if options.verb == "install" else _uninstall(options)
    except (OSError, subprocess.CalledProcessError) as error:
        print(
            f"It could not be done: {error}. Run “uninstall” to give the machine back; it can be repeated.",
            file=sys.stderr,
        )
        sys.exit(4)


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verb", choices=("install", "uninstall"))
    parser.add_argument("--session", choices=tuple(needs.SESSIONS), default="cage")
    parser.add_argument("--user", default="kiosk", help="the account that runs the station (made if missing)")
    parser.add_argument(
        "--data", default="/var/lib/challenge-kiosk", help="the data folder, that account's home"
    )
    parser.add_argument("--program", help="the frozen program; else its usual place, else this clone")
    parser.add_argument(
        "--root", type=Path, default=Path("/"), help="change files below DIR only, run nothing"
    )
    parser.add_argument(
        "--erase-data", action="store_true", help="uninstall: the data folder too, log and all"
    )
    options = parser.parse_args()
    if not options.user.isidentifier() or not Path(options.data).is_absolute():
        parser.error("--user takes a plain name, --data a full path")
    return options


# ---- installing --------------------------------------------------------------------------------------------


def _install(options: argparse.Namespace) -> None:
    live = options.root == Path("/")
    program, python_path = _program(options)
    wish = _wish(options, program, python_path)
    changes = Changes(options.root)
    if live:
        _demand(wish, changes)
        _demand_that_it_runs(program, wish)
    # The same again, or another session: from the machine's own state, not from ours.
    changes.give_back()
    changes.put_all(plan(wish))
    if live:
        _make_account(changes, wish)
    if (user_id := _user_id(options.root, wish.user)) is not None:
        changes.put_all([own_slice(user_id)])
    if live:
        _turn_sysrq_off(changes)
        _apply()
    print(f"The kiosk session ({wish.session}) is installed. Restart the machine to begin.")


def _program(options: argparse.Namespace) -> tuple[tuple[str, ...], str]:
    """How the program is started, and where Python finds it when it is this clone."""
    bundle = Path(options.program) if options.program else BUNDLE
    if options.program or bundle.exists():
        return (str(bundle),), ""
    own = CLONE / ".venv/bin/python"
    return (str(own if own.exists() else Path(sys.executable)), "-m", "kiosk"), str(CLONE)


def _wish(options: argparse.Namespace, program: tuple[str, ...], python_path: str) -> Wish:
    command = (*program, "supervise", "--", *program, "--data", options.data, "station")
    if python_path:  # the supervisor alone, without all that the command line loads
        command = (program[0], "-m", "kiosk.supervisor", *command[command.index("--") :])
    layout = session_layout(options.root)
    return Wish(options.session, options.user, options.data, command, python_path, layout)


def _demand(wish: Wish, changes: Changes) -> None:
    """Refuse, before anything is touched, what would end in a machine that shows nothing."""
    _demand_root()
    if lacking := needs.missing(wish.session, Path("/")):
        sys.exit(f"These packages are missing. Install them first: apt install {' '.join(lacking)}")
    made = changes.state["notes"].get("account")
    if isinstance(made, dict) and (made["name"], made["data"]) != (wish.user, wish.data):
        sys.exit(
            f"The session is installed for the account “{made['name']}”, {made['data']}. Uninstall it first."
        )
    if not account.is_usable(Path(wish.data)):
        sys.exit(f"{wish.data} holds something else. Name a folder that does not exist yet, with --data.")
    for path in (Path(wish.command[0]), Path(wish.python_path or wish.command[0]), Path(wish.data)):
        if any(path.is_relative_to(each) for each in PASSING):
            sys.exit(f"{path} does not outlast a restart. Put the program under /usr/lib, /opt or /srv.")


def _demand_root() -> None:
    if os.geteuid() != 0:
        sys.exit("This changes the machine's own settings. Run it again with sudo.")


def _demand_that_it_runs(program: tuple[str, ...], wish: Wish) -> None:
    """The program proves itself as the account that will run it, or as one with no rights at all."""
    for path in (Path(program[0]), Path(wish.python_path or program[0])):
        if not _others_reach(path):
            sys.exit(
                f"The account “{wish.user}” could not read {path}. Install the program under /usr/lib or"
                " /opt, or put the clone where every account can read it."
            )
    who = account.find(wish.user) or pwd.getpwnam("nobody")
    with tempfile.TemporaryDirectory(prefix="challenge-kiosk-") as home:
        os.chown(home, who.pw_uid, who.pw_gid)
        surroundings = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
        places = {"HOME": home, "TMPDIR": home, "KIOSK_DATA": home, "PYTHONPATH": wish.python_path}
        tried = subprocess.run(
            [*program, "self-test"],
            cwd="/",
            user=who.pw_uid,
            group=who.pw_gid,
            extra_groups=(),
            env=surroundings | places,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    if tried.returncode:
        sys.exit(
            f"The program does not run for the account “{wish.user}”:\n{tried.stdout.strip()[-600:]}\n"
            "Nothing was changed. In a clone, “python3 installer/dev.py setup” brings in what it needs."
        )


def _others_reach(path: Path) -> bool:
    """Whether every account may go down to *path*, links followed."""
    real = path.resolve()
    return real.exists() and all(each.stat().st_mode & stat.S_IXOTH for each in real.parents)


def _make_account(changes: Changes, wish: Wish) -> None:
    changes.note("data", wish.data)
    if account.find(wish.user) is None:
        changes.note("account", {"name": wish.user, "data": wish.data})
        account.make(wish.user, Path(wish.data))
    made = pwd.getpwnam(wish.user)
    account.hand_over(Path(wish.data), made.pw_uid, made.pw_gid)


def _user_id(root: Path, name: str) -> int | None:
    """The number of the account *name* below *root*, where it is known there."""
    if root == Path("/"):
        return pwd.getpwnam(name).pw_uid
    listed = root / "etc" / "passwd"
    entries = [line.split(":") for line in listed.read_text().splitlines()] if listed.exists() else []
    return next((int(entry[2]) for entry in entries if entry[0] == name), None)


# ---- uninstalling ------------------------------------------------------------------------------------------


def _uninstall(options: argparse.Namespace) -> None:
    live = options.root == Path("/")
    changes = Changes(options.root)
    if not changes.is_installed:
        changes.undo()
        print("The kiosk session is not installed here; nothing was changed.")
        return
    if live:
        _demand_root()
        if RUNNING.is_dir() and (options.root / UNIT).exists():
            account.run("systemctl", "stop", Path(UNIT).name)
    changes.give_back()
    if live:
        notes = changes.state["notes"]
        _give_sysrq_back(notes)
        _apply()
        _remove_account(notes, options.erase_data)
    changes.forget()  # last: until here, whatever failed, the same command goes on where it was
    print("The machine is as it was. Restart it to get the usual log-in back.")


def _remove_account(notes: dict[str, object], erase: bool) -> None:
    """The account goes if we made it; its data stays unless *erase*, in root's hands if the owner is gone."""
    made = notes.get("account")
    if isinstance(made, dict):
        account.remove(made["name"])
    data = Path(str(made["data"] if isinstance(made, dict) else notes.get("data", "")))
    if not notes.get("data") or not data.is_dir():
        return
    if erase:
        shutil.rmtree(data)
        return
    if made:
        account.hand_over(data, 0, 0)
    print(f"The log and the set-up are still in {data}.")


# ---- the running system ------------------------------------------------------------------------------------


def _turn_sysrq_off(changes: Changes) -> None:
    if not SYSRQ.exists():  # some kernels have none
        return
    if "sysrq" not in changes.state["notes"]:
        changes.note("sysrq", SYSRQ.read_text().strip())
    try:
        SYSRQ.write_text("0\n")
    except OSError as error:
        print(f"SysRq keys are off only after the restart ({error}).")


def _give_sysrq_back(notes: dict[str, object]) -> None:
    if "sysrq" in notes and SYSRQ.exists():
        SYSRQ.write_text(f"{notes['sysrq']}\n")


def _apply() -> None:
    """Let the running system read its files again; where none runs (an image), the first start reads them."""
    if not RUNNING.is_dir():
        return
    account.run("systemctl", "daemon-reload")
    account.run("udevadm", "control", "--reload")


if __name__ == "__main__":
    main()
