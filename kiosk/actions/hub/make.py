"""Make a hub, enrol stations and readers with it, strike one off."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.hub.enrolment import Enrolment
from kiosk.errors import HubError, OutputError
from kiosk.hub.connecting import Connection, connected
from kiosk.hub.enrolling import Seat, enrol_reader, enrol_station, strike_off
from kiosk.hub.local import LocalServer, local_server
from kiosk.hub.looking import enrolled
from kiosk.hub.schema import Hub, make_hub, open_doors
from kiosk.storage.hub.files import write_enrolment


@frozen
class Reached:
    """Where stations reach a hub, if not where its owner does; *authority*: a file with the certificate of
    whoever vouches for an existing server."""

    address: str | None = None
    port: int | None = None
    authority: Path | None = None


@contextmanager
def owning(where: str) -> Iterator[Connection]:
    """The hub at *where* with its owner's rights: an address as PostgreSQL knows them, or a folder."""
    own = local_server(where)
    with connected(own.address if own else where) as conn:
        yield conn


def init_existing(address: str, event: str | None) -> Hub:
    """Make the database at *address* a hub, or bring the one there up to date."""
    with connected(address) as conn:
        return make_hub(conn, event)


def init_local(folder: Path, event: str | None, addresses: Sequence[str], port: int) -> Hub:
    """Make a hub of our own in *folder* and start it; one that is there is started and brought up to date."""
    server = LocalServer(folder)
    server.make(addresses, port)
    server.start()
    with connected(server.address) as conn:
        return make_hub(conn, event)


def stop_local(folder: Path) -> None:
    """Stop the hub in *folder*."""
    server = local_server(str(folder))
    if server is None or not server.runs():
        raise HubError(f"No hub runs in {folder}.")
    server.stop()


def doors_left_open(where: str, hub: Hub) -> tuple[str, ...]:
    """What only the administrator of its server can close to the stations of *hub*, a sentence each."""
    with owning(where) as conn:
        return open_doors(conn, hub)


def enrol(where: str, letter: str | None, reached: Reached, out: Path, code: str = "") -> Enrolment:
    """Enrol the station *letter*, whose id begins with *code*, or a reader, and put what it needs into the
    new file *out*."""
    if out.exists():
        raise OutputError(f"{out} is there already and is not overwritten. Name another file.")
    own = local_server(where)
    with owning(where) as conn:
        place = _place(conn, own, reached)
        password = own is None
        made = (
            enrol_station(conn, Seat(letter, code), place, password=password)
            if letter
            else enrol_reader(conn, place, password=password)
        )
    if own is not None:
        issued = own.authority.station(made.role)
        own.authority.forget(made.role)
        made = replace(made, certificate=issued.certificate, key=issued.key)
    write_enrolment(out, made)
    return made


def others_set_up_as(where: str, letter: str) -> tuple[str, ...]:
    """The letters under which other stations are enrolled that are set up as *letter*."""
    with owning(where) as conn:
        return tuple(
            one.letter
            for one in enrolled(conn)
            if one.own_letter == letter != one.letter and one.struck is None
        )


def strike(where: str, letter: str) -> str:
    """Strike the station *letter* off; which account it had."""
    with owning(where) as conn:
        return strike_off(conn, letter)


def _place(conn: Connection, own: LocalServer | None, reached: Reached) -> Enrolment:
    """Where a station will find the hub; who it is there is still to come."""
    if own is not None:
        host, port, root = reached.address or "localhost", reached.port or own.port, own.authority.certificate
    else:
        host, port = reached.address or conn.info.host, reached.port or conn.info.port
        root = _read(reached.authority) if reached.authority else ""
    return Enrolment("", "", "", "", host, port, conn.info.dbname, root=root)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HubError(
            f"The certificate {path} cannot be read. Give the file of the server's authority."
        ) from error
