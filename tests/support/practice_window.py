"""The window of practice in every one of its states, from values alone: for widget tests and the gallery."""

from dataclasses import replace
from functools import cache, partial
from random import Random

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from kiosk.practice.answers import AskedWord, Attempt, SessionKind, weigh
from kiosk.practice.board import score_of, words_of
from kiosk.practice.kit import DARK, LIGHT, Colours, PracticeCanvas
from kiosk.practice.machine import Asking, Believing, Picking, Progress, Revealed, SessionOver
from kiosk.practice.pages import (
    DeckView,
    DrillView,
    Grouping,
    HomeView,
    Light,
    PracticeChoices,
    PracticeView,
    RefusedView,
    ScoresView,
    WordsView,
)
from kiosk.practice.phoneys import Family
from kiosk.practice.questions import Question, SessionPlan
from kiosk.practice.scores import Results, calibration, days_this_week, decision_score, knowledge, weeks
from kiosk.practice.search import Hooks
from kiosk.practice.window import draw_view
from kiosk.practice.wording import NO_SHORT_PHONEYS, NOTHING_DUE, WordNotes, list_is_gone, too_few_words
from tests.support.drawing import RecordingCanvas, typeface
from tests.support.practice import FREE, accepted, board, challenged, good, stake

LIST = "Free word list (2000)"

SMALL_PLAY = board(6, 5, "..c..", "..O..", "..T..", "..S..")
FIVE = board(5, 3, "..RATED..", "..etas...", ".........")


def asked(*words: AskedWord, play: object, score: int | None = None) -> Question:
    return Question(play, words, score_of(play) if score is None else score)  # type: ignore[arg-type]


def plan(**more: object) -> SessionPlan:
    made = SessionPlan("one", SessionKind.DRILL, stake(), FREE, 0.4)
    return replace(made, **more)  # type: ignore[arg-type]


ONE = asked(*(AskedWord(word, True, "hook") for word in words_of(SMALL_PLAY)), play=SMALL_PLAY)
MANY_WORDS = tuple(words_of(FIVE))
MANY = asked(
    AskedWord(MANY_WORDS[0], True, "suffix"),
    *(AskedWord(word, place % 2 == 0, "look_alike", "TA") for place, word in enumerate(MANY_WORDS[1:])),
    play=FIVE,
)
LONG = asked(
    AskedWord("W" * 15, False, "compound", "WWWWWWWW", "WWWWWWW"),
    play=board(7, 0, "WwwwwWwwwwwwwww"),
    score=130,
)

GOOD_NOTES = WordNotes(
    "RATED",
    True,
    "a word that is explained here at some length, as lists explain them, with more than one sense and with "
    "the forms it has [v RATES, RATING] : RATABLE, in a sentence that does not want to end before it must",
    Hooks("BCDGIKLOPU", "RS"),
    ("DATER", "TARED", "TRADE", "TREAD", "ADRET", "DERAT", "ARETD", "TADER"),
)
BAD_NOTES = WordNotes(
    "UNWELTERLY",
    False,
    None,
    Hooks("", ""),
    ("WELTERUNLY",),
    "UNWELTERLY puts a prefix before WELTERLY that it does not take.",
    ("WELTERS", "WELTER", "UTTERLY", "UNDERLY", "SWELTER", "WESTERLY"),
)


def revealed(
    question: Question, notes: tuple[WordNotes, ...], belief: float | None, *places: int
) -> Revealed:
    valid = tuple(word.valid for word in question.words)
    weighed = weigh(valid, question.score, stake("five_per_word"), places, belief)
    words = question.words
    attempt = challenged(*words, places=places, belief=belief) if places else accepted(*words, belief=belief)
    attempt = replace(attempt, picked=True)
    progress = Progress(plan(stake=stake("five_per_word")), (attempt,))
    return Revealed(progress, question, attempt, weighed, notes)


@cache
def history(count: int) -> tuple[Attempt, ...]:
    """*count* answers over some weeks."""
    families = [family for family in Family if family is not Family.ANAGRAM]
    beliefs = (0.05, 0.25, 0.5, 0.75, 0.95)
    made, chance = [], Random(4)
    for place in range(count):
        is_good = place % 5 not in (0, 3)
        family = str(families[place % len(families)])
        word = AskedWord("ABCDEFGHIJ"[: 2 + place % 8] + "S", is_good, family)
        sure = chance.choice((0, 1, 1, 2, 3))
        belief = beliefs[sure if is_good else 4 - sure]
        day, score = place * 60 // count, 12 + place % 50
        answer = challenged if belief > 0.5 else accepted
        weighed = weigh((is_good,), score, stake(), (0,) if belief > 0.5 else (), belief)
        attempt = answer(
            word,
            score=score,
            belief=belief,
            gained=weighed.gained,
            lost=weighed.lost,
            threshold_lost=weighed.threshold_lost,
            at=f"2026-{1 + day // 30:02}-{1 + day % 28:02}T10:00:00.000Z",
        )
        made.append(attempt)
    return tuple(made)


