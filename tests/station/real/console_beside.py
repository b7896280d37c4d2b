"""The station with a plain second window: SIGUSR1 opens it if somebody holds the station by right.

`python console_beside.py FOLDER`. What is typed and clicked in the window is kept in FOLDER/typed.txt.
"""

import signal
import sys
from pathlib import Path

from PySide6.QtWidgets import QLineEdit, QMainWindow, QPushButton, QVBoxLayout, QWidget

from kiosk.station import first_paint, program
from kiosk.station.closed import WithDirector

PLACE = (300, 200, 480, 320)
TYPED = "typed.txt"


class Console(QMainWindow):
    """One field and one button; the field does not have the keyboard until it is clicked."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.setWindowTitle("Console")
        self.setGeometry(*PLACE)
        field, button = QLineEdit(), QPushButton("Keep")
        field.setMinimumHeight(100)
        button.setMinimumHeight(100)
        button.clicked.connect(lambda: file.write_text(field.text()))
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.addWidget(button)
        rows.addWidget(field)
        self.setCentralWidget(inside)


class WithConsole(program.Program):
    """A program whose console opens on a signal, by the state the station is in."""

    def start(self) -> None:
        super().start()
        signal.signal(signal.SIGUSR1, lambda *_: self.open_console())

    def open_console(self) -> None:
        state = self.run.phase.station.state  # type: ignore[union-attr]
        if isinstance(state, WithDirector) and self.others.front is None:
            self.console = Console(Path(sys.argv[1]) / TYPED)
            self.others.open(state, self.console)


if __name__ == "__main__":
    program.Program = WithConsole  # type: ignore[misc]
    sys.exit(first_paint.run_station(Path(sys.argv[1])))
