"""A hub for a console: a process beside it keeps a copy of the hub's logs, which are read like any others.

The rule it guards: neither the console nor whoever reads for it has anything to do with a network; what they
need to know of the hub stands in a note in the copy's folder.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kiosk.core.harmless import harmless
from kiosk.director.console.reading import SourceFound, SourceStanding
from kiosk.errors import HubError
from kiosk.storage.hub.mirror import read_note
from kiosk.storage.reading.child import LineChild

WORD = "hub-mirror"
_LOOK_S = 0.05
_ENDED = "The hub could not be read: the process that reads it ended. Try again."


@contextmanager
def hub_beside(where: str) -> Iterator[Path]:
    """The folder with a copy of the hub at *where*, kept in step with it for as long as this lasts."""
    child = LineChild([WORD, where])
    try:
        yield _folder(child)
    finally:
        child.stop()


def _folder(child: LineChild) -> Path:
    while not (lines := child.lines()):
        if child.gone:
            raise HubError(_ENDED)
        time.sleep(_LOOK_S)
    word, _, rest = lines[0].decode().partition(" ")
    if word != "ready":
        raise HubError(harmless(rest))
    return Path(rest)


def reads_hub(logs: Sequence[Path]) -> bool:
    """Whether the copy of a hub is among *logs*."""
    return any(read_note(one) is not None for one in logs)


def records_in_hub(logs: Sequence[Path]) -> int:
    """How many records the copies among *logs* have, at a glance: whoever watches sees that they grow."""
    return sum(note.records for one in logs if (note := read_note(one)) is not None)


def hubs_among(logs: Sequence[Path]) -> tuple[SourceFound, ...]:
    """The hubs whose copies are among *logs*: whether each answers, and what it complains of."""
    found: list[SourceFound] = []
    for note in (note for one in logs if (note := read_note(one)) is not None):
        name = f"The hub {note.hub[:8]} of “{harmless(note.event)}”"
        if note.trouble:
            said = f"{harmless(note.trouble)} What is shown is as of {note.at}."
            found.append(SourceFound(name, "", "", "", note.records, SourceStanding.AWAY, said))
        else:
            said = f"In step with it at {note.at}."
            found.append(SourceFound(name, "", "", "", note.records, SourceStanding.HUB, said))
        found += [
            SourceFound(name, "", "", "", 0, SourceStanding.ALARM, harmless(one)) for one in note.alarms
        ]
    return tuple(found)
