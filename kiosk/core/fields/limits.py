"""What may stand under a key of a file: each limit checks a value, and says what it must be."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeGuard

ID_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
NONE = "none"  # TOML has no null: a number that a rulebook does not give is written "none"


class Unfit(ValueError):
    """A value that a limit does not allow: it “must be …”, or with another *verb*."""

    def __init__(self, must: str, verb: str = "must be") -> None:
        super().__init__(f"{verb} {must}")


class Limit(ABC):
    """*must*: what a value must be; *many*: the same of several, where a list of them can be asked for."""

    must = ""
    many = ""

    @abstractmethod
    def read(self, value: object) -> Any:
        """*value* as the program holds it, or Unfit."""


class AnyText(Limit):
    must, many = "a text", "texts"

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise Unfit(self.must)
        return value


class Blank(AnyText):
    """A text; an empty one counts as none."""

    def read(self, value: object) -> Any:
        return super().read(value) or None


class Text(Limit):
    """A printable text of 1 to *longest* characters."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.must = text_rule(longest)

    def read(self, value: object) -> str:
        if not is_text(value, self.longest):
            raise Unfit(self.must)
        return value


class Id(Limit):
    """A short name a program can use: letters, digits, dot, underline and hyphen."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.must = id_rule(longest)

    def read(self, value: object) -> str:
        if not is_id(value, self.longest):
            raise Unfit(self.must)
        return value


class ShortLine(AnyText):
    """A station line of at most *most* words, with no placeholder but those in *places*."""

    def __init__(self, most: int, *places: str) -> None:
        self.most = most
        self.places = tuple(f"{{{place}}}" for place in places)

    def read(self, value: object) -> str:
        text = super().read(value)
        if len(text.split()) > self.most:
            raise Unfit(f"a line of at most {self.most} words")
        bare = text
        for place in self.places:
            bare = bare.replace(place, "")
        if "{" in bare or "}" in bare:
            raise Unfit(quoted(self.places) or "none", "may hold no placeholder but:")
        return text


class Whole(Limit):
    """A whole number from *low* to *high*, or without an upper limit."""

    def __init__(self, low: int, high: int | None = None) -> None:
        self.low = low
        self.high = high
        limits = f"from {low} up" if high is None else f"from {low} to {high}"
        self.must, self.many = f"a whole number {limits}", f"whole numbers {limits}"

    def read(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < self.low:
            raise Unfit(self.must)
        if self.high is not None and value > self.high:
            raise Unfit(self.must)
        return value


class OrNone(Limit):
    """What *limit* allows, or the word “none”."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.must = f"{limit.must}, or “{NONE}”"

    def read(self, value: object) -> Any:
        if value == NONE:
            return None
        try:
            return self.limit.read(value)
        except Unfit:
            raise Unfit(self.must) from None


class Flag(Limit):
    must = "true or false"

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise Unfit(self.must)
        return value


class Choice(Limit):
    """One of *names*: the members of an enum, or texts."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.must = f"one of {quoted(self.names)}"

    def read(self, value: object) -> Any:
        if not isinstance(value, str) or value not in self.names:
            raise Unfit(self.must)
        return self.names[self.names.index(value)]


class Many(Limit):
    """A list of what *limit* allows."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.must = f"a list of {limit.many}"

    def read(self, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise Unfit(self.must)
        try:
            return tuple(self.limit.read(item) for item in value)
        except Unfit:
            raise Unfit(self.must) from None


class Choices(Limit):
    """A list of different members of an enum."""

    def __init__(self, of: type[StrEnum]) -> None:
        self.of = of
        self.must = f"a list of different names out of {quoted(of)}"

    def read(self, value: object) -> tuple[Any, ...]:
        names = Many(AnyText()).read(value)
        if len(set(names)) != len(names) or not set(names) <= set(self.of):
            raise Unfit(self.must)
        return tuple(self.of(name) for name in names)


class Minute(Limit):
    """A local date and time, to the minute: as TOML has it, or as text."""

    must = "a local date and time without seconds or zone, such as 2026-05-01T09:00"

    def read(self, value: object) -> str:
        moment = value
        if isinstance(value, str) and len(value) >= len("2026-05-01T09:00"):
            try:
                moment = datetime.fromisoformat(value)
            except ValueError:
                raise Unfit(self.must) from None
        if not isinstance(moment, datetime) or moment.tzinfo is not None:
            raise Unfit(self.must)
        if moment.second or moment.microsecond:
            raise Unfit(self.must)
        return moment.isoformat(timespec="minutes")


def is_text(value: object, longest: int) -> TypeGuard[str]:
    """Whether *value* is a text that can be shown and put on record; half a character (what is left of text
    that is not UTF-8) cannot."""
    if not isinstance(value, str) or not 1 <= len(value) <= longest:
        return False
    return value == value.strip() and value.isprintable()


def text_rule(longest: int) -> str:
    return f"a text of 1 to {longest} printable characters, without space at either end"


def is_id(value: object, longest: int) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= longest and ID_PATTERN.fullmatch(value) is not None


def id_rule(longest: int) -> str:
    return f"1 to {longest} of the characters A–Z, a–z, 0–9, “.”, “_”, “-”, the first a letter or digit"


def quoted(names: Iterable[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)
