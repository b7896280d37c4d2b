"""The station's calls into Windows. Imported on Windows only; `windows` decides what is done with them."""

import ctypes
import sys
import uuid
import winreg
from ctypes import wintypes

from kiosk.lockdown.programs import run, said

assert sys.platform == "win32"  # noqa: S101 - the type checker reads on only where this holds

_ROOTS = {"HKCU": winreg.HKEY_CURRENT_USER, "HKLM": winreg.HKEY_LOCAL_MACHINE}
# feature -> (SPI_GET…, SPI_SET…, number of further DWORDs after size and flags)
_SPI = {"sticky": (0x3A, 0x3B, 0), "filter": (0x32, 0x33, 4), "toggle": (0x34, 0x35, 0)}
_SEND_CHANGE = 0x2  # without SPIF_UPDATEINIFILE: the user's profile is not touched
_CONTINUOUS, _SYSTEM, _DISPLAY = 0x80000000, 0x1, 0x2
_ENUMERATOR_CLASS = uuid.UUID("BCDE0395-E52F-467C-8E3D-C4579291692E")
_ENUMERATOR = uuid.UUID("A95664D2-9614-4F35-A746-DE8DB63617E6")
_ENDPOINT_VOLUME = uuid.UUID("5CDF2C82-841E-4546-9722-0CF74078229A")
_ALL_CONTEXTS, _RENDER, _CONSOLE = 23, 0, 0
# places in the interfaces' tables of functions, as declared in mmdeviceapi.h and endpointvolume.h
_RELEASE, _DEFAULT_ENDPOINT, _ACTIVATE, _SET_MUTE, _GET_MUTE = 2, 4, 3, 14, 15
_FILTER_QUERY = (
    "(Get-CimInstance -Namespace root/standardcimv2/embedded -ClassName WEKF_PredefinedKey"
    " -Filter \"Id='Ctrl+Alt+Del'\").Enabled"
)


class _PowerStatus(ctypes.Structure):
    _fields_ = (
        ("line", wintypes.BYTE),
        ("flag", wintypes.BYTE),
        ("percent", ctypes.c_ubyte),
        ("saver", wintypes.BYTE),
        ("seconds_left", wintypes.DWORD),
        ("seconds_full", wintypes.DWORD),
    )


