"""Believable events from a seed, for demonstrations, tests and benchmarks: 20 challenges, a day, a year, or
as many records as wanted. The same seed gives the same words, times and verdicts.

    python -m tests.support.event_generator day DEMO_FOLDER        a log.db of one tournament day
    python -m tests.support.event_generator year DEMO_FOLDER --seed 7

Small logs can go through the real `Log`; large ones are written in one transaction, record by record in
order, with the same hashes. The words are a handful of common ones and made-up strings: no list is quoted.
"""

import argparse
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from kiosk.base.canonical import Json, canonical
from kiosk.base.clock import Reading
from kiosk.log.bodies import AdjudicationBody
from kiosk.log.body import encode
from kiosk.log.chain import Point, Record, next_record
from kiosk.log.kinds import Kind
from kiosk.log.writer import Log
from kiosk.rules.ruling import Adjudication, Effort, ListStamp, Place, RuleStamp, Verdict
from kiosk.words.play import Word
from tests.support import bodies

_GOOD = """
    QI AA OE AI ZEN QUIZ JINX FJORD GLYPH WALTZ QUOTA ZEBRA OXIDE VEX KHAKI RHYTHM JUKEBOX QUARTZ ZEPHYR
    BANJO CRYPT DWARF EPOXY FUZZ GIZMO HAIKU IVORY JOUST KAYAK LYNX MYTHS NYMPH PIXEL QUELL SQUAWK TOPAZ
    UNZIP VODKA YACHT
"""
_PHONEY = """
    ZZX QXQ QUAZY JINXER FJORDY GLYPHIST WALTZY VEXER KHAKIED RHYTHMY QUARTZED BANJOED CRYPTLY DWARFER
    EPOXER FUZZEN GIZMOED HAIKUER IVORYS JOUSTY KAYAKY LYNXY PIXELER QUELLY SQUAWKEN TOPAZED VODKAED
    OUTZEN PREWALTZ
"""
GOOD, PHONEY = tuple(_GOOD.split()), tuple(_PHONEY.split())
SYLLABLES = (
    *("BA", "CE", "DI", "FO", "GU", "HAR", "JEN", "KIL", "LOR", "MUN", "PAS", "RET"),
    *("SIV", "TOM", "VUL", "WEX", "YAR", "ZIN", "CRA", "PLO", "STE", "TRI"),
)

NWL = ListStamp("demo-one", "Demonstration list one", None, "1" * 64)
CSW = ListStamp("demo-two", "Demonstration list two", None, "2" * 64)
RULES = RuleStamp("naspa-2016", "a" * 64, "lose_turn")
CONSEQUENCE = {
    Verdict.ACCEPTABLE: "The challenger loses the turn.",
    Verdict.UNACCEPTABLE: "The play comes off the board and scores nothing.",
    Verdict.REFER: None,
}
PROGRAM = "0.1.0"


