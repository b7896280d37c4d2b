"""The desk's window and pages: nothing cut off, keys come through, one mark and no verdict's colour."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QCloseEvent, QColor, QImage, QKeyEvent, QPainter

from kiosk.base.page import Tone, spell_page
from kiosk.desk.events import DocketAsked, LeaveAsked, OpinionPressed, WayAsked
from kiosk.desk.machine import desk_page
from kiosk.desk.states import DeskLayout
from kiosk.desk.window import DeskWindow, draw_desk, draw_desk_on
from kiosk.kit.canvas import PALETTES
from kiosk.rules.ruling import Verdict
from kiosk.station.events import EnterPressed, TabPressed, Typed
from kiosk.station.paint import Look
from tests.support.adjudicator import (
    CONTEXT,
    NSA,
    WESPA,
    desk_pages,
    sample_desk_states,
    setting,
)
from tests.support.drawing import RecordingCanvas, faults, typeface

SCREENS = [(1024, 600), (1366, 768), (1280, 1024)]
WORST = ("WWWWWWWWWWWWWWW",) * 8
BANNERS = replace(CONTEXT, banners=("DEMONSTRATION: not set up", "No event is open: rulings are casual"))


def every_page():
    for rules_id, words, context, way in ((WESPA, ("QI",), CONTEXT, 2), (NSA, WORST, BANNERS, 1)):
        by = setting(rules_id)
        for name, state in sample_desk_states(by, words, way).items():
            yield f"{rules_id} {name}", desk_page(state, 0, by, context)


DESK_PAGES = desk_pages()
PAGES = [*every_page(), *DESK_PAGES.items()]


def noted(page, width, height, percent=100):
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    canvas = RecordingCanvas(painter, QRectF(0, 0, width, height), page.page, Look(typeface(), percent))
    try:
        draw_desk_on(canvas, page)
    finally:
        painter.end()
    return canvas.drawn


def image_of(page, width=1366, height=768):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    try:
        draw_desk(painter, QRectF(0, 0, width, height), page, Look(typeface(), 100))
    finally:
        painter.end()
    return image


@pytest.mark.parametrize(
    ("screen", "percent"), [*((size, 100) for size in SCREENS), ((1024, 600), 150)], ids=str
)
def test_nothing_is_cut_off_or_over_something_else(screen, percent):
    wrong = {
        f"{name}: {fault}" for name, page in PAGES for fault in faults(noted(page, *screen, percent), *screen)
    }

    assert not wrong, "\n".join(sorted(wrong)[:20])


def test_a_mark_stands_on_paper_and_not_on_a_verdicts_colour():
    for name, page in PAGES:
        field = image_of(page, 683, 384).pixelColor(4, 200) if page.mark else None

        assert page.mark is None or field == QColor(PALETTES[Tone.PLAIN].field), name


def test_a_tick_and_a_cross_differ_in_place_shape_and_word():
    by = setting()
    states = sample_desk_states(by)
    good, bad = (
        desk_page(states[name], 0, by, CONTEXT) for name in ("marked_acceptable", "marked_unacceptable")
    )
    dark = [ink_at_left(image_of(page)) for page in (good, bad)]

    assert (good.mark, bad.mark) == (Verdict.ACCEPTABLE, Verdict.UNACCEPTABLE)
    assert dark[0] > 2 * dark[1]


def ink_at_left(image):
    """How many dark points the left third of the upper half has."""
    return sum(
        image.pixelColor(x, y).lightness() < 100
        for x in range(0, image.width() // 3, 4)
        for y in range(60, image.height() // 2, 4)
    )


def test_nothing_is_said_of_a_single_word():
    by = setting()
    marked = [page for _, page in PAGES if page.layout is DeskLayout.MARK]
    one, other = (
        desk_page(sample_desk_states(by, words)["marked_unacceptable"], 0, by, CONTEXT)
        for words in (("CAT", "DOG"), ("DOG", "CAT"))
    )

    assert marked
    assert sorted(spell_page(one.page)) == sorted(spell_page(other.page))


# ---- keys --------------------------------------------------------------------------------------------------


@pytest.fixture
def window(qtbot):
    made = DeskWindow(Look(typeface(), 100), windowed=True)
    made.heard = []
    made.listen(made.heard.append)
    yield made
    made.may_close = True
    made.close()


def press(window, code, text="", mods=Qt.KeyboardModifier.NoModifier, auto=False):
    event = QKeyEvent(QEvent.Type.KeyPress, code, mods, 0, 0, 0, text, auto)
    window.keyPressEvent(event)
    window.keyReleaseEvent(QKeyEvent(QEvent.Type.KeyRelease, code, mods, 0, 0, 0, text, auto))


def test_keys_come_through_as_a_stations_do_and_three_more(window):
    for code, text in (
        (Qt.Key.Key_A, "a"),
        (Qt.Key.Key_Return, "\r"),
        (Qt.Key.Key_Tab, "\t"),
        (Qt.Key.Key_F2, ""),
        (Qt.Key.Key_F3, ""),
        (Qt.Key.Key_F4, ""),
    ):
        press(window, code, text)

    assert window.heard == [
        Typed("a"),
        EnterPressed(),
        TabPressed(),
        WayAsked(),
        OpinionPressed(),
        DocketAsked(),
    ]


def test_chords_repeats_and_other_keys_mean_nothing(window):
    press(window, Qt.Key.Key_F12, "", Qt.KeyboardModifier.ControlModifier)
    press(window, Qt.Key.Key_Tab, "\t", Qt.KeyboardModifier.ControlModifier)
    press(window, Qt.Key.Key_F2, "", Qt.KeyboardModifier.AltModifier)
    press(window, Qt.Key.Key_F2, "", auto=True)
    press(window, Qt.Key.Key_F7)

    assert window.heard == []


def test_a_wish_to_close_goes_to_the_machine(window):
    request = QCloseEvent()

    window.closeEvent(request)

    assert not request.isAccepted()
    assert window.heard == [LeaveAsked()]


def test_the_last_resort_takes_no_key(window):
    window.show_page(DESK_PAGES["desk_marked_acceptable"])
    window.show_plain("Call the director.")

    press(window, Qt.Key.Key_Return, "\r")

    assert window.heard == []
    assert window.grab().toImage().pixelColor(5, 5) == QColor("#14171A")


def test_tab_never_moves_the_focus(window):
    assert window.focusNextPrevChild(True) is False


@pytest.mark.parametrize("name", DESK_PAGES)
def test_every_page_is_drawn_by_the_window(window, name):
    window.resize(800, 450)

    window.show_page(DESK_PAGES[name])

    image = window.grab().toImage()
    colours = {image.pixel(x, y) for x in range(0, 800, 8) for y in range(0, 450, 8)}
    assert len(colours) > 1


def test_a_window_that_fills_the_screen_shows_its_page(qtbot):
    made = DeskWindow(Look(typeface(), 100))
    made.show_page(DESK_PAGES["desk_slip"])

    made.open_on(made.screen())

    assert made.isFullScreen()
    assert made.page == DESK_PAGES["desk_slip"]
    made.may_close = True
    made.close()
