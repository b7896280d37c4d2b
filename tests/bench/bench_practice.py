"""Measures practice on a list of 280,000 words: learning it, the next question, the reveal, one saved answer.

`python tests/bench/bench_practice.py [--words 280887] [--questions 600]`. Both the time on the wall and the
time of the processor are told: on a busy machine only the second means anything. The list is made from the
bundled one by changing letters; no official list is needed. Nothing is asserted; the bar for a question is
50 ms.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from kiosk.practice.answers import Attempt, PlayAnswer, SessionKind
from kiosk.practice.blocked_store import blocked_hashes
from kiosk.practice.cards import changes_after
from kiosk.practice.phoneys import weights
from kiosk.practice.questions import Asker, Question
from kiosk.practice.search import Blocked, WordSearch
from kiosk.practice.store import PracticeHistory
from kiosk.practice.wording import WordNotes, notes_on
from kiosk.words.store import BUNDLED_ID, load_lexicon

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
T = TypeVar("T")


def list_of(count: int) -> list[str]:
    """*count* words: the bundled ones, and as many changed ones as are missing."""
    chance = random.Random(1)
    words = set(load_lexicon(Path(), BUNDLED_ID).words())
    known = sorted(words)
    while len(words) < count:
        word = chance.choice(known)
        place = chance.randrange(len(word))
        words.add(word[:place] + chance.choice(LETTERS) + word[place + 1 :])
    return sorted(words)[:count] if len(words) > count else sorted(words)


def timed(times: list[tuple[float, float]], what: Callable[[], T]) -> T:
    wall, cpu = time.perf_counter(), time.process_time()
    result = what()
    times.append((time.perf_counter() - wall, time.process_time() - cpu))
    return result


def explained(question: Question, asker: Asker) -> list[WordNotes]:
    return [notes_on(each, asker.words, lambda _: None, asker.showable) for each in question.words]


def saved(history: PracticeHistory, question: Question) -> None:
    """An answer that accepts everything, with the cards that come of it."""
    attempt = Attempt(
        session="bench",
        kind=SessionKind.DRILL,
        fingerprint="",
        penalty="lose_turn",
        turn_value=35,
        words=question.words,
        score=question.score,
        answer=PlayAnswer.ACCEPT,
        challenged=(),
        picked=False,
        belief=None,
        took_ms=1,
        gained=0,
        lost=0,
        threshold_lost=None,
        at="2026-03-02T10:00:00.000Z",
    )
    history.save(attempt, changes_after(attempt, {}, 20))


def told(name: str, times: list[tuple[float, float]]) -> None:
    for place, clock in enumerate(("wall", "processor")):
        held = sorted(each[place] * 1000 for each in times)
        late = held[min(len(held) - 1, int(len(held) * 0.99))]
        median = statistics.median(held)
        print(f"{name:28} {clock:9} median {median:8.2f}  99th {late:8.2f}  most {held[-1]:8.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=280_887)
    parser.add_argument("--questions", type=int, default=600)
    chosen = parser.parse_args()
    words = list_of(chosen.words)
    learning: list[tuple[float, float]] = []
    search = timed(learning, lambda: WordSearch(words))
    blocked = Blocked(blocked_hashes())
    asker = timed(learning, lambda: Asker(search, blocked, random.Random(2)))
    told(f"learn {len(words)} words", [(sum(e[0] for e in learning), sum(e[1] for e in learning))])
    questions: list[tuple[float, float]] = []
    reveals: list[tuple[float, float]] = []
    saves: list[tuple[float, float]] = []
    seen: set[str] = set()
    held = weights(other_list=False)
    with tempfile.TemporaryDirectory() as folder, PracticeHistory.open(Path(folder)) as history:
        for _ in range(chosen.questions):
            question = timed(questions, partial(asker.drill, held, 0.45, frozenset(seen)))
            assert question is not None
            seen |= {word.word for word in question.words if word.family}
            timed(reveals, partial(explained, question, asker))
            timed(saves, partial(saved, history, question))
    told("next question", questions)
    told("what is said of its words", reveals)
    told("one answer saved", saves)


if __name__ == "__main__":
    main()
