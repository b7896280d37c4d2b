"""Start or end a round, whatever the schedule says.

Rule it guards: the director's word is on record before it counts, and only with the director's passcode.
"""

from kiosk.actions.events.admitted import Admitted, admitted
from kiosk.actions.staff import Staff
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import RoundCalledBody, RoundEndedBody, RoundStartedBody
from kiosk.core.log.history import OpenEvent
from kiosk.core.setup.schedule import RoundTime, local_time, next_round, round_at, round_now
from kiosk.errors import SetupError
from kiosk.storage.log.standing import read_standing


@frozen
class CalledRound:
    """A round the director started or ended. *scheduled*: whether the set-up knows it, or has no schedule.
    *running*: the round since then. *following*: the next by the schedule. *at*: local time of the record."""

    event: str
    number: int
    scheduled: bool
    running: int | None
    following: RoundTime | None
    at: str
    seq: int


def start_round(staff: Staff, number: int) -> CalledRound:
    """Start round *number* now."""
    with admitted(staff, "kiosk round start") as director:
        return _called(director, RoundStartedBody, number)


def end_round(staff: Staff, number: int | None) -> CalledRound:
    """End round *number*, or the one that is running now."""
    with admitted(staff, "kiosk round end") as director:
        running = number or _running(director)
        if running is None:
            raise SetupError("No round is running, so there is none to end.")
        return _called(director, RoundEndedBody, running)


def _local(director: Admitted) -> str:
    now = director.staff.clock()
    return local_time(now.at, now.offset_min)


def _event(director: Admitted) -> OpenEvent:
    if director.past.event is None:
        raise SetupError("No event is open, so it has no rounds. Open one with “kiosk event open”.")
    return director.past.event


def _running(director: Admitted) -> int | None:
    return round_now(director.settings.rounds, _event(director).called, _local(director))


def _called(director: Admitted, kind: type[RoundCalledBody], number: int) -> CalledRound:
    """Record the director's word, and say what it means."""
    rounds = director.settings.rounds
    by_schedule = round_at(rounds, _local(director))
    body = kind(_event(director).id, number, by_schedule)
    local = director.log.append(body).local.isoformat(timespec="seconds")
    event = read_standing(director.log.path).past.event
    called = None if event is None else event.called
    return CalledRound(
        _event(director).id,
        number,
        not rounds or number in {one.number for one in rounds},
        round_now(rounds, called, local),
        None if event is None else next_round(rounds, called, local),
        local,
        director.log.head().count,
    )
