"""The first page: what is due today, sessions by key, and what they are played for."""

from PySide6.QtCore import QRectF

from kiosk.core.spoken import PartKind
from kiosk.practice.choices import Light, PracticeChoices
from kiosk.practice.drill.wording import READING, penalty_name
from kiosk.practice.scores.results import Results
from kiosk.practice.views import HomeView
from kiosk.ui.practice import look, parts
from kiosk.ui.practice.look import PracticeCanvas
from kiosk.ui.practice.plots import draw_ahead

LIGHTS = {Light.SYSTEM: "light or dark: as the system", Light.LIGHT: "light", Light.DARK: "dark"}
MOST_REMARKS = 3
SESSIONS = 7
ROW = 7.4
PICTURES = 13.0  # units for the days ahead and those of this week


def draw(canvas: PracticeCanvas, view: HomeView) -> None:
    """Draw *view*."""
    keys = (("S", "scores"), ("W", "my words"), ("L", LIGHTS[view.choices.light]), ("ESC", "leave"))
    body = parts.frame(canvas, "challenge or accept?", view.list_name, keys)
    said = [view.notice or (READING if view.reading else ""), *view.remarks[:MOST_REMARKS]]
    room = parts.lines_high(canvas, [line for line in said if line], look.SMALL, body.width())
    above = body.adjusted(0, 0, 0, -room - canvas.px(look.GAP) if room else 0)
    left, right = parts.halves(canvas, above, 0.47)
    _sessions(canvas, left.adjusted(0, 0, 0, -canvas.px(PICTURES)), view.results, view.choices)
    _choices(canvas, right.adjusted(0, 0, 0, -canvas.px(PICTURES)), view)
    _ahead(canvas, _foot(canvas, left), view.results)
    _week(canvas, _foot(canvas, right), view.results)
    below = QRectF(body.left(), body.bottom() - room, body.width(), room)
    parts.lines(canvas, below, [line for line in said if line], look.SMALL)


def _sessions(canvas: PracticeCanvas, area: QRectF, found: Results, choices: PracticeChoices) -> None:
    offered = (
        ("1", "Due today", _due(found)),
        ("2", "Drill", "new plays"),
        ("3", "Play my misses again", str(found.misses) if found.misses else "none"),
        ("4", "What I find hard", "mixed"),
        ("5", "My words", str(found.mine) if found.mine else "none yet"),
        ("6", "Quick decks", "twos, threes, Q without U …"),
        ("7", "Against the clock", f"{choices.hold_s} s · not in the scores"),
    )
    rest = parts.heading(canvas, area, "Practise")
    for row, (key, does, note) in zip(parts.stacked(canvas, rest, len(offered), ROW), offered, strict=True):
        parts.key_row(canvas, row, key, does, note)


def _due(found: Results) -> str:
    later = found.ahead[0] - found.due
    parts = [
        f"{found.due} due" if found.due else "",
        f"{found.fresh} new" if found.fresh else "",
        f"{later} later" if later else "",
    ]
    return ", ".join(part for part in parts if part) or "nothing"


def _choices(canvas: PracticeCanvas, area: QRectF, view: HomeView) -> None:
    chosen = view.choices
    offered = [("P", "A failed challenge costs", penalty_name(chosen.penalty))]
    steps = chosen.stake.penalty.steps
    if any(step.lose_turn for step in steps):
        offered.append(("V", "A turn is worth", f"{chosen.turn_value} points"))
    if chosen.stake.penalty.needs_history:
        offered.append(("E", "Failed before", str(chosen.earlier)))
    offered += [
        ("H", "Ask how sure I am", "yes" if chosen.ask_belief else "no"),
        ("K", "The clock gives me", f"{chosen.hold_s} s"),
        ("F", "Phoneys one can tell by their letters", "asked too" if chosen.told else "left out"),
    ]
    rest = parts.heading(canvas, area, "How")
    rows = parts.stacked(canvas, rest, SESSIONS, ROW)  # level with those beside them
    for row, (key, does, note) in zip(rows, offered, strict=False):
        parts.key_row(canvas, row, key, does, note, chosen=True)


def _foot(canvas: PracticeCanvas, area: QRectF) -> QRectF:
    high = canvas.px(PICTURES - look.GAP * 2)
    return QRectF(area.left(), area.bottom() - high, area.width(), high)


def _ahead(canvas: PracticeCanvas, area: QRectF, found: Results) -> None:
    if any(found.ahead):
        plot = _captioned(canvas, area, "Days ahead")
        draw_ahead(canvas, plot, found.ahead)


def _week(canvas: PracticeCanvas, area: QRectF, found: Results) -> None:
    parts.days(canvas, _captioned(canvas, area, "This week"), found.days)


def _captioned(canvas: PracticeCanvas, area: QRectF, caption: str) -> QRectF:
    """*caption* at the left of *area*; returns the room beside it."""
    label = QRectF(area.left(), area.top(), area.width() * 0.3, area.height() * 0.6)
    with canvas.drawn_as(PartKind.LINE, ""):
        canvas.text(label, caption, canvas.plain(look.TEXT))
    return area.adjusted(area.width() * 0.32, 0, 0, 0)
