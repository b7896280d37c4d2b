"""Whether the log is whole: one verification at a time, what came of it, and which heads were given out.

The rule guarded here: what is shown as verified was verified against the head that stands beside it.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.frozen import frozen
from kiosk.core.log.chain import noted
from kiosk.director.console.effects import AskLog, ConsoleEffect, Withdraw
from kiosk.director.console.events import (
    Answered,
    HeadsListed,
    IntegrityEvent,
    Progressed,
    VerifyAsked,
    VerifyStopped,
)
from kiosk.director.console.reading import ReadingFailed, VerifyFound, VerifyWanted
from kiosk.director.console.seen import HeadGiven
from kiosk.errors import LogError

NO_COUNT = "The number of records is a whole number, as it stands on the paper."
STOPPED = "Stopped before the end: nothing is known of the log."
MOST_DIGITS = 12


@frozen
class IntegrityPage:
    """*pending*: what is being verified; *done* of *of* records are. *held_to*: the noted head that *found*
    was held to. *heads*: None until they were read."""

    pending: VerifyWanted | None = None
    done: int = 0
    of: int = 0
    held_to: VerifyWanted = VerifyWanted()
    found: VerifyFound | None = None
    heads: tuple[HeadGiven, ...] | None = None
    problem: str = ""


NextIntegrity: TypeAlias = tuple[IntegrityPage, tuple[ConsoleEffect, ...]]


def integrity_step(page: IntegrityPage, event: IntegrityEvent) -> NextIntegrity:
    """What the page becomes on an event of its own."""
    match event:
        case VerifyAsked(head, count):
            return _asked(page, head.strip(), count.strip())
        case VerifyStopped():
            if page.pending is None:
                return page, ()
            return replace(page, pending=None, problem=STOPPED), (Withdraw(page.pending),)
        case HeadsListed(heads):
            return replace(page, heads=heads), ()
        case _:
            assert_never(event)


def _asked(page: IntegrityPage, head: str, count: str) -> NextIntegrity:
    if page.pending is not None:  # one at a time
        return page, ()
    if count and not (count.isascii() and count.isdecimal() and len(count) <= MOST_DIGITS and int(count)):
        return replace(page, problem=NO_COUNT), ()
    try:
        note = noted(head or None, int(count) if count else None)
    except LogError as error:
        return replace(page, problem=str(error)), ()
    wanted = VerifyWanted(note.head, note.count)
    # What was found before does not stand beside another head.
    return IntegrityPage(wanted, held_to=wanted, heads=page.heads), (AskLog(wanted),)


def verify_told(page: IntegrityPage, event: Answered | Progressed) -> IntegrityPage:
    """*page* with how far the verification is, or what came of it; if it is the one that is waited for."""
    if page.pending is None or event.question != page.pending:
        return page
    match event:
        case Progressed(done=done, of=of):
            return replace(page, done=done, of=max(of, done))
        case Answered(answer=VerifyFound() as found):
            return replace(page, pending=None, found=found)
        case Answered(answer=ReadingFailed(sentence)):
            return replace(page, pending=None, problem=sentence)
        case Answered():
            return page
        case _:
            assert_never(event)
