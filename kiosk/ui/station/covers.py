"""Blank windows over whatever of the screens the station's own window leaves bare."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QCloseEvent, QScreen
from PySide6.QtWidgets import QWidget

from kiosk.core.watch.screens import Box, blanks
from kiosk.ui.station.outputs import box, boxes, desktop, has_full_screen, rect, strangers
from kiosk.ui.station.window import BLANK, KIOSK_FLAGS, TITLE


class Cover(QWidget):
    """A blank window over a screen the station does not use, or over the part of it given as *place*."""

    def __init__(self, screen: QScreen, place: QRect | None = None) -> None:
        super().__init__(None, KIOSK_FLAGS | Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.setStyleSheet(f"background: {BLANK}")
        self.setAccessibleName("Covered")
        self.setWindowTitle(TITLE)
        self._place = place
        self.cover(screen)

    def cover(self, screen: QScreen) -> None:
        """Fill *screen*, also after it has changed its size or place."""
        self.setScreen(screen)
        self.setGeometry(self._place or screen.geometry())
        # Not showFullScreen(): that asks for the keyboard, which a cover must never have.
        if self._place is None and has_full_screen():
            self.setWindowState(Qt.WindowState.WindowFullScreen)
        self.show()

    def closeEvent(self, request: QCloseEvent) -> None:
        request.ignore()


class Covers:
    """All covers, by what they cover."""

    def __init__(self) -> None:
        self._covers: dict[tuple[QScreen, Box], Cover] = {}
        self._asked: set[tuple[QScreen, Box]] = set()

    def arrange_when_settled(self, station: Box) -> None:
        """As `arrange`, but only what is asked for twice: a compositor stretches a window some time after a
        screen came, and a cover that proves needless would lie over the station."""
        wanted, before = self._wanted(station), self._asked
        self._asked = wanted
        self._set_up(wanted & (before | self._covers.keys()))

    def arrange(self, station: Box) -> None:
        """Cover everything but *station*, the part of the desktop that the station's window fills."""
        self._set_up(self._wanted(station))

    def _set_up(self, wanted: set[tuple[QScreen, Box]]) -> None:
        for gone in self._covers.keys() - wanted:
            self._covers.pop(gone).hide()
        for screen, place in wanted:
            cover = self._covers.get((screen, place))
            if cover is None:
                whole = place == box(screen.geometry())
                self._covers[screen, place] = Cover(screen, None if whole else rect(place))
            elif box(cover.geometry()) != place:
                cover.cover(screen)

    def _wanted(self, station: Box) -> set[tuple[QScreen, Box]]:
        others = {(screen, box(screen.geometry())) for screen in strangers()}
        bare = {(_shows(place), place) for place in blanks(station, boxes())}
        return others | bare

    def windows(self) -> tuple[int, ...]:
        """The display server's numbers of them."""
        return tuple(int(cover.winId()) for cover in self._covers.values())

    def hide(self) -> None:
        for cover in self._covers.values():
            cover.hide()


def _shows(place: Box) -> QScreen:
    """The first screen that shows *place*."""
    return next(screen for screen in desktop() if box(screen.geometry()).meets(place))
