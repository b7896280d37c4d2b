"""What a terminal can show: colour, columns, the progress of a long job."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeAlias

import click

# ---- terminal ----------------------------------------------------------------------------------------------
# What a terminal can show: colour, unless somebody asked for none, and how many columns.


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


# ---- progress ----------------------------------------------------------------------------------------------
# The progress of a long job, on a terminal.

Draw: TypeAlias = Callable[[int, int], None]


@contextmanager
def progress_bar(label: str, clock: Callable[[], float] = monotonic) -> Iterator[Draw | None]:
    """Draw the progress of a job that takes longer than a second, and wipe it at the end; None where nobody
    is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    due, shown = clock() + 1, False

    def draw(done: int, of: int) -> None:
        nonlocal due, shown
        if clock() < due:
            return
        due, shown = clock() + 0.2, True
        part = min(1.0, done / max(1, of))
        bar = "█" * int(30 * part) + "░" * (30 - int(30 * part))
        click.echo(f"\r{label} {bar} {part * 100:3.0f} %", nl=False, err=True)

    try:
        yield draw
    finally:
        if shown:
            click.echo("\r\033[K", nl=False, err=True)
