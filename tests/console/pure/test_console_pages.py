"""The console's log and integrity pages: what they ask for, and that nothing stands on them for another
filter or another head than theirs."""

from dataclasses import replace

import pytest

from kiosk.console import wording
from kiosk.console.events import (
    Answered,
    AskLog,
    CarryOut,
    ExportAsked,
    FacetChosen,
    HeadsListed,
    MinuteChosen,
    Peeked,
    Progressed,
    RowsSeen,
    SearchGiven,
    TextGiven,
    VerifyAsked,
    VerifyStopped,
    Withdraw,
)
from kiosk.console.machine import step
from kiosk.console.narrowing import NOT_FOUND
from kiosk.console.orders import ExportRows
from kiosk.console.pages import KEPT, WINDOW
from kiosk.console.states import ConsoleSetting
from kiosk.console.values import (
    Facet,
    FacetsWanted,
    Narrowing,
    PageId,
    PlaceFound,
    PlaceWanted,
    ReadingFailed,
    RowsFound,
    RowsWanted,
    TimelineWanted,
    VerifyFound,
    VerifyWanted,
    Where,
)
from tests.support import console
from tests.support.console import CHAIN, GIVEN, LOG, PLAIN, STATUS, found

GUARDED = ConsoleSetting(Where.ALONE, guarded=True)
NO_EVENT = replace(STATUS, event="", round=None, next_round=None)


def after(state, *events, now_ms=0):
    """The state and the effects of the last of *events*."""
    effects = ()
    for event in events:
        state, effects = step(state, event, now_ms)
    return state, effects


def asked(effects):
    return [effect.question for effect in effects if isinstance(effect, AskLog)]


# --- the log ------------------------------------------------------------------------------------------------

ON_LOG = replace(PLAIN, shown=PageId.LOG, log=LOG)


def test_a_new_filter_takes_every_answer_off_the_page_and_withdraws_every_question():
    waiting, _ = after(ON_LOG, Peeked(1240, held=False))

    state, effects = after(waiting, FacetChosen(Facet.ROUND, "3"))

    page = state.log
    assert (page.total, page.windows, page.facets, page.timeline) == (None, (), None, None)
    assert {one.question for one in effects if isinstance(one, Withdraw)} == set(waiting.log.pending)
    assert {one.narrowing for one in asked(effects)} == {Narrowing(((Facet.ROUND, "3"),))}


def test_an_answer_for_another_filter_is_not_shown():
    state, _ = after(ON_LOG, FacetChosen(Facet.ROUND, "3"))

    for late in (RowsWanted(Narrowing(), 0, WINDOW), FacetsWanted(Narrowing()), TimelineWanted(Narrowing())):
        assert after(state, Answered(late, found(9))) == (state, ())


def test_what_is_looked_at_is_asked_for_and_what_is_out_of_sight_is_not():
    page = replace(LOG, total=100_000)
    state, effects = after(replace(ON_LOG, log=page), RowsSeen(5_000, 5_040))
    assert asked(effects) == [RowsWanted(Narrowing(), 5_000, WINDOW)]

    state, effects = after(state, RowsSeen(70_090, 70_130))

    assert effects[0] == Withdraw(RowsWanted(Narrowing(), 5_000, WINDOW))
    assert asked(effects) == [
        RowsWanted(Narrowing(), 70_000, WINDOW),
        RowsWanted(Narrowing(), 70_100, WINDOW),
    ]


def test_rows_that_were_read_are_kept_up_to_a_measure():
    state = replace(ON_LOG, log=replace(LOG, total=100_000, newest=9, windows=()))
    for place in range(20):
        state, _ = after(state, RowsSeen(place * WINDOW, place * WINDOW + 5))
        wanted = RowsWanted(Narrowing(), place * WINDOW, WINDOW)
        state, _ = after(state, Answered(wanted, RowsFound(100_000, place * WINDOW, console.rows(50), 9)))

    assert len(state.log.windows) == KEPT
    assert state.log.row(19 * WINDOW) is not None
    assert state.log.row(0) is None


def test_when_the_log_grows_rows_of_before_are_dropped_and_those_in_sight_asked_for_again():
    page = replace(LOG, total=300, newest=9, windows=(RowsFound(300, 100, (), 9),), seen=(90, 130))
    state, _ = after(replace(ON_LOG, log=page), Peeked(1300, held=False))

    state, effects = after(state, Answered(RowsWanted(Narrowing(), 0, WINDOW), RowsFound(301, 0, (), 11)))

    assert [one.first for one in state.log.windows] == [0]
    assert effects == (), "the other window in sight is on its way already"
    assert RowsWanted(Narrowing(), 100, WINDOW) in state.log.pending


