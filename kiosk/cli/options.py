"""Options that several commands share: their checks, their completion, `--printer`."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from kiosk.base.recordable import OPERATOR_RULE, id_rule, is_id, is_operator, is_text, text_rule
from kiosk.folder import data_folder
from kiosk.setup.settings import LETTERS

if TYPE_CHECKING:
    from kiosk.paper.actions import Send


# ---- option checks -----------------------------------------------------------------------------------------
# Options that several commands share, and the checks of those that go on record: an unusable value is a
# usage error that names the option.

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


def _check(fits: Callable[[str], bool], rule: str) -> Checked:
    def checked(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value is not None and not fits(value):
            raise click.BadParameter(f"it must be {rule}.", ctx, param)
        return value

    return checked


def text_of(longest: int) -> Checked:
    """The callback of an option that takes a printable text of 1 to *longest* characters."""
    return _check(lambda value: is_text(value, longest), text_rule(longest))


def id_of(longest: int) -> Checked:
    """The callback of an option that takes an id of 1 to *longest* characters."""
    return _check(lambda value: is_id(value, longest), id_rule(longest))


letter = _check(LETTERS.__contains__, "one capital letter from A to Z")
operator = _check(is_operator, OPERATOR_RULE)


# ---- completing --------------------------------------------------------------------------------------------
# What a shell offers after TAB: ids and numbers as they stand in this data folder.
#
# The rule it guards: completion is quick, changes nothing and says nothing; whatever goes wrong, it has
# nothing to offer.

Completer: TypeAlias = Callable[[click.Context, click.Parameter, str], list[str]]


def _offering(known: Callable[[Path, click.Context], Iterable[str]]) -> Completer:
    """A completer that offers those of the *known* that begin as was typed, in whatever case."""

    def complete(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
        try:
            folder = data_folder(ctx.obj or ctx.find_root().params.get("data"))
            offered = list(known(folder, ctx))
        except Exception:  # noqa: BLE001 - a shell would print it into the line that is being typed
            return []
        return [
            choice
            for choice in offered
            if choice.casefold().startswith(typed.casefold()) and choice.isprintable()
        ]

    return complete


def _rule_sets(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.station.status_actions import rule_set_ids

    return rule_set_ids(folder)


def _lists(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.station.status_actions import word_list_ids

    return word_list_ids(folder)


def _divisions(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.station.status_actions import division_ids

    return division_ids(folder)


def _events(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.station.status_actions import event_ids

    return event_ids(folder)


def _numbers(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.station.status_actions import last_ruling_numbers

    return last_ruling_numbers(folder)


def _penalties(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.station.status_actions import penalty_ids

    return penalty_ids(folder, ctx.params.get("rules") or ctx.params.get("id"))


def _methods(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.rules.choices import MethodId

    return [method.value for method in MethodId]


def _flags(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.log.alerts import FLAGS

    return list(FLAGS)


rule_set, word_list, division = _offering(_rule_sets), _offering(_lists), _offering(_divisions)
event, ruling, penalty = _offering(_events), _offering(_numbers), _offering(_penalties)
method, flag = _offering(_methods), _offering(_flags)


# ---- printer -----------------------------------------------------------------------------------------------
# `--printer NAME`: what a command makes goes to a printer of this computer. Without a name, or with one that
# nobody knows, the printers are listed in one sentence and nothing is printed.

DocketSend: TypeAlias = Callable[[str, tuple[str, ...]], None]
LIST = "?"  # what is meant by the option alone
PRINTER = click.option(
    "--printer",
    metavar="NAME",
    is_flag=False,
    flag_value=LIST,
    help="Print it on this printer; alone, say which printers there are.",
)


def printer_named(name: str) -> "Send":
    """How something is sent to the printer called *name*."""
    from kiosk.paper.actions import choose_printer
    from kiosk.paper.program import this_printing  # Qt, which the other commands do without

    printing = this_printing()
    return partial(printing.on, choose_printer(printing, name))


def docket_printer(name: str | None) -> DocketSend | None:
    """How a docket, its title and its lines, is sent to the printer called *name*; None: none is wanted."""
    if name is None:
        return None
    from kiosk.paper.actions import choose_printer
    from kiosk.paper.program import print_docket, this_printing

    return partial(print_docket, choose_printer(this_printing(), name))
