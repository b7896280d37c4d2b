"""Answers and cards, as practice and its history share them."""

import pytest

from kiosk.practice.answers import AskedWord, Attempt, PlayAnswer, SessionKind, local_day
from kiosk.practice.cards import CardChange, Memory, PracticeCard


@pytest.mark.parametrize(
    ("at", "offset_min", "day"),
    [("2026-03-02T23:30:00.000Z", 0, "2026-03-02"), ("2026-03-02T23:30:00.000Z", 60, "2026-03-03")],
)
def test_a_day_is_the_players_own(at, offset_min, day):
    assert local_day(at, offset_min) == day


def test_a_play_with_one_bad_word_is_bad():
    words = (AskedWord("CAT", True), AskedWord("CATE", False, "look_alike", "CAT"))
    attempt = Attempt(
        *(
            "s",
            SessionKind.DRILL,
            "f",
            "none",
            35,
            words,
            10,
            PlayAnswer.ACCEPT,
            (),
            False,
            None,
            1,
            0,
            10,
            None,
        ),
        at="2026-03-02T23:30:00.000Z",
    )

    assert attempt.is_bad
    assert attempt.local_day == "2026-03-02"


def test_a_card_is_asked_as_it_was_made():
    card = PracticeCard("f", "CATE", False, "missed", "", family="look_alike", base="CAT")
    memory = Memory(1, 0, 1.0, 5.0, "", "")

    assert card.asked == AskedWord("CATE", False, "look_alike", "CAT")
    assert CardChange(None, card, None).after.memory is None
    assert memory.stability == 1.0
