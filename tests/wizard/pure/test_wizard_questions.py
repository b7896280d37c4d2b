"""The wizard's questions: five make a station, three a club's; each refusal is a sentence."""

from dataclasses import replace

import pytest

from kiosk.setup.settings import Profile, Protection
from kiosk.wizard import asking, saving
from kiosk.wizard.draft import Draft, first_settings
from kiosk.wizard.questions import Leg, SetupQuestion, is_choice, limit_of, path
from kiosk.wizard.wording import LEGS
from tests.support.wizard import PASSCODE, WizardRig, known

MORE = {
    Leg.DIVISIONS: "Divisions",
    Leg.EVENT: "Event",
    Leg.ROUNDS: "Rounds",
    Leg.NAME: "Station",
    Leg.TABLE: "Table number",
    Leg.TIMINGS: "Timings",
    Leg.TEXT_SIZE: "Text size",
    Leg.KEYBOARD: "Keyboard",
    Leg.COPY: "Second copy",
    Leg.PROTECTION: "Protection",
}


LETTERS = "zyxwvutsrqponmlkjihgfedcba"


@pytest.fixture
def rig(tmp_path):
    return WizardRig(tmp_path / "data")


def more(rig: WizardRig, leg: Leg, **how) -> WizardRig:
    return rig.to_review(**how).keys("m").option(MORE[leg])


# ---- five questions, three questions -----------------------------------------------------------------------


def test_a_club_is_asked_three_questions_and_a_tournament_five(rig, tmp_path):
    club = rig.to_clock().page.page.place
    tournament = WizardRig(tmp_path / "other").to_clock("Tournament").page.page.place

    assert (club, tournament) == (("Question 3 of 3",), ("Question 5 of 5",))


def test_every_question_is_asked_in_words_of_its_own_and_explained():
    titles = [one.title for one in SetupQuestion]

    assert len(set(titles)) == len(titles)
    assert all(one.why for one in SetupQuestion)
    assert set(LEGS) == set(Leg) - {Leg.FIRST}


def test_a_rulebook_with_one_penalty_does_not_ask_for_it(rig):
    rig.to_rules(rules="NSA")

    assert rig.state.question is SetupQuestion.LIST
    assert rig.settings.divisions[0].penalty == "lose_turn"


def test_who_sets_a_tournament_up_wants_protection_and_a_club_none(rig):
    assert rig.option("Tournament").settings.protection is Protection.DETERRENT
    assert rig.keys("\x1b").option("Club").settings.protection is Protection.DEMONSTRATION


def test_naspa_directors_are_told_of_the_list_of_approved_programs(rig):
    assert "NASPA directors: check the association's list of approved programs" in rig.option("Club").text


def test_the_usual_penalty_is_the_one_that_enter_takes(rig):
    rig.to_rules(rules="WESPA").keys("\n")

    assert rig.settings.divisions[0].penalty == "five_per_word"


def test_other_rules_bring_their_own_penalty(rig):
    rig.to_rules(rules="WESPA").keys("3").keys("\x1b\x1b").option("December 2016")

    assert rig.settings.divisions[0].penalty == "lose_turn"
    rig.keys("\x1b").option("WESPA")
    assert rig.settings.divisions[0].penalty == "lose_turn"  # which WESPA knows too


# ---- every way back ----------------------------------------------------------------------------------------


def test_esc_walks_back_through_every_page_and_out(rig):
    rig.to_review("Tournament")
    seen = []

    while not rig.screen.left:
        seen.append(rig.page.page.headline)
        rig.keys("\x1b")

    assert seen == [
        "Is all of this right?",
        "Is this date and time right?",
        "Choose the director's passcode",
        "Which letter has this station?",
        "Which word list decides?",
        "What does a failed challenge cost?",
        "By which rules do you play?",
        "What is this station for?",
    ]
    assert rig.files() == {}


def test_backspace_deletes_first_and_goes_back_from_an_empty_field(rig):
    rig.to_list("Tournament").option("ENABLE1").keys("\n")  # at the letter

    rig.keys("\b")
    assert rig.state.typed == ""
    rig.keys("\b")

    assert rig.state.question is SetupQuestion.LIST


def test_what_was_answered_stands_there_when_one_comes_back(rig):
    rig.to_review("Tournament", letter="K").keys("\x1b\x1b\x1b")

    assert (rig.state.question, rig.state.typed) == (SetupQuestion.LETTER, "K")


def test_out_of_a_row_of_questions_nothing_of_it_stays(rig):
    more(rig, Leg.TIMINGS).answer("45").answer("80")

    rig.keys("\x1b\x1b\x1b")

    assert isinstance(rig.state, asking.MoreMenu)
    assert rig.settings.timings.entering_s == 60


# ---- each refusal is reached by keys -----------------------------------------------------------------------

