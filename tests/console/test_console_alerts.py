"""The Alerts page, and what the Log page says of several logs: by keys; and what wakes a console."""

import os
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest

from kiosk.console.events import PageChosen, RulingSought, SourcesAsked
from kiosk.console.pages import NO_ALERT, AlertsPage
from kiosk.console.program import PipeWatch
from kiosk.console.values import AlertsFound, PageId
from tests.console.test_console import press, show, texts, window  # noqa: F401 - a fixture
from tests.support.console import ALERTS, EPOCH, STATES, STATION, on

KEY = Qt.Key
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints", extend=True)


def test_each_alert_has_its_count_its_meaning_and_what_the_rules_say(window):  # noqa: F811
    show(window, STATES["alerts"])
    view = window.pages[PageId.ALERTS]

    assert [view.names.item(one).text() for one in range(view.names.count())] == [
        "Part of rejected · 1",
        "Split lookup · 132",
        "Outside rounds · 1",
    ]
    assert ALERTS.alerts[0].meaning in texts(window)
    assert "No clause calls this an offence" in texts(window)
    press(window, KEY.Key_Down)
    assert "III.D.2" in texts(window)
    assert "The newest 12 are listed" in texts(window)


def test_by_keys_from_an_alert_to_its_ruling_or_the_earlier_one_and_back(window):  # noqa: F811
    show(window, STATES["alerts"])
    view = window.pages[PageId.ALERTS]
    assert view.names.hasFocus()

    press(window, KEY.Key_Return)
    assert view.rows.hasFocus()
    press(window, KEY.Key_Return, KEY.Key_Down, KEY.Key_Return)
    assert window.events == [RulingSought("B-118", STATION, EPOCH), RulingSought("B-112", STATION, EPOCH)]
    press(window, KEY.Key_Escape)

    assert view.names.hasFocus()


def test_whoever_looks_at_an_alert_goes_on_looking_at_it_when_the_counts_change(window):  # noqa: F811
    show(window, STATES["alerts"])
    view = window.pages[PageId.ALERTS]
    press(window, KEY.Key_Down, KEY.Key_Return, KEY.Key_Down, KEY.Key_Down)
    at = view.rows.currentItem().text()

    fewer = AlertsFound((replace(ALERTS.alerts[1], count=133), ALERTS.alerts[2]))
    show(window, on(PageId.ALERTS, alerts=AlertsPage(fewer)))

    assert view.chosen().alert == "split_lookup"
    assert view.rows.currentItem().text() == at
    assert view.rows.hasFocus()


def test_where_there_is_no_alert_the_page_says_so_and_enter_does_nothing(window):  # noqa: F811
    show(window, STATES["alerts_none"])

    press(window, KEY.Key_Return)

    assert NO_ALERT in texts(window)
    assert window.events == []


@pytest.mark.parametrize("later", ["alerts_none", "alerts_failed", "alerts_unread"])
def test_when_the_last_alert_goes_enter_presses_no_button(window, later):  # noqa: F811
    show(window, STATES["alerts"])
    show(window, STATES[later])

    press(window, KEY.Key_Return)

    assert window.events == []


def test_while_a_log_is_read_the_pages_say_how_far_it_is(window):  # noqa: F811
    said = "Reading the log: 41,500 of 100,000 records"

    show(window, STATES["now_reading"])
    assert window.pages[PageId.NOW].last.accessibleName() == said
    show(window, STATES["log_reading"])
    assert said in texts(window)
    show(window, STATES["alerts_reading"])
    assert said in texts(window)


def test_what_was_opened_stands_above_the_list_and_a_key_says_more(window):  # noqa: F811
    show(window, STATES["log"])
    assert "logs shown" not in texts(window)

    show(window, STATES["log_several"])
    press(window, KEY.Key_W)
    assert "2 logs shown: B, C · 1 copy · 1 FORK" in texts(window)
    assert window.events == [SourcesAsked()]
    show(window, STATES["panel_sources"])

    assert "this folder's log alone" in texts(window)


def test_the_alerts_have_the_key_after_the_log(window):  # noqa: F811
    show(window, STATES["log"])

    press(window, KEY.Key_3)

    assert window.events == [PageChosen(PageId.ALERTS)]


# --- what wakes a console -----------------------------------------------------------------------------------


@pytest.mark.parametrize("by_time", [False, True])
def test_whoever_listens_hears_when_there_is_something_and_not_after_that(qtbot, by_time):
    reading, writing = os.pipe()
    heard, parent = [], QObject()
    listening = PipeWatch(parent, lambda: heard.append(os.read(reading, 9)), by_time=by_time)
    os.write(writing, b"x")

    listening.watch((reading,), True)
    qtbot.waitUntil(lambda: heard == [b"x"], timeout=60_000)  # bounds a failure
    listening.watch((), False)
    os.write(writing, b"y")
    QTest.qWait(60)

    assert heard == [b"x"]
    os.close(reading)
    os.close(writing)
