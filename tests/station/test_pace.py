"""From key events to rulings, at every pace and by whatever hands: what is judged, what never is, and that
honest players always get theirs.

Two people at two keyboards, keys that repeat as any system repeats them, releases that get lost, a book on
the keys, a program that stands still: each property is also given to builds broken on purpose and must refuse
them.
"""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kiosk.kit.keys import Keyboard
from kiosk.station.entry import Checking, Entering
from kiosk.station.idle import Counting
from kiosk.station.station import Station
from kiosk.station.verdict import Showing, Told
from tests.support.broken_desks import (
    AnyEnterIsYes,
    ClockOfItsOwn,
    CountsPressesOnly,
    DeadSecond,
    ForgetsWhatWasDropped,
    LiftsDoNotCount,
    LostForGood,
    RepeatsAreFresh,
    RubsOutOnAndOn,
    SleepsThroughItsSecond,
    TwoEntersAtOnce,
)
from tests.support.desk import AWAY, Desk, Repeats, Stall, Stroke, check_rulings

PACES = st.integers(30, 3000)  # milliseconds a key
HOLDS = st.floats(0.05, 1.8)  # of the pace: over 1, the next key goes down before this one is up
PLAYS = st.lists(st.sampled_from(["cat", "dog", "qi", "za", "zax", "cats"]), min_size=1, max_size=4)
LONG_MS = 9000  # a key that lies: three times as long as it takes to be named
DRUMMING = st.floats(2, 30)  # TABs a second
SYSTEMS = st.one_of(
    st.none(),
    st.builds(
        Repeats,
        st.integers(150, 1000),
        st.integers(20, 100),
        st.sampled_from(["flagged", "pairs", "presses"]),
    ),
)
STALLS = st.lists(st.builds(Stall, st.integers(0, 20_000), st.integers(1, 4000), st.booleans()), max_size=3)

SOUND = {"max_examples": 120, "deadline": None, "suppress_health_check": list(HealthCheck)}
# What must find a fault asks the same questions every time: it is a proof, not a search.
TO_FAIL = SOUND | {"max_examples": 1000, "phases": [Phase.generate], "derandomize": True}


def drummed(from_ms, to_ms, a_second, hold=0.4):
    """TAB on a keyboard of its own, from the one time to the other."""
    every_ms = 1000 / a_second
    times = int((to_ms - from_ms) / every_ms)
    return [
        Stroke(int(from_ms + at * every_ms), "\t", max(1, int(every_ms * hold)), hand=1)
        for at in range(times)
    ]


def typed(text, pace_ms, hold, from_ms=0):
    return [Stroke(from_ms + at * pace_ms, key, int(pace_ms * hold)) for at, key in enumerate(text, 1)]


def refuses(check, *broken, because):
    with pytest.raises(AssertionError, match=because):
        check(*broken, how=TO_FAIL)


# ---- a hasty challenger, and somebody who drums on TAB -----------------------------------------------------


def check_drumming_judges_nothing_but_what_enter_ended(build=Station, keyboard=Keyboard, how=SOUND):
    @given(PLAYS, st.integers(1, 4), PACES, HOLDS, DRUMMING, st.integers(0, 4000), SYSTEMS, st.booleans())
    @settings(**how)
    def check(words, declared, pace_ms, hold, a_second, longer_ms, system, merged):
        """The number declared is any; the drummer begins before the first key and stops after ENTER."""
        text = f"{declared}{' '.join(words)}"
        strokes = typed(text, pace_ms, hold)
        end_ms = strokes[-1].at_ms + pace_ms
        desk = Desk(build, keyboard, system, merged=merged)
        desk.strike(*strokes, *drummed(0, end_ms, a_second))
        assert desk.rulings == [], "judged before ENTER"

        begun_ms = desk.now_ms + 1
        enter = Stroke(begun_ms, "\n", int(pace_ms * hold))
        desk.strike(enter, *drummed(begun_ms, begun_ms + longer_ms, a_second))
        assert desk.rulings == [], "judged while somebody drums"

        if declared == len(words):
            assert carry_on(desk) == [word.upper() for word in words], "judged other words"

    check()


