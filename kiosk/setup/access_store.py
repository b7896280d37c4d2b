"""The door: who may unlock, a typed passcode in, a role or a refusal out, every try on record."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.base.canonical import Json, canonical
from kiosk.base.clock import Clock, Reading
from kiosk.base.frozen import frozen
from kiosk.errors import AccessError, LogError
from kiosk.files import read_small, write_durably
from kiosk.folder import ACCESS
from kiosk.log.bodies import AccessMissingBody, PasscodeSetBody, UnlockBody, UnlockFailedBody, decode
from kiosk.log.body import Body, encode
from kiosk.log.guesses import MANY_FAILURES
from kiosk.log.history import History
from kiosk.setup import passcodes

if TYPE_CHECKING:
    from argon2 import PasswordHasher


# ---- setup access ------------------------------------------------------------------------------------------
# The `access` file: hashes, the count of failed tries, and the tries that the log could not take.
#
# A file of its own, because the count must be on disk before an answer is given, also when the log is in
# trouble. Doubt closes: a file that is damaged, or that cannot be written, unlocks nothing.

FORMAT = 1
MOST_KEPT = 500  # while the log stays broken the oldest tries are dropped, or the file would grow for ever
RECOVERY = (
    "With the system account, delete this file and set the passcodes again with “kiosk passcode set”; "
    "the log notes that it was gone."
)


class AccessFile:
    """The file in one data folder. `save` returns only when the state is on disk; what cannot be read or
    written is an AccessError."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / ACCESS

    def exists(self) -> bool:
        """Whether a file is there, readable or not."""
        return self.path.exists() or self.path.is_symlink()

    def load(self) -> passcodes.AccessState:
        """What the file holds; an absent one holds nothing."""
        try:
            if not self.exists():
                return passcodes.AccessState()
            return _parse(json.loads(read_small(self.path)))
        except OSError as error:
            raise AccessError(
                f"{self.path} cannot be read ({error.strerror or error}), so nothing is unlocked. "
                "Check its rights."
            ) from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise AccessError(f"{self.path} is damaged, so nothing is unlocked. {RECOVERY}") from error

    def save(self, state: passcodes.AccessState) -> None:
        """Put *state* into the file, durably and for this account only."""
        content = canonical(_write(state)).encode() + b"\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_durably(self.path, content, mode=0o600)
        except OSError as error:
            raise AccessError(
                f"{self.path} cannot be written ({error.strerror or error}), so nothing is unlocked. "
                "Make room or check its rights."
            ) from error


def _write(state: passcodes.AccessState) -> dict[str, Json]:
    last = state.tries.last
    clocks: Json = None
    if last is not None:
        clocks = {"at": last.at, "offset_min": last.offset_min, "mono_ms": last.mono_ms, "boot": last.boot}
    return {
        "format": FORMAT,
        "hashes": {role.value: hashed for role, hashed in state.hashes.items()},
        "failures": state.tries.failures,
        "guesses": state.guesses,
        "last": clocks,
        "kept": [
            {"at": order.at, "kind": order.order.kind.value, "body": encode(order.order)}
            for order in state.kept[-MOST_KEPT:]
        ],
    }


def _parse(content: Mapping[str, object]) -> passcodes.AccessState:
    """The state written in *content*; ValueError, KeyError or TypeError when it is not one."""
    _demand(isinstance(content, dict) and content["format"] == FORMAT)
    hashes = content["hashes"]
    if not isinstance(hashes, dict) or not all(isinstance(hashed, str) for hashed in hashes.values()):
        raise ValueError("the hashes are texts")
    return passcodes.AccessState(
        hashes={passcodes.Role(role): hashed for role, hashed in hashes.items()},
        tries=_tries(content["failures"], content["last"]),
        kept=_parse_kept(content["kept"]),
        guesses=_guesses(content.get("guesses", 0)),
    )


def _guesses(count: object) -> int:
    """Files of older versions lack this."""
    if type(count) is not int or count < 0:
        raise ValueError("the longest row of failures is a number")
    return count


def _tries(failures: object, last: object) -> passcodes.Tries:
    if last is None and failures == 0:
        return passcodes.Tries()
    if type(failures) is not int or failures < 1 or not isinstance(last, dict):
        raise ValueError("a count without its time, or a time without its count")
    reading = Reading(str(last["at"]), int(last["offset_min"]), int(last["mono_ms"]), str(last["boot"]))
    _demand(datetime.fromisoformat(reading.at).tzinfo is not None)
    return passcodes.Tries(failures, reading)


