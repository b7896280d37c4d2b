"""Make a hub, enrol stations, carry batches on a stick, and hold the hub to its receipts."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import HubError, KioskError, OutputError
from kiosk.files import read_small
from kiosk.hub.answer import MOST_ROWS, AnswerState, HubAnswer, refusal
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.findings import HubAlarm, fold_alarms
from kiosk.hub.hub_reader import (
    ChainInHub,
    Enrolled,
    StickKey,
    alarms,
    chains,
    fork_rows,
    hash_in_hub,
    list_acknowledged,
    list_enrolled,
    stick_keys,
    stored_rows,
    take,
)
from kiosk.hub.line import Connection, accounts_in_the_way, connect, name_blocked
from kiosk.hub.local import LocalServer, local_server
from kiosk.hub.outbox_store import Outbox
from kiosk.hub.schema import (
    Hub,
    Seat,
    enrol_reader,
    enrol_station,
    find_hub,
    make_hub,
    open_doors,
    strike_off,
)
from kiosk.hub.stick_store import (
    ENDING,
    StickBatch,
    batches_in,
    decode_batch,
    encode_batch,
    is_proven,
    read_enrolment,
    write_batch,
    write_enrolment,
)
from kiosk.log.chain import Status, Verification, record_hash, verdict_on, walk
from kiosk.log.receipt import Receipt, decode_receipt

# ---- make --------------------------------------------------------------------------------------------------
# Make a hub, enrol stations and readers with it, strike one off.


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
    with connect(own.address if own else where) as conn:
        yield conn


def init_existing(address: str, event: str | None) -> Hub:
    """Make the database at *address* a hub, or bring the one there up to date."""
    with connect(address) as conn:
        return make_hub(conn, event)


def init_local(folder: Path, event: str | None, addresses: Sequence[str], port: int) -> Hub:
    """Make a hub of our own in *folder* and start it; one that is there is started and brought up to date."""
    server = LocalServer(folder)
    server.make(addresses, port)
    server.start()
    with connect(server.address) as conn:
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
            station.letter
            for station in list_enrolled(conn)
            if station.own_letter == letter != station.letter and station.struck is None
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
        root = _read_make(reached.authority) if reached.authority else ""
    return Enrolment("", "", "", "", host, port, conn.info.dbname, root=root)


def _read_make(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HubError(
            f"The certificate {path} cannot be read. Give the file of the server's authority."
        ) from error


# ---- stick -------------------------------------------------------------------------------------------------
# Without a network: a station's batches on a stick, and the hub that takes them in, in any order.


@frozen
class OnStick:
    """*count*: records on the stick, in *files*, of which *new* were not there yet. *doubt*: why the log does
    not hold."""

    count: int
    files: int
    new: int
    doubt: str = ""


@frozen
class TakenBatch:
    """What became of one file: *said* is the sentence for it, *good* whether its records are in the hub."""

    file: str
    said: str
    good: bool


def export(folder: Path, file: Path, target: Path) -> OnStick:
    """Put the whole log of *folder* onto the stick *target* for the hub of the enrolment in *file*. The same
    records always give the same files; those there are left as they are."""
    enrolment, outbox = read_enrolment(file), Outbox(folder)
    if not enrolment.stick_key:
        raise HubError(f"{file} is a reader's enrolment: it has nothing to push. Use the station's.")
    if not target.is_dir():
        raise HubError(f"{target} is not there. Put the stick in.")
    head, doubt = outbox.head(), outbox.doubt()
    files = new = through = 0
    while through < head.count:
        batch = outbox.batch(head.epoch, through + 1, min(MOST_ROWS, head.count - through))
        if not batch.records:
            break
        first, through = through + 1, batch.records[-1].seq
        name = f"{enrolment.letter}-{enrolment.hub[:8]}-{head.epoch[:8]}-{first:08}-{through:08}{ENDING}"
        content = encode_batch(StickBatch(enrolment.hub, enrolment.role, batch), enrolment.stick_key)
        files, new = files + 1, new + write_batch(target / name, content)
    return OnStick(head.count, files, new, doubt)


def take_in(where: str, source: Path, *, struck: bool = False) -> tuple[TakenBatch, ...]:
    """Take the batches in the folder *source* into the hub at *where*. *struck*: also those of enrolments
    that were struck off since: a laptop is lost and its stick is not, but a thief's stick looks the same."""
    results: list[TakenBatch] = []
    with owning(where) as conn:
        hub, keys = find_hub(conn).id, stick_keys(conn)
        carried: list[tuple[StickBatch, str]] = []
        for path, content in batches_in(source):
            try:
                one = _admit_batch(path.name, content, hub, keys)
                _refuse_struck(path.name, keys[one.role], struck)
                carried.append((one, path.name))
            except KioskError as error:
                results.append(TakenBatch(path.name, str(error), good=False))
        carried.sort(key=lambda pair: _order(pair[0]))
        for batch, name in carried:
            results.append(_take_batch(name, batch, take(conn, batch.role, batch.batch)))
    return tuple(results)


