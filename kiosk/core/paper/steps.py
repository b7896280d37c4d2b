"""The steps of a challenge, in three parts: at the table, at the station, and back."""

from kiosk.core.frozen import frozen
from kiosk.core.paper.subject import Subject
from kiosk.core.rules.choices import Person
from kiosk.core.rules.points import CardStep
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.words.play import MOST_WORDS

OURS = "this station"  # in the place of a clause, where the program asks and no rulebook does
CHALLENGED = "Challenged player"
COUNTS = tuple(str(count) for count in range(1, MOST_WORDS + 1))


@frozen
class Doing:
    """One numbered step. *keys*: what is pressed, drawn as key caps after the text."""

    who: str
    text: str
    clause: str
    keys: tuple[str, ...] = ()


@frozen
class StepGroup:
    heading: str
    steps: tuple[Doing, ...]


def step_groups(subject: Subject) -> tuple[StepGroup, ...]:
    """All steps in order; the station's begin with what its screen asks first."""
    card, rules = subject.rules.card, subject.rules
    there = "At the station" if rules.self_lookup else f"The {rules.terms.judge}"
    return (
        StepGroup("At the table", _from_rulebook(rules, card.steps)),
        StepGroup(there, _at_station(subject)),
        StepGroup("Afterwards", _from_rulebook(rules, card.back_steps)),
    )


def _at_station(subject: Subject) -> tuple[Doing, ...]:
    rules, in_use = subject.rules, subject.in_use
    told = _from_rulebook(rules, rules.card.station_steps)
    if not rules.self_lookup:
        return told
    typist = called(rules, rules.station_method.typed_by)
    first = [Doing(typist, "Press how many words.", OURS, COUNTS)]
    if in_use is not None and in_use.key is not None:
        first.insert(0, Doing(typist, f"Press for {in_use.division}:", OURS, (str(in_use.key),)))
    asks_table = in_use is not None and in_use.asks_table
    table = (Doing(typist, "Type the table number.", OURS),) if asks_table else ()
    return (*first, *told[:1], *table, *told[1:])


def _from_rulebook(rules: RuleSet, steps: tuple[CardStep, ...]) -> tuple[Doing, ...]:
    return tuple(Doing(_who(rules, step.who), step.text, step.clause) for step in steps)


def _who(rules: RuleSet, named: str) -> str:
    """Whoever *named* is: a role by its name, or by what they do at the station."""
    method = rules.station_method
    doing = {
        "{typed_by}": method.typed_by,
        "{verified_by}": method.verified_by,
        "{pressed_by}": method.pressed_by,
    }
    return called(rules, doing[named]) if named in doing else named


def called(rules: RuleSet, person: Person) -> str:
    """What the card calls *person*: one name for one person, the same on every line."""
    return {
        Person.CHALLENGER: "Challenger",
        Person.CHALLENGED: CHALLENGED,
        Person.BOTH: "Both",
        Person.JUDGE: rules.terms.judge,
        Person.DIRECTOR: rules.terms.director,
        Person.NONE: "",
    }[person]
