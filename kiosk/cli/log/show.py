"""`kiosk log show`: one record as a director needs it in a dispute, and whether it can be believed."""

from pathlib import Path
from typing import Any

import click

from kiosk.actions.audit.fields import of_decision, of_other, of_ruling, technical
from kiosk.actions.audit.names import Names
from kiosk.actions.audit.show import ShownRecord, shown_records
from kiosk.actions.audit.source import AuditSource
from kiosk.cli.log.ending import end, say_first
from kiosk.cli.log.filters import MERGED, check_text
from kiosk.cli.shell import completing
from kiosk.cli.terminal import paint, verdict_colour
from kiosk.core.harmless import harmless, harmless_json
from kiosk.core.log.bodies.play import DecisionBody
from kiosk.core.log.kinds import Kind
from kiosk.folder import data_folder
from kiosk.storage.export.records import Line, listing, text, texts, whole


@click.command("show", short_help="One record whole, by its place or ruling number.")
@click.argument("which", metavar="SEQ|NUMBER", shell_complete=completing.ruling)
@MERGED
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def show_command(ctx: click.Context, which: str, merged: Path | None, as_json: bool) -> None:
    """Show one record whole: by its place in the log (147) or its ruling number (B-147).

    Verdict first, and whether the record and the chain up to it are intact. Exit code 1: they are not.
    """
    check_text(which, "SEQ|NUMBER")
    with shown_records(AuditSource(data_folder(ctx.obj), merged), which) as shown:
        say_first(shown.doubt)
        if as_json:
            values = [_as_json(one) for one in shown.records]
            click.echo(harmless_json(values[0] if len(values) == 1 else values))
        else:
            for one in shown.records:
                _print(one, shown.names, shown.window_s)
    end(shown.complaints, shown.doubt)
    ctx.exit(0 if shown.holds else 1)


def _as_json(one: ShownRecord) -> dict[str, Any]:
    related = [listing(Line(found)) for found in one.related]
    return {**whole(one.line), "related": related, "intact": one.intact, "integrity": one.integrity}


def _print(one: ShownRecord, names: Names, window_s: int) -> None:
    found, line = one.line.found, one.line
    if found.is_ruling:
        mark = f"  {line.mark}" if line.mark else ""
        verdict = text(found.data.get("verdict")).upper()
        colour = "red" if mark else verdict_colour(verdict)
        click.echo(paint(f"{text(found.data.get('number'))}  {verdict}{mark}", colour, bold=True))
        click.echo(paint("  ".join(texts(found.data.get("words"))), bold=True) + "\n")
        fields = of_ruling(one, names, window_s)
    elif isinstance(found.said, DecisionBody):
        mark = f"  {line.mark}" if line.mark else ""
        click.echo(paint(f"Record {found.seq}, decision{mark}", bold=True))
        click.echo(paint(harmless(found.said.sentence), bold=True) + "\n")
        fields = of_decision(one, found.said, names)
    else:
        meaning = Kind(found.kind).meaning if found.known_kind else "A kind that this version does not know."
        mark = f"  {line.mark}" if line.mark else ""
        click.echo(paint(f"Record {found.seq}, {harmless(found.kind)}{mark}: {meaning}", bold=True) + "\n")
        fields = of_other(one)
    for name, value in fields:
        click.echo(f"  {name:<12} {value}")
    click.echo("\n" + paint(one.integrity, "green" if one.intact else "red", bold=True))
    click.echo("\nFor a check by other means")
    for name, value in technical(found):
        click.echo(f"  {name:<12} {value}")
