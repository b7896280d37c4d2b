"""The station with a console that fails when it is closed for tonight: `python broken_console.py FOLDER`."""

import sys
from pathlib import Path

from kiosk.actions.run_console import run as run_console
from kiosk.app import first_paint


def failing(*given: object) -> None:
    raise ZeroDivisionError


if __name__ == "__main__":
    run_console.carried_out = failing  # type: ignore[assignment]
    sys.exit(first_paint.run_station(Path(sys.argv[1])))
