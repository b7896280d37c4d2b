"""List what may be decided, work a decision out without recording it, and record it.

Rules guarded here: a decision goes on record only with the director's passcode, only if the rules allow it,
and into the log of this folder, wherever the ruling stands; nothing is edited, a correction is a new record;
no free text holds a name that stands in the pairings.
"""

from kiosk.actions.decide.knowing import DecisionSubject, SubjectKnown, subject_known
from kiosk.actions.decide.made import DecisionFound, decisions_in
from kiosk.actions.on_record import check_operator
from kiosk.actions.pairings import name_refused
from kiosk.actions.staff import Staff, writing
from kiosk.core.access.passcode import Role
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.play import DecisionBody, RecordNamed, RulesOnRecord
from kiosk.core.rules.choices import DecisionShape
from kiosk.director.decisions.form import REMARK, Answers, AskKind, DecisionForm, Worked
from kiosk.director.decisions.working import form_of, forms, known_answers, work_out
from kiosk.errors import DecisionError
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.query import open_reader
from kiosk.storage.setup.file import read_setup


@frozen
class DecisionWish:
    """What a director wants to decide. *corrects*: the decision in this folder's log that it replaces."""

    subject: DecisionSubject
    type: str
    answers: Answers
    by: str | None = None
    corrects: int | None = None


@frozen
class DecisionOffered:
    """The forms there are for a subject; *answered*: by type, what the record answers itself."""

    known: SubjectKnown
    forms: tuple[DecisionForm, ...]
    answered: tuple[tuple[str, dict[str, str]], ...]


@frozen
class DecisionPreview:
    """A decision worked out. *said*: the answers it was worked out from, those of the record included."""

    known: SubjectKnown
    form: DecisionForm
    worked: Worked

    @property
    def remarks(self) -> tuple[str, ...]:
        """What must be said beside it."""
        if not self.known.changed:
            return ()
        return (f"The file of {self.form.rules.short_title} has been changed since the ruling.",)


@frozen
class DecisionRecorded:
    preview: DecisionPreview
    body: DecisionBody
    seq: int
    at: str
    hash: str


def offered(staff: Staff, subject: DecisionSubject, corrects: int | None = None) -> DecisionOffered:
    """What may be decided on *subject*. *corrects*: the decision that is to be put right, which then counts
    for nothing."""
    known = subject_known(staff, subject, corrects)
    there = forms(known.rules)
    return DecisionOffered(
        known, there, tuple((one.type, known_answers(one, known.context)) for one in there)
    )


def preview(staff: Staff, wish: DecisionWish) -> DecisionPreview:
    """What *wish* comes to; nothing is recorded. A refusal is part of the answer."""
    check_operator(wish.by)
    known = subject_known(staff, wish.subject, wish.corrects)
    form = form_of(known.rules, wish.type)
    if form is None:
        there = ", ".join(one.type for one in forms(known.rules))
        raise DecisionError(
            f"{known.rules.short_title} has no decision “{harmless(wish.type[:40])}”. Choose one of: {there}."
        )
    _refuse_names(form, wish.answers, staff)
    return DecisionPreview(known, form, work_out(form, wish.answers, known.context))


def decide(staff: Staff, wish: DecisionWish) -> DecisionRecorded:
    """Put the decision *wish* on record in the log of this folder."""
    _recordable(staff, wish)  # whoever cannot decide it need not type a passcode
    settings = read_setup(staff.folder).settings
    letter = settings.letter if settings else "A"
    with writing(staff, "kiosk decision add", letter, log_path(staff.folder).name) as log:
        staff.admit(log, Role.DIRECTOR, "decision")
        found, corrects = _recordable(staff, wish)  # again: another may have decided meanwhile
        body = _body(found, wish, corrects)
        record = log.append(body)
        return DecisionRecorded(found, body, record.seq, record.at, record.hash)


def _recordable(staff: Staff, wish: DecisionWish) -> tuple[DecisionPreview, RecordNamed | None]:
    found = preview(staff, wish)
    if found.worked.refusal:
        law = " ".join(map(str, found.worked.law))
        raise DecisionError(f"{found.worked.refusal} {law}".strip())
    corrected = None if wish.corrects is None else _to_correct(staff, wish.corrects, found.known)
    _refuse_twice(found, corrected)
    return found, None if corrected is None else RecordNamed(*corrected.key)


def _refuse_names(form: DecisionForm, answers: Answers, staff: Staff) -> None:
    texts = [answers.get(one.key, "") for one in form.questions if one.kind is AskKind.TEXT]
    if said := name_refused(staff.folder, " ".join(map(str, texts))):
        raise DecisionError(said)


def _to_correct(staff: Staff, seq: int, known: SubjectKnown) -> DecisionFound:
    """The decision with number *seq* of this folder's log, if it may be corrected here."""
    with open_reader(log_path(staff.folder)) as reader:
        made = {one.found.seq: one for one in decisions_in(reader, Filter())}
    found = made.get(seq)
    if found is None:
        raise DecisionError(f"Record {seq} is no decision, so it cannot be corrected.")
    about = None if known.about is None else known.about.key
    if found.about != about:
        raise DecisionError(f"Record {seq} is a decision on something else. Name what it was about.")
    if found.corrected_by is not None:
        later = found.corrected_by[2]
        raise DecisionError(f"Record {seq} was corrected already, by record {later}. Correct that one.")
    return found


def _refuse_twice(found: DecisionPreview, corrected: DecisionFound | None) -> None:
    """Refuse the same decision on one ruling a second time, unless it corrects the first."""
    if found.form.decision.shape is DecisionShape.PLAIN or corrected is not None:
        return
    for one in found.known.made:
        if one.body.decision == found.form.type and one.corrected_by is None:
            raise DecisionError(
                f"That was decided before, in record {one.found.seq}: {harmless(one.body.sentence)} "
                f"To put it right, give --corrects {one.found.seq}."
            )


def _body(found: DecisionPreview, wish: DecisionWish, corrects: RecordNamed | None) -> DecisionBody:
    worked, known, rules = found.worked, found.known, found.form.rules
    place = known.context.place
    remark = wish.answers.get(REMARK, "").strip()
    return DecisionBody(
        decision=found.form.type,
        sentence=worked.sentence,
        rules=RulesOnRecord(rules.id, rules.fingerprint),
        effect=worked.effect.value,
        amounts=dict(worked.amounts),
        answers=dict(worked.answers),
        clause=worked.clause or None,
        concerns=worked.concerns.value,
        remark=remark or None,
        by=wish.by,
        event=place.event,
        round=place.round,
        table=place.table,
        division=place.division,
        about=None if known.about is None else RecordNamed(*known.about.key),
        number=known.number,
        corrects=corrects,
    )
