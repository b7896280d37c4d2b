"""A drill: the play and what is asked of it, the answer explained, and the session counted."""

from typing import assert_never

from PySide6.QtCore import QRectF

from kiosk.base.page import PartKind
from kiosk.kit.canvas import RIGHT, advance
from kiosk.kit.shapes import cap_width, draw_cap
from kiosk.practice import kit
from kiosk.practice.answers import BELIEFS
from kiosk.practice.kit import PracticeCanvas, draw_board, spell
from kiosk.practice.machine import (
    Asking,
    Believing,
    Picking,
    Revealed,
    SessionOver,
)
from kiosk.practice.pages import (
    DrillView,
)
from kiosk.practice.plots_kit import (
    draw_table,
)
from kiosk.practice.questions import Question
from kiosk.practice.scores import ENOUGH_IN_BIN, SessionSummary, summarise
from kiosk.practice.wording import (
    WordNotes,
    cost_line,
    explain,
    percent,
    points,
)


def draw_drill(canvas: PracticeCanvas, view: DrillView) -> None:
    """The page of a session as far as it has come."""
    state = view.state
    if isinstance(state, Asking | Picking | Believing):
        draw_question(canvas, view, state)
    elif isinstance(state, Revealed):
        draw_reveal(canvas, view, state)
    elif isinstance(state, SessionOver):
        draw_over(canvas, view, state)
    else:  # what waits for an answer has it before anything is painted
        kit.frame(canvas, "", view.list_name, ())


# ---- question ----------------------------------------------------------------------------------------------
# A play and what is asked of it: accept or challenge, which words, how sure.

QUESTION_FEW = 3  # words, which are shown larger
ASKED_HIGH = 22.0  # units for what is asked, under the play
BELIEF_WORDS = ("surely good", "probably good", "even", "probably not", "surely not")


def draw_question(canvas: PracticeCanvas, view: DrillView, state: Asking | Picking | Believing) -> None:
    """Draw *state*, a play that is still to be answered."""
    keys = [*_back(state), ("ESC", "leave")]
    count = len(state.progress.attempts) + 1
    body = kit.frame(canvas, f"play {count}", view.list_name, keys)
    high = canvas.px(ASKED_HIGH)
    above = body.adjusted(0, 0, 0, -high)
    left, right = kit.halves(canvas, above, 0.58)
    draw_board(canvas, left, state.question.fragment)
    _play(canvas, right, state)
    asked = QRectF(body.left(), body.bottom() - high, body.width(), high)
    canvas.fill(
        QRectF(asked.left(), asked.top(), asked.width(), max(1.0, canvas.px(kit.LINE))), canvas.palette.line
    )
    _time(canvas, asked, state, view.now_ms)
    _draw_asked(canvas, asked.adjusted(0, canvas.px(kit.GAP), 0, 0), state)


def _back(state: Asking | Picking | Believing) -> list[tuple[str, str]]:
    """What U does: once an answer is begun it takes that back, else the last one."""
    if not isinstance(state, Asking):
        return [("U", "back")]
    return [("U", "take my last answer back")] if state.progress.last else []


def _play(canvas: PracticeCanvas, area: QRectF, state: Asking | Picking | Believing) -> None:
    question: Question = state.question
    rows = kit.stack_rows(canvas, area.adjusted(0, 0, 0, -canvas.px(17)), len(question.words), 8.0)
    challenged = _places_challenged(state)
    font = canvas.word(kit.WORD if len(rows) > QUESTION_FEW else kit.LARGE_WORD)
    for place, (row, word) in enumerate(zip(rows, question.words, strict=True)):
        key = str(place + 1) if isinstance(state, Picking) else ""
        said = ": ".join(part for part in (key, spell(word.word)) if part)
        with canvas.draw_as(PartKind.WORD, said + (", challenged" if place in challenged else "")):
            rest = _draw_pick(canvas, row, key, filled=place in challenged) if key else row
            canvas.text(rest, word.word, font)
            if place in challenged:
                middle, wide = row.center().y(), canvas.px(17)
                mark = QRectF(row.right() - wide, middle - canvas.px(2), wide, canvas.px(4))
                canvas.text(mark, "challenged", canvas.plain(kit.SMALL), canvas.colours.quiet, RIGHT)
    below = QRectF(area.left(), area.bottom() - canvas.px(16), area.width(), canvas.px(16))
    score = QRectF(below.left(), below.top(), below.width(), canvas.px(7))
    canvas.text(score, f"Score {question.score}", canvas.bold(kit.TITLE))
    cost = cost_line(state.progress.plan.stake, len(question.words))
    kit.lines(canvas, below.adjusted(0, canvas.px(7.6), 0, 0), [cost], kit.SMALL)


