"""`kiosk log stations`: which logs are here, and how they stand to each other."""

import json
import shutil
from pathlib import Path

from tests.support import event_generator
from tests.support.hostile_logs import append
from tests.support.log_story import build_story, run


def test_the_own_log_stands_alone(tmp_path: Path) -> None:
    event_generator.build(build_story(), tmp_path)

    code, out, _ = run(tmp_path, "stations")

    assert (code, out.count("\n")) == (0, 1)
    assert "station B" in out
    assert "Its records are shown." in out


def test_a_copy_is_called_one_and_a_fork_ends_with_1(tmp_path: Path) -> None:
    log = event_generator.build(build_story(), tmp_path)
    stick = tmp_path / "stick"
    stick.mkdir()
    shutil.copyfile(log, stick / "copy.db")
    as_copy = run(tmp_path, "stations", str(log), str(stick), "--json")
    append(log, "note", '{"text":"here"}')
    append(stick / "copy.db", "note", '{"text":"there"}')

    code, out, err = run(tmp_path, "stations", str(log), str(stick))

    assert as_copy[0] == 0
    assert [one["standing"] for one in json.loads(as_copy[1])] == ["used", "copy"]
    assert code == 1
    assert "parts from" in out
    assert "copy.db" in err


def test_where_no_log_can_be_read_that_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no log")

    code, out, err = run(tmp_path, "stations", str(tmp_path / "text.db"))

    assert (code, out) == (4, "")
    assert "is not a log" in err
