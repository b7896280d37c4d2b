"""An entry of a list in the documents, in lines that fit a page."""

from textwrap import fill

WIDTH = 118


def wrapped(line: str) -> str:
    """*line*, which begins with a dash; what follows the first line stands below its first word."""
    indent = " " * (line.index("-") + 2)
    return fill(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
