"""The sentry: sees the keyboard, the window or the time go, says so once, and takes back what it can."""

import time

import pytest
from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication

from kiosk.core.watch import LONGEST_MS
from kiosk.ui.sentry import (
    CLOSE_ASKED,
    KEYBOARD_GONE,
    STOPPED,
    STOPPED_MS,
    TICK_MS,
    TRIES,
    WINDOW_GONE,
    Sentry,
)

pytestmark = pytest.mark.usefixtures("qapp")


class Handle:
    """A window of the system that may be covered, and a keyboard that may be refused."""

    def __init__(self):
        self.exposed, self.grants = True, True
        self.grabbed = []

    def isExposed(self):
        return self.exposed

    def setKeyboardGrabEnabled(self, on):
        self.grabbed.append(on)
        return self.grants

    def requestActivate(self):
        pass


class Window(QObject):
    """As much of the station's window as the sentry touches."""

    close_refused = Signal()

    def __init__(self, windowed=False):
        super().__init__()
        self.windowed = windowed
        self.handle = Handle()
        self.visible = True
        self.state = Qt.WindowState.WindowFullScreen
        self.shows = 0
        self.made = 0
        self.may_close = False
        self.place = QGuiApplication.primaryScreen().geometry()

    def windowHandle(self):
        return self.handle

    def isVisible(self):
        return self.visible

    def windowState(self):
        return self.state

    def geometry(self):
        return self.place

    def hide(self):
        self.visible = False

    def cover(self, screen):
        self.place = screen.geometry()
        self.state = Qt.WindowState.WindowFullScreen
        self.visible = True
        self.shows += 1

    def make_anew(self):
        self.made += 1

    def raise_(self):
        pass

    def activateWindow(self):
        pass


@pytest.fixture
def post():
    """A sentry on duty, its window, and what it reported."""
    made = []

    def stand(**how):
        window = Window(**how)
        reports, ticks = [], []
        sentry = Sentry(window, lambda *what: reports.append(what), lambda: ticks.append(True))
        sentry.begin()
        made.append(sentry)
        sentry.window, sentry.reports, sentry.ticks = window, reports, ticks
        return sentry

    yield stand
    for sentry in made:
        sentry.end()


def test_it_takes_the_keyboard_and_knows_whether_it_holds_it(post):
    assert post().grab_holds is True
    refusing = post()
    refusing.window.handle.grants = False
    refusing._take_keyboard()
    assert refusing.grab_holds is False


def test_it_lets_the_keyboard_go_at_the_end(post):
    sentry = post()

    sentry.end()

    assert sentry.window.handle.grabbed[-1] is False


def test_a_lost_keyboard_is_reported_once_and_once_more_when_it_lasts(post):
    sentry = post()
    for _ in range(3):
        sentry._on_focus()
    assert sentry.reports == [(KEYBOARD_GONE, 0)]

    sentry._lost_at = time.monotonic() - (LONGEST_MS + 1000) / 1000
    for _ in range(3):
        sentry._on_tick()

    assert len(sentry.reports) == 2
    what, lasted_ms = sentry.reports[1]
    assert what == KEYBOARD_GONE
    assert lasted_ms > LONGEST_MS


@pytest.mark.parametrize("hide", ["visible", "exposed", "minimized"])
def test_a_hidden_window_is_reported_and_shown_again(post, hide):
    sentry = post()
    if hide == "visible":
        sentry.window.visible = False
    elif hide == "exposed":
        sentry.window.handle.exposed = False
    else:
        sentry.window.state = Qt.WindowState.WindowMinimized

    sentry._on_tick()

    assert (WINDOW_GONE, 0) in sentry.reports
    assert sentry.window.shows == 1
    assert sentry.window.state == Qt.WindowState.WindowFullScreen


def test_a_window_that_was_moved_is_put_back(post):
    sentry = post()
    sentry.window.place = QRect(10, 10, 50, 50)

    sentry._take_back()

    assert sentry.window.place == QGuiApplication.primaryScreen().geometry()


def test_a_request_to_close_is_reported(post):
    sentry = post()

    sentry.window.close_refused.emit()

    assert sentry.reports == [(CLOSE_ASKED, 0)]


def test_a_station_that_was_stopped_for_a_while_says_so(post):
    sentry = post()
    sentry._ticked_at = time.monotonic() - (TICK_MS + STOPPED_MS + 5000) / 1000

    sentry._on_tick()

    assert [what for what, _ in sentry.reports] == [STOPPED]
    assert sentry.reports[0][1] >= STOPPED_MS + 4000
    assert sentry.ticks == [True]


def test_a_busy_second_is_not_a_violation(post):
    sentry = post()
    sentry._ticked_at = time.monotonic() - (TICK_MS + STOPPED_MS - 1000) / 1000

    sentry._on_tick()

    assert sentry.reports == []


def test_in_a_window_nothing_is_watched_but_time_goes_on(post):
    sentry = post(windowed=True)
    sentry.window.visible = False

    sentry._on_tick()

    assert (sentry.reports, sentry.ticks, sentry.window.handle.grabbed) == ([], [True], [])


class Session:
    """A desktop that asks whether it may log out."""

    cancelled = False

    def cancel(self):
        self.cancelled = True


def test_the_end_of_the_session_is_refused_without_the_directors_leave(post):
    sentry, first, second = post(), Session(), Session()

    sentry._refuse_session_end(first)
    sentry.window.may_close = True
    sentry._refuse_session_end(second)

    assert (first.cancelled, second.cancelled) == (True, False)
    assert sentry.reports == [(CLOSE_ASKED, 0)]


def test_a_window_that_does_not_come_back_is_made_anew(post):
    sentry = post()

    for _ in range(TRIES):
        sentry._take_back()

    assert sentry.window.made == 1


def test_a_sentry_off_duty_answers_nothing_any_more(post):
    sentry = post()
    sentry.end()

    QGuiApplication.instance().focusWindowChanged.emit(None)

    assert sentry.reports == []
    assert not sentry._retake.isActive()
