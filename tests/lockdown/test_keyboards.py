"""Whether there is a keyboard: an X server is asked, and the kernel of what that lists."""

import os
import struct
import sys

import pytest

from kiosk.lockdown.linux.keyboards import XKeyboards, session_keyboards, writes_letters

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these are Linux's")

WORD_BITS = struct.calcsize("L") * 8
LETTERS = (*range(16, 26), *range(30, 39), *range(44, 51))
POWER = (116,)
SESSION = {"LIBSEAT_BACKEND": "logind"}


def kernel_has(root, event, keys):
    """Write what the kernel would say of *event*."""
    bits = sum(1 << key for key in keys)
    words = []
    while bits:
        words.insert(0, f"{bits & (1 << WORD_BITS) - 1:x}")
        bits >>= WORD_BITS
    path = root / "sys/class/input" / event / "device/capabilities/key"
    path.parent.mkdir(parents=True)
    path.write_text(" ".join(words or ["0"]) + "\n")


class FakeServer:
    """An X server with keyboards: each a name, whether it is enabled, its use, and its node."""

    def __init__(self, *keyboards, knows=True):
        self.keyboards, self.knows, self.closed = keyboards, knows, False

    def atom(self, name):
        return 300

    def close(self):
        self.closed = True

    def ask_extension(self, name, minor, body=b""):
        if not self.knows:
            return None
        if minor == 48:
            return self._list()
        if minor == 59:
            node = self.keyboards[struct.unpack_from("=H", body)[0] - 10][3].encode()
            return bytes(32) + node + bytes(4)
        return bytes(32)

    def _list(self):
        said = struct.pack("=8xH22x", len(self.keyboards))
        for place, (name, enabled, use, _) in enumerate(self.keyboards):
            padded = name.encode() + bytes(-len(name) % 4)
            said += struct.pack("=HHHHHBx", 10 + place, use, 3, 2, len(name), enabled) + padded
            said += struct.pack("=HHHH", 0, 2, 0, 0) + struct.pack("=HHHH4x", 1, 3, 0, 0)
        return said


XTEST = ("Virtual core XTEST keyboard", True, 4, "")
CORE = ("Virtual core keyboard", True, 2, "")
NESTED = ("Xvfb keyboard", True, 4, "")


def present(root, *keyboards):
    return XKeyboards(lambda: FakeServer(CORE, XTEST, *keyboards), root).present()


def test_an_x_server_with_nothing_but_its_own_has_no_keyboard(tmp_path):
    assert present(tmp_path) is False


def test_one_of_a_nested_or_remote_screen_counts_if_it_is_switched_on(tmp_path):
    assert present(tmp_path, NESTED) is True
    assert present(tmp_path, ("Xvfb keyboard", False, 4, "")) is False
    assert present(tmp_path, ("Xvfb keyboard", True, 5, "")) is False  # it hands its keys to nobody


def test_a_device_of_this_machine_counts_if_the_kernel_says_that_it_has_letters(tmp_path):
    kernel_has(tmp_path, "event0", POWER)
    kernel_has(tmp_path, "event3", LETTERS)
    button = ("Power Button", True, 4, "/dev/input/event0")

    assert present(tmp_path, button) is False
    assert present(tmp_path, button, ("AT Translated", True, 4, "/dev/input/event3")) is True


def test_a_device_of_which_the_kernel_says_nothing_counts(tmp_path):
    assert present(tmp_path, ("A keyboard", True, 4, "/dev/input/event9")) is True


def test_where_the_server_does_not_answer_nothing_is_claimed(tmp_path):
    def refuse():
        raise OSError("no server")

    deaf = FakeServer(knows=False)

    assert XKeyboards(refuse, tmp_path).present() is None
    assert XKeyboards(lambda: deaf, tmp_path).present() is None
    assert deaf.closed


def test_a_server_that_falls_silent_is_not_taken_for_one_without_a_keyboard(tmp_path):
    server = FakeServer(NESTED)
    keyboards = XKeyboards(lambda: server, tmp_path)
    assert keyboards.present() is True

    server.knows = False

    assert keyboards.present() is None


@pytest.mark.parametrize("missing", [16, 38, 50])
def test_a_remote_control_with_a_few_keys_is_no_keyboard(tmp_path, missing):
    kernel_has(tmp_path, "event1", [key for key in LETTERS if key != missing])

    assert writes_letters(tmp_path, "event1") is False


def test_the_kiosk_session_asks_the_kernel(tmp_path):
    assert session_keyboards(tmp_path, SESSION) is False
    kernel_has(tmp_path, "event0", POWER)
    assert session_keyboards(tmp_path, SESSION) is False
    kernel_has(tmp_path, "event1", (*LETTERS, *POWER, 200))
    assert session_keyboards(tmp_path, SESSION) is True


@pytest.mark.parametrize(
    "environment", [{}, {"LIBSEAT_BACKEND": "builtin"}, {**SESSION, "WLR_BACKENDS": "x11"}]
)
def test_any_other_wayland_session_may_have_its_keys_from_elsewhere(tmp_path, environment):
    assert session_keyboards(tmp_path, environment) is None


def test_what_the_kernel_says_here_can_be_read():
    assert session_keyboards(environment=dict(os.environ) | SESSION) in (True, False, None)
