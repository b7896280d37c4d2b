"""What `kiosk judge` answers: the ruling, where it counts, and what is out of the ordinary about it."""

import json
from dataclasses import dataclass

from kiosk.core.challenge.ruling import LoggedRuling, RulingFlag
from kiosk.core.setup.division import Division
from kiosk.core.setup.occasion import Circumstances

_TOLD = {
    RulingFlag.DEMONSTRATION: "Demonstration: this station is not set up.",
    RulingFlag.CASUAL: "Casual: no event is open.",
    RulingFlag.OTHER_RULES: "Not the rule set or penalty of the set-up; the record says so.",
    RulingFlag.OTHER_LIST: "Not the word list of the set-up; the record says so.",
    RulingFlag.DUPLICATE_WORD: "A word was entered twice.",
}


@dataclass(frozen=True, slots=True)
class Answer:
    ruling: LoggedRuling
    division: Division
    around: Circumstances

    @property
    def told(self) -> list[str]:
        """What of its flags must be said aloud; what is odd of the list is the banner's to say."""
        return [_TOLD[flag] for flag in self.ruling.adjudication.flags if flag in _TOLD]


def as_text(answer: Answer) -> str:
    ruled, division = answer.ruling.adjudication, answer.division
    lines = [
        f"{answer.ruling.number}  {division.rules.verdict.word(ruled.verdict)}",
        " ".join(ruled.words),
        *([ruled.consequence] if ruled.consequence else []),
        f"{division.list_name} · {division.rules.short_title}",
        _where(answer),
        *answer.told,
        *([division.banner] if division.banner else []),
    ]
    return "\n".join(lines)


def _where(answer: Answer) -> str:
    """Event, round, table and division, as far as there are any."""
    place, event = answer.ruling.adjudication.place, answer.around.event
    return " · ".join(
        (
            event.name if event else "No event",
            *((f"round {place.round}" if place.round else "between rounds",) if event else ()),
            f"table {place.table}" if place.table else "no table",
            answer.division.name,
        )
    )


def as_json_line(answer: Answer) -> str:
    ruled = answer.ruling.adjudication
    lexicon, place, event = ruled.lexicon, ruled.place, answer.around.event
    return json.dumps(
        {
            "seq": answer.ruling.seq,
            "number": answer.ruling.number,
            "verdict": ruled.verdict,
            "words": list(ruled.words),
            "lexicon": {
                "id": lexicon.id,
                "name": lexicon.name,
                "edition": lexicon.edition,
                "fingerprint": lexicon.fingerprint,
            },
            "rules": ruled.rules.id,
            "penalty": ruled.rules.penalty,
            "consequence": ruled.consequence,
            "method": ruled.method,
            "event": place.event,
            "event_name": None if event is None else event.name,
            "round": place.round,
            "table": place.table,
            "division": place.division,
            RulingFlag.CASUAL: answer.around.casual,
            "flags": list(ruled.flags),
            "told": answer.told,
            "at": answer.ruling.at,
            "hash": answer.ruling.hash,
        },
        ensure_ascii=False,
    )
