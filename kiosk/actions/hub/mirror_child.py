"""The process that keeps a console's copy of a hub.

Started as `kiosk hub-mirror WHERE`, a word that is no command for people. It says one line: the folder with
the copy, or why there is none. It ends when its input closes or when it is asked to, so it never lives on
without its console, and takes the copy away with it.
"""

import os
import signal
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import BinaryIO

from kiosk.actions.hub.mirror import PREFIX, MirrorBeside, keep_mirror
from kiosk.storage.reading.child import parent_stays


def serve_mirror(arguments: Sequence[str], told: BinaryIO, answers: BinaryIO) -> None:
    """Keep a copy of the hub that *arguments* name until *told* closes."""
    if hasattr(os, "nice"):
        os.nice(10)  # the players come first
    signal.signal(signal.SIGTERM, _stopped)
    with TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder:

        def first(trouble: str) -> None:
            answers.write(f"{'trouble ' + trouble if trouble else 'ready ' + folder}\n".encode())
            answers.flush()

        keep_mirror(arguments[0], Path(folder), MirrorBeside(partial(parent_stays, told), _local, first))


def _stopped(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)  # the copy is taken away on the way out


def _local() -> str:
    return f"{datetime.now().astimezone():%H:%M:%S}"
