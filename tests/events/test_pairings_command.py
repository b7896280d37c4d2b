"""`kiosk pairings`: names in one erasable file, never in the log; bad files leave everything as it was."""

import json
import stat
import sys
from pathlib import Path

import pytest

from kiosk.events.pairings_actions import known_names
from kiosk.folder import PAIRINGS
from kiosk.log.kinds import Kind
from kiosk.log.reader import verify_log
from kiosk.log.store import STATION, LockRequest
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.support.command_line import DIRECTOR, JUDGE, Station, write_setup
from tests.support.forgeries import by_sql
from tests.support.terminal import shown_on_terminal

NAMES = ("Annabel Quist", "Bo Ferraby", "Cyd Lundqvist", "Dov Marchetti")
ROUND_1 = "round,table,first,second player\n1,1,Annabel Quist,Bo Ferraby\n1,2,Cyd Lundqvist,Dov Marchetti\n"
ROUND_2 = "round,table,player 1,player 2\n2,7,Annabel Quist,Cyd Lundqvist\n2,,Bo Ferraby,bye\n"


@pytest.fixture
def station(tmp_path: Path) -> Station:
    made = Station(tmp_path / "data")
    made.run("setup", "--from", write_setup(tmp_path / "stick.toml", starts='"2026-05-01T09:00"'))
    made.run("event", "open", "--yes")
    return made


def source(tmp_path: Path, content: str, name: str = "round.csv") -> str:
    (tmp_path / name).write_text(content, encoding="utf-8")
    return str(tmp_path / name)


def shown(station: Station, *args: str):
    return json.loads(station.run("pairings", "show", "--json", *args).out)


def kept(station: Station) -> bytes:
    return (station.folder / PAIRINGS).read_bytes()


def in_folder(station: Station) -> list[str]:
    return sorted(path.name for path in station.folder.iterdir() if PAIRINGS in path.name)


def test_what_is_imported_is_looked_up_and_no_name_is_in_the_log(station: Station, tmp_path: Path) -> None:
    done = station.run("pairings", "import", source(tmp_path, ROUND_1))

    found = shown(station, "--table", "2")
    assert done.code == 0
    assert "2 games imported: round 1." in done.out
    assert found == {
        "games": [
            {
                "round": 1,
                "table": 2,
                "division": "main",
                "first": "Cyd Lundqvist",
                "second": "Dov Marchetti",
                "in_order": True,
            }
        ],
        "intact": True,
    }
    assert known_names(station.folder) == set(NAMES)
    raw = (station.folder / "log.db").read_bytes()
    assert not any(part.encode() in raw for name in NAMES for part in name.split())


def test_the_record_says_how_much_and_of_which_file(station: Station, tmp_path: Path) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1))

    [record] = station.records(Kind.PAIRINGS_IMPORTED)
    told = {key: record[key] for key in ("event", "rounds", "tables", "divisions")}
    assert told == {"event": "open-2026", "rounds": [1], "tables": 2, "divisions": 1}
    assert len(record["digest"]) == 64


def test_the_same_pairings_have_another_digest_each_time_so_that_nobody_can_guess_names_by_it(
    station: Station, tmp_path: Path
) -> None:
    for _ in range(2):
        station.run("pairings", "import", source(tmp_path, ROUND_1))

    first, second = station.records(Kind.PAIRINGS_IMPORTED)
    assert first["digest"] != second["digest"]


def test_a_later_round_comes_beside_the_earlier_and_the_same_round_takes_its_place(
    station: Station, tmp_path: Path
) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1))
    more = station.run("pairings", "import", source(tmp_path, ROUND_2))
    station.run("pairings", "import", source(tmp_path, ROUND_1.replace("1,2,", "1,9,")))

    games = [(one["round"], one["table"], one["in_order"]) for one in shown(station)["games"]]
    assert games == [(1, 1, True), (1, 9, True), (2, 7, False)]
    assert "1 bye left out." in more.out
    assert "Known now: rounds 1 and 2, 3 games." in more.out
    assert "Who goes first is not known of 1 game." in more.out


