"""How far a long job is, on a terminal."""

import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

import click

Item = TypeVar("Item")


def with_progress(items: Iterable[Item], total: Callable[[], int], label: str) -> Iterator[Item]:
    """*items*, with a bar on the terminal once they take longer than a second; *total* is asked for only
    where there is one."""
    if not sys.stderr.isatty():
        yield from items
        return
    draw, done = progress_bar(total(), label), 0
    for done, item in enumerate(items, start=1):
        draw(done)
        yield item
    draw(None)


def progress_bar(
    total: int, label: str, clock: Callable[[], float] = monotonic
) -> Callable[[int | None], None]:
    """Draws how far a job is, once it takes longer than a second and only on a terminal; None wipes it."""
    if not sys.stderr.isatty():
        return lambda _: None
    due, shown = clock() + 1, False

    def draw(done: int | None) -> None:
        nonlocal due, shown
        if done is None:
            if shown:
                click.echo("\r\033[K", nl=False, err=True)
            return
        if clock() < due:
            return
        due, shown = clock() + 0.2, True
        part = min(1.0, done / max(1, total))
        bar = "█" * int(30 * part) + "░" * (30 - int(30 * part))
        click.echo(f"\r{label} {bar} {part * 100:3.0f} %", nl=False, err=True)

    return draw
