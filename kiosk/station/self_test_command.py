"""`kiosk self-test`: proves on this machine that the installation works; the data folder is not touched."""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict

import click

from kiosk.base.page import Page
from kiosk.cli.terminal import paint
from kiosk.shipped import resources
from kiosk.station.self_test_actions import self_test
from kiosk.system_clock import system_clock


@click.command("self-test")
@click.option("--json", "as_json", is_flag=True, help="Print the outcomes as JSON.")
def command(as_json: bool) -> None:
    """Prove that this installation works: log, rule sets, lists, every screen."""
    outcomes = self_test(system_clock, _blank)
    if as_json:
        click.echo(json.dumps([asdict(outcome) for outcome in outcomes]))
    else:
        for outcome in outcomes:
            click.echo(f"{_mark(outcome.works)} {outcome.what}: {outcome.said}")
    sys.exit(0 if all(outcome.works for outcome in outcomes) else 1)


def _mark(works: bool) -> str:
    return paint("ok     ", "green") if works else paint("NOT OK ", "red", bold=True)


def _blank(pages: Mapping[str, Page]) -> list[str]:
    """The names of those *pages* that stay blank when they are drawn off-screen."""
    from kiosk.station.paint import artist, colours, picture

    running = artist()
    fonts = resources() / "fonts"
    blank = [name for name, page in pages.items() if colours(picture(page, 1024, 600, fonts)) < 3]
    del running
    return blank
