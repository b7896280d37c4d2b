"""A JavaScript object as data: the part of the language that only says things, read by rules of our own.

The rule it guards: nothing in such a file is ever run. Whatever is more than names, texts, numbers, lists and
objects (a function, a call, an operator, a template) is refused, wherever it stands.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from kiosk.core.harmless import harmless
from kiosk.errors import PairingsError

# What `undefined` and `null` say here: nothing.
Data: TypeAlias = "bool | int | float | str | list[Data] | dict[str, Data] | None"

DEEPEST = 40
MOST_TOKENS = 1_000_000  # five times what an event of 300 players and 30 rounds has
_TOKEN = re.compile(
    r"""(?P<blank>[\s\ufeff]+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+')
    |(?P<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w$.]))
    |(?P<name>[^\W\d][\w$]*|\$[\w$]*)
    |(?P<mark>[{}\[\]:,;=])""",
    re.VERBOSE | re.DOTALL,
)
_CONSTANTS: dict[str, Data] = {"undefined": None, "null": None, "true": True, "false": False}
_DECLARING = frozenset(("var", "let", "const"))
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_LONGEST_NUMBER = 40


class Token(NamedTuple):
    """A piece of the text that means something; of *kind* “end”: there is no more. A page has so many that
    they are made the quick way."""

    kind: str
    text: str
    line: int


def assigned(text: str) -> Data:
    """What *text* says: one object, alone or given to one name (`newt={…};`). PairingsError for anything
    else."""
    reading = _Reading(text)
    if reading.now.kind == "name" and reading.now.text not in _CONSTANTS:
        if reading.taken().text in _DECLARING:
            reading.expect("name")
        reading.expect("=")
    found = reading.value(0)
    while reading.now.text == ";":
        reading.taken()
    if reading.now.kind != "end":
        raise _code(reading.now)
    return found


class _Reading:
    """The tokens of one text, read from the front. *now*: the next one."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self.now = next(self._tokens)

    def taken(self) -> Token:
        """The next token; the one after it is next."""
        token = self.now
        if token.kind != "end":
            self.now = next(self._tokens)
        return token

    def expect(self, wanted: str) -> Token:
        if wanted not in (self.now.kind, self.now.text if self.now.kind == "mark" else ""):
            raise _code(self.now)
        return self.taken()

    def value(self, depth: int) -> Data:
        if depth > DEEPEST:
            raise PairingsError(f"Line {self.now.line} lies deeper than any list of pairings would.")
        token = self.taken()
        match token.kind, token.text:
            case "mark", "{":
                return self._object(depth + 1)
            case "mark", "[":
                return self._array(depth + 1)
            case "text", text:
                return _unquoted(text, token)
            case "number", text:
                return _number(text, token)
            case "name", text if text in _CONSTANTS:
                return _CONSTANTS[text]
            case _:
                raise _code(token)

    def _object(self, depth: int) -> Data:
        found: dict[str, Data] = {}
        while self.now.text != "}" or self.now.kind != "mark":
            token = self.taken()
            if token.kind not in ("name", "text", "number"):
                raise _code(token)
            key = _unquoted(token.text, token) if token.kind == "text" else token.text
            if key in found:
                raise PairingsError(
                    f"“{harmless(key[:40])}” is said twice in one object, in line {token.line}."
                )
            self.expect(":")
            found[key] = self.value(depth)
            if not self._goes_on("}"):
                break
        self.expect("}")
        return found

    def _array(self, depth: int) -> Data:
        found: list[Data] = []
        while self.now.text != "]" or self.now.kind != "mark":
            if self.now.kind == "mark" and self.now.text == ",":  # nothing stands between two commas
                self.taken()
                found.append(None)
                continue
            found.append(self.value(depth))
            if not self._goes_on("]"):
                break
        self.expect("]")
        return found

    def _goes_on(self, end: str) -> bool:
        if self.now.kind == "mark" and self.now.text == ",":
            self.taken()
            return True
        if self.now.kind != "mark" or self.now.text != end:
            raise _code(self.now)
        return False


def _tokens(text: str) -> Iterator[Token]:
    place, line, count = 0, 1, 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _code(Token("other", text[place : place + 12].split("\n")[0], line))
        kind = str(found.lastgroup)
        if kind != "blank":
            count += 1
            if count > MOST_TOKENS:
                raise PairingsError("It says more than any list of pairings would, so nothing was taken.")
            yield Token(kind, found[0], line)
        line += found[0].count("\n")
        place = found.end()
    yield Token("end", "", line)


def _number(text: str, token: Token) -> int | float:
    if len(text) > _LONGEST_NUMBER:
        raise PairingsError(
            f"Line {token.line} holds a number that is longer than any in a list of pairings."
        )
    return int(text) if text.lstrip("-").isdecimal() else float(text)


def _unquoted(text: str, token: Token) -> str:
    def plain(found: re.Match[str]) -> str:
        said = found[1]
        if len(said) > 1:
            code = int(said[1:].strip("{}"), 16)
            if code > 0x10FFFF:
                raise _code(token)
            return chr(code)
        if said in _ESCAPED:
            return _ESCAPED[said]
        if said.isalnum():
            raise _code(token)
        return said

    made = _ESCAPE.sub(plain, text[1:-1])
    # Two halves of one character, as JavaScript counts, are that character.
    return made.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _code(token: Token) -> PairingsError:
    if token.kind == "end":
        return PairingsError("The file ends in the middle. Fetch it again, and import it again.")
    return PairingsError(
        f"Line {token.line} has “{harmless(token.text[:40])}” where only data may stand. A file of pairings "
        "with code in it is not taken, and nothing in it was run."
    )
