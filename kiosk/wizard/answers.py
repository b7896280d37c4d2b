"""Questions with a field: what stands in it at first, and what its answer changes, or why it is not taken.

The rule it guards: an answer is checked by the limit that is declared beside the field, and by what it must
not contradict; whatever is refused is refused in one sentence that says what it must be.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kiosk.core.fields.limits import Unfit, Whole
from kiosk.core.setup.schedule import HIGHEST_ROUND, RoundTime, schedule_fault
from kiosk.core.setup.settings import (
    LONGEST_EVENT_ID,
    MOST_DIVISIONS,
    DivisionSettings,
    EventSettings,
    Settings,
    timings_fault,
)
from kiosk.wizard.choices import with_division, with_settings
from kiosk.wizard.questions import TIMINGS, SetupQuestion, limit_of
from kiosk.wizard.values import Draft, usual_name

_LONGEST_DIVISION_ID = 20
_TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")


def standing(question: SetupQuestion, draft: Draft) -> str:
    """What stands in the field of *question* at first."""
    if question in TIMINGS and question is not SetupQuestion.SPLIT:
        return str(getattr(draft.settings.timings, _key(question)))
    found = _STANDS.get(question)
    return "" if found is None else found(draft.settings, draft)


_STANDS: dict[SetupQuestion, Callable[[Settings, Draft], str]] = {
    SetupQuestion.LETTER: lambda settings, draft: settings.letter,
    SetupQuestion.NAME: lambda settings, draft: settings.name,
    SetupQuestion.DIVISION_NAME: lambda settings, draft: draft.division.name,
    SetupQuestion.EVENT_NAME: lambda settings, draft: settings.event.name if settings.event else "",
    SetupQuestion.COPY: lambda settings, draft: settings.second_copy or "",
    SetupQuestion.COPY_MIN: lambda settings, draft: str(settings.second_copy_min),
    SetupQuestion.SPLIT: lambda settings, draft: str(settings.alerts.split_window_s),
    SetupQuestion.TEXT_SIZE: lambda settings, draft: str(settings.sizes.text_percent),
}


def _key(question: SetupQuestion) -> str:
    return question.value.partition(".")[2]


def may_be_empty(question: SetupQuestion) -> bool:
    return question in (SetupQuestion.EVENT_NAME, SetupQuestion.COPY, SetupQuestion.ROUND)


def answered(question: SetupQuestion, typed: str, draft: Draft, today: str) -> Draft:
    """The draft with *typed* as the answer to *question*; or Unfit, which says what it must be."""
    text = typed.strip()
    if question is SetupQuestion.ROUND:
        return _with_round(text, draft, today)
    limit = limit_of(question)
    value = limit.read(int(text) if isinstance(limit, Whole) and text.isdecimal() else text)
    return _SET[question](draft, value)


# ---- what an answer changes --------------------------------------------------------------------------------


def _letter(draft: Draft, value: str) -> Draft:
    own = draft.settings.name != usual_name(draft.settings.letter)
    return with_settings(draft, letter=value, name=draft.settings.name if own else usual_name(value))


def _event_name(draft: Draft, value: str) -> Draft:
    before = draft.settings.event
    kept = (
        before.id if before is not None and before.name == value else slug(value, LONGEST_EVENT_ID, "event")
    )
    return with_settings(draft, event=EventSettings(kept, value))


def _division_name(draft: Draft, value: str) -> Draft:
    others = [one for place, one in enumerate(draft.settings.divisions) if place != draft.at]
    if any(one.name.casefold() == value.casefold() for one in others):
        raise Unfit("different from the name of every other division")
    if draft.division.name == value:
        return draft
    named = replace(draft.division, name=value, id=_free_id(value, [one.id for one in others]))
    return with_division(draft, named)


def _timing(question: SetupQuestion) -> Callable[[Draft, int], Draft]:
    def put(draft: Draft, value: int) -> Draft:
        timings = replace(draft.settings.timings, **{_key(question): value})
        if (fault := timings_fault(timings)) is not None:
            key, must = fault
            raise Unfit(must) if key == _key(question) else Unfit(f"such that {key} is {must}")
        return with_settings(draft, timings=timings)

    return put


def _split(draft: Draft, value: int) -> Draft:
    return with_settings(draft, alerts=replace(draft.settings.alerts, split_window_s=value))


def _text_size(draft: Draft, value: int) -> Draft:
    return with_settings(draft, sizes=replace(draft.settings.sizes, text_percent=value))


_SET: dict[SetupQuestion, Callable[[Draft, Any], Draft]] = {
    SetupQuestion.LETTER: _letter,
    SetupQuestion.NAME: lambda draft, value: with_settings(draft, name=value),
    SetupQuestion.DIVISION_NAME: _division_name,
    SetupQuestion.EVENT_NAME: _event_name,
    SetupQuestion.COPY: lambda draft, value: with_settings(draft, second_copy=value),
    SetupQuestion.COPY_MIN: lambda draft, value: with_settings(draft, second_copy_min=value),
    SetupQuestion.SPLIT: _split,
    SetupQuestion.TEXT_SIZE: _text_size,
    **{one: _timing(one) for one in TIMINGS if one is not SetupQuestion.SPLIT},
}


def without(question: SetupQuestion, draft: Draft) -> Draft:
    """The draft with nothing as the answer to *question*, which may be left empty."""
    if question is SetupQuestion.EVENT_NAME:
        return with_settings(draft, event=None)
    return with_settings(draft, second_copy=None) if question is SetupQuestion.COPY else draft


# ---- rounds ------------------------------------------------------------------------------------------------


def _with_round(text: str, draft: Draft, today: str) -> Draft:
    """One round more. A time without its date is on the day of the round before, or today."""
    rounds = draft.settings.rounds
    day = rounds[-1].starts[:10] if rounds else today
    clock = _TIME.fullmatch(text)
    starts = limit_of(SetupQuestion.ROUND).read(f"{day}T{clock[1]:0>2}:{clock[2]}" if clock else text)
    number = rounds[-1].number + 1 if rounds else 1
    if number > HIGHEST_ROUND:
        raise Unfit(f"left empty: {HIGHEST_ROUND} rounds are the most")
    with_it = (*rounds, RoundTime(number, starts))
    if (fault := schedule_fault(with_it)) is not None:
        raise Unfit(f"later: {fault}")
    return with_settings(draft, rounds=with_it)


# ---- ids that nobody has to think of -----------------------------------------------------------------------


def slug(name: str, longest: int, otherwise: str) -> str:
    """*name* as an id: small letters, digits and hyphens."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:longest].strip("-")
    return plain or otherwise


def _free_id(name: str, used: list[str]) -> str:
    """An id for the division *name* that no other division has."""
    first = slug(name, _LONGEST_DIVISION_ID - 2, "division")
    tried = (first, *(f"{first}-{number}" for number in range(2, MOST_DIVISIONS + 1)))
    return next(one for one in tried if one.casefold() not in {other.casefold() for other in used})


def another_division(settings: Settings) -> Settings:
    """*settings* with one division more, like the first, still without a name."""
    first = settings.divisions[0]
    id = _free_id("division", [one.id for one in settings.divisions])
    added = DivisionSettings(id, "", first.rules, first.penalty, first.main)
    return replace(settings, divisions=(*settings.divisions, added))
