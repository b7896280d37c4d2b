"""The lesson beside a rehearsal: it follows what the players do, says whose turn it is, and ends."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.practice.lesson import (
    BackAsked,
    Lesson,
    LessonEvent,
    LessonPart,
    NextAsked,
    SampleWords,
    Script,
    StationSeen,
    as_rehearsal,
    follow,
    lesson_for,
    prompt,
)
from kiosk.rules.penalties import penalty
from kiosk.rules.ruling import Verdict
from kiosk.station.closed import Left
from kiosk.station.entry import Checking, Entering
from kiosk.station.idle import Counting
from kiosk.station.states import State
from kiosk.station.verdict import Showing
from kiosk.station.wording import DEMONSTRATION
from tests.support import pages, stage
from tests.support.kinds import kinds
from tests.support.machine import after, type_

WORDS = SampleWords("TABLE", "ZZYZX")
NASPA, WESPA = stage.procedure("naspa-2016"), stage.procedure("wespa-5.1")
TWO = stage.procedure("naspa-2016", "wespa-5.1")
STATES = {**stage.states(NASPA), "left": Left()}
EVENTS = st.one_of(
    st.sampled_from([StationSeen(state) for state in STATES.values()]),
    st.sampled_from([NextAsked(), BackAsked()]),
)


def showing(verdict: Verdict, *words: str, by=NASPA) -> Showing:
    return Showing(0, stage.logged(verdict, words, by.divisions[0], "X-1"))


def said(
    state: State, part: LessonPart | None = LessonPart.COMES_OFF, by=NASPA, **changes
) -> tuple[str, str]:
    """Who is meant, and what is said to them."""
    lesson = lesson_for(by, WORDS)
    at = lesson.parts.index(part) if part else len(lesson.parts)
    made = prompt(replace(lesson, place=at, **changes), state, Script(by, WORDS))
    return made.who, made.says


def seen(lesson: Lesson, *states: State) -> Lesson:
    for state in states:
        lesson = follow(lesson, StationSeen(state))
    return lesson


# ---- the machine -------------------------------------------------------------------------------------------


@given(st.lists(EVENTS, max_size=40), st.sampled_from([NASPA, TWO]))
def test_nothing_that_happens_at_a_station_breaks_the_lesson(events, by) -> None:
    lesson = lesson_for(by, WORDS)
    state: State = Counting()

    for event in events:
        lesson = follow(lesson, event)
        state = event.state if isinstance(event, StationSeen) else state
        made = prompt(lesson, state, Script(by, WORDS))
        assert made.title
        assert made.says

    assert 0 <= lesson.place <= len(lesson.parts)


@given(st.lists(EVENTS, max_size=40))
def test_the_lesson_can_be_skipped_to_its_end_from_anywhere(events) -> None:
    lesson = lesson_for(NASPA, WORDS)
    for event in events:
        lesson = follow(lesson, event)

    for _ in lesson.parts:
        lesson = follow(lesson, NextAsked())

    assert lesson.ended
    assert follow(lesson, NextAsked()) == lesson


def test_every_event_is_among_those_tried() -> None:
    assert set(get_args(LessonEvent)) == {StationSeen, NextAsked, BackAsked}


def test_every_state_of_a_station_is_among_those_tried() -> None:
    shown = {type(state) for state in STATES.values()}

    assert {kind.__name__ for kind in kinds(State) - shown} == {"Judging"}  # shows no page of its own


def test_two_players_who_do_as_they_are_told_reach_the_end() -> None:
    opened = Entering(0, 0, 1, ("TABEL",), stood=("TABEL",))

    lesson = seen(
        lesson_for(NASPA, WORDS), Counting(), showing(Verdict.UNACCEPTABLE, "TABLE", "ZZYZX"), Counting()
    )
    assert lesson.part is LessonPart.STANDS
    lesson = seen(lesson, showing(Verdict.ACCEPTABLE, "TABLE"), Counting())
    assert lesson.part is LessonPart.MISTYPED
    lesson = seen(lesson, opened, showing(Verdict.ACCEPTABLE, "TABLE"), Counting())
    assert lesson.part is LessonPart.CONCEDE
    lesson = seen(lesson, STATES["conceding_challenger"], STATES["conceded_challenger"], Counting())
    assert lesson.part is LessonPart.CALL
    lesson = seen(lesson, STATES["director_needed"], Counting())

    assert lesson.ended


@pytest.mark.parametrize(
    ("part", "state"),
    [
        (LessonPart.COMES_OFF, showing(Verdict.ACCEPTABLE, "TABLE")),
        (LessonPart.STANDS, showing(Verdict.UNACCEPTABLE, "ZZYZX")),
        (LessonPart.MISTYPED, showing(Verdict.ACCEPTABLE, "TABLE")),
        (LessonPart.CONCEDE, STATES["conceding_challenger"]),
        (LessonPart.CALL, STATES["choosing_idle"]),
    ],
)
def test_another_thing_than_the_part_is_about_does_not_end_it(part: LessonPart, state: State) -> None:
    lesson = lesson_for(NASPA, WORDS)
    lesson = replace(lesson, place=lesson.parts.index(part))

    assert seen(lesson, state, Counting()).part is part


def test_a_part_can_be_seen_once_more() -> None:
    lesson = follow(follow(lesson_for(NASPA, WORDS), NextAsked()), BackAsked())

    assert lesson.part is LessonPart.COMES_OFF
    assert follow(lesson, BackAsked()) == lesson


# ---- what can be taught ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "words", "left_out"),
    [
        (NASPA, WORDS, set()),
        (WESPA, WORDS, {LessonPart.CONCEDE}),
        (TWO, WORDS, {LessonPart.CONCEDE}),
        (NASPA, SampleWords("", "ZZYZX"), {LessonPart.STANDS, LessonPart.MISTYPED, LessonPart.CONCEDE}),
        (NASPA, SampleWords("TABLE", ""), {LessonPart.COMES_OFF}),
    ],
)
def test_only_what_rules_and_list_know_is_taught(by, words: SampleWords, left_out: set[LessonPart]) -> None:
    assert set(lesson_for(by, words).parts) == set(LessonPart) - left_out


# ---- what is said ------------------------------------------------------------------------------------------


def test_the_challenger_is_told_how_many_words_and_which() -> None:
    assert said(Counting()) == (
        "CHALLENGER",
        "The play made TABLE and ZZYZX. You challenge, the clock is stopped, both come here. "
        "Press 2: two words. One person may play both.",
    )
    assert said(Entering(0, 0, 2, ("", ""))) == (
        "CHALLENGER",
        "Type TABLE, SPACE, ZZYZX, ENTER. Small letters do as well.",
    )


def test_who_checks_and_who_presses_is_said_as_the_rulebook_has_it() -> None:
    checking = STATES["checking"]
    assert isinstance(checking, Checking)

    assert said(checking)[0] == "BOTH"
    assert said(checking, by=WESPA)[0] == "CHALLENGED"
    assert said(replace(checking, armed=True)) == (
        "CHALLENGED",
        "Press TAB. Nobody else presses it, and it is the only key that judges.",
    )


def test_a_verdict_is_explained_with_what_it_costs_and_names_no_word() -> None:
    stands = said(showing(Verdict.ACCEPTABLE, "TABLE"), LessonPart.STANDS)[1]
    off = said(showing(Verdict.UNACCEPTABLE, "TABLE", "ZZYZX"))[1]

    assert "Challenger loses the turn." in stands
    assert "nobody is told which" in off
    assert "Challenged player loses the turn." in off
    assert not {"TABLE", "ZZYZX"} & set(off.replace(".", "").split())


def test_a_penalty_by_the_word_is_said_to_be_one() -> None:
    of = replace(WESPA.divisions[0], penalty=penalty("five_per_word"))
    by = replace(WESPA, divisions=(of,))

    said_of_it = said(showing(Verdict.ACCEPTABLE, "TABLE", "WATER", by=by), LessonPart.STANDS, by)[1]

    assert "10 points" in said_of_it
    assert "for each word challenged" in said_of_it


def test_a_slip_of_the_finger_is_made_found_and_put_right() -> None:
    typing, checking = STATES["entering"], STATES["checking"]

    assert "Type TABEL" in said(typing, LessonPart.MISTYPED)[1]
    assert said(checking, LessonPart.MISTYPED)[1].endswith("Press BACKSPACE.")
    assert "Make it TABLE" in said(typing, LessonPart.MISTYPED, corrected=True)[1]
    assert "TAB" in said(checking, LessonPart.MISTYPED, corrected=True)[1]


@pytest.mark.parametrize(("part", "option"), [(LessonPart.CONCEDE, "3"), (LessonPart.CALL, "5")])
def test_the_number_to_press_is_the_one_on_the_page(part: LessonPart, option: str) -> None:
    choosing = STATES["choosing"]

    assert said(choosing, part)[1].startswith(f"Press {option}: ")
    assert said(choosing, LessonPart.STANDS)[1].startswith("Each number")


def test_what_the_lesson_tells_to_press_leads_where_it_says() -> None:
    waiting = after(Counting(), by=NASPA)

    typed = type_(waiting, "1table\x1b", NASPA)
    number = said(typed, LessonPart.CONCEDE)[1].split()[1].rstrip(":")
    given_up = type_(typed, f"{number}\n", NASPA)

    assert type(given_up).__name__ == "Conceded"


@pytest.mark.parametrize(
    ("by", "says"),
    [
        (NASPA, "the opponent may ask for the words on a challenge slip"),
        (WESPA, "should be on a challenge slip"),
    ],
)
def test_the_end_tells_what_to_do_with_the_slip_and_how_to_leave(by, says: str) -> None:
    told = said(Counting(), None, by)[1]

    assert says in told
    assert told.endswith("F10 leaves.")


# ---- pages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", list(Verdict))
def test_no_page_of_a_rehearsal_calls_itself_a_ruling_or_promises_a_record(verdict: Verdict) -> None:
    from kiosk.station.machine import page

    context = replace(stage.CONTEXT, banners=(DEMONSTRATION,))
    kind = "referred" if verdict is Verdict.REFER else f"showing_{verdict}"
    shown = as_rehearsal(page(STATES[kind], 0, NASPA, context))

    assert shown.number == "Rehearsal B-147"
    assert shown.banners == ("REHEARSAL: not a ruling",)
    assert not any(part.startswith(("Every ", "Set-up ")) for part in shown.footer)
    assert shown.footer[-1] == "14:32"


def test_other_circumstances_stay_on_the_page() -> None:
    page = pages.counting(banners=(DEMONSTRATION, "Battery 12 %: plug in"))

    assert as_rehearsal(page).banners[1:] == ("Battery 12 %: plug in",)
