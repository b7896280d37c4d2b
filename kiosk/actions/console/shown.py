"""Records and facets as a console shows them: names for ids, letters told apart, nothing that could act.

The rule guarded here: text from a log is made harmless before it leaves the reader.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from kiosk.actions.audit.known import names_set_up, set_up_now
from kiosk.actions.audit.rule_names import RuleNames
from kiosk.actions.console.open_logs import OpenLogs
from kiosk.core.harmless import harmless
from kiosk.core.log.canonical import Json
from kiosk.core.log.spellings import said
from kiosk.director.console.reading import Facet, RowShown
from kiosk.director.roll.facets import plain_label
from kiosk.director.roll.roll import Chain
from kiosk.storage.export.records import text, texts, told
from kiosk.storage.reading.found import Found

PRIME = "′"


class Shown:
    """What stands in open logs, in words."""

    def __init__(self, logs: OpenLogs, folder: Path) -> None:
        self._logs, self._folder = logs, folder
        self.rules = RuleNames(folder)
        self._known: tuple[int, dict[str, str]] = (-1, {})

    def rows(self, places: Sequence[int]) -> tuple[RowShown, ...]:
        """The records at *places*, read and hashed again."""
        letters = self.letters()
        return tuple(self._row(found, letters) for found in self._logs.found(places))

    def _row(self, found: Found, letters: Mapping[Chain, str]) -> RowShown:
        data, roll = found.data, self._logs.roll
        return RowShown(
            key=found.key,
            kind=harmless(found.kind),
            number=text(data.get("number")),
            local=harmless(found.local_text),
            verdict=text(data.get("verdict")),
            round=_number(data.get("round")),
            table=_number(data.get("table")),
            division=text(data.get("division")),
            words=tuple(texts(data.get("words"))),
            method=text(data.get("method")),
            operator=text(data.get("operator")),
            flags=tuple(texts(data.get("flags"))),
            alerts=roll.alerts(found.key) if found.sound else (),
            letter=letters.get(found.key[:2], ""),
            what="" if found.is_ruling else told(found),
            decided=found.key in roll.decided,
            fits=found.fits,
            odd=found.odd,
        )

    def letters(self) -> dict[Chain, str]:
        """What each station is called."""
        known = self._logs.roll
        return told_apart({chain: known.letters.get(chain) or chain[0][:8] for chain in known.chains})

    def label(self, facet: Facet, value: str) -> str:
        """What a value of *facet* is called."""
        if not value:
            return plain_label(facet, value)
        match facet:
            case Facet.EVENT:
                return _both(self._logs.roll.event_names.get(value, ""), value)
            case Facet.STATION:
                station, _, epoch = value.rpartition("/")
                return self.letters().get((station, epoch), harmless(value))
            case Facet.DIVISION:
                return _both(self._divisions().get(value, ""), value)
            case Facet.METHOD:
                rules = self._logs.roll.methods.get(value, "")
                return self.rules.method(rules, value) or plain_label(facet, value)
            case _:
                return plain_label(facet, value)

    def _divisions(self) -> dict[str, str]:
        set_ups = self._logs.set_ups
        if self._known[0] != len(set_ups):  # a changed set-up is on record
            names = names_set_up(map(said, reversed(set_ups))) | set_up_now(self._folder)
            self._known = len(set_ups), {id: name for name, id in names.items()}
        return self._known[1]


def told_apart(letters: Mapping[Chain, str]) -> dict[Chain, str]:
    """*letters*, each made harmless; where several stations have the same one, B, B′, B″ and the starts of
    their ids."""
    often, met = Counter(letters.values()), Counter[str]()
    shown: dict[Chain, str] = {}
    for chain, letter in letters.items():
        plain = harmless(letter)[:16]
        if often[letter] == 1:
            shown[chain] = plain
            continue
        shown[chain] = f"{plain}{PRIME * met[letter]} ({harmless(chain[0][:8])})"
        met[letter] += 1
    return shown


def _number(value: Json) -> int | None:
    return value if type(value) is int else None


def _both(name: str, id: str) -> str:
    return harmless(name) if name else harmless(id)
