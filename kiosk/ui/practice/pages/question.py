"""A play and what is asked of it: accept or challenge, which words, how sure."""

from typing import assert_never

from PySide6.QtCore import QRectF

from kiosk.core.spoken import PartKind
from kiosk.practice.decision import BELIEFS
from kiosk.practice.drill.question import Question
from kiosk.practice.drill.states import Asking, Believing, Picking
from kiosk.practice.drill.told import percent
from kiosk.practice.drill.wording import cost_line
from kiosk.practice.views import DrillView
from kiosk.ui.kit.canvas import RIGHT, advance
from kiosk.ui.kit.caps import cap_width, draw_cap
from kiosk.ui.practice import look, parts
from kiosk.ui.practice.board import draw_board
from kiosk.ui.practice.look import PracticeCanvas, spelled

FEW = 3  # words, which are shown larger
ASKED_HIGH = 22.0  # units for what is asked, under the play
BELIEF_WORDS = ("surely good", "probably good", "even", "probably not", "surely not")


def draw(canvas: PracticeCanvas, view: DrillView, state: Asking | Picking | Believing) -> None:
    """Draw *state*, a play that is still to be answered."""
    keys = [*_back(state), ("ESC", "leave")]
    count = len(state.progress.attempts) + 1
    body = parts.frame(canvas, f"play {count}", view.list_name, keys)
    high = canvas.px(ASKED_HIGH)
    above = body.adjusted(0, 0, 0, -high)
    left, right = parts.halves(canvas, above, 0.58)
    draw_board(canvas, left, state.question.fragment)
    _play(canvas, right, state)
    asked = QRectF(body.left(), body.bottom() - high, body.width(), high)
    canvas.fill(
        QRectF(asked.left(), asked.top(), asked.width(), max(1.0, canvas.px(look.LINE))), canvas.palette.line
    )
    _time(canvas, asked, state, view.now_ms)
    _asked(canvas, asked.adjusted(0, canvas.px(look.GAP), 0, 0), state)


def _back(state: Asking | Picking | Believing) -> list[tuple[str, str]]:
    """What U does: once an answer is begun it takes that back, else the last one."""
    if not isinstance(state, Asking):
        return [("U", "back")]
    return [("U", "take my last answer back")] if state.progress.last else []


def _play(canvas: PracticeCanvas, area: QRectF, state: Asking | Picking | Believing) -> None:
    question: Question = state.question
    rows = parts.stacked(canvas, area.adjusted(0, 0, 0, -canvas.px(17)), len(question.words), 8.0)
    challenged = _challenged(state)
    font = canvas.word(look.WORD if len(rows) > FEW else look.LARGE_WORD)
    for place, (row, word) in enumerate(zip(rows, question.words, strict=True)):
        key = str(place + 1) if isinstance(state, Picking) else ""
        said = ": ".join(part for part in (key, spelled(word.word)) if part)
        with canvas.drawn_as(PartKind.WORD, said + (", challenged" if place in challenged else "")):
            rest = _picked(canvas, row, key, filled=place in challenged) if key else row
            canvas.text(rest, word.word, font)
            if place in challenged:
                middle, wide = row.center().y(), canvas.px(17)
                mark = QRectF(row.right() - wide, middle - canvas.px(2), wide, canvas.px(4))
                canvas.text(mark, "challenged", canvas.plain(look.SMALL), canvas.colours.quiet, RIGHT)
    below = QRectF(area.left(), area.bottom() - canvas.px(16), area.width(), canvas.px(16))
    score = QRectF(below.left(), below.top(), below.width(), canvas.px(7))
    canvas.text(score, f"Score {question.score}", canvas.bold(look.TITLE))
    cost = cost_line(state.progress.plan.stake, len(question.words))
    parts.lines(canvas, below.adjusted(0, canvas.px(7.6), 0, 0), [cost], look.SMALL)