def _draw_pick(canvas: PracticeCanvas, row: QRectF, key: str, *, filled: bool) -> QRectF:
    """The cap that picks a word; returns the room beside it."""
    high = min(canvas.px(kit.CAP), row.height() * 0.86)
    draw_cap(canvas, row.left(), row.center().y(), high, key, filled)
    canvas.hot(row, key)
    return row.adjusted(high * 1.4, 0, 0, 0)


def _places_challenged(state: Asking | Picking | Believing) -> tuple[int, ...]:
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
        kit.bar_parts(
            canvas, QRectF(area.left(), area.top(), area.width(), canvas.px(kit.GAP)), left_ms / hold
        )


def _draw_asked(canvas: PracticeCanvas, area: QRectF, state: Asking | Picking | Believing) -> None:
    match state:
        case Asking():
            rest = kit.heading(canvas, area, "Challenge or accept?")
            _big(canvas, rest, (("A", "accept"), ("C", "challenge")))
        case Picking():
            rest = kit.heading(canvas, area, "Which words do you challenge?")
            many = len(state.picked)
            does = (
                f"challenge {many} word{'s' if many > 1 else ''}"
                if many
                else "first pick words by their digit"
            )
            _big(canvas, rest, (("ENTER", does),))
        case Believing():
            rest = kit.heading(canvas, area, "How likely is it that the play is not good?")
            _beliefs(canvas, rest)
        case _:
            assert_never(state)


def _big(canvas: PracticeCanvas, area: QRectF, keys: tuple[tuple[str, str], ...]) -> None:
    """Large caps, each with what it does beside it."""
    high, font = min(canvas.px(kit.BIG_CAP), area.height() * 0.8), canvas.bold(kit.LARGE)
    left = area.left()
    for key, does in keys:
        words = advance(does, font) + 1
        with canvas.draw_as(PartKind.KEY, f"{key}: {does}"):
            cap = draw_cap(canvas, left, area.center().y(), high, key) + canvas.px(kit.GAP * 2)
            canvas.text(QRectF(left + cap, area.top(), words, area.height()), does, font)
        canvas.hot(QRectF(left, area.top(), cap + words, area.height()), key)
        left += cap + words + canvas.px(kit.APART)


def _beliefs(canvas: PracticeCanvas, area: QRectF) -> None:
    """Five steps and ENTER, which states none."""
    shares = [
        (str(place), percent(belief), word)
        for place, (belief, word) in enumerate(zip(BELIEFS, BELIEF_WORDS, strict=True), 1)
    ]
    wide, high = area.width() / (len(shares) + 1), min(canvas.px(kit.CAP * 1.2), area.height() * 0.42)
    for place, (key, share, word) in enumerate([*shares, ("ENTER", "", "I do not say")]):
        room = QRectF(area.left() + place * wide, area.top(), wide, area.height())
        middle = room.top() + high * 0.6
        cap = cap_width(canvas, key, high)
        free = QRectF(
            room.left() + cap + canvas.px(kit.GAP), middle - high / 2, wide - cap - canvas.px(2), high
        )
        under = QRectF(
            room.left(), middle + high * 0.75, wide - canvas.px(kit.GAP), canvas.px(kit.SMALL * 1.5)
        )
        with canvas.draw_as(PartKind.KEY, f"{key}: {f'{share} {word}'.strip()}"):
            draw_cap(canvas, room.left(), middle, high, key)
            canvas.text(free, share, canvas.bold(kit.LARGE))
            canvas.text(under, word, canvas.plain(kit.SMALL), canvas.colours.quiet)
        canvas.hot(room, key)


