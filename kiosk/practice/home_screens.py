"""The pages beside the drills: what is due today, decks, my words, and why practice cannot go on."""

from PySide6.QtCore import QRectF

from kiosk.base.page import PartKind
from kiosk.practice import kit, pages
from kiosk.practice.kit import PracticeCanvas
from kiosk.practice.plots_kit import (
    draw_ahead,
)
from kiosk.practice.questions import DECKS
from kiosk.practice.scores import Results
from kiosk.practice.wording import (
    READING,
    penalty_name,
)

# ---- home --------------------------------------------------------------------------------------------------
# The first page: what is due today, sessions by key, and what they are played for.

LIGHTS = {
    pages.Light.SYSTEM: "light or dark: as the system",
    pages.Light.LIGHT: "light",
    pages.Light.DARK: "dark",
}
MOST_REMARKS = 3
SESSIONS = 7
ROW = 7.4
PICTURES = 13.0  # units for the days ahead and those of this week


def draw_home(canvas: PracticeCanvas, view: pages.HomeView) -> None:
    """Draw *view*."""
    keys = (("S", "scores"), ("W", "my words"), ("L", LIGHTS[view.choices.light]), ("ESC", "leave"))
    body = kit.frame(canvas, "challenge or accept?", view.list_name, keys)
    said = [view.notice or (READING if view.reading else ""), *view.remarks[:MOST_REMARKS]]
    room = kit.lines_high(canvas, [line for line in said if line], kit.SMALL, body.width())
    above = body.adjusted(0, 0, 0, -room - canvas.px(kit.GAP) if room else 0)
    left, right = kit.halves(canvas, above, 0.47)
    _sessions(canvas, left.adjusted(0, 0, 0, -canvas.px(PICTURES)), view.results, view.choices)
    _choices(canvas, right.adjusted(0, 0, 0, -canvas.px(PICTURES)), view)
    _ahead(canvas, _foot(canvas, left), view.results)
    _week(canvas, _foot(canvas, right), view.results)
    below = QRectF(body.left(), body.bottom() - room, body.width(), room)
    kit.lines(canvas, below, [line for line in said if line], kit.SMALL)


def _sessions(canvas: PracticeCanvas, area: QRectF, found: Results, choices: pages.PracticeChoices) -> None:
    offered = (
        ("1", "Due today", _due(found)),
        ("2", "Drill", "new plays"),
        ("3", "Play my misses again", str(found.misses) if found.misses else "none"),
        ("4", "What I find hard", "mixed"),
        ("5", "My words", str(found.mine) if found.mine else "none yet"),
        ("6", "Quick decks", "twos, threes, Q without U …"),
        ("7", "Against the clock", f"{choices.hold_s} s · not in the scores"),
    )
    rest = kit.heading(canvas, area, "Practise")
    for row, (key, does, note) in zip(kit.stack_rows(canvas, rest, len(offered), ROW), offered, strict=True):
        kit.key_row(canvas, row, key, does, note)


def _due(found: Results) -> str:
    later = found.ahead[0] - found.due
    parts = [
        f"{found.due} due" if found.due else "",
        f"{found.fresh} new" if found.fresh else "",
        f"{later} later" if later else "",
    ]
    return ", ".join(part for part in parts if part) or "nothing"


def _choices(canvas: PracticeCanvas, area: QRectF, view: pages.HomeView) -> None:
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
    rest = kit.heading(canvas, area, "How")
    rows = kit.stack_rows(canvas, rest, SESSIONS, ROW)  # level with those beside them
    for row, (key, does, note) in zip(rows, offered, strict=False):
        kit.key_row(canvas, row, key, does, note, chosen=True)


def _foot(canvas: PracticeCanvas, area: QRectF) -> QRectF:
    high = canvas.px(PICTURES - kit.GAP * 2)
    return QRectF(area.left(), area.bottom() - high, area.width(), high)


