"""The sentry: sees the keyboard, the window or the time go, says so once, and takes back what it can."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from kiosk.lockdown.places import Box
from kiosk.lockdown.watch import COVERED, DARK, KEYBOARD_GONE, MISPLACED, VEILED, WINDOW_GONE, Sight
from kiosk.station.sentry import CLOSE_ASKED, KEYBOARD_HELD, NOT_WHOLE, POINTER_HELD, TRIES
from tests.support.sentry_post import FakeDisplay, posts


@pytest.fixture
def stand():
    with posts() as made:
        yield made


def test_it_takes_the_keyboard_and_knows_whether_it_holds_it(stand):
    assert stand().sentry.hold.keyboard
    refusing = stand()
    refusing.window.handle.grants = False
    refusing.sentry._come_forward()
    assert not refusing.sentry.hold.keyboard


def test_it_lets_keyboard_and_pointer_go_at_the_end(stand):
    post = stand(display=FakeDisplay())

    post.sentry.end()

    assert post.window.handle.grabbed[-1] is False
    assert post.window.handle.pointer[-1] is False


def test_the_pointer_is_taken_only_where_a_display_server_can_be_asked(stand):
    assert stand().window.handle.pointer == []


# ---- the keyboard ------------------------------------------------------------------------------------------


def test_a_lost_keyboard_is_reported_at_once_and_each_second_it_lasts(stand):
    post = stand()
    post.window.handle.active = False
    for _ in range(3):
        post.sentry._on_focus()
    assert post.reports == [(KEYBOARD_GONE, 0)]

    post.tick()
    post.tick()

    assert post.reports[1:] == [(KEYBOARD_GONE, 0)] * 2


def test_a_sentry_that_begins_without_the_keyboard_and_does_not_get_it_says_so_and_goes_on_trying(stand):
    """As on a desktop whose overview is open at log-in: keys go there, and so would the lock page."""
    display = FakeDisplay(focused=False)
    post = stand(active=False, display=display)

    for _ in range(40):
        post.tick()

    assert {what for what, _ in post.reports} == {KEYBOARD_GONE}
    assert len(post.reports) == 39
    assert display.taken_back >= 40


def test_a_desktop_that_gives_the_keyboard_a_moment_late_is_no_violation(stand):
    post = stand(active=False)
    post.sentry._take_back()
    post.tick()

    post.window.handle.active = True
    post.sentry._take_back()
    post.tick()

    assert post.reports == []
    assert post.sentry.hold.keyboard


def test_a_refused_grab_is_asked_for_again_each_second_and_told_until_it_is_granted(stand):
    post = stand(display=FakeDisplay())
    post.window.handle.grants = False
    for _ in range(3):
        post.tick()
    assert set(post.reports) == {(KEYBOARD_HELD, 0)}
    assert not post.sentry.hold.keyboard

    told, post.window.handle.grants = len(post.reports), True
    post.tick()

    assert post.sentry.hold.keyboard
    assert len(post.reports) == told


def test_a_pointer_held_by_another_program_is_told(stand):
    post = stand(display=FakeDisplay())
    post.window.handle.grants_pointer = False

    post.tick()
    post.tick()

    assert post.reports[-1] == (POINTER_HELD, 0)


def test_a_grab_that_is_not_to_be_had_on_this_system_is_no_violation(stand):
    post = stand()
    post.window.handle.grants = False

    for _ in range(3):
        post.tick()

    assert post.reports == []


# ---- what the display server says --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sight", "what"),
    [
        ({"focused": False}, KEYBOARD_GONE),
        ({"active": False}, KEYBOARD_GONE),
        ({"viewable": False}, WINDOW_GONE),
        ({"over": (Box(10, 10, 90, 60),)}, COVERED),
        ({"veiled": True}, VEILED),
        ({"dark": True}, DARK),
    ],
)
def test_what_the_display_server_says_counts_whatever_qt_believes(stand, sight, what):
    display = FakeDisplay(**sight)
    post = stand(display=display)

    for _ in range(3):
        post.tick()

    assert post.reports == [(what, 0)] * 3
    assert display.taken_back == 1 + 3  # once to begin with


def test_a_window_the_server_does_not_know_any_more_is_made_anew(stand):
    display = FakeDisplay()
    post = stand(display=display)
    display.sight = Sight(None)

    post.tick()

    assert post.window.made == 1


def test_a_window_that_is_covered_is_raised_and_not_made_anew(stand):
    display = FakeDisplay(over=(Box(0, 0, 100, 100),))
    post = stand(display=display)

    for _ in range(2 * TRIES):
        post.tick()

    assert (post.window.made, display.taken_back) == (0, 1 + 2 * TRIES)


def test_a_server_that_does_not_answer_leaves_qts_word(stand):
    display = FakeDisplay()
    post = stand(display=display)
    display.sight = None
    post.window.handle.active = False

    post.tick()

    assert post.reports == [(KEYBOARD_GONE, 0)]


def test_nothing_amiss_is_nothing_told(stand):
    post = stand(display=FakeDisplay())

    for _ in range(5):
        post.tick()

    assert post.reports == []


# ---- the window --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hide", ["visible", "exposed", "minimized"])
def test_a_hidden_window_is_reported_and_shown_again(stand, hide):
    post = stand()
    post.tick()
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


def test_a_window_that_stays_hidden_is_reported_each_second(stand):
    post = stand()
    post.tick()
    post.window.visible, post.window.stays_hidden = False, True

    for _ in range(3):
        post.tick()

    assert post.reports == [(WINDOW_GONE, 0)] * 3


def test_a_window_hidden_with_its_keyboard_gone_is_one_violation(stand):
    post = stand()
    post.window.visible, post.window.stays_hidden = False, True
    post.window.handle.active = False
    post.sentry._on_focus()

    post.tick()
    post.tick()

    assert set(post.reports) == {(KEYBOARD_GONE, 0)}


def test_what_is_amiss_after_a_moment_in_which_nothing_was_is_another_violation(stand):
    post = stand()
    post.window.handle.active = False
    post.sentry._on_focus()
    post.window.handle.active = True
    post.tick()

    post.window.visible = False
    post.tick()

    assert [what for what, _ in post.reports] == [KEYBOARD_GONE, WINDOW_GONE]


def test_a_window_that_was_moved_without_a_signal_is_put_back_at_the_next_tick(stand):
    post = stand()
    post.window.place = QRect(10, 10, 50, 50)

    post.tick()

    assert post.window.place == QGuiApplication.primaryScreen().geometry()


def test_a_window_that_does_not_stay_in_its_place_is_a_violation_and_never_given_up(stand):
    display = FakeDisplay()
    post = stand(display=display)
    display.sight = Sight(Box(0, 0, 400, 800))

    for _ in range(5 * TRIES):
        post.tick()

    assert set(post.reports) == {(MISPLACED, 0)}
    assert len(post.reports) == 5 * TRIES - 1
    assert post.window.made == 5


def test_a_strip_a_system_keeps_for_itself_is_no_violation_where_nobody_can_be_asked(stand):
    """A screen with a notch gives a full-screen window less than the whole screen."""
    post = stand()
    whole = post.window.place
    post.window.keeps = QRect(0, whole.height() // 30, whole.width(), whole.height() - whole.height() // 30)

    for _ in range(3 * TRIES):
        post.tick()

    assert post.reports == []


def test_a_window_of_half_a_screen_is_a_violation_where_nobody_can_be_asked(stand):
    post = stand()
    post.window.keeps = QRect(0, 0, post.window.place.width() // 2, post.window.place.height())

    post.tick()
    post.tick()

    assert post.reports == [(MISPLACED, 0)]


def test_a_window_that_does_not_come_back_is_made_anew(stand):
    post = stand(active=False)

    for _ in range(TRIES):
        post.tick()

    assert post.window.made == 1


def test_a_page_that_cannot_be_shown_whole_is_a_violation_and_no_key_counts(stand):
    post = stand()
    post.window.whole = False

    post.tick()

    assert post.reports == [(NOT_WHOLE, 0)]
    assert post.sentry.eventFilter(post.window, press())
    post.window.whole = True
    assert not post.sentry.eventFilter(post.window, press())


def test_a_tab_under_another_window_means_nothing_and_is_a_violation_at_once(stand):
    display = FakeDisplay()
    post = stand(display=display)
    assert not post.sentry.eventFilter(post.window, press())

    display.sight = replace(display.sight, over=(display.sight.place,))

    assert post.sentry.eventFilter(post.window, press())
    assert post.reports == [(COVERED, 0)]
    assert not post.sentry.eventFilter(post.window, press(Qt.Key.Key_A))


def test_a_display_that_does_not_answer_leaves_tab_to_the_watch(stand):
    display = FakeDisplay()
    post = stand(display=display)
    display.sight = None

    assert not post.sentry.eventFilter(post.window, press())
    assert post.reports == []


def press(key=Qt.Key.Key_Tab):
    return QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "\t")


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