def test_rounds_the_event_does_not_have_are_told_and_taken(station: Station, tmp_path: Path) -> None:
    done = station.run("pairings", "import", source(tmp_path, ROUND_2))

    assert (done.code, "has no round 2" in done.out) == (0, True)


def test_divisions_are_named_as_in_the_set_up_or_told(station: Station, tmp_path: Path) -> None:
    own = station.run("pairings", "import", source(tmp_path, ROUND_1), "--division", "division 1", "--json")
    two = ROUND_1.replace("player\n", "player,div\n").replace("by\n", "by,A\n").replace("ti\n", "ti,B\n")
    strange = station.run("pairings", "import", source(tmp_path, two))

    assert json.loads(own.out)["divisions"] == ["main"]
    assert "has no division “A”, “B”" in strange.out
    assert "It has: main. --division says what the only division of a file is here, or takes" in strange.out
    one = station.run("pairings", "import", source(tmp_path, two), "--division", "B")
    assert "Division “B” of the file is “main” of the set-up." in one.out


def test_one_division_is_named_for_each_file_or_none(station: Station, tmp_path: Path) -> None:
    files = source(tmp_path, ROUND_1, "a.csv"), source(tmp_path, ROUND_2, "b.csv")

    refused = station.run("pairings", "import", *files, "--division", "main")
    taken = station.run("pairings", "import", *files, "--division", "main", "--division", "main")

    assert (refused.code, taken.code) == (4, 0)
    assert refused.sentence == "Name one division for each file, in the same order, or none."


# ---- forgetting


def test_what_is_forgotten_is_gone_from_the_folder_and_on_record(station: Station, tmp_path: Path) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1))
    (station.folder / f".{PAIRINGS}.broken").write_text("Annabel Quist")  # as a power cut leaves it

    done = station.run("pairings", "forget")

    assert (done.code, in_folder(station)) == (0, [])
    assert "It named 4 players in 1 round." in done.out
    assert station.records(Kind.PAIRINGS_FORGOTTEN)[0]["event"] == "open-2026"
    assert verify_log(station.folder / "log.db").holds
    assert known_names(station.folder) == frozenset()
    again = station.run("pairings", "forget")
    assert (again.code, len(station.records(Kind.PAIRINGS_FORGOTTEN))) == (4, 1)
    assert "nothing was erased" in again.sentence


def test_a_damaged_file_names_nobody_and_can_be_forgotten(station: Station, tmp_path: Path) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1))
    (station.folder / PAIRINGS).write_bytes(kept(station)[:-20])

    read, more = station.run("pairings", "show"), station.run("pairings", "import", source(tmp_path, ROUND_2))
    gone = station.run("pairings", "forget", "--json")

    assert (read.code, more.code, gone.code) == (4, 4, 0)
    assert "is damaged" in read.sentence
    assert json.loads(gone.out) == {"erased": True, "names": None, "rounds": None}


def test_a_file_that_somebody_exchanged_is_told_by_the_log(station: Station, tmp_path: Path) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1))
    (station.folder / PAIRINGS).write_bytes(kept(station).replace(b"Bo Ferraby", b"Bo Farraby"))

    done = station.run("pairings", "show")

    assert done.code == 1
    assert "is not the one that was imported" in done.out
    assert '"intact": false' in station.run("pairings", "show", "--json").out
    before = kept(station)
    refused = station.run("pairings", "import", source(tmp_path, ROUND_2))
    assert (refused.code, kept(station)) == (4, before)


# ---- who may, and when


@pytest.mark.parametrize("args", [["import", "FILE"], ["forget"]])
def test_only_the_director_imports_and_forgets(station: Station, tmp_path: Path, args: list[str]) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1))
    before = kept(station)
    station.set_passcodes()
    typed = [source(tmp_path, ROUND_2) if one == "FILE" else one for one in args]

    for passcode in ("wrong wrong", JUDGE):
        assert station.run("pairings", *typed, KIOSK_PASSCODE=passcode).code == 4
    assert kept(station) == before
    assert station.run("pairings", *typed, KIOSK_PASSCODE=DIRECTOR).code == 0


