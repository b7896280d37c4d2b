"""The tamper matrix: each way to falsify a log, the answer it gets, and the first bad record it names.

Both verifiers answer every case, the program's own and the independent one.
"""

# ruff: noqa: S608 - the statements are made of constants, and breaking in is what they are for

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.errors import LogBroken
from kiosk.log.bodies import NoteBody
from kiosk.log.chain import Status, Verification
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_head, verify_log
from kiosk.log.standing_reader import WALKED
from kiosk.log.writer import Log
from tests import independent_verifier
from tests.support.bodies import body
from tests.support.log_samples import StepClock, copy_of, make_log, rechain, tamper, text_to_blob

LENGTH = 10
COLUMNS = ["at", "kind", "body", "prev", "hash"]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_log(tmp_path_factory.mktemp("original"), LENGTH)


@pytest.fixture
def log(original: Path, tmp_path: Path) -> Path:
    return copy_of(original, tmp_path)


def both(log: Path, head: str | None = None, count: int | None = None) -> Verification:
    """The program's finding, after checking that the independent verifier finds the same."""
    found = verify_log(log, head, count)
    assert independent_verifier.verify(log, head, count) == {
        "status": found.status.value,
        "witnessed": found.witnessed,
        "count": found.count,
        "head": found.head,
        "first_bad": found.first_bad,
        "file": found.file.value,
    }
    return found


def test_an_untouched_log_is_intact_but_not_witnessed(log: Path) -> None:
    found = both(log)

    assert (found.status, found.exit_code, found.witnessed, found.count) == (Status.INTACT, 0, False, LENGTH)
    assert (found.note, found.reason) == ("", "")


SWAP = (
    "UPDATE records SET seq = 99 WHERE seq = 4",
    "UPDATE records SET seq = 4 WHERE seq = 5",
    "UPDATE records SET seq = 5 WHERE seq = 99",
)
MAKE_ROOM = (
    "UPDATE records SET seq = -seq - 1 WHERE seq >= 6",
    "UPDATE records SET seq = -seq WHERE seq < 0",
    "INSERT INTO records SELECT 6, at, kind, body, hash, hash FROM records WHERE seq = 5",
)


@pytest.mark.parametrize(
    ("statements", "first_bad"),
    [
        pytest.param(["UPDATE records SET body = '{}' WHERE seq = 4"], 4, id="body"),
        pytest.param(["UPDATE records SET body = body || ' ' WHERE seq = 4"], 4, id="a space in the body"),
        pytest.param(["UPDATE records SET at = '2026-03-07T09:00:04.001Z' WHERE seq = 7"], 7, id="time"),
        pytest.param(["UPDATE records SET kind = 'closed' WHERE seq = 10"], 10, id="kind of the last"),
        pytest.param([f"UPDATE records SET hash = '{'0' * 64}' WHERE seq = 6"], 6, id="hash"),
        pytest.param(["UPDATE records SET hash = upper(hash) WHERE seq = 6"], 6, id="hash in upper case"),
        pytest.param([f"UPDATE records SET prev = '{'0' * 64}' WHERE seq = 6"], 6, id="prev"),
        pytest.param(["DELETE FROM records WHERE seq = 5"], 5, id="one missing"),
        pytest.param(["DELETE FROM records WHERE seq = 1"], 1, id="the first missing"),
        pytest.param(["DELETE FROM records WHERE seq BETWEEN 3 AND 5"], 3, id="several missing"),
        pytest.param(SWAP, 4, id="two swapped"),
        pytest.param(MAKE_ROOM, 6, id="one inserted"),
        pytest.param(
            ["INSERT INTO records SELECT 11, at, kind, body, hash, hash FROM records WHERE seq = 10"],
            11,
            id="one added",
        ),
        pytest.param(
            ["INSERT INTO records SELECT 0, at, kind, body, prev, hash FROM records WHERE seq = 1"],
            0,
            id="one before the first",
        ),
        pytest.param(["UPDATE records SET seq = seq + 1000000 WHERE seq = 10"], 10, id="the last far away"),
        pytest.param([f"UPDATE records SET seq = {2**63 - 1} WHERE seq = 10"], 10, id="the last at the end"),
    ],
)
def test_a_falsified_record_is_found_and_named(log: Path, statements: list[str], first_bad: int) -> None:
    tamper(log, *statements)

    found = both(log)

    assert (found.status, found.exit_code, found.witnessed) == (Status.BROKEN, 1, False)
    assert found.first_bad == first_bad
    assert str(first_bad) in found.reason
    assert found.note == ""


