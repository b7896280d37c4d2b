"""A process of the tests with a library loaded before any other, and orders and answers by pipe."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def preloaded(script: Path, shim: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """*script* as a process, with *shim* between it and the system."""
    environment = {
        **os.environ,
        "LD_PRELOAD": str(shim),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.Popen(
        [sys.executable, str(script), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        bufsize=0,
    )
