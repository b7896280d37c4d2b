"""Keeps the lesson of a rehearsal in step with its station. No Qt."""

from pathlib import Path

from kiosk.actions.practice.begin import refuse_during_event
from kiosk.core.challenge.states import Idle, State
from kiosk.errors import KioskError
from kiosk.practice.rehearsal.lesson import LessonEvent, StationSeen, follow, lesson_for
from kiosk.practice.rehearsal.wording import Prompt, Script, prompt


class Teaching:
    """*data*: the folder in which no event may be open while somebody rehearses."""

    def __init__(self, data: Path, script: Script) -> None:
        self._data = data
        self._script = script
        self._state: State = script.procedure.idle(0)
        self.lesson = lesson_for(script.procedure, script.words)

    @property
    def prompt(self) -> Prompt:
        """What stands beside the page now."""
        return prompt(self.lesson, self._state, self._script)

    def ask(self, event: LessonEvent) -> None:
        """Carry the lesson on by *event*."""
        self.lesson = follow(self.lesson, event)

    def seen(self, state: State) -> None:
        """The station shows *state* now."""
        self._state = state
        self.ask(StationSeen(state))

    def why_end(self) -> str:
        """Why nobody may rehearse any longer: an event was opened meanwhile; empty if they may. Asked
        between two challenges only."""
        if not isinstance(self._state, Idle):
            return ""
        try:
            refuse_during_event(self._data)
        except KioskError as error:
            return str(error)
        return ""
