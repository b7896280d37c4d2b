"""What the database takes, refuses and keeps apart; every hash is recomputed inside it."""

from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.hub.answer import AnswerState, Batch, HubAnswer
from kiosk.hub.hub_reader import take
from kiosk.hub.line import About, hub_line
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.chain import NO_PREV, Point, Record, next_record
from kiosk.system_clock import system_clock
from tests.support.hub import HubUnderTest, clone, grow, in_log, push, station

VECTORS = [
    (
        *("1", "2026-03-07T09:00:00.000Z", "genesis", '{"epoch":"e","station":"s"}', NO_PREV),
        "efa5a70d7e28ab4fcb27192b435e122027481d45ca005e909a8503b21eb378b3",
    ),
    (
        *("2", "2026-03-07T09:00:01.250Z", "note", '{"n":null,"text":"Zoë → \\"QI\\"\\n"}'),
        "efa5a70d7e28ab4fcb27192b435e122027481d45ca005e909a8503b21eb378b3",
        "d304f489a2c3d5add1e7b4d2c6f7764976072fe5517721bcbb4bc149a6701486",
    ),
]


def chain_of(count: int, station_id: str = "5" * 32, text: str = "note") -> list[Record]:
    genesis = f'{{"epoch":"{"e" * 32}","station":"{station_id}"}}'
    made = [next_record(Point(), "2026-03-07T09:00:00.000Z", "genesis", genesis)]
    while len(made) < count:
        made.append(grown(made[-1], text))
    return made


def grown(after: Record, text: str = "note") -> Record:
    body = f'{{"text":"{text} {after.seq + 1}"}}'
    return next_record(Point(after.seq, after.hash), "2026-03-07T09:00:01.000Z", "note", body)


class Sender:
    """A station's connection, which sends what it is told to."""

    def __init__(self, hub: HubUnderTest, letter: str = "B") -> None:
        self.enrolment = read_enrolment(hub.enrol(letter))

    def send(self, records: list[Record], epoch: str = "e" * 32) -> HubAnswer:
        with hub_line(self.enrolment) as line:
            return line.push(Batch(epoch, tuple(records)), About(system_clock(), 0, "0", None))


@pytest.mark.parametrize("vector", VECTORS, ids=["first", "second"])
def test_the_database_hashes_a_record_as_the_test_vectors_say(hub: HubUnderTest, vector: tuple[str, ...]):
    with hub.owner() as conn:
        found = conn.execute("SELECT kiosk_hub.record_hash(%s, %s, %s, %s, %s)", vector[:5]).fetchone()

    assert found == (vector[5],)


def test_a_whole_log_arrives_as_it_is(hub: HubUnderTest, tmp_path: Path):
    folder = station(tmp_path / "b", 1234)

    done = push(folder, read_enrolment(hub.enrol()))

    assert (done.sent, done.count, done.good) == (1234, 1234, True)
    assert hub.records() == in_log(folder)
    assert hub.alarms() == []


def test_the_same_records_again_are_no_error_and_not_doubled(hub: HubUnderTest):
    sender, records = Sender(hub), chain_of(10)
    sender.send(records[:7])

    again = sender.send(records[3:])
    same = sender.send(records)

    assert (again.state, again.count, again.head) == (AnswerState.TAKEN, 10, records[-1].hash)
    assert (same.state, same.count) == (AnswerState.TAKEN, 10)
    assert len(hub.records()) == 10


def test_a_gap_is_refused_with_what_the_hub_has(hub: HubUnderTest):
    sender, records = Sender(hub), chain_of(10)
    sender.send(records[:4])

    answer = sender.send(records[6:])

    assert (answer.state, answer.count, answer.head) == (AnswerState.GAP, 4, records[3].hash)
    assert len(hub.records()) == 4


def test_another_record_at_the_same_place_is_kept_apart_and_alarmed_and_never_overwrites(hub: HubUnderTest):
    sender, records = Sender(hub), chain_of(10)
    sender.send(records)
    other = [grown(records[5], "other")]
    other.append(grown(other[0], "other"))

    answer = sender.send(other)
    more = sender.send([grown(other[-1], "other")])

    assert (answer.state, more.state) == (AnswerState.FORK, AnswerState.FORK)
    assert (answer.count, answer.head) == (10, records[-1].hash)
    assert {row[2] for row in hub.forks()} == {7, 8, 9}
    assert len(hub.records()) == 10
    assert hub.alarms() == ["fork"]


def test_a_branch_that_grows_longer_than_the_log_stays_apart(hub: HubUnderTest):
    sender, records = Sender(hub), chain_of(3)
    sender.send(records)
    other = [grown(records[1], "other")]
    for _ in range(6):
        other.append(grown(other[-1], "other"))

    states = [sender.send([one]).state for one in other]

    assert set(states) == {AnswerState.FORK}
    assert len(hub.forks()) == 7
    assert len(hub.records()) == 3


