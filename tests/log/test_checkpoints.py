"""A checkpoint holds what a start needs: nothing before it is read, and nothing it stands for is lost."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.errors import LogBroken
from kiosk.log.bodies import LockedBody, NoteBody
from kiosk.log.body import Body
from kiosk.log.chain import record_hash
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import open_reader
from kiosk.log.reader import read_records, reading
from kiosk.log.standing_reader import WALKED, read_standing, read_tail
from kiosk.log.writer import Log
from tests.support.bodies import body
from tests.support.forgeries import by_sql
from tests.support.log_samples import StepClock, adjudication, make_log, tamper

LIFE: list[Body] = [
    body(Kind.STARTED),
    body(Kind.STOPPED, how="director"),
    body(Kind.UNCLEAN_STOP),
    body(Kind.EVENT_OPENED, event="open-2026", name="The Open"),
    body(Kind.EVENT_OPENED, event="club", name="The Club"),
    body(Kind.EVENT_CLOSED, event="open-2026"),
    body(Kind.SET_UP, digest="ab"),
    body(Kind.SET_UP_ACCEPTED, digest="cd"),
    body(Kind.PASSCODE_SET, role="director"),
    body(Kind.PASSCODE_SET, role="judge"),
    body(Kind.ACCESS_MISSING),
    body(Kind.GUARDS),
    body(Kind.LOCKED, why="Focus lost"),
    body(Kind.OUT_OF_SERVICE, why="No disk"),
    body(Kind.UNLOCK, role="director", resumed="locked"),
    body(Kind.UNLOCK, role="director", where="station"),
    body(Kind.VIOLATION, what="Focus lost", locks=False),
    body(Kind.VIOLATION, what="Focus lost", echoes=3),
    body(Kind.CLOSED, number="B-1"),
    body(Kind.CLOSED, number="B-2"),
]


def lived(folder: Path, steps: list[int | str]) -> None:
    with Log.open(folder, StepClock(), "B") as log:
        for step in steps:
            if step == "ruling":
                log.rule(adjudication())
            elif step == "checkpoint":
                log.checkpoint()
            else:
                log.append(LIFE[int(step)])


def without_checkpoints(steps: list[int | str]) -> list[int | str]:
    return [step for step in steps if step != "checkpoint"]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.lists(st.one_of(st.integers(0, len(LIFE) - 1), st.sampled_from(["ruling", "checkpoint"])), max_size=30)
)
def test_a_log_with_checkpoints_stands_where_the_same_log_without_them_stands(
    tmp_path_factory: pytest.TempPathFactory, steps: list[int | str]
) -> None:
    with_them, without = tmp_path_factory.mktemp("with"), tmp_path_factory.mktemp("without")
    lived(with_them, steps)
    lived(without, without_checkpoints(steps))
    found = [read_standing(folder / "log.db") for folder in (with_them, without)]
    tails = []
    for folder in (with_them, without):
        with reading(folder / "log.db") as conn:
            tails.append(read_tail(conn))

    assert tails[0].past.rulings == tails[1].past.rulings
    assert (found[0].closed, found[0].locked) == (found[1].closed, found[1].locked)
    assert len(found[0].violations) == len(found[1].violations)
    pasts = [one.past for one in found]
    assert (pasts[0].passcodes, pasts[0].access_missed) == (pasts[1].passcodes, pasts[1].access_missed)
    assert (pasts[0].event and pasts[0].event.id) == (pasts[1].event and pasts[1].event.id)
    assert pasts[0].setup == pasts[1].setup
    runs = [tail.previous_run and (tail.previous_run.clean, tail.previous_run.unclosed) for tail in tails]
    assert runs[0] == runs[1]


def test_a_checkpoint_says_what_a_start_needs(tmp_path: Path) -> None:
    with Log.open(tmp_path, StepClock(), "B") as log:
        log.rule(adjudication())
        locked = log.append(LockedBody("Focus lost"))
        head = log.head()
        log.checkpoint(given_out=True)

    data = list(read_records(tmp_path / "log.db"))[-1].data
    del data["clock"]
    ruling = list(read_records(tmp_path / "log.db"))[1]
    assert data == {
        "count": head.count,
        "head": head.hash,
        "rulings": 1,
        "closed": "Focus lost",
        "standing": [[ruling.seq, ruling.hash], [locked.seq, locked.hash]],
        "from": 1,
        "given_out": True,
    }


def test_a_start_on_a_long_log_reads_only_its_end_and_no_index(
    tmp_path: Path,
) -> None:
    make_log(tmp_path, 3000)
    Log.open(tmp_path, StepClock(days=1), "B").close()  # 3,000 records without a checkpoint: one is due
    asked: list[str] = []
    with reading(tmp_path / "log.db") as conn:
        conn.set_trace_callback(asked.append)
        tail = read_tail(conn, walked=3000)
        plans = [conn.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall() for sql in asked]

    assert (tail.since, tail.checkpoint, tail.head.count) == (3001, 3001, 3001)
    assert not [
        step for plan in plans for step in plan if "INDEX" in step[3] and "PRIMARY KEY" not in step[3]
    ]
    pages = [sql for sql in asked if "seq >= " in sql]
    assert [sql.partition("seq >= ")[2].split()[0] for sql in pages] == [
        *("2002", "2502", "3002"),  # as many as lie between two checkpoints
        *("3001", "3002"),  # what follows the last one
    ]


def test_a_hole_before_a_checkpoint_that_readers_of_a_long_log_tell_stops_its_writer_too(
    tmp_path: Path,
) -> None:
    make_log(tmp_path, WALKED + 1)
    Log.open(tmp_path, StepClock(days=1), "B").close()  # it writes a checkpoint
    by_sql(tmp_path / "log.db", f"DELETE FROM records WHERE seq = {WALKED - 100}")  # noqa: S608
    with open_reader(tmp_path / "log.db") as reader:
        assert "19900 is missing" in reader.doubt

    with pytest.raises(LogBroken, match="19900 is missing"):
        Log.open(tmp_path, StepClock(days=1), "B")


def test_opening_a_log_with_a_thousand_records_since_the_last_checkpoint_adds_one(tmp_path: Path) -> None:
    make_log(tmp_path, 999)
    with Log.open(tmp_path, StepClock(days=1), "B") as log:
        assert log.since_checkpoint == 999
        log.append(NoteBody())
    with Log.open(tmp_path, StepClock(days=1), "B") as log:
        assert (log.since_checkpoint, log.head().count) == (0, 1001)
        assert (log.verified_since, log.append(NoteBody()).seq) == (1, 1002)
    with Log.open(tmp_path, StepClock(days=1), "B") as log:
        assert (log.since_checkpoint, log.verified_since) == (1, 1)


def test_the_head_of_a_checkpoint_that_nobody_got_is_not_called_given_out(tmp_path: Path) -> None:
    with Log.open(tmp_path, StepClock(), "B") as log:
        log.checkpoint()

    assert list(read_records(tmp_path / "log.db"))[-1].data["given_out"] is False


@pytest.mark.parametrize("what", ["changed", "gone", "exchanged with its hash"])
def test_a_record_that_a_checkpoint_names_cannot_be_exchanged(tmp_path: Path, what: str) -> None:
    with Log.open(tmp_path, StepClock(), "B") as log:
        log.append(LockedBody("Focus lost"))
        log.checkpoint()
        log.append(NoteBody())
    other = next(read_records(tmp_path / "log.db")).hash
    tamper(
        tmp_path / "log.db",
        {
            "changed": "UPDATE records SET body = '{}' WHERE seq = 2",
            "gone": "DELETE FROM records WHERE seq = 2",
            "exchanged with its hash": f"UPDATE records SET hash = '{other}' WHERE seq = 2",  # noqa: S608
        }[what],
    )

    with pytest.raises(LogBroken) as caught:
        Log.open(tmp_path, StepClock(days=1), "B")

    assert caught.value.first_bad == 2


def test_a_log_of_an_older_version_opens_right_and_gets_its_first_checkpoint(tmp_path: Path) -> None:
    make_log(tmp_path, 1500)
    with Log.open(tmp_path, StepClock(days=1), "B") as log:
        first = log.head().count
        log.rule(adjudication())
        log.append(body(Kind.CHECKPOINT, count=1, head="x"))
    with Log.open(tmp_path, StepClock(days=2), "B") as log:
        assert (first, log.rule(adjudication()).number) == (1501, "B-2")


def test_after_the_whole_log_was_verified_a_checkpoint_says_so(tmp_path: Path) -> None:
    make_log(tmp_path, WALKED + 1)
    Log.open(tmp_path, StepClock(days=1), "B").close()
    with Log.open(tmp_path, StepClock(days=1), "B") as log:
        assert log.checkpoint().data["from"] == WALKED + 2
        log.verify()
        assert log.checkpoint().data["from"] == 1


_AFTER_THE_HOLE = ("DELETE FROM records WHERE seq = 3", "DELETE FROM records WHERE seq IN (2, 3, 4)")


@pytest.mark.parametrize("statement", _AFTER_THE_HOLE)
def test_nothing_is_written_over_a_hole_though_a_checkpoint_follows_it(
    tmp_path: Path, statement: str
) -> None:
    log = _with_a_checkpoint(tmp_path)
    tamper(log, statement)

    _refused_unchanged(log)


@pytest.mark.parametrize("field", ["body", "kind"])
def test_nothing_is_written_over_a_record_whose_own_hash_was_made_again_before_a_checkpoint(
    tmp_path: Path, field: str
) -> None:
    log = _with_a_checkpoint(tmp_path)
    seq, at, kind, text, prev = row_of(log, 3)
    kind, text = (kind, text.replace("note 1", "note 7")) if field == "body" else ("stopped", text)
    own = record_hash(seq, *(one.encode() for one in (at, kind, text, prev)))
    tamper(log, f"UPDATE records SET kind = '{kind}', body = '{text}', hash = '{own}' WHERE seq = 3")  # noqa: S608

    _refused_unchanged(log)


def test_a_checkpoint_that_follows_another_record_than_the_one_before_it_is_found(tmp_path: Path) -> None:
    log = _with_a_checkpoint(tmp_path)
    prev, statements = "ab" * 32, []
    for seq in (11, 12):  # the checkpoint, which is made to follow another record, and what follows it
        _, at, kind, text, _ = row_of(log, seq)
        own = record_hash(seq, *(one.encode() for one in (at, kind, text, prev)))
        statements.append(f"UPDATE records SET prev = '{prev}', hash = '{own}' WHERE seq = {seq}")  # noqa: S608
        prev = own
    tamper(log, *statements)

    _refused_unchanged(log)


def _with_a_checkpoint(folder: Path) -> Path:
    """A log of ten notes and, after them, a checkpoint and one more."""
    log = make_log(folder, 10)
    with Log.open(folder, StepClock(days=1), "B") as writer:
        writer.checkpoint()
        writer.append(NoteBody())
    return log


def row_of(log: Path, seq: int) -> tuple[int, str, str, str, str]:
    record = next(one for one in read_records(log) if one.seq == seq)
    return record.seq, record.at, str(record.kind), record.body, record.prev


def _refused_unchanged(log: Path) -> None:
    before = log.read_bytes()

    with pytest.raises(LogBroken, match="The log does not hold"):
        Log.open(log.parent, StepClock(days=1), "B")

    assert log.read_bytes() == before
