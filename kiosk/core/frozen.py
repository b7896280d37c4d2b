"""`frozen`: a dataclass that cannot be changed, made in a tenth of the time.

A hundred of them are made before the station is ready, and `dataclass` compiles six functions for each. These
share theirs. `dataclasses.replace`, `fields` and `asdict` take them like any other dataclass, and mypy sees
them as such.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[_T]) -> type[_T]:
    """Make *cls* a frozen dataclass with slots."""
    cls.__doc__ = cls.__doc__ or cls.__name__  # else `dataclass` works out a signature
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    own = fields(made)
    compared = [each.name for each in own if each.compare]
    made.__init__ = _initialiser(made, own)
    made.__eq__, made.__hash__ = _comparison(attrgetter(*compared) if compared else _nothing)
    made.__setattr__ = made.__delattr__ = _refuse
    made.__repr__ = _repr
    result: type[_T] = made
    return result


def _initialiser(cls: Any, own: tuple["Field[Any]", ...]) -> Callable[..., None]:
    # A slot's own setter knows nothing of `__setattr__`, which refuses.
    setters = tuple(getattr(cls, each.name).__set__ for each in own)
    names = tuple(each.name for each in own)
    defaults = {each.name: each for each in own if (each.default, each.default_factory) != (MISSING, MISSING)}
    check = getattr(cls, "__post_init__", None)
    count = len(own)

    def initialise(self: Any, *given: Any, **named: Any) -> None:
        if named or len(given) != count:
            given = _completed(type(self).__name__, names, defaults, given, named)
        for put, value in zip(setters, given, strict=True):
            put(self, value)
        if check is not None:
            check(self)

    return initialise


def _completed(
    name: str,
    names: tuple[str, ...],
    defaults: Mapping[str, "Field[Any]"],
    given: tuple[Any, ...],
    named: dict[str, Any],
) -> tuple[Any, ...]:
    """*given* and *named* as one value a field, as a call of a function would bind them."""
    bound = dict(zip(names, given, strict=False))
    wrong = named.keys() - set(names) | named.keys() & bound.keys()
    missing = [each for each in names if each not in bound and each not in named and each not in defaults]
    if wrong or missing or len(given) > len(names):
        raise TypeError(f"{name}() has {', '.join(names)}; wrong {sorted(wrong)}, missing {missing}")
    bound |= named
    return tuple(bound[each] if each in bound else _default(defaults[each]) for each in names)


def _default(of: "Field[Any]") -> Any:
    return of.default if of.default_factory is MISSING else of.default_factory()


def _nothing(value: object) -> tuple[()]:
    return ()


def _comparison(key: Callable[[Any], Any]) -> tuple[Callable[[Any, Any], Any], Callable[[Any], int]]:
    def equal(self: Any, other: Any) -> Any:
        return key(self) == key(other) if type(self) is type(other) else NotImplemented

    def hashed(self: Any) -> int:
        return hash((type(self), key(self)))

    return equal, hashed


def _refuse(self: object, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"cannot change {name!r}")


def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"
