"""Whatever happens to the console, in whatever order: no failure, and no answer under another filter."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.console.events import (
    ActChosen,
    Answered,
    AskLog,
    BackPressed,
    Chip,
    ChipRemoved,
    CloseAsked,
    Confirmed,
    EventHeard,
    ExportAsked,
    FacetChosen,
    FiltersCleared,
    HeadsListed,
    KindsSwitched,
    LeftAlone,
    LetIn,
    LimitGiven,
    MinuteChosen,
    NotLetIn,
    OrderDone,
    OrderFailed,
    PageChosen,
    PasscodeTyped,
    Peeked,
    Progressed,
    RowsSeen,
    RulingSought,
    SearchGiven,
    SourcesAsked,
    StationSeen,
    TextGiven,
    Ticked,
    VerifyAsked,
    VerifyStopped,
    Withdraw,
)
from kiosk.console.machine import first, step
from kiosk.console.orders import (
    CloseEvent,
    CloseForTonight,
    EndRound,
    Examine,
    HearEvent,
    StartRound,
)
from kiosk.console.pages import ALL, LAST, WINDOW
from kiosk.console.states import AskingText, Confirming, ConsoleSetting, Gone, Inside, Telling, WorkingOn
from kiosk.console.values import (
    Act,
    Facet,
    FacetsFound,
    FacetsWanted,
    Narrowing,
    PageId,
    PlaceFound,
    PlaceWanted,
    ReadingFailed,
    RowsWanted,
    SourcesWanted,
    TimelineFound,
    TimelineWanted,
    VerifyFound,
    VerifyWanted,
    Where,
)
from tests.support.console import (
    ALERTS,
    ALONE,
    CHAIN,
    FACETS,
    GIVEN,
    IN_STATION,
    LOG,
    PLAIN,
    SEVERAL,
    SOURCES,
    STATUS,
    TIMELINE,
    found,
)

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


ON_LOG = replace(PLAIN, shown=PageId.LOG, log=LOG)

# --- whatever happens ---------------------------------------------------------------------------------------

NARROWINGS = st.sampled_from(
    [Narrowing(), Narrowing(((Facet.ROUND, "3"),)), Narrowing(word="CAT"), Narrowing(every_kind=True)]
)
QUESTIONS = st.one_of(
    st.builds(RowsWanted, NARROWINGS, st.sampled_from([0, 100, 200]), st.just(WINDOW)),
    st.builds(FacetsWanted, NARROWINGS),
    st.builds(TimelineWanted, NARROWINGS),
    st.builds(PlaceWanted, NARROWINGS, st.just("2026-05-02T11:00")),
    st.just(LAST),
    st.just(ALL),
    st.just(SourcesWanted()),
    st.builds(VerifyWanted, st.sampled_from(["", "60c48c6b5d5388a3"])),
)
ANSWERS = st.one_of(
    st.builds(found, st.integers(0, 400), st.sampled_from([0, 100, 200])),
    st.sampled_from([FACETS, TIMELINE, FacetsFound(()), TimelineFound((), ()), ReadingFailed("No.")]),
    st.builds(PlaceFound, st.integers(0, 400)),
    st.just(VerifyFound((CHAIN,))),
    st.sampled_from([ALERTS, SOURCES]),
)
ORDERS = st.sampled_from(
    [HearEvent(), CloseEvent(), CloseForTonight(), EndRound(), StartRound(9), Examine(), HearEvent("x", "X")]
)
TEXTS = st.sampled_from(["", "CAT", "B-147", "9", "x.csv", "?", "\x00", "Club night"]) | st.text(max_size=8)
EVENTS = st.one_of(
    st.builds(PageChosen, st.sampled_from(PageId)),
    st.builds(ActChosen, st.sampled_from(Act)),
    st.builds(Answered, QUESTIONS, ANSWERS),
    st.builds(Progressed, QUESTIONS, st.integers(0, 9), st.integers(0, 9)),
    st.builds(TextGiven, TEXTS),
    st.builds(SearchGiven, TEXTS),
    st.builds(PasscodeTyped, TEXTS),
    st.builds(VerifyAsked, TEXTS, TEXTS),
    st.builds(FacetChosen, st.sampled_from(Facet), st.sampled_from(["1", "3", "acceptable"])),
    st.builds(ChipRemoved, st.sampled_from([*Facet, *Chip])),
    st.builds(LimitGiven, st.just("2026-05-02T11:00"), st.booleans()),
    st.builds(RowsSeen, st.integers(-1, 900), st.integers(-1, 900)),
    st.builds(Peeked, st.integers(0, 3), st.booleans()),
    st.builds(StationSeen, st.sampled_from([STATUS, NO_EVENT, replace(STATUS, held=True)])),
    st.builds(OrderDone, ORDERS, st.just("Done")),
    st.builds(OrderFailed, ORDERS, st.just("No.")),
    st.builds(NotLetIn, st.just("No."), st.sampled_from([0, 15_000])),
    st.sampled_from(
        [
            *(Ticked(), BackPressed(), CloseAsked(), Confirmed(), LetIn(), LeftAlone(), ExportAsked()),
            *(FiltersCleared(), KindsSwitched(), MinuteChosen("2026-05-02T11:00"), VerifyStopped()),
            *(RulingSought("B-1", "s", "e"), SourcesAsked()),
            *(HeadsListed(GIVEN), EventHeard("x", "X", (), ("odd",))),
        ]
    ),
)


@given(st.sampled_from([ALONE, GUARDED, IN_STATION, SEVERAL]), st.lists(EVENTS, max_size=60))
def test_no_sequence_of_events_fails_and_no_answer_stands_under_another_filter(setting, events):
    state, effects = first(setting)
    waiting, sources = set(asked(effects)), {}
    for place, event in enumerate(events):
        # An answer is to a question that was asked, as every reader gives it; or to none, which is dropped.
        if isinstance(event, Answered) and event.question in waiting:
            sources[id(event.answer)] = event.question
            waiting.discard(event.question)
        before = state
        state, effects = step(state, event, place * 1000)
        waiting |= set(asked(effects))
        waiting -= {one.question for one in effects if isinstance(one, Withdraw)}
        if isinstance(state, Inside):
            consistent(state, sources)
        assert not (isinstance(before, Gone) and (effects or state != Gone()))


def consistent(state: Inside, sources) -> None:
    page = state.log
    assert all(one.narrowing == page.narrowing for one in page.pending)
    assert len(set(page.pending)) == len(page.pending)
    shown = [*page.windows, *(one for one in (page.facets, page.timeline) if one is not None)]
    for answer in shown:
        assert sources[id(answer)].narrowing == page.narrowing
    assert state.integrity.found is None or state.integrity.pending is None
    if isinstance(state.over, WorkingOn | Confirming | AskingText | Telling):
        assert state.over.title


def test_a_machine_that_kept_an_answer_of_another_filter_would_be_caught():
    rows, other = found(9), Narrowing(word="CAT")
    stale = replace(ON_LOG, log=replace(LOG, narrowing=other, windows=(rows,), facets=None, timeline=None))

    with pytest.raises(AssertionError):
        consistent(stale, {id(rows): RowsWanted(Narrowing(), 0, WINDOW)})
