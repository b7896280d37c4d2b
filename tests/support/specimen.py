"""A log as an afternoon at a station leaves it: starts, rulings, closings, an event, a checkpoint."""

from dataclasses import replace
from pathlib import Path

from kiosk.log.bodies import ClosedBody
from kiosk.log.kinds import Kind
from kiosk.log.writer import Log
from kiosk.rules.ruling import Place, Verdict
from tests import independent_verifier
from tests.support.bodies import body
from tests.support.log_samples import StepClock, adjudication

Row = tuple[int, bytes, bytes, bytes, bytes, bytes]

PLAYS = (("QI", "ZA"), ("CAT",), ("QQZX",), ("DOG", "DOGE", "OES"), ("ZZZ",), ("AA",))


def make_specimen(folder: Path) -> Path:
    """A closed log with some rulings of each verdict and an index full of them; returns its file."""
    with Log.open(folder, StepClock(), "B") as log:
        log.append(body(Kind.STARTED, program="0"))
        log.append(body(Kind.EVENT_OPENED, event="open-2026", name="The Open 2026", rounds=[]))
        for number, play in enumerate(PLAYS * 4):
            verdict = list(Verdict)[number % 3]
            place = Place("open", "open-2026", 1 + number % 2, 10 + number)
            ruled = log.rule(replace(adjudication(*play), verdict=verdict, place=place))
            log.append(ClosedBody(ruled.seq, ruled.number, "enter", after_ms=4000))
        head = log.head()
        log.append(body(Kind.CHECKPOINT, count=head.count, head=head.hash))
        log.append(body(Kind.STOPPED, how="director"))
    return folder / "log.db"


def stored_rows(log: Path) -> list[Row]:
    """What is in *log*, read without the program."""
    with independent_verifier.opened(log) as conn:
        return [row for row, _ in independent_verifier.rows_of(conn)]
