"""Which kind of Linux session this is. A cage inside a desktop is a window like any other, not a lock."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from kiosk.base.frozen import frozen


class Session(StrEnum):
    CAGE = "cage session"
    BARE_X = "bare X session"
    X11_DESKTOP = "X11 desktop"
    WAYLAND_DESKTOP = "Wayland desktop"
    NONE = "no graphical session"


@frozen
class Ancestor:
    """A process above ours: its arguments, the program it really runs (*exe*: empty when unreadable) and the
    environment it was started with (None when unreadable)."""

    arguments: tuple[str, ...]
    environment: Mapping[str, str] | None
    exe: str = ""
    pid: int = 0

    @property
    def program(self) -> str:
        """By what it runs, not by what it calls itself."""
        return Path(self.exe).name


@frozen
class XAnswer:
    """An X server that answers. *managed*: a window manager runs, or nobody can tell. *on_console*: it draws
    on a console of this machine, and not into a window, into memory or over a network."""

    managed: bool = True
    on_console: bool = False


@frozen
class Answers:
    """Which of the screens that the environment names answer. *unit*: first process of the kiosk session."""

    x: XAnswer | None = None
    wayland: bool = False
    unit: int = 0


def session_of(environment: Mapping[str, str], ancestors: tuple[Ancestor, ...], answers: Answers) -> Session:
    """The session a process with *environment* below *ancestors* runs in. Doubt counts as the weaker one."""
    drawn_by = environment.get("QT_QPA_PLATFORM", "").partition(":")[0].partition("-")[0]
    if drawn_by not in ("", "xcb", "wayland"):
        return Session.NONE  # the station would draw, but nobody would see it
    if answers.wayland and drawn_by != "xcb":
        cage = cage_above(ancestors)
        owns_the_screen = cage is not None and not is_nested(cage)
        return Session.CAGE if owns_the_screen else Session.WAYLAND_DESKTOP
    if answers.x is None:
        return Session.NONE
    if environment.get("XDG_SESSION_TYPE") == "wayland":
        return Session.WAYLAND_DESKTOP
    bare = answers.x.on_console and not answers.x.managed and is_below(ancestors, answers.unit)
    return Session.BARE_X if bare else Session.X11_DESKTOP


def is_below(ancestors: tuple[Ancestor, ...], pid: int) -> bool:
    """Whether *pid*, where it is known, is one of *ancestors*."""
    return bool(pid) and any(each.pid == pid for each in ancestors)


def cage_above(ancestors: tuple[Ancestor, ...]) -> Ancestor | None:
    """The nearest cage among *ancestors*."""
    return next((each for each in ancestors if each.program == "cage"), None)


def is_nested(cage: Ancestor) -> bool:
    """Whether *cage* draws into another session instead of owning the screen, as far as can be told."""
    if cage.environment is None:
        return True
    return bool(cage.environment.get("WAYLAND_DISPLAY") or cage.environment.get("DISPLAY"))


def switches_consoles(cage: Ancestor) -> bool:
    """Whether *cage* was told to let Ctrl+Alt+Fn through (its option -s, alone or among others)."""
    for argument in cage.arguments[1:]:
        if argument == "--" or not argument.startswith("-"):
            return False
        if not argument.startswith("--") and "s" in argument:
            return True
    return False


def ancestors_of(pid: int, proc: Path = Path("/proc")) -> tuple[Ancestor, ...]:
    """The processes above *pid*, nearest first, as far as *proc* lets them be read."""
    found: list[Ancestor] = []
    seen = {pid}
    parent = parent_of(pid, proc)
    while parent > 0 and parent not in seen:
        seen.add(parent)
        found.append(_ancestor(proc / str(parent), parent))
        parent = parent_of(parent, proc)
    return tuple(found)


def parent_of(pid: int, proc: Path = Path("/proc")) -> int:
    """The parent of *pid*; 0 when it cannot be told."""
    told = _field(pid, "PPid:", proc)
    return int(told) if told.isdecimal() else 0


def stands_still(pid: int, proc: Path = Path("/proc")) -> bool:
    """Whether *pid* was stopped by a signal or a debugger, or is dead already."""
    return _field(pid, "State:", proc)[:1] in ("T", "t", "Z", "X")


def _ancestor(folder: Path, pid: int) -> Ancestor:
    arguments = tuple(part for part in (_read(folder / "cmdline") or "").split("\0") if part)
    environ = _read(folder / "environ")
    pairs = (part.partition("=") for part in (environ or "").split("\0") if part)
    environment = None if environ is None else {name: value for name, _, value in pairs}
    return Ancestor(arguments, environment, _link(folder / "exe"), pid)


def _field(pid: int, name: str, proc: Path) -> str:
    for line in (_read(proc / str(pid) / "status") or "").splitlines():
        if line.startswith(name):
            return line.removeprefix(name).strip()
    return ""


def _link(path: Path) -> str:
    try:
        return str(path.readlink()).removesuffix(" (deleted)")  # replaced by an update while it runs
    except OSError:
        return ""


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode(errors="replace")
    except OSError:
        return None
