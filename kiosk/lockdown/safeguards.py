"""What can stand between a player and the rest of the machine, each thing under one name.

A guard carries the name of the safeguard it provides; `examine` weighs those in force against the escapes.
"""

from enum import StrEnum


class Safeguard(StrEnum):
    """The value is what a director reads and what a violation record says."""

    PROGRAM = "station program"
    POINTER_GRAB = "pointer grab"
    STACKING_WATCH = "watch over what lies on top"
    ONE_SCREEN = "page on one screen, the others covered"
    SUPERVISOR = "supervisor"
    BACKDROP = "backdrop behind the station"
    RESTARTED = "session restarted by the system"
    # Linux
    CAGE = "cage session"
    BARE_X = "bare X session"
    KEYBOARD_GRAB = "keyboard grab"
    CONSOLES_OFF = "console switching off"
    ZAP_OFF = "X server kill key off"
    SYSRQ_OFF = "SysRq keys off"
    CTRL_ALT_DEL_OFF = "Ctrl+Alt+Del off"
    DESKTOP_QUIET = "desktop menus and pop-ups off"
    AUTOMOUNT_OFF = "automatic mounting off"
    # more than one system
    AWAKE = "machine kept awake"
    BLANKING_OFF = "screen blanking off"
    QUIET = "sound off"
    SESSION_NOTICES = "session notices"
    ACCESSIBILITY_KEYS_OFF = "sticky, filter and toggle keys off"
    # Windows
    KEYBOARD_HOOK = "keyboard hook"
    KEYBOARD_FILTER = "Keyboard Filter on Ctrl+Alt+Del"
    TASK_MANAGER_OFF = "Task Manager off"
    LOCKING_OFF = "locking and user switching off"
    LEAVING_OFF = "log-off and shut-down menus off"
    TOASTS_OFF = "notifications off"
    AUTOPLAY_OFF = "AutoPlay off"
    EDGE_SWIPE_OFF = "edge swipes off"
    # macOS
    PRESENTATION = "presentation options"
    WINDOW_LEVEL = "window above everything"
