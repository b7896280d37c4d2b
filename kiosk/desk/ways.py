"""The ways in which staff adjudicate under a rule set, as a judge chooses among them.

The rule it guards: what is recorded as the method is what the judge chose; nothing here chooses for them.
"""

from kiosk.base.frozen import frozen
from kiosk.rules.choices import MethodId
from kiosk.rules.ruleset import Method, RuleSet

IN_PRINT = "looked up in print"
NEED_TABLE = frozenset({MethodId.RUNNER})  # the slip goes back to the table with somebody who has not seen it


@frozen
class Way:
    """A method of staff. *in_print*: a person looks the words up, and this program is asked for none."""

    method: MethodId
    in_print: bool = False


def ways(rules: RuleSet) -> tuple[Way, ...]:
    """Every way staff have under *rules*: with this program first, then in print."""
    here = tuple(Way(method) for method in rules.staff_methods(in_print=False))
    return here + tuple(Way(method, in_print=True) for method in rules.staff_methods(in_print=True))


def way_name(way: Way, rules: RuleSet) -> str:
    """What the rulebook calls *way*; in print is said where the name means a look-up here as well."""
    name = rules.method(way.method).name
    both = way.in_print and Way(way.method) in ways(rules)
    return f"{name}, {IN_PRINT}" if both else name


def method_of(way: Way, rules: RuleSet) -> Method:
    """What the rulebook says of *way*."""
    return rules.method(way.method)


def print_method(way: Way, rules: RuleSet) -> MethodId | None:
    """The method of a look-up in print that a judge who works by *way* makes; None: they must say."""
    methods = rules.staff_methods(in_print=True)
    if way.method in methods:
        return way.method
    return methods[0] if len(methods) == 1 else None
