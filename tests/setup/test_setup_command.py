"""`kiosk setup`: takes a set-up that can judge, on record, or refuses it and changes nothing."""

import hashlib
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kiosk.log.kinds import Kind
from kiosk.setup.settings import build_settings
from tests.support.command_line import DIRECTOR, JUDGE, Station, write_setup
from tests.support.log_samples import tamper

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def station(tmp_path):
    return Station(tmp_path / "data")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "stick.toml"


def digest_of(station: Station) -> str:
    return hashlib.sha256((station.folder / "kiosk.toml").read_bytes()).hexdigest()


def test_a_fresh_station_says_it_is_a_demonstration(station):
    shown = station.run("setup")

    assert shown.code == 0
    assert "not set up: it is a demonstration" in shown.out
    assert not station.folder.exists()


def test_a_fresh_station_as_json(station):
    shown = json.loads(station.run("setup", "--json").out)

    assert (shown["set_up"], shown["digest"], shown["changed"], shown["event_open"]) == (
        False,
        None,
        None,
        None,
    )
    assert shown["settings"]["division"][0]["main"] == "free"
    assert len(shown["setup_code"]) == 6


def test_a_club_is_set_up_without_a_passcode_and_on_record(station, file):
    done = station.run("setup", "--from", write_setup(file))
    record = station.records(Kind.SET_UP)[-1]

    assert done.code == 0
    assert record["digest"] == digest_of(station)
    assert (record["letter"], record["profile"]) == ("B", "club")
    assert record["divisions"][0]["lexicon"]["id"] == "free"
    assert len(record["divisions"][0]["rules"]["fingerprint"]) == 64
    assert record["setup_code"] in done.out


def test_the_name_of_the_station_is_not_in_the_chain(station, file):
    station.run("setup", "--from", write_setup(file))

    assert "By the window" not in station.log_text()


def test_the_director_declares_an_international_division_whatever_the_list_is(station, file):
    changes = {"rules": '"naspa-2013"', "penalty": '"five_per_word"'}
    refused = station.run("setup", "--from", write_setup(file, **changes))
    done = station.run("setup", "--from", write_setup(file, **changes, main='"free"\ninternational = true'))

    record = station.records(Kind.SET_UP)[-1]
    assert refused.sentence.endswith(
        "it has: lose_turn; a division with international = true may have it. Correct the file and try again."
    )
    assert (done.code, "Division 1 (international division): NASPA 2013" in done.out) == (0, True)
    assert (record["divisions"][0]["kind"], record["settings"]["division"][0]["international"]) == (
        "international",
        True,
    )
    assert not any("referred" in note for note in record["notes"])  # VI.A: one list, no Long List


@pytest.mark.parametrize(
    ("args", "penalty"),
    [
        (("--rules", "wespa-5.1", "--method", "runner"), "five_per_word"),  # it has no such divisions
        (
            ("--rules", "naspa-2016", "--penalty", "ten_per_word"),
            "ten_per_word",
        ),  # it has: the director names it
        (("--rules", "naspa-2013", "--lexicon", "free"), "five_per_word"),  # as set up
    ],
)
def test_an_international_division_can_be_judged_by_another_rule_set(station, file, args, penalty):
    changes = {"rules": '"naspa-2013"', "penalty": '"five_per_word"', "main": '"free"\ninternational = true'}
    station.run("setup", "--from", write_setup(file, **changes))

    done = station.run("judge", "cat", *args)

    record = station.records(Kind.ADJUDICATION)[-1]
    assert (done.code, record["penalty"]) == (0, penalty)
    assert ("other_rules" in record["flags"]) is ("naspa-2013" not in args)


def test_a_list_the_rulebook_does_not_name_is_accepted_with_a_note(station, file):
    done = station.run("setup", "--from", write_setup(file))

    assert "Note: Division 1: " in done.out
    assert "ENABLE1 is not a list naspa-2016 names here" in station.records(Kind.SET_UP)[-1]["notes"][0]


def test_a_tournament_needs_a_passcode_first(station, file):
    refused = station.run("setup", "--from", write_setup(file, profile='"tournament"'))

    assert refused.code == 4
    assert "Run “kiosk passcode set”" in refused.sentence
    assert not (station.folder / "kiosk.toml").exists()
    assert station.records(Kind.SET_UP) == []


