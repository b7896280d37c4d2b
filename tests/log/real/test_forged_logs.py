"""Three verifiers, written apart, say the same of every forged log, and reading never changes it.

The program's own, one in Python and one in C, each from the log format in docs/log.md. `KIOSK_CAMPAIGN=1`
forges thousands of logs instead of hundreds. A missing compiler fails: nothing else would notice a wrong
text.
"""

import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from kiosk.log.chain import Verification
from kiosk.log.reader import verify_log
from tests import independent_verifier
from tests.support.compiled import foreign_verifier
from tests.support.forgeries import FORGERIES, Forgery, forge
from tests.support.specimen import make_specimen, stored_rows

HERE = Path(__file__).parent
CASES = 5000 if os.environ.get("KIOSK_CAMPAIGN") else 250
pytestmark = [pytest.mark.campaign, pytest.mark.real]


@dataclass(frozen=True)
class Note:
    """What a witness wrote on paper: a head, and perhaps how many records there were."""

    head: str | None = None
    count: int | None = None


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_specimen(tmp_path_factory.mktemp("specimen"))


def notes_on(log: Path) -> tuple[Note, ...]:
    """What may have been noted of the sound log: nothing, its end, an earlier end, a wrong count, rubbish."""
    rows = stored_rows(log)
    heads = [row[5].decode() for row in rows]
    end, early = len(heads), len(heads) // 2
    return (
        Note(),
        Note(heads[-1]),
        Note(heads[-1][:16], end),
        Note(heads[early - 1], early),
        Note(heads[early - 1][:16], early + 1),
        Note("ab" * 8, end),
        Note(None, end),
        Note(None, end + 1),
    )


def by_program(log: Path, note: Note) -> dict[str, object]:
    found: Verification = verify_log(log, note.head, note.count)
    return _shape(
        {
            **{name: getattr(found, name) for name in ("witnessed", "count", "head", "first_bad", "file")},
            "status": found.status.value,
        }
    )


def by_text(log: Path, note: Note) -> dict[str, object]:
    return _shape(independent_verifier.verify(log, note.head, note.count))


def by_foreigner(log: Path, note: Note, room: Path) -> dict[str, object]:
    copy = room / "copy.db"
    for ending in ("", "-journal"):
        Path(f"{copy}{ending}").unlink(missing_ok=True)
        if Path(f"{log}{ending}").is_file():
            shutil.copyfile(f"{log}{ending}", f"{copy}{ending}")
    noted = [note.head or "-", *([] if note.count is None else [str(note.count)])]
    answer = subprocess.run(
        [str(foreign_verifier()), str(copy), *noted], capture_output=True, check=False, timeout=120
    )
    assert answer.returncode in (0, 1, 4), answer
    return _shape(json.loads(answer.stdout))


def _shape(found: dict[str, object]) -> dict[str, object]:
    """What a finding says, in the same few words whoever found it."""
    if found["status"] == "unreadable":
        return {"status": "unreadable"}
    kept = ("status", "witnessed", "count", "head", "first_bad")
    shape = {name: found.get(name) for name in kept}
    if found["status"] == "intact":
        shape["file"] = str(found["file"])
    return shape


def cases(specimen: Path, room: Path) -> Iterator[tuple[str, Path]]:
    for number in range(CASES):
        log = room / "log.db"
        for left in room.glob("log.db*"):
            left.unlink()
        shutil.copyfile(specimen, log)
        yield f"{number}: {forge(log, random.Random(number))}", log


def content(log: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in log.parent.glob("log.db*")}


def test_three_verifiers_agree_on_every_forged_log_and_none_changes_it(
    specimen: Path, tmp_path: Path
) -> None:
    notes, found = notes_on(specimen), {}

    for name, log in cases(specimen, tmp_path):
        before = content(log)
        for note in notes if not int(name.split(":")[0]) % 10 else (Note(), notes[2], notes[4]):
            answers = (
                by_program(log, note),
                by_text(log, note),
                by_foreigner(log, note, tmp_path),
            )
            if answers[0] != answers[1] or answers[1] != answers[2]:
                found[name, note] = answers
        if content(log) != before:
            found[name] = "changed by reading"

    assert found == {}


@pytest.mark.parametrize(
    "forgery", sorted(set(FORGERIES), key=lambda one: one.__name__), ids=lambda one: one.__name__
)
def test_each_forgery_that_changes_what_is_recorded_is_found_by_a_witness(
    forgery: Forgery, specimen: Path, tmp_path: Path
) -> None:
    noted = notes_on(specimen)[2]
    before = stored_rows(specimen)

    for seed in range(12):
        log = tmp_path / "log.db"
        for left in tmp_path.glob("log.db*"):
            left.unlink()
        shutil.copyfile(specimen, log)
        forgery(log, random.Random(seed))
        found = by_program(log, noted)

        if found["status"] == "intact":
            assert stored_rows(log)[: len(before)] == before
