"""A small web server for the page: a fixed set of answers, a stream of news, and a door for the director.

The rules it guards: it only reads from a board and never asks the hub on a browser's behalf, so no number of
browsers reaches PostgreSQL; every connection has an end, whatever the other side does; and who has no pass is
answered from a picture without words.
"""

import ipaddress
import os
import socket
import ssl
import sys
from collections import Counter
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from socketserver import TCPServer
from threading import Lock
from time import monotonic
from typing import Any

from kiosk.core.frozen import frozen
from kiosk.core.hub.markup import Html
from kiosk.core.hub.page import fragment, no_picture, whole_page
from kiosk.core.hub.picture import for_everybody
from kiosk.errors import HubError
from kiosk.hub.answering import Answering
from kiosk.hub.board import Board, Posted
from kiosk.hub.token import Doorkeeper
from kiosk.shipped import resources

MOST_CONNECTIONS, MOST_OF_ONE = 300, 100
REQUEST_S = 15.0  # to ask and to be answered
STREAM_S = 600.0  # of one stream; the browser opens the next
_FONTS = {
    "/text.ttf": "AtkinsonHyperlegibleNext-400.ttf",
    "/bold.ttf": "AtkinsonHyperlegibleNext-700.ttf",
    "/word.ttf": "AtkinsonHyperlegibleMono-700.ttf",
}


@frozen
class Asset:
    sort: str
    content: bytes


def assets() -> dict[str, Asset]:
    """What comes with the page, by its path."""
    here = resources()
    return {
        "/page.css": Asset("text/css; charset=utf-8", (here / "hub" / "page.css").read_bytes()),
        "/page.js": Asset("text/javascript; charset=utf-8", (here / "hub" / "page.js").read_bytes()),
        "/icon.png": Asset("image/png", (here / "icon" / "challenge-kiosk-64.png").read_bytes()),
        **{path: Asset("font/ttf", (here / "fonts" / name).read_bytes()) for path, name in _FONTS.items()},
    }


class Site:
    """What is answered: from *board*, and to whom *door* gave a pass also the words."""

    def __init__(self, board: Board, door: Doorkeeper, names: frozenset[str] = frozenset()) -> None:
        self.board, self.door = board, door
        self.assets = assets()
        self._names = names | {"localhost", socket.gethostname().lower()}

    def piece(self, posted: Posted, *, director: bool) -> Html:
        """What changes on the page, for the director or for everybody."""
        if posted.picture is None:
            return no_picture(posted.standing.trouble or "It is being asked.")
        picture = posted.picture if director else for_everybody(posted.picture)
        return fragment(picture, posted.standing)

    def page(self, *, director: bool) -> str:
        """The whole page as of now."""
        posted = self.board.read()
        title = posted.picture.name or posted.picture.event if posted.picture else "Challenge Kiosk"
        return whole_page(self.piece(posted, director=director), title, posted.standing.age_s)

    def answers_to(self, host: str) -> bool:
        """Whether a browser that asks for *host* means this page: a name that others own may lead here too,
        and what runs under that name must not read it."""
        name = host.strip().lower()
        name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
        if name in self._names or name.endswith(".local"):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


@frozen
class Held:
    """An open connection: since when, and how long it may last."""

    line: socket.socket
    caller: str
    since: float
    limit_s: float


class PageServer(ThreadingHTTPServer):
    """Answers for *site* at *place*, with TLS if *secured*; bugs are told to *complain*."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = os.name == "posix"
    request_queue_size = 100

    def __init__(
        self,
        place: tuple[str, int],
        site: Site,
        complain: Callable[[str], None],
        secured: ssl.SSLContext | None = None,
    ) -> None:
        self.address_family = socket.AF_INET6 if ":" in place[0] else socket.AF_INET
        self.site, self.secured, self._complain = site, secured, complain
        self._held: dict[int, Held] = {}
        self._callers: Counter[str] = Counter()
        self._lock = Lock()
        self.closing = False
        try:
            super().__init__(place, Answering)
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise HubError(
                f"The page cannot be served at {place[0]} port {place[1]}: {why}. Name another with --listen."
            ) from error

    def server_bind(self) -> None:
        TCPServer.server_bind(self)  # the other one asks the network for this computer's name
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own, unless there are too many already."""
        caller = str(client_address[0])
        with self._lock:
            full = len(self._held) >= MOST_CONNECTIONS or self._callers[caller] >= MOST_OF_ONE
            if not full:
                self._held[id(request)] = Held(request, caller, monotonic(), REQUEST_S)
                self._callers[caller] += 1
        if full:
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def finish_request(self, request: Any, client_address: Any) -> None:
        request.settimeout(REQUEST_S)
        line = request
        try:
            if self.secured is not None:
                line = self.secured.wrap_socket(request, server_side=True, suppress_ragged_eofs=True)
                self._change(request, line, REQUEST_S)
            Answering(line, client_address, self)
        finally:
            self._let_go(request)
            if line is not request:
                line.close()

    def stream(self, line: socket.socket) -> None:
        """Let *line* last as long as a stream may."""
        with self._lock:
            found = next((key for key, held in self._held.items() if held.line is line), None)
            if found is not None:
                old = self._held[found]
                self._held[found] = Held(line, old.caller, old.since, STREAM_S)

    def open_lines(self) -> int:
        with self._lock:
            return len(self._held)

    def service_actions(self) -> None:
        """Cut what has lasted too long: whoever asks a letter a minute, or never reads."""
        now = monotonic()
        with self._lock:
            late = [held.line for held in self._held.values() if now - held.since > held.limit_s]
        for line in late:
            _cut(line)

    def end(self) -> None:
        """Let everybody go."""
        self.closing = True
        self.shutdown()
        with self._lock:
            lines = [held.line for held in self._held.values()]
        for line in lines:
            _cut(line)
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        error = sys.exc_info()[1]
        self._let_go(request)
        if not isinstance(error, OSError):  # a browser that went away is none
            self._complain(f"The page met a bug ({type(error).__name__}: {error}). The next answer may do.")

    def _change(self, request: socket.socket, line: socket.socket, limit_s: float) -> None:
        with self._lock:
            old = self._held[id(request)]
            self._held[id(request)] = Held(line, old.caller, old.since, limit_s)

    def _let_go(self, request: Any) -> None:
        with self._lock:
            held = self._held.pop(id(request), None)
            if held is not None:
                self._callers[held.caller] -= 1
                if not self._callers[held.caller]:
                    del self._callers[held.caller]


def _cut(line: socket.socket) -> None:
    try:
        socket.socket.shutdown(line, socket.SHUT_RDWR)
    except OSError:
        return  # it is gone already


def tls_from(certificate: str, key: str) -> ssl.SSLContext:
    """TLS by the files *certificate* and *key*."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key)
    except OSError as error:
        raise HubError(
            f"The certificate {certificate} and its key cannot be used: {error.strerror or error}. Name the "
            "two files that belong together."
        ) from error
    return context


def own_address(host: str) -> str:
    """Where others reach what listens at *host*: of all this computer's addresses, that of its way out."""
    if host not in ("0.0.0.0", "::", ""):  # noqa: S104 - compared, not listened at
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address of nobody; nothing is sent
            return str(asked.getsockname()[0])
        except OSError:
            return socket.gethostname()