def test_a_tournament_is_set_up_with_the_directors_passcode(station, file):
    station.set_passcodes()

    done = station.as_director("setup", "--from", write_setup(file, profile='"tournament"'))

    assert done.code == 0
    assert station.records(Kind.UNLOCK)[0]["where"] == "kiosk setup"


@pytest.mark.parametrize("passcode", [JUDGE, "guess the word"])
def test_no_other_passcode_changes_the_set_up(station, file, passcode):
    station.set_passcodes()

    refused = station.run("setup", "--from", write_setup(file), KIOSK_PASSCODE=passcode)

    assert refused.code == 4
    assert "not the director's passcode" in refused.sentence
    assert not (station.folder / "kiosk.toml").exists()
    assert station.records(Kind.UNLOCK_FAILED)[0]["try"] == 1
    assert passcode not in station.log_text()


def test_the_passcode_may_come_on_standard_input(station, file):
    station.set_passcodes()

    assert station.run("setup", "--from", write_setup(file), typed=f"{DIRECTOR}\n").code == 0


def test_without_a_passcode_and_a_terminal_nothing_is_done(station, file):
    station.set_passcodes()

    refused = station.run("setup", "--from", write_setup(file))

    assert refused.code == 4
    assert "set KIOSK_PASSCODE" in refused.sentence


BAD = [
    ("letter", '"7"', "“station.letter” is “7”; it must be one of “A”"),
    ("profile", '"pub"', "“station.profile” is “pub”; it must be one of “tournament”, “club”"),
    ("rules", '"no-such-rules"', "“division[1].rules”: There is no rule set “no-such-rules”. Choose one of:"),
    ("rules", '"../../etc/passwd"', "“division[1].rules” is “../../etc/passwd”; it must be 1 to 60"),
    ("main", '"free"\nlong = "free2"', "“division[1].long”: "),
    ("main", '"free"\nconfirmed = "NWL2023"', "“division[1].confirmed”: it is “NWL2023”, but the list is"),
    (
        "main",
        '"free"\nconfirmed = "ENABLE1"',
        "“division[1].confirmed”: “ENABLE1” is not later than the list",
    ),
    ("main", '"free"\ninternational = 1', "“division[1].international” is 1; it must be true or false"),
    (
        "main",
        '"free"\ninternational = true\nschool = true',
        "“division[1].school” is true; it must be left out",
    ),
    ("penalty", '"ten_per_word"', "“division[1].penalty”: “ten_per_word” is not an option of “naspa-2016”"),
    ("main", '"no-such-list"', "“division[1].main”: "),
    ("number", "0", "“round[1].number” is 0; it must be a whole number from 1 to 99"),
    ("starts", '"noon"', "“round[1].starts” is “noon”; it must be a local date and time"),
    ("protection", '"total"', "“station.protection” is “total”; it must be one of “demonstration”"),
]


@pytest.mark.parametrize(("key", "value", "told"), BAD)
def test_a_bad_value_is_refused_with_file_key_and_what_is_allowed(station, file, key, value, told):
    refused = station.run("setup", "--from", write_setup(file, **{key: value}))

    assert refused.code == 4
    assert refused.sentence.startswith(f"{file}: ")
    assert told in refused.sentence
    assert not (station.folder / "kiosk.toml").exists()


def test_a_second_list_where_the_rules_know_none_is_refused(station, file):
    own = station.import_list(file.with_name("own.txt"), "AA\nAB\nCAT\n")
    write_setup(file, main=f'"free"\nlong = "{own}"')

    refused = station.run("setup", "--from", str(file))

    assert "“division[1].long”: “naspa-2016” has no second list for long words" in refused.sentence


def test_a_set_up_file_that_is_not_there_is_named(station, tmp_path):
    refused = station.run("setup", "--from", str(tmp_path / "gone.toml"))

    assert (refused.code, "gone.toml cannot be read" in refused.sentence) == (4, True)


def test_twenty_stations_are_equal_but_never_the_same(station, file, tmp_path):
    station.run("setup", "--from", write_setup(file))
    exported = tmp_path / "for all.toml"
    station.run("setup", "--export", str(exported))
    other = Station(tmp_path / "other")

    nameless = other.run("setup", "--from", str(exported))
    named = other.run("setup", "--from", str(exported), "--letter", "C", "--name", "By the door")
    first, second = (json.loads(one.run("setup", "--json").out) for one in (station, other))

    assert "Give this station one with --letter" in nameless.sentence
    assert named.code == 0
    assert second["settings"]["station"]["letter"] == "C"
    assert second["settings"]["station"]["name"] == "By the door"
    assert first["setup_code"] == second["setup_code"]
    assert "By the window" not in exported.read_text(encoding="utf-8")


