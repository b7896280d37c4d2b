"""Passcodes as values: roles, failed tries, how long the next one waits, what is easy to guess."""

import unicodedata
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import TypeAlias

from kiosk.base.clock import Reading, wall_ms
from kiosk.base.frozen import frozen
from kiosk.errors import AccessError
from kiosk.log.bodies import PasscodeSetBody, UnlockBody, UnlockFailedBody
from kiosk.log.guesses import FORGOTTEN_AFTER_MS

# ---- weak --------------------------------------------------------------------------------------------------
# What makes a passcode easy to guess: too few characters, rows of the keyboard, words everybody tries first.
#
# Whoever stands at a station may try one passcode a minute all day, so what people try first must not open
# it.

FEWEST_DIFFERENT = 5
SHORTEST_RUN = 3

# Letters and digits in an order that fingers or children know; each is read in both directions.
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "qsdfghjklm",
    "zxcvbnm",
    "yxcvbnm",
    "wxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "147258369",
)
_IN_ORDER = (*_ROWS, *(row[::-1] for row in _ROWS))

# The words most tried, without the digits and signs people put around them.
_TRIED_FIRST = (
    "access admin administrator baseball batman changeme charlie computer default donald dragon football "
    "freedom guest hello iloveyou internet jordan letmein login master michael monkey mustang nothing "
    "ninja passcode password princess root secret security shadow starwars summer sunshine superman "
    "test tester testing trustno user welcome whatever winter parola пароль passwort motdepasse "
    "contraseña wachtwoord"
)
# What stands on the station itself, or on the table beside it.
_ON_THE_STATION = (
    "acceptable adjudicate adjudication adjudicator anagram bingo challenge challenged challenger "
    "challengekiosk collins director judge kiosk naspa players ruling scrabble station tournament "
    "unacceptable wespa word words wordjudge"
)
_COMMON, _OWN = frozenset(_TRIED_FIRST.split()), frozenset(_ON_THE_STATION.split())
_SIGNS_FOR_LETTERS = str.maketrans("0134578@$!", "oleastbasi")


def weakness(passcode: str) -> str:
    """Why *passcode* is easy to guess, as the end of a sentence; empty when it is not."""
    plain = passcode.casefold()
    if len(set(plain)) < FEWEST_DIFFERENT:
        return f"it has fewer than {FEWEST_DIFFERENT} different characters"
    if _repeats(plain):
        return "it is the same thing again and again"
    if _is_in_order("".join(filter(str.isalnum, plain))):
        return "its characters stand in order on the keyboard or in the alphabet"
    inner = _without_ends(plain)
    stems = {_letters(inner), _letters(inner.translate(_SIGNS_FOR_LETTERS))}
    if stems & _COMMON:
        return "it is among those everybody tries first"
    return "it is this station's own word" if stems & _OWN else ""


def _repeats(plain: str) -> bool:
    """Whether *plain* is one piece, twice or more."""
    return plain in (plain + plain)[1:-1]


def _is_in_order(plain: str) -> bool:
    """Whether *plain* is made of nothing but pieces of known rows."""
    place = 0
    while place < len(plain):
        length = _run(plain[place:])
        if length < SHORTEST_RUN:
            return False
        place += length
    return bool(plain)


def _run(text: str) -> int:
    """How many of the first characters of *text* stand in one row."""
    length = 1
    while length < len(text) and any(text[: length + 1] in row for row in _IN_ORDER):
        length += 1
    return length


def _without_ends(plain: str) -> str:
    """*plain* without the digits and signs around it."""
    letters = [place for place, sign in enumerate(plain) if sign.isalpha()]
    return plain[letters[0] : letters[-1] + 1] if letters else ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))


# ---- passcode ----------------------------------------------------------------------------------------------
# Passcodes as values: roles, the count of failed tries, and how long the next try waits.
#
# Five tries are free, then each waits 15 s, 30 s, 60 s, 60 s …, until ten quiet minutes have passed. Setting
# the clock or starting again shortens no wait.

SHORTEST, LONGEST = 6, 64
FREE_TRIES = 5
FIRST_WAIT_MS = 15_000
LONGEST_WAIT_MS = 60_000


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


def recall_tries(tries: Tries, now: Reading) -> Tries:
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


def normalise(passcode: str) -> str:
    """*passcode* as it is hashed: the same on every keyboard and system."""
    return unicodedata.normalize("NFC", passcode)


def check_new(passcode: str) -> str:
    """The normal form of a *passcode* that may be set, or AccessError."""
    normal = normalise(passcode)
    if not SHORTEST <= len(normal) <= LONGEST:
        raise AccessError(
            f"A passcode has {SHORTEST} to {LONGEST} characters; this one has {len(normal)}. Choose another."
        )
    if not normal.isprintable() or normal != normal.strip():
        raise AccessError("A passcode has printable characters and no space at either end. Choose another.")
    if why := weakness(normal):
        raise AccessError(f"This passcode is too easy to guess: {why}. Choose another.")
    return normal
