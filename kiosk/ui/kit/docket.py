"""One line of a docket, on a screen or on paper."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from kiosk.ui.kit.canvas import Canvas, advance
from kiosk.ui.kit.marks import WRITTEN


def draw_docket_line(canvas: Canvas, row: QRectF, line: str, font: QFont) -> None:
    """One line; a tick or a cross at its start is drawn, for the typeface has none."""
    if line[:1] in WRITTEN:
        side, wide = row.height() * 0.6, advance("0", font)
        canvas.strokes(
            QRectF(row.left(), row.center().y() - side / 2, side, side),
            WRITTEN[line[0]],
            canvas.palette.ink,
            side * 0.16,
        )
        row, line = row.adjusted(2 * wide, 0, 0, 0), line[2:]
    canvas.text(row, line, font)
