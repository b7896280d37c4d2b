"""`kiosk doctor`: what it prints, what it answers, and that it loads no Qt."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from kiosk.cli.main import kiosk
from kiosk.lockdown.desktop import SupervisorGuard, facts_here, give_back_here, guards_for_this_system
from kiosk.lockdown.doctor_actions import NO_SCREEN, Diagnosis, Observed
from kiosk.lockdown.doctor_command import as_mapping, as_text
from kiosk.lockdown.escapes import Protections, Safeguard, System, examine
from kiosk.lockdown.guards import LedgerEntry, ledger_in
from kiosk.lockdown.health import Health, HealthCheck
from kiosk.lockdown.health_reader import Proof
from kiosk.log.bodies import UnlockFailedBody
from kiosk.log.store import WriterLock
from kiosk.log.writer import Log
from kiosk.setup.settings import Protection
from tests.support.command_line import Station, another_device, write_setup
from tests.support.engaging import engage_all, lost
from tests.support.log_samples import StepClock
from tests.support.screen import Screen


def run(folder, *arguments, **env):
    return CliRunner().invoke(kiosk, ["--data", str(folder), "doctor", *arguments], env=env)


def line(folder, id):
    """The health line *id* as the JSON tells it."""
    told = json.loads(run(folder, "--json").output)
    return next(each for each in told["health"] if each["id"] == id)


@pytest.fixture
def stick(tmp_path):
    with another_device(tmp_path) as folder:
        yield folder


@pytest.fixture
def station(tmp_path, stick):
    """A station in use: set up with a second copy, with a passcode and its night closed."""
    made = Station(tmp_path / "data")
    (tmp_path / "stick").symlink_to(stick, target_is_directory=True)
    file = tmp_path / "stick.toml"
    own = made.import_list(tmp_path / "own.txt", "AA\nAB\nCAT\n")
    write_setup(file, main=f'"{own}"')
    file.write_text(f"{file.read_text()}\n[second_copy]\nfolder = '{tmp_path / 'stick'}'\n")
    made.set_passcodes()
    assert made.as_director("setup", "--from", str(file)).code == 0
    assert made.as_director("event", "tonight").code == 0
    return made


def diagnosis(safeguards, wanted):
    findings = examine(Protections(System.LINUX, "Wayland desktop", safeguards, True))
    return Diagnosis(findings, wanted, (HealthCheck("disk", Health.BAD, "0.0 GB free.", "Make room."),))


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


def test_a_station_in_use_has_no_bad_line(station):
    told = json.loads(run(station.folder, "--json").output)

    assert [each for each in told["health"] if each["state"] == "bad"] == []


def test_a_session_without_a_screen_says_that_it_is_not_the_stations_own(tmp_path):
    told = run(tmp_path, DISPLAY="", WAYLAND_DISPLAY="").output

    assert NO_SCREEN in told
    assert "Ways out" not in told  # two dozen times OPEN would say nothing
    assert NO_SCREEN in json.loads(run(tmp_path, "--json", DISPLAY="", WAYLAND_DISPLAY="").output)["note"]


@pytest.mark.parametrize(
    "variables",
    [
        {"DISPLAY": ":77"},
        {"WAYLAND_DISPLAY": "wayland-77"},
        {"DISPLAY": ":77", "QT_QPA_PLATFORM": "offscreen"},
    ],
)
def test_a_screen_that_does_not_answer_is_none_whatever_the_variables_say(tmp_path, variables):
    none = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}
    told = json.loads(run(tmp_path, "--json", **{**none, **variables}).output)

    assert (told["level"], told["planned_level"]) == ("demonstration", "demonstration")
    assert told["session"] == "no graphical session"
    assert not [each for each in told["escapes"] if "keyboard grab" in each["by"]]


def test_from_a_session_without_a_screen_nobody_is_told_that_no_event_can_be_opened(tmp_path):
    (tmp_path / "kiosk.toml").write_text(SETUP)

    result = run(tmp_path, DISPLAY="", WAYLAND_DISPLAY="")

    assert result.exit_code == 1
    assert "The set-up wants: locked." in result.output
    assert "No event can be opened here" not in result.output


def change_by_hand(station, tmp_path):
    path = station.folder / "kiosk.toml"
    path.write_text(path.read_text(encoding="utf-8") + "# a remark\n", encoding="utf-8")


def delete(station, tmp_path):
    (station.folder / "kiosk.toml").unlink()


def exchange_the_list(station, tmp_path):
    for path in (station.folder / "lexicons").glob("own.*"):
        path.unlink()
    station.import_list(tmp_path / "own.txt", "AA\nAB\nDOG\n")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (change_by_hand, "kiosk.toml was changed by hand since the last set-up."),
        (delete, "kiosk.toml is gone since the last set-up."),
        (exchange_the_list, "The word list of Division 1 is not the one that was set up."),
    ],
)
def test_a_set_up_changed_behind_the_programs_back_is_a_bad_line(station, tmp_path, change, told):
    change(station, tmp_path)

    found = line(station.folder, "set_up")

    assert (found["state"], found["text"]) == ("bad", told)
    assert "resume it with the director's passcode" in found["advice"]


def test_a_rule_set_that_is_not_there_is_a_bad_line(station, tmp_path):
    (station.folder / "rulesets").mkdir()
    head = 'id = "club"\ninherits = "naspa-2016"\ntitle = "Our club"\nshort_title = "Club"\n'
    (station.folder / "rulesets" / "club.toml").write_text(head)
    assert station.as_director("setup", "--from", write_setup(tmp_path / "a.toml", rules='"club"')).code == 0
    (station.folder / "rulesets" / "club.toml").unlink()

    found = line(station.folder, "set_up")

    assert (found["state"], "There is no rule set “club”" in found["text"]) == ("bad", True)


def test_a_damaged_list_is_told_in_its_own_line_only(station):
    (station.folder / "lexicons" / "own.words").write_bytes(b"AA\nAB\nDOG")

    assert (line(station.folder, "list")["state"], line(station.folder, "set_up")["state"]) == ("bad", "good")


@pytest.mark.parametrize("name", ["data", "data/log.db"])
def test_what_cannot_be_written_is_a_bad_line(station, tmp_path, monkeypatch, name):
    # As an account without rights: root may write everywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path / name)

    found = line(station.folder, "data_folder")

    assert (found["state"], found["text"].startswith(f"{tmp_path / name} cannot be written")) == ("bad", True)


def test_anything_bad_ends_with_1_though_the_protection_is_enough(station):
    assert station.run("doctor").code == 0
    with closing(sqlite3.connect(station.folder / "log.db")) as conn:
        conn.execute("DROP TRIGGER no_removal")
        conn.execute("DELETE FROM records WHERE seq = (SELECT max(seq) FROM records)")
        conn.commit()

    assert station.run("doctor").code == 1


def test_a_log_whose_triggers_were_removed_is_a_bad_line(station):
    with closing(sqlite3.connect(station.folder / "log.db")) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {name}")

    found = line(station.folder, "log")

    assert (found["state"], "the station will not write to it" in found["text"]) == ("bad", True)


def test_a_log_that_is_gone_from_a_station_in_use_is_a_bad_line(station):
    (station.folder / "log.db").unlink()

    assert line(station.folder, "log")["state"] == "bad"


def test_a_log_that_cannot_be_read_is_told_in_its_own_line_only(station):
    (station.folder / "log.db").write_bytes(b"no longer a log")

    assert (line(station.folder, "log")["state"], line(station.folder, "set_up")["state"]) == ("bad", "good")


def test_a_damaged_passcode_file_is_a_bad_line(station):
    (station.folder / "access").write_bytes(b"{}")

    found = line(station.folder, "passcode")

    assert (found["state"], "access is damaged" in found["text"]) == ("bad", True)


def test_a_passcode_file_that_is_gone_is_a_bad_line(tmp_path):
    station = Station(tmp_path)
    station.run("passcode", "set", KIOSK_NEW_PASSCODE="a new passcode")
    (tmp_path / "access").unlink()

    found = line(tmp_path, "passcode")

    assert (found["state"], found["text"]) == (
        "bad",
        "A passcode was set here, but the passcode file is gone.",
    )


def test_a_second_copy_that_cannot_be_written_is_a_bad_line(station, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path / "stick")

    found = line(station.folder, "second_copy")

    assert (found["state"], "cannot be written" in found["text"]) == ("bad", True)


def test_a_second_copy_in_a_place_that_may_not_be_entered_is_a_bad_line(station, monkeypatch):
    there = Path.is_dir

    def refuse(self):
        if self.name == "stick":
            raise PermissionError(13, os.strerror(13))
        return there(self)

    monkeypatch.setattr(Path, "is_dir", refuse)
    monkeypatch.setattr(os, "access", lambda path, mode: path.name != "stick")

    assert line(station.folder, "second_copy")["state"] == "bad"


def test_a_second_copy_is_not_missed_before_an_event_was_opened(station, tmp_path):
    for copy in (tmp_path / "stick").iterdir():
        copy.unlink()

    found = line(station.folder, "second_copy")

    assert (found["state"], "once an event is open" in found["text"]) == ("good", True)


def test_a_second_copy_that_was_never_made_is_a_bad_line(station, tmp_path):
    assert station.as_director("event", "open", "--id", "open-2026").code == 0
    for copy in (tmp_path / "stick").iterdir():
        copy.unlink()

    found = line(station.folder, "second_copy")

    assert (found["state"], "holds no copy of this log yet" in found["text"]) == ("bad", True)


def test_nothing_of_the_machine_or_the_folder_is_changed(tmp_path):
    run(tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_a_deterrent_is_never_called_a_lock():
    text = as_text(diagnosis(frozenset({Safeguard.PROGRAM}), Protection.DETERRENT))

    assert "Protection: a deterrent, not a lock (Wayland desktop)." in text


def test_advice_is_given_once_for_all_it_is_for():
    text = as_text(diagnosis(frozenset({Safeguard.PROGRAM}), Protection.DETERRENT))

    advice = [line for line in text.splitlines() if line.startswith("  Install the kiosk session")]
    assert len(advice) == len(set(advice))
    assert "Make room." in text


@pytest.mark.parametrize(
    ("wanted", "sufficient"),
    [(Protection.DEMONSTRATION, True), (Protection.DETERRENT, True), (Protection.LOCKED, False)],
)
def test_a_deterrent_is_enough_for_what_asks_no_more(wanted, sufficient):
    assert diagnosis(frozenset({Safeguard.PROGRAM}), wanted).sufficient is sufficient


def test_the_json_names_what_blocks():
    told = as_mapping(diagnosis(frozenset({Safeguard.PROGRAM}), Protection.DETERRENT))

    assert next(each for each in told["escapes"] if each["id"] == "close_window")["by"] == ["station program"]


def test_no_qt_is_loaded(tmp_path):
    script = (
        "import sys; from click.testing import CliRunner; from kiosk.lockdown.doctor_command import command;"
        f"CliRunner().invoke(command, [], obj={str(tmp_path)!r});"
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_the_supervisor_is_watched_by_its_process_number(monkeypatch):
    monkeypatch.setenv("KIOSK_SUPERVISOR", str(os.getppid()))
    watch = SupervisorGuard()

    with engage_all([watch]):
        held = lost([watch])
        monkeypatch.setenv("KIOSK_SUPERVISOR", str(os.getpid()))  # nobody is their own parent

        assert held == ()
        assert lost([watch]) == (Safeguard.SUPERVISOR,)


def test_a_supervised_station_has_the_watch_among_its_guards(monkeypatch, tmp_path):
    monkeypatch.setenv("KIOSK_SUPERVISOR", str(os.getppid()))

    assert Safeguard.SUPERVISOR in [guard.name for guard in guards_for_this_system(tmp_path)]


def test_a_guard_not_in_force_does_not_count():
    class Lost:
        name = Safeguard.AWAKE

        def in_force(self):
            return False

    facts = facts_here(True, [Lost()], frozenset({Safeguard.PROGRAM}))

    assert Safeguard.AWAKE not in facts.safeguards
    assert Safeguard.PROGRAM in facts.safeguards


def test_what_belongs_to_another_machine_is_left_in_the_ledger(tmp_path):
    ledger_in(tmp_path).record(LedgerEntry("sound", "a mixer of elsewhere", {"muted": False}))

    given = give_back_here(tmp_path)

    assert [name for name, _ in given.left] == ["sound"]


# ---- beside a station --------------------------------------------------------------------------------------

NOWHERE = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
HELD = frozenset(
    {Safeguard.PROGRAM, Safeguard.KEYBOARD_GRAB, Safeguard.SUPERVISOR, Safeguard.BACKDROP, Safeguard.AWAKE}
)


def escape(told, id):
    return next(each for each in told["escapes"] if each["id"] == id)


def test_beside_a_station_its_own_proof_is_told_whatever_session_asks(station):
    with WriterLock.take(station.folder):
        Proof(station.folder).note(Protections(System.LINUX, "X11 desktop", HELD, True))
        told = json.loads(run(station.folder, "--json", **NOWHERE).output)
        text = run(station.folder, **NOWHERE).output

    assert (told["observed"], told["level"], told["session"]) == (True, "deterrent", "X11 desktop")
    assert escape(told, "switch_program")["by"] == ["keyboard grab", "station program"]
    assert escape(told, "kill_program")["state"] == "blocked"
    assert text.startswith("Protection: a deterrent, not a lock (X11 desktop).")
    assert "would be" not in text


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="the kernel lists locks")
def test_a_log_held_by_a_program_that_has_proven_nothing_is_no_protection(station):
    with WriterLock.take(station.folder):
        told = json.loads(run(station.folder, "--json", **NOWHERE).output)

    assert (told["observed"], told["level"]) == (False, "demonstration")
    assert told["note"].startswith("A program uses this station's log, but it has proven no protection.")


def test_where_no_station_runs_nothing_that_needs_one_is_called_blocked(station):
    told = json.loads(run(station.folder, "--json").output)

    assert (told["observed"], told["level"]) == (False, "demonstration")
    own = {"station program", "keyboard grab", "supervisor", "cage session", "bare X session"}
    assert not [each for each in told["escapes"] if own & set(each["by"])]


def test_a_plan_is_told_apart_from_what_holds():
    plan = examine(Protections(System.LINUX, "X11 desktop", HELD, True))
    now = examine(Protections(System.LINUX, "X11 desktop", frozenset(), True))
    planned = Diagnosis(now, Protection.DETERRENT, (), Observed.NO_STATION, plan)

    text, told = as_text(planned), as_mapping(planned)

    assert "No station runs here, so nothing is protected now." in text
    assert "A station started in this session would be: a deterrent, not a lock." in text
    assert "The set-up wants: deterrent. Start the station, then ask again." in text
    assert "No event can be opened" not in text
    assert "  blocked" not in text
    assert (told["level"], told["planned_level"]) == ("demonstration", "deterrent")
    assert (escape(told, "close_window")["state"], escape(told, "close_window")["planned"]) == (
        "open",
        "blocked",
    )
    assert not planned.sufficient


def test_what_is_wrong_comes_first(station):
    (station.folder / "log.db").unlink()

    told = run(station.folder, DISPLAY="", WAYLAND_DISPLAY="").output

    wrong, _, rest = told.partition("Health\n")
    assert "  BAD      log: The log is gone" in wrong.partition("Wrong\n")[2]
    assert "BAD" not in rest
    marks = [each.split()[0] for each in rest.splitlines() if each[2] != " "]
    assert marks == sorted(marks, key=["WARNING", "unknown", "good"].index)


def test_many_wrong_passcodes_are_a_line(station):
    clock = StepClock()
    with Log.open(station.folder, clock) as log:
        for number in range(16):
            log.append(UnlockFailedBody(None, "station", "wrong", number + 1, 0))

    found = line(station.folder, "passcode_tries")

    assert (found["state"], found["text"].startswith("16 wrong passcodes in a row, ")) == ("warning", True)


@pytest.mark.skipif(os.name != "posix", reason="rights of other accounts")
def test_files_that_other_accounts_can_reach_are_named(station):
    station.folder.chmod(0o755)
    (station.folder / "log.db").chmod(0o644)
    (station.folder / "access").chmod(0o600)
    loose = line(station.folder, "file_rights")

    station.folder.chmod(0o700)

    assert loose["state"] == "warning"
    assert "the data folder" in loose["text"]
    assert "log.db" in loose["text"]
    assert "access" not in loose["text"]
    assert line(station.folder, "file_rights")["state"] == "good"


@pytest.mark.skipif(sys.platform != "linux", reason="an X session")
def test_programs_that_an_x_session_is_examined_by_are_named_with_their_packages(tmp_path):
    told = json.loads(run(tmp_path, "--json", DISPLAY=":77", PATH=str(tmp_path)).output)
    (found,) = [each for each in told["health"] if each["id"] == "programs"]

    assert found["state"] == "warning"
    assert "xprop, xset, setxkbmap" in found["text"]
    assert found["advice"] == "Install x11-utils x11-xserver-utils x11-xkb-utils."


@pytest.mark.skipif(sys.platform != "linux", reason="process states in /proc")
def test_a_supervisor_or_backdrop_that_stands_still_is_not_in_force(monkeypatch):
    script = (
        "import os, sys; from kiosk.lockdown.desktop import BackdropGuard, SupervisorGuard\n"
        "for line in sys.stdin: print(SupervisorGuard().in_force(), BackdropGuard().in_force(), flush=True)"
    )
    with subprocess.Popen(["sleep", "60"]) as backdrop:
        env = {**os.environ, "KIOSK_SUPERVISOR": str(os.getpid()), "KIOSK_BACKDROP": str(backdrop.pid)}
        with subprocess.Popen(
            [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True
        ) as asked:

            def in_force():
                asked.stdin.write("?\n")
                asked.stdin.flush()
                return asked.stdout.readline().strip()

            running = in_force()
            backdrop.send_signal(signal.SIGSTOP)
            os.waitpid(backdrop.pid, os.WUNTRACED)
            stopped = in_force()
            backdrop.kill()
            backdrop.wait()
            gone = in_force()

    assert (running, stopped, gone) == ("True True", "True False", "True False")


# ---- giving back -------------------------------------------------------------------------------------------


def test_where_nothing_was_changed_nothing_is_given_back_and_nothing_is_written(tmp_path):
    result = run(tmp_path, "--give-back")

    assert (result.exit_code, result.output) == (0, "Nothing was left changed on this machine.\n")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_given_back_is_named_and_kept(tmp_path):
    ledger_in(tmp_path).record(LedgerEntry("sound", "a mixer of elsewhere", {"muted": False}))

    result = Station(tmp_path).run("doctor", "--give-back")

    assert result.code == 4
    assert "sound: its settings belong to another system or session" in result.sentence
    assert ledger_in(tmp_path).before("sound") is not None


def test_nothing_is_given_back_under_a_station_that_runs(tmp_path):
    ledger_in(tmp_path).record(LedgerEntry("sound", "a mixer of elsewhere", {"muted": False}))

    with WriterLock.take(tmp_path, holder="the station"):
        result = Station(tmp_path).run("doctor", "--give-back")

    assert result.code == 4
    assert "Leave it first" in result.sentence


@pytest.mark.real
@pytest.mark.skipif(sys.platform != "linux", reason="needs an X server")
def test_what_a_killed_station_left_changed_is_given_back_by_name(tmp_path):
    screen = Screen(640, 480)
    try:
        there = {name: screen.env[name] for name in ("DISPLAY", "XAUTHORITY")}
        ledger_in(tmp_path).record(LedgerEntry("screen blanking off", "xset", {"screen saver": "77 88"}))

        result = run(tmp_path, "--give-back", **there, WAYLAND_DISPLAY="")
        told = subprocess.run(["xset", "q"], env=screen.env, capture_output=True, text=True, check=True)
    finally:
        screen.close()

    assert (result.exit_code, result.output) == (0, "Given back: screen blanking off.\n")
    assert re.search(r"timeout:\s+77\s+cycle:\s+88", told.stdout)
    assert not (tmp_path / "guards.json").exists()
