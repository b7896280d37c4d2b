"""The wizard's window and pages: nothing cut off, keys, clicks and pastes come through, secrets are dots."""

import pytest
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication, QImage, QKeyEvent, QMouseEvent, QPainter

from kiosk.base.page import Tone, parts, spell_page
from kiosk.kit.accessible import SpokenPart
from kiosk.station.events import EnterPressed, EscapePressed, Typed
from kiosk.station.paint import Look
from kiosk.wizard.events import LeaveWanted, OptionClicked, Pasted
from kiosk.wizard.pages import WizardBody
from kiosk.wizard.window import WizardWindow, draw_wizard, draw_wizard_on
from tests.support.drawing import RecordingCanvas, faults, typeface
from tests.support.wizard import wizard_pages

SCREENS = [(1024, 600), (1366, 768), (1920, 1080), (1280, 1024), (1080, 1920)]
PAGES = wizard_pages()


def noted(shown, width, height):
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    canvas = RecordingCanvas(painter, QRectF(0, 0, width, height), shown.page, Look(typeface()))
    try:
        draw_wizard_on(canvas, shown)
    finally:
        painter.end()
    return canvas.drawn


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_nothing_is_cut_off_or_over_something_else(screen):
    wrong = {
        f"{name}: {fault}" for name, page in PAGES.items() for fault in faults(noted(page, *screen), *screen)
    }

    assert not wrong, "\n".join(sorted(wrong)[:20])


@pytest.mark.parametrize("name", PAGES)
def test_all_that_is_read_aloud_is_drawn(name):
    page = PAGES[name]
    drawn = " ".join(one.text for one in noted(page, 1366, 768))
    wanted = [page.page.headline, page.page.notice, *(one.text for one in page.options), *page.page.place]

    assert [word for text in wanted for word in text.split() if word not in drawn] == []


def test_every_page_says_how_to_leave_and_stands_on_paper():
    assert all("F10: leave" in spell_page(page.page) for page in PAGES.values())
    assert all(page.page.tone is Tone.PLAIN for page in PAGES.values())


def test_what_is_typed_unseen_is_dots():
    secret = [page for page in PAGES.values() if page.secret]

    assert len(secret) > 3
    assert all("secret" not in spell_page(page.page) for page in secret)
    assert {page.page.typed for page in secret} == {""}


@pytest.fixture
def window(qtbot):
    made = WizardWindow(Look(typeface()), windowed=True)
    qtbot.addWidget(made)
    made.resize(1024, 600)
    heard = []
    made.listen(heard.append)
    made.heard = heard
    yield made
    made.may_close = True


def press(window, key, text="", modifiers=Qt.KeyboardModifier.NoModifier):
    window.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, key, modifiers, text))
    window.keyReleaseEvent(QKeyEvent(QEvent.Type.KeyRelease, key, modifiers, text))


def test_keys_come_through_and_f10_is_the_way_out(window):
    press(window, Qt.Key.Key_A, "a")
    press(window, Qt.Key.Key_Return, "\r")
    press(window, Qt.Key.Key_Escape, "\x1b")
    press(window, Qt.Key.Key_F10)
    press(window, Qt.Key.Key_F5)

    assert window.heard == [Typed("a"), EnterPressed(), EscapePressed(), LeaveWanted()]


def test_a_paste_comes_in_one_piece(window):
    QGuiApplication.clipboard().setText("/media/stick/words.txt")

    press(window, Qt.Key.Key_V, "\x16", Qt.KeyboardModifier.ControlModifier)

    assert window.heard == [Pasted("/media/stick/words.txt")]


def click(window, at):
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.mousePressEvent(QMouseEvent(QEvent.Type.MouseButtonPress, at, at, button, button, none))


def test_a_click_takes_the_option_under_it_and_elsewhere_nothing(window):
    page = PAGES["wizard_choice_rules"]
    window.show_page(page)
    window.grab()
    image = QImage(1024, 600, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    targets = draw_wizard(painter, QRectF(0, 0, 1024, 600), page, Look(typeface()))
    painter.end()

    click(window, targets[2].area.center())
    click(window, QPointF(3, 3))

    assert window.heard == [OptionClicked(2)]
    assert len(targets) == len(page.options)


def test_closing_the_window_is_the_wish_to_leave(window):
    request = QCloseEvent()

    window.closeEvent(request)

    assert not request.isAccepted()
    assert window.heard == [LeaveWanted()]


def test_assistive_tools_find_each_part_of_the_page(window, qtbot):
    page = PAGES["wizard_choice_rules"]
    window.show_page(page)
    qtbot.waitUntil(
        lambda: any(part.accessibleName() for part in window.findChildren(SpokenPart)), timeout=60_000
    )

    said = {part.accessibleName() for part in window.findChildren(SpokenPart)}

    assert {part.said for part in parts(page.page)} <= said
    assert window.windowTitle().endswith(page.page.headline)


def test_the_last_resort_says_so_and_any_key_leaves(window):
    window.show_plain("The program met a fault.")
    window.show_page(PAGES["wizard_done"])
    press(window, Qt.Key.Key_A, "a")

    assert window.page is None
    assert window.accessibleName() == "The program met a fault."
    assert window.heard == [LeaveWanted()]


def test_a_ruler_has_centimetres_and_says_how_high_capitals_are():
    page = PAGES["wizard_field_text_size"]
    texts = [one.text.strip() for one in noted(page, 1366, 768)]

    assert page.body is WizardBody.RULER
    assert {"1 cm", "QUIZ"} <= set(texts)
    assert any(text.startswith("Capitals are ") for text in texts)
