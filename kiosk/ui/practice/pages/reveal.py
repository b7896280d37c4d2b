"""After the answer: each word, what it is and what is near it; and what the decision was worth."""

from PySide6.QtCore import QRectF

from kiosk.core.spoken import PartKind
from kiosk.practice.drill.notes import WordNotes
from kiosk.practice.drill.states import Revealed
from kiosk.practice.drill.told import told
from kiosk.practice.views import DrillView
from kiosk.ui.kit.canvas import advance
from kiosk.ui.practice import look, parts
from kiosk.ui.practice.board import draw_board
from kiosk.ui.practice.look import PracticeCanvas, spelled

KEYS = (("ENTER", "next play"), ("U", "take my answer back"), ("ESC", "leave"))
HIGH = 18.0  # units for one word, at most
ALONE_HIGH = 30.0  # the only one, whose definition may be long
FEW = 3  # words, under which the play is drawn again
BOARD_FROM = 12.0  # units: in less room the play is not drawn again


def draw(canvas: PracticeCanvas, view: DrillView, state: Revealed) -> None:
    """Draw *state*, an answer that is saved."""
    body = parts.frame(canvas, f"play {len(state.progress.attempts)}", view.list_name, KEYS)
    left, right = parts.halves(canvas, body, 0.6)
    few = len(state.notes) <= FEW
    rows = parts.stacked(canvas, left, len(state.notes), HIGH if len(state.notes) > 1 else ALONE_HIGH)
    bottoms = [_word(canvas, row, notes) for row, notes in zip(rows, state.notes, strict=True)]
    below = _decision(canvas, right, state)
    above = max(bottoms[-1] + canvas.px(look.GAP), rows[-1].top() + canvas.px(HIGH))
    room = left.adjusted(0, above - left.top(), 0, 0) if few else below
    if room.height() > canvas.px(BOARD_FROM):
        draw_board(canvas, room, state.question.fragment)


def _word(canvas: PracticeCanvas, area: QRectF, notes: WordNotes) -> float:
    """What *notes* say; returns where they end."""
    said, label = _said(notes), "good" if notes.valid else "phoney"
    with canvas.drawn_as(PartKind.WORD, ". ".join((f"{spelled(notes.word)}, {label}", *said))):
        return _noted(canvas, area, notes, said)


def _noted(canvas: PracticeCanvas, area: QRectF, notes: WordNotes, said: list[str]) -> float:
    px, units = canvas.px, min(look.WORD, area.height() / canvas.unit * look.WORD_SHARE)
    font, high = canvas.word(units), canvas.px(units * 1.2)
    top = QRectF(area.left(), area.top(), area.width(), high)
    wide = min(advance(notes.word, font), area.width() - px(18))
    canvas.text(QRectF(top.left(), top.top(), wide + 1, high), notes.word, font)
    label = QRectF(top.left() + wide + px(look.GAP * 1.5), top.center().y() - px(1.9), px(13), px(3.8))
    parts.tag(canvas, label, "good" if notes.valid else "phoney", filled=notes.valid)
    room = area.adjusted(0, high, 0, -px(look.GAP))
    count = max(1, int(room.height() / px(look.SMALL * parts.LEADING)))
    return _fitted(canvas, room, said, count)


def _said(notes: WordNotes) -> list[str]:
    """What is said of a word, most wanted first."""
    if not notes.valid:
        near = f"Good words near it: {', '.join(notes.near)}." if notes.near else ""
        anagrams = f"Its letters make: {', '.join(notes.anagrams)}." if notes.anagrams else ""
        return [line for line in (notes.made, near, anagrams) if line]
    hooks = " · ".join(
        part
        for part in (
            f"before it: {spelled(notes.hooks.front)}" if notes.hooks.front else "",
            f"after it: {spelled(notes.hooks.back)}" if notes.hooks.back else "",
        )
        if part
    )
    anagrams = f"Anagrams: {', '.join(notes.anagrams)}" if notes.anagrams else ""
    lines = [notes.definition or "", f"Hooks {hooks}" if hooks else "No hooks", anagrams]
    return [line for line in lines if line]


def _fitted(canvas: PracticeCanvas, area: QRectF, said: list[str], rows: int) -> float:
    """As much of *said* as fits, each at least one row, the first as many as are left; returns its end."""
    spare = max(0, rows - len(said))
    step = canvas.px(look.SMALL * parts.LEADING)
    top = area.top()
    for text in said[:rows]:
        folded = parts.folded(text, canvas, look.SMALL, area.width())
        shown = folded[: 1 + spare]
        spare -= len(shown) - 1
        if len(shown) < len(folded):
            shown[-1] = parts.cut_short(shown[-1], canvas, look.SMALL, area.width())
        for line in shown:
            row = QRectF(area.left(), top, area.width(), step)
            canvas.text(row, line, canvas.plain(look.SMALL), canvas.colours.quiet)
            top += step
    return top


def _decision(canvas: PracticeCanvas, area: QRectF, state: Revealed) -> QRectF:
    """What the answer was worth; returns the room below it."""
    said = told(state)
    rest = parts.lines(canvas, area, [said.answer, said.truth], look.LARGE)
    high = canvas.px(look.POINTS * 1.3)
    canvas.text(QRectF(rest.left(), rest.top(), rest.width(), high), said.points, canvas.bold(look.POINTS))
    rest = rest.adjusted(0, high + canvas.px(look.GAP), 0, 0)
    score = f"The play scored {state.question.score}."
    below = parts.lines(canvas, rest, [score, *said.lines], look.TEXT)
    return below.adjusted(0, canvas.px(look.GAP * 2), 0, 0)
