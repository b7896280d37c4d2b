"""List what may be decided, work a decision out without recording it, record it, list those on record."""

from dataclasses import replace

from kiosk.actions import NO_TOOLS, Action, Tools
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.base.recordable import check_operator
from kiosk.decisions.case_actions import DecisionSubject, LoadedCase, load_case, place_subject
from kiosk.decisions.forms import REMARK, Answers, AskKind, DecisionForm, Evaluation
from kiosk.decisions.outcome import evaluate, form_of, forms, known_answers
from kiosk.errors import DecisionError, LogError
from kiosk.events.pairings_actions import name_refused
from kiosk.log.audit_actions import AuditSource
from kiosk.log.bodies import DecisionBody, RecordNamed, RulesOnRecord
from kiosk.log.filters_reader import Filter
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import open_reader
from kiosk.log.show_actions import DecisionFound, as_decisions, decisions_in, named_records
from kiosk.log.store import log_path
from kiosk.rules.choices import DecisionShape
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, writing

# ---- listing -----------------------------------------------------------------------------------------------
# List the decisions on record: of one ruling, of an event, or all. Reading needs no passcode.


@frozen
class DecisionsListed:
    """*decisions*: oldest first, corrected ones too. *unsound*: how many records of decisions are not as they
    were recorded; they are left out. *doubt*: why the log as a whole does not hold."""

    decisions: tuple[DecisionFound, ...]
    unsound: int
    doubt: str = ""


def list_decisions(
    source: AuditSource, which: str | None = None, event: str | None = None
) -> DecisionsListed:
    """The decisions on the record *which*, or all; *event*: only of that one. Of a merged file also those
    that stand in this folder's own log."""
    if source.merged is None and not log_path(source.folder).exists():
        raise LogError("There is no log here yet, so nothing was decided.")
    with source.reader() as reader:
        wanted = None if which is None else {record.key for record in named_records(reader, which)}
        found = list(reader.find(Filter(kind=Kind.DECISION, event=event)))
        doubt = reader.doubt or source.doubt_beside
    if source.merged is not None and log_path(source.folder).exists():
        with AuditSource(source.folder).reader() as own:
            found += own.find(Filter(kind=Kind.DECISION, event=event))
    once = {decision.key: decision for decision in found}
    in_order = sorted(once.values(), key=lambda decision: (decision.at, decision.seq))
    unsound = sum(not decision.sound for decision in in_order)
    made = as_decisions(in_order)
    shown = tuple(decision for decision in made if wanted is None or decision.about in wanted)
    return DecisionsListed(shown, unsound, doubt)


# ---- deciding ----------------------------------------------------------------------------------------------
# List what may be decided, work a decision out without recording it, and record it.
#
# Rules guarded here: a decision goes on record only with the director's passcode, only if the rules allow it,
# and into the log of this folder, wherever the ruling stands; nothing is edited, a correction is a new
# record; no free text holds a name that stands in the pairings.


@frozen
class DecisionOffered:
    """The forms there are for a subject; *answered*: by type, what the record answers itself."""

    known: LoadedCase
    forms: tuple[DecisionForm, ...]
    answered: tuple[tuple[str, dict[str, str]], ...]


@frozen
class DecisionPreview:
    """A decision worked out by the rule set *rules*, on the ruling *number*. *remarks*: what must be said
    beside it; *doubt*: why the log does not hold."""

    type: str
    rules: str
    number: str | None
    worked: Evaluation
    remarks: tuple[str, ...] = ()
    doubt: str = ""


@frozen
class DecisionRecorded:
    preview: DecisionPreview
    body: DecisionBody
    seq: int
    at: str
    hash: str


def offer_decision(
    staff: Staff, subject: DecisionSubject, corrects: int | None = None, tools: Tools = NO_TOOLS
) -> DecisionOffered:
    """What may be decided on *subject*. *corrects*: the decision that is to be put right, which then counts
    for nothing."""
    known = load_case(staff, place_subject(staff, subject, tools), corrects)
    there = forms(known.rules)
    return DecisionOffered(
        known, there, tuple((form.type, known_answers(form, known.context)) for form in there)
    )


