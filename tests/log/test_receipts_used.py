"""What verifying and closing an event make of a hub's receipts."""

from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.log.chain import Status
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_head, read_records
from kiosk.log.receipt import Receipt
from kiosk.log.receipts_store import keep_receipt
from kiosk.log.verify_actions import verify
from tests.support.command_line import Station, write_setup
from tests.support.log_samples import make_log

HUB = "a1" * 16


def receipt_for(folder: Path) -> Receipt:
    head = read_head(folder / "log.db")
    return Receipt(
        HUB, "open-2026", head.station, head.epoch, head.count, head.hash, "2026-05-01T09:00:00.000Z"
    )


def test_verify_says_what_a_hub_has_acknowledged_and_does_not_call_that_witnessed(tmp_path: Path):
    make_log(tmp_path, 10)
    keep_receipt(tmp_path, receipt_for(tmp_path))

    found = verify(tmp_path, None, None)

    assert (found.status, found.witnessed, found.exit_code) == (Status.INTACT, False, 0)
    assert "The hub a1a1a1a1 has acknowledged 10 of them" in found.note


@pytest.mark.parametrize(("change", "bad"), [({"head": "f" * 64}, 10), ({"count": 12}, 11)])
def test_a_log_that_lacks_what_a_hub_has_acknowledged_is_broken(tmp_path: Path, change, bad: int):
    make_log(tmp_path, 10)
    keep_receipt(tmp_path, replace(receipt_for(tmp_path), **change))

    found = verify(tmp_path, None, None)

    assert (found.status, found.first_bad, found.exit_code) == (Status.BROKEN, bad, 1)
    assert "does not fit this log" in found.reason


def test_a_receipt_of_an_earlier_log_says_nothing(tmp_path: Path):
    make_log(tmp_path, 10)
    keep_receipt(tmp_path, replace(receipt_for(tmp_path), epoch="earlier"))

    assert verify(tmp_path, None, None).note == ""


def test_closing_an_event_records_what_hubs_have(tmp_path: Path):
    station = Station(tmp_path / "data")
    station.folder.mkdir()
    station.set_passcodes()
    station.as_director("setup", "--from", write_setup(tmp_path / "setup.toml"))
    opened = station.as_director("event", "open", "--yes")
    assert opened.code == 0, opened
    keep_receipt(station.folder, receipt_for(station.folder))

    closed = station.as_director("event", "close")

    assert closed.code == 0, closed
    kinds = [one.kind for one in read_records(station.folder / "log.db")]
    assert kinds[-3:] == [Kind.EVENT_CLOSED, Kind.PUSHED, Kind.CHECKPOINT]
