"""Whether Windows knows a keyboard. Imported on Windows only."""

import ctypes
import sys
from ctypes import wintypes

assert sys.platform == "win32"  # noqa: S101 - the type checker reads on only where this holds

_KEYBOARD = 1  # RIM_TYPEKEYBOARD
_FAILED = 0xFFFFFFFF


class _RawInputDevice(ctypes.Structure):
    _fields_ = (("handle", wintypes.HANDLE), ("kind", wintypes.DWORD))


def keyboards_present() -> bool | None:
    """Whether a keyboard is among the raw input devices; None where Windows does not say."""
    ask = ctypes.WinDLL("user32").GetRawInputDeviceList
    ask.restype = wintypes.UINT
    count, size = wintypes.UINT(), ctypes.sizeof(_RawInputDevice)
    if ask(None, ctypes.byref(count), size) == _FAILED:
        return None
    listed = (_RawInputDevice * max(1, count.value))()
    found = ask(listed, ctypes.byref(count), size)
    return None if found == _FAILED else any(each.kind == _KEYBOARD for each in listed[:found])
