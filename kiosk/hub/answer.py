"""What a hub answers to a push, and how far a station goes back to meet it."""

from collections.abc import Mapping
from enum import StrEnum

from kiosk.base.frozen import frozen
from kiosk.log.chain import NO_PREV, Point, Record

# ---- answer ------------------------------------------------------------------------------------------------
# What a hub answers to a batch, and what each answer means to a person.
#
# The rule it guards: an answer that this program does not know is a refusal, never a receipt.

PROTOCOL = 1
MOST_ROWS = 500
MOST_BYTES = 2_000_000


class AnswerState(StrEnum):
    TAKEN = "taken"
    GAP = "gap"  # records before these are missing here
    ELSEWHERE = "elsewhere"  # these follow another record than the last one here
    FORK = "fork"  # kept apart: another record has their place
    REFUSED = "refused"
    WRONG_HUB = "wrong_hub"
    NOT_ENROLLED = "not_enrolled"
    ANOTHER_STATION = "another_station"
    NEWER = "newer"
    TOO_LARGE = "too_large"
    FULL = "full"  # it keeps no more of this enrolment


@frozen
class HubAnswer:
    """*count*, *head*: where the station's log ends in the hub; *at*: the hub's time."""

    state: AnswerState
    count: int
    head: str
    at: str
    hub: str
    event: str

    @property
    def end(self) -> Point:
        return Point(self.count, self.head)


@frozen
class Batch:
    """Records of one log that follow one another; with none of them it is a question."""

    epoch: str
    records: tuple[Record, ...] = ()


_REFUSALS: Mapping[AnswerState, str] = {
    AnswerState.REFUSED: "The hub refused the batch: a record in it does not fit its hash or its place. "
    "Verify the log with “kiosk log verify”.",
    AnswerState.WRONG_HUB: "This is another hub than the one that gave the enrolment, so nothing was sent. "
    "Use the enrolment of this hub.",
    AnswerState.NOT_ENROLLED: "The hub knows this enrolment no longer: it was struck off, so nothing was "
    "taken. Ask the director for a new one.",
    AnswerState.ANOTHER_STATION: "This enrolment belongs to another station, so nothing was taken, and the "
    "hub has raised an alarm. Enrol this station by itself, with the code that “kiosk log head” shows here.",
    AnswerState.NEWER: "This station is newer than the hub and speaks to it in a way it does not know. Run "
    "“kiosk hub init” with this version on the hub; the records wait here until then.",
    AnswerState.TOO_LARGE: "A record here is larger than a hub takes (64 KB), so nothing from it on can be "
    "pushed. Verify the log with “kiosk log verify”, and carry a copy of it to the director.",
    AnswerState.FULL: "The hub keeps no more of this station: it has sent as much as one may. Call the "
    "director, who can strike it off and enrol it again.",
}


def refusal(state: AnswerState) -> str:
    """What to say of an answer by which nothing was or will be taken; empty for any other."""
    return _REFUSALS.get(state, "")


def read_answer(row: tuple[object, ...]) -> HubAnswer:
    """The answer in *row*, as the hub's function gives it; what cannot be one is a refusal. What a later hub
    may add at its end is left aside."""
    try:
        state, count, head, at, hub, event, *_ = row
        return HubAnswer(
            AnswerState(str(state)), int(str(count)), str(head or NO_PREV), str(at), str(hub), str(event)
        )
    except ValueError:
        return HubAnswer(AnswerState.REFUSED, 0, NO_PREV, "", "", "")


# ---- in step -----------------------------------------------------------------------------------------------
# How a station and its hub get in step: from which record on to send.
#
# The rule it guards: the hub's word decides where to go on, and only where it fits the station's own chain;
# where it does not, everything is sent again, so that the hub finds and keeps the fork.


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
