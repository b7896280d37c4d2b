"""An older log put back is noticed by a note beside it, and only a director goes on with it."""

import hashlib
from pathlib import Path

import pytest

from kiosk.errors import LogError, OlderLog
from kiosk.folder import ACKNOWLEDGED
from kiosk.log.bodies import NoteBody
from kiosk.log.chain import Head, Status
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_head, read_records, verify_log
from kiosk.log.receipt import Receipt
from kiosk.log.receipts_store import keep_receipt
from kiosk.log.standing_reader import Acknowledgement, note, noted_in
from kiosk.log.writer import Log
from tests.support.command_line import Station, write_setup
from tests.support.forgeries import by_sql, own_hash
from tests.support.log_samples import StepClock, adjudication, copy_of, make_log, rechain

HEAD = Head("s" * 32, "e" * 32, 27, "2026-03-07T09:00:00.000Z", "a" * 64)


def opened(folder: Path, accepted: str = "") -> Log:
    return Log.open(folder, StepClock(days=1), "B", accepted=accepted)


def grow(folder: Path, records: int) -> None:
    with opened(folder) as log:
        for _ in range(records):
            log.rule(adjudication())


@pytest.fixture
def put_back(tmp_path: Path) -> Path:
    """A data folder whose log had 13 records and has 5 again."""
    log = make_log(tmp_path / "data", 5)
    older = copy_of(log, tmp_path / "older")
    grow(tmp_path / "data", 8)
    copy_of(older, tmp_path / "data")
    return tmp_path / "data"


def test_an_older_log_put_back_is_refused_with_both_counts(put_back: Path) -> None:
    before = (put_back / "log.db").read_bytes()

    with pytest.raises(OlderLog, match=r"This log has 5 records; 13 were acknowledged"):
        opened(put_back)

    assert (put_back / "log.db").read_bytes() == before
    with pytest.raises(OlderLog):  # and trying again changes nothing
        opened(put_back)


def test_a_director_goes_on_with_it_and_that_is_a_record(put_back: Path) -> None:
    acknowledged = noted_in(put_back)
    assert acknowledged is not None
    with pytest.raises(OlderLog) as caught:
        opened(put_back)

    with opened(put_back, caught.value.mark) as log:
        number = log.rule(adjudication()).number

    found = list(read_records(put_back / "log.db"))
    assert number == "B-1"
    accepted = next(record.data for record in found if record.kind is Kind.RESTORED)
    assert (accepted["count"], accepted["acknowledged"]) == (5, 13)
    assert accepted["acknowledged_head"] == acknowledged.head
    assert verify_log(put_back / "log.db").status is Status.INTACT
    opened(put_back).close()


def test_what_is_accepted_is_what_was_told(put_back: Path) -> None:
    with pytest.raises(OlderLog) as caught:
        opened(put_back)
    make_log(put_back.parent / "other", 3)

    with pytest.raises(OlderLog):
        opened(put_back, caught.value.mark.replace("5 ", "6 ", 1))


def test_a_log_rewritten_from_some_record_on_is_refused(tmp_path: Path) -> None:
    log = make_log(tmp_path, 9)
    opened(tmp_path).close()
    rechain(log, 6)

    with pytest.raises(OlderLog, match="Record 9 of the 9 in this log is not the one"):
        opened(tmp_path)


@pytest.mark.parametrize("command", [("judge", "CAT"), ("event", "open"), ("event", "tonight")])
def test_no_command_goes_on_with_an_older_log(tmp_path: Path, command: tuple[str, ...]) -> None:
    station = Station(tmp_path / "data")
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml"))
    older = copy_of(tmp_path / "data" / "log.db", tmp_path / "older")
    station.run("judge", "CAT")
    copy_of(older, tmp_path / "data")
    before = (tmp_path / "data" / "log.db").read_bytes()

    refused = station.run(*command)

    assert (refused.code, "records; 3 were acknowledged" in refused.sentence) == (4, True), refused
    assert (tmp_path / "data" / "log.db").read_bytes() == before


# ---- what else the folder knows ----------------------------------------------------------------------------


def test_a_log_that_a_hub_has_more_of_is_refused_until_a_director_goes_on_with_it(put_back: Path) -> None:
    acknowledged = noted_in(put_back)
    assert acknowledged is not None
    keep_receipt(put_back, receipt_for(put_back, acknowledged))
    (put_back / ACKNOWLEDGED).unlink()

    with pytest.raises(OlderLog, match="receipt of the hub a1a1a1a1 for 13 records does not fit") as caught:
        opened(put_back)
    opened(put_back, caught.value.mark).close()

    opened(put_back).close()  # the receipt never fits again, and that was accepted


def test_what_was_accepted_of_a_hub_does_not_excuse_a_record_that_was_rewritten_since(put_back: Path) -> None:
    acknowledged = noted_in(put_back)
    assert acknowledged is not None
    keep_receipt(put_back, receipt_for(put_back, acknowledged))
    with pytest.raises(OlderLog) as caught:
        opened(put_back)
    with opened(put_back, caught.value.mark) as log:
        log.append(NoteBody("later"))
    rechain(put_back / "log.db", log.head().count)

    with pytest.raises(OlderLog, match="is not the one that was acknowledged"):
        opened(put_back)


