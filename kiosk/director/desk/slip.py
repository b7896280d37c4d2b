"""Typing a slip: what a key does to its table, its number and its words, before anyone may rule.

The letters are taken by the station's own rules. Digits belong to table and number, letters to the words: so
whoever types "12CAT" has typed both. Only ENTER after whole words goes on, and nothing is judged from here.
"""

from dataclasses import replace
from typing import assert_never

from kiosk.core.challenge.entry import notices
from kiosk.core.challenge.entry.typing import no_letter
from kiosk.core.challenge.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EntryKey,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    Typed,
    UpPressed,
)
from kiosk.core.words.play import LONGEST, MOST_WORDS, SHORTEST
from kiosk.director.desk.states import SlipEntry, SlipPart

LONGEST_SLIP = 6  # digits

TABLE_FIRST = "First the table number"
TABLE_DIGITS = notices.NO_SUCH_TABLE
SLIP_DIGITS = f"A slip number has at most {LONGEST_SLIP} digits and does not begin with 0"
ENTER_FIRST = "TAB rules on the next page: first ENTER"
ONLY_DIGITS = "Only digits are taken here"


def complete(slip: SlipEntry) -> bool:
    """Whether every line of *slip* holds a word that could be judged."""
    return all(len(line) >= SHORTEST for line in slip.lines)


def ended(slip: SlipEntry) -> SlipEntry:
    """*slip* without a last line that was begun and left empty."""
    lines = slip.lines[:-1] if len(slip.lines) > 1 and not slip.lines[-1] else slip.lines
    return replace(slip, lines=lines, current=min(slip.current, len(lines) - 1), notice="")


def ends(slip: SlipEntry, key: EntryKey, *, needs_table: bool) -> bool:
    """Whether *key* says that this is the whole slip, and it may go on to be checked."""
    there = slip.part is SlipPart.WORDS and isinstance(key, EnterPressed)
    return there and complete(ended(slip)) and (bool(slip.table) or not needs_table)


def edited(slip: SlipEntry, key: EntryKey, *, needs_table: bool) -> SlipEntry:
    """*slip* after a key that does not end it."""
    slip = replace(slip, notice="")
    match key:
        case Typed():
            return _typed(slip, key, needs_table)
        case BackspacePressed(repeated=repeated):
            return _rubbed_out(slip, repeated)
        case SpacePressed() | EnterPressed() | DownPressed():
            return _onward(slip, key, needs_table)
        case UpPressed():
            return _up(slip)
        case TabPressed():
            return replace(slip, notice=ENTER_FIRST)
        case MoreTimePressed():
            return slip
        case _:
            assert_never(key)


# --- letters and digits -----------------------------------------------------------------------------------


def _typed(slip: SlipEntry, key: Typed, needs_table: bool) -> SlipEntry:
    match slip.part:
        case SlipPart.TABLE:
            if key.digit is not None:
                return _digit(slip, key.digit, slip.table, notices.LONGEST_TABLE)
        case SlipPart.NUMBER:
            if key.digit is not None:
                return _digit(slip, key.digit, slip.number, LONGEST_SLIP)
        case SlipPart.WORDS:
            return _letter(slip, key)
        case _:
            assert_never(slip.part)
    if key.letter is None:
        return replace(slip, notice=ONLY_DIGITS)
    if needs_table and not slip.table:
        return replace(slip, notice=TABLE_FIRST)
    return _letter(replace(slip, part=SlipPart.WORDS), key)


def _digit(slip: SlipEntry, digit: int, before: str, longest: int) -> SlipEntry:
    at_table = slip.part is SlipPart.TABLE
    if len(before) >= longest or not (before or digit):
        return replace(slip, notice=TABLE_DIGITS if at_table else SLIP_DIGITS)
    typed = f"{before}{digit}"
    return replace(slip, table=typed) if at_table else replace(slip, number=typed)


def _letter(slip: SlipEntry, key: Typed) -> SlipEntry:
    line = slip.lines[slip.current]
    if key.letter is None:
        return replace(slip, notice=no_letter(key.text))
    if len(line) >= LONGEST:
        return replace(slip, notice=notices.TOO_LONG)
    return replace(_with_line(slip, line + key.letter), by_position=key.by_position)


def _with_line(slip: SlipEntry, line: str) -> SlipEntry:
    lines = (*slip.lines[: slip.current], line, *slip.lines[slip.current + 1 :])
    return replace(slip, lines=lines)


# --- from part to part ------------------------------------------------------------------------------------


def _onward(slip: SlipEntry, key: EntryKey, needs_table: bool) -> SlipEntry:
    """To the next part, or among the words to the next of them; SPACE after the last begins another."""
    match slip.part:
        case SlipPart.TABLE:
            if needs_table and not slip.table:
                return replace(slip, notice=TABLE_FIRST)
            return replace(slip, part=SlipPart.NUMBER)
        case SlipPart.NUMBER:
            return replace(slip, part=SlipPart.WORDS)
        case SlipPart.WORDS:
            return _next_word(slip, key, needs_table)
        case _:
            assert_never(slip.part)


def _next_word(slip: SlipEntry, key: EntryKey, needs_table: bool) -> SlipEntry:
    last = slip.current == len(slip.lines) - 1
    if isinstance(key, EnterPressed):
        return _not_yet(slip, needs_table)
    if not last:
        return replace(slip, current=slip.current + 1)
    if len(slip.lines[-1]) < SHORTEST:
        return replace(slip, notice=notices.TOO_SHORT)
    if len(slip.lines) == MOST_WORDS:
        return replace(slip, notice=notices.TOO_MANY)
    return replace(slip, lines=(*slip.lines, ""), current=slip.current + 1)


def _not_yet(slip: SlipEntry, needs_table: bool) -> SlipEntry:
    """*slip*, which ENTER did not end, at what is missing."""
    short = [place for place, line in enumerate(slip.lines) if len(line) < SHORTEST]
    if short:
        return replace(slip, current=short[0], notice=notices.TOO_SHORT)
    if needs_table and not slip.table:
        return replace(slip, part=SlipPart.TABLE, notice=TABLE_FIRST)
    return slip


def _up(slip: SlipEntry) -> SlipEntry:
    match slip.part:
        case SlipPart.TABLE:
            return slip
        case SlipPart.NUMBER:
            return replace(slip, part=SlipPart.TABLE)
        case SlipPart.WORDS:
            if slip.current:
                return replace(slip, current=slip.current - 1)
            return replace(slip, part=SlipPart.NUMBER)
        case _:
            assert_never(slip.part)


def _rubbed_out(slip: SlipEntry, repeated: bool) -> SlipEntry:
    """A letter or digit less; on an empty line the line, on the first one back to the numbers. Held down, it
    empties one field and no more."""
    changed = replace(slip, edits=slip.edits + 1)
    match slip.part:
        case SlipPart.TABLE:
            return replace(changed, table=slip.table[:-1]) if slip.table else slip
        case SlipPart.NUMBER:
            if slip.number:
                return replace(changed, number=slip.number[:-1])
        case SlipPart.WORDS:
            if slip.lines[slip.current]:
                return _with_line(changed, slip.lines[slip.current][:-1])
            if len(slip.lines) > 1 and not repeated:
                lines = slip.lines[: slip.current] + slip.lines[slip.current + 1 :]
                return replace(changed, lines=lines, current=max(0, slip.current - 1))
        case _:
            assert_never(slip.part)
    return slip if repeated else _up(slip)