def test_a_minute_of_the_histogram_sends_the_list_to_its_place_and_the_last_one_counts():
    state, _ = after(ON_LOG, MinuteChosen("2026-05-02T11:00"))
    state, effects = after(state, MinuteChosen("2026-05-02T12:00"))
    assert effects[0] == Withdraw(PlaceWanted(Narrowing(), "2026-05-02T11:00"))

    stale, _ = after(state, Answered(PlaceWanted(Narrowing(), "2026-05-02T11:00"), PlaceFound(7)))
    moved, _ = after(stale, Answered(PlaceWanted(Narrowing(), "2026-05-02T12:00"), PlaceFound(5)))

    assert stale.log.jump == ON_LOG.log.jump
    assert moved.log.jump == (ON_LOG.log.jump[0] + 1, 5)


def test_a_log_that_cannot_be_read_says_why():
    state, _ = after(ON_LOG, Peeked(1300, held=False))

    state, _ = after(state, Answered(FacetsWanted(Narrowing()), ReadingFailed("The log is gone.")))

    assert state.log.problem == "The log is gone."


@pytest.mark.parametrize("text", ["cat dog", "CAT1", "%", "B-", "é", "x" * 16, "'; DROP"])
def test_what_cannot_be_looked_for_is_answered_with_what_can(text):
    state, effects = after(ON_LOG, SearchGiven(text))

    assert (state.log.problem, effects) == (NOT_FOUND, ())
    assert state.log.narrowing == ON_LOG.log.narrowing


def test_an_export_is_of_exactly_what_is_filtered():
    narrow = Narrowing(((Facet.VERDICT, "unacceptable"),), word="Q*")
    state = replace(ON_LOG, log=replace(LOG, narrowing=narrow, total=12))

    asking, _ = after(state, ExportAsked())
    assert asking.over.offered == ("/media/stick/B-rulings.csv", "/home/director/B-rulings.csv")
    assert "12 records: Word Q*, Verdict unacceptable" in asking.over.title

    assert after(asking, TextGiven("/x/out.json"))[1] == (CarryOut(ExportRows(narrow, "/x/out.json")),)
    for text in ("", "out", "out.exe", "a\nb.csv"):
        assert after(asking, TextGiven(text))[0].over.problem == wording.NO_TARGET


def test_nothing_is_exported_before_it_is_known_what():
    unread = replace(ON_LOG, log=replace(LOG, total=None))

    assert after(unread, ExportAsked()) == (unread, ())


# --- integrity ----------------------------------------------------------------------------------------------

ON_INTEGRITY = replace(PLAIN, shown=PageId.INTEGRITY)


def test_a_verification_is_asked_for_once_tells_how_far_it_is_and_can_be_stopped():
    running, effects = after(ON_INTEGRITY, VerifyAsked())
    wanted = VerifyWanted()
    assert asked(effects) == [wanted]
    assert after(running, VerifyAsked()) == (running, ())

    told, _ = after(running, Progressed(wanted, 500, 1000))
    assert (told.integrity.done, told.integrity.of) == (500, 1000)

    stopped, effects = after(told, VerifyStopped())
    assert effects == (Withdraw(wanted),)
    assert after(stopped, Answered(wanted, VerifyFound((CHAIN,))))[0].integrity.found is None
    assert after(stopped, VerifyStopped()) == (stopped, ())


def test_a_head_from_paper_may_be_written_with_hyphens_and_capitals():
    state, effects = after(ON_INTEGRITY, VerifyAsked(" 60C4-8c6b-5d53-88a3 ", "1234"))

    assert asked(effects) == [VerifyWanted("60c48c6b5d5388a3", 1234)]
    assert state.integrity.held_to == VerifyWanted("60c48c6b5d5388a3", 1234)


@pytest.mark.parametrize(
    ("head", "count"), [("60c4", ""), ("zz" * 8, ""), ("", "0"), ("", "x"), ("", "9" * 20)]
)
def test_what_cannot_be_a_head_or_a_count_is_answered_with_why(head, count):
    state, effects = after(ON_INTEGRITY, VerifyAsked(head, count))

    assert state.integrity.problem
    assert effects == ()


def test_what_was_found_against_one_head_does_not_stand_beside_another():
    done, _ = after(ON_INTEGRITY, VerifyAsked(), Answered(VerifyWanted(), VerifyFound((CHAIN,))))
    assert done.integrity.found is not None

    again, _ = after(done, VerifyAsked("60c48c6b5d5388a3"))

    assert again.integrity.found is None


def test_a_verification_that_failed_says_why_and_heads_are_listed():
    state, _ = after(
        ON_INTEGRITY, HeadsListed(GIVEN), VerifyAsked(), Answered(VerifyWanted(), ReadingFailed("No."))
    )

    assert (state.integrity.pending, state.integrity.problem) == (None, "No.")
    assert state.integrity.heads == GIVEN
