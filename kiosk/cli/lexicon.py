"""`kiosk lexicon`: import word lists and look after them. Reading commands change nothing; --json on all."""

import json
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiosk.errors import LexiconError
from kiosk.folder import data_folder
from kiosk.storage.lexicons.store import BUNDLED_ID, list_ids, load_lexicon

if TYPE_CHECKING:
    from kiosk.storage.lexicons.importers.reading import Entry
    from kiosk.storage.lexicons.store import StoredLexicon

_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
_UPDATE_EVERY = 5000
_HEADING = f"{'id':<16} name · edition · words · fingerprint"


@click.group()
def command() -> None:
    """Word lists: import, list, show, verify, diff, remove."""


@command.command("import", short_help="Import a word list and say which edition it is.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="Register the list under this name.")
@click.option("--skip-bad", is_flag=True, help="Leave out entries that are no words, and say which.")
@click.option("--force", is_flag=True, help="Take a list of fewer than 50 words, or a doubtful one.")
@_AS_JSON
@click.pass_obj
def import_command(
    data: str | None, file: Path, name: str | None, skip_bad: bool, force: bool, as_json: bool
) -> None:
    """Import the word list in FILE, whatever its form, and say which edition it is."""
    from kiosk.cli.imported_list import import_facts, import_lines
    from kiosk.storage.lexicons.intake import ImportChoices, import_list

    today = datetime.now(UTC).date().isoformat()
    watch = _with_bar if sys.stderr.isatty() else None
    imported = import_list(data_folder(data), file, ImportChoices(name, skip_bad, force), today, watch)
    _answer(import_facts(imported), import_lines(imported), as_json)


def _with_bar(entries: "Iterable[Entry]", total: int) -> "Iterator[Entry]":
    with click.progressbar(length=total, label="Reading", file=sys.stderr) as bar:
        for count, entry in enumerate(entries, 1):
            yield entry
            if count % _UPDATE_EVERY == 0:
                bar.update(_UPDATE_EVERY)
        bar.update(total % _UPDATE_EVERY)


@command.command("list", short_help="The free list in the box and those imported.")
@_AS_JSON
@click.pass_context
def list_command(ctx: click.Context, as_json: bool) -> None:
    """The word lists here: the free one in the box and those imported. Exit code 1 if one cannot be used."""
    folder = data_folder(ctx.obj)
    rows = [_row(folder, id) for id in list_ids(folder)]
    _answer(rows, [_HEADING, *map(_row_line, rows)], as_json)
    ctx.exit(1 if any("damaged" in row for row in rows) else 0)


def _row(folder: Path, id: str) -> dict[str, Any]:
    try:
        identity = load_lexicon(folder, id).identity
    except LexiconError as error:
        return {"id": id, "damaged": str(error)}
    return {
        "id": identity.id,
        "name": identity.name,
        "edition": identity.edition,
        "family": identity.family,
        "words": identity.words,
        "fingerprint": identity.fingerprint,
    }


def _row_line(row: dict[str, Any]) -> str:
    from kiosk.storage.lexicons.recognition import short

    if "damaged" in row:
        return f"{row['id']:<16} {row['damaged']}"
    kind = row["edition"] or "not recognised"
    return f"{row['id']:<16} {row['name']} · {kind} · {_words(row['words'])} · {short(row['fingerprint'])}"


def _words(count: int) -> str:
    return "1 word" if count == 1 else f"{count:,} words"


@command.command(short_help="Edition, counts, fingerprint and uses of a list.")
@click.argument("id")
@_AS_JSON
@click.pass_obj
def show(data: str | None, id: str, as_json: bool) -> None:
    """The list ID: edition, counts by length, first and last words, fingerprint, where it is used."""
    from kiosk.storage.lexicons.uses import uses_of

    folder = data_folder(data)
    lexicon = load_lexicon(folder, id)
    facts = _facts(lexicon) | {"used": uses_of(folder, id)}
    _answer(facts, _show_lines(facts), as_json)


def _facts(lexicon: "StoredLexicon") -> dict[str, Any]:
    from kiosk.storage.lexicons.editions import edition_of

    identity, manifest, words = lexicon.identity, lexicon.manifest, lexicon.words()
    edition = edition_of(identity.fingerprint)
    return {
        "id": identity.id,
        "name": identity.name,
        "edition": identity.edition,
        "family": identity.family,
        "effective": edition.effective if edition else None,
        "succeeds": edition.succeeds if edition else None,
        "holds_long": edition.holds_long if edition else None,
        "words": identity.words,
        "by_length": _by_length(manifest.by_length),
        "fingerprint": identity.fingerprint,
        "first": words[:5],
        "last": words[-5:],
        "source": manifest.source,
        "date": manifest.date,
        "licence": manifest.licence,
        "note": manifest.note,
    }


def _show_lines(facts: dict[str, Any]) -> Iterator[str]:
    yield f"{facts['name']} · {_words(facts['words'])}"
    edition = facts["edition"]
    yield f"Edition      {edition + ' · exact' if edition else 'not recognised'}"
    if facts["effective"]:
        yield f"Effective    {facts['effective']}"
    if facts["holds_long"]:
        yield "Long words   already in it; no separate long list is needed"
    yield f"Fingerprint  {facts['fingerprint']}"
    few = facts["words"] <= len(facts["first"])
    yield f"Words        {' '.join(facts['first'])}{'' if few else ' … ' + ' '.join(facts['last'])}"
    yield f"By length    {', '.join(f'{length}: {count:,}' for length, count in facts['by_length'].items())}"
    yield f"Source       {facts['source']} ({facts['date']})"
    if facts["note"]:
        yield f"Note         {facts['note']}"
    yield f"Used by      {', '.join(facts['used']) or 'no division of the set-up'}"


@command.command(short_help="Test lists against their fingerprints.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@_AS_JSON
@click.pass_context
def verify(ctx: click.Context, ids: tuple[str, ...], as_json: bool) -> None:
    """Test lists (all, if none is named) against their fingerprints. Exit code 1 if one is bad."""
    from kiosk.storage.lexicons.check import check_lexicon

    folder = data_folder(ctx.obj)
    checks = [check_lexicon(folder, id) for id in ids or list_ids(folder)]
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
        f"{check.id}: {'intact' if check.intact else 'broken: ' + '; '.join(check.findings)}"
        for check in checks
    )
    _answer(rows, lines, as_json)
    ctx.exit(0 if all(check.intact for check in checks) else 1)


@command.command(short_help="What was added and removed from list A to B.")
@click.argument("a")
@click.argument("b")
@click.option("--words", "with_words", is_flag=True, help="Name the words.")
@_AS_JSON
@click.pass_obj
def diff(data: str | None, a: str, b: str, with_words: bool, as_json: bool) -> None:
    """What list B has and A has not (added), and the other way round (removed)."""
    folder = data_folder(data)
    before, after = (frozenset(load_lexicon(folder, id).words()) for id in (a, b))
    added, removed = sorted(after - before), sorted(before - after)
    lengths = sorted({len(word) for word in (*added, *removed)})
    by_length = {
        str(length): {
            "added": sum(len(word) == length for word in added),
            "removed": sum(len(word) == length for word in removed),
        }
        for length in lengths
    }
    facts: dict[str, Any] = {
        "a": a,
        "b": b,
        "added": len(added),
        "removed": len(removed),
        "by_length": by_length,
    }
    if with_words:
        facts["words"] = {"added": added, "removed": removed}
    _answer(facts, _diff_lines(facts), as_json)


def _diff_lines(facts: dict[str, Any]) -> Iterator[str]:
    yield f"{facts['a']} → {facts['b']}: {facts['added']:,} added, {facts['removed']:,} removed"
    for length, counts in facts["by_length"].items():
        yield f"{length:>3} letters: +{counts['added']:,} −{counts['removed']:,}"
    for sign, part in (("+", "added"), ("−", "removed")):
        yield from (f"{sign} {word}" for word in facts.get("words", {}).get(part, ()))


@command.command(short_help="Remove an imported list the set-up does not use.")
@click.argument("id")
@_AS_JSON
@click.pass_obj
def remove(data: str | None, id: str, as_json: bool) -> None:
    """Remove the imported list ID. Refused while the set-up uses it."""
    from kiosk.storage.lexicons.uses import uses_of
    from kiosk.storage.lexicons.writer import remove as remove_files

    folder = data_folder(data)
    if id == BUNDLED_ID:
        raise LexiconError(
            "The list in the box cannot be removed. Import an official list and use that instead."
        )
    if id not in list_ids(folder):
        raise LexiconError(f"There is no word list “{id}” here. See the lists with: kiosk lexicon list")
    if used := uses_of(folder, id):
        raise LexiconError(
            f"The word list “{id}” is not removed: {', '.join(used)} uses it. Change the set-up first."
        )
    remove_files(folder, id)
    _answer({"id": id, "removed": True}, (f"Removed “{id}”.",), as_json)


def _by_length(counts: Any) -> dict[str, int]:
    return {str(length): counts[length] for length in sorted(counts)}


def _answer(facts: Any, lines: Iterable[str], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False))
    else:
        for line in lines:
            click.echo(line)
