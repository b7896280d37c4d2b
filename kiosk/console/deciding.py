"""A decision being made: which form, which answers so far, and what they come to, worked out at once.

Rules guarded here: what the record answers is never asked; an answer to a question that is no longer asked is
dropped; nothing can be recorded that the rules refuse.
"""

from dataclasses import replace
from typing import Self, TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.console.events import FormChosen, FormSearched, QuestionAnswered, QuestionChosen, QuestionMoved
from kiosk.console.orders import Decide, DecisionSubject
from kiosk.console.values import DecisionLine, FormsOffered
from kiosk.decisions.forms import Answers, DecisionForm, Evaluation, FormQuestion
from kiosk.decisions.outcome import evaluate
from kiosk.rules.ruling import Place

LONGEST_ANSWER = 300
LONGEST_SEARCH = 60

DecidingEvent: TypeAlias = FormSearched | FormChosen | QuestionAnswered | QuestionMoved | QuestionChosen


@frozen
class Deciding:
    """*which*: the record, or nothing, then *place* says where. *search*: what narrows the list of forms.
    *form*: the one that was chosen. *at*: the question that is being answered; empty: all were. *worked*:
    what the answers come to. *tried*: recording it was tried, so what is refused is shown where it is.
    *corrects*: the decision that this one puts right."""

    which: str
    offered: FormsOffered
    place: Place = Place()
    search: str = ""
    form: DecisionForm | None = None
    answers: tuple[tuple[str, str], ...] = ()
    at: str = ""
    worked: Evaluation | None = None
    tried: bool = False
    corrects: int | None = None

    # --- what the page shows ------------------------------------------------------------------------------

    @property
    def listed(self) -> tuple[DecisionForm, ...]:
        """The forms that hold every part of what was typed."""
        parts = self.search.casefold().split()
        return tuple(
            form for form in self.offered.forms if all(part in _searched_text(form) for part in parts)
        )

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
        return () if self.form is None else self.form.questions_now(self.said)

    @property
    def open(self) -> tuple[str, ...]:
        """The keys of the questions that the director answers."""
        return tuple(question.key for question in self.asked if question.key not in self.known)

    @property
    def question(self) -> FormQuestion | None:
        return None if self.form is None else self.form.question(self.at)

    @property
    def refusal(self) -> str:
        return "" if self.worked is None else self.worked.refusal

    # --- how it changes -----------------------------------------------------------------------------------

    def change(self, event: DecidingEvent) -> Self:
        """The decision after *event*; what is not offered or not asked changes nothing."""
        match event:
            case FormSearched(text):
                return replace(self, search=text[:LONGEST_SEARCH])
            case FormChosen(type):
                return self.with_form(type)
            case QuestionAnswered(key, text, final):
                return self.with_answer(key, text, final=final)
            case QuestionMoved(by):
                places = (*self.open, "")  # after the last question comes the end
                at = places.index(self.at) if self.at in places else 0
                return replace(self, at=places[max(0, min(len(places) - 1, at + by))])
            case QuestionChosen(key):
                return replace(self, at=key) if key in self.open else self
            case _:
                assert_never(event)

    def with_form(self, type: str) -> Self:
        """The form *type*, at its first question."""
        form = next((form for form in self.offered.forms if form.type == type), None)
        if form is None:
            return self
        return replace(self, form=form, answers=(), tried=False)._evaluate()._at_first()

    def with_answer(self, key: str, text: str, *, final: bool) -> Self:
        """*text* answers the question *key*; if that is *final*, the next one is asked."""
        if key not in self.open:
            return self
        others = {other: said for other, said in self.answers if other != key}
        said = text[:LONGEST_ANSWER]
        answers = {**others, **({key: said} if said.strip() else {})}
        answered = replace(
            self, at=key, tried=self.tried and not final, answers=tuple(answers.items())
        )._evaluate()
        if not final:
            return answered
        following = answered.open[answered.open.index(key) + 1 :]
        return replace(answered, at=following[0] if following else "")

    def correcting(self, decision: DecisionLine) -> Self:
        """*decision* is put right: its form with its answers."""
        begun = replace(self, corrects=decision.seq).with_form(decision.type)
        if begun.form is None:
            return begun
        answers = tuple((key, text) for key, text in decision.answers if key not in begun.known)
        return replace(begun, answers=answers)._evaluate()._at_first()

    def refuse(self) -> Self:
        """Recording it was tried and may not be: to the question that this is about."""
        at = self.worked.at if self.worked is not None else ""
        return replace(self, tried=True, at=at if at in self.open else self.at)

    def step_back(self) -> Self | None:
        """From the form to the list of forms; None: there is nothing to go back to."""
        if self.form is None or self.corrects is not None:
            return None
        return type(self)(self.which, self.offered, self.place, self.search)

    def order(self, form: DecisionForm, by: str) -> Decide:
        """What puts it on record."""
        subject = DecisionSubject(self.which or None, place=self.place)
        return Decide(subject, form.type, self.answers, by, self.corrects)

    def _at_first(self) -> Self:
        return replace(self, at=next(iter(self.open), ""))

    def _evaluate(self) -> Self:
        """Without what is not asked any more, and with what the rest comes to."""
        form, answers = self.form, self.answers
        if form is None:
            return self
        current = self
        while stray := {key for key, _ in answers} - {question.key for question in current.asked}:
            answers = tuple(pair for pair in answers if pair[0] not in stray)
            current = replace(current, answers=answers)
        return replace(current, worked=evaluate(form, dict(answers), self.offered.context))


def _searched_text(form: DecisionForm) -> str:
    return f"{form.title} {form.type.replace('_', ' ')} {form.clause}".casefold()
