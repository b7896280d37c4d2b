"""The command `kiosk` of a clone: it lies beside the environment's Python, and no build step makes it."""

from __future__ import annotations

import shlex
from pathlib import Path


def command_file(python: Path) -> Path:
    """The command beside *python*."""
    return python.with_name("kiosk.cmd" if python.suffix == ".exe" else "kiosk")


def write_command(python: Path) -> None:
    """Put the command there, unless it is there already. -P: it never runs a kiosk of the caller's folder."""
    file = command_file(python)
    if file.suffix == ".cmd":
        text = '@"%~dp0python.exe" -P -m kiosk %*\n'
    else:
        text = f'#!/bin/sh\nexec {shlex.quote(str(python))} -P -m kiosk "$@"\n'
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755)
