"""The console's window: every state is drawn, every control is reached by keys, and what its user does is
reported; it decides nothing."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget

from kiosk.console import kit
from kiosk.console.events import (
    ActChosen,
    BackPressed,
    Chip,
    ChipRemoved,
    CloseAsked,
    Confirmed,
    ExportAsked,
    FacetChosen,
    KindsSwitched,
    LimitGiven,
    MinuteChosen,
    PageChosen,
    PasscodeTyped,
    RowsSeen,
    SearchGiven,
    TextGiven,
    VerifyAsked,
    VerifyStopped,
)
from kiosk.console.filters_kit import ChipButton
from kiosk.console.head_kit import CodePicture, modules
from kiosk.console.kit import CapButton, ConsoleLook
from kiosk.console.pages import LogPage
from kiosk.console.rows_kit import Col, cell_text, notes
from kiosk.console.values import Act, Facet, PageId, RowsFound, VerifyFound
from kiosk.console.window import HELD, IN_USE, PAGES, ConsoleWindow
from kiosk.kit.canvas import DARK_BLUE, LIGHT_AMBER, contrast
from kiosk.shipped import resources
from tests.support import console
from tests.support.console import LOG, PLAIN, STATES, found, on, row

KEY = Qt.Key
# What Qt's off-screen plug-in says of any window with a frame.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints", extend=True)
SIZES = {"1024x600": (1024, 600), "1366x768": (1366, 768), "1920x1080": (1920, 1080)}


@pytest.fixture
def window(qtbot):
    made = ConsoleWindow(ConsoleLook(resources() / "fonts"))
    made.events = []
    made.listen(made.events.append)
    made.resize(1366, 768)
    made.show()

    def let_go(widget):
        widget.may_close = True

    qtbot.addWidget(made, before_close_func=let_go)
    QTest.qWaitForWindowExposed(made, 60_000)
    made.activateWindow()
    return made


def show(window, state, now_ms=0):
    window.show_state(state, now_ms)
    QTest.qWait(1)  # lines that are new come on show when Qt has time
    window.events.clear()
    return window


def press(window, *keys, modifier=Qt.KeyboardModifier.NoModifier):
    for key in keys:
        QTest.keyClick(window.focusWidget() or window, key, modifier)


def type_into(window, text):
    QTest.keyClicks(window.focusWidget(), text)


def texts(window):
    return "\n".join(one.text() for one in window.findChildren(QLabel) if one.isVisible())


# --- every state is drawn -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", STATES)
def test_every_state_is_drawn_and_nothing_is_cut_off(window, name, size):
    window.resize(*SIZES[size])
    show(window, STATES[name])

    picture = window.grab().toImage()

    colours = {picture.pixelColor(x, y).name() for x in range(0, 1000, 7) for y in range(0, 590, 7)}
    assert {kit.FIELD.lower(), kit.INK.lower()} <= colours
    assert cut_off(window) == []


def cut_off(window) -> list[str]:
    """The controls and lines that reach out of the window or of their own room."""
    found = []
    for one in (*window.findChildren(CapButton), *window.findChildren(QLabel)):
        if not one.isVisible() or _in_scroll_area(one):
            continue
        corner = one.mapTo(window, one.rect().bottomRight())
        whole = isinstance(one, CapButton) or not one.wordWrap()
        needs = one.sizeHint().width() if whole else 0
        if corner.x() > window.width() or corner.y() > window.height() or one.width() < needs:
            found.append(one.text())
    return found


def _in_scroll_area(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None and parent.objectName() != "qt_scrollarea_viewport":
        parent = parent.parentWidget()
    return parent is not None


def test_a_control_that_is_cut_off_would_be_found(window):
    show(window, PLAIN)
    window.pages[PageId.NOW].buttons[0].setFixedWidth(10)

    assert cut_off(window) != []


def test_every_page_of_the_machine_has_its_view():
    assert set(PAGES) == set(PageId)


def test_ink_keeps_its_contrast_and_verdict_colours_fill_nothing_but_marks():
    assert contrast(kit.INK, kit.FIELD) >= 10
    assert contrast(kit.QUIET, kit.FIELD) >= 10
    assert contrast(kit.ON_STRIP, kit.STRIP) >= 10
    sheet = ConsoleLook(resources() / "fonts").sheet()
    assert not any(colour.lower() in sheet.lower() for colour in (DARK_BLUE.field, LIGHT_AMBER.field))


def test_text_from_a_log_is_never_taken_for_markup(window):
    status = replace(console.STATUS, lines=(("Event", "<b>bold</b>"),), event="<i>x</i>")
    show(window, replace(PLAIN, status=status))

    assert "<b>bold</b>" in texts(window)
    assert all(one.textFormat() is Qt.TextFormat.PlainText for one in window.findChildren(QLabel))


# --- the frame ----------------------------------------------------------------------------------------------


def test_pages_are_chosen_by_their_number_and_by_the_mouse(window):
    show(window, PLAIN)

    press(window, KEY.Key_2)
    press(window, KEY.Key_4, modifier=Qt.KeyboardModifier.AltModifier)
    QTest.mouseClick(window.tabs[PageId.LOG], Qt.MouseButton.LeftButton)

    assert window.events == [PageChosen(PageId.LOG), PageChosen(PageId.INTEGRITY), PageChosen(PageId.LOG)]


def test_the_frame_says_whose_the_station_is_and_who_holds_the_log(window):
    show(window, STATES["now_in_station"])
    assert window.whose.text() == IN_USE

    show(window, STATES["now_held"])
    assert window.whose.text() == HELD

    show(window, PLAIN)
    assert not window.whose.isVisible()


@pytest.mark.parametrize("page", list(PageId))
def test_a_log_that_does_not_hold_is_told_on_a_strip_above_every_page(window, page):
    doubt = "The log does not hold. Record 12 is missing: record 14 stands in its place. " * 2
    state = on(page)

    show(window, replace(state, status=replace(state.status, doubt=doubt, head=None)))

    assert (window.doubt.isVisible(), window.doubt.text()) == (True, doubt)
    assert window.doubt.height() >= window.doubt.heightForWidth(window.doubt.width())
    assert window.doubt.visibleRegion().boundingRect().height() == window.doubt.height()

    show(window, state)
    assert not window.doubt.isVisible()


def test_the_desktops_cross_asks_and_closes_nothing_by_itself(window):
    show(window, PLAIN)

    window.close()

    assert window.isVisible()
    assert window.events == [CloseAsked()]


def test_every_control_is_reached_by_the_tab_key(window):
    for name in ("now", "log_narrowed", "integrity", "panel_export"):
        show(window, STATES[name])
        wanted = {
            one
            for one in (*window.findChildren(CapButton), *window.findChildren(ChipButton))
            if one.isVisible()
        }
        met = set()
        for _ in range(80):
            press(window, KEY.Key_Tab)
            met.add(window.focusWidget())

        assert wanted <= met, name


# --- now ----------------------------------------------------------------------------------------------------


def test_each_action_has_its_key_and_those_that_do_not_apply_have_no_button(window):
    show(window, STATES["now_in_station"])
    view = window.pages[PageId.NOW]

    press(window, KEY.Key_C, KEY.Key_R, KEY.Key_E, KEY.Key_T, KEY.Key_D, KEY.Key_K, KEY.Key_Escape)

    acts = [Act.CLOSE_EVENT, Act.START_ROUND, Act.END_ROUND, Act.TONIGHT, Act.DOCTOR, Act.LEAVE_KIOSK]
    assert window.events == [*(ActChosen(act) for act in acts), BackPressed()]
    assert [one.cap for one in view.buttons] == ["C", "R", "E", "T", "N", "D", "K", "ESC"]


def test_a_button_is_pressed_by_enter_and_by_the_mouse(window):
    show(window, PLAIN)
    view = window.pages[PageId.NOW]
    press(window, KEY.Key_Return)
    assert window.events == [], "ENTER pressed once too often changes nothing"

    view.buttons[0].setFocus()
    press(window, KEY.Key_Return)
    QTest.mouseClick(view.buttons[1], Qt.MouseButton.LeftButton)

    assert window.events == [ActChosen(Act.CLOSE_EVENT), ActChosen(Act.START_ROUND)]


def test_the_last_rulings_the_standing_and_what_is_wrong_are_on_the_page(window):
    show(window, STATES["now_wrong"])
    view = window.pages[PageId.NOW]

    assert "B-120" in view.last.accessibleName()
    assert view.facts.shown == console.STATUS.lines
    assert view.wrongs.shown == console.WRONG.wrong


# --- the log ------------------------------------------------------------------------------------------------


def test_the_list_asks_only_for_what_it_shows(window):
    state = on(PageId.LOG, log=replace(LOG, total=100_000, windows=(found(100_000),)))
    window.show_state(state, 0)
    view = window.pages[PageId.LOG]
    assert view.model.rowCount() == 100_000
    window.events.clear()

    view.table.verticalScrollBar().setValue(50_000)

    seen = window.events[-1]
    assert isinstance(seen, RowsSeen)
    assert (seen.first, 10 < seen.last - seen.first < 60) == (50_000, True)


def test_rows_that_come_on_top_do_not_move_the_list_under_its_reader(window):
    before = on(PageId.LOG, log=replace(LOG, total=300, windows=(found(300), found(300, 100))))
    after = on(PageId.LOG, log=replace(LOG, total=302, windows=(found(302), found(302, 100)), newest=700))
    show(window, before)
    view = window.pages[PageId.LOG]
    view.table.verticalScrollBar().setValue(110)
    view.table.setCurrentIndex(view.model.index(115, 0))
    was = view.model.row(115)

    window.show_state(after, 0)

    assert view.table.verticalScrollBar().value() == 112
    assert view.model.row(view.chosen_place()) == was


def test_a_reader_at_the_top_sees_what_is_new(window):
    show(window, on(PageId.LOG, log=replace(LOG, total=300, windows=(found(300),))))

    window.show_state(on(PageId.LOG, log=replace(LOG, total=302, windows=(found(302),))), 0)

    view = window.pages[PageId.LOG]
    assert view.table.verticalScrollBar().value() == 0
    assert view.model.row(0).number == "B-302"


def test_a_row_whose_hash_does_not_fit_is_marked(window):
    show(window, STATES["log_changed"])
    view = window.pages[PageId.LOG]

    cells = [view.model.index(place, Col.NOTES).data() for place in range(3)]
    picture = view.table.viewport().grab().toImage()
    high = view.table.rowHeight(0)

    assert [cell.partition(",")[0] for cell in cells] == ["", "CHANGED", "NOT UNDERSTOOD"]
    assert picture.pixelColor(3, high + high // 2).name() == kit.STRIP.lower()
    assert picture.pixelColor(3, high // 2).name() == kit.FIELD.lower()


def test_search_filters_and_histogram_are_a_key_away(window):
    show(window, STATES["log"])
    view = window.pages[PageId.LOG]

    press(window, KEY.Key_Slash)
    assert view.search.hasFocus()
    type_into(window, "b-147")
    press(window, KEY.Key_Return)
    assert view.table.hasFocus()

    press(window, KEY.Key_F)
    assert view.facets.hasFocus()
    press(window, KEY.Key_Down, KEY.Key_Return)

    press(window, KEY.Key_G)
    press(window, KEY.Key_Left, KEY.Key_Return, KEY.Key_S, KEY.Key_U)

    last = view.timeline.laid[-1]
    assert window.events == [
        SearchGiven("b-147"),
        FacetChosen(Facet.ROUND, "2"),
        MinuteChosen(last.last),
        LimitGiven(last.first, until=False),
        LimitGiven(last.last, until=True),
    ]


def test_every_filter_is_a_chip_that_goes_by_mouse_or_key(window):
    show(window, STATES["log_narrowed"])
    chips = window.findChildren(ChipButton)

    QTest.mouseClick(chips[0], Qt.MouseButton.LeftButton)
    chips[1].setFocus()
    press(window, KEY.Key_Return)
    window.pages[PageId.LOG].table.setFocus()
    press(window, KEY.Key_Backspace)

    assert [one.text() for one in chips] == [
        "Word *ZY",
        "Verdict unacceptable",
        "Round 3",
        "From 2026-05-02 11:00",
    ]
    assert window.events == [ChipRemoved(Chip.WORD), ChipRemoved(Facet.VERDICT), ChipRemoved(Chip.SINCE)]


def test_letters_typed_into_the_search_are_no_commands_and_esc_leads_back_to_the_list(window):
    show(window, STATES["log"])
    view = window.pages[PageId.LOG]

    press(window, KEY.Key_Slash)
    type_into(window, "xflag2")
    press(window, KEY.Key_Escape)

    assert view.table.hasFocus()
    assert window.events == []
    press(window, KEY.Key_X, KEY.Key_A, KEY.Key_Escape)
    assert window.events == [ExportAsked(), KindsSwitched(), BackPressed()]


def test_the_list_goes_where_the_histogram_was_clicked(window):
    show(window, STATES["log"])
    view = window.pages[PageId.LOG]

    window.show_state(on(PageId.LOG, log=replace(LOG, jump=(1, 70))), 0)

    assert view.chosen_place() == 70
    assert view.table.verticalScrollBar().value() == 70


def test_while_counts_are_unknown_none_are_shown(window):
    show(window, STATES["log"])
    view = window.pages[PageId.LOG]

    show(window, on(PageId.LOG, log=LogPage(replace(LOG.narrowing, word="CAT"))))

    counts = [view.facets.item(place).data(Qt.ItemDataRole.UserRole) for place in range(view.facets.count())]
    assert {one.count for one in counts if one is not None} == {-1}
    assert view.model.rowCount() == 0
    assert view.count.text() == view.table.said == "Reading the log…"


def test_a_row_says_what_it_is():
    other = row(1, kind="violation", verdict="", number="", words=(), what="focus lost", alerts=())

    assert cell_text(other, Col.VERDICT) == "violation"
    assert cell_text(other, Col.NUMBER) == "12"
    assert cell_text(other, Col.WORDS) == "focus lost"
    assert notes(row(2, operator="J1", decided=True, flags=("casual",))) == "decided, casual, by J1"


# --- integrity ----------------------------------------------------------------------------------------------


def test_the_head_is_there_as_text_and_as_a_code_for_phones(window):
    show(window, STATES["integrity"])
    view = window.pages[PageId.INTEGRITY]

    assert "60c4-8c6b-5d53-88a3" in view.plate.accessibleName()
    assert view.code.text == f"KIOSK B 1234 {console.HEAD.hash}"


def test_the_picture_of_a_code_shows_its_squares_with_light_around_them(qtbot):
    shown = CodePicture()
    qtbot.addWidget(shown)
    shown.resize(400, 400)
    shown.show_text("KIOSK B 1234 abcd")
    rows = modules("KIOSK B 1234 abcd")
    side, picture = 400 // len(rows), shown.grab().toImage()
    start = (400 - side * len(rows)) // 2

    seen = [
        [
            picture.pixelColor(start + x * side + side // 2, start + y * side + side // 2).lightness() < 128
            for x in range(len(rows))
        ]
        for y in range(len(rows))
    ]

    assert [list(one) for one in rows] == seen
    assert not any(rows[0])


def test_verifying_comparing_and_stopping_are_reported(window):
    show(window, STATES["integrity"])

    press(window, KEY.Key_V, KEY.Key_N)
    type_into(window, "60c4-8c6b-5d53-88a3")
    press(window, KEY.Key_Tab)
    type_into(window, "1234")
    press(window, KEY.Key_Return, KEY.Key_Escape)
    show_running = [*window.events]
    show(window, STATES["integrity_running"])
    press(window, KEY.Key_S)

    assert show_running == [VerifyAsked(), VerifyAsked("60c4-8c6b-5d53-88a3", "1234")]
    assert window.events == [VerifyStopped()]
    assert window.pages[PageId.INTEGRITY].bar.value() == 41_500


def test_the_first_bad_record_is_named(window):
    show(window, STATES["integrity_broken"])

    assert "The log does NOT hold at record 812." in texts(window)


def test_a_head_that_was_noted_wrongly_is_not_called_a_log_that_does_not_hold(window):
    state = STATES["integrity_broken"]
    chains = tuple(replace(one, unlike_note=True) for one in state.integrity.found.chains)

    show(window, replace(state, integrity=replace(state.integrity, found=VerifyFound(chains))))

    shown = texts(window)
    assert "Not as noted" in shown
    assert "NOT hold" not in shown
    assert "First bad record" not in shown


# --- panels and the door ------------------------------------------------------------------------------------


def test_what_is_odd_is_not_confirmed_by_a_key_pressed_too_soon(window):
    show(window, STATES["panel_open_event"])

    press(window, KEY.Key_Return)

    assert window.events == [BackPressed()]
    press(window, KEY.Key_Y)
    assert window.events[-1] == Confirmed()


def test_the_key_for_what_is_odd_confirms_nothing_else(window):
    show(window, STATES["panel_told"])

    press(window, KEY.Key_Y)

    assert window.events == []


def test_a_panel_hides_the_page_and_its_keys(window):
    show(window, STATES["panel_told"])

    press(window, KEY.Key_T, KEY.Key_O, KEY.Key_Return)

    assert window.events == [Confirmed()]
    assert not window.pages[PageId.NOW].isVisible()


def test_what_is_typed_or_chosen_in_a_panel_is_given(window):
    show(window, STATES["panel_export"])
    panel = window.panel

    QTest.mouseClick(
        panel.offered.viewport(),
        Qt.MouseButton.LeftButton,
        pos=panel.offered.visualItemRect(panel.offered.item(1)).center(),
    )
    press(window, KEY.Key_Return)

    assert window.events == [TextGiven("/home/director/B-rulings.csv")]


def test_the_same_panel_shown_again_keeps_what_was_typed(window):
    show(window, STATES["panel_round"])
    type_into(window, "12")

    show(window, STATES["panel_round"])
    press(window, KEY.Key_Return)

    assert window.events == [TextGiven("12")]


def test_a_passcode_is_typed_unseen_and_kept_by_nothing(window):
    show(window, STATES["door"])

    type_into(window, "open sesame")
    shown = window.door.field.displayText()
    press(window, KEY.Key_Return)

    assert "open sesame" not in shown
    assert window.door.field.text() == ""
    assert window.events == [PasscodeTyped("open sesame")]


def test_a_wait_is_counted_and_takes_nothing(window):
    window.show_state(STATES["door_wait"], 7_500)

    type_into(window, "open sesame")

    assert "Wait 8 s" in texts(window)
    assert window.door.field.text() == ""


def test_a_list_that_shrinks_is_shown_anew(window):
    show(window, on(PageId.LOG, log=replace(LOG, total=300, windows=(found(300),))))

    window.show_state(
        on(PageId.LOG, log=replace(LOG, total=5, windows=(RowsFound(5, 0, console.rows(5), 9),))), 0
    )

    assert window.pages[PageId.LOG].model.rowCount() == 5


def test_no_dialog_of_the_system_is_used_anywhere_in_the_console():
    sources = sorted(Path(__file__).parents[2].joinpath("kiosk", "console").rglob("*.py"))

    assert len(sources) > 10
    assert [
        path.name
        for path in sources
        if any(name in path.read_text() for name in ("QMessageBox", "Dialog", "QMenu"))
    ] == []


@pytest.mark.parametrize(
    "name", ["door", "log", "integrity", "panel_round", "deciding_choose", "panel_export"]
)
def test_no_field_opens_a_menu_of_its_own(window, name):
    show(window, STATES[name])

    fields = [one for one in window.findChildren(QLineEdit) if one.isVisible()]
    for one in fields:
        here = QPoint(3, 3)
        asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, here, one.mapToGlobal(here))
        QApplication.sendEvent(one, asked)

    assert fields
    assert QApplication.activePopupWidget() is None