# ---- reveal ------------------------------------------------------------------------------------------------
# After the answer: each word, what it is and what is near it; and what the decision was worth.

REVEAL_KEYS = (("ENTER", "next play"), ("U", "take my answer back"), ("ESC", "leave"))
HIGH = 18.0  # units for one word, at most
ALONE_HIGH = 30.0  # the only one, whose definition may be long
REVEAL_FEW = 3  # words, under which the play is drawn again
BOARD_FROM = 12.0  # units: in less room the play is not drawn again


def draw_reveal(canvas: PracticeCanvas, view: DrillView, state: Revealed) -> None:
    """Draw *state*, an answer that is saved."""
    body = kit.frame(canvas, f"play {len(state.progress.attempts)}", view.list_name, REVEAL_KEYS)
    left, right = kit.halves(canvas, body, 0.6)
    few = len(state.notes) <= REVEAL_FEW
    rows = kit.stack_rows(canvas, left, len(state.notes), HIGH if len(state.notes) > 1 else ALONE_HIGH)
    bottoms = [_word(canvas, row, notes) for row, notes in zip(rows, state.notes, strict=True)]
    below = _decision_reveal(canvas, right, state)
    above = max(bottoms[-1] + canvas.px(kit.GAP), rows[-1].top() + canvas.px(HIGH))
    room = left.adjusted(0, above - left.top(), 0, 0) if few else below
    if room.height() > canvas.px(BOARD_FROM):
        draw_board(canvas, room, state.question.fragment)


def _word(canvas: PracticeCanvas, area: QRectF, notes: WordNotes) -> float:
    """What *notes* say; returns where they end."""
    said, label = _lines_of(notes), "good" if notes.valid else "phoney"
    with canvas.draw_as(PartKind.WORD, ". ".join((f"{spell(notes.word)}, {label}", *said))):
        return _draw_notes(canvas, area, notes, said)


def _draw_notes(canvas: PracticeCanvas, area: QRectF, notes: WordNotes, said: list[str]) -> float:
    px, units = canvas.px, min(kit.WORD, area.height() / canvas.unit * kit.WORD_SHARE)
    font, high = canvas.word(units), canvas.px(units * 1.2)
    top = QRectF(area.left(), area.top(), area.width(), high)
    wide = min(advance(notes.word, font), area.width() - px(18))
    canvas.text(QRectF(top.left(), top.top(), wide + 1, high), notes.word, font)
    label = QRectF(top.left() + wide + px(kit.GAP * 1.5), top.center().y() - px(1.9), px(13), px(3.8))
    kit.tag(canvas, label, "good" if notes.valid else "phoney", filled=notes.valid)
    room = area.adjusted(0, high, 0, -px(kit.GAP))
    count = max(1, int(room.height() / px(kit.SMALL * kit.LEADING)))
    return _fit_lines(canvas, room, said, count)


def _lines_of(notes: WordNotes) -> list[str]:
    """What is said of a word, most wanted first."""
    if not notes.valid:
        near = f"Good words near it: {', '.join(notes.near)}." if notes.near else ""
        anagrams = f"Its letters make: {', '.join(notes.anagrams)}." if notes.anagrams else ""
        return [line for line in (notes.made, near, anagrams) if line]
    hooks = " · ".join(
        part
        for part in (
            f"before it: {spell(notes.hooks.front)}" if notes.hooks.front else "",
            f"after it: {spell(notes.hooks.back)}" if notes.hooks.back else "",
        )
        if part
    )
    anagrams = f"Anagrams: {', '.join(notes.anagrams)}" if notes.anagrams else ""
    lines = [notes.definition or "", f"Hooks {hooks}" if hooks else "No hooks", anagrams]
    return [line for line in lines if line]