def test_a_record_that_follows_another_end_is_neither_taken_nor_called_a_fork(hub: HubUnderTest):
    sender, records = Sender(hub), chain_of(5)
    sender.send(records)
    elsewhere = grown(chain_of(5, text="other")[-1], "other")

    answer = sender.send([elsewhere])

    assert answer.state is AnswerState.ELSEWHERE
    assert hub.forks() == set()


@pytest.mark.parametrize(
    "change",
    [
        {"body": '{"text":"changed"}'},
        {"at": "2026-03-07T09:00:09.000Z"},
        {"kind": "fault"},
        {"prev": "1" * 64},
        {"hash": "2" * 64},
        {"hash": "not a hash"},
        {"seq": 99},
        {"seq": 0},
        {"seq": "2; DROP TABLE"},
    ],
    ids=str,
)
def test_a_changed_record_is_refused_with_the_whole_batch(hub: HubUnderTest, change: dict[str, object]):
    sender, records = Sender(hub), chain_of(5)
    records[1] = replace(records[1], **change)  # type: ignore[arg-type]

    answer = sender.send(records)

    assert answer.state is AnswerState.REFUSED
    assert hub.records() == set()
    assert hub.alarms() == ["bad_batch"]


def test_a_second_beginning_and_a_beginning_that_is_none_are_refused(hub: HubUnderTest):
    sender, records = Sender(hub), chain_of(2)
    again = next_record(Point(2, records[1].hash), records[1].at, "genesis", records[0].body)
    none = next_record(Point(), records[0].at, "note", records[0].body)
    nobody = next_record(Point(), records[0].at, "genesis", '{"epoch":"x"}')

    states = [sender.send([*records, again]).state, sender.send([none]).state, sender.send([nobody]).state]

    assert states == [AnswerState.REFUSED] * 3


def test_the_log_of_another_station_is_refused_and_alarmed(hub: HubUnderTest):
    sender = Sender(hub)
    sender.send(chain_of(3))

    answer = sender.send(chain_of(3, station_id="6" * 32))

    assert answer.state is AnswerState.ANOTHER_STATION
    assert hub.alarms() == ["other_station"]
    assert len(hub.records()) == 3


def test_nobody_claims_to_be_a_station_that_another_enrolment_has(hub: HubUnderTest):
    Sender(hub).send(chain_of(3))

    answer = Sender(hub, "C").send(chain_of(5))

    assert answer.state is AnswerState.ANOTHER_STATION
    assert hub.alarms() == ["other_enrolment"]
    assert len(hub.records()) == 3


def test_text_that_postgresql_cannot_show_is_kept_and_alarmed_and_null_in_the_view(hub: HubUnderTest):
    sender, records = Sender(hub), chain_of(2)
    odd = next_record(Point(2, records[1].hash), records[1].at, "note", '{"text":"a\\u0000b"}')

    answer = sender.send([*records, odd])

    assert answer.state is AnswerState.TAKEN
    assert hub.alarms() == ["unreadable"]
    with hub.owner() as conn:
        shown = conn.execute("SELECT seq, body, text FROM kiosk_hub.record_list ORDER BY seq").fetchall()
    assert [row[1] is None for row in shown] == [False, False, True]
    assert shown[2][2] == odd.body


def test_hostile_text_arrives_letter_by_letter(hub: HubUnderTest):
    sender, records = Sender(hub), chain_of(1)
    for text in ("'; DROP TABLE records; --", "{a,b,NULL}", '\\"\\\\', "%s %(x)s", "👩‍🚀\u202e", "NULL"):
        body = f'{{"text":"{text}"}}'
        records.append(next_record(Point(records[-1].seq, records[-1].hash), records[-1].at, "note", body))

    assert sender.send(records).state is AnswerState.TAKEN
    assert {row[5] for row in hub.records()} == {one.body for one in records}


def test_a_batch_for_another_hub_or_in_another_tongue_is_refused(hub: HubUnderTest):
    enrolment = read_enrolment(hub.enrol())

    with hub_line(replace(enrolment, hub="0" * 32)) as line:
        other = line.push(Batch("e", tuple(chain_of(1))), About(system_clock(), 0, "0"))

    assert other.state is AnswerState.WRONG_HUB
    with hub.owner() as conn:
        assert take(conn, enrolment.role, Batch("e" * 32, tuple(chain_of(1)))).state is AnswerState.TAKEN


def test_a_clone_that_writes_on_shows_as_a_fork_and_both_are_kept(hub: HubUnderTest, tmp_path: Path):
    enrolment = read_enrolment(hub.enrol())
    folder = station(tmp_path / "b", 20)
    push(folder, enrolment)
    copied = clone(folder, tmp_path / "copy")
    grow(folder, 5)
    grow(copied, 8)
    push(folder, enrolment)

    done = push(copied, enrolment)

    assert done.fork
    assert hub.records() == in_log(folder)
    assert hub.forks() == in_log(copied) - in_log(folder)
    assert hub.alarms() == ["fork"]
