"""Quick decks, each by its digit."""

from kiosk.practice.decks import DECKS
from kiosk.practice.views import DeckView
from kiosk.ui.practice import look, parts
from kiosk.ui.practice.look import PracticeCanvas

KEYS = (("ESC", "back"),)


def draw(canvas: PracticeCanvas, view: DeckView) -> None:
    """Draw *view*."""
    body = parts.frame(canvas, "quick decks", view.list_name, KEYS)
    rest = parts.heading(canvas, body, "Which words?")
    for place, (row, deck) in enumerate(
        zip(
            parts.stacked(canvas, rest.adjusted(0, 0, 0, -canvas.px(12)), len(DECKS), 8.6), DECKS, strict=True
        ),
        1,
    ):
        parts.key_row(canvas, row.adjusted(0, 0, -row.width() * 0.4, 0), str(place), deck.name)
    if view.short:
        high = parts.lines_high(canvas, [view.short], look.SMALL, body.width())
        parts.lines(canvas, body.adjusted(0, body.height() - high, 0, 0), [view.short], look.SMALL)
