"""The wizard with real hands: lists from files, a station that is set up, one that is changed, its paper."""

import hashlib
import json
import re
import shutil

import pytest

from kiosk.errors import OutputError, SetupError
from kiosk.events.actions import OpenEvent
from kiosk.log.kinds import Kind
from kiosk.log.writer import Log
from kiosk.paper.paint import PaintedSheet
from kiosk.paper.program import make_pdf
from kiosk.paper.sheet import PaperSize
from kiosk.paper.text import as_text
from kiosk.setup.actions import present_setup, set_passcode
from kiosk.setup.passcodes import Role
from kiosk.setup.settings import Profile
from kiosk.setup.staff_actions import open_access
from kiosk.setup.store import load_settings
from kiosk.system_clock import system_clock
from kiosk.wizard import asking, saving
from kiosk.wizard.papers_run import sheet_of
from kiosk.wizard.questions import SetupQuestion
from kiosk.wizard.run import open_wizard, zone
from kiosk.words import editions
from tests.support.at_station import Listener, staff_at
from tests.support.command_line import DIRECTOR, Station, write_setup
from tests.support.drawing import typeface
from tests.support.wizard import PASSCODE, WizardRig, known
from tests.wizard.real.wizard_with_editions import with_edition

WORDS = [f"{a}{b}{c}" for a in "bcdfgh" for b in "aeiou" for c in "gmnpt"]