def _picked(canvas: PracticeCanvas, row: QRectF, key: str, *, filled: bool) -> QRectF:
    """The cap that picks a word; returns the room beside it."""
    high = min(canvas.px(look.CAP), row.height() * 0.86)
    draw_cap(canvas, row.left(), row.center().y(), high, key, filled)
    canvas.hot(row, key)
    return row.adjusted(high * 1.4, 0, 0, 0)


def _challenged(state: Asking | Picking | Believing) -> tuple[int, ...]:
    match state:
        case Asking():
            return ()
        case Picking():
            return state.picked
        case Believing():
            return state.challenged if state.progress.plan.stake.per_word else ()
        case _:
            assert_never(state)


def _time(canvas: PracticeCanvas, area: QRectF, state: Asking | Picking | Believing, now_ms: int) -> None:
    hold = state.progress.plan.hold_ms
    if hold is not None:
        left_ms = max(0, state.since_ms + hold - now_ms)
        parts.bar(canvas, QRectF(area.left(), area.top(), area.width(), canvas.px(look.GAP)), left_ms / hold)


def _asked(canvas: PracticeCanvas, area: QRectF, state: Asking | Picking | Believing) -> None:
    match state:
        case Asking():
            rest = parts.heading(canvas, area, "Challenge or accept?")
            _big(canvas, rest, (("A", "accept"), ("C", "challenge")))
        case Picking():
            rest = parts.heading(canvas, area, "Which words do you challenge?")
            many = len(state.picked)
            does = (
                f"challenge {many} word{'s' if many > 1 else ''}"
                if many
                else "first pick words by their digit"
            )
            _big(canvas, rest, (("ENTER", does),))
        case Believing():
            rest = parts.heading(canvas, area, "How likely is it that the play is not good?")
            _beliefs(canvas, rest)
        case _:
            assert_never(state)


def _big(canvas: PracticeCanvas, area: QRectF, keys: tuple[tuple[str, str], ...]) -> None:
    """Large caps, each with what it does beside it."""
    high, font = min(canvas.px(look.BIG_CAP), area.height() * 0.8), canvas.bold(look.LARGE)
    left = area.left()
    for key, does in keys:
        words = advance(does, font) + 1
        with canvas.drawn_as(PartKind.KEY, f"{key}: {does}"):
            cap = draw_cap(canvas, left, area.center().y(), high, key) + canvas.px(look.GAP * 2)
            canvas.text(QRectF(left + cap, area.top(), words, area.height()), does, font)
        canvas.hot(QRectF(left, area.top(), cap + words, area.height()), key)
        left += cap + words + canvas.px(look.APART)


def _beliefs(canvas: PracticeCanvas, area: QRectF) -> None:
    """Five steps and ENTER, which states none."""
    shares = [
        (str(place), percent(belief), word)
        for place, (belief, word) in enumerate(zip(BELIEFS, BELIEF_WORDS, strict=True), 1)
    ]
    wide, high = area.width() / (len(shares) + 1), min(canvas.px(look.CAP * 1.2), area.height() * 0.42)
    for place, (key, share, word) in enumerate([*shares, ("ENTER", "", "I do not say")]):
        room = QRectF(area.left() + place * wide, area.top(), wide, area.height())
        middle = room.top() + high * 0.6
        cap = cap_width(canvas, key, high)
        beside = QRectF(
            room.left() + cap + canvas.px(look.GAP), middle - high / 2, wide - cap - canvas.px(2), high
        )
        under = QRectF(
            room.left(), middle + high * 0.75, wide - canvas.px(look.GAP), canvas.px(look.SMALL * 1.5)
        )
        with canvas.drawn_as(PartKind.KEY, f"{key}: {f'{share} {word}'.strip()}"):
            draw_cap(canvas, room.left(), middle, high, key)
            canvas.text(beside, share, canvas.bold(look.LARGE))
            canvas.text(under, word, canvas.plain(look.SMALL), canvas.colours.quiet)
        canvas.hot(room, key)
