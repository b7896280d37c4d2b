"""The station's calls into Windows. Imported on Windows only; `guards` decides what is done with them."""

import ctypes
import sys
import uuid
import winreg
from ctypes import wintypes

from kiosk.lockdown.guards import ask_program, run

# ---- keyboards ---------------------------------------------------------------------------------------------
# Whether Windows knows a keyboard. Imported on Windows only.

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


# ---- calls -------------------------------------------------------------------------------------------------
# The station's calls into Windows. Imported on Windows only; `windows` decides what is done with them.

assert sys.platform == "win32"  # noqa: S101 - the type checker reads on only where this holds

_ROOTS = {"HKCU": winreg.HKEY_CURRENT_USER, "HKLM": winreg.HKEY_LOCAL_MACHINE}
# feature -> (SPI_GET…, SPI_SET…, number of further DWORDs after size and flags)
_SPI = {
    "sticky": (0x3A, 0x3B, 0),
    "filter": (0x32, 0x33, 4),
    "toggle": (0x34, 0x35, 0),
    "mouse": (0x36, 0x37, 5),
    "contrast": (0x42, 0x43, 2),  # a pointer, handed back as it came
}
_SEND_CHANGE = 0x2  # without SPIF_UPDATEINIFILE: the user's profile is not touched
_CONTINUOUS, _SYSTEM, _DISPLAY = 0x80000000, 0x1, 0x2
_ENUMERATOR_CLASS = uuid.UUID("BCDE0395-E52F-467C-8E3D-C4579291692E")
_ENUMERATOR = uuid.UUID("A95664D2-9614-4F35-A746-DE8DB63617E6")
_ENDPOINT_VOLUME = uuid.UUID("5CDF2C82-841E-4546-9722-0CF74078229A")
_ALL_CONTEXTS, _RENDER, _CONSOLE = 23, 0, 0
# places in the interfaces' tables of functions, as declared in mmdeviceapi.h and endpointvolume.h
_RELEASE, _DEFAULT_ENDPOINT, _DEVICE, _ACTIVATE, _GET_ID = 2, 4, 5, 3, 5
_SET_MUTE, _GET_MUTE = 14, 15
# One `name=value` a line; whoever is among the administrators is one, elevated or not.
_FILTER_QUERY = """
$from = 'root/standardcimv2/embedded'
$key = Get-CimInstance -Namespace $from -ClassName WEKF_PredefinedKey -Filter "Id='Ctrl+Alt+Del'"
"service=" + (Get-Service MsKeyboardFilter).Status
"blocked=" + $key.Enabled
"administrator=" + [bool](whoami /groups | Select-String -SimpleMatch -Quiet 'S-1-5-32-544')
Get-CimInstance -Namespace $from -ClassName WEKF_Settings | ForEach-Object { $_.Name + "=" + $_.Value }
"""
_CURRENT_SESSION, _SESSION_INFO = -1, 24


class _PowerStatus(ctypes.Structure):
    _fields_ = (
        ("line", wintypes.BYTE),
        ("flag", wintypes.BYTE),
        ("percent", ctypes.c_ubyte),
        ("saver", wintypes.BYTE),
        ("seconds_left", wintypes.DWORD),
        ("seconds_full", wintypes.DWORD),
    )


