"""What a station and a hub say to each other, as values: read strictly, written in one way."""

import json
from datetime import UTC, datetime

import pytest

from kiosk.errors import HubError
from kiosk.hub.answer import AnswerState, Batch, HubAnswer, Sent, after, is_ahead, meet, read_answer, refusal
from kiosk.hub.enrolment import Enrolment, decode_enrolment, encode_enrolment
from kiosk.hub.findings import HubAlarm, alarm_sentence, fold_alarms, skew, wrong_letter
from kiosk.hub.stick_store import StickBatch, decode_batch, encode_batch, is_proven
from kiosk.log.chain import NO_PREV, Point, next_record
from kiosk.log.receipt import Receipt, decode_receipt
from kiosk.log.receipts_store import encode_receipt

HUB = "a1" * 16
ENROLMENT = Enrolment(HUB, "open-2026", "B", "kiosk_b", "10.0.0.1", 5432, "kiosk", "secret", "word")
RECEIPT = Receipt(HUB, "open-2026", "s", "e", 7, "f" * 64, "2026-05-01T09:00:00.000Z")
FIRST = next_record(Point(), "2026-03-07T09:00:00.000Z", "genesis", '{"epoch":"e","station":"s"}')


def answer(state: AnswerState, count: int = 7, head: str = "f" * 64) -> HubAnswer:
    return HubAnswer(state, count, head, "", HUB, "open-2026")


# ---- answers ---------------------------------------------------------------------------------------------


def test_an_answer_is_read_from_its_row() -> None:
    found = read_answer(("taken", 7, "f" * 64, "", HUB, "open-2026"))

    assert found == answer(AnswerState.TAKEN)
    assert found.end == Point(7, "f" * 64)


@pytest.mark.parametrize(
    "row", [(), ("taken",), ("of 2030", 1, "", "", "", ""), ("taken", "x", "", "", "", "")]
)
def test_what_is_no_answer_is_a_refusal(row: tuple[object, ...]) -> None:
    assert read_answer(row).state is AnswerState.REFUSED


def test_refusals_have_sentences_and_nothing_else_has() -> None:
    quiet = {AnswerState.TAKEN, AnswerState.GAP, AnswerState.ELSEWHERE, AnswerState.FORK}

    assert {state for state in AnswerState if not refusal(state)} == quiet


# ---- in step -----------------------------------------------------------------------------------------------


def test_where_the_hub_and_the_log_agree_they_go_on() -> None:
    assert meet(answer(AnswerState.TAKEN), "f" * 64, Sent(3)) == Sent(7)
    assert meet(answer(AnswerState.TAKEN, 0, NO_PREV), "", Sent(3)) == Sent(0)


def test_where_they_do_not_agree_everything_is_sent_once() -> None:
    assert meet(answer(AnswerState.TAKEN), "e" * 64, Sent(3)) == Sent(0, apart=True)
    assert meet(answer(AnswerState.TAKEN), "", Sent(9, apart=True)) == Sent(9, apart=True)


@pytest.mark.parametrize(
    ("state", "count", "before", "then"),
    [
        (AnswerState.TAKEN, 20, Sent(10), Sent(20)),
        (AnswerState.TAKEN, 40, Sent(10, apart=True), Sent(20, apart=True)),
        (AnswerState.FORK, 40, Sent(10), Sent(20, apart=True)),
        (AnswerState.GAP, 4, Sent(10), Sent(4)),
        (AnswerState.GAP, 10, Sent(10), None),
        (AnswerState.ELSEWHERE, 10, Sent(10), Sent(0, apart=True)),
        (AnswerState.ELSEWHERE, 10, Sent(10, apart=True), None),
        (AnswerState.REFUSED, 10, Sent(10), None),
    ],
)
def test_each_answer_leads_on_or_ends(
    state: AnswerState, count: int, before: Sent, then: Sent | None
) -> None:
    assert after(answer(state, count), last=20, first=11, sent=before) == then


def test_a_hub_is_ahead_if_it_has_more() -> None:
    assert is_ahead(answer(AnswerState.TAKEN, 8), 7)
    assert not is_ahead(answer(AnswerState.TAKEN, 7), 7)


# ---- receipts ----------------------------------------------------------------------------------------------


def test_a_receipt_comes_back_as_it_was() -> None:
    assert decode_receipt(encode_receipt(RECEIPT)) == RECEIPT
    assert RECEIPT.code == "a1a1a1a1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        encode_receipt(RECEIPT)[:-9],
        encode_receipt(RECEIPT).replace('"count":7', '"count":0'),
        encode_receipt(RECEIPT).replace('"count":7', '"count":"7"'),
        encode_receipt(RECEIPT).replace('"count":7', '"count":true'),
        encode_receipt(RECEIPT).replace("f" * 64, "f" * 63),
        encode_receipt(RECEIPT).replace(HUB, "../../x"),
        encode_receipt(RECEIPT).replace('"epoch":"e"', '"epoch":3'),
        encode_receipt(RECEIPT).replace('"epoch":"e"', '"more":"e"'),
        "[" * 100_000,
    ],
)
def test_what_is_torn_or_odd_is_no_receipt(text: str) -> None:
    assert decode_receipt(text) is None


# ---- enrolments --------------------------------------------------------------------------------------------


