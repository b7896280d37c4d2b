"""The floor of the benchmarks: a bare full-screen PySide6 window that answers TAB with another colour."""

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget


class Bare(QWidget):
    dark = False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#003B73" if self.dark else "#F7F5EF"))
        painter.end()

    def keyPressEvent(self, key: QKeyEvent) -> None:
        if key.key() == Qt.Key.Key_Tab:
            self.dark = not self.dark
            self.update()

    def focusNextPrevChild(self, next: bool) -> bool:
        return False


if __name__ == "__main__":
    application = QApplication([])
    window = Bare(None, Qt.WindowType.FramelessWindowHint)
    window.showFullScreen()
    sys.exit(application.exec())
