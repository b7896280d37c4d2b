"""A part of the board, small and clear: premium squares, tiles that stood there, tiles just played.

Tiles just played are dark and the others light, in the light look and the other way round in the dark one:
what was played is told by lightness, never by hue alone.
"""

from PySide6.QtCore import QRectF

from kiosk.core.spoken import PartKind
from kiosk.practice.board.fragment import Fragment, Tile
from kiosk.practice.board.tiles import SIZE, VALUE, Premium
from kiosk.ui.kit.canvas import CENTRE, LEFT, RIGHT
from kiosk.ui.practice import look
from kiosk.ui.practice.look import PracticeCanvas, spelled


def draw_board(canvas: PracticeCanvas, area: QRectF, fragment: Fragment) -> None:
    """Draw *fragment* and the squares round it in the middle of *area*, as large as it allows."""
    rows = range(max(-1, -fragment.top), min(fragment.height + 1, SIZE - fragment.top))
    columns = range(max(-1, -fragment.left), min(fragment.width + 1, SIZE - fragment.left))
    side = min(area.width() / len(columns), area.height() / len(rows), canvas.px(look.SQUARE))
    board = QRectF(0, 0, side * len(columns), side * len(rows))
    board.moveCenter(area.center())
    with canvas.drawn_as(PartKind.LINE, _read_aloud(fragment)):
        for down, row in enumerate(rows):
            for across, column in enumerate(columns):
                square = QRectF(board.left() + across * side, board.top() + down * side, side, side)
                tile, premium = fragment.at((row, column)), fragment.premium_at((row, column))
                _square(canvas, square, premium, named=tile is None)
                if tile is not None:
                    edge = side * 0.05
                    _tile(canvas, square.adjusted(edge, edge, -edge, -edge), tile, premium)


def _read_aloud(fragment: Fragment) -> str:
    """The tiles just played; the words they make are said beside the board."""
    new = [tile for _, tile in fragment.tiles() if tile.new]
    blanks = [tile.letter for tile in new if tile.blank]
    held = f", of which {' and '.join(blanks)} on a blank" if blanks else ""
    return f"Tiles played: {spelled(''.join(tile.letter for tile in new))}{held}"


def _square(canvas: PracticeCanvas, square: QRectF, premium: Premium, *, named: bool) -> None:
    width = max(1.0, canvas.px(look.LINE) * 0.6)
    canvas.box(square, canvas.colours.squares[premium], canvas.palette.line, width)
    name = look.PREMIUM_NAMES[premium]
    if named and name:
        inner = square.adjusted(square.width() * 0.1, 0, -square.width() * 0.1, 0)
        font = canvas.type.bold(square.height() * 0.3)
        canvas.text(inner, name, font, canvas.colours.quiet, CENTRE)


def _tile(canvas: PracticeCanvas, box: QRectF, tile: Tile, premium: Premium) -> None:
    palette = canvas.palette
    face, ink = (palette.block, palette.on_block) if tile.new else (palette.raised, palette.ink)
    width = max(1.0, box.width() * 0.03)
    canvas.box(box, face, palette.ink, width, box.width() * 0.1)
    name = look.PREMIUM_NAMES[premium]
    if tile.new and name:  # it counts for this play, so it is told
        above = QRectF(box.left() + box.width() * 0.08, box.top(), box.width() * 0.5, box.height() * 0.3)
        canvas.text(above, name, canvas.type.bold(box.height() * 0.2), ink, LEFT)
    letter = box.adjusted(0, box.height() * 0.06, -box.width() * 0.12, 0)
    canvas.text(letter, tile.letter, canvas.type.bold(box.height() * 0.58), ink, CENTRE)
    if tile.blank:  # it scores nothing: a ring where others have their number
        ring = box.width() * 0.2
        corner = QRectF(box.right() - ring * 1.35, box.bottom() - ring * 1.35, ring, ring)
        canvas.box(corner, face, ink, width * 1.5, ring / 2)
        return
    corner = QRectF(box.left(), box.bottom() - box.height() * 0.36, box.width() * 0.92, box.height() * 0.32)
    canvas.text(corner, str(VALUE[tile.letter]), canvas.type.bold(box.height() * 0.23), ink, RIGHT)
