"""Keys another program sent are told from those of a keyboard by one bit, and dropped."""

import ctypes

import pytest

from kiosk.station.sentry import SentKeys


@pytest.mark.parametrize(
    ("kind", "dropped"),
    [(2, False), (3, False), (2 | 0x80, True), (3 | 0x80, True), (33 | 0x80, False), (22 | 0x80, False)],
    ids=[
        "press",
        "release",
        "sent press",
        "sent release",
        "a manager's message",
        "a manager's news of a place",
    ],
)
def test_only_keys_that_were_sent_are_dropped_and_told(kind, dropped):
    told = []
    event = ctypes.create_string_buffer(bytes([kind]) + bytes(31), 32)

    answer = SentKeys(lambda: told.append(kind)).nativeEventFilter(
        b"xcb_generic_event_t", ctypes.addressof(event)
    )

    assert answer == (dropped, 0)
    assert len(told) == dropped


def test_events_of_other_systems_pass():
    assert SentKeys(lambda: None).nativeEventFilter(b"windows_generic_MSG", 0) == (False, 0)
