"""What is known when a director decides: read from the log of this folder, and from a merged file if one is
named.

Rules guarded here: nothing is decided on a record that does not fit its hash, or whose chain is broken; what
a record leaves open (table, round) the director may say, what it says nobody may say otherwise.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kiosk.actions import Tools
from kiosk.base.clock import local_time
from kiosk.base.frozen import frozen
from kiosk.base.schedule import round_now
from kiosk.decisions.forms import DecisionContext, DecisionMade, RulingKnown, is_game
from kiosk.errors import DecisionError, LogError, SetupError
from kiosk.folder import RULESETS
from kiosk.log.audit_actions import AuditSource
from kiosk.log.bodies import AdjudicationBody, EntryBody
from kiosk.log.chain import Key
from kiosk.log.filters_reader import Filter, Found, Line
from kiosk.log.kinds import Kind
from kiosk.log.merged_reader import Station
from kiosk.log.placed_actions import place_record
from kiosk.log.query_reader import Reader
from kiosk.log.show_actions import DecisionFound, ShownRecord, as_decisions, key_of, named_records
from kiosk.log.standing_reader import read_standing
from kiosk.log.store import log_path
from kiosk.rules.choices import Person
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Place
from kiosk.rules.store import load_ruleset
from kiosk.setup.settings import Settings
from kiosk.setup.staff_actions import Staff
from kiosk.setup.store import load_demonstration, read_setup

_BY_PLAYERS = (Person.CHALLENGER, Person.CHALLENGED, Person.BOTH)


@frozen
class DecisionSubject:
    """What is decided on. *which*: a ruling number or a place in the log; None: the decision stands alone.
    *station*: how the id of its station begins, where two have that number. *source*: where to look instead
    of this folder's log. *rules*: the rule set of one that stands alone. *place*: what the record
    leaves open."""

    which: str | None = None
    station: str = ""
    source: AuditSource | None = None
    rules: str | None = None
    place: Place = Place()


@frozen
class LoadedCase:
    """The subject, with all that is known of it. *made*: the decisions on it, corrected ones too. *changed*:
    the file of the rule set is another than when it was ruled. *doubt*: why the log does not hold."""

    about: Found | None
    rules: RuleSet
    context: DecisionContext
    made: tuple[DecisionFound, ...]
    changed: bool = False
    doubt: str = ""

    @property
    def number(self) -> str | None:
        ruling = self.context.ruling
        return None if ruling is None else ruling.number


def place_subject(staff: Staff, subject: DecisionSubject, tools: Tools) -> DecisionSubject:
    """*subject*, with where it is to be looked up."""
    if subject.which is None or subject.source is not None:
        return subject
    placed = place_record(staff, subject.which, tools)
    return replace(subject, which=placed.which, source=placed.source)


def load_case(staff: Staff, subject: DecisionSubject, leave_out: int | None = None) -> LoadedCase:
    """What is known of *subject*. *leave_out*: a decision in this folder's log that is to be corrected."""
    if not log_path(staff.folder).exists():
        raise LogError("There is no log here yet, so there is nothing to decide on.")
    now = staff.clock()
    local = local_time(now.at, now.offset_min)
    source = subject.source or AuditSource(staff.folder)
    with _readers(source) as readers:
        doubt = next((reader.doubt for reader in readers if reader.doubt), "")
        if subject.which is None:
            return replace(_alone(staff, subject, local, readers), doubt=doubt)
        about = _require_belief(source, _one(readers[0], subject, source.chain))
        found = _Found(readers, local, subject.place, leave_out)
        return replace(_of_record(staff.folder, about, found), doubt=doubt)


@frozen
class _Found:
    """*readers*: of the file the record stands in, then of this folder's log where that is another."""

    readers: tuple[Reader, ...]
    local: str
    told: Place
    leave_out: int | None


@contextmanager
def _readers(source: AuditSource) -> Iterator[tuple[Reader, ...]]:
    with source.reader() as reader:
        if source.is_own:
            yield (reader,)
            return
        with AuditSource(source.folder).reader() as own:
            yield reader, own


def _one(reader: Reader, subject: DecisionSubject, chain: Station | None) -> Found:
    found = [
        record
        for record in named_records(reader, subject.which or "", chain)
        if record.station.startswith(subject.station) or not subject.station
    ]
    if len(found) == 1:
        return found[0]
    stations = ", ".join(ruling.station[:8] for ruling in found)
    if not found:
        raise DecisionError("No station here begins so. Leave --station out to see which there are.")
    raise DecisionError(f"{len(found)} rulings have that number. Say whose with --station: {stations}.")


def _require_belief(source: AuditSource, found: Found) -> Found:
    shown = ShownRecord(Line(found), (), source.chain_of(found))
    if not shown.intact:
        raise DecisionError(f"Nothing is decided on it. {shown.integrity}")
    if found.odd:
        raise DecisionError("Nothing is decided on it: it is not as this program writes records.")
    return found


def _of_record(folder: Path, about: Found, found: _Found) -> LoadedCase:
    body = about.said
    if isinstance(body, AdjudicationBody):
        rules = load_ruleset(body.rules.id, folder / RULESETS)
        place = _fill_place(Place(body.division, body.event, body.round, body.table), found.told)
        context = _context(about, rules, place, found)
        made = _load_decisions(found.readers, about.key)
        return LoadedCase(about, rules, context, made, rules.fingerprint != body.rules.fingerprint)
    if isinstance(body, EntryBody):
        place = _fill_place(Place(body.division), found.told)
        rules = _rules_of(folder, _settings(folder), place, None)
        context = _context(None, rules, place, found)
        return LoadedCase(about, rules, context, _load_decisions(found.readers, about.key))
    raise DecisionError("A decision is about a ruling or another challenge, and that record is neither.")


