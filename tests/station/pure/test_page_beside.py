"""What the screens beside a challenge say, and what stands around every screen."""

from dataclasses import replace

import pytest

from kiosk.base.page import Call, Countdown, DivisionBand, Key, Layout, Page, RoleFlag, Sign, spell_page
from kiosk.rules.penalties import penalty
from kiosk.rules.ruling import Verdict
from kiosk.station import wording
from kiosk.station.choices import Choosing, Conceding, DirectorNeeded
from kiosk.station.closed import Left, Locked, OutOfService, Unlocking, WithDirector
from kiosk.station.entry import AskingTable, AtBoard, Checking, Entering
from kiosk.station.events import Cause, Holder, Side
from kiosk.station.idle import ChoosingDivision, Counting, Lost, StaffOnly
from kiosk.station.machine import page
from kiosk.station.states import PageContext, Procedure
from kiosk.station.verdict import Conceded, Showing, Told
from kiosk.words.play import LexiconIdentity
from tests.station.pure.test_page_wording import PLAYERS, RECORDED
from tests.support import stage
from tests.support.fakes import procedure
from tests.support.machine import TWO

WESPA = procedure("wespa-5.1")
TYPING = Entering(0, 0, 2, ("QI", "Z"), current=1)
CHECKING = Checking(0, replace(TYPING, lines=("QI", "ZA")), 0)
BROKEN = OutOfService(0, "The record could not be saved.", "14:31")
RULING = stage.logged(Verdict.ACCEPTABLE, ("QI",), procedure().divisions[0])


def shown(state, by=None, context=stage.CONTEXT, now_ms=0):
    return page(state, now_ms, by or procedure(), context)


def said(state, **how):
    return spell_page(shown(state, **how))


# ---- choices -----------------------------------------------------------------------------------------------


def caps(drawn):
    return [key.cap for key in drawn.keys]


def test_the_choices_are_those_that_apply():
    offered = {
        "1": "go back",
        "2": "clear and start again",
        "3": "the challenger gives up",
        "4": "the challenged player takes the play back",
        "5": "call the Director",
    }

    assert {key.cap: key.does for key in shown(Choosing(0, TYPING)).keys} == offered
    assert caps(shown(Choosing(0, Counting()))) == ["1", "2"]
    assert caps(shown(Choosing(0, TYPING), WESPA)) == ["1", "2", "3"]
    assert shown(Choosing(0, TYPING), WESPA).keys[-1].does == "call the Tournament Director"
    assert shown(Choosing(0, TYPING), WESPA).notice == "The challenge must be adjudicated"
    assert shown(Choosing(0, TYPING)).notice == ""
    assert shown(Choosing(0, TYPING, hint=True)).notice == wording.A_NUMBER


def test_players_who_have_entered_nothing_read_what_else_the_rulebook_offers():
    drawn = shown(Choosing(0, Counting()))

    assert drawn.lines == (
        "Mistyped? Enter all words again",
        "Doubt? Call the Director",
        "Placement? Call the Director",
        "Manual lookup? Ask the Director",
    )
    assert shown(Choosing(0, TYPING)).lines == ()


def test_before_a_division_is_chosen_only_going_back_and_the_director_are_offered():
    drawn = shown(Choosing(0, ChoosingDivision()), procedure("naspa-2016", "wespa-5.1"))

    assert (caps(drawn), drawn.notice, drawn.lines) == (["1", "2"], "", ())


PRESS = Call("CHALLENGED", "press", "ENTER", flag=RoleFlag.OUTLINED, aside="made the play")


@pytest.mark.parametrize(
    ("by", "call", "asked", "follows"),
    [
        (
            Side.CHALLENGER,
            Call("CHALLENGER", "press", "ENTER"),
            "Give up the challenge?",
            "The play stands. Challenger loses the turn.",
        ),
        (
            Side.CHALLENGED,
            PRESS,
            "Take the play back?",
            "The play comes off. Challenged player loses the turn.",
        ),
    ],
)
def test_giving_up_names_who_presses_and_what_follows(by, call, asked, follows):
    """H5, P5: who conceded decides whose turn is lost."""
    drawn = shown(Conceding(0, Choosing(0, TYPING), by))

    assert (drawn.call, drawn.headline, drawn.says) == (call, asked, (follows,))
    assert drawn.keys == (Key("ESC", "go back"),)
    assert shown(Conceding(0, Choosing(0, TYPING), by, hint=True)).notice == wording.ENTER_OR_ESC
    assert shown(Conceded(0, by, 2)).says == (follows,)


