"""The station held between its first paint and what follows: `python held_gap.py FOLDER [careless]`.

It goes on when FOLDER/go is there; SIGUSR1 asks Qt to quit. *careless*: its window lets itself be closed.
"""

import signal
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QCloseEvent, QPainter, QPaintEvent

from kiosk.station import first_paint
from kiosk.station.window import StationWindow

GO = "go"
TRY_MS = 20


class HeldWindow(StationWindow):
    """Paints, and says so only when it may."""

    def __init__(self, *how: object) -> None:
        super().__init__(*how)  # type: ignore[arg-type]
        self._again = QTimer(self)
        self._again.timeout.connect(self.update)
        self._again.start(TRY_MS)
        signal.signal(signal.SIGUSR1, lambda *_: QCoreApplication.quit())

    def paintEvent(self, event: QPaintEvent) -> None:
        if (Path(sys.argv[1]) / GO).exists():
            self._again.stop()
            super().paintEvent(event)
            return
        painter = QPainter(self)
        self._draw_all(painter)
        painter.end()


class CarelessWindow(HeldWindow):
    """Broken on purpose."""

    def closeEvent(self, request: QCloseEvent) -> None:
        request.accept()
        QCoreApplication.exit(0)


if __name__ == "__main__":
    first_paint.StationWindow = CarelessWindow if "careless" in sys.argv else HeldWindow  # type: ignore[misc]
    sys.exit(first_paint.run_station(Path(sys.argv[1])))