def _admit_batch(name: str, content: bytes, hub: str, keys: Mapping[str, StickKey]) -> StickBatch:
    carried = decode_batch(content, name)
    if carried.hub != hub:
        raise HubError(f"{name} is for another hub, so it was left. Take it in there.")
    key = keys.get(carried.role)
    if key is None or not is_proven(content, key.secret):
        raise HubError(
            f"{name} was not made with an enrolment of this hub, or was changed, so it was left. Export it "
            "again."
        )
    return carried


def _refuse_struck(name: str, key: StickKey, struck: bool) -> None:
    if key.struck and not struck:
        raise HubError(
            f"{name} was made with an enrolment that is struck off, so it was left. If the stick comes from "
            "the right hands, take it with --struck."
        )


def _order(carried: StickBatch) -> tuple[str, str, int, int]:
    rows = carried.batch.records
    return carried.role, carried.batch.epoch, rows[0].seq if rows else 0, len(rows)


def _take_batch(name: str, carried: StickBatch, answer: HubAnswer) -> TakenBatch:
    match answer.state:
        case AnswerState.TAKEN:
            return TakenBatch(name, f"taken; the hub has {answer.count} records of this log", good=True)
        case AnswerState.FORK:
            said = "another record has the place of one of these: kept apart, and alarmed"
            return TakenBatch(name, said, good=False)
        case AnswerState.GAP:
            first = carried.batch.records[0].seq
            said = (
                f"records {answer.count + 1} to {first - 1} are missing before it: bring them, then it again"
            )
            return TakenBatch(name, said, good=False)
        case state:
            return TakenBatch(
                name, refusal(state) or "it does not follow what is here: bring all files", good=False
            )


# ---- witness -----------------------------------------------------------------------------------------------
# The hub as a witness: everything hashed again here, held to receipts, and a list of heads for the paper.
#
# The rule it guards: the hub's own functions are not asked whether the hub is right. Its owner could still
# rewrite everything and hash it anew: that is caught by receipts at the stations and by heads on paper alone.


@frozen
class Witnessed:
    """One log in the hub. *found*: of its chain; *apart*: how many records claim a place that another has;
    *receipts*: how many were held to it, *misfits*: what did not fit."""

    chain: ChainInHub
    found: Verification
    apart: int
    receipts: int
    misfits: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return self.found.status is Status.INTACT and not self.apart and not self.misfits


@frozen
class HubFinding:
    hub: Hub
    logs: tuple[Witnessed, ...]
    alarms: tuple[HubAlarm, ...]
    strangers: tuple[str, ...]  # receipts of logs or hubs that are not here

    @property
    def holds(self) -> bool:
        return all(log.holds for log in self.logs) and not self.strangers

    def sentences(self) -> list[str]:
        """What is wrong, a sentence each; an alarm is told whether or not it was looked into."""
        told = [f"Station {log.chain.letter}: {said}" for log in self.logs for said in _wrong(log)]
        told += self.strangers
        return told + [line.sentence for line in fold_alarms(self.alarms)]