def test_a_challenge_that_was_given_up_is_acknowledged():
    gave_up = shown(Conceded(0, Side.CHALLENGER, 2, open=True))

    assert (gave_up.headline, gave_up.keys) == ("CHALLENGER GIVES UP", (Key("ENTER", "done"),))
    assert "On record, without a look-up." in gave_up.lines
    assert shown(Conceded(0, Side.CHALLENGED, 2)).headline == "PLAY TAKEN BACK"
    assert shown(Conceded(0, Side.CHALLENGED, 2)).keys == ()
    assert shown(Conceded(0, Side.CHALLENGED, 2, open=True, hint=True)).notice == wording.ENTER_WHEN_READ


def test_a_concession_on_points_costs_what_a_failed_challenge_does():
    division = replace(procedure().divisions[0], penalty=penalty("five_per_word"))
    drawn = shown(Conceded(0, Side.CHALLENGER, 3), Procedure((division,)))

    assert "15 points to the challenged player" in drawn.says[0]


# ---- an entry that was cleared -----------------------------------------------------------------------------


CLEARED = "The words were cleared."


@pytest.mark.parametrize(
    ("state", "lines"),
    [
        (Told(0, Cause.TIME), (CLEARED, "Nobody had touched the keyboard for a while.")),
        (Told(0, Cause.VIOLATION), (CLEARED, "The station was disturbed, which was noted.")),
        (Told(0, Cause.DIRECTOR), (CLEARED, "The Director did it.")),
        (
            Told(0, Cause.RESTART, "B-7"),
            ("The station stopped and started again.", "The Director can show it."),
        ),
        (
            Told(0, Cause.VIOLATION, "B-7"),
            (
                "The station was disturbed, which was noted.",
                "The Director can show it.",
            ),
        ),
    ],
)
def test_players_whose_words_were_cleared_are_told_why(state, lines):
    drawn = shown(state)

    assert (*drawn.says, *drawn.lines) == lines
    assert drawn.headline == ("RULING B-7 IS ON RECORD" if state.number else "START AGAIN")
    assert (drawn.notice, shown(replace(state, hint=True)).notice) == ("", wording.ENTER_WHEN_READ)


@pytest.mark.parametrize(
    ("lost", "line"),
    [
        (Lost(Cause.TIME), "The last words were cleared: nobody had touched the keyboard for a while"),
        (Lost(Cause.RESTART, "B-7"), "Ruling B-7 is on record: the Director can show it"),
    ],
)
def test_the_idle_page_still_says_what_nobody_may_have_read(lost, line):
    assert shown(Counting(0, lost=lost)).notice == line
    assert shown(Counting(0, lost=lost, hint=True)).notice == wording.COUNT_FIRST
    assert shown(ChoosingDivision(0, lost=lost), by=TWO).notice == line


# ---- divisions ---------------------------------------------------------------------------------------------


def test_several_divisions_are_told_apart_by_name_list_and_colour():
    two = procedure("naspa-2016", "wespa-5.1")
    drawn = shown(ChoosingDivision(), two)

    assert [key.does for key in drawn.keys] == ["NWL · NWL2023", "Collins · NWL2023"]
    assert [key.band for key in drawn.keys] == [
        DivisionBand("blue", "N", "NWL"),
        DivisionBand("orange", "C", "Collins"),
    ]
    chosen = shown(Counting(division=1), two)
    assert (chosen.band, chosen.list_name) == (drawn.keys[1].band, "NWL2023")
    assert shown(Counting()).band is None
    assert drawn.lines == ()  # L3: the footer says that look-ups are recorded


def test_a_division_of_the_word_judge_says_so():
    mixed = procedure("naspa-2016", "nsa-1998")

    assert shown(ChoosingDivision(), mixed).keys[1].does == "Collins · Word Judge only"


def test_divisions_of_the_same_name_have_letters_of_their_own():
    by = procedure("naspa-2016", "wespa-5.1", "naspa-2013")
    same = replace(by, divisions=tuple(replace(one, name="A1") for one in by.divisions))

    assert [key.band.letter for key in shown(ChoosingDivision(), same).keys] == ["A", "1", "3"]


