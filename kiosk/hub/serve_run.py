"""All stations as one picture, shown on a page in the browser as long as somebody wants it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

from kiosk.base.frozen import frozen
from kiosk.errors import HubError, KioskError
from kiosk.hub import picture as hub_picture
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.findings import AlarmLine, fold_alarms
from kiosk.hub.hub_reader import Enrolled, Following, HubLook, HubRow
from kiosk.hub.line import by_enrolment
from kiosk.hub.server import Board, Doorkeeper, PageServer, Site, new_token, own_address, tls_from
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.alerts import Alert, Detection, Finding, Jumps, SplitWatch
from kiosk.log.brief import Brief, RowInBrief, brief
from kiosk.log.chain import Key
from kiosk.log.facts import Fact
from kiosk.log.kinds import Kind

# ---- gather ------------------------------------------------------------------------------------------------
# All stations as one picture: what their records tell, what the hub knows, and the alerts across them.
#
# The rule it guards: nothing is looked up again; a picture says of a play what the stations ruled.

_KEPT = 200  # rulings that may be shown; more is a console's work
_SHOWN = 40
_COMPARED = 2_000  # of one log: an event has some hundreds
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


class PlaysOfEvent:
    """The rulings of one event, all stations together, and what they give rise to.

    Each ruling is compared once, when it comes. Only where one comes late, from a station that was cut off,
    is the order made again; and of each log no more than the newest are compared then, so that one which
    sends rulings without end keeps nothing else waiting.
    """

    def __init__(self) -> None:
        self.jumps = Jumps()
        self.shown: dict[Key, tuple[datetime, hub_picture.RulingOnPage]] = {}
        self._kept: list[tuple[datetime, Fact]] = []
        self._of_log: Counter[tuple[str, str]] = Counter()
        self._rounds = False
        self._detection = Detection(self.jumps, SplitWatch(), has_rounds=False)
        self._seen = 0

    @property
    def found(self) -> list[Finding]:
        return [finding for finding in self._detection.found if finding.about in self.shown]

    def add(self, fresh: list[tuple[datetime, Fact]]) -> None:
        """Compare *fresh*, in any order, with what there is."""
        if not fresh:
            return
        fresh.sort(key=_when)
        late = bool(self._kept) and fresh[0][0] < self._kept[-1][0]
        self._kept += fresh
        self._of_log.update(_log_of(fact) for _, fact in fresh)
        if any(self._of_log[_log_of(fact)] > 2 * _COMPARED for _, fact in fresh):
            self._let_go()
        rounds = self._rounds or any(fact.round is not None for _, fact in fresh)
        self._seen += len(fresh)
        if late or rounds != self._rounds or self._seen > 2 * len(self._kept):
            self._rounds = rounds
            self._again()
        else:
            self._see(fresh)

    def forget(self, station: str, epoch: str) -> None:
        """Whatever was told of a log that another one has taken the place of."""
        self._kept = [pair for pair in self._kept if _log_of(pair[1]) != (station, epoch)]
        del self._of_log[station, epoch]
        self.shown = {key: one for key, one in self.shown.items() if key[:2] != (station, epoch)}
        self._again()

    def _again(self) -> None:
        self._detection = Detection(self.jumps, SplitWatch(), has_rounds=self._rounds)
        self._kept.sort(key=_when)
        self._seen = len(self._kept)
        self._see(self._kept)

    def _see(self, rulings: list[tuple[datetime, Fact]]) -> None:
        for _, fact in rulings:
            self._detection.see(fact)
        del self._detection.found[:-_SHOWN]

    def _let_go(self) -> None:
        """Keep the newest of each log, whatever time they claim to be of."""
        newest: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for _, fact in self._kept:
            newest[_log_of(fact)].append(fact.seq)
        since = {log: sorted(seqs)[-_COMPARED:][0] for log, seqs in newest.items()}
        kept = [pair for pair in self._kept if pair[1].seq >= since[_log_of(pair[1])]]
        for _, fact in self._kept:
            if fact.seq < since[_log_of(fact)]:
                self.shown.pop(fact.key, None)
        self._kept = kept
        self._of_log = Counter(_log_of(fact) for _, fact in kept)


def _log_of(fact: Fact) -> tuple[str, str]:
    return fact.station, fact.epoch


def _when(pair: tuple[datetime, Fact]) -> datetime:
    return pair[0]


class ManyStations:
    """What all looks at a hub so far come to."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], hub_picture.ToldByLog] = {}
        self._latest: dict[str, str] = {}
        self._chains: dict[tuple[str, str], int] = {}
        self._rulings: list[tuple[datetime, Key, hub_picture.RulingOnPage]] = []
        self._plays = PlaysOfEvent()
        self._shared: dict[str, str] = {}

    def picture(self, look: HubLook) -> hub_picture.HubPicture:
        """The picture after *look*."""
        fresh: list[tuple[datetime, Fact]] = []
        for row in look.new:
            self._add(row, look.event, fresh)
        self._rulings = _newest(self._rulings)
        self._plays.add(fresh)
        now = f"{look.now.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.000Z"
        here = [station for station in look.enrolled if station.struck is None]
        return hub_picture.HubPicture(
            look.event,
            look.hub[:8],
            look.now.astimezone(),
            tuple(self._station(station, look, now) for station in here),
            tuple(one for _, _, one in self._rulings[:_SHOWN]),
            self._alerts(look),
            hub_picture.event_is_over(look.event, [self._of(station.station) for station in here]),
            name=next((told.name for told in self._told.values() if told.event == look.event), ""),
        )

    # ---- records -------------------------------------------------------------------------------------------

    def _add(self, row: HubRow, event: str, fresh: list[tuple[datetime, Fact]]) -> None:
        key = row.chain.key
        if self._chains.setdefault(key, row.chain.chain) != row.chain.chain:
            self._forget(key)
            self._chains[key] = row.chain.chain
            fresh[:] = [pair for pair in fresh if _log_of(pair[1]) != key]
        self._told[key] = hub_picture.next_told(self._told.get(key, hub_picture.ToldByLog()), row.record)
        self._latest[row.chain.station] = row.chain.epoch
        record = row.record
        if record.kind not in (Kind.ADJUDICATION, Kind.CLOCK_JUMP):
            return
        short = brief(
            RowInBrief(*key, record.seq, record.at, record.kind, record.body), self._shared, fits=True
        )
        if short.jump:
            self._plays.jumps.add((*key, record.seq))
        if record.kind != Kind.ADJUDICATION:
            return
        moment = _moment(short, row.taken)
        shown = _ruling(short, row.chain.letter)
        self._rulings.append((moment, (*key, record.seq), shown))
        if len(self._rulings) > 10 * _KEPT:
            self._rulings = _newest(self._rulings)
        if short.fact is not None and short.fact.event == event:
            self._plays.shown[(*key, record.seq)] = moment, shown
            fresh.append((moment, short.fact))
            if len(fresh) > 2 * _COMPARED:
                self._plays.add(fresh[:])
                fresh.clear()

    def _forget(self, key: tuple[str, str]) -> None:
        """The log *key* is now that of another enrolment, and comes from its beginning."""
        self._told.pop(key, None)
        self._rulings = [ruling for ruling in self._rulings if ruling[1][:2] != key]
        self._plays.forget(*key)

    # ---- stations ------------------------------------------------------------------------------------------

    def _of(self, station: str | None) -> hub_picture.ToldByLog:
        epoch = self._latest.get(station or "", "")
        return self._told.get((station or "", epoch), hub_picture.ToldByLog())

    def _station(self, station: Enrolled, look: HubLook, now: str) -> hub_picture.StationOnPage:
        seen_s = None if station.seen is None else max(0, int((look.now - station.seen).total_seconds()))
        heard = hub_picture.HeardByHub(station.letter, seen_s, station.owed, station.ahead_ms)
        count = sum(head.count for head in look.heads if head.station == station.station)
        return hub_picture.station_shown(heard, self._of(station.station), count, now)

    # ---- alerts --------------------------------------------------------------------------------------------

    def _alerts(self, look: HubLook) -> tuple[hub_picture.AlertOnPage, ...]:
        """What the hub itself has to say, gravest first and never more than a few lines, then what is about
        plays, newest first."""
        lines = fold_alarms(look.alarms)
        told = [_alarm(line) for line in lines[: hub_picture.MOST_ALARMS]]
        if len(lines) > hub_picture.MOST_ALARMS:
            rest = len(lines) - hub_picture.MOST_ALARMS
            more = f"{rest} more lines of alarms: “kiosk hub status” names them all."
            told.append(hub_picture.AlertOnPage(f"{look.now.astimezone():%H:%M}", more))
        plays = sorted(map(self._of_play, self._plays.found), key=lambda pair: pair[0], reverse=True)
        return (*told, *(one for _, one in plays))

    def _of_play(self, finding: Finding) -> tuple[datetime, hub_picture.AlertOnPage]:
        moment, about = self._plays.shown[finding.about]
        table = "" if about.table is None else f" (table {about.table})"
        earlier = self._plays.shown.get(finding.earlier) if finding.earlier is not None else None
        beside = f", after {earlier[1].number} at {earlier[1].at}" if earlier else ""
        said = f"{about.number}{table}: {_SAID[finding.alert]}{beside}."
        return moment, hub_picture.AlertOnPage(about.at, said, plays=True, words=about.words)


