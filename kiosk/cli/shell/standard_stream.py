"""Standard output and standard error that never stop a command.

The rule it guards: nothing that happens to a command's words undoes or hides what it did. What a stream does
not take is lost, and the reason is remembered.
"""

import codecs
import errno
import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import click

from kiosk.errors import OutputError


class StandardStream:
    """A text stream as commands write to it. *lost* is why something could not be written, *lost_by* the
    command that wrote it. Bytes go past this, through *buffer*, and fail loudly. Without a stream nothing is
    shown."""

    def __init__(self, stream: TextIO | None) -> None:
        self.stream = stream
        self.lost: OSError | None = None
        self.lost_by = ""
        if isinstance(stream, io.TextIOWrapper):
            # What a terminal has no sign for, or a name that is no UTF-8, is shown by its number. ASCII gives
            # way to UTF-8 here, or click would do it past this class.
            ascii_only = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding="utf-8" if ascii_only else None, errors="backslashreplace")

    def write(self, text: str) -> int:
        with self._losing():
            if self.stream is None:
                raise OSError(errno.EBADF, "it is closed")
            self.stream.write(text)
        return len(text)

    def flush(self) -> None:
        with self._losing():
            if self.stream is not None:
                self.stream.flush()

    def isatty(self) -> bool:
        return self.stream is not None and self.stream.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    @contextmanager
    def _losing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if self.lost is None:
                context = click.get_current_context(silent=True)
                self.lost, self.lost_by = error, context.command_path if context else ""
            if self.stream is not None:
                _into_nothing(self.stream)


def _into_nothing(stream: TextIO) -> None:
    """Drop the rest: Python would try to write it once more at the end, and exit with 120."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)


def write_to_stdout(chunks: Iterable[str]) -> None:
    """Put *chunks* on the standard output, as UTF-8 whatever the terminal's own encoding is."""
    output = getattr(sys.stdout, "buffer", None)
    if output is None:
        raise OutputError("The output could not be written: it is closed. Name a file with --out FILE.")
    try:
        for chunk in chunks:
            output.write(chunk.encode("utf-8", "backslashreplace"))
        output.flush()
    except OSError as error:
        raise OutputError(f"The output could not be written: {error.strerror}.") from error
