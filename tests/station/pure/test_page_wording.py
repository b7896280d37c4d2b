"""What every screen says: who must do what, in few words, and nothing about a single word."""

import re
from dataclasses import replace
from itertools import product

import pytest

from kiosk.base.page import Call, Key, Layout, Page, RoleFlag, Sign, Tone, WordLine, spell_page
from kiosk.rules.penalties import penalty
from kiosk.rules.ruling import Verdict, adjudicate
from kiosk.rules.store import list_rulesets
from kiosk.station import wording
from kiosk.station.entry import AskingTable, AtBoard, Checking, Entering, Judging
from kiosk.station.idle import ChoosingDivision, Counting
from kiosk.station.machine import page
from kiosk.station.states import Procedure
from kiosk.station.verdict import Referred, Showing
from kiosk.words.play import WordSource, parse_play
from tests.support import stage
from tests.support.fakes import CountingList, procedure, rig

TWO = procedure("naspa-2016", "wespa-5.1")
RECORDED = "Every self-lookup is recorded"
SELF_LOOKUP = [rules.id for rules in list_rulesets() if rules.self_lookup]
PLAYERS = [
    *("division", "division_hint", "counting", "counting_hint", "entering", "entering_late"),
    *("entering_spaced", "entering_surplus", "table", "table_asked", "checking", "checking_doubted"),
    *("checking_held", "checking_early", "checking_armed", "at_board"),
    *("showing_acceptable", "showing_unacceptable", "referred", "referred_held", "choosing"),
    *("choosing_idle", "choosing_hint", "conceding_challenger", "conceding_challenged"),
    *("conceded_challenger", "conceded_challenged", "told_time", "told_violation", "told_director"),
    "director_needed",
]
MOST_WORDS = 32  # "about 30"


def shown(state, by=None, context=stage.CONTEXT, now_ms=0):
    return page(state, now_ms, by or procedure(), context)


def instruction_words(drawn: Page):
    """The words that tell a player what to do: no challenged words, no names, no footer, no key caps."""
    parts = [drawn.call.role, drawn.call.action, drawn.call.aside, drawn.then.role, drawn.then.action]
    parts += [drawn.then.aside, drawn.headline, *drawn.says, *drawn.lines, drawn.notice, drawn.remark]
    if drawn.countdown:
        parts += [drawn.countdown.text, drawn.countdown.key.does if drawn.countdown.key else ""]
    parts += [key.does for key in drawn.keys]
    return re.findall(r"[A-Za-z][\w’'-]*", " ".join(parts))


# ---- few words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules_id", SELF_LOOKUP)
@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_reads_at_most_about_thirty_words(rules_id, name):
    by = procedure(rules_id, rules_id) if name.startswith("division") else procedure(rules_id)

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

    assert drawn.call == Call("CHALLENGER", "press how many words")
    assert drawn.caps == ("1", "2", "3", "4", "5", "6", "7", "8")
    assert drawn.lines == ("Clock stopped", "Tiles face down", "Words on the slip")
    assert drawn.keys == (Key("ESC", "other choices"), Key("9", "larger type"))
    assert drawn.list_name == "NWL2023"
    assert drawn.footer == ("Station B", "NASPA 2016", "NWL2023", "Set-up 7K3F9Q", RECORDED, "14:32")


def test_the_idle_screen_says_which_station_this_is_and_what_it_is_used_for():
    """M8: the name of the station and the event were on no screen."""
    drawn = shown(Counting())

    assert (drawn.letter, drawn.place) == ("B", ("By the window", "The Open", "Round 3"))
    assert {"B", "By the window", "The Open", "Round 3"} <= set(spell_page(drawn).splitlines())


def test_the_large_view_offers_the_way_back():
    large = shown(Counting(), context=replace(stage.CONTEXT, large=True))

    assert Key("9", "smaller type") in large.keys


def test_a_letter_too_early_is_answered_with_what_to_press():
    assert shown(Counting(hint=True)).notice == "First press 1–8"
    assert shown(ChoosingDivision(hint=True), TWO).notice == "Press the number of your division"