@pytest.fixture
def words(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("\n".join(WORDS))
    return file


@pytest.fixture
def station(tmp_path):
    """A tournament station with passcodes, set up from a file."""
    made = Station(tmp_path / "data")
    made.set_passcodes()
    file = write_setup(tmp_path / "stick.toml", profile='"tournament"')
    assert made.as_director("setup", "--from", file).code == 0
    return made


def changing(station) -> WizardRig:
    return WizardRig(station.folder, known(present=load_settings(station.folder), passcode_set=True))


# ---- a first set-up ----------------------------------------------------------------------------------------


def test_a_tournament_station_is_set_up_with_list_passcode_and_record(tmp_path, words):
    rig = WizardRig(tmp_path / "data")
    rig.to_list("Tournament").option("Another file").paste(str(words)).keys("\n")
    assert "Not official: this program does not recognise it." in rig.text
    rig.keys(f"\nC\n{PASSCODE}\n{PASSCODE}\n\n")
    assert rig.files() == {}
    code = rig.state.weighed.code

    rig.keys("\n")

    station, present = Station(rig.folder), present_setup(rig.folder)
    assert isinstance(rig.state, saving.SetupDone)
    assert (present.changed, present.problem, present.setup.code) == (None, None, code)
    assert (present.setup.settings.letter, present.setup.settings.profile) == ("C", Profile.TOURNAMENT)
    assert (
        open_access(rig.folder, system_clock).attempt(PASSCODE, (Role.DIRECTOR,), "a test").role
        is Role.DIRECTOR
    )
    assert [
        len(station.records(kind)) for kind in (Kind.LEXICON_IMPORTED, Kind.PASSCODE_SET, Kind.SET_UP)
    ] == [1, 1, 1]


def test_a_set_up_that_failed_after_its_passcode_goes_on_with_that_passcode(tmp_path):
    """As where the disk was full for a moment: the passcode is stored, the set-up is not."""
    rig = WizardRig(tmp_path / "data").to_review("Tournament")
    set_passcode(staff_at(rig.folder), Role.DIRECTOR, lambda first: PASSCODE)

    rig.keys("\n")
    assert isinstance(rig.state, saving.AtWizardDoor)
    rig.keys(f"{PASSCODE}\n")

    assert isinstance(rig.state, saving.SetupDone)
    assert len(Station(rig.folder).records(Kind.PASSCODE_SET)) == 1


def test_the_passcode_stands_in_no_state_page_record_or_file(tmp_path):
    rig = WizardRig(tmp_path / "data").to_review("Tournament").keys("\n")

    told = json.dumps([str(page) for page in (*rig.screen.pages, *rig.screen.shown_now)])
    assert PASSCODE not in told
    assert PASSCODE not in repr(rig.state)
    assert not any(PASSCODE.encode() in content for content in rig.files().values())
    assert rig.run._hashed is None


def test_a_list_read_from_a_stick_is_kept_though_the_stick_is_gone(tmp_path, words):
    rig = WizardRig(tmp_path / "data").to_list().option("Another file").paste(str(words)).keys("\n\n\n")
    words.unlink()

    rig.keys("\n")

    assert isinstance(rig.state, saving.SetupDone)
    assert present_setup(rig.folder).setup.divisions[0].lexicon.words == len(WORDS)


def test_a_list_that_was_read_and_not_taken_is_not_kept(tmp_path, words):
    rig = WizardRig(tmp_path / "data").to_list().option("Another file").paste(str(words)).keys("\n\x1b")
    rig.option("ENABLE1").keys("\n\n\n")

    assert not (rig.folder / "lexicons").exists()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("/nowhere/at/all.txt", "cannot be read"),
        ("words.txt", "is not a whole path"),
        ("/", "is a folder"),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_a_sentence(tmp_path, typed, sentence):
    rig = WizardRig(tmp_path / "data").to_list().option("Another file").paste(typed).keys("\n")

    assert (rig.state.question, rig.state.typed) == (SetupQuestion.PATH, typed)
    assert sentence in rig.page.page.notice


def test_how_much_of_a_file_is_read_is_shown_at_once(tmp_path):
    big = tmp_path / "big.txt"
    letters = "abcdefghijklmnopqrstuvwxyz"
    big.write_text(
        "\n".join(f"{a}{b}{c}{d}" for a in letters for b in letters for c in letters for d in "sd")
    )
    rig = WizardRig(tmp_path / "data").to_list().option("Another file").paste(str(big)).keys("\n")

    shares = [page.page.countdown.share for page in rig.screen.shown_now if page.page.countdown]

    assert shares == sorted(shares)
    assert shares[-1] > 0.5


def test_an_international_list_leads_to_an_international_division(tmp_path):
    rig = WizardRig(tmp_path / "data").to_rules(rules="December 2016")
    found = rig.page

    assert rig.state.question is SetupQuestion.LIST
    assert found.options[0].text == "ENABLE1"
    rig.option("ENABLE1")
    assert "Not official: NASPA 2016 names" in rig.text


def test_while_another_program_keeps_the_log_nothing_changes(station):
    rig = changed(station).keys("\nwhy\n")
    before = (station.folder / "kiosk.toml").read_bytes()
    with Log.open(station.folder, system_clock):
        rig.keys(f"{DIRECTOR}\n")

    assert isinstance(rig.state, asking.Reviewing)
    assert "log" in rig.page.page.notice
    assert (station.folder / "kiosk.toml").read_bytes() == before


# ---- a change ----------------------------------------------------------------------------------------------


def changed(station) -> WizardRig:
    rig = changing(station).option("Tournament").option("WESPA").keys("3").option("ENABLE1").keys("\n")
    return rig.keys("D\n\n")


def test_a_change_needs_reason_and_passcode_and_is_a_record(station):
    rig = changed(station).keys("\n")
    assert isinstance(rig.state, saving.GivingReason)
    rig.keys("\n")
    assert "1 to 200 printable characters" in rig.page.page.notice
    rig.keys("announced otherwise\n")
    assert isinstance(rig.state, saving.AtWizardDoor)

    rig.keys(f"{DIRECTOR}\n")

    assert isinstance(rig.state, saving.SetupDone)
    record = station.records(Kind.SET_UP)[-1]
    assert (record["reason"], record["letter"]) == ("announced otherwise", "D")
    assert [one["where"] for one in station.records(Kind.UNLOCK)][-1] == "kiosk setup"


def test_a_wrong_passcode_changes_nothing_and_is_on_record(station):
    before = (station.folder / "kiosk.toml").read_bytes()

    rig = changed(station).keys("\nwhy\nwrong one\n")

    assert isinstance(rig.state, saving.AtWizardDoor)
    assert "That is not the director's passcode" in rig.page.page.notice
    assert rig.state.typed == ""
    assert (station.folder / "kiosk.toml").read_bytes() == before
    assert len(station.records(Kind.UNLOCK_FAILED)) == 1


def test_after_many_wrong_passcodes_the_next_try_waits_and_nothing_is_taken(station):
    rig = changed(station).keys("\nwhy\n")
    for _ in range(5):
        rig.keys("wrong one\n")

    assert "The next try has to wait" in rig.page.page.notice
    rig.keys(f"{DIRECTOR}\n")
    assert isinstance(rig.state, saving.AtWizardDoor)
    assert len(station.records(Kind.UNLOCK_FAILED)) == 5


def test_while_an_event_is_open_the_wizard_does_not_start(station):
    set_open(station)

    with pytest.raises(SetupError, match="is open, so its set-up is frozen"):
        open_wizard(station.folder, system_clock, has_screen=True)


def set_open(station):
    file = write_setup(station.folder.parent / "stick.toml", profile='"club"')
    assert station.as_director("setup", "--from", file).code == 0
    OpenEvent().run(staff_at(station.folder), Listener().tools())


def test_an_event_that_was_opened_meanwhile_freezes_the_set_up(station):
    rig = changed(station).keys("\nwhy\n")
    set_open(station)
    before = (station.folder / "kiosk.toml").read_bytes()

    rig.keys(f"{DIRECTOR}\n")

    assert "so its set-up is frozen" in rig.page.page.notice
    assert (station.folder / "kiosk.toml").read_bytes() == before


def test_what_the_wizard_knows_at_its_start(station, tmp_path):
    old = open_wizard(station.folder, system_clock, has_screen=False)
    new = open_wizard(tmp_path / "fresh", system_clock, has_screen=True)

    assert (old.present.letter, old.passcode_set, old.has_screen) == ("B", True, False)
    assert (new.present, new.passcode_set) == (None, False)
    assert "The doctor says" in new.doctor
    assert not (tmp_path / "fresh").exists()


# ---- lists that are known ----------------------------------------------------------------------------------


@pytest.fixture
def edition(tmp_path, monkeypatch):
    """Makes a file that is, by a made-up table, the edition of a name; no words of a real one are here."""

    def make(name):
        file = tmp_path / "list.txt"
        words = sorted({"CAT", "DOG", *(f"{a}{b}{c}" for a in "BCDF" for b in "AEIOU" for c in "GMNPT")})
        file.write_text("\n".join(words).lower())
        print_ = hashlib.sha256("\n".join(words).encode()).hexdigest()
        table = with_edition(editions._table(), name, print_, str(len(words)))
        monkeypatch.setattr(editions, "_table", lambda: table)
        for cached in (editions.editions, editions.edition_of, editions._edition_called):
            cached.cache_clear()
        return file

    yield make
    monkeypatch.undo()
    for cached in (editions.editions, editions.edition_of, editions._edition_called):
        cached.cache_clear()


@pytest.mark.parametrize(
    ("rules", "name", "said"),
    [
        ("WESPA", "CSW19", "Official under WESPA 5.1, which names Collins Official SCRABBLE Words"),
        ("WESPA", "CSW24", "2019, or what WESPA has since put in its place."),
        ("WESPA", "CSW15", "Not official: WESPA 5.1 names Collins"),
        ("December 2016", "OTCWL2016", "Official under NASPA 2016"),
        ("December 2016", "NWL2023", "speaks of no later list. Is NWL2023 in force?"),
        ("December 2016", "CSW15", "This is an international division"),
    ],
)
def test_a_known_list_is_named_with_whether_it_is_official_and_why(tmp_path, edition, rules, name, said):
    file = edition(name)
    rig = WizardRig(tmp_path / "data").to_list("Tournament", rules)

    rig.option("Another file").paste(str(file)).keys("\n")

    shown = f"{rig.text} {' '.join(one.text for one in rig.page.options)}"
    assert rig.page.page.headline == f"{name}: 100 words"
    assert said in " ".join(shown.split())
    assert not rig.folder.exists()


# ---- paper -------------------------------------------------------------------------------------------------


def test_all_paper_comes_out_and_nothing_is_written_over(tmp_path):
    rig = (
        WizardRig(tmp_path / "data", printer=make_pdf)
        .to_review("Tournament")
        .keys("\n")
        .option("Paper")
        .option("A4")
    )
    place = tmp_path / "paper"

    rig.answer(str(place))

    assert sorted(path.name for path in place.iterdir()) == [
        "cards.pdf",
        "directors-sheet.pdf",
        "slips.pdf",
        "witness-sheet.pdf",
    ]
    assert all(path.read_bytes().startswith(b"%PDF") for path in place.iterdir())
    assert "directors-sheet.pdf" in rig.page.page.notice
    before = (place / "cards.pdf").read_bytes()
    rig.option("Paper").option("A4").answer(str(place))
    assert "exists already" in rig.page.page.notice
    assert (place / "cards.pdf").read_bytes() == before
    rig.answer("paper")
    assert "is not a whole path" in rig.page.page.notice


@pytest.mark.parametrize(("choice", "box"), [("A4", b"595 842"), ("US Letter", b"612 792")])
def test_every_pdf_has_the_paper_that_was_chosen(tmp_path, choice, box):
    rig = WizardRig(tmp_path / "data", printer=make_pdf).to_review("Tournament").keys("\n")

    rig.option("Paper").option(choice).answer(str(tmp_path / "paper"))

    made = [path.read_bytes() for path in (tmp_path / "paper").glob("*.pdf")]
    assert len(made) == 4
    assert all(re.search(rb"/MediaBox\s*\[\s*0 0 " + box.replace(b" ", rb"\S* "), pdf) for pdf in made)


def test_paper_that_cannot_be_painted_leaves_no_file_behind(tmp_path):
    def out_of_ink(sheet, paper):
        raise OutputError("No PDF can be made here.")

    rig = WizardRig(tmp_path / "data", printer=out_of_ink).to_review().keys("\n")

    rig.option("Paper").option("A4").answer(str(tmp_path / "paper"))

    assert "No PDF" in rig.page.page.notice
    assert not (tmp_path / "paper").exists()


@pytest.mark.parametrize("paper", PaperSize)
@pytest.mark.parametrize("profile", ["Club", "Tournament"])
def test_the_directors_sheet_is_one_page_and_has_the_code_and_no_passcode(tmp_path, paper, profile):
    rig = WizardRig(tmp_path / "data").to_review(profile).keys("\n")

    sheet = sheet_of(rig.folder, system_clock)

    assert PaintedSheet(sheet, paper, typeface()).page_count == 1
    said = as_text(sheet)
    assert rig.state.code in said
    assert PASSCODE not in said
    assert all(word in said for word in ("Ctrl+F12", "TAB", "WESPA 5.1"))


def test_a_challenge_can_be_tried_and_the_station_started_but_not_under_staff_rules(tmp_path):
    rig = WizardRig(tmp_path / "data").to_review().keys("\n")
    rig.option("Try a challenge")
    assert rig.screen.tried == 1
    rig.option("Start the station")
    assert (rig.screen.started, rig.screen.left) == (1, True)

    shutil.rmtree(rig.folder)
    staff = WizardRig(tmp_path / "data").to_review(rules="NSA").keys("\n")
    assert [one.value for one in staff.page.options] == ["papers", "leave"]


@pytest.mark.parametrize(
    ("minutes", "said"), [(0, "UTC+0"), (330, "UTC+5:30"), (-210, "UTC-3:30"), (120, "UTC+2")]
)
def test_the_zone_is_told_as_its_distance_from_utc(minutes, said):
    assert zone(minutes).endswith(said)
