"""Who judged, as it may stand on record: initials or a staff id, never a name.

The chain cannot forget.
"""

LONGEST_OPERATOR = 12  # initials or a staff id; more would invite names
OPERATOR_RULE = (
    f"initials or a staff id, not a name: 1 to {LONGEST_OPERATOR} letters, digits, “.”, “-” or “_”"
)


def is_operator(value: str) -> bool:
    """Whether *value* may name who judged."""
    return 1 <= len(value) <= LONGEST_OPERATOR and all(one.isalnum() or one in ".-_" for one in value)
