"""The desk with one safeguard off: it shows a verdict although the record failed. Tests must go red.

`python broken_desk.py FOLDER`.
"""

import sys
from pathlib import Path

from kiosk.desk import run
from kiosk.desk.program import run_desk
from kiosk.errors import LogError
from kiosk.rules.ruling import LoggedRuling

real = run.record_ruling


def careless(log: object, adjudication: object) -> LoggedRuling:
    try:
        return real(log, adjudication)  # type: ignore[arg-type]
    except LogError:
        return LoggedRuling(1, "A-1", "2026-11-16T12:00:00.000Z", "", adjudication)  # type: ignore[arg-type]


if __name__ == "__main__":
    run.record_ruling = careless  # type: ignore[assignment]
    sys.exit(run_desk(Path(sys.argv[1]), windowed=False))
