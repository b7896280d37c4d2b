"""The wizard on a data folder of its own, with a screen that only remembers, and somebody who types."""

from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from kiosk.base.page import spell_page
from kiosk.lockdown.health_reader import how_to_set_the_clock
from kiosk.paper.sheet import PaperSize
from kiosk.rules.choices import DivisionKind
from kiosk.rules.store import survey_rulesets
from kiosk.setup.divisions import ListStanding
from kiosk.setup.settings import DivisionSettings, EventSettings, Profile, Protection, Settings
from kiosk.station.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    Typed,
    UpPressed,
)
from kiosk.system_clock import system_clock
from kiosk.wizard import asking, saving
from kiosk.wizard.draft import Draft, ListFound, ListOffer, WeighedSetup, WizardKnown, first_settings
from kiosk.wizard.entry import PICK
from kiosk.wizard.events import LeaveWanted, OptionClicked, Pasted
from kiosk.wizard.machine import wizard_page
from kiosk.wizard.pages import WizardClock, WizardPage
from kiosk.wizard.questions import Leg, SetupQuestion, is_choice, path, standing
from kiosk.wizard.run import WizardParts, WizardRun

PASSCODE = "Correct-Horse 9"
NAMED = {
    "\n": EnterPressed(),
    "\t": TabPressed(),
    "\b": BackspacePressed(),
    "\x1b": EscapePressed(),
    "↑": UpPressed(),
    "↓": DownPressed(),
    "←": MoreTimePressed(),
    " ": SpacePressed(),
    "⑩": LeaveWanted(),
    "①": OptionClicked(0),
    "⑨": OptionClicked(8),
}


def key_of(sign: str):
    """The key that writes *sign*, or is meant by it."""
    return NAMED.get(sign) or Typed(sign, int(sign) if sign in "0123456789" else None)


class MemoryScreen:
    """Remembers what it was shown and told."""

    def __init__(self):
        self.pages, self.shown_now = [], []
        self.tried = self.started = 0
        self.left = False

    def listen(self, on_event):
        self.on_event = on_event

    def show_page(self, page):
        self.pages.append(page)

    def show_now(self, page):
        self.shown_now.append(page)

    def try_challenge(self):
        self.tried += 1

    def start_station(self):
        self.started += 1
        self.left = True

    def leave(self):
        self.left = True


def no_printer(sheet, paper) -> bytes:
    return b"%PDF sheet"


@cache
def every_rule_set():
    return tuple(survey_rulesets().usable)


def leg_of(question: SetupQuestion) -> Leg:
    """A row of questions in which *question* is asked."""
    if question in (SetupQuestion.FATE, SetupQuestion.DIVISION_NAME, SetupQuestion.KIND):
        return Leg.DIVISIONS
    if question is SetupQuestion.EVENT_NAME:
        return Leg.EVENT
    if question in (SetupQuestion.COPY, SetupQuestion.COPY_MIN):
        return Leg.COPY
    draft, of = Draft(first_settings()), known()
    rows = (leg for leg in Leg if leg not in (Leg.FIRST, Leg.DIVISIONS) and question in path(leg, draft, of))
    return next(rows, Leg.FIRST)


def known(**changes) -> WizardKnown:
    values = {
        "rules": every_rule_set(),
        "today": "2026-05-01",
        "reaches": Protection.DETERRENT,
        "doctor": "The doctor says: a station started here reaches “deterrent”.",
        "papers": "~/paper",
    }
    return WizardKnown(**(values | changes))


