"""One browser's request and its answer.

The rules it guards: every answer forbids whatever the page does not need; and only a fixed set of paths, none
of which is a file's, has one.
"""

import socket
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from ssl import SSLContext
from time import monotonic
from typing import Protocol, cast
from urllib.parse import parse_qs

from kiosk.core.hub.page import enter_page
from kiosk.hub.site import Site

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


class PageHost(Protocol):
    """The server, as an answer needs it. *stream*: whether a connection may last as long as a stream does;
    whoever has shown the token, *director*, finds room when others do not."""

    site: Site
    secured: SSLContext | None
    closing: bool

    def stream(self, line: socket.socket, *, director: bool) -> bool: ...


class PageAnswer(BaseHTTPRequestHandler):
    """One answer, then the connection ends; a stream of news lasts."""

    server_version, sys_version = "kiosk", ""

    @property
    def _server(self) -> PageHost:
        return cast(PageHost, self.server)

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
        parts = (one.strip().partition("=") for one in self.headers.get("Cookie", "").split(";"))
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
