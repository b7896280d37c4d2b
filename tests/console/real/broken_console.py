"""The station with a console that fails when it is closed for tonight: `python broken_console.py FOLDER`."""

import sys
from pathlib import Path

from kiosk.console import run
from kiosk.station import first_paint


def failing(*given: object) -> None:
    raise ZeroDivisionError


if __name__ == "__main__":
    run.carry_out = failing  # type: ignore[assignment]
    sys.exit(first_paint.run_station(Path(sys.argv[1])))