def test_the_reminders_are_the_rulebooks_own():
    wespa = procedure("wespa-5.1")
    fixed = replace(TYPING, fixed=True)

    assert shown(Counting(), wespa).lines[0] == "Timer neutralised"
    assert shown(fixed, wespa).lines == (
        "Only words declared before leaving",
        "Blank: type its declared letter",
    )
    assert shown(TYPING).lines == ("Blank: type its written letter",)
    assert shown(replace(TYPING, notice="x")).lines == ()


def test_the_challenger_types_and_sees_the_count_of_letters():
    drawn = shown(TYPING)

    assert drawn.call == Call("CHALLENGER", "type every challenged word")
    assert [(word.letters, word.count, word.current) for word in drawn.words] == [
        ("QI", "2 letters", False),
        ("Z", "1 letter", True),
    ]
    assert Key("ENTER", "done") in drawn.keys
    assert WordLine(1, "").count == ""
    assert "1 QI 2 letters" in spell_page(drawn)
    assert "\nCAT 3 letters" in spell_page(shown(Entering(0, 0, 1, ("CAT",))))


@pytest.mark.parametrize(
    ("state", "keys"),
    [
        (replace(TYPING, current=0), {"SPACE": "next word"}),
        (TYPING, {"ENTER": "done", "↓": "one more word", "↑": "word above"}),
        (replace(TYPING, fixed=True), {"ENTER": "done", "↑": "word above"}),
        (replace(TYPING, lines=("QI", "")), {"BACKSPACE": "no more words", "↓": "one more word"}),
        (replace(TYPING, lines=("QI", ""), fixed=True), {"BACKSPACE": "no more words", "ENTER": "done"}),
        (
            replace(TYPING, lines=("", ""), current=0, fixed=True),
            {"BACKSPACE": "not this word", "SPACE": "next word"},
        ),
        (replace(TYPING, lines=("", ""), fixed=True), {"BACKSPACE": "no more words", "↓": "one more word"}),
        (Entering(0, 0, 1, ("",)), {"ENTER": "done", "↓": "one more word"}),
    ],
)
def test_the_keys_that_are_offered_are_those_that_do_something(state, keys):
    """M2: a line too many is a trap unless the page says how to drop it; P1: no word is offered that the
    rule set forbids."""
    assert {key.cap: key.does for key in shown(state).keys} == {**keys, "ESC": "stop"}


PRESS = Call("CHALLENGED", "press", "TAB", "hands off", flag=RoleFlag.OUTLINED, aside="made the play")
BOTH = Call("BOTH", "check every word", flag=RoleFlag.DOUBLE)


def test_both_check_and_the_key_of_the_challenged_player_is_hollow_until_it_judges():
    early, late = shown(CHECKING), shown(replace(CHECKING, armed=True))

    assert early.call == late.call == BOTH
    assert (early.then, late.then) == (replace(PRESS, ready=False), PRESS)
    assert "CHALLENGED (made the play): press TAB · hands off" in spell_page(early)
    assert "CHALLENGED (made the play): press TAB\n" in spell_page(late)


def test_both_may_go_back_to_their_board_once_where_the_rulebook_sends_them():
    offered = Key("0", "back to the board")

    assert offered in shown(CHECKING).keys
    assert offered not in shown(replace(CHECKING, entry=replace(CHECKING.entry, boarded=True))).keys
    assert "0" not in [key.cap for key in shown(CHECKING, procedure("wespa-5.1")).keys]


def test_while_both_are_at_the_board_no_word_is_on_the_screen():
    drawn = shown(AtBoard(0, CHECKING, "14:37"))

    assert (drawn.call.role, drawn.call.action) == ("BOTH", "at the board")
    assert (drawn.headline, drawn.words) == ("Back by 14:37", ())
    assert (drawn.says, drawn.lines) == (("The words are kept, and hidden.",), ("Please do not speak",))
    assert "QI" not in spell_page(drawn).split()
    assert shown(AtBoard(0, CHECKING, hint=True)).notice == wording.ENTER_BRINGS_BACK


