"""What the guards report is weighed: a swallowed key is no violation, a locked session is one."""

import pytest

from kiosk.lockdown.notice import Weight, weigh


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
    ],
)
def test_each_notice_has_its_weight(line, weight):
    assert weigh(line) is weight
