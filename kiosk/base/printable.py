"""Text from a log or a file as it may be put before a person: nothing in it acts, hides or turns round.

A terminal obeys control characters, a line end forges a line, and marks for writing direction make a word
read as another. Whatever is not plainly visible is shown by its number instead.
"""

import json
from collections.abc import Iterator


def printable(text: str) -> str:
    """*text* on one line, with everything that is not plainly visible spelled out."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _spell(letter) for letter in text)


def printable_lines(text: str) -> str:
    """The same for *text* of several lines."""
    return "\n".join(map(printable, text.split("\n")))


def printable_json(value: object) -> str:
    """*value* as JSON on one line. It reads back as the same value; what is not plainly visible is escaped as
    JSON has it."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else "".join(_escape(text))


def count_of(number: int, what: str) -> str:
    """*number* of *what*, a word in the singular."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _escape(text: str) -> Iterator[str]:
    for letter in text:
        yield letter if letter.isprintable() else json.dumps(letter)[1:-1]


def _spell(letter: str) -> str:
    if letter.isspace() and letter > "\x9f":  # a wide or hard space, or a line end no terminal heeds
        return " "
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")
