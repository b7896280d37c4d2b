"""What every screen says: who must do what, in few words, and nothing about a single word."""

import re
from dataclasses import replace
from itertools import product

import pytest

from kiosk.core.challenge import typing as entry
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Verdict, adjudicate
from kiosk.core.challenge.states import (
    Checking,
    Choosing,
    ChoosingDivision,
    Counting,
    DirectorNeeded,
    Entering,
    Judging,
    Left,
    Locked,
    OutOfService,
    Referred,
    Showing,
    Unlocking,
    WithDirector,
)
from kiosk.core.challenge.wording import RECORDED, Surroundings, page
from kiosk.core.page import Call, Key, Layout, Page, Tone, WordLine
from kiosk.core.rules.penalties import penalty
from kiosk.core.spoken import spoken
from kiosk.core.words.lexicon import LexiconIdentity, WordSource
from kiosk.core.words.play import parse_play
from kiosk.storage.setup.rulesets import list_rulesets
from tests.support import stage
from tests.support.fakes import CountingList, procedure, rig

SELF_LOOKUP = [rules.id for rules in list_rulesets() if rules.self_lookup]
PLAYERS = [
    *("division", "counting", "counting_hint", "entering", "entering_late", "entering_spaced"),
    *("checking", "checking_doubted", "checking_held", "checking_early", "checking_armed"),
    *(
        "checking_table",
        "showing_acceptable",
        "showing_unacceptable",
        "referred",
        "choosing",
        "director_needed",
    ),
]
MOST_WORDS = 32  # "about 30"


def shown(state, by=None, around=stage.AROUND, now_ms=0):
    return page(state, now_ms, by or procedure(), around)


def said(state, **how):
    return spoken(shown(state, **how))


def instruction_words(drawn: Page):
    """The words that tell a player what to do: no challenged words, no names, no footer, no key caps."""
    parts = [
        drawn.call.role,
        drawn.call.action,
        drawn.then.role,
        drawn.then.action,
        drawn.headline,
        *drawn.lines,
    ]
    parts += [drawn.notice, drawn.countdown, *(key.does for key in drawn.keys)]
    return re.findall(r"[A-Za-z][\w’'-]*", " ".join(parts))


# ---- few words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules_id", SELF_LOOKUP)
@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_reads_at_most_about_thirty_words(rules_id, name):
    by = procedure(rules_id, rules_id) if name == "division" else procedure(rules_id)

    words = instruction_words(shown(stage.states(by)[name], by))

    assert 1 <= len(words) <= MOST_WORDS, words


def test_the_count_of_words_would_see_one_screen_too_full():
    crowded = replace(shown(Counting()), lines=("one two three four five six seven eight nine ten",) * 4)

    assert len(instruction_words(crowded)) > MOST_WORDS


# ---- who must press what -----------------------------------------------------------------------------------

TYPING = Entering(0, 0, 2, ("QI", "Z"), current=1)
CHECKING = Checking(0, replace(TYPING, lines=("QI", "ZA")), 0)


def test_the_idle_screen_asks_the_challenger_for_a_number():
    drawn = shown(Counting())

    assert drawn.call == Call("CHALLENGER", "how many words?", "1–8")
    assert drawn.lines == ("Clock stopped", "Tiles face down", "Words on the slip")
    assert drawn.list_name == "NWL2023"
    assert drawn.footer == ("Station B", "NASPA 2016", "NWL2023", "Set-up 7K3F9Q", RECORDED, "14:32")


def test_a_letter_too_early_is_answered_with_what_to_press():
    assert shown(Counting(hint=True)).notice == "First press 1–8"


def test_the_reminders_are_the_rulebooks_own():
    wespa = procedure("wespa-5.1")

    assert shown(Counting(), wespa).lines[0] == "Timer neutralised"
    assert shown(TYPING, wespa).lines == ("Only words declared before leaving",)
    assert shown(TYPING).lines == ()


def test_the_challenger_types_and_sees_the_count_of_letters():
    drawn = shown(TYPING)

    assert drawn.call.role == "CHALLENGER"
    assert [(word.letters, word.count, word.current) for word in drawn.words] == [
        ("QI", "2", False),
        ("Z", "1", True),
    ]
    assert Key("ENTER", "done") in drawn.keys
    assert WordLine(1, "").count == ""