def carry_on(desk, most=60):
    """Two honest players do what the page says, an act every three seconds, until there is a ruling.

    The words of that ruling; the test fails if it takes more than *most* acts.
    """
    ruled = len(desk.rulings)
    for _ in range(most):
        desk.rest(3100)
        if (key := next_act(desk.rig.state)) is not None:
            desk.tap(key)
        if len(desk.rulings) > ruled:
            desk.rest(100)
            return desk.rulings[-1]
    raise AssertionError(f"blocked for ever: {desk.rig.state}")


def next_act(state):
    """The key that the page on show asks for; None: hands off."""
    match state:
        case Counting():
            return "1"
        case Told():
            return "\n"
        case Entering():
            line = state.lines[state.current]
            return "cat"[len(line)] if len(line) < 2 and not state.spaced else "\n"
        case Checking(armed=True):
            return "\t"
        case Checking(down=(first, *_)):
            return NAMES[first]
        case Checking(doubted=True):
            return "\n"
        case Checking():
            return None
        case Showing():
            return "\n" if state.open else None
    raise AssertionError(f"no honest act in {state}")


NAMES = {
    **{key.upper(): key for key in "1234567890abcdefghijklmnopqrstuvwxyz"},
    **{"Space": " ", "Return": "\n", "Tab": "\t", "Backspace": "\b"},
    **{"Up": "↑", "Down": "↓", "Left": "←", "F1": "F"},
}


@pytest.mark.hypothesis
def test_no_drumming_on_tab_judges_anything_but_what_enter_ended():
    check_drumming_judges_nothing_but_what_enter_ended()


def test_a_station_with_a_dead_second_is_caught_by_the_drummer():
    refuses(check_drumming_judges_nothing_but_what_enter_ended, DeadSecond, because="judged")


# ---- half a play, and the words of the pair before ---------------------------------------------------------

SEPARATED = st.lists(
    st.tuples(st.sampled_from(["cat", "dog", "qi", "za"]), st.sampled_from("\n ↓")), min_size=1
)
TYPISTS = st.tuples(st.integers(1, 4), SEPARATED.map(lambda words: words[:3]), PACES, HOLDS)


@st.composite
def pairs(draw):
    """One pair or two after each other: each declares any number of words, ends each of them with ENTER,
    SPACE or ↓, and waits a while. No one knows what the page says."""
    at_ms, strokes = 0, []
    for declared, words, pace_ms, hold in draw(st.lists(TYPISTS, min_size=1, max_size=2)):
        text = f"{declared}{''.join(word + end for word, end in words)}"
        text += "\n" * draw(st.integers(0, 2))
        strokes += typed(text, pace_ms, hold, at_ms)
        at_ms = strokes[-1].at_ms + draw(st.integers(0, 3000))
    return strokes


def check_what_was_not_taken_is_asked_about(build=Station, keyboard=Keyboard, how=SOUND):
    @given(pairs(), st.integers(900, 4000), SYSTEMS, STALLS)
    @settings(**how | {"max_examples": how["max_examples"] * 3})
    def check(strokes, look_ms, system, stalls):
        """At the end somebody presses TAB."""
        desk = Desk(build, keyboard, system, stalls=stalls)
        desk.strike(*strokes).rest(look_ms).tap("\t").rest(2000)
        letters = "".join(stroke.key for stroke in strokes if stroke.key.isalnum())[1:]
        for judged in desk.judged:  # a second number is of a second pair, whose words are not all that stand
            taken = "".join(judged.words).lower() == letters
            assert taken or _says_twice_that_this_is_all(judged.moves), "judged though not all was taken"

    check()


