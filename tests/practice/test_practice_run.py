"""A visit to practice by its keys alone: what each does on each page, and what is said when it cannot."""

import os
import sqlite3
from random import Random

import pytest

from kiosk.errors import PracticeError
from kiosk.events.actions import OpenEvent
from kiosk.folder import PRACTICE
from kiosk.practice.answers import PlayAnswer, SessionKind
from kiosk.practice.cardbox_reader import read_cardbox
from kiosk.practice.machine import Asking, Believing, Picking, Revealed, SessionOver
from kiosk.practice.pages import (
    DeckView,
    DrillView,
    Grouping,
    HomeView,
    Light,
    PracticeChoices,
    RefusedView,
    ScoresView,
    WordsView,
    encode_choices,
    next_choice,
    read_choices,
)
from kiosk.practice.phoneys import OFF_BY_DEFAULT
from kiosk.practice.questions import DECKS
from kiosk.practice.run import SOON, PracticeRun
from kiosk.practice.session_run import PracticeRoom, begin
from kiosk.practice.wording import CLOCK_SET_BACK, NO_OWN_WORDS, NO_SHORT_PHONEYS, NOTHING_DUE, explain
from kiosk.words.writer import remove
from tests.support.at_station import Listener, set_up_at, staff_at
from tests.support.practice import SetClock, free_words, import_words
from tests.support.practice_window import GOOD_NOTES, LONG, MANY, ONE, revealed

LIST = [word for length in (2, 3, 4, 5, 6) for word in free_words().of_length(length)][::2]


class Screen:
    """Shows nothing; hands over what a player would choose."""

    def __init__(self):
        self.views, self.left = [], 0
        self.file = self.target = None
        self.clipboard = ""

    def show_view(self, view):
        self.views.append(view)

    def leave(self):
        self.left += 1

    def ask_file(self, title):
        return self.file

    def ask_target(self, title, name):
        return self.target

    def pasted(self):
        return self.clipboard


@pytest.fixture
def clock():
    return SetClock()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "data"
    import_words(made, "club", LIST)
    return made


@pytest.fixture
def visit(folder, clock):
    opened = begin(folder, clock)
    yield visiting(opened)
    opened.history.close()


def visiting(opened, learned=True):
    room = PracticeRoom(opened, Random(1))
    made = PracticeRun(opened, room, Screen())
    made.screen, made.room, made.opened = made._screen, room, opened
    made.begin()
    if learned:
        made.on_list_learned(room.learn())
    return made


def keys(visit, *pressed):
    for key in pressed:
        visit.press(key)
    return visit.view


def state_of(visit):
    assert isinstance(visit.view, DrillView)
    return visit.view.state


def attempts(visit):
    return visit.opened.history.attempts()


# ---- a drill -----------------------------------------------------------------------------------------------


def test_a_question_is_answered_believed_and_explained_and_is_on_disk_by_then(visit):
    keys(visit, "2")
    assert isinstance(state_of(visit), Asking)
    keys(visit, "C")
    assert isinstance(state_of(visit), Believing)
    assert attempts(visit) == ()

    keys(visit, "4")

    assert isinstance(state_of(visit), Revealed)
    (saved,) = attempts(visit)
    assert (saved.answer, saved.belief, saved.kind) == (PlayAnswer.CHALLENGE, 0.75, SessionKind.DRILL)


def test_undo_takes_the_answer_back_from_disk_and_asks_again(visit):
    keys(visit, "2", "A", "1")
    question = state_of(visit).question

    keys(visit, "U")

    assert isinstance(state_of(visit), Asking)
    assert state_of(visit).question == question
    assert attempts(visit) == ()


def test_escape_ends_a_session_then_goes_home_then_leaves(visit):
    keys(visit, "2", "A", "1", "ESC")
    assert isinstance(state_of(visit), SessionOver)

    assert isinstance(keys(visit, "ESC"), HomeView)

    keys(visit, "ESC")
    assert visit.screen.left == 1


def test_a_session_without_an_answer_is_left_with_one_key(visit):
    assert isinstance(keys(visit, "2", "ESC"), HomeView)


def test_with_a_price_for_each_word_the_words_are_picked_by_digit(visit):
    keys(visit, "P")
    assert visit.view.choices.penalty == "five_per_word"
    keys(visit, "2")
    for _ in range(60):
        if len(state_of(visit).question.words) > 1:
            break
        keys(visit, "A", "1", "ENTER")

    keys(visit, "C")
    assert isinstance(state_of(visit), Picking)
    keys(visit, "2", "ENTER", "5")

    assert attempts(visit)[-1].challenged == (1,)


