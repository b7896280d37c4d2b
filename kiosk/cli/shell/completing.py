"""What a shell offers after TAB: ids and numbers as they stand in this data folder.

The rule it guards: completion is quick, changes nothing and says nothing; whatever goes wrong, it has nothing
to offer.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

import click

from kiosk.folder import data_folder

Completer: TypeAlias = Callable[[click.Context, click.Parameter, str], list[str]]


def _offering(known: Callable[[Path, click.Context], Iterable[str]]) -> Completer:
    """A completer that offers those of the *known* that begin as was typed, in whatever case."""

    def complete(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
        try:
            folder = data_folder(ctx.obj or ctx.find_root().params.get("data"))
            offered = list(known(folder, ctx))
        except Exception:  # noqa: BLE001 - a shell would print it into the line that is being typed
            return []
        return [one for one in offered if one.casefold().startswith(typed.casefold()) and one.isprintable()]

    return complete


def _rule_sets(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.actions.typable import rule_set_ids

    return rule_set_ids(folder)


def _lists(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.actions.typable import word_list_ids

    return word_list_ids(folder)


def _divisions(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.actions.typable import division_ids

    return division_ids(folder)


def _events(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.actions.typable import event_ids

    return event_ids(folder)


def _numbers(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.actions.typable import last_ruling_numbers

    return last_ruling_numbers(folder)


def _penalties(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.actions.typable import penalty_ids

    return penalty_ids(folder, ctx.params.get("rules") or ctx.params.get("id"))


def _methods(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.core.rules.choices import MethodId

    return [one.value for one in MethodId]


def _flags(folder: Path, ctx: click.Context) -> Iterable[str]:
    from kiosk.director.flags import FLAGS

    return list(FLAGS)


rule_set, word_list, division = _offering(_rule_sets), _offering(_lists), _offering(_divisions)
event, ruling, penalty = _offering(_events), _offering(_numbers), _offering(_penalties)
method, flag = _offering(_methods), _offering(_flags)
