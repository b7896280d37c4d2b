"""How a script of this folder ends: with its exit code, or with one plain sentence. Standard library only."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn


class CannotGoOn(Exception):
    """A plain sentence for the person at the terminal; ends the run with exit code 1."""


def end_with(main: Callable[[], int]) -> NoReturn:
    """Run *main* and leave with its exit code."""
    try:
        sys.exit(main())
    except CannotGoOn as sentence:
        print(sentence, file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