class WindowsCalls:
    """The documented calls behind `kiosk.lockdown.windows.WindowsPort`."""

    def __init__(self) -> None:
        self._user = ctypes.WinDLL("user32", use_last_error=True)
        self._kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        self._kernel.SetThreadExecutionState.restype = wintypes.DWORD
        self._kernel.SetThreadExecutionState.argtypes = (wintypes.DWORD,)

    def build(self) -> int:
        return int(sys.getwindowsversion().platform_version[2])

    def is_64_bit(self) -> bool:
        return sys.maxsize > 2**32

    def key_flags(self, feature: str) -> int:
        return int(self._key_settings(feature)[1])

    def set_key_flags(self, feature: str, flags: int) -> None:
        settings = self._key_settings(feature)
        settings[1] = flags
        self._parameters(_SPI[feature][1], settings, _SEND_CHANGE)

    def _key_settings(self, feature: str) -> "ctypes.Array[wintypes.DWORD]":
        get, _, more = _SPI[feature]
        settings = (wintypes.DWORD * (2 + more))()
        settings[0] = ctypes.sizeof(settings)
        self._parameters(get, settings, 0)
        return settings

    def _parameters(self, action: int, settings: "ctypes.Array[wintypes.DWORD]", change: int) -> None:
        size = ctypes.sizeof(settings)
        if not self._user.SystemParametersInfoW(action, size, ctypes.byref(settings), change):
            raise ctypes.WinError(ctypes.get_last_error())

    def registry(self, path: str) -> int | None:
        root, folder, name = _split(path)
        try:
            with winreg.OpenKey(root, folder) as key:
                value, kind = winreg.QueryValueEx(key, name)
        except FileNotFoundError:
            return None
        if kind != winreg.REG_DWORD:
            raise OSError(f"{path} is not a number")
        return int(value)

    def set_registry(self, path: str, value: int | None) -> None:
        root, folder, name = _split(path)
        with winreg.CreateKeyEx(root, folder, access=winreg.KEY_SET_VALUE) as key:
            if value is not None:
                winreg.SetValueEx(key, name, 0, winreg.REG_DWORD, value)
                return
            try:
                winreg.DeleteValue(key, name)
            except FileNotFoundError:
                return

    def may_write(self, path: str) -> bool:
        """Whether the nearest existing key above the value lets this user change it."""
        root, folder, _ = _split(path)
        while folder:
            try:
                with winreg.OpenKey(root, folder, access=winreg.KEY_SET_VALUE | winreg.KEY_CREATE_SUB_KEY):
                    return True
            except FileNotFoundError:
                folder = folder.rpartition("\\")[0]
            except OSError:
                return False
        return False

    def muted(self) -> bool:
        answer = wintypes.BOOL()
        with _Endpoint() as endpoint:
            _call(endpoint, _GET_MUTE, ctypes.addressof(answer))
        return bool(answer.value)

    def set_muted(self, muted: bool) -> None:
        with _Endpoint() as endpoint:
            _call(endpoint, _SET_MUTE, int(muted), None)

    def keep_awake(self, on: bool) -> None:
        wish = _CONTINUOUS | (_SYSTEM | _DISPLAY if on else 0)
        if not self._kernel.SetThreadExecutionState(wish):
            raise OSError("Windows did not accept the request to stay awake")

    def keyboard_filter_blocks_ctrl_alt_del(self) -> bool:
        if self.registry(r"HKLM\SYSTEM\CurrentControlSet\Services\MsKeyboardFilter\Start") is None:
            return False
        answer = said(run, ["powershell", "-NoProfile", "-NonInteractive", "-Command", _FILTER_QUERY])
        return (answer or "").strip() == "True"

    def power(self) -> tuple[bool | None, int | None]:
        """Whether on mains, and the battery's percentage; None where Windows does not know."""
        status = _PowerStatus()
        if not self._kernel.GetSystemPowerStatus(ctypes.byref(status)):
            raise ctypes.WinError(ctypes.get_last_error())
        return {0: False, 1: True}.get(status.line), status.percent if status.percent <= 100 else None

    def keyboard_layout(self) -> str:
        name = ctypes.create_unicode_buffer(9)
        return name.value if self._user.GetKeyboardLayoutNameW(name) else ""


def _split(path: str) -> tuple[int, str, str]:
    root, _, rest = path.partition("\\")
    folder, _, name = rest.rpartition("\\")
    return _ROOTS[root], folder, name


class _Endpoint:
    """The volume of the default output, for the length of a `with`; OSError where there is no output."""

    def __init__(self) -> None:
        self._ole = ctypes.OleDLL("ole32")
        self._held: list[ctypes.c_void_p] = []

    def __enter__(self) -> ctypes.c_void_p:
        self._ole.CoInitializeEx(None, 2)  # apartment-threaded, as Qt's main thread already is
        try:
            enumerator, device, volume = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
            self._ole.CoCreateInstance(
                _guid(_ENUMERATOR_CLASS), None, _ALL_CONTEXTS, _guid(_ENUMERATOR), ctypes.byref(enumerator)
            )
            self._held.append(enumerator)
            _call(enumerator, _DEFAULT_ENDPOINT, _RENDER, _CONSOLE, ctypes.addressof(device))
            self._held.append(device)
            wanted = _guid(_ENDPOINT_VOLUME)
            where = ctypes.addressof(volume)
            _call(device, _ACTIVATE, ctypes.addressof(wanted), _ALL_CONTEXTS, None, where)
            self._held.append(volume)
        except OSError:
            self.__exit__()
            raise
        return volume

    def __exit__(self, *_: object) -> None:
        for each in reversed(self._held):
            _call(each, _RELEASE)
        self._held.clear()
        self._ole.CoUninitialize()


def _guid(value: uuid.UUID) -> "ctypes.Array[ctypes.c_char]":
    return ctypes.create_string_buffer(value.bytes_le, 16)


def _call(interface: ctypes.c_void_p, place: int, *arguments: int | None) -> None:
    """Call function number *place* of a COM *interface*; a failing result is an OSError.

    Every argument travels in a 64-bit register or slot, so pointers, numbers and enumerations look alike.
    """
    table = ctypes.cast(interface, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p))).contents
    result = ctypes.HRESULT if place != _RELEASE else wintypes.ULONG
    kind = ctypes.WINFUNCTYPE(result, ctypes.c_void_p, *(ctypes.c_void_p for _ in arguments))
    kind(table[place] or 0)(interface, *arguments)
