"""What may be recorded of what a person says: ids and plain text, by the same rules as in a set-up file.

The rule it guards: nothing goes into the chain that a person cannot read or a file cannot hold (no control
characters, no line ends, nothing that is not UTF-8), and no names of people, which the chain cannot forget.
"""

from collections.abc import Callable

from kiosk.base.fields import id_rule, is_id, is_text, text_rule
from kiosk.errors import SetupError
from kiosk.setup.settings import LONGEST_EVENT_ID, LONGEST_EVENT_NAME

LONGEST_OPERATOR = 12  # initials or a staff id; more would invite names
OPERATOR_RULE = (
    f"initials or a staff id, not a name: 1 to {LONGEST_OPERATOR} letters, digits, “.”, “-” or “_”"
)


def is_operator(value: str) -> bool:
    """Whether *value* may name who judged."""
    return 1 <= len(value) <= LONGEST_OPERATOR and all(one.isalnum() or one in ".-_" for one in value)


LONGEST_REASON = 200


def check_operator(value: str | None) -> None:
    """Refuse what may not name who judged."""
    _check(value, is_operator, f"Who judges is told by {OPERATOR_RULE}.")


def check_reason(value: str | None) -> None:
    """Refuse what may not be the reason for a change."""
    rule = text_rule(LONGEST_REASON)
    _check(value, lambda text: is_text(text, LONGEST_REASON), f"The reason must be {rule}.")


def check_event(id: str | None, name: str | None) -> None:
    """Refuse what may not be the id or the name of an event."""
    _check(
        id, lambda text: is_id(text, LONGEST_EVENT_ID), f"An event's id must be {id_rule(LONGEST_EVENT_ID)}."
    )
    _check(
        name,
        lambda text: is_text(text, LONGEST_EVENT_NAME),
        f"An event's name must be {text_rule(LONGEST_EVENT_NAME)}.",
    )


def _check(value: str | None, fits: Callable[[str], bool], sentence: str) -> None:
    if value is not None and not fits(value):
        raise SetupError(sentence)
