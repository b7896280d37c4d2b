"""A rehearsal's window: the strip is on every page, keys reach the station, the lesson follows."""

import signal
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest

from kiosk.kit.canvas import PALETTES, REHEARSAL
from kiosk.practice.lesson import LessonPart, as_rehearsal
from kiosk.practice.rehearsal_program import RehearsalProgram
from kiosk.practice.rehearsal_run import RehearsalWish, rehearsal
from kiosk.practice.rehearsal_window import RehearsalWindow
from kiosk.station.entry import Checking, Entering
from kiosk.station.idle import Counting
from kiosk.station.machine import page
from kiosk.station.paint import Look
from kiosk.station.verdict import Showing
from kiosk.station.window import StationWindow
from tests.support import stage
from tests.support.drawing import typeface

SIZES = [(1024, 600), (1366, 768), (1920, 1080)]
PROCEDURES = {"one": stage.procedure("naspa-2016"), "two": stage.procedure("naspa-2016", "wespa-5.1")}
PAGES = {
    f"{which} {name}": as_rehearsal(page(state, 0, by, stage.CONTEXT))
    for which, by in PROCEDURES.items()
    for name, state in stage.states(by).items()
}
KEY = Qt.Key
PATIENCE_MS = 60_000


@pytest.fixture
def window(qtbot) -> RehearsalWindow:
    station = StationWindow(windowed=True)
    station.set_look(Look(typeface(), 100))
    made = RehearsalWindow(station, typeface(), windowed=True)
    qtbot.addWidget(made)
    made.lesson.say("1 of 5: A play that comes off", "CHALLENGER", "Press 2: two words.")
    return made


def picture(window: RehearsalWindow) -> QImage:
    return window.grab().toImage()


