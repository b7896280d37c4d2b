"""A table is read by what its dataclass declares, and by nothing else."""

from collections.abc import Mapping
from dataclasses import MISSING
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

import pytest

from kiosk.base.fields import (
    Choice,
    Computed,
    FileKey,
    Id,
    Inline,
    Many,
    Minute,
    OrNone,
    ShortLine,
    Table,
    Text,
    Under,
    Unfit,
    Usual,
    Whole,
    declarations,
    read,
    to_table,
)
from kiosk.base.frozen import frozen
from kiosk.errors import SetupError
from kiosk.setup.settings import SetupForm


class Taste(StrEnum):
    SWEET = "sweet"
    SOUR = "sour"


@frozen
class Filling:
    fruit: Annotated[str, Text(10), "what is in it"]
    grams: Annotated[int, Whole(1, 90)] = 20


@frozen
class Glaze:
    shine: int = 3


@frozen
class Cake:
    name: Annotated[str, Text(10), "what it is called"]
    taste: Taste
    slug: Annotated[str, Id(10), Usual(lambda before: f"{before['name']}-1", "the name and 1")]
    layers: Annotated[tuple[Filling, ...], FileKey("layer")] = ()
    top: Filling | None = None
    base: Filling = Filling("none")
    glaze: Annotated[Glaze, Inline(Glaze), Under("outside")] = Glaze()
    label: Annotated[str | None, Text(10), Under("box", "label", leads=True)] = None
    boxes: Annotated[int, Whole(1), Under("box")] = 1
    baked: Annotated[str, Computed] = "today"


def table(values: Mapping[str, object]) -> Table[SetupForm]:
    return Table(SetupForm("cake.toml"), "", values)


SMALLEST = {"name": "pie", "taste": "sour", "base": {"fruit": "nut"}}
WHOLE = Cake(
    "pie",
    Taste.SWEET,
    "pie",
    (Filling("plum"), Filling("fig", 30)),
    Filling("nut"),
    Filling("oat"),
    Glaze(9),
    "To you",
    2,
)


def test_what_is_left_out_gets_the_declared_default() -> None:
    made = read(Cake, table(SMALLEST))

    assert made == Cake("pie", Taste.SOUR, "pie-1", base=Filling("nut"))
    assert made.taste is Taste.SOUR


def test_a_field_that_stands_in_no_file_is_given_beside_it() -> None:
    assert read(Cake, table(SMALLEST), baked="yesterday").baked == "yesterday"


def test_what_is_written_reads_back_the_same() -> None:
    assert read(Cake, table(to_table(WHOLE))) == WHOLE


def test_a_table_without_the_key_that_leads_it_is_not_written() -> None:
    assert "box" not in to_table(read(Cake, table(SMALLEST)))


def test_a_declaration_can_be_asked_for_what_a_page_or_a_question_needs() -> None:
    name, _, slug, *_ = declarations(Cake)

    assert (name.key, name.usual, name.sentence) == ("name", MISSING, "what it is called")
    assert isinstance(slug.usual, Usual)
    assert slug.usual.says == "the name and 1"
    assert "baked" not in [one.key for one in declarations(Cake)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"taste": "bitter"}, "“taste” is “bitter”; it must be one of “sweet”, “sour”"),
        ({"size": 1}, "“size” is not a key"),
        ({"baked": "today"}, "“baked” is not a key"),
        ({"box": {"boxes": 2}}, "“box.label” is missing; it must be a text of 1 to 10"),
        ({"box": {"label": "x", "lid": 1}}, "[box] may hold: label, boxes"),
        ({"outside": {"gloss": 1}}, "[outside] may hold: shine"),
        ({"outside": {"shine": -1}}, "“outside.shine” is -1; it must be a whole number from 0 up"),
        ({"top": {"grams": 5}}, "“top.fruit” is missing"),
        ({"layer": [{"fruit": "fig", "grams": 91}]}, "“layer[1].grams” is 91; it must be a whole number"),
        ({"layer": 5}, "“layer” is 5; it must be a list of tables, each written as [[layer]]"),
        ({"base": 5}, "“base” is 5; it must be a table, written as [base]"),
    ],
)
def test_a_fault_names_the_key_and_what_may_stand_there(change: dict[str, object], said: str) -> None:
    with pytest.raises(SetupError) as refused:
        read(Cake, table({**SMALLEST, **change}))

    assert str(refused.value).startswith("cake.toml: ")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("limit", "value", "made"),
    [
        (OrNone(Whole(0)), "none", None),
        (OrNone(Whole(0)), 4, 4),
        (Choice(("A", "B")), "B", "B"),
        (Many(Whole(0)), [1, 2], (1, 2)),
        (ShortLine(3, "points"), "{points} more", "{points} more"),
        (Minute(), "2026-05-01T09:00:00", "2026-05-01T09:00"),
        (Minute(), datetime(2026, 5, 1, 9, 0), "2026-05-01T09:00"),  # noqa: DTZ001
    ],
)
def test_a_value_within_its_limit_is_taken(limit: Any, value: object, made: object) -> None:
    assert limit.read(value) == made


@pytest.mark.parametrize(
    ("limit", "value", "must"),
    [
        (OrNone(Whole(0)), "nine", "must be a whole number from 0 up, or “none”"),
        (Many(Whole(0)), [1, "2"], "must be a list of whole numbers from 0 up"),
        (ShortLine(3, "points"), "{pints} more", "may hold no placeholder but: “{points}”"),
        (ShortLine(3), "one two three four", "must be a line of at most 3 words"),
        (Minute(), "2026-05-01T09:00:01", "must be a local date and time without seconds or zone"),
    ],
)
def test_a_value_beyond_its_limit_is_told_what_it_must_be(limit: Any, value: object, must: str) -> None:
    with pytest.raises(Unfit) as unfit:
        limit.read(value)

    assert str(unfit.value).startswith(must)
