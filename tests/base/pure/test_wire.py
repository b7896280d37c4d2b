"""Values on a pipe between two processes: what goes in comes out, and what is none is nothing."""

import json
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.base import wire
from kiosk.base.canonical import Json
from kiosk.base.frozen import fields_as_written, frozen
from kiosk.console import values
from kiosk.console.values import Facet, Narrowing, RowShown, RowsWanted
from kiosk.log import bodies
from kiosk.log.bodies import ExportBody
from kiosk.log.body import Body
from kiosk.paper.sheet import Sheet

ROW = RowShown(
    *(("s", "e", 3), "adjudication", "B-1", "2026-05-02 10:00:00", "acceptable", None, 4, "main"),
    *(("QI", "É\ud800\u202e"), "self_station", "", ("casual",), ("repeat",), "B′ (1234)"),
    fits=False,
)
WANTED = RowsWanted(
    Narrowing(((Facet.ROUND, "3"), (Facet.ALERT, "")), "B-1", "Q*", "2026", "", every_kind=True), 5, 9
)


def values_in(module: Any) -> list[type]:
    """The frozen classes of *module*."""
    return [
        one
        for one in vars(module).values()
        if isinstance(one, type) and one.__module__ == module.__name__ and "__match_args__" in vars(one)
    ]


SENT = [*values_in(values), *values_in(bodies), Sheet]
PLAIN: dict[object, st.SearchStrategy[Any]] = {
    int: st.integers(),
    float: st.floats(allow_nan=False),
    str: st.text(max_size=5),
    bool: st.booleans(),
    NoneType: st.none(),
    Json: st.recursive(
        st.none() | st.booleans() | st.text(max_size=3), lambda one: st.lists(one, max_size=2)
    ),
}


