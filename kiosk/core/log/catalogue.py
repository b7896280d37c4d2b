"""Which value each kind of record is read and written as."""

from collections.abc import Mapping

from kiosk.core.log.bodies import event, play, station
from kiosk.core.log.body import Body
from kiosk.core.log.kinds import Kind

BODIES: Mapping[str, type[Body]] = {
    body.kind.value: body for body in (*play.BODIES, *station.BODIES, *event.BODIES)
}

# Kinds of this edition that no part of the program writes yet; a reader knows them already.
UNWRITTEN: frozenset[Kind] = frozenset()
