"""What practice tests stand on: a clock to be set, answers, boards as they are drawn, a list learned once."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

from kiosk.base.clock import Reading
from kiosk.practice.answers import AskedWord, Attempt, PlayAnswer, SessionKind, Stake
from kiosk.practice.blocked_store import blocked_hashes
from kiosk.practice.board import Fragment, Tile
from kiosk.practice.questions import Asker
from kiosk.practice.search import Blocked, WordSearch
from kiosk.rules.penalties import penalty
from kiosk.words.import_run import ImportChoices, import_list
from kiosk.words.store import BUNDLED_ID, load_lexicon

START = "2026-03-02T10:00:00.000Z"  # a Monday
FREE = "4" * 64


class SetClock:
    """Stands still until it is moved; may be set back."""

    def __init__(self, at: str = START) -> None:
        self._at = datetime.fromisoformat(at)
        self._mono_ms = 5_000

    def __call__(self) -> Reading:
        at = f"{self._at:%Y-%m-%dT%H:%M:%S}.000Z"
        return Reading(at=at, offset_min=0, mono_ms=self._mono_ms, boot="boot")

    def pass_(self, **time: float) -> None:
        self._at += timedelta(**time)
        self._mono_ms += max(0, int(timedelta(**time).total_seconds() * 1000))


def good(word: str, family: str = "") -> AskedWord:
    return AskedWord(word, True, family)


def bad(word: str, family: str = "look_alike", base: str = "") -> AskedWord:
    return AskedWord(word, False, family, base)


ACCEPT = Attempt(
    session="one",
    kind=SessionKind.DRILL,
    fingerprint=FREE,
    penalty="lose_turn",
    turn_value=35,
    words=(good("CAT"),),
    score=20,
    answer=PlayAnswer.ACCEPT,
    challenged=(),
    picked=False,
    belief=None,
    took_ms=9_000,
    gained=0,
    lost=0,
    threshold_lost=None,
    at=START,
)


def accepted(*words: AskedWord, **more: object) -> Attempt:
    return replace(ACCEPT, words=words, **more)  # type: ignore[arg-type]


def challenged(*words: AskedWord, places: tuple[int, ...] | None = None, **more: object) -> Attempt:
    every = tuple(range(len(words))) if places is None else places
    made = replace(ACCEPT, words=words, answer=PlayAnswer.CHALLENGE, challenged=every)
    return replace(made, picked=places is not None, **more)  # type: ignore[arg-type]


def stake(id: str = "lose_turn", turn_value: int = 35, earlier: int = 0) -> Stake:
    return Stake(penalty(id), turn_value, earlier)


def board(top: int, left: int, *rows: str) -> Fragment:
    """A fragment as it is drawn: capitals are new, small letters stood there, `*` makes the letter before it
    a blank, a dot is an empty square."""
    grid = []
    for row in rows:
        line: list[Tile | None] = []
        for sign in row:
            if sign == "*":
                last = line.pop()
                assert last is not None
                line.append(replace(last, blank=True))
            else:
                line.append(None if sign == "." else Tile(sign.upper(), new=sign.isupper()))
        grid.append(tuple(line))
    return Fragment(top, left, tuple(grid))


def blocking(*words: str) -> Blocked:
    return Blocked(frozenset(sha256(word.encode()).hexdigest() for word in words))


@cache
def free_words() -> WordSearch:
    return WordSearch(load_lexicon(Path(), BUNDLED_ID).words())


@cache
def _learned() -> Asker:
    return Asker(free_words(), Blocked(blocked_hashes()), Random(0))


def free_asker(seed: int, shortest: int = 5) -> Asker:
    """What was learned from the bundled list, with chance beginning anew at *seed*."""
    asker = _learned()
    asker._chance.seed(seed)
    asker._shortest = shortest
    return asker


def import_words(folder: Path, id: str, words: list[str]) -> None:
    """Put *words* into the data folder *folder* as the list *id*."""
    folder.mkdir(exist_ok=True)
    source = folder.parent / f"{id}.txt"
    source.write_text("\n".join(words), encoding="ascii")
    import_list(folder, source, ImportChoices(name=id, force=True), "2026-01-01")
