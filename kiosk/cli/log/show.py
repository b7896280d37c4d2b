"""`kiosk log show`: one record as a director needs it in a dispute, and whether it can be believed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import click

from kiosk.cli.log.ending import complaints
from kiosk.cli.log.filters import MERGED, check_text, reader_of
from kiosk.cli.log.lines import AlertFeed, Watch, split_window_s
from kiosk.cli.log.names import STATION_METHOD, Names
from kiosk.cli.terminal import paint
from kiosk.core.harmless import harmless, harmless_json
from kiosk.core.log.chain import Status, Verification
from kiosk.core.log.kinds import Kind
from kiosk.director.alerts import Alert
from kiosk.director.flags import flag_meaning
from kiosk.errors import LogError
from kiosk.folder import data_folder
from kiosk.storage.export.records import Line, listing, spoken, text, texts, whole
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.merged import reading_merged, verify_station
from kiosk.storage.reading.query import Reader
from kiosk.storage.reading.reader import verify_log

Fields: TypeAlias = Iterator[tuple[str, str]]
_MOST_DIGITS = 18  # what SQLite can count to
_LONGEST_SHOWN = 40  # of something typed, in a sentence


@dataclass(frozen=True, slots=True)
class Shown:
    """A record with what is known about it. *chain*: of the log it stands in, up to its end."""

    line: Line
    related: tuple[Found, ...]
    chain: Verification

    @property
    def intact(self) -> bool:
        """Whether the record and all before it are as they were recorded."""
        reached = self.chain.status is Status.INTACT or self.chain.count >= self.line.found.seq
        return self.line.found.fits and self.chain.status is not Status.UNREADABLE and reached


@click.command("show", short_help="One record whole, by its place or ruling number.")
@click.argument("which", metavar="SEQ|NUMBER")
@MERGED
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def show_command(ctx: click.Context, which: str, merged: Path | None, as_json: bool) -> None:
    """Show one record whole: by its place in the log (147) or its ruling number (B-147).

    Verdict first, and whether the record and the chain up to it are intact. Exit code 1: they are not.
    """
    check_text(which, "SEQ|NUMBER")
    folder = data_folder(ctx.obj)
    window_s, watch = split_window_s(folder), Watch()
    with reader_of(ctx.obj, merged) as reader:
        feed, letters = AlertFeed(reader, window_s), reader.letters()
        found = [Line(one, feed.of(one), letters.get(one.key[:2], "")) for one in named(reader, which)]
        shown = [
            Shown(line, tuple(reader.about(line.found)), _chain(folder, merged, line.found))
            for line in watch.over(found)
        ]
        if as_json:
            values = [_as_json(one) for one in shown]
            click.echo(harmless_json(values[0] if len(values) == 1 else values))
        else:
            names = Names(reader, folder)
            for one in shown:
                _print(one, names, window_s)
        said = complaints(reader, watch, ctx.obj, merged)
    for sentence in said:
        click.echo(sentence, err=True)
    ctx.exit(0 if all(one.intact for one in shown) and not said else 1)


def named(reader: Reader, which: str) -> list[Found]:
    """The record, or the rulings, that somebody called *which*."""
    shown = harmless(which if len(which) <= _LONGEST_SHOWN else f"{which[:_LONGEST_SHOWN]}…")
    if which.isascii() and which.isdecimal():
        if reader.merged:
            raise LogError(f"{shown} may be of any station here. Give the ruling number, such as B-147.")
        found = reader.one(int(which)) if len(which) <= _MOST_DIGITS else None
        if found is None:
            raise LogError(f"There is no record {shown}: the log has {reader.count()}.")
        return [found]
    rulings = list(reader.find(Filter(number=which, kind=Kind.ADJUDICATION)))
    if not rulings:
        raise LogError(f"There is no ruling {shown.upper()} here. Check the number on the slip.")
    return rulings


def _chain(folder: Path, merged: Path | None, found: Found) -> Verification:
    if merged is None:
        return verify_log(log_path(folder))
    with reading_merged(merged) as conn:
        return verify_station(conn, found.key[:2])


def _as_json(one: Shown) -> dict[str, Any]:
    related = [listing(Line(found)) for found in one.related]
    return {**whole(one.line), "related": related, "intact": one.intact, "integrity": integrity(one)}


def integrity(one: Shown) -> str:
    """Whether the record can be believed, in a sentence."""
    found, chain = one.line.found, one.chain
    if not found.fits:
        return "This record was CHANGED after it was recorded: its content does not fit its hash."
    if chain.status is Status.UNREADABLE:
        return f"Whether the chain holds cannot be told. {chain.reason}"
    if not one.intact:
        return f"This record fits its hash, but the chain before it is BROKEN. {chain.reason}"
    if chain.status is Status.BROKEN:
        return f"This record and the chain up to it are intact; further on the log is broken. {chain.reason}"
    return "This record and the chain up to it are intact."


def _print(one: Shown, names: Names, window_s: int) -> None:
    found, line = one.line.found, one.line
    if found.is_ruling:
        mark = f"  {line.mark}" if line.mark else ""
        verdict = text(found.data.get("verdict")).upper()
        click.echo(paint(f"{text(found.data.get('number'))}  {verdict}{mark}", bold=True))
        click.echo(paint("  ".join(texts(found.data.get("words"))), bold=True) + "\n")
        fields = _of_ruling(one, names, window_s)
    else:
        meaning = Kind(found.kind).meaning if found.known_kind else "A kind that this version does not know."
        mark = f"  {line.mark}" if line.mark else ""
        click.echo(paint(f"Record {found.seq}, {harmless(found.kind)}{mark}: {meaning}", bold=True) + "\n")
        fields = _of_other(one)
    for name, value in fields:
        click.echo(f"  {name:<12} {value}")
    click.echo("\n" + paint(integrity(one), "green" if one.intact else "red", bold=True))
    click.echo("\nFor a check by other means")
    for name, value in _technical(found):
        click.echo(f"  {name:<12} {value}")


def _of_ruling(one: Shown, names: Names, window_s: int) -> Fields:
    found, data = one.line.found, one.line.found.data
    at_station = data.get("method") == STATION_METHOD
    yield "judged", _judged(data, names)
    yield "when", f"{harmless(found.local_text)} local time{', when TAB was pressed' if at_station else ''}"
    yield "where", _where(one.line, names)
    yield "word list", _lists(data, names)
    yield (
        "rules",
        f"{names.rules(data.get('rules'))}; {names.penalty(data.get('rules'), data.get('penalty'))}",
    )
    if data.get("consequence"):
        yield "consequence", text(data["consequence"])
    if at_station and all(isinstance(data.get(key), int) for key in ("entry_ms", "verify_ms", "edits")):
        typed, checked = (round(int(str(data[key])) / 1000) for key in ("entry_ms", "verify_ms"))
        yield "entry", f"typed in {typed} s, checked for {checked} s, {data['edits']} corrections"
    for flag in texts(data.get("flags")):
        yield "flag", f"{flag.replace('_', ' ')}: {flag_meaning(flag)}".rstrip(": ")
    for alert in one.line.alerts:
        yield "alert", f"{alert.replace('_', ' ')}: {Alert(alert).meaning(window_s)}"
    for other in one.related:
        yield "see also", f"record {other.seq}, {harmless(other.kind)}, {harmless(other.local_text)}"


def _judged(data: Mapping[str, Any], names: Names) -> str:
    method = names.method(data.get("rules"), data.get("method"))
    return f"{method}, by {text(data['operator'])}" if data.get("operator") is not None else method


def _where(line: Line, names: Names) -> str:
    data = line.found.data
    event = names.event(data.get("event"))
    places = (
        f"station {harmless(line.letter)}",
        event or "no event",
        *(f"{key} {text(data[key])}" for key in ("round", "table") if data.get(key) is not None),
        *([f"division {names.division(data['division'])}"] if data.get("division") is not None else []),
    )
    return ", ".join(places)


def _lists(data: Mapping[str, Any], names: Names) -> str:
    lists = (names.word_list(data.get(key)) for key in ("lexicon", "long_lexicon") if data.get(key))
    return " + ".join(lists)


def _of_other(one: Shown) -> Fields:
    found = one.line.found
    yield "when", f"{harmless(found.local_text)} local time"
    for key, value in found.data.items():
        if key not in ("clock", "pragmas") and value not in (None, [], {}):
            yield harmless(key).replace("_", " "), spoken(value)
    if found.odd:
        yield "as it is", harmless(found.body[:2000])


def _technical(found: Found) -> Fields:
    yield "record", str(found.seq)
    yield "UTC", harmless(found.at)
    for key in ("clock", "pragmas", "lexicon", "long_lexicon", "rules", "program"):
        value = found.data.get(key)
        if value is not None:
            yield key.replace("_", " "), _raw(value)
    yield "station", harmless(found.station)
    yield "epoch", harmless(found.epoch)
    yield "follows", harmless(found.prev)
    yield "hash", harmless(found.hash)


def _raw(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{harmless(key)} {_raw(part)}" for key, part in value.items() if part is not None)
    return harmless(str(value))
