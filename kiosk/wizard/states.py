"""What every state of the wizard answers for itself. The states are in `asking` and `saving`; `machine` says
how they work together."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any, Self, TypeAlias

from kiosk.wizard.draft import WizardKnown, WizardOption
from kiosk.wizard.entry import hint_for, leaves, pick
from kiosk.wizard.events import Pressed, WizardEffect, WizardReply
from kiosk.wizard.pages import WizardClock, WizardPage


class WizardState:
    """What a wizard is in. Whatever holds a typed secret keeps it out of its `repr`, and the page of it knows
    only how many characters it has."""

    __slots__ = ()

    @abstractmethod
    def act(self, key: Pressed, now_ms: int, known: WizardKnown) -> "WizardNext":
        """What a key does; one that means nothing here changes nothing but what the page says of it."""

    @abstractmethod
    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        """What the screen says."""

    def on_answer(self, reply: WizardReply, now_ms: int, known: WizardKnown) -> "WizardNext":
        """What the answer to an order leads to; one that nobody waits for changes nothing."""
        return self, ()

    @property
    def shows_time(self) -> bool:
        """Whether the page changes with the time of day."""
        return False

    @property
    def is_stored(self) -> bool:
        """Whether the set-up is in force by now."""
        return False


WizardNext: TypeAlias = tuple[WizardState, tuple[WizardEffect, ...]]


class OptionsState(WizardState):
    """A page of options."""

    __slots__ = ()

    @property
    @abstractmethod
    def cursor(self) -> int:
        """The option that ENTER takes."""

    @property
    @abstractmethod
    def notice(self) -> str:
        """What is said beside the options."""

    @abstractmethod
    def options(self, known: WizardKnown) -> tuple[WizardOption, ...]:
        """What can be taken, each by its number."""

    @abstractmethod
    def take(self, place: int, known: WizardKnown) -> WizardNext:
        """What follows when the option at *place* is taken."""

    @abstractmethod
    def go_back(self, known: WizardKnown) -> WizardNext:
        """The page before."""

    def act(self, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        if leaves(key, self.notice):
            return self.go_back(known)
        picked = pick(key, self.cursor, len(self.options(known)), self.notice)
        if picked is None:
            return self.with_notice(hint_for(key, self.notice)), ()
        return self.take(picked.place, known) if picked.taken else (self.at(picked.place), ())

    def at(self, place: int) -> Self:
        """The page with the cursor at *place*."""
        state: Any = self
        moved: Self = replace(state, cursor=place, notice="")
        return moved

    def with_notice(self, notice: str) -> Self:
        state: Any = self
        noted: Self = replace(state, notice=notice)
        return noted
