"""`kiosk decision`: what may be decided, what would follow, the record of it, and what was decided."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from kiosk.base.canonical import Json
from kiosk.base.printable import printable, printable_json
from kiosk.base.schedule import HIGHEST_ROUND
from kiosk.cli.options import operator, waiting
from kiosk.cli.staff import staff_of
from kiosk.decisions import actions
from kiosk.decisions.case_actions import DecisionSubject
from kiosk.decisions.forms import REMARK, DecisionForm, Evaluation, FormQuestion
from kiosk.folder import data_folder
from kiosk.log.audit_actions import AuditSource
from kiosk.log.body import encode
from kiosk.log.filters_command import MERGED, check_text, say_first
from kiosk.log.show_actions import DecisionFound
from kiosk.rules.choices import cite
from kiosk.rules.ruling import Place

# ---- telling -----------------------------------------------------------------------------------------------
# Decisions and their forms as text for a terminal, and as JSON.


def form_lines(form: DecisionForm, known: Mapping[str, str]) -> Iterator[str]:
    """The whole form: law, then each question with what may be answered."""
    yield f"{form.type}  ({cite(form.clause)})"
    for line in form.law:
        yield f"  {line}"
    for question in form.questions:
        yield f"  {question.key}={_answerable(question)}"
        yield f"      {question.label}{_remarks(question, known)}"
        if question.hint:
            yield f"      {question.hint}"
        for choice in question.choices:
            if choice.label != choice.id:
                clause = f" ({choice.clause})" if choice.clause else ""
                yield f"        {choice.id}: {choice.label}{clause}"


def _answerable(question: FormQuestion) -> str:
    ids = [choice.id for choice in question.choices]
    return "|".join(ids) if ids else question.allowed


def _remarks(question: FormQuestion, known: Mapping[str, str]) -> str:
    key, answers = question.only_if
    if question.key in known:
        return f" (on record: {known[question.key]})"
    asked = f" (only with {key}={'|'.join(answers)})" if key else ""
    return asked + ("" if question.required else " (may be left out)")


def form_json(form: DecisionForm, known: Mapping[str, str]) -> dict[str, Json]:
    return {
        "type": form.type,
        "title": form.title,
        "clause": form.clause,
        "target": form.target.value,
        "law": [{"text": line.text, "clause": line.clause} for line in form.law],
        "questions": [_question_json(question) for question in form.questions],
        "known": dict(known),
    }


def _question_json(question: FormQuestion) -> dict[str, Json]:
    key, answers = question.only_if
    return {
        "key": question.key,
        "label": question.label,
        "kind": question.kind.value,
        "choices": [
            {"id": choice.id, "label": choice.label, "clause": choice.clause} for choice in question.choices
        ],
        "low": question.low,
        "high": question.high,
        "required": question.required,
        "only_if": {"key": key, "answers": list(answers)} if key else None,
        "hint": question.hint,
    }


def types_lines(offer: actions.DecisionOffered) -> Iterator[str]:
    """One line a type."""
    number = offer.known.number
    yield f"{offer.known.rules.short_title}{f', on {number}' if number else ''}:"
    widest = max(len(form.type) for form in offer.forms)
    for form in offer.forms:
        yield f"  {form.type:<{widest}}  {form.title} ({cite(form.clause)})"


def worked_lines(found: actions.DecisionPreview) -> Iterator[str]:
    """What is decided, or why not, and the law that leads there."""
    worked = found.worked
    yield worked.refusal or worked.sentence
    for line in worked.law:
        yield f"  {line}"
    yield from found.remarks


def worked_json(found: actions.DecisionPreview) -> dict[str, Json]:
    worked: Evaluation = found.worked
    return {
        "type": found.type,
        "rules": found.rules,
        "number": found.number,
        "sentence": worked.sentence or None,
        "refusal": worked.refusal or None,
        "at": worked.at or None,
        "effect": worked.effect.value,
        "amounts": dict(worked.amounts),
        "answers": dict(worked.answers),
        "concerns": worked.concerns.value,
        "clause": worked.clause or None,
        "law": [{"text": line.text, "clause": line.clause} for line in worked.law],
        "remarks": list(found.remarks),
    }


def recorded_json(made: actions.DecisionRecorded) -> dict[str, Json]:
    return {
        **worked_json(made.preview),
        "seq": made.seq,
        "at": made.at,
        "hash": made.hash,
        "by": made.body.by,
        "remark": made.body.remark,
        "body": encode(made.body),
    }


def made_lines(decision: DecisionFound) -> Iterator[str]:
    """A decision on record."""
    body = decision.body
    about = f" on {printable(body.number)}" if body.number else ""
    place = ", ".join(f"{name} {at}" for name, at in (("round", body.round), ("table", body.table)) if at)
    where = f" ({place})" if place else ""
    at, what = printable(decision.found.local_text), printable(body.decision)
    yield f"Record {decision.found.seq}  {at}  {what}{about}{where}"
    yield f"  {printable(body.sentence)} [{printable(cite(body.clause or 'no clause'))}]"
    if body.remark or body.by:
        by = f" ({printable(body.by)})" if body.by else ""
        yield f"  {printable(body.remark or 'Decided')}{by}"
    if decision.corrected_by is not None:
        yield f"  Corrected by record {decision.corrected_by[2]}."


def made_json(decision: DecisionFound) -> dict[str, Json]:
    corrected = None if decision.corrected_by is None else decision.corrected_by[2]
    return {
        "seq": decision.found.seq,
        "at": decision.found.at,
        "local": decision.found.local_text,
        "station": decision.found.station,
        "epoch": decision.found.epoch,
        **encode(decision.body),
        "corrected_by": corrected,
        "hash": decision.found.hash,
    }


# ---- group -------------------------------------------------------------------------------------------------
# `kiosk decision`: what may be decided, what would follow, the record of it, and what was decided.

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
    offer = actions.offer_decision(staff_of(ctx), _subject(ctx, which, given))
    say_first(offer.known.doubt)
    known = dict(offer.answered)
    wanted = [form for form in offer.forms if type_ in (None, form.type)]
    if not wanted:
        there = ", ".join(form.type for form in offer.forms)
        raise click.UsageError(f"There is no decision “{printable(str(type_))}”. Choose one of: {there}.")
    if as_json:
        click.echo(printable_json([form_json(form, known[form.type]) for form in wanted]))
    else:
        lines = types_lines(offer) if type_ is None else form_lines(wanted[0], known[wanted[0].type])
        click.echo("\n".join(map(printable, lines)))
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
    decision = actions.Decide(
        _subject(ctx, which, given), type_, tuple(said.items()), given["by"], given["corrects"]
    )
    staff = staff_of(ctx, wait_s)
    if only_preview:
        found = decision.preview(staff)
        say_first(found.doubt)
        _tell(
            printable_json(worked_json(found)) if as_json else "\n".join(map(printable, worked_lines(found)))
        )
        ctx.exit(1 if found.worked.refusal or found.doubt else 0)
    made = decision.run(staff)
    if as_json:
        _tell(printable_json(recorded_json(made)))
    else:
        _tell("\n".join(map(printable, (*worked_lines(made.preview), f"On record as number {made.seq}."))))


def _tell(text: str) -> None:
    click.echo(text)


def _answers(texts: tuple[str, ...]) -> dict[str, str]:
    said: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        check_text(text, "KEY=VALUE")
        if not equals or not key or key in said:
            raise click.UsageError(
                f"“{printable(text)}” is no answer, or the second to one question. Write KEY=VALUE."
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
    listed = actions.list_decisions(AuditSource(data_folder(ctx.obj), merged), which, event)
    say_first(listed.doubt)
    if as_json:
        click.echo(printable_json([made_json(decision) for decision in listed.decisions]))
    else:
        for decision in listed.decisions:
            click.echo("\n".join(made_lines(decision)))
        if not listed.decisions:
            click.echo("No decision is on record here.", err=True)
    if listed.unsound:
        click.echo(
            f"{listed.unsound} of the decisions are not as they were recorded. Run “kiosk log verify”.",
            err=True,
        )
    ctx.exit(1 if listed.unsound or listed.doubt else 0)
