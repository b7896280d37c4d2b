"""Typing the challenged words and the table number: what a key does to them, before anyone may judge.

On the last line only ENTER goes on: whoever ends a word with SPACE may want to type another. Where the rule
set lets nobody change the words any more, their number can be put right until the first letter stands.
"""

from collections import Counter
from dataclasses import replace
from typing import assert_never

from kiosk.core.challenge.entry import notices
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
from kiosk.core.challenge.states import AskingTable, Counting, Entering
from kiosk.core.words.letters import instead_of, is_latin, is_of_another_script
from kiosk.core.words.play import LONGEST, MOST_WORDS, SHORTEST


def begin(declared: int, counting: Counting, now_ms: int, *, fixed: bool = False) -> Entering:
    """An empty entry of *declared* lines. *fixed*: only the words declared before may be typed."""
    return Entering(
        now_ms,
        now_ms,
        declared,
        ("",) * declared,
        counting.division,
        fixed=fixed,
        stood=counting.cleared,
    )


def complete(state: Entering) -> bool:
    """Whether every line holds a word that could be judged."""
    return all(len(line) >= SHORTEST for line in state.lines)


def ends_entry(state: Entering, event: EntryKey) -> bool:
    """Whether *event* means "that was the last word" in *state*."""
    return isinstance(event, EnterPressed) and _on_last_line(state)


def ended(state: Entering) -> Entering:
    """*state* with its words as they will be checked."""
    return replace(state, list_changed=state.list_changed or _exchanged(state.stood, state.lines))


