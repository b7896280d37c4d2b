"""Alerts, several logs, and what is said while a log is read: the console's machine."""

from dataclasses import replace

import pytest

from kiosk.console import wording
from kiosk.console.events import (
    Answered,
    AskLog,
    FacetChosen,
    LeftAlone,
    PageChosen,
    Peek,
    Peeked,
    Progressed,
    RulingSought,
    SearchGiven,
    SourcesAsked,
    Ticked,
    Withdraw,
)
from kiosk.console.machine import LOOK_EVERY, step
from kiosk.console.narrowing import chips
from kiosk.console.pages import ALL, LAST, AlertsPage, NowPage, clause, headline
from kiosk.console.sources import sources_line
from kiosk.console.states import AtDoor, ConsoleSetting, Telling
from kiosk.console.values import (
    Facet,
    FacetCount,
    FacetsFound,
    FacetsWanted,
    Narrowing,
    PageId,
    ReadingFailed,
    RowsWanted,
    SourcesFound,
    SourcesWanted,
    VerifyFound,
    VerifyWanted,
    Where,
)
from kiosk.log.alerts import Alert
from kiosk.log.sources import SourceStanding
from tests.support.console import ALERTS, CHAIN, EPOCH, LOG, PLAIN, SEVERAL, SOURCES, STATION, found, on

ON_ALERTS = on(PageId.ALERTS, alerts=AlertsPage(ALERTS))
SOUGHT = RulingSought("B-118", STATION, EPOCH)


def after(state, *events):
    effects = ()
    for event in events:
        state, effects = step(state, event, 0)
    return state, effects


def asked(effects):
    return [effect.question for effect in effects if isinstance(effect, AskLog)]


# --- alerts -------------------------------------------------------------------------------------------------


def test_the_alerts_are_asked_for_when_their_page_comes_on_show_and_once():
    state, effects = after(PLAIN, PageChosen(PageId.ALERTS))
    assert asked(effects) == [ALL]
    assert asked(after(state, Peeked(1235, held=False))[1]) == []

    state, _ = after(state, Answered(ALL, ALERTS))

    assert state.alerts == AlertsPage(ALERTS)
    assert asked(after(state, Peeked(1236, held=False))[1]) == [ALL]


def test_alerts_that_nobody_waits_for_are_not_shown():
    assert after(PLAIN, Answered(ALL, ALERTS))[0].alerts.found is None
    waiting = on(PageId.ALERTS, alerts=AlertsPage(asked=True))
    assert after(waiting, Answered(ALL, found(3)))[0] == waiting


def test_enter_on_a_ruling_leads_to_it_in_the_log():
    state, effects = after(ON_ALERTS, SOUGHT)

    assert (state.shown, state.log.narrowing) == (PageId.LOG, Narrowing(number="B-118"))
    assert {one.narrowing for one in asked(effects)} == {Narrowing(number="B-118")}


def test_where_several_logs_are_open_the_station_is_looked_for_too():
    state, _ = after(replace(ON_ALERTS, setting=SEVERAL), SOUGHT)

    assert state.log.narrowing.chosen == ((Facet.STATION, f"{STATION}/{EPOCH}"),)


@pytest.mark.parametrize("number", ["", "*", "B-*", "B-1; DROP", "x" * 400])
def test_a_number_out_of_a_log_that_is_none_leads_nowhere(number):
    assert after(ON_ALERTS, RulingSought(number, STATION, EPOCH)) == (ON_ALERTS, ())


def test_only_what_a_clause_knows_is_called_an_offence():
    said = {one.alert: clause(one) for one in ALERTS.alerts}

    assert "III.D.2" in said["split_lookup"]
    assert said["part_of_rejected"].startswith("No clause calls this an offence")
    assert headline(ALERTS.alerts[1]) == "Split lookup · 132"


@pytest.mark.parametrize("alert", Alert)
def test_no_definition_accuses_anybody(alert):
    said = alert.meaning(180).lower()

    assert not any(word in said for word in ("cheat", "offence", "guilty", "illegal", "violation"))


# --- what cannot be read, and what takes its time -----------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "question"),
    [
        (replace(PLAIN, now=NowPage(asked=True)), LAST),
        (on(PageId.LOG, log=replace(LOG, pending=(FacetsWanted(Narrowing()),))), FacetsWanted(Narrowing())),
        (on(PageId.ALERTS, alerts=AlertsPage(asked=True)), ALL),
    ],
)
def test_what_could_not_be_read_is_said_and_asked_for_again(state, question):
    failed, _ = after(state, Answered(question, ReadingFailed("It ended.")))
    page = {PageId.NOW: failed.now, PageId.LOG: failed.log, PageId.ALERTS: failed.alerts}[failed.shown]
    assert page.problem == "It ended."

    _, effects = after(failed, *[Ticked()] * LOOK_EVERY)

    assert question in asked(effects)
    assert asked(after(PLAIN, *[Ticked()] * LOOK_EVERY)[1]) == [], "what was read is not asked for again"


