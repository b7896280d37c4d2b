"""The escape table as data: each way out, system by system, and what closes it there."""

from collections.abc import Mapping

from kiosk.lockdown.escapes.escape import Escape, System, Ways
from kiosk.lockdown.safeguards import Safeguard


def _ways(advice: str, blocked: str = "", detected: str = "") -> Ways:
    """ "A B" reads: A or B; "A+B": both together."""
    return Ways(advice, _alternatives(blocked), _alternatives(detected))


def _alternatives(text: str) -> tuple[frozenset[Safeguard], ...]:
    return tuple(frozenset(Safeguard[name] for name in group.split("+")) for group in text.split())


L, W, O = System.LINUX, System.WINDOWS, System.MACOS  # noqa: E741 - a table is read by its columns


def _everywhere(advice: str, blocked: str = "", detected: str = "") -> Mapping[System, Ways]:
    return dict.fromkeys(System, _ways(advice, blocked, detected))


_RUN = "Start the station full screen with kiosk station."
_SESSION = "Install the kiosk session: installer/linux/install.py install."
_MOUSE = f"Take the mouse away: window managers move windows with Alt and the mouse. {_SESSION}"
_SUPERVISE = "Start it with its supervisor: see the checklist of this system."
_DESKTOP = (
    f"A desktop session keeps these keys for itself; the station sees that it lost the keyboard. {_SESSION}"
)
_HOOK = "Start the station on Windows 10 1809 or later, 64-bit, so that its keyboard hook can run."
_ADMIN = "Set it as an administrator: see the Windows checklist, policy values."
_SIGN_IN = "Set it as an administrator, then sign in again: see the Windows checklist, policy values."
_PROFILE = "Set it in a configuration profile or in System Settings: see the macOS checklist."
_OPTIONS = "Start the station full screen; presentation options hold only while it is in front."

