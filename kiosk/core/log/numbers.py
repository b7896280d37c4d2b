"""Ruling numbers: what players write on the slip and directors look up."""


def ruling_number(letter: str, count: int) -> str:
    """The number of the *count*-th adjudication of station *letter*: “B-147”."""
    if not (letter.isascii() and letter.isupper() and letter.isalpha()) or count < 1:
        raise ValueError(f"no ruling has the number {letter!r}, {count}")
    return f"{letter}-{count}"