BAD = [
    (Leg.NAME, "", "7", "one of “A”"),
    (Leg.NAME, "K", "x" * 31, "1 to 30 printable characters"),
    (Leg.NAME, "K", "   ", "1 to 30 printable characters"),
    (Leg.EVENT, "", "x" * 61, "1 to 60 printable characters"),
    (Leg.ROUNDS, "", "soon", "a local date and time"),
    (Leg.ROUNDS, "10:00", "9:00", "does not start after round 1"),
    (Leg.ROUNDS, "", "2026-05-01T09:00:30", "without seconds"),
    (Leg.TIMINGS, "", "19", "from 20 to 300"),
    (Leg.TIMINGS, "", "many", "from 20 to 300"),
    (Leg.TIMINGS, "", "301", "from 20 to 300"),
    (Leg.TIMINGS, "60", "601", "from 20 to 600"),
    (Leg.TIMINGS, "60 90", "4", "from 5 to 120"),
    (Leg.TIMINGS, "60 90 20", "121", "from 5 to 120"),
    (Leg.TIMINGS, "60 90 20 20", "61", "from 5 to 60"),
    (Leg.TIMINGS, "20 90 20 20", "30", "no more than entering_s"),
    (Leg.TIMINGS, "60 90 20 20 20", "11", "from 1 to 10"),
    (Leg.TIMINGS, "60 90 8 20 20", "9", "less than showing_s"),
    (Leg.TIMINGS, "60 90 20 20 20 3", "29", "from 30 to 900"),
    (Leg.TIMINGS, "60 90 20 20 20 3 60", "901", "from 30 to 900"),
    (Leg.TEXT_SIZE, "", "79", "from 80 to 150"),
    (Leg.TEXT_SIZE, "", "151", "from 80 to 150"),
    (Leg.COPY, "", "stick", "a whole path"),
    (Leg.COPY, "", "/" + "x" * 400, "1 to 400 printable characters"),
]


@pytest.mark.parametrize(("leg", "before", "typed", "must"), BAD)
def test_each_bad_value_is_refused_with_what_it_must_be(rig, leg, before, typed, must):
    more(rig, leg)
    for one in (before,) if leg is not Leg.TIMINGS else before.split():
        if one:
            rig.answer(one)
    settings, page = rig.settings, rig.page.page.headline

    rig.answer(typed)

    assert rig.page.page.headline == page
    assert must in rig.page.page.notice
    assert rig.settings == settings
    assert rig.files() == {}


def test_every_field_of_the_wizard_is_asked_by_its_own_declaration():
    fields = [one for one in SetupQuestion if "." in one.place and not is_choice(one)]

    assert len(fields) > 15
    assert all(limit_of(one).must for one in fields)


def test_a_timing_that_would_contradict_another_says_which(rig):
    more(rig, Leg.TIMINGS)
    rig.answer("20").answer("90").answer("20").answer("20")

    assert rig.state.question is SetupQuestion.WARNING
    rig.keys("\x1b" * 4).answer("30").answer("25").answer("20").answer("20").answer("25").keys("\x1b" * 4)
    rig.answer("20")

    assert "such that warning_s is no more than entering_s" in rig.page.page.notice


@pytest.mark.parametrize(
    ("passcode", "why"),
    [
        ("short", "6 to 64 characters; this one has 5"),
        ("aaaaaaaa", "too easy to guess"),
        ("password1", "too easy to guess"),
        ("Correct-Horse ", "no space at either end"),
    ],
)
def test_a_passcode_that_may_not_be_set_is_refused_at_once(rig, passcode, why):
    rig.to_list("Tournament").option("ENABLE1").keys("\nB\n").keys(f"{passcode}\n")

    assert why in rig.page.page.notice
    assert rig.state == asking.AskingPasscode(rig.state.draft, message=rig.page.page.notice)


def test_two_passcodes_that_differ_are_both_forgotten(rig):
    rig.to_list("Tournament").option("ENABLE1").keys("\nB\n").keys(f"{PASSCODE}\n{PASSCODE}x\n")

    assert rig.page.page.notice == "The two were not the same. Type it again, twice."
    assert not rig.state.again
    rig.keys(f"{PASSCODE}\n{PASSCODE}\n")
    assert rig.state.question is SetupQuestion.CLOCK


def test_a_passcode_that_was_typed_twice_need_not_be_typed_again(rig):
    rig.to_clock("Tournament").keys("\x1b")

    assert "ENTER alone keeps the one you typed" in rig.text
    rig.keys("\n")
    assert rig.state.question is SetupQuestion.CLOCK


# ---- more --------------------------------------------------------------------------------------------------


