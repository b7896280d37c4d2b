"""How a station and its hub get in step: from which record on to send.

The rule it guards: the hub's word decides where to go on, and only where it fits the station's own chain;
where it does not, everything is sent again, so that the hub finds and keeps the fork.
"""

from kiosk.core.frozen import frozen
from kiosk.core.hub.answer import AnswerState, HubAnswer
from kiosk.core.log.chain import NO_PREV


@frozen
class Sent:
    """*through*: the last record that the hub has, in its chain or apart."""

    through: int = 0
    apart: bool = False


def meet(answer: HubAnswer, own_hash: str, before: Sent) -> Sent:
    """Where to go on after *answer* to a question. *own_hash*: of our record at the hub's count, empty if
    there is none; *before*: what was sent on this connection."""
    if answer.count == 0 or own_hash == answer.head:
        return Sent(answer.count)
    return before if before.apart else Sent(0, apart=True)


def after(answer: HubAnswer, last: int, first: int, sent: Sent) -> Sent | None:
    """Where to go on after *answer* to records *first* to *last*; None if there is no way on."""
    match answer.state:
        case AnswerState.TAKEN:
            return Sent(last, sent.apart)
        case AnswerState.FORK:
            return Sent(last, apart=True)
        case AnswerState.GAP if answer.count + 1 < first:
            return Sent(answer.count)
        case AnswerState.ELSEWHERE if not sent.apart:
            return Sent(0, apart=True)
        case _:
            return None


def is_ahead(answer: HubAnswer, own_count: int) -> bool:
    """Whether the hub has records of this log that the log itself has not."""
    return answer.count > own_count and answer.head != NO_PREV
