"""What a director is told before an event opens, and what of it is odd.

The rule it guards: whatever would spoil every record of the day (a clock or a schedule of another day, a
second copy that dies with the log) is said before the first ruling and must be confirmed.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from kiosk.base.clock import Reading, local_time, wall_ms
from kiosk.base.frozen import frozen
from kiosk.base.schedule import RoundTime, round_at
from kiosk.log.bodies import TOLERANCE_MS
from kiosk.setup.settings import Profile, Settings


@frozen
class AtOpening:
    """What was found besides the set-up. *last_at*: the time of the last record; *released*: the day this
    program was made; *copy_apart*: whether the second copy lies on another device than the log; None: it
    cannot be told, or there is none."""

    now: Reading
    last_at: str
    released: str
    copy_apart: bool | None = None

    @property
    def local(self) -> str:
        return local_time(self.now.at, self.now.offset_min)


def oddities(settings: Settings, seen: AtOpening) -> tuple[str, ...]:
    """What must be confirmed, each in a sentence."""
    found = (
        rounds_oddity(settings.profile, settings.rounds, seen.local),
        clock_oddity(seen),
        None
        if seen.copy_apart is not False
        else "The copy lies on the same device as the log: a spare, not a second copy, lost with it.",
    )
    return tuple(sentence for sentence in found if sentence is not None)


def rounds_oddity(profile: Profile, rounds: Sequence[RoundTime], local: str) -> str | None:
    """Why *rounds* cannot be those of today, if they cannot."""
    if not rounds:
        if profile is Profile.CLUB:
            return None
        return "The set-up has no rounds, so no ruling will know its round."
    if round_at(rounds, local) is not None:
        return None
    ahead = [planned for planned in rounds if planned.starts > local]
    if not ahead:
        return f"Every round is over: the last one began {say_moment(rounds[-1].starts, local)}."
    if ahead[0].starts[:10] != local[:10]:
        return (
            f"No round is today: the next is round {ahead[0].number}, {say_moment(ahead[0].starts, local)}."
        )
    return None


def clock_oddity(seen: AtOpening) -> str | None:
    """Why the clock cannot be right, if it cannot."""
    says = f"The clock says {seen.local[:10]} {seen.local[11:16]}"
    if seen.now.at[:10] < seen.released:
        return f"{says}, but this program was made on {seen.released}."
    if wall_ms(seen.last_at, seen.now.at) < -TOLERANCE_MS:
        last = local_time(seen.last_at, seen.now.offset_min)
        return f"{says}, but the last record of this log is of {last[:10]} {last[11:16]}."
    return None


def rounds_line(rounds: Sequence[RoundTime], local: str) -> str:
    """How many rounds there are and when they begin: “6 rounds, the first today at 09:00”."""
    if not rounds:
        return "none"
    count = "1 round," if len(rounds) == 1 else f"{len(rounds)} rounds, the first"
    return f"{count} {say_moment(rounds[0].starts, local)}"


def clock_line(now: Reading) -> str:
    """The time on this station's clock, with its zone."""
    local = local_time(now.at, now.offset_min)
    hours, minutes = divmod(abs(now.offset_min), 60)
    sign = "+" if now.offset_min >= 0 else "−"
    return f"{local[:10]} {local[11:16]}, UTC{sign}{hours:02d}:{minutes:02d}"


def say_moment(moment: str, local: str) -> str:
    """*moment* as one would say it at *local* time: “today at 09:00”, “on 2026-05-01 at 09:00”."""
    day, today = datetime.fromisoformat(moment).date(), date.fromisoformat(local[:10])
    names = {today: "today", today + timedelta(days=1): "tomorrow", today - timedelta(days=1): "yesterday"}
    return f"{names.get(day, f'on {day}')} at {moment[11:16]}"
