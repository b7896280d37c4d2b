"""The log alone says which event is open, which set-up stands and which passcodes were set."""

from kiosk.base.canonical import canonical
from kiosk.base.schedule import RoundCall
from kiosk.log.chain import Record
from kiosk.log.history import History, OpenEvent, history
from kiosk.log.kinds import Kind
from tests.support.bodies import plain

AT = "2026-05-01T09:00:00.000Z"
OPENED = (Kind.EVENT_OPENED, {"event": "open-2026", "name": "The Open"})
CLOSED = (Kind.EVENT_CLOSED, {"event": "open-2026"})
NIGHT = (Kind.NIGHT_CLOSED, {"event": "open-2026"})
SETTINGS = (Kind.SET_UP, {"digest": "d1"})
PASSCODE = (Kind.PASSCODE_SET, {"role": "director"})
GONE = (Kind.ACCESS_MISSING, {})


def log(*entries):
    return [
        Record(seq, AT, kind, canonical({**plain(kind), **data}), "", "")
        for seq, (kind, data) in enumerate(entries, start=1)
    ]


def test_an_empty_log_has_no_history():
    assert history([]) == History()


def test_an_event_is_open_from_its_opening_on():
    assert history(log(SETTINGS, OPENED)).event == OpenEvent("open-2026", "The Open", 2, AT)


def test_an_event_outlives_the_night():
    assert history(log(OPENED, NIGHT)).event is not None


def test_a_closed_event_is_not_open():
    assert history(log(OPENED, CLOSED)).event is None


def test_an_event_opened_after_another_was_closed_is_the_open_one():
    second = (Kind.EVENT_OPENED, {"event": "second", "name": "Second"})

    assert history(log(OPENED, CLOSED, second)).event == OpenEvent("second", "Second", 3, AT)


def test_the_directors_last_word_on_rounds_is_known_in_local_time():
    started = (Kind.ROUND_STARTED, {"round": 4, "clock": {"offset_min": 120}})
    ended = (Kind.ROUND_ENDED, {"round": 4, "clock": {"offset_min": 120}})

    running, over = history(log(OPENED, started)).event, history(log(OPENED, started, ended)).event

    assert running is not None
    assert over is not None
    assert running.called == RoundCall(4, "2026-05-01T11:00:00", started=True)
    assert over.called == RoundCall(4, "2026-05-01T11:00:00", started=False)


def test_a_word_on_rounds_counts_only_for_the_event_it_was_given_in():
    started = (Kind.ROUND_STARTED, {"round": 4})
    again = history(log(OPENED, started, CLOSED, OPENED)).event

    assert history(log(started)) == History()
    assert again is not None
    assert again.called is None


def test_a_word_on_rounds_that_names_none_says_nothing():
    event = history(log(OPENED, (Kind.ROUND_STARTED, {"round": "four"}))).event

    assert event is not None
    assert event.called is None


def test_the_last_set_up_is_the_last_that_wrote_settings():
    later = (Kind.SET_UP, {"digest": "d2"})

    setup = history(log(SETTINGS, later, PASSCODE)).setup

    assert setup is not None
    assert setup.digest == "d2"


def test_no_set_up_was_ever_written():
    assert history(log(PASSCODE)).setup is None


def test_a_passcode_once_set_stays_known():
    assert history(log(PASSCODE, SETTINGS)).passcodes
    assert not history(log(SETTINGS)).passcodes


def test_the_loss_of_the_passcode_file_is_known_until_a_new_one_is_set():
    assert history(log(PASSCODE, GONE)).access_missed
    assert not history(log(PASSCODE, GONE, PASSCODE)).access_missed


def test_other_notes_mean_nothing_here():
    assert history(log((Kind.NOTE, {"text": "remark"}), (Kind.NOTE, {}))) == History()