def test_space_means_next_word_until_the_last_line():
    assert shown(replace(TYPING, current=0)).keys == (Key("SPACE", "next word"), Key("ESC", "stop"))


PRESS = Call("CHALLENGED player", "press", "TAB", "hands off")


def test_both_check_and_the_key_of_the_challenged_player_is_hollow_until_it_judges():
    early, late = shown(CHECKING), shown(replace(CHECKING, armed=True))

    assert early.call == late.call == Call("BOTH", "check every word")
    assert (early.then, late.then) == (replace(PRESS, ready=False), PRESS)
    assert "CHALLENGED player: press TAB · hands off" in spoken(early)
    assert "CHALLENGED player: press TAB\n" in spoken(late)


def test_a_key_that_was_not_taken_asks_whether_these_are_all_the_words():
    drawn = shown(replace(CHECKING, doubted=True, notice="x"))

    assert drawn.notice == "That key was not taken. Are these all the words?"
    assert drawn.then == replace(PRESS, first="ENTER first", ready=False)
    assert drawn.keys[:2] == (Key("ENTER", "these are all the words"), Key("BACKSPACE", "change them"))


@pytest.mark.parametrize(
    ("now_ms", "told"), [(2999, ""), (3000, "Lift everything off the keyboard: W is down")]
)
def test_a_key_that_is_down_for_three_seconds_is_named(now_ms, told):
    assert shown(replace(CHECKING, down=("W", "A")), now_ms=now_ms).notice == told


def test_what_the_last_key_did_is_more_urgent_than_a_word_entered_twice():
    doubled = replace(CHECKING, entry=replace(TYPING, lines=("AA", "AA")), notice="Too early")

    assert shown(doubled).notice == "Too early"


@pytest.mark.parametrize(
    ("rules_id", "notice"),
    [
        ("naspa-2016", "TAB is for the challenged player"),
        ("wespa-5.1", "TAB is for the challenged player"),
        ("nsa-1998", "TAB is for the word judge"),
    ],
)
def test_tab_while_typing_is_answered_with_whose_key_it_is(rules_id, notice):
    assert shown(replace(TYPING, notice=entry.FOR_ANOTHER), procedure(rules_id)).notice == notice


def test_who_checks_and_who_presses_is_what_the_rule_set_says():
    wespa = procedure("wespa-5.1")
    checked = replace(CHECKING, armed=True)

    assert shown(checked, wespa).call == Call("CHALLENGED player", "check the typing")
    assert shown(checked, wespa).then == PRESS
    assert shown(TYPING, wespa).call == Call("CHALLENGER", "type the challenged words")


def test_a_prompt_without_a_role_is_shown_as_it_is():
    division = procedure().divisions[0]
    rules = replace(division.rules, prompts=replace(division.rules.prompts, check="Check it all"))

    own = Procedure((replace(division, rules=rules),))

    assert shown(CHECKING, own).call == Call("", "Check it all")


def test_the_table_is_asked_in_place_of_the_call_for_tab():
    asking = replace(CHECKING, armed=True, asking_table=True)

    assert "TAB" not in spoken(shown(asking))
    assert shown(asking).then == Call("CHALLENGER", "table number – then", "ENTER")
    assert "table number 12" in spoken(shown(replace(asking, table="12")))


def test_words_entered_twice_are_noted_and_nothing_is_asked():
    doubled = replace(CHECKING, entry=replace(TYPING, lines=("AA", "AA")))

    assert shown(doubled).notice == "AA entered twice"
    assert shown(CHECKING).notice == ""


def test_while_a_ruling_is_made_nobody_is_asked_for_anything():
    drawn = shown(Judging(replace(CHECKING, armed=True), 0))

    assert (drawn.then, drawn.keys) == (Call(), ())
    assert [word.letters for word in drawn.words] == ["QI", "ZA"]


# ---- the verdict -------------------------------------------------------------------------------------------


def result(verdict, words=("QI", "ZZX"), by=None, **how):
    by = by or procedure()
    kind = Referred if verdict is Verdict.REFER else Showing
    return shown(kind(0, stage.logged(verdict, words, by.divisions[0]), **how), by)