@dataclass
class Story:
    """What happens at one station, with a clock that only this story moves."""

    seed: int = 1
    letter: str = "A"
    begins: datetime = datetime(2026, 5, 2, 7, 30, tzinfo=UTC)
    offset_min: int = 120
    steps: list[tuple[Reading, Kind, dict[str, Json]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.now = self.begins
        self.mono_ms = 60_000
        self.boot = self._new_boot()
        self.event: str | None = None
        self.round: int | None = None
        self.rulings = 0
        self.main = NWL
        self.made_up = [self._made_up_word() for _ in range(400)]

    # --- time ---

    def wait(self, seconds: float) -> None:
        milliseconds = int(seconds * 1000)
        self.now += timedelta(milliseconds=milliseconds)
        self.mono_ms += milliseconds

    def jump(self, seconds: float) -> None:
        """Somebody sets the clock; the log notices at the next record."""
        self.now += timedelta(seconds=seconds)
        self.add(Kind.CLOCK_JUMP, reasons=["jump", "backwards"] if seconds < 0 else ["jump"])

    def reading(self) -> Reading:
        at = f"{self.now:%Y-%m-%dT%H:%M:%S}.{self.now.microsecond // 1000:03d}Z"
        return Reading(at, self.offset_min, self.mono_ms, self.boot)

    def _new_boot(self) -> str:
        return f"{self.random.getrandbits(64):016x}"

    # --- words ---

    def _made_up_word(self) -> str:
        return "".join(self.random.choices(SYLLABLES, k=self.random.randint(2, 4)))[:15]

    def acceptable(self, word: str) -> bool:
        if word in GOOD or word in PHONEY:
            return word in GOOD
        return sum(map(ord, word)) % 9 < 4  # made up, but always with the same answer

    def some_words(self) -> tuple[str, ...]:
        count = self.random.choices((1, 2, 3, 4, 5, 8), (68, 19, 7, 3, 2, 1))[0]
        return tuple(self._some_word() for _ in range(count))

    def _some_word(self) -> str:
        pool = self.random.choices((PHONEY, GOOD, self.made_up), (40, 25, 35))[0]
        return pool[min(int(self.random.expovariate(1 / 9)), len(pool) - 1)]

    # --- records ---

    def add(self, kind: Kind, **data: Json) -> None:
        """A record of *kind* that says *data*, and of all else as little as one can."""
        self.steps.append((self.reading(), Kind(kind), {**bodies.plain(kind), **data}))

    def rule(
        self,
        words: tuple[str, ...],
        table: int | None = None,
        *,
        verdict: Verdict | None = None,
        operator: str | None = None,
        flags: tuple[str, ...] = (),
        division: str = "main",
    ) -> str:
        """One ruling and its closing, about half a minute later."""
        entry_ms = 2500 * len(words) + int(self.random.gammavariate(4, 1200))
        verify_ms = 1000 + int(self.random.gammavariate(2, 2500))
        self.wait((entry_ms + verify_ms) / 1000)
        judged = Verdict.ACCEPTABLE if all(map(self.acceptable, words)) else Verdict.UNACCEPTABLE
        self.rulings += 1
        number = f"{self.letter}-{self.rulings}"
        if self.event is None:
            flags = (*flags, "casual")
        if len(set(words)) < len(words):
            flags = (*flags, "duplicate_word")
        adjudication = Adjudication(
            words=tuple(map(Word, words)),
            declared=len(words),
            verdict=verdict or judged,
            method="self_station" if operator is None else "word_judge_computer",
            lexicon=self.main,
            rules=RULES,
            operator=operator,
            place=Place(division, self.event, self.round, table),
            flags=flags,
            consequence=CONSEQUENCE[verdict or judged],
            effort=Effort(entry_ms, verify_ms, self.random.choice((0, 0, 0, 1, 2))),
        )
        self.add(Kind.ADJUDICATION, **encode(AdjudicationBody.of(adjudication, number, PROGRAM)))
        seen_ms = 3000 + int(self.random.expovariate(1 / 4000))
        self.wait(min(seen_ms, 20_000) / 1000)
        how = "enter" if seen_ms < 20_000 else "time"
        self.add(Kind.CLOSED, seq=len(self.steps) + 1, number=number, how=how, after_ms=min(seen_ms, 20_000))
        return number

    def start(self) -> None:
        self.add(Kind.STARTED, program=PROGRAM, sqlite="3.40.1", pragmas={"journal_mode": "truncate"})
        self.wait(0.4)
        self.add(Kind.LEXICON_LOADED, id=self.main.id, fingerprint=self.main.fingerprint, words=120_000)
        self.wait(0.2)
        self.add(Kind.SELF_TEST, log="verified since 1", lists=[self.main.id])

    def stop(self) -> None:
        self.add(Kind.STOPPED, how="director")

    def crash(self) -> None:
        self.wait(90)
        self.boot, self.mono_ms = self._new_boot(), 45_000
        self.add(Kind.CLOCK_JUMP, reasons=["boot"])
        self.add(Kind.UNCLEAN_STOP, unclosed=None)
        self.start()

    def open_event(self, event: str, name: str) -> None:
        self.event = event
        self.add(Kind.EVENT_OPENED, event=event, name=name)

    def close_event(self) -> None:
        self.add(Kind.EVENT_CLOSED, event=self.event)
        self.event, self.round = None, None

    # --- larger pieces ---

    def challenge(self, tables: int = 20) -> None:
        """One challenge as it may go, with the slips and tricks that happen now and then."""
        table, words = self.random.randint(1, tables), self.some_words()
        happening = self.random.random()
        if happening < 0.02:
            self.add(Kind.ABANDONED, division="main", words=list(words[:1]), declared=len(words))
        elif happening < 0.035:
            self.add(Kind.CONCEDED, division="main", words=list(words), declared=len(words))
        elif happening < 0.05:
            self.add(Kind.CLEARED, division="main", words=list(words[:1]), declared=len(words))
        else:
            self.rule(words, table)
            self._aftermath(words, table, self.random.random())

    def _aftermath(self, words: tuple[str, ...], table: int, happening: float) -> None:
        if happening > 0.06:
            return
        self.wait(40)
        if happening < 0.015:
            self.rule(self.some_words(), table)  # split
        elif happening < 0.025:
            self.rule(words, table)  # again
        elif happening < 0.035:
            self.rule((words[0] + "S", *words[1:])[: len(words)], table)  # corrected
        elif happening < 0.045 and len(words) > 1:
            self.rule(words[1:], table)  # part
        elif happening < 0.055:
            self.add(Kind.VIOLATION, what="focus_lost", lasted_ms=0, locks=False)
        else:
            self.add(Kind.DIRECTOR_NEEDED)
            self.wait(70)
            self.add(Kind.CALL_ENDED, how="answered", after_ms=70_000)

    def play_round(self, number: int, challenges: int, minutes: int = 50) -> None:
        self.round = number
        ends = self.now + timedelta(minutes=minutes)
        for _ in range(challenges):
            self.wait(self.random.expovariate(1 / (minutes * 55 / max(1, challenges))))
            self.challenge()
        self.wait(max(0.0, (ends - self.now).total_seconds()))
        self.round = None

    def play_day(self, rounds: int = 8, challenges: int = 14, first_round: int = 1) -> None:
        """A day of an open event, from the first start to “close for tonight”."""
        self.start()
        self.wait(1800)
        for number in range(first_round, first_round + rounds):
            self.play_round(number, max(1, int(self.random.gauss(challenges, 3))))
            if self.random.random() < 0.1:
                self.rule(self.some_words())  # between rounds
            self.add(Kind.CHECKPOINT, count=len(self.steps) + 1)
            self.wait(3000 if number % 4 == 0 else 600)
        self.add(Kind.NIGHT_CLOSED, event=self.event)
        self.stop()

    def next_morning(self, days: int = 1) -> None:
        self.now = datetime.combine(self.now.date(), self.begins.time(), UTC) + timedelta(days=days)
        self.boot, self.mono_ms = self._new_boot(), 60_000
        self.add(Kind.CLOCK_JUMP, reasons=["boot"])


def twenty(seed: int = 1) -> Story:
    """Twenty challenges of an event that is closed at the end."""
    story = Story(seed)
    story.start()
    story.open_event("spring-open", "Spring Open")
    for number in (1, 2):
        story.round = number
        for _ in range(10):
            story.wait(story.random.uniform(100, 400))
            story.rule(story.some_words(), story.random.randint(1, 12))
    story.close_event()
    story.stop()
    return story


def day(seed: int = 1, *, closed: bool = True, letter: str = "A") -> Story:
    """A day of eight rounds, with what goes wrong on such a day."""
    story = Story(seed, letter)
    story.open_event("spring-open", "Spring Open")
    story.play_day()
    if closed:
        story.close_event()
    return story


def records(count: int, seed: int = 1) -> Story:
    """As many seasons of club evenings and week-ends as make at least *count* records."""
    story, week = Story(seed), 0
    while len(story.steps) < count:
        _week(story, week)
        week += 1
    return story


def year(seed: int = 1) -> Story:
    """Fifty-two weeks: a club evening in each, a week-end of two days in every fourth."""
    story = Story(seed)
    for week in range(52):
        _week(story, week)
    return story


def _week(story: Story, week: int) -> None:
    story.start()
    for _ in range(story.random.randint(8, 20)):
        story.wait(story.random.expovariate(1 / 400))
        story.rule(story.some_words())
    story.stop()
    story.next_morning(3)
    if week % 4 == 3:
        story.open_event(f"open-{week + 1}", f"Open of week {week + 1}")
        story.play_day()
        story.next_morning()
        story.play_day(7, first_round=9)
        story.close_event()
        story.next_morning(3)
    else:
        story.next_morning(4)


def build(story: Story, folder: Path) -> Path:
    """The log of *story* in *folder*, written in one transaction; returns its path."""
    begin = Reading(story.begins.strftime("%Y-%m-%dT%H:%M:%S.000Z"), story.offset_min, 0, "0" * 16)
    with Log.open(folder, lambda: begin, story.letter) as log:
        here, path = Point(log.head().count, log.head().hash), log.path
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA synchronous = OFF")
        db.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", _rows(story, here))
    return path


def _rows(story: Story, here: Point) -> Iterator[tuple[object, ...]]:
    for reading, kind, body in story.steps:
        record = next_record(here, reading.at, kind, canonical({**body, "clock": _clock(reading)}))
        here = Point(record.seq, record.hash)
        yield record.seq, record.at, record.kind, record.body, record.prev, record.hash


def in_memory(story: Story) -> tuple[Record, ...]:
    """The records of *story* after a genesis, without any file."""
    genesis: dict[str, Json] = {"station": "5" * 32, "epoch": "e" * 32, "clock": _clock(story.steps[0][0])}
    first = next_record(Point(), story.steps[0][0].at, Kind.GENESIS, canonical(genesis))
    made, here = [first], Point(1, first.hash)
    for row in _rows(story, here):
        made.append(Record(row[0], row[1], Kind(row[2]), *row[3:]))  # type: ignore[arg-type]
    return tuple(made)


def through_log(story: Story, folder: Path) -> Path:
    """The same records through the real writer, one durable append each."""
    readings = iter(story.steps)
    current: list[Reading] = [story.steps[0][0]]
    with Log.open(folder, lambda: current[0], story.letter) as log:
        for reading, kind, body in readings:
            if kind is Kind.CLOCK_JUMP:
                continue  # the writer finds these itself
            current[0] = reading
            log.append(bodies.body(kind, **body))
        return log.path


def _clock(reading: Reading) -> Mapping[str, Json]:
    return {"offset_min": reading.offset_min, "mono_ms": reading.mono_ms, "boot": reading.boot}


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a believable log for demonstrations.")
    parser.add_argument("size", help="twenty, day, year, or a number of records")
    parser.add_argument("folder", type=Path, help="a data folder that has no log yet")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--letter", default="A")
    parser.add_argument("--open", action="store_true", help="leave the event of “day” open")
    chosen = parser.parse_args()
    if (chosen.folder / "log.db").exists():
        parser.error(f"{chosen.folder} has a log already; name another folder")
    if chosen.size == "day":
        story = day(chosen.seed, closed=not chosen.open, letter=chosen.letter)
    elif chosen.size.isdigit():
        story = records(int(chosen.size), chosen.seed)
    else:
        story = {"twenty": twenty, "year": year}[chosen.size](chosen.seed)
    path = build(story, chosen.folder)
    sys.stdout.write(f"{path}: {len(story.steps) + 1} records, {story.rulings} rulings\n")


if __name__ == "__main__":
    main()