@pytest.mark.parametrize("name", ["counting", "entering", "checking_armed", "showing_acceptable", "choosing"])
def test_the_division_and_its_list_are_on_every_screen_of_a_challenge(name):
    two = procedure("naspa-2016", "wespa-5.1")
    drawn = shown(stage.states(two)[name], two)

    assert (drawn.band, drawn.list_name) == (DivisionBand("blue", "N", "NWL"), "NWL2023")


def test_divisions_without_a_colour_of_their_own_get_one_each():
    by = procedure("naspa-2016", "wespa-5.1")
    plain = replace(by, divisions=tuple(replace(one, colour=None) for one in by.divisions))
    colours = [shown(Counting(division=place), plain).band.colour for place in (0, 1)]

    assert colours[0] != colours[1]


def test_a_list_that_is_not_recognised_goes_by_its_own_name():
    own = LexiconIdentity("own", "Our club's list", None, None, 5, "cd" * 32)
    by = Procedure((replace(procedure().divisions[0], lexicon=own),))

    assert shown(Counting(), by).list_name == "Our club's list"


# ---- beside the challenge ----------------------------------------------------------------------------------


def test_the_passcode_is_dots_and_nothing_else():
    drawn = shown(Unlocking(0, Counting(), "hush hush", "Not accepted."))

    assert (drawn.masked, drawn.notice, drawn.layout) == (9, "Not accepted.", Layout.PASSCODE)
    assert "hush" not in spell_page(drawn)
    assert "characters" not in said(Unlocking(0, Counting()))


@pytest.mark.parametrize(
    ("role", "under", "offered", "called"),
    [
        (
            Holder.DIRECTOR,
            Counting(),
            {"1": "resume the station", "2": "leave the kiosk", "3": "open the console"},
            "DIRECTOR",
        ),
        (Holder.JUDGE, Locked(0, "x", ""), {"1": "resume the station"}, "WORD JUDGE"),
        (
            Holder.DIRECTOR,
            OutOfService(0, "x"),
            {"1": "check everything and resume", "2": "leave the kiosk", "3": "open the console"},
            "DIRECTOR",
        ),
        (
            Holder.DEMONSTRATION,
            Counting(),
            {"1": "resume the station", "2": "leave the kiosk", "3": "open the console"},
            "DEMONSTRATION",
        ),
    ],
)
def test_whoever_holds_the_station_sees_what_they_may_do(role, under, offered, called):
    drawn = shown(WithDirector(0, role, under))

    assert {key.cap: key.does for key in drawn.keys} == {**offered, "ESC": "go back"}
    assert (drawn.call.role, drawn.call.flag) == (called, RoleFlag.SQUARE)


def test_players_are_told_that_a_station_is_locked_and_the_director_what_locked_it():
    """L8: no machine talk."""
    locked = Locked(0, "A request to close the station was refused", "14:31")

    assert (*shown(locked).says, *shown(locked).lines) == (
        "This station was disturbed at 14:31.",
        "Use another station. Call the Director.",
    )
    assert shown(replace(locked, at="")).says[0] == "This station was disturbed."
    assert (shown(locked).sign, shown(BROKEN).sign) == (Sign.PADLOCK, Sign.BARRIER)
    inside = shown(WithDirector(0, Holder.DIRECTOR, locked))
    assert "Locked at 14:31: A request to close the station was refused." in inside.lines
    without = shown(WithDirector(0, Holder.DIRECTOR, replace(locked, at="")))
    assert "Locked: A request to close the station was refused." in without.lines


def test_a_closed_station_says_since_when_and_where_to_go():
    for state in (Locked(0, "x", ""), BROKEN, Left()):
        assert "Use another station." in said(state)
        assert shown(state).keys == ()
    assert shown(BROKEN).says[0] == "Since 14:31: The record could not be saved."
    assert shown(replace(BROKEN, at="")).says[0] == "The record could not be saved."


def test_a_call_for_the_director_is_seen_across_the_hall_and_hides_the_words():
    drawn = shown(DirectorNeeded(0, TYPING))

    assert (drawn.layout, drawn.sign, drawn.letter) == (Layout.CALLED, Sign.HAND, "B")
    assert (drawn.headline, drawn.keys) == ("DIRECTOR NEEDED", (Key("ESC", "take it back"),))
    assert drawn.says == ("Your words are kept. Others: use another station.",)
    assert drawn.words == ()
    assert shown(DirectorNeeded(0, Counting())).says == ("Others: use another station.",)
    assert shown(DirectorNeeded(0, TYPING, hint=True)).notice == wording.ESC_TAKES_BACK
    assert shown(DirectorNeeded(0, Counting()), WESPA).headline == "TOURNAMENT DIRECTOR NEEDED"


