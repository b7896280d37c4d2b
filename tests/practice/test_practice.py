"""Practising, as a window would let a player do it: begin, sessions, own words, results, refusals."""

from random import Random

import pytest

from kiosk.errors import OutputError, PracticeError
from kiosk.events.actions import CloseEvent, OpenEvent
from kiosk.folder import LOG, PRACTICE
from kiosk.practice.answers import SessionKind
from kiosk.practice.blocked_store import blocked_hashes
from kiosk.practice.cardbox_reader import BoxRow, read_cardbox, write_cardbox
from kiosk.practice.events import (
    AcceptPressed,
    BeliefPressed,
    ChallengePressed,
    DonePressed,
    UndoPressed,
)
from kiosk.practice.machine import Asking, Revealed, SessionOver
from kiosk.practice.own_words_run import give_cardbox, give_words, take_cardbox, take_file, take_paste
from kiosk.practice.scores import summarise
from kiosk.practice.search import Blocked
from kiosk.practice.session_run import PracticeRoom, SessionWish, begin, results
from kiosk.practice.wording import NO_SHORT_PHONEYS, NOTHING_DUE
from kiosk.words.store import BUNDLED_ID, load_lexicon
from kiosk.words.writer import remove
from tests.support.at_station import Listener, set_up_at, staff_at
from tests.support.log_samples import tamper
from tests.support.practice import SetClock, free_words, import_words, stake

LIST = [word for length in (2, 3, 4, 5, 6) for word in free_words().of_length(length)][::2]
DRILL = SessionWish(SessionKind.DRILL, stake())


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "data"
    import_words(made, "club", LIST)
    return made


@pytest.fixture
def clock():
    return SetClock()


@pytest.fixture
def opened(folder, clock):
    made = begin(folder, clock)
    yield made
    made.history.close()


@pytest.fixture
def room(opened):
    return PracticeRoom(opened, Random(1))


def answered(room, state, challenge=False):
    key = ChallengePressed(room.now_ms()) if challenge else AcceptPressed(room.now_ms())
    state = room.take(state, key)
    return room.take(state, DonePressed())


def right(room, state):
    """*state* after an answer by somebody who knows every word."""
    return answered(room, state, challenge=state.question.is_bad)


def wrong(room, state):
    return answered(room, state, challenge=not state.question.is_bad)


def test_a_session_from_the_first_question_to_the_scores(room, opened):
    room.learn()
    state = room.start(DRILL)
    for _ in range(30):
        state = wrong(room, state)
        assert isinstance(state, Revealed)
        assert [notes.word for notes in state.notes] == [word.word for word in state.question.words]
        state = room.take(state, DonePressed())

    found = results(opened)

    assert isinstance(state, Asking)
    assert found.answers == len(state.progress.attempts) == 30
    assert found.knowledge.total.right.share == 0
    assert found.decision.lost > 0
    assert found.days == (30, 0, 0, 0, 0, 0, 0)
    assert found.misses >= 25
    told = summarise(state.progress.attempts)
    assert 0 < told.bad < 30
    assert len(opened.history.cards(opened.book.identity.fingerprint)) >= 25
    assert opened.history.begun_on("2026-03-02") == 20  # the rest wait for tomorrow


def test_what_was_missed_is_due_within_minutes_and_then_rests(room, opened, clock):
    state = room.start(DRILL)
    missed = {word.word for word in state.question.words if word.family}
    state = wrong(room, state)
    nothing = room.start(SessionWish(SessionKind.DUE, stake()))
    assert nothing == SessionOver(nothing.progress, NOTHING_DUE)

    clock.pass_(minutes=2)
    state = room.start(SessionWish(SessionKind.DUE, stake()))
    assert missed <= {word.word for word in state.question.words}
    state = room.take(room.take(state, ChallengePressed(1)), BeliefPressed(2))  # unsure: again
    clock.pass_(minutes=2)
    state = room.take(state, DonePressed())
    assert isinstance(state, Asking)
    state = right(room, state)

    assert isinstance(room.take(state, DonePressed()), SessionOver)


def test_misses_are_played_again_until_they_are_right(room):
    state = room.start(DRILL)
    asked = {word.word for word in state.question.words if word.family}
    wrong(room, state)

    state = room.start(SessionWish(SessionKind.MISSES, stake()))
    assert asked <= {word.word for word in state.question.words}
    right(room, state)

    assert isinstance(room.start(SessionWish(SessionKind.MISSES, stake())), SessionOver)


def test_an_answer_taken_back_leaves_the_history_as_it_was(room, opened):
    state = wrong(room, room.start(DRILL))

    state = room.take(state, UndoPressed())

    assert isinstance(state, Asking)
    assert results(opened).answers == 0
    assert opened.history.cards_by_list() == {}


