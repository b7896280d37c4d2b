"""Reads the answers to a form: what each means, which questions they leave, and what will not do.

The rule guarded here: a wrong, unknown or missing answer is a sentence that names the question; nothing is
filled in but what the ruling itself says.
"""

from collections.abc import Callable, Mapping

from kiosk.core.fields.limits import is_text
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.words.play import parse_play
from kiosk.director.decisions.form import (
    Answer,
    Answers,
    AskKind,
    DecisionForm,
    FormQuestion,
    Worked,
    refused,
)
from kiosk.errors import WordError

_YES = {"yes": True, "y": True, "no": False, "n": False}
_MOST_DIGITS = 6
_SHOWN = 40


@frozen
class Settled:
    """*values* by key, of the questions that were asked and answered; or why not."""

    values: Mapping[str, Answer]
    wrong: Worked | None = None


def asked_now(form: DecisionForm, answers: Answers) -> tuple[FormQuestion, ...]:
    """The questions of *form* that are asked, with these answers so far."""
    return tuple(one for one in form.questions if _is_asked(form, one, answers))


def settled(form: DecisionForm, answers: Answers, known: Answers) -> Settled:
    """What *answers* say; what is *known* of the ruling may be said, but not otherwise."""
    said = {key: text for key, text in answers.items() if isinstance(text, str) and text.strip()}
    for key, text in known.items():
        if said.setdefault(key, text).casefold().strip() != text.casefold():
            return Settled({}, _otherwise(form, key, text))
    asked = asked_now(form, said)
    names = [one.key for one in asked]
    # A question that is not asked may be left blank; one that there is not is a slip of the pen.
    if stray := [key for key in answers if key not in names and (key in said or form.question(key) is None)]:
        return Settled({}, _stray(form, stray[0], names))
    values: dict[str, Answer] = {}
    for question in asked:
        if question.key not in said:
            if question.required:
                return Settled(values, _missing(question))
            continue
        value = _READERS[question.kind](question, said[question.key].strip())
        if value is None:
            return Settled(values, refused(f"{question.label}: must be {question.allowed}.", question.key))
        values[question.key] = value
    return Settled(values)


def _is_asked(form: DecisionForm, question: FormQuestion, answers: Answers) -> bool:
    key, wanted = question.only_if
    before = form.question(key)
    if before is None:
        return True
    said = answers.get(key)
    return isinstance(said, str) and said.strip().casefold() in wanted and _is_asked(form, before, answers)


def _missing(question: FormQuestion) -> Worked:
    return refused(
        f"Still to be answered ({question.key}): {question.label} It must be {question.allowed}.",
        question.key,
    )


def _otherwise(form: DecisionForm, key: str, text: str) -> Worked:
    question = form.question(key)
    label = key if question is None else question.label
    return refused(f"The record says otherwise: {label} {text}.", key)


def _stray(form: DecisionForm, key: str, names: list[str]) -> Worked:
    shown = harmless(key[:_SHOWN])
    question = form.question(key)
    if question is not None:
        return refused(f"“{shown}” is not asked with these answers. Leave it out.", key)
    there = f"There are: {', '.join(names)}." if names else "There are none."
    return refused(f"There is no question “{shown}” here. {there}", key)


def _choice(question: FormQuestion, text: str) -> Answer | None:
    wanted = text.casefold()
    return next((str(one.id) for one in question.choices if one.id.casefold() == wanted), None)


def _number(question: FormQuestion, text: str) -> Answer | None:
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        return None
    return int(text) if question.low <= int(text) <= question.high else None


def _yes_no(question: FormQuestion, text: str) -> Answer | None:
    return _YES.get(text.casefold())


def _text(question: FormQuestion, text: str) -> Answer | None:
    plain = not question.as_id or all(one.isalnum() or one in ".-_" for one in text)
    return text if plain and is_text(text, question.high) else None


def _words(question: FormQuestion, text: str) -> Answer | None:
    try:
        return " ".join(parse_play(tuple(text.split())).words)
    except WordError:
        return None


_READERS: Mapping[AskKind, Callable[[FormQuestion, str], Answer | None]] = {
    AskKind.CHOICE: _choice,
    AskKind.NUMBER: _number,
    AskKind.YES_NO: _yes_no,
    AskKind.TEXT: _text,
    AskKind.WORDS: _words,
}