def _alarm(line: AlarmLine) -> hub_picture.AlertOnPage:
    return hub_picture.AlertOnPage(f"{line.newest.at.astimezone():%H:%M}", line.sentence)


def _newest(
    rulings: list[tuple[datetime, Key, hub_picture.RulingOnPage]],
) -> list[tuple[datetime, Key, hub_picture.RulingOnPage]]:
    return sorted(rulings, reverse=True, key=lambda ruling: ruling[:2])[:_KEPT]


def _moment(short: Brief, taken: datetime) -> datetime:
    """When a ruling happened, as far as can be told: by its station's clock, but not after it came in."""
    try:
        told = datetime.fromtimestamp((short.at_ms or 0) / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return taken
    return min(told, taken) if short.at_ms is not None else taken


def _ruling(short: Brief, letter: str) -> hub_picture.RulingOnPage:
    return hub_picture.RulingOnPage(
        short.number or f"{letter}-?",
        _say_time(short.local_ms),
        short.verdict or "refer",
        short.event or "",
        short.division or "",
        short.round,
        short.table,
        len(short.words),
        short.words,
    )


def _say_time(local_ms: int | None) -> str:
    if local_ms is None:
        return "--:--"
    minutes = local_ms // 60_000 % 1_440
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


# ---- serve -------------------------------------------------------------------------------------------------
# Show all stations on a page in the browser, as long as somebody wants it.
#
# The rules it guards: the hub is asked with the rights of a reader, by one connection for all browsers; while
# it does not answer, that is told with the old picture, and it is asked again until it does.

LOOK_S = 2.0  # the hub is asked at least this often
PAUSE_S = 0.3  # and at most this often
AGAIN_S = 2.0


@frozen
class PagePlace:
    """Where the page is served, with TLS by *certificate* and *key* if they are named; *names*: under which
    browsers know it, besides its numbers."""

    host: str = "127.0.0.1"
    port: int = 8080
    certificate: Path | None = None
    key: Path | None = None
    names: tuple[str, ...] = ()

    @property
    def is_loopback(self) -> bool:
        return self.host in ("localhost", "::1") or self.host.startswith("127.")

    def address(self, port: int) -> str:
        """What to type into a browser, once it listens at *port*."""
        host = own_address(self.host)
        return f"http{'s' if self.certificate else ''}://{f'[{host}]' if ':' in host else host}:{port}/"


@frozen
class OpenPage:
    """A page that is being served at *address*. *token* is told once."""

    address: str
    token: str
    event: str
    server: PageServer
    ended: Event

    @property
    def link(self) -> str:
        """Opens the page for the director. What follows # stays in the browser: no server is told."""
        return f"{self.address}enter#{self.token}"

    def wait(self) -> None:
        """Until it is ended."""
        while not self.ended.wait(3600):
            pass


@contextmanager
def open_page(file: Path, place: PagePlace, tell: Callable[[str], None]) -> Iterator[OpenPage]:
    """Serve the page of the hub that *file*, a reader's enrolment, leads to; *tell* hears of troubles."""
    enrolment = read_enrolment(file)
    if enrolment.letter:
        raise HubError(
            f"{file} is the enrolment of a station. The page needs a reader's: “kiosk hub enrol --reader”."
        )
    secured = tls_from(str(place.certificate), str(place.key)) if place.certificate else None
    board, ended, token = Board(), Event(), new_token()
    site = Site(board, Doorkeeper(token), frozenset(name.lower() for name in (*place.names, place.host)))
    server = PageServer((place.host, place.port), site, tell, secured)
    threads = (
        Thread(target=_watch, args=(enrolment, board, ended, tell), name="kiosk page: hub"),
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.25}, name="kiosk page: browsers"),
    )
    for thread in threads:
        thread.daemon = True
        thread.start()
    try:
        yield OpenPage(place.address(server.server_port), token, enrolment.event, server, ended)
    finally:
        ended.set()
        server.end()
        for thread in threads:
            thread.join(10)