def test_rounds_are_told_one_by_one_and_a_time_alone_is_today(rig):
    more(rig, Leg.ROUNDS).answer("9:00").answer("10.15").answer("2026-05-02T09:00").answer("11:00").keys("\n")

    starts = [(one.number, one.starts) for one in rig.settings.rounds]
    assert starts == [
        (1, "2026-05-01T09:00"),
        (2, "2026-05-01T10:15"),
        (3, "2026-05-02T09:00"),
        (4, "2026-05-02T11:00"),
    ]


def test_esc_takes_back_one_round_at_a_time(rig):
    more(rig, Leg.ROUNDS).answer("9:00").answer("10:00").keys("\x1b")

    assert [one.number for one in rig.settings.rounds] == [1]
    rig.keys("\x1b\x1b")
    assert isinstance(rig.state, asking.MoreMenu)


def test_an_event_gets_an_id_nobody_has_to_think_of(rig):
    more(rig, Leg.EVENT).answer("The Öpen 2026!")

    assert isinstance(rig.state, asking.MoreMenu), "nothing else is asked: a key for the next line is one"
    event = rig.settings.event
    assert (event.id, event.name) == ("the-pen-2026", "The Öpen 2026!")
    rig.option("Event").answer("")
    assert rig.settings.event is None


def test_the_name_follows_the_letter_until_it_has_one_of_its_own(rig):
    more(rig, Leg.NAME).answer("k")

    assert (rig.state.question, rig.state.typed) == (SetupQuestion.NAME, "Station K")
    rig.answer("By the door").option("Station").answer("m")
    assert rig.settings.name == "By the door"


def test_the_text_size_moves_by_arrows_within_its_limits(rig):
    more(rig, Leg.TEXT_SIZE).keys("↑↑")

    assert (rig.state.typed, rig.page.percent) == ("120", 120)
    rig.keys("↑" * 9 + "\n")
    assert rig.settings.sizes.text_percent == 150


def test_the_keyboard_check_shows_what_came_through(rig):
    more(rig, Leg.KEYBOARD).keys("qxq7")

    assert rig.page.seen == ("Q", "X")
    assert "2 of 26" in rig.text
    rig.keys("\n")
    assert isinstance(rig.state, asking.MoreMenu)


def test_a_second_division_has_its_own_list_and_kind(rig):
    more(rig, Leg.DIVISIONS, rules="December 2016").option("Add a division").answer("Collins")
    rig.option("December 2016").option("international").option("5 points").option("ENABLE1").keys("\n")

    second = rig.settings.divisions[1]
    assert (second.id, second.international, second.penalty) == ("collins", True, "five_per_word")
    assert isinstance(rig.state, asking.DivisionMenu)


def test_two_divisions_never_share_a_name_or_an_id(rig):
    more(rig, Leg.DIVISIONS).option("Add a division").answer("open")
    assert "different from the name of every other division" in rig.page.page.notice

    rig.answer("Open!")
    assert [one.id for one in rig.settings.divisions] == ["open", "open-2"]


def test_a_division_that_was_added_and_given_up_is_gone(rig):
    more(rig, Leg.DIVISIONS).option("Add a division").answer("Two").keys("\x1b\x1b")

    assert isinstance(rig.state, asking.DivisionMenu)
    assert len(rig.settings.divisions) == 1


def test_a_division_can_be_taken_out_again_but_not_the_last(rig):
    more(rig, Leg.DIVISIONS).option("Add a division").answer("Two").option("WESPA").keys("\n")
    rig.option("ENABLE1").keys("\n")
    rig.option("Two").option("Take it out")

    assert [one.name for one in rig.settings.divisions] == ["Open"]
    assert rig.option("Open").state.question is SetupQuestion.DIVISION_NAME


def test_a_station_has_eight_divisions_at_most(rig):
    more(rig, Leg.DIVISIONS)
    for number in range(7):
        rig.option("Add a division").answer(f"D{number}").option("WESPA").keys("\n").option("ENABLE1").keys(
            "\n"
        )

    rig.option("Add a division")

    assert rig.page.page.notice == "A station has at most 8 divisions."


def test_divisions_for_players_and_for_staff_do_not_go_together(rig):
    more(rig, Leg.DIVISIONS).option("Add a division").answer("Old").option("NSA").option("ENABLE1").keys("\n")
    rig.option("That is all").option("That is all")

    assert "one station cannot be for both" in rig.text
    rig.keys("\n")
    assert isinstance(rig.state, asking.Reviewing)
    assert rig.files() == {}


def test_the_doctors_answer_stands_beside_the_wanted_protection(rig):
    more(rig, Leg.PROTECTION)

    assert "a station started here reaches “deterrent”" in rig.text
    assert "not here, as it is" in rig.text
    assert rig.option("Locked").settings.protection is Protection.LOCKED


def test_a_wrong_clock_is_told_how_to_be_set(rig):
    rig.to_clock().keys("2")

    assert "Set it so." in rig.text
    rig.keys("\n")
    assert rig.state.question is SetupQuestion.CLOCK


