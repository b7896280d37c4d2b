"""Three scores side by side, never mixed: words known, beliefs that fit, decisions in points."""

from PySide6.QtCore import QRectF

from kiosk.practice import kit
from kiosk.practice.kit import PracticeCanvas
from kiosk.practice.pages import (
    Grouping,
    ScoresView,
)
from kiosk.practice.plots_kit import (
    draw_calibration,
    draw_shares,
    draw_table,
    draw_weeks,
    not_enough,
)
from kiosk.practice.scores import Results, ShareOf
from kiosk.practice.wording import (
    family_name,
    penalty_name,
    percent,
    points,
)

SCORES_KEYS = (("G", "by kind, length or penalty"), ("ESC", "back"))
NONE_YET = "No answers yet. Take a drill, and come back."
WEEKS_SHOWN = 12
MOST_GROUPS = 9
BELOW = 17.0  # units for weeks and days


def draw_scores(canvas: PracticeCanvas, view: ScoresView) -> None:
    """Draw *view*."""
    found = view.results
    many = "1 answer" if found.answers == 1 else f"{found.answers} answers"
    body = kit.frame(canvas, f"scores · {many}", view.list_name, SCORES_KEYS)
    if not found.answers:
        kit.heading(canvas, body, NONE_YET)
        return
    above = body.adjusted(0, 0, 0, -canvas.px(BELOW))
    knowing, rest = kit.halves(canvas, above, 0.36)
    calibrated, deciding = kit.halves(canvas, rest, 0.5)
    _knowledge(canvas, knowing, found, view.grouping)
    _calibration(canvas, calibrated, found)
    _decision_scores(canvas, deciding, found)
    _history(
        canvas,
        QRectF(body.left(), body.bottom() - canvas.px(BELOW - 2), body.width(), canvas.px(BELOW - 2)),
        found,
    )


def _knowledge(canvas: PracticeCanvas, area: QRectF, found: Results, grouping: Grouping) -> None:
    rest = kit.heading(canvas, area, "Words I know")
    table = QRectF(rest.left(), rest.top(), rest.width(), canvas.px(20))
    draw_table(canvas, table, found.knowledge.total)
    draw_shares(canvas, rest.adjusted(0, canvas.px(21.5), 0, 0), _groups(found, grouping)[:MOST_GROUPS])


def _groups(found: Results, grouping: Grouping) -> list[tuple[str, ShareOf]]:
    known = found.knowledge
    if grouping is Grouping.LENGTH:
        return [(f"{length} letters", group.right) for length, group in known.by_length]
    if grouping is Grouping.RULE:
        return [(penalty_name(rule), group.right) for rule, group in known.by_rule]
    return [(family_name(family), group.right) for family, group in known.by_family]


def _calibration(canvas: PracticeCanvas, area: QRectF, found: Results) -> None:
    rest = kit.heading(canvas, area, "How sure I am")
    score = found.calibration
    if not score.enough:
        kit.lines(canvas, rest, [not_enough(score)], kit.TEXT)
        return
    plot = rest.adjusted(0, 0, 0, -canvas.px(10))
    draw_calibration(canvas, plot, score)
    over = score.overconfidence
    which = "surer than I was right" if over > 0 else "less sure than I was right"
    said = [f"Brier {score.brier:.2f} (0 is perfect, 0.25 is a coin)", f"{percent(abs(over))} {which}"]
    kit.lines(canvas, rest.adjusted(0, rest.height() - canvas.px(9), 0, 0), said, kit.SMALL)


def _decision_scores(canvas: PracticeCanvas, area: QRectF, found: Results) -> None:
    rest = kit.heading(canvas, area, "What I decide")
    score = found.decision
    if not score.count:
        kit.lines(canvas, rest, ["Nothing yet: sessions against the clock do not count."], kit.TEXT)
        return
    high = canvas.px(kit.TITLE * 1.6)
    canvas.text(
        QRectF(rest.left(), rest.top(), rest.width(), high), points(score.points), canvas.bold(kit.TITLE)
    )
    said = [
        "in 100 decisions:",
        f"{score.gained:.0f} gained with phoneys caught,",
        f"{score.lost:.0f} lost to phoneys missed and failed challenges.",
    ]
    if score.stated:
        said.append(
            f"By my own beliefs {score.threshold_lost:.0f} lost: challenged when it did not pay, or not when "
            "it did."
        )
    kit.lines(canvas, rest.adjusted(0, high, 0, 0), said, kit.TEXT)


def _history(canvas: PracticeCanvas, area: QRectF, found: Results) -> None:
    canvas.fill(
        QRectF(area.left(), area.top(), area.width(), max(1.0, canvas.px(kit.LINE))), canvas.palette.line
    )
    room = area.adjusted(0, canvas.px(kit.GAP), 0, 0)
    wide = room.width() / 4
    cells = [
        QRectF(room.left() + place * wide, room.top(), wide - canvas.px(kit.GUTTER), room.height())
        for place in range(4)
    ]
    weeks = found.weeks[-WEEKS_SHOWN:]
    if weeks:
        last = weeks[-1]
        known = [week.knowledge.right.share for week in weeks]
        draw_weeks(canvas, cells[0], "known, by week", known, percent(known[-1]))
        stated = [week.calibration.brier for week in weeks if week.calibration.count]
        if stated:
            draw_weeks(canvas, cells[1], "Brier, by week", stated, f"{stated[-1]:.2f}")
        decided = [week.decision.points for week in weeks]
        draw_weeks(canvas, cells[2], "points in 100", decided, points(last.decision.points).split()[0])
    kit.days(canvas, cells[3].adjusted(0, canvas.px(kit.GAP), 0, 0), found.days)
