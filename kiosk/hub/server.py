"""The page in the browser: a small web server, a thread to each connection, read-only, behind a token."""

import hmac
import ipaddress
import secrets
import socket
import ssl
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import ceil
from socketserver import TCPServer
from threading import Condition, Lock
from time import monotonic
from typing import Any, cast
from urllib.parse import parse_qs

from kiosk.base.frozen import frozen
from kiosk.base.page import AMBER, BLUE
from kiosk.errors import HubError
from kiosk.hub.page import Html, enter_page, fragment, no_picture, whole_page
from kiosk.hub.picture import HubPicture, PictureAge, for_everybody
from kiosk.shipped import resources

# ---- token -------------------------------------------------------------------------------------------------
# The director's token for the page: made anew at each start, typed or scanned once a browser.
#
# The rules it guards: it is compared in constant time; whoever guesses is slowed, and slows nobody else; a
# browser is then known by another secret, which ends with this run of the page.

_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that reads as another: 98 bits in all
_GROUPS, _GROUP = 4, 5
_FREE_TRIES = 3
_LONGEST_S = 60.0
_MOST_CALLERS = 1_000


def new_token() -> str:
    """A token of four groups, as it is printed."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


class Doorkeeper:
    """Admits browsers by *token*. *clock*: seconds that only go on."""

    def __init__(self, token: str, clock: Callable[[], float] = monotonic) -> None:
        self._token = _plain(token)
        self._clock = clock
        self._pass = secrets.token_urlsafe(32)
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = Lock()

    def try_token(self, typed: str, caller: str) -> tuple[str, str]:
        """The pass for a browser, or else why there is none; *caller*: where it asks from."""
        with self._lock:
            tries, free_at = self._wrong.get(caller, (0, 0.0))
            wait_s = free_at - self._clock()
            if wait_s > 0:
                return "", f"Too many wrong tries from here. Wait {ceil(wait_s)} s, then try again."
            if hmac.compare_digest(_plain(typed).encode(), self._token.encode()):
                self._wrong.pop(caller, None)
                return self._pass, ""
            self._note_wrong(caller, tries + 1)
        return "", "That is not the token. It is printed where “kiosk hub serve” was started."

    def knows(self, shown: str) -> bool:
        """Whether *shown* is the pass that was given out."""
        return hmac.compare_digest(shown.encode(), self._pass.encode())

    def _note_wrong(self, caller: str, tries: int) -> None:
        delay_s = 0.0 if tries < _FREE_TRIES else min(_LONGEST_S, 2.0 ** (tries - _FREE_TRIES))
        self._wrong[caller] = (tries, self._clock() + delay_s)
        self._wrong.move_to_end(caller)
        if len(self._wrong) > _MOST_CALLERS:
            self._wrong.popitem(last=False)


def _plain(token: str) -> str:
    """*token* as it is compared: hyphens, blanks and small letters do not matter."""
    return "".join(letter for letter in token.upper() if letter.isalnum())


# ---- board -------------------------------------------------------------------------------------------------
# The latest picture, between whoever looks at the hub and any number of browsers.
#
# The rule it guards: how old a picture is goes by a clock that nobody can set, from the moment the hub was
# asked; and what keeps a newer one away is told with it.


@frozen
class Posted:
    """*number* rises with each change. *picture*: None before the hub was ever reached."""

    number: int
    picture: HubPicture | None
    standing: PictureAge


class Board:
    """Where pictures are posted. *clock*: seconds that only go on."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._changed = Condition()
        self._clock = clock
        self._number = 0
        self._picture: HubPicture | None = None
        self._at = clock()
        self._trouble = self._since = ""

    def post(self, picture: HubPicture, asked_at: float) -> None:
        """A new *picture*, for which the hub was asked at *asked_at* by this board's clock."""
        with self._changed:
            self._picture, self._at, self._trouble, self._since = picture, asked_at, "", ""
            self._number += 1
            self._changed.notify_all()

    def doubt(self, sentence: str, local: str) -> None:
        """No picture comes, and why; *local*: the time on the wall, of which the first counts."""
        with self._changed:
            if sentence == self._trouble:
                return
            self._trouble, self._since = sentence, self._since or local
            self._number += 1
            self._changed.notify_all()

    def now(self) -> float:
        return self._clock()

    def read(self) -> Posted:
        """What is posted now."""
        with self._changed:
            age_s = max(0, int(self._clock() - self._at))
            return Posted(self._number, self._picture, PictureAge(age_s, self._trouble, self._since))

    def wait(self, number: int, seconds: float) -> Posted:
        """What is posted once it is no longer *number*, or after *seconds*."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != number, seconds)
        return self.read()


# ---- site --------------------------------------------------------------------------------------------------
# What the page's server has to say: the page as of now, and what comes with it.
#
# The rules it guards: it only reads from a board and never asks the hub on a browser's behalf, so no number
# of browsers reaches PostgreSQL; and who has no pass is answered from a picture without words.

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
    style = (here / "hub" / "page.css").read_text(encoding="utf-8")
    style = style.replace("@blue", BLUE).replace("@amber", AMBER)
    return {
        "/page.css": Asset("text/css; charset=utf-8", style.encode()),
        "/page.js": Asset("text/javascript; charset=utf-8", (here / "hub" / "page.js").read_bytes()),
        "/icon.png": Asset("image/png", (here / "icon" / "challenge-kiosk-64.png").read_bytes()),
        **{path: Asset("font/ttf", (here / "fonts" / name).read_bytes()) for path, name in _FONTS.items()},
    }


class Site:
    """What is answered: from *board*, and to whom *door* gave a pass also the words."""

    def __init__(self, board: Board, door: Doorkeeper, names: frozenset[str] = frozenset()) -> None:
        self.board, self.door = board, door
        self.assets = assets()
        own = socket.gethostname().lower()
        self._names = names | {"localhost", own, f"{own.partition('.')[0]}.local"}

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
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


# ---- answering ---------------------------------------------------------------------------------------------
# One browser's request and its answer.
#
# The rules it guards: every answer forbids whatever the page does not need; and only a fixed set of paths,
# none of which is a file's, has one.

BEAT_S = 2.0
STREAM_ENDS_S = 590.0
_COOKIE = "kiosk_pass"
_LONGEST_FORM = 500
_DIGITS = 4  # that a length of such a form has at most; of thousands Python makes no number
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


class PageAnswer(BaseHTTPRequestHandler):
    """One answer, then the connection ends; a stream of news lasts."""

    server_version, sys_version = "kiosk", ""

    @property
    def _server(self) -> "PageServer":
        return cast("PageServer", self.server)

    @property
    def _site(self) -> Site:
        return self._server.site

    def do_HEAD(self) -> None:
        """As GET, without the content: so do monitors ask whether a page is there."""
        self.do_GET()

    def do_GET(self) -> None:
        if not self._is_meant():
            return
        path = self.path.partition("?")[0]
        asset = self._site.assets.get(path)
        if asset is not None:
            self._answer(asset.content, asset.sort, keep="max-age=3600")
        elif path == "/":
            self._answer(self._site.page(director=self._is_director()).encode())
        elif path == "/enter":
            self._answer(enter_page().encode())
        elif path == "/live":
            self._live()
        else:
            self._answer(b"There is no such page.", "text/plain", HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        if not self._is_meant():
            return
        typed = self._form()
        if typed is None:
            self._answer(b"That is no form of this page.", "text/plain", HTTPStatus.BAD_REQUEST)
        elif self.path == "/enter":
            given, why = self._site.door.try_token(typed, str(self.client_address[0]))
            if given:
                self._go_home(given)
            else:
                self._answer(enter_page(why).encode(), status=HTTPStatus.FORBIDDEN)
        elif self.path == "/leave":
            self._go_home("")
        else:
            self._answer(b"There is no such page.", "text/plain", HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads who looked at what."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """For what is no request of this page: a plain sentence instead of the library's page."""
        self._answer(b"That is no request of this page.", "text/plain", HTTPStatus(code))

    # ---- asked ---------------------------------------------------------------------------------------------

    def _is_meant(self) -> bool:
        if self._site.answers_to(self.headers.get("Host", "")):
            return True
        self._answer(b"This page has another address.", "text/plain", HTTPStatus.MISDIRECTED_REQUEST)
        return False

    def _is_director(self) -> bool:
        parts = (part.strip().partition("=") for part in self.headers.get("Cookie", "").split(";"))
        return any(name == _COOKIE and self._site.door.knows(value) for name, _, value in parts)

    def _form(self) -> str | None:
        """The token in the form; None if there is no form that could hold one."""
        length = self.headers.get("Content-Length", "0")
        if (
            len(length) > _DIGITS
            or not (length.isascii() and length.isdigit())
            or int(length) > _LONGEST_FORM
        ):
            return None
        try:
            found = parse_qs(self.rfile.read(int(length)).decode("ascii"), max_num_fields=5)
        except ValueError:
            return None
        return found.get("token", [""])[0]

    # ---- answered ------------------------------------------------------------------------------------------

    def _answer(
        self,
        content: bytes,
        sort: str = "text/html; charset=utf-8",
        status: HTTPStatus = HTTPStatus.OK,
        keep: str = "no-store",
    ) -> None:
        self._begin(status, sort, keep)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _begin(self, status: HTTPStatus, sort: str, keep: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": sort, "Cache-Control": keep, **_HEADERS}.items():
            self.send_header(name, value)

    def _go_home(self, given: str) -> None:
        """To the page, with the pass *given*; without one the old one is forgotten."""
        secure = "; Secure" if self._server.secured is not None else ""
        ends = "" if given else "; Max-Age=0"
        self._begin(HTTPStatus.SEE_OTHER, "text/plain", "no-store")
        self.send_header("Location", "/")
        self.send_header("Set-Cookie", f"{_COOKIE}={given}; Path=/; HttpOnly; SameSite=Strict{secure}{ends}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _live(self) -> None:
        """News, as long as somebody reads them: a picture when there is one, else a beat with its age."""
        server, director = self._server, self._is_director()
        if self.command == "HEAD":
            self._answer(b"", "text/event-stream; charset=utf-8")
            return
        if not server.stream(self.connection, director=director):
            self._answer(b"Too many pages are open.", "text/plain", HTTPStatus.SERVICE_UNAVAILABLE)
            return
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone that left the hall
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000)
        self._begin(HTTPStatus.OK, "text/event-stream; charset=utf-8", "no-store")
        self.end_headers()
        self.wfile.write(b"retry: 2000\n\n")
        ends_at, last, number = monotonic() + STREAM_ENDS_S, (-1, False, 0), -1
        while monotonic() < ends_at and not server.closing:
            posted = self._site.board.wait(number, BEAT_S)
            number, standing = posted.number, posted.standing
            shown = (number, standing.doubtful, standing.age_s // 10 if standing.doubtful else 0)
            if shown != last:
                piece = self._site.piece(posted, director=director)
                self._send("picture", f"{standing.age_s} {piece.text}")
                last = shown
            else:
                self._send("beat", str(standing.age_s))

    def _send(self, sort: str, text: str) -> None:
        data = "".join(f"data: {line}\n" for line in text.splitlines() or [""])
        self.wfile.write(f"event: {sort}\n{data}\n".encode())


# ---- serving -----------------------------------------------------------------------------------------------
# A small web server for the page, a thread to each connection.
#
# The rule it guards: every connection has an end, whatever the other side does, and there are never too many;
# who opens page after page and keeps them leaves room for a single look, and for whoever has the token.

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
