"""The inks of a printed sheet: black, white, and greys that survive any printer."""

from PySide6.QtGui import QColor

INK = QColor("#000000")
WHITE = QColor("#FFFFFF")
PALE, PALER = QColor("#EEEEEE"), QColor("#F7F7F7")
HAIR = QColor("#AAAAAA")
QUIET = QColor("#555555")
