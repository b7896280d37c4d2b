"""Gather everything that is known of one record, and check again whether it holds."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, TypeAlias

from kiosk.actions.audit.complaints import counted
from kiosk.actions.audit.fields import of_other, of_ruling
from kiosk.actions.audit.names import Names
from kiosk.actions.audit.show import ShownRecord, ShownRecords, shown_records
from kiosk.actions.audit.source import AuditSource
from kiosk.actions.decide.made import decision_rows, named_in, records_on
from kiosk.actions.evidence.around import Happened, happened_around, surrounding
from kiosk.actions.paper import made_by
from kiosk.core.challenge.ruling import Place, Verdict
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.play import ClosedBody
from kiosk.core.log.chain import Status, check_code
from kiosk.core.log.clock import Clock
from kiosk.core.log.kinds import Kind
from kiosk.core.paper.sheet.blocks import QrCode, VerdictMark
from kiosk.core.paper.sheet.qr import qr_modules
from kiosk.director.audit import DecisionRow
from kiosk.director.evidence import Evidence
from kiosk.storage.export.records import Line, listing, text, texts, whole
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.query import Reader, open_reader

# Who plays where: a place in, names out. Names are in no log.
Seated: TypeAlias = Callable[[Place], tuple[str, ...]]
# What `fields` says and the page says at another place.
_ELSEWHERE = ("alert", "the rules", "see also", "decided")
_PRINT = "Fingerprint of "
_LONGEST_WORD, _MOST_WORDS = 30, 20  # more than any play has; a record may hold anything


def nobody(place: Place) -> tuple[str, ...]:
    """For when it is not known who plays where."""
    return ()


@frozen
class RecordGathered:
    """One record with its page, and all of it as JSON."""

    found: Found
    rules: str
    evidence: Evidence
    figures: dict[str, Any]
    odd: str = ""  # of its faults the one that breaks nothing


@frozen
class EvidenceWish:
    """What is asked for: record *which* of *source*, with the names that *seated* knows. *others*: the logs
    of other stations, whose rulings at the same table belong on the page too."""

    source: AuditSource
    which: str
    seated: Seated = nobody
    others: tuple[Path, ...] = ()


def gather(asked: EvidenceWish, clock: Clock) -> tuple[RecordGathered, ...]:
    """The record or the rulings called as *asked*; several if several stations gave that number."""
    with shown_records(asked.source, asked.which) as shown, ExitStack() as opened:
        readers = (
            opened.enter_context(asked.source.reader()),
            *(opened.enter_context(open_reader(one)) for one in asked.others),
        )
        return tuple(_gathered(one, shown, readers, asked, made_by(clock)) for one in shown.records)


def _gathered(
    one: ShownRecord, shown: ShownRecords, readers: tuple[Reader, ...], asked: EvidenceWish, made: str
) -> RecordGathered:
    found, names, reader = one.line.found, shown.names, readers[0]
    around = happened_around(readers, found) if found.is_ruling else Happened((), 0)
    decided = records_on(reader, (found.key,), asked.source.decisions_beside)
    name = _name(found)
    rows = decision_rows(decided, {found.key: name})
    broken = () if one.intact else (one.integrity,)
    told = (*broken, *shown.complaints, asked.source.doubt_beside, *_unfit(decided))
    faults = tuple(dict.fromkeys(filter(None, told)))
    alerts = tuple((_spoken(alert), one.alert_meaning(alert, shown.window_s)) for alert in one.line.alerts)
    letters = {key: letter for each in readers for key, letter in each.letters().items()}
    seats = asked.seated(_seat(found)) if found.is_ruling else ()
    evidence = Evidence(
        name=name,
        event=names.event(found.data.get("event")),
        mark=_mark(found) if found.is_ruling else None,
        facts=(*_facts(one, names, shown.window_s), *_reveals(reader, found, asked.source.decisions_beside)),
        players=tuple(map(harmless, seats)),
        around=tuple(
            surrounding(each, hidden, found, letters.get(each.key[:2], "")) for each, hidden in around.rows
        ),
        left_out=around.left_out,
        unshown=around.unshown,
        decisions=rows,
        alerts=alerts,
        integrity=one.integrity,
        chain=_chain(one),
        hashes=tuple(_hashes(found, names)),
        code=_code(found, name),
        faults=faults,
        made=made,
    )
    return RecordGathered(found, _rules(found), evidence, _figures(one, evidence, around, rows), shown.odd)


def _name(found: Found) -> str:
    number = text(found.data.get("number")) if found.is_ruling else ""
    return number or f"Record {found.seq} ({harmless(found.kind).replace('_', ' ')})"


def _spoken(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _mark(found: Found) -> VerdictMark:
    said, known = found.data.get("verdict"), None
    with suppress(ValueError):
        known = Verdict(str(said))
    words = [word[:_LONGEST_WORD] for word in texts(found.data.get("words"))[:_MOST_WORDS]]
    return VerdictMark(known, text(said)[:_LONGEST_WORD].upper() or "NO VERDICT", tuple(words))


def _seat(found: Found) -> Place:
    """Where it was ruled, as far as the record is one of ours."""
    ruling = found.ruling
    if ruling is None:
        return Place()
    return Place(ruling.division, ruling.event, ruling.round, ruling.table)


def _facts(one: ShownRecord, names: Names, window_s: int) -> Iterator[tuple[str, str]]:
    """Who, where and when; then what became of it."""
    if not one.line.found.is_ruling:
        yield from ((_spoken(label), value) for label, value in of_other(one))
        return
    for label, value in of_ruling(one, names, window_s):
        if label not in _ELSEWHERE:
            yield _spoken(label), value
    for other in one.related:
        if isinstance(other.said, ClosedBody):
            how = harmless(other.said.how).replace("_", " ")
            yield "Left the screen", f"{how}, after {other.said.after_ms // 1000} s"
        elif other.is_ruling:
            number, verdict = (text(other.data.get(key)) for key in ("number", "verdict"))
            yield "Answered by", f"{number}: {verdict}, {harmless(other.local_text)}"


def _reveals(reader: Reader, found: Found, beside: Path | None) -> Iterator[tuple[str, str]]:
    """That its words were looked up one by one, and why; what came of it is on no record. Who asked from
    another folder is on record there, *beside* it."""
    asked = list(reader.find(Filter(kind=Kind.REVEAL)))
    if beside is not None:
        with open_reader(beside) as here:
            asked += here.find(Filter(kind=Kind.REVEAL))
    for one in {one.key: one for one in asked}.values():
        if named_in(one) == found.key:
            by = f", by {text(one.data['by'])}" if one.data.get("by") else ""
            yield "Words revealed", f"{harmless(one.local_text)}{by}: {text(one.data.get('reason'))}"


def _chain(one: ShownRecord) -> str:
    chain = one.chain
    if chain.status is not Status.INTACT or chain.head is None:
        return f"The chain of its log does not hold. {chain.reason}"
    code = check_code(chain.head)
    return (
        f"Checked for this page: the record was hashed again, and so was every one of the "
        f"{counted(chain.count, 'record')} of its log. The log ends with {code}; compare that with what was "
        "noted on paper."
    )


def _hashes(found: Found, names: Names) -> Iterator[tuple[str, str]]:
    yield f"Record {found.seq}, hash", harmless(found.hash)
    yield "It follows", harmless(found.prev)
    for key, what in (("lexicon", "the word list"), ("long_lexicon", "the list of long words")):
        stamp = found.data.get(key)
        if isinstance(stamp, dict) and stamp.get("fingerprint"):
            yield f"{_PRINT}{what} {names.word_list(stamp)}", harmless(str(stamp["fingerprint"]))
    rules = found.data.get("rules")
    if isinstance(rules, dict) and rules.get("fingerprint"):
        yield f"{_PRINT}the rule set {text(rules.get('id'))}", harmless(str(rules["fingerprint"]))
    yield "Station and epoch", f"{harmless(found.station)} {harmless(found.epoch)}"


def _code(found: Found, name: str) -> QrCode:
    holds = f"{name} {found.seq} {found.station} {found.hash}"
    caption = "The code holds the number of the ruling, its place in the log, the station and the hash above."
    return QrCode(qr_modules(harmless(holds)[:400]), caption)


def _unfit(decided: tuple[Found, ...]) -> tuple[str, ...]:
    changed = sum(not one.fits for one in decided)
    return (f"{counted(changed, 'decision')} on it changed after being recorded.",) if changed else ()


def _rules(found: Found) -> str:
    stamp = found.data.get("rules")
    id = stamp.get("id") if isinstance(stamp, dict) else None
    return id if isinstance(id, str) else ""


def _figures(
    one: ShownRecord, evidence: Evidence, around: Happened, decisions: tuple[DecisionRow, ...]
) -> dict[str, Any]:
    return {
        **whole(one.line),
        "intact": one.intact,
        "integrity": one.integrity,
        "faults": list(evidence.faults),
        "chain": {"status": one.chain.status, "count": one.chain.count, "head": one.chain.head},
        "players": list(evidence.players),
        "around": [_row(found, hidden=hidden) for found, hidden in around.rows],
        "left_out": around.left_out,
        "decisions": [{"local": row.local, "what": row.what} for row in decisions],
        "alert_meanings": dict(evidence.alerts),
    }


def _row(found: Found, *, hidden: bool) -> dict[str, Any]:
    shown = listing(Line(found))
    return {key: value for key, value in shown.items() if key != "words"} if hidden else shown


def rule_sets_of(folder: Path) -> tuple[str, ...]:
    """The rule sets of the divisions that are set up in *folder*; none if that cannot be told."""
    from kiosk.errors import SetupError
    from kiosk.storage.setup.file import load_settings

    try:
        settings = load_settings(folder)
    except SetupError:
        return ()
    return () if settings is None else tuple(dict.fromkeys(one.rules for one in settings.divisions))
