"""The director's token for the page: made anew at each start, typed or scanned once a browser.

The rules it guards: it is compared in constant time; whoever guesses is slowed, and slows nobody else; a
browser is then known by another secret, which ends with this run of the page.
"""

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from threading import Lock
from time import monotonic

_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that reads as another: 98 bits in all
_GROUPS, _GROUP = 4, 5
_FREE_TRIES = 3
_LONGEST_S = 60.0
_MOST_CALLERS = 1_000


def new_token() -> str:
    """A token of four groups, as it is printed."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


class Doorkeeper:
    """Admits browsers by *token*. *clock*: seconds that only go on."""

    def __init__(self, token: str, clock: Callable[[], float] = monotonic) -> None:
        self._token = _plain(token)
        self._clock = clock
        self._pass = secrets.token_urlsafe(32)
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = Lock()

    def try_token(self, typed: str, caller: str) -> tuple[str, str]:
        """The pass for a browser, or else why there is none; *caller*: where it asks from."""
        with self._lock:
            tries, free_at = self._wrong.get(caller, (0, 0.0))
            wait_s = free_at - self._clock()
            if wait_s > 0:
                return "", f"Too many wrong tries from here. Wait {ceil(wait_s)} s, then try again."
            if hmac.compare_digest(_plain(typed).encode(), self._token.encode()):
                self._wrong.pop(caller, None)
                return self._pass, ""
            self._note_wrong(caller, tries + 1)
        return "", "That is not the token. It is printed where “kiosk hub serve” was started."

    def knows(self, shown: str) -> bool:
        """Whether *shown* is the pass that was given out."""
        return hmac.compare_digest(shown.encode(), self._pass.encode())

    def _note_wrong(self, caller: str, tries: int) -> None:
        delay_s = 0.0 if tries < _FREE_TRIES else min(_LONGEST_S, 2.0 ** (tries - _FREE_TRIES))
        self._wrong[caller] = (tries, self._clock() + delay_s)
        self._wrong.move_to_end(caller)
        if len(self._wrong) > _MOST_CALLERS:
            self._wrong.popitem(last=False)


def _plain(token: str) -> str:
    """*token* as it is compared: hyphens, blanks and small letters do not matter."""
    return "".join(one for one in token.upper() if one.isalnum())
