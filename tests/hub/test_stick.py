"""Without a network: the same batches on a stick, in any order, twice, late, and nobody else's."""

from pathlib import Path

import pytest

from kiosk.errors import HubError
from kiosk.hub.actions import export, strike, take_in
from kiosk.hub.stick_store import read_enrolment
from tests.support.hub import HubUnderTest, clone, grow, in_log, push, station


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def files(stick: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in stick.iterdir()}


def test_a_log_travels_on_a_stick(hub: HubUnderTest, tmp_path: Path, stick: Path):
    folder, file = station(tmp_path / "b", 1203), hub.enrol()

    done = export(folder, file, stick)
    taken = take_in(hub.where, stick)

    assert (done.count, done.files, done.new) == (1203, 3, 3)
    assert all(one.good for one in taken)
    assert hub.records() == in_log(folder)


def test_the_same_records_give_the_same_bytes(hub: HubUnderTest, tmp_path: Path, stick: Path):
    folder, file = station(tmp_path / "b", 700), hub.enrol()
    export(folder, file, stick)
    before = files(stick)

    again = export(folder, file, stick)

    assert again.new == 0
    assert files(stick) == before


def test_a_batch_is_for_one_pair_of_eyes_where_the_stick_knows_rights(
    hub: HubUnderTest, tmp_path: Path, stick: Path
):
    export(station(tmp_path / "b", 3), hub.enrol(), stick)

    assert [path.stat().st_mode & 0o777 for path in stick.iterdir()] == [0o600]


def test_batches_come_in_any_order_twice_and_late(hub: HubUnderTest, tmp_path: Path, stick: Path):
    folder, file = station(tmp_path / "b", 1203), hub.enrol()
    export(folder, file, stick)
    names = sorted(stick.iterdir())
    apart = [tmp_path / f"stick-{number}" for number in range(3)]
    for place, path in zip(apart, names, strict=True):
        place.mkdir()
        path.rename(place / path.name)

    last_first = take_in(hub.where, apart[2])
    for place in (apart[0], apart[2], apart[1], apart[1], apart[0]):
        take_in(hub.where, place)
    push(folder, read_enrolment(file))
    late = take_in(hub.where, apart[2])

    assert not last_first[0].good
    assert "records 1 to 1000 are missing" in last_first[0].said
    assert late[0].good
    assert hub.records() == in_log(folder)
    assert hub.alarms() == []


def test_a_stick_of_a_laptop_that_was_struck_off_since_counts_if_the_director_says_so(
    hub: HubUnderTest, tmp_path: Path, stick: Path
):
    """It may be all that is left of a lost laptop, or a thief's."""
    folder, file = station(tmp_path / "b", 20), hub.enrol()
    export(folder, file, stick)
    strike(hub.where, "B")

    (left,) = take_in(hub.where, stick)
    before = hub.records()
    taken = take_in(hub.where, stick, struck=True)

    assert not left.good
    assert "an enrolment that is struck off, so it was left" in left.said
    assert before == set()
    assert all(one.good for one in taken)
    assert hub.records() == in_log(folder)


def test_a_clone_on_a_stick_is_kept_apart(hub: HubUnderTest, tmp_path: Path, stick: Path):
    folder, file = station(tmp_path / "b", 20), hub.enrol()
    copied = clone(folder, tmp_path / "copy")
    grow(folder, 2)
    grow(copied, 3)
    push(folder, read_enrolment(file))
    export(copied, file, stick)

    taken = take_in(hub.where, stick)

    assert not taken[0].good
    assert "kept apart, and alarmed" in taken[0].said
    assert hub.forks() == in_log(copied) - in_log(folder)
    assert hub.alarms() == ["fork"]


@pytest.mark.parametrize("damage", [b"", b"{", b"not a batch", b'{"kiosk_hub_batch":1}', b"[]", b"\xff\xfe"])
def test_what_is_no_batch_is_told_and_left(hub: HubUnderTest, stick: Path, damage: bytes):
    (stick / "x.kiosk-batch").write_bytes(damage)

    (only,) = take_in(hub.where, stick)

    assert not only.good
    assert hub.records() == set()


def test_a_changed_or_forged_batch_is_left(hub: HubUnderTest, tmp_path: Path, stick: Path):
    """Anybody can compute a chain; only the station can prove that it is the station's."""
    folder, file = station(tmp_path / "b", 20), hub.enrol()
    export(folder, file, stick)
    (path,) = stick.iterdir()
    payload, proof, _ = path.read_bytes().split(b"\n")
    path.write_bytes(payload.replace(b"note 7", b"note 8") + b"\n" + proof + b"\n")

    (only,) = take_in(hub.where, stick)

    assert "was not made with an enrolment of this hub, or was changed" in only.said
    assert hub.records() == set()


def test_a_batch_for_another_hub_is_left(hub: HubUnderTest, server, tmp_path: Path, stick: Path):
    other = HubUnderTest(server, tmp_path)
    export(station(tmp_path / "b", 20), other.enrol("B"), stick)

    (only,) = take_in(hub.where, stick)

    assert "is for another hub" in only.said


def test_a_stick_that_is_not_there_is_a_plain_sentence(hub: HubUnderTest, tmp_path: Path):
    with pytest.raises(HubError, match="Put the stick in"):
        export(station(tmp_path / "b", 3), hub.enrol(), tmp_path / "gone")
    with pytest.raises(HubError, match="Put the stick in"):
        take_in(hub.where, tmp_path / "gone")
    with pytest.raises(HubError, match="reader's enrolment"):
        export(tmp_path / "b", hub.reader(), tmp_path)
