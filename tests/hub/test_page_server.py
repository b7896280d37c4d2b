"""The server of the page: who is answered what, and that nothing it is sent keeps it busy."""

import http.client
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest

from kiosk.base.page import AMBER, BLUE
from kiosk.errors import HubError
from kiosk.hub import server as hub_server
from kiosk.hub.local import Authority
from kiosk.hub.picture import AlertOnPage, HubPicture, RulingOnPage
from kiosk.hub.server import Board, Doorkeeper, PageServer, Site, new_token, own_address, tls_from
from tests.support.hub_page import TOKEN, Asked, Stream, served

WORD = "QUIXOTRY"
ROOT = Path(__file__).resolve().parents[2]
OWN = socket.gethostname().lower().partition(".")[0]
PICTURE = HubPicture(
    "open-2026",
    "3fa91c07",
    datetime(2026, 5, 1, 14, 3, tzinfo=UTC),
    (),
    (RulingOnPage("B-17", "14:02", "unacceptable", "open-2026", words=(WORD,)),),
    (AlertOnPage("14:01", "B-17: looked up in parts.", True, (WORD,)),),
)


@pytest.fixture
def board() -> Board:
    made = Board()
    made.post(PICTURE, made.now())
    return made


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def server(board: Board, complaints: list[str]) -> Iterator[PageServer]:
    with served(board, complaints) as made:
        yield made
    assert complaints == []


@pytest.fixture
def port(server: PageServer) -> int:
    return server.server_port


def entered(port: int, token: str = TOKEN) -> Asked:
    return Asked(port, "/enter", f"token={token}")


# ---- words only with the token ----------------------------------------------------------------------------


def test_the_page_and_its_stream_hold_no_word_without_the_token(port: int):
    stream = Stream(port)

    assert WORD not in Asked(port, "/").text
    assert WORD not in stream.until("B-17")
    stream.close()


@pytest.mark.parametrize(
    "cookie", ["kiosk_pass=", "kiosk_pass=x", f"kiosk_pass={TOKEN}", "kiosk_pass", "=; ;;", "kiosk_pass=é"]
)
def test_no_other_cookie_opens_anything(port: int, cookie: str):
    asked = Asked(port, "/", Cookie=cookie.encode().decode("latin-1"))

    assert asked.status == 200
    assert WORD not in asked.text


def test_the_token_gives_a_pass_that_opens_page_and_stream(port: int):
    done = entered(port, TOKEN.lower().replace("-", " ").replace(" ", "%20"))
    stream = Stream(port, done.cookie)

    assert (done.status, done.headers["Location"]) == (303, "/")
    assert "HttpOnly; SameSite=Strict" in done.headers["Set-Cookie"]
    assert TOKEN not in done.headers["Set-Cookie"]
    assert WORD in Asked(port, "/", Cookie=done.cookie).text
    assert WORD in stream.until("B-17")
    stream.close()


def test_leaving_forgets_the_pass(port: int):
    done = Asked(port, "/leave", "", Cookie=entered(port).cookie)

    assert "kiosk_pass=;" in done.headers["Set-Cookie"]
    assert "Max-Age=0" in done.headers["Set-Cookie"]


def test_a_build_that_draws_the_directors_picture_for_everybody_is_caught(
    port: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(hub_server, "for_everybody", lambda picture: picture)

    assert WORD in Asked(port, "/").text


# ---- the door ---------------------------------------------------------------------------------------------


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_whoever_guesses_waits_longer_each_time_and_nobody_else_does():
    time = Time()
    door = Doorkeeper(TOKEN, time)

    said = [door.try_token("wrong", "1.2.3.4")[1] for _ in range(4)]
    refused = door.try_token(TOKEN, "1.2.3.4")
    other = door.try_token(TOKEN, "1.2.3.5")
    time.now += 1.1
    again = door.try_token("wrong", "1.2.3.4")[1]
    time.now += 1.1
    too_soon = door.try_token(TOKEN, "1.2.3.4")[1]
    time.now += 1.1

    assert ["That is not" in one for one in said] == [True, True, True, False]
    assert refused[0] == ""
    assert "Wait 1 s" in refused[1]
    assert other[0]
    assert "That is not" in again
    assert "Wait" in too_soon
    assert door.knows(door.try_token(TOKEN, "1.2.3.4")[0])


def test_the_list_of_those_who_guessed_does_not_grow_for_ever():
    door = Doorkeeper(TOKEN, Time())

    for number in range(3000):
        door.try_token("wrong", str(number))

    assert len(door._wrong) == 1000


def test_tokens_differ_and_each_is_good_for_its_own_run_alone():
    first, second = new_token(), new_token()

    assert first != second
    assert len(first.replace("-", "")) == 20
    assert not Doorkeeper(first).knows(Doorkeeper(first).try_token(first, "x")[0])


@pytest.mark.parametrize(
    ("form", "status"),
    [("", 403), ("token=", 403), ("token=%00%ff", 403), ("x=1", 403), ("&" * 9, 400), ("x" * 501, 400)],
)
def test_a_form_that_holds_no_token_opens_nothing(port: int, form: str, status: int):
    asked = Asked(port, "/enter", form)

    assert (asked.status, asked.cookie) == (status, "")


# ---- what every answer forbids ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/enter", "/page.css", "/page.js", "/text.ttf", "/icon.png", "/nowhere"]
)
def test_every_answer_forbids_what_the_page_does_not_need(port: int, path: str):
    headers = Asked(port, path).headers

    assert headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'self';")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_the_colours_of_the_verdicts_stand_in_one_place(port: int):
    files = [path for folder in ("kiosk", "resources") for path in (ROOT / folder).rglob("*.[pc][ys]*")]

    texts = [path.read_text(encoding="utf-8") for path in files if path.suffix in (".py", ".css")]
    style = Asked(port, "/page.css").text

    assert f"--acceptable: {BLUE}; --unacceptable: {AMBER};" in style
    for colour in (BLUE, AMBER):
        assert sum(text.upper().count(colour) for text in texts) == 1


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/page.css/..", "/%2e%2e/", "/live/x", "/enter/..", "/page.css%00"]
)
def test_a_path_is_never_a_files(port: int, path: str):
    assert Asked(port, path).status == 404
    assert Asked(port, path, "token=x").status == 404


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *(("127.0.0.1:80", 200), ("localhost", 200), ("[::1]:8080", 200), (f"{OWN}.local", 200)),
        *(("evil.local", 421), ("local", 421), (f"evil.{OWN}.local", 421)),
        *(("evil.example", 421), ("", 421), ("localhost.evil.example", 421), ("127.0.0.1.evil.example", 421)),
    ],
)
def test_a_name_that_others_own_does_not_read_the_page(port: int, host: str, status: int):
    assert Asked(port, "/", Host=host).status == status


