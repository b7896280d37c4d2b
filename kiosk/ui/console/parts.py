"""The pieces that console pages are made of: caps that can be pressed, marks of verdicts, lines of facts."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from kiosk.ui.console import look as sizes
from kiosk.ui.console.look import ConsoleLook
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.kit.caps import cap_width_in, draw_cap
from kiosk.ui.kit.marks import OCTAGON, draw_cross, draw_elsewhere, draw_tick
from kiosk.ui.kit.theme import PAPER, Palette

MARKS = {
    "acceptable": (sizes.ACCEPTABLE_MARK, draw_tick),
    "unacceptable": (sizes.UNACCEPTABLE_MARK, draw_cross),
    "refer": (sizes.REFER_MARK, draw_elsewhere),
}


def canvas(painter: QPainter, area: QRectF, look: ConsoleLook, palette: Palette = PAPER) -> Canvas:
    """What the kit draws on."""
    return Canvas(painter, area, palette, look.type, 1.0)


def draw_mark(painter: QPainter, box: QRectF, verdict: str, look: ConsoleLook) -> None:
    """The small disc, octagon or square of *verdict*; of what is none, nothing."""
    if verdict not in MARKS:
        return
    palette, draw = MARKS[verdict]
    on = canvas(painter, box, look, palette)
    if verdict == "unacceptable":  # amber on paper needs its edge
        edge = box.height() * 0.05
        on.shape(box.adjusted(edge, edge, -edge, -edge), OCTAGON, palette.block, palette.ink, edge * 2)
        box = box.adjusted(edge, edge, -edge, -edge)
    draw(on, box)


class EnterButton(QAbstractButton):
    """A button that ENTER presses, as SPACE does any."""

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if press.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not press.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(press)


class CapButton(EnterButton):
    """A key drawn as a cap, with what it does beside it; it can be clicked, and reached by TAB."""

    def __init__(self, look: ConsoleLook, cap: str, text: str, pressed: Callable[[], None]) -> None:
        super().__init__()
        self._look, self._cap = look, cap
        self.current = False
        self.setText(text)
        self.setAccessibleName(f"{text}, key {cap}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(pressed)

    @property
    def cap(self) -> str:
        return self._cap

    def say(self, cap: str, text: str) -> None:
        """Be another key from now on."""
        self._cap = cap
        self.setText(text)
        self.setAccessibleName(f"{text}, key {cap}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        look, high = self._look, self._look.px(sizes.CAP)
        font = look.bold() if self.current else look.text()
        said = QFontMetrics(font).horizontalAdvance(self.text()) if self.text() else 0
        return QSize(self._cap_width() + said + 4 * look.px(sizes.GAP), high + 2 * look.px(sizes.GAP))

    def _cap_width(self) -> int:
        return round(cap_width_in(self._look.type, self._cap, self._look.px(sizes.CAP) * 0.82))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), self._look
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        gap = look.px(sizes.GAP)
        if self.hasFocus():
            painter.setPen(QPen(QColor(sizes.INK), look.px(sizes.FOCUS)))
            edge = look.px(sizes.FOCUS) / 2
            painter.drawRect(area.adjusted(edge, edge, -edge, -edge))
        on = canvas(painter, area, look)
        high = look.px(sizes.CAP) * 0.82
        wide = draw_cap(on, gap, area.center().y() - high * 0.04, high, self._cap, filled=self.current)
        painter.setPen(QColor(sizes.INK))
        painter.setFont(look.bold() if self.current else look.text())
        room = area.adjusted(gap + wide + gap, 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        painter.end()


class KeyStrip(QWidget):
    """Which keys do what on this page, as small caps."""

    def __init__(self, look: ConsoleLook) -> None:
        super().__init__()
        self._look = look
        self.shown: tuple[tuple[str, str], ...] = ()

    def show_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        if tuple(keys) == self.shown:
            return
        self.shown = tuple(keys)
        self.setAccessibleName("; ".join(f"{key}: {does}" for key, does in keys))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, area = QPainter(self), self._look, QRectF(self.rect())
        painter.fillRect(area, QColor(sizes.FIELD))
        on, high, font = canvas(painter, area, look), look.px(sizes.SMALL) * 1.3, look.text(sizes.SMALL)
        at, middle = 0.0, area.center().y()
        for key, does in self.shown:
            at += draw_cap(on, at + 2, middle - 1, high, key) + look.px(0.9)
            painter.setFont(font)
            painter.setPen(QColor(sizes.QUIET))
            wide = QFontMetrics(font).horizontalAdvance(does)
            painter.drawText(QRectF(at, 0, wide + 2, area.height()), Qt.AlignmentFlag.AlignVCenter, does)
            at += wide + look.px(2)
        painter.end()


class FactLines(QWidget):
    """Subjects and what is said of each."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self._shown: tuple[tuple[str, str], ...] = ()

    def show_lines(self, lines: Sequence[tuple[str, str]]) -> None:
        """Show *lines*; the same ones twice cost nothing."""
        if tuple(lines) == self._shown:
            return
        self._shown = tuple(lines)
        emptied(self._grid)
        for row, (subject, said) in enumerate(lines):
            left, right = label(subject, "subject"), label(said)
            right.setWordWrap(True)
            self._grid.addWidget(left, row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(right, row, 1)

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        return self._shown


class Wrongs(QWidget):
    """What is wrong, a strip each."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self.shown: tuple[str, ...] = ()

    def show_lines(self, lines: Sequence[str]) -> None:
        if tuple(lines) == self.shown:
            return
        self.shown = tuple(lines)
        emptied(self._rows)
        for one in lines:
            strip = label(one, "wrong")
            strip.setWordWrap(True)
            self._rows.addWidget(strip)
        self.setVisible(bool(lines))


def emptied(layout: QGridLayout | QVBoxLayout) -> None:
    """Take everything out of *layout*."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            if isinstance(widget, QLabel):
                widget.clear()  # until it is deleted it can still be read
            widget.deleteLater()


def label(text: str, name: str = "") -> QLabel:
    """Plain text, never markup: some of it comes from a log."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setObjectName(name)
    return made
