"""Who may unlock: the director's and the judge's passcode.

Rules it guards. A try is counted on disk before it is answered, so a power cut never gives a free guess; one
that was broken off before that told nothing, and is no wrong one. Doubt closes: a file that cannot be read or
written unlocks nothing. Every try yields the order for a record; a passcode is in none of them. How long a
try waits is said by `kiosk.core.access.passcode`.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from kiosk.core.access.passcode import (
    AccessState,
    DoorBody,
    KeptOrder,
    Role,
    Tries,
    check_new,
    normalised,
    remaining_ms,
    remembered,
    wait_after,
)
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import PasscodeSetBody, UnlockBody, UnlockFailedBody
from kiosk.core.log.clock import Clock, Reading
from kiosk.errors import AccessError

if TYPE_CHECKING:
    from argon2 import PasswordHasher


class AccessStore(Protocol):
    """Where the state lives. `save` returns only when it is on disk; both raise AccessError."""

    def load(self) -> AccessState: ...

    def save(self, state: AccessState) -> None: ...


class Hasher(Protocol):
    """Makes and checks a slow, salted hash; the check takes the same time for any wrong passcode."""

    def hash(self, passcode: str) -> str: ...

    def matches(self, hashed: str, passcode: str) -> bool: ...


class Argon2id:
    """Takes 32 MiB, four passes and one lane: a tenth to a quarter of a second on a plain laptop."""

    def __init__(self, memory_kib: int = 32_768, passes: int = 4) -> None:
        self._memory_kib, self._passes = memory_kib, passes

    def _hasher(self) -> "PasswordHasher":
        from argon2 import PasswordHasher  # not before a passcode is asked for: the start is short

        return PasswordHasher(time_cost=self._passes, memory_cost=self._memory_kib, parallelism=1)

    def hash(self, passcode: str) -> str:
        return self._hasher().hash(passcode)

    def matches(self, hashed: str, passcode: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

        try:
            secret = passcode.encode()
        except UnicodeEncodeError:  # typed in another encoding; what is no text was never set
            return False
        try:
            return self._hasher().verify(hashed, secret)
        except VerifyMismatchError:
            return False
        except (InvalidHashError, VerificationError, UnicodeEncodeError) as error:
            raise AccessError(
                "The stored passcode cannot be read, so nothing is unlocked. "
                "With the system account, delete the file “access” and set the passcodes again."
            ) from error


@frozen
class Answer:
    """*role*: who was let in, or None. *wait_ms*: how long the next try must wait. *guesses*: the longest row
    of failures since the director was last let in."""

    role: Role | None
    wait_ms: int
    order: UnlockBody | UnlockFailedBody
    guesses: int = 0


class Access:
    """The door. Its collaborators are passed in; it keeps nothing in memory between two tries."""

    def __init__(self, store: AccessStore, clock: Clock, hasher: Hasher) -> None:
        self._store = store
        self._clock = clock
        self._hasher = hasher

    def is_set(self, role: Role = Role.DIRECTOR) -> bool:
        return role in self._store.load().hashes

    def wait_ms(self) -> int:
        """How long the next try must wait from now on; the screen takes no passcode before that."""
        now = self._clock()
        return remaining_ms(self._current(now).tries, now)

    def attempt(self, passcode: str, roles: tuple[Role, ...], where: str) -> Answer:
        """Check *passcode* for any of *roles*; *where* says which screen or command asked."""
        now = self._clock()
        state = self._current(now)
        if (wait := remaining_ms(state.tries, now)) > 0:
            return _refused(state.tries.failures, wait, where, "too_soon")
        role = self._role_of(normalised(passcode), state, roles)
        state = self._current(now)  # others may have tried while this one was looked at
        if (wait := remaining_ms(state.tries, now)) > 0:
            return _refused(state.tries.failures, wait, where, "too_soon")
        counted = Tries(state.tries.failures + 1, now)
        if role is None:
            # Before the answer: if the power goes now, this guess has been paid for.
            counting = replace(state, tries=counted, guesses=max(state.guesses, counted.failures))
            self._store.save(counting)
            return _refused(counted.failures, wait_after(counted.failures), where, "wrong")
        # A judge's success does not clear the count: it would buy free guesses at the director's passcode.
        known = replace(state, tries=Tries(), guesses=0) if role is Role.DIRECTOR else state
        self._store.save(known)
        body = UnlockBody(role.value, where, counted.failures, delay_s=0)
        return Answer(role, 0, body, state.guesses)

    def _current(self, now: Reading) -> AccessState:
        """The state as it counts *now*; a wait that had to begin again is saved, or it would never end."""
        state = self._store.load()
        tries = remembered(state.tries, now)
        if tries.last is now:
            self._store.save(replace(state, tries=tries))
        return replace(state, tries=tries)

    def _role_of(self, passcode: str, state: AccessState, roles: tuple[Role, ...]) -> Role | None:
        hashes = {role: state.hashes[role] for role in roles if role in state.hashes}
        # All of them, always: the time taken must not say which role a guess came near.
        matching = [role for role, hashed in hashes.items() if self._hasher.matches(hashed, passcode)]
        return matching[0] if matching else None

    def set_passcode(self, role: Role, passcode: str) -> PasscodeSetBody:
        """Store a new passcode for *role*. The caller has seen to it that the director asked for it."""
        return self.set_hashed(role, self.hashed(role, passcode))

    def hashed(self, role: Role, passcode: str) -> str:
        """What is stored of a new *passcode* for *role*; AccessError if it may not be set. Nothing is
        stored."""
        normal = check_new(passcode)
        others = [hashed for owner, hashed in self._store.load().hashes.items() if owner is not role]
        if any(self._hasher.matches(hashed, normal) for hashed in others):
            raise AccessError("Director and judge have different passcodes. Choose another.")
        return self._hasher.hash(normal)

    def set_hashed(self, role: Role, hashed: str) -> PasscodeSetBody:
        """Store *hashed*, which `hashed` made, for *role*."""
        state = self._store.load()
        hashes = {**state.hashes, role: hashed}
        self._store.save(replace(state, hashes=hashes, tries=Tries(), guesses=0))
        return PasscodeSetBody(role.value, replaced=role in state.hashes)

    def is_same(self, hashed: str, passcode: str) -> bool:
        """Whether *hashed* was made of *passcode*."""
        return self._hasher.matches(hashed, normalised(passcode))

    def keep(self, order: DoorBody) -> None:
        """Put *order* into the access file because the log cannot take it."""
        state = self._store.load()
        self._store.save(replace(state, kept=(*state.kept, KeptOrder(self._clock().at, order))))

    def kept(self) -> tuple[KeptOrder, ...]:
        """What the log could not take, oldest first."""
        return self._store.load().kept

    def forget_kept(self) -> None:
        """The kept orders are in the log now."""
        self._store.save(replace(self._store.load(), kept=()))


def late_body(kept: KeptOrder) -> DoorBody:
    """What is recorded of a kept order after all."""
    return replace(kept.order, late=True, attempted_at=kept.at)


def _refused(failures: int, wait_ms: int, where: str, why: str) -> Answer:
    delay_s = -(-wait_ms // 1000)
    return Answer(None, wait_ms, UnlockFailedBody(None, where, why, failures, delay_s))
