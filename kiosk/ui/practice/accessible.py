"""What assistive tools find in the window of practice: what its page draws, as parts with their roles.

The rule guarded: no more is said than is drawn, so before the answer nothing tells what a word is.
"""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from kiosk.core.spoken import PagePart, PartKind
from kiosk.ui.kit.accessible import SpokenParts

BESIDE = (PartKind.KEY, PartKind.LIST)  # there for anyone who looks, and told only when it alone changes


class SpokenView(SpokenParts):
    """The parts of the page that was painted last."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._said: tuple[PagePart, ...] = ()

    def show(self, said: tuple[PagePart, ...]) -> None:
        """From now on assistive tools find *said*."""
        before, self._said = self._said, said
        self.say(said, told(before, said), anew=_title(before) != _title(said))


def told(before: Sequence[PagePart], after: Sequence[PagePart]) -> str:
    """What to announce of *after* to somebody who knows *before*: a new page without its keys, and of the
    same page what changed."""
    if _title(before) != _title(after):
        return ". ".join(part.said for part in after if part.kind not in BESIDE)
    return ". ".join(part.said for part in after if part not in before)


def _title(said: Sequence[PagePart]) -> str:
    return said[0].said if said else ""
