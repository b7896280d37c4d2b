"""The filters of the list, always in sight; each goes by a click, or by ENTER where the focus is on it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from kiosk.director.console.events import Chip
from kiosk.director.console.reading import Facet
from kiosk.ui.console import look as sizes
from kiosk.ui.console.look import ConsoleLook
from kiosk.ui.console.parts import EnterButton, label


class ChipButton(EnterButton):
    """One filter and a cross."""

    def __init__(self, look: ConsoleLook, text: str) -> None:
        super().__init__()
        self._look = look
        self.setText(text)
        self.setAccessibleName(f"Filter {text}: remove")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        wide = QFontMetrics(self._look.bold(sizes.SMALL)).horizontalAdvance(self.text())
        return QSize(wide + self._look.px(4.2), self._look.px(3.4))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(6), self._look.px(3.4))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, area = QPainter(self), self._look, QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        face, ink = (sizes.RAISED, sizes.INK) if self.hasFocus() else (sizes.INK, sizes.ON_INK)
        painter.fillRect(area, QColor(face))
        if self.hasFocus():
            painter.setPen(QPen(QColor(sizes.INK), look.px(sizes.FOCUS)))
            painter.drawRect(area.adjusted(1, 1, -1, -1))
        painter.setFont(look.bold(sizes.SMALL))
        painter.setPen(QPen(QColor(ink), look.px(0.25)))
        side = look.px(1.0)
        room = area.adjusted(look.px(1), 0, -look.px(2.8), 0)
        shown = QFontMetrics(painter.font()).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        cross = QRectF(area.right() - look.px(1) - side, area.center().y() - side / 2, side, side)
        painter.drawLine(cross.topLeft(), cross.bottomRight())
        painter.drawLine(cross.topRight(), cross.bottomLeft())
        painter.end()


class Chips(QWidget):
    """All filters in force; *removed* is called with the one that shall go."""

    def __init__(self, look: ConsoleLook, removed: Callable[[Facet | Chip], None]) -> None:
        super().__init__()
        self._look, self._removed = look, removed
        self.shown: tuple[tuple[Facet | Chip, str], ...] | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)

    def show_chips(self, chips: Sequence[tuple[Facet | Chip, str]]) -> None:
        if tuple(chips) == self.shown:
            return
        had = any(one.hasFocus() for one in self.findChildren(ChipButton))
        self.shown = tuple(chips)
        while (item := self._row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for chip, text in chips:
            button = ChipButton(self._look, text)
            button.clicked.connect(lambda _=False, chip=chip: self._removed(chip))
            self._row.addWidget(button)
            button.show()  # now, for it may be given the focus
            if had:
                button.setFocus()
        if not chips:
            self._row.addWidget(label("No filter: all rulings", "hint"))
        self._row.addStretch(1)
