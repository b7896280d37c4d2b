"""A slip as a judge types it: what a key does to its table, its number and its words, before anyone may rule.

The letters are taken by the station's own rules. Digits belong to table and number, letters to the words: so
whoever types "12CAT" has typed both. Only ENTER after whole words goes on, and nothing is judged from here.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Self, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import WordLine
from kiosk.desk import wording
from kiosk.desk.events import EarlierRuling
from kiosk.station import events
from kiosk.station import wording as station_wording
from kiosk.words.play import LONGEST, MOST_WORDS, SHORTEST, Word


class SlipPart(StrEnum):
    """What of a slip is being typed."""

    TABLE = "table"
    NUMBER = "number"
    WORDS = "words"


@frozen
class SlipEntry:
    """A slip as far as it was typed. *again*: the ruling on which this is another opinion; its words are
    then those of the ruling. *by_position*: the last letter was taken for the place of its key."""

    began_ms: int
    table: str = ""
    number: str = ""
    lines: tuple[str, ...] = ("",)
    part: SlipPart = SlipPart.TABLE
    current: int = 0
    edits: int = 0
    notice: str = ""
    by_position: bool = False
    again: EarlierRuling | None = None

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(Word(line) for line in self.lines)

    @property
    def has_letters(self) -> bool:
        return any(self.lines)

    @property
    def untouched(self) -> bool:
        """Whether nothing of the slip was typed."""
        return not (self.table or self.number or self.has_letters)

    @property
    def is_complete(self) -> bool:
        """Whether every line holds a word that could be judged."""
        return all(len(line) >= SHORTEST for line in self.lines)

    @property
    def table_number(self) -> int | None:
        return int(self.table) if self.table else None

    @property
    def slip_number(self) -> int | None:
        return int(self.number) if self.number else None

    def whole(self) -> Self:
        """The slip without a last line that was begun and left empty."""
        lines = self.lines[:-1] if len(self.lines) > 1 and not self.lines[-1] else self.lines
        return replace(self, lines=lines, current=min(self.current, len(lines) - 1), notice="")

    def ends_with(self, key: events.EntryKey, *, needs_table: bool) -> bool:
        """Whether *key* says that this is the whole slip, and it may go on to be checked."""
        there = self.part is SlipPart.WORDS and isinstance(key, events.EnterPressed)
        return there and self.whole().is_complete and (bool(self.table) or not needs_table)

    def reopen(self) -> Self:
        """The slip once more, to be corrected."""
        last = len(self.lines) - 1
        return replace(self, part=SlipPart.WORDS, current=last, edits=self.edits + 1, notice="")

    def word_lines(self, *, typing: bool = False) -> tuple[WordLine, ...]:
        at = self.current if typing and self.part is SlipPart.WORDS else -1
        return tuple(WordLine(place + 1, line, place == at) for place, line in enumerate(self.lines))

    # --- what a key does ----------------------------------------------------------------------------------

    def edit(self, key: events.EntryKey, *, needs_table: bool) -> Self:
        """The slip after a key that does not end it."""
        plain = replace(self, notice="")
        match key:
            case events.Typed():
                return plain._type(key, needs_table)
            case events.BackspacePressed(repeated=repeated):
                return plain._rub_out(repeated)
            case events.SpacePressed() | events.EnterPressed() | events.DownPressed():
                return plain._onward(key, needs_table)
            case events.UpPressed():
                return plain._up()
            case events.TabPressed():
                return replace(self, notice=wording.ENTER_FIRST)
            case events.MoreTimePressed():
                return plain
            case _:
                assert_never(key)

    def _type(self, key: events.Typed, needs_table: bool) -> Self:
        match self.part:
            case SlipPart.TABLE:
                if key.digit is not None:
                    return self._digit(key.digit, self.table, station_wording.LONGEST_TABLE)
            case SlipPart.NUMBER:
                if key.digit is not None:
                    return self._digit(key.digit, self.number, wording.LONGEST_SLIP)
            case SlipPart.WORDS:
                return self._letter(key)
            case _:
                assert_never(self.part)
        if key.letter is None:
            return replace(self, notice=wording.ONLY_DIGITS)
        if needs_table and not self.table:
            return replace(self, notice=wording.TABLE_FIRST)
        return replace(self, part=SlipPart.WORDS)._letter(key)

    def _digit(self, digit: int, before: str, longest: int) -> Self:
        at_table = self.part is SlipPart.TABLE
        if len(before) >= longest or not (before or digit):
            return replace(self, notice=wording.TABLE_DIGITS if at_table else wording.SLIP_DIGITS)
        typed = f"{before}{digit}"
        return replace(self, table=typed) if at_table else replace(self, number=typed)

    def _letter(self, key: events.Typed) -> Self:
        line = self.lines[self.current]
        if key.letter is None:
            return replace(self, notice=station_wording.no_letter(key.text))
        if len(line) >= LONGEST:
            return replace(self, notice=station_wording.TOO_LONG)
        return replace(self._with_line(line + key.letter), by_position=key.by_position)

    def _with_line(self, line: str) -> Self:
        lines = (*self.lines[: self.current], line, *self.lines[self.current + 1 :])
        return replace(self, lines=lines)

    def _onward(self, key: events.EntryKey, needs_table: bool) -> Self:
        """To the next part, or among the words to the next of them; SPACE after the last begins another."""
        match self.part:
            case SlipPart.TABLE:
                if needs_table and not self.table:
                    return replace(self, notice=wording.TABLE_FIRST)
                return replace(self, part=SlipPart.NUMBER)
            case SlipPart.NUMBER:
                return replace(self, part=SlipPart.WORDS)
            case SlipPart.WORDS:
                return self._next_word(key, needs_table)
            case _:
                assert_never(self.part)

    def _next_word(self, key: events.EntryKey, needs_table: bool) -> Self:
        if isinstance(key, events.EnterPressed):
            return self._not_yet(needs_table)
        if self.current < len(self.lines) - 1:
            return replace(self, current=self.current + 1)
        if len(self.lines[-1]) < SHORTEST:
            return replace(self, notice=station_wording.TOO_SHORT)
        if len(self.lines) == MOST_WORDS:
            return replace(self, notice=station_wording.TOO_MANY)
        return replace(self, lines=(*self.lines, ""), current=self.current + 1)

    def _not_yet(self, needs_table: bool) -> Self:
        """The slip, which ENTER did not end, at what is missing."""
        short = [place for place, line in enumerate(self.lines) if len(line) < SHORTEST]
        if short:
            return replace(self, current=short[0], notice=station_wording.TOO_SHORT)
        if needs_table and not self.table:
            return replace(self, part=SlipPart.TABLE, notice=wording.TABLE_FIRST)
        return self

    def _up(self) -> Self:
        match self.part:
            case SlipPart.TABLE:
                return self
            case SlipPart.NUMBER:
                return replace(self, part=SlipPart.TABLE)
            case SlipPart.WORDS:
                if self.current:
                    return replace(self, current=self.current - 1)
                return replace(self, part=SlipPart.NUMBER)
            case _:
                assert_never(self.part)

    def _rub_out(self, repeated: bool) -> Self:
        """A letter or digit less; on an empty line the line, on the first one back to the numbers. Held down,
        it empties one field and no more."""
        changed = replace(self, edits=self.edits + 1)
        match self.part:
            case SlipPart.TABLE:
                return replace(changed, table=self.table[:-1]) if self.table else self
            case SlipPart.NUMBER:
                if self.number:
                    return replace(changed, number=self.number[:-1])
            case SlipPart.WORDS:
                if self.lines[self.current]:
                    return changed._with_line(self.lines[self.current][:-1])
                if len(self.lines) > 1 and not repeated:
                    lines = self.lines[: self.current] + self.lines[self.current + 1 :]
                    return replace(changed, lines=lines, current=max(0, self.current - 1))
            case _:
                assert_never(self.part)
        return self if repeated else self._up()
