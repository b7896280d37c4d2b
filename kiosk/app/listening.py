"""Wakes whoever listens to a reading process when it has said something.

The rule guarded here: a window never waits for its reader.
"""

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier, QTimer

LOOK_MS = 40  # where a pipe cannot be watched (Windows)


class PipeWatch(QObject):
    """Calls *hear* whenever one of the watched descriptors can be read."""

    def __init__(
        self, parent: QObject, hear: Callable[[], None], *, by_time: bool = sys.platform == "win32"
    ) -> None:
        super().__init__(parent)
        self._hear, self._by_time = hear, by_time
        self._watched: dict[int, QSocketNotifier] = {}
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._readable)

    def watch(self, filenos: tuple[int, ...], busy: bool) -> None:
        """From now on watch *filenos*; *busy*: something is to come."""
        if self._by_time:
            if busy != self._timer.isActive():
                self._timer.start(LOOK_MS) if busy else self._timer.stop()
            return
        for gone in set(self._watched) - set(filenos):
            notifier = self._watched.pop(gone)
            notifier.setEnabled(False)
            notifier.deleteLater()
        for new in set(filenos) - set(self._watched):
            notifier = QSocketNotifier(new, QSocketNotifier.Type.Read, self)
            notifier.activated.connect(self._readable)
            self._watched[new] = notifier

    def _readable(self) -> None:
        self._hear()
