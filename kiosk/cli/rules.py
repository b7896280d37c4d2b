"""`kiosk rules`: which rule sets there are, what each says and where, and the card to print for a station."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kiosk.folder import RULESETS

if TYPE_CHECKING:
    from kiosk.core.rules.ruleset import RuleSet


@click.group("rules")
def command() -> None:
    """The rule sets: list them, show what one says and where, print a station card."""


@command.command("list", short_help="Those that came with the program, and your own.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def list_command(data: str | None, as_json: bool) -> None:
    """List the rule sets that came with the program and your own. One that cannot be used is told of."""
    from kiosk.storage.setup.rulesets import survey_rulesets

    survey = survey_rulesets(_own_folder(data))
    found = survey.usable
    for problem in survey.problems:
        click.echo(problem, err=True)
    if as_json:
        click.echo(json.dumps([_summary(rules) for rules in found], ensure_ascii=False, indent=2))
        return
    width = max((len(rules.id) for rules in found), default=0)
    for rules in found:
        draft = " (draft)" if rules.status == "draft" else ""
        click.echo(f"{rules.id:<{width}}  {rules.title}{draft}")


@command.command("show", short_help="Every value of a rule set, with its clause.")
@click.argument("id")
@click.option("--penalties", is_flag=True, help="Only what a failed challenge may cost: ids for a set-up.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def show_command(data: str | None, id: str, penalties: bool, as_json: bool) -> None:
    """Show every value of rule set ID, with its clause."""
    from kiosk.core.rules.show import lines

    rules = _load(data, id)
    if penalties:
        _show_penalties(rules, as_json=as_json)
        return
    if as_json:
        whole = _summary(rules) | json.loads(rules.settled)
        click.echo(json.dumps(whole, ensure_ascii=False, indent=2))
        return
    for line in lines(rules):
        click.echo(line)


def _show_penalties(rules: "RuleSet", *, as_json: bool) -> None:
    """What may stand under `penalty` in a set-up file: the id first, then what it is."""
    rule = rules.penalty
    ids = dict.fromkeys((*rule.options, *rule.international_options))
    shown = [
        {
            "id": id,
            "name": rules.penalty_name(id),
            "default": id == rule.default,
            "standard": id not in rule.non_standard,
            "main": id in rule.options,
            "international": id in rule.international_options,
        }
        for id in ids
        if id not in rule.without_amounts()
    ]
    if as_json:
        click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
        return
    width = max((len(str(one["id"])) for one in shown), default=0)
    for one in shown:
        remarks = [
            *(["the default"] if one["default"] else []),
            *([] if one["standard"] else ["not a standard one"]),
            *([] if one["main"] else ["international lists only"]),
            *(
                []
                if one["international"] or not rule.international_options
                else ["not on international lists"]
            ),
        ]
        told = f" ({', '.join(remarks)})" if remarks else ""
        click.echo(f"{one['id']:<{width}}  {one['name']}{told}")


@command.command("card", short_help="The station card, as a page to print on A4.")
@click.argument("id")
@click.option("--out", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@click.option("--force", is_flag=True, help="Replace a file that is there; never a log or a list.")
@click.option("--penalty", help="The penalty of the event, where it is not the rule set's default.")
@click.option("--international", is_flag=True, help="For a division on the international lexicon.")
@click.pass_obj
def card_command(
    data: str | None, id: str, out: Path | None, force: bool, penalty: str | None, international: bool
) -> None:
    """Print the station card of rule set ID as an HTML page (A4, two sides)."""
    from kiosk.core.rules.card import station_card
    from kiosk.files import write_text
    from kiosk.folder import data_folder
    from kiosk.storage.export.target import check_target

    rules = _load(data, id)
    page = station_card(rules, _penalty(rules, penalty, international), international=international)
    if out is None:
        if sys.stdout.isatty():
            raise click.UsageError("The card is a page for a browser. Name a file for it: --out card.html")
        click.echo(page, nl=False)
        return
    check_target(out, data_folder(data), force=force)
    write_text([page], out)
    click.echo(f"The station card of {rules.id} is in {out}. Open it in a browser and print it on A4.")


def _penalty(rules: "RuleSet", chosen: str | None, international: bool) -> str:
    """The penalty for the card: *chosen* if the rule set offers it here, else the usual one."""
    from kiosk.errors import RuleSetError

    options = rules.penalty.options_for(international=international)
    if not options:
        raise RuleSetError(
            f"The rule set {rules.id} knows no international divisions. Leave --international out."
        )
    if chosen is None:
        return rules.penalty.default if rules.penalty.default in options else options[0]
    if chosen not in options:
        raise RuleSetError(f"{rules.id} has no penalty “{chosen}” here. Choose one of: {', '.join(options)}.")
    return chosen


def _load(data: str | None, id: str) -> "RuleSet":
    from kiosk.storage.setup.rulesets import load_ruleset

    return load_ruleset(id, _own_folder(data))


def _own_folder(data: str | None) -> Path:
    from kiosk.folder import data_folder

    return data_folder(data) / RULESETS


def _summary(rules: "RuleSet") -> dict[str, str]:
    return {
        "id": rules.id,
        "title": rules.title,
        "short_title": rules.short_title,
        "issued": rules.issued,
        "status": rules.status,
        "fingerprint": rules.fingerprint,
    }