def strip_stands(image: QImage) -> bool:
    """Whether dark strips with white writing run over the whole width, above the page and below it."""
    wide, high = image.width(), image.height()
    edges = [image.pixelColor(x, y) for x in (2, wide - 3) for y in (2, high - 3)]
    return all(edge == QColor(REHEARSAL.field) for edge in edges) and _written(image, high // 60, high // 20)


def _written(image: QImage, top: int, bottom: int) -> bool:
    """Whether much of what lies between *top* and *bottom* is white on dark, in the middle."""
    third = range(image.width() // 3, 2 * image.width() // 3)
    lit = sum(image.pixelColor(x, y).lightness() > 200 for y in range(top, bottom) for x in third)
    return lit > 0.05 * len(third) * (bottom - top)


# ---- the strip ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_strip_is_on_every_page(window: RehearsalWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.show()
    bare = []

    for name, shown in PAGES.items():
        window.station.show_page(shown)
        if not strip_stands(picture(window)):
            bare.append(name)

    assert bare == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_build_without_the_strip_would_be_found_out(window: RehearsalWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.show()
    window.strip.hide()

    window.station.show_page(PAGES["one showing_acceptable"])

    assert not strip_stands(picture(window))


def test_the_strip_stands_over_the_last_resort_too(window: RehearsalWindow) -> None:
    window.resize(1366, 768)
    window.show()

    window.station.show_plain("Out of service.")

    assert strip_stands(picture(window))


@pytest.mark.parametrize("verdict", ["showing_acceptable", "showing_unacceptable"])
def test_a_verdict_has_its_own_colours_between_the_strips(window: RehearsalWindow, verdict: str) -> None:
    window.resize(1366, 768)
    window.show()
    shown = PAGES[f"one {verdict}"]

    window.station.show_page(shown)

    assert picture(window).pixelColor(1366 // 40, 384) == QColor(PALETTES[shown.tone].field)


def test_page_and_lesson_share_the_window_without_covering_each_other(window: RehearsalWindow) -> None:
    for wide, high in SIZES:
        window.resize(wide, high)
        window.show()
        strip, station, lesson = (part.geometry() for part in (window.strip, window.station, window.lesson))

        assert strip.bottom() + 1 == station.top()
        assert station.bottom() + 1 == lesson.top()
        assert (lesson.bottom() + 1, station.width()) == (high, wide)


# ---- the whole program -------------------------------------------------------------------------------------


@pytest.fixture
def exits(monkeypatch):
    """The codes with which the program was to end: leaving Qt's loop for good would keep the loops of all
    later tests from turning."""
    codes = []
    monkeypatch.setattr(QGuiApplication, "exit", staticmethod(lambda code=0: codes.append(code)))
    return codes


@pytest.fixture
def program(qtbot, tmp_path: Path, monkeypatch, exits):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the program puts its own there
    endings = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {ending: signal.getsignal(ending) for ending in endings}
    with rehearsal(tmp_path / "data", RehearsalWish(), tmp_path) as opened:
        made = RehearsalProgram(opened, windowed=True)
        qtbot.addWidget(made.window)
        made.start()
        yield made
        if not exits:
            made.run.end(0)
    for ending, handler in before.items():
        signal.signal(ending, handler)


def state_of(program: RehearsalProgram):
    return program.run.phase.station.state


def typed(program: RehearsalProgram, *keys: Qt.Key | str) -> None:
    for key in keys:
        if isinstance(key, str):
            QTest.keyClicks(program.station, key)
        else:
            QTest.keyClick(program.station, key)


def test_the_lesson_follows_a_play_and_goes_on_when_it_is_over(program: RehearsalProgram, qtbot) -> None:
    typed(program, "2table", KEY.Key_Space, "zzyzx", KEY.Key_Return)
    qtbot.waitUntil(lambda: state_of(program).armed, timeout=PATIENCE_MS)
    typed(program, KEY.Key_Tab)
    assert isinstance(state_of(program), Showing)
    assert program.station.page.number == "Rehearsal X-1"
    assert program.teaching.lesson.reached

    def over() -> bool:
        typed(program, KEY.Key_Return)
        return isinstance(state_of(program), Counting)

    qtbot.waitUntil(over, timeout=PATIENCE_MS)
    assert program.teaching.lesson.part is LessonPart.STANDS
    assert "TABLE" in program.window.lesson.accessibleName()


def test_the_lessons_keys_are_none_of_the_stations(program: RehearsalProgram, qtbot) -> None:
    typed(program, "1table", KEY.Key_Return)
    qtbot.waitUntil(lambda: state_of(program).armed, timeout=PATIENCE_MS)

    typed(program, KEY.Key_F9, KEY.Key_F9, KEY.Key_F8)

    assert program.teaching.lesson.part is LessonPart.STANDS
    assert isinstance(state_of(program), Checking)
    assert state_of(program).armed


def test_the_directors_chord_opens_nothing(program: RehearsalProgram) -> None:
    typed(program, "1")

    QTest.keyClick(program.station, KEY.Key_F12, Qt.KeyboardModifier.ControlModifier)

    assert isinstance(state_of(program), Entering)


@pytest.mark.parametrize("way", ["key", "close button"])
def test_anybody_may_leave_at_any_time(program: RehearsalProgram, qtbot, exits, way: str) -> None:
    typed(program, "1tab")

    if way == "key":
        typed(program, KEY.Key_F10)
    else:
        program.window.close()

    qtbot.waitUntil(lambda: bool(exits), timeout=PATIENCE_MS)
    assert exits == [0]


def test_a_fault_shows_no_verdict_and_can_be_left(program: RehearsalProgram, qtbot, exits) -> None:
    typed(program, "1table", KEY.Key_Return)

    program.run.fault(ZeroDivisionError, ZeroDivisionError("a word"), None)

    assert program.station.page.headline == "OUT OF SERVICE"
    assert strip_stands(picture(program.window))
    typed(program, KEY.Key_F10)
    qtbot.waitUntil(lambda: bool(exits), timeout=PATIENCE_MS)
