"""`kiosk lexicon`: import word lists and look after them. Reading commands change nothing; --json on all."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiosk.cli import options
from kiosk.cli.help import InOrder
from kiosk.cli.options import waiting
from kiosk.cli.staff import staff_of
from kiosk.cli.table import TableShape, fitted_table
from kiosk.cli.terminal import columns, paint, progress_bar
from kiosk.folder import data_folder
from kiosk.words import actions

if TYPE_CHECKING:
    from kiosk.words.import_run import Imported

_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
_SHAPE = TableShape(("Id", "Name", "Edition", "Words", "Fingerprint"), (1, 2))


@click.group(cls=InOrder)
def command() -> None:
    """Word lists: import, list, show, verify, diff, remove."""


@command.command("import", short_help="Import a word list and say which edition it is.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="Register the list under this name.")
@click.option("--skip-bad", is_flag=True, help="Leave out entries that are no words, and say which.")
@click.option("--force", is_flag=True, help="Take a list of fewer than 50 words, or a doubtful one.")
@waiting
@_AS_JSON
@click.pass_context
def import_command(ctx: click.Context, /, file: Path, wait_s: float, as_json: bool, **chosen: Any) -> None:
    """Import the word list in FILE, whatever its form, and say which edition it is.

    Where the station has a log, the import is put on record; while the station runs, nothing is imported.
    """
    from kiosk.words.actions import import_lines
    from kiosk.words.import_run import ImportChoices

    with progress_bar("Reading") as progress:
        imported = actions.import_words(staff_of(ctx, wait_s), file, ImportChoices(**chosen), progress)
    _answer(_import_facts(imported), import_lines(imported), as_json)


def _import_facts(imported: "Imported") -> dict[str, Any]:
    gathered, recognition = imported.gathered, imported.recognition
    return {
        "id": imported.identity.id,
        "name": imported.identity.name,
        "edition": imported.identity.edition,
        "family": imported.identity.family,
        "words": imported.identity.words,
        "by_length": _in_order(imported.manifest.by_length),
        "fingerprint": imported.identity.fingerprint,
        "match": recognition.match.value,
        "sentence": recognition.sentence,
        "nearest": recognition.nearest,
        "surplus": recognition.surplus,
        "missing": recognition.missing,
        "already": imported.already,
        "format": gathered.format,
        "header": gathered.header,
        "entries": gathered.entries,
        "duplicates": gathered.duplicates,
        "too_short": gathered.too_short,
        "too_long": gathered.too_long,
        "marked": gathered.marked,
        "comments": gathered.comments,
        "wordy": gathered.wordy,
        "english": round(imported.english, 3),
        "definitions": len(gathered.definitions),
        "skipped": [{"place": bad.place, "text": bad.text, "reason": bad.reason} for bad in gathered.bad],
    }


def _in_order(by_length: Mapping[int, int]) -> dict[str, int]:
    return {str(length): by_length[length] for length in sorted(by_length)}


@command.command("list", short_help="The free list in the box and those imported.")
@_AS_JSON
@click.pass_context
def list_command(ctx: click.Context, as_json: bool) -> None:
    """The word lists here: the free one in the box and those imported. Exit code 1 if one cannot be used."""
    rows = [_row(lexicon) for lexicon in actions.lists_here(data_folder(ctx.obj))]
    _answer(rows, _list_lines(rows), as_json)
    ctx.exit(1 if any("damaged" in row for row in rows) else 0)


def _row(lexicon: actions.ListHere) -> dict[str, Any]:
    if lexicon.identity is None:
        return {"id": lexicon.id, "damaged": lexicon.damaged}
    identity = lexicon.identity
    return {
        "id": identity.id,
        "name": identity.name,
        "edition": identity.edition,
        "family": identity.family,
        "words": identity.words,
        "fingerprint": identity.fingerprint,
    }


def _list_lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield from fitted_table(_SHAPE, [row for row in rows if "damaged" not in row], _cells, columns())
    for row in rows:
        if "damaged" in row:
            yield paint(f"{row['id']}: {row['damaged']}", "red")


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    from kiosk.words.recognition import short

    edition = row["edition"] or "not recognised"
    return row["id"], row["name"], edition, f"{row['words']:,}", short(row["fingerprint"])


def _words(count: int) -> str:
    return "1 word" if count == 1 else f"{count:,} words"


@command.command(short_help="Edition, counts, fingerprint and uses of a list.")
@click.argument("id", shell_complete=options.word_list)
@_AS_JSON
@click.pass_obj
def show(data: str | None, id: str, as_json: bool) -> None:
    """The list ID: edition, counts by length, first and last words, fingerprint, where it is used."""
    facts = _facts(actions.list_facts(data_folder(data), id))
    _answer(facts, _show_lines(facts), as_json)


def _facts(found: actions.ListFacts) -> dict[str, Any]:
    identity, manifest, edition, words = found.identity, found.manifest, found.edition, found.words
    return {
        "id": identity.id,
        "name": identity.name,
        "edition": identity.edition,
        "family": identity.family,
        "effective": edition.effective if edition else None,
        "succeeds": edition.succeeds if edition else None,
        "holds_long": edition.holds_long if edition else None,
        "words": identity.words,
        "by_length": _in_order(manifest.by_length),
        "fingerprint": identity.fingerprint,
        "first": words[:5],
        "last": words[-5:],
        "source": manifest.source,
        "date": manifest.date,
        "licence": manifest.licence,
        "note": manifest.note,
        "used": found.used,
    }


def _show_lines(facts: dict[str, Any]) -> Iterator[str]:
    yield f"{facts['name']} · {_words(facts['words'])}"
    edition = facts["edition"]
    yield f"Edition      {edition + ' · exact' if edition else 'not recognised'}"
    if facts["effective"]:
        yield f"Effective    {facts['effective']}"
    if facts["holds_long"]:
        yield "Long words   the Long List is already in it"
    yield f"Fingerprint  {facts['fingerprint']}"
    few = facts["words"] <= len(facts["first"])
    yield f"Words        {' '.join(facts['first'])}{'' if few else ' … ' + ' '.join(facts['last'])}"
    yield f"By length    {', '.join(f'{length}: {count:,}' for length, count in facts['by_length'].items())}"
    yield f"Source       {facts['source']} ({facts['date']})"
    if facts["note"]:
        yield f"Note         {facts['note']}"
    yield f"Used by      {', '.join(facts['used']) or 'no division of the set-up'}"


@command.command(short_help="Test lists against their fingerprints.")
@click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=options.word_list)
@_AS_JSON
@click.pass_context
def verify(ctx: click.Context, ids: tuple[str, ...], as_json: bool) -> None:
    """Test lists (all, if none is named) against their fingerprints. Exit code 1 if one is bad."""
    checks = actions.verify_lists(data_folder(ctx.obj), ids)
    rows = [
        {
            "id": check.id,
            "status": "intact" if check.intact else "broken",
            "words": check.words,
            "fingerprint": check.fingerprint,
            "findings": check.findings,
        }
        for check in checks
    ]
    lines = (
        f"{check.id}: "
        + (paint("intact", "green") if check.intact else paint(f"broken: {'; '.join(check.findings)}", "red"))
        for check in checks
    )
    _answer(rows, lines, as_json)
    ctx.exit(0 if all(check.intact for check in checks) else 1)


@command.command(short_help="What was added and removed from list A to B.")
@click.argument("a", shell_complete=options.word_list)
@click.argument("b", shell_complete=options.word_list)
@click.option("--words", "with_words", is_flag=True, help="Name the words.")
@_AS_JSON
@click.pass_obj
def diff(data: str | None, a: str, b: str, with_words: bool, as_json: bool) -> None:
    """What list B has and A lacks (added), and vice versa (removed)."""
    found = actions.difference(data_folder(data), a, b)
    facts: dict[str, Any] = {
        "a": a,
        "b": b,
        "added": len(found.added),
        "removed": len(found.removed),
        "by_length": {
            str(length): {"added": added, "removed": removed}
            for length, (added, removed) in found.by_length.items()
        },
    }
    if with_words:
        facts["words"] = asdict(found)
    _answer(facts, _diff_lines(facts), as_json)


def _diff_lines(facts: dict[str, Any]) -> Iterator[str]:
    yield f"{facts['a']} → {facts['b']}: {facts['added']:,} added, {facts['removed']:,} removed"
    for length, counts in facts["by_length"].items():
        yield f"{length:>3} letters: +{counts['added']:,} −{counts['removed']:,}"
    for sign, part in (("+", "added"), ("−", "removed")):
        yield from (f"{sign} {word}" for word in facts.get("words", {}).get(part, ()))


@command.command(short_help="Remove an imported list the set-up does not use.")
@click.argument("id", shell_complete=options.word_list)
@_AS_JSON
@click.pass_obj
def remove(data: str | None, id: str, as_json: bool) -> None:
    """Remove the imported list ID. Refused while the set-up uses it."""
    actions.remove_list(data_folder(data), id)
    _answer({"id": id, "removed": True}, (f"Removed “{id}”.",), as_json)


def _answer(facts: Any, lines: Iterable[str], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False))
    else:
        for line in lines:
            click.echo(line)