@frozen
class HubStatus:
    """*in_the_way*: who keeps others waiting, a sentence each."""

    hub: Hub
    stations: tuple[Enrolled, ...]
    heads: tuple[ChainInHub, ...]
    alarms: tuple[HubAlarm, ...]
    in_the_way: tuple[str, ...] = ()

    def of(self, station: Enrolled) -> Sequence[ChainInHub]:
        """The logs that an enrolment has pushed, oldest first."""
        return [head for head in self.heads if head.role == station.role]


def verify_hub(where: str, receipts: Sequence[Path] = ()) -> HubFinding:
    """Re-hash all that the hub at *where* holds and hold it to *receipts*, brought from stations."""
    brought = tuple(_read_witness(path) for path in receipts)
    with owning(where) as conn:
        hub, found = find_hub(conn), chains(conn, every=True)
        logs = tuple(_witness(conn, hub, chain, brought) for chain in found)
        here = {(chain.station, chain.epoch) for chain in found}
        strangers = tuple(
            f"A receipt for {head.count} records is of a log or a hub that is not here."
            for head in brought
            if (head.station, head.epoch) not in here or head.hub != hub.id
        )
        return HubFinding(hub, logs, alarms(conn), strangers)


def hub_status(where: str) -> HubStatus:
    """Where each station is."""
    with owning(where) as conn:
        waits = tuple(name_blocked((account,)) for account in accounts_in_the_way(conn))
        return HubStatus(find_hub(conn), list_enrolled(conn), chains(conn), alarms(conn), waits)


def heads_of_day(where: str, day: date | None) -> tuple[Hub, tuple[ChainInHub, ...]]:
    """Each log as it ended on *day*, or ends now: to be printed and signed."""
    with owning(where) as conn:
        return find_hub(conn), chains(conn, day)


def _witness(conn: Connection, hub: Hub, chain: ChainInHub, brought: Sequence[Receipt]) -> Witnessed:
    found = verdict_on(walk(stored_rows(conn, chain)))
    apart, changed = 0, list[int]()
    for row in fork_rows(conn, chain):
        apart += 1
        if record_hash(*row[:5]) != row[5].decode():  # type: ignore[arg-type,attr-defined]
            changed.append(int(str(row[0])))
    told = [
        (mark.count, mark.head, f"its own record {mark.seq}")
        for mark in list_acknowledged(conn, chain, hub.id)
    ]
    told += [
        (receipt.count, receipt.head, "its receipt")
        for receipt in brought
        if (receipt.hub, receipt.station, receipt.epoch) == (hub.id, chain.station, chain.epoch)
    ]
    misfits = [
        f"{by} says that the hub had {count} records, and the hub does not have just these"
        for count, head, by in told
        if hash_in_hub(conn, chain, count) != head
    ]
    misfits += [f"record {seq} that is kept apart was changed" for seq in changed]
    return Witnessed(chain, found, apart, len(told), tuple(misfits))


def _wrong(witnessed: Witnessed) -> list[str]:
    said = [] if witnessed.found.status is Status.INTACT else [witnessed.found.reason]
    if witnessed.apart:
        said.append(f"{witnessed.apart} records are kept apart: they claim places that others have.")
    return said + [f"{misfit}." for misfit in witnessed.misfits]


def _read_witness(path: Path) -> Receipt:
    try:
        found = decode_receipt(read_small(path).decode())
    except (OSError, UnicodeDecodeError) as error:
        raise HubError(f"The receipt {path} cannot be read. Bring it again.") from error
    if found is None:
        raise HubError(f"{path} is not a receipt. Bring the file from the folder “receipts” of the station.")
    return found
