"""Locks and modifiers: keys that may be down without anybody typing. Holding one counts as holding
nothing."""

from PySide6.QtCore import Qt

RESTING = frozenset(
    {
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_Super_L,
        Qt.Key.Key_Super_R,
        Qt.Key.Key_Hyper_L,
        Qt.Key.Key_Hyper_R,
        Qt.Key.Key_Mode_switch,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
        Qt.Key.Key_ScrollLock,
        Qt.Key.Key_Kana_Lock,
        Qt.Key.Key_Kana_Shift,
        Qt.Key.Key_Eisu_Shift,
        Qt.Key.Key_Eisu_toggle,
    }
)
