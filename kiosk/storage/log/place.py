"""Which log a data folder uses: a demonstration keeps its own, and the real one begins with set-up."""

from pathlib import Path

from kiosk.folder import DEMONSTRATION, LOG, SETUP
from kiosk.storage.log.lock import noted_station


def log_path(folder: Path) -> Path:
    """The log that *folder* uses now. A real log that exists, or once did, is never ignored in favour of a
    demonstration's."""
    real = folder / LOG
    begun = real.exists() or real.is_symlink() or bool(noted_station(folder))
    return real if begun or (folder / SETUP).exists() else folder / DEMONSTRATION