class _SessionInfo(ctypes.Structure):  # WTSINFOW
    _fields_ = (
        ("state", ctypes.c_int),
        ("session", wintypes.DWORD),
        ("traffic", wintypes.DWORD * 6),
        ("station", wintypes.WCHAR * 32),
        ("domain", wintypes.WCHAR * 17),
        ("user", wintypes.WCHAR * 21),
        ("connected", ctypes.c_int64),
        ("disconnected", ctypes.c_int64),
        ("last_input", ctypes.c_int64),
        ("signed_in", ctypes.c_int64),
        ("now", ctypes.c_int64),
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

    def older_than_sign_in(self, path: str) -> bool:
        """Whether the key of the value was last written before this user signed in; doubt: no."""
        root, folder, _ = _split(path)
        try:
            with winreg.OpenKey(root, folder) as key:
                written = winreg.QueryInfoKey(key)[2]
            return written < _signed_in()
        except OSError:
            return False

    def output(self) -> str:
        with _Outputs() as outputs:
            return outputs.default()

    def is_muted(self, output: str) -> bool:
        answer = wintypes.BOOL()
        with _Outputs() as outputs:
            _call(outputs.volume(output), _GET_MUTE, ctypes.addressof(answer))
        return bool(answer.value)

    def set_muted(self, output: str, muted: bool) -> None:
        with _Outputs() as outputs:
            _call(outputs.volume(output), _SET_MUTE, int(muted), None)

    def keep_awake(self, on: bool) -> None:
        wish = _CONTINUOUS | (_SYSTEM | _DISPLAY if on else 0)
        if not self._kernel.SetThreadExecutionState(wish):
            raise OSError("Windows did not accept the request to stay awake")

    def keyboard_filter(self) -> str:
        """What Windows says of Keyboard Filter; nothing where it has none."""
        if self.registry(r"HKLM\SYSTEM\CurrentControlSet\Services\MsKeyboardFilter\Start") is None:
            return ""
        return (
            ask_program(run, ["powershell", "-NoProfile", "-NonInteractive", "-Command", _FILTER_QUERY]) or ""
        )

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


def _signed_in() -> int:
    """When this session's user signed in, as the registry counts time."""
    sessions = ctypes.WinDLL("wtsapi32", use_last_error=True)
    found, size = ctypes.POINTER(_SessionInfo)(), wintypes.DWORD()
    ask = sessions.WTSQuerySessionInformationW
    ask.argtypes = (wintypes.HANDLE, wintypes.DWORD, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    where, length = ctypes.byref(found), ctypes.byref(size)
    if not ask(None, _CURRENT_SESSION & 0xFFFFFFFF, _SESSION_INFO, where, length):
        raise ctypes.WinError(ctypes.get_last_error())
    try:
        if size.value < ctypes.sizeof(_SessionInfo):
            raise OSError("Windows does not say when this user signed in")
        return int(found.contents.signed_in)
    finally:
        sessions.WTSFreeMemory(found)


class _Outputs:
    """The machine's sound outputs, for the length of a `with`; OSError where there is none, or not that."""

    def __init__(self) -> None:
        self._ole = ctypes.OleDLL("ole32")
        self._ole.CoTaskMemFree.argtypes = (ctypes.c_void_p,)
        self._ole.CoTaskMemFree.restype = None
        self._held: list[ctypes.c_void_p] = []

    def __enter__(self) -> "_Outputs":
        self._ole.CoInitializeEx(None, 2)  # apartment-threaded, as Qt's main thread already is
        enumerator = ctypes.c_void_p()
        try:
            self._ole.CoCreateInstance(
                _guid(_ENUMERATOR_CLASS), None, _ALL_CONTEXTS, _guid(_ENUMERATOR), ctypes.byref(enumerator)
            )
        except OSError:
            self._ole.CoUninitialize()
            raise
        self._held.append(enumerator)
        return self

    def default(self) -> str:
        """Windows' name for the output that programs use now."""
        device, name = ctypes.c_void_p(), ctypes.c_void_p()
        _call(self._held[0], _DEFAULT_ENDPOINT, _RENDER, _CONSOLE, ctypes.addressof(device))
        self._held.append(device)
        _call(device, _GET_ID, ctypes.addressof(name))
        try:
            return ctypes.wstring_at(name.value or 0)
        finally:
            self._ole.CoTaskMemFree(name)

    def volume(self, output: str) -> ctypes.c_void_p:
        """The volume of *output*."""
        name, wanted = ctypes.create_unicode_buffer(output), _guid(_ENDPOINT_VOLUME)
        device, volume = ctypes.c_void_p(), ctypes.c_void_p()
        _call(self._held[0], _DEVICE, ctypes.addressof(name), ctypes.addressof(device))
        self._held.append(device)
        where = ctypes.addressof(volume)
        _call(device, _ACTIVATE, ctypes.addressof(wanted), _ALL_CONTEXTS, None, where)
        self._held.append(volume)
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