@pytest.mark.parametrize(
    ("verdict", "headline", "tone"),
    [
        (Verdict.ACCEPTABLE, "ACCEPTABLE", Tone.ACCEPTABLE),
        (Verdict.UNACCEPTABLE, "UNACCEPTABLE", Tone.UNACCEPTABLE),
        (Verdict.REFER, "REFER TO THE WORD JUDGE", Tone.REFER),
    ],
)
def test_a_verdict_is_one_word_with_its_number_and_its_list(verdict, headline, tone):
    drawn = result(verdict)

    assert (drawn.headline, drawn.tone, drawn.number, drawn.list_name) == (headline, tone, "B-147", "NWL2023")


def test_the_consequence_and_the_slip_follow_from_the_rule_set():
    wespa = procedure("wespa-5.1")
    five = "5 points to the player challenged"
    per_word = replace(wespa.divisions[0], penalty=penalty("five_per_word"))

    assert result(Verdict.ACCEPTABLE).lines == ("Challenger loses the turn", "Mark the slip")
    assert result(Verdict.ACCEPTABLE, ("QI",), Procedure((per_word,))).lines == (five,)
    assert result(Verdict.UNACCEPTABLE, by=wespa).lines == ("Tiles retracted; the turn is lost",)
    assert result(Verdict.REFER).lines == ()  # nothing was decided that could be marked


def test_the_way_on_is_told_once_it_is_there():
    assert result(Verdict.ACCEPTABLE).keys == ()
    assert result(Verdict.ACCEPTABLE, open=True).keys == (Key("ENTER", "done"),)


# ---- nothing of a single word ------------------------------------------------------------------------------


def check_pages_tell_nothing_of_a_word(draw):
    """For the same words every pattern of bad ones gives one page for each verdict, and one before it."""
    words = ("QI", "ZA", "JO")
    pages = {}
    for good in product((True, False), repeat=3):
        held = [word for word, is_good in zip(words, good, strict=True) if is_good]
        made = rig(words=held)
        made.enter(*words)
        before = draw(made.state, made.clock.now_ms, made.station.procedure, stage.AROUND, held)
        made.press("\t")
        after = draw(made.state, made.clock.now_ms, made.station.procedure, stage.AROUND, held)
        pages.setdefault("before", set()).add((before, spoken(before)))
        pages.setdefault(made.state.ruling.adjudication.verdict, set()).add((after, spoken(after)))

    assert {name: len(drawn) for name, drawn in pages.items()} == {
        "before": 1,
        Verdict.ACCEPTABLE: 1,
        Verdict.UNACCEPTABLE: 1,
    }


def as_it_is(state, now_ms, by, around, held):
    return page(state, now_ms, by, around)


def with_a_mark(state, now_ms, by, around, held):
    drawn = page(state, now_ms, by, around)
    marked = (replace(word, current=word.letters not in held) for word in drawn.words)
    return replace(drawn, words=tuple(marked))


def with_bad_words_last(state, now_ms, by, around, held):
    drawn = page(state, now_ms, by, around)
    return replace(drawn, words=tuple(sorted(drawn.words, key=lambda word: word.letters not in held)))


def with_a_count(state, now_ms, by, around, held):
    drawn = page(state, now_ms, by, around)
    return replace(drawn, notice=f"{len(drawn.words) - len(held)} not in the list")


def test_no_page_depends_on_which_word_is_bad():
    check_pages_tell_nothing_of_a_word(as_it_is)


@pytest.mark.parametrize("broken", [with_a_mark, with_bad_words_last, with_a_count])
def test_a_wording_that_tells_which_word_is_bad_is_caught(broken):
    with pytest.raises(AssertionError):
        check_pages_tell_nothing_of_a_word(broken)


def test_the_consequence_depends_on_the_verdict_and_the_count_alone():
    for words in (("QI", "ZZX"), ("CATS", "DOG")):
        assert result(Verdict.ACCEPTABLE, words).lines == result(Verdict.ACCEPTABLE, ("AA", "AA")).lines


