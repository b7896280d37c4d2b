"""The process that is killed while it practises: it saves one answer after the other and says so.

`early` says so before it saves: a build broken on purpose.
"""

import os
import sys
from dataclasses import replace
from pathlib import Path

from kiosk.practice.cards import changes_after
from kiosk.practice.store import PracticeHistory
from tests.support.practice import accepted, bad


def main(folder: Path, build: str) -> None:
    with PracticeHistory.open(folder) as history:
        for number in range(1, 100_000):
            attempt = replace(accepted(bad(f"CATE{chr(65 + number % 26)}")), took_ms=number)
            if build == "early":
                os.write(1, b"%d\n" % number)
            cards = history.cards_of(attempt.fingerprint, [attempt.words[0].word])
            history.save(attempt, changes_after(attempt, cards, 20))
            if build != "early":
                os.write(1, b"%d\n" % number)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
