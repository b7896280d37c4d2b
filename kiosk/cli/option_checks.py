"""Checks of options that go on record: plain text and ids, by the same rules as in a set-up file.

Guards the rule that nothing goes into the chain that a person cannot read or a file cannot hold: no control
characters, no line ends, nothing that is not UTF-8.
"""

from collections.abc import Callable
from typing import TypeAlias

import click

from kiosk.core.settings import LETTERS
from kiosk.core.setup_table import id_rule, is_id, is_text, text_rule

Checked: TypeAlias = Callable[[click.Context, click.Parameter, str | None], str | None]


def letter(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The callback of the option that takes a station's letter."""
    if value is not None and value not in LETTERS:
        raise click.BadParameter("it must be one capital letter from A to Z.", ctx, param)
    return value


def text_of(longest: int) -> Checked:
    """The callback of an option that takes a printable text of 1 to *longest* characters."""

    def checked(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value is not None and not is_text(value, longest):
            raise click.BadParameter(f"it must be {text_rule(longest)}.", ctx, param)
        return value

    return checked


def id_of(longest: int) -> Checked:
    """The callback of an option that takes an id of 1 to *longest* characters."""

    def checked(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value is not None and not is_id(value, longest):
            raise click.BadParameter(f"it must be {id_rule(longest)}.", ctx, param)
        return value

    return checked
