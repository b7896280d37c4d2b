"""What a terminal can show: colour, unless somebody asked for none, and how many columns."""

import os
import shutil
import sys

import click


def paint(text: str, colour: str | None = None, *, bold: bool = False) -> str:
    """*text* in *colour*. In a pipe click takes it out again; NO_COLOR and dumb terminals have none."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return click.style(text, fg=colour, bold=bold or None)


def verdict_colour(verdict: str) -> str | None:
    """The colour of a verdict by its id, in whatever case; None for anything else."""
    return _VERDICTS.get(verdict.casefold())


_VERDICTS = {"acceptable": "green", "unacceptable": "red", "refer": "yellow"}


def columns() -> int | None:
    """How wide the terminal is; None where the output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
