"""Where the second copy goes, and whether it would survive what destroys the log."""

import os
import shutil
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.storage.log.second_copy import same_device


@frozen
class CopyPlace:
    """*apart*: on another device than the data folder. *device*: where that device hangs in the tree of
    folders. Of a folder that is not *there* neither can be told."""

    folder: Path
    there: bool
    apart: bool | None = None
    device: Path | None = None
    free: int | None = None

    @property
    def said(self) -> str:
        """The place in words for the director."""
        if not self.there:
            return f"{self.folder}, which is not there now"
        if not self.apart:
            return f"{self.folder}, on the same device as the log"
        room = "" if self.free is None else f", {self.free / 1e9:.1f} GB free"
        return f"{self.folder}, on the device at {self.device}{room}"


def copy_place(folder: Path, data: Path) -> CopyPlace:
    """The place *folder* for copies of the log in *data*."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return CopyPlace(folder, there=False)
    real = Path(os.path.realpath(folder))
    device = next(place for place in (real, *real.parents) if place.is_mount() or place == place.parent)
    # An empty mount point whose stick is not in lies on the disk around it: then it is not apart.
    return CopyPlace(folder, True, not same_device(data, folder), device, free)
