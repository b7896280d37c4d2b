"""The set-up wizard at a terminal: the same questions in the same words, answered line by line."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from kiosk.base.printable import printable
from kiosk.lockdown.health_reader import how_to_set_the_clock
from kiosk.paper.program import make_pdf
from kiosk.station.events import (
    BackspacePressed,
    EnterPressed,
    EscapePressed,
    SpacePressed,
    Typed,
)
from kiosk.system_clock import system_clock
from kiosk.wizard.events import LeaveWanted, OptionClicked, Pasted, WizardEvent
from kiosk.wizard.pages import WizardBody, WizardPage
from kiosk.wizard.run import WizardParts, WizardRun, open_wizard

BACK, EMPTY = "<", "-"
CAPS = {"ESC": BACK, "F10": "Ctrl-C"}
NOT_KEYS = ("↑ ↓",)  # a terminal has lines, not keys


def ask_at_terminal(folder: Path) -> None:
    """Ask the questions for the station in *folder* until it is set up or somebody leaves."""
    known = open_wizard(folder, system_clock, has_screen=False)
    screen = TerminalScreen()
    run = WizardRun(WizardParts(folder, system_clock, known, make_pdf, how_to_set_the_clock()), screen)
    run.begin()
    while not screen.over:
        page = run.page()
        for line in lines_of(page):
            click.echo(line)
        for event in _events_typed(page):
            run.handle(event)


class TerminalScreen:
    """A terminal, as a run knows it: a page is printed when its question is asked, not before."""

    def __init__(self) -> None:
        self.over = False

    def listen(self, on_event: Callable[[WizardEvent], None]) -> None:
        """Lines are read one by one."""

    def show_page(self, page: WizardPage) -> None:
        """The next question prints it."""

    def show_now(self, page: WizardPage) -> None:
        if page.body is WizardBody.BUSY and sys.stderr.isatty() and page.page.countdown is not None:
            click.echo(f"\r{page.page.headline}: {page.page.countdown.text}\033[K\r", nl=False, err=True)

    def try_challenge(self) -> None:
        """There is no screen to show it on, and it is not offered."""

    def start_station(self) -> None:
        self.over = True

    def leave(self) -> None:
        self.over = True


def lines_of(shown: WizardPage) -> Iterator[str]:
    """*shown* as text; what is typed unseen is not in it."""
    page = shown.page
    yield ""
    yield from (f"[{printable(line)}]" for line in page.place)
    yield printable(page.headline)
    yield from (f"  {printable(line)}" for line in (*page.says, *page.lines) if line)
    for place, one in enumerate(shown.options, start=1):
        mark = "*" if place - 1 == shown.cursor else " "
        yield f" {mark}{place:>2}  {printable(f'{one.text} · {one.aside}' if one.aside else one.text)}"
    if page.notice:
        yield f"! {printable(page.notice)}"
    if page.typed:
        yield f"  now: {printable(page.typed)}"
    keys = (f"{CAPS.get(key.cap, key.cap)} {key.does}" for key in shown.foot if key.cap not in NOT_KEYS)
    yield f"  ({', '.join(keys)})"


def _events_typed(shown: WizardPage) -> Iterator[WizardEvent]:
    """What somebody types to *shown*, as events."""
    try:
        line: str = click.prompt("Answer", default="", show_default=False, hide_input=shown.secret, err=True)
    except click.Abort:  # Ctrl-C, or nobody types any more
        yield LeaveWanted()
        return
    yield from events_of(line, shown)


def events_of(line: str, shown: WizardPage) -> Iterator[WizardEvent]:
    """*line* as keys: alone ENTER, “<” is ESC, “-” empties a field, a number takes an option."""
    if line == BACK:
        yield EscapePressed()
        return
    field = shown.body in (WizardBody.FIELD, WizardBody.RULER)
    if field and line:
        yield from (BackspacePressed(repeated=True) for _ in shown.page.typed)
    if line and not (field and line == EMPTY and not shown.secret):
        if shown.options and line.isdecimal():
            yield OptionClicked(int(line) - 1)
            return
        yield from _events_of_line(line, shown)
    if field or not line:
        yield EnterPressed()


def _events_of_line(line: str, shown: WizardPage) -> Iterator[WizardEvent]:
    # Whole, where numbers are asked for: the digit that a path begins with chooses nothing.
    if not shown.secret and len(line) > 1 and (shown.body is WizardBody.FIELD or shown.options):
        yield Pasted(line)
        return
    for sign in line:
        yield SpacePressed() if sign == " " else Typed(sign, int(sign) if sign in "0123456789" else None)
