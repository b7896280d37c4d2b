"""The challenges behind the rulings of a log: what was referred and then answered in print is one challenge.

The rule it guards: a challenge counts once, where and when the players made it, with the verdict that stood
in the end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from kiosk.core.challenge.ruling import RulingFlag, Verdict
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.play import AdjudicationBody, RecordNamed
from kiosk.core.log.facts import Key
from kiosk.core.log.kinds import Kind
from kiosk.core.log.spellings import said
from kiosk.core.rules.choices import MethodId
from kiosk.director.report.station_events import Logged

STATION_METHOD = MethodId.SELF_STATION  # the players type and press; in all others staff do


@frozen
class RuledPlay:
    """One challenge. *said*: the ruling on it, with the verdict that stood in the end; *answer*: the number
    under which print was recorded, if it was referred first."""

    local: datetime
    said: AdjudicationBody
    answer: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        return self.said.words

    @property
    def casual(self) -> bool:
        return RulingFlag.CASUAL in self.said.flags

    @property
    def at_station(self) -> bool:
        return self.said.method == STATION_METHOD


def ruled_plays(records: Iterable[Logged]) -> tuple[RuledPlay, ...]:
    """The challenges that *records*, oldest first, tell of."""
    rulings = [
        (one, body)
        for one in records
        if one.record.kind == Kind.ADJUDICATION and isinstance(body := said(one.record), AdjudicationBody)
    ]
    answers = _answers(rulings)
    taken = {answered.key for answered, _ in answers.values()}
    return tuple(
        _with_answer(one, body, answers) for one, body in rulings if one.key is None or one.key not in taken
    )


def _answers(
    rulings: Sequence[tuple[Logged, AdjudicationBody]],
) -> dict[Key, tuple[Logged, AdjudicationBody]]:
    """The ruling that settled each referred one: the first that came after it and names it."""
    referred: set[Key] = set()
    found: dict[Key, tuple[Logged, AdjudicationBody]] = {}
    for one, body in rulings:
        if body.after is not None and (about := _key(body.after)) in referred:
            found.setdefault(about, (one, body))
        if body.verdict is Verdict.REFER and one.key is not None:
            referred.add(one.key)
    return found


def _key(named: RecordNamed) -> Key:
    return named.station, named.epoch, named.seq


def _with_answer(
    one: Logged, body: AdjudicationBody, answers: dict[Key, tuple[Logged, AdjudicationBody]]
) -> RuledPlay:
    answer, verdict, key = "", body.verdict, one.key
    while key is not None and key in answers:  # an answer may be referred on; it is always a later ruling
        following, settled = answers[key]
        answer, verdict, key = settled.number, settled.verdict, following.key
    return RuledPlay(one.record.local, replace(body, verdict=verdict), answer)