@pytest.mark.parametrize("kind", [SessionKind.WEAK, SessionKind.DECK])
def test_other_sessions_ask_too(room, kind):
    state = room.start(SessionWish(kind, stake(), deck="threes"))

    assert isinstance(state, Asking)


def test_sessions_against_the_clock_make_no_cards_and_no_scores(room, opened):
    wrong(room, room.start(SessionWish(SessionKind.DRILL, stake(), hold_ms=15_000)))

    assert results(opened).knowledge.total.count == 0
    assert opened.history.cards_by_list() == {}
    assert results(opened).answers == 1


# ---- own words ---------------------------------------------------------------------------------------------
def test_own_words_come_from_a_file_a_paste_or_a_log_and_are_asked(room, opened, tmp_path):
    (tmp_path / "mine.txt").write_text(f"{LIST[500]}\tmy own words\nZZYX\n", encoding="ascii")

    taken = take_file(opened, tmp_path / "mine.txt")
    pasted = take_paste(opened, f"{LIST[500]} {LIST[600]}")

    assert (taken.new, taken.known, taken.not_words) == (2, 0, 1)
    assert taken.said == "2 new cards, 1 is not in this list: a phoney."
    assert (pasted.new, pasted.known) == (1, 1)
    asked = set()
    state = room.start(SessionWish(SessionKind.MY_WORDS, stake()))
    while isinstance(state, Asking):
        asked |= {word.word for word in state.question.words}
        state = right(room, state)
        assert isinstance(state, Revealed)
        meanings = {notes.word: notes.definition for notes in state.notes}
        assert meanings.get(LIST[500], "my own words") == "my own words"
        state = room.take(state, DonePressed())
    assert asked >= {LIST[500], LIST[600]}
    with pytest.raises(PracticeError, match="No word was found"):
        take_paste(opened, "1 2 3")


def test_a_cardbox_comes_in_with_its_schedule_and_goes_out_again(opened, tmp_path):
    word = LIST[400]
    scheduled = BoxRow("".join(sorted(word)), 5, 1, 3, 1_700_000_000, 6, 1_900_000_000)
    write_cardbox([scheduled, BoxRow("QQQ")], tmp_path / "in.db")

    taken = take_cardbox(opened, tmp_path / "in.db")
    count = give_cardbox(opened, tmp_path / "out.db")

    assert (taken.new >= 1, taken.passed_over) == (True, 1)
    assert count == 1
    out = read_cardbox(tmp_path / "out.db")
    assert [(row.question, row.cardbox, row.next_scheduled) for row in out] == [
        (scheduled.question, 6, 1_900_000_000)
    ]
    assert results(opened).due == 0


def test_a_cardbox_of_words_keeps_them_as_words(opened, tmp_path):
    write_cardbox([BoxRow("ZZYX"), BoxRow(LIST[700])], tmp_path / "in.db")

    assert take_cardbox(opened, tmp_path / "in.db").not_words == 1
    assert give_words(opened, tmp_path / "out.txt") == 2
    assert (tmp_path / "out.txt").read_text(encoding="ascii") == f"ZZYX\n{LIST[700]}\n"


def test_nothing_of_the_programs_own_is_overwritten(opened, folder):
    for give in (give_words, give_cardbox):
        with pytest.raises(OutputError, match="belongs to the station itself"):
            give(opened, folder / PRACTICE)


# ---- refusals ----------------------------------------------------------------------------------------------
def test_nobody_practises_while_an_event_is_open_and_the_log_is_not_touched(tmp_path):
    staff = staff_at(tmp_path / "data")
    set_up_at(staff, tmp_path / "stick.toml")
    opened = begin(staff.folder, staff.clock)
    room = PracticeRoom(opened, Random(1))
    OpenEvent().run(staff, Listener(yes=True).tools())
    before = (staff.folder / LOG).read_bytes()

    with pytest.raises(PracticeError, match="nobody practises on this station"):
        room.start(DRILL)
    opened.history.close()
    with pytest.raises(PracticeError, match="is open here"):
        begin(staff.folder, staff.clock)

    assert (staff.folder / LOG).read_bytes() == before
    CloseEvent().run(staff)
    begin(staff.folder, staff.clock).history.close()


