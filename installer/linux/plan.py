"""What the kiosk session puts on a machine: files and links, worked out before anything is touched."""

import pwd
from dataclasses import dataclass
from pathlib import Path
from string import Template

from layout import US, KeyboardLayout

FILES = Path(__file__).resolve().parent / "files"
UNIT = "etc/systemd/system/challenge-kiosk.service"
PUSH = "etc/systemd/system/challenge-kiosk-push.service"
SESSION = "usr/lib/challenge-kiosk-session/session.py"
SCREENS = {
    "cage": "/usr/bin/cage -d",
    "x": "/usr/bin/X :0 vt1 -keeptty -nolisten tcp -noreset -s 0 -dpms",
}
# Ways to a shell, and updates that would restart what the session stands on in the middle of an event.
MASKED = (
    *("ctrl-alt-del.target", "getty@tty1.service", "debug-shell.service"),
    *("apt-daily.timer", "apt-daily-upgrade.timer"),
)
PEOPLES = ("/home", pwd.getpwuid(0).pw_dir)
NOTHING = "/dev/null"
GRAPHICAL = "/usr/lib/systemd/system/graphical.target"


@dataclass(frozen=True)
class Put:
    """A file with *text*, or, when *target* is set, a link to it; *path* is relative to the root."""

    path: str
    text: str = ""
    target: str = ""


@dataclass(frozen=True)
class Wish:
    """What the director asked for. *command*: the supervisor and the station, as one argument list."""

    session: str
    user: str
    data: str
    command: tuple[str, ...]
    python_path: str = ""
    layout: KeyboardLayout = US


def plan(wish: Wish) -> tuple[Put, ...]:
    """All that is put in place for *wish* but the account's own slice, in order; the unit's links last."""
    values = {
        "session": wish.session,
        "user": wish.user,
        "folder": wish.data.replace("%", "%%"),
        "screen": SCREENS[wish.session],
        "command": " ".join(quoted(part) for part in wish.command),
        "environment": " ".join(_assigned(name, value) for name, value in _variables(wish).items()),
        "pushing": " ".join(quoted(part) for part in _pushing(wish)),
        "pushing_environment": " ".join(_assigned(name, value) for name, value in _places(wish).items()),
        "hidden": _hidden(wish),
        "layout": wish.layout.name,
        "variant": wish.layout.variant,
    }
    puts = [
        Put(SESSION, (FILES.parent / "session.py").read_text(encoding="utf-8")),
        Put(UNIT, _filled("challenge-kiosk.service", values)),
        Put(PUSH, _filled("challenge-kiosk-push.service", values)),  # turned on where there is a hub
        Put("etc/pam.d/challenge-kiosk", _filled("pam", values)),
        Put("etc/systemd/logind.conf.d/90-challenge-kiosk.conf", _filled("logind.conf", values)),
        Put("etc/systemd/system.conf.d/90-challenge-kiosk.conf", _filled("system.conf", values)),
        # after 99-sysctl.conf, which is how some systems name the administrator's own file
        Put("etc/sysctl.d/99-z-challenge-kiosk.conf", _filled("sysctl.conf", values)),
        Put("etc/udev/rules.d/90-challenge-kiosk.rules", _filled("udev.rules", values)),
        Put("etc/polkit-1/rules.d/10-challenge-kiosk.rules", _filled("polkit.rules", values)),
        Put("etc/needrestart/conf.d/challenge-kiosk.conf", _filled("needrestart.conf", values)),
        *(Put(f"etc/systemd/system/{unit}", target=NOTHING) for unit in MASKED),
    ]
    if wish.session == "x":
        puts.append(Put("etc/X11/xorg.conf.d/90-challenge-kiosk.conf", _filled("xorg.conf", values)))
    puts += [
        Put("etc/systemd/system/graphical.target.wants/challenge-kiosk.service", target=f"/{UNIT}"),
        Put("etc/systemd/system/display-manager.service", target=f"/{UNIT}"),
        Put("etc/systemd/system/default.target", target=GRAPHICAL),
    ]
    return tuple(puts)


def own_slice(user_id: int) -> Put:
    """What bounds the log-in session of the account with *user_id*, wherever its processes are moved to."""
    return Put(
        f"etc/systemd/system/user-{user_id}.slice.d/90-challenge-kiosk.conf", _filled("user.slice.conf", {})
    )


def _variables(wish: Wish) -> dict[str, str]:
    """The environment of the whole session; pages of text need no 3D driver, and some machines have none."""
    screen = {
        "cage": {
            "XDG_SESSION_TYPE": "wayland",
            "QT_QPA_PLATFORM": "wayland",
            "WLR_RENDERER": "pixman",
            "LIBSEAT_BACKEND": "logind",
            "XKB_DEFAULT_LAYOUT": wish.layout.name,
            **({"XKB_DEFAULT_VARIANT": wish.layout.variant} if wish.layout.variant else {}),
        },
        "x": {"XDG_SESSION_TYPE": "x11", "QT_QPA_PLATFORM": "xcb"},
    }[wish.session]
    return {**screen, **_places(wish)}


def _places(wish: Wish) -> dict[str, str]:
    return {"KIOSK_DATA": wish.data, **({"PYTHONPATH": wish.python_path} if wish.python_path else {})}


def _pushing(wish: Wish) -> tuple[str, ...]:
    """The program that the supervisor starts as a station, told to push instead."""
    program = wish.command[wish.command.index("--") + 1 :] if "--" in wish.command else wish.command
    ends = program.index("--data") if "--data" in program else len(program)
    return (*program[:ends], "hub", "push")


def _hidden(wish: Wish) -> str:
    """People's own folders are out of sight, unless the program or its data lies in one of them."""
    used = [Path(each) for each in (wish.data, wish.python_path, *wish.command) if each.startswith("/")]
    return "\n".join(
        f"InaccessiblePaths=-{folder}"
        for folder in PEOPLES
        if not any(path.is_relative_to(folder) for path in used)
    )


def quoted(argument: str) -> str:
    """*argument* as systemd reads it back: specifiers and variables doubled, quoted where it has to be."""
    doubled = argument.replace("\\", "\\\\").replace("%", "%%").replace("$", "$$")
    if doubled and not set(doubled) & set(" \t\"'"):
        return doubled
    return '"' + doubled.replace('"', '\\"') + '"'


def _assigned(name: str, value: str) -> str:
    """One assignment in an Environment= line, where a dollar sign means nothing special."""
    return quoted(f"{name}={value}").replace("$$", "$")


def _filled(name: str, values: dict[str, str]) -> str:
    return Template((FILES / name).read_text(encoding="utf-8")).substitute(values)
