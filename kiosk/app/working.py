"""The working process of a console, with what it prints by: `kiosk console-work FOLDER [LOG …]`."""

import sys
from collections.abc import Sequence

from kiosk.actions.run_console.working import serve_work
from kiosk.app.printing import this_printing
from kiosk.lockdown.own_memory import forget_secrets


def main(arguments: Sequence[str]) -> None:
    """Work until the input closes."""
    forget_secrets()
    serve_work(arguments, sys.stdin.buffer, sys.stdout.buffer, this_printing())
