"""The working process with what it prints by: `kiosk worker FOLDER [LOG …]`."""

import sys
from collections.abc import Sequence

from kiosk.lockdown.heartbeat import forget_secrets
from kiosk.paper.program import this_printing
from kiosk.worker import serve


def main(arguments: Sequence[str]) -> None:
    """Work until the input closes."""
    forget_secrets()
    serve(arguments, sys.stdin.buffer, sys.stdout.buffer, this_printing())
