"""What records say, as values: written as JSON, read from JSON, and never half of one."""

from collections.abc import Mapping

import pytest

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.log.bodies import (
    BODIES,
    OLD_SPELLINGS,
    UNWRITTEN,
    AdjudicationBody,
    CheckpointBody,
    ClosedBody,
    EventOpenedBody,
    FaultBody,
    NoteBody,
    RoundOnRecord,
    StartedBody,
    UnlockBody,
    UnlockFailedBody,
    ViolationBody,
    as_written,
    decode,
    read_body,
)
from kiosk.log.body import JsonValue, Misfit, encode, leaves, read_part
from kiosk.log.chain import Record
from kiosk.log.facts import BODY_PATHS, COLUMNS, Fact
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import Verdict
from tests.support.bodies import body, plain

CLOSED = ClosedBody(3, "B-1", "enter", 4000)


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_a_body_that_bears_its_name_and_reads_back(kind: Kind) -> None:
    of = BODIES[kind]
    data = plain(kind)

    assert of.__name__ == f"{kind.value.title().replace('_', '')}Body"
    assert of.kind is kind
    assert encode(read_part(of, data)) == data


def test_there_is_a_body_for_nothing_else() -> None:
    assert set(BODIES) == set(Kind)
    assert set(Kind) >= UNWRITTEN


# ---- as JSON -----------------------------------------------------------------------------------------------


def test_what_has_a_default_is_left_out_while_it_has_it_and_the_rest_is_always_written() -> None:
    assert encode(ViolationBody("Focus lost", lasted_ms=0, locks=False)) == {
        "what": "Focus lost",
        "lasted_ms": 0,
        "locks": False,
    }
    assert encode(ViolationBody("Focus lost", echoes=3)) == {"what": "Focus lost", "echoes": 3}
    assert encode(UnlockFailedBody(None, "station", "wrong", 1, 0))["role"] is None


def test_a_last_underscore_is_not_part_of_the_key() -> None:
    assert encode(UnlockBody("director", "station", try_=2, delay_s=0)).keys() == {
        *("role", "where", "try", "delay_s")
    }
    assert encode(FaultBody("KeyError", "kiosk.words:1"))["kind"] == "KeyError"
    assert read_part(FaultBody, {"kind": "KeyError", "at": "x"}).kind_ == "KeyError"


def test_values_within_values_are_written_and_read_whole() -> None:
    opened = body(
        Kind.EVENT_OPENED, event="open", rounds=[{"number": 1, "starts": "2026-05-02T10:00", "ends": None}]
    )

    assert isinstance(opened, EventOpenedBody)
    assert opened.rounds == (RoundOnRecord(1, "2026-05-02T10:00", None),)
    assert encode(opened)["rounds"] == [{"number": 1, "starts": "2026-05-02T10:00", "ends": None}]


def test_keys_that_no_field_has_do_no_harm() -> None:
    assert decode(Kind.STOPPED, {"how": "director", "mood": "good"}) == body(Kind.STOPPED, how="director")


def test_a_row_is_read_as_a_row() -> None:
    data = {"count": 3, "head": "ab", "standing": [[1, "cd"], [2, "ef"]]}

    assert read_part(CheckpointBody, data).standing == ((1, "cd"), (2, "ef"))


def test_a_missing_key_is_none_where_none_may_stand() -> None:
    assert read_part(CheckpointBody, {"count": 3, "head": "ab"}).standing is None


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (Kind.CLOSED, {"seq": "3"}),
        (Kind.CLOSED, {"seq": True}),
        (Kind.CLOSED, {"how": None}),
        (Kind.ADJUDICATION, {"verdict": "perhaps"}),
        (Kind.ADJUDICATION, {"verdict": 1}),
        (Kind.ADJUDICATION, {"words": "QI"}),
        (Kind.ADJUDICATION, {"words": ["QI", 1]}),
        (Kind.ADJUDICATION, {"lexicon": "NWL"}),
        (Kind.ADJUDICATION, {"round": "four"}),
        (Kind.STARTED, {"pragmas": []}),
        (Kind.STARTED, {"pragmas": {"page_size": 4096}}),
        (Kind.CHECKPOINT, {"standing": [[1]]}),
        (Kind.CHECKPOINT, {"standing": [7]}),
    ],
)
def test_what_does_not_fit_its_type_is_no_body(kind: Kind, wrong: dict[str, Json]) -> None:
    data = {**plain(kind), **wrong}

    with pytest.raises(Misfit):
        read_part(BODIES[kind], data)
    assert decode(kind, data) is None


def test_what_lacks_a_key_is_no_body() -> None:
    with pytest.raises(Misfit, match="'how'"):
        read_part(ClosedBody, {"seq": 3, "number": "B-1", "after_ms": 1})


