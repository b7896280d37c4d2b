"""Questions and answers as lines of text between a console and the process that reads for it.

JSON, a value by its name and its fields, as records spell theirs: a pipe between two processes of one program
could carry anything, but a line that is no question can then only be no question. The rule guarded here: what
does not fit its type is nothing, and never half of something.
"""

import json
from typing import Any, get_args

from kiosk.core.frozen import frozen
from kiosk.core.log.body import Misfit, Part, encode, read_part
from kiosk.director.console.reading import Answer, Question
from kiosk.director.console.seen import Look, Looked

_ASKED: dict[str, Any] = {one.__name__: one for one in (*get_args(Question), *get_args(Look))}
_TOLD: dict[str, Any] = {one.__name__: one for one in (*get_args(Answer), *get_args(Looked))}


@frozen
class QuestionPut(Part):
    """*ticket*: by which its answer is known."""

    ticket: int
    question: Question | Look


@frozen
class AnswerGiven(Part):
    ticket: int
    answer: Answer | Looked


@frozen
class HowFar(Part):
    """*done* of *total* records of *what* were read."""

    ticket: int
    done: int
    total: int
    what: str


def written(message: QuestionPut | AnswerGiven | HowFar) -> bytes:
    """*message* as a line."""
    match message:
        case QuestionPut(ticket, question):
            fields: list[object] = ["ask", ticket, type(question).__name__, encode(question)]
        case AnswerGiven(ticket, answer):
            fields = ["answer", ticket, type(answer).__name__, encode(answer)]
        case HowFar(ticket, done, total, what):
            fields = ["far", ticket, done, total, what]
    return json.dumps(fields, separators=(",", ":")).encode("ascii") + b"\n"


def read(line: bytes) -> QuestionPut | AnswerGiven | HowFar | None:
    """The message that *line* holds; None if it holds none."""
    try:
        match json.loads(line):
            case ["ask", int(ticket), str(name), data] if name in _ASKED:
                return QuestionPut(ticket, read_part(_ASKED[name], data))
            case ["answer", int(ticket), str(name), data] if name in _TOLD:
                return AnswerGiven(ticket, read_part(_TOLD[name], data))
            case ["far", int(ticket), int(done), int(total), str(what)]:
                return HowFar(ticket, done, total, what)
    except (ValueError, RecursionError, Misfit):
        return None
    return None