def _exchanged(before: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Whether other words stand there than *before*; a corrected one is the same."""
    kept = all(any(_resembles(old, new) for new in now) for old in before if len(old) >= SHORTEST)
    return bool(before) and (len(before) != len(now) or not kept)


def _resembles(one: str, other: str) -> bool:
    """Whether *other* may be *one* with its spelling put right: half of the letters are the same."""
    common = (Counter(one) & Counter(other)).total()
    return 2 * common >= max(len(one), len(other))


def edited(state: Entering, event: EntryKey, now_ms: int) -> Entering:
    """The entry after a key; each key that means something gives the full time again."""
    match event:
        case Typed():
            return _typed(state, event, now_ms)
        case BackspacePressed(repeated=True) if not state.lines[state.current]:
            return state  # held, it empties one line and no more
        case BackspacePressed():
            return _rubbed_out(state, now_ms)
        case SpacePressed() | EnterPressed():
            moved = _moved_on(state, now_ms)
            return _spaced(moved) if isinstance(event, SpacePressed) and _on_last_line(state) else moved
        case TabPressed():
            return replace(state, since_ms=now_ms, notice=notices.FOR_ANOTHER)
        case UpPressed():
            above = max(0, state.current - 1)
            return replace(state, since_ms=now_ms, current=above, spaced=False, notice="")
        case DownPressed():
            return _moved_down(state, now_ms)
        case MoreTimePressed():
            return replace(state, since_ms=now_ms, notice=_last_word(state) if state.spaced else "")
        case _:
            assert_never(event)


def _on_last_line(state: Entering) -> bool:
    return state.current == len(state.lines) - 1


def _with_line(state: Entering, line: str) -> tuple[str, ...]:
    return (*state.lines[: state.current], line, *state.lines[state.current + 1 :])


def may_grow(state: Entering) -> bool:
    """Whether one more word may be typed."""
    return len(state.lines) < MOST_WORDS and (not state.fixed or state.untouched)


def _last_word(state: Entering) -> str:
    return notices.LAST_DECLARED if state.fixed else notices.LAST_WORD


def _spaced(moved: Entering) -> Entering:
    """SPACE on the last line has moved on from it, or there is something else to do first."""
    return moved if moved.notice else replace(moved, spaced=True, notice=_last_word(moved))


def no_letter(text: str) -> str:
    """What to say about a key that writes *text*: which key to press, and never a substitute letter."""
    if is_of_another_script(text):
        return notices.NOT_HERE
    if not is_latin(text):
        return notices.ONLY_LETTERS
    key = instead_of(text)
    return notices.NO_ACCENTS.format(text=text.upper(), key=key) if key else notices.NO_OTHERS


def _typed(state: Entering, event: Typed, now_ms: int) -> Entering:
    line, letter = state.lines[state.current], event.letter
    if state.spaced:
        told = notices.NOT_DECLARED if state.fixed else notices.NOT_TAKEN
        return replace(state, since_ms=now_ms, notice=told, missed=True)
    # A letter may belong to a word, and a number to the play of the next two players. One pressed before the
    # first letter only corrects the number.
    missed = state.missed or (event.text.isalnum() and not state.untouched)
    if letter is None:
        return replace(state, since_ms=now_ms, notice=no_letter(event.text), missed=missed)
    if len(line) >= LONGEST:
        return replace(state, since_ms=now_ms, notice=notices.TOO_LONG, missed=missed)
    added = state.current >= state.declared
    return replace(
        state,
        since_ms=now_ms,
        lines=_with_line(state, line + letter),
        notice="",
        list_changed=state.list_changed or added,
        by_position=event.by_position,
    )


def _rubbed_out(state: Entering, now_ms: int) -> Entering:
    if state.spaced:
        return replace(state, since_ms=now_ms, spaced=False, notice="")
    line = state.lines[state.current]
    renewed = replace(state, since_ms=now_ms, edits=state.edits + 1, notice="")
    if line:
        return replace(renewed, lines=_with_line(state, line[:-1]))
    if len(state.lines) == 1:
        return replace(renewed, edits=state.edits)
    lines = state.lines[: state.current] + state.lines[state.current + 1 :]
    current = max(0, state.current - 1)
    if state.untouched:  # a wrong number, put right before anything was typed
        return replace(renewed, lines=lines, current=current, declared=len(lines))
    # Only taking back a line that was just added leaves the declared words as they were.
    taken_back = len(lines) >= state.declared and state.current == len(lines)
    changed = state.list_changed or not taken_back
    return replace(renewed, lines=lines, current=current, list_changed=changed)


def _moved_on(state: Entering, now_ms: int) -> Entering:
    """To the next line; from the last one to the first that is not yet a word."""
    state = replace(state, spaced=False)
    if len(state.lines[state.current]) < SHORTEST:
        return replace(state, since_ms=now_ms, notice=notices.TOO_SHORT)
    if state.current < len(state.lines) - 1:
        return replace(state, since_ms=now_ms, current=state.current + 1, notice="")
    unfinished = [place for place, line in enumerate(state.lines) if len(line) < SHORTEST]
    if unfinished:
        return replace(state, since_ms=now_ms, current=unfinished[0], notice=notices.TOO_SHORT)
    return replace(state, since_ms=now_ms, notice="")


def _moved_down(state: Entering, now_ms: int) -> Entering:
    """To the line below; below the last one a new line begins."""
    state = replace(state, spaced=False)
    if state.current < len(state.lines) - 1:
        return replace(state, since_ms=now_ms, current=state.current + 1, notice="")
    if (hindrance := _no_more(state)) is not None:
        # Somebody who asked for a line and got none must not type the next word onto this one.
        ended = len(state.lines[state.current]) >= SHORTEST
        return replace(state, since_ms=now_ms, spaced=ended, notice=hindrance)
    return replace(
        state,
        since_ms=now_ms,
        lines=(*state.lines, ""),
        current=state.current + 1,
        edits=state.edits + 1,
        declared=state.declared + state.untouched,
        notice="",
    )


def _no_more(state: Entering) -> str | None:
    """Why no line can be added now."""
    if len(state.lines) == MOST_WORDS:
        return notices.TOO_MANY
    if state.untouched:
        return None
    if state.fixed:
        return notices.NOT_DECLARED
    return notices.TOO_SHORT if len(state.lines[state.current]) < SHORTEST else None


# --- the table number -------------------------------------------------------------------------------------


def table_answered(state: AskingTable, event: EntryKey) -> bool:
    """Whether *event* ends the question. Without a number ENTER asks once more."""
    return isinstance(event, EnterPressed) and bool(state.typed or state.asked)


def table_edited(state: AskingTable, event: EntryKey, now_ms: int) -> AskingTable | Entering:
    """The question for the table number after a key that does not end it."""
    fresh = replace(state, since_ms=now_ms, notice="")
    match event:
        case Typed(digit=int(digit)) if len(state.typed) < notices.LONGEST_TABLE and (state.typed or digit):
            return replace(fresh, typed=f"{state.typed}{digit}")
        case Typed(digit=int()):
            return replace(fresh, notice=notices.NO_SUCH_TABLE)
        case Typed() | SpacePressed():
            return replace(fresh, entry=replace(state.entry, missed=True), notice=notices.ONLY_DIGITS)
        case EnterPressed():
            return replace(fresh, asked=True, notice=notices.TABLE_AGAIN)
        case BackspacePressed() if state.typed:
            return replace(fresh, typed=state.typed[:-1])
        case BackspacePressed(repeated=True) | MoreTimePressed():
            return fresh
        case BackspacePressed():
            return reopened(state.entry, now_ms)
        case TabPressed() | UpPressed() | DownPressed():
            return replace(fresh, notice=notices.TABLE_FIRST)
        case _:
            assert_never(event)


def reopened(entry: Entering, now_ms: int) -> Entering:
    """*entry* once more, to be corrected; what stood there is remembered."""
    return replace(
        entry,
        since_ms=now_ms,
        current=len(entry.lines) - 1,
        edits=entry.edits + 1,
        notice="",
        stood=entry.lines,
    )
