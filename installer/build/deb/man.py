"""The manual page, written from the command line's own help. Needs the program's environment (click)."""

from __future__ import annotations

from collections.abc import Iterator

import click

EXIT_CODES = (
    ("0", "yes, or done"),
    ("1", "the answer is no, or what was read does not hold"),
    ("2", "the command was not understood"),
    ("3", "the play is referred to the Word Judge"),
    ("4", "it could not be done; nothing was ruled or changed"),
)


def page(root: click.Group, version: str, released: str) -> str:
    """The page kiosk(1)."""
    context = click.Context(root, info_name="kiosk", **root.context_settings)  # with -h
    lines = [
        f'.TH KIOSK 1 "{released}" "Challenge Kiosk {_roff(version)}" "Games"',
        ".SH NAME\nkiosk \\- adjudication station for word\\-game tournaments",
        ".SH SYNOPSIS\n.B kiosk\n[\\fB\\-\\-data\\fR \\fIDIR\\fR] [\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]",
        f".SH DESCRIPTION\n{_text(root.help or '')}",
        ".SH OPTIONS",
        *_options(root, context),
        ".SH COMMANDS",
        *_commands(root, context),
        ".SH EXIT STATUS",
        *(f".TP\n.B {code}\n{meaning}." for code, meaning in EXIT_CODES),
        ".SH ENVIRONMENT",
        ".TP\n.B KIOSK_DATA\nThe data folder, where \\-\\-data names none.",
        ".TP\n.B NO_COLOR\nIf set, no colours on a terminal.",
        ".SH SEE ALSO\nREADME.md and the documents beside it in /usr/share/doc/challenge\\-kiosk.",
    ]
    return "\n".join(lines) + "\n"


def _commands(group: click.Group, context: click.Context) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        inner = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield f".SS {_roff(inner.command_path)}\n{_text(command.help or '')}"
            yield from _commands(command, inner)
        else:
            arguments = " ".join(command.collect_usage_pieces(inner))
            yield f".SS {_roff(inner.command_path)} {_roff(arguments)}\n{_text(command.help or '')}"
            yield from _options(command, inner)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        found = parameter.get_help_record(context)
        if found is not None:
            yield f".TP\n\\fB{_roff(found[0])}\\fR\n{_roff(' '.join(found[1].split()))}"


def _text(help: str) -> str:
    """Help as paragraphs; click's mark for text that is not to be wrapped is obeyed."""
    written = []
    for paragraph in help.split("\n\n"):
        if "\b" in paragraph:
            written.append(f".nf\n{_roff(paragraph.replace(chr(8), '').strip(chr(10)))}\n.fi")
        else:
            written.append(f".PP\n{_roff(' '.join(paragraph.split()))}")
    return "\n".join(written)


def _roff(text: str) -> str:
    """*text* so that no character of it is an order to the typesetter."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in safe.splitlines())


def main() -> None:
    import sys

    from kiosk import RELEASED, __version__
    from kiosk.cli.main import kiosk

    sys.stdout.write(page(kiosk, __version__, RELEASED))


if __name__ == "__main__":
    main()
