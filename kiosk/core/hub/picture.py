"""The picture of all stations, as values: what a page for the director's phone and a wall screen shows.

The rules it guards: whoever has no token gets a picture that holds neither words nor what concerns single
plays, so nothing that draws it can leak them; and only when every station has closed the event are words
anybody's.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from kiosk.core.frozen import frozen
from kiosk.core.hub.findings import skew
from kiosk.core.hub.told import ToldByLog
from kiosk.core.setup.settings import Protection

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
        waiting = [one for one in self.stations if one.call_s is not None]
        return tuple(sorted(waiting, key=lambda one: -(one.call_s or 0)))


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
        rulings=tuple(one if _is_over(picture, one) else replace(one, words=()) for one in picture.rulings),
        alerts=tuple(replace(one, words=()) for one in picture.alerts if not one.plays),
        words=False,
    )


def _is_over(picture: HubPicture, one: RulingOnPage) -> bool:
    return picture.over and one.event == picture.event


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
    return bool(told) and all(one.event == event and not one.open for one in told)


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