def _ahead(canvas: PracticeCanvas, area: QRectF, found: Results) -> None:
    if any(found.ahead):
        plot = _draw_caption(canvas, area, "Days ahead")
        draw_ahead(canvas, plot, found.ahead)


def _week(canvas: PracticeCanvas, area: QRectF, found: Results) -> None:
    kit.days(canvas, _draw_caption(canvas, area, "This week"), found.days)


def _draw_caption(canvas: PracticeCanvas, area: QRectF, caption: str) -> QRectF:
    """*caption* at the left of *area*; returns the room beside it."""
    label = QRectF(area.left(), area.top(), area.width() * 0.3, area.height() * 0.6)
    with canvas.draw_as(PartKind.LINE, ""):
        canvas.text(label, caption, canvas.plain(kit.TEXT))
    return area.adjusted(area.width() * 0.32, 0, 0, 0)


# ---- decks -------------------------------------------------------------------------------------------------
# Quick decks, each by its digit.

DECKS_KEYS = (("ESC", "back"),)


def draw_decks(canvas: PracticeCanvas, view: pages.DeckView) -> None:
    """Draw *view*."""
    body = kit.frame(canvas, "quick decks", view.list_name, DECKS_KEYS)
    rest = kit.heading(canvas, body, "Which words?")
    for place, (row, deck) in enumerate(
        zip(
            kit.stack_rows(canvas, rest.adjusted(0, 0, 0, -canvas.px(12)), len(DECKS), 8.6),
            DECKS,
            strict=True,
        ),
        1,
    ):
        kit.key_row(canvas, row.adjusted(0, 0, -row.width() * 0.4, 0), str(place), deck.name)
    if view.short:
        high = kit.lines_high(canvas, [view.short], kit.SMALL, body.width())
        kit.lines(canvas, body.adjusted(0, body.height() - high, 0, 0), [view.short], kit.SMALL)


# ---- words -------------------------------------------------------------------------------------------------
# My words: brought in from a paste, a file or a cardbox, and taken out again.

WORDS_KEYS = (("ESC", "back"),)
ROWS = (
    ("P", "Paste words", "what you copied elsewhere"),
    ("F", "Take words from a file", "one a line, or an export of a log"),
    ("B", "Take a cardbox in", "Zyzzyva or Xerafin, .db"),
    ("O", "Write my cards as words", "one a line"),
    ("X", "Write my cards as a cardbox", "Zyzzyva or Xerafin, .db"),
)


def draw_words(canvas: PracticeCanvas, view: pages.WordsView) -> None:
    """Draw *view*."""
    body = kit.frame(canvas, "my words", view.list_name, WORDS_KEYS)
    rest = kit.heading(canvas, body, f"{view.cards} cards, {view.mine} of them brought in")
    for row, (key, does, note) in zip(kit.stack_rows(canvas, rest, len(ROWS), 9.0), ROWS, strict=True):
        kit.key_row(canvas, row.adjusted(0, 0, -row.width() * 0.25, 0), key, does, note)
    room = rest.adjusted(0, canvas.px(9.0) * len(ROWS) + canvas.px(kit.GAP), 0, 0)
    said = [
        view.notice or "Words that are not in the list come as phoneys. New cards are begun twenty a day."
    ]
    kit.lines(canvas, room, said, kit.TEXT)


# ---- refused -----------------------------------------------------------------------------------------------
# One sentence: why practice cannot go on, and what to do.

REFUSED_KEYS = (("ESC", "leave"),)


def draw_refused(canvas: PracticeCanvas, view: pages.RefusedView) -> None:
    """Draw *view*."""
    body = kit.frame(canvas, "not now", "", REFUSED_KEYS)
    rest = kit.heading(canvas, body, "Practice cannot go on here", kit.TITLE)
    kit.lines(canvas, rest.adjusted(0, canvas.px(kit.GAP), -rest.width() * 0.15, 0), [view.why], kit.LARGE)
