"""The chain by itself: each link, each way to break it, and what a noted head adds."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import LogError
from kiosk.log.chain import (
    NO_PREV,
    START,
    FileState,
    Head,
    Noted,
    Point,
    Record,
    Row,
    Status,
    check_link,
    identity,
    in_file,
    next_record,
    parse_noted,
    record_hash,
    unreadable,
    verdict_on,
    walk,
)
from kiosk.log.kinds import Kind

AT = "2026-03-07T09:00:00.000Z"
GENESIS = '{"epoch":"e","station":"s"}'


def chain(length: int, text: str = "x") -> list[Record]:
    records, here = [], START
    for number in range(length):
        kind, body = (Kind.NOTE, f'{{"text":"{text}{number}"}}') if number else (Kind.GENESIS, GENESIS)
        records.append(next_record(here, AT, kind, body))
        here = Point(records[-1].seq, records[-1].hash)
    return records


def row(record: Record) -> Row:
    texts = (record.at, record.kind.value, record.body, record.prev, record.hash)
    return (record.seq, *(bytearray(text.encode()) for text in texts))  # type: ignore[return-value]


def rows(length: int = 6) -> list[Row]:
    return [row(record) for record in chain(length)]


def changed(one: Row, field: int, value: object) -> Row:
    return (*one[:field], value, *one[field + 1 :])  # type: ignore[return-value]


def test_the_hashes_are_those_the_design_document_gives_as_test_vectors() -> None:
    first = next_record(START, AT, Kind.GENESIS, GENESIS)
    after = Point(1, first.hash)
    second = next_record(after, "2026-03-07T09:00:01.250Z", Kind.NOTE, r'{"n":null,"text":"Zoë → \"QI\"\n"}')

    assert first.prev == NO_PREV
    assert first.hash == "efa5a70d7e28ab4fcb27192b435e122027481d45ca005e909a8503b21eb378b3"
    assert second.hash == "d304f489a2c3d5add1e7b4d2c6f7764976072fe5517721bcbb4bc149a6701486"


def test_a_chain_holds_to_its_end() -> None:
    records = chain(6)

    walked = walk(row(record) for record in records)

    assert walked.fault is None
    assert walked.end == Point(6, records[-1].hash)
    assert not walked.witnessed


def test_a_tail_is_verified_from_the_place_before_it() -> None:
    records = chain(6)

    walked = walk([row(record) for record in records[3:]], Point(3, records[2].hash))

    assert walked.fault is None


@pytest.mark.parametrize("field", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("at", [1, 4, 6])
def test_a_changed_field_is_found_at_its_record(field: int, at: int) -> None:
    tampered = rows()
    value = tampered[at - 1][field]
    assert isinstance(value, bytearray)
    tampered[at - 1] = changed(tampered[at - 1], field, value[:-1] + bytes([value[-1] ^ 1]))

    walked = walk(tampered)

    assert walked.fault is not None
    assert walked.fault.seq == at
    assert walked.end.count == at - 1


@pytest.mark.parametrize(
    ("value", "field"), [(None, 0), ("3", 0), (3.0, 0), (None, 3), ("text", 3), (7, 1), (None, 5), (5, 5)]
)
def test_a_value_of_another_type_is_a_broken_record(value: object, field: int) -> None:
    tampered = rows()
    tampered[2] = changed(tampered[2], field, value)

    walked = walk(tampered)

    assert walked.fault is not None
    assert walked.fault.seq == 3


@pytest.mark.parametrize("field", [1, 2, 3, 4, 5])
def test_a_text_that_became_a_blob_is_a_broken_record(field: int) -> None:
    tampered = rows()
    text = tampered[2][field]
    assert isinstance(text, bytearray)
    tampered[2] = changed(tampered[2], field, bytes(text))

    walked = walk(tampered)

    assert walked.fault is not None
    assert (walked.fault.seq, "not text" in walked.fault.reason) == (3, True)


@pytest.mark.parametrize(
    ("order", "first_bad"),
    [
        ([0, 1, 3, 4, 5], 3),  # one missing
        ([1, 2, 3], 1),  # the first missing
        ([0, 1, 3, 2, 4], 3),  # two swapped
        ([0, 1, 1, 2], 2),  # one twice
    ],
)
def test_a_wrong_order_is_found_at_the_first_record_out_of_place(order: list[int], first_bad: int) -> None:
    straight = rows()

    walked = walk([straight[index] for index in order])

    assert walked.fault is not None
    assert walked.fault.seq == first_bad


def test_a_record_before_the_first_is_the_first_bad_one() -> None:
    walked = walk([changed(rows(1)[0], 0, -4), *rows()])

    assert walked.fault is not None
    assert walked.fault.seq == -4


def test_a_record_of_another_log_does_not_follow() -> None:
    mixed = rows()
    mixed[3] = row(chain(6, "other")[3])

    walked = walk(mixed)

    assert walked.fault is not None
    assert walked.fault.seq == 4
    assert "does not follow" in walked.fault.reason


def test_a_second_beginning_is_a_fault() -> None:
    first = chain(2)
    second = next_record(Point(2, first[1].hash), AT, Kind.GENESIS, GENESIS)

    fault = check_link(2, first[1].hash.encode(), row(second))

    assert fault is not None
    assert fault.seq == 3


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (Kind.NOTE, GENESIS),
        (Kind.GENESIS, "{}"),
        (Kind.GENESIS, "[1]"),
        (Kind.GENESIS, "not json"),
        (Kind.GENESIS, '{"epoch":1,"station":"s"}'),
        (Kind.GENESIS, "[" * 100_000),
    ],
)
def test_a_log_begins_by_saying_which_one_it_is(kind: Kind, body: str) -> None:
    walked = walk([row(next_record(START, AT, kind, body))])

    assert walked.fault is not None
    assert walked.fault.seq == 1


def nested(levels: int) -> str:
    """A body of so many levels, the object around it among them; brackets in strings are none."""
    inner = "[" * (levels - 1) + '"[[{"' + "]" * (levels - 1)
    return f'{{"epoch":"e","more":{inner},"station":"s"}}'


@pytest.mark.parametrize(
    ("body", "good"),
    [
        ('{"epoch":"e","station":1,"station":"s"}', True),  # of a key that occurs twice the last counts
        ('{"epoch":"e","station":"s","station":1}', False),
        ('{"big":%s,"epoch":"e","station":"s"}' % ("9" * 5000), True),
        ('{"big":-1.5e999999,"epoch":"e","station":"s"}', True),
        ('{"big":NaN,"epoch":"e","station":"s"}', False),
        ('{"big":-Infinity,"epoch":"e","station":"s"}', False),
        ('\ufeff{"epoch":"e","station":"s"}', False),
        (' \t\r\n{"epoch":"e","station":"s"} ', True),
        ('{"epoch":"e","station":"s"}x', False),
        ('{"epoch":"\x01","station":"s"}', False),
        (nested(64), True),
        (nested(65), False),
    ],
)
def test_the_first_body_is_json_by_the_standard_and_not_by_python(body: str, good: bool) -> None:
    walked = walk([row(next_record(START, AT, Kind.GENESIS, body))])

    assert (walked.fault is None) is good


def test_the_identity_is_station_and_epoch() -> None:
    assert identity(GENESIS.encode()) == ("s", "e")
    assert identity(b"\xff") is None


# ---- what was noted outside --------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 4, 6])
@pytest.mark.parametrize("digits", [16, 40, 64])
def test_a_head_that_was_noted_makes_the_log_witnessed(count: int, digits: int) -> None:
    records = chain(6)
    note = Noted(records[count - 1].hash[:digits], count)

    walked = walk([row(record) for record in records], note=note)

    assert walked.fault is None
    assert walked.witnessed


def test_a_head_alone_is_looked_for_in_the_whole_log() -> None:
    records = chain(6)

    assert walk([row(record) for record in records], note=Noted(records[2].hash)).witnessed


@pytest.mark.parametrize(
    ("note", "first_bad"),
    [
        (Noted("f" * 64, 4), 4),  # replaced
        (Noted("f" * 64), None),  # nowhere to be found
        (Noted("f" * 64, 9), 7),  # cut off
        (Noted("", 9), 7),  # too few
    ],
)
def test_a_log_that_is_not_as_noted_is_broken(note: Noted, first_bad: int | None) -> None:
    walked = walk(rows(), note=note)

    assert walked.fault is not None
    assert walked.fault.seq == first_bad
    assert not walked.witnessed


@pytest.mark.parametrize(("count", "good"), [(4, 3), (1, 0)])
def test_a_record_that_is_not_the_noted_one_is_not_counted_among_the_good(count: int, good: int) -> None:
    records = chain(6)

    found = verdict_on(walk([row(record) for record in records], note=Noted("f" * 64, count)))

    assert (found.count, found.head) == (good, records[good - 1].hash if good else None)


@pytest.mark.parametrize("count", [1, 3, 6, 9])
def test_a_head_that_stands_at_another_record_was_noted_with_the_wrong_number(count: int) -> None:
    records = chain(6)

    found = verdict_on(walk(rows(), note=Noted(records[3].hash[:16], count)), "A remark.")

    assert (found.status, found.witnessed, found.exit_code, found.count) == (Status.INTACT, True, 0, 6)
    assert found.note == (
        f"The noted code stands at record 4, not {count}: the number was noted wrongly. A remark."
    )


def test_a_break_in_the_chain_is_told_before_what_was_noted() -> None:
    tampered = rows()
    tampered[4] = changed(tampered[4], 3, bytearray(b"{}"))

    found = verdict_on(walk(tampered, note=Noted("f" * 64, 2)))

    assert (found.first_bad, found.count) == (5, 4)


def test_a_count_alone_witnesses_nothing() -> None:
    walked = walk(rows(), note=Noted("", 6))

    assert walked.fault is None
    assert not walked.witnessed


def test_a_break_after_the_noted_record_is_still_a_break() -> None:
    records = chain(6)
    tampered = [row(record) for record in records]
    tampered[4] = changed(tampered[4], 3, bytearray(b"{}"))

    found = verdict_on(walk(tampered, note=Noted(records[1].hash, 2)))

    assert (found.status, found.witnessed, found.first_bad) == (Status.BROKEN, False, 5)


def test_a_short_code_is_taken_as_it_is_written_on_paper() -> None:
    head = Head("s", "e", 6, AT, chain(6)[-1].hash)
    assert head.said == f"6 records, head {head.code}"

    note = parse_noted(f" {head.code.upper()} ", 6)

    assert len(head.code) == 19
    assert walk(rows(), note=note).witnessed


@pytest.mark.parametrize(
    ("head", "count"), [("abc", None), ("g" * 64, None), ("a" * 65, None), ("", 3), (None, 0)]
)
def test_what_cannot_have_been_noted_is_refused(head: str | None, count: int | None) -> None:
    with pytest.raises(LogError, match="Give it again"):
        parse_noted(head, count)


# ---- findings ----------------------------------------------------------------------------------------------


def test_findings_have_the_exit_codes_of_the_command_line() -> None:
    broken = verdict_on(walk([row(chain(1)[0]), row(chain(1)[0])]))
    intact = verdict_on(walk(rows()), "a remark")

    assert (intact.status, intact.exit_code, intact.count, intact.note) == (Status.INTACT, 0, 6, "a remark")
    assert (broken.status, broken.exit_code, broken.first_bad) == (Status.BROKEN, 1, 1)
    assert unreadable("gone").exit_code == 4


@pytest.mark.parametrize("sound", [True, False])
def test_a_chain_that_holds_in_a_damaged_file_is_an_answer_of_its_own(sound: bool) -> None:
    found = in_file(verdict_on(walk(rows())), sound=sound)

    assert found.status is Status.INTACT
    assert (found.holds, found.exit_code) == (sound, 0 if sound else 1)
    assert found.file is (FileState.SOUND if sound else FileState.DAMAGED)
    assert ("file around it is damaged" in found.reason) is not sound


@pytest.mark.parametrize("note", [Noted(), Noted("f" * 64, 3), Noted("f" * 64), Noted("", 2)])
def test_a_log_without_records_is_unreadable_whatever_was_noted(note: Noted) -> None:
    found = verdict_on(walk([], note=note))

    assert (found.status, found.head) == (Status.UNREADABLE, None)


def test_a_log_broken_at_its_first_record_has_no_head() -> None:
    found = verdict_on(walk(rows()[1:]))

    assert (found.count, found.head, found.first_bad) == (0, None, 1)


texts = st.text(st.characters(codec="utf-8"), max_size=30)


@given(texts, texts, texts, texts)
def test_moving_a_character_from_one_field_to_the_next_changes_the_hash(
    a: str, b: str, c: str, d: str
) -> None:
    straight = record_hash(7, a.encode(), b.encode(), (c + d).encode(), NO_PREV.encode())
    moved = record_hash(7, a.encode(), (b + c).encode(), d.encode(), NO_PREV.encode())

    assert (straight == moved) == (c == "")


@given(st.integers(2, 8), st.data())
def test_any_single_change_is_found_at_or_before_its_record(length: int, data: st.DataObject) -> None:
    records = chain(length)
    at = data.draw(st.integers(1, length))
    field = data.draw(st.sampled_from(["at", "body", "prev", "hash"]))
    value = data.draw(texts)
    tampered = [row(record) for record in records]
    tampered[at - 1] = row(replace(records[at - 1], **{field: value}))

    fault = walk(tampered).fault

    if value == getattr(records[at - 1], field):
        assert fault is None
    else:
        assert fault is not None
        assert fault.seq == at
