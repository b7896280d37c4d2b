"""Draws what practice shows, each view by the module of its page."""

from typing import assert_never

from kiosk.practice.drill.states import (
    Asking,
    Believing,
    Picking,
    Revealed,
    Saving,
    SessionOver,
    Undoing,
    Waiting,
)
from kiosk.practice.views import (
    DeckView,
    DrillView,
    HomeView,
    PracticeView,
    RefusedView,
    ScoresView,
    WordsView,
)
from kiosk.ui.practice import parts
from kiosk.ui.practice.look import PracticeCanvas
from kiosk.ui.practice.pages import decks, home, over, question, refused, reveal, scores, words


def draw_view(canvas: PracticeCanvas, view: PracticeView) -> None:
    """Draw *view* on all of *canvas*."""
    match view:
        case HomeView():
            home.draw(canvas, view)
        case DeckView():
            decks.draw(canvas, view)
        case DrillView():
            _drill(canvas, view)
        case ScoresView():
            scores.draw(canvas, view)
        case WordsView():
            words.draw(canvas, view)
        case RefusedView():
            refused.draw(canvas, view)
        case _:
            assert_never(view)


def _drill(canvas: PracticeCanvas, view: DrillView) -> None:
    match view.state:
        case Asking() | Picking() | Believing():
            question.draw(canvas, view, view.state)
        case Revealed():
            reveal.draw(canvas, view, view.state)
        case SessionOver():
            over.draw(canvas, view, view.state)
        case Waiting() | Saving() | Undoing():  # answered before anything is painted
            parts.frame(canvas, "", view.list_name, ())
        case _:
            assert_never(view.state)
