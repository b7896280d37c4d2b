"""`kiosk setup` at a terminal: the same questions in the same words; and when it asks and when it shows."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.setup.actions import present_setup
from kiosk.station.events import BackspacePressed, EnterPressed, EscapePressed, Typed
from kiosk.wizard.events import OptionClicked, Pasted
from kiosk.wizard.terminal import events_of, lines_of
from tests.support.command_line import Station, write_setup
from tests.support.wizard import wizard_pages

ROOT = Path(__file__).resolve().parents[2]
PASSCODE = "horse-9-battery"


def at_terminal(folder: Path, *arguments: str, answers: tuple[str, ...]) -> tuple[int, str]:
    """Exit code and everything that stood on the terminal while somebody gave *answers*, line by line."""
    ours, theirs = pty.openpty()
    env = {key: value for key, value in os.environ.items() if not key.startswith(("KIOSK_", "DISPLAY"))}
    command = [sys.executable, "-m", "kiosk", "--data", str(folder), "setup", *arguments]
    shown = b""
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env=env, start_new_session=True
    ) as process:
        os.close(theirs)
        for answer in answers:
            while not shown.endswith(b"Answer: "):
                shown += _read(ours)
            os.write(ours, f"{answer}\n".encode())
            shown += b"\n"
        while piece := _read(ours):
            shown += piece
        code = process.wait(120)
    os.close(ours)
    return code, shown.decode().replace("\r\n", "\n")


def _read(ours: int) -> bytes:
    try:
        return os.read(ours, 4096)
    except OSError:  # the other end was closed
        return b""


def test_a_tournament_station_is_set_up_line_by_line(tmp_path):
    folder = tmp_path / "data"
    answers = ("2", "5", "", "1", "", "7", "c", PASSCODE, PASSCODE, "", "", "2")

    code, shown = at_terminal(folder, answers=answers)

    assert code == 0, shown
    assert "What is this station for?" in shown
    assert "! “7” is not taken: it must be one of" in shown
    assert "Station C is set up" in shown
    assert PASSCODE not in shown
    assert present_setup(folder).setup.settings.letter == "C"


@pytest.mark.parametrize("path", ["1.txt", "1/2024 list.txt", "/no/such/1.txt"])
def test_a_path_typed_where_lists_are_numbered_is_asked_for_and_takes_none_of_them(tmp_path, path):
    _, shown = at_terminal(tmp_path / "data", answers=("2", "5", "", path, "\x04"))

    asked, then = shown.rsplit("Answer: ", 2)[-2:]
    assert f"now: {path}" in asked
    assert "now:" not in then


def test_a_line_leads_back_and_the_end_of_input_leaves_nothing(tmp_path):
    code, shown = at_terminal(tmp_path / "data", answers=("1", "<", "2", "\x04"))

    assert code == 0
    assert shown.count("What is this station for?") == 2
    assert not (tmp_path / "data").exists()


def test_without_screen_and_terminal_it_says_how_to_set_up(tmp_path):
    station = Station(tmp_path / "data")

    shown, refused = station.run("setup"), station.run("setup", "--change")

    assert "Run “kiosk setup” on its screen or at a terminal" in shown.out
    assert (refused.code, refused.sentence.count(".")) == (4, 2)
    assert "no screen and no terminal" in refused.sentence
    assert not station.folder.exists()


def test_a_station_that_is_set_up_is_shown_and_not_asked(tmp_path):
    station = Station(tmp_path / "data")
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml"))

    code, shown = at_terminal(station.folder, answers=())

    assert code == 0
    assert "Set-up code:" in shown
    assert "Answer" not in shown


@pytest.mark.parametrize("other", [["--json"], ["--example"], ["--export", "x"], ["--from", "x"]])
def test_change_goes_alone(tmp_path, other):
    assert Station(tmp_path / "data").run("setup", "--change", *other).code == 2


# ---- a line as keys ----------------------------------------------------------------------------------------

PAGES = wizard_pages()


@pytest.mark.parametrize(
    ("page", "line", "events"),
    [
        ("choice_rules", "", [EnterPressed()]),
        ("choice_rules", "4", [OptionClicked(3)]),
        ("more", "11", [OptionClicked(10)]),
        ("choice_rules", "1.txt", [Pasted("1.txt")]),
        ("choice_rules", "<", [EscapePressed()]),
        ("field_letter", "c", [BackspacePressed(repeated=True), Typed("c"), EnterPressed()]),
        ("field_path", "/x y", [Pasted("/x y"), EnterPressed()]),
        ("field_hold", "-", [BackspacePressed(repeated=True), EnterPressed()]),
        ("passcode_again", "-a", [Typed("-"), Typed("a"), EnterPressed()]),
        ("review", "m", [Typed("m")]),
        ("review", "", [EnterPressed()]),
    ],
)
def test_a_line_is_the_keys_that_it_stands_for(page, line, events):
    assert list(events_of(line, PAGES[f"wizard_{page}"])) == events


@pytest.mark.parametrize("name", PAGES)
def test_a_page_at_the_terminal_says_what_the_window_draws(name):
    shown = PAGES[name]

    said = "\n".join(lines_of(shown))

    assert shown.page.headline in said
    assert all(one.text in said for one in shown.options)
    assert shown.page.notice in said
    assert "secret" not in said