def _says_twice_that_this_is_all(moves):
    """Whether the last two keys were ENTERs with a quiet second between them."""
    presses = [place for place, move in enumerate(moves) if move.what == "down" and move.key != "\t"]
    if len(presses) < 2 or any(moves[place].key != "\n" for place in presses[-2:]):
        return False
    return moves[presses[-1]].at_ms - moves[presses[-1] - 1].at_ms >= 1000


def test_while_something_typed_was_not_taken_nothing_is_judged_unless_enter_says_twice_that_this_is_all():
    check_what_was_not_taken_is_asked_about()


@pytest.mark.parametrize("build", [AnyEnterIsYes, ForgetsWhatWasDropped, TwoEntersAtOnce])
def test_a_build_that_judges_half_a_play_is_caught(build):
    refuses(check_what_was_not_taken_is_asked_about, build, because="not all was taken")


def check_enter_in_a_stall_answers_nothing(build=Station, keyboard=Keyboard, how=SOUND):
    @given(st.integers(100, 900), st.integers(1100, 4000))
    @settings(**how)
    def check(soon_ms, still_ms):
        """The program stands still after the ENTER that ended the second word; the next one comes soon."""
        strokes = typed("1cat\ndog\n", 100, 0.4)
        at_ms = strokes[-1].at_ms
        desk = Desk(build, keyboard, stalls=[Stall(at_ms + 50, still_ms, keys_first=True)])
        desk.strike(*strokes, Stroke(at_ms + soon_ms, "\n", 20)).rest(still_ms + 2000).tap("\t")
        assert desk.rulings == [], "judged though not all was taken"

    check()


def test_an_enter_that_comes_in_late_is_not_taken_for_one_after_a_quiet_second():
    check_enter_in_a_stall_answers_nothing()


def test_a_keyboard_whose_clock_nobody_asks_is_caught_with_half_a_play():
    refuses(check_enter_in_a_stall_answers_nothing, Station, ClockOfItsOwn, because="not all was taken")


# ---- any hands at all --------------------------------------------------------------------------------------

KEYS = st.sampled_from([*"12catdog \n\n\t\t\t\b↑↓←F⇧⇪", AWAY])
BITS = st.one_of(
    KEYS, st.sampled_from(["1cat\n", "2cat dog\n", "1cat\n\t", "1cat ", "\t\t\t", "\n\t", "cat\n"])
)


@st.composite
def hands(draw, hand, most=8):
    """One person: plays and single keys at a pace that changes, held for short or long, and lost at times."""
    at_ms, strokes = draw(st.integers(0, 3000)), []
    for text in draw(st.lists(BITS, min_size=1, max_size=most)):
        pace_ms, hold = draw(PACES), draw(st.one_of(HOLDS, st.just(40.0)))
        lost = draw(st.integers(0, 5)) == 0
        for key in text:
            at_ms += pace_ms
            strokes.append(Stroke(at_ms, key, min(LONG_MS, int(pace_ms * hold)), lost, hand))
    return strokes


@st.composite
def books(draw):
    """Something lies on many keys for a while; they go down within a few milliseconds of each other."""
    at_ms, lies_ms = draw(st.integers(0, 15_000)), draw(st.integers(500, LONG_MS))
    keys = draw(st.lists(st.sampled_from("12catdogw \n\t\b↓←F⇧⇪"), max_size=9, unique=True))
    return [
        Stroke(at_ms + place * draw(st.integers(0, 3)), key, lies_ms, hand=2)
        for place, key in enumerate(keys)
    ]


START = typed("1cat\n", 100, 0.4)


def check_whatever_hands_do(build=Station, keyboard=Keyboard, how=SOUND):
    @given(hands(0), hands(1), books(), SYSTEMS, st.booleans(), STALLS)
    @settings(**how | {"max_examples": how["max_examples"] * 2})
    def check(one, other, book, system, merged, stalls):
        """Two people and a book, once a whole play was entered; at the end somebody tries TAB."""
        later = [
            replace(stroke, at_ms=stroke.at_ms + 600, lost=stroke.lost and merged)
            for stroke in (*one, *other, *book)
        ]
        desk = Desk(build, keyboard, system, merged=merged, stalls=stalls)
        desk.strike(*START, *later)
        desk.rest(1500).tap("\t").rest(5000)
        check_rulings(desk)

    check()


