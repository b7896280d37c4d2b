"""`frozen` classes are frozen dataclasses to whoever uses them."""

from dataclasses import FrozenInstanceError, asdict, field, fields, is_dataclass, replace

import pytest

from kiosk.base.frozen import frozen


@frozen
class Point:
    x: int
    y: int = 2


@frozen
class Secret:
    name: str
    code: str = field(repr=False)
    seen_ms: int = field(default=0, compare=False)
    marks: list = field(default_factory=list, compare=False)


@frozen
class Empty:
    """Nothing."""


@frozen
class Void:
    """Nothing, too."""


@frozen
class Positive:
    value: int

    def __post_init__(self) -> None:
        if self.value < 0:
            raise ValueError("below zero")


def test_its_fields_are_given_by_place_by_name_or_by_default():
    assert Point(1) == Point(1, 2) == Point(y=2, x=1)
    assert (Point(1, 3).x, Point(1, 3).y) == (1, 3)


@pytest.mark.parametrize(
    "call", [lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(1, z=3), lambda: Point(1, x=1)]
)
def test_a_call_that_does_not_fit_its_fields_is_refused(call):
    with pytest.raises(TypeError, match=r"Point\(\) has x, y"):
        call()


def test_it_cannot_be_changed():
    point = Point(1)

    with pytest.raises(FrozenInstanceError):
        point.x = 3
    with pytest.raises(FrozenInstanceError):
        del point.x
    assert not hasattr(point, "__dict__")


def test_values_are_equal_by_type_and_by_what_is_compared():
    assert Point(1) != Point(2)
    assert Empty() == Empty()
    assert Empty() != Void()
    assert Empty() != ()
    assert Secret("a", "b", 1) == Secret("a", "b", 2)
    assert len({Point(1), Point(1), Point(2), Empty(), Void()}) == 4


def test_what_is_secret_is_not_shown():
    assert repr(Secret("a", "b")) == "Secret(name='a', seen_ms=0, marks=[])"


def test_each_value_gets_a_default_of_its_own():
    assert Secret("a", "b").marks is not Secret("a", "b").marks


def test_a_value_checks_itself_when_it_is_made_and_when_it_is_replaced():
    with pytest.raises(ValueError, match="below zero"):
        replace(Positive(1), value=-1)


def test_it_is_a_dataclass_to_everybody_else():
    assert is_dataclass(Point)
    assert [each.name for each in fields(Point)] == ["x", "y"]
    assert replace(Point(1), y=5) == Point(1, 5)
    assert asdict(Point(1)) == {"x": 1, "y": 2}
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)
