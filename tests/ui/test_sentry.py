"""The sentry: sees the keyboard, the window or the time go, says so once, and takes back what it can."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication

from kiosk.core.watch import LONGEST_MS
from kiosk.ui.sentry import CLOSE_ASKED, KEYBOARD_GONE, TRIES, WINDOW_GONE
from tests.ui.sentry_post import posts

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def stand():
    with posts() as made:
        yield made


def test_it_takes_the_keyboard_and_knows_whether_it_holds_it(stand):
    assert stand().sentry.grab_holds is True
    refusing = stand()
    refusing.window.handle.grants = False
    refusing.sentry._take_keyboard()
    assert refusing.sentry.grab_holds is False


def test_it_lets_the_keyboard_go_at_the_end(stand):
    post = stand()

    post.sentry.end()

    assert post.window.handle.grabbed[-1] is False


# ---- the keyboard ------------------------------------------------------------------------------------------


def test_a_lost_keyboard_is_reported_once_and_once_more_when_it_lasts(stand):
    post = stand()
    post.window.handle.active = False
    for _ in range(3):
        post.sentry._on_focus()
    assert post.reports == [(KEYBOARD_GONE, 0)]

    while post.now_ms < 50_000 + LONGEST_MS + 5000:
        post.tick()

    assert post.reports[1:] == [(KEYBOARD_GONE, LONGEST_MS + 1000)]


def test_a_sentry_that_begins_without_the_keyboard_and_does_not_get_it_says_so(stand):
    post = stand(active=False)
    post.sentry._take_back()
    post.sentry._take_back()

    post.tick()
    post.tick()

    assert post.reports == [(KEYBOARD_GONE, 0)]


def test_a_desktop_that_gives_the_keyboard_a_moment_late_is_no_violation(stand):
    post = stand(active=False)
    post.sentry._take_back()
    post.tick()

    post.window.handle.active = True
    post.sentry._take_back()
    post.tick()

    assert post.reports == []
    assert post.sentry.grab_holds


# ---- the window --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hide", ["visible", "exposed", "minimized"])
def test_a_hidden_window_is_reported_and_shown_again(stand, hide):
    post = stand()
    if hide == "visible":
        post.window.visible = False
    elif hide == "exposed":
        post.window.handle.exposed = False
    else:
        post.window.state = Qt.WindowState.WindowMinimized

    post.tick()

    assert (WINDOW_GONE, 0) in post.reports
    assert post.window.shows == 1
    assert post.window.state == Qt.WindowState.WindowFullScreen


def test_a_window_that_stays_hidden_is_reported_with_how_long_it_has_been(stand):
    post = stand()
    post.window.visible, post.window.stays_hidden = False, True

    for _ in range(3):
        post.tick()

    assert post.reports == [(WINDOW_GONE, 0), (WINDOW_GONE, 1000), (WINDOW_GONE, 2000)]


def test_a_window_hidden_for_long_is_reported_as_long_once_in_that_time(stand):
    post = stand()
    post.window.visible, post.window.stays_hidden = False, True

    for _ in range(2 * LONGEST_MS // 1000):
        post.tick()

    assert [lasted for _, lasted in post.reports if lasted > LONGEST_MS] == [LONGEST_MS + 1000]


def test_a_window_seen_again_in_between_was_not_hidden_for_long(stand):
    post = stand()
    for hidden in (True, False, True):
        post.window.visible, post.window.stays_hidden = not hidden, hidden
        post.tick()

    assert post.reports == [(WINDOW_GONE, 0), (WINDOW_GONE, 0)]


def test_a_window_hidden_with_its_keyboard_gone_is_one_violation_and_its_time_counts_all_the_same(stand):
    post = stand()
    post.window.visible, post.window.stays_hidden = False, True
    post.window.handle.active = False
    post.sentry._on_focus()
    post.tick()
    post.tick()
    assert post.reports == [(KEYBOARD_GONE, 0)]

    post.window.handle.active = True
    post.sentry._on_focus()
    post.tick()

    assert post.reports[1:] == [(WINDOW_GONE, 2000)]


def test_a_window_that_was_moved_is_put_back(stand):
    post = stand()
    post.window.place = QRect(10, 10, 50, 50)

    post.sentry._take_back()

    assert post.window.place == QGuiApplication.primaryScreen().geometry()


def test_a_window_that_was_moved_without_a_signal_is_put_back_at_the_next_tick(stand):
    post = stand()
    post.window.place = QRect(10, 10, 50, 50)

    post.tick()

    assert post.window.place == QGuiApplication.primaryScreen().geometry()


def test_a_system_that_insists_on_another_place_for_the_window_is_left_alone_after_some_tries(stand):
    """A screen with a notch gives a full-screen window less than the whole screen."""
    post = stand()

    for _ in range(3 * TRIES):
        post.window.place = QRect(0, 30, 800, 570)
        post.tick()

    assert post.window.shows == TRIES


def test_a_window_that_does_not_come_back_is_made_anew(stand):
    post = stand(active=False)

    for _ in range(TRIES):
        post.sentry._take_back()

    assert post.window.made == 1


# ---- requests to end ---------------------------------------------------------------------------------------


def test_a_request_to_close_is_reported(stand):
    post = stand()

    post.window.close_refused.emit()

    assert post.reports == [(CLOSE_ASKED, 0)]


class Session:
    """A desktop that asks whether it may log out."""

    cancelled = False

    def cancel(self):
        self.cancelled = True


def test_the_end_of_the_session_is_refused_without_the_directors_leave(stand):
    post, first, second = stand(), Session(), Session()

    post.sentry._refuse_session_end(first)
    post.window.may_close = True
    post.sentry._refuse_session_end(second)

    assert (first.cancelled, second.cancelled) == (True, False)
    assert post.reports == [(CLOSE_ASKED, 0)]


def test_in_a_window_nothing_is_watched_but_time_goes_on(stand):
    post = stand(windowed=True)
    post.window.visible = False

    post.tick()

    assert (post.reports, post.ticks, post.window.handle.grabbed) == ([], 1, [])


def test_a_sentry_off_duty_answers_nothing_any_more(stand):
    post = stand()
    post.sentry.end()
    post.window.handle.active = False

    QGuiApplication.instance().focusWindowChanged.emit(None)

    assert post.reports == []
    assert not post.sentry._retake.isActive()
