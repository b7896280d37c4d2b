"""Typing the challenged words: what a key does to the lines, before anyone may judge them.

On the last line only ENTER goes on: whoever ends a word with SPACE may want to type another.
"""

from dataclasses import replace
from typing import assert_never

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
from kiosk.core.challenge.states import Entering
from kiosk.core.words.letters import instead_of, is_latin, is_of_another_script
from kiosk.core.words.play import LONGEST, MOST_WORDS, SHORTEST

TOO_LONG = f"A word has at most {LONGEST} letters"
TOO_SHORT = f"A word has at least {SHORTEST} letters"
TOO_MANY = f"At most {MOST_WORDS} words"
ONLY_LETTERS = "Only letters are taken; for a blank, type its letter"
NO_ACCENTS = "Only A to Z are taken: for {text} press {key}"
NO_OTHERS = "Only A to Z are taken"
NOT_HERE = "There is no letter A to Z on this key"
LAST_WORD = "ENTER if that was the last word, ↓ for one more"
NOT_TAKEN = "Not taken: ENTER if that was the last word, ↓ for one more"
FOR_ANOTHER = "TAB is for the {presser}"  # the rule set says for whom


def begin(declared: int, division: int, now_ms: int) -> Entering:
    """An empty entry of *declared* lines."""
    return Entering(now_ms, now_ms, declared, ("",) * declared, division)


def complete(state: Entering) -> bool:
    """Whether every line holds a word that could be judged."""
    return all(len(line) >= SHORTEST for line in state.lines)


def ends_entry(state: Entering, event: EntryKey) -> bool:
    """Whether *event* means "that was the last word" in *state*."""
    return isinstance(event, EnterPressed) and _on_last_line(state)


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
            return replace(state, since_ms=now_ms, notice=FOR_ANOTHER)
        case UpPressed():
            above = max(0, state.current - 1)
            return replace(state, since_ms=now_ms, current=above, spaced=False, notice="")
        case DownPressed():
            return _moved_down(state, now_ms)
        case MoreTimePressed():
            return replace(state, since_ms=now_ms, notice=LAST_WORD if state.spaced else "")
        case _:
            assert_never(event)


def _on_last_line(state: Entering) -> bool:
    return state.current == len(state.lines) - 1


def _with_line(state: Entering, line: str) -> tuple[str, ...]:
    return (*state.lines[: state.current], line, *state.lines[state.current + 1 :])


def _spaced(moved: Entering) -> Entering:
    """SPACE on the last line has moved on from it, or there is something else to do first."""
    return moved if moved.notice else replace(moved, spaced=True, notice=LAST_WORD)


def _no_letter(text: str) -> str:
    """What to say of a key that writes *text*: never a letter in its stead, but the key to press."""
    if is_of_another_script(text):
        return NOT_HERE
    if not is_latin(text):
        return ONLY_LETTERS
    key = instead_of(text)
    return NO_ACCENTS.format(text=text.upper(), key=key) if key else NO_OTHERS


def _typed(state: Entering, event: Typed, now_ms: int) -> Entering:
    line, letter = state.lines[state.current], event.letter
    if state.spaced or letter is None:
        return replace(state, since_ms=now_ms, notice=NOT_TAKEN if state.spaced else _no_letter(event.text))
    if len(line) >= LONGEST:
        return replace(state, since_ms=now_ms, notice=TOO_LONG)
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
    state = replace(state, spaced=False)
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
    state = replace(state, spaced=False)
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
