"""Show one record as a director needs it in a dispute, the decisions on it, and whether it can be
believed.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import LogError
from kiosk.log.alerts import Alert, flag_meaning
from kiosk.log.bodies import DecisionBody, RecordNamed
from kiosk.log.chain import Key, Status, Verification
from kiosk.log.filters_reader import CHANGED, Filter, Found, Line, describe_value, text, texts
from kiosk.log.kinds import Kind
from kiosk.log.list_actions import (
    STATION_METHOD,
    AlertFeed,
    AuditSource,
    LineCount,
    Names,
    complaints,
    odd_sentence,
    split_watch,
)
from kiosk.log.merged_reader import Station
from kiosk.log.query_reader import Reader, open_reader
from kiosk.log.totals import DecisionRow
from kiosk.rules.choices import cite

# ---- made --------------------------------------------------------------------------------------------------
# The decisions that stand in a log: on one ruling, or all of them; and how each reads on paper.
#
# The rule guarded here: nothing is edited. A correction is a decision of its own; the one it corrects stays,
# and is shown as corrected.

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
    return as_decisions(reader.decisions_on(about))


def decisions_in(reader: Reader, wanted: Filter) -> tuple[DecisionFound, ...]:
    """The decisions that are *wanted*, oldest first."""
    terms = {name: getattr(wanted, name) for name in Filter.__dataclass_fields__}
    found = list(reader.find(Filter(**{**terms, "kind": Kind.DECISION})))
    return as_decisions(reversed(found))


def as_decisions(records: Iterable[Found]) -> tuple[DecisionFound, ...]:
    """Those of *records* that are decisions and believable, each with what corrects it among them."""
    sound = [(record, record.said) for record in records if record.sound]
    made = [(one, body) for one, body in sound if isinstance(body, DecisionBody)]
    corrected = {key_of(body.corrects): one.key for one, body in made if body.corrects is not None}
    return tuple(DecisionFound(one, body, corrected.get(one.key)) for one, body in made)


# --- on paper -----------------------------------------------------------------------------------------------


def records_on(reader: Reader, rulings: Collection[Key], beside: Path | None) -> tuple[Found, ...]:
    """The records of decisions about *rulings*, oldest first, believable or not: from the log that is read
    and from the one *beside* it, if there is one: decisions go into the log of the folder."""
    found = {record.key: record for record in _about(reader, rulings)}
    if beside is not None:
        with open_reader(beside) as here:
            found |= {record.key: record for record in _about(here, rulings)}
    return tuple(sorted(found.values(), key=lambda record: (record.at, record.key)))


def _about(reader: Reader, rulings: Collection[Key]) -> Iterator[Found]:
    return (record for record in reader.find(Filter(kind=Kind.DECISION)) if named_in(record) in rulings)


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
    made = {decision.key: decision for decision in as_decisions(records)}
    return tuple(
        DecisionRow(
            record.local_text,
            numbers.get(named_in(record) or record.key, ""),
            _in_words(made[record.key]) if record.key in made else _why_unbelieved(record),
        )
        for record in records
    )


def _in_words(decision: DecisionFound) -> str:
    """What was decided, by which clause and by whom, and whether it still counts."""
    body = decision.body
    clause = f" ({printable(cite(body.clause))})" if body.clause else ""
    parts = [f"{printable(body.sentence)}{clause}"]
    if body.remark:
        parts.append(f"“{printable(body.remark)}”")
    if body.by:
        parts.append(f"by {printable(body.by)}")
    if decision.corrected_by is not None:
        parts.insert(0, f"CORRECTED by record {decision.corrected_by[2]}")
    elif body.corrects is not None:
        parts.insert(0, f"In place of record {body.corrects.seq}")
    return _cut("; ".join(parts))


def _why_unbelieved(record: Found) -> str:
    what = printable(str(record.data.get("sentence") or record.data.get("decision") or "decision"))
    why = f"{CHANGED} after it was recorded" if not record.fits else "Written by another version"
    return _cut(f"{why}; {what}")


def _cut(told: str) -> str:
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST]}…"


# ---- show --------------------------------------------------------------------------------------------------
# Show one record as a director needs it in a dispute, and whether it can be believed.

_MOST_DIGITS = 18  # what SQLite can count to
_LONGEST_SHOWN = 40  # of something typed, in a sentence


@frozen
class ShownRecord:
    """A record with what is known about it. *chain*: of the log it stands in, up to its end. *compared*: of
    an alert, the earlier ruling that gave rise to it."""

    line: Line
    related: tuple[Found, ...]
    chain: Verification
    compared: tuple[tuple[str, Found], ...] = ()

    def alert_meaning(self, alert: str, window_s: int) -> str:
        """What *alert* says of it, and of which earlier ruling."""
        meaning = Alert(alert).meaning(window_s)
        earlier = next((one for name, one in self.compared if name == alert), None)
        if earlier is None or earlier.ruling is None:
            return meaning
        number, verdict = printable(earlier.ruling.number), earlier.ruling.verdict
        return f"{meaning} The earlier one: {number}, {printable(verdict)}, {printable(earlier.local_text)}."

    @property
    def intact(self) -> bool:
        """Whether the record and all before it are as they were recorded."""
        reached = self.chain.status is Status.INTACT or self.chain.count >= self.line.found.seq
        return self.line.found.fits and self.chain.status is not Status.UNREADABLE and reached

    @property
    def integrity(self) -> str:
        """Whether the record can be believed, in a sentence."""
        found, chain = self.line.found, self.chain
        if not found.fits:
            return "This record was CHANGED after it was recorded: its content does not fit its hash."
        if chain.status is Status.UNREADABLE:
            return f"Whether the chain holds cannot be told. {chain.reason}"
        if not self.intact:
            return f"This record fits its hash, but the chain before it is BROKEN. {chain.reason}"
        if chain.status is Status.BROKEN:
            return (
                f"This record and the chain up to it are intact; further on the log is broken. {chain.reason}"
            )
        return "This record and the chain up to it are intact."


@frozen
class ShownRecords:
    """The record somebody named, or several rulings of one number. *names*: what the ids in them stand for.
    *window_s*: the station's own window for split look-ups."""

    records: tuple[ShownRecord, ...]
    names: Names
    window_s: int
    complaints: tuple[str, ...]
    doubt: str = ""  # of the log as a whole: the first of the complaints
    odd: str = ""  # that of records which hold, and are not as this program writes them

    @property
    def holds(self) -> bool:
        return all(record.intact for record in self.records) and not self.complaints


