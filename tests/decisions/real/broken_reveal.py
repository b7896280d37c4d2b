"""The console with one safeguard off: it reveals words although that they were asked for is not on record.
Tests must go red. `python broken_reveal.py --data FOLDER director`; its own children are broken as well.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from kiosk import __main__, line_child
from kiosk.actions import Tools
from kiosk.decisions.reveal_actions import RevealedWords, RevealWords
from kiosk.errors import LogError
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff

real = RevealWords.run


class Pretended:
    """A log that says it has recorded, and has not."""

    def append(self, body: object) -> None: ...


@contextmanager
def pretending(where: str, letter: str, name: str) -> Iterator[object]:
    yield Pretended()


def careless(order: RevealWords, staff: Staff, tools: Tools) -> RevealedWords:
    try:
        return real(order, staff, tools)
    except LogError:
        admit = lambda log, role, where: Role.DIRECTOR  # noqa: E731
        return real(order, replace(staff, through=pretending, admit=admit), tools)  # type: ignore[arg-type]


if __name__ == "__main__":
    RevealWords.run = careless  # type: ignore[method-assign]
    line_child.this_program = lambda: (sys.executable, __file__)
    __main__.main()