def test_the_path_of_a_club_has_neither_letter_nor_passcode():
    of = known()
    club = Draft(first_settings())
    asked = path(Leg.FIRST, club, of)

    assert club.settings.profile is Profile.CLUB
    assert not {SetupQuestion.LETTER, SetupQuestion.PASSCODE} & set(asked)


@pytest.mark.parametrize("key", ["0", "\t", "←"])
def test_a_key_that_means_nothing_says_what_to_press(rig, key):
    assert rig.keys(key).page.page.notice == "Press a number, or ↑ ↓ and ENTER"


# ---- a text where there is no field for it -----------------------------------------------------------------


def numbered_pages(rig):
    """A wizard on every page of numbered answers, one after the other."""
    yield "profile", rig
    yield "rules", rig.option("Tournament")
    yield "penalty", rig.option("WESPA")
    rig.keys("\n").option("ENABLE1")
    yield "the list", rig
    rig.keys(f"\nB\n{PASSCODE}\n{PASSCODE}\n")
    yield "clock", rig
    rig.keys("\n")
    yield "more", rig.keys("m")
    yield "divisions", rig.option("Divisions")


def test_no_text_typed_at_a_page_of_numbers_answers_it(rig):
    for name, at in numbered_pages(rig):
        before = at.state

        at.keys("x1 2/3\b\b\n\n1\n")
        assert replace(at.state, notice="") == replace(before, notice=""), name
        assert "Letters are not taken here" in at.page.page.notice, name

        at.keys("↓↑")
        assert at.page.page.notice == "", name


def test_after_an_arrow_enter_and_numbers_answer_again(rig):
    rig.keys("x1\n").keys("↓\n")

    assert rig.state.question is SetupQuestion.RULES
    assert rig.settings.profile is Profile.TOURNAMENT


@pytest.mark.parametrize("typed", ["/no/such list 2.txt", "~/1.txt", "C:\\lists\\1.txt", "words 1.txt"])
def test_a_path_typed_where_lists_are_chosen_goes_into_its_field_and_never_takes_the_free_list(rig, typed):
    rig.to_list().keys(f"{typed}\n")
    assert (rig.state.question, rig.state.typed) == (SetupQuestion.PATH, typed)
    assert rig.state.notice

    rig.keys("\n\n")

    assert (rig.state.question, rig.state.typed) == (SetupQuestion.PATH, typed)
    assert rig.settings.divisions[0].main == ""


def test_a_path_that_is_refused_stays_to_be_put_right(rig, tmp_path):
    (tmp_path / "words.txt").write_text("\n".join(f"{a}{b}" for a in LETTERS for b in LETTERS))
    rig.to_list().keys(f"{tmp_path}/words.txtx\n")
    assert "cannot be read" in rig.page.page.notice

    rig.keys("\b\n")

    assert isinstance(rig.state, asking.ShowingFound)


def test_a_number_means_the_same_list_after_a_file_was_looked_at(tmp_path, monkeypatch):
    found, typed = tmp_path / "found.txt", tmp_path / "elsewhere" / "typed.txt"
    typed.parent.mkdir()
    found.write_text("\n".join(f"{a}{b}{c}" for a in LETTERS for b in LETTERS for c in LETTERS))
    typed.write_text("\n".join(f"{b}{a}" for a in LETTERS for b in LETTERS))
    monkeypatch.setenv("HOME", str(tmp_path))
    rig = WizardRig(tmp_path / "data").to_list()
    assert [one.text for one in rig.page.options] == ["ENABLE1", "found.txt", "Another file"]

    rig.option("found.txt").keys("\x1b").keys(f"{typed}\n\x1b")

    shown = [f"{one.text} {one.aside}" for one in rig.page.options]
    assert len(shown) == 4
    assert "found.txt" in shown[1]
    assert "Another file" in shown[2]
    assert "typed.txt" in shown[3]


def test_the_enter_that_ends_a_text_typed_at_the_last_page_stores_nothing(rig):
    rig.to_review().keys("spring\n")
    assert isinstance(rig.state, asking.Reviewing)
    assert rig.files() == {}

    rig.keys("\n")

    assert isinstance(rig.state, saving.SetupDone)


# ---- the worked example ------------------------------------------------------------------------------------


def test_the_readmes_table_pressed_literally_sets_its_station_up(rig, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()

    rig.keys("251").option("ENABLE1").keys(f"1B\n{PASSCODE}\n{PASSCODE}\n1M2Spring Open 2026\n9{stick}\n")

    event = rig.settings.event
    assert (event.id, event.name) == ("spring-open-2026", "Spring Open 2026")
    assert rig.settings.second_copy == str(stick)
    rig.keys("\n\x1b")
    assert "Event: Spring Open 2026 (spring-open-2026)" in rig.text
