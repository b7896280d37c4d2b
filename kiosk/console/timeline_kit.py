"""The histogram of rulings by minute with the rounds under it, in step with the list: what the list shows is
marked, and the list goes where it is clicked. No verdict colours: dark is unacceptable, white acceptable.
"""

from collections.abc import Callable

from PySide6.QtCore import (
    QPointF,
    QRectF,
    Qt,
)
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import (
    QSizePolicy,
    QWidget,
)

from kiosk.console import kit
from kiosk.console.events import ConsoleEvent, LimitGiven, MinuteChosen
from kiosk.console.kit import ConsoleLook
from kiosk.console.timeline_columns import TimeColumn, bands, columns, places_between
from kiosk.console.values import TimelineFound

NARROWEST = 4  # pixels a column


class Timeline(QWidget):
    """Left and right move its cursor, ENTER sends the list there; S and U leave out what is before or
    after."""

    def __init__(self, look: ConsoleLook, on_event: Callable[[ConsoleEvent], None]) -> None:
        super().__init__()
        self._look, self._on_event = look, on_event
        self._found: TimelineFound | None = None
        self._laid: tuple[TimeColumn, ...] = ()
        self._in_sight: tuple[str, str] | None = None
        self._cursor: int | None = None
        self._drawn: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Rulings by minute")

    def fit(self) -> None:
        self.setFixedHeight(self._look.px(kit.CHART))
        self._lay()

    def show_found(self, found: TimelineFound | None, in_sight: tuple[str, str] | None) -> None:
        """Show *found*; *in_sight*: from which local time to which the list shows rulings."""
        if found != self._found:
            self._found = found
            self._lay()
        if in_sight != self._in_sight:
            self._in_sight = in_sight
            self.update()

    @property
    def laid(self) -> tuple[TimeColumn, ...]:
        return self._laid

    def _lay(self) -> None:
        wide = max(1, self.width() - 2 * self._look.px(1))
        self._laid = columns(self._found, wide // NARROWEST) if self._found is not None else ()
        self._cursor = None
        self._drawn = None
        self.update()

    def resizeEvent(self, event: object) -> None:
        self._lay()

    # --- keys and mouse -----------------------------------------------------------------------------------

    def keyPressEvent(self, press: QKeyEvent) -> None:
        key = press.key()
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -30, Qt.Key.Key_PageDown: 30}
        if key in steps:
            self._move(steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._move(-len(self._laid) if key == Qt.Key.Key_Home else len(self._laid))
        elif (at := self._at()) is None:
            super().keyPressEvent(press)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._on_event(MinuteChosen(at.last))
        elif key in (Qt.Key.Key_S, Qt.Key.Key_U):
            until = key == Qt.Key.Key_U
            self._on_event(LimitGiven(at.last if until else at.first, until))
        else:
            super().keyPressEvent(press)

    def _at(self) -> TimeColumn | None:
        return None if self._cursor is None else self._laid[self._cursor]

    def _move(self, by: int) -> None:
        if self._laid:
            start = len(self._laid) if self._cursor is None else self._cursor
            self._cursor = min(max(0, start + by), len(self._laid) - 1)
            self.update()

    def mousePressEvent(self, press: QMouseEvent) -> None:
        self.setFocus()
        if self._laid:
            area = self._chart()
            place = int((press.position().x() - area.left()) / area.width() * len(self._laid))
            self._cursor = min(max(0, place), len(self._laid) - 1)
            self._on_event(MinuteChosen(self._laid[self._cursor].last))
            self.update()

    # --- drawing ------------------------------------------------------------------------------------------

    def _chart(self) -> QRectF:
        look = self._look
        foot = look.px(kit.SMALL) * 1.3
        return QRectF(self.rect()).adjusted(look.px(1), foot, -look.px(1), -foot * 1.15)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, area = QPainter(self), self._look, self._chart()
        painter.fillRect(self.rect(), QColor(kit.FIELD))
        if self._laid:
            self._draw_sight(painter, area)
            painter.drawPixmap(0, 0, self._columns_drawn(area))
            self._draw_cursor(painter, area)
        else:
            painter.setFont(look.text(kit.SMALL))
            painter.setPen(QColor(kit.QUIET))
            said = "" if self._found is None else "No ruling fits."
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, said)
        painter.setPen(QPen(QColor(kit.INK), look.px(0.25)))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        if self.hasFocus():
            painter.setPen(QPen(QColor(kit.INK), look.px(kit.FOCUS)))
            edge = look.px(kit.FOCUS) / 2
            painter.drawRect(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge))
        painter.end()

    def _pitch(self, area: QRectF) -> float:
        return area.width() / len(self._laid)

    def _draw_sight(self, painter: QPainter, area: QRectF) -> None:
        """What the list shows, as a lighter field behind its columns."""
        held = places_between(self._laid, *self._in_sight) if self._in_sight else None
        if held is None:
            return
        pitch = self._pitch(area)
        wide = max((held[1] - held[0] + 1) * pitch, self._look.px(0.8))
        box = QRectF(area.left() + held[0] * pitch, area.top(), wide, area.height())
        painter.fillRect(box, QColor(kit.TINT))
        painter.fillRect(QRectF(box.left(), box.top(), box.width(), self._look.px(0.5)), QColor(kit.INK))

    def _columns_drawn(self, area: QRectF) -> QPixmap:
        """Columns, hours and rounds, drawn once for as long as they stay as they are: the list scrolls past
        them."""
        if self._drawn is None:
            ratio = self.devicePixelRatioF()
            self._drawn = QPixmap(self.size() * ratio)
            self._drawn.setDevicePixelRatio(ratio)
            self._drawn.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._drawn)
            self._draw_columns(painter, area)
            self._draw_below(painter, area)
            painter.end()
        return self._drawn

    def _draw_columns(self, painter: QPainter, area: QRectF) -> None:
        pitch, most = self._pitch(area), max(column.total for column in self._laid)
        step = (area.height() - self._look.px(1)) / max(most, 4)
        gap = 1 if pitch > NARROWEST else 0
        painter.setPen(QPen(QColor(kit.INK), 1))
        for place, one in enumerate(self._laid):
            left, top = area.left() + place * pitch, area.bottom()
            parts = (
                (one.unacceptable, kit.INK),
                (one.referred, kit.TINT),
                (one.acceptable, kit.RAISED),
            )
            for count, face in parts:
                if count:
                    top -= count * step
                    painter.setBrush(QColor(face))
                    painter.drawRect(QRectF(left, top, max(2.0, pitch - gap - 1), count * step))

    def _draw_below(self, painter: QPainter, area: QRectF) -> None:
        """Hours or days under the columns, rounds above them."""
        look, pitch, font = self._look, self._pitch(area), self._look.text(kit.SMALL)
        painter.setFont(font)
        painter.setPen(QColor(kit.QUIET))
        days = sum(column.day for column in self._laid)
        room, free = look.px(5 if days <= 1 else 7), area.left()
        for place, one in enumerate(self._laid):
            text = one.first[5:10] if days > 1 and one.day else ""
            text = text or (f"{one.hour}:00" if days <= 1 and one.hour is not None else "")
            at = area.left() + place * pitch
            if text and at >= free and at + room <= area.right() + look.px(2):
                painter.drawText(QPointF(at, area.bottom() + look.px(kit.SMALL) * 1.15), text)
                free = at + room
        self._draw_rounds(painter, area)

    def _draw_rounds(self, painter: QPainter, area: QRectF) -> None:
        look, pitch, free = self._look, self._pitch(area), area.left()
        painter.setFont(look.bold(kit.SMALL))
        for number, first, last in bands(self._laid, self._found.rounds if self._found else ()):
            left, wide = area.left() + first * pitch, (last - first + 1) * pitch
            painter.fillRect(QRectF(left, area.top() - look.px(0.5), wide - 1, look.px(0.4)), QColor(kit.INK))
            if left >= free:
                painter.setPen(QColor(kit.INK))
                painter.drawText(QPointF(left, area.top() - look.px(0.9)), f"R{number}")
                free = left + look.px(3.4)

    def _draw_cursor(self, painter: QPainter, area: QRectF) -> None:
        at = self._at()
        if at is None or self._cursor is None or not self.hasFocus():
            return
        look, pitch = self._look, self._pitch(area)
        left = area.left() + self._cursor * pitch
        painter.setPen(QPen(QColor(kit.INK), look.px(0.3)))
        painter.drawLine(QPointF(left, area.top() - look.px(2)), QPointF(left, area.bottom()))
        text = f"{at.first[11:16]}  {at.total}"
        painter.setFont(look.bold(kit.SMALL))
        wide = look.px(10)
        left = min(left, area.right() - wide)
        box = QRectF(left, area.top() - look.px(0.2), wide, look.px(kit.SMALL) * 1.4)
        painter.fillRect(box, QColor(kit.INK))
        painter.setPen(QColor(kit.ON_INK))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
