"""What a record says, field by field, as a director reads it."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from kiosk.actions.audit.names import STATION_METHOD, Names
from kiosk.actions.audit.show import ShownRecord
from kiosk.actions.decide.made import DecisionFound, as_decisions
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.play import DecisionBody
from kiosk.director.alerts import Alert
from kiosk.director.flags import flag_meaning
from kiosk.storage.export.records import Line, spoken, text, texts
from kiosk.storage.reading.found import Found

Fields: TypeAlias = Iterator[tuple[str, str]]
_OPINIONS = {"2": "as a second opinion", "3": "as a third opinion"}


def of_ruling(one: ShownRecord, names: Names, window_s: int) -> Fields:
    """Everything about a ruling but verdict and words."""
    found, data = one.line.found, one.line.found.data
    at_station = data.get("method") == STATION_METHOD
    yield "judged", _judged(data, names)
    if isinstance(after := data.get("after"), Mapping) and isinstance(after.get("seq"), int):
        how = _OPINIONS.get(str(data.get("opinion")), "by a look-up in print")
        yield "answers", f"record {after['seq']}, {how}"
    yield "when", f"{harmless(found.local_text)} local time{', when TAB was pressed' if at_station else ''}"
    yield "where", _where(one.line, names)
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
    for alert in one.line.alerts:
        yield "alert", f"{alert.replace('_', ' ')}: {one.alert_meaning(alert, window_s)}"
        if alert == Alert.DIFFERING_REPEAT and (rule := names.differing(data.get("rules"))):
            yield "the rules", rule
    decided = {made.key: made for made in as_decisions(one.related)}
    for other in one.related:
        if (made := decided.get(other.key)) is not None:
            yield "decided", _decided(made)
        else:
            yield "see also", f"record {other.seq}, {harmless(other.kind)}, {harmless(other.local_text)}"


def _decided(made: DecisionFound) -> str:
    """A decision on a ruling, in a line."""
    body = made.body
    later = f" (corrected by record {made.corrected_by[2]})" if made.corrected_by is not None else ""
    said = f"{harmless(body.sentence)} [{harmless(body.clause or 'no clause')}]"
    return f"record {made.found.seq}, {harmless(made.found.local_text)}: {said}{later}"


def of_decision(one: ShownRecord, body: DecisionBody, names: Names) -> Fields:
    """Everything about a decision but its sentence."""
    found, data = one.line.found, one.line.found.data
    yield "decision", f"{harmless(body.decision).replace('_', ' ')} [{harmless(body.clause or 'no clause')}]"
    if body.about is not None:
        yield "about", f"{harmless(body.number or 'a challenge without a verdict')}, record {body.about.seq}"
    yield "when", f"{harmless(found.local_text)} local time"
    yield "where", _where(one.line, names)
    yield "concerns", harmless(body.concerns)
    for name, table in (("result", body.amounts), ("told", body.answers)):
        if table:
            yield name, spoken(dict(table))
    yield "rules", names.rules(data.get("rules"))
    if body.remark is not None:
        yield "remark", harmless(body.remark)
    if body.by is not None:
        yield "by", harmless(body.by)
    if body.corrects is not None:
        yield "corrects", f"record {body.corrects.seq}"


def _judged(data: Mapping[str, Any], names: Names) -> str:
    method = names.method(data.get("rules"), data.get("method"))
    return f"{method}, by {text(data['operator'])}" if data.get("operator") is not None else method


def _where(line: Line, names: Names) -> str:
    data = line.found.data
    event = names.event(data.get("event"))
    places = (
        f"station {harmless(line.letter)}",
        event or "no event",
        *(f"{key} {text(data[key])}" for key in ("round", "table") if data.get(key) is not None),
        *([f"division {names.division(data['division'])}"] if data.get("division") is not None else []),
    )
    return ", ".join(places)


def _lists(data: Mapping[str, Any], names: Names) -> str:
    lists = (names.word_list(data.get(key)) for key in ("lexicon", "long_lexicon") if data.get(key))
    return " + ".join(lists)


def of_other(one: ShownRecord) -> Fields:
    """Everything about a record that is no ruling."""
    found = one.line.found
    yield "when", f"{harmless(found.local_text)} local time"
    for key, value in found.data.items():
        if key not in ("clock", "pragmas") and value not in (None, [], {}):
            yield harmless(key).replace("_", " "), spoken(value)
    if found.odd:
        yield "as it is", harmless(found.body[:2000])


def technical(found: Found) -> Fields:
    """What a record is checked by with other means."""
    yield "record", str(found.seq)
    yield "UTC", harmless(found.at)
    for key in ("clock", "pragmas", "lexicon", "long_lexicon", "rules", "program"):
        value = found.data.get(key)
        if value is not None:
            yield key.replace("_", " "), _raw(value)
    yield "station", harmless(found.station)
    yield "epoch", harmless(found.epoch)
    yield "follows", harmless(found.prev)
    yield "hash", harmless(found.hash)


def _raw(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{harmless(key)} {_raw(part)}" for key, part in value.items() if part is not None)
    return harmless(str(value))
