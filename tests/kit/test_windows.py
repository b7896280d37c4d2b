"""Windows beside the station's: mouse and shortcuts are theirs, and the station stays as deaf as before."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit, QMainWindow, QPushButton, QVBoxLayout, QWidget

from kiosk.kit.windows import InputFilter, OtherWindows
from kiosk.lockdown.places import Box
from kiosk.lockdown.watch import COVERED, KEYBOARD_GONE
from kiosk.station.closed import WithDirector
from kiosk.station.idle import Counting
from tests.support.sentry_post import FakeDisplay, posts

# What the drawing without a screen cannot do is no fault of these windows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LEAVE = WithDirector(0, "director", Counting())


class Console(QMainWindow):
    """A field, a button and a list to choose from."""

    def __init__(self):
        super().__init__()
        self.field, self.button, self.list = QLineEdit(), QPushButton("Keep"), QComboBox()
        self.list.addItems(["one", "two"])
        self.clicks = []
        self.button.clicked.connect(lambda: self.clicks.append(True))
        inside = QWidget()
        rows = QVBoxLayout(inside)
        for part in (self.field, self.button, self.list):
            rows.addWidget(part)
        self.setCentralWidget(inside)


@pytest.fixture
def console(qtbot):
    made = Console()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def station(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def filtered(request):
    def install(swallow):
        QGuiApplication.instance().installEventFilter(swallow)
        request.addfinalizer(lambda: QGuiApplication.instance().removeEventFilter(swallow))

    return install


def check_it_can_be_used(console):
    QTest.mouseClick(console.button, Qt.MouseButton.LeftButton)
    QTest.keyClicks(console.field, "qi")

    assert (console.clicks, console.field.text()) == ([True], "qi")


def test_a_window_beside_the_station_takes_clicks_and_keys(station, console, filtered):
    others = OtherWindows(station)
    filtered(InputFilter(others))

    others.open(LEAVE, console)

    check_it_can_be_used(console)


def test_a_window_nobody_opened_by_leave_is_deaf(station, console, filtered):
    filtered(InputFilter(OtherWindows(station)))
    console.show()

    with pytest.raises(AssertionError):
        check_it_can_be_used(console)


def test_the_station_stays_deaf_while_a_window_stands_beside_it(station, console):
    others = OtherWindows(station)
    swallow = InputFilter(others)
    others.open(LEAVE, console)
    click = QEvent(QEvent.Type.MouseButtonPress)

    assert swallow.eventFilter(station, click)
    assert swallow.eventFilter(station.windowHandle(), click)
    assert not swallow.eventFilter(console.button, click)
    assert not swallow.eventFilter(console.windowHandle(), click)


def test_the_menus_of_a_window_are_its_own(station, console):
    others = OtherWindows(station)
    others.open(LEAVE, console)

    console.list.showPopup()

    popup = console.list.view().window()
    assert popup is not console
    assert others.owns(popup)
    assert others.owns(popup.windowHandle())
    console.list.hidePopup()


def test_a_dialog_of_a_window_gets_the_keys_while_it_is_open(station, console, qtbot):
    others = OtherWindows(station)
    others.open(LEAVE, console)
    dialog = QDialog(console)
    qtbot.addWidget(dialog)

    dialog.open()
    dialog.activateWindow()
    qtbot.waitUntil(lambda: others.handle() is dialog.windowHandle(), timeout=60_000)

    dialog.close()
    qtbot.waitUntil(lambda: others.handle() is console.windowHandle(), timeout=60_000)


def test_a_closed_window_is_nobodys_any_more(station, console):
    others, changes = OtherWindows(station), []
    others.changed.connect(lambda: changes.append(others.front))
    others.open(LEAVE, console)

    console.close()

    assert changes == [console, None]
    assert not others.owns(console)
    assert others.numbers() == ()


def test_all_of_them_close_with_the_station(station, console):
    others = OtherWindows(station)
    others.open(LEAVE, console)

    others.close()

    assert (others.front, console.isVisible()) == (None, False)


def test_it_lies_over_the_station_and_belongs_to_it(station, console):
    others = OtherWindows(station)

    others.open(LEAVE, console)

    assert console.windowFlags() & Qt.WindowType.WindowStaysOnTopHint
    assert console.windowHandle().transientParent() is station.windowHandle()


# ---- the sentry --------------------------------------------------------------------------------------------


class BesideWindow:
    """As much of the windows beside the station's as a sentry asks for; *focus*: one of them has it."""

    def __init__(self, others):
        self.focus = False
        self.forward = 0
        others.has_focus = lambda: self.focus
        others.numbers = lambda: (88,)
        others.come_forward = self._come_forward
        self._others = others

    def _come_forward(self):
        self.forward += 1


@pytest.fixture
def stand(qapp):
    with posts() as made:
        yield made


class TwoWindows(FakeDisplay):
    """A server that tells the station's window (77) and the one beside it (88) apart."""

    def __init__(self, focused):
        super().__init__()
        self.focused = focused
        self.own = ()

    def glance(self, window, own):
        return self.look(window, own)

    def look(self, window, own):
        self.own = own
        return (
            super()
            .look(window, own)
            .__class__(self.sight.place, focused=window == self.focused, over=self.sight.over)
        )


def test_the_keyboard_at_a_window_beside_the_station_is_not_lost(stand):
    display = TwoWindows(focused=88)
    post = stand(display=display)
    post.window.handle.active = False
    BesideWindow(post.others).focus = True
    taken = display.taken_back

    for _ in range(4):
        post.tick()

    assert post.reports == []
    assert 88 in display.own
    assert display.taken_back == taken  # and the station does not snatch it


def test_the_keyboard_at_neither_window_is_lost(stand):
    post = stand(display=TwoWindows(focused=99))
    post.window.handle.active = False
    BesideWindow(post.others)

    post.tick()

    assert post.reports == [(KEYBOARD_GONE, 0)]


def test_another_programs_window_is_told_and_the_one_beside_the_station_comes_back_on_top(stand):
    display = TwoWindows(focused=88)
    post = stand(display=display)
    window = BesideWindow(post.others)
    window.focus = True
    display.sight = display.sight.__class__(display.sight.place, over=(Box(10, 10, 90, 60),))

    post.tick()

    assert post.reports == [(COVERED, 0)]
    assert window.forward == 1


def test_a_key_in_a_window_beside_the_station_counts_even_where_no_page_fits(stand, console):
    post = stand()
    post.window.whole = False
    press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Q, Qt.KeyboardModifier.NoModifier, "q")
    assert post.sentry.eventFilter(console.field, press)

    post.others.owns = lambda thing: thing is console.field

    assert not post.sentry.eventFilter(console.field, press)
    assert post.sentry.eventFilter(post.window, press)


def test_a_window_that_comes_or_goes_moves_the_grabs_and_gives_the_desktop_a_moment(stand):
    post = stand(display=FakeDisplay())
    post.window.handle.active = False

    post.others.changed.emit()
    post.tick()

    assert False in post.window.handle.grabbed
    assert False in post.window.handle.pointer
    assert post.reports == []
    post.tick()
    assert post.reports == [(KEYBOARD_GONE, 0)]
