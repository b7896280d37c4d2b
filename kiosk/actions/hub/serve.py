"""Show all stations on a page in the browser, as long as somebody wants it.

The rules it guards: the hub is asked with the rights of a reader, by one connection for all browsers; while
it does not answer, that is told with the old picture, and it is asked again until it does.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Event, Thread

from kiosk.actions.hub.gather import ManyStations
from kiosk.core.frozen import frozen
from kiosk.core.hub.enrolment import Enrolment
from kiosk.errors import HubError, KioskError
from kiosk.hub.board import Board
from kiosk.hub.connecting import by_enrolment
from kiosk.hub.following import Following
from kiosk.hub.serving import PageServer, own_address, tls_from
from kiosk.hub.site import Site
from kiosk.hub.token import Doorkeeper, new_token
from kiosk.storage.hub.files import read_enrolment

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
    for one in threads:
        one.daemon = True
        one.start()
    try:
        yield OpenPage(place.address(server.server_port), token, enrolment.event, server, ended)
    finally:
        ended.set()
        server.end()
        for one in threads:
            one.join(10)


def _watch(enrolment: Enrolment, board: Board, ended: Event, tell: Callable[[str], None]) -> None:
    try:
        watch(enrolment, board, ended, tell)
    except Exception as error:  # noqa: BLE001 - told, instead of a page that stands still
        said = f"The page met a bug ({type(error).__name__}) and no longer asks the hub. Start it again."
        board.doubt(said, _wall())
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
            board.doubt(str(error), _wall())
            if str(error) != told:
                told = str(error)
                tell(told)
            ended.wait(AGAIN_S)


def _wall() -> str:
    return f"{datetime.now().astimezone():%H:%M:%S}"
