"""The questions of a set-up: which are asked in which order, what may be answered, and what an answer
changes.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum, StrEnum
from typing import Any, TypeAlias

from kiosk.base.fields import Declared, Limit, Unfit, Whole, declarations
from kiosk.base.frozen import frozen
from kiosk.base.schedule import HIGHEST_ROUND, RoundTime, schedule_fault
from kiosk.rules.choices import DivisionKind, PenaltyId, RulebookStatus
from kiosk.rules.ruleset import RuleSet
from kiosk.setup import settings as setup_settings
from kiosk.wizard.draft import Draft, WizardKnown, WizardOption, usual_name

# ---- legs --------------------------------------------------------------------------------------------------
# The rows in which questions are asked.


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


MORE = tuple(leg for leg in Leg if leg is not Leg.FIRST)


# ---- answers -----------------------------------------------------------------------------------------------
# What sort of answer a question has, and what changes a draft.

Offered: TypeAlias = Callable[[Draft, WizardKnown], tuple[WizardOption, ...]]
Taken: TypeAlias = Callable[[str, Draft, WizardKnown], Draft]
YES, NO = "yes", "no"
KEEP, REMOVE = "keep", "remove"
ANOTHER_FILE = "…"  # the option under the lists that were found; no list has such an id


def _nothing(draft: Draft) -> str:
    return ""


def _keep(value: str, draft: Draft, known: WizardKnown) -> Draft:
    return draft


@frozen
class WizardChoice:
    """A question with several answers. *offers*: which there are; *stands*: the one that stands now; *take*:
    the draft with one of them."""

    offers: Offered
    stands: Callable[[Draft], str] = _nothing
    take: Taken = _keep


@frozen
class WizardField:
    """A question with a field, read by the limit that is declared beside the field of the set-up. *stands*:
    what stands in it at first; *put*: the draft with a value, or Unfit; None: a round, which is one more and
    needs to know the day; *without*: the draft with nothing there, if it may be left empty."""

    stands: Callable[[Draft], str]
    put: Callable[[Draft, Any], Draft] | None
    without: Callable[[Draft], Draft] | None = None


def with_settings(draft: Draft, **changes: Any) -> Draft:
    return replace(draft, settings=replace(draft.settings, **changes))


def with_division(draft: Draft, division: setup_settings.DivisionSettings) -> Draft:
    divisions = list(draft.settings.divisions)
    divisions[draft.at] = division
    return with_settings(draft, divisions=tuple(divisions))


# ---- what is offered ---------------------------------------------------------------------------------------


def _profiles(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    return (
        WizardOption(
            setup_settings.Profile.CLUB, "Club night or home", "three questions, no passcode, no event"
        ),
        WizardOption(
            setup_settings.Profile.TOURNAMENT, "Tournament", "five questions; a passcode guards the station"
        ),
    )


def _rules(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    return tuple(WizardOption(rules.id, rules.title, _about(rules)) for rules in known.rules)


def _about(rules: RuleSet) -> str:
    if not rules.self_lookup:
        return f"only a {rules.terms.judge} rules"
    return "a draft, not in force" if rules.status is RulebookStatus.DRAFT else ""


def _penalties(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    rules = known.rule_set(draft.division.rules)
    if rules is None:
        return ()
    return tuple(
        WizardOption(
            penalty,
            _capital(rules.penalty_name(penalty)),
            "the rulebook's usual one"
            if penalty == rules.penalty.default and draft.division.kind is not DivisionKind.INTERNATIONAL
            else "",
        )
        for penalty in penalties(draft, known)
    )


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _lists(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    found = [WizardOption(offer.key, offer.text, offer.aside) for offer in draft.lists if not offer.typed]
    typed = [WizardOption(offer.key, offer.text, offer.aside) for offer in draft.lists if offer.typed]
    return (*found, WizardOption(ANOTHER_FILE, "Another file", "type or paste where it is"), *typed)


def _clock(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    return WizardOption(YES, "Yes, all of it is right"), WizardOption(NO, "No, show how to set it")


def _table(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    return (
        WizardOption(NO, "No"),
        WizardOption(YES, "Yes, once for each challenge", "reports then name tables"),
    )


def _protections(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    says = {
        setup_settings.Protection.DEMONSTRATION: "Demonstration: nothing is locked",
        setup_settings.Protection.DETERRENT: "Deterrent: the program holds screen and keyboard",
        setup_settings.Protection.LOCKED: "Locked: the kiosk session, nothing else runs",
    }
    return tuple(
        WizardOption(
            protection,
            says[protection],
            "this machine can" if known.reaches.meets(protection) else "not here, as it is",
        )
        for protection in setup_settings.Protection
    )


def _kinds(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    says = {
        DivisionKind.MAIN: "The rulebook's main list",
        DivisionKind.INTERNATIONAL: "The international lexicon",
        DivisionKind.SCHOOL: "The school list",
    }
    return tuple(WizardOption(kind, says[kind]) for kind in kinds(draft, known))


def _fates(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    return WizardOption(KEEP, "Change it"), WizardOption(REMOVE, "Take it out")


# ---- what an answer changes --------------------------------------------------------------------------------


def _take_profile(value: str, draft: Draft, known: WizardKnown) -> Draft:
    profile = setup_settings.Profile(value)
    if profile is draft.settings.profile:
        return draft
    usual = (
        setup_settings.Protection.DETERRENT
        if profile is setup_settings.Profile.TOURNAMENT
        else setup_settings.Protection.DEMONSTRATION
    )
    return with_settings(draft, profile=profile, protection=usual)


def _take_rules(value: str, draft: Draft, known: WizardKnown) -> Draft:
    rules, before = known.rule_set(value), draft.division
    if rules is None or before.rules == value:
        return draft
    fresh = replace(before, rules=value, long=None, confirmed=None, international=False, school=False)
    return with_division(draft, with_penalty(fresh, rules))


def with_penalty(
    division: setup_settings.DivisionSettings, rules: RuleSet
) -> setup_settings.DivisionSettings:
    """*division* with a penalty that *rules* know for its kind: the one it has, or the usual one."""
    allowed = penalties_under(rules, division.kind)
    if division.penalty in allowed or not allowed:
        return division
    return replace(
        division, penalty=rules.penalty.default if rules.penalty.default in allowed else allowed[0]
    )


def _take_penalty(value: str, draft: Draft, known: WizardKnown) -> Draft:
    return with_division(draft, replace(draft.division, penalty=value))


def of_kind(draft: Draft, kind: DivisionKind, known: WizardKnown) -> Draft:
    """The draft with the division that is asked about made one of *kind*."""
    rules = known.rule_set(draft.division.rules)
    made = replace(
        draft.division,
        international=kind is DivisionKind.INTERNATIONAL,
        school=kind is DivisionKind.SCHOOL,
        confirmed=None,
        long=None if kind is not draft.division.kind else draft.division.long,
    )
    return with_division(draft, made if rules is None else with_penalty(made, rules))


def _take_kind(value: str, draft: Draft, known: WizardKnown) -> Draft:
    return of_kind(draft, DivisionKind(value), known)


def _take_table(value: str, draft: Draft, known: WizardKnown) -> Draft:
    return with_settings(draft, ask_table=value == YES)


def _take_protection(value: str, draft: Draft, known: WizardKnown) -> Draft:
    return with_settings(draft, protection=setup_settings.Protection(value))


def without_division(settings: setup_settings.Settings, at: int) -> setup_settings.Settings:
    rest = tuple(one for place, one in enumerate(settings.divisions) if place != at)
    return replace(settings, divisions=rest)


def _letter(draft: Draft, value: str) -> Draft:
    own = draft.settings.name != usual_name(draft.settings.letter)
    return with_settings(draft, letter=value, name=draft.settings.name if own else usual_name(value))


def _event_name(draft: Draft, value: str) -> Draft:
    before = draft.settings.event
    kept = (
        before.id
        if before is not None and before.name == value
        else slug(value, setup_settings.LONGEST_EVENT_ID, "event")
    )
    return with_settings(draft, event=setup_settings.EventSettings(kept, value))


def _division_name(draft: Draft, value: str) -> Draft:
    others = [one for place, one in enumerate(draft.settings.divisions) if place != draft.at]
    if any(other.name.casefold() == value.casefold() for other in others):
        raise Unfit("different from the name of every other division")
    if draft.division.name == value:
        return draft
    named = replace(draft.division, name=value, id=_free_id(value, [other.id for other in others]))
    return with_division(draft, named)


def _number(table: str, key: str, title: str, why: str, leg: Leg) -> tuple[str, str, str, WizardField, Leg]:
    """The question for a number in a table of the set-up."""

    def stands(draft: Draft) -> str:
        return str(getattr(getattr(draft.settings, table), key))

    def put(draft: Draft, value: int) -> Draft:
        changed = replace(getattr(draft.settings, table), **{key: value})
        fault = setup_settings.timings_fault(changed) if isinstance(changed, setup_settings.Timings) else None
        if fault is not None:
            other, must = fault
            raise Unfit(must) if other == key else Unfit(f"such that {other} is {must}")
        return with_settings(draft, **{table: changed})

    return f"{table}.{key}", title, why, WizardField(stands, put), leg


# ---- questions ---------------------------------------------------------------------------------------------
# Every question once: where its answer stands, what it asks, what the answer is for, and how it is taken.
#
# Rules it guards: what a field of a set-up may hold is declared once, beside the field, and asked from there;
# where one comes from and where one goes next follow from the answers alone.


class SetupQuestion(Enum):
    """*place*: of the answer, by the table and the key of a set-up file, where it has one. *title*: the
    question; *why*: what the answer is for. *answer*: None for those with a page of their own. *leg*: the row
    behind a line of “More” that always has it, in this order."""

    PROFILE = (
        "station.profile",
        "What is this station for?",
        "A tournament station is guarded by a passcode.",
        WizardChoice(_profiles, lambda draft: draft.settings.profile, _take_profile),
    )
    RULES = (
        "division.rules",
        "By which rules do you play?",
        "They say who types, who presses, what a challenge costs.",
        WizardChoice(_rules, lambda draft: draft.division.rules, _take_rules),
    )
    PENALTY = (
        "division.penalty",
        "What does a failed challenge cost?",
        "It stands on the verdict and on the card.",
        WizardChoice(_penalties, lambda draft: draft.division.penalty, _take_penalty),
    )
    LIST = (
        "division.main",
        "Which word list decides?",
        "A file is read and recognised here; nothing is stored yet.",
        WizardChoice(_lists, lambda draft: draft.division.main),
    )
    PATH = ("file", "Where is the word list?", "The whole path of the file, typed or pasted.")
    LETTER = (
        "station.letter",
        "Which letter has this station?",
        "It begins every ruling number: B-147. No two alike.",
        WizardField(lambda draft: draft.settings.letter, _letter),
        Leg.NAME,
    )
    PASSCODE = (
        "passcode",
        "Choose the director's passcode",
        "It opens the director's page. There is no other way in.",
    )
    CLOCK = (
        "clock",
        "Is this date and time right?",
        "Every ruling is recorded with it, and rounds follow it.",
        WizardChoice(_clock),
    )
    NAME = (
        "station.name",
        "What is this station called?",
        "Shown on the screen, never recorded: “By the window”.",
        WizardField(lambda draft: draft.settings.name, lambda draft, value: with_settings(draft, name=value)),
        Leg.NAME,
    )
    FATE = ("fate", "What about this division?", "Taken out, it is asked for no more.", WizardChoice(_fates))
    DIVISION_NAME = (
        "division.name",
        "What is this division called?",
        "Players choose by it: “Open”, “Division 2”.",
        WizardField(lambda draft: draft.division.name, _division_name),
    )
    KIND = (
        "kind",
        "Which list does this division play by?",
        "The director declares it; no list can say so itself.",
        WizardChoice(_kinds, lambda draft: draft.division.kind, _take_kind),
    )
    EVENT_NAME = (
        "event.name",
        "What is the event called?",
        "“kiosk event open” takes it from here. Empty: none yet.",
        WizardField(
            lambda draft: draft.settings.event.name if draft.settings.event else "",
            _event_name,
            lambda draft: with_settings(draft, event=None),
        ),
        Leg.EVENT,
    )
    ROUND = (
        "round.starts",
        "When does round {number} start?",
        "Such as 10:15. ENTER alone: no more rounds.",
        WizardField(lambda draft: "", None, lambda draft: draft),
        Leg.ROUNDS,
    )
    TABLE = (
        "station.ask_table",
        "Ask for the table number?",
        "Once for each challenge, before the words are checked.",
        WizardChoice(_table, lambda draft: YES if draft.settings.ask_table else NO, _take_table),
        Leg.TABLE,
    )
    ENTERING = _number(
        "timings",
        "entering_s",
        "Seconds for typing the words",
        "So long may the page stand untouched.",
        Leg.TIMINGS,
    )
    CHECKING = _number(
        "timings",
        "checking_s",
        "Seconds for checking the words",
        "So long may the page stand untouched.",
        Leg.TIMINGS,
    )
    SHOWING = _number(
        "timings", "showing_s", "Seconds the verdict stays", "ENTER closes it sooner.", Leg.TIMINGS
    )
    CHOOSING = _number(
        "timings",
        "choosing_s",
        "Seconds for the choices after ESC",
        "Then the page before is back.",
        Leg.TIMINGS,
    )
    WARNING = _number(
        "timings",
        "warning_s",
        "Seconds that are counted down",
        "The last part of typing and of checking.",
        Leg.TIMINGS,
    )
    HOLD = _number(
        "timings",
        "hold_s",
        "Seconds no key clears a verdict",
        "So that both players have seen it.",
        Leg.TIMINGS,
    )
    CONSOLE = _number(
        "timings", "console_s", "Seconds until a console locks", "One that nobody touches.", Leg.TIMINGS
    )
    SPLIT = _number(
        "alerts",
        "split_window_s",
        "Seconds between two halves of a play",
        "Challenges closer than this are pointed out to you.",
        Leg.TIMINGS,
    )
    TEXT_SIZE = _number(
        "sizes",
        "text_percent",
        "How large is the text?",
        "↑ ↓ or a number, in percent. Look at it from the table.",
        Leg.TEXT_SIZE,
    )
    KEYBOARD = (
        "keyboard",
        "Press every letter once",
        "What comes through turns dark. ENTER ends.",
        None,
        Leg.KEYBOARD,
    )
    COPY = (
        "second_copy.folder",
        "Where does the second copy go?",
        "A folder on a stick or another disk. Empty: none.",
        WizardField(
            lambda draft: draft.settings.second_copy or "",
            lambda draft, value: with_settings(draft, second_copy=value),
            lambda draft: with_settings(draft, second_copy=None),
        ),
    )
    COPY_MIN = (
        "second_copy.every_min",
        "Minutes between two copies",
        "The last rulings before a loss are those since the last copy.",
        WizardField(
            lambda draft: str(draft.settings.second_copy_min),
            lambda draft, value: with_settings(draft, second_copy_min=value),
        ),
    )
    PROTECTION = (
        "station.protection",
        "How well must it be protected?",
        "Below this no event opens, and players see a banner.",
        WizardChoice(_protections, lambda draft: draft.settings.protection, _take_protection),
        Leg.PROTECTION,
    )

    def __init__(
        self,
        place: str,
        title: str,
        why: str,
        answer: WizardChoice | WizardField | None = None,
        leg: Leg | None = None,
    ) -> None:
        self.place, self.title, self.why, self.answer, self.leg = place, title, why, answer, leg


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
    return tuple(question for question in SetupQuestion if question.leg is leg)


def _first(draft: Draft, known: WizardKnown) -> tuple[SetupQuestion, ...]:
    common = (SetupQuestion.PROFILE, SetupQuestion.RULES, *_penalty(draft, known), SetupQuestion.LIST)
    if draft.settings.profile is setup_settings.Profile.CLUB:
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
    return tuple(dict.fromkeys(penalty for penalty in options if penalty not in unsaid))


def kinds(draft: Draft, known: WizardKnown) -> tuple[DivisionKind, ...]:
    """The kinds of divisions that the rulebook has a part for."""
    rules = known.rule_set(draft.division.rules)
    return () if rules is None else tuple(kind for kind in DivisionKind if rules.lexicon.knows(kind))


# ---- what a field may hold ---------------------------------------------------------------------------------

_TABLES: Mapping[str, type[Any]] = {
    "station": setup_settings.Settings,
    "second_copy": setup_settings.Settings,
    "division": setup_settings.DivisionSettings,
    "event": setup_settings.EventSettings,
    "round": RoundTime,
    "timings": setup_settings.Timings,
    "alerts": setup_settings.AlertSettings,
    "sizes": setup_settings.Sizes,
}


def field_of(question: SetupQuestion) -> Declared:
    """The field of a set-up that *question* asks for; a question without one is a bug."""
    table, _, key = question.place.partition(".")
    return next(field for field in declarations(_TABLES[table]) if field.key == key)


def limit_of(question: SetupQuestion) -> Limit:
    """What may be answered to *question*."""
    limit = field_of(question).limit
    if not isinstance(limit, Limit):
        raise TypeError(f"{question} asks for more than one value")
    return limit


# ---- choices -----------------------------------------------------------------------------------------------
# Questions with several answers: which there are, which one stands now, and what taking one changes.


def options(question: SetupQuestion, draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    """The answers to *question*; none where it has a field."""
    return question.answer.offers(draft, known) if isinstance(question.answer, WizardChoice) else ()


def is_choice(question: SetupQuestion) -> bool:
    return isinstance(question.answer, WizardChoice)


def cursor_at(question: SetupQuestion, draft: Draft, known: WizardKnown) -> int:
    """The place of the answer that stands now; the first where none does."""
    present = standing(question, draft)
    places = (place for place, one in enumerate(options(question, draft, known)) if one.value == present)
    return next(places, 0)


def take_option(question: SetupQuestion, value: str, draft: Draft, known: WizardKnown) -> Draft:
    """The draft with *value* as the answer."""
    return question.answer.take(value, draft, known) if isinstance(question.answer, WizardChoice) else draft


# ---- fields ------------------------------------------------------------------------------------------------
# Questions with a field: what stands in it at first, and what its answer changes, or why it is not taken.
#
# The rule it guards: an answer is checked by the limit that is declared beside the field, and by what it must
# not contradict; whatever is refused is refused in one sentence that says what it must be.

_LONGEST_DIVISION_ID = 20
_TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")


def standing(question: SetupQuestion, draft: Draft) -> str:
    """The answer to *question* that stands now."""
    return "" if question.answer is None else question.answer.stands(draft)


def may_be_empty(question: SetupQuestion) -> bool:
    return isinstance(question.answer, WizardField) and question.answer.without is not None


def take_answer(question: SetupQuestion, typed: str, draft: Draft, today: str) -> Draft:
    """The draft with *typed* as the answer to *question*; or Unfit, which says what it must be."""
    text = typed.strip()
    if not isinstance(question.answer, WizardField) or question.answer.put is None:
        return _with_round(text, draft, today)
    limit = limit_of(question)
    value = limit.read(int(text) if isinstance(limit, Whole) and text.isdecimal() else text)
    return question.answer.put(draft, value)


def without(question: SetupQuestion, draft: Draft) -> Draft:
    """The draft with nothing as the answer to *question*, which may be left empty."""
    answer = question.answer
    return answer.without(draft) if isinstance(answer, WizardField) and answer.without else draft


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
    tried = (first, *(f"{first}-{number}" for number in range(2, setup_settings.MOST_DIVISIONS + 1)))
    return next(name for name in tried if name.casefold() not in {other.casefold() for other in used})


def another_division(settings: setup_settings.Settings) -> setup_settings.Settings:
    """*settings* with one division more, like the first, still without a name."""
    first = settings.divisions[0]
    id = _free_id("division", [division.id for division in settings.divisions])
    added = setup_settings.DivisionSettings(id, "", first.rules, first.penalty, first.main)
    return replace(settings, divisions=(*settings.divisions, added))
