"""The picture of all stations, as values, and what the records of each log tell for it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from kiosk.base.clock import local_time
from kiosk.base.frozen import frozen
from kiosk.base.schedule import RoundCall, RoundTime, round_now
from kiosk.hub.findings import skew
from kiosk.log import bodies
from kiosk.log.body import Body
from kiosk.log.chain import Record
from kiosk.setup.settings import Protection

# ---- told --------------------------------------------------------------------------------------------------
# What the records of one log say of its station, record by record: event, round, call, protection, copy.
#
# The rule it guards: whatever a record holds, the next one is still heard; and a call for the director stands
# until a record says that it is over.


@frozen
class ToldByLog:
    """*event*, *name*: of the last one that was opened. *call_at*: since when the players want the director,
    by the station's clock. *closed*: why it rules nothing, empty if it does."""

    event: str = ""
    name: str = ""
    open: bool = False
    rounds: tuple[RoundTime, ...] = ()
    called: RoundCall | None = None
    offset_min: int = 0
    wanted: str = ""
    level: str | None = None
    guards: str | None = None
    copy_wanted: bool = False
    copy: str = ""
    call_at: str | None = None
    closed: str = ""

    def round(self, at: str) -> int | None:
        """The round at the UTC instant *at*."""
        if not self.open:
            return None
        try:
            return round_now(self.rounds, self.called, local_time(at, self.offset_min))
        except (ValueError, TypeError, OverflowError):  # times that no station of ours writes
            return None


def body_of(record: Record) -> Body | None:
    """What *record* says; None where this version cannot tell."""
    try:
        return bodies.read_body(record)
    except (ValueError, RecursionError):
        return None


def next_told(told: ToldByLog, record: Record) -> ToldByLog:
    """*told* after one more record."""
    body = body_of(record)
    try:
        return _of_event(_of_place(told, record, body), record, body)
    except (ValueError, TypeError, OverflowError):  # a time that is none
        return told


def _of_event(told: ToldByLog, record: Record, body: Body | None) -> ToldByLog:
    match body:
        case bodies.EventOpenedBody():
            return replace(
                told,
                event=body.event,
                name=body.name,
                open=True,
                rounds=tuple(map(_round, body.rounds)),
                called=None,
                offset_min=_offset(record),
                wanted=body.protection.wanted,
                level=body.protection.level,
            )
        case bodies.EventClosedBody():
            return replace(told, open=False, called=None, call_at=None)
        case bodies.RoundStartedBody() | bodies.RoundEndedBody():
            started = isinstance(body, bodies.RoundStartedBody)
            call = RoundCall(body.round, record.local.isoformat(timespec="seconds"), started)
            return replace(told, called=call, offset_min=_offset(record))
    return told


def _of_place(told: ToldByLog, record: Record, body: Body | None) -> ToldByLog:
    match body:
        case bodies.DirectorNeededBody():
            return replace(told, call_at=record.at)
        case bodies.CallEndedBody() | bodies.AdjudicationBody() | bodies.StoppedBody():
            return replace(told, call_at=None)
        case bodies.LockedBody(why=why) | bodies.OutOfServiceBody(why=why):
            return replace(told, closed=why or "no reason given")
        case bodies.UnlockBody(resumed=resumed) if resumed:
            return replace(told, closed="")
        case bodies.GuardsBody(trouble=trouble):
            return replace(told, guards=trouble)
        case bodies.SecondCopyBody(state=state):
            return replace(told, copy=state)
        case bodies.SetUpBody(second_copy=wanted):
            return replace(told, copy_wanted=wanted)
    return told


def _round(planned: bodies.RoundOnRecord) -> RoundTime:
    return RoundTime(planned.number, planned.starts, planned.ends)


