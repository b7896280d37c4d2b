"""Any keys in a row: the wizard never raises, writes nothing before it is told to, shows no secret, and both
ESC and one key lead out."""

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kiosk.base.page import spell_page
from kiosk.paper.sheet import PaperSize
from kiosk.rules.choices import DivisionKind
from kiosk.setup.divisions import ListStanding
from kiosk.wizard import asking, events, saving
from kiosk.wizard.draft import first_settings
from kiosk.wizard.events import (
    FolderSeen,
    LeaveWanted,
    ListRefused,
    ListSeen,
    ListsFound,
    PapersDone,
    PasscodeCompared,
    PasscodeHashed,
    SaveRefused,
    SetupSaved,
    SetupWeighed,
)
from kiosk.wizard.machine import step, wizard_page
from tests.support.wizard import CLOCK, LISTS, WEIGHED, WizardRig, found_list, key_of, known, sample_states

SECRET = "Zq-secret-7"  # noqa: S105 - nobody's
# Keys that lead somewhere come often, so that whole set-ups are answered.
CLUB = "15\n1\n\n"
TOURNAMENT = f"25\n1\nB\n{SECRET}\n{SECRET}\n\n"
MOVES = st.sampled_from(
    [CLUB, TOURNAMENT, "\n", "\n\n\n", "m", "1", "2", "3", "4", "5", "6", "7", "8", "9", "\x1b", "\x1b\x1b"]
)
ANY = st.text("abz019 \n\t\b\x1b↑↓←é-m①⑨", max_size=6)
KEYS = st.lists(st.one_of(MOVES, ANY), max_size=10).map("".join)
NUMBERS = st.integers(0, 9)


class Answers:
    """Whoever carries out the orders of the machine, with answers drawn from a hat; nothing is real."""

    def __init__(self, numbers, of):
        self.numbers, self.of = list(numbers), of
        self.written = []

    def draw(self) -> int:
        return self.numbers.pop() if self.numbers else 0

    def to(self, effect):
        drawn = self.draw()
        match effect:
            case events.FindLists():
                return [ListsFound(LISTS[drawn % 4 :])]
            case events.LookAtList():
                standing = list(ListStanding)[drawn % len(ListStanding)]
                meant = list(DivisionKind)[drawn % 3]
                return [ListRefused("No.") if drawn == 9 else ListSeen(found_list(standing, meant=meant))]
            case events.HashPasscode():
                return [PasscodeHashed()]
            case events.ComparePasscode():
                return [PasscodeCompared(drawn % 3 != 2)]
            case events.LookAtFolder(folder):
                return [FolderSeen(folder, "elsewhere" if drawn % 3 == 2 else "")]
            case events.WeighSetup():
                return [SetupWeighed(WEIGHED)]
            case events.SaveSetup():
                self.written.append(effect)
                if drawn % 3 == 2:
                    return [SaveRefused("No.", self.of.passcode_set, 1000 * drawn)]
                return [SetupSaved("7K3F9Q")]
            case events.WritePapers():
                return [PapersDone("Done.", drawn % 2 == 0)]
            case _:
                return []


def after(state, event, of, answers, now_ms, by=step):
    state, orders = by(state, event, now_ms, of)
    for order in orders:
        for reply in answers.to(order):
            state = after(state, reply, of, answers, now_ms, by)
    return state


def begin(of, answers):
    state, orders = asking.begin(of)
    for order in orders:
        for reply in answers.to(order):
            state = after(state, reply, of, answers, 0)
    return state


# Drawn by their number: a failure would be told in some hundred pages of rule sets.
KNOWN = [
    known(),
    known(present=first_settings(), passcode_set=True),
    known(passcode_set=True, has_screen=False),
]