@pytest.mark.parametrize(("lines", "yes"), [(("QI",), "yes, 1 word"), (("QI", "ZA"), "yes, 2 words")])
def test_what_was_not_taken_leaves_one_question_to_the_challenger_and_no_call_for_tab(lines, yes):
    drawn = shown(replace(CHECKING, entry=replace(TYPING, lines=lines, missed=True), notice=wording.MISSED))

    assert (drawn.call.role, drawn.call.action) == ("CHALLENGER", "is this all?")
    assert drawn.keys[:2] == (Key("ENTER", yes), Key("BACKSPACE", "no"))
    assert (drawn.then, drawn.notice) == (Call(), wording.MISSED)
    assert "TAB" not in spell_page(drawn)


@pytest.mark.parametrize(
    ("now_ms", "told"), [(2999, ""), (3000, "Lift everything off the keyboard: W is down")]
)
def test_a_key_that_is_down_for_three_seconds_is_named(now_ms, told):
    assert shown(replace(CHECKING, down=("W", "A")), now_ms=now_ms).notice == told


def test_what_the_last_key_did_is_more_urgent_than_a_word_entered_twice():
    doubled = replace(CHECKING, entry=replace(TYPING, lines=("AA", "AA")), notice="Too early")

    assert shown(doubled).notice == "Too early"


def test_no_more_time_names_whom_to_call():
    refused = replace(CHECKING, notice=wording.NO_MORE_TIME)

    assert shown(refused).notice == "No more time: press TAB, or call the Director"


@pytest.mark.parametrize(
    ("rules_id", "notice"),
    [
        ("naspa-2016", "TAB is for the challenged player"),
        ("wespa-5.1", "TAB is for the challenged player"),
        ("nsa-1998", "TAB is for the Word Judge"),
    ],
)
def test_tab_while_typing_is_answered_with_whose_key_it_is(rules_id, notice):
    assert shown(replace(TYPING, notice=wording.FOR_ANOTHER), procedure(rules_id)).notice == notice


def test_the_table_is_asked_on_a_page_of_its_own():
    asked = AskingTable(0, TYPING, "12")
    drawn = shown(asked)

    assert (drawn.layout, drawn.call, drawn.typed) == (Layout.TABLE, Call("CHALLENGER", "table number"), "12")
    assert "TAB" not in spell_page(drawn)
    assert drawn.words == ()
    assert Key("BACKSPACE", "back to the words") in shown(replace(asked, typed="")).keys


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

    number = "Number B-147" if verdict is Verdict.REFER else "Ruling B-147"
    assert (drawn.headline, drawn.tone, drawn.number, drawn.list_name) == (headline, tone, number, "NWL2023")


def test_what_follows_is_said_of_the_play_of_the_points_and_of_the_turn():
    """P9, P10: two players stand there."""
    wespa = procedure("wespa-5.1")
    per_word = replace(wespa.divisions[0], penalty=penalty("five_per_word"))
    five = "10 points to the challenged player; challenger keeps the turn."

    assert result(Verdict.ACCEPTABLE).says == ("The play stands.", "Challenger loses the turn.")
    assert result(Verdict.ACCEPTABLE, by=Procedure((per_word,))).says == ("The play stands.", five)
    for by in (None, wespa):
        off = ("The play comes off.", "Challenged player loses the turn.")
        assert result(Verdict.UNACCEPTABLE, by=by).says == off


def test_a_ruling_without_a_consequence_says_what_happens_to_the_play():
    ruling = stage.logged(Verdict.ACCEPTABLE, ("QI",), procedure().divisions[0])
    bare = replace(ruling, adjudication=replace(ruling.adjudication, consequence=None))

    assert shown(Showing(0, bare)).says == ("The play stands.",)


def test_the_slip_is_marked_where_the_rulebook_says_so_and_the_number_is_written_on_it():
    """L5: a bare B-4 told nobody to write it down."""
    wespa = procedure("wespa-5.1")

    assert result(Verdict.ACCEPTABLE).lines == ("Mark the slip ✓",)
    assert result(Verdict.UNACCEPTABLE).lines[0] == "Mark the slip ✗"
    assert result(Verdict.ACCEPTABLE, by=wespa).lines == ()
    for by in (None, wespa):
        assert result(Verdict.ACCEPTABLE, by=by).remark == "write it on the slip"


