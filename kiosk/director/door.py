"""The station's door: a typed passcode in, a role or a refusal out, every try on record."""

from collections.abc import Callable, Mapping

from kiosk.core.canonical import Json
from kiosk.core.passcode import Role
from kiosk.core.records import Kind
from kiosk.director.access import Access
from kiosk.errors import AccessError, LogError


class Door:
    """*record* writes to the log; what the log cannot take, the access file keeps."""

    def __init__(self, access: Access, record: Callable[[Kind, Mapping[str, Json]], object]) -> None:
        self._access = access
        self._record = record

    def check(self, passcode: str) -> str:
        """The role *passcode* opens, or AccessError with the sentence to show."""
        if not self._access.is_set(Role.DIRECTOR):
            raise AccessError("No passcode is set. With the system account, run “kiosk passcode set”.")
        answer = self._access.attempt(passcode, (Role.DIRECTOR, Role.JUDGE), "station")
        try:
            self._record(answer.order.kind, answer.order.body)
        except LogError:
            self._access.keep(answer.order)
        if answer.role is None:
            raise AccessError(_refusal(answer.wait_ms))
        return answer.role.value


def _refusal(wait_ms: int) -> str:
    seconds = -(-wait_ms // 1000)
    return f"Not accepted. Next try in {seconds} s." if seconds else "Not accepted."
