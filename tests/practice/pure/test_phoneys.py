"""Phoneys: never a word, never offensive, as long as they are asked for, and made as their family says."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kiosk.practice.answers import AskedWord
from kiosk.practice.board import can_be_laid, faults, words_of
from kiosk.practice.phoneys import (
    MAKERS,
    OFF_BY_DEFAULT,
    CompoundParts,
    Family,
    Limits,
    Phoney,
    Plausibility,
    Words,
    join_ending,
    plural,
    weights,
)
from kiosk.practice.questions import DECKS, Asker, deck, holds, words_of_deck
from kiosk.practice.search import WordSearch
from tests.support.practice import blocking, free_asker, free_words

FREE = free_words()
ASKED = weights(other_list=False)
OURS = [family for family in Family if family is not Family.OTHER_LIST]


@given(family=st.sampled_from(OURS), seed=st.integers())
def test_no_phoney_is_a_word_of_the_list(family, seed):
    asker = free_asker(seed)

    made = asker._drawer.phoney(family, asker._chance, Limits(5))

    assume(made is not None)
    assert made.word not in FREE
    assert made.base in FREE
    assert made.family is family
    assert 5 <= len(made.word) <= 9
    assert asker.model.score(made.word) >= asker.model.floor(len(made.word))


@given(seed=st.integers(), share=st.sampled_from([0.0, 0.45, 1.0]))
def test_every_question_holds_is_legal_and_shows_the_words_it_asks(seed, share):
    question = free_asker(seed).drill(ASKED, share, frozenset())

    assert question is not None
    assert holds(question, FREE)
    assert faults(question.fragment) == ()
    assert tuple(word.word for word in question.words) == words_of(question.fragment)
    assert question.is_bad is (share == 1.0) or share == 0.45
    assert sum(bool(word.family) for word in question.words) == 1
    assert 1 <= len(question.words) <= 5


def test_a_phoney_that_has_become_a_word_is_not_shown():
    question = next(
        each for seed in range(50) if (each := free_asker(seed).drill(ASKED, 1.0, frozenset())) is not None
    )
    bad = next(word.word for word in question.words if not word.valid)

    assert holds(question, FREE)
    assert not holds(question, {*FREE, bad})


@pytest.mark.parametrize(
    ("family", "word", "base"),
    [
        (Family.PLURAL, "GAWKINGS", "GAWKING"),
        (Family.PREFIX, "OUTPARK", "PARK"),
        (Family.SUFFIX, "DUMBABLE", "DUMB"),
    ],
)
def test_a_word_of_the_same_band_has_the_length_and_the_affix_of_the_phoney(family, word, base):
    asker = free_asker(1)

    twins = {asker._drawer.twin(Phoney(word, family, base), asker._chance, Limits()) for _ in range(20)}

    assert len(twins) > 1
    assert all(twin in FREE and len(twin) == len(word) for twin in twins)
    affix = slice(0, 3) if family is Family.PREFIX else slice(-4, None)
    assert {twin[affix] for twin in twins} == {word[affix]}


def test_the_free_list_makes_no_phoneys_of_two_to_four_letters():
    asker = free_asker(3)
    lengths = set()
    for _ in range(150):
        question = asker.drill({Family.LOOK_ALIKE: 1, Family.HOOK: 1}, 1.0, frozenset())
        lengths |= {len(word.word) for word in question.words if not word.valid}

    assert min(lengths) == 5


def test_nothing_is_asked_twice_in_a_session():
    asker, seen = free_asker(4), set()
    for _ in range(200):
        question = asker.drill(ASKED, 0.5, frozenset(seen))
        asked = {word.word for word in question.words if word.family}
        assert not asked & seen
        seen |= asked


def test_what_is_blocked_is_neither_asked_nor_stands_on_a_board_nor_hides_in_a_phoney():
    words = [word for length in (2, 3, 4, 5, 6) for word in FREE.of_length(length)]
    hidden = [word for word in words if word.startswith(("CA", "DO", "ST"))]
    asker = Asker(WordSearch(words), blocking(*hidden), Random(5))

    for _ in range(200):
        question = asker.drill(ASKED, 0.5, frozenset())
        shown = {tile.letter for _, tile in question.fragment.tiles()}
        assert shown
        assert not {word.word for word in question.words} & set(hidden)
        for word in question.words:
            if not word.valid:
                assert not [each for each in hidden if len(each) >= 4 and each in word.word]


def test_a_phoney_that_holds_a_blocked_word_is_blocked_and_a_word_only_if_it_is_one():
    blocked = blocking("CATS", "DOG")

    assert [blocked.in_phoney(word) for word in ("CATS", "XCATSY", "DOG", "DOGX", "CAXTS")] == [
        *(True, True, True, False, False)
    ]
    assert [blocked.is_word(word) for word in ("CATS", "CATSUP", "DOG")] == [True, False, True]
    assert [blocked.in_text(text) for text in ("a pet, not (cats)", "a dog-like pet", "nothing")] == [
        *(True, True, False)
    ]


def test_every_family_that_is_asked_has_its_weight_and_the_other_list_only_if_it_is_there():
    assert sum(ASKED.values()) == 90
    assert Family.OTHER_LIST not in ASKED
    assert weights(other_list=True)[Family.OTHER_LIST] == 20
    assert not OFF_BY_DEFAULT & set(ASKED)
    assert set(weights(other_list=False, switched_on=OFF_BY_DEFAULT)) == {*ASKED, *OFF_BY_DEFAULT}


def test_words_of_another_list_are_phoneys_here():
    words = [word for word in FREE.of_length(4) if word != "CATS"]
    asker = Asker(WordSearch(words), blocking(), Random(1), others=["CATS", *words])

    question = asker.drill({Family.OTHER_LIST: 1}, 1.0, frozenset())

    assert question is not None
    assert [word.word for word in question.words if not word.valid] == ["CATS"]


@pytest.mark.parametrize("words", [[], ["AA"], ["CAT", "DOG"]], ids=["none", "one", "two"])
def test_a_tiny_list_makes_nothing_and_says_so(words):
    asker = Asker(WordSearch(words), blocking(), Random(1))

    assert asker.drill({Family.COMPOUND: 1, Family.PREFIX: 1}, 0.5, frozenset()) is None
    assert set(asker.empty_families(ASKED)) >= {Family.COMPOUND, Family.PREFIX, Family.SUFFIX}
    question = asker.good(frozenset())
    assert (question is None) is (not words)


@pytest.mark.parametrize("family", OURS)
def test_makers_make_nothing_of_nothing(family):
    empty = WordSearch([])

    assert MAKERS[family](Words(empty, CompoundParts(empty)), Random(1)) is None
    assert Plausibility(empty).floor(5) == 0


@pytest.mark.parametrize("chosen", DECKS, ids=lambda each: each.id)
def test_a_deck_asks_its_words_and_phoneys_like_them(chosen):
    held = set(words_of_deck(chosen, FREE))
    asker = free_asker(7, shortest=2)

    asked = [
        word for _ in range(60) for word in asker.from_deck(chosen, 0.5, frozenset()).words if word.family
    ]

    assert held
    assert {word.word for word in asked if word.valid} <= held
    assert all(chosen.fits(word.word, FREE) and len(word.word) in chosen.lengths for word in asked)
    assert any(not word.valid for word in asked)


@pytest.mark.parametrize(("id", "stem"), [("front_hooks", slice(1, None)), ("back_hooks", slice(None, -1))])
def test_a_deck_of_hooks_asks_letters_beside_good_words_and_says_so(id, stem):
    asker = free_asker(3, shortest=2)

    asked = [word for _ in range(60) for word in asker.from_deck(deck(id), 0.5, frozenset()).words]

    hooked = [word for word in asked if word.family]
    assert {word.family for word in hooked} == {Family.HOOK}
    assert all(word.word[stem] in FREE for word in hooked)
    phoneys = [word for word in hooked if not word.valid]
    assert phoneys
    assert all(word.base == word.word[stem] for word in phoneys)
    assert not any(word.word.endswith("S") for word in hooked if id == "back_hooks")


def test_a_deck_ends():
    seen = frozenset(words_of_deck(deck("twos"), FREE))

    assert free_asker(1).from_deck(deck("twos"), 0.5, seen) is None


@given(seed=st.integers())
def test_the_share_of_phoneys_is_between_thirty_and_sixty_in_a_hundred(seed):
    assert 0.3 <= free_asker(seed).share() <= 0.6


def test_real_words_look_more_like_words_than_noise():
    model = free_asker(1).model

    assert model.score("HOUSES") > model.floor(6) > model.score("QXZJKV")


def test_a_word_of_the_list_is_judged_as_if_it_were_not_in_it():
    words = ["CAT", "COT", "CUT", "ZYX"]

    assert Plausibility(WordSearch(words)).score("ZYX") == Plausibility(WordSearch(words[:3])).score("ZYX")


@pytest.mark.parametrize(
    ("word", "ending", "made"),
    [
        *(("MAKE", "ER", "MAKER"), ("PIN", "ING", "PINNING"), ("PAIN", "ING", "PAINING")),
        *(("PITY", "ABLE", "PITIABLE"), ("PITY", "ING", "PITYING"), ("HAPPY", "LY", "HAPPILY")),
        *(("FREE", "ER", "FREEER"), ("DOG", "LIKE", "DOGLIKE"), ("PLAY", "ER", "PLAYER")),
    ],
)
def test_endings_are_joined_as_english_does(word, ending, made):
    assert join_ending(word, ending) == made


@pytest.mark.parametrize(
    ("word", "made"),
    [("CAT", "CATS"), ("FOX", "FOXES"), ("LADY", "LADIES"), ("BOY", "BOYS"), ("DISH", "DISHES")],
)
def test_plurals_are_spelt_as_english_does(word, made):
    assert plural(word) == made


def test_a_word_that_can_be_laid_is_always_asked_when_its_turn_comes():
    twos = [word for word in FREE.of_length(2) if free_asker(1).showable(word)]

    for seed, word in enumerate(twos):
        assert free_asker(seed).ask_about(AskedWord(word, True)) is not None, word


def test_every_letter_of_a_question_has_its_tile():
    for seed in range(80):
        question = free_asker(seed).drill(ASKED, 0.5, frozenset())
        assert can_be_laid(tile.letter for _, tile in question.fragment.tiles())
