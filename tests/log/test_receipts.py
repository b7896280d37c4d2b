"""Receipts of hubs: held to the station's own chain, recorded while it idles, never for themselves."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.folder import RECEIPTS
from kiosk.log.bodies import NoteBody
from kiosk.log.chores_run import MINUTE_MS, RECEIPTS_MS, Chores
from kiosk.log.kinds import Kind
from kiosk.log.late_writer import DeferredLog
from kiosk.log.reader import read_records
from kiosk.log.receipt import Receipt
from kiosk.log.receipts_store import ReceiptBook, keep_receipt, receipt_of, receipts_in, record_receipts
from kiosk.setup.store import load_demonstration
from tests.support.log_samples import make_log

HUB, OTHER = "a1" * 16, "b2" * 16


class Clock:
    now_ms = 5

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def log(tmp_path: Path) -> Iterator[DeferredLog]:
    make_log(tmp_path, 10)
    opened = DeferredLog(tmp_path)
    opened.open()
    opened.append(NoteBody("the clock has jumped since, and that is on record"))
    yield opened
    opened.close()


def receipt(log: DeferredLog, count: int | None = None, hub: str = HUB) -> Receipt:
    """What a hub gives for the first *count* records, or all."""
    head = log.ready().head()
    records = list(read_records(log.ready().path))
    at = count or head.count
    return Receipt(
        hub, "open", head.station, head.epoch, at, records[at - 1].hash, "2026-05-01T09:00:00.000Z"
    )


def of_kind(log: DeferredLog, kind: Kind) -> list[dict[str, object]]:
    return [dict(one.data) for one in read_records(log.ready().path) if one.kind == kind]


def record(log: DeferredLog, book: ReceiptBook | None = None) -> None:
    folder = log.ready().path.parent
    record_receipts(book or ReceiptBook(folder), log.ready().path, log.append)


def test_a_receipt_that_fits_is_recorded_once(log: DeferredLog, tmp_path: Path):
    given = receipt(log)
    keep_receipt(tmp_path, given)

    record(log)
    record(log)

    (only,) = of_kind(log, Kind.PUSHED)
    assert (only["hub"], only["count"], only["head"], only["hub_at"]) == (HUB, 12, given.head, given.at)


def test_receipts_for_receipts_are_not_recorded_or_it_would_never_end(log: DeferredLog, tmp_path: Path):
    for hub in (HUB, OTHER):
        keep_receipt(tmp_path, receipt(log, hub=hub))
    record(log)

    for _ in range(3):
        for hub in (HUB, OTHER):
            keep_receipt(tmp_path, receipt(log, hub=hub))
        record(log)

    assert [one["hub"] for one in of_kind(log, Kind.PUSHED)] == [HUB, OTHER]


def test_what_came_since_is_recorded_again(log: DeferredLog, tmp_path: Path):
    keep_receipt(tmp_path, receipt(log))
    record(log)
    log.append(NoteBody("something new"))
    keep_receipt(tmp_path, receipt(log))

    record(log)

    assert len(of_kind(log, Kind.PUSHED)) == 2


def test_a_receipt_that_does_not_fit_is_told_once_and_never_recorded_as_pushed(
    log: DeferredLog, tmp_path: Path
):
    book = ReceiptBook(tmp_path)
    for wrong in (replace(receipt(log), head="f" * 64), replace(receipt(log), count=99)):
        keep_receipt(tmp_path, wrong)
        record(log, book)
        record(log, book)

    assert of_kind(log, Kind.PUSHED) == []
    told = [str(one["text"]) for one in of_kind(log, Kind.NOTE) if "receipt" in str(one["text"])]
    assert len(told) == 2
    assert "does not fit this log" in told[0]


def test_the_receipt_of_a_log_that_was_here_before_is_passed_by(log: DeferredLog, tmp_path: Path):
    keep_receipt(tmp_path, replace(receipt(log), epoch="another"))

    record(log)

    assert len(list(read_records(log.ready().path))) == 12


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"{}" * 10_000])
def test_a_torn_receipt_is_none(tmp_path: Path, content: bytes):
    (tmp_path / RECEIPTS).mkdir()
    (tmp_path / RECEIPTS / HUB).write_bytes(content)

    assert receipt_of(tmp_path, HUB) is None
    assert receipts_in(tmp_path) == ()


def test_a_receipt_under_another_name_and_a_pipe_are_none(log: DeferredLog, tmp_path: Path):
    import os

    keep_receipt(tmp_path, receipt(log))
    (tmp_path / RECEIPTS / HUB).rename(tmp_path / RECEIPTS / OTHER)
    os.mkfifo(tmp_path / RECEIPTS / HUB)
    (tmp_path / RECEIPTS / "notes.txt").write_text("mine")

    assert receipts_in(tmp_path) == ()


def test_the_station_records_receipts_at_most_every_ten_minutes_and_only_while_idle(
    log: DeferredLog, tmp_path: Path
):
    clock = Clock()
    chores = Chores(log, clock, start=lambda words, limit_s: pytest.fail("nothing else is due"))
    settings = load_demonstration()
    counts = []
    for minute in range(45):
        log.append(NoteBody(f"minute {minute}"))
        keep_receipt(tmp_path, receipt(log))
        clock.now_ms += MINUTE_MS if minute else 0
        chores._check_due_ms = clock.now_ms + MINUTE_MS  # the daily check is another matter
        chores.tick(settings, idle=minute not in (10, 11))
        counts.append(len(of_kind(log, Kind.PUSHED)))

    assert RECEIPTS_MS == 10 * MINUTE_MS
    assert counts[11] == 0  # due since a minute, and somebody plays
    assert counts[12] == 1
    assert counts[21] == 1
    assert counts[-1] == 4


def test_without_receipts_nothing_is_read_or_written(log: DeferredLog):
    record(log)

    assert len(list(read_records(log.ready().path))) == 12
