"""`kiosk rules`: which rule sets there are, what each says and where, and the card to print for a station."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from kiosk.actions.card import CardWish, PaperTargets, rulebook_card
from kiosk.actions.rules import penalty_choices, rule_set, rule_sets
from kiosk.cli.card import FORCE, OUT, PAPER, PDF, give
from kiosk.cli.shell import completing
from kiosk.cli.shell.help import InOrder
from kiosk.cli.shell.printer import PRINTER
from kiosk.cli.shell.table import TableShape, table
from kiosk.cli.terminal import columns
from kiosk.core.paper.page import PaperSize
from kiosk.core.rules.choices import RulebookStatus
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.rules.show import lines
from kiosk.folder import data_folder


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
    for line in table(_SHAPE, found, _cells, columns()):
        click.echo(line)


_SHAPE = TableShape(("Id", "Title"), (1,))


def _cells(rules: RuleSet) -> tuple[str, ...]:
    return rules.id, f"{rules.title}{' (draft)' if rules.status == RulebookStatus.DRAFT else ''}"


@command.command("show", short_help="Every value of a rule set, with its clause.")
@click.argument("id", shell_complete=completing.rule_set)
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
        click.echo(json.dumps([asdict(one) for one in shown], ensure_ascii=False, indent=2))
        return
    width = max((len(one.id) for one in shown), default=0)
    for one in shown:
        only_main = not one.international and bool(rules.penalty.international_options)
        remarks = [
            *(["the default"] if one.default and not one.international else []),
            *(
                ["the default, but in international divisions the director names it"]
                if one.default and one.international
                else []
            ),
            *([] if one.standard else ["not a standard one"]),
            *([] if one.main else ["international divisions only"]),
            *(["not in international divisions"] if only_main else []),
        ]
        told = f" ({', '.join(remarks)})" if remarks else ""
        click.echo(f"{one.id:<{width}}  {one.name}{told}")


@command.command("card", short_help="The card of a rulebook alone, as a page to print.")
@click.argument("id", shell_complete=completing.rule_set)
@click.option(
    "--penalty",
    shell_complete=completing.penalty,
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
    made = rulebook_card(folder, wish, PaperSize(paper))
    give(made, folder, PaperTargets(out, pdf, force), f"The station card of {id} is", printer)


def _summary(rules: RuleSet) -> dict[str, str]:
    return {
        "id": rules.id,
        "title": rules.title,
        "short_title": rules.short_title,
        "issued": rules.issued,
        "status": rules.status,
        "fingerprint": rules.fingerprint,
    }