@pytest.mark.parametrize("args", [["import", "FILE"], ["forget"]])
def test_beside_a_running_station_nothing_changes(station: Station, tmp_path: Path, args: list[str]) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1))
    before = kept(station)
    typed = [source(tmp_path, ROUND_2) if one == "FILE" else one for one in args]

    with Log.open(station.folder, system_clock, turn=LockRequest(STATION)):
        refused = station.run("pairings", *typed, "--wait", "0")
        read = station.run("pairings", "show")

    assert (refused.code, "The station is running" in refused.sentence) == (4, True)
    assert (kept(station), in_folder(station), read.code) == (before, [PAIRINGS], 0)


def test_a_station_that_is_not_set_up_takes_no_pairings(tmp_path: Path) -> None:
    station = Station(tmp_path / "data")

    refused = station.run("pairings", "import", source(tmp_path, ROUND_1))

    assert (refused.code, "not set up" in refused.sentence) == (4, True)
    assert station.run("pairings", "show").sentence.startswith("There are no pairings here.")


# ---- bad files

BAD = {
    "twice": ROUND_1 + "1,2,Eve,Finn\n",
    "player twice": ROUND_1 + "1,3,Annabel Quist,Finn\n",
    "columns": "table,name\n1,Annabel\n",
    "empty": "",
    "code": "newt={divisions:[(function(){throw 1})()]}",
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD)
def test_a_bad_file_among_good_ones_leaves_everything_as_it_was(
    station: Station, tmp_path: Path, content: str
) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1))
    before, records = kept(station), len(station.records(*Kind))

    refused = station.run(
        "pairings", "import", source(tmp_path, ROUND_2), source(tmp_path, content, "bad.csv")
    )

    assert refused.code == 4
    assert refused.sentence.startswith("bad.csv: ")
    assert (kept(station), len(station.records(*Kind)), in_folder(station)) == (before, records, [PAIRINGS])


@pytest.mark.parametrize("name", ["missing.csv", "folder"])
def test_what_is_no_file_is_a_sentence(station: Station, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()

    refused = station.run("pairings", "import", str(tmp_path / name))

    assert refused.code == 4
    assert "could not be read: " in refused.sentence


@pytest.mark.skipif(sys.platform == "win32", reason="rights are told in another way there")
def test_the_file_is_for_this_account_alone(station: Station, tmp_path: Path) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1))

    assert stat.S_IMODE((station.folder / PAIRINGS).stat().st_mode) == 0o600


def test_a_folder_that_takes_no_file_leaves_no_record(station: Station, tmp_path: Path) -> None:
    (station.folder / PAIRINGS).mkdir()

    refused = station.run("pairings", "import", source(tmp_path, ROUND_1))

    assert refused.code == 4
    assert station.records(Kind.PAIRINGS_IMPORTED) == []
    assert station.run("pairings", "forget").code == 4


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_pairings_fit_the_terminal(station: Station, tmp_path: Path, columns: int) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1), source(tmp_path, ROUND_2, "2.csv"))

    code, lines = shown_on_terminal(
        "--data", str(station.folder), "pairings", "show", columns=columns, NO_COLOR="1"
    )

    assert code == 0
    assert max(map(len, lines)) <= columns
    assert all(any(name.split()[0] in line for line in lines) for name in NAMES)


# ---- a log that does not hold ------------------------------------------------------------------------------


@pytest.mark.parametrize("gone", ["(SELECT max(seq) FROM records)", "3"], ids=["its import", "another"])
def test_on_a_log_that_lacks_records_that_is_said_first_and_the_file_is_not_blamed(
    station: Station, tmp_path: Path, gone: str
) -> None:
    station.run("pairings", "import", source(tmp_path, ROUND_1))
    by_sql(station.folder / "log.db", f"DELETE FROM records WHERE seq = {gone}")  # noqa: S608 - constants

    said = station.run("pairings", "show")

    assert said.code == 1
    assert "The log does not hold. " in said.out
    assert "changed or exchanged" not in said.out
    assert '"intact": false' in station.run("pairings", "show", "--json").out
