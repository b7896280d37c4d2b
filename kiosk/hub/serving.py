"""A small web server for the page, a thread to each connection.

The rule it guards: every connection has an end, whatever the other side does, and there are never too many;
who opens page after page and keeps them leaves room for a single look, and for whoever has the token.
"""

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
from kiosk.errors import HubError
from kiosk.hub.answering import PageAnswer
from kiosk.hub.site import Site

MOST_CONNECTIONS, MOST_OF_ONE = 300, 40
MOST_STREAMS, STREAMS_OF_ONE = 200, 20  # of those who have not shown the token
REQUEST_S = 15.0  # to ask and to be answered
STREAM_S = 600.0  # of one stream; the browser opens the next


@frozen
class HeldLine:
    """An open connection: since when, and how long it may last. *guest*: a stream without the token."""

    line: socket.socket
    caller: str
    since: float
    limit_s: float
    guest: bool = False


class PageServer(ThreadingHTTPServer):
    """Answers for *site* at *place*, with TLS if *secured*; bugs are told to *complain*."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = not hasattr(socket, "SO_EXCLUSIVEADDRUSE")  # elsewhere two could share a port
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
        self._held: dict[int, HeldLine] = {}
        self._callers: Counter[str] = Counter()
        self._lock = Lock()
        self.closing = False
        try:
            super().__init__(place, PageAnswer)
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
                self._held[id(request)] = HeldLine(request, caller, monotonic(), REQUEST_S)
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
            PageAnswer(line, client_address, self)
        finally:
            self._let_go(request)
            if line is not request:
                line.close()

    def stream(self, line: socket.socket, *, director: bool) -> bool:
        """Let *line* last as long as a stream may, if there is room for one more."""
        with self._lock:
            found = next((key for key, held in self._held.items() if held.line is line), None)
            if found is None:
                return False  # cut meanwhile
            old = self._held[found]
            guests = [held.caller for held in self._held.values() if held.guest]
            if not director and (len(guests) >= MOST_STREAMS or guests.count(old.caller) >= STREAMS_OF_ONE):
                return False
            self._held[found] = HeldLine(line, old.caller, old.since, STREAM_S, guest=not director)
            return True

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
            self._held[id(request)] = HeldLine(line, old.caller, old.since, limit_s)

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