def test_the_log_of_this_station_begun_anew_is_refused(put_back: Path) -> None:
    begin_anew(put_back)

    with pytest.raises(LogError, match=r"is not the log that was written here"):
        opened(put_back)

    (put_back / "log.lock").unlink()  # on purpose, as the sentence says
    opened(put_back).close()
    opened(put_back).close()


def test_a_receipt_of_a_log_that_was_exchanged_for_another_of_this_station_is_told(put_back: Path) -> None:
    acknowledged = noted_in(put_back)
    assert acknowledged is not None
    keep_receipt(put_back, receipt_for(put_back, acknowledged))
    (put_back / ACKNOWLEDGED).unlink()
    begin_anew(put_back)

    with pytest.raises(LogError, match=r"is not the log that was written here"):
        opened(put_back)


def test_a_crash_between_a_log_begun_on_purpose_and_its_note_is_no_doubt(put_back: Path) -> None:
    for name in ("log.db", "log.lock"):
        (put_back / name).unlink()
    with pytest.MonkeyPatch.context() as dying:
        dying.setattr(Log, "_note", lambda self: None)
        opened(put_back).close()

    opened(put_back).close()


def begin_anew(folder: Path) -> None:
    """A log that says it is this station's, and is another than the one that was written here."""
    rows, prev = list(read_records(folder / "log.db")), "0" * 64
    for one in rows:
        body = one.body.replace(rows[0].data["epoch"], "e" * 32)
        own = own_hash(one.seq, one.at, str(one.kind), body, prev)
        by_sql(
            folder / "log.db",
            "UPDATE records SET body = ?, prev = ?, hash = ? WHERE seq = ?",
            values=(body, prev, own, one.seq),
        )
        prev = own


@pytest.mark.parametrize("middle", ["twelve", "", "١٢", "9" * 30])
def test_a_note_that_this_program_cannot_have_written_is_told_with_a_sentence(
    put_back: Path, middle: str
) -> None:
    line = f"{'e' * 32} {middle} {'f' * 64}"
    check = hashlib.sha256(line.encode("ascii", "replace").decode().encode()).hexdigest()[:16]
    (put_back / ACKNOWLEDGED).write_bytes(f"{line} {check}\n".encode("ascii", "replace"))

    with pytest.raises(LogError, match=r"log\.acknowledged beside it is not as this program writes it"):
        opened(put_back)


def receipt_for(folder: Path, acknowledged: Acknowledgement) -> Receipt:
    head = read_head(folder / "log.db")
    return Receipt("a1" * 16, "open", head.station, head.epoch, acknowledged.count, acknowledged.head, "then")


# ---- what is no older log ----------------------------------------------------------------------------------


def test_a_log_longer_than_the_note_is_normal(tmp_path: Path) -> None:
    """What kill -9 between the commit and the note leaves, and what a power cut leaves that lost the note."""
    make_log(tmp_path, 5)
    opened(tmp_path).close()
    older_note = (tmp_path / ACKNOWLEDGED).read_bytes()
    grow(tmp_path, 3)
    (tmp_path / ACKNOWLEDGED).write_bytes(older_note)

    with opened(tmp_path) as log:
        assert log.append(NoteBody()).seq == 10  # a clock jump is one of them


@pytest.mark.parametrize("kept", [0, 1, 40, 100, 120])
def test_a_torn_note_is_none(put_back: Path, kept: int) -> None:
    whole = (put_back / ACKNOWLEDGED).read_bytes()
    (put_back / ACKNOWLEDGED).write_bytes(whole[:kept] + bytes(len(whole) - kept))

    assert noted_in(put_back) is None
    opened(put_back).close()


def test_a_note_torn_anywhere_says_nothing_that_was_not_noted(tmp_path: Path) -> None:
    note(tmp_path, HEAD)
    first = (tmp_path / ACKNOWLEDGED).read_bytes()
    note(tmp_path, Head(HEAD.station, HEAD.epoch, 28, HEAD.at, "b" * 64))
    second = (tmp_path / ACKNOWLEDGED).read_bytes()
    assert len(first) == len(second) < 512
    told = [Acknowledgement(HEAD.epoch, count, one * 64) for count, one in ((27, "a"), (28, "b"))]
    for place in range(1, len(first)):
        (tmp_path / ACKNOWLEDGED).write_bytes(second[:place] + first[place:])

        assert noted_in(tmp_path) in (None, *told)


def test_a_note_of_another_log_says_nothing_of_this_one(put_back: Path) -> None:
    for name in ("log.db", "log.lock"):  # how a new log is begun on purpose
        (put_back / name).unlink()

    opened(put_back).close()


def test_a_folder_without_a_note_has_one_after_the_first_opening(tmp_path: Path) -> None:
    make_log(tmp_path, 5)
    (tmp_path / ACKNOWLEDGED).unlink()
    assert noted_in(tmp_path) is None

    with opened(tmp_path) as log:
        head = log.head()

    assert noted_in(tmp_path) == Acknowledgement(head.epoch, 5, head.hash)


def test_a_note_that_cannot_be_written_costs_nothing_else(tmp_path: Path) -> None:
    make_log(tmp_path, 5)
    (tmp_path / ACKNOWLEDGED).unlink()
    (tmp_path / ACKNOWLEDGED).mkdir()

    with opened(tmp_path) as log:
        assert log.append(NoteBody()).seq == 6
