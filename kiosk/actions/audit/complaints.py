"""What must be said of records that were shown and do not hold, a sentence each."""

from kiosk.actions.audit.lines import LineCount
from kiosk.actions.audit.source import AuditSource
from kiosk.core.log.chain import Status
from kiosk.storage.reading.query import Reader


def counted(number: int, what: str) -> str:
    """*number* of *what*, a word in the singular."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def complaints(reader: Reader, seen: LineCount, source: AuditSource) -> tuple[str, ...]:
    """What must be said of what was shown, a sentence each, first that the log as a whole does not hold;
    nothing if all of it holds."""
    said = [reader.doubt] if reader.doubt else []
    if seen.changed:
        were = "record shown was" if seen.changed == 1 else "of the records shown were"
        said.append(
            f"{seen.changed} {were} changed after being recorded: the hash does not fit. "
            f"Run “kiosk log verify{f' --merged {source.merged}' if source.merged else ''}”."
        )
    if reader.damaged:
        said.append(
            "The file is damaged; what is shown was read past the damage. "
            f"{_chain(source)} Run “kiosk log verify”, and use a sound copy."
        )
    if odd := odd_sentence(seen):
        said.append(odd)
    return tuple(said)


def odd_sentence(seen: LineCount) -> str:
    """What must be said of records that hold and that this program would not have written."""
    if not seen.odd:
        return ""
    were = "record shown is" if seen.odd == 1 else "of the records shown are"
    return f"{seen.odd} {were} not as this program writes records. Another program made it."


def _chain(source: AuditSource) -> str:
    bad = next((one for one in source.verified().values() if one.status is not Status.INTACT), None)
    return "The chain of the records is intact." if bad is None else f"The chain is broken: {bad.reason}"