def test_a_set_up_without_identity_keeps_the_one_the_station_has(station, file, tmp_path):
    station.run("setup", "--from", write_setup(file))
    station.run("setup", "--export", str(tmp_path / "again.toml"))

    station.run("setup", "--from", str(tmp_path / "again.toml"))
    shown = json.loads(station.run("setup", "--json").out)["settings"]["station"]

    assert (shown["letter"], shown["name"]) == ("B", "By the window")


def test_a_station_that_is_not_set_up_exports_nothing(station, tmp_path):
    refused = station.run("setup", "--export", str(tmp_path / "out.toml"))

    assert (refused.code, "nothing to export" in refused.sentence) == (4, True)


def test_a_file_changed_by_hand_is_told_and_then_recorded(station, file):
    station.run("setup", "--from", write_setup(file))
    path = station.folder / "kiosk.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("showing_s = 20", "showing_s = 99"))

    shown = json.loads(station.run("setup", "--json").out)
    told = station.run("setup").out
    station.run("setup", "--from", str(file))

    assert shown["changed"] == "kiosk.toml was changed by hand since the last set-up."
    assert "changed by hand" in told
    assert station.records(Kind.SET_UP)[-1]["found"] == shown["changed"]
    assert json.loads(station.run("setup", "--json").out)["changed"] is None


@pytest.mark.parametrize("args", [["setup"], ["setup", "--json"]], ids=" ".join)
def test_that_the_log_does_not_hold_is_told_before_what_it_says_of_an_event(station, file, args):
    station.run("setup", "--from", write_setup(file))
    station.run("event", "open", "--yes")
    cut = "SELECT seq FROM records WHERE kind = 'event_opened'"
    tamper(station.folder / "log.db", f"DELETE FROM records WHERE seq >= ({cut})")  # noqa: S608

    shown = station.run(*args)

    assert shown.code == 1
    assert shown.out.startswith("The log does not hold.")


def test_a_list_that_went_bad_is_told(station, file):
    station.run("setup", "--from", write_setup(file))
    path = station.folder / "kiosk.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('main = "free"', 'main = "gone"'))

    shown = json.loads(station.run("setup", "--json").out)

    assert "“division[1].main”" in shown["problem"]
    assert shown["setup_code"] is None


def test_during_an_event_a_change_needs_a_reason(station, file):
    station.run("setup", "--from", write_setup(file))
    station.run("event", "open")
    before = digest_of(station)
    changed = write_setup(file, name='"By the door"')

    refused = station.run("setup", "--from", changed)
    unchanged = digest_of(station)
    done = station.run("setup", "--from", changed, "--reason", "the window leaks")
    record = station.records(Kind.SET_UP)[-1]

    assert (refused.code, "is open, so its set-up is frozen" in refused.sentence) == (4, True)
    assert unchanged == before
    assert done.code == 0
    assert (record["reason"], record["event"]) == ("the window leaks", "open-2026")


def test_when_the_record_cannot_be_written_the_old_set_up_stands(station, file):
    station.run("setup", "--from", write_setup(file))
    before = digest_of(station)
    (station.folder / "log.db").write_bytes(b"no longer a log")

    refused = station.run("setup", "--from", write_setup(file, name='"Other"'))

    assert refused.code == 4
    assert digest_of(station) == before


@pytest.mark.parametrize(
    "args",
    [
        ("--letter", "B"),
        ("--reason", "none"),
        ("--from", "a", "--export", "b"),
        ("--from", "a", "--json"),
        ("--json", "--export", "b"),
    ],
)
def test_options_that_do_not_go_together_are_a_usage_error(station, args):
    assert station.run("setup", *args).code == 2


@pytest.mark.parametrize("letter", ["c", "", "AB", "7"])
def test_a_letter_of_the_command_line_is_not_blamed_on_the_file(station, file, letter):
    refused = station.run("setup", "--from", write_setup(file), "--letter", letter)

    assert (refused.code, "'--letter'" in refused.out) == (2, True)