@pytest.mark.parametrize(
    "statement", ["UPDATE records SET body = '{}' WHERE seq = 4", "DELETE FROM records WHERE seq = 4"]
)
def test_taking_the_triggers_away_for_good_does_not_hide_the_broken_record(log: Path, statement: str) -> None:
    tamper(log, statement)
    conn = sqlite3.connect(log)
    conn.executescript("DROP TRIGGER no_change; DROP TRIGGER no_removal; DROP TRIGGER only_the_next_link;")
    conn.close()

    found = both(log)

    assert (found.status, found.first_bad) == (Status.BROKEN, 4)
    assert "no_change" in found.note


def test_a_row_of_another_epoch_does_not_follow(log: Path, tmp_path: Path) -> None:
    other = make_log(tmp_path / "other", LENGTH)
    tamper(
        log,
        f"ATTACH '{other}' AS other",
        "DELETE FROM records WHERE seq = 5",
        "INSERT INTO records SELECT * FROM other.records WHERE seq = 5",
    )

    found = both(log)

    assert (found.status, found.first_bad) == (Status.BROKEN, 5)
    assert "does not follow" in found.reason


def test_a_table_rebuilt_without_its_key_cannot_hide_a_doubled_record(log: Path) -> None:
    conn = sqlite3.connect(log)
    conn.executescript(
        "PRAGMA legacy_alter_table = on; CREATE TABLE loose AS SELECT * FROM records; DROP TABLE records;"
        "ALTER TABLE loose RENAME TO records;"
        "INSERT INTO records SELECT * FROM records WHERE seq = 7;"
    )
    conn.close()

    found = both(log)

    assert (found.status, found.first_bad) == (Status.BROKEN, 7)
    assert "records" in found.note


# ---- what only a head held outside can show ----------------------------------------------------------------


def test_a_rechained_log_is_never_called_witnessed(log: Path) -> None:
    rechain(log, 6)

    found = both(log)

    assert (found.status, found.exit_code, found.witnessed) == (Status.INTACT, 0, False)


@pytest.mark.parametrize("count", [6, 8, 10])
def test_a_rechained_log_breaks_on_a_head_noted_after_the_change(
    log: Path, original: Path, count: int
) -> None:
    rechain(log, 6)
    head = hashes(original)[count - 1]

    with_count, alone = both(log, head, count), both(log, head)

    assert (with_count.exit_code, with_count.first_bad, with_count.witnessed) == (1, count, False)
    assert (alone.exit_code, alone.first_bad, alone.witnessed) == (1, None, False)


def test_a_head_noted_before_the_change_witnesses_only_what_came_before_it(log: Path, original: Path) -> None:
    rechain(log, 6)

    found = both(log, hashes(original)[4], 5)

    assert (found.exit_code, found.witnessed) == (0, True)


def test_a_cut_tail_is_intact_without_a_head_and_broken_with_one(log: Path, original: Path) -> None:
    head = read_head(original)
    tamper(log, "DELETE FROM records WHERE seq > 7")

    without, with_head, by_count = both(log), both(log, head.hash, head.count), both(log, None, head.count)

    assert (without.exit_code, without.witnessed, without.count) == (0, False, 7)
    assert (with_head.exit_code, with_head.first_bad) == (1, 8)
    assert (by_count.exit_code, by_count.first_bad) == (1, 8)


def test_an_older_copy_put_back_is_broken_where_it_ends(tmp_path: Path) -> None:
    log = make_log(tmp_path / "data", 5)
    older = copy_of(log, tmp_path / "older")
    with Log.open(log.parent, StepClock()) as writer:
        writer.append(NoteBody())
        head = writer.head()
    copy_of(older, log.parent)

    assert both(log).exit_code == 0
    assert (both(log, head.code, head.count).exit_code, both(log, head.code, head.count).first_bad) == (1, 6)