@cache
def some(kind: Any) -> st.SearchStrategy[Any]:
    """Values that are annotated as *kind*."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if origin is Annotated:
        return some(parts[0])
    if origin in (UnionType, Union):
        return st.one_of(*map(some, parts))
    if origin is tuple and parts[-1] is not ...:
        return st.tuples(*map(some, parts))
    if origin is tuple:
        return st.lists(some(parts[0]), max_size=2).map(tuple)
    if origin is not None:
        return st.dictionaries(st.text(max_size=3), some(parts[1]), max_size=2)
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    return st.deferred(lambda: st.builds(kind, *(some(one.type) for one in fields_as_written(kind))))


@pytest.mark.parametrize("kind", SENT, ids=lambda kind: kind.__name__)
@settings(max_examples=20)
@given(data=st.data())
def test_every_value_comes_out_as_it_went_in(kind: type, data: st.DataObject) -> None:
    value = data.draw(some(kind))

    assert wire.decode(wire.encode(value), kind) == value


@pytest.mark.parametrize("value", [ROW, WANTED, ExportBody("csv", 3, {"word": "Q"})])
def test_a_value_is_one_line_of_ascii(value: object) -> None:
    line = wire.encode(value)

    assert line.isascii()
    assert (line.count(b"\n"), line[-1:]) == (1, b"\n")
    assert wire.decode(line, object) == value


def test_what_comes_twice_is_sent_once() -> None:
    narrowing = Narrowing(word="Q" * 1000)
    alert = values.AlertShown("repeat", "means", "", ((ROW, None), (ROW, ROW)), 7)

    assert wire.decode(wire.encode(alert), values.AlertShown) == alert
    assert len(wire.encode(alert)) < 2 * len(wire.encode(ROW))
    assert wire.encode(values.FacetsWanted(narrowing)).count(b"Q") == 1000


def test_a_child_of_the_class_that_may_stand_there_is_read_and_another_is_not() -> None:
    line = wire.encode(ExportBody("csv", 3, {}))

    assert isinstance(wire.decode(line, Body), ExportBody)
    assert wire.decode(line, Sheet) is None


class Colour(Enum):
    RED = 1
    BLUE = 2


@frozen
class Sample:
    """A field of every sort that can be sent, as if this program had it."""

    __module__ = "kiosk.sample"

    colour: Colour
    either: int | None
    pair: tuple[int, str]
    many: tuple[int, ...]
    table: Mapping[str, int]
    share: float
    whatever: object
    text: Json
    note: Annotated[str, "short"]
    row: RowShown
    narrowing: Narrowing


SAMPLE = Sample(
    *(Colour.BLUE, None, (1, "a"), (1, 2), {"a": 1}, 0.5, ROW, ["Q", {"a": None}], "a note", ROW, Narrowing())
)
SENT_SAMPLE = json.loads(wire.encode(SAMPLE))


def test_every_sort_of_field_comes_out_as_it_went_in() -> None:
    assert wire.decode(wire.encode(SAMPLE), Sample) == SAMPLE
    assert wire.decode(wire.encode(replace(SAMPLE, either=3, share=1, whatever=None)), Sample) is not None


@pytest.mark.parametrize(
    ("place", "wrong"),
    [(1, "GREEN"), (1, 2), (2, "3"), (3, [1]), (3, "1a"), (4, "12"), (4, ["1"]), (5, [["a", 1]]), (6, "0.5")],
)
def test_a_field_of_another_sort_makes_the_line_no_message(place: int, wrong: object) -> None:
    line = [*SENT_SAMPLE[:place], wrong, *SENT_SAMPLE[place + 1 :]]

    assert wire.decode(json.dumps(line).encode(), Sample) is None


def test_a_value_that_came_before_stands_only_where_its_class_may() -> None:
    *before, row, narrowing = SENT_SAMPLE

    assert row == [0]
    assert wire.decode(json.dumps([*before, row, narrowing]).encode(), Sample) == SAMPLE
    assert wire.decode(json.dumps([*before, row, row]).encode(), Sample) is None


def test_a_field_that_no_other_process_could_read_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError, match="another process"):
        wire._reader(complex)


GOOD = json.loads(wire.encode(WANTED))


@pytest.mark.parametrize(
    "broken",
    [
        [GOOD[0], GOOD[1], "5", 9],
        [GOOD[0], GOOD[1], True, 9],
        [GOOD[0], GOOD[1], 5],
        [GOOD[0], GOOD[1], 5, 9, 9],
        [GOOD[0], GOOD[1][:-1], 5, 9],
        [GOOD[0], [0], 5, 9],
        [GOOD[0], None, 5, 9],
        ["console.values.Path", "x"],
        ["console.values.StrEnum", "x"],
        ["console.values.frozen", "x"],
        ["console.values.PageId", "Now"],
        ["base.frozen.FieldAsWritten", "x", 1, 2],
        ["os.Popen", "x"],
        ["nowhere.at.all.actions.Nothing"],
        ["console..actions.Nothing"],
    ],
)
def test_what_does_not_fit_its_type_is_no_message(broken: list[object]) -> None:
    assert wire.decode(json.dumps(broken).encode(), object) is None


@given(
    st.binary(max_size=60)
    | st.recursive(
        st.none()
        | st.integers()
        | st.text(max_size=3)
        | st.sampled_from(["console.values.RowsWanted", "os.system"]),
        lambda one: st.lists(one, max_size=4),
    ).map(lambda data: json.dumps(data).encode())
)
def test_a_line_that_is_no_message_is_none_and_makes_nothing_foreign(line: bytes) -> None:
    value = wire.decode(line, object)

    assert value is None or type(value) in SENT


def test_a_line_as_deep_as_a_line_can_be_is_none() -> None:
    assert wire.decode(b"[" * 100_000, object) is None


def test_what_is_no_value_of_this_program_is_not_sent() -> None:
    with pytest.raises(TypeError, match="another process"):
        wire.encode(object())
    with pytest.raises(TypeError, match="another process"):
        wire.encode({1: 2})
