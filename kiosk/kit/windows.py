"""The program's windows: what the station's take no part in, plain ones, and a few words on a whole field."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPainter, QWindow
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.errors import FAULT

if TYPE_CHECKING:
    from kiosk.station.closed import WithDirector


# ---- plain -------------------------------------------------------------------------------------------------
# A few words on a whole field, drawn with Qt's own means alone: before anything else of the program is
# loaded, and when nothing else of it can be trusted.

BROKEN = f"OUT OF SERVICE\n\n{FAULT}\nUse another station. Call the director."

LIGHT = ("#F7F5EF", "#14171A")
DARK = ("#14171A", "#FFFFFF")


def draw_plain(
    painter: QPainter, area: QRectF, text: str, family: str = "", colours: tuple[str, str] = DARK
) -> None:
    """*text* in the middle of *area*, a sixteenth of its height; *colours*: field and ink."""
    field, ink = colours
    painter.fillRect(area, QColor(field))
    painter.setPen(QColor(ink))
    font = QFont(family) if family else QFont()
    font.setPixelSize(max(12, int(area.height() / 16)))
    painter.setFont(font)
    painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), text)


# ---- windows -----------------------------------------------------------------------------------------------
# The program's windows: what the station's take no part in, and plain ones that a director opened beside it.
#
# Rules it guards: mouse, touch, shortcuts and the like reach no window of the station; a window beside it is
# opened only by leave of whoever unlocked the station, and while it stands the keyboard is this program's.


class StationApplication(QApplication):
    """The Qt application. It quits only if *may_quit* allows it, from the first moment on."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.may_quit: Callable[[], bool] = lambda: False

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit and not self.may_quit():
            event.ignore()
            return True
        return super().event(event)


class OtherWindows(QObject):
    """Plain windows of this program beside the station's. *changed*: one came or went."""

    changed = Signal()

    def __init__(self, station: QWidget) -> None:
        super().__init__()
        self._station = station
        self._open: list[QWidget] = []

    def open(self, leave: "WithDirector", window: QWidget) -> None:
        """Show *window* over the station, by *leave*: the state in which somebody with a right to it holds
        the station. It takes mouse and keys until it is closed."""
        self._open.append(window)
        window.installEventFilter(self)
        window.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self.changed.emit()
        window.show()
        self.come_forward()

    def close(self) -> None:
        """The station ends, and all of its windows."""
        for window in tuple(self._open):
            window.close()

    @property
    def front(self) -> QWidget | None:
        """The window that was opened last; None: there is none."""
        return self._open[-1] if self._open else None

    def come_forward(self) -> None:
        """Put them over the station, and the last one to the keyboard."""
        for window in self._open:
            window.winId()  # makes the handle where there is none yet
            if handle := window.windowHandle():
                handle.setTransientParent(self._station.windowHandle())
            window.raise_()
        if front := self.front:
            front.activateWindow()

    def handle(self) -> QWindow | None:
        """The one that gets the keys: an open dialog, if there is one."""
        focus = QGuiApplication.focusWindow()
        if self.owns(focus):
            return focus
        return self.front.windowHandle() if self.front else None

    def has_focus(self) -> bool:
        return self.owns(QGuiApplication.focusWindow())

    def numbers(self) -> tuple[int, ...]:
        """The display server's numbers of them."""
        return tuple(int(window.winId()) for window in self._open)

    def owns(self, thing: QObject | None) -> bool:
        """Whether *thing* is one of these windows, a part of one, or a menu of one."""
        if thing is None or not self._open:
            return False
        if isinstance(thing, QWindow):
            tops = QApplication.topLevelWidgets()
            return any(top.windowHandle() is thing and _root(top) in self._open for top in tops)
        return _root(thing) in self._open

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide and not event.spontaneous() and watched in self._open:
            watched.removeEventFilter(self)
            self._open.remove(watched)
            self.changed.emit()
        return False


def _root(thing: QObject) -> QObject:
    while (parent := thing.parent()) is not None:
        thing = parent
    return thing


class InputFilter(QObject):
    """Swallows whatever is not a key, a paint or a window's own business, but in windows *others*."""

    SWALLOWED = frozenset(
        {
            QEvent.Type.Shortcut,
            QEvent.Type.ShortcutOverride,
            QEvent.Type.ContextMenu,
            QEvent.Type.DragEnter,
            QEvent.Type.DragMove,
            QEvent.Type.DragLeave,
            QEvent.Type.Drop,
            QEvent.Type.InputMethod,
            QEvent.Type.InputMethodQuery,
            QEvent.Type.Gesture,
            QEvent.Type.GestureOverride,
            QEvent.Type.NativeGesture,
            QEvent.Type.TouchBegin,
            QEvent.Type.TouchUpdate,
            QEvent.Type.TouchEnd,
            QEvent.Type.TouchCancel,
            QEvent.Type.TabletPress,
            QEvent.Type.TabletMove,
            QEvent.Type.TabletRelease,
            QEvent.Type.Wheel,
            QEvent.Type.MouseButtonPress,
            QEvent.Type.MouseButtonRelease,
            QEvent.Type.MouseButtonDblClick,
            QEvent.Type.MouseMove,
            QEvent.Type.WhatsThisClicked,
            QEvent.Type.EnterWhatsThisMode,
            QEvent.Type.ToolTip,
            QEvent.Type.StatusTip,
        }
    )

    def __init__(self, others: OtherWindows) -> None:
        super().__init__()
        self._others = others

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() in self.SWALLOWED and not self._others.owns(watched)
