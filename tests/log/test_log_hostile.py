"""Whatever a log holds: no reader fails, no record stops the others, nothing in it reaches the terminal."""

import json
import unicodedata
from pathlib import Path

import pytest

from tests.support import event_generator
from tests.support.hostile_logs import HOSTILE
from tests.support.log_story import build_story, run

COMMANDS = {
    "list": ["list", "--kind", "all", "--all"],
    "rulings": ["list"],
    "list json": ["list", "--kind", "all", "--json"],
    "filtered": ["list", "--verdict", "unacceptable"],
    "alert": ["list", "--alert", "split_lookup"],
    "show": ["show", "17"],
    "show json": ["show", "17", "--json"],
    "csv": ["export", "--kind", "all"],
    "json": ["export", "--kind", "all", "--format", "json"],
    "html": ["export", "--kind", "all", "--format", "html"],
    "zyzzyva": ["export", "--format", "zyzzyva"],
    "report": ["report", "--event", "spring"],
    "report json": ["report", "--day", "2026-05-02", "--json"],
    "verify": ["verify"],
    "head": ["head"],
}


@pytest.fixture(scope="module", params=HOSTILE)
def folder(request, tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("hostile") / "data"
    HOSTILE[request.param](event_generator.build(build_story(), made))
    return made


def acts(one: str) -> bool:
    """Whether a terminal would do something, or hide something, for this character."""
    return one != "\t" and unicodedata.category(one) in ("Cc", "Cf", "Cs")


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_meets_a_fault_of_its_own_or_lets_anything_through(folder, name):
    """`run` raises whatever is not expected."""
    code, out, said = run(folder, *COMMANDS[name])

    assert code in (0, 1, 4)
    assert code != 4 or said
    lines = (out + said).replace("\r\n", "\n").split("\n")
    assert not [line for line in lines if any(map(acts, line))]
    if "json" in name and code != 4:
        json.loads(out)


@pytest.mark.parametrize("name", ["list", "list json", "csv", "json", "html"])
def test_one_odd_record_does_not_hide_the_others(folder, name):
    code, out, _ = run(folder, *COMMANDS[name])

    assert code in (0, 1)
    assert all(number in out for number in ("B-1", "B-2", "B-3", "B-4", "B-5"))
    assert "QUAZY" in out


def test_in_a_merged_file_it_does_not_stop_the_other_stations(folder, tmp_path):
    other = event_generator.Story(3, "C")
    other.rule(("QUARTZ",))
    event_generator.build(other, tmp_path / "c")
    target = str(tmp_path / "all.db")

    code, out, said = run(folder, "merge", str(folder), str(tmp_path / "c"), "--out", target)
    listed = run(folder, "list", "--merged", target, "--kind", "all", "--all")
    reported = run(folder, "report", "--merged", target, "--day", "2026-05-02")

    assert code in (0, 1)
    assert "Station C" in out
    assert code == 0 or "was not merged" in said
    assert listed[0] in (0, 1)
    assert "QUARTZ" in listed[1]
    assert reported[0] in (0, 1)


def test_a_record_that_is_merely_odd_is_not_called_broken(tmp_path):
    log = event_generator.build(build_story(), tmp_path / "data")
    HOSTILE["other types"](log)

    code, page, said = run(tmp_path / "data", "report", "--day", "2026-05-02", "--out", "-")
    figures = json.loads(run(tmp_path / "data", "report", "--day", "2026-05-02", "--json")[1])

    assert (code, run(tmp_path / "data", "verify")[0]) == (1, 0)
    assert "does not verify" not in page + said
    assert "not as this program writes records" in page
    assert (figures["sound"], figures["doubt"]) == (True, None)


def test_evidence_of_an_odd_ruling_sends_nobody_to_verify_what_holds(tmp_path):
    log = event_generator.build(build_story(), tmp_path / "data")
    HOSTILE["other types"](log)

    code, _, said = run(tmp_path / "data", "evidence", "17")

    assert (code, "not as this program writes records" in said) == (1, True)
    assert "log verify" not in said