def check(of, keys, numbers, by=step):
    answers = Answers(numbers, of)
    state, openly = begin(of, answers), False
    for place, key in enumerate(keys):
        before, written = state, len(answers.written)
        state = after(state, key_of(key), of, answers, place * 500, by)
        page = wizard_page(state, place * 500, of, CLOCK)

        # Whoever types it where anything may be read has not typed it as a secret.
        openly = openly or (not page.secret and SECRET in page.page.typed)
        assert openly or SECRET not in spell_page(page.page)
        assert openly or SECRET not in repr(state)
        assert page.page.headline
        if len(answers.written) > written:
            assert isinstance(before, asking.Reviewing | saving.GivingReason | saving.AtWizardDoor)
            assert key == "\n"
            assert of.present is None or answers.written[-1].reason
            assert not of.passcode_set or answers.written[-1].passcode
            assert openly or SECRET not in repr(answers.written[-1])
    return answers.written


@settings(max_examples=60)
@given(st.sampled_from(range(len(KNOWN))), KEYS, st.lists(NUMBERS, max_size=40))
# The passcode's letters fall into a field for a folder.
@example(2, f"15\n1\n\n25\n1\n\n{SECRET}\n", [])
def test_no_keys_break_it_and_nothing_is_written_but_from_the_last_page(of, keys, numbers):
    check(KNOWN[of], keys, numbers)


def test_those_keys_do_set_a_station_up():
    assert len(check(KNOWN[0], f"{CLUB}\n", [])) == 1
    assert check(KNOWN[0], f"{TOURNAMENT}\n", [])[0].sets_passcode


def saves_early(state, event, now_ms, of):
    """A build that stores each answer as it is given."""
    state, orders = step(state, event, now_ms, of)
    early = isinstance(state, asking.AskingChoice) and event == key_of("5")
    return state, (*orders, events.SaveSetup(state.draft.settings, None, False)) if early else orders


def shows_secrets(state, event, now_ms, of):
    """A build that says what was typed unseen."""
    state, orders = step(state, event, now_ms, of)
    if isinstance(state, asking.AskingPasscode):
        state = replace(state, message=state.typed)
    return state, orders


@pytest.mark.parametrize("broken", [saves_early, shows_secrets])
def test_a_broken_build_would_be_seen(broken):
    with pytest.raises(AssertionError):
        check(KNOWN[0], TOURNAMENT, [], broken)


@settings(max_examples=40)
@given(st.sampled_from(range(len(KNOWN))), KEYS, st.lists(NUMBERS, max_size=40))
def test_esc_leads_out_from_anywhere_and_so_does_one_key(which, keys, numbers):
    of = KNOWN[which]
    answers = Answers(numbers, of)
    state = begin(of, answers)
    for place, key in enumerate(keys):
        state = after(state, key_of(key), of, answers, place * 500)

    left = step(state, LeaveWanted(), 10**9, of)[0]
    steps = 0
    while not isinstance(state, asking.WizardLeft) and steps < 40:
        state, steps = after(state, key_of("\x1b"), of, answers, 10**9), steps + 1

    assert isinstance(left, asking.WizardLeft)
    assert isinstance(state, asking.WizardLeft), state


SAMPLES = sample_states(known())
ORDERS = (
    events.FindLists(),
    events.LookAtList("free", False, first_settings().divisions[0]),
    events.HashPasscode("x"),
    events.ComparePasscode("x"),
    events.LookAtFolder("/x"),
    events.WeighSetup(first_settings()),
    events.WritePapers("/x", PaperSize.A4),
)


@settings(max_examples=40)
@given(st.sampled_from(sorted(SAMPLES)), st.lists(NUMBERS, max_size=6), ANY)
def test_every_state_takes_every_key_and_every_answer(name, numbers, keys):
    of = known()
    answers = Answers(numbers, of)
    replies = [reply for order in ORDERS for reply in answers.to(order)]
    state = SAMPLES[name]

    for event in (*replies, *map(key_of, keys)):
        state = after(state, event, of, answers, 0)
        wizard_page(state, 0, of, CLOCK)


@settings(max_examples=5)
@given(st.lists(st.one_of(MOVES, ANY), max_size=8).map("".join))
def test_with_real_hands_nothing_is_on_disk_until_it_was_saved(keys):
    with tempfile.TemporaryDirectory() as folder:
        rig = WizardRig(Path(folder) / "data")

        for key in keys:
            if rig.screen.left:
                break
            before = rig.state
            rig.keys(key)

            if rig.files():
                assert isinstance(rig.state, saving.SetupDone)
                assert isinstance(before, asking.Reviewing)
                break