def _offset(record: Record) -> int:
    """How far the wall of the station is from UTC."""
    utc = datetime.fromisoformat(record.at).replace(tzinfo=None)
    return int((record.local - utc).total_seconds() // 60)


# ---- picture -----------------------------------------------------------------------------------------------
# The picture of all stations, as values: what a page for the director's phone and a wall screen shows.
#
# The rules it guards: whoever has no token gets a picture that holds neither words nor what concerns single
# plays, so nothing that draws it can leak them; and only when every station has closed the event are words
# anybody's.

SILENT_S = 50  # an idle station is heard of every fifteen seconds
OLD_S = 15  # an older picture is no longer told as news
MOST_RULINGS = 12
MOST_ALERTS = 8
MOST_ALARMS = 5  # of the hub's own, so that there is room for what is about plays


@frozen
class StationOnPage:
    """*seen_s*: how long ago it was heard of, None: never. *owed*: records that waited there then. *call_s*:
    how long the players have been waiting for the director. *closed*: why it does not rule."""

    letter: str
    seen_s: int | None = None
    owed: int | None = None
    count: int = 0
    round: int | None = None
    open: bool = False
    protection: str = "not told"
    protected: bool = True
    copy: str = "not told"
    copied: bool = True
    call_s: int | None = None
    closed: str = ""
    clock: str = ""

    @property
    def silent(self) -> bool:
        return self.seen_s is None or self.seen_s > SILENT_S


@frozen
class RulingOnPage:
    """*at*: by the clock on that station's wall. *words* are empty where they may not be seen."""

    number: str
    at: str
    verdict: str
    event: str = ""
    division: str = ""
    round: int | None = None
    table: int | None = None
    count: int = 1
    words: tuple[str, ...] = ()


@frozen
class AlertOnPage:
    """*plays*: it is about what somebody looked up, and for the director alone."""

    at: str
    sentence: str
    plays: bool = False
    words: tuple[str, ...] = ()


@frozen
class HubPicture:
    """*now*: the hub's time when it was looked at, in local time. *over*: every station has closed the
    event. *words*: whether it was made for somebody who may see them. *name*: of the event, if known."""

    event: str
    code: str
    now: datetime
    stations: tuple[StationOnPage, ...] = ()
    rulings: tuple[RulingOnPage, ...] = ()
    alerts: tuple[AlertOnPage, ...] = ()
    over: bool = False
    words: bool = True
    name: str = ""

    @property
    def calls(self) -> tuple[StationOnPage, ...]:
        """Who waits for the director, the longest wait first."""
        waiting = [station for station in self.stations if station.call_s is not None]
        return tuple(sorted(waiting, key=lambda station: -(station.call_s or 0)))


@frozen
class PictureAge:
    """How old a picture is, and what keeps a newer one away: a sentence, and since when."""

    age_s: int
    trouble: str = ""
    since: str = ""

    @property
    def doubtful(self) -> bool:
        return bool(self.trouble) or self.age_s > OLD_S


def for_everybody(picture: HubPicture) -> HubPicture:
    """*picture* as somebody without a token may see it."""
    return replace(
        picture,
        rulings=tuple(
            ruling if _is_over(picture, ruling) else replace(ruling, words=()) for ruling in picture.rulings
        ),
        alerts=tuple(replace(alert, words=()) for alert in picture.alerts if not alert.plays),
        words=False,
    )


def _is_over(picture: HubPicture, ruling: RulingOnPage) -> bool:
    return picture.over and ruling.event == picture.event


@frozen
class HeardByHub:
    """What the hub itself knows of one enrolment: *seen_s* ago, with *owed* records waiting, *ahead_ms*."""

    letter: str
    seen_s: int | None
    owed: int | None
    ahead_ms: int | None


def station_shown(heard: HeardByHub, told: ToldByLog, count: int, now: str) -> StationOnPage:
    """A station by what the hub *heard* of it and what its log *told*; *now*: UTC, as records have it."""
    protection, protected = _protection(told)
    copy, copied = _copy(told)
    return StationOnPage(
        heard.letter,
        heard.seen_s,
        heard.owed,
        count,
        told.round(now),
        told.open,
        protection,
        protected,
        copy,
        copied,
        _since(told.call_at, now),
        told.closed,
        skew(heard.ahead_ms),
    )


def event_is_over(event: str, told: Sequence[ToldByLog]) -> bool:
    """Whether every station, by what its log *told*, has had *event* open and closed it."""
    return bool(told) and all(station.event == event and not station.open for station in told)


def _since(at: str | None, now: str) -> int | None:
    if at is None:
        return None
    try:
        return max(0, int((datetime.fromisoformat(now) - datetime.fromisoformat(at)).total_seconds()))
    except (ValueError, TypeError):
        return 0  # a call is a call, whatever the clock of its station says


def _protection(told: ToldByLog) -> tuple[str, bool]:
    if told.guards:
        return "trouble with its guards", False
    if told.level is None:
        return ("not examined", False) if told.wanted else ("not told", True)
    try:
        meets = Protection(told.level).meets(Protection(told.wanted))
    except ValueError:
        meets = False
    return (told.level, True) if meets else (f"{told.level}, {told.wanted} is wanted", False)


_COPIES = {
    "made": ("made", True),
    "same_device": ("on the same disk", False),
    "absent": ("stick is not there", False),
    "failed": ("failed", False),
}


def _copy(told: ToldByLog) -> tuple[str, bool]:
    if not told.copy:
        return ("not made yet", False) if told.copy_wanted else ("none wanted", True)
    return _COPIES.get(told.copy, (told.copy, False))