@cache
def results_of(count: int) -> Results:
    attempts = history(count)
    return Results(
        answers=count,
        knowledge=knowledge(attempts),
        calibration=calibration(attempts),
        decision=decision_score(attempts),
        weeks=weeks(attempts),
        days=days_this_week(attempts, attempts[-1].local_day) if attempts else (0,) * 7,
        due=count // 20,
        fresh=20 if count else 0,
        ahead=(count // 20, *(place * 7 % 11 * count // 400 for place in range(1, 14))),
        misses=count // 30,
        cards=count // 5,
        mine=count // 9,
    )


REMARKS = (NO_SHORT_PHONEYS, list_is_gone(120), too_few_words(tuple(Family)))
GONE = "The event “Spring Open” is open here, so nobody practises on this station. Close the event first, or "
HOME = HomeView(LIST, results_of(900), PracticeChoices())


def drill(state: object, now_ms: int = 0) -> DrillView:
    return DrillView(LIST, Light.LIGHT, state, now_ms)  # type: ignore[arg-type]


PROGRESS = Progress(plan(), (accepted(good("CAT")),) * 6, last=ONE)
PER_WORD = Progress(plan(stake=stake("ten_per_word")))

VIEWS: dict[str, PracticeView] = {
    "home": HOME,
    "home_reading": replace(HOME, reading=True, results=results_of(0), remarks=REMARKS[:1]),
    "home_notice": replace(HOME, notice=NOTHING_DUE, remarks=REMARKS),
    "home_first_free": replace(HOME, choices=PracticeChoices(penalty="dingle", ask_belief=False, told=True)),
    "decks": DeckView(LIST, Light.LIGHT, NO_SHORT_PHONEYS),
    "asking": drill(Asking(PROGRESS, ONE, 0)),
    "asking_five": drill(Asking(PER_WORD, MANY, 0)),
    "asking_long": drill(Asking(PROGRESS, LONG, 0)),
    "asking_timed": drill(Asking(Progress(plan(hold_ms=30_000)), MANY, 0), 12_000),
    "picking": drill(Picking(PER_WORD, MANY, 0, 0)),
    "picking_two": drill(Picking(PER_WORD, MANY, 0, 0, (0, 2))),
    "believing": drill(Believing(PROGRESS, MANY, 0, 0, ())),
    "believing_picked": drill(Believing(PER_WORD, MANY, 0, 0, (1,))),
    "reveal_good": drill(revealed(ONE, (GOOD_NOTES,), 0.75, 0)),
    "reveal_bad": drill(revealed(LONG, (replace(BAD_NOTES, word="W" * 15),), None)),
    "reveal_five": drill(
        revealed(
            MANY,
            tuple(replace(GOOD_NOTES if word.valid else BAD_NOTES, word=word.word) for word in MANY.words),
            0.25,
            0,
            2,
        )
    ),
    "over": drill(SessionOver(Progress(plan(), history(30)))),
    "over_done": drill(SessionOver(Progress(plan(), history(200)), "That was the whole deck.")),
    "over_perfect": drill(SessionOver(Progress(plan(), (accepted(good("CAT", "hook")),)))),
    "scores": ScoresView(LIST, Light.LIGHT, results_of(900)),
    "scores_by_length": ScoresView(LIST, Light.LIGHT, results_of(900), Grouping.LENGTH),
    "scores_by_penalty": ScoresView(LIST, Light.LIGHT, results_of(900), Grouping.RULE),
    "scores_few": ScoresView(LIST, Light.LIGHT, results_of(12)),
    "scores_none": ScoresView(LIST, Light.LIGHT, results_of(0)),
    "words": WordsView(LIST, Light.LIGHT, 180, 44),
    "words_taken": WordsView(
        LIST,
        Light.LIGHT,
        0,
        0,
        "12 new cards, 3 were there already, 4 are not in this list: phoneys, 2 entries were no words.",
    ),
    "refused": RefusedView(f"{GONE}practise with another folder: --data DIR.", Light.LIGHT),
}


class NotingCanvas(RecordingCanvas, PracticeCanvas):
    """A canvas of practice that notes its texts in place of painting them."""

    def __init__(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        PracticeCanvas.__init__(self, painter, area, colours, typeface())
        self.drawn, self.boxes = [], []


def noted_view(view: PracticeView, width: int, height: int, colours: Colours = LIGHT) -> NotingCanvas:
    """Every text and every place to click of *view*."""
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    canvas = NotingCanvas(painter, QRectF(0, 0, width, height), colours)
    try:
        draw_view(canvas, view)
    finally:
        painter.end()
    return canvas


def picture_of(view: PracticeView, width: int, height: int, colours: Colours = LIGHT) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    try:
        draw_view(PracticeCanvas(painter, QRectF(0, 0, width, height), colours, typeface()), view)
    finally:
        painter.end()
    return image


dark_picture_of = partial(picture_of, colours=DARK)
