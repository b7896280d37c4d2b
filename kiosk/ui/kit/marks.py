"""What an outcome looks like besides its word: disc, octagon, square, and the border of a page."""

import re
from functools import partial
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPen

from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas, Points, advance, square

OCTAGON = tuple(
    (0.5 + cos(pi / 8 + corner * pi / 4) / 2, 0.5 + sin(pi / 8 + corner * pi / 4) / 2) for corner in range(8)
)

# What players write on a slip.
WRITTEN: dict[str, tuple[Points, ...]] = {
    "✓": (((0.1, 0.55), (0.38, 0.85), (0.9, 0.15)),),
    "✗": (((0.15, 0.15), (0.85, 0.85)), ((0.85, 0.15), (0.15, 0.85))),
}
MARKED = re.compile("([✓✗])")


def draw_tick(canvas: Canvas, area: QRectF) -> None:
    """A light disc with a dark tick."""
    box = square(area)
    canvas.disc(box, canvas.palette.block)
    tick = ((0.26, 0.53), (0.44, 0.70), (0.75, 0.33))
    canvas.strokes(box, (tick,), canvas.palette.on_block, box.width() * 0.105)


def draw_cross(canvas: Canvas, area: QRectF) -> None:
    """A dark octagon with a light cross."""
    box = square(area)
    canvas.shape(box, OCTAGON, canvas.palette.block)
    cross = (((0.33, 0.33), (0.67, 0.67)), ((0.67, 0.33), (0.33, 0.67)))
    canvas.strokes(box, cross, canvas.palette.on_block, box.width() * 0.105)


def draw_elsewhere(canvas: Canvas, area: QRectF) -> None:
    """A dark square with an arrow: no verdict here, go on to somebody else."""
    box = square(area)
    canvas.fill(box, canvas.palette.block)
    arrow = (((0.2, 0.5), (0.78, 0.5)), ((0.54, 0.26), (0.78, 0.5), (0.54, 0.74)))
    canvas.strokes(box, arrow, canvas.palette.on_block, box.width() * 0.105)


def draw_marked(canvas: Canvas, area: QRectF, text: str, align: Qt.AlignmentFlag) -> None:
    """One line of *text*; a tick or a cross in it is drawn, for the typeface has none."""
    pieces = [piece for piece in MARKED.split(text) if piece]
    size = min(canvas.size(scale.HINT), area.height() / 0.8)
    wide = sum(_piece_width(canvas, piece, size) for piece in pieces)
    size *= min(1.0, area.width() / max(1.0, wide))
    wide = sum(_piece_width(canvas, piece, size) for piece in pieces)
    at = area.right() - wide if align & Qt.AlignmentFlag.AlignRight else area.left()
    for piece in pieces:
        width = _piece_width(canvas, piece, size)
        if piece in WRITTEN:
            box = QRectF(at, area.center().y() - size * 0.4, size * 0.8, size * 0.8)
            canvas.strokes(box, WRITTEN[piece], canvas.palette.ink, size * 0.13)
        else:
            room = QRectF(at, area.top(), width + 1, area.height())
            canvas.text(room, piece, canvas.type.bold(size))
        at += width


def _piece_width(canvas: Canvas, piece: str, size: float) -> float:
    return size * 0.9 if piece in WRITTEN else advance(piece, canvas.type.bold(size))


def draw_hatch(canvas: Canvas, area: QRectF, width: float) -> None:
    """A hatched border inside *area*, so that the page differs from a plain one without colour."""
    inner = area.adjusted(width, width, -width, -width)
    strips = (
        QRectF(area.left(), area.top(), area.width(), width),
        QRectF(area.left(), inner.bottom(), area.width(), width),
        QRectF(area.left(), inner.top(), width, inner.height()),
        QRectF(inner.right(), inner.top(), width, inner.height()),
    )
    for strip in strips:
        canvas.once(strip, ("hatch", width), partial(_stripes, canvas, strip, width))


def _stripes(canvas: Canvas, strip: QRectF, width: float) -> None:
    """Slanted stripes across one strip, as long as the strip is wide: short lines are drawn fast."""
    painter = canvas.painter
    painter.setPen(QPen(QColor(canvas.palette.block), width * 0.42))
    painter.setClipRect(strip)
    upright = strip.height() > strip.width()
    at, end = (strip.top(), strip.bottom()) if upright else (strip.left(), strip.right())
    at -= width
    while at < end + width:
        if upright:
            painter.drawLine(QPointF(strip.left(), at + width), QPointF(strip.right(), at))
        else:
            painter.drawLine(QPointF(at, strip.bottom()), QPointF(at + width, strip.top()))
        at += width * 1.2


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
