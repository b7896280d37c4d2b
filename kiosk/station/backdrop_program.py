"""`python -m kiosk backdrop`: the backdrop as a process, controlled by its supervisor through standard input.
It is separate from the station's own process because it must be there when that is gone."""

import sys

from PySide6.QtGui import QGuiApplication

from kiosk.lockdown.supervision import READY, orders
from kiosk.station.backdrop_window import Backdrop


def main() -> None:
    """Show it until standard input ends."""
    application = QGuiApplication(["kiosk"])
    application.setQuitOnLastWindowClosed(False)
    backdrop = Backdrop()
    first = backdrop.curtains[0]

    def begin() -> None:
        first.shown.disconnect(begin)
        first.shown.connect(backdrop.on_shown)
        sys.stdout.write(f"{READY}\n")
        sys.stdout.flush()
        orders(backdrop.heard.emit)

    first.shown.connect(begin)
    sys.exit(application.exec())
