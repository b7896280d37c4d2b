"""The station's calls into AppKit (PyObjC) and IOKit (ctypes). Imported on macOS only."""

import ctypes
import ctypes.util
import sys
from typing import Any

import objc  # type: ignore[import-not-found]
from AppKit import (  # type: ignore[import-not-found]
    NSApplication,
    NSDistributedNotificationCenter,
    NSWorkspace,
    NSWorkspaceDidWakeNotification,
    NSWorkspaceScreensDidSleepNotification,
    NSWorkspaceScreensDidWakeNotification,
    NSWorkspaceSessionDidBecomeActiveNotification,
    NSWorkspaceSessionDidResignActiveNotification,
    NSWorkspaceWillSleepNotification,
)

assert sys.platform == "darwin"  # noqa: S101 - the type checker reads on only where this holds

_NOTICES = {
    NSWorkspaceSessionDidResignActiveNotification: "session disconnected",
    NSWorkspaceSessionDidBecomeActiveNotification: "session connected",
    NSWorkspaceWillSleepNotification: "power suspending",
    NSWorkspaceDidWakeNotification: "power resumed",
    NSWorkspaceScreensDidSleepNotification: "screen off",
    NSWorkspaceScreensDidWakeNotification: "screen on",
}
# Not documented, but the only word there is on the lock screen; the notices above tell of user switching.
_LOCKING = {"com.apple.screenIsLocked": "session locked", "com.apple.screenIsUnlocked": "session unlocked"}
_UTF8 = 0x08000100
_LEVEL_ON = 255
_DISPLAY_STAYS_ON = b"PreventUserIdleDisplaySleep"


def _framework(name: str) -> ctypes.CDLL:
    return ctypes.CDLL(ctypes.util.find_library(name))


class MacCalls:
    """The documented calls behind `kiosk.lockdown.macos.MacPort`."""

    def __init__(self) -> None:
        self._application = NSApplication.sharedApplication()
        self._observers: list[tuple[Any, object]] = []
        self._heard: list[str] = []
        self._foundation = _framework("CoreFoundation")
        self._foundation.CFStringCreateWithCString.restype = ctypes.c_void_p
        self._foundation.CFStringCreateWithCString.argtypes = (
            ctypes.c_void_p,
            ctypes.c_char_p,
            ctypes.c_uint32,
        )
        self._foundation.CFRelease.argtypes = (ctypes.c_void_p,)
        self._power = _framework("IOKit")
        self._power.IOPMAssertionCreateWithName.argtypes = (
            ctypes.c_void_p,
            ctypes.c_uint32,
            ctypes.c_void_p,
            ctypes.POINTER(ctypes.c_uint32),
        )
        self._power.IOPMAssertionRelease.argtypes = (ctypes.c_uint32,)

    def options(self) -> int:
        return int(self._application.presentationOptions())

    def set_options(self, options: int) -> None:
        try:
            self._application.setPresentationOptions_(options)
        except objc.error as error:  # AppKit raises on a combination it does not know
            raise OSError(str(error)) from error

    def options_in_effect(self) -> int:
        return int(self._application.currentSystemPresentationOptions())

    def is_in_front(self) -> bool:
        return bool(self._application.isActive())

    def come_to_front(self) -> None:
        if self._application.respondsToSelector_("activate"):  # macOS 14, where the other may be ignored
            self._application.activate()
        else:
            self._application.activateIgnoringOtherApps_(True)
        for window in self._windows():
            window.orderFrontRegardless()

    def window_levels(self) -> tuple[int, ...]:
        return tuple(int(window.level()) for window in self._windows())

    def set_window_levels(self, level: int) -> None:
        for window in self._windows():
            window.setLevel_(level)

    def _windows(self) -> list[Any]:
        return [window for window in self._application.windows() if window.isVisible()]

    def stay_awake(self, why: str) -> int:
        assertion = ctypes.c_uint32()
        kind, reason = self._string(_DISPLAY_STAYS_ON), self._string(why.encode())
        try:
            result = self._power.IOPMAssertionCreateWithName(kind, _LEVEL_ON, reason, ctypes.byref(assertion))
        finally:
            self._foundation.CFRelease(kind)
            self._foundation.CFRelease(reason)
        if result != 0:
            raise OSError(f"macOS did not accept the request to stay awake ({result & 0xFFFFFFFF:#x})")
        return assertion.value

    def let_sleep(self, assertion: int) -> None:
        self._power.IOPMAssertionRelease(assertion)

    def _string(self, text: bytes) -> int:
        return int(self._foundation.CFStringCreateWithCString(None, text, _UTF8))

    def watch_session(self) -> None:
        ours = (NSWorkspace.sharedWorkspace().notificationCenter(), _NOTICES)
        for center, names in (ours, (NSDistributedNotificationCenter.defaultCenter(), _LOCKING)):
            for name in names:
                added = center.addObserverForName_object_queue_usingBlock_(name, None, None, self._hear)
                self._observers.append((center, added))

    def unwatch_session(self) -> None:
        for center, observer in self._observers:
            center.removeObserver_(observer)
        self._observers.clear()

    def _hear(self, notification: Any) -> None:
        self._heard.append({**_NOTICES, **_LOCKING}[notification.name()])

    def heard(self) -> tuple[str, ...]:
        told, self._heard = tuple(self._heard), []
        return told
