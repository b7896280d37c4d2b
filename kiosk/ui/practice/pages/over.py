"""The end of a session: how many plays were phoney, what was told apart, what was missed."""

from PySide6.QtCore import QRectF

from kiosk.core.spoken import PartKind
from kiosk.practice.drill.states import SessionOver
from kiosk.practice.drill.told import percent, points
from kiosk.practice.scores.calibration import ENOUGH_IN_BIN
from kiosk.practice.scores.summary import SessionSummary, summarised
from kiosk.practice.views import DrillView
from kiosk.ui.practice import look, parts
from kiosk.ui.practice.look import PracticeCanvas, spelled
from kiosk.ui.practice.table import draw_table

MOST_MISSED = 24


def draw(canvas: PracticeCanvas, view: DrillView, state: SessionOver) -> None:
    """Draw *state*, a session that ended."""
    found = summarised(state.progress.attempts)
    keys = [("ENTER", "done"), *([("3", "play my misses again")] if found.missed else [])]
    body = parts.frame(canvas, "session over", view.list_name, [*keys, ("ESC", "back")])
    rest = parts.lines(canvas, body, [state.why] if state.why else [], look.TEXT)
    left, right = parts.halves(canvas, rest, 0.5)
    _counted(canvas, left, found)
    _missed(canvas, right, found)


def _counted(canvas: PracticeCanvas, area: QRectF, found: SessionSummary) -> None:
    many = "1 play" if found.answers == 1 else f"{found.answers} plays"
    share = found.bad / found.answers if found.answers else 0.0
    rest = parts.heading(canvas, area, f"{many}, {found.bad} phoney ({percent(share)})")
    table = QRectF(rest.left(), rest.top(), rest.width(), min(canvas.px(28), rest.height() * 0.5))
    draw_table(canvas, table, found.knowledge.total)
    decision, stated = found.decision, found.calibration.count
    total = (decision.gained - decision.lost) * decision.count / 100
    lines = [f"{points(total)} in this session."]
    lost = decision.threshold_lost * decision.stated / 100
    if lost >= 0.05:
        lines.append(
            f"By my own beliefs {lost:.1f} points lost: challenged when it did not pay, or not when it did."
        )
    if stated >= ENOUGH_IN_BIN:
        lines.append(f"Brier score over {stated} stated beliefs: {found.calibration.brier:.2f}.")
    below = rest.adjusted(0, table.height() + canvas.px(look.GAP * 2), 0, 0)
    parts.lines(canvas, below, lines, look.TEXT)


def _missed(canvas: PracticeCanvas, area: QRectF, found: SessionSummary) -> None:
    if not found.missed:
        parts.heading(canvas, area, "Nothing was missed")
        return
    rest = parts.heading(canvas, area, "Missed")
    shown = found.missed[:MOST_MISSED]
    columns = 2 if len(shown) > 6 else 1
    rows = -(-len(shown) // columns)
    wide = rest.width() / columns
    high = min(canvas.px(look.ROW), rest.height() / (rows + 1))
    for place, word in enumerate(shown):
        cell = QRectF(
            rest.left() + place // rows * wide,
            rest.top() + place % rows * high,
            wide - canvas.px(look.GAP),
            high,
        )
        tagged, label = canvas.px(11), "good" if word.valid else "phoney"
        tag = QRectF(cell.left(), cell.center().y() - high * 0.34, tagged, high * 0.68)
        beside = cell.adjusted(tagged + canvas.px(look.GAP), 0, 0, 0)
        with canvas.drawn_as(PartKind.WORD, f"{spelled(word.word)}, {label}"):
            parts.tag(canvas, tag, label, filled=word.valid)
            canvas.text(beside, word.word, canvas.word(look.TEXT))
    if len(found.missed) > MOST_MISSED:
        more = QRectF(rest.left(), rest.top() + rows * high, rest.width(), high)
        canvas.text(more, f"and {len(found.missed) - MOST_MISSED} more", canvas.plain(look.SMALL))
