"""What leaves the station, to a real disk that is full: a plain sentence, and nothing half-written."""

from pathlib import Path

import pytest

from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from tests.station.real.test_doubt_closes import fill, small_disk  # noqa: F401 - a fixture
from tests.support.event_generator import build, day
from tests.support.kiosk_process import run_kiosk

pytestmark = pytest.mark.real


@pytest.mark.parametrize(
    "command",
    [
        ("log", "export", "--format", "csv", "--out"),
        ("log", "export", "--format", "html", "--out"),
        ("log", "export", "--format", "sqlite", "--out"),
        ("log", "evidence", "A-2", "--pdf"),
        ("log", "evidence", "A-2", "--html"),
        ("log", "incident", "A-2", "--text"),
        ("log", "report", "--pdf"),
        ("log", "report", "--out"),
    ],
    ids=" ".join,
)
def test_a_full_target_is_told_and_holds_nothing_half_written(
    tmp_path: Path,
    small_disk: Path,  # noqa: F811
    command: tuple[str, ...],
):
    data = tmp_path / "data"
    build(day(), data)
    fill(small_disk)
    before = sorted(small_disk.iterdir())

    done = run_kiosk(data, *command, str(small_disk / "out"))

    assert done.returncode == 4
    assert "the disk is full" in done.stderr
    assert done.stderr.count("\n") == 1
    assert sorted(small_disk.iterdir()) == before
    assert not [one for one in read_records(data / "log.db") if one.kind is Kind.EXPORT]
