"""The window of practice: nothing cut off in any state, never the look of a ruling, keys and clicks."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QCloseEvent, QColor, QGuiApplication, QImage, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from kiosk.base.page import PartKind
from kiosk.kit.canvas import DARK_BLUE, LIGHT_AMBER, contrast
from kiosk.practice.kit import DARK, LIGHT, SMALL, PracticeCanvas
from kiosk.practice.pages import Light, RefusedView
from kiosk.practice.window import PracticeWindow, describe_change, draw_view
from tests.support import stage
from tests.support.drawing import faults, typeface
from tests.support.practice_window import LONG, ONE, VIEWS, drill, noted_view, picture_of

PATIENCE_MS = 60_000  # bounds a failure; a busy machine is not one
SCREENS = [(1024, 600), (1366, 768), (1920, 1080)]
LOOKS = {"light": LIGHT, "dark": DARK}
ON_TILES = {"2L", "3L", "2W", "3W", *map(str, range(11))}


@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("name", VIEWS)
def test_nothing_is_cut_off_or_over_something_else(name, screen):
    canvas = noted_view(VIEWS[name], *screen)

    assert faults(canvas.drawn, *screen) == []


@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("name", VIEWS)
def test_no_text_is_made_tiny_to_fit(name, screen):
    canvas = noted_view(VIEWS[name], *screen)

    floor = SMALL * canvas.unit * 0.72
    small = [one.text for one in canvas.drawn if one.pixels < floor and one.text not in ON_TILES]
    assert [text for text in small if len(text) > 1] == []  # letters of a board of fifteen columns may be


@pytest.mark.parametrize("name", VIEWS)
def test_every_page_says_practice_and_how_to_leave_it(name):
    canvas = noted_view(VIEWS[name], 1366, 768)

    assert canvas.drawn[0].text.startswith("PRACTICE")
    assert "ESC" in [key for _, key in canvas.hits]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", VIEWS)
def test_no_page_has_a_colour_of_a_verdict(name, look):
    image = picture_of(VIEWS[name], 683, 384, LOOKS[look])

    seen = {image.pixelColor(x, y).name() for x in range(0, 683, 5) for y in range(0, 384, 5)}
    assert seen.isdisjoint({QColor(DARK_BLUE.field).name(), QColor(LIGHT_AMBER.field).name()})


@pytest.mark.parametrize("look", LOOKS)
def test_a_phoney_and_a_good_play_are_explained_on_the_same_paper(look):
    field = QColor(LOOKS[look].palette.field)
    good, bad = (picture_of(VIEWS[name], 1366, 768, LOOKS[look]) for name in ("reveal_good", "reveal_bad"))

    assert [image.pixelColor(8, y) for image in (good, bad) for y in (100, 400, 690)] == [field] * 6


@pytest.mark.parametrize("look", LOOKS)
def test_text_stands_out_from_its_paper(look):
    colours = LOOKS[look]

    assert contrast(colours.palette.ink, colours.palette.field) >= 10
    assert contrast(colours.on_strip, colours.strip) >= 7
    assert contrast(colours.quiet, colours.palette.field) >= 7
    assert contrast(colours.on_mark, colours.mark) >= 7
    assert all(contrast(colours.quiet, square) >= 4.5 for square in colours.squares.values())


def test_before_the_answer_nothing_tells_what_a_word_is():
    for name in ("asking", "asking_five", "asking_long", "picking_two", "believing", "believing_picked"):
        texts = {one.text for one in noted_view(VIEWS[name], 1366, 768).drawn}

        assert texts.isdisjoint({"good", "phoney"}), name


def test_a_good_and_a_bad_play_of_the_same_tiles_are_drawn_alike_while_they_are_asked():
    asking = VIEWS["asking"].state
    bad = replace(ONE, words=tuple(replace(word, valid=False, base="CAT") for word in ONE.words))

    assert picture_of(drill(asking), 683, 384) == picture_of(drill(replace(asking, question=bad)), 683, 384)


def test_what_was_played_and_the_premiums_it_covers_are_told_from_what_stood_there():
    texts = [one.text for one in noted_view(VIEWS["asking_long"], 1366, 768).drawn]

    assert LONG.score == 130
    assert "3W" in texts


# ---- read aloud --------------------------------------------------------------------------------------------


def read_aloud(view):
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    canvas = PracticeCanvas(painter, QRectF(0, 0, 1366, 768), LIGHT, typeface())
    draw_view(canvas, view)
    painter.end()
    return canvas.spoken


def said_of(view, *kinds):
    return [part.said for part in read_aloud(view) if part.kind in kinds]


@pytest.mark.parametrize("name", VIEWS)
def test_every_page_is_read_aloud_from_its_heading_to_its_keys(name):
    said = read_aloud(VIEWS[name])

    assert said[0].kind is PartKind.HEADLINE
    assert said[0].said.startswith("PRACTICE · ")
    keys = said_of(VIEWS[name], PartKind.KEY)
    assert [key for key in keys if key.startswith("ESC: ")]


def test_words_are_spelled_and_keys_are_read_with_what_they_do():
    asking = VIEWS["asking_five"]

    assert said_of(asking, PartKind.WORD)[:2] == ["R A T E D", "R E"]
    assert {"A: accept", "C: challenge"} <= set(said_of(asking, PartKind.KEY))
    assert "Tiles played: R A T E D" in said_of(asking, PartKind.LINE)
    assert said_of(VIEWS["picking_two"], PartKind.WORD)[:2] == ["1: R A T E D, challenged", "2: R E"]
    assert "4: 75 % probably not" in said_of(VIEWS["believing"], PartKind.KEY)


def test_before_the_answer_nothing_is_read_aloud_of_what_a_word_is():
    asking = VIEWS["asking"].state
    bad = replace(ONE, words=tuple(replace(word, valid=False, base="CAT") for word in ONE.words))

    assert read_aloud(drill(asking)) == read_aloud(drill(replace(asking, question=bad)))


def test_after_the_answer_each_word_is_read_with_what_it_is():
    (word,) = said_of(VIEWS["reveal_good"], PartKind.WORD)

    assert word.startswith("R A T E D, good. a word that is explained")
    assert "−5 points" in said_of(VIEWS["reveal_good"], PartKind.LINE)


def test_pictures_are_read_as_numbers():
    lines = said_of(VIEWS["home"], PartKind.LINE) + said_of(VIEWS["scores"], PartKind.LINE)

    assert [line for line in lines if line.startswith("Due: 45 today, ")]
    assert [line for line in lines if line.startswith("Answers this week: Monday 15")]
    assert [line for line in lines if line.startswith("Good words: 422 held good, 118 doubted")]
    assert [line for line in lines if line.startswith("Plays that were not good: ")]


def test_a_new_page_is_announced_without_its_keys_and_of_the_same_page_what_changed():
    home, free = (read_aloud(VIEWS[name]) for name in ("home", "home_first_free"))

    assert describe_change([], home).startswith("PRACTICE · challenge or accept?. Practise. How")
    assert "ESC" not in describe_change([], home)
    assert describe_change(home, free).startswith("P: A failed challenge costs, First free, then the turn")
    assert describe_change(home, home) == ""


# ---- keys and clicks ---------------------------------------------------------------------------------------


@pytest.fixture
def window(qtbot):
    made = PracticeWindow(stage.FONTS)
    made.heard, made.left = [], []
    made.listen(made.heard.append, lambda: made.left.append(True))
    made.resize(1024, 600)
    yield made
    made.close()


def press(window, code, text="", mods=Qt.KeyboardModifier.NoModifier, auto=False):
    window.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, code, mods, text, auto))


def click(window, where, button=Qt.MouseButton.LeftButton):
    kind, none = QEvent.Type.MouseButtonPress, Qt.KeyboardModifier.NoModifier
    window.mousePressEvent(QMouseEvent(kind, where, QPointF(where), button, button, none))


def test_keys_come_through_by_their_names(window):
    for code, text in (
        (Qt.Key.Key_A, "a"),
        (Qt.Key.Key_C, "C"),
        (Qt.Key.Key_3, "3"),
        (Qt.Key.Key_Return, "\r"),
        (Qt.Key.Key_Enter, "\r"),
        (Qt.Key.Key_Backspace, "\b"),
        (Qt.Key.Key_Escape, "\x1b"),
    ):
        press(window, code, text)

    assert window.heard == ["A", "C", "3", "ENTER", "ENTER", "BACKSPACE", "ESC"]


def test_a_key_held_down_answers_once_and_chords_are_not_answers(window):
    press(window, Qt.Key.Key_A, "a", auto=True)
    press(window, Qt.Key.Key_A, "\x01", Qt.KeyboardModifier.ControlModifier)
    press(window, Qt.Key.Key_Shift, "", Qt.KeyboardModifier.ShiftModifier)

    assert window.heard == []


def test_what_is_copied_elsewhere_can_be_pasted(window):
    QGuiApplication.clipboard().setText("CAT\nDOG")

    press(window, Qt.Key.Key_V, "\x16", Qt.KeyboardModifier.ControlModifier)

    assert window.heard == ["PASTE"]
    assert window.pasted() == "CAT\nDOG"


@pytest.mark.parametrize("name", VIEWS)
def test_a_click_on_a_key_is_that_key(window, name):
    window.show_view(VIEWS[name])
    window.grab()

    for area, key in window.hits:
        window.heard.clear()
        click(window, area.center())

        assert window.heard == [key]


def test_a_click_beside_every_key_or_with_another_button_means_nothing(window):
    window.show_view(VIEWS["home"])
    window.grab()

    click(window, QPointF(2, 2))
    click(window, window.hits[0][0].center(), Qt.MouseButton.RightButton)

    assert window.heard == []


def test_assistive_tools_find_the_page_that_is_painted(window, qtbot):
    window.show_view(VIEWS["asking_five"])
    window.grab()

    def names():
        return [child.accessibleName() for child in window.findChildren(QWidget)]

    qtbot.waitUntil(lambda: "R A T E D" in names(), timeout=PATIENCE_MS)
    window.show_view(VIEWS["scores_none"])
    window.grab()
    qtbot.waitUntil(lambda: "PRACTICE · scores · 0 answers" in names(), timeout=PATIENCE_MS)
    assert "R A T E D" not in names()


def test_closing_the_window_leaves(window):
    window.closeEvent(QCloseEvent())

    assert window.left == [True]


def test_light_and_dark_are_as_the_player_wants_them(window):
    fields = []
    for light in (Light.LIGHT, Light.DARK):
        window.show_view(RefusedView("No.", light))
        fields.append(window.grab().toImage().pixelColor(4, 300).name().upper())

    assert fields == [LIGHT.palette.field, DARK.palette.field]


def test_the_list_is_read_only_after_something_is_on_the_screen(window):
    done = []
    window.when_painted(lambda: done.append(True))
    window.grab()
    assert done == []

    window.show_view(VIEWS["home_reading"])
    window.grab()
    window.grab()

    assert done == [True]
