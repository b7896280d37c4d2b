"""Questions with several answers: which there are, which one stands now, and what taking one changes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from kiosk.core.rules.choices import DivisionKind, RulebookStatus
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.settings import DivisionSettings, Profile, Protection, Settings
from kiosk.wizard.questions import SetupQuestion, kinds, penalties, penalties_under
from kiosk.wizard.values import Draft, WizardKnown, WizardOption

YES, NO = "yes", "no"
KEEP, REMOVE = "keep", "remove"
ANOTHER_FILE = "…"  # the option under the lists that were found; no list has such an id

Offered: TypeAlias = Callable[[Draft, WizardKnown], tuple[WizardOption, ...]]
Taken: TypeAlias = Callable[[str, Draft, WizardKnown], Draft]


def options(question: SetupQuestion, draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    """The answers to *question*."""
    return _OFFERED[question](draft, known)


def is_choice(question: SetupQuestion) -> bool:
    return question in _OFFERED


def cursor_at(question: SetupQuestion, draft: Draft, known: WizardKnown) -> int:
    """The place of the answer that stands now; the first where none does."""
    stands = _PRESENT.get(question)
    present = "" if stands is None else stands(draft)
    places = (place for place, one in enumerate(options(question, draft, known)) if one.value == present)
    return next(places, 0)


def taken(question: SetupQuestion, value: str, draft: Draft, known: WizardKnown) -> Draft:
    """The draft with *value* as the answer."""
    take = _TAKEN.get(question)
    return draft if take is None else take(value, draft, known)


def with_settings(draft: Draft, **changes: Any) -> Draft:
    return replace(draft, settings=replace(draft.settings, **changes))


def with_division(draft: Draft, division: DivisionSettings) -> Draft:
    divisions = list(draft.settings.divisions)
    divisions[draft.at] = division
    return with_settings(draft, divisions=tuple(divisions))


# ---- what is offered ---------------------------------------------------------------------------------------


def _profiles(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    return (
        WizardOption(Profile.CLUB, "Club night or home", "three questions, no passcode, no event"),
        WizardOption(Profile.TOURNAMENT, "Tournament", "five questions; a passcode guards the station"),
    )


def _rules(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    return tuple(WizardOption(one.id, one.title, _about(one)) for one in known.rules)


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
            one,
            _capital(rules.penalty_name(one)),
            "the rulebook's usual one"
            if one == rules.penalty.default and draft.division.kind is not DivisionKind.INTERNATIONAL
            else "",
        )
        for one in penalties(draft, known)
    )


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _lists(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    found = [WizardOption(one.key, one.text, one.aside) for one in draft.lists if not one.typed]
    typed = [WizardOption(one.key, one.text, one.aside) for one in draft.lists if one.typed]
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
        Protection.DEMONSTRATION: "Demonstration: nothing is locked",
        Protection.DETERRENT: "Deterrent: the program holds screen and keyboard",
        Protection.LOCKED: "Locked: the kiosk session, nothing else runs",
    }
    return tuple(
        WizardOption(one, says[one], "this machine can" if known.reaches.meets(one) else "not here, as it is")
        for one in Protection
    )


def _kinds(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    says = {
        DivisionKind.MAIN: "The rulebook's main list",
        DivisionKind.INTERNATIONAL: "The international lexicon",
        DivisionKind.SCHOOL: "The school list",
    }
    return tuple(WizardOption(one, says[one]) for one in kinds(draft, known))


def _fates(draft: Draft, known: WizardKnown) -> tuple[WizardOption, ...]:
    return WizardOption(KEEP, "Change it"), WizardOption(REMOVE, "Take it out")


_OFFERED: dict[SetupQuestion, Offered] = {
    SetupQuestion.PROFILE: _profiles,
    SetupQuestion.RULES: _rules,
    SetupQuestion.PENALTY: _penalties,
    SetupQuestion.LIST: _lists,
    SetupQuestion.CLOCK: _clock,
    SetupQuestion.TABLE: _table,
    SetupQuestion.PROTECTION: _protections,
    SetupQuestion.KIND: _kinds,
    SetupQuestion.FATE: _fates,
}

_PRESENT: dict[SetupQuestion, Callable[[Draft], str]] = {
    SetupQuestion.PROFILE: lambda draft: draft.settings.profile,
    SetupQuestion.RULES: lambda draft: draft.division.rules,
    SetupQuestion.PENALTY: lambda draft: draft.division.penalty,
    SetupQuestion.LIST: lambda draft: draft.division.main,
    SetupQuestion.TABLE: lambda draft: YES if draft.settings.ask_table else NO,
    SetupQuestion.PROTECTION: lambda draft: draft.settings.protection,
    SetupQuestion.KIND: lambda draft: draft.division.kind,
}


# ---- what an answer changes --------------------------------------------------------------------------------


def _take_profile(value: str, draft: Draft, known: WizardKnown) -> Draft:
    profile = Profile(value)
    if profile is draft.settings.profile:
        return draft
    usual = Protection.DETERRENT if profile is Profile.TOURNAMENT else Protection.DEMONSTRATION
    return with_settings(draft, profile=profile, protection=usual)


def _take_rules(value: str, draft: Draft, known: WizardKnown) -> Draft:
    rules, before = known.rule_set(value), draft.division
    if rules is None or before.rules == value:
        return draft
    fresh = replace(before, rules=value, long=None, confirmed=None, international=False, school=False)
    return with_division(draft, with_penalty(fresh, rules))


def with_penalty(division: DivisionSettings, rules: RuleSet) -> DivisionSettings:
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
    return with_settings(draft, protection=Protection(value))


_TAKEN: dict[SetupQuestion, Taken] = {
    SetupQuestion.PROFILE: _take_profile,
    SetupQuestion.RULES: _take_rules,
    SetupQuestion.PENALTY: _take_penalty,
    SetupQuestion.KIND: _take_kind,
    SetupQuestion.TABLE: _take_table,
    SetupQuestion.PROTECTION: _take_protection,
}


def without_division(settings: Settings, at: int) -> Settings:
    rest = tuple(one for place, one in enumerate(settings.divisions) if place != at)
    return replace(settings, divisions=rest)
