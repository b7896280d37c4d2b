"""`kiosk judge`: a ruling by staff, on record like any other, or one plain sentence and nothing ruled."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.store import STATION, LockRequest
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.support.command_line import DIRECTOR, JUDGE, Station, write_setup

ROOT = Path(__file__).resolve().parents[2]
LONG = "QXQXQXQXQX"  # ten letters, in no list


@pytest.fixture
def station(tmp_path):
    return Station(tmp_path / "data")


@pytest.fixture
def set_up(station, tmp_path):
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml"))
    return station


def rulings(station):
    return station.records(Kind.ADJUDICATION)


# ---- exit codes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "code", "verdict"),
    [
        (("cat",), 0, "acceptable"),
        (("cat", "DOG", "cats"), 0, "acceptable"),
        (("ZZX",), 1, "unacceptable"),
        (("cat", "zzx"), 1, "unacceptable"),
        ((LONG, "--rules", "nsa-1998"), 3, "refer"),
        ((LONG, "zzx", "--rules", "naspa-2013"), 3, "refer"),
        ((LONG, "--rules", "naspa-2016"), 1, "unacceptable"),
    ],
)
def test_the_exit_code_is_the_verdict_and_the_verdict_is_on_record(station, args, code, verdict):
    done = station.run("judge", *args)

    assert done.code == code
    assert [record["verdict"] for record in rulings(station)] == [verdict]
    assert rulings(station)[0]["method"] != "self_station"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("A",), "has 1 letter:"),
        (("C?T",), "only the letters A to Z"),
        (("CAT",) * 9, "1 to 8 words"),
        (("CAT", "--rules", "gone"), "gone"),
        (("CAT", "--lexicon", "gone"), "gone"),
        (("CAT", "--division", "gone"), "There is no division “gone”"),
    ],
)
def test_what_cannot_be_judged_is_said_in_a_sentence_and_nothing_is_ruled(station, args, sentence):
    done = station.run("judge", *args)

    assert (done.code, rulings(station)) == (4, [])
    assert sentence in done.sentence


@pytest.mark.parametrize("args", [(), ("CAT", "--table", "0"), ("CAT", "--table", "x"), ("CAT", "--oops")])
def test_wrong_usage_is_code_two(station, args):
    assert station.run("judge", *args).code == 2


# ---- what is printed ---------------------------------------------------------------------------------------


def test_the_json_has_the_keys_others_rely_on(station):
    shown = json.loads(station.run("judge", "cat", "zzx", "--json").out)

    assert (shown["number"], shown["verdict"], shown["words"]) == ("A-1", "unacceptable", ["CAT", "ZZX"])
    assert set(shown["lexicon"]) >= {"id", "edition", "fingerprint"}
    assert shown["rules"] == "naspa-2016"
    record = next(
        one for one in read_records(station.folder / "demonstration.db") if one.kind is Kind.ADJUDICATION
    )
    assert (shown["seq"], shown["hash"]) == (record.seq, record.hash)


def test_the_text_names_number_verdict_list_and_rules_and_no_single_word(station):
    out = station.run("judge", "zzx", "cat", "qxq").out

    assert out.splitlines()[0] == "A-1  UNACCEPTABLE"
    assert "ZZX CAT QXQ" in out
    assert "NASPA 2016" in out
    assert out.count("ZZX") == out.count("CAT") == out.count("QXQ") == 1


def test_output_does_not_depend_on_which_word_is_bad(station, tmp_path):
    """Two lists under one name: what is printed differs only where it names the ruling and the list."""
    outs = []
    for place, words in enumerate(("QI\nZA\nXX\n", "JO\nZA\nXX\n")):
        one = Station(tmp_path / f"data{place}")
        id = one.import_list(tmp_path / f"words{place}.txt", words)
        shown = json.loads(one.run("judge", "QI", "JO", "--lexicon", id, "--json").out)
        outs.append({key: value for key, value in shown.items() if key not in ("lexicon", "hash", "at")})

    assert outs[0] == outs[1]


# ---- what goes on record -----------------------------------------------------------------------------------


def test_the_table_and_the_operator_go_on_record(station):
    station.run("judge", "cat", "--table", "12", "--as", "AB")

    record = rulings(station)[0]
    assert (record["table"], record["operator"]) == (12, "AB")


def test_the_same_word_twice_is_judged_and_flagged(station):
    assert station.run("judge", "cat", "cat").code == 0

    assert {"duplicate_word", "demonstration", "unofficial_list"} == set(rulings(station)[0]["flags"])


def test_a_station_set_up_judges_in_its_division_and_event(set_up):
    set_up.run("event", "open")

    done = set_up.run("judge", "cat", "--json")

    record = rulings(set_up)[0]
    assert json.loads(done.out)["number"] == "B-1"
    assert (record["division"], record["event"], record["final"]) == ("main", "open-2026", 1)
    assert "demonstration" not in record["flags"]


def test_a_tournament_without_an_open_event_is_casual(station, tmp_path):
    station.set_passcodes()
    file = write_setup(tmp_path / "stick.toml", profile='"tournament"')
    assert station.as_director("setup", "--from", file).code == 0

    station.as_director("judge", "cat")

    assert "casual" in rulings(station)[0]["flags"]


def test_several_divisions_must_be_told_apart(set_up, tmp_path):
    text = (set_up.folder / "kiosk.toml").read_text(encoding="utf-8")
    second = text[text.index("[[division]]") :].partition("\n\n")[0].replace('"main"', '"two"')
    (tmp_path / "two.toml").write_text(f"{text}\n{second}\n", encoding="utf-8")
    assert set_up.run("setup", "--from", str(tmp_path / "two.toml")).code == 0

    asked = set_up.run("judge", "cat")
    done = set_up.run("judge", "cat", "--division", "two")

    assert (asked.code, "Which division?" in asked.sentence) == (4, True)
    assert (done.code, rulings(set_up)[0]["division"]) == (0, "two")


def test_the_answer_names_event_round_table_and_division(station, tmp_path):
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml", starts='"2025-05-01T09:00"'))
    station.run("event", "open", "--yes")
    station.run("round", "start", "3")

    text = station.run("judge", "cat", "--table", "12").out
    shown = json.loads(station.run("judge", "cat", "--table", "12", "--json").out)

    assert "The Open · round 3 · table 12 · Division 1" in text
    assert (shown["event"], shown["event_name"], shown["round"]) == ("open-2026", "The Open", 3)
    assert (shown["table"], shown["division"], shown["casual"]) == (12, "main", False)


def test_between_rounds_and_without_a_table_the_answer_says_so(set_up):
    set_up.run("event", "open")

    assert "The Open · between rounds · no table · Division 1" in set_up.run("judge", "cat").out


def test_a_casual_ruling_is_said_to_be_casual(station, tmp_path):
    station.set_passcodes()
    station.as_director("setup", "--from", write_setup(tmp_path / "stick.toml", profile='"tournament"'))

    text = station.as_director("judge", "cat").out
    shown = json.loads(station.as_director("judge", "cat", "--json").out)

    assert "Casual: no event is open." in text
    assert (shown["casual"], shown["event"], shown["told"]) == (True, None, ["Casual: no event is open."])


def test_a_demonstration_says_that_it_is_one(station):
    assert "Demonstration: this station is not set up." in station.run("judge", "cat").out


@pytest.mark.parametrize(
    ("args", "flag", "told"),
    [
        (("--rules", "nsa-1998"), "other_rules", "Not the rule set or penalty of the set-up"),
        (("--lexicon", "own"), "other_list", "Not the word list of the set-up"),
    ],
)
def test_another_rule_set_or_list_than_the_set_ups_is_flagged_and_told(set_up, tmp_path, args, flag, told):
    set_up.import_list(tmp_path / "own.txt", "AA\nAB\nCAT\n")
    set_up.run("event", "open")

    done = set_up.run("judge", "cat", *args)

    assert (done.code, told in done.out) == (0, True)
    assert flag in rulings(set_up)[0]["flags"]
    assert "B-1" in set_up.run("log", "list", "--flag", flag).out


def test_naming_the_rule_set_and_list_of_the_set_up_is_nothing_special(set_up):
    set_up.run("judge", "cat", "--rules", "naspa-2016", "--lexicon", "free")

    assert not {"other_rules", "other_list"} & set(rulings(set_up)[0]["flags"])


@pytest.mark.parametrize(
    ("args", "method"),
    [
        (("--rules", "wespa-5.1", "--method", "td_device"), "td_device"),
        (("--rules", "wespa-5.1", "--method", "self_runner"), "self_runner"),
        (("--method", "word_judge_computer"), "word_judge_computer"),
        ((), "word_judge_computer"),  # the only one by which staff look words up in this program
        (("--book", "acceptable"), "word_judge_book"),  # the only one in print
    ],
)
def test_the_method_is_the_one_that_was_told_or_the_only_one_there_is(station, args, method):
    done = station.run("judge", "cat", *args, "--json")

    assert (done.code, json.loads(done.out)["method"]) == (0, method)
    assert rulings(station)[0]["method"] == method


def test_where_there_are_several_methods_none_is_guessed(station):
    refused = station.run("judge", "cat", "--rules", "wespa-5.1")

    assert (refused.code, rulings(station)) == (4, [])
    assert refused.sentence == (
        "WESPA 5.1 has to be told how staff ruled: give --method. "
        "Choose one of: runner, self_runner, td_device."
    )


def test_a_look_up_in_this_program_is_not_recorded_as_one_in_print(station):
    refused = station.run("judge", "cat", "--method", "word_judge_book")

    assert (refused.code, rulings(station)) == (4, [])
    assert "is a look-up in print: give what it said with --book" in refused.sentence


# ---- what another rule set must be told --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--rules", "naspa-2013", "--international"), "the Director names what a failed challenge costs"),
        (("--rules", "naspa-2013", "--penalty", "ten_per_word"), "has no penalty “ten_per_word” here"),
        (
            ("--rules", "wespa-5.1", "--international", "--method", "runner"),
            "knows no international divisions",
        ),
        (("--penalty", "five_per_word"), "go with another rule set than the set-up's"),
        (("--international",), "go with another rule set than the set-up's"),
    ],
)
def test_a_penalty_for_an_international_division_is_never_filled_in(station, args, sentence):
    refused = station.run("judge", "cat", *args)

    assert (refused.code, rulings(station)) == (4, [])
    assert sentence in refused.sentence


def test_a_play_is_judged_by_the_part_on_the_international_lexicon_if_staff_say_so(station):
    args = ("--rules", "naspa-2013", "--international", "--penalty", "ten_per_word", "--json")

    good, long = (json.loads(station.run("judge", word, *args).out) for word in ("cat", LONG))

    assert (good["penalty"], good["consequence"][:9]) == ("ten_per_word", "10 points")
    assert long["verdict"] == "unacceptable"  # VI.A: one list holds all words


@pytest.mark.parametrize("method", ["self_station", "guess"])
def test_a_method_that_is_not_for_staff_is_refused_with_those_that_are(station, method):
    refused = station.run("judge", "cat", "--method", method)

    assert (refused.code, rulings(station)) == (4, [])
    assert "has no method “" + method + "” for staff. Choose one of: word_judge_computer." in refused.sentence


def test_a_list_called_by_its_name_is_refused_with_its_id(station):
    refused = station.run("judge", "cat", "--lexicon", "ENABLE1")

    assert (refused.code, "has the id “free”" in refused.sentence) == (4, True)


def test_lists_that_cannot_be_read_at_all_are_not_called_damaged(set_up, tmp_path):
    own = set_up.import_list(tmp_path / "own.txt", "AA\nAB\nCAT\n")
    set_up.run("setup", "--from", write_setup(tmp_path / "stick.toml", main=f'"{own}"'))
    shutil.rmtree(set_up.folder / "lexicons")
    (set_up.folder / "lexicons").symlink_to(set_up.folder / "lexicons")  # what nobody can enter, root neither

    judged = set_up.run("judge", "cat")
    again = set_up.run("setup", "--from", write_setup(tmp_path / "stick.toml", main=f'"{own}"'))

    assert (judged.code, again.code) == (4, 4)
    for refused in (judged, again):
        assert "cannot be read" in refused.sentence
        assert "Check the rights of that folder." in refused.sentence
        assert "damaged" not in refused.sentence
        assert "Import it again" not in refused.sentence


def test_the_log_of_another_station_is_named_before_the_set_up_is_blamed(set_up, tmp_path):
    other = Station(tmp_path / "other")
    other.run("setup", "--from", write_setup(tmp_path / "other.toml", letter='"C"'))
    shutil.copy(other.folder / "log.db", set_up.folder / "log.db")

    refused = set_up.run("judge", "cat")

    assert refused.code == 4
    assert "is the log of another station" in refused.sentence
    assert "by hand" not in refused.sentence


def test_the_directors_own_rule_set_can_be_judged_by(station):
    own = station.folder / "rulesets"
    own.mkdir(parents=True)
    text = """
    id = "our-club"
    inherits = "naspa-2016"
    title = "Our club"
    short_title = "Club"
    issued = "2026-01-01"
    status = "final"
    source = "The club's own rules"
    """
    (own / "our-club.toml").write_text(text, encoding="utf-8")

    done = station.run("judge", "cat", "--rules", "our-club", "--json")

    assert (done.code, json.loads(done.out)["rules"]) == (0, "our-club")


def test_numbers_go_on_from_one_command_to_the_next(station):
    numbers = [json.loads(station.run("judge", "cat", "--json").out)["number"] for _ in range(3)]

    assert numbers == ["A-1", "A-2", "A-3"]


def test_a_demonstration_keeps_its_own_log_and_the_real_one_begins_with_set_up(station, tmp_path):
    tried = station.run("judge", "cat", "--json")
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml"))

    first = station.run("judge", "cat", "--json")

    assert (json.loads(tried.out)["number"], json.loads(first.out)["number"]) == ("A-1", "B-1")
    assert len(list(read_records(station.folder / "demonstration.db"))) == 2
    assert [record["number"] for record in rulings(station)] == ["B-1"]
    assert "A-1" not in station.run("log", "list").out


def test_a_demonstration_s_log_is_read_by_the_same_commands(station):
    station.run("judge", "cat")

    assert "A-1" in station.run("log", "list").out
    assert station.run("log", "verify").code == 0
    assert json.loads(station.run("status", "--json").out)["last_ruling"]["number"] == "A-1"
    assert not (station.folder / "log.db").exists()


# ---- a set-up that was changed behind the program's back --------------------------------------------------


def other_rules(station, concession="none"):
    own = station.folder / "rulesets"
    own.mkdir(parents=True, exist_ok=True)
    head = 'id = "club"\ninherits = "naspa-2016"\ntitle = "Our club"\nshort_title = "Club"\n'
    rule = f'[challenge]\nconcession = {{ value = "{concession}", clause = "1" }}\n'
    (own / "club.toml").write_text(head + rule, encoding="utf-8")


def other_list(station, tmp_path, words):
    for path in (station.folder / "lexicons").glob("own.*"):
        path.unlink()
    return station.import_list(tmp_path / "own.txt", words)


def test_a_set_up_changed_by_hand_judges_nothing_and_says_what_to_do(set_up):
    path = set_up.folder / "kiosk.toml"
    path.write_text(path.read_text(encoding="utf-8") + "# a remark\n", encoding="utf-8")

    refused = set_up.run("judge", "cat")

    assert (refused.code, rulings(set_up)) == (4, [])
    assert refused.sentence == (
        "kiosk.toml was changed by hand since the last set-up. Set the station up again with “kiosk setup "
        "--from FILE”, or start the station and resume it with the director's passcode."
    )


@pytest.mark.parametrize("args", [(), ("--division", "main"), ("--lexicon", "free")])
def test_a_set_up_that_was_deleted_judges_nothing(set_up, args):
    (set_up.folder / "kiosk.toml").unlink()

    refused = set_up.run("judge", "cat", *args)

    assert (refused.code, rulings(set_up)) == (4, [])
    assert refused.sentence.startswith("kiosk.toml is gone since the last set-up. Set the station up again")


def test_a_set_up_that_was_never_recorded_judges_and_is_said(station):
    station.folder.mkdir()
    write_setup(station.folder / "kiosk.toml")

    done = station.run("judge", "cat")

    assert (done.code, len(rulings(station))) == (0, 1)
    assert "kiosk.toml was put here by hand: no set-up record speaks of it. It is used as it is." in done.out


def test_a_list_that_was_exchanged_judges_nothing_unless_the_command_line_names_it(station, tmp_path):
    own = other_list(station, tmp_path, "AA\nAB\nCAT\n")
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml", main=f'"{own}"'))
    assert other_list(station, tmp_path, "AA\nAB\nDOG\n") == own

    refused = station.run("judge", "dog")
    named = station.run("judge", "dog", "--lexicon", own)

    assert (refused.code, named.code, len(rulings(station))) == (4, 0, 1)
    assert "The word list of Division 1 is not the one that was set up. Set the station" in refused.sentence


def test_a_rule_set_that_was_exchanged_judges_nothing_unless_the_command_line_names_another(
    station, tmp_path
):
    other_rules(station)
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml", rules='"club"'))
    other_rules(station, "either")

    refused = station.run("judge", "cat")
    still = station.run("judge", "cat", "--lexicon", "free")
    named = station.run("judge", "cat", "--rules", "naspa-2016")

    assert (refused.code, still.code, named.code) == (4, 4, 0)
    assert "The rule set of Division 1 is not the one that was set up." in refused.sentence


@pytest.mark.parametrize(
    "operator", ["John Smith", "x" * 13, "", "two\nlines", "bell\x07", "half\udce9", "=1+1"]
)
def test_who_judges_is_named_by_initials_or_an_id_only(station, operator):
    refused = station.run("judge", "cat", "--as", operator)

    assert (refused.code, rulings(station)) == (2, [])
    assert "'--as': it must be initials or a staff id, not a name: 1 to 12 letters" in refused.out


@pytest.mark.parametrize("operator", ["J.S.", "ŁK", "judge-7", "x" * 12])
def test_initials_and_ids_go_on_record(station, operator):
    assert station.run("judge", "cat", "--as", operator).code == 0
    assert rulings(station)[0]["operator"] == operator


# ---- the passcode ------------------------------------------------------------------------------------------


def test_once_a_passcode_is_set_it_is_needed(station):
    station.set_passcodes()

    refused = station.run("judge", "cat", KIOSK_PASSCODE="wrong one")

    assert (refused.code, rulings(station)) == (4, [])
    assert "nothing was done" in refused.sentence
    assert "wrong one" not in station.log_text()


@pytest.mark.parametrize("passcode", [DIRECTOR, JUDGE])
def test_either_passcode_lets_staff_judge(station, passcode):
    station.set_passcodes()

    assert station.run("judge", "cat", KIOSK_PASSCODE=passcode).code == 0
    assert station.run("judge", "cat", typed=f"{passcode}\n").code == 0
    assert len(station.records(Kind.UNLOCK)) == 2


def test_without_any_passcode_nothing_is_judged(station):
    station.set_passcodes()

    assert (station.run("judge", "cat").code, rulings(station)) == (4, [])


# ---- the log -----------------------------------------------------------------------------------------------


@pytest.mark.real
def test_while_the_station_runs_nothing_is_judged_beside_it(station):
    with Log.open(station.folder, system_clock, "A", turn=LockRequest(STATION)):
        done = run_apart(station.folder, "cat", "--wait", "0")

    assert done.returncode == 4
    assert "station is running" in done.stderr
    assert (done.stdout, rulings(station)) == ("", [])


@pytest.mark.real
def test_twelve_judges_at_once_all_rule(station):
    station.run("judge", "cat")
    command = [sys.executable, "-m", "kiosk", "--data", str(station.folder), "judge", "cat", "--wait", "300"]
    environment = {**os.environ, "PYTHONUTF8": "1"}

    judges = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment)
        for _ in range(12)
    ]
    said = [judge.communicate(timeout=300) for judge in judges]

    assert [judge.returncode for judge in judges] == [0] * 12, said
    assert {record["number"] for record in rulings(station)} == {f"A-{count}" for count in range(1, 14)}


def test_whoever_keeps_the_log_is_named_and_it_is_not_the_station(station):
    with Log.open(station.folder, system_clock, turn=LockRequest("kiosk event close")):
        refused = station.run("judge", "cat", "--wait", "0.1")

    assert refused.code == 4
    assert "“kiosk event close” (process " in refused.sentence
    assert "station is running" not in refused.sentence


@pytest.mark.parametrize("damage", [b"not a log", b""])
def test_a_log_that_cannot_be_used_gives_no_verdict(station, damage):
    station.folder.mkdir()
    (station.folder / "log.db").write_bytes(damage)

    done = station.run("judge", "cat")

    assert done.code == 4
    assert "ACCEPTABLE" not in done.out


def run_apart(folder, *args):
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "kiosk", "--data", str(folder), "judge", *args],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1"},
    )


@pytest.mark.real
def test_judging_loads_no_qt_and_prints_no_traceback(station):
    code = (
        "import sys\\n"
        "from kiosk.cli.main import kiosk\\n"
        "try:\\n    kiosk(sys.argv[1:])\\n"
        "except SystemExit as end:\\n"
        "    print([name for name in sys.modules if name.startswith('PySide6')], end.code)\\n"
    ).replace("\\n", "\n")
    done = subprocess.run(
        [sys.executable, "-c", code, "--data", str(station.folder), "judge", "cat", "zzx"],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
    )

    assert done.stdout.splitlines()[-1] == "[] 1"
    assert "Traceback" not in done.stderr


@pytest.mark.real
def test_a_refusal_is_one_sentence_on_standard_error(station):
    done = run_apart(station.folder, "C?T")

    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.startswith("“C?T” is not a word of the game")
    assert "Traceback" not in done.stderr
