"""The hook process's calls into user32 and wtsapi32, and its message loop. Imported on Windows only."""

import ctypes
import secrets
import sys
import threading
from collections.abc import Callable
from ctypes import wintypes

from kiosk.lockdown.windows.hook_keys import HookKey, HookPort, KeyboardHook

assert sys.platform == "win32"  # noqa: S101 - the type checker reads on only where this holds

_WH_KEYBOARD_LL = 13
_INJECTED, _ALT_DOWN = 0x10, 0x20
_VK_SHIFT, _VK_CONTROL, _VK_ALT = 0x10, 0x11, 0x12
_READ_OBJECTS, _OBJECT_NAME = 0x1, 2
_VK_UNASSIGNED = 0xE8
_INPUT_KEYBOARD, _KEY_UP = 1, 0x2
_WM_QUIT, _WM_TIMER = 0x12, 0x113
_WM_QUERYENDSESSION, _WM_POWERBROADCAST, _WM_WTSSESSION_CHANGE = 0x11, 0x218, 0x2B1
_TICK_MS = 1000
_THIS_SESSION = 0
_SESSION = {
    1: "session connected",
    2: "session disconnected",
    3: "session remote_connected",
    4: "session remote_disconnected",
    7: "session locked",
    8: "session unlocked",
    9: "session remote_control",
}
_POWER = {4: "power suspending", 7: "power resumed", 18: "power resumed"}

_LRESULT = ctypes.c_ssize_t
_PROBE_MARK = secrets.randbits(31)  # nobody else's key can pass for our probe


class _KeyInfo(ctypes.Structure):
    _fields_ = (
        ("code", wintypes.DWORD),
        ("scan", wintypes.DWORD),
        ("flags", wintypes.DWORD),
        ("time", wintypes.DWORD),
        ("mark", ctypes.c_size_t),
    )


class _KeyInput(ctypes.Structure):
    _fields_ = (
        ("code", wintypes.WORD),
        ("scan", wintypes.WORD),
        ("flags", wintypes.DWORD),
        ("time", wintypes.DWORD),
        ("mark", ctypes.c_size_t),
    )


class _MouseInput(ctypes.Structure):  # the largest member, which gives INPUT its size
    _fields_ = (
        ("dx", wintypes.LONG),
        ("dy", wintypes.LONG),
        ("data", wintypes.DWORD),
        ("flags", wintypes.DWORD),
        ("time", wintypes.DWORD),
        ("mark", ctypes.c_size_t),
    )


class _AnyInput(ctypes.Union):
    _fields_ = (("key", _KeyInput), ("mouse", _MouseInput))


class _Input(ctypes.Structure):
    _fields_ = (("kind", wintypes.DWORD), ("any", _AnyInput))


_HookProc = ctypes.WINFUNCTYPE(_LRESULT, ctypes.c_int, wintypes.WPARAM, wintypes.LPARAM)
_WindowProc = ctypes.WINFUNCTYPE(_LRESULT, wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM)


class _WindowClass(ctypes.Structure):
    _fields_ = (
        ("style", wintypes.UINT),
        ("procedure", _WindowProc),
        ("class_extra", ctypes.c_int),
        ("window_extra", ctypes.c_int),
        ("instance", wintypes.HINSTANCE),
        ("icon", wintypes.HANDLE),
        ("cursor", wintypes.HANDLE),
        ("background", wintypes.HANDLE),
        ("menu_name", wintypes.LPCWSTR),
        ("class_name", wintypes.LPCWSTR),
    )


def _library(name: str) -> ctypes.WinDLL:
    return ctypes.WinDLL(name, use_last_error=True)


_user = _library("user32")
_kernel = _library("kernel32")
_user.SetWindowsHookExW.restype = wintypes.HANDLE
_user.SetWindowsHookExW.argtypes = (ctypes.c_int, _HookProc, wintypes.HINSTANCE, wintypes.DWORD)
_user.UnhookWindowsHookEx.argtypes = (wintypes.HANDLE,)
_user.CallNextHookEx.restype = _LRESULT
_user.CallNextHookEx.argtypes = (wintypes.HANDLE, ctypes.c_int, wintypes.WPARAM, wintypes.LPARAM)
_user.GetAsyncKeyState.restype = wintypes.SHORT
_user.SendInput.argtypes = (wintypes.UINT, ctypes.POINTER(_Input), ctypes.c_int)
_user.DefWindowProcW.restype = _LRESULT
_user.DefWindowProcW.argtypes = (wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM)
_user.CreateWindowExW.restype = wintypes.HWND
_user.CreateWindowExW.argtypes = (
    wintypes.DWORD,
    wintypes.LPCWSTR,
    wintypes.LPCWSTR,
    wintypes.DWORD,
    *(ctypes.c_int,) * 4,
    wintypes.HWND,
    wintypes.HANDLE,
    wintypes.HINSTANCE,
    wintypes.LPVOID,
)
_user.OpenInputDesktop.restype = wintypes.HANDLE
_user.OpenInputDesktop.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
_user.GetThreadDesktop.restype = wintypes.HANDLE
_user.CloseDesktop.argtypes = (wintypes.HANDLE,)
_user.GetUserObjectInformationW.argtypes = (
    wintypes.HANDLE,
    ctypes.c_int,
    wintypes.LPVOID,
    wintypes.DWORD,
    wintypes.LPVOID,
)
_kernel.GetModuleHandleW.restype = wintypes.HMODULE
_kernel.GetModuleHandleW.argtypes = (wintypes.LPCWSTR,)


