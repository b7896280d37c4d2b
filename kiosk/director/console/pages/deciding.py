"""A decision being made: which form, which answers so far, and what they come to, worked out at once.

Rules guarded here: what the record answers is never asked; an answer to a question that is no longer asked is
dropped; nothing can be recorded that the rules refuse.
"""

from dataclasses import replace

from kiosk.core.frozen import frozen
from kiosk.director.console.ruled import DecisionLine, FormsOffered, Spot
from kiosk.director.decisions.answers import asked_now
from kiosk.director.decisions.form import Answers, DecisionForm, FormQuestion, Worked
from kiosk.director.decisions.working import work_out

LONGEST_ANSWER = 300


@frozen
class Deciding:
    """*which*: the record, or nothing, then *spot* says where. *search*: what narrows the list of forms.
    *form*: the one that was chosen. *at*: the question that is being answered; empty: all were. *worked*:
    what the answers come to. *tried*: recording it was tried, so what is refused is shown where it is.
    *corrects*: the decision that this one puts right."""

    which: str
    offered: FormsOffered
    spot: Spot = Spot()
    search: str = ""
    form: DecisionForm | None = None
    answers: tuple[tuple[str, str], ...] = ()
    at: str = ""
    worked: Worked | None = None
    tried: bool = False
    corrects: int | None = None

    @property
    def listed(self) -> tuple[DecisionForm, ...]:
        """The forms that hold every part of what was typed."""
        parts = self.search.casefold().split()
        return tuple(one for one in self.offered.forms if all(part in _spoken(one) for part in parts))

    @property
    def known(self) -> Answers:
        """What the record answers itself."""
        return {} if self.form is None else dict(dict(self.offered.known).get(self.form.type, ()))

    @property
    def said(self) -> Answers:
        return {**dict(self.answers), **self.known}

    @property
    def asked(self) -> tuple[FormQuestion, ...]:
        """The questions that are asked with these answers, those that the record answers among them."""
        return () if self.form is None else asked_now(self.form, self.said)

    @property
    def open(self) -> tuple[str, ...]:
        """The keys of the questions that the director answers."""
        return tuple(one.key for one in self.asked if one.key not in self.known)

    @property
    def question(self) -> FormQuestion | None:
        return None if self.form is None else self.form.question(self.at)

    @property
    def refusal(self) -> str:
        return "" if self.worked is None else self.worked.refusal


def _spoken(form: DecisionForm) -> str:
    return f"{form.title} {form.type.replace('_', ' ')} {form.clause}".casefold()


def begun_deciding(
    which: str, spot: Spot, offered: FormsOffered, corrected: DecisionLine | None = None
) -> Deciding:
    """The forms to choose from; of a decision that is put right, its form with its answers."""
    deciding = Deciding(which, offered, spot)
    if corrected is None:
        return deciding
    deciding = replace(deciding, corrects=corrected.seq)
    chosen = with_form(deciding, corrected.type)
    if chosen.form is None:
        return deciding
    answers = tuple((key, text) for key, text in corrected.answers if key not in chosen.known)
    return _first(_worked(replace(chosen, answers=answers)))


def with_form(deciding: Deciding, type: str) -> Deciding:
    """The form *type*, at its first question; one that is not offered changes nothing."""
    form = next((one for one in deciding.offered.forms if one.type == type), None)
    if form is None:
        return deciding
    return _first(_worked(replace(deciding, form=form, answers=(), tried=False)))


def _first(deciding: Deciding) -> Deciding:
    return replace(deciding, at=next(iter(deciding.open), ""))


def _worked(deciding: Deciding) -> Deciding:
    """Without what is not asked any more, and with what the rest comes to."""
    form = deciding.form
    if form is None:
        return deciding
    while stray := {key for key, _ in deciding.answers} - {one.key for one in deciding.asked}:
        deciding = replace(deciding, answers=tuple(one for one in deciding.answers if one[0] not in stray))
    return replace(deciding, worked=work_out(form, dict(deciding.answers), deciding.offered.context))


def with_answer(deciding: Deciding, key: str, text: str, *, final: bool) -> Deciding:
    """*text* answers the question *key*; if that is *final*, the next one is asked."""
    if key not in deciding.open:
        return deciding
    kept = {one: said for one, said in deciding.answers if one != key}
    said = text[:LONGEST_ANSWER]
    answers = {**kept, **({key: said} if said.strip() else {})}
    deciding = replace(deciding, at=key, tried=deciding.tried and not final)
    deciding = _worked(replace(deciding, answers=tuple(answers.items())))
    return replace(deciding, at=_next(deciding, key)) if final else deciding


def _next(deciding: Deciding, key: str) -> str:
    after = deciding.open[deciding.open.index(key) + 1 :]
    return after[0] if after else ""


def moved(deciding: Deciding, by: int) -> Deciding:
    """The question before or after; from the last one to the end, and back."""
    places = (*deciding.open, "")
    at = places.index(deciding.at) if deciding.at in places else 0
    return replace(deciding, at=places[max(0, min(len(places) - 1, at + by))])


def at_question(deciding: Deciding, key: str) -> Deciding:
    """The question *key* is to be answered, again."""
    return replace(deciding, at=key) if key in deciding.open else deciding


def refused_at(deciding: Deciding) -> Deciding:
    """Recording it was tried and may not be: to the question that this is about."""
    at = deciding.worked.at if deciding.worked is not None else ""
    return replace(deciding, tried=True, at=at if at in deciding.open else deciding.at)
