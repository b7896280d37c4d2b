"""What every script here does: say a line, run a program, end with an exit code or one plain sentence.

Standard library only.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

CLONE = Path(__file__).resolve().parents[1]


class CannotGoOn(Exception):
    """A plain sentence for the person at the terminal; ends the run with exit code 1."""


def end_with(main: Callable[[], int]) -> NoReturn:
    """Run *main* and leave with its exit code."""
    try:
        sys.exit(main())
    except CannotGoOn as sentence:
        print(sentence, file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


def say(line: str) -> None:
    print(line, flush=True)


def carry_out(command: Sequence[str], problem: str) -> str:
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
    except FileNotFoundError as error:
        raise CannotGoOn(
            f"{problem} The program {command[0]} is missing: install it, and try again."
        ) from error
    if done.returncode:
        raise CannotGoOn(f"{problem}\n{done.stdout[-3000:]}")
    return done.stdout
