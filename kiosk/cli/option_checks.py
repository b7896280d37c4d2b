"""Options that several commands share, and the checks of those that go on record: an unusable value is a
usage error that names the option."""

from collections.abc import Callable
from typing import TypeAlias

import click

from kiosk.core.access.operator import OPERATOR_RULE, is_operator
from kiosk.core.fields.limits import id_rule, is_id, is_text, text_rule
from kiosk.core.setup.settings import LETTERS

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


letter = _checked(LETTERS.__contains__, "one capital letter from A to Z")
operator = _checked(is_operator, OPERATOR_RULE)
