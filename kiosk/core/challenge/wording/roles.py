"""Who is called, by what name and under which flag: the rule set says who does what, and how they are called.

CHALLENGER and CHALLENGED differ by one letter; their flags do not.
"""

from typing import assert_never

from kiosk.core.challenge.held import division_of
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.states import (
    State,
)
from kiosk.core.page import Call, RoleFlag
from kiosk.core.rules.choices import Person
from kiosk.core.rules.ruleset import RuleSet

MADE_THE_PLAY = "made the play"


def rules_for(state: State, procedure: Procedure) -> RuleSet:
    """The rule set whose words players read in *state*: of its division, or of the first one."""
    return procedure.divisions[division_of(state) or 0].rules


def rules_at(state: State, procedure: Procedure) -> RuleSet | None:
    """The same; None on a station that never opened."""
    return rules_for(state, procedure) if procedure.divisions else None


def director(rules: RuleSet | None) -> str:
    """What the director is called; a station that never opened knows no rule set."""
    return rules.terms.director if rules else "director"


def judge(rules: RuleSet | None) -> str:
    return rules.terms.judge if rules else "judge"


def name(who: Person, rules: RuleSet) -> str:
    """What *who* is called in a sentence."""
    match who:
        case Person.CHALLENGER:
            return f"the {rules.terms.challenger}"
        case Person.CHALLENGED:
            return f"the {rules.terms.challenged}"
        case Person.JUDGE:
            return f"the {rules.terms.judge}"
        case Person.DIRECTOR:
            return f"the {rules.terms.director}"
        case Person.BOTH:
            return "both players"
        case Person.NONE:
            return "nobody"
        case _:
            assert_never(who)


def called(who: Person, rules: RuleSet, action: str, cap: str = "") -> Call:
    """The call for *who* to do *action*, by the key *cap*."""
    match who:
        case Person.CHALLENGER:
            return Call(_shouted(rules.terms.challenger), action, cap)
        case Person.CHALLENGED:
            role = _shouted(rules.terms.challenged)
            return Call(role, action, cap, flag=RoleFlag.OUTLINED, aside=MADE_THE_PLAY)
        case Person.BOTH:
            return Call("BOTH", action, cap, flag=RoleFlag.DOUBLE)
        case Person.JUDGE:
            return Call(rules.terms.judge.upper(), action, cap, flag=RoleFlag.SQUARE)
        case Person.DIRECTOR:
            return Call(rules.terms.director.upper(), action, cap, flag=RoleFlag.SQUARE)
        case Person.NONE:
            return Call("", action, cap)
        case _:
            assert_never(who)


def _shouted(term: str) -> str:
    """*term* as it stands on a flag, where a word counts by its length."""
    return term.upper().removesuffix(" PLAYER")
