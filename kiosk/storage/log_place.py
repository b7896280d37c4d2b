"""Which log a data folder uses: a demonstration keeps its own, and the real one begins with set-up."""

from pathlib import Path

from kiosk.storage.log_reader import LOG_NAME
from kiosk.storage.setup_file import setup_path
from kiosk.storage.writer_lock import noted_station

DEMONSTRATION_NAME = "demonstration.db"


def log_path(folder: Path) -> Path:
    """The log that *folder* uses now. One that is there, or was, is never passed by for a demonstration."""
    real = folder / LOG_NAME
    begun = real.exists() or real.is_symlink() or bool(noted_station(folder))
    return real if begun or setup_path(folder).exists() else folder / DEMONSTRATION_NAME