@pytest.mark.hypothesis
def test_whatever_hands_do_a_ruling_is_on_what_stood_for_a_quiet_second():
    check_whatever_hands_do()


@pytest.mark.parametrize(
    ("build", "keyboard"),
    [(DeadSecond, Keyboard), (Station, CountsPressesOnly)],
    ids=["a dead second", "held keys do not count"],
)
def test_a_build_that_does_not_wait_for_quiet_is_caught_by_any_hands(build, keyboard):
    why = "moved in the second|was held|typed after ENTER|a second on the page"
    refuses(check_whatever_hands_do, build, keyboard, because=why)


# ---- TAB soon after ENTER, the program standing still or not -----------------------------------------------


def check_tab_soon_after_enter(build=Station, keyboard=Keyboard, how=SOUND):
    @given(
        st.integers(20, 3000), st.integers(800, 1300), st.integers(-250, 100), st.integers(0, 500), SYSTEMS
    )
    @settings(**how)
    def check(held_ms, gap_ms, off_ms, still_ms, system):
        """ENTER is held, TAB follows, and the program stands still about when the second is over."""
        let_go_ms = START[-1].at_ms + held_ms
        stalls = [Stall(max(0, let_go_ms + 1000 + off_ms), still_ms)] if still_ms else []
        desk = Desk(build, keyboard, system, stalls=stalls)
        enter = replace(START[-1], hold_ms=held_ms)
        desk.strike(*START[:-1], enter, Stroke(enter.at_ms + gap_ms, "\t"), Stroke(let_go_ms + gap_ms, "\t"))
        desk.rest(2000)
        check_rulings(desk)

    check()


@pytest.mark.hypothesis
def test_a_tab_soon_after_enter_judges_only_after_a_quiet_second():
    check_tab_soon_after_enter()


@pytest.mark.parametrize(
    ("build", "keyboard"),
    [(DeadSecond, Keyboard), (LiftsDoNotCount, ClockOfItsOwn), (Station, ClockOfItsOwn)],
    ids=["a dead second", "lifts do not count", "the keyboard's clock is not asked"],
)
def test_a_build_that_waits_for_less_than_a_quiet_second_is_caught(build, keyboard):
    refuses(check_tab_soon_after_enter, build, keyboard, because="a key moved in the second before it")


def check_tab_in_the_second_of_two_stalls(build=Station, keyboard=Keyboard, how=SOUND):
    @given(st.integers(600, 4000), st.integers(1, 400), st.integers(0, 1400), st.integers(1, 1300))
    @settings(**how)
    def check(first_ms, between_ms, still_ms, in_ms):
        """ENTER comes in when the first stall ends, TAB is pressed in the second, and the alarm that ends the
        quiet second rings before TAB comes in."""
        again_ms = first_ms + between_ms
        desk = Desk(build, keyboard, stalls=[Stall(0, first_ms), Stall(again_ms, still_ms)])
        desk.strike(*typed("1cat\n", 100, 0.2), Stroke(again_ms + min(in_ms, still_ms), "\t")).rest(2000)
        check_rulings(desk)

    check()


def test_a_tab_pressed_in_the_second_of_two_stalls_meets_no_words_that_just_came():
    check_tab_in_the_second_of_two_stalls()


def test_a_build_that_does_not_see_its_second_pass_is_caught_by_two_stalls():
    refuses(check_tab_in_the_second_of_two_stalls, SleepsThroughItsSecond, because="not a second on the page")


# ---- nothing blocks for ever -------------------------------------------------------------------------------

DEAF = st.sets(st.sampled_from("1cat\n\t wF"), max_size=3).map("".join)


