"""The ways out of a locked station, what closes each, and how they stand on this machine."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from kiosk.base.frozen import frozen
from kiosk.setup.settings import Protection

# ---- safeguards --------------------------------------------------------------------------------------------
# What can stand between a player and the rest of the machine, each thing under one name.
#
# A guard carries the name of the safeguard it provides; `examine` weighs those in force against the escapes.


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


# ---- escape ------------------------------------------------------------------------------------------------
# The ways out of a locked station, system by system, and what closes each; `table` lists them.
#
# An escape is *essential* when leaving it open hands a player the machine; the others end in a restart, a
# record or a look at the screen, and do not keep a station from being called locked.


class System(StrEnum):
    LINUX = "linux"
    WINDOWS = "windows"
    MACOS = "macos"


class State(StrEnum):
    BLOCKED = "blocked"
    DETECTED = "detected"
    OPEN = "open"


@frozen
class Ways:
    """How one escape stands on one system: any of *blocked* closes it, else any of *detected* sees it; each
    is a set of safeguards that are needed together. *advice*: what to do while it is not blocked."""

    advice: str
    blocked: tuple[frozenset[Safeguard], ...] = ()
    detected: tuple[frozenset[Safeguard], ...] = ()


@frozen
class Escape:
    """*on* has no entry for a system that does not know the escape."""

    id: str
    what: str
    on: Mapping[System, Ways]
    essential: bool = True


# ---- table -------------------------------------------------------------------------------------------------
# The escape table as data: each way out, system by system, and what closes it there.


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


# ---- examine -----------------------------------------------------------------------------------------------
# Weigh the safeguards in force against the ways out: what is blocked, seen, or open on this machine now.
#
# The rule guarded here: a deterrent is never called a lock. `locked` needs every essential escape of this
# system blocked; one that is only seen is not enough. Without a passcode or the full-screen station it is a
# demonstration.


@frozen
class Protections:
    """What was found on this machine: the *safeguards* in force (or, when `kiosk doctor` runs beside no
    station, those the station would put in force), whether a passcode is set, and the kind of session."""

    system: System
    session: str
    safeguards: frozenset[Safeguard]
    passcode: bool


@frozen
class Examined:
    """One escape as it stands now. *by*: what blocks or sees it. *advice*: empty when blocked."""

    id: str
    what: str
    state: State
    essential: bool
    by: tuple[Safeguard, ...]
    advice: str


@frozen
class Examination:
    system: System
    session: str
    level: Protection
    safeguards: frozenset[Safeguard]
    escapes: tuple[Examined, ...]


def examine(facts: Protections) -> Examination:
    """Each escape of this system as blocked, detected or open, and the level that follows."""
    findings = tuple(
        _finding(escape, escape.on[facts.system], facts.safeguards)
        for escape in ESCAPES
        if facts.system in escape.on
    )
    return Examination(facts.system, facts.session, _level(facts, findings), facts.safeguards, findings)


def _finding(escape: Escape, ways: Ways, safeguards: frozenset[Safeguard]) -> Examined:
    for state, alternatives in ((State.BLOCKED, ways.blocked), (State.DETECTED, ways.detected)):
        if (by := _first_met(alternatives, safeguards)) is not None:
            advice = "" if state is State.BLOCKED else ways.advice
            return Examined(escape.id, escape.what, state, escape.essential, by, advice)
    return Examined(escape.id, escape.what, State.OPEN, escape.essential, (), ways.advice)


def _first_met(
    alternatives: Iterable[frozenset[Safeguard]], safeguards: frozenset[Safeguard]
) -> tuple[Safeguard, ...] | None:
    return next((tuple(sorted(needed)) for needed in alternatives if needed <= safeguards), None)


def _level(facts: Protections, findings: tuple[Examined, ...]) -> Protection:
    if not facts.passcode or Safeguard.PROGRAM not in facts.safeguards:
        return Protection.DEMONSTRATION
    if all(finding.state is State.BLOCKED for finding in findings if finding.essential):
        return Protection.LOCKED
    return Protection.DETERRENT