class WizardRig:
    """A wizard for the station in *folder*."""

    def __init__(self, folder: Path, of: WizardKnown | None = None, build=WizardRun, printer=no_printer):
        self.folder = folder
        self.screen = MemoryScreen()
        self.run = build(WizardParts(folder, system_clock, of or known(), printer, "Set it so."), self.screen)
        self.run.begin()

    @property
    def state(self):
        return self.run.state

    @property
    def page(self):
        return self.run.page()

    @property
    def text(self) -> str:
        return spell_page(self.page.page)

    @property
    def settings(self) -> Settings:
        return self.state.draft.settings

    def keys(self, text: str) -> "WizardRig":
        for sign in text:
            self.run.handle(key_of(sign))
        return self

    def paste(self, text: str) -> "WizardRig":
        self.run.handle(Pasted(text))
        return self

    def option(self, words: str) -> "WizardRig":
        """Take the option that says *words*."""
        places = [place for place, one in enumerate(self.page.options) if words in f"{one.text} {one.aside}"]
        assert places, (words, self.page.options)
        self.run.handle(OptionClicked(places[0]))
        return self

    def answer(self, text: str) -> "WizardRig":
        """Put *text* in place of what stands in the field, and ENTER."""
        for _ in self.page.page.typed:
            self.run.handle(BackspacePressed(repeated=True))
        return self.keys(f"{text}\n")

    def to_rules(self, profile="Club", rules="WESPA") -> "WizardRig":
        return self.option(profile).option(rules)

    def to_list(self, profile="Club", rules="WESPA") -> "WizardRig":
        """The page of the list, the usual penalty taken."""
        self.to_rules(profile, rules)
        return self.keys("\n") if "cost" in self.page.page.headline else self

    def to_clock(self, profile="Club", rules="WESPA", letter="B", passcode=PASSCODE) -> "WizardRig":
        self.to_list(profile, rules).option("ENABLE1").keys("\n")
        if profile != "Club":
            self.keys(f"{letter}\n")
            if not self.run._parts.known.passcode_set:
                self.keys(f"{passcode}\n{passcode}\n")
        return self

    def to_review(self, profile="Club", rules="WESPA", letter="B") -> "WizardRig":
        return self.to_clock(profile, rules, letter).keys("\n")

    def files(self) -> dict[str, bytes]:
        """Everything in the data folder, by its path."""
        found = {}
        with suppress(FileNotFoundError):
            for path in sorted(self.folder.rglob("*")):
                if path.is_file():
                    found[str(path.relative_to(self.folder))] = path.read_bytes()
        return found


CLOCK = WizardClock("Friday 1 May 2026", "09:41:07", "time zone UTC+2", how_to_set_the_clock("linux"))
LISTS = (
    ListOffer("free", "ENABLE1", "168,551 words, here"),
    ListOffer("/media/stick/nwl2023.txt", "nwl2023.txt", "2.2 MB, in /media/stick", is_file=True),
    ListOffer(
        "/home/anna/Downloads/a-file-of-words.txt", "a-file-of-words.txt", "1.9 MB, in /home/anna", True
    ),
)
REFUSED = (
    "Nothing was imported: line 17 holds “A1”, which is no word. Correct the file, or leave the line out."
)
DIVISIONS = (
    DivisionSettings("open", "Open", "naspa-2016", "lose_turn", "nwl23"),
    DivisionSettings("collins", "Collins", "naspa-2016", "five_per_word", "csw24", international=True),
)
WEIGHED = WeighedSetup(
    (
        ("Station", "B · By the window · tournament"),
        ("Open", "NASPA 2016 · NWL2023 · failed challenge: the challenger loses the turn, scoring zero"),
        (
            "Collins",
            "NASPA 2016 · CSW24 · failed challenge: 5 points per word challenged, added to the challenged",
        ),
        ("Event", "The Open 2026"),
        ("Rounds", "14, the first 2026-05-01 09:00"),
        ("Second copy", "/media/stick"),
        ("Protection", "deterrent wanted"),
    ),
    ("Open: naspa-2016 names OTCWL2014 and speaks of no later list: players see a banner.",) * 2,
    "7K3F9Q",
)


def found_list(
    standing: ListStanding, name: str = "CSW24", meant: DivisionKind = DivisionKind.MAIN
) -> ListFound:
    return ListFound(
        "csw24", name, name, 280_887, f"This is {name}, to the letter.", standing, "OTCWL2014", meant
    )


