"""The floor of scrolling: a bare PySide6 table of as many rows, made of their numbers, drawn by Qt itself."""

import sys

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QApplication, QTableView

COLUMNS, ROW_PX = 8, 28


class Numbers(QAbstractTableModel):
    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else COLUMNS

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> object:
        return f"B-{self._count - index.row()}" if role == Qt.ItemDataRole.DisplayRole else None


if __name__ == "__main__":
    application = QApplication([])
    table = QTableView(None)
    table.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    table.setModel(Numbers(int(sys.argv[1])))
    table.verticalHeader().setDefaultSectionSize(ROW_PX)
    table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    table.selectRow(0)
    table.showFullScreen()
    sys.exit(application.exec())