def test_an_enrolment_comes_back_as_it_was() -> None:
    assert decode_enrolment(encode_enrolment(ENROLMENT), "file") == ENROLMENT


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not an enrolment"),
        ("[]", "is not an enrolment"),
        ("{}", "is not an enrolment"),
        ('{"kiosk_hub_enrolment":2}', "another version"),
        ('{"kiosk_hub_enrolment":1}', "is damaged"),
        (encode_enrolment(ENROLMENT).replace("5432", '"x"'), "is damaged"),
        (encode_enrolment(ENROLMENT).replace(HUB, "x"), "is damaged"),
        (encode_enrolment(ENROLMENT).replace('"role"', '"roll"'), "is damaged"),
    ],
)
def test_a_file_that_is_no_enrolment_is_refused_whole(text: str, sentence: str) -> None:
    with pytest.raises(HubError, match=sentence):
        decode_enrolment(text, "file")


# ---- sticks ------------------------------------------------------------------------------------------------


def test_a_batch_comes_back_as_it_was_and_always_in_the_same_bytes() -> None:
    carried = StickBatch(HUB, "kiosk_b", Batch("e", (FIRST,)))
    content = encode_batch(carried, "secret")

    assert decode_batch(content, "file") == carried
    assert content == encode_batch(decode_batch(content, "file"), "secret")
    assert is_proven(content, "secret")


def test_a_batch_of_another_secret_or_content_is_not_proven() -> None:
    content = encode_batch(StickBatch(HUB, "kiosk_b", Batch("e", (FIRST,))), "secret")

    assert not is_proven(content, "other")
    assert not is_proven(content.replace(b"kiosk_b", b"kiosk_c"), "secret")
    assert not is_proven(b"", "secret")
    assert not is_proven(content[:-10], "secret")


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", json.dumps({"rows": [[1]]}).encode()])
def test_what_is_no_batch_is_refused(content: bytes) -> None:
    with pytest.raises(HubError, match="is not a batch"):
        decode_batch(content, "file")


def test_a_batch_of_another_version_is_refused() -> None:
    content = encode_batch(StickBatch(HUB, "kiosk_b", Batch("e", (FIRST,))), "secret")

    with pytest.raises(HubError, match="another version"):
        decode_batch(content.replace(b'"kiosk_hub_batch":1', b'"kiosk_hub_batch":9'), "file")


# ---- in words ----------------------------------------------------------------------------------------------


def test_what_a_later_hub_adds_to_its_answer_is_left_aside() -> None:
    assert read_answer(("taken", 7, "f" * 64, "", HUB, "open-2026", "a signature")).state is AnswerState.TAKEN


def alarm(kind: str, letter: str, minute: int = 0, seq: int | None = 7, detail: str = "") -> HubAlarm:
    return HubAlarm(datetime(2026, 3, 7, 9, minute, tzinfo=UTC), kind, letter, None, None, seq, detail)


def test_alarms_of_one_kind_about_one_station_are_one_line_with_the_newest_and_how_many() -> None:
    lines = fold_alarms([alarm("forgot", "E", number, seq=number) for number in range(3)])

    assert [(line.times, line.newest.seq) for line in lines] == [(3, 2)]
    assert lines[0].sentence == (
        "Station E says: it holds a receipt for 2 records, which this hub no longer had: the hub was put "
        "back from a back-up. And 2 more like it."
    )


def test_each_stations_gravest_line_comes_before_any_second_line_of_another() -> None:
    """Whatever kinds one station raises, the one alarm of another stands among the first."""
    loud = [alarm(kind, "E", 30) for kind in ("unreadable", "too_large", "bad_batch", "fork", "rewritten")]

    lines = fold_alarms([alarm("older", "C", 1), *loud, alarm("fork", "B", 2)])

    assert [(line.newest.letter, line.newest.kind) for line in lines[:4]] == [
        *(("E", "fork"), ("B", "fork")),
        *(("C", "older"), ("E", "too_large")),
    ]


def test_what_a_station_merely_says_is_told_as_that_and_after_what_the_hub_has_seen() -> None:
    lines = fold_alarms([alarm("rewritten", "B", 5), alarm("unreadable", "C", 1)])

    assert [(line.newest.letter, line.newest.claimed) for line in lines] == [("C", False), ("B", True)]
    assert lines[1].sentence.startswith("Station B says: ")


def test_an_alarm_of_an_unknown_kind_counts_as_grave() -> None:
    lines = fold_alarms([alarm("bad_batch", "B"), alarm("of 2030", "C")])

    assert lines[0].newest.letter == "C"


def test_alarms_are_sentences_and_an_unknown_one_is_told_too() -> None:
    assert alarm_sentence("fork", "B", 7).startswith("Station B: two different records claim place 7")
    assert "does not know (of {2030})" in alarm_sentence("of {2030}", "B", None)


def test_a_station_that_is_set_up_with_another_letter_is_told_as_such() -> None:
    assert wrong_letter("B", "C") == "set up as C"
    assert (wrong_letter("B", "B"), wrong_letter("B", None)) == ("", "")


@pytest.mark.parametrize(
    ("ahead_ms", "said"),
    [
        *((None, ""), (0, ""), (59_999, ""), (-59_999, "")),
        *((120_000, "clock 2 min ahead"), (-7_200_000, "clock 120 min behind")),
        (-(10**11), "clock 27778 h behind"),
    ],
)
def test_a_clock_is_told_if_it_is_off(ahead_ms: int | None, said: str) -> None:
    assert skew(ahead_ms) == said