def _fit_lines(canvas: PracticeCanvas, area: QRectF, said: list[str], rows: int) -> float:
    """As much of *said* as fits, each at least one row, the first as many as are left; returns its end."""
    spare = max(0, rows - len(said))
    step = canvas.px(kit.SMALL * kit.LEADING)
    top = area.top()
    for text in said[:rows]:
        folded = kit.fold(text, canvas, kit.SMALL, area.width())
        shown = folded[: 1 + spare]
        spare -= len(shown) - 1
        if len(shown) < len(folded):
            shown[-1] = kit.cut_short(shown[-1], canvas, kit.SMALL, area.width())
        for line in shown:
            row = QRectF(area.left(), top, area.width(), step)
            canvas.text(row, line, canvas.plain(kit.SMALL), canvas.colours.quiet)
            top += step
    return top


def _decision_reveal(canvas: PracticeCanvas, area: QRectF, state: Revealed) -> QRectF:
    """What the answer was worth; returns the room below it."""
    said = explain(state.question, state.attempt, state.weighed)
    rest = kit.lines(canvas, area, [said.answer, said.truth], kit.LARGE)
    high = canvas.px(kit.POINTS * 1.3)
    canvas.text(QRectF(rest.left(), rest.top(), rest.width(), high), said.points, canvas.bold(kit.POINTS))
    rest = rest.adjusted(0, high + canvas.px(kit.GAP), 0, 0)
    score = f"The play scored {state.question.score}."
    below = kit.lines(canvas, rest, [score, *said.lines], kit.TEXT)
    return below.adjusted(0, canvas.px(kit.GAP * 2), 0, 0)


# ---- over --------------------------------------------------------------------------------------------------
# The end of a session: how many plays were phoney, what was told apart, what was missed.

MOST_MISSED = 24


def draw_over(canvas: PracticeCanvas, view: DrillView, state: SessionOver) -> None:
    """Draw *state*, a session that ended."""
    found = summarise(state.progress.attempts)
    keys = [("ENTER", "done"), *([("3", "play my misses again")] if found.missed else [])]
    body = kit.frame(canvas, "session over", view.list_name, [*keys, ("ESC", "back")])
    rest = kit.lines(canvas, body, [state.why] if state.why else [], kit.TEXT)
    left, right = kit.halves(canvas, rest, 0.5)
    _draw_counts(canvas, left, found)
    _draw_missed(canvas, right, found)


def _draw_counts(canvas: PracticeCanvas, area: QRectF, found: SessionSummary) -> None:
    many = "1 play" if found.answers == 1 else f"{found.answers} plays"
    share = found.bad / found.answers if found.answers else 0.0
    rest = kit.heading(canvas, area, f"{many}, {found.bad} phoney ({percent(share)})")
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
    below = rest.adjusted(0, table.height() + canvas.px(kit.GAP * 2), 0, 0)
    kit.lines(canvas, below, lines, kit.TEXT)


def _draw_missed(canvas: PracticeCanvas, area: QRectF, found: SessionSummary) -> None:
    if not found.missed:
        kit.heading(canvas, area, "Nothing was missed")
        return
    rest = kit.heading(canvas, area, "Missed")
    shown = found.missed[:MOST_MISSED]
    columns = 2 if len(shown) > 6 else 1
    rows = -(-len(shown) // columns)
    wide = rest.width() / columns
    high = min(canvas.px(kit.ROW), rest.height() / (rows + 1))
    for place, word in enumerate(shown):
        cell = QRectF(
            rest.left() + place // rows * wide,
            rest.top() + place % rows * high,
            wide - canvas.px(kit.GAP),
            high,
        )
        tagged, label = canvas.px(11), "good" if word.valid else "phoney"
        tag = QRectF(cell.left(), cell.center().y() - high * 0.34, tagged, high * 0.68)
        free = cell.adjusted(tagged + canvas.px(kit.GAP), 0, 0, 0)
        with canvas.draw_as(PartKind.WORD, f"{spell(word.word)}, {label}"):
            kit.tag(canvas, tag, label, filled=word.valid)
            canvas.text(free, word.word, canvas.word(kit.TEXT))
    if len(found.missed) > MOST_MISSED:
        more = QRectF(rest.left(), rest.top() + rows * high, rest.width(), high)
        canvas.text(more, f"and {len(found.missed) - MOST_MISSED} more", canvas.plain(kit.SMALL))
