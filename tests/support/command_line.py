"""Run a command as a person does, in this process: arguments and environment in, code and words out."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kiosk.cli.main import kiosk
from kiosk.errors import KioskError
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.store import log_path
from kiosk.setup.access_store import AccessFile, Argon2id
from kiosk.setup.passcodes import AccessState, Role

DIRECTOR, JUDGE = "open sesame", "judge me not"
ENVIRONMENT = ("KIOSK_DATA", "KIOSK_PASSCODE", "KIOSK_NEW_PASSCODE")


@dataclass(frozen=True, slots=True)
class Outcome:
    code: int
    out: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Station:
    """A data folder and the commands run on it."""

    folder: Path

    def run(self, *args: str, typed: str = "", **env: str) -> Outcome:
        """The command, with *typed* on standard input; an expected failure is code 4, as `main` makes it."""
        given: dict[str, str | None] = dict.fromkeys(ENVIRONMENT)
        given.update(env)
        result = CliRunner().invoke(kiosk, ["--data", str(self.folder), *args], input=typed, env=given)
        if isinstance(result.exception, KioskError):
            return Outcome(4, result.output, str(result.exception))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Outcome(result.exit_code, result.output)

    def as_director(self, *args: str) -> Outcome:
        return self.run(*args, KIOSK_PASSCODE=DIRECTOR)

    def set_passcodes(self) -> None:
        """Both passcodes, by a quick hash: the slow one is for attackers."""
        quick = Argon2id(memory_kib=64, passes=1)
        AccessFile(self.folder).save(
            AccessState({Role.DIRECTOR: quick.hash(DIRECTOR), Role.JUDGE: quick.hash(JUDGE)})
        )

    def records(self, *kinds: Kind) -> list[Any]:
        """The data of all records of *kinds*, oldest first."""
        path = log_path(self.folder)
        return [record.data for record in read_records(path) if record.kind in kinds] if path.exists() else []

    def import_list(self, source: Path, content: str) -> str:
        """Put a small list into the data folder; its id."""
        source.write_text(content)
        shown = self.as_director("lexicon", "import", str(source), "--name", "own", "--force", "--json")
        return str(json.loads(shown.out)["id"])

    def log_text(self) -> str:
        return "\n".join(record.body for record in read_records(log_path(self.folder)))


MEMORY = Path("/dev/shm")  # noqa: S108 - another device than the tests' folder, where there is one


@contextmanager
def another_device(beside: Path) -> Iterator[Path]:
    """An empty folder on another device than *beside*; where none is to be found, the test is skipped."""
    if not MEMORY.is_dir() or MEMORY.stat().st_dev == beside.stat().st_dev:
        pytest.skip("no other device to be found")
    with tempfile.TemporaryDirectory(dir=MEMORY, prefix="kiosk-test-") as folder:
        yield Path(folder)


SETUP = """
[station]
letter = "B"
name = "By the window"
profile = "club"
protection = "demonstration"

[[division]]
id = "main"
name = "Division 1"
rules = "naspa-2016"
penalty = "lose_turn"
main = "free"

[event]
id = "open-2026"
name = "The Open"
"""
ROUND = """
[[round]]
number = 1
starts = "2026-05-01T09:00"
"""


def write_setup(path: Path, **changes: str) -> str:
    """A set-up file at *path*; each change replaces the lines of its key by a TOML value. It has a round only
    if a change speaks of one."""
    text = SETUP + (ROUND if {"number", "starts"} & set(changes) else "")
    for key, value in changes.items():
        lines = [f"{key} = {value}" if line.startswith(f"{key} = ") else line for line in text.splitlines()]
        text = "\n".join(lines)
    path.write_text(text, encoding="utf-8")
    return str(path)
