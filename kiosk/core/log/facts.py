"""What is known of a ruling without opening it: storage selects it by name, alerts read it by name."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple, TypeAlias

from kiosk.core.challenge.ruling import Verdict

Key: TypeAlias = tuple[str, str, int]  # station, epoch, seq

# Where in the body of an adjudication a fact stands that is not called the same there.
_ELSEWHERE: Mapping[str, str] = {
    "main_list": "lexicon.fingerprint",
    "long_list": "long_lexicon.fingerprint",
    "rules": "rules.id",
}


class Fact(NamedTuple):
    """One ruling. A named tuple, because a year of them is made from rows at once.

    *words*: canonical JSON, as the record holds them. *main_list*, *long_list*: fingerprints.
    *rules*: the id of the rule set."""

    station: str
    epoch: str
    seq: int
    at: str
    event: str | None
    division: str | None
    round: int | None
    table: int | None
    words: str
    verdict: str
    operator: str | None
    main_list: str
    long_list: str | None
    rules: str | None = None

    @property
    def key(self) -> Key:
        return self.station, self.epoch, self.seq


def comparable(fact: Fact) -> bool:
    """Whether a ruling can be compared by *fact*: what is odd is shown, but raises no alert."""
    # A forged record holds anything, whatever the types say.
    try:
        zoned = datetime.fromisoformat(fact.at).tzinfo is not None
    except (ValueError, TypeError):
        return False
    texts = (fact.event, fact.division, fact.operator, fact.main_list, fact.long_list, fact.rules)
    return (
        zoned
        and fact.verdict in _VERDICTS
        and isinstance(fact.words, str)
        and fact.words.startswith('["')
        and all([one is None or isinstance(one, str) for one in texts])
        and all([one is None or isinstance(one, int) for one in (fact.round, fact.table)])
    )


_VERDICTS = tuple(verdict.value for verdict in Verdict)
COLUMNS = ("station", "epoch", "seq", "at")  # what is no part of the body
BODY_PATHS: Mapping[str, str] = {
    name: _ELSEWHERE.get(name, name) for name in Fact._fields if name not in COLUMNS
}