def test_a_referred_play_looks_the_same_whatever_its_other_words_are():
    """A-34: {TESTLONGWORD, ZZX} and {TESTLONGWORD, QI} give the same screen but for the words themselves."""
    pages = []
    for other in ("QI", "ZZ"):
        source = WordSource(CountingList(), None, 10, True)
        assert adjudicate(parse_play(("TESTLONGWORD", other)), source) is Verdict.REFER
        pages.append(replace(result(Verdict.REFER, ("TESTLONGWORD", other)), words=()))

    assert pages[0] == pages[1]


# ---- choices -----------------------------------------------------------------------------------------------


def caps(drawn):
    return [key.cap for key in drawn.keys]


def test_the_choices_are_those_that_apply():
    wespa = procedure("wespa-5.1")

    assert caps(shown(Choosing(0, TYPING))) == ["1", "2", "3", "4"]
    assert caps(shown(Choosing(0, Counting()))) == ["1", "3", "4"]
    assert caps(shown(Choosing(0, TYPING), wespa)) == ["1", "2", "4"]
    assert shown(Choosing(0, TYPING), wespa).notice == "The challenge must be adjudicated"
    assert shown(Choosing(0, TYPING)).notice == ""


def test_before_a_division_is_chosen_only_going_back_and_the_director_are_offered():
    drawn = shown(Choosing(0, ChoosingDivision()), procedure("naspa-2016", "wespa-5.1"))

    assert (caps(drawn), drawn.notice) == (["1", "4"], "")


def test_several_divisions_are_told_apart_by_name_list_and_colour():
    two = procedure("naspa-2016", "wespa-5.1")
    drawn = shown(ChoosingDivision(), two)

    assert [key.does for key in drawn.keys] == ["NWL · NWL2023", "Collins · NWL2023"]
    chosen = shown(Counting(division=1), two)
    assert (chosen.division, chosen.colour, chosen.list_name) == ("Collins", "orange", "NWL2023")
    assert (shown(Counting()).division, shown(Counting()).colour) == ("", None)


@pytest.mark.parametrize("name", ["counting", "entering", "checking_armed", "showing_acceptable", "choosing"])
def test_the_division_and_its_list_are_on_every_screen_of_a_challenge(name):
    two = procedure("naspa-2016", "wespa-5.1")
    drawn = shown(stage.states(two)[name], two)

    assert (drawn.division, drawn.list_name, drawn.colour) == ("NWL", "NWL2023", "blue")


def test_divisions_without_a_colour_of_their_own_get_one_each():
    by = procedure("naspa-2016", "wespa-5.1")
    plain = replace(by, divisions=tuple(replace(one, colour=None) for one in by.divisions))
    colours = [shown(Counting(division=place), plain).colour for place in (0, 1)]

    assert None not in colours
    assert colours[0] != colours[1]


def test_a_list_that_is_not_recognised_goes_by_its_own_name():
    own = LexiconIdentity("own", "Our club's list", None, None, 5, "cd" * 32)
    by = Procedure((replace(procedure().divisions[0], lexicon=own),))

    assert shown(Counting(), by).list_name == "Our club's list"


# ---- beside the challenge ----------------------------------------------------------------------------------


def test_the_passcode_is_dots_and_nothing_else():
    drawn = shown(Unlocking(0, Counting(), "hush hush", "Not accepted."))

    assert (drawn.masked, drawn.notice, drawn.layout) == (9, "Not accepted.", Layout.PASSCODE)
    assert "hush" not in spoken(drawn)
    assert "characters" not in said(Unlocking(0, Counting()))


@pytest.mark.parametrize(
    ("role", "under", "offered"),
    [
        ("director", Counting(), {"1": "resume the station", "2": "leave the kiosk", "ESC": "go back"}),
        ("judge", Locked(0, "x", ""), {"1": "resume the station", "ESC": "go back"}),
        (
            "director",
            OutOfService(0, "x"),
            {"1": "check everything and resume", "2": "leave the kiosk", "ESC": "go back"},
        ),
        ("demonstration", Counting(), {"1": "resume the station", "2": "leave the kiosk", "ESC": "go back"}),
    ],
)
def test_whoever_holds_the_station_sees_what_they_may_do(role, under, offered):
    drawn = shown(WithDirector(0, role, under))

    assert {key.cap: key.does for key in drawn.keys} == offered
    assert drawn.call.role == role.upper()