@contextmanager
def shown_records(source: AuditSource, which: str) -> Iterator[ShownRecords]:
    """The record or the rulings called *which*: a place in the log (147) or a ruling number (B-147). Names
    are looked up while it is open."""
    watch, seen = split_watch(source.folder), LineCount()
    with source.reader() as reader:
        feed, letters = AlertFeed(reader, watch), reader.letters()
        found = [
            Line(record, feed.of(record), letters.get(record.key[:2], ""))
            for record in named_records(reader, which, source.chain)
        ]
        shown = tuple(
            ShownRecord(
                line,
                tuple(reader.about(line.found)),
                source.chain_of(line.found),
                tuple(_compare(reader, feed, line.found)),
            )
            for line in seen.over(found)
        )
        names = Names(reader, source.folder)
        said = (*complaints(reader, seen, source), *_given_twice(found))
        yield ShownRecords(shown, names, watch.window_s, said, reader.doubt, odd_sentence(seen))


def _given_twice(found: list[Line]) -> tuple[str, ...]:
    """What to say of a ruling number that stands more than once in one log."""
    often = Counter(
        (*shown.found.key[:2], shown.found.ruling.number) for shown in found if shown.found.ruling
    )
    return tuple(
        f"The number {printable(number)} stands {times} times in this log: it was not given by a station."
        for (_, _, number), times in often.items()
        if times > 1
    )