def test_another_log_in_its_place_is_broken_at_the_noted_record(tmp_path: Path) -> None:
    head = read_head(make_log(tmp_path / "ours", 5))
    other = make_log(tmp_path / "theirs", 8)

    found = both(other, head.hash, head.count)

    assert (found.exit_code, found.first_bad) == (1, 5)


def test_a_noted_head_witnesses_its_log_also_after_more_records(tmp_path: Path) -> None:
    log = make_log(tmp_path, 5)
    head = read_head(log)
    with Log.open(tmp_path, StepClock()) as writer:
        writer.append(NoteBody())

    assert both(log, head.hash, head.count).witnessed
    assert both(log, head.code, None).witnessed


def hashes(log: Path) -> list[str]:
    conn = sqlite3.connect(log)
    conn.execute("PRAGMA writable_schema = ON")  # a view that cannot be parsed says nothing of the records
    found = [row[0] for row in conn.execute("SELECT hash FROM records ORDER BY seq")]
    conn.close()
    return found


# ---- what cannot be read -----------------------------------------------------------------------------------


def _missing(log: Path) -> None:
    log.unlink()


def _empty(log: Path) -> None:
    log.write_bytes(b"")


def _text(log: Path) -> None:
    log.write_text("This is not a database, however long it is.")


def _folder(log: Path) -> None:
    log.unlink()
    log.mkdir()


def _half(log: Path) -> None:
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2 // 4096 * 4096])


def _header_only(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:100])


def _no_records(log: Path) -> None:
    tamper(log, "DELETE FROM records")


def _other_database(log: Path) -> None:
    log.unlink()
    conn = sqlite3.connect(log)
    conn.execute("CREATE TABLE words (word)")
    conn.close()


def _newer(log: Path) -> None:
    conn = sqlite3.connect(log)
    conn.execute("PRAGMA user_version = 2")
    conn.close()


UNREADABLE = [_missing, _empty, _text, _folder, _half, _header_only, _no_records, _other_database, _newer]


@pytest.mark.parametrize("ruin", UNREADABLE, ids=lambda act: act.__name__.strip("_"))
@pytest.mark.parametrize("noted", [False, True])
def test_what_cannot_be_read_is_neither_intact_nor_broken(
    log: Path, ruin: Callable[[Path], None], noted: bool
) -> None:
    head = read_head(log)
    ruin(log)

    found = both(log, head.hash, head.count) if noted else both(log)

    assert (found.status, found.exit_code, found.witnessed) == (Status.UNREADABLE, 4, False)
    assert found.reason.endswith(".")


# ---- the station refuses what verify refuses ---------------------------------------------------------------


def test_the_writer_refuses_a_broken_tail_and_names_the_record(log: Path) -> None:
    tamper(log, "UPDATE records SET body = '{}' WHERE seq = 9")

    with pytest.raises(LogBroken, match="Record 9 was changed") as caught:
        Log.open(log.parent, StepClock())

    assert caught.value.first_bad == 9


def test_the_writer_of_a_long_log_checks_its_tail_since_the_last_checkpoint(tmp_path: Path) -> None:
    make_log(tmp_path, WALKED + 1)
    Log.open(tmp_path, StepClock(days=1)).close()  # it writes a checkpoint
    tamper(tmp_path / "log.db", "UPDATE records SET body = '{}' WHERE seq = 2")

    with Log.open(tmp_path, StepClock(days=1)) as writer:
        assert writer.verify().first_bad == 2

    tamper(tmp_path / "log.db", f"UPDATE records SET body = '{{}}' WHERE seq = {WALKED + 2}")
    with pytest.raises(LogBroken) as caught:
        Log.open(tmp_path, StepClock(days=1))
    assert caught.value.first_bad == WALKED + 2


def test_a_checkpoint_of_an_older_version_is_passed_by(tmp_path: Path) -> None:
    with Log.open(tmp_path, StepClock()) as writer:
        writer.append(NoteBody())
        head = writer.head()
        writer.append(body(Kind.CHECKPOINT, count=head.count, head=head.hash))
    tamper(tmp_path / "log.db", "DELETE FROM records WHERE seq = 2")

    with pytest.raises(LogBroken) as caught:
        Log.open(tmp_path, StepClock())

    assert caught.value.first_bad == 2


