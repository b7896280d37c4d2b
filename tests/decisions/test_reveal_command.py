"""`kiosk log reveal`: for the director alone, for a reason, on record first, by the very lists that ruled."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.log.kinds import Kind
from kiosk.log.store import STATION, LockRequest
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.support.command_line import JUDGE, Station, write_setup
from tests.support.log_samples import tamper

ROOT = Path(__file__).resolve().parents[2]
ASKED = ("log", "reveal", "B-1", "--reason", "An appeal")


@pytest.fixture
def station(tmp_path) -> Station:
    """Ruling B-1, on CAT and QUAZY, without an event."""
    made = Station(tmp_path / "data")
    assert made.run("setup", "--from", write_setup(tmp_path / "stick.toml")).code == 0
    made.set_passcodes()
    assert made.as_director("judge", "cat", "quazy", "--table", "4").code == 1
    return made


def test_the_director_is_told_of_each_word_and_that_is_on_record(station):
    [ruling] = station.records(Kind.ADJUDICATION)

    done = station.as_director(*ASKED, "--as", "JK", "--json")

    shown = json.loads(done.out)
    assert shown["words"] == [
        {"word": "CAT", "answer": "acceptable"},
        {"word": "QUAZY", "answer": "unacceptable"},
    ]
    [record] = station.records(Kind.REVEAL)
    assert (record["reason"], record["by"]) == ("An appeal", "JK")
    assert record["fingerprints"] == [ruling["lexicon"]["fingerprint"]]
    assert record["about"]["seq"] == json.loads(station.run("log", "show", "B-1", "--json").out)["seq"]


def test_a_person_reads_it_in_words(station):
    done = station.as_director(*ASKED)

    assert done.code == 0
    assert "B-1  UNACCEPTABLE" in done.out
    assert "  QUAZY  NOT acceptable" in done.out


def test_nothing_of_a_single_word_is_in_any_record_or_in_any_other_answer(station, tmp_path):
    """Two stations, at which another word is the bad one, say the same of the play in everything but its
    words."""
    other = Station(tmp_path / "other")
    other.run("setup", "--from", write_setup(tmp_path / "stick.toml"))
    other.set_passcodes()
    other.as_director("judge", "quazy", "cat", "--table", "4")
    shown = []
    for one in (station, other):
        one.as_director(*ASKED)
        [record] = one.records(Kind.REVEAL)
        assert set(record) == {"about", "by", "clock", "fingerprints", "reason"}
        assert not [word for word in ("CAT", "QUAZY", "acceptable") if word in json.dumps(record)]
        answers = [
            one.run("log", "evidence", "B-1", "--json").out,
            one.run("log", "incident", "B-1", "--json").out,
            one.run("log", "show", "B-1", "--json").out,
            one.run("log", "list", "--kind", "all", "--json").out,
            one.run("log", "report", "--json").out,
        ]
        shown.append([sorted(keys_of(json.loads(answer))) for answer in answers])
        text = one.run("log", "evidence", "B-1").out
        assert text.count("QUAZY") == text.count("CAT")

    assert shown[0] == shown[1]


def keys_of(value) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(key for part in value.values() for key in keys_of(part))]
    return [key for part in value for key in keys_of(part)] if isinstance(value, list) else []


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["log", "reveal", "B-1"], 2),
        (["log", "reveal", "B-1", "--reason", ""], 2),
        (["log", "reveal", "B-1", "--reason", "x" * 201], 2),
        (["log", "reveal", "B-1", "--reason", "two\nlines"], 2),
        ([*ASKED, "--as", "John Smith"], 2),
        (["log", "reveal", "B-99", "--reason", "x"], 4),
        (["log", "reveal", "1", "--reason", "x"], 4),
    ],
)
def test_what_will_not_do_is_refused_before_anything_is_recorded(station, args, code):
    done = station.as_director(*args)

    assert done.code == code
    assert station.records(Kind.REVEAL) == []


@pytest.mark.parametrize("passcode", ["guess", JUDGE])
def test_only_the_directors_passcode_opens_it(station, passcode):
    done = station.run(*ASKED, KIOSK_PASSCODE=passcode)

    assert done.code == 4
    assert "QUAZY" not in done.out
    assert station.records(Kind.REVEAL) == []
    assert station.records(Kind.UNLOCK_FAILED)


def test_where_no_passcode_was_ever_set_nothing_is_revealed(tmp_path):
    made = Station(tmp_path / "data")
    made.run("setup", "--from", write_setup(tmp_path / "stick.toml"))
    made.run("judge", "cat", "quazy")

    done = made.run(*ASKED)

    assert (done.code, done.out) == (4, "")
    assert "no passcode is set" in done.sentence
    assert made.records(Kind.REVEAL) == []


def test_a_log_that_cannot_be_written_reveals_nothing(station):
    with Log.open(station.folder, system_clock, "B", turn=LockRequest(STATION)):
        done = station.as_director(*ASKED, "--wait", "0")

    assert (done.code, done.out) == (4, "")
    assert station.records(Kind.REVEAL) == []


@pytest.mark.real
@pytest.mark.skipif(sys.platform != "linux", reason="a limit on file sizes")
def test_a_disk_that_takes_no_more_reveals_nothing(station):
    """No file may be written past its first bytes: neither the passcode nor the reveal gets on record."""
    code = (
        "import resource, sys;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"sys.argv = ['kiosk', '--data', {str(station.folder)!r}, *{list(ASKED)!r}];"
        "from kiosk.cli.main import main; main()"
    )

    done = subprocess.run(
        [sys.executable, "-B", "-c", code],  # else Python would leave compiled modules cut short behind
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"KIOSK_PASSCODE": "open sesame", "PYTHONPATH": str(ROOT), "PATH": ""},
        timeout=120,
    )

    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.count("\n") == 1
    assert station.records(Kind.REVEAL) == []


def test_while_an_event_is_open_it_must_be_confirmed(station):
    station.as_director("event", "open", "--yes")
    station.as_director("judge", "cat", "quazy", "--table", "4")
    asked = ("log", "reveal", "B-2", "--reason", "x")

    refused, confirmed = station.as_director(*asked), station.as_director(*asked, "--yes")

    assert (refused.code, refused.out) == (4, "")
    assert "still open" in refused.sentence
    assert confirmed.code == 0
    assert len(station.records(Kind.REVEAL)) == 1


def test_a_list_of_another_fingerprint_answers_for_nothing_and_those_here_are_named(station, tmp_path):
    """The ruling was by a list that has been taken away since."""
    own = station.import_list(tmp_path / "own.txt", "CAT\nWAR\n")
    station.as_director("judge", "cat", "quazy", "--lexicon", own, "--division", "main")
    for path in (station.folder / "lexicons").glob(f"{own}*"):
        path.unlink()

    done = station.as_director("log", "reveal", "B-2", "--reason", "x")

    assert (done.code, done.out) == (4, "")
    assert "is not loaded here" in done.sentence
    assert "There are: " in done.sentence
    assert station.records(Kind.REVEAL) == []


def test_a_changed_ruling_is_not_revealed(station):
    change = "replace(body, 'QUAZY', 'WALTZ')"
    tamper(station.folder / "log.db", f"UPDATE records SET body = {change} WHERE kind = 'adjudication'")  # noqa: S608

    done = station.as_director(*ASKED)

    assert (done.code, done.out) == (4, "")
    assert "CHANGED" in done.sentence


def test_a_ruling_in_print_that_the_list_does_not_bear_out_is_not_explained_by_the_list(station):
    station.as_director(
        "judge", "cat", "--book", "unacceptable", "--method", "word_judge_book", "--division", "main"
    )

    done = station.as_director("log", "reveal", "B-2", "--reason", "x")

    assert (done.code, done.out) == (4, "")
    assert "not shown" in done.sentence


def test_the_page_on_a_ruling_tells_that_it_was_revealed(station):
    station.as_director(*ASKED)

    text = " ".join(station.run("log", "evidence", "B-1").out.split())
    assert "Words revealed" in text
    assert ": An appeal" in text


def test_merged_logs_can_be_asked_and_the_record_goes_into_this_stations_log(station, tmp_path):
    merged = tmp_path / "merged.db"
    station.run("log", "merge", str(station.folder), "-o", str(merged))

    done = station.as_director(*ASKED, "--merged", str(merged))

    assert done.code == 0
    assert len(station.records(Kind.REVEAL)) == 1


def test_a_reason_that_names_a_player_of_the_pairings_is_refused_and_nothing_is_on_record(station, tmp_path):
    pairings = tmp_path / "pairings.csv"
    pairings.write_text("round,table,player1,player2\n1,4,Anna Smith,Li Wei\n", encoding="utf-8")
    assert station.as_director("event", "open", "--id", "spring", "--name", "Spring", "--yes").code == 0
    assert station.as_director("pairings", "import", str(pairings)).code == 0

    done = station.as_director("log", "reveal", "B-1", "--reason", "Smith appealed", "--yes")

    assert done.code == 4
    assert "“Anna Smith” is a name in the pairings" in done.sentence + done.out
    assert station.records(Kind.REVEAL) == []