def _compare(reader: Reader, feed: AlertFeed, found: Found) -> Iterator[tuple[str, Found]]:
    for alert, key in feed.compared_with(found).items():
        for earlier in reader.find_among([key]):
            yield alert, earlier


def named_records(reader: Reader, which: str, chain: Station | None = None) -> list[Found]:
    """The record, or the rulings, that somebody called *which*; of *chain* alone, if one is named."""
    if which.isascii() and which.isdecimal():
        if chain is not None and len(which) <= _MOST_DIGITS:
            found_there = list(reader.find_among([(*chain, int(which))]))
            sentence = f"There is no record {which} of that station here."
            return found_there or _none(with_doubt(reader, sentence))
        if not reader.of_station:
            sentence = (
                f"{_cut_name(which)} may be of any station here. Give the ruling number, such as B-147."
            )
            raise LogError(sentence)
        found = reader.one(int(which)) if len(which) <= _MOST_DIGITS else None
        if found is None:
            has = "this log does not have it" if reader.merged else f"the log has {reader.count()}"
            raise LogError(with_doubt(reader, f"There is no record {_cut_name(which)}: {has}."))
        return [found]
    rulings = [
        record
        for record in reader.find(Filter(number=which, kind=Kind.ADJUDICATION))
        if chain is None or record.key[:2] == chain
    ]
    return rulings or _none(_no_ruling(reader, _cut_name(which).upper()))


def _cut_name(which: str) -> str:
    """What somebody called a record, fit for a sentence."""
    return printable(which if len(which) <= _LONGEST_SHOWN else f"{which[:_LONGEST_SHOWN]}…")


def _no_ruling(reader: Reader, number: str) -> str:
    """Why there is nothing to show. Where records are missing, the slip may well be right."""
    if doubt := reader.doubt_in_all():
        return f"{doubt} There is no ruling {number} among the records that are left."
    return f"There is no ruling {number} here. Check the number on the slip."


def with_doubt(reader: Reader, sentence: str) -> str:
    """*sentence*, after what must be known of the log first."""
    return f"{reader.doubt_in_all()} {sentence}".strip()


def _none(sentence: str) -> list[Found]:
    raise LogError(sentence)


# ---- fields ------------------------------------------------------------------------------------------------
# What a record says, field by field, as a director reads it.

Fields: TypeAlias = Iterator[tuple[str, str]]
_OPINIONS = {"2": "as a second opinion", "3": "as a third opinion"}


def of_ruling(record: ShownRecord, names: Names, window_s: int) -> Fields:
    """Everything about a ruling but verdict and words."""
    found, data = record.line.found, record.line.found.data
    at_station = data.get("method") == STATION_METHOD
    yield "judged", _judgement_line(data, names)
    if isinstance(after := data.get("after"), Mapping) and isinstance(after.get("seq"), int):
        how = _OPINIONS.get(str(data.get("opinion")), "by a look-up in print")
        yield "answers", f"record {after['seq']}, {how}"
    yield "when", f"{printable(found.local_text)} local time{', when TAB was pressed' if at_station else ''}"
    yield "where", _where(record.line, names)
    yield "word list", _lists(data, names)
    yield (
        "rules",
        f"{names.rules(data.get('rules'))}; {names.penalty(data.get('rules'), data.get('penalty'))}",
    )
    if data.get("consequence"):
        yield "consequence", text(data["consequence"])
    if at_station and all(isinstance(data.get(key), int) for key in ("entry_ms", "verify_ms", "edits")):
        typed, checked = (round(int(str(data[key])) / 1000) for key in ("entry_ms", "verify_ms"))
        yield "entry", f"typed in {typed} s, checked for {checked} s, {data['edits']} corrections"
    for flag in texts(data.get("flags")):
        yield "flag", f"{flag.replace('_', ' ')}: {flag_meaning(flag)}".rstrip(": ")
    for alert in record.line.alerts:
        yield "alert", f"{alert.replace('_', ' ')}: {record.alert_meaning(alert, window_s)}"
        if alert == Alert.DIFFERING_REPEAT and (rule := names.differing(data.get("rules"))):
            yield "the rules", rule
    decided = {made.key: made for made in as_decisions(record.related)}
    for other in record.related:
        if (made := decided.get(other.key)) is not None:
            yield "decided", _decision_line(made)
        else:
            yield "see also", f"record {other.seq}, {printable(other.kind)}, {printable(other.local_text)}"


