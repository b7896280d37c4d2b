"""Hands a PDF to the print queue of this system (CUPS), and says whether the queue took it.

Qt hands a page to the same queue, but does not say whether it was taken: a queue that refuses every job looks
to it like paper. So where the system's own library is there, it is asked; elsewhere there is only Qt.
"""

import ctypes
import os
import sys
import tempfile
from pathlib import Path

from kiosk.core.harmless import harmless
from kiosk.errors import OutputError

_LIBRARY = "libcups.so.2"


class PrintQueue:
    """The queues that *cups*, the system's library, reaches."""

    def __init__(self, cups: ctypes.CDLL) -> None:
        self._cups = cups
        cups.cupsPrintFile.argtypes = [ctypes.c_char_p] * 3 + [ctypes.c_int, ctypes.c_void_p]
        cups.cupsAddOption.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]
        cups.cupsFreeOptions.argtypes = [ctypes.c_int, ctypes.c_void_p]
        cups.cupsLastErrorString.restype = ctypes.c_char_p

    def put(self, name: str, title: str, pdf: bytes, *how: tuple[str, str]) -> None:
        """Put *pdf* into the queue called *name*, with the options *how*; OutputError, with the queue's
        reason, if it is not taken."""
        with tempfile.TemporaryDirectory(prefix="kiosk-print-") as folder:
            file = Path(folder, "page.pdf")
            file.write_bytes(pdf)
            if not self._taken(name, title, file, how):
                raise OutputError(
                    f"The printer {harmless(name)} did not take it{self._reason()}. See whether it is on and "
                    "has paper, or name a file instead."
                )

    def _taken(self, name: str, title: str, file: Path, how: tuple[tuple[str, str], ...]) -> bool:
        options = ctypes.c_void_p()
        count = 0
        for option, value in how:
            count = self._cups.cupsAddOption(option.encode(), value.encode(), count, ctypes.byref(options))
        try:
            told = (name.encode(), os.fsencode(file), title.encode(errors="replace"))
            return bool(self._cups.cupsPrintFile(*told, count, options))
        finally:
            self._cups.cupsFreeOptions(count, options)

    def _reason(self) -> str:
        said = (self._cups.cupsLastErrorString() or b"").decode(errors="replace")
        return f": {harmless(said).strip().rstrip('.')}" if said.strip() else ""


def this_print_queue() -> PrintQueue | None:
    """The print queues of this system; None where Qt alone knows how to print."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        return PrintQueue(ctypes.CDLL(_LIBRARY))
    except (OSError, AttributeError):
        return None
