"""What the kiosk session cannot do without, by Debian's names, and how each is seen to be there."""

from collections.abc import Sequence
from pathlib import Path

# One of the patterns must be found below the root: other systems keep the same file elsewhere.
SEEN_BY = {
    "python3": ("usr/bin/python3",),
    "dbus": ("usr/bin/dbus-daemon", "usr/bin/dbus-broker"),
    "libpam-systemd": ("usr/lib/*/security/pam_systemd.so", "usr/lib*/security/pam_systemd.so"),
    "polkitd": ("usr/lib/polkit-1/polkitd",),
    "systemd": ("usr/lib/systemd/systemd-logind",),
    "cage": ("usr/bin/cage",),
    "xwayland": ("usr/bin/Xwayland",),
    "xserver-xorg-core": ("usr/lib/xorg/Xorg", "usr/libexec/Xorg", "usr/bin/Xorg"),
    "xserver-xorg-input-libinput": ("usr/lib*/xorg/modules/input/libinput_drv.so",),
    "x11-utils": ("usr/bin/xprop",),
    "x11-xserver-utils": ("usr/bin/xset",),
    "x11-xkb-utils": ("usr/bin/setxkbmap",),
}
# A shorter list ends in a black screen: without polkitd, dbus or pam_systemd nobody gets the screen.
ALWAYS = ("python3", "systemd", "dbus", "libpam-systemd", "polkitd")


SESSIONS = {
    "cage": (*ALWAYS, "cage", "xwayland"),
    "x": (
        *(*ALWAYS, "xserver-xorg-core", "xserver-xorg-input-libinput"),
        *("x11-utils", "x11-xserver-utils", "x11-xkb-utils"),
    ),
}


def missing(session: str, root: Path) -> tuple[str, ...]:
    """The packages of *session* that are not below *root*."""
    return tuple(name for name in SESSIONS[session] if not _is_seen(SEEN_BY[name], root))


def _is_seen(patterns: Sequence[str], root: Path) -> bool:
    return any(any(root.glob(pattern)) for pattern in patterns)
