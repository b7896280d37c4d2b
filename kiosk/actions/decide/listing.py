"""List the decisions on record: of one ruling, of an event, or all. Reading needs no passcode."""

from kiosk.actions.audit.show import named_records
from kiosk.actions.audit.source import AuditSource
from kiosk.actions.decide.made import DecisionFound, as_decisions
from kiosk.core.frozen import frozen
from kiosk.core.log.kinds import Kind
from kiosk.errors import LogError
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.filter import Filter


@frozen
class DecisionsListed:
    """*decisions*: oldest first, corrected ones too. *unsound*: how many records of decisions are not as they
    were recorded; they are left out. *doubt*: why the log as a whole does not hold."""

    decisions: tuple[DecisionFound, ...]
    unsound: int
    doubt: str = ""


def list_decisions(
    source: AuditSource, which: str | None = None, event: str | None = None
) -> DecisionsListed:
    """The decisions on the record *which*, or all; *event*: only of that one. Of a merged file also those
    that stand in this folder's own log."""
    if source.merged is None and not log_path(source.folder).exists():
        raise LogError("There is no log here yet, so nothing was decided.")
    with source.reader() as reader:
        wanted = None if which is None else {one.key for one in named_records(reader, which)}
        found = list(reader.find(Filter(kind=Kind.DECISION, event=event)))
        doubt = reader.doubt or source.doubt_beside
    if source.merged is not None and log_path(source.folder).exists():
        with AuditSource(source.folder).reader() as own:
            found += own.find(Filter(kind=Kind.DECISION, event=event))
    once = {one.key: one for one in found}
    in_order = sorted(once.values(), key=lambda one: (one.at, one.seq))
    unsound = sum(not one.sound for one in in_order)
    made = as_decisions(in_order)
    shown = tuple(one for one in made if wanted is None or one.about in wanted)
    return DecisionsListed(shown, unsound, doubt)
