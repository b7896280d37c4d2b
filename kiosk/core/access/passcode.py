"""Passcodes as values: roles, the count of failed tries, and how long the next try waits.

Five tries are free, then each waits 15 s, 30 s, 60 s, 60 s …, until ten quiet minutes have passed. Setting
the clock or starting again shortens no wait.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import TypeAlias

from kiosk.core.access.weak import weakness
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import PasscodeSetBody, UnlockBody, UnlockFailedBody
from kiosk.core.log.clock import Reading, wall_ms
from kiosk.core.log.kinds import Kind, Record
from kiosk.core.log.spellings import said
from kiosk.errors import AccessError

SHORTEST, LONGEST = 6, 64
FREE_TRIES = 5
FIRST_WAIT_MS = 15_000
LONGEST_WAIT_MS = 60_000
FORGOTTEN_AFTER_MS = 600_000
MANY_FAILURES = 15  # in a row: no longer a director's slip


class Role(StrEnum):
    """A judge may judge and unlock a locked station; the director may also change the set-up."""

    DIRECTOR = "director"
    JUDGE = "judge"


@frozen
class Tries:
    """How many tries failed, and the clocks at the last of them."""

    failures: int = 0
    last: Reading | None = None


# What must be put on record of the door; never a passcode.
DoorBody: TypeAlias = PasscodeSetBody | UnlockBody | UnlockFailedBody


@frozen
class KeptOrder:
    """What the log could not take, and when that was."""

    at: str
    order: DoorBody


@frozen
class AccessState:
    """What the access file holds."""

    hashes: Mapping[Role, str] = field(default_factory=dict)
    tries: Tries = Tries()
    kept: tuple[KeptOrder, ...] = ()
    guesses: int = 0  # the longest run of failures since the director was last let in


def wait_after(failures: int) -> int:
    """How long, in milliseconds, the next try waits after *failures* in a row."""
    if failures < FREE_TRIES:
        return 0
    # The exponent is bounded: an old counter must not make a huge number.
    doublings: int = min(failures - FREE_TRIES, 8)
    return min(FIRST_WAIT_MS * (1 << doublings), LONGEST_WAIT_MS)


def elapsed_ms(since: Reading, now: Reading) -> int:
    """The time that has certainly passed from *since* to *now*, never negative.

    Across a boot only the time since that boot is sure: the other clock may have been set ahead meanwhile.
    """
    if since.boot == now.boot:
        return max(0, now.mono_ms - since.mono_ms)
    return max(0, min(wall_ms(since.at, now.at), now.mono_ms))


def remembered(tries: Tries, now: Reading) -> Tries:
    """*tries* as they count *now*: forgotten after ten quiet minutes."""
    if tries.last is None or elapsed_ms(tries.last, now) >= FORGOTTEN_AFTER_MS:
        return Tries()
    if _went_back(tries.last, now):
        # Nobody knows how long it was, so the wait begins again and is measured from here.
        return Tries(tries.failures, now)
    return tries


def _went_back(since: Reading, now: Reading) -> bool:
    return now.mono_ms < since.mono_ms if since.boot == now.boot else now.at < since.at


def remaining_ms(tries: Tries, now: Reading) -> int:
    """How much of the wait is left."""
    if tries.last is None:
        return 0
    return max(0, wait_after(tries.failures) - elapsed_ms(tries.last, now))


def normalised(passcode: str) -> str:
    """*passcode* as it is hashed: the same on every keyboard and system."""
    return unicodedata.normalize("NFC", passcode)


def check_new(passcode: str) -> str:
    """The normal form of a *passcode* that may be set, or AccessError."""
    normal = normalised(passcode)
    if not SHORTEST <= len(normal) <= LONGEST:
        raise AccessError(
            f"A passcode has {SHORTEST} to {LONGEST} characters; this one has {len(normal)}. Choose another."
        )
    if not normal.isprintable() or normal != normal.strip():
        raise AccessError("A passcode has printable characters and no space at either end. Choose another.")
    if why := weakness(normal):
        raise AccessError(f"This passcode is too easy to guess: {why}. Choose another.")
    return normal


@frozen
class Guesses:
    """*count* wrong passcodes in a row, from *first_at* to *last_at* (UTC)."""

    count: int
    first_at: str
    last_at: str


def failed_unlocks(records: Iterable[Record]) -> tuple[Guesses, ...]:
    """Each run of wrong passcodes in *records* that is too long to be a slip, oldest first. A run ends when
    the count of tries does: when the director is let in, or after ten quiet minutes."""
    rows: list[Guesses] = []
    row: Guesses | None = None
    for record in records:
        body = said(record) if record.kind in (Kind.UNLOCK, Kind.UNLOCK_FAILED) else None
        if isinstance(body, UnlockBody) and body.role == Role.DIRECTOR:
            row = None
        elif isinstance(body, UnlockFailedBody) and body.why == "wrong":
            if row is None or wall_ms(row.last_at, record.at) >= FORGOTTEN_AFTER_MS:
                row = Guesses(0, record.at, record.at)
            elif row in rows:
                rows.remove(row)
            row = Guesses(row.count + 1, row.first_at, record.at)
            if row.count >= MANY_FAILURES:
                rows.append(row)
    return tuple(rows)