def test_a_station_of_the_word_judge_sends_players_to_them():
    drawn = shown(StaffOnly(), procedure("nsa-1998"))

    assert (drawn.headline, drawn.keys) == ("WORD JUDGE ONLY", ())
    assert "Call the Word Judge to your board." in drawn.lines


def test_a_station_that_never_opened_can_still_say_so():
    drawn = page(OutOfService(0, "No list"), 0, Procedure(()), PageContext("Challenge Kiosk"))

    assert (drawn.list_name, drawn.footer) == ("", ("Challenge Kiosk", "Every look-up is recorded"))


# ---- around every page -------------------------------------------------------------------------------------

BANNERS = replace(stage.CONTEXT, banners=("DEMONSTRATION: not set up",))
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
    context = PageContext("Station B", power="On battery")

    assert shown(Counting(), context=context).footer == (
        *("Station B", "NASPA 2016", "NWL2023", RECORDED, "On battery"),
    )


@pytest.mark.parametrize("name", PLAYERS)
def test_the_list_and_the_rule_set_are_named_on_every_players_screen(name):
    """A-33: nobody asks the machine before knowing what will answer."""
    if not name.startswith(("division", "told")):
        assert {"NWL2023", "NASPA 2016"} <= set(shown(stage.states(procedure())[name]).footer)


MORE = Key("← →", "more time")


@pytest.mark.parametrize(
    ("now_ms", "countdown"),
    [
        (0, None),
        (39_999, None),
        (40_000, Countdown("Cleared in 20 s", 1.0, MORE)),
        (40_001, Countdown("Cleared in 20 s", 1.0, MORE)),
        (59_001, Countdown("Cleared in 1 s", 0.05, MORE)),
    ],
)
@pytest.mark.parametrize("state", [TYPING, AskingTable(0, TYPING)])
def test_the_last_twenty_seconds_of_an_entry_are_counted_down(now_ms, countdown, state):
    drawn = shown(state, now_ms=now_ms)

    assert drawn.countdown == countdown
    assert ("Cleared" in spell_page(drawn)) is (countdown is not None)


def test_checking_counts_down_too_but_not_before_tab_is_armed():
    assert shown(CHECKING).countdown is None
    counted = shown(replace(CHECKING, armed=True), now_ms=80_000).countdown
    assert counted == Countdown("Cleared in 10 s", 0.5, MORE)


def test_after_five_minutes_the_director_stands_beside_the_countdown():
    last = replace(CHECKING, since_ms=210_000)
    drawn = shown(last, now_ms=290_000)

    assert drawn.countdown == Countdown("Cleared in 10 s", 0.5, Key("ESC", "call the Director"))
    assert MORE not in drawn.keys
    assert MORE in shown(replace(last, since_ms=209_999), now_ms=290_000).keys


LONGER, DONE = Key("← →", "longer"), Key("ENTER", "done")


@pytest.mark.parametrize(
    ("state", "countdown", "keys"),
    [
        (Showing(0, RULING), None, ()),
        (Showing(0, RULING, open=True), Countdown("17 s", 1.0), (LONGER, DONE)),
        (Showing(0, RULING, open=True, held=True), Countdown("90 s", 1.0), (DONE,)),
        (Conceded(0, Side.CHALLENGER, 1, open=True), Countdown("17 s", 1.0), (DONE,)),
    ],
)
def test_the_seconds_of_a_verdict_are_counted_and_can_be_held(state, countdown, keys):
    """M9: an old hand writing the slip had to enter the words again."""
    drawn = shown(state)

    assert (drawn.countdown, drawn.keys) == (countdown, keys)


def test_whoever_is_at_the_board_cannot_ask_for_more_time():
    assert shown(AtBoard(0, CHECKING), now_ms=290_000).countdown == Countdown("Cleared in 10 s", 0.5)


def test_no_other_screen_counts_down():
    assert all(shown(state).countdown is None for state in (Counting(hint=True), Choosing(0, TYPING)))


def test_the_large_view_changes_nothing_that_is_said():
    plain, large = shown(TYPING), shown(TYPING, context=replace(stage.CONTEXT, large=True))

    assert large == replace(plain, large=True)
    assert spell_page(large) == spell_page(plain)


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
    assert spell_page(Page(Layout.IDLE, call=call)) == words
