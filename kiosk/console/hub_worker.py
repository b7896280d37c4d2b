"""A hub for a console: a process beside it keeps a copy of the hub's logs, which are read like any others.

The rule it guards: neither the console nor whoever reads for it has anything to do with a network; what
they need to know of the hub stands in a note in the copy's folder.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kiosk.base.printable import printable
from kiosk.console.values import SourceFound
from kiosk.errors import HubError
from kiosk.hub.mirror_actions import MirrorBegun, MirrorHub
from kiosk.hub.mirror_store import read_note
from kiosk.log.sources import SourceStanding
from kiosk.worker_client import Worker, start_worker

_LOOK_S = 0.05
_ENDED = "The hub could not be read: the process that reads it ended. Try again."


@contextmanager
def mirrored_hub(where: str, folder: Path) -> Iterator[Path]:
    """The folder with a copy of the hub at *where*, kept in step with it for as long as this lasts; *folder*:
    the data of whoever looks at it."""
    heard: list[object] = []
    worker = Worker(start_worker(folder), lambda filenos, busy: None)
    worker.ask(MirrorHub(where), heard.append, tell=heard.append)
    try:
        while not heard:
            time.sleep(_LOOK_S)
            worker.hear()
        if not isinstance(heard[0], MirrorBegun):
            raise HubError(_ENDED)
        if heard[0].trouble:
            raise HubError(printable(heard[0].trouble))
        yield Path(heard[0].folder)
    finally:
        worker.end()


def reads_hub(logs: Sequence[Path]) -> bool:
    """Whether the copy of a hub is among *logs*."""
    return any(read_note(log) is not None for log in logs)


def records_in_hub(logs: Sequence[Path]) -> int:
    """How many records the copies among *logs* have, at a glance: whoever watches sees that they grow."""
    return sum(note.records for log in logs if (note := read_note(log)) is not None)


def hubs_among(logs: Sequence[Path]) -> tuple[SourceFound, ...]:
    """The hubs whose copies are among *logs*: whether each answers, and what it complains of."""
    found: list[SourceFound] = []
    for note in (note for log in logs if (note := read_note(log)) is not None):
        name = f"The hub {note.hub[:8]} of “{printable(note.event)}”"
        if note.trouble:
            said = f"{printable(note.trouble)} What is shown is as of {note.at}."
            found.append(SourceFound(name, "", "", "", note.records, SourceStanding.AWAY, said))
        else:
            said = f"In step with it at {note.at}."
            found.append(SourceFound(name, "", "", "", note.records, SourceStanding.HUB, said))
        found += [
            SourceFound(name, "", "", "", 0, SourceStanding.ALARM, printable(alarm)) for alarm in note.alarms
        ]
    return tuple(found)
