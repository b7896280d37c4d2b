"""A small log that every test of `kiosk log` knows by heart, and the command run on it."""

import json
from pathlib import Path

from click.testing import CliRunner

from kiosk.cli.main import kiosk
from kiosk.errors import KioskError
from kiosk.rules.ruling import Verdict
from tests.support import event_generator


def run(folder: Path, *args: str, **env: str):
    """Exit code, standard output, standard error; an expected failure is code 4, as `main` makes it."""
    result = CliRunner().invoke(
        kiosk, ["--data", str(folder), "log", *args], env={"KIOSK_PASSCODE": None, **env}
    )
    if isinstance(result.exception, KioskError):
        return 4, result.stdout, str(result.exception)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def asked(folder: Path, *args: str):
    """The answer as JSON."""
    code, out, _ = run(folder, *args, "--json")
    return code, json.loads(out)


def build_story(*, closed: bool = True) -> event_generator.Story:
    story = event_generator.Story(2, "B")
    story.start()
    story.rule(("OE",))
    story.open_event("spring", "Spring Open")
    story.round = 1
    story.wait(1000)
    story.rule(("QUAZY", "JINX"), 4, verdict=Verdict.UNACCEPTABLE)
    story.wait(30)
    story.rule(("JINX",), 4)
    story.wait(600)
    story.round = 2
    story.rule(("ZEN",), 5, verdict=Verdict.REFER)
    story.wait(600)
    story.rule(("WALTZ",), 6, operator="J1")
    if closed:
        story.close_event()
    return story
