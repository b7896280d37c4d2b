"""Options that several commands share, and checks of those that go on record: plain text and ids, by the same
rules as in a set-up file.

Guards the rule that nothing goes into the chain that a person cannot read or a file cannot hold: no control
characters, no line ends, nothing that is not UTF-8.
"""

from collections.abc import Callable
from typing import TypeAlias

import click

from kiosk.core.fields.limits import id_rule, is_id, is_text, text_rule
from kiosk.core.setup.settings import LETTERS

LONGEST_OPERATOR = 12  # initials or a staff id; more would invite names, which the chain cannot forget
Checked: TypeAlias = Callable[[click.Context, click.Parameter, str | None], str | None]

waiting = click.option(
    "--wait",
    "wait_s",
    type=click.FloatRange(0, 3600),
    default=3,
    show_default=True,
    metavar="S",
    help="Wait so many seconds while another command writes to the log.",
)


def _checked(fits: Callable[[str], bool], rule: str) -> Checked:
    def checked(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value is not None and not fits(value):
            raise click.BadParameter(f"it must be {rule}.", ctx, param)
        return value

    return checked


def text_of(longest: int) -> Checked:
    """The callback of an option that takes a printable text of 1 to *longest* characters."""
    return _checked(lambda value: is_text(value, longest), text_rule(longest))


def id_of(longest: int) -> Checked:
    """The callback of an option that takes an id of 1 to *longest* characters."""
    return _checked(lambda value: is_id(value, longest), id_rule(longest))


def _is_operator(value: str) -> bool:
    return 1 <= len(value) <= LONGEST_OPERATOR and all(one.isalnum() or one in ".-_" for one in value)


letter = _checked(LETTERS.__contains__, "one capital letter from A to Z")
operator = _checked(
    _is_operator,
    f"initials or a staff id, not a name: 1 to {LONGEST_OPERATOR} letters, digits, “.”, “-” or “_”",
)
