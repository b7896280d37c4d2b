"""The alerts of all rulings of a log that grows: worked out once, and then only for what is new.

The rule guarded here: whatever came in whichever portions, the alerts are those that `find_in` finds
in the whole.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

from kiosk.log.alerts import Detection, Finding, Jumps, SplitWatch, one_scope
from kiosk.log.chain import Key
from kiosk.log.facts import Fact

HasRounds: TypeAlias = Callable[[Fact], bool]


class Watching:
    """Sees rulings in the order they happened, in portions. *found*: what was found, by the ruling it is
    about."""

    def __init__(self, watch: SplitWatch, has_rounds: HasRounds) -> None:
        self.found: dict[Key, list[Finding]] = {}
        self.jumps = Jumps()
        self._watch, self._has_rounds = watch, has_rounds
        self._scope: list[Fact] = []
        self._detection: Detection | None = None
        self._told = 0
        self._rounds = self._shown = self._redone = False
        self._news: list[Finding] = []

    def news(self) -> tuple[list[Finding], bool]:
        """What was found since the last call, and whether anything found before it was taken back."""
        news, redone = self._news, self._redone
        self._news, self._redone = [], False
        return news, redone

    def extend(self, new: Sequence[Fact]) -> None:
        """Go on with *new*."""
        if not new:
            return
        cuts = [place for place, pair in enumerate(pairwise(new), start=1) if not one_scope(*pair)]
        for first, last in pairwise((0, *cuts, len(new))):
            self._go_on(new[first:last])

    def _go_on(self, new: Sequence[Fact]) -> None:
        """The next rulings of one event or sitting: of that of those before, or else it begins here."""
        if self._scope and not one_scope(self._scope[-1], new[0]):
            self._scope, self._detection, self._shown = [], None, False
        self._scope += new
        self._shown = self._shown or any(ruling.round is not None for ruling in new)
        rounds = self._shown or (new[-1].event is not None and self._has_rounds(new[-1]))
        if self._detection is None or rounds != self._rounds:
            # That there are rounds may show late: then it holds for the whole event.
            for ruling in self._scope if self._detection is not None else ():
                self._redone |= self.found.pop(ruling.key, None) is not None
            self._detection = Detection(self.jumps, self._watch, has_rounds=rounds)
            self._told, self._rounds, new = 0, rounds, self._scope
        for ruling in new:
            self._detection.see(ruling)
        fresh = self._detection.found[self._told :]
        for finding in fresh:
            self.found.setdefault(finding.about, []).append(finding)
        self._news += fresh
        self._told = len(self._detection.found)
