"""The working process of a console, with what it prints by: `kiosk console-work FOLDER [LOG …]`."""

import sys
from collections.abc import Sequence

from kiosk.actions.paper import Printing
from kiosk.actions.run_console.working import serve_work
from kiosk.app.printing import print_on, printed, printers
from kiosk.lockdown.own_memory import forget_secrets


def main(arguments: Sequence[str]) -> None:
    """Work until the input closes."""
    forget_secrets()
    serve_work(arguments, sys.stdin.buffer, sys.stdout.buffer, Printing(printed, printers, print_on))
