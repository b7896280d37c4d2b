"""Show one record as a director needs it in a dispute: the names behind its ids, the decisions on it, and
whether it can be believed.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import LogError, RuleSetError, SetupError
from kiosk.folder import RULESETS
from kiosk.log.alerts import Alert, flag_meaning
from kiosk.log.audit_actions import AlertFeed, AuditSource, LineCount, complaints, odd_sentence, split_watch
from kiosk.log.bodies import DecisionBody, EventOpenedBody, RecordNamed, SetUpBody
from kiosk.log.body import Body
from kiosk.log.chain import Key, Status, Verification
from kiosk.log.filters_reader import CHANGED, Filter, Found, Line, describe_value, is_utf_8, text, texts
from kiosk.log.kinds import Kind
from kiosk.log.merged_reader import Station
from kiosk.log.query_reader import Reader, open_reader
from kiosk.log.totals import DecisionRow
from kiosk.rules.choices import MethodId, cite
from kiosk.setup.store import load_settings

if TYPE_CHECKING:
    from kiosk.rules.ruleset import RuleSet

# ---- rule names --------------------------------------------------------------------------------------------
# What the rule sets of a station call things, and which clause knows an offence. What is not known has no
# name.


class RuleNames:
    """The rule sets that can be had in *folder*, by id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, RuleSet | None] = {}

    def rule_set(self, id: str) -> "RuleSet | None":
        """The rule set *id*; None if there is none that can be used."""
        from kiosk.rules.store import load_ruleset

        if id not in self._known:
            try:
                self._known[id] = load_ruleset(id, self._folder / RULESETS) if id else None
            except RuleSetError:
                self._known[id] = None
        return self._known[id]

    def method(self, rules: str, id: str) -> str:
        """What rule set *rules* calls the method *id*."""
        known = self.rule_set(rules)
        names = {str(method.id): method.name for method in known.method_table} if known is not None else {}
        return names.get(id, "")

    def split_offence(self, rules: str) -> str:
        """The clause by which rule set *rules* demands that all words of a play be looked up together; empty
        if it does not."""
        known = self.rule_set(rules)
        if known is None or not known.challenge.words_together:
            return ""
        return f"{known.short_title}, {known.clause('challenge.words_together')}"


def division_names(reader: Reader, folder: Path) -> dict[str, str]:
    """The names divisions are shown by, and their ids: as set up before, and as set up now."""
    before = names_set_up(record.said for record in reader.find(Filter(kind=Kind.SET_UP)))
    return before | set_up_now(folder)


def names_set_up(bodies: Iterable[Body | None]) -> dict[str, str]:
    """The names of divisions, and their ids, in the set-ups among *bodies*, newest first."""
    names: dict[str, str] = {}
    for body in bodies:
        listed = body.settings.get("division") if isinstance(body, SetUpBody) else None
        for division in listed if isinstance(listed, list) else ():
            if isinstance(division, Mapping) and isinstance(division.get("id"), str):
                names.setdefault(str(division.get("name") or division["id"]), str(division["id"]))
    return names


def set_up_now(folder: Path) -> dict[str, str]:
    """The names and ids of the divisions of the station in *folder*."""
    try:
        settings = load_settings(folder)
    except SetupError:
        return {}
    return {} if settings is None else {division.name: division.id for division in settings.divisions}


# ---- names -------------------------------------------------------------------------------------------------
# The names behind the ids in a record: of the event, the division, the rule set, the penalty, the method.
#
# A log holds ids; the names come from its own records and from the rule sets here. What is not known is
# shown by its id.

STATION_METHOD = MethodId.SELF_STATION


class Names:
    """What ids of one log stand for."""

    def __init__(self, reader: Reader, folder: Path) -> None:
        self._reader, self._folder = reader, folder
        self._rules = RuleNames(folder)

    @cached_property
    def _divisions(self) -> dict[str, str]:
        return {id: name for name, id in division_names(self._reader, self._folder).items()}

    def event(self, id: Json) -> str:
        if not isinstance(id, str):
            return ""
        wanted = Filter(kind=Kind.EVENT_OPENED, event=id)
        opened = next(self._reader.find(wanted, 1), None) if is_utf_8(id) else None
        body = None if opened is None else opened.said
        return _both(body.name if isinstance(body, EventOpenedBody) else "", id)

    def division(self, id: Json) -> str:
        return _both(self._divisions.get(id, ""), id) if isinstance(id, str) else ""

    def rules(self, stamp: Json) -> str:
        """The rule set of a record; that its text has changed since is said."""
        id, fingerprint = (_part(stamp, key) for key in ("id", "fingerprint"))
        rules = self._rules.rule_set(id)
        if rules is None:
            return printable(id)
        since = "" if rules.fingerprint == fingerprint else " (its file has been changed since)"
        return f"{rules.short_title}{since}"

    def penalty(self, stamp: Json, id: Json) -> str:
        """What the rule set of a record calls penalty *id*."""
        rules = self._rules.rule_set(_part(stamp, "id"))
        if not isinstance(id, str):
            return ""
        return rules.penalty_name(id) if rules is not None else printable(id).replace("_", " ")

    def method(self, stamp: Json, id: Json) -> str:
        """Who judged, in the words of the rule set of a record."""
        return _both(self._rules.method(_part(stamp, "id"), id), id) if isinstance(id, str) else ""

    def differing(self, stamp: Json) -> str:
        """What the rule set of a record says of two verdicts that differ, and where; empty if not known."""
        rules = self._rules.rule_set(_part(stamp, "id"))
        if rules is None or not rules.review.differing:
            return ""
        last = rules.review.no_third_opinion
        more = f" Without one: {last}" if last and last != rules.review.differing else ""
        return f"{rules.review.differing}{more} ({rules.clause('review.differing')})"

    def decision(self, stamp: Json, id: str) -> str:
        """What the rule set of a record calls decision *id*."""
        rules = self._rules.rule_set(_part(stamp, "id"))
        known = None if rules is None else rules.decision(id)
        return printable(id).replace("_", " ") if known is None else known.text

    def report_to(self, id: str) -> tuple[str, ...]:
        """To whom rule set *id* has incidents reported, the last line its clause; empty if not known."""
        rules = self._rules.rule_set(id)
        return (
            () if rules is None else (*rules.report_to, f"{rules.short_title}, {rules.clause('report.to')}")
        )

    def word_list(self, stamp: Json) -> str:
        return printable(_part(stamp, "edition") or _part(stamp, "name") or _part(stamp, "id"))


def _part(stamp: Json, key: str) -> str:
    value = stamp.get(key) if isinstance(stamp, Mapping) else None
    return value if isinstance(value, str) else ""


def _both(name: str, id: str) -> str:
    return f"{printable(name)} ({printable(id)})" if name and name != id else printable(id)


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