def test_nobody_practises_where_the_record_of_an_open_event_is_gone(tmp_path):
    staff = staff_at(tmp_path / "data")
    set_up_at(staff, tmp_path / "stick.toml")
    opened = begin(staff.folder, staff.clock)
    room = PracticeRoom(opened, Random(1))
    OpenEvent().run(staff, Listener(yes=True).tools())
    tamper(staff.folder / LOG, "DELETE FROM records WHERE kind = 'event_opened'")

    with pytest.raises(PracticeError, match="cannot be told, so nobody practises on this station"):
        room.start(DRILL)
    opened.history.close()
    with pytest.raises(PracticeError, match="does not hold"):
        begin(staff.folder, staff.clock)


def test_the_free_list_says_why_it_has_no_short_phoneys(tmp_path, clock):
    opened = begin(tmp_path, clock)

    assert opened.book.identity.id == "free"
    assert opened.remarks == (NO_SHORT_PHONEYS,)
    opened.history.close()


def test_the_free_list_does_not_call_a_short_word_of_today_a_phoney(tmp_path, clock):
    opened = begin(tmp_path, clock)

    taken = take_paste(opened, "QI ZA CAT QQZZY")

    assert (taken.new, taken.not_words, taken.too_short) == (2, 1, 2)
    assert [card.word for card in opened.history.cards(opened.book.identity.fingerprint)] == ["CAT", "QQZZY"]
    opened.history.close()


def test_the_free_list_is_as_old_under_another_name(tmp_path, clock):
    import_words(tmp_path / "data", "mine", load_lexicon(tmp_path / "data", BUNDLED_ID).words())

    opened = begin(tmp_path / "data", clock)

    assert opened.book.identity.id == "mine"
    assert opened.remarks == (NO_SHORT_PHONEYS,)
    assert take_paste(opened, "QI").too_short == 1
    opened.history.close()


def test_what_can_never_be_asked_makes_no_card_that_waits_for_ever(opened):
    offensive = next(word for word in free_words() if Blocked(blocked_hashes()).is_word(word))

    taken = take_paste(opened, f"{offensive} ZZZZZ {LIST[500]}")

    assert (taken.new, taken.unasked) == (1, 2)
    assert taken.said == "1 new card, 2 cannot be asked here."
    assert results(opened).fresh == 1


def test_an_event_that_opens_meanwhile_ends_the_session(tmp_path):
    staff = staff_at(tmp_path / "data")
    set_up_at(staff, tmp_path / "stick.toml")
    opened = begin(staff.folder, staff.clock)
    room = PracticeRoom(opened, Random(1))
    state = right(room, room.start(DRILL))
    OpenEvent().run(staff, Listener(yes=True).tools())

    state = room.take(state, DonePressed())

    assert isinstance(state, SessionOver)
    assert "nobody practises on this station" in state.why
    opened.history.close()


def test_a_tiny_list_says_what_it_is_too_small_for_and_goes_on(tmp_path, clock):
    import_words(tmp_path / "data", "tiny", ["CAT", "DOG", "CATS", "AT", "TO"])
    opened = begin(tmp_path / "data", clock)
    room = PracticeRoom(opened, Random(1))

    assert any("too few words for" in line for line in room.learn())
    assert isinstance(room.start(DRILL), Asking)
    opened.history.close()


def test_a_list_removed_under_its_deck_is_said_and_its_cards_are_kept(folder, clock):
    opened = begin(folder, clock, list_id="club")
    take_paste(opened, " ".join(LIST[:3]))
    opened.history.close()
    remove(folder, "club")

    again = begin(folder, clock)

    assert again.book.identity.id == "free"
    assert "“club” of last time is not here" in again.remarks[0]
    assert again.remarks[-1].startswith("3 cards belong to a list that is not here any more")
    again.history.close()
    import_words(folder, "club", LIST)
    back = begin(folder, clock, list_id="club")
    assert len(back.history.cards(back.book.identity.fingerprint)) == 3
    back.history.close()


def test_with_two_lists_words_of_the_other_are_asked_as_phoneys(folder, clock):
    import_words(folder, "other", [*LIST, "ZZYX", "QQAT"])
    opened = begin(folder, clock, list_id="club")
    room = PracticeRoom(opened, Random(1))
    room.learn()

    assert opened.other is not None
    question = room.asker.drill({next(f for f in room._weights if f == "other_list"): 1}, 1.0, frozenset())
    assert {word.word for word in question.words if not word.valid} <= {"ZZYX", "QQAT"}
    opened.history.close()


def test_a_clock_set_back_does_not_stop_practice(room, opened, clock):
    clock.pass_(days=3_000)
    wrong(room, room.start(DRILL))
    clock.pass_(days=-3_000)

    state = room.start(SessionWish(SessionKind.DUE, stake()))

    assert isinstance(state, Asking)
    assert isinstance(right(room, state), Revealed)
    assert results(opened).answers == 2
