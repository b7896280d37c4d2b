"""What the guards report is weighed: a swallowed key is no violation, a locked session is one."""

import pytest

from kiosk.lockdown.guards import Weight, attempts, weigh


@pytest.mark.parametrize(
    ("line", "weight"),
    [
        ("blocked alt_tab 3", Weight.ATTEMPT),
        ("rearmed", Weight.NOTE),
        ("session unlocked", Weight.NOTE),
        ("session connected", Weight.NOTE),
        ("power resumed", Weight.NOTE),
        ("session locked", Weight.VIOLATION),
        ("session disconnected", Weight.VIOLATION),
        ("session remote_connected", Weight.VIOLATION),
        ("session ending", Weight.VIOLATION),
        ("power suspending", Weight.VIOLATION),
        ("screen off", Weight.VIOLATION),
        ("something new", Weight.VIOLATION),
        ("blocked", Weight.VIOLATION),
    ],
)
def test_each_notice_has_its_weight(line, weight):
    assert weigh(line) is weight


def test_swallowed_keys_are_added_up_by_name():
    lines = ("blocked alt_tab 3", "rearmed", "blocked windows_key 1", "blocked alt_tab 2")

    assert attempts(lines) == {"alt_tab": 5, "windows_key": 1}