def _decision_line(made: DecisionFound) -> str:
    """A decision on a ruling, in a line."""
    body = made.body
    later = f" (corrected by record {made.corrected_by[2]})" if made.corrected_by is not None else ""
    said = f"{printable(body.sentence)} [{printable(body.clause or 'no clause')}]"
    return f"record {made.found.seq}, {printable(made.found.local_text)}: {said}{later}"


def of_decision(record: ShownRecord, body: DecisionBody, names: Names) -> Fields:
    """Everything about a decision but its sentence."""
    found, data = record.line.found, record.line.found.data
    yield (
        "decision",
        f"{printable(body.decision).replace('_', ' ')} [{printable(body.clause or 'no clause')}]",
    )
    if body.about is not None:
        yield "about", f"{printable(body.number or 'a challenge without a verdict')}, record {body.about.seq}"
    yield "when", f"{printable(found.local_text)} local time"
    yield "where", _where(record.line, names)
    yield "concerns", printable(body.concerns)
    for name, table in (("result", body.amounts), ("told", body.answers)):
        if table:
            yield name, describe_value(dict(table))
    yield "rules", names.rules(data.get("rules"))
    if body.remark is not None:
        yield "remark", printable(body.remark)
    if body.by is not None:
        yield "by", printable(body.by)
    if body.corrects is not None:
        yield "corrects", f"record {body.corrects.seq}"


def _judgement_line(data: Mapping[str, Any], names: Names) -> str:
    method = names.method(data.get("rules"), data.get("method"))
    return f"{method}, by {text(data['operator'])}" if data.get("operator") is not None else method


def _where(line: Line, names: Names) -> str:
    data = line.found.data
    event = names.event(data.get("event"))
    places = (
        f"station {printable(line.letter)}",
        event or "no event",
        *(f"{key} {text(data[key])}" for key in ("round", "table") if data.get(key) is not None),
        *([f"division {names.division(data['division'])}"] if data.get("division") is not None else []),
    )
    return ", ".join(places)


def _lists(data: Mapping[str, Any], names: Names) -> str:
    lists = (names.word_list(data.get(key)) for key in ("lexicon", "long_lexicon") if data.get(key))
    return " + ".join(lists)


def of_other(record: ShownRecord) -> Fields:
    """Everything about a record that is no ruling."""
    found = record.line.found
    yield "when", f"{printable(found.local_text)} local time"
    for key, value in found.data.items():
        if key not in ("clock", "pragmas") and value not in (None, [], {}):
            yield printable(key).replace("_", " "), describe_value(value)
    if found.odd:
        yield "as it is", printable(found.body[:2000])


def technical(found: Found) -> Fields:
    """What a record is checked by with other means."""
    yield "record", str(found.seq)
    yield "UTC", printable(found.at)
    for key in ("clock", "pragmas", "lexicon", "long_lexicon", "rules", "program"):
        value = found.data.get(key)
        if value is not None:
            yield key.replace("_", " "), _raw(value)
    yield "station", printable(found.station)
    yield "epoch", printable(found.epoch)
    yield "follows", printable(found.prev)
    yield "hash", printable(found.hash)


def _raw(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{printable(key)} {_raw(part)}" for key, part in value.items() if part is not None)
    return printable(str(value))
