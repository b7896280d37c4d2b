"""The wizard's pages for a tournament, in a real window with real keys: killed at each, changed, frozen."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from tests.support.command_line import DIRECTOR, Station, write_setup
from tests.support.kiosk_process import ROOT, printed, run_kiosk
from tests.support.screen import PATIENCE_S, Screen, until
from tests.support.wizard_process import WizardProcess

pytestmark = [pytest.mark.real, pytest.mark.campaign]

CAMPAIGN = bool(os.environ.get("KIOSK_CAMPAIGN"))
PASSCODE = "horse-9-battery"
NASPA_2016, WESPA = "3", "5"
Page = tuple[str, str]  # what is typed and ended with ENTER, or tapped; and the page that comes then

TO_LETTER: tuple[Page, ...] = (
    ("2", "By which rules"),
    (WESPA, "failed challenge cost"),
    ("1", "Which word list"),
    ("1", "ENABLE1"),
    ("1", "Which letter"),
)
FIRST: tuple[Page, ...] = (
    *TO_LETTER,
    ("c\n", "Choose the director's passcode"),
    (f"{PASSCODE}\n", "The same passcode again"),
    (f"{PASSCODE}\n", "Is this date"),
    ("1", "Is all of this right?"),
    ("m", "More"),
    ("2", "What is the event called?"),
    ("Spring Open\n", "More"),
    ("4", "Which letter"),
    ("\n", "called"),
    ("\n", "More"),
    ("7", "How large"),
    ("\n", "More"),
)


def at(wizard: WizardProcess, pages: tuple[Page, ...]) -> None:
    """Go through *pages*."""
    for typed, page in pages:
        press(wizard, typed).sees(page)


def press(wizard: WizardProcess, typed: str) -> WizardProcess:
    wizard.say(typed.removesuffix("\n"))
    return wizard.tap("Return") if typed.endswith("\n") else wizard


def some(pages: int) -> list[int]:
    """After how many of *pages* to kill: all of them, or a few and the last."""
    return [one for one in range(pages + 1) if CAMPAIGN or one % 4 == 3 or one == pages]


def test_killed_at_a_tournaments_own_pages_nothing_was_written(screen: Screen, tmp_path: Path) -> None:
    data = tmp_path / "data"
    for count in some(len(FIRST)):
        wizard = WizardProcess(screen, data)
        at(wizard, FIRST[:count])
        wizard.kill()

        assert not data.exists(), FIRST[count - 1]


# ---- a set-up that is there is changed ---------------------------------------------------------------------

CHANGE: tuple[Page, ...] = (
    ("2", "By which rules"),
    (WESPA, "failed challenge cost"),
    ("4", "Which word list"),
    ("1", "ENABLE1"),
    ("1", "Which letter"),
    ("d\n", "Is this date"),
    ("1", "Is all of this right?"),
    ("\n", "Why"),
    ("announced otherwise\n", "passcode"),
)


def set_up_station(data: Path) -> Station:
    station = Station(data)
    station.set_passcodes()
    file = write_setup(data.parent / "setup.toml", profile='"tournament"')
    assert station.as_director("setup", "--from", file).code == 0
    return station


def test_a_set_up_is_changed_by_keys_with_reason_and_passcode_and_both_are_on_record(
    screen: Screen, tmp_path: Path, picture: Callable[[str], None]
) -> None:
    station = set_up_station(tmp_path / "data")
    wizard = WizardProcess(screen, station.folder, "--change")
    at(wizard, CHANGE[:-1])
    picture("wizard_reason")
    at(wizard, CHANGE[-1:])
    press(wizard, "not this one\n")
    until(lambda: station.records(Kind.UNLOCK_FAILED), "the wrong try on record")
    picture("wizard_wrong_passcode")
    assert len(station.records(Kind.SET_UP)) == 1

    press(wizard, f"{DIRECTOR}\n").sees("Station D is set up")
    wizard.tap("Escape")

    assert wizard.ends() == 0
    last = station.records(Kind.SET_UP)[-1]
    assert (last["letter"], last["reason"]) == ("D", "announced otherwise")
    assert DIRECTOR.encode() not in (station.folder / "log.db").read_bytes()
    shown = printed(run_kiosk(station.folder, "setup", "--json"))
    assert (shown["settings"]["station"]["letter"], shown["changed"], shown["problem"]) == ("D", None, None)


def test_killed_at_any_page_of_a_change_the_old_set_up_stands(screen: Screen, tmp_path: Path) -> None:
    station = set_up_station(tmp_path / "data")
    before = {path.name: path.read_bytes() for path in station.folder.iterdir() if path.is_file()}
    for count in some(len(CHANGE)):
        wizard = WizardProcess(screen, station.folder, "--change")
        at(wizard, CHANGE[:count])
        wizard.kill()

        after = {path.name: path.read_bytes() for path in station.folder.iterdir() if path.is_file()}
        assert after == before, CHANGE[count - 1]


def test_while_an_event_is_open_no_window_comes_and_one_sentence_says_why(
    screen: Screen, tmp_path: Path
) -> None:
    station = set_up_station(tmp_path / "data")
    assert station.as_director("event", "open", "--yes").code in (0, 1)
    before = list(read_records(station.folder / "log.db"))

    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "--data", str(station.folder), "setup", "--change"],
        cwd=ROOT,
        env=screen.env,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )

    assert (done.returncode, done.stdout) == (4, "")
    assert "so its set-up is frozen" in done.stderr
    assert list(read_records(station.folder / "log.db")) == before


# ---- lists that are known ----------------------------------------------------------------------------------


def made_up_list(file: Path) -> str:
    """Write a list of no real edition to *file*; its fingerprint."""
    words = sorted({"CAT", "DOG", *(f"{a}{b}{c}" for a in "BCDF" for b in "AEIOU" for c in "GMNPT")})
    file.write_text("\n".join(words).lower())
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


@pytest.mark.parametrize(
    ("rules", "edition"),
    [
        (WESPA, "CSW19"),  # official: the one it names
        (WESPA, "CSW24"),  # official: later, as it allows
        (WESPA, "CSW15"),  # older
        (NASPA_2016, "OTCWL2016"),  # official
        (NASPA_2016, "NWL2023"),  # later than it names: the director vouches for it
        (NASPA_2016, "CSW15"),  # of an international division
    ],
)
def test_a_known_list_is_named_on_its_page_and_nothing_is_stored(
    screen: Screen, tmp_path: Path, picture: Callable[[str], None], rules: str, edition: str
) -> None:
    """What is said of its standing is proved by `test_run_wizard`; the pictures are to be looked at."""
    file = tmp_path / "list.txt"
    fingerprint = made_up_list(file)
    count = str(len(file.read_text().split()))
    script = str(ROOT / "tests" / "wizard" / "real" / "wizard_with_editions.py")
    program = (script, edition, fingerprint, count)
    screen.env["PYTHONPATH"] = str(ROOT)
    wizard = WizardProcess(screen, tmp_path / "data", program=program)
    press(wizard, "2").sees("By which rules")
    press(wizard, rules)
    until(lambda: "By which rules" not in wizard.title(), "the page after the rules")
    if "cost" in wizard.title():
        press(wizard, "1")
    wizard.sees("Which word list")
    wizard.tap(*("Down",) * 9, "Return").sees("Where is the word list")
    press(wizard, f"{file}\n").sees(f"{edition}: ")
    picture(f"wizard_list_{rules}_{edition}")
    wizard.tap("F10")

    assert wizard.ends() == 0
    assert not (tmp_path / "data").exists()