ESCAPES: tuple[Escape, ...] = (
    Escape(
        "close_window",
        "Close the window: Alt+F4, Ctrl+Q, Cmd+Q, Cmd+W, a task bar",
        _everywhere(_RUN, "PROGRAM"),
    ),
    Escape(
        "switch_program",
        "Switch to another program: Alt+Tab, Alt+Esc, Cmd+Tab",
        {
            L: _ways(_DESKTOP, "CAGE BARE_X PROGRAM+KEYBOARD_GRAB", "PROGRAM"),
            W: _ways(_HOOK, "KEYBOARD_HOOK", "PROGRAM"),
            O: _ways(_OPTIONS, "PRESENTATION", "PROGRAM"),
        },
    ),
    Escape(
        "start_menu",
        "System menu: Windows or Super key, Ctrl+Esc, Super+D",
        {
            L: _ways(_DESKTOP, "CAGE BARE_X PROGRAM+KEYBOARD_GRAB", "PROGRAM"),
            W: _ways(_HOOK, "KEYBOARD_HOOK", "PROGRAM"),
        },
    ),
    Escape(
        "task_manager",
        "Task Manager: Ctrl+Shift+Esc",
        {W: _ways(_HOOK, "KEYBOARD_HOOK TASK_MANAGER_OFF", "PROGRAM")},
    ),
    Escape(
        "force_quit",
        "Force quit: Cmd+Option+Esc",
        {O: _ways(_OPTIONS, "PRESENTATION", "PROGRAM")},
    ),
    Escape(
        "ctrl_alt_del",
        "Ctrl+Alt+Del",
        {
            L: _ways(
                f"The machine restarts; the next start records it. {_SESSION}", "CTRL_ALT_DEL_OFF", "PROGRAM"
            ),
            W: _ways(
                "No program can block it. Windows Enterprise, Education and IoT have Keyboard Filter"
                " (running, for this account too, its break-out key on no keyboard); elsewhere empty its menu"
                " by policy and keep the station in sight.",
                "KEYBOARD_FILTER",
                "SESSION_NOTICES PROGRAM",
            ),
        },
    ),
    Escape(
        "lock_or_switch_user",
        "Lock the screen or switch user: Win+L, Super+L, fast user switching",
        {
            L: _ways(_SESSION, "CAGE BARE_X DESKTOP_QUIET", "PROGRAM"),
            W: _ways(_ADMIN, "LOCKING_OFF", "SESSION_NOTICES"),
            O: _ways(f"{_PROFILE} Turn fast user switching off.", "", "SESSION_NOTICES"),
        },
    ),
    Escape(
        "log_out",
        "Log out or shut down from a menu",
        {
            L: _ways(_SESSION, "CAGE BARE_X DESKTOP_QUIET", "PROGRAM"),
            W: _ways(_SIGN_IN, "LEAVING_OFF", "PROGRAM"),
            O: _ways(_OPTIONS, "PRESENTATION", "PROGRAM"),
        },
    ),
    Escape(
        "power_button",
        "Power button, sleep key, lid",
        {
            L: _ways(f"{_SESSION} A long press always cuts the power.", "AWAKE", "PROGRAM"),
            W: _ways(
                "Set power button, sleep button and lid to “Do nothing” in Power Options.", "", "PROGRAM"
            ),
            O: _ways(
                "Keep the lid open and the power cable in. A long press always cuts the power.", "", "PROGRAM"
            ),
        },
        essential=False,
    ),
    Escape(
        "consoles",
        "Text consoles: Ctrl+Alt+F1 to F12",
        {L: _ways(f"{_SESSION} In X, the option srvrkeys:none closes them too.", "CONSOLES_OFF", "PROGRAM")},
    ),
    Escape(
        "sysrq",
        "SysRq keys: Alt+Print and a letter",
        {L: _ways(f"{_SESSION} By hand: kernel.sysrq = 0 in sysctl.d.", "SYSRQ_OFF")},
    ),
    Escape(
        "kill_x_server",
        "Kill the X server: Ctrl+Alt+Backspace",
        {
            L: _ways(
                "Remove the keyboard option terminate:ctrl_alt_bksp, or set DontZap.",
                "CAGE ZAP_OFF",
                "PROGRAM",
            )
        },
    ),
    Escape(
        "accessibility_keys",
        "Sticky, filter, toggle and mouse keys, high contrast, and their dialogs: Shift five times",
        {
            # The X server acts on them, grab or not, and tells nobody.
            L: _ways(_SESSION, "CAGE ACCESSIBILITY_KEYS_OFF DESKTOP_QUIET"),
            W: _ways("Turn their short cuts off in Settings, Accessibility.", "ACCESSIBILITY_KEYS_OFF"),
            O: _ways(f"{_PROFILE} Turn the Accessibility short cut off.", "", "PROGRAM"),
        },
    ),
    Escape(
        "screenshot",
        "Screenshots: Print, Cmd+Shift+3",
        {
            L: _ways("A picture shows no more than the players see.", "CAGE BARE_X PROGRAM+KEYBOARD_GRAB"),
            W: _ways("A picture shows no more than the players see.", "KEYBOARD_HOOK"),
            O: _ways(
                "A picture shows no more than the players see. Turn the short cuts off in System Settings."
            ),
        },
        essential=False,
    ),
    Escape(
        "gestures",
        "Search, assistants, gestures and hot corners",
        {
            L: _ways(_DESKTOP, "CAGE BARE_X", "PROGRAM"),
            W: _ways(
                "Turn three- and four-finger gestures off in Settings, Touchpad, or take a machine without.",
                "",
                "PROGRAM",
            ),
            O: _ways(f"{_PROFILE} Turn hot corners, Siri and trackpad gestures off.", "", "PROGRAM"),
        },
    ),
    Escape(
        "edge_swipes",
        "Touch: swipes from the edge, on-screen keyboard",
        {
            L: _ways("Use a machine without a touch screen, or the kiosk session.", "CAGE BARE_X", "PROGRAM"),
            W: _ways(
                f"{_SIGN_IN} AllowEdgeSwipe = 0; or disable the touch screen.", "EDGE_SWIPE_OFF", "PROGRAM"
            ),
        },
    ),
    Escape(
        "input_panels",
        "Emoji, input-method and dictation panels",
        _everywhere(_RUN, "PROGRAM"),
    ),
    Escape(
        "mouse_menus",
        "Right click, drag and drop, clipboard, Alt with the mouse",
        {
            L: _ways(_MOUSE, "CAGE PROGRAM+BARE_X PROGRAM+POINTER_GRAB", "PROGRAM+STACKING_WATCH"),
            W: _ways(_RUN, "PROGRAM"),
            O: _ways(_RUN, "PROGRAM"),
        },
    ),
    Escape(
        "notifications",
        "Notifications and update windows",
        {
            # Urgent ones come whatever the desktop's settings say.
            L: _ways(_SESSION, "CAGE BARE_X", "PROGRAM+STACKING_WATCH"),
            W: _ways(
                "Turn notifications off in Settings, sign in again; pause updates.", "TOASTS_OFF", "PROGRAM"
            ),
            O: _ways("Turn on a Focus that lets nothing through.", "", "PROGRAM"),
        },
    ),
    Escape(
        "second_screen",
        "A second screen or projector",
        {
            L: _ways("Unplug every screen but one.", "PROGRAM+ONE_SCREEN"),
            W: _ways(_RUN, "PROGRAM"),
            O: _ways(_RUN, "PROGRAM"),
        },
    ),
    Escape(
        "made_up_keys",
        "Keyboards with macros, programs that type, remote control",
        {
            L: _ways("Look at what is plugged in; keep remote tools off the machine."),
            W: _ways("Look at what is plugged in; keep remote tools off the machine.", "", "KEYBOARD_HOOK"),
            O: _ways("Look at what is plugged in; keep remote tools off the machine."),
        },
        essential=False,
    ),
    Escape(
        "usb_stick",
        "A USB stick that opens a window",
        {
            L: _ways(_SESSION, "AUTOMOUNT_OFF CAGE BARE_X DESKTOP_QUIET", "PROGRAM"),
            W: _ways(f"Turn AutoPlay off in Settings. {_ADMIN}", "AUTOPLAY_OFF", "PROGRAM"),
            O: _ways("A stick shows on the desktop behind the station only.", "PRESENTATION", "PROGRAM"),
        },
    ),
    Escape(
        "kill_program",
        "The station killed or crashed",
        {
            L: _ways(
                "Start it with python -m kiosk.supervisor, or install the kiosk session.",
                "SUPERVISOR+BACKDROP RESTARTED",
                "SUPERVISOR",
            ),
            W: _ways(_SUPERVISE, "SUPERVISOR+BACKDROP RESTARTED", "SUPERVISOR"),
            O: _ways(_SUPERVISE, "SUPERVISOR+BACKDROP RESTARTED", "SUPERVISOR"),
        },
    ),
    Escape(
        "freeze_program",
        "The station stopped for a while (suspend, debugger)",
        _everywhere("The station records the gap and locks.", "", "PROGRAM"),
        essential=False,
    ),
    Escape(
        "clock_change",
        "The clock set while the station runs",
        _everywhere("The station records every jump.", "", "PROGRAM"),
        essential=False,
    ),
    Escape(
        "other_system",
        "Another system from a stick, the disk taken out, firmware set-up",
        {
            L: _ways(
                "Set a firmware password and encrypt the disk; write the log's head down outside the machine."
            ),
            W: _ways(
                "Set a firmware password, use BitLocker; write the log's head down outside the machine."
            ),
            O: _ways(
                "Use FileVault and a spare administrator; write the log's head down outside the machine."
            ),
        },
        essential=False,
    ),
)
