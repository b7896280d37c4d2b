"""The docket: a ruling as a few lines of plain text, for a docket printer or to be copied onto a slip.

The rule it guards: one mark for the whole play, and nothing of a single word.
"""

from textwrap import wrap

from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import LoggedRuling, Verdict

NARROW, WIDE = 32, 42  # columns of the two usual papers
SHORT_HASH = 12
NO_VERDICT = "NO VERDICT: LOOK IN PRINT"


@frozen
class DocketFrame:
    """What stands round a ruling on its docket. *local*: when it was made, by the clock on the wall."""

    event: str
    letter: str
    local: str
    rules: RuleSet


def docket(ruling: LoggedRuling, frame: DocketFrame, width: int = NARROW) -> tuple[str, ...]:
    """*ruling* as lines of at most *width* columns."""
    made = ruling.adjudication
    where = [f"Round {made.place.round}"] if made.place.round else []
    where += [f"Table {made.place.table}"] if made.place.table else []
    where += [f"Slip {made.slip}"] if made.slip else []
    name = made.lexicon.edition or made.lexicon.name
    return (
        *_fill(frame.event or "No event", width),
        *_fill(f"Station {frame.letter}  Ruling {ruling.number}", width),
        *_fill("  ".join(where), width),
        "-" * width,
        *made.words,
        "-" * width,
        _verdict(made.verdict, frame.rules),
        "-" * width,
        *_fill(name, width),
        f"{frame.local[:10]} {frame.local[11:19]}",
        f"Record {ruling.seq} {ruling.hash[:SHORT_HASH]}",
    )


def _verdict(verdict: Verdict, rules: RuleSet) -> str:
    words = rules.verdict
    if verdict is Verdict.REFER:
        return NO_VERDICT
    mark = words.acceptable_mark if verdict is Verdict.ACCEPTABLE else words.unacceptable_mark
    return f"{mark} {words.word(verdict)}"


def _fill(text: str, width: int) -> list[str]:
    return wrap(printable(text), width, break_on_hyphens=False)
