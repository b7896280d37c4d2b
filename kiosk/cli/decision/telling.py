"""Decisions and their forms as text for a terminal, and as JSON."""

from collections.abc import Iterator, Mapping

from kiosk.actions.decide.deciding import DecisionOffered, DecisionPreview, DecisionRecorded
from kiosk.actions.decide.made import DecisionFound
from kiosk.core.harmless import harmless
from kiosk.core.log.body import encode
from kiosk.core.log.canonical import Json
from kiosk.director.decisions.form import DecisionForm, FormQuestion, Worked, cited


def form_lines(form: DecisionForm, known: Mapping[str, str]) -> Iterator[str]:
    """The whole form: law, then each question with what may be answered."""
    yield f"{form.type}  ({cited(form.clause)})"
    for line in form.law:
        yield f"  {line}"
    for question in form.questions:
        yield f"  {question.key}={_answerable(question)}"
        yield f"      {question.label}{_remarks(question, known)}"
        if question.hint:
            yield f"      {question.hint}"
        for choice in question.choices:
            if choice.label != choice.id:
                clause = f" ({choice.clause})" if choice.clause else ""
                yield f"        {choice.id}: {choice.label}{clause}"


def _answerable(question: FormQuestion) -> str:
    ids = [choice.id for choice in question.choices]
    return "|".join(ids) if ids else question.allowed


def _remarks(question: FormQuestion, known: Mapping[str, str]) -> str:
    key, answers = question.only_if
    if question.key in known:
        return f" (on record: {known[question.key]})"
    asked = f" (only with {key}={'|'.join(answers)})" if key else ""
    return asked + ("" if question.required else " (may be left out)")


def form_json(form: DecisionForm, known: Mapping[str, str]) -> dict[str, Json]:
    return {
        "type": form.type,
        "title": form.title,
        "clause": form.clause,
        "target": form.target.value,
        "law": [{"text": one.text, "clause": one.clause} for one in form.law],
        "questions": [_question_json(one) for one in form.questions],
        "known": dict(known),
    }


def _question_json(question: FormQuestion) -> dict[str, Json]:
    key, answers = question.only_if
    return {
        "key": question.key,
        "label": question.label,
        "kind": question.kind.value,
        "choices": [{"id": one.id, "label": one.label, "clause": one.clause} for one in question.choices],
        "low": question.low,
        "high": question.high,
        "required": question.required,
        "only_if": {"key": key, "answers": list(answers)} if key else None,
        "hint": question.hint,
    }


def types_lines(offer: DecisionOffered) -> Iterator[str]:
    """One line a type."""
    number = offer.known.number
    yield f"{offer.known.rules.short_title}{f', on {number}' if number else ''}:"
    widest = max(len(form.type) for form in offer.forms)
    for form in offer.forms:
        yield f"  {form.type:<{widest}}  {form.title} ({cited(form.clause)})"


def worked_lines(found: DecisionPreview) -> Iterator[str]:
    """What is decided, or why not, and the law that leads there."""
    worked = found.worked
    yield worked.refusal or worked.sentence
    for line in worked.law:
        yield f"  {line}"
    yield from found.remarks


def worked_json(found: DecisionPreview) -> dict[str, Json]:
    worked: Worked = found.worked
    return {
        "type": found.form.type,
        "rules": found.form.rules.id,
        "number": found.known.number,
        "sentence": worked.sentence or None,
        "refusal": worked.refusal or None,
        "at": worked.at or None,
        "effect": worked.effect.value,
        "amounts": dict(worked.amounts),
        "answers": dict(worked.answers),
        "concerns": worked.concerns.value,
        "clause": worked.clause or None,
        "law": [{"text": one.text, "clause": one.clause} for one in worked.law],
        "remarks": list(found.remarks),
    }


def recorded_json(made: DecisionRecorded) -> dict[str, Json]:
    return {
        **worked_json(made.preview),
        "seq": made.seq,
        "at": made.at,
        "hash": made.hash,
        "by": made.body.by,
        "remark": made.body.remark,
        "body": encode(made.body),
    }


def made_lines(one: DecisionFound) -> Iterator[str]:
    """A decision on record."""
    body = one.body
    about = f" on {harmless(body.number)}" if body.number else ""
    place = ", ".join(f"{name} {at}" for name, at in (("round", body.round), ("table", body.table)) if at)
    where = f" ({place})" if place else ""
    yield f"Record {one.found.seq}  {harmless(one.found.local_text)}  {harmless(body.decision)}{about}{where}"
    yield f"  {harmless(body.sentence)} [{harmless(cited(body.clause or 'no clause'))}]"
    if body.remark or body.by:
        by = f" ({harmless(body.by)})" if body.by else ""
        yield f"  {harmless(body.remark or 'Decided')}{by}"
    if one.corrected_by is not None:
        yield f"  Corrected by record {one.corrected_by[2]}."


def made_json(one: DecisionFound) -> dict[str, Json]:
    corrected = None if one.corrected_by is None else one.corrected_by[2]
    return {
        "seq": one.found.seq,
        "at": one.found.at,
        "local": one.found.local_text,
        "station": one.found.station,
        "epoch": one.found.epoch,
        **encode(one.body),
        "corrected_by": corrected,
        "hash": one.found.hash,
    }
