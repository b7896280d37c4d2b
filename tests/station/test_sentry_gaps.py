"""The sentry and time: a stop or a sleep is told, and told first; the program's own work is neither."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimerEvent
from PySide6.QtGui import QKeyEvent

from kiosk.lockdown.watch import KEYBOARD_GONE
from kiosk.station.sentry import CLOSE_ASKED, STOPPED
from kiosk.station.window import STOPPED_MS, TICK_MS
from tests.support.sentry_post import posts

HOUR_MS = 3_600_000


@pytest.fixture
def stand():
    with posts() as made:
        yield made


def tab():
    return QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier, "\t")


def happens(post, event):
    """*event* reaches something of the program's, as Qt's loop would bring it."""
    QCoreApplication.sendEvent(post.window, event)


def test_a_station_that_was_stopped_for_a_while_says_so(stand):
    post = stand()

    post.tick(after_ms=TICK_MS + STOPPED_MS + 5000)

    assert post.reports == [(STOPPED, STOPPED_MS + 5000)]
    assert post.ticks == 1


def test_a_busy_second_is_not_a_violation(stand):
    post = stand()

    post.tick(after_ms=TICK_MS + STOPPED_MS)

    assert post.reports == []


def test_short_stops_that_add_up_are_told_as_one(stand):
    post = stand()

    for _ in range(4):
        post.tick(after_ms=TICK_MS + 2000)
        post.tick()

    assert post.reports == [(STOPPED, 6000)]


def test_a_machine_that_is_a_little_slow_all_day_is_not_stopped(stand):
    post = stand()

    for _ in range(100):
        post.tick(after_ms=TICK_MS + 900)

    assert post.reports == []


def test_short_stops_far_apart_do_not_add_up(stand):
    post = stand()

    for _ in range(6):
        post.tick(after_ms=TICK_MS + 2000)
        for _ in range(30):
            post.tick()

    assert post.reports == []


def test_a_sleep_of_the_machine_is_a_stop_like_any_other(stand):
    """Timers do not count it: after an hour's sleep the tick still comes within a second of waking."""
    post = stand()
    post.tick()

    post.tick(after_ms=HOUR_MS)

    assert post.reports == [(STOPPED, HOUR_MS - TICK_MS)]


def test_what_the_program_spends_in_a_handler_of_its_own_is_no_stop(stand):
    post = stand()
    happens(post, tab())

    with post.ticker.busy():
        post.now_ms += 10_000  # a slow disk
    post.tick()

    assert post.reports == []


def test_what_the_tick_itself_spends_is_no_stop(stand):
    post = stand()
    post.spends_ms = 10_000  # a second copy on a slow stick

    for _ in range(3):
        post.tick()

    assert post.reports == []


@pytest.mark.parametrize("first", [tab(), QTimerEvent(1)], ids=["a key", "a timer"])
def test_a_stop_is_told_before_anything_else_happens(stand, first):
    """A key that comes before the tick must neither be judged by nor hide the stop from the watch."""
    post = stand()
    post.now_ms += HOUR_MS

    happens(post, first)

    assert post.reports == [(STOPPED, HOUR_MS - TICK_MS)]
    post.tick()
    assert len(post.reports) == 1


def test_a_stop_is_told_before_what_it_let_happen(stand):
    post = stand()
    post.now_ms += HOUR_MS
    post.window.handle.active = False

    post.sentry._on_focus()
    post.window.close_refused.emit()

    assert [what for what, _ in post.reports] == [STOPPED, KEYBOARD_GONE, CLOSE_ASKED]


def test_in_a_window_a_stop_is_not_watched_for(stand):
    post = stand(windowed=True)
    post.now_ms += HOUR_MS

    happens(post, tab())
    post.tick()

    assert post.reports == []


def test_a_sentry_off_duty_looks_for_no_stop(stand):
    post = stand()
    post.sentry.end()
    post.now_ms += HOUR_MS

    happens(post, tab())

    assert post.reports == []
