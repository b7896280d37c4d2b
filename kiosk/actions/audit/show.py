"""Show one record as a director needs it in a dispute, and whether it can be believed."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from kiosk.actions.audit.complaints import complaints, odd_sentence
from kiosk.actions.audit.lines import AlertFeed, LineCount, split_watch
from kiosk.actions.audit.names import Names
from kiosk.actions.audit.source import AuditSource
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.chain import Status, Verification
from kiosk.core.log.kinds import Kind
from kiosk.director.alerts import Alert
from kiosk.errors import LogError
from kiosk.storage.export.records import Line
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.merged import Station
from kiosk.storage.reading.query import Reader

_MOST_DIGITS = 18  # what SQLite can count to
_LONGEST_SHOWN = 40  # of something typed, in a sentence


@frozen
class ShownRecord:
    """A record with what is known about it. *chain*: of the log it stands in, up to its end. *compared*: of
    an alert, the earlier ruling that gave rise to it."""

    line: Line
    related: tuple[Found, ...]
    chain: Verification
    compared: tuple[tuple[str, Found], ...] = ()

    def alert_meaning(self, alert: str, window_s: int) -> str:
        """What *alert* says of it, and of which earlier ruling."""
        meaning = Alert(alert).meaning(window_s)
        earlier = next((one for name, one in self.compared if name == alert), None)
        if earlier is None or earlier.ruling is None:
            return meaning
        number, verdict = harmless(earlier.ruling.number), earlier.ruling.verdict
        return f"{meaning} The earlier one: {number}, {harmless(verdict)}, {harmless(earlier.local_text)}."

    @property
    def intact(self) -> bool:
        """Whether the record and all before it are as they were recorded."""
        reached = self.chain.status is Status.INTACT or self.chain.count >= self.line.found.seq
        return self.line.found.fits and self.chain.status is not Status.UNREADABLE and reached

    @property
    def integrity(self) -> str:
        """Whether the record can be believed, in a sentence."""
        found, chain = self.line.found, self.chain
        if not found.fits:
            return "This record was CHANGED after it was recorded: its content does not fit its hash."
        if chain.status is Status.UNREADABLE:
            return f"Whether the chain holds cannot be told. {chain.reason}"
        if not self.intact:
            return f"This record fits its hash, but the chain before it is BROKEN. {chain.reason}"
        if chain.status is Status.BROKEN:
            return (
                f"This record and the chain up to it are intact; further on the log is broken. {chain.reason}"
            )
        return "This record and the chain up to it are intact."


@frozen
class ShownRecords:
    """The record somebody named, or several rulings of one number. *names*: what the ids in them stand for.
    *window_s*: the station's own window for split look-ups."""

    records: tuple[ShownRecord, ...]
    names: Names
    window_s: int
    complaints: tuple[str, ...]
    doubt: str = ""  # of the log as a whole: the first of the complaints
    odd: str = ""  # that of records which hold, and are not as this program writes them

    @property
    def holds(self) -> bool:
        return all(one.intact for one in self.records) and not self.complaints


@contextmanager
def shown_records(source: AuditSource, which: str) -> Iterator[ShownRecords]:
    """The record or the rulings called *which*: a place in the log (147) or a ruling number (B-147). Names
    are looked up while it is open."""
    watch, seen = split_watch(source.folder), LineCount()
    with source.reader() as reader:
        feed, letters = AlertFeed(reader, watch), reader.letters()
        found = [
            Line(one, feed.of(one), letters.get(one.key[:2], ""))
            for one in named_records(reader, which, source.chain)
        ]
        shown = tuple(
            ShownRecord(
                line,
                tuple(reader.about(line.found)),
                source.chain_of(line.found),
                tuple(_compared(reader, feed, line.found)),
            )
            for line in seen.over(found)
        )
        names = Names(reader, source.folder)
        said = (*complaints(reader, seen, source), *_given_twice(found))
        yield ShownRecords(shown, names, watch.window_s, said, reader.doubt, odd_sentence(seen))


def _given_twice(found: list[Line]) -> tuple[str, ...]:
    """What to say of a ruling number that stands more than once in one log."""
    often = Counter((*one.found.key[:2], one.found.ruling.number) for one in found if one.found.ruling)
    return tuple(
        f"The number {harmless(number)} stands {times} times in this log: it was not given by a station."
        for (_, _, number), times in often.items()
        if times > 1
    )


def _compared(reader: Reader, feed: AlertFeed, found: Found) -> Iterator[tuple[str, Found]]:
    for alert, key in feed.compared_with(found).items():
        for earlier in reader.find_among([key]):
            yield alert, earlier


def named_records(reader: Reader, which: str, chain: Station | None = None) -> list[Found]:
    """The record, or the rulings, that somebody called *which*; of *chain* alone, if one is named."""
    shown = harmless(which if len(which) <= _LONGEST_SHOWN else f"{which[:_LONGEST_SHOWN]}…")
    if which.isascii() and which.isdecimal():
        if chain is not None and len(which) <= _MOST_DIGITS:
            found_there = list(reader.find_among([(*chain, int(which))]))
            return found_there or _none(doubted(reader, f"There is no record {shown} of that station here."))
        if not reader.of_station:
            raise LogError(f"{shown} may be of any station here. Give the ruling number, such as B-147.")
        found = reader.one(int(which)) if len(which) <= _MOST_DIGITS else None
        if found is None:
            has = "this log does not have it" if reader.merged else f"the log has {reader.count()}"
            raise LogError(doubted(reader, f"There is no record {shown}: {has}."))
        return [found]
    rulings = [
        one
        for one in reader.find(Filter(number=which, kind=Kind.ADJUDICATION))
        if chain is None or one.key[:2] == chain
    ]
    return rulings or _none(_no_ruling(reader, shown.upper()))


def _no_ruling(reader: Reader, number: str) -> str:
    """Why there is nothing to show. Where records are missing, the slip may well be right."""
    if doubt := reader.doubt_in_all():
        return f"{doubt} There is no ruling {number} among the records that are left."
    return f"There is no ruling {number} here. Check the number on the slip."


def doubted(reader: Reader, sentence: str) -> str:
    """*sentence*, after what must be known of the log first."""
    return f"{reader.doubt_in_all()} {sentence}".strip()


def _none(sentence: str) -> list[Found]:
    raise LogError(sentence)