def _parse_kept(content: object) -> tuple[passcodes.KeptOrder, ...]:
    if not isinstance(content, list):
        raise ValueError("the kept tries are a list")
    return tuple(
        passcodes.KeptOrder(str(entry["at"]), _door_body(entry["kind"], entry["body"])) for entry in content
    )


def _door_body(kind: object, data: object) -> passcodes.DoorBody:
    body = decode(str(kind), data) if isinstance(data, dict) else None
    if not isinstance(body, PasscodeSetBody | UnlockBody | UnlockFailedBody):
        raise ValueError("what is kept is a try at the door")
    return body


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError("not an access file of this version")


# ---- director access ---------------------------------------------------------------------------------------
# Who may unlock: the director's and the judge's passcode.
#
# Rules it guards. A try is counted on disk before it is answered, so a power cut never gives a free guess;
# one that was broken off before that told nothing, and is no wrong one. Doubt closes: a file that cannot be
# read or written unlocks nothing. Every try yields the order for a record; a passcode is in none of them. How
# long a try waits is said by `kiosk.setup.passcodes`.


class Argon2id:
    """Makes and checks a slow, salted hash: 32 MiB, four passes and one lane take a tenth to a quarter of a
    second on a plain laptop. The check takes the same time for any wrong passcode."""

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

    role: passcodes.Role | None
    wait_ms: int
    order: UnlockBody | UnlockFailedBody
    guesses: int = 0


class Access:
    """The door. Its collaborators are passed in; it keeps nothing in memory between two tries."""

    def __init__(self, store: AccessFile, clock: Clock, hasher: Argon2id) -> None:
        self._store = store
        self._clock = clock
        self._hasher = hasher

    def is_set(self, role: passcodes.Role = passcodes.Role.DIRECTOR) -> bool:
        return role in self._store.load().hashes

    def wait_ms(self) -> int:
        """How long the next try must wait from now on; the screen takes no passcode before that."""
        now = self._clock()
        return passcodes.remaining_ms(self._current(now).tries, now)

    def attempt(self, passcode: str, roles: tuple[passcodes.Role, ...], where: str) -> Answer:
        """Check *passcode* for any of *roles*; *where* says which screen or command asked."""
        now = self._clock()
        state = self._current(now)
        if (wait := passcodes.remaining_ms(state.tries, now)) > 0:
            return _refuse(state.tries.failures, wait, where, "too_soon")
        role = self._role_of(passcodes.normalise(passcode), state, roles)
        state = self._current(now)  # others may have tried while this one was looked at
        if (wait := passcodes.remaining_ms(state.tries, now)) > 0:
            return _refuse(state.tries.failures, wait, where, "too_soon")
        counted = passcodes.Tries(state.tries.failures + 1, now)
        if role is None:
            # Before the answer: if the power goes now, this guess has been paid for.
            counting = replace(state, tries=counted, guesses=max(state.guesses, counted.failures))
            self._store.save(counting)
            return _refuse(counted.failures, passcodes.wait_after(counted.failures), where, "wrong")
        # A judge's success does not clear the count: it would buy free guesses at the director's passcode.
        known = (
            replace(state, tries=passcodes.Tries(), guesses=0) if role is passcodes.Role.DIRECTOR else state
        )
        self._store.save(known)
        body = UnlockBody(role.value, where, counted.failures, delay_s=0)
        return Answer(role, 0, body, state.guesses)

    def _current(self, now: Reading) -> passcodes.AccessState:
        """The state as it counts *now*; a wait that had to begin again is saved, or it would never end."""
        state = self._store.load()
        tries = passcodes.recall_tries(state.tries, now)
        if tries.last is now:
            self._store.save(replace(state, tries=tries))
        return replace(state, tries=tries)

    def _role_of(
        self, passcode: str, state: passcodes.AccessState, roles: tuple[passcodes.Role, ...]
    ) -> passcodes.Role | None:
        hashes = {role: state.hashes[role] for role in roles if role in state.hashes}
        # All of them, always: the time taken must not say which role a guess came near.
        matching = [role for role, hashed in hashes.items() if self._hasher.matches(hashed, passcode)]
        return matching[0] if matching else None

    def set_passcode(self, role: passcodes.Role, passcode: str) -> PasscodeSetBody:
        """Store a new passcode for *role*. The caller has seen to it that the director asked for it."""
        return self.set_hashed(role, self.hash_passcode(role, passcode))

    def hash_passcode(self, role: passcodes.Role, passcode: str) -> str:
        """What is stored of a new *passcode* for *role*; AccessError if it may not be set. Nothing is
        stored."""
        normal = passcodes.check_new(passcode)
        others = [hashed for owner, hashed in self._store.load().hashes.items() if owner is not role]
        if any(self._hasher.matches(hashed, normal) for hashed in others):
            raise AccessError("Director and judge have different passcodes. Choose another.")
        return self._hasher.hash(normal)

    def set_hashed(self, role: passcodes.Role, hashed: str) -> PasscodeSetBody:
        """Store *hashed*, which `hashed` made, for *role*."""
        state = self._store.load()
        hashes = {**state.hashes, role: hashed}
        self._store.save(replace(state, hashes=hashes, tries=passcodes.Tries(), guesses=0))
        return PasscodeSetBody(role.value, replaced=role in state.hashes)

    def is_same(self, hashed: str, passcode: str) -> bool:
        """Whether *hashed* was made of *passcode*."""
        return self._hasher.matches(hashed, passcodes.normalise(passcode))

    def keep(self, order: passcodes.DoorBody) -> None:
        """Put *order* into the access file because the log cannot take it."""
        state = self._store.load()
        self._store.save(replace(state, kept=(*state.kept, passcodes.KeptOrder(self._clock().at, order))))

    def kept_orders(self) -> tuple[passcodes.KeptOrder, ...]:
        """What the log could not take, oldest first."""
        return self._store.load().kept

    def forget_kept(self) -> None:
        """The kept orders are in the log now."""
        self._store.save(replace(self._store.load(), kept=()))