class HookedKeyboard(HookPort):
    """The low-level keyboard hook of this thread. The callback is kept: Windows holds only its address."""

    def __init__(self) -> None:
        self._hook: int | None = None
        self._callback: object = None

    def install(self, on_key: Callable[[HookKey], bool]) -> None:
        self.remove()

        def called(code: int, message: int, address: int) -> int:
            if code == 0 and on_key(_key(_KeyInfo.from_address(address))):
                return 1
            return int(_user.CallNextHookEx(None, code, message, address))

        callback = _HookProc(called)
        hook = _user.SetWindowsHookExW(_WH_KEYBOARD_LL, callback, _kernel.GetModuleHandleW(None), 0)
        if not hook:
            raise ctypes.WinError(ctypes.get_last_error())
        self._hook, self._callback = hook, callback

    def remove(self) -> None:
        if self._hook is not None:
            _user.UnhookWindowsHookEx(self._hook)  # fails where Windows removed it already: that is the point
            self._hook = None

    def type_probe(self) -> None:
        events = (_Input * 2)()
        for event, flags in zip(events, (0, _KEY_UP), strict=True):
            event.kind = _INPUT_KEYBOARD
            event.any.key = _KeyInput(_VK_UNASSIGNED, 0, flags, 0, _PROBE_MARK)
        _user.SendInput(2, events, ctypes.sizeof(_Input))

    def elsewhere(self) -> bool:
        """Windows opens no desktop of its own for us, or one of another name."""
        desktop = _user.OpenInputDesktop(0, False, _READ_OBJECTS)
        if not desktop:
            return True
        try:
            return _desktop_name(desktop) != _desktop_name(
                _user.GetThreadDesktop(_kernel.GetCurrentThreadId())
            )
        finally:
            _user.CloseDesktop(desktop)


def _desktop_name(desktop: int) -> str:
    name = ctypes.create_unicode_buffer(256)
    _user.GetUserObjectInformationW(desktop, _OBJECT_NAME, name, ctypes.sizeof(name), None)
    return name.value


def _key(info: _KeyInfo) -> HookKey:
    return HookKey(
        code=info.code,
        alt=bool(info.flags & _ALT_DOWN) or _user.GetAsyncKeyState(_VK_ALT) < 0,  # wine sets no such flag
        ctrl=_user.GetAsyncKeyState(_VK_CONTROL) < 0,
        shift=_user.GetAsyncKeyState(_VK_SHIFT) < 0,
        injected=bool(info.flags & _INJECTED),
        probe=info.mark == _PROBE_MARK,
    )


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _notice(message: int, detail: int) -> str:
    """What a message to the hidden window means for the station; empty: nothing."""
    if message == _WM_WTSSESSION_CHANGE:
        return _SESSION.get(detail, "")
    if message == _WM_POWERBROADCAST:
        return _POWER.get(detail, "")
    return "session ending" if message == _WM_QUERYENDSESSION else ""


def _window_called(window: int, message: int, first: int, second: int) -> int:
    if line := _notice(message, first):
        _say(line)
    return int(_user.DefWindowProcW(window, message, first, second))


_window_procedure = _WindowProc(_window_called)


def _open_window() -> int:
    """A window nobody sees: sessions and power report to top-level windows only."""
    instance = _kernel.GetModuleHandleW(None)
    kind = _WindowClass(procedure=_window_procedure, instance=instance, class_name="ChallengeKioskHook")
    if not _user.RegisterClassW(ctypes.byref(kind)):
        raise ctypes.WinError(ctypes.get_last_error())
    window = _user.CreateWindowExW(0, "ChallengeKioskHook", "", 0, 0, 0, 0, 0, None, None, instance, None)
    if not window:
        raise ctypes.WinError(ctypes.get_last_error())
    sessions = _library("wtsapi32")
    sessions.WTSRegisterSessionNotification.argtypes = (wintypes.HWND, wintypes.DWORD)
    if not sessions.WTSRegisterSessionNotification(window, _THIS_SESSION):
        raise ctypes.WinError(ctypes.get_last_error())
    return int(window)


def _end_with_input(thread: int) -> None:
    while sys.stdin.buffer.read(1):
        pass
    _user.PostThreadMessageW(thread, _WM_QUIT, 0, 0)


def run() -> None:
    """The message loop a low-level hook needs, ticking once a second, until standard input closes."""
    keyboard = HookedKeyboard()
    hook = KeyboardHook(keyboard, _say)
    message = wintypes.MSG()
    _user.PeekMessageW(ctypes.byref(message), None, 0, 0, 0)  # gives this thread its message queue
    thread = _kernel.GetCurrentThreadId()
    threading.Thread(target=_end_with_input, args=(thread,), daemon=True).start()
    _open_window()
    hook.start()
    _user.SetTimer(None, 0, _TICK_MS, None)
    while _user.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
        if message.message == _WM_TIMER and not message.hWnd:
            hook.tick()
        else:
            _user.DispatchMessageW(ctypes.byref(message))
    keyboard.remove()
