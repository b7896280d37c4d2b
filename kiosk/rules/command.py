"""`kiosk rules`: which rule sets there are, what each says and where, and the card to print for a table."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import cast

import click

from kiosk.cli import options
from kiosk.cli.help import InOrder
from kiosk.cli.options import PRINTER
from kiosk.cli.table import TableShape, fitted_table
from kiosk.cli.terminal import columns
from kiosk.folder import data_folder
from kiosk.paper.actions import CardWish, rulebook_card
from kiosk.paper.command import FORCE, OUT, PAPER, PDF, give, targets
from kiosk.rules.choices import RulebookStatus
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.store import penalty_choices, rule_set, rule_sets

# ---- show --------------------------------------------------------------------------------------------------
# A rule set as lines to read in a terminal: key, value, clause, and the note where there is one.

# Steps of a card that name nobody, but whoever does something under the method in use.
_WHOEVER = {
    "{typed_by}": "whoever types",
    "{verified_by}": "whoever checks",
    "{pressed_by}": "whoever presses TAB",
}


def lines(rules: RuleSet) -> Iterator[str]:
    """Every value of *rules*, table by table."""
    yield f"{rules.title} ({rules.id}, {rules.status}, issued {rules.issued})"
    yield f"From: {rules.source}"
    yield f"Fingerprint: {rules.fingerprint}"
    for name, table in json.loads(rules.settled).items():
        if isinstance(table, Mapping):
            yield ""
            yield f"[{name}]"
            yield from _table(table, "")


def _table(table: Mapping[str, object], prefix: str) -> Iterator[str]:
    for key, item in table.items():
        if isinstance(item, Mapping) and "value" in item:
            yield _leaf(f"{prefix}{key}", item)
            yield from (f"      {item[more]}" for more in ("then", "note") if more in item)
        elif isinstance(item, Mapping):
            yield from _table(item, f"{prefix}{key}.")
        else:
            for number, row in enumerate(cast(Sequence[Mapping[str, object]], item), start=1):
                yield _leaf(f"{prefix}{key} {number}", row)


def _leaf(name: str, leaf: Mapping[str, object]) -> str:
    who = f"{_WHOEVER.get(str(leaf['who']), leaf['who'])}: " if "who" in leaf else ""
    return f"  {name} = {who}{_value(leaf['value'])}  [{leaf['clause']}]"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(str(item) for item in value) or "–"
    return str(value) or "–"


# ---- rules -------------------------------------------------------------------------------------------------
# `kiosk rules`: which rule sets there are, what each says and where, and the card to print for a station.


@click.group("rules", cls=InOrder)
def command() -> None:
    """The rule sets: list them, show what one says and where, print a station card."""


@command.command("list", short_help="Those that came with the program, and your own.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def list_command(data: str | None, as_json: bool) -> None:
    """List the rule sets that came with the program and your own. One that cannot be used says why."""
    survey = rule_sets(data_folder(data))
    found = survey.usable
    for problem in survey.problems:
        click.echo(problem, err=True)
    if as_json:
        click.echo(json.dumps([_summary(rules) for rules in found], ensure_ascii=False, indent=2))
        return
    for line in fitted_table(_SHAPE, found, _cells, columns()):
        click.echo(line)


_SHAPE = TableShape(("Id", "Title"), (1,))


def _cells(rules: RuleSet) -> tuple[str, ...]:
    return rules.id, f"{rules.title}{' (draft)' if rules.status == RulebookStatus.DRAFT else ''}"


@command.command("show", short_help="Every value of a rule set, with its clause.")
@click.argument("id", shell_complete=options.rule_set)
@click.option("--penalties", is_flag=True, help="Only what a failed challenge may cost: ids for a set-up.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def show_command(data: str | None, id: str, penalties: bool, as_json: bool) -> None:
    """Show every value of rule set ID, with its clause."""
    rules = rule_set(data_folder(data), id)
    if penalties:
        _show_penalties(rules, as_json=as_json)
        return
    if as_json:
        whole = _summary(rules) | json.loads(rules.settled)
        click.echo(json.dumps(whole, ensure_ascii=False, indent=2))
        return
    for line in lines(rules):
        click.echo(line)


def _show_penalties(rules: RuleSet, *, as_json: bool) -> None:
    """What may stand under `penalty` in a set-up file: the id first, then what it is."""
    shown = penalty_choices(rules)
    if as_json:
        click.echo(json.dumps([asdict(penalty) for penalty in shown], ensure_ascii=False, indent=2))
        return
    width = max((len(penalty.id) for penalty in shown), default=0)
    for penalty in shown:
        only_main = not penalty.international and bool(rules.penalty.international_options)
        remarks = [
            *(["the default"] if penalty.default and not penalty.international else []),
            *(
                ["the default, but in international divisions the director names it"]
                if penalty.default and penalty.international
                else []
            ),
            *([] if penalty.standard else ["not a standard one"]),
            *([] if penalty.main else ["international divisions only"]),
            *(["not in international divisions"] if only_main else []),
        ]
        told = f" ({', '.join(remarks)})" if remarks else ""
        click.echo(f"{penalty.id:<{width}}  {penalty.name}{told}")


@command.command("card", short_help="The card of a rulebook alone, as a page to print.")
@click.argument("id", shell_complete=options.rule_set)
@click.option(
    "--penalty",
    shell_complete=options.penalty,
    help="The penalty of the event; needed where the rulebook has the director name it.",
)
@click.option("--international", is_flag=True, help="For a division on the international lexicon.")
@PAPER
@OUT
@PDF
@PRINTER
@FORCE
@click.pass_obj
def card_command(  # noqa: PLR0913 - one for each option
    data: str | None,
    /,
    id: str,
    penalty: str | None,
    international: bool,
    paper: str,
    out: Path | None,
    pdf: Path | None,
    printer: str | None,
    force: bool,
) -> None:
    """Make the station card of rule set ID alone, as a page to print (two sides).

    For a station that is set up, “kiosk card” has its own list, penalty and division.
    """
    folder, wish = data_folder(data), CardWish(id, penalty, international)
    files = targets(out, pdf, paper, force=force)
    give(rulebook_card(folder, wish), folder, files, f"The station card of {id} is", printer)


def _summary(rules: RuleSet) -> dict[str, str]:
    return {
        "id": rules.id,
        "title": rules.title,
        "short_title": rules.short_title,
        "issued": rules.issued,
        "status": rules.status,
        "fingerprint": rules.fingerprint,
    }