# ---- the two verifiers -------------------------------------------------------------------------------------


def test_the_independent_verifier_runs_by_itself(log: Path) -> None:
    tamper(log, "DELETE FROM records WHERE seq = 5")
    command = [sys.executable, "-I", independent_verifier.__file__, str(log)]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert json.loads(done.stdout)["first_bad"] == 5


values = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=8),
    st.sampled_from(["genesis", "note", "{}", "0" * 64, '{"epoch":"e","station":"s"}']),
)
changes = st.one_of(
    st.tuples(
        st.just("set"),
        st.sampled_from(COLUMNS),
        st.integers(1, LENGTH),
        values,
    ),
    st.tuples(st.just("move"), st.integers(1, LENGTH), st.integers(-2, LENGTH + 2)),
    st.tuples(st.just("drop"), st.integers(1, LENGTH)),
    st.tuples(st.just("copy"), st.integers(1, LENGTH), st.integers(-2, LENGTH + 2)),
    st.tuples(st.just("cut"), st.integers(0, LENGTH)),
    st.tuples(st.just("blob"), st.sampled_from(COLUMNS), st.integers(1, LENGTH)),
)


def apply(log: Path, change: tuple[object, ...]) -> None:
    if change[0] == "blob":
        with suppress(AssertionError):  # there is no such record any more, or it is one already
            text_to_blob(log, int(str(change[2])), str(change[1]))
        return
    conn = sqlite3.connect(log, isolation_level=None)
    conn.execute("PRAGMA ignore_check_constraints = on")
    match change:
        case ("set", column, seq, value):
            conn.execute(f"UPDATE records SET {column} = ? WHERE seq = ?", [value, seq])
        case ("move", seq, to):
            conn.execute("UPDATE OR IGNORE records SET seq = ? WHERE seq = ?", [to, seq])
        case ("drop", seq):
            conn.execute("DELETE FROM records WHERE seq = ?", [seq])
        case ("copy", seq, to):
            conn.execute(
                "INSERT OR IGNORE INTO records "
                "SELECT ?, at, kind, body, prev, hash FROM records WHERE seq = ?",
                [to, seq],
            )
        case ("cut", seq):
            conn.execute("DELETE FROM records WHERE seq > ?", [seq])
    conn.close()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(changes, max_size=3), st.none() | st.integers(1, LENGTH + 2), st.booleans())
def test_both_verifiers_agree_on_any_falsified_log(
    original: Path,
    tmp_path_factory: pytest.TempPathFactory,
    plan: list[tuple[object, ...]],
    count: int | None,
    head: bool,
) -> None:
    log = copy_of(original, tmp_path_factory.mktemp("fuzz"))
    conn = sqlite3.connect(log)
    conn.executescript("DROP TRIGGER no_change; DROP TRIGGER no_removal; DROP TRIGGER only_the_next_link;")
    indexes = conn.execute(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%json%'"
    ).fetchall()
    for (name,) in indexes:  # else SQLite itself refuses a body that is no JSON
        conn.execute(f"DROP INDEX {name}")
    conn.close()
    for change in sorted(plan, key=lambda one: one[0] == "blob"):  # SQLite changes no such file any more
        apply(log, change)
    noted = hashes(original)[min(count or LENGTH, LENGTH) - 1] if head else None

    found = both(log, noted, count)

    if not plan:
        assert found.status is (Status.BROKEN if count and count > LENGTH and not head else Status.INTACT)


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.integers(0), st.integers(1, 255))
def test_a_flipped_byte_anywhere_in_the_file_never_yields_other_records_called_intact(
    original: Path, tmp_path_factory: pytest.TempPathFactory, place: int, flip: int
) -> None:
    log = copy_of(original, tmp_path_factory.mktemp("flip"))
    content = bytearray(log.read_bytes())
    content[place % len(content)] ^= flip
    log.write_bytes(content)

    found = both(log)

    assert found.status is not Status.INTACT or hashes(log) == hashes(original)
