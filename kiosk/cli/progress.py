"""The progress of a long job, on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeAlias

import click

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
