"""The reading child of a console: takes questions, line by line, and answers them in the order they come.

Started as `kiosk log-reading FOLDER [LOG …]`, a word that is no command for people. It ends when its input
closes or nobody takes its output any more, so that it never outlives the console, however that ended. It
keeps no lock and writes nothing.
"""

import gc
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from kiosk.actions.console.answering import Answering
from kiosk.actions.run_console.around import around, heads_listed
from kiosk.core.harmless import harmless
from kiosk.director.console.reading import Answer, Question, ReadingFailed
from kiosk.director.console.seen import HeadsSeen, Look, Looked, StatusWanted
from kiosk.director.roll.wire import AnswerGiven, HowFar, QuestionPut, read, written
from kiosk.errors import KioskError
from kiosk.storage.system_clock import system_clock

WORD = "log-reading"
_NOT_ENOUGH = (
    "There is not enough memory to read this log here. Close other programs, or use “kiosk log list”."
)


def serve(arguments: Sequence[str], questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer *questions* about the folder and the logs that *arguments* name until there are no more."""
    if hasattr(os, "nice"):
        os.nice(10)  # the players come first
    folder, *logs = map(Path, arguments)
    answering = Answering(folder, logs)
    gc.disable()  # what is read is kept: looking through it again and again takes half the time, for nothing
    with suppress(BrokenPipeError):
        for line in questions:
            put = read(line)
            if not isinstance(put, QuestionPut):
                continue
            asked, tell = put.question, partial(_tell, answers, put.ticket)
            answer = (
                looked(folder, asked, logs) if isinstance(asked, Look) else _answer(answering, asked, tell)
            )
            _send(answers, AnswerGiven(put.ticket, answer))
            gc.collect(1)


def _answer(answering: Answering, question: Question, told: "partial[None]") -> Answer:
    try:
        return answering.answer(question, told)
    except MemoryError:
        return ReadingFailed(_NOT_ENOUGH)


def looked(folder: Path, look: Look, logs: Sequence[Path] = ()) -> Looked | ReadingFailed:
    """What is seen of the station in *folder*, and of *logs* that are read instead of its own."""
    try:
        if isinstance(look, StatusWanted):
            return around(folder, system_clock, alone=look.alone, logs=logs)
        return HeadsSeen(heads_listed(folder))
    except KioskError as error:
        return ReadingFailed(harmless(str(error)))


def _tell(answers: BinaryIO, ticket: int, done: int, total: int, what: str) -> None:
    _send(answers, HowFar(ticket, done, total, what))


def _send(answers: BinaryIO, message: AnswerGiven | HowFar) -> None:
    answers.write(written(message))
    answers.flush()