@pytest.mark.parametrize("rules_id", SELF_LOOKUP)
def test_what_becomes_of_drawn_tiles_is_said_when_the_play_comes_off(rules_id):
    """E4: a numbered step of the procedure."""
    by = procedure(rules_id)
    line = by.divisions[0].rules.consequence.drawn_tiles

    assert line == "Drawn tiles: show them, then into the bag"
    assert line in result(Verdict.UNACCEPTABLE, by=by).lines
    assert line not in result(Verdict.ACCEPTABLE, by=by).lines


def test_a_referred_play_says_what_to_take_along_and_to_keep_the_clock_stopped():
    """P7, M6."""
    wespa = procedure("wespa-5.1")
    drawn = result(Verdict.REFER)

    assert drawn.says == ("Take the challenge slip and this number along.", "Keep the clock stopped.")
    assert (drawn.sign, drawn.remark) == (Sign.ARROW, "")  # nothing was decided that could be marked
    assert result(Verdict.REFER, by=wespa).says[1] == "Keep the timer neutralised."


def test_the_way_on_is_told_once_it_is_there():
    assert result(Verdict.ACCEPTABLE).keys == ()
    assert Key("ENTER", "done") in result(Verdict.ACCEPTABLE, open=True).keys
    assert result(Verdict.ACCEPTABLE, open=True, hint=True).notice == "ENTER when you have read it"


# ---- nothing of a single word ------------------------------------------------------------------------------


def check_pages_tell_nothing_of_a_word(draw):
    """For the same words every pattern of bad ones gives one page for each verdict, and one before it."""
    words = ("QI", "ZA", "JO")
    pages = {}
    for good in product((True, False), repeat=3):
        held = [word for word, is_good in zip(words, good, strict=True) if is_good]
        made = rig(words=held)
        made.enter(*words)
        before = draw(made.state, made.clock.now_ms, made.station.procedure, stage.CONTEXT, held)
        made.press("\t")
        after = draw(made.state, made.clock.now_ms, made.station.procedure, stage.CONTEXT, held)
        pages.setdefault("before", set()).add((before, spell_page(before)))
        pages.setdefault(made.state.ruling.adjudication.verdict, set()).add((after, spell_page(after)))

    assert {name: len(drawn) for name, drawn in pages.items()} == {
        "before": 1,
        Verdict.ACCEPTABLE: 1,
        Verdict.UNACCEPTABLE: 1,
    }


def as_it_is(state, now_ms, by, context, held):
    return page(state, now_ms, by, context)


def with_a_mark(state, now_ms, by, context, held):
    drawn = page(state, now_ms, by, context)
    marked = (replace(word, current=word.letters not in held) for word in drawn.words)
    return replace(drawn, words=tuple(marked))


def with_bad_words_last(state, now_ms, by, context, held):
    drawn = page(state, now_ms, by, context)
    return replace(drawn, words=tuple(sorted(drawn.words, key=lambda word: word.letters not in held)))


def with_a_count(state, now_ms, by, context, held):
    drawn = page(state, now_ms, by, context)
    return replace(drawn, notice=f"{len(drawn.words) - len(held)} not in the list")


def test_no_page_depends_on_which_word_is_bad():
    check_pages_tell_nothing_of_a_word(as_it_is)


@pytest.mark.parametrize("broken", [with_a_mark, with_bad_words_last, with_a_count])
def test_a_wording_that_tells_which_word_is_bad_is_caught(broken):
    with pytest.raises(AssertionError):
        check_pages_tell_nothing_of_a_word(broken)


def test_the_consequence_depends_on_the_verdict_and_the_count_alone():
    for words in (("QI", "ZZX"), ("CATS", "DOG")):
        assert result(Verdict.ACCEPTABLE, words).says == result(Verdict.ACCEPTABLE, ("AA", "AA")).says


def test_a_referred_play_looks_the_same_whatever_its_other_words_are():
    """A-34: {TESTLONGWORD, ZZX} and {TESTLONGWORD, QI} give the same screen but for the words themselves."""
    pages = []
    for other in ("QI", "ZZ"):
        source = WordSource(CountingList(), None, 10, True)
        assert adjudicate(parse_play(("TESTLONGWORD", other)), source) is Verdict.REFER
        pages.append(replace(result(Verdict.REFER, ("TESTLONGWORD", other)), words=()))

    assert pages[0] == pages[1]
