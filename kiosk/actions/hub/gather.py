"""All stations as one picture: what their records tell, what the hub knows, and the alerts across them.

The rule it guards: nothing is looked up again; a picture says of a play what the stations ruled.
"""

from datetime import UTC, datetime

from kiosk.core.hub.findings import alarm_sentence
from kiosk.core.hub.picture import (
    AlertOnPage,
    HeardByHub,
    HubPicture,
    RulingOnPage,
    StationOnPage,
    event_is_over,
    station_shown,
)
from kiosk.core.hub.told import ToldByLog, next_told
from kiosk.core.log.brief import Brief, RowInBrief, brief
from kiosk.core.log.facts import Fact, Key
from kiosk.core.log.kinds import Kind
from kiosk.director.alerts import Alert, Finding, Jumps
from kiosk.director.scopes import find_in
from kiosk.hub.following import HubLook, HubRow
from kiosk.hub.looking import Enrolled, HubAlarm

_KEPT = 200  # rulings that may be shown; more is a console's work
_SHOWN = 40
_SAID = {
    Alert.PART_OF_REJECTED: "part of a rejected play was looked up by itself",
    Alert.DIFFERING_REPEAT: "the same words had another verdict",
    Alert.SPLIT_LOOKUP: "possibly one play looked up in parts",
    Alert.LIST_CHANGE: "the word list of its division changed",
    Alert.SAME_JUDGE_AGAIN: "the same judge ruled the same words again",
    Alert.CORRECTED_ENTRY: "nearly the same words soon before",
    Alert.REPEAT: "the same words were ruled before in this round",
    Alert.OUTSIDE_ROUNDS: "outside of the rounds",
    Alert.CLOCK_ODDITY: "the station’s clock jumped before it",
}


class ManyStations:
    """What all looks at a hub so far come to."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], ToldByLog] = {}
        self._latest: dict[str, str] = {}
        self._rulings: list[tuple[datetime, Key, RulingOnPage]] = []
        self._by_key: dict[Key, tuple[datetime, RulingOnPage]] = {}
        self._facts: list[tuple[datetime, Fact]] = []
        self._jumps = Jumps()
        self._shared: dict[str, str] = {}
        self._found: list[Finding] = []

    def picture(self, look: HubLook) -> HubPicture:
        """The picture after *look*."""
        for row in look.new:
            self._add(row)
        if any(row.record.kind in (Kind.ADJUDICATION, Kind.CLOCK_JUMP) for row in look.new):
            self._rulings = sorted(self._rulings, reverse=True, key=lambda one: one[:2])[:_KEPT]
            self._find(look.event)
        now = f"{look.now.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.000Z"
        here = [one for one in look.enrolled if one.struck is None]
        return HubPicture(
            look.event,
            look.hub[:8],
            look.now.astimezone(),
            tuple(self._station(one, look, now) for one in here),
            tuple(one for _, _, one in self._rulings[:_SHOWN]),
            self._alerts(look),
            event_is_over(look.event, [self._of(one.station) for one in here]),
            name=next((one.name for one in self._told.values() if one.event == look.event), ""),
        )

    # ---- records -------------------------------------------------------------------------------------------

    def _add(self, row: HubRow) -> None:
        key = (row.chain.station, row.chain.epoch)
        self._told[key] = next_told(self._told.get(key, ToldByLog()), row.record)
        self._latest[row.chain.station] = row.chain.epoch
        record = row.record
        if record.kind not in (Kind.ADJUDICATION, Kind.CLOCK_JUMP):
            return
        short = brief(
            RowInBrief(*key, record.seq, record.at, record.kind, record.body), self._shared, fits=True
        )
        if short.jump:
            self._jumps.add((*key, record.seq))
        if record.kind != Kind.ADJUDICATION:
            return
        moment = _moment(short, row.taken)
        shown = _ruling(short, row.chain.letter)
        self._rulings.append((moment, (*key, record.seq), shown))
        self._by_key[(*key, record.seq)] = moment, shown
        if short.fact is not None:
            self._facts.append((moment, short.fact))

    def _find(self, event: str) -> None:
        """The alerts of the event, all stations together; one that was cut off may bring older rulings."""
        self._facts.sort(key=lambda one: one[0])
        self._found = find_in([fact for _, fact in self._facts if fact.event == event], self._jumps)

    # ---- stations ------------------------------------------------------------------------------------------

    def _of(self, station: str | None) -> ToldByLog:
        epoch = self._latest.get(station or "", "")
        return self._told.get((station or "", epoch), ToldByLog())

    def _station(self, one: Enrolled, look: HubLook, now: str) -> StationOnPage:
        seen_s = None if one.seen is None else max(0, int((look.now - one.seen).total_seconds()))
        heard = HeardByHub(one.letter, seen_s, one.owed, one.ahead_ms)
        count = sum(head.count for head in look.heads if head.station == one.station)
        return station_shown(heard, self._of(one.station), count, now)

    # ---- alerts --------------------------------------------------------------------------------------------

    def _alerts(self, look: HubLook) -> tuple[AlertOnPage, ...]:
        """Those of the hub itself and those about plays, newest first."""
        told = [(one.at, _alarm(one)) for one in look.alarms]
        told += [self._of_play(finding) for finding in self._found[-_SHOWN:]]
        return tuple(one for _, one in sorted(told, key=lambda pair: pair[0], reverse=True))

    def _of_play(self, finding: Finding) -> tuple[datetime, AlertOnPage]:
        moment, about = self._by_key[finding.about]
        table = "" if about.table is None else f" (table {about.table})"
        beside = ""
        if finding.earlier is not None:
            _, earlier = self._by_key[finding.earlier]
            beside = f", after {earlier.number} at {earlier.at}"
        said = f"{about.number}{table}: {_SAID[finding.alert]}{beside}."
        return moment, AlertOnPage(about.at, said, plays=True, words=about.words)


def _alarm(one: HubAlarm) -> AlertOnPage:
    return AlertOnPage(f"{one.at.astimezone():%H:%M}", alarm_sentence(one.kind, one.letter, one.seq))


def _moment(short: Brief, taken: datetime) -> datetime:
    """When a ruling happened, as far as can be told: by its station's clock, but not after it came in."""
    try:
        told = datetime.fromtimestamp((short.at_ms or 0) / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return taken
    return min(told, taken) if short.at_ms is not None else taken


def _ruling(short: Brief, letter: str) -> RulingOnPage:
    return RulingOnPage(
        short.number or f"{letter}-?",
        _wall(short.local_ms),
        short.verdict or "refer",
        short.event or "",
        short.division or "",
        short.round,
        short.table,
        len(short.words),
        short.words,
    )


def _wall(local_ms: int | None) -> str:
    if local_ms is None:
        return "--:--"
    minutes = local_ms // 60_000 % 1_440
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