def sample_states(of: WizardKnown) -> dict[str, object]:
    """Every state of the wizard in the sorts worth a look, by name."""
    settings = replace(
        first_settings(),
        letter="B",
        profile=Profile.TOURNAMENT,
        divisions=DIVISIONS,
        event=EventSettings("open-2026", "The Open 2026"),
        second_copy="/media/stick",
    )
    draft = Draft(settings, lists=LISTS, before=settings)
    first, more = Leg.FIRST, Leg.DIVISIONS
    plays = DivisionSettings("open", "Open", "wespa-5.1", "five_per_word", "free")
    wespa = replace(draft, settings=replace(settings, divisions=(plays,)))
    asked = {
        f"choice_{one.name.lower()}": asking.AskingChoice(draft, leg_of(one), one, 1)
        for one in SetupQuestion
        if is_choice(one)
    }
    fields = {
        f"field_{one.name.lower()}": asking.AskingField(draft, leg_of(one), one, standing(one, draft))
        for one in SetupQuestion
        if one not in (SetupQuestion.PASSCODE, SetupQuestion.KEYBOARD) and not is_choice(one)
    }
    done = saving.SetupDone(draft, "7K3F9Q", 2)
    long_path = "/media/anna/STICK WITH A NAME/tournaments/2026/lists/official-word-list-2026.txt"
    return {
        **asked,
        **fields,
        "choice_refused": asking.AskingChoice(draft, first, SetupQuestion.LIST, 1, REFUSED),
        "choice_hint": asking.AskingChoice(wespa, first, SetupQuestion.PENALTY, 0, PICK),
        "field_path_long": asking.AskingField(draft, first, SetupQuestion.PATH, long_path, False),
        "field_refused": asking.AskingField(draft, first, SetupQuestion.LETTER, "7", False, REFUSED),
        "field_name_wrong": asking.AskingField(draft, Leg.NAME, SetupQuestion.NAME, "x" * 40, False, REFUSED),
        "field_size_large": asking.AskingField(draft, Leg.TEXT_SIZE, SetupQuestion.TEXT_SIZE, "150", False),
        "passcode": asking.AskingPasscode(draft, typed="secret"),
        "passcode_again": asking.AskingPasscode(draft, again=True),
        "passcode_weak": asking.AskingPasscode(
            draft, message="This passcode is too easy to guess. Choose another."
        ),
        "looking": asking.LookingAtList(draft, first, "nwl2023.txt"),
        **{f"found_{one}": asking.ShowingFound(draft, first, found_list(one)) for one in ListStanding},
        "found_international": asking.ShowingFound(
            draft, more, found_list(ListStanding.FOREIGN, meant=DivisionKind.INTERNATIONAL), 1, PICK
        ),
        "clock_wrong": asking.ClockWrong(draft),
        "letters": asking.TryingKeys(draft, tuple("AEIOU")),
        "more": asking.MoreMenu(draft, 3),
        "divisions": asking.DivisionMenu(draft, 1),
        "review_waits": asking.Reviewing(draft),
        "review": asking.Reviewing(draft, WEIGHED),
        "review_wrong": asking.Reviewing(
            draft, replace(WEIGHED, fault="Open: one station cannot be for both.")
        ),
        "review_refused": asking.Reviewing(draft, WEIGHED, "The station is running and keeps this log."),
        "reason": saving.GivingReason(draft, "the penalty was announced otherwise"),
        "door": saving.AtWizardDoor(draft, None, "secret"),
        "door_waits": saving.AtWizardDoor(draft, None, "", "That is not the director's passcode.", 15_000),
        "saving": saving.SavingSetup(draft, None),
        "done": done,
        "done_papers": replace(
            done, notice="In ~/paper, to print and to read: cards.pdf, witness-sheet.pdf, slips.pdf"
        ),
        "paper_size": saving.ChoosingPaper(done),
        "papers": saving.NamingPapers(done, PaperSize.A4, "~/challenge-kiosk-paper"),
        "left": asking.WizardLeft(),
    }


def wizard_pages() -> dict[str, WizardPage]:
    of = known()
    return {f"wizard_{name}": wizard_page(state, 0, of, CLOCK) for name, state in sample_states(of).items()}
