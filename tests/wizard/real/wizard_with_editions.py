"""`kiosk` with a table of editions in which one edition is a made-up list: no words of a real one are here.

`python wizard_with_editions.py EDITION FINGERPRINT WORDS ARGUMENTS…`
"""

import re
import sys

from kiosk.cli.main import main
from kiosk.words import editions

_KEPT = ("name", "aliases", "family", "effective", "succeeds", "holds_long")


def with_edition(table: str, name: str, fingerprint: str, words: str) -> str:
    """*table* with the edition *name* made up: as many *words*, with that *fingerprint*."""
    head, *rows = table.split("[[edition]]\n")
    for place, row in enumerate(rows):
        if f'name = "{name}"\n' in row:
            kept = [line for line in row.splitlines() if re.match(r"\w+", line + " ")]
            kept = [line for line in kept if line.split(" ")[0] in _KEPT]
            rows[place] = "\n".join((*kept, f"words = {words}", f'fingerprint = "{fingerprint}"', "\n"))
    return "[[edition]]\n".join((head, *rows))


if __name__ == "__main__":
    name, fingerprint, words = sys.argv[1:4]
    made_up = with_edition(editions._table(), name, fingerprint, words)
    editions._table = lambda: made_up
    sys.argv = ["kiosk", *sys.argv[4:]]
    main()
