"""One sentence: why practice cannot go on, and what to do."""

from kiosk.practice.views import RefusedView
from kiosk.ui.practice import look, parts
from kiosk.ui.practice.look import PracticeCanvas

KEYS = (("ESC", "leave"),)


def draw(canvas: PracticeCanvas, view: RefusedView) -> None:
    """Draw *view*."""
    body = parts.frame(canvas, "not now", "", KEYS)
    rest = parts.heading(canvas, body, "Practice cannot go on here", look.TITLE)
    parts.lines(
        canvas, rest.adjusted(0, canvas.px(look.GAP), -rest.width() * 0.15, 0), [view.why], look.LARGE
    )
