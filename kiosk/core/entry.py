"""Typing the challenged words: what a key does to the lines, before anyone may judge them."""

from dataclasses import replace

from kiosk.core.situations import (
    BackspacePressed,
    Checking,
    DownPressed,
    Entering,
    EnterPressed,
    Event,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    Typed,
    UpPressed,
)
from kiosk.core.words import LONGEST, MOST_WORDS, SHORTEST

TOO_LONG = f"A word has at most {LONGEST} letters"
TOO_SHORT = f"A word has at least {SHORTEST} letters"
TOO_MANY = f"At most {MOST_WORDS} words"

LONGEST_TABLE = 4  # digits


def begin(declared: int, division: int, now_ms: int) -> Entering:
    """An empty entry of *declared* lines."""
    return Entering(now_ms, now_ms, declared, ("",) * declared, division)


def complete(state: Entering) -> bool:
    """Whether every line holds a word that could be judged."""
    return all(len(line) >= SHORTEST for line in state.lines)


def ends_entry(state: Entering, event: Event) -> bool:
    """Whether *event* means "that was the last word" in *state*."""
    return (
        isinstance(event, SpacePressed | EnterPressed | TabPressed) and state.current == len(state.lines) - 1
    )


def edited(state: Entering, event: Event, now_ms: int) -> Entering:
    """The entry after a key; each key that means something gives the full time again."""
    match event:
        case Typed(letter=str(letter)):
            return _typed(state, letter, now_ms)
        case BackspacePressed():
            return _rubbed_out(state, now_ms)
        case SpacePressed() | EnterPressed() | TabPressed():
            return _moved_on(state, now_ms)
        case UpPressed():
            return replace(state, since_ms=now_ms, current=max(0, state.current - 1), notice="")
        case DownPressed():
            return _moved_down(state, now_ms)
        case MoreTimePressed():
            return replace(state, since_ms=now_ms, notice="")
    return state


def checked(state: Checking, event: Event, now_ms: int) -> Checking | Entering:
    """Checking after a key that neither judges nor leaves: the table number, more time, back to typing."""
    match event:
        case MoreTimePressed():
            return replace(state, since_ms=_renewed(state, now_ms))
        case BackspacePressed() if state.asking_table and state.table:
            return replace(state, table=state.table[:-1], since_ms=_renewed(state, now_ms))
        case BackspacePressed():
            typed = state.entry
            return replace(
                typed, since_ms=now_ms, current=len(typed.lines) - 1, edits=typed.edits + 1, notice=""
            )
        case Typed(digit=int(digit)) if state.asking_table and _fits_table(state.table, digit):
            return replace(state, table=f"{state.table}{digit}", since_ms=_renewed(state, now_ms))
        case EnterPressed() if state.asking_table:
            # Arms anew: TAB stays dead for a moment after the question has gone.
            return replace(state, asking_table=False, armed=False, since_ms=now_ms)
    return state


def _renewed(state: Checking, now_ms: int) -> int:
    """The full time again; but no key may keep TAB from being armed."""
    return now_ms if state.armed else state.since_ms


def _fits_table(table: str, digit: int) -> bool:
    return len(table) < LONGEST_TABLE and (table != "" or digit != 0)


def _with_line(state: Entering, line: str) -> tuple[str, ...]:
    return (*state.lines[: state.current], line, *state.lines[state.current + 1 :])


def _typed(state: Entering, letter: str, now_ms: int) -> Entering:
    line = state.lines[state.current]
    if len(line) >= LONGEST:
        return replace(state, since_ms=now_ms, notice=TOO_LONG)
    added = state.current >= state.declared
    return replace(
        state,
        since_ms=now_ms,
        lines=_with_line(state, line + letter),
        notice="",
        list_changed=state.list_changed or added,
    )


def _rubbed_out(state: Entering, now_ms: int) -> Entering:
    line = state.lines[state.current]
    renewed = replace(state, since_ms=now_ms, edits=state.edits + 1, notice="")
    if line:
        return replace(renewed, lines=_with_line(state, line[:-1]))
    if len(state.lines) == 1:
        return replace(renewed, edits=state.edits)
    lines = state.lines[: state.current] + state.lines[state.current + 1 :]
    # Only taking back a line that was just added leaves the declared words as they were.
    taken_back = len(lines) >= state.declared and state.current == len(lines)
    return replace(
        renewed,
        lines=lines,
        current=max(0, state.current - 1),
        list_changed=state.list_changed or not taken_back,
    )


def _moved_on(state: Entering, now_ms: int) -> Entering:
    """To the next line; from the last one to the first that is not yet a word."""
    if len(state.lines[state.current]) < SHORTEST:
        return replace(state, since_ms=now_ms, notice=TOO_SHORT)
    if state.current < len(state.lines) - 1:
        return replace(state, since_ms=now_ms, current=state.current + 1, notice="")
    unfinished = [place for place, line in enumerate(state.lines) if len(line) < SHORTEST]
    if unfinished:
        return replace(state, since_ms=now_ms, current=unfinished[0], notice=TOO_SHORT)
    return replace(state, since_ms=now_ms, notice="")


def _moved_down(state: Entering, now_ms: int) -> Entering:
    """To the line below; below the last one a new line begins."""
    if state.current < len(state.lines) - 1:
        return replace(state, since_ms=now_ms, current=state.current + 1, notice="")
    if len(state.lines) == MOST_WORDS:
        return replace(state, since_ms=now_ms, notice=TOO_MANY)
    if len(state.lines[state.current]) < SHORTEST:
        return replace(state, since_ms=now_ms, notice=TOO_SHORT)
    return replace(
        state,
        since_ms=now_ms,
        lines=(*state.lines, ""),
        current=state.current + 1,
        edits=state.edits + 1,
        notice="",
    )
