"""Begins a rehearsal on a folder that is erased afterwards, and keeps the lesson in step with its station.
No Qt.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import KioskError, RuleSetError
from kiosk.folder import RULESETS
from kiosk.practice.lesson import (
    LETTER,
    LessonEvent,
    Prompt,
    SampleWords,
    Script,
    StationSeen,
    follow,
    lesson_for,
    prompt,
)
from kiosk.practice.passing_store import throw_away
from kiosk.practice.session_run import refuse_during_event, refuse_to_begin
from kiosk.rules.penalties import choose_penalty
from kiosk.rules.ruling import Verdict, adjudicate
from kiosk.rules.store import load_ruleset
from kiosk.setup.division_store import OpenedSetup, open_from
from kiosk.setup.settings import DivisionSettings, Protection, Settings, Timings
from kiosk.setup.store import load_demonstration, load_settings
from kiosk.station.idle import Idle, idle
from kiosk.station.states import Procedure, State
from kiosk.words.play import Play, Word, WordSource

# ---- begin -------------------------------------------------------------------------------------------------
# Begin a rehearsal.
#
# The rules guarded: while an event is open in the data folder nobody rehearses there; of that folder only the
# set-up, its lists and rule sets are read, and nothing in it is written; sample words are looked up in the
# very lists that will judge them.

GOOD = ("TABLE", "WATER", "HOUSE", "LETTER", "BREAD", "HORSE", "DOG", "CAT")
BAD = ("ZZYZX", "QWOFT", "VUJEK", "XYQZ")
# Newcomers read the lesson beside the page: as long as any set-up may allow.
UNHURRIED = Timings(entering_s=300, checking_s=600, showing_s=120, choosing_s=120)
WHERE = "--rules"


@frozen
class RehearsalWish:
    """*rules*, *penalty*: other ones than the set-up's; then there is one division."""

    rules: str | None = None
    penalty: str | None = None


@frozen
class OpenedRehearsal:
    """*data*: the data folder, which is only read; *folder*: the one that is thrown away. *given*: what it
    rules with; *script*: what the lesson speaks of."""

    data: Path
    folder: Path
    given: OpenedSetup
    script: Script


@contextmanager
def rehearsal(data: Path, wish: RehearsalWish, above: Path | None = None) -> Iterator[OpenedRehearsal]:
    """Everything for a rehearsal by the set-up in *data*, as *wish* changes it; its folder, made below
    *above* or where the system keeps such things, is gone afterwards."""
    refuse_to_begin(data)
    given = _load_given(data, wish)
    procedure = Procedure(given.divisions, given.settings.timings, given.settings.ask_table, unguarded=True)
    _refuse_staff_only(procedure)
    script = Script(procedure, sample_words(given.sources))
    with throw_away(above) as folder:
        yield OpenedRehearsal(data, folder, given, script)


def _load_given(data: Path, wish: RehearsalWish) -> OpenedSetup:
    """The set-up of *data*, or the demonstration, as station X with nothing outside of its folder."""
    present = load_settings(data)
    settings = replace(
        present or load_demonstration(),
        letter=LETTER,
        name="Rehearsal",
        event=None,
        rounds=(),
        second_copy=None,
        protection=Protection.DEMONSTRATION,
    )
    settings = replace(settings, timings=replace(UNHURRIED, hold_s=settings.timings.hold_s))
    if wish.rules is not None or wish.penalty is not None:
        settings = replace(settings, divisions=(_division(data, settings, wish),))
        opened = open_from(data, settings, WHERE)
    else:
        opened = open_from(data, settings)
    return replace(opened, is_set_up=False)  # no guard is engaged, no passcode asked for


def _division(data: Path, settings: Settings, wish: RehearsalWish) -> DivisionSettings:
    """The first division under what *wish* names; its list stays."""
    first = settings.divisions[0]
    rules = load_ruleset(wish.rules or first.rules, data / RULESETS)
    other = rules.id != first.rules
    international = first.international and not other
    penalty = choose_penalty(rules, wish.penalty, international=international)
    if not other:
        return replace(first, penalty=penalty)
    return DivisionSettings(first.id, first.name, rules.id, penalty, first.main, colour=first.colour)


def _refuse_staff_only(procedure: Procedure) -> None:
    rules = procedure.divisions[0].rules
    if not any(division.rules.self_lookup for division in procedure.divisions):
        raise RuleSetError(
            f"Under {rules.id} players do not look words up: the {rules.terms.judge} does. "
            "Rehearse under another rule set with --rules ID (“kiosk rules list” names them)."
        )


def sample_words(sources: Sequence[WordSource]) -> SampleWords:
    """Of ours the first word that all of *sources* have, and the first that none has."""
    return SampleWords(_first(GOOD, Verdict.ACCEPTABLE, sources), _first(BAD, Verdict.UNACCEPTABLE, sources))


def _first(words: Sequence[str], wanted: Verdict, sources: Sequence[WordSource]) -> str:
    for word in words:
        if all(adjudicate(Play((Word(word),)), source) is wanted for source in sources):
            return word
    return ""


# ---- teaching ----------------------------------------------------------------------------------------------
# Keeps the lesson of a rehearsal in step with its station. No Qt.


class Teaching:
    """*data*: the folder in which no event may be open while somebody rehearses."""

    def __init__(self, data: Path, script: Script) -> None:
        self._data = data
        self._script = script
        self._state: State = idle(script.procedure, 0)
        self.lesson = lesson_for(script.procedure, script.words)

    @property
    def prompt(self) -> Prompt:
        """What stands beside the page now."""
        return prompt(self.lesson, self._state, self._script)

    def ask(self, event: LessonEvent) -> None:
        """Carry the lesson on by *event*."""
        self.lesson = follow(self.lesson, event)

    def see(self, state: State) -> None:
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
