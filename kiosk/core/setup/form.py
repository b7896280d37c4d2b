"""How a set-up file is written, and what is said of a fault in it.

Guards the rule that a set-up file is taken whole or not at all: each refusal names the file, the key and what
is allowed.
"""

from collections.abc import Mapping
from dataclasses import MISSING

from kiosk.core.fields.limits import Unfit
from kiosk.errors import SetupError


class SetupForm:
    """The form of *file*, which is only a name to put into messages."""

    def __init__(self, file: str) -> None:
        self.file = file

    def value(self, name: str, item: object) -> object:
        return item

    def no_table(self, name: str, item: object) -> Mapping[str, object]:
        """An absent table is empty."""
        if item is not MISSING:
            raise self.wrong(name, Unfit(f"a table, written as [{name}]"), item)
        return {}

    def wrong(self, name: str, unfit: Unfit, item: object) -> SetupError:
        found = "is missing" if item is MISSING else f"is {_spelled(item)}"
        return self.unusable(name, f" {found}; it {unfit}")

    def missing(self, name: str, must: str) -> SetupError:
        return self.wrong(name, Unfit(must), MISSING)

    def unknown(self, path: str, key: str, known: tuple[str, ...]) -> SetupError:
        where = f"[{path}]" if path else "the top of the file"
        name = f"{path}.{key}" if path else key
        return self.unusable(name, f" is not a key of a set-up file; {where} may hold: {', '.join(known)}")

    def unusable(self, name: str, problem: str) -> SetupError:
        return SetupError(f"{self.file}: “{name}”{problem}. Correct the file and try again.")


def _spelled(value: object) -> str:
    """*value* as it would stand in the file, cut to a readable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    shown = f"“{value}”" if isinstance(value, str) else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "…"
