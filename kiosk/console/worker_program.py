"""The working processes of a console and of a desk, with what they print by: `kiosk console-work FOLDER
[LOG …]` and `kiosk docket-work`."""

import sys
from collections.abc import Sequence

from kiosk.console.worker import serve_work
from kiosk.desk.docket_worker import serve_docket
from kiosk.lockdown.heartbeat import forget_secrets
from kiosk.paper.program import print_docket, printers, this_printing


def main(arguments: Sequence[str]) -> None:
    """Work until the input closes."""
    forget_secrets()
    serve_work(arguments, sys.stdin.buffer, sys.stdout.buffer, this_printing())


def docket() -> None:
    """Look for printers, or print one docket, as the input says."""
    forget_secrets()
    serve_docket(sys.stdin.buffer, sys.stdout.buffer, printers, print_docket)