def test_a_closed_station_says_why_and_where_to_go():
    assert "Focus lost at 14:31" in said(Locked(0, "Focus lost", "14:31"))
    assert shown(Locked(0, "Focus lost", "")).lines[0] == "Focus lost"
    for state in (Locked(0, "x", ""), OutOfService(0, "The record could not be saved."), Left()):
        assert "Use another station." in said(state)
        assert shown(state).keys == ()
    assert "The record could not be saved." in said(OutOfService(0, "The record could not be saved."))


def test_a_call_for_the_director_names_the_station():
    drawn = shown(DirectorNeeded(0, Counting()))

    assert (drawn.headline, drawn.lines, drawn.keys) == (
        "DIRECTOR NEEDED",
        ("Station B", "Others: use another station."),
        (Key("ESC", "take it back"),),
    )


def test_a_station_that_never_opened_can_still_say_so():
    drawn = page(OutOfService(0, "No list"), 0, Procedure(()), Surroundings("Challenge Kiosk"))

    assert (drawn.list_name, drawn.footer) == ("", ("Challenge Kiosk", RECORDED))


# ---- around every page -------------------------------------------------------------------------------------

BANNERS = replace(stage.AROUND, banners=("DEMONSTRATION: not set up",))
ODD_LIST = Procedure((replace(procedure().divisions[0], banner="Old free list"),))


@pytest.mark.parametrize("name", [name for name in PLAYERS if name != "director_needed"])
def test_players_see_every_banner_on_every_screen(name):
    drawn = shown(stage.states(ODD_LIST)[name], ODD_LIST, BANNERS)

    assert drawn.banners == ("DEMONSTRATION: not set up", "Old free list")


@pytest.mark.parametrize(
    "name", ["locked", "out_of_service", "unlocking", "with_director", "director_needed"]
)
def test_banners_are_for_players_only(name):
    assert shown(stage.states(ODD_LIST)[name], ODD_LIST, BANNERS).banners == ()


def test_power_and_clock_stand_in_the_footer_if_there_are_any():
    around = Surroundings("Station B", power="On battery")

    assert shown(Counting(), around=around).footer == (
        *("Station B", "NASPA 2016", "NWL2023", RECORDED, "On battery"),
    )


@pytest.mark.parametrize("name", PLAYERS)
def test_the_list_and_the_rule_set_are_named_on_every_players_screen(name):
    """A-33: nobody asks the machine before knowing what will answer."""
    if name != "division":
        assert {"NWL2023", "NASPA 2016"} <= set(shown(stage.states(procedure())[name]).footer)


@pytest.mark.parametrize(
    ("now_ms", "countdown"),
    [
        (0, ""),
        (39_999, ""),
        (40_000, "Cleared in 20 s"),
        (40_001, "Cleared in 20 s"),
        (59_001, "Cleared in 1 s"),
    ],
)
def test_the_last_twenty_seconds_of_an_entry_are_counted_down(now_ms, countdown):
    drawn = shown(TYPING, now_ms=now_ms)

    assert drawn.countdown == countdown
    assert (Key("← →", "more time") in drawn.keys) is bool(countdown)


def test_checking_counts_down_too_but_not_before_tab_is_armed():
    assert shown(CHECKING).countdown == ""
    assert shown(replace(CHECKING, armed=True), now_ms=80_000).countdown == "Cleared in 10 s"


def test_no_other_screen_counts_down():
    assert all(shown(state).countdown == "" for state in (Counting(hint=True), Choosing(0, TYPING)))


def test_the_large_view_changes_nothing_that_is_said():
    plain, large = shown(TYPING), shown(TYPING, around=replace(stage.AROUND, large=True))

    assert large == replace(plain, large=True)
    assert spoken(large) == spoken(plain)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (Call("BOTH", "check"), "BOTH: check"),
        (Call("BOTH"), "BOTH"),
        (Call("", "check", "TAB"), "check TAB"),
        (Call("", "", "TAB"), "TAB"),
    ],
)
def test_a_call_is_read_as_a_sentence(call, words):
    assert spoken(Page(Layout.IDLE, call=call)) == words
