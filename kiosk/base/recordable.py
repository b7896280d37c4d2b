"""What may be recorded of what a person says: ids and plain text, by the same rules in a file.

The rule it guards: nothing goes into the chain that a person cannot read or a file cannot hold (no control
characters, no line ends, nothing that is not UTF-8), and no names of people, which the chain cannot forget.
"""

import re
from typing import TypeGuard

from kiosk.errors import SetupError

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
LONGEST_OPERATOR = 12  # initials or a staff id; more would invite names
OPERATOR_RULE = (
    f"initials or a staff id, not a name: 1 to {LONGEST_OPERATOR} letters, digits, “.”, “-” or “_”"
)
LONGEST_REASON = 200


def is_text(value: object, longest: int) -> TypeGuard[str]:
    """Whether *value* is a text that can be shown and put on record; half a character (what is left of text
    that is not UTF-8) cannot."""
    if not isinstance(value, str) or not 1 <= len(value) <= longest:
        return False
    return value == value.strip() and value.isprintable()


def text_rule(longest: int) -> str:
    return f"a text of 1 to {longest} printable characters, without space at either end"


def is_id(value: object, longest: int) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= longest and _ID.fullmatch(value) is not None


def id_rule(longest: int) -> str:
    return f"1 to {longest} of the characters A–Z, a–z, 0–9, “.”, “_”, “-”, the first a letter or digit"


def is_operator(value: str) -> bool:
    """Whether *value* may name who judged."""
    return 1 <= len(value) <= LONGEST_OPERATOR and all(
        letter.isalnum() or letter in ".-_" for letter in value
    )


def check_operator(value: str | None) -> None:
    """Refuse what may not name who judged."""
    if value is not None and not is_operator(value):
        raise SetupError(f"Who judges is told by {OPERATOR_RULE}.")


def check_reason(value: str | None) -> None:
    """Refuse what may not be the reason for a change."""
    if value is not None and not is_text(value, LONGEST_REASON):
        raise SetupError(f"The reason must be {text_rule(LONGEST_REASON)}.")
