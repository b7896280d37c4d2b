"""The process that keeps a console's copy of a hub.

Started as `kiosk hub-mirror WHERE`, a word that is no command for people. It says one line: the folder with
the copy, or why there is none. It ends when its input closes, so that it never outlives the console, and
takes the copy away with it.
"""

import os
import sys
import threading
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from kiosk.actions.hub.mirror import PREFIX, MirrorBeside, keep_mirror


def serve_mirror(arguments: Sequence[str], told: BinaryIO, answers: BinaryIO) -> None:
    """Keep a copy of the hub that *arguments* name until *told* closes."""
    if hasattr(os, "nice"):
        os.nice(10)  # the players come first
    over = threading.Event()
    threading.Thread(target=_until_closed, args=(told, over), daemon=True).start()
    with TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder:

        def first(trouble: str) -> None:
            answers.write(f"{'trouble ' + trouble if trouble else 'ready ' + folder}\n".encode())
            answers.flush()

        beside = MirrorBeside(lambda seconds: not over.wait(seconds), _local, first)
        keep_mirror(arguments[0], Path(folder), beside)


def _until_closed(told: BinaryIO, over: threading.Event) -> None:
    while os.read(told.fileno(), 1024):  # not through the buffer, whose lock would outlive this process's end
        pass
    over.set()


def _local() -> str:
    return f"{datetime.now().astimezone():%H:%M:%S}"


def main() -> None:
    """Serve the process that started this one."""
    serve_mirror(sys.argv[2:], sys.stdin.buffer, sys.stdout.buffer)
