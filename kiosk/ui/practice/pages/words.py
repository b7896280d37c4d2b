"""My words: brought in from a paste, a file or a cardbox, and taken out again."""

from kiosk.practice.views import WordsView
from kiosk.ui.practice import look, parts
from kiosk.ui.practice.look import PracticeCanvas

KEYS = (("ESC", "back"),)
ROWS = (
    ("P", "Paste words", "what you copied elsewhere"),
    ("F", "Take words from a file", "one a line, or an export of a log"),
    ("B", "Take a cardbox in", "Zyzzyva or Xerafin, .db"),
    ("O", "Write my cards as words", "one a line"),
    ("X", "Write my cards as a cardbox", "Zyzzyva or Xerafin, .db"),
)


def draw(canvas: PracticeCanvas, view: WordsView) -> None:
    """Draw *view*."""
    body = parts.frame(canvas, "my words", view.list_name, KEYS)
    rest = parts.heading(canvas, body, f"{view.cards} cards, {view.mine} of them brought in")
    for row, (key, does, note) in zip(parts.stacked(canvas, rest, len(ROWS), 9.0), ROWS, strict=True):
        parts.key_row(canvas, row.adjusted(0, 0, -row.width() * 0.25, 0), key, does, note)
    room = rest.adjusted(0, canvas.px(9.0) * len(ROWS) + canvas.px(look.GAP), 0, 0)
    said = [
        view.notice or "Words that are not in the list come as phoneys. New cards are begun twenty a day."
    ]
    parts.lines(canvas, room, said, look.TEXT)