def test_the_first_reading_tells_how_far_it_is_until_an_answer_comes():
    state, _ = after(replace(PLAIN, now=NowPage(asked=True)), Progressed(LAST, 41_500, 100_000))
    assert wording.reading(state.far) == "Reading the log: 41,500 of 100,000 records"

    state, _ = after(state, Answered(LAST, found(3)))

    assert state.far is None


def test_how_far_a_verification_is_is_not_taken_for_a_reading():
    assert after(PLAIN, Progressed(VerifyWanted(), 1, 2))[0].far is None


def test_whoever_shuts_the_door_withdraws_what_was_asked():
    guarded = ConsoleSetting(Where.ALONE, guarded=True)
    state = replace(ON_ALERTS, setting=guarded, alerts=AlertsPage(asked=True), now=NowPage(asked=True))

    shut, effects = after(state, LeftAlone())

    assert isinstance(shut, AtDoor)
    assert effects == (Withdraw(LAST), Withdraw(ALL))


# --- several logs -------------------------------------------------------------------------------------------


def test_what_was_opened_is_asked_where_several_logs_were_named_and_only_there():
    assert SourcesWanted() in asked(after(replace(PLAIN, setting=SEVERAL), PageChosen(PageId.LOG))[1])
    assert SourcesWanted() not in asked(after(PLAIN, PageChosen(PageId.LOG))[1])


def test_other_logs_are_read_on_although_nobody_sees_them_grow():
    state = on(PageId.LOG, log=LOG, setting=SEVERAL, sources=SOURCES)

    _, effects = after(state, *[Ticked()] * LOOK_EVERY)

    assert {RowsWanted, FacetsWanted} <= {type(one) for one in asked(effects)}
    assert after(state, Ticked())[1] == (Peek(),)


def test_the_line_names_what_is_shown_copied_parted_and_unreadable():
    assert sources_line(None) == "Looking at the logs…"
    said = sources_line(SOURCES)
    assert said.startswith("2 logs shown: B, C · 1 copy · 1 FORK · C: Its clock is 75 seconds ahead.")
    gone = SourcesFound((replace(SOURCES.sources[0], standing=SourceStanding.UNREADABLE),))
    assert sources_line(gone).startswith("No log shown · 1 NOT READABLE")


def test_the_panel_says_of_each_log_what_is_known_and_where_is_written():
    state = on(PageId.LOG, log=LOG, setting=SEVERAL, sources=SOURCES)
    short = replace(CHAIN, count=900, sentence="Intact: 900 records.")
    state = replace(state, integrity=replace(state.integrity, found=VerifyFound((CHAIN, short))))

    told, _ = after(state, SourcesAsked())

    assert isinstance(told.over, Telling)
    said = "\n".join(f"{subject} {text}" for subject, text in told.over.lines)
    assert "this folder's log alone" in said
    assert said.count(CHAIN.sentence) == said.count(short.sentence) == 1
    assert "75 seconds ahead" in said
    assert "older copy" in said
    assert "not verified yet" in said
    assert len(told.over.wrong) == 1
    assert "parts from" in told.over.wrong[0]
    assert after(PLAIN, SourcesAsked()) == (PLAIN, ())


def test_sources_that_cannot_be_read_say_why():
    state = on(PageId.LOG, log=LOG, setting=SEVERAL)

    told, _ = after(state, Answered(SourcesWanted(), ReadingFailed("None of them is a log.")), SourcesAsked())

    assert "None of them is a log." in told.over.wrong[0]


def test_a_station_is_called_by_its_letter_among_the_filters():
    value = f"{STATION}/{EPOCH}"
    counts = FacetsFound((FacetCount(Facet.STATION, value, "B′ (55555555)", 3),))
    state = on(PageId.LOG, log=replace(LOG, facets=counts), setting=SEVERAL)

    state, _ = after(state, FacetChosen(Facet.STATION, value))
    assert chips(state.log.narrowing, state.log.called)[0][1] == "Station B′ (55555555)"
    state, _ = after(state, FacetChosen(Facet.ROUND, ""))

    assert [text for _, text in chips(state.log.narrowing, state.log.called)] == [
        "Station B′ (55555555)",
        "Round none",
    ]


@pytest.mark.parametrize(
    ("typed", "number"), [("b-147", "B-147"), ("B-14*", "B-14*"), ("147", "147"), ("1?", "1?")]
)
def test_ruling_numbers_may_have_wildcards_and_no_letter(typed, number):
    assert after(on(PageId.LOG, log=LOG), SearchGiven(typed))[0].log.narrowing.number == number
