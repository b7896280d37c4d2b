"""`kiosk decision`: what may be decided, what would follow, the record of it, and what was decided."""

from pathlib import Path
from typing import Any

import click

from kiosk.actions.audit.source import AuditSource
from kiosk.actions.decide.deciding import DecisionWish, decide, offered, preview
from kiosk.actions.decide.knowing import DecisionSubject
from kiosk.actions.decide.listing import list_decisions
from kiosk.cli.decision.telling import (
    form_json,
    form_lines,
    made_json,
    made_lines,
    recorded_json,
    types_lines,
    worked_json,
    worked_lines,
)
from kiosk.cli.log.ending import say_first
from kiosk.cli.log.filters import MERGED, check_text
from kiosk.cli.option_checks import operator, waiting
from kiosk.cli.staff import staff_of
from kiosk.core.challenge.ruling import Place
from kiosk.core.harmless import harmless, harmless_json
from kiosk.core.setup.schedule import HIGHEST_ROUND
from kiosk.director.decisions.form import REMARK
from kiosk.folder import data_folder

ALONE = "-"
_AS_JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")
_SUBJECT = (
    MERGED,
    click.option("--station", default="", metavar="ID", help="Whose, where two have that number."),
    click.option("--rules", metavar="ID", help="The rule set of a decision that stands alone."),
    click.option("--division", metavar="ID", help="The division, where nothing else tells."),
    click.option(
        "--round",
        "round_",
        type=click.IntRange(1, HIGHEST_ROUND),
        help="The round, where the record is silent.",
    ),
    click.option("--table", type=click.IntRange(1, 9999), help="The table, where the record is silent."),
)


def _subject_options(command: Any) -> Any:
    for option in reversed(_SUBJECT):
        command = option(command)
    return command


def _subject(ctx: click.Context, which: str | None, given: dict[str, Any]) -> DecisionSubject:
    if which is not None:
        check_text(which, "WHICH")
    place = Place(division=given["division"], round=given["round_"], table=given["table"])
    alone = which in (None, ALONE)
    source = AuditSource(data_folder(ctx.obj), given["merged"])
    return DecisionSubject(None if alone else which, given["station"], source, given["rules"], place)


@click.group()
def command() -> None:
    """Director's decisions: types, add, list.

    A decision is on a ruling (B-147, or its place in the log), or stands alone (-). Nothing is edited: a
    correction is a new decision.
    """


@command.command("types", short_help="What may be decided, and what is asked for it.")
@click.argument("which", metavar="[B-147]", required=False)
@click.option("--type", "type_", metavar="TYPE", help="The whole form of this one.")
@_subject_options
@_AS_JSON
@click.pass_context
def types_command(
    ctx: click.Context, /, which: str | None, type_: str | None, as_json: bool, **given: Any
) -> None:
    """What the rule set lets a director decide, on a ruling or on its own; with --type, one form whole.

    Exit code 1: records are missing, or are not as they were recorded; that is said first.
    """
    offer = offered(staff_of(ctx), _subject(ctx, which, given))
    say_first(offer.known.doubt)
    known = dict(offer.answered)
    wanted = [form for form in offer.forms if type_ in (None, form.type)]
    if not wanted:
        there = ", ".join(form.type for form in offer.forms)
        raise click.UsageError(f"There is no decision “{harmless(str(type_))}”. Choose one of: {there}.")
    if as_json:
        click.echo(harmless_json([form_json(form, known[form.type]) for form in wanted]))
    else:
        lines = types_lines(offer) if type_ is None else form_lines(wanted[0], known[wanted[0].type])
        click.echo("\n".join(map(harmless, lines)))
    ctx.exit(1 if offer.known.doubt else 0)


@command.command("add", short_help="Decide something, and record it.")
@click.argument("which", metavar="B-147|-")
@click.argument("type_", metavar="TYPE")
@click.argument("answers", nargs=-1, metavar="KEY=VALUE…")
@click.option("--remark", metavar="TEXT", help="At most 200 characters, without names.")
@click.option("--preview", "only_preview", is_flag=True, help="Say what would follow; record nothing.")
@click.option(
    "--corrects", type=click.IntRange(1), metavar="SEQ", help="The decision that this one replaces."
)
@click.option(
    "--as", "by", metavar="ID", callback=operator, help="Who decides: initials or a staff id, not a name."
)
@_subject_options
@waiting
@_AS_JSON
@click.pass_context
def add_command(
    ctx: click.Context,
    /,
    which: str,
    type_: str,
    answers: tuple[str, ...],
    remark: str | None,
    only_preview: bool,
    wait_s: float,
    as_json: bool,
    **given: Any,
) -> None:
    """Decide TYPE on the ruling, or on nothing (-), by the answers KEY=VALUE, and record it.

    Example: kiosk decision add B-147 improper_lookup responsible=challenger --as AB

    Exit code: 0 recorded; 4 not done. With --preview, which records nothing: 0 it may be decided so, 1 not,
    or the log does not hold.
    """
    said = _answers(answers) | ({} if remark is None else {REMARK: remark})
    wish = DecisionWish(_subject(ctx, which, given), type_, said, given["by"], given["corrects"])
    staff = staff_of(ctx, wait_s)
    if only_preview:
        found = preview(staff, wish)
        say_first(found.known.doubt)
        _tell(harmless_json(worked_json(found)) if as_json else "\n".join(map(harmless, worked_lines(found))))
        ctx.exit(1 if found.worked.refusal or found.known.doubt else 0)
    made = decide(staff, wish)
    if as_json:
        _tell(harmless_json(recorded_json(made)))
    else:
        _tell("\n".join(map(harmless, (*worked_lines(made.preview), f"On record as number {made.seq}."))))


def _tell(text: str) -> None:
    click.echo(text)


def _answers(texts: tuple[str, ...]) -> dict[str, str]:
    said: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        check_text(text, "KEY=VALUE")
        if not equals or not key or key in said:
            raise click.UsageError(
                f"“{harmless(text)}” is no answer, or the second to one question. Write KEY=VALUE."
            )
        said[key] = value
    return said


@command.command("list", short_help="What was decided: on a ruling, in an event, or ever.")
@click.argument("which", metavar="[B-147]", required=False)
@click.option("--event", metavar="ID", help="Only of this event.")
@MERGED
@_AS_JSON
@click.pass_context
def list_command(
    ctx: click.Context, which: str | None, event: str | None, merged: Path | None, as_json: bool
) -> None:
    """The decisions on record, oldest first, corrected ones too.

    Exit code 1: one of them is not as it was recorded, or records are missing; that is said first.
    """
    for text in (which, event):
        check_text(text or "x", "[B-147]")
    listed = list_decisions(AuditSource(data_folder(ctx.obj), merged), which, event)
    say_first(listed.doubt)
    if as_json:
        click.echo(harmless_json([made_json(one) for one in listed.decisions]))
    else:
        for one in listed.decisions:
            click.echo("\n".join(made_lines(one)))
        if not listed.decisions:
            click.echo("No decision is on record here.", err=True)
    if listed.unsound:
        click.echo(
            f"{listed.unsound} of the decisions are not as they were recorded. Run “kiosk log verify”.",
            err=True,
        )
    ctx.exit(1 if listed.unsound or listed.doubt else 0)
