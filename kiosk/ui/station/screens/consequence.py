"""What follows from a verdict, second in rank on its page: as large as the words leave it room for."""

from itertools import product

from PySide6.QtCore import QRectF, Qt

from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import SENTENCES as APART
from kiosk.ui.kit.canvas import Canvas, advance, broken, largest, wrapped
from kiosk.ui.kit.rows import NONE, Row

LINE = 1.06  # a line of it, in sizes of its type
ROOMY = 1.15  # the same where there is room
MOST_EACH = 2  # lines of a sentence


def consequence_row(canvas: Canvas, says: tuple[str, ...]) -> Row:
    """The height that *says* needs at least, and can use at most."""
    if not says:
        return NONE
    more = canvas.tall or canvas.share > 1  # narrow pages: a sentence may need two lines
    return Row(scale.SMALLEST_SAID * LINE, _full(canvas) * ROOMY * (len(says) + more))


def full_row(canvas: Canvas, width: float, says: tuple[str, ...]) -> Row:
    """The height at which *says* is as large as it ever gets."""
    if not says:
        return NONE
    font = canvas.type.bold(_full(canvas) * canvas.unit)
    lines = sum(1 if advance(sentence, font) <= width else MOST_EACH for sentence in says)
    return Row(lines * _full(canvas) * LINE, lines * _full(canvas) * ROOMY)


def draw_consequence(canvas: Canvas, area: QRectF, says: tuple[str, ...], align: Qt.AlignmentFlag) -> None:
    """Draw *says*, each sentence on lines of its own where that is larger, else one after the other; in one
    of few sizes, for it is drawn from a picture."""
    if not says:
        return
    best: list[str] = []
    size = 0.0
    for lines in _arranged(canvas, area, says):
        fits = _size(canvas, area, lines)
        if fits > size:
            best, size = lines, fits
    high = round(size * LINE)
    room = QRectF(area.left(), round(area.top()), area.width(), high * len(best))
    canvas.once(room, (tuple(best), size), lambda: draw_lines(canvas, room, best, size, align))


def draw_lines(canvas: Canvas, area: QRectF, lines: list[str], size: float, align: Qt.AlignmentFlag) -> None:
    """Draw *lines* one below the other, each with its share of *area*."""
    high = area.height() / len(lines)
    for place, line in enumerate(lines):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        canvas.text(row, line, canvas.type.bold(size), align=align)


def _full(canvas: Canvas) -> float:
    return scale.CONSEQUENCE * canvas.share


def _arranged(canvas: Canvas, area: QRectF, says: tuple[str, ...]) -> list[list[str]]:
    """The ways in which *says* can stand, the better ones first."""
    font = canvas.type.bold(_full(canvas) * canvas.unit)
    counts = sorted(product(range(1, MOST_EACH + 1), repeat=len(says)), key=sum)
    apart = [
        [line for sentence, count in zip(says, each, strict=True) for line in broken(sentence, font, count)]
        for each in counts
    ]
    return [*apart, wrapped(" ".join(says), font, area, APART)[0]]


def _size(canvas: Canvas, area: QRectF, lines: list[str]) -> float:
    """The largest of few sizes in which *lines* fit *area*."""
    most = canvas.type.bold(_full(canvas) * canvas.unit)
    row = QRectF(area.left(), area.top(), area.width(), area.height() / len(lines))
    wide = min(largest(line, most, row) for line in lines)
    size = min(most.pixelSize(), wide, int(area.height() / len(lines) / LINE))
    steps = (_full(canvas), scale.CONSEQUENCE, scale.CALL, scale.JUDGED, scale.SMALLEST_SAID, scale.BODY)
    return max((step for one in steps if (step := int(one * canvas.unit)) <= size), default=size)
