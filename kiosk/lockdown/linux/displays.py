"""Whether the screens that DISPLAY and WAYLAND_DISPLAY name answer: asked, not believed."""

import ctypes


def x_answers() -> bool:
    """Whether the X server that DISPLAY names accepts us."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False  # then Qt could not ask it either
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    # Never closed again: a server whose last client leaves resets itself, or ends.
    return not xcb.xcb_connection_has_error(xcb.xcb_connect(None, None))


def wayland_answers() -> bool:
    """Whether the compositor that WAYLAND_DISPLAY names accepts us."""
    try:
        wayland = ctypes.CDLL("libwayland-client.so.0")
    except OSError:
        return False
    wayland.wl_display_connect.restype = ctypes.c_void_p
    wayland.wl_display_disconnect.argtypes = [ctypes.c_void_p]
    display = wayland.wl_display_connect(None)
    if display:
        wayland.wl_display_disconnect(display)
    return bool(display)
