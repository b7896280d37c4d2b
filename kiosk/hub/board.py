"""The latest picture, between whoever looks at the hub and any number of browsers.

The rule it guards: how old a picture is goes by a clock that nobody can set, from the moment the hub was
asked; and what keeps a newer one away is told with it.
"""

from collections.abc import Callable
from threading import Condition
from time import monotonic

from kiosk.core.frozen import frozen
from kiosk.core.hub.picture import HubPicture, PictureAge


@frozen
class Posted:
    """*number* rises with each change. *picture*: None before the hub was ever reached."""

    number: int
    picture: HubPicture | None
    standing: PictureAge


class Board:
    """Where pictures are posted. *clock*: seconds that only go on."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._changed = Condition()
        self._clock = clock
        self._number = 0
        self._picture: HubPicture | None = None
        self._at = clock()
        self._trouble = self._since = ""

    def post(self, picture: HubPicture, asked_at: float) -> None:
        """A new *picture*, for which the hub was asked at *asked_at* by this board's clock."""
        with self._changed:
            self._picture, self._at, self._trouble, self._since = picture, asked_at, "", ""
            self._number += 1
            self._changed.notify_all()

    def doubt(self, sentence: str, local: str) -> None:
        """No picture comes, and why; *local*: the time on the wall, of which the first counts."""
        with self._changed:
            if sentence == self._trouble:
                return
            self._trouble, self._since = sentence, self._since or local
            self._number += 1
            self._changed.notify_all()

    def now(self) -> float:
        return self._clock()

    def read(self) -> Posted:
        """What is posted now."""
        with self._changed:
            age_s = max(0, int(self._clock() - self._at))
            return Posted(self._number, self._picture, PictureAge(age_s, self._trouble, self._since))

    def wait(self, number: int, seconds: float) -> Posted:
        """What is posted once it is no longer *number*, or after *seconds*."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != number, seconds)
        return self.read()
