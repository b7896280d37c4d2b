"""The screens of this desktop as boxes, the station's own first."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication, QScreen

from kiosk.core.watch.screens import Box, placed

STRIP = 20  # this fraction of a screen may belong to the system (a notch)


def has_full_screen() -> bool:
    """Whether a station asks for full screen. On a Mac that sets presentation options besides the guard's
    own; there a borderless window as large as the screen does, and its level is a guard's."""
    return QGuiApplication.platformName() != "cocoa"


def box(rect: QRect) -> Box:
    return Box(rect.x(), rect.y(), rect.width(), rect.height())


def rect(box_: Box) -> QRect:
    return QRect(box_.left, box_.top, box_.width, box_.height)


def desktop() -> tuple[QScreen, ...]:
    """The screens that share one desktop with the primary one, which comes first."""
    primary = QGuiApplication.primaryScreen()
    return (primary, *(screen for screen in primary.virtualSiblings() if screen is not primary))


def strangers() -> tuple[QScreen, ...]:
    """Screens with a desktop of their own: another X screen of the same server."""
    ours = desktop()
    return tuple(screen for screen in QGuiApplication.screens() if screen not in ours)


def boxes() -> tuple[Box, ...]:
    return tuple(box(screen.geometry()) for screen in desktop())


def native(screen: QScreen) -> Box:
    """*screen* in the pixels the display server counts."""
    place, scale = screen.geometry(), screen.devicePixelRatio()
    return Box(place.x(), place.y(), round(place.width() * scale), round(place.height() * scale))


def home() -> Box:
    """Where the station belongs: all of the primary screen."""
    return box(QGuiApplication.primaryScreen().geometry())


def leaves_bare(place: Box, screen: Box) -> bool:
    """Whether a window at *place* leaves more of *screen* bare than a system keeps for itself."""
    shown = place.common(screen)
    bare = max(screen.width - shown.width, (screen.height - shown.height) * screen.width // screen.height)
    return bare * STRIP > screen.width


def tells_places() -> bool:
    """Whether this desktop says where a window lies; Wayland does not."""
    return not QGuiApplication.platformName().startswith("wayland")


def window_on_desktop(geometry: QRect) -> Box | None:
    """Where a window of *geometry* lies; None where that cannot be told."""
    return box(geometry) if tells_places() else placed(box(geometry), boxes())