@pytest.mark.parametrize("path", ["/", "/page.css", "/live", "/nowhere"])
def test_head_is_get_without_the_content(port: int, path: str):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    line.request("HEAD", path)
    answer = line.getresponse()

    assert answer.status == (404 if path == "/nowhere" else 200)
    assert answer.read() == b""
    assert answer.headers["X-Frame-Options"] == "DENY"
    line.close()


def test_a_length_of_thousands_of_digits_is_no_form_and_no_bug(port: int, complaints: list[str]):
    for digits in (5, 5_000):
        with closing(socket.create_connection(("127.0.0.1", port))) as line:
            line.settimeout(20)
            length = "9" * digits
            line.sendall(
                f"POST /enter HTTP/1.0\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode()
            )
            assert line.recv(100).startswith(b"HTTP/1.0 400")

    assert complaints == []


# ---- connections ------------------------------------------------------------------------------------------


def guest(port: int, address: str, cookie: str = "") -> http.client.HTTPResponse:
    """The answer to a stream asked for from *address*; it lasts as long as it is held."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(address, 0))
    line.request("GET", "/live", headers={"Cookie": cookie})
    return line.getresponse()


def test_streams_without_end_leave_room_for_a_look_and_for_whoever_has_the_token(port: int):
    """As from a laptop that takes many addresses."""
    streams = [guest(port, f"127.0.0.{address}") for address in range(10, 22) for _ in range(25)]
    states = [one.status for one in streams]

    director = guest(port, "127.0.0.1", entered(port).cookie)
    other = guest(port, "127.0.0.1")
    looked = Asked(port, "/")

    assert states[:25] == [200] * hub_server.STREAMS_OF_ONE + [503] * 5
    assert states.count(200) == hub_server.MOST_STREAMS
    assert (director.status, other.status, looked.status) == (200, 503, 200)
    for one in (*streams, director, other):
        one.close()


def emptied(server: PageServer) -> None:
    """Wait until nobody is connected any more: each thread that ends takes its line along."""
    for _ in range(2_000_000):
        if server.open_lines() == 0:
            return
        Thread(target=lambda: None).start()
    raise AssertionError(f"{server.open_lines()} lines are still open")


def test_thousands_of_requests_leave_nothing_behind(server: PageServer, port: int):
    def ask() -> None:
        for _ in range(300):
            assert Asked(port, "/").status == 200

    threads = [Thread(target=ask) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()

    emptied(server)


def test_more_connections_than_allowed_are_refused_and_those_before_still_answered(
    server: PageServer, port: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(hub_server, "MOST_OF_ONE", 5)
    streams = [Stream(port) for _ in range(5)]

    with pytest.raises(OSError):  # noqa: PT011 - reset, broken or ended: whichever comes first
        Asked(port, "/")

    assert all("B-17" in one.until("B-17") for one in streams)
    for one in streams:
        one.close()


def test_whoever_asks_a_letter_a_minute_is_cut(
    server: PageServer, port: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(hub_server, "REQUEST_S", 0.2)
    with closing(socket.create_connection(("127.0.0.1", port))) as slow:
        slow.settimeout(20)
        slow.sendall(b"GET / HT")

        assert slow.recv(1) == b""

    emptied(server)


def test_a_browser_that_vanishes_takes_its_line_along(server: PageServer, port: int, board: Board):
    stream = Stream(port)
    stream.until("B-17")
    stream.close()

    while server.open_lines():
        board.post(PICTURE, board.now())

    assert server.open_lines() == 0


def test_a_reader_that_never_reads_is_cut(
    server: PageServer, port: int, board: Board, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(hub_server, "STREAM_S", 0.3)
    with closing(socket.create_connection(("127.0.0.1", port))) as slow:
        slow.sendall(b"GET /live HTTP/1.0\r\nHost: localhost\r\n\r\n")
        while server.open_lines() == 0:
            pass
        while server.open_lines():
            board.post(PICTURE, board.now())

    assert server.open_lines() == 0


def test_what_is_no_request_is_answered_with_none(port: int):
    for sent in (b"\x16\x03\x01\x02\x00\x01", b"\r\n\r\n", b"GET\r\n\r\n", b"PUT / HTTP/1.1\r\n\r\n", b""):
        with closing(socket.create_connection(("127.0.0.1", port))) as line:
            line.settimeout(20)
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            answer = line.recv(10_000)
            assert WORD.encode() not in answer
            assert b"<" not in answer

    assert Asked(port, "/").status == 200


# ---- how old it is ----------------------------------------------------------------------------------------


def test_the_age_of_a_picture_goes_by_a_clock_that_nobody_sets():
    time = Time()
    board = Board(time)
    board.post(PICTURE, 100.0)
    time.now += 40

    assert board.read().standing.age_s == 40
    assert board.read().standing.doubtful


def test_doubt_is_told_at_once_with_the_moment_it_began(port: int, board: Board):
    stream = Stream(port)
    stream.until("B-17")

    board.doubt("The hub does not answer.", "14:00:01")
    said = stream.until("No news from the hub")
    board.doubt("The hub's disk is full.", "14:00:09")
    later = stream.until("disk is full")
    board.post(PICTURE, board.now())
    good = stream.until("seen just now")

    assert "since 14:00:01" in said
    assert "since 14:00:01" in later
    assert "No news" not in good
    stream.close()


def test_a_picture_that_grows_old_without_a_word_is_doubted_too(port: int, complaints: list[str]):
    time = Time()
    board = Board(time)
    board.post(PICTURE, 100.0)
    with served(board, complaints) as server:
        stream = Stream(server.server_port)
        stream.until("seen just now")
        time.now += 60

        said = stream.until("No news from the hub")

        assert "60 s old" in said
        stream.close()


def test_before_any_picture_the_page_says_that_nothing_is_known(complaints: list[str]):
    with served(Board(), complaints) as server:
        assert "Nothing is known of the hub yet." in Asked(server.server_port, "/").text


# ---- where it listens -------------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_a_plain_sentence(server: PageServer):
    with pytest.raises(
        HubError, match=r"The page cannot be served at 127\.0\.0\.1 port \d+: Address already"
    ):
        PageServer(("127.0.0.1", server.server_port), server.site, print)


def test_the_address_to_type_is_this_computers_own():
    assert own_address("192.168.1.10") == "192.168.1.10"
    assert own_address("0.0.0.0") != "0.0.0.0"  # noqa: S104 - compared


def test_with_tls_the_page_is_encrypted_by_the_hubs_own_certificate(tmp_path: Path, board: Board):
    authority = Authority(tmp_path / "authority")
    authority.begin()
    authority.server(("127.0.0.1",))
    files = [str(tmp_path / "authority" / name) for name in ("server.pem", "server.key")]
    told: list[str] = []
    server = PageServer(("127.0.0.1", 0), Site(board, Doorkeeper(TOKEN)), told.append, tls_from(*files))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    context = ssl.create_default_context(cafile=str(tmp_path / "authority" / "authority.pem"))
    try:
        with socket.create_connection(("127.0.0.1", server.server_port)) as plain:
            plain.settimeout(20)
            plain.sendall(b"GET / HTTP/1.0\r\n\r\n")
            with suppress(ConnectionResetError):
                assert b"B-17" not in plain.recv(1000)
        with socket.create_connection(("127.0.0.1", server.server_port)) as plain:
            line = context.wrap_socket(plain, server_hostname="127.0.0.1")
            form = f"token={TOKEN}"
            headers = f"Host: 127.0.0.1\r\nContent-Length: {len(form)}"
            line.sendall(f"POST /enter HTTP/1.0\r\n{headers}\r\n\r\n{form}".encode())
            answer = line.recv(10_000)
            line.close()
    finally:
        server.end()
        thread.join()

    assert b"SameSite=Strict; Secure" in answer
    assert told == []


def test_a_certificate_that_cannot_be_read_is_a_plain_sentence(tmp_path: Path):
    (tmp_path / "no.pem").write_text("nothing")

    for name in ("no.pem", "missing.pem"):
        with pytest.raises(HubError, match="cannot be used"):
            tls_from(str(tmp_path / name), str(tmp_path / name))