def test_what_was_missed_is_played_again_from_the_end_of_a_session(visit):
    keys(visit, "2")
    while not (attempts(visit) and attempts(visit)[-1].lost):
        keys(visit, *(("ENTER",) if attempts(visit) else ()), "A", "1")
    missed = {word.word for word in attempts(visit)[-1].words if not word.valid}

    keys(visit, "ESC", "3")

    assert state_of(visit).progress.plan.kind is SessionKind.MISSES
    assert missed & {word.word for word in state_of(visit).question.words}


def test_against_the_clock_a_play_that_nobody_held_stands(visit, clock):
    keys(visit, "7")
    assert visit.timed
    clock.pass_(seconds=10)
    visit.ring()
    assert isinstance(state_of(visit), Asking)
    assert visit.view.now_ms == visit.room.now_ms()

    clock.pass_(seconds=25)
    visit.ring()

    assert isinstance(state_of(visit), Revealed)
    assert attempts(visit)[0].timed
    assert not visit.timed


def test_every_deck_can_be_asked_for_by_its_digit(visit):
    for place, deck in enumerate(DECKS, 1):
        view = keys(visit, "6", str(place))

        while not isinstance(view, HomeView):
            assert view.state.progress.plan.deck == deck.id
            view = keys(visit, "ESC")


@pytest.mark.parametrize(("key", "why"), [("1", NOTHING_DUE), ("5", NO_OWN_WORDS)])
def test_a_session_with_nothing_to_ask_says_why_on_the_first_page(visit, key, why):
    assert keys(visit, key).notice == why


def test_keys_that_mean_nothing_change_nothing(visit):
    for before in ((), ("6",), ("ESC", "S"), ("ESC", "W"), ("ESC", "2")):
        shown = keys(visit, *before)

        assert keys(visit, "Z", "0", "É", "²", "PASTE" if not isinstance(shown, WordsView) else "Z") == shown


# ---- while the list is read --------------------------------------------------------------------------------


def test_a_session_asked_for_while_the_list_is_read_begins_by_itself(folder, clock):
    opened = begin(folder, clock)
    visit = visiting(opened, learned=False)
    assert visit.view.reading

    assert keys(visit, "2").notice == SOON
    visit.on_list_learned(visit.room.learn())

    assert isinstance(state_of(visit), Asking)
    opened.history.close()


def test_everything_else_can_be_done_while_the_list_is_read(folder, clock):
    opened = begin(folder, clock)
    visit = visiting(opened, learned=False)

    keys(visit, "S")
    visit.on_list_learned(visit.room.learn())

    assert isinstance(visit.view, ScoresView)
    assert not keys(visit, "ESC").reading
    opened.history.close()


# ---- choices and scores ------------------------------------------------------------------------------------


def test_choices_are_kept_for_the_next_visit(visit):
    for key in "PVEHFKL":
        keys(visit, key)
    wanted = visit.view.choices

    assert wanted == PracticeChoices("five_per_word", 45, 1, False, True, 60, Light.LIGHT)
    assert read_choices(visit.opened.history.settings()) == wanted
    assert wanted.switched_on == OFF_BY_DEFAULT


@pytest.mark.parametrize(
    "odd",
    [
        {"penalty": "time"},
        {"penalty": 3},
        {"turn_value": "25"},
        {"earlier": True},
        {"ask_belief": 0},
        {"light": None},
        {"hold_s": [15]},
    ],
)
def test_settings_of_another_version_fall_back_to_the_usual_ones(odd):
    assert read_choices(odd) == PracticeChoices()


def test_every_choice_comes_round_again():
    for name in encode_choices(PracticeChoices()):
        choices = PracticeChoices()
        for _ in range(24):
            choices = next_choice(choices, name)

        assert choices == PracticeChoices()


def test_scores_are_grouped_three_ways_by_one_key(visit):
    groups = [keys(visit, key).grouping for key in ("S", "G", "G", "G")]

    assert groups == [Grouping.FAMILY, Grouping.LENGTH, Grouping.RULE, Grouping.FAMILY]


# ---- own words ---------------------------------------------------------------------------------------------


def test_words_are_brought_in_by_paste_file_and_cardbox_and_taken_out_again(visit, tmp_path):
    words, cardbox = tmp_path / "words.txt", tmp_path / "box.db"
    visit.screen.clipboard = f"{LIST[5]} {LIST[700]}"
    assert keys(visit, "W", "P").notice == "2 new cards."
    visit.screen.target = cardbox
    assert keys(visit, "X").notice.startswith("2 questions")
    visit.screen.target = words
    assert keys(visit, "O").notice.startswith("2 words")
    visit.screen.file = words
    assert "2 were there already" in keys(visit, "F").notice
    visit.screen.file = cardbox
    view = keys(visit, "B")

    assert "were there already" in view.notice
    assert len(read_cardbox(cardbox)) == 2
    assert view.mine == 0  # a card belongs to where it came from last
    assert keys(visit, "ESC", "1").state.progress.plan.kind is SessionKind.DUE


