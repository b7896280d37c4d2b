"""The console with one safeguard off: it reveals words although that they were asked for is not on record.
Tests must go red. `python broken_reveal.py --data FOLDER director`; its own children are broken as well.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from kiosk import __main__
from kiosk.actions.evidence.reveal import RevealedWords, RevealWish
from kiosk.actions.run_console import paper_work
from kiosk.actions.staff import Staff
from kiosk.core.access.passcode import Role
from kiosk.errors import LogError
from kiosk.storage.reading import child

real = paper_work.reveal


class Pretended:
    """A log that says it has recorded, and has not."""

    def append(self, body: object) -> None: ...


@contextmanager
def pretending(where: str, letter: str, name: str) -> Iterator[object]:
    yield Pretended()


def careless(staff: Staff, wish: RevealWish) -> RevealedWords:
    try:
        return real(staff, wish)
    except LogError:
        admit = lambda log, role, where: Role.DIRECTOR  # noqa: E731
        return real(replace(staff, through=pretending, admit=admit), wish)  # type: ignore[arg-type]


if __name__ == "__main__":
    paper_work.reveal = careless
    child.this_program = lambda: (sys.executable, __file__)
    __main__.main()