def _watch(enrolment: Enrolment, board: Board, ended: Event, tell: Callable[[str], None]) -> None:
    try:
        watch(enrolment, board, ended, tell)
    except Exception as error:  # noqa: BLE001 - told, instead of a page that stands still
        said = f"The page met a bug ({type(error).__name__}) and no longer asks the hub. Start it again."
        board.doubt(said, _say_now())
        tell(said)


def watch(enrolment: Enrolment, board: Board, ended: Event, tell: Callable[[str], None]) -> None:
    """Post a picture whenever the hub has news, until *ended*. After each break everything is read again: a
    hub that was put back from a back-up is another one."""
    told = ""
    while not ended.is_set():
        try:
            with by_enrolment(enrolment) as conn:
                following, gathered = Following(conn), ManyStations()
                while not ended.is_set():
                    asked_at = board.now()
                    board.post(gathered.picture(following.look()), asked_at)
                    if told:
                        tell("The hub answers again.")
                        told = ""
                    following.wait(LOOK_S)
                    ended.wait(PAUSE_S)
        except KioskError as error:
            board.doubt(str(error), _say_now())
            if str(error) != told:
                told = str(error)
                tell(told)
            ended.wait(AGAIN_S)


def _say_now() -> str:
    return f"{datetime.now().astimezone():%H:%M:%S}"
