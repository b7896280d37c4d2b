"""Questions and answers on the pipe: what goes in comes out, and what is none is nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.console.values import (
    AlertsFound,
    AlertShown,
    AnswerGiven,
    ChainFound,
    Facet,
    FacetCount,
    FacetsFound,
    HowFar,
    MinuteBin,
    Narrowing,
    PlaceFound,
    PlaceWanted,
    QuestionPut,
    ReadingFailed,
    RoundBand,
    RowsFound,
    RowShown,
    RowsWanted,
    SourceFound,
    SourcesFound,
    SourceStanding,
    SourcesWanted,
    TimelineFound,
    VerifyFound,
    VerifyWanted,
    read,
    written,
)

ROW = RowShown(
    *(("s", "e", 3), "adjudication", "B-1", "2026-05-02 10:00:00", "acceptable", None, 4, "main"),
    *(("QI", "É\ud800\u202e"), "self_station", "", ("casual",), ("repeat",), "B′ (1234)"),
    fits=False,
)
QUESTIONS = (
    RowsWanted(
        Narrowing(((Facet.ROUND, "3"), (Facet.ALERT, "")), "B-1", "Q*", "2026", "", every_kind=True), 5, 9
    ),
    PlaceWanted(Narrowing(), "2026-05-02T10:00"),
    VerifyWanted("ab", 3),
    SourcesWanted(),
)
ANSWERS = (
    RowsFound(9, 1, (ROW,), 12),
    FacetsFound((FacetCount(Facet.TABLE, "4", "table 4", 2),)),
    TimelineFound((MinuteBin("2026-05-02T10:00", 1, 2, 3),), (RoundBand(1, "a", ""),), 5),
    PlaceFound(7),
    AlertsFound((AlertShown("repeat", "means", "", ((ROW, None), (ROW, ROW)), 7),)),
    VerifyFound((ChainFound("B", "s", "e", True, "Intact.", 5, "f" * 64),)),
    SourcesFound((SourceFound("log.db", "B", "s", "e", 5, SourceStanding.FORK, "It parts.", "", -7),)),
    ReadingFailed("It cannot be read."),
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_comes_out_as_it_went_in(question) -> None:
    assert read(written(QuestionPut(4, question))) == QuestionPut(4, question)


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_comes_out_as_it_went_in(answer) -> None:
    assert read(written(AnswerGiven(4, answer))) == AnswerGiven(4, answer)


def test_how_far_it_is_comes_out_as_it_went_in() -> None:
    assert read(written(HowFar(4, 1, 2, "log.db"))) == HowFar(4, 1, 2, "log.db")


@given(
    st.binary(max_size=60)
    | st.sampled_from([b"[" * 100_000, b'["ask",1,"Path",{}]', b'["answer",1,"Key",{}]'])
)
def test_a_line_that_is_no_message_is_none(line: bytes) -> None:
    assert read(line) is None
