"""Finding a line in sorted text by bisection over the text itself: no index, no copy, nothing to go stale.

The number of halvings depends on the size of the text alone, never on what is looked for or whether it is
there, so that the time of a look-up tells nothing.
"""

WINDOW = 512
LF = b"\n"


def halvings(size: int) -> int:
    """How often a text of *size* bytes must be halved until at most WINDOW bytes are left."""
    steps = 0
    while size > WINDOW:
        size = (size + 1) // 2
        steps += 1
    return steps


def narrow(text: bytes, key: bytes, steps: int) -> tuple[int, int]:
    """The stretch of *text* that holds the line starting with *key*, if any line does.

    *text* is lines sorted by byte; *key* is the line's first field with the byte that ends it, which must be
    lower than any byte of a field. The stretch starts with the line feed before its first line (but at 0)
    and ends with the one after its last line (but at the end of the text).
    """
    size = len(key)
    low, high = 0, len(text)
    # Always: the line at *low* sorts at or before the key, the line at *high* after it.
    for _ in range(steps):
        middle = (low + high) >> 1
        start = text.rfind(LF, 0, middle) + 1
        if text[start : start + size] <= key:
            low = middle
        else:
            high = middle
    return max(text.rfind(LF, 0, low), 0), high + 1
