"""Run a program of the system and read what it says. Never a shell, never a socket."""

import subprocess
from collections.abc import Callable, Sequence
from typing import TypeAlias

Run: TypeAlias = Callable[[Sequence[str]], str]

_PATIENCE_S = 5.0


def run(command: Sequence[str]) -> str:
    """What *command* prints; OSError when it is missing, says no or takes too long."""
    try:
        done = subprocess.run(  # noqa: S603 - fixed programs of the system, arguments as a list
            list(command), capture_output=True, text=True, check=False, timeout=_PATIENCE_S, errors="replace"
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(f"{command[0]} did not answer") from error
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise OSError(lines[-1] if lines else f"{command[0]} ended with {done.returncode}")
    return done.stdout


def said(run_program: Run, command: Sequence[str]) -> str | None:
    """As *run_program*, but None where the program is missing or says no: for questions, not for changes."""
    try:
        return run_program(command)
    except OSError:
        return None
