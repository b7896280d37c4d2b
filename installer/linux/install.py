"""Turn a Linux machine into a locked challenge station, or give it back as it was. Standard library only.

    sudo python3 installer/linux/install.py install            a cage session on the first console
    sudo python3 installer/linux/install.py install --session x    the same on a bare X server
    sudo python3 installer/linux/install.py uninstall           the machine as it was; the log stays

Files are changed at once; the session begins, and ends, with the next restart of the machine.
"""

import argparse
import pwd
import shutil
import stat
import subprocess
import sys
from pathlib import Path

from changes import Changes
from plan import Wish, plan

CLONE = Path(__file__).resolve().parent.parent.parent
BUNDLE = Path("/usr/lib/challenge-kiosk/kiosk")
PROGRAMS = {"cage": ("/usr/bin/cage", "cage xwayland"), "x": ("/usr/bin/xinit", "xinit xserver-xorg")}
SYSRQ = Path("/proc/sys/kernel/sysrq")


def main() -> None:
    """Do what the arguments say; a refusal is one plain sentence and exit code 4."""
    options = _parsed()
    try:
        _install(options) if options.verb == "install" else _uninstall(options)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"It could not be done: {error}. Run “uninstall” to give the machine back.", file=sys.stderr)
        sys.exit(4)


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verb", choices=("install", "uninstall"))
    parser.add_argument("--session", choices=tuple(PROGRAMS), default="cage")
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


def _install(options: argparse.Namespace) -> None:
    live = options.root == Path("/")
    wish = _wish(options)
    if live:
        _demand(wish)
    changes = Changes(options.root)
    if (
        changes.is_installed
    ):  # the same again, or another session: from the machine's own state, not from ours
        notes = changes.state["notes"]
        changes.undo()
        changes = Changes(options.root)
        changes.state["notes"] = notes
    changes.put_all(plan(wish))
    if live:
        _make_account(changes, wish)
        _apply(changes)
        _run("sysctl", "-q", "kernel.sysrq=0")
    print(f"The kiosk session ({wish.session}) is installed. Restart the machine to begin.")


def _uninstall(options: argparse.Namespace) -> None:
    live = options.root == Path("/")
    changes = Changes(options.root)
    if not changes.is_installed:
        changes.undo()
        print("The kiosk session is not installed here; nothing was changed.")
        return
    if live:
        _demand_root()
    notes = changes.state["notes"]
    changes.undo()
    if live:
        if "sysrq" in notes:
            _run("sysctl", "-q", f"kernel.sysrq={notes['sysrq']}")
        _apply(None)
        _remove_account(notes, options.erase_data)
    print("The machine is as it was. Restart it to get the usual log-in back.")


def _wish(options: argparse.Namespace) -> Wish:
    bundle = Path(options.program) if options.program else BUNDLE
    if options.program or bundle.exists():
        command = (str(bundle), "supervise", "--", str(bundle), "--data", options.data, "station")
        return Wish(options.session, options.user, options.data, command)
    own = CLONE / ".venv/bin/python"
    python = str(own if own.exists() else Path(sys.executable))
    station = (python, "-m", "kiosk", "--data", options.data, "station")
    command = (python, "-m", "kiosk.supervisor", "--", *station)
    return Wish(options.session, options.user, options.data, command, str(CLONE))


def _demand(wish: Wish) -> None:
    """Refuse, before anything is touched, what would end in a machine that shows nothing."""
    _demand_root()
    program, packages = PROGRAMS[wish.session]
    if not Path(program).exists():
        sys.exit(f"{program} is missing. Install it first: apt install {packages}")
    for path in (Path(wish.command[0]), Path(wish.python_path or wish.command[0])):
        if not _others_reach(path):
            sys.exit(
                f"The account “{wish.user}” could not read {path}. Install the program under /usr/lib or"
                " /opt, or put the clone where every account can read it."
            )


def _demand_root() -> None:
    import os

    if os.geteuid() != 0:
        sys.exit("This changes the machine's own settings. Run it again with sudo.")


def _others_reach(path: Path) -> bool:
    """Whether every account may go down to *path*, links followed."""
    real = path.resolve()
    return real.exists() and all(each.stat().st_mode & stat.S_IXOTH for each in real.parents)


def _make_account(changes: Changes, wish: Wish) -> None:
    try:
        pwd.getpwnam(wish.user)
        return
    except KeyError:
        changes.note("account", {"name": wish.user, "data": wish.data})
    shell = shutil.which("nologin") or "/usr/sbin/nologin"
    _run("useradd", "--system", "--create-home", "--home-dir", wish.data, "--shell", shell, wish.user)
    Path(wish.data).chmod(0o700)


def _remove_account(notes: dict[str, object], erase: bool) -> None:
    account = notes.get("account")
    if not isinstance(account, dict):
        return
    data = Path(account["data"])
    if _account_exists(account["name"]):
        _run("userdel", account["name"])
    if erase:
        shutil.rmtree(data, ignore_errors=True)
    elif data.exists():
        _run("chown", "-R", "root:root", str(data))
        print(f"The log and the set-up are still in {data}.")


def _account_exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def _apply(changes: Changes | None) -> None:
    """Let the running system read its files again; *changes*: note what it had before."""
    if changes is not None and "sysrq" not in changes.state["notes"] and SYSRQ.exists():
        changes.note("sysrq", SYSRQ.read_text().strip())
    _run("systemctl", "daemon-reload")
    _run("udevadm", "control", "--reload")


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
