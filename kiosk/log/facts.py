"""What is known of a ruling without opening it: storage selects it by name, alerts read it by name."""

from collections.abc import Mapping
from typing import NamedTuple

from kiosk.log.chain import Key

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


COLUMNS = ("station", "epoch", "seq", "at")  # what is no part of the body
BODY_PATHS: Mapping[str, str] = {
    name: _ELSEWHERE.get(name, name) for name in Fact._fields if name not in COLUMNS
}
