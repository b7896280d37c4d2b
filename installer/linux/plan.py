"""What the kiosk session puts on a machine: files and links, worked out before anything is touched."""

from dataclasses import dataclass
from pathlib import Path
from string import Template

FILES = Path(__file__).resolve().parent / "files"
UNIT = "etc/systemd/system/challenge-kiosk.service"
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


def plan(wish: Wish) -> tuple[Put, ...]:
    """All that is put in place for *wish*, in order; the unit's own links last."""
    variables = {"KIOSK_DATA": wish.data} | ({"PYTHONPATH": wish.python_path} if wish.python_path else {})
    values = {
        "user": wish.user,
        "folder": wish.data.replace("%", "%%"),
        "command": " ".join(quoted(part) for part in wish.command),
        "environment": " ".join(_assigned(name, value) for name, value in variables.items()),
    }
    puts = [
        Put(UNIT, _filled(f"challenge-kiosk-{wish.session}.service", values)),
        Put("etc/pam.d/challenge-kiosk", _filled("pam", values)),
        Put("etc/systemd/logind.conf.d/90-challenge-kiosk.conf", _filled("logind.conf", values)),
        Put("etc/systemd/system.conf.d/90-challenge-kiosk.conf", _filled("system.conf", values)),
        # after 99-sysctl.conf, which is how some systems name the administrator's own file
        Put("etc/sysctl.d/99-z-challenge-kiosk.conf", _filled("sysctl.conf", values)),
        Put("etc/udev/rules.d/90-challenge-kiosk.rules", _filled("udev.rules", values)),
        Put("etc/polkit-1/rules.d/10-challenge-kiosk.rules", _filled("polkit.rules", values)),
        Put("etc/systemd/system/ctrl-alt-del.target", target=NOTHING),
        Put("etc/systemd/system/getty@tty1.service", target=NOTHING),
    ]
    if wish.session == "x":
        puts.append(Put("etc/X11/xorg.conf.d/90-challenge-kiosk.conf", _filled("xorg.conf", values)))
    puts += [
        Put("etc/systemd/system/graphical.target.wants/challenge-kiosk.service", target=f"/{UNIT}"),
        Put("etc/systemd/system/display-manager.service", target=f"/{UNIT}"),
        Put("etc/systemd/system/default.target", target=GRAPHICAL),
    ]
    return tuple(puts)


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