def late_body(kept: passcodes.KeptOrder) -> passcodes.DoorBody:
    """What is recorded of a kept order after all."""
    return replace(kept.order, late=True, attempted_at=kept.at)


def _refuse(failures: int, wait_ms: int, where: str, why: str) -> Answer:
    delay_s = -(-wait_ms // 1000)
    return Answer(None, wait_ms, UnlockFailedBody(None, where, why, failures, delay_s))


# ---- door --------------------------------------------------------------------------------------------------
# The station's door: a typed passcode in, a role or a refusal out, every try on record.

# Writes one record to the log, or raises LogError.
Recorder = Callable[[Body], object]


class Door:
    """What the log cannot take, the access file keeps. *where*: which screen asks."""

    def __init__(self, access: Access, record: Recorder, where: str = "station") -> None:
        self._access = access
        self._where = where
        self._record = record
        self._guesses = 0

    def check(self, passcode: str) -> passcodes.Role:
        """The role *passcode* opens, or AccessError with the sentence to show."""
        if not self._access.is_set(passcodes.Role.DIRECTOR):
            raise AccessError("No passcode is set. With the system account, run “kiosk passcode set”.")
        answer = self._access.attempt(passcode, (passcodes.Role.DIRECTOR, passcodes.Role.JUDGE), self._where)
        try:
            self._record(answer.order)
        except LogError:
            self._access.keep(answer.order)
        if answer.role is None:
            judged = isinstance(answer.order, UnlockFailedBody) and answer.order.why == "wrong"
            raise AccessError("Not accepted." if judged else "", answer.wait_ms)
        self._guesses = answer.guesses
        return answer.role

    def warning(self) -> str:
        """What whoever was let in last must know: that somebody has tried passcodes."""
        if self._guesses < MANY_FAILURES:
            return ""
        return f"{self._guesses} wrong passcodes were typed here in a row. See the log, and set a new one."


def hand_over(access: Access, record: Recorder) -> None:
    """Write to the log what it could not take earlier."""
    if kept := access.kept_orders():
        for order in kept:
            record(late_body(order))
        access.forget_kept()


def put_on_record(access: Access, record: Recorder, order: passcodes.DoorBody) -> None:
    """Write *order* to the log; if the log cannot take it, it is kept in the access file."""
    try:
        record(order)
    except LogError:
        access.keep(order)
        raise


def loss_noted(past: History, record: Recorder) -> bool:
    """Whether the log remembers a passcode though none is there: then it is recorded, once."""
    if not past.passcodes:
        return False
    if not past.access_missed:
        record(AccessMissingBody(tuple(sorted(past.passcodes))))
    return True
