"""The `access` file: hashes, the count of failed tries, and the tries that the log could not take.

A file of its own, because the count must be on disk before an answer is given, also when the log is in
trouble. Doubt closes: a file that is damaged, or that cannot be written, unlocks nothing.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from kiosk.core.access.passcode import AccessState, DoorBody, KeptOrder, Role, Tries
from kiosk.core.log.bodies.event import PasscodeSetBody, UnlockBody, UnlockFailedBody
from kiosk.core.log.body import encode
from kiosk.core.log.canonical import Json, canonical
from kiosk.core.log.clock import Reading
from kiosk.core.log.spellings import decode
from kiosk.errors import AccessError
from kiosk.files import write_durably
from kiosk.folder import ACCESS

FORMAT = 1
MOST_KEPT = 500  # while the log stays broken the oldest tries are dropped, or the file would grow for ever
RECOVERY = (
    "With the system account, delete this file and set the passcodes again with “kiosk passcode set”; "
    "the log notes that it was gone."
)


class AccessFile:
    """The file in one data folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / ACCESS

    def exists(self) -> bool:
        """Whether a file is there, readable or not."""
        return self.path.exists() or self.path.is_symlink()

    def load(self) -> AccessState:
        """What the file holds; an absent one holds nothing."""
        try:
            if not self.exists():
                return AccessState()
            return _parsed(json.loads(self.path.read_bytes()))
        except OSError as error:
            raise AccessError(
                f"{self.path} cannot be read ({error.strerror or error}), so nothing is unlocked. "
                "Check its rights."
            ) from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise AccessError(f"{self.path} is damaged, so nothing is unlocked. {RECOVERY}") from error

    def save(self, state: AccessState) -> None:
        """Put *state* into the file, durably and for this account only."""
        content = canonical(_written(state)).encode() + b"\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_durably(self.path, content, mode=0o600)
        except OSError as error:
            raise AccessError(
                f"{self.path} cannot be written ({error.strerror or error}), so nothing is unlocked. "
                "Make room or check its rights."
            ) from error


def _written(state: AccessState) -> dict[str, Json]:
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
            {"at": one.at, "kind": one.order.kind.value, "body": encode(one.order)}
            for one in state.kept[-MOST_KEPT:]
        ],
    }


def _parsed(content: Mapping[str, object]) -> AccessState:
    """The state written in *content*; ValueError, KeyError or TypeError when it is not one."""
    _demand(isinstance(content, dict) and content["format"] == FORMAT)
    hashes = content["hashes"]
    if not isinstance(hashes, dict) or not all(isinstance(hashed, str) for hashed in hashes.values()):
        raise ValueError("the hashes are texts")
    return AccessState(
        hashes={Role(role): hashed for role, hashed in hashes.items()},
        tries=_tries(content["failures"], content["last"]),
        kept=_kept(content["kept"]),
        guesses=_guesses(content.get("guesses", 0)),
    )


def _guesses(count: object) -> int:
    """Files of older versions lack this."""
    if type(count) is not int or count < 0:
        raise ValueError("the longest row of failures is a number")
    return count


def _tries(failures: object, last: object) -> Tries:
    if last is None and failures == 0:
        return Tries()
    if type(failures) is not int or failures < 1 or not isinstance(last, dict):
        raise ValueError("a count without its time, or a time without its count")
    reading = Reading(str(last["at"]), int(last["offset_min"]), int(last["mono_ms"]), str(last["boot"]))
    _demand(datetime.fromisoformat(reading.at).tzinfo is not None)
    return Tries(failures, reading)


def _kept(content: object) -> tuple[KeptOrder, ...]:
    if not isinstance(content, list):
        raise ValueError("the kept tries are a list")
    return tuple(KeptOrder(str(one["at"]), _door_body(one["kind"], one["body"])) for one in content)


def _door_body(kind: object, data: object) -> DoorBody:
    body = decode(str(kind), data) if isinstance(data, dict) else None
    if not isinstance(body, PasscodeSetBody | UnlockBody | UnlockFailedBody):
        raise ValueError("what is kept is a try at the door")
    return body


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError("not an access file of this version")
