#!/usr/bin/env python3
"""Writes the parts of the documents that the program knows better than we do.

    .venv/bin/python -m installer.house.reference           writes them
    .venv/bin/python -m installer.house.reference --check   says whether they are as the program has it

The text between `<!-- NAME: generated -->` and `<!-- NAME: end -->` is replaced. The rule it guards: no
command, option, state, kind of record or key of a set-up exists without standing in the docs.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import MISSING
from typing import Any

import click

from installer.house.entries import wrapped
from installer.house.transitions import transitions
from installer.script import CLONE
from kiosk.base.fields import (
    Choice,
    Declared,
    Inline,
    OneTable,
    TableList,
    Usual,
    declarations,
)
from kiosk.cli.main import kiosk
from kiosk.log.bodies import BODIES, UNWRITTEN
from kiosk.log.body import Body, fields_of, key_of
from kiosk.log.body import leaves as values_in
from kiosk.log.kinds import Kind
from kiosk.setup.settings import Settings

MOST_CHOICES, MANY_SHARED, MANY_NAMES = 6, 5, 10


def leaves(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    """Every command below *group* that does something, with the words that call it."""
    context = click.Context(group, info_name=path, **kiosk.context_settings)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        if isinstance(command, click.Group):
            yield from leaves(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def option_text(option: click.Option, context: click.Context) -> str:
    """`--flag VALUE` and what it is for, as the program's own help has it."""
    record = option.get_help_record(context)
    if record is None:
        return ""
    flags, meaning = record
    if isinstance(option.type, click.Choice) and len(option.type.choices) > MOST_CHOICES:
        flags = f"{', '.join(option.opts)} {str(option.name).upper()}"
    flags = flags.replace("INTEGER RANGE", "N").replace("INTEGER", "N")
    return f"  - `{flags}` {' '.join(meaning.split())}".rstrip()


def options_of(words: str, command: click.Command) -> dict[str, str]:
    """The text of every option of *command*, by its longest name."""
    context = click.Context(command, info_name=words, **kiosk.context_settings)
    options = [param for param in command.params if isinstance(param, click.Option) and not param.hidden]
    return {option.opts[-1]: option_text(option, context) for option in options}


def command_text(words: str, command: click.Command, model: str = "", known: Mapping[str, str] = {}) -> str:
    """One command: how it is called, what it does, its options; those *model* has too are only named."""
    context = click.Context(command, info_name=words, **kiosk.context_settings)
    pieces = [piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"]
    first = (command.help or "").split("\n\n")[0]
    options = options_of(words, command)
    shared = [name for name, text in options.items() if known.get(name) == text]
    if len(shared) < MANY_SHARED:
        shared = []
    lines = [f"- `{' '.join([words, *pieces])}` {' '.join(first.split())}".rstrip()]
    lines += [text for name, text in options.items() if name not in shared]
    if shared:
        lines.append(f"  - as in `{model}`: {', '.join(f'`{name}`' for name in shared)}")
    return "\n".join(lines)


def commands() -> str:
    """Every command of the program with every option."""
    lines = [
        "- `kiosk` alone starts the station; these stand before a command:",
        *options_of("kiosk", kiosk).values(),
    ]
    model, known = "", dict[str, str]()
    for words, command in leaves(kiosk, "kiosk"):
        if words.split()[:2] != model.split()[:2]:
            model, known = "", {}
        lines.append(command_text(words, command, model, known))
        if len(options := options_of(words, command)) > len(known):
            model, known = words, options
    return "\n".join(wrapped(line) for text in lines for line in text.split("\n"))


def kinds() -> str:
    """The catalogue of records."""
    entries = [
        f"- `{kind.value}` ({kind.audience.value}): {_meaning(kind)} Body: {_fields(BODIES[kind])}."
        for kind in Kind
    ]
    return "\n".join(map(wrapped, entries))


def _meaning(kind: Kind) -> str:
    return f"{kind.meaning} *Not written yet.*" if kind in UNWRITTEN else kind.meaning


def _fields(of: type[Body]) -> str:
    """The keys of a body; in brackets those that are left out where there is nothing to say."""
    optional = {key_of(one.name) for one in fields_of(of) if one.default is not MISSING}
    return ", ".join(f"[`{path}`]" if path in optional else f"`{path}`" for path, _ in values_in(of))


def setup_fields(of: type[Any] = Settings, table: str = "") -> Iterator[tuple[str, Declared]]:
    """Every key of a set-up file, with the table it stands in as that is written there."""
    for one in declarations(of):
        within = f"[{one.under}]" if one.under else table
        match one.limit:
            case Inline(of=inner):
                yield from setup_fields(inner, within)
            case TableList(of=inner):
                yield from setup_fields(inner, f"[[{one.key}]]")
            case OneTable(of=inner):
                yield from setup_fields(inner, f"[{one.key}]")
            case _:
                yield within, one


def setup() -> str:
    """The keys of a set-up file by their tables: the default, what it is for, what may stand there."""
    tables: dict[str, list[Declared]] = {}
    for table, one in setup_fields():
        tables.setdefault(table, []).append(one)
    parts = []
    for table, keys in tables.items():
        entries = [f"- `{one.key}` ({usual(one)}): {one.sentence}. It must be {must(one)}." for one in keys]
        parts.append("\n".join([f"In `{table}`:", "", *map(wrapped, entries)]))
    return "\n\n".join(parts)


def must(one: Declared) -> str:
    """What may stand under the key; of many choices the first and the last."""
    if isinstance(one.limit, Choice) and len(one.limit.names) > MANY_NAMES:
        return f"one of “{one.limit.names[0]}” to “{one.limit.names[-1]}”"
    return one.limit.must


def usual(one: Declared) -> str:
    """What holds where the key is left out."""
    match one.usual:
        case Usual(says=says):
            return f"default {says}"
        case bool(value):
            return f"default {str(value).lower()}"
        case None:
            return "default none, and then no such table" if one.leads else "default none"
        case value if value is MISSING:
            return "required"
        case value:
            return f"default {value}"


PARTS = {
    "docs/commands.md": {"commands": commands},
    "docs/design.md": {"transitions": transitions},
    "docs/log.md": {"kinds": kinds},
    "docs/setup.md": {"setup": setup},
}


def renewed(text: str, name: str, part: str) -> str:
    """*text* with *part* between the two marks of *name*."""
    start, end = f"<!-- {name}: generated -->", f"<!-- {name}: end -->"
    pattern = re.compile(re.escape(start) + r".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(text):
        raise SystemExit(f"The marks of “{name}” are missing: {start} … {end}")
    return pattern.sub(lambda _: f"{start}\n{part}\n{end}", text)


def current(file: str) -> str:
    """*file* as it should be now."""
    text = (CLONE / file).read_text(encoding="utf-8")
    for name, make in PARTS[file].items():
        text = renewed(text, name, make())
    return text


def main() -> int:
    stale = [file for file in PARTS if current(file) != (CLONE / file).read_text(encoding="utf-8")]
    for file in stale:
        if "--check" in sys.argv:
            print(f"{file} is stale; run installer/house/reference.py")
        else:
            (CLONE / file).write_text(current(file), encoding="utf-8")
            print(f"{file} written")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