def _alone(staff: Staff, subject: DecisionSubject, local: str, readers: tuple[Reader, ...]) -> LoadedCase:
    settings = _settings(staff.folder)
    event = read_standing(log_path(staff.folder)).past.event
    place = subject.place
    if event is not None:
        running = round_now(settings.rounds, event.called, local)
        place = replace(place, event=event.id, round=place.round or running)
    rules = _rules_of(staff.folder, settings, place, subject.rules)
    context = _context(None, rules, place, _Found(readers, local, place, None))
    return LoadedCase(None, rules, context, ())


def _settings(folder: Path) -> Settings:
    """The set-up: what is not on a ruling is under the rule set of its division. A ruling names its own."""
    return read_setup(folder).settings or load_demonstration()


def _rules_of(folder: Path, settings: Settings, place: Place, wanted: str | None) -> RuleSet:
    """The rule set of the division, or the one that was named."""
    if wanted is not None:
        return load_ruleset(wanted, folder / RULESETS)
    by_id = {division.id: division.rules for division in settings.divisions}
    if place.division is not None and place.division not in by_id:
        raise SetupError(f"There is no division “{place.division}”. Choose one of: {', '.join(by_id)}.")
    ids = {by_id[place.division]} if place.division is not None else set(by_id.values())
    if len(ids) > 1:
        raise SetupError(f"Which division? Name one with --division: {', '.join(by_id)}.")
    return load_ruleset(ids.pop(), folder / RULESETS)


def _fill_place(known: Place, told: Place) -> Place:
    """*known* with what it leaves open as it was *told*; what it says cannot be told otherwise."""
    values = {}
    for name in Place.__dataclass_fields__:
        here, said = getattr(known, name), getattr(told, name)
        if here is not None and said is not None and here != said:
            raise DecisionError(f"The record says {name} {here}. Leave --{name} out.")
        values[name] = said if here is None else here
    return Place(**values)


def _context(about: Found | None, rules: RuleSet, place: Place, found: _Found) -> DecisionContext:
    ruling = None if about is None else replace(as_known(about, rules), place=place)
    rulings = _rulings(found.readers, ruling, place)
    made = _made_here(found, ruling, place)
    return DecisionContext(
        found.local[:10],
        ruling,
        place,
        tuple(as_known(known, rules) for known in rulings),
        tuple(_as_made(decision, rules) for decision in made),
    )


def _rulings(readers: tuple[Reader, ...], ruling: RulingKnown | None, place: Place) -> list[Found]:
    """The other rulings on the same challenge and in the same game, oldest first."""
    found: list[Found] = []
    for reader in readers:
        if ruling is not None:
            found += reader.answers(ruling.key)
        if is_game(place):
            wanted = Filter(kind=Kind.ADJUDICATION, event=place.event, round=place.round, table=place.table)
            found += reader.find(wanted)
    mine = None if ruling is None else ruling.key
    once = {
        known.key: known for known in found if known.sound and known.ruling is not None and known.key != mine
    }
    return sorted(once.values(), key=lambda known: (known.at, known.seq))


def _made_here(found: _Found, ruling: RulingKnown | None, place: Place) -> list[DecisionFound]:
    """The decisions that count: on the ruling and in the game, none that was corrected."""
    records: dict[Key, Found] = {}
    for reader in found.readers:
        decided = reader.decisions_on(ruling.key) if ruling is not None else []
        if is_game(place):
            wanted = Filter(kind=Kind.DECISION, event=place.event, round=place.round, table=place.table)
            decided += reader.find(wanted)
        records |= {decision.key: decision for decision in decided}
    in_order = sorted(records.values(), key=lambda record: (record.at, record.seq))
    return [
        decision
        for decision in as_decisions(in_order)
        if decision.corrected_by is None and decision.found.seq != found.leave_out
    ]


def _load_decisions(readers: tuple[Reader, ...], about: Key) -> tuple[DecisionFound, ...]:
    once = {decision.key: decision for reader in readers for decision in reader.decisions_on(about)}
    return as_decisions(once.values())


def challenge_context(reader: Reader, about: Found, rules: RuleSet) -> DecisionContext:
    """What is known of the challenge that the ruling *about* is on: who else ruled, what was decided."""
    ruling = as_known(about, rules)
    rulings = [answer for answer in reader.answers(about.key) if answer.sound]
    made = [
        decision for decision in as_decisions(reader.decisions_on(about.key)) if decision.corrected_by is None
    ]
    return DecisionContext(
        ruling.day,
        ruling,
        ruling.place,
        tuple(as_known(known, rules) for known in rulings),
        tuple(_as_made(decision, rules) for decision in made),
    )


def as_known(found: Found, rules: RuleSet) -> RulingKnown:
    """The ruling *found*, which is sound, as the pure half knows it."""
    body = found.said
    if not isinstance(body, AdjudicationBody) or found.local is None:
        raise DecisionError("That record is no ruling.")
    typed = {str(method.id): method.typed_by for method in rules.method_table}
    return RulingKnown(
        found.key,
        body.number,
        body.words,
        body.verdict,
        body.method,
        body.operator,
        found.local.isoformat(),
        Place(body.division, body.event, body.round, body.table),
        body.penalty,
        key_of(body.after),
        body.opinion,
        typed.get(body.method) not in _BY_PLAYERS,
    )


def _as_made(one: DecisionFound, rules: RuleSet) -> DecisionMade:
    body, decision = one.body, rules.decision(one.body.decision)
    said = tuple((key, str(value)) for key, value in body.answers.items())
    return DecisionMade(
        one.key,
        body.decision,
        None if decision is None else decision.shape,
        one.about,
        Place(body.division, body.event, body.round, body.table),
        said,
        one.found.local_text,
    )
