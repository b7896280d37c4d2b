"""The names behind the ids in a record: of the event, the division, the rule set, the penalty, the method.

A log holds ids; the names come from its own records and from the rule sets here. What is not known is
shown by its id.
"""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from kiosk.actions.audit.known import division_names
from kiosk.actions.audit.rule_names import RuleNames
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.event import EventOpenedBody
from kiosk.core.log.canonical import Json
from kiosk.core.log.kinds import Kind
from kiosk.core.rules.choices import MethodId
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.found import is_utf_8
from kiosk.storage.reading.query import Reader

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
            return harmless(id)
        since = "" if rules.fingerprint == fingerprint else " (its file has been changed since)"
        return f"{rules.short_title}{since}"

    def penalty(self, stamp: Json, id: Json) -> str:
        """What the rule set of a record calls penalty *id*."""
        rules = self._rules.rule_set(_part(stamp, "id"))
        if not isinstance(id, str):
            return ""
        return rules.penalty_name(id) if rules is not None else harmless(id).replace("_", " ")

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
        return harmless(id).replace("_", " ") if known is None else known.text

    def report_to(self, id: str) -> tuple[str, ...]:
        """To whom rule set *id* has incidents reported, the last line its clause; empty if not known."""
        rules = self._rules.rule_set(id)
        return (
            () if rules is None else (*rules.report_to, f"{rules.short_title}, {rules.clause('report.to')}")
        )

    def word_list(self, stamp: Json) -> str:
        return harmless(_part(stamp, "edition") or _part(stamp, "name") or _part(stamp, "id"))


def _part(stamp: Json, key: str) -> str:
    value = stamp.get(key) if isinstance(stamp, Mapping) else None
    return value if isinstance(value, str) else ""


def _both(name: str, id: str) -> str:
    return f"{harmless(name)} ({harmless(id)})" if name and name != id else harmless(id)
