"""The decisions that stand in a log: on one ruling, or all of them; and how each reads on paper.

The rule guarded here: nothing is edited. A correction is a decision of its own; the one it corrects stays,
and is shown as corrected.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.play import DecisionBody, RecordNamed
from kiosk.core.log.facts import Key
from kiosk.core.log.kinds import Kind
from kiosk.director.audit import DecisionRow
from kiosk.director.decisions.form import cited
from kiosk.storage.export.records import CHANGED
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.query import Reader, open_reader

_LONGEST = 400  # characters of one decision on paper


@frozen
class DecisionFound:
    """A decision on record. *corrected_by*: the decision that takes its place, if one does."""

    found: Found
    body: DecisionBody
    corrected_by: Key | None = None

    @property
    def key(self) -> Key:
        return self.found.key

    @property
    def about(self) -> Key | None:
        return key_of(self.body.about)


def key_of(named: RecordNamed | None) -> Key | None:
    return None if named is None else (named.station, named.epoch, named.seq)


def decisions_on(reader: Reader, about: Key) -> tuple[DecisionFound, ...]:
    """The decisions that the log behind *reader* holds on the record *about*, oldest first. One that is not
    as it was recorded is none."""
    return as_decisions(reader.decided(about))


def decisions_in(reader: Reader, wanted: Filter) -> tuple[DecisionFound, ...]:
    """The decisions that are *wanted*, oldest first."""
    terms = {name: getattr(wanted, name) for name in Filter.__dataclass_fields__}
    found = list(reader.find(Filter(**{**terms, "kind": Kind.DECISION})))
    return as_decisions(reversed(found))


def as_decisions(records: Iterable[Found]) -> tuple[DecisionFound, ...]:
    """Those of *records* that are decisions and believable, each with what corrects it among them."""
    sound = [(one, one.said) for one in records if one.sound]
    made = [(one, body) for one, body in sound if isinstance(body, DecisionBody)]
    corrected = {key_of(body.corrects): one.key for one, body in made if body.corrects is not None}
    return tuple(DecisionFound(one, body, corrected.get(one.key)) for one, body in made)


# --- on paper -----------------------------------------------------------------------------------------------


def records_on(reader: Reader, rulings: Collection[Key], beside: Path | None) -> tuple[Found, ...]:
    """The records of decisions about *rulings*, oldest first, believable or not: from the log that is read
    and from the one *beside* it, if there is one: decisions go into the log of the folder."""
    found = {one.key: one for one in _about(reader, rulings)}
    if beside is not None:
        with open_reader(beside) as here:
            found |= {one.key: one for one in _about(here, rulings)}
    return tuple(sorted(found.values(), key=lambda one: (one.at, one.key)))


def _about(reader: Reader, rulings: Collection[Key]) -> Iterator[Found]:
    return (one for one in reader.find(Filter(kind=Kind.DECISION)) if named_in(one) in rulings)


def named_in(record: Found) -> Key | None:
    """The ruling that *record*, a decision or a reveal of any version, says it is about."""
    named = record.data.get("about")
    if not isinstance(named, Mapping):
        return None
    station, epoch, seq = (named.get(key) for key in ("station", "epoch", "seq"))
    if isinstance(station, str) and isinstance(epoch, str) and isinstance(seq, int):
        return station, epoch, seq
    return None


def decision_rows(records: Iterable[Found], numbers: Mapping[Key, str]) -> tuple[DecisionRow, ...]:
    """*records*, as a list on paper shows them; *numbers*: what their rulings are called."""
    records = tuple(records)
    made = {one.key: one for one in as_decisions(records)}
    return tuple(
        DecisionRow(
            one.local_text,
            numbers.get(named_in(one) or one.key, ""),
            _in_words(made[one.key]) if one.key in made else _unbelieved(one),
        )
        for one in records
    )


def _in_words(one: DecisionFound) -> str:
    """What was decided, by which clause and by whom, and whether it still counts."""
    body = one.body
    clause = f" ({harmless(cited(body.clause))})" if body.clause else ""
    parts = [f"{harmless(body.sentence)}{clause}"]
    if body.remark:
        parts.append(f"“{harmless(body.remark)}”")
    if body.by:
        parts.append(f"by {harmless(body.by)}")
    if one.corrected_by is not None:
        parts.insert(0, f"CORRECTED by record {one.corrected_by[2]}")
    elif body.corrects is not None:
        parts.insert(0, f"In place of record {body.corrects.seq}")
    return _cut("; ".join(parts))


def _unbelieved(record: Found) -> str:
    what = harmless(str(record.data.get("sentence") or record.data.get("decision") or "decision"))
    why = f"{CHANGED} after it was recorded" if not record.fits else "Written by another version"
    return _cut(f"{why}; {what}")


def _cut(told: str) -> str:
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST]}…"
