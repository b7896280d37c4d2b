"""What the commands of a hub share: they need an extra that a station does not, and most need the hub."""

import functools
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar, cast

import click

from kiosk.errors import HubError

_Command = TypeVar("_Command", bound=Callable[..., Any])
_MISSING = (
    "This program was installed without what a hub needs. Install it with its extra "
    "(pip install 'challenge-kiosk[hub]'); ready-made packages have it."
)

AS_JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")
HUB = click.option(
    "--hub",
    "where",
    required=True,
    envvar="KIOSK_HUB",
    metavar="WHERE",
    help="The hub: its PostgreSQL address, or the folder of one made with --local (else KIOSK_HUB).",
)


def require_extra() -> None:
    """Say in plain words that what a hub needs is missing, if it is."""
    if find_spec("psycopg") is None:
        raise HubError(_MISSING)


def with_extra(command: _Command) -> _Command:
    """Let *command* say in plain words that the extra is missing; its actions are imported only after."""

    @functools.wraps(command)
    def check_options(*given: Any, **named: Any) -> Any:
        require_extra()
        return command(*given, **named)

    return cast(_Command, check_options)
