"""What records say of challenges: entries, rulings, and what was decided on them.

Nothing is said of a single word, and no person is named: the chain cannot forget.
"""

from collections.abc import Mapping

from kiosk.core.challenge.ruling import Adjudication, ListStamp, Verdict
from kiosk.core.frozen import frozen
from kiosk.core.log.body import Body, Part
from kiosk.core.log.canonical import Json
from kiosk.core.log.kinds import Kind


@frozen
class ListOnRecord(Part):
    id: str
    name: str
    edition: str | None
    fingerprint: str


@frozen
class RulesOnRecord(Part):
    id: str
    fingerprint: str


@frozen
class RecordNamed(Part):
    """A record, in whichever log it stands."""

    station: str
    epoch: str
    seq: int


@frozen
class AdjudicationBody(Body):
    """*number*: the ruling number; *words* in typed order, of which there were *final* in the end. *after*:
    the ruling that this one answers; *opinion*: 2 or 3 if it is a second or third opinion on that one.
    *slip*: the number on the slip that staff ruled from."""

    kind = Kind.ADJUDICATION
    number: str
    words: tuple[str, ...]
    declared: int | None
    final: int
    verdict: Verdict
    method: str
    operator: str | None
    division: str | None
    event: str | None
    round: int | None
    table: int | None
    flags: tuple[str, ...]
    lexicon: ListOnRecord
    long_lexicon: ListOnRecord | None
    rules: RulesOnRecord
    penalty: str
    consequence: str | None
    entry_ms: int
    verify_ms: int
    edits: int
    program: str
    after: RecordNamed | None = None
    opinion: int | None = None
    slip: int | None = None

    @classmethod
    def of(cls, adjudication: Adjudication, number: str, program: str) -> "AdjudicationBody":
        """*adjudication* under ruling *number*, judged by version *program*."""
        place, effort, rules = adjudication.place, adjudication.effort, adjudication.rules
        long_lexicon = adjudication.long_lexicon
        return cls(
            number=number,
            words=tuple(adjudication.words),
            declared=adjudication.declared,
            final=len(adjudication.words),
            verdict=adjudication.verdict,
            method=adjudication.method,
            operator=adjudication.operator,
            division=place.division,
            event=place.event,
            round=place.round,
            table=place.table,
            flags=adjudication.flags,
            lexicon=_stamp(adjudication.lexicon),
            long_lexicon=None if long_lexicon is None else _stamp(long_lexicon),
            rules=RulesOnRecord(rules.id, rules.fingerprint),
            penalty=rules.penalty,
            consequence=adjudication.consequence,
            entry_ms=effort.entry_ms,
            verify_ms=effort.verify_ms,
            edits=effort.edits,
            program=program,
            after=None if adjudication.after is None else RecordNamed(*adjudication.after),
            opinion=adjudication.opinion,
            slip=adjudication.slip,
        )


def _stamp(lexicon: ListStamp) -> ListOnRecord:
    return ListOnRecord(lexicon.id, lexicon.name, lexicon.edition, lexicon.fingerprint)


@frozen
class ClosedBody(Body):
    """*seq*, *number*: of the ruling; *how*: enter, time, never_shown, or what took it off the screen."""

    kind = Kind.CLOSED
    seq: int
    number: str
    how: str
    after_ms: int


@frozen
class EntryBody(Body):
    """An entry that ended without a look-up: *words* as they were typed."""

    division: str | None
    words: tuple[str, ...]
    declared: int | None


@frozen
class ClearedBody(EntryBody):
    kind = Kind.CLEARED


@frozen
class AbandonedBody(EntryBody):
    kind = Kind.ABANDONED


@frozen
class ConcededBody(EntryBody):
    """*by*: challenger, who gave up; or challenged, who took the play back. Old records do not say."""

    kind = Kind.CONCEDED
    by: str | None = None


@frozen
class DirectorNeededBody(EntryBody):
    kind = Kind.DIRECTOR_NEEDED


@frozen
class CallEndedBody(Body):
    """*how*: taken_back by the players, or answered by the director."""

    kind = Kind.CALL_ENDED
    how: str
    after_ms: int


@frozen
class RulingConfirmedBody(Body):
    """*seq*, *number*: of a ruling that was reported as failed and had landed all the same."""

    kind = Kind.RULING_CONFIRMED
    number: str
    seq: int


@frozen
class DecisionBody(Body):
    """*decision*: its type in the rule set; *sentence*: what was decided; *amounts*: points and seconds, and
    which ruling stands; *answers*: what the director said of the case. *concerns*: challenger, challenged,
    first, second, both or none. *about*, *number*: the record it is about, and its ruling number. *by*:
    initials or a staff id. *corrects*: the decision that this one takes the place of."""

    kind = Kind.DECISION
    decision: str
    sentence: str
    rules: RulesOnRecord
    effect: str
    amounts: Mapping[str, Json]
    answers: Mapping[str, Json]
    clause: str | None
    concerns: str
    remark: str | None
    by: str | None
    event: str | None
    round: int | None
    table: int | None
    division: str | None
    about: RecordNamed | None = None
    number: str | None = None
    corrects: RecordNamed | None = None


@frozen
class RevealBody(Body):
    """*fingerprints*: of the lists the answer was worked out from; what it said is not recorded. *reason*:
    why it was asked."""

    kind = Kind.REVEAL
    about: RecordNamed
    fingerprints: tuple[str, ...]
    by: str | None
    reason: str = ""


BODIES: tuple[type[Body], ...] = (
    *(AdjudicationBody, ClosedBody, ClearedBody, AbandonedBody, ConcededBody, DirectorNeededBody),
    *(CallEndedBody, RulingConfirmedBody, DecisionBody, RevealBody),
)