def test_a_choice_is_read_as_one_of_its_values() -> None:
    ruled = decode(Kind.ADJUDICATION, {**plain(Kind.ADJUDICATION), "verdict": "refer", "words": ["QI"]})

    assert isinstance(ruled, AdjudicationBody)
    assert (ruled.verdict, ruled.words) == (Verdict.REFER, ("QI",))


# ---- paths -------------------------------------------------------------------------------------------------


def test_every_fact_stands_somewhere_in_the_body_of_an_adjudication() -> None:
    paths = {path for path, _ in leaves(AdjudicationBody)}

    assert set(BODY_PATHS.values()) <= paths
    assert {*BODY_PATHS, *COLUMNS} == set(Fact._fields)
    assert {"number", "lexicon.id", "long_lexicon.fingerprint", "rules.id"} <= paths
    assert not {path for path in paths if path in ("lexicon", "rules")}


def test_a_list_of_values_is_one_path() -> None:
    assert "rounds" in {path for path, _ in leaves(EventOpenedBody)}
    assert dict(leaves(StartedBody))["pragmas"] == Mapping[str, str]


def test_a_fact_knows_its_record() -> None:
    ruling = Fact("s", "e", 7, "at", None, None, None, None, "[]", "refer", None, "", None)

    assert ruling.key == ("s", "e", 7)


# ---- old spellings -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "data", "now"),
    [
        ("note", {"what": "guards", "engaged": ["x"], "given_back": [], "left": [], "trouble": ""}, "guards"),
        ("note", {"what": "guards", "put_back": ["x"]}, "guards_put_back"),
        ("note", {"what": "guard", "said": "x"}, "guard_remark"),
        ("note", {"what": "second_copy", "state": "made", "note": "x"}, "second_copy"),
        ("note", {"what": "log_check", "state": "failed", "why": "x"}, "check_failed"),
        ("note", {"what": "fault", "kind": "KeyError", "at": "x"}, "fault"),
        ("note", {"what": "ruling_confirmed", "number": "B-1", "seq": 3}, "ruling_confirmed"),
        ("note", {"what": "access_missing", "roles": ["director"]}, "access_missing"),
        ("note", {"what": "something else"}, "note"),
        ("locked", {"state": "out_of_service", "why": "x"}, "out_of_service"),
        ("locked", {"state": "locked", "why": "x"}, "locked"),
        ("set_up", {"what": "passcode", "role": "judge", "replaced": False}, "passcode_set"),
        (
            "set_up",
            {"what": "settings", "by_hand": True, "digest": "ab", "divisions": [], "setup_code": "x"},
            "set_up_accepted",
        ),
        ("set_up", {**plain(Kind.SET_UP), "what": "settings"}, "set_up"),
        ("director_needed", {"phase": "taken_back", "after_ms": 1}, "call_ended"),
        ("director_needed", {"phase": "answered", "after_ms": 1}, "call_ended"),
        ("director_needed", {**plain(Kind.DIRECTOR_NEEDED), "phase": "called"}, "director_needed"),
        (
            "note",
            {
                "what": "older_log_accepted",
                "count": 1,
                "head": "a",
                "acknowledged": 2,
                "acknowledged_head": "b",
            },
            "restored",
        ),
    ],
)
def test_an_old_spelling_is_read_as_what_it_means_today(kind: str, data: dict[str, Json], now: str) -> None:
    found = decode(kind, data)

    assert found is not None
    assert found.kind == now


def test_a_call_says_how_it_ended_in_either_spelling() -> None:
    old = decode("director_needed", {"phase": "answered", "after_ms": 9000})

    assert old == body(Kind.CALL_ENDED, how="answered", after_ms=9000)


def test_a_kind_that_nobody_knows_has_no_value_here() -> None:
    assert decode("telepathy", {"a": 1}) is None


def test_a_record_that_holds_no_object_says_nothing() -> None:
    assert read_body(Record(2, "", Kind.NOTE, "[1]", "", "")) is None
    assert read_body(Record(2, "", Kind.NOTE, '{"text":"x"}', "", "")) == NoteBody("x")


def test_whoever_looks_for_a_kind_in_a_file_knows_its_old_spelling() -> None:
    assert as_written([Kind.OUT_OF_SERVICE, Kind.STOPPED]) == {"out_of_service", "locked", "stopped"}
    assert all(old.written != old.now for old in OLD_SPELLINGS)


def test_a_part_of_a_body_is_a_value_too() -> None:
    @frozen
    class Two(JsonValue):
        one: int
        two: int = 2

    assert encode(Two(1)) == {"one": 1}
    assert encode(Two(1, 3)) == {"one": 1, "two": 3}
