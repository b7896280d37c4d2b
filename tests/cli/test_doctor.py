"""`kiosk doctor`: what it prints, what it answers, and that it loads no Qt."""

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from kiosk.cli import doctor
from kiosk.cli.doctor import Diagnosis, as_mapping, as_text
from kiosk.core.settings import Protection
from kiosk.lockdown.choose import SupervisorWatch, facts_here, give_back_here, guards_for_this_system
from kiosk.lockdown.escapes import System
from kiosk.lockdown.examine import Facts, examine
from kiosk.lockdown.guard import engage_all, lost
from kiosk.lockdown.health import Check, Health
from kiosk.lockdown.ledger import Entry, ledger_in
from kiosk.lockdown.means import Means


def run(folder, *arguments):
    return CliRunner().invoke(doctor.command, list(arguments), obj=str(folder))


def diagnosis(means, wanted):
    findings = examine(Facts(System.LINUX, "Wayland desktop", means, True))
    return Diagnosis(findings, wanted, (Check("disk", Health.BAD, "0.0 GB free.", "Make room."),))


def test_an_empty_folder_is_a_demonstration_and_that_is_enough_for_one(tmp_path):
    result = run(tmp_path, "--json")

    told = json.loads(result.output)
    assert result.exit_code == 0
    assert (told["level"], told["wanted"]) == ("demonstration", "demonstration")


def test_the_shape_others_rely_on(tmp_path):
    told = json.loads(run(tmp_path, "--json").output)

    assert {"level", "wanted", "escapes", "health"} <= told.keys()
    for escape in told["escapes"]:
        assert {"id", "state", "advice"} <= escape.keys()
        assert escape["state"] in ("blocked", "detected", "open")
    assert {each["id"] for each in told["health"]} >= {
        "power",
        "sleep",
        "disk",
        "clock",
        "screen",
        "keyboard",
        "data_folder",
        "second_copy",
        "list",
        "log",
    }


def test_a_set_up_that_wants_more_than_there_is_gets_a_no(tmp_path):
    (tmp_path / "kiosk.toml").write_text(SETUP)

    result = run(tmp_path)

    assert result.exit_code == 1
    assert "The set-up wants: locked." in result.output


SETUP = """
[station]
letter = "B"
profile = "club"
protection = "locked"

[[division]]
id = "open"
name = "Open"
rules = "naspa-2016"
penalty = "double"
main = "free"
"""


def test_nothing_of_the_machine_or_the_folder_is_changed(tmp_path):
    run(tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_a_deterrent_is_never_called_a_lock():
    text = as_text(diagnosis(frozenset({Means.PROGRAM}), Protection.DETERRENT))

    assert "Protection: a deterrent, not a lock (Wayland desktop)." in text


def test_advice_is_given_once_for_all_it_is_for():
    text = as_text(diagnosis(frozenset({Means.PROGRAM}), Protection.DETERRENT))

    advice = [line for line in text.splitlines() if line.startswith("  Install the kiosk session")]
    assert len(advice) == len(set(advice))
    assert "Make room." in text


@pytest.mark.parametrize(
    ("wanted", "sufficient"),
    [(Protection.DEMONSTRATION, True), (Protection.DETERRENT, True), (Protection.LOCKED, False)],
)
def test_a_deterrent_is_enough_for_what_asks_no_more(wanted, sufficient):
    assert diagnosis(frozenset({Means.PROGRAM}), wanted).sufficient is sufficient


def test_the_json_names_what_blocks():
    told = as_mapping(diagnosis(frozenset({Means.PROGRAM}), Protection.DETERRENT))

    assert next(each for each in told["escapes"] if each["id"] == "close_window")["by"] == ["station program"]


def test_no_qt_is_loaded(tmp_path):
    script = (
        "import sys; from click.testing import CliRunner; from kiosk.cli.doctor import command;"
        f"CliRunner().invoke(command, [], obj={str(tmp_path)!r});"
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_the_supervisor_is_watched_by_its_process_number(monkeypatch):
    monkeypatch.setenv("KIOSK_SUPERVISOR", str(os.getppid()))
    watch = SupervisorWatch()

    with engage_all([watch]):
        held = lost([watch])
        monkeypatch.setenv("KIOSK_SUPERVISOR", "1")

        assert held == ()
        assert lost([watch]) == (Means.SUPERVISOR,)


def test_a_supervised_station_has_the_watch_among_its_guards(monkeypatch, tmp_path):
    monkeypatch.setenv("KIOSK_SUPERVISOR", str(os.getppid()))

    assert Means.SUPERVISOR in [guard.name for guard in guards_for_this_system(tmp_path)]


def test_a_guard_not_in_force_does_not_count():
    class Lost:
        name = Means.AWAKE

        def in_force(self):
            return False

    facts = facts_here(True, [Lost()], frozenset({Means.PROGRAM}))

    assert Means.AWAKE not in facts.means
    assert Means.PROGRAM in facts.means


def test_what_belongs_to_another_machine_is_left_in_the_ledger(tmp_path):
    ledger_in(tmp_path).record(Entry("sound", "a mixer of elsewhere", {"muted": False}))

    given = give_back_here(tmp_path)

    assert [name for name, _ in given.left] == ["sound"]
