"""The window: draws one page, reports keys, refuses to go away, and decides nothing."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.base.page import Layout, Page, parts
from kiosk.kit.windows import InputFilter, OtherWindows
from kiosk.lockdown.places import Box
from kiosk.station.events import KeysMoved, SpacePressed, TabPressed, Typed
from kiosk.station.idle import Counting
from kiosk.station.machine import page
from kiosk.station.paint import Look
from kiosk.station.sentry import Cover
from kiosk.station.window import BLANK, TITLE, Alarm, StationWindow
from tests.support import stage
from tests.support.drawing import typeface
from tests.support.fakes import procedure

KEY, MOD = Qt.Key, Qt.KeyboardModifier
PATIENCE_MS = 60_000  # bounds a failure; a busy machine is not one
IDLE = page(Counting(), 0, procedure(), stage.CONTEXT)


def make(qtbot, kind=StationWindow):
    window = kind()
    window.set_look(Look(typeface()))
    window.events, window.moves, window.larges, window.paints = [], [], [], []

    def hear(event):
        (window.moves if isinstance(event, KeysMoved) else window.events).append(event)

    window.listen(hear, lambda: window.larges.append(True))
    window.painted.connect(lambda: window.paints.append(True))
    window.cover(QGuiApplication.primaryScreen())

    def let_go(widget):
        widget.may_close = True

    qtbot.addWidget(window, before_close_func=let_go)
    QTest.qWaitForWindowExposed(window, PATIENCE_MS)
    return window


@pytest.fixture
def window(qtbot):
    return make(qtbot)


@pytest.fixture
def filtered(window):
    """The window as the program runs it: with the filter over everything."""
    application = QGuiApplication.instance()
    swallow = InputFilter(OtherWindows(window))
    application.installEventFilter(swallow)
    yield window
    application.removeEventFilter(swallow)


# ---- keys --------------------------------------------------------------------------------------------------


def check_tab_reaches_the_window(window):
    QTest.keyClick(window, KEY.Key_Tab)
    assert window.events == [TabPressed()]
    QTest.keyClick(window, KEY.Key_Backtab, MOD.ShiftModifier)
    QTest.keyClick(window, KEY.Key_Tab, MOD.AltModifier)
    assert window.events == [TabPressed()]


class MovesTheFocus(StationWindow):
    """Broken on purpose: TAB is left to Qt."""

    def focusNextPrevChild(self, next):
        return True


def test_tab_reaches_the_window_and_moves_no_focus(window):
    check_tab_reaches_the_window(window)

    assert window.focusNextPrevChild(True) is window.focusNextPrevChild(False) is False


def test_tab_reaches_the_window_through_the_filter_too(filtered):
    check_tab_reaches_the_window(filtered)


def test_a_window_whose_tab_moves_the_focus_is_caught(qtbot):
    with pytest.raises(AssertionError):
        check_tab_reaches_the_window(make(qtbot, MovesTheFocus))


def test_typed_keys_are_reported_one_by_one_and_in_order(filtered):
    QTest.keyClicks(filtered, "1qi ")

    assert filtered.events == [Typed("1", 1), Typed("q"), Typed("i"), SpacePressed()]


def test_a_held_tab_is_one_tab(window):
    for _ in range(5):
        QTest.keyPress(window, KEY.Key_Tab)
    QTest.keyRelease(window, KEY.Key_Tab)

    assert window.events == [TabPressed()]


def test_the_key_of_the_large_view_is_not_an_event_of_the_challenge(window):
    QTest.keyClick(window, KEY.Key_F5)

    assert (window.larges, window.events) == ([True], [])


@pytest.mark.parametrize(
    "key", [KEY.Key_F5, KEY.Key_F1, KEY.Key_Shift, KEY.Key_Q, KEY.Key_CapsLock, KEY.Key_Menu]
)
def test_every_key_that_moves_is_reported_whatever_it_means(window, key):
    window.moves.clear()

    QTest.keyClick(window, key)

    assert len(window.moves) == 2
    assert window.moves[1] == KeysMoved()


def test_what_a_key_means_is_reported_before_that_it_moved(qtbot):
    window, heard = StationWindow(windowed=True), []
    qtbot.addWidget(window, before_close_func=lambda widget: setattr(widget, "may_close", True))
    window.listen(heard.append, lambda: None)

    QTest.keyClick(window, KEY.Key_Tab)

    assert heard == [TabPressed(), KeysMoved(("Tab",)), KeysMoved()]


def test_before_the_station_is_ready_no_key_means_anything(qtbot):
    window = StationWindow(windowed=True)
    qtbot.addWidget(window, before_close_func=lambda widget: setattr(widget, "may_close", True))
    window.cover(QGuiApplication.primaryScreen())

    QTest.keyClicks(window, "1qi\t")
    QTest.keyClick(window, KEY.Key_F5)

    assert (window.page, window.accessibleName()) == (None, "STARTING")
    assert (window.width(), window.height()) == (1024, 600)


# ---- nothing else gets in ----------------------------------------------------------------------------------


def paste(window):
    QGuiApplication.clipboard().setText("QI ZA")
    QTest.keyClick(window, KEY.Key_V, MOD.ControlModifier)
    QTest.keyClick(window, KEY.Key_Insert, MOD.ShiftModifier)
    QApplication.sendEvent(window, QKeyEvent(QEvent.Type.KeyPress, KEY.Key_Paste, MOD.NoModifier))


def undo(window):
    QTest.keyClick(window, KEY.Key_Z, MOD.ControlModifier)


def mouse(window):
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        QTest.mouseClick(window, button)
        QTest.mouseDClick(window, button)
    QTest.mouseMove(window, QPoint(5, 5))


def wheel(window):
    at = QPointF(5, 5)
    event = QWheelEvent(
        at,
        at,
        QPoint(0, 120),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        MOD.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(window, event)


def drag(window):
    data = QMimeData()
    data.setText("QI")
    enter = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, MOD.NoModifier
    )
    QApplication.sendEvent(window, enter)
    drop = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, MOD.NoModifier
    )
    QApplication.sendEvent(window, drop)


def menu(window):
    QApplication.sendEvent(
        window, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), QPoint(5, 5))
    )


def input_method(window):
    event = QInputMethodEvent("qi", [])
    event.setCommitString("QI")
    QApplication.sendEvent(window, event)


def touch(window):
    device = QTest.createTouchDevice()
    QTest.touchEvent(window, device).press(0, QPoint(5, 5)).commit()
    QTest.touchEvent(window, device).release(0, QPoint(5, 5)).commit()


ACTS = [paste, undo, mouse, wheel, drag, menu, input_method, touch]


def check_nothing_gets_in(window, act):
    window.show_page(IDLE)

    act(window)
    QApplication.processEvents()

    assert (window.events, window.larges, window.page) == ([], [], IDLE)
    assert QApplication.activePopupWidget() is None


@pytest.mark.parametrize("act", ACTS)
def test_clipboard_mouse_touch_and_input_methods_do_nothing(window, act):
    check_nothing_gets_in(window, act)


@pytest.mark.parametrize("act", ACTS)
def test_nor_do_they_with_the_filter(filtered, act):
    check_nothing_gets_in(filtered, act)


class TakesClicks(StationWindow):
    """Broken on purpose: a click judges."""

    def mousePressEvent(self, event):
        self._on_event(TabPressed())


def test_a_window_that_takes_clicks_is_caught(qtbot):
    with pytest.raises(AssertionError):
        check_nothing_gets_in(make(qtbot, TakesClicks), mouse)


def test_the_filter_keeps_even_a_window_that_takes_clicks_from_seeing_any(qtbot):
    window = make(qtbot, TakesClicks)
    swallow = InputFilter(OtherWindows(window))
    QGuiApplication.instance().installEventFilter(swallow)
    try:
        check_nothing_gets_in(window, mouse)
    finally:
        QGuiApplication.instance().removeEventFilter(swallow)


@pytest.mark.parametrize(
    "kind", [QEvent.Type.KeyPress, QEvent.Type.Paint, QEvent.Type.Close, QEvent.Type.Timer]
)
def test_the_filter_lets_through_what_the_station_lives_on(window, kind):
    assert InputFilter(OtherWindows(window)).eventFilter(window, QEvent(kind)) is False


# ---- it does not go away -----------------------------------------------------------------------------------


def test_the_window_refuses_to_close_and_says_so(window, qtbot):
    with qtbot.waitSignal(window.close_refused, timeout=PATIENCE_MS):
        assert window.close() is False

    assert window.isVisible()


def test_the_window_closes_with_leave(window):
    window.may_close = True

    assert window.close() is True


def test_a_cover_hides_a_screen_and_refuses_to_close(qtbot):
    cover = Cover(QGuiApplication.primaryScreen())
    cover.show()

    assert cover.close() is False
    assert cover.geometry() == QGuiApplication.primaryScreen().geometry()
    assert (cover.windowTitle(), cover.accessibleName()) == (TITLE, "Covered")
    cover.hide()
    cover.deleteLater()


def test_the_window_has_no_frame_stays_on_top_and_shows_no_cursor(window):
    flags = window.windowFlags()

    assert flags & Qt.WindowType.FramelessWindowHint
    assert flags & Qt.WindowType.WindowStaysOnTopHint
    assert window.cursor().shape() is Qt.CursorShape.BlankCursor
    assert window.geometry() == QGuiApplication.primaryScreen().geometry()


# ---- what assistive tools see ------------------------------------------------------------------------------


def everything_accessible(window):
    """Every text in the accessibility tree of *window*."""
    top = QAccessible.queryAccessibleInterface(window)
    parts = [top]
    texts = []
    while parts:
        one = parts.pop()
        parts += [one.child(place) for place in range(one.childCount())]
        for which in (
            QAccessible.Text.Name,
            QAccessible.Text.Description,
            QAccessible.Text.Value,
            QAccessible.Text.Help,
        ):
            texts.append(one.text(which))
    return {text for text in texts if text}


def shown_to_assistive_tools(window, qtbot, drawn):
    """The texts that assistive tools find in *window* once it shows *drawn*."""
    window.show_page(drawn)
    heard = {part.said for part in parts(drawn)}
    qtbot.waitUntil(lambda: everything_accessible(window) == {TITLE, *heard}, timeout=PATIENCE_MS)
    return heard


@pytest.mark.parametrize("name", list(stage.states(procedure())))
def test_assistive_tools_read_what_is_on_the_screen_and_nothing_else(window, qtbot, name):
    drawn = page(stage.states(procedure())[name], 0, procedure(), stage.CONTEXT)

    heard = shown_to_assistive_tools(window, qtbot, drawn)

    assert heard
    assert (window.windowTitle(), window.accessibleName()) == (TITLE, "")
    assert (window.toolTip(), window.whatsThis(), window.statusTip()) == ("", "", "")


def test_nothing_of_one_page_is_left_on_the_next(window, qtbot):
    for state in stage.states(procedure()).values():
        shown_to_assistive_tools(window, qtbot, page(state, 0, procedure(), stage.CONTEXT))

    window.show_plain("OUT OF SERVICE")

    assert everything_accessible(window) == {"OUT OF SERVICE"}


def test_what_is_read_takes_no_room_no_key_and_no_click(window, qtbot):
    shown_to_assistive_tools(window, qtbot, IDLE)
    before = window.grab().toImage()

    children = window.findChildren(QWidget)

    assert children
    assert all(child.size().isEmpty() for child in children)
    assert all(child.focusPolicy() is Qt.FocusPolicy.NoFocus for child in children)
    assert all(child.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents) for child in children)
    for child in children:
        child.setParent(None)
        child.deleteLater()
    assert window.grab().toImage() == before


# ---- painting ----------------------------------------------------------------------------------------------


def painted_after(window, qtbot, act):
    QApplication.processEvents()
    window.paints.clear()
    act()
    QApplication.processEvents()
    return len(window.paints)


def test_the_same_page_is_not_painted_twice(window, qtbot):
    window.show_page(IDLE)
    qtbot.waitUntil(lambda: bool(window.paints), timeout=PATIENCE_MS)

    assert painted_after(window, qtbot, lambda: window.show_page(replace(IDLE))) == 0
    assert (
        painted_after(window, qtbot, lambda: window.show_page(replace(IDLE, notice="First press 1–8"))) == 1
    )


def test_the_last_resort_stays_whatever_page_is_shown_after_it(window, qtbot):
    window.show_plain("OUT OF SERVICE")
    before = window.grab().toImage()

    window.show_page(IDLE)
    QTest.keyClicks(window, "1qi")

    assert window.accessibleName() == "OUT OF SERVICE"
    assert window.grab().toImage() == before
    assert window.events == []


def test_a_page_that_cannot_be_drawn_leaves_no_painter_behind(window, qtbot):
    """Qt would warn of it, and a warning fails this test."""
    broken = Page(Layout.CHECK)  # nothing to check

    window.show_page(broken)
    with pytest.raises(ValueError, match="empty"):
        window.repaint()

    window.show_page(IDLE)


# ---- time --------------------------------------------------------------------------------------------------


def test_the_alarm_rings_once_at_its_time_and_can_be_called_off(qtbot):
    rings = []
    alarm = Alarm(lambda: rings.append(True))
    alarm.set(5)
    alarm.set(None)
    qtbot.wait(20)
    assert rings == []

    alarm.set(0)
    qtbot.waitUntil(lambda: rings == [True], timeout=PATIENCE_MS)
    qtbot.wait(20)

    assert rings == [True]


# ---- one whole page ----------------------------------------------------------------------------------------


def test_a_window_larger_than_its_screen_draws_its_page_on_the_screen_and_nothing_beside_it(window):
    screen = QGuiApplication.primaryScreen().geometry()
    window.show_page(IDLE)
    window.setGeometry(screen.adjusted(-40, 0, 300, 0))

    drawn = window.grab().toImage()

    assert window.page_area() == Box(40, 0, screen.width(), screen.height())
    assert drawn.pixelColor(10, 200).name() == BLANK.lower()
    assert drawn.pixelColor(40 + screen.width() + 100, 200).name() == BLANK.lower()
    assert drawn.pixelColor(45, 200).name() != BLANK.lower()


def test_a_window_with_no_place_for_a_whole_page_shows_none(window):
    window.show_page(IDLE)
    window.setGeometry(-700, 0, 800, 600)

    assert window.page_area() is None
    assert window.grab().toImage().pixelColor(5, 5).name() == BLANK.lower()


def test_a_fault_is_told_wherever_the_window_lies(window):
    window.setGeometry(-700, 0, 800, 600)

    window.show_plain("OUT OF SERVICE")

    assert window.grab().toImage().pixelColor(5, 5).name() == BLANK.lower()
