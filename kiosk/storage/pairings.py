"""The file `pairings` in the data folder: kept for this account alone, and erased for good.

The rule it guards: names stand in this one file and nowhere else, and what is erased is gone from the folder,
with everything a broken write may have left beside it.
"""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.errors import PairingsError
from kiosk.files import PRIVATE, read_small, remove_durably, staged
from kiosk.folder import PAIRINGS

LARGEST_KEPT = 20_000_000


class PairingsStore:
    """The file in one data folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / PAIRINGS

    def content(self) -> bytes | None:
        """What the file holds; None if there is none."""
        try:
            return read_small(self.path, LARGEST_KEPT)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise PairingsError(
                f"{self.path} cannot be read ({error.strerror or error}), so nobody is named. "
                "Check its rights."
            ) from error

    @contextmanager
    def replacing(self, content: bytes) -> Iterator[None]:
        """Have *content* ready on disk; it is the file once the block has ended well."""
        try:
            self._sweep()
            with staged(self.path, content, PRIVATE):
                yield
        except OSError as error:
            raise PairingsError(
                f"{self.path} cannot be written ({error.strerror or error}), so nothing was imported. "
                "Make room or check its rights."
            ) from error

    def erase(self) -> bool:
        """Take the file away for good, and what a broken write left of one; whether there was anything."""
        try:
            left = self._sweep()
            there = self.path.exists() or self.path.is_symlink()
            remove_durably(self.path)
        except OSError as error:
            raise PairingsError(
                f"{self.path} cannot be erased ({error.strerror or error}), so the names are still there. "
                "Check its rights, or delete the file by hand."
            ) from error
        return there or left

    def _sweep(self) -> bool:
        """Remove what a write that broke off left; whether there was any."""
        left = list(self.path.parent.glob(f".{PAIRINGS}.*"))
        for one in left:
            one.unlink(missing_ok=True)
        return bool(left)


def read_source(path: Path, largest: int) -> bytes:
    """The content of a file that pairings are to be imported from."""
    try:
        return read_small(path, largest)
    except OSError as error:
        if error.errno == errno.EFBIG:
            why = f"it is larger than {largest // 1_000_000} MB, which no file of pairings is"
        else:
            why = error.strerror or str(error)
        raise PairingsError(f"{path} could not be read: {why}.") from error