@pytest.mark.parametrize("name", ["", "x" * 31, "two\nlines", "half \udce9"])
def test_a_name_of_the_command_line_is_not_blamed_on_the_file(station, file, name):
    refused = station.run("setup", "--from", write_setup(file), "--name", name)

    assert refused.code == 2
    assert "'--name': it must be a text of 1 to 30 printable characters" in refused.out


@pytest.mark.parametrize("reason", ["x" * 201, "two\nlines", "bell\x07", "half \udce9"])
def test_a_reason_that_cannot_go_on_record_is_a_usage_error(station, file, reason):
    refused = station.run("setup", "--from", write_setup(file), "--reason", reason)

    assert refused.code == 2
    assert "'--reason': it must be a text of 1 to 200 printable characters" in refused.out


@pytest.mark.parametrize("value", ["[" * 5000 + "]" * 5000, "9" * 5000])
def test_a_file_that_no_person_writes_is_refused_in_a_sentence(station, file, value):
    file.write_text(f"x = {value}\n")

    refused = station.run("setup", "--from", str(file))

    assert (refused.code, f"{file} is not a TOML file" in refused.sentence) == (4, True)


def copying(file, folder):
    write_setup(file)
    file.write_text(f"{file.read_text()}\n[second_copy]\nfolder = '{folder}'\n")
    return str(file)


@pytest.mark.parametrize("folder", ["stick", "./stick", "~no-such-account/stick"])
def test_a_second_copy_wants_a_whole_path(station, file, folder):
    refused = station.run("setup", "--from", copying(file, folder))

    assert refused.code == 4
    assert f"“second_copy.folder” is “{folder}”; it must be a whole path" in refused.sentence
    assert not (station.folder / "kiosk.toml").exists()


@pytest.mark.parametrize("inside", ["", "copies", "../data"])
def test_a_second_copy_does_not_lie_in_the_data_folder(station, file, inside):
    refused = station.run("setup", "--from", copying(file, station.folder / inside))

    assert (refused.code, "it must be outside the data folder" in refused.sentence) == (4, True)


def test_a_second_copy_beside_the_data_folder_is_taken(station, file):
    assert station.run("setup", "--from", copying(file, f"{station.folder}-copies")).code == 0


def test_the_home_of_a_second_copy_is_written_out(station, file, tmp_path):
    done = station.run(
        "setup", "--from", copying(file, "~/stick"), HOME=str(tmp_path), USERPROFILE=str(tmp_path)
    )

    assert f"Second copy: {tmp_path / 'stick'}" in done.out


@pytest.mark.parametrize("name", ["kiosk.toml", "access", "log.db"])
def test_an_export_does_not_write_over_the_stations_own_files(station, file, name):
    station.set_passcodes()
    station.as_director("setup", "--from", write_setup(file))
    before = (station.folder / name).read_bytes()

    refused = station.run("setup", "--export", str(station.folder / name))

    assert (refused.code, (station.folder / name).read_bytes()) == (4, before)


def test_a_folder_with_another_alphabet_works(tmp_path, file):
    station = Station(tmp_path / "Größe – данные")

    assert station.run("setup", "--from", write_setup(file)).code == 0
    assert Path(json.loads(station.run("setup", "--json").out)["file"]).exists()


# ---- the example, and what is no file ----------------------------------------------------------------------


def test_the_example_is_a_set_up_that_loads_and_the_one_in_the_design(station):
    done = station.run("setup", "--example")
    settings = build_settings(tomllib.loads(done.out), "example")

    assert (done.code, settings.letter) == (0, "B")
    assert f"```toml\n{done.out}```" in (ROOT / "docs" / "setup.md").read_text(encoding="utf-8")


def test_the_example_goes_with_nothing_else(station):
    assert station.run("setup", "--example", "--json").code == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.real
def test_a_pipe_is_refused_instead_of_waited_for(station, tmp_path):
    os.mkfifo(tmp_path / "pipe")

    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "kiosk",
            "--data",
            str(station.folder),
            "setup",
            "--from",
            str(tmp_path / "pipe"),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
    )

    assert (done.returncode, "it is not a file" in done.stderr) == (4, True)


def test_a_list_called_by_its_name_is_refused_with_its_id(station, tmp_path):
    refused = station.run("setup", "--from", write_setup(tmp_path / "stick.toml", main='"ENABLE1"'))

    assert refused.code == 4
    assert "“division[1].main”" in refused.sentence
    assert "has the id “free”" in refused.sentence