def test_a_file_that_nobody_chose_changes_nothing(visit):
    shown = keys(visit, "W")

    assert keys(visit, "F", "B", "O", "X") == shown


@pytest.mark.parametrize("key", ["F", "B"])
def test_what_is_no_cardbox_and_no_text_is_one_sentence_on_the_page(visit, tmp_path, key):
    odd = tmp_path / "odd.db"
    odd.write_bytes(os.urandom(64) + b"\0\xff")
    visit.screen.file = odd

    view = keys(visit, "W", key)

    assert isinstance(view, WordsView)
    assert view.notice.endswith(".")
    assert view.cards == 0


# ---- bad days ----------------------------------------------------------------------------------------------


def test_a_tiny_list_says_so_and_goes_on_with_what_works(tmp_path, clock):
    data = tmp_path / "data"
    import_words(data, "tiny", ["CAT", "DOG", "AT"])
    opened = begin(data, clock)
    visit = visiting(opened)

    assert any("too few words" in line for line in visit.view.remarks)
    assert isinstance(keys(visit, "2").state, Asking)
    opened.history.close()


def test_the_free_list_says_why_it_asks_no_short_phoneys(tmp_path, clock):
    opened = begin(tmp_path / "data", clock)
    visit = visiting(opened, learned=False)

    assert NO_SHORT_PHONEYS in visit.view.remarks
    assert isinstance(keys(visit, "6"), DeckView)
    assert visit.view.short == NO_SHORT_PHONEYS
    opened.history.close()


def test_an_event_opened_meanwhile_ends_the_session_with_its_reason(visit):
    keys(visit, "2", "A", "1")
    event_at(visit.opened.folder)

    keys(visit, "ENTER")

    assert isinstance(state_of(visit), SessionOver)
    assert "is open here" in state_of(visit).why
    assert "is open here" in keys(visit, "ESC", "2").notice


def event_at(folder):
    staff = staff_at(folder)
    set_up_at(staff, folder.parent / "stick.toml")
    OpenEvent().run(staff, Listener(yes=True).tools())


def test_a_clock_that_was_set_back_is_said(folder, clock):
    opened = begin(folder, clock)
    visit = visiting(opened)
    keys(visit, "2", "A", "1")
    opened.history.close()

    clock.pass_(days=-3)
    opened = begin(folder, clock)

    assert CLOCK_SET_BACK in opened.remarks
    opened.history.close()


def test_a_list_removed_under_its_cards_is_said(folder, clock):
    opened = begin(folder, clock)
    visit = visiting(opened)
    visit.screen.clipboard = LIST[40]
    keys(visit, "W", "P")
    opened.history.close()

    remove(folder, "club")
    opened = begin(folder, clock)

    assert any("1 card belongs to a list that is not here" in line for line in opened.remarks)
    opened.history.close()


def test_a_second_copy_and_a_newer_history_are_refused_in_one_sentence(folder, clock):
    opened = begin(folder, clock)
    with pytest.raises(PracticeError, match="already running"):
        begin(folder, clock)
    opened.history.close()
    with sqlite3.connect(folder / PRACTICE) as conn:
        conn.execute("PRAGMA user_version = 99")
    conn.close()

    with pytest.raises(PracticeError, match="newer"):
        begin(folder, clock)


def test_what_cannot_be_done_where_there_is_no_room_for_a_sentence_has_a_page_of_its_own(visit):
    keys(visit, "6")
    event_at(visit.opened.folder)

    view = keys(visit, "1")

    assert isinstance(view, RefusedView)
    assert "is open here" in view.why
    keys(visit, "ENTER")
    assert visit.screen.left == 1


# ---- what is said of a decision ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "belief", "places", "answer", "points"),
    [
        (ONE, 0.75, (0,), "You challenged.", "−5 points"),
        (LONG, None, (), "You accepted.", "−130 points"),
        (MANY, 0.25, (0, 2), "You challenged RATED and AT.", "+22 points"),
        (ONE, 0.05, (), "You accepted.", "0 points"),
    ],
)
def test_a_decision_is_told_in_words(question, belief, places, answer, points):
    state = revealed(question, (GOOD_NOTES,), belief, *places)
    said = explain(state.question, state.attempt, state.weighed)

    assert (said.answer, said.points) == (answer, points)
    assert said.truth == ("The play was not good." if question.is_bad else "The play was good.")
    assert any("you said" in line for line in said.lines) == (belief is not None)
