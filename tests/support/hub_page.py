"""A page that is really served, and how to ask it."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from kiosk.hub.serve_run import OpenPage, PagePlace, open_page
from kiosk.hub.server import Board, Doorkeeper, PageServer, Site

TOKEN = "23456-789AB-CDEFG-HJKMN"  # noqa: S105 - of tests


@contextmanager
def served(board: Board, complaints: list[str]) -> Iterator[PageServer]:
    """A server of *board* alone; no hub is behind it."""
    server = PageServer(("127.0.0.1", 0), Site(board, Doorkeeper(TOKEN)), complaints.append)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.end()
        thread.join()


@contextmanager
def page_of(reader: Path) -> Iterator[OpenPage]:
    """The page of the hub that *reader* leads to, with all that belongs to it."""
    told: list[str] = []
    with open_page(reader, PagePlace(port=0), told.append) as page:
        yield page


class Asked:
    """One answer, read to its end."""

    def __init__(self, port: int, path: str, form: str | None = None, **headers: str) -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            line.request(
                "GET" if form is None else "POST",
                path,
                form,
                {name.replace("_", "-"): value for name, value in headers.items()},
            )
            answer = line.getresponse()
            self.status, self.headers, self.body = answer.status, answer.headers, answer.read()
        finally:
            line.close()

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def cookie(self) -> str:
        return str(self.headers.get("Set-Cookie", "")).partition(";")[0]


class Stream:
    """News as they come; each is (sort, text)."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._line.request("GET", "/live", headers={"Cookie": cookie})
        self.answer = self._line.getresponse()

    def next(self) -> tuple[str, str]:
        sort, data = "", []
        while True:
            line = self.answer.readline().decode().rstrip("\n")
            if line.startswith("event: "):
                sort = line.removeprefix("event: ")
            elif line.startswith("data: "):
                data.append(line.removeprefix("data: "))
            elif not line and sort:
                return sort, "\n".join(data)
            elif not line and self.answer.isclosed():
                raise EOFError

    def until(self, wanted: str) -> str:
        """The first news in which *wanted* stands."""
        while True:
            _, text = self.next()
            if wanted in text:
                return text

    def close(self) -> None:
        self.answer.close()
        self._line.close()
