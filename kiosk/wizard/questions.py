"""The questions, which of them are asked in which order, and what may be answered.

Rules it guards: what a field of a set-up may hold is declared once, beside the field, and asked from there;
where one comes from and where one goes next follow from the answers alone.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from kiosk.core.fields.limits import Limit
from kiosk.core.fields.reading import Declared, declared
from kiosk.core.rules.choices import DivisionKind, PenaltyId
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.schedule import RoundTime
from kiosk.core.setup.settings import (
    AlertSettings,
    DivisionSettings,
    EventSettings,
    Profile,
    Settings,
    Sizes,
    Timings,
)
from kiosk.wizard.values import Draft, WizardKnown


class SetupQuestion(StrEnum):
    """A question by the place of its answer: the table and the key of a set-up file, where it has one."""

    PROFILE = "station.profile"
    RULES = "division.rules"
    PENALTY = "division.penalty"
    LIST = "division.main"
    PATH = "file"
    LETTER = "station.letter"
    PASSCODE = "passcode"
    CLOCK = "clock"
    NAME = "station.name"
    FATE = "fate"
    DIVISION_NAME = "division.name"
    KIND = "kind"
    EVENT_NAME = "event.name"
    ROUND = "round.starts"
    TABLE = "station.ask_table"
    ENTERING = "timings.entering_s"
    CHECKING = "timings.checking_s"
    SHOWING = "timings.showing_s"
    CHOOSING = "timings.choosing_s"
    WARNING = "timings.warning_s"
    HOLD = "timings.hold_s"
    CONSOLE = "timings.console_s"
    SPLIT = "alerts.split_window_s"
    TEXT_SIZE = "sizes.text_percent"
    KEYBOARD = "keyboard"
    COPY = "second_copy.folder"
    COPY_MIN = "second_copy.every_min"
    PROTECTION = "station.protection"


class Leg(StrEnum):
    """A row of questions: the first ones, or those behind a line of “More”."""

    FIRST = "first"
    DIVISIONS = "divisions"
    EVENT = "event"
    ROUNDS = "rounds"
    NAME = "name"
    TABLE = "table"
    TIMINGS = "timings"
    TEXT_SIZE = "text size"
    KEYBOARD = "keyboard"
    COPY = "second copy"
    PROTECTION = "protection"


TIMINGS = (
    SetupQuestion.ENTERING,
    SetupQuestion.CHECKING,
    SetupQuestion.SHOWING,
    SetupQuestion.CHOOSING,
    SetupQuestion.WARNING,
    SetupQuestion.HOLD,
    SetupQuestion.CONSOLE,
    SetupQuestion.SPLIT,
)
_FIXED: Mapping[Leg, tuple[SetupQuestion, ...]] = {
    Leg.EVENT: (SetupQuestion.EVENT_NAME,),  # its id follows from it, and stands on the last page
    Leg.ROUNDS: (SetupQuestion.ROUND,),
    Leg.NAME: (SetupQuestion.LETTER, SetupQuestion.NAME),
    Leg.TABLE: (SetupQuestion.TABLE,),
    Leg.TIMINGS: TIMINGS,
    Leg.TEXT_SIZE: (SetupQuestion.TEXT_SIZE,),
    Leg.KEYBOARD: (SetupQuestion.KEYBOARD,),
    Leg.PROTECTION: (SetupQuestion.PROTECTION,),
}
MORE = tuple(leg for leg in Leg if leg is not Leg.FIRST)


def path(leg: Leg, draft: Draft, known: WizardKnown) -> tuple[SetupQuestion, ...]:
    """The questions of *leg*, in order, as the answers so far have it."""
    settings = draft.settings
    if leg is Leg.FIRST:
        return _first(draft, known)
    if leg is Leg.DIVISIONS:
        fate = (SetupQuestion.FATE,) if _is_old(draft) and len(settings.divisions) > 1 else ()
        kind = (SetupQuestion.KIND,) if len(kinds(draft, known)) > 1 else ()
        return (
            *fate,
            SetupQuestion.DIVISION_NAME,
            SetupQuestion.RULES,
            *kind,
            *_penalty(draft, known),
            SetupQuestion.LIST,
        )
    if leg is Leg.COPY:
        return (SetupQuestion.COPY, *((SetupQuestion.COPY_MIN,) if settings.second_copy else ()))
    return _FIXED[leg]


def _first(draft: Draft, known: WizardKnown) -> tuple[SetupQuestion, ...]:
    common = (SetupQuestion.PROFILE, SetupQuestion.RULES, *_penalty(draft, known), SetupQuestion.LIST)
    if draft.settings.profile is Profile.CLUB:
        return (*common, SetupQuestion.CLOCK)
    passcode = () if known.passcode_set else (SetupQuestion.PASSCODE,)
    return (*common, SetupQuestion.LETTER, *passcode, SetupQuestion.CLOCK)


def _penalty(draft: Draft, known: WizardKnown) -> tuple[SetupQuestion, ...]:
    return (SetupQuestion.PENALTY,) if len(penalties(draft, known)) > 1 else ()


def _is_old(draft: Draft) -> bool:
    return draft.before is not None and draft.at < len(draft.before.divisions)


def penalties(draft: Draft, known: WizardKnown) -> tuple[PenaltyId, ...]:
    """What a failed challenge may cost in the division that is asked about."""
    rules = known.rule_set(draft.division.rules)
    return () if rules is None else penalties_under(rules, draft.division.kind)


def penalties_under(rules: RuleSet, kind: DivisionKind) -> tuple[PenaltyId, ...]:
    options = rules.penalty.options_for(international=kind is DivisionKind.INTERNATIONAL)
    unsaid = rules.penalty.without_amounts()
    return tuple(dict.fromkeys(one for one in options if one not in unsaid))


def kinds(draft: Draft, known: WizardKnown) -> tuple[DivisionKind, ...]:
    """The kinds of divisions that the rulebook has a part for."""
    rules = known.rule_set(draft.division.rules)
    return () if rules is None else tuple(kind for kind in DivisionKind if rules.lexicon.knows(kind))


# ---- what a field may hold ---------------------------------------------------------------------------------

_TABLES: Mapping[str, type[Any]] = {
    "station": Settings,
    "second_copy": Settings,
    "division": DivisionSettings,
    "event": EventSettings,
    "round": RoundTime,
    "timings": Timings,
    "alerts": AlertSettings,
    "sizes": Sizes,
}


def field_of(question: SetupQuestion) -> Declared:
    """The field of a set-up that *question* asks for; a question without one is a bug."""
    table, _, key = question.value.partition(".")
    return next(one for one in declared(_TABLES[table]) if one.key == key)


def limit_of(question: SetupQuestion) -> Limit:
    """What may be answered to *question*."""
    limit = field_of(question).limit
    if not isinstance(limit, Limit):
        raise TypeError(f"{question} asks for more than one value")
    return limit