def check_nothing_blocks_for_ever(build=Station, keyboard=Keyboard, how=SOUND):
    @given(hands(0, most=5), hands(1, most=5), books(), SYSTEMS, st.booleans(), STALLS, DEAF)
    @settings(**how)
    def check(one, other, book, system, merged, stalls, deaf):
        """Whatever went before: the hands are off, and two honest players begin to do what the page says."""
        desk = Desk(build, keyboard, system, merged=merged, stalls=stalls, deaf=deaf if merged else "")
        desk.strike(*(replace(stroke, lost=stroke.lost and merged) for stroke in (*one, *other, *book)))
        carry_on(desk)
        check_rulings(desk)

    check()


@pytest.mark.hypothesis
def test_nothing_that_hands_can_do_blocks_the_next_two_players():
    check_nothing_blocks_for_ever()


def test_a_keyboard_that_waits_for_a_lost_release_is_caught():
    refuses(check_nothing_blocks_for_ever, Station, LostForGood, because="blocked for ever")


# ---- a held BACKSPACE --------------------------------------------------------------------------------------


def check_a_held_backspace_takes_one_word(build=Station, keyboard=Keyboard, how=SOUND):
    @given(st.permutations(["cat", "dog", "zax"]), st.integers(20, 20_000), SYSTEMS)
    @settings(**how)
    def check(words, held_ms, system):
        desk = Desk(build, keyboard, system).type(f"3{' '.join(words)}\n")
        desk.strike(Stroke(desk.now_ms + 100, "\b", held_ms))
        lines = desk.rig.state.lines
        assert lines[:2] == tuple(word.upper() for word in words[:2]), "another word was taken"
        assert len(lines) == 3, "a line was taken"

    check()


@pytest.mark.hypothesis
def test_a_held_backspace_takes_one_word_from_those_that_are_checked():
    check_a_held_backspace_takes_one_word()


def test_a_keyboard_that_rubs_out_on_and_on_is_caught():
    refuses(check_a_held_backspace_takes_one_word, Station, RubsOutOnAndOn, because="was taken")


# ---- honest players get theirs -----------------------------------------------------------------------------


def check_honest_players_get_theirs(build=Station, keyboard=Keyboard, how=SOUND):
    @given(PLAYS, PACES, HOLDS, st.integers(1000, 6000), SYSTEMS)
    @settings(**how)
    def check(words, pace_ms, hold, look_ms, system):
        """Count, words, ENTER, a look, TAB."""
        desk = Desk(build, keyboard, system)
        desk.type(f"{len(words)}{' '.join(words)}\n", pace_ms, hold).rest(look_ms)
        desk.strike(Stroke(desk.now_ms, "\t", 120)).rest(1000)
        assert desk.rulings == [[word.upper() for word in words]], "not their words"
        check_rulings(desk)

    check()


@pytest.mark.hypothesis
def test_honest_players_get_one_ruling_on_their_words_at_every_pace():
    check_honest_players_get_theirs()


def test_a_keyboard_that_takes_repeats_for_presses_is_caught():
    refuses(check_honest_players_get_theirs, Station, RepeatsAreFresh, because="not their words")


@given(PLAYS, PACES, st.floats(0.05, 0.9), SYSTEMS)
@settings(**SOUND)
def test_words_typed_with_shift_held_down_do_not_run_together(words, pace_ms, hold, system):
    desk = Desk(repeats=system).type(f"{len(words)}").lay("⇧").type(" ".join(words), pace_ms, hold)

    desk.lift("⇧").tap("\n").rest(1000).tap("\t")

    assert desk.rulings == [[word.upper() for word in words]]


@given(st.sampled_from(["zzz", "bee", "pizza", "llama"]), st.integers(30, 400), st.floats(0.05, 0.9), STALLS)
@settings(**SOUND)
def test_a_letter_struck_twice_is_taken_twice(word, pace_ms, hold, stalls):
    desk = Desk(stalls=stalls).type(f"1{word}\n", pace_ms, hold)

    desk.rest(20_000)

    assert desk.rig.state.entry.lines == (word.upper(),)
