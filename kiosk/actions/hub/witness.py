"""The hub as a witness: everything hashed again here, held to receipts, and a list of heads for the paper.

The rule it guards: the hub's own functions are not asked whether the hub is right. Its owner could still
rewrite everything and hash it anew: that is caught by receipts at the stations and by heads on paper alone.
"""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from kiosk.actions.hub.make import owning
from kiosk.core.frozen import frozen
from kiosk.core.hub.findings import HubAlarm, folded
from kiosk.core.hub.receipt import Receipt, decode_receipt
from kiosk.core.log.chain import Status, Verification, record_hash, verdict_on, walk
from kiosk.errors import HubError
from kiosk.files import read_small
from kiosk.hub.connecting import Connection, accounts_in_the_way, held_up
from kiosk.hub.looking import (
    ChainInHub,
    Enrolled,
    acknowledged,
    alarms,
    chains,
    enrolled,
    fork_rows,
    hash_in_hub,
    stored_rows,
)
from kiosk.hub.schema import Hub, find_hub


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
        return all(one.holds for one in self.logs) and not self.strangers

    def sentences(self) -> list[str]:
        """What is wrong, a sentence each; an alarm is told whether or not it was looked into."""
        told = [f"Station {one.chain.letter}: {said}" for one in self.logs for said in _wrong(one)]
        told += self.strangers
        return told + [line.sentence for line in folded(self.alarms)]


@frozen
class HubStatus:
    """*in_the_way*: who keeps others waiting, a sentence each."""

    hub: Hub
    stations: tuple[Enrolled, ...]
    heads: tuple[ChainInHub, ...]
    alarms: tuple[HubAlarm, ...]
    in_the_way: tuple[str, ...] = ()

    def of(self, one: Enrolled) -> Sequence[ChainInHub]:
        """The logs that an enrolment has pushed, oldest first."""
        return [head for head in self.heads if head.role == one.role]


def verify_hub(where: str, receipts: Sequence[Path] = ()) -> HubFinding:
    """Re-hash all that the hub at *where* holds and hold it to *receipts*, brought from stations."""
    brought = tuple(_read(path) for path in receipts)
    with owning(where) as conn:
        hub, found = find_hub(conn), chains(conn, every=True)
        logs = tuple(_witness(conn, hub, chain, brought) for chain in found)
        here = {(chain.station, chain.epoch) for chain in found}
        strangers = tuple(
            f"A receipt for {one.count} records is of a log or a hub that is not here."
            for one in brought
            if (one.station, one.epoch) not in here or one.hub != hub.id
        )
        return HubFinding(hub, logs, alarms(conn), strangers)


def hub_status(where: str) -> HubStatus:
    """Where each station is."""
    with owning(where) as conn:
        waits = tuple(held_up((one,)) for one in accounts_in_the_way(conn))
        return HubStatus(find_hub(conn), enrolled(conn), chains(conn), alarms(conn), waits)


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
    told = [(one.count, one.head, f"its own record {one.seq}") for one in acknowledged(conn, chain, hub.id)]
    told += [
        (one.count, one.head, "its receipt")
        for one in brought
        if (one.hub, one.station, one.epoch) == (hub.id, chain.station, chain.epoch)
    ]
    misfits = [
        f"{by} says that the hub had {count} records, and the hub does not have just these"
        for count, head, by in told
        if hash_in_hub(conn, chain, count) != head
    ]
    misfits += [f"record {seq} that is kept apart was changed" for seq in changed]
    return Witnessed(chain, found, apart, len(told), tuple(misfits))


def _wrong(one: Witnessed) -> list[str]:
    said = [] if one.found.status is Status.INTACT else [one.found.reason]
    if one.apart:
        said.append(f"{one.apart} records are kept apart: they claim places that others have.")
    return said + [f"{misfit}." for misfit in one.misfits]


def _read(path: Path) -> Receipt:
    try:
        found = decode_receipt(read_small(path).decode())
    except (OSError, UnicodeDecodeError) as error:
        raise HubError(f"The receipt {path} cannot be read. Bring it again.") from error
    if found is None:
        raise HubError(f"{path} is not a receipt. Bring the file from the folder “receipts” of the station.")
    return found
