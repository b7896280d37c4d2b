"""Which kind of Linux session this is. A cage inside a desktop is a window like any other, not a lock."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Session(StrEnum):
    CAGE = "cage session"
    BARE_X = "bare X session"
    X11_DESKTOP = "X11 desktop"
    WAYLAND_DESKTOP = "Wayland desktop"
    NONE = "no graphical session"


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A process above ours: its arguments and the environment it was started with (empty when unreadable)."""

    arguments: tuple[str, ...]
    environment: Mapping[str, str]

    @property
    def program(self) -> str:
        return Path(self.arguments[0]).name if self.arguments else ""


def session_of(
    environment: Mapping[str, str], ancestors: tuple[Ancestor, ...], window_manager: bool | None
) -> Session:
    """The session a process with *environment* below *ancestors* runs in.

    *window_manager*: whether an X server reports one; None (unknown) counts as one, the weaker case.
    """
    cage = cage_above(ancestors)
    if cage is not None and not is_nested(cage):
        return Session.CAGE
    if environment.get("WAYLAND_DISPLAY"):
        return Session.WAYLAND_DESKTOP
    if environment.get("DISPLAY"):
        if environment.get("XDG_SESSION_TYPE") == "wayland":
            return Session.WAYLAND_DESKTOP
        return Session.BARE_X if window_manager is False else Session.X11_DESKTOP
    return Session.NONE


def cage_above(ancestors: tuple[Ancestor, ...]) -> Ancestor | None:
    """The nearest cage among *ancestors*."""
    return next((each for each in ancestors if each.program == "cage"), None)


def is_nested(cage: Ancestor) -> bool:
    """Whether *cage* draws into another session instead of owning the screen."""
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
    parent = _parent(proc, pid)
    while parent > 0 and parent not in seen:
        seen.add(parent)
        arguments = tuple(part for part in _read(proc / str(parent) / "cmdline").split("\0") if part)
        pairs = (part.partition("=") for part in _read(proc / str(parent) / "environ").split("\0") if part)
        found.append(Ancestor(arguments, {name: value for name, _, value in pairs}))
        parent = _parent(proc, parent)
    return tuple(found)


def _parent(proc: Path, pid: int) -> int:
    for line in _read(proc / str(pid) / "status").splitlines():
        if line.startswith("PPid:"):
            return int(line.split()[1])
    return 0


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode(errors="replace")
    except OSError:
        return ""
