"""`--printer NAME`: what a command makes goes to a printer of this computer. Without a name, or with one that
nobody knows, the printers are listed in one sentence and nothing is printed."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import click

if TYPE_CHECKING:
    from kiosk.actions.paper import Send

DocketSend: TypeAlias = Callable[[str, tuple[str, ...]], None]
LIST = "?"  # what is meant by the option alone
PRINTER = click.option(
    "--printer",
    metavar="NAME",
    is_flag=False,
    flag_value=LIST,
    help="Print it on this printer; alone, say which printers there are.",
)


def printer_named(name: str | None) -> "Send | None":
    """How something is sent to the printer called *name*; None: no printer is wanted."""
    if name is None:
        return None
    from kiosk.actions.paper import chosen_printer
    from kiosk.app.printing import this_printing  # Qt, which the other commands do without

    printing = this_printing()
    return partial(printing.on, chosen_printer(printing, name))


def docket_printer(name: str | None) -> DocketSend | None:
    """How a docket, its title and its lines, is sent to the printer called *name*; None: none is wanted."""
    if name is None:
        return None
    from kiosk.actions.paper import chosen_printer
    from kiosk.app.printing import print_docket, this_printing

    return partial(print_docket, chosen_printer(this_printing(), name))
