"""Ruling numbers: what players write on the slip and directors look up."""

_HUNDRED = 100


def ruling_number(letter: str, count: int) -> str:
    """The number of the *count*-th adjudication of station *letter*: “B-147”."""
    if not (letter.isascii() and letter.isupper() and letter.isalpha()) or count < 1:
        raise ValueError(f"no ruling has the number {letter!r}, {count}")
    return f"{letter}-{count}"


def full_hundred_after(count: int) -> int:
    """The next full hundred after *count*: the numbers of a spare machine begin one above it. Between them is
    room for the rulings that the lost machine gave after its last copy: 147 gives 200, and so does 199."""
    return (count // _HUNDRED + 1) * _HUNDRED
