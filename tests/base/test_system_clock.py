"""The machine's clocks, as records write them."""

import re
from datetime import UTC, datetime

from kiosk.log.bodies import clock_jump
from kiosk.system_clock import boot_id, system_clock


def test_the_time_is_utc_with_milliseconds() -> None:
    reading = system_clock()

    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", reading.at)
    assert abs((datetime.now(UTC) - datetime.fromisoformat(reading.at)).total_seconds()) < 60


def test_the_offset_is_that_of_local_time() -> None:
    offset = datetime.now(UTC).astimezone().utcoffset()

    assert offset is not None
    assert system_clock().offset_min == offset.total_seconds() // 60


def test_two_readings_fit_together() -> None:
    first, second = system_clock(), system_clock()

    assert second.mono_ms >= first.mono_ms
    assert clock_jump(first, second) is None


def test_the_boot_has_a_name_that_stays() -> None:
    assert boot_id()
    assert system_clock().boot == boot_id()