@frozen
class Decide(Action[DecisionRecorded]):
    """Put a decision of *type* on record in the log of this folder. *by*: initials or a staff id. *corrects*:
    the decision in that log that it replaces."""

    subject: DecisionSubject
    type: str
    answers: tuple[tuple[str, str], ...]
    by: str | None = None
    corrects: int | None = None

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> DecisionRecorded:
        placed = replace(self, subject=place_subject(staff, self.subject, tools))
        _recordable(staff, placed)  # whoever cannot decide it need not type a passcode
        with writing(staff, "kiosk decision add", name=log_path(staff.folder).name) as log:
            staff.admit(log, Role.DIRECTOR, "decision")
            found, corrects = _recordable(staff, placed)  # again: another may have decided meanwhile
            body = _body(found, placed, corrects)
            record = log.append(body)
            return DecisionRecorded(found.preview, body, record.seq, record.at, record.hash)

    def preview(self, staff: Staff) -> DecisionPreview:
        """What it comes to; nothing is recorded. A refusal is part of the answer."""
        return _evaluate(staff, self).preview


@frozen
class _WorkedOut:
    known: LoadedCase
    form: DecisionForm
    worked: Evaluation

    @property
    def preview(self) -> DecisionPreview:
        rules = self.form.rules
        changed = f"The file of {rules.short_title} has been changed since the ruling."
        return DecisionPreview(
            self.form.type,
            rules.id,
            self.known.number,
            self.worked,
            (changed,) if self.known.changed else (),
            self.known.doubt,
        )


def _evaluate(staff: Staff, decide: Decide) -> _WorkedOut:
    check_operator(decide.by)
    known = load_case(staff, decide.subject, decide.corrects)
    form = form_of(known.rules, decide.type)
    if form is None:
        there = ", ".join(offered.type for offered in forms(known.rules))
        raise DecisionError(
            f"{known.rules.short_title} has no decision “{printable(decide.type[:40])}”. "
            f"Choose one of: {there}."
        )
    answers = dict(decide.answers)
    _refuse_names(form, answers, staff)
    return _WorkedOut(known, form, evaluate(form, answers, known.context))


def _recordable(staff: Staff, decide: Decide) -> tuple[_WorkedOut, RecordNamed | None]:
    found = _evaluate(staff, decide)
    if found.worked.refusal:
        law = " ".join(map(str, found.worked.law))
        raise DecisionError(f"{found.worked.refusal} {law}".strip())
    corrected = None if decide.corrects is None else _to_correct(staff, decide.corrects, found.known)
    _refuse_twice(found, corrected)
    return found, None if corrected is None else RecordNamed(*corrected.key)


def _refuse_names(form: DecisionForm, answers: Answers, staff: Staff) -> None:
    texts = [answers.get(question.key, "") for question in form.questions if question.kind is AskKind.TEXT]
    if said := name_refused(staff.folder, " ".join(map(str, texts))):
        raise DecisionError(said)


def _to_correct(staff: Staff, seq: int, known: LoadedCase) -> DecisionFound:
    """The decision with number *seq* of this folder's log, if it may be corrected here."""
    with open_reader(log_path(staff.folder)) as reader:
        made = {decision.found.seq: decision for decision in decisions_in(reader, Filter())}
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


def _refuse_twice(found: _WorkedOut, corrected: DecisionFound | None) -> None:
    """Refuse the same decision on one ruling a second time, unless it corrects the first."""
    if found.form.decision.shape is DecisionShape.PLAIN or corrected is not None:
        return
    for decision in found.known.made:
        if decision.body.decision == found.form.type and decision.corrected_by is None:
            raise DecisionError(
                f"That was decided before, in record {decision.found.seq}: "
                f"{printable(decision.body.sentence)} "
                f"To put it right, give --corrects {decision.found.seq}."
            )


def _body(found: _WorkedOut, decide: Decide, corrects: RecordNamed | None) -> DecisionBody:
    worked, known, rules = found.worked, found.known, found.form.rules
    place = known.context.place
    remark = dict(decide.answers).get(REMARK, "").strip()
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
        by=decide.by,
        event=place.event,
        round=place.round,
        table=place.table,
        division=place.division,
        about=None if known.about is None else RecordNamed(*known.about.key),
        number=known.number,
        corrects=corrects,
    )
