"""From the first letter to an armed TAB: typing, checking, notices, and how long each may stand."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from kiosk.base.frozen import frozen
from kiosk.setup.divisions import Division
from kiosk.setup.settings import Timings
from kiosk.station.states import (
    Act,
    AskingTable,
    AtBoard,
    BackspacePressed,
    Checking,
    Choosing,
    ChoosingDivision,
    Conceded,
    Conceding,
    Counting,
    DirectorNeeded,
    DownPressed,
    Enterable,
    Entering,
    EnterPressed,
    EntryKey,
    Event,
    Idle,
    Interrupted,
    Judging,
    KeysMoved,
    Left,
    Locked,
    MoreTimePressed,
    NoKeyboard,
    OutOfService,
    Referred,
    Showing,
    SpacePressed,
    StaffOnly,
    State,
    TabPressed,
    TimedOut,
    Told,
    Typed,
    Unlocking,
    UpPressed,
    WithDirector,
    entry_of,
)
from kiosk.words.play import LONGEST, MOST_WORDS, SHORTEST, instead_of, is_latin, is_of_another_script

# ---- notices -----------------------------------------------------------------------------------------------
# The answer to a key that does not do what was hoped for: one line that says what to press.
#
# The words in braces are the rule set's: the page puts them in.

LONGEST_TABLE = 4  # digits

# idle
COUNT_FIRST = f"First press 1–{MOST_WORDS}"
DIVISION_FIRST = "Press the number of your division"

# while the words are typed
TOO_LONG = f"A word has at most {LONGEST} letters"
TOO_SHORT = f"A word has at least {SHORTEST} letters"
TOO_MANY = f"At most {MOST_WORDS} words"
ONLY_LETTERS = "Only letters are taken; for a blank, type its letter"
NO_ACCENTS = "Only A to Z are taken: for {text} press {key}"
NO_OTHERS = "Only A to Z are taken"
NOT_HERE = "There is no letter A to Z on this key"
LAST_WORD = "ENTER if that was the last word, ↓ for one more"
LAST_DECLARED = "ENTER if that was the last word"
NOT_TAKEN = "Not taken: ENTER if that was the last word, ↓ for one more"
NOT_DECLARED = "Not taken: these are the words declared. ENTER, or ESC to clear them"
FOR_ANOTHER = "TAB is for {presser}"

# at the table number
ONLY_DIGITS = "Only digits are taken: the table number, then ENTER"
TABLE_FIRST = "First the table number, then ENTER"
TABLE_AGAIN = "Type the table number, or press ENTER once more without it"
NO_SUCH_TABLE = f"A table number has at most {LONGEST_TABLE} digits and does not begin with 0"

# while the words are checked
MISSED = "What was typed last was not taken"
LOOK_FIRST = "Look at the words for a moment, then press ENTER again"
ANSWER_FIRST = "First answer with ENTER or BACKSPACE"
TOO_EARLY = "Too early: hands off the keyboard first, then TAB"
ONLY_TAB = "Only TAB judges; BACKSPACE to change the words"
LIFT = "Lift everything off the keyboard: {key} is down"
BOARD_ONCE = "You have been at the board; BACKSPACE to change the words"
NO_MORE_TIME = "No more time: press TAB, or call the {director}"

# on every other page
ENTER_BRINGS_BACK = "ENTER brings the words back"
ENTER_WHEN_READ = "ENTER when you have read it"
A_NUMBER = "Press one of these numbers"
ENTER_OR_ESC = "ENTER if you are sure, ESC to go back"
ESC_TAKES_BACK = "ESC takes the call back"


# ---- typing ------------------------------------------------------------------------------------------------
# Typing the challenged words and the table number: what a key does to them, before anyone may judge.
#
# On the last line only ENTER goes on: whoever ends a word with SPACE may want to type another. Where the rule
# set lets nobody change the words any more, their number can be put right until the first letter stands.


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
            return replace(state, since_ms=now_ms, notice=FOR_ANOTHER)
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
    return LAST_DECLARED if state.fixed else LAST_WORD


def _spaced(moved: Entering) -> Entering:
    """SPACE on the last line has moved on from it, or there is something else to do first."""
    return moved if moved.notice else replace(moved, spaced=True, notice=_last_word(moved))


def no_letter(text: str) -> str:
    """What to say about a key that writes *text*: which key to press, and never a substitute letter."""
    if is_of_another_script(text):
        return NOT_HERE
    if not is_latin(text):
        return ONLY_LETTERS
    key = instead_of(text)
    return NO_ACCENTS.format(text=text.upper(), key=key) if key else NO_OTHERS


def _typed(state: Entering, event: Typed, now_ms: int) -> Entering:
    line, letter = state.lines[state.current], event.letter
    if state.spaced:
        told = NOT_DECLARED if state.fixed else NOT_TAKEN
        return replace(state, since_ms=now_ms, notice=told, missed=True)
    # A letter may belong to a word, and a number to the play of the next two players. One pressed before the
    # first letter only corrects the number.
    missed = state.missed or (event.text.isalnum() and not state.untouched)
    if letter is None:
        return replace(state, since_ms=now_ms, notice=no_letter(event.text), missed=missed)
    if len(line) >= LONGEST:
        return replace(state, since_ms=now_ms, notice=TOO_LONG, missed=missed)
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
        return TOO_MANY
    if state.untouched:
        return None
    if state.fixed:
        return NOT_DECLARED
    return TOO_SHORT if len(state.lines[state.current]) < SHORTEST else None


# --- the table number -------------------------------------------------------------------------------------


def table_answered(state: AskingTable, event: EntryKey) -> bool:
    """Whether *event* ends the question. Without a number ENTER asks once more."""
    return isinstance(event, EnterPressed) and bool(state.typed or state.asked)


def table_edited(state: AskingTable, event: EntryKey, now_ms: int) -> AskingTable | Entering:
    """The question for the table number after a key that does not end it."""
    fresh = replace(state, since_ms=now_ms, notice="")
    match event:
        case Typed(digit=int(digit)) if len(state.typed) < LONGEST_TABLE and (state.typed or digit):
            return replace(fresh, typed=f"{state.typed}{digit}")
        case Typed(digit=int()):
            return replace(fresh, notice=NO_SUCH_TABLE)
        case Typed() | SpacePressed():
            return replace(fresh, entry=replace(state.entry, missed=True), notice=ONLY_DIGITS)
        case EnterPressed():
            return replace(fresh, asked=True, notice=TABLE_AGAIN)
        case BackspacePressed() if state.typed:
            return replace(fresh, typed=state.typed[:-1])
        case BackspacePressed(repeated=True) | MoreTimePressed():
            return fresh
        case BackspacePressed():
            return reopened(state.entry, now_ms)
        case TabPressed() | UpPressed() | DownPressed():
            return replace(fresh, notice=TABLE_FIRST)
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


# ---- checking ----------------------------------------------------------------------------------------------
# Both players check the words: what arms TAB, what disarms it, and what keys that do not judge do.
#
# TAB judges only after a whole second in which no key was pressed, repeated, let go or held. So no pace of
# keys can rule on half a play: whoever still types does not let that second pass.
#
# What is typed here is not taken, nor was what was typed after SPACE on the last line. It leaves one question
# that TAB waits for: is this all? The ENTER that ends a word, at whatever pace, must not answer it. So an
# ENTER answers only if it follows another one, and nothing was touched for a whole second before it.

ARMING_MS = 1000  # no key may be touched this long before TAB judges
HELD_MS = 3000  # a key that is down longer is named on the page
LATE_MS = 250
MOST_MS = 300_000  # as long as both may check, however often they ask for more time


def _is_quiet(state: Checking, event: EnterPressed, now_ms: int) -> bool:
    """Whether no key was touched or held for a whole second before *event*, also by the keyboard's clock."""
    if state.down or now_ms < state.touched_ms + ARMING_MS:
        return False
    return event.quiet_ms is None or event.quiet_ms >= ARMING_MS


def missed(state: Checking) -> Checking:
    """*state* after something was typed as if another word followed; it is not taken."""
    entry = replace(state.entry, missed=True)
    return replace(state, armed=False, entry=entry, asked=False, notice=MISSED)


def missed_under(under: Interrupted, act: Act) -> Interrupted:
    """*under* after a key on the page over it. Letters typed there may be a word that nobody took."""
    if not isinstance(act, SpacePressed) and not (isinstance(act, Typed) and act.letter):
        return under
    match under:
        case Entering():
            return replace(under, missed=True)
        case AskingTable():
            return replace(under, entry=replace(under.entry, missed=True))
        case Checking():
            return missed(under)
        case ChoosingDivision() | Counting():
            return under
        case _:
            assert_never(under)


def _answered(state: Checking, enter: EnterPressed, now_ms: int) -> Checking:
    """A doubted *state* after *enter*, which says that this is all, or ends one more word."""
    fresh = touched(state, now_ms)
    if state.asked and _is_quiet(state, enter, now_ms):
        return replace(fresh, entry=replace(state.entry, missed=False), notice="")
    return replace(fresh, asked=True, notice=LOOK_FIRST)


def judges(state: Checking, tab: TabPressed) -> bool:
    """Whether *tab* asks for a ruling."""
    # Armed by our clock; where the keyboard has one, by that too: ours stands still when the program does.
    return state.armed and (tab.quiet_ms is None or tab.quiet_ms >= ARMING_MS)


def arms_at(state: Checking) -> int | None:
    """When TAB will be armed if nobody touches a key; None if that alone does not arm it."""
    if state.armed or state.down or state.doubted:
        return None
    return state.touched_ms + ARMING_MS


def awake_at(state: Checking) -> int | None:
    """When to look next at how the quiet second passes: each quarter of it, so that no second counts in which
    the program stood still. Keys of such a time come in after the alarm that ends it."""
    at = arms_at(state)
    if at is None:
        return None
    seen_ms = max(state.awake_ms, state.touched_ms)
    return min(at, seen_ms + LATE_MS) if seen_ms < at else seen_ms + LATE_MS


def named_at(state: Checking) -> int | None:
    """When the page begins to name a key that is down, if it stays so."""
    return state.down_ms + HELD_MS if state.down else None


def armed(state: Checking, now_ms: int) -> Checking:
    """*state* after a quarter of its quiet second, armed after the last. If one is noticed too late, the
    second begins again."""
    at, due = arms_at(state), awake_at(state)
    if at is None or due is None or now_ms < due:
        return state
    if now_ms > due + LATE_MS:
        # The program stood still, and keys pressed meanwhile are only now coming in.
        return replace(state, touched_ms=now_ms)
    if now_ms < at or state.awake_ms < at - LATE_MS:
        return replace(state, awake_ms=now_ms)
    return replace(state, armed=True, notice="")


def moved(state: Checking, event: KeysMoved, now_ms: int) -> Checking:
    """*state* after any key at all went down, repeated or was let go."""
    same = event.down[:1] == state.down[:1]
    down_ms = state.down_ms if same else now_ms - event.held_ms
    return replace(touched(state, now_ms), down=event.down, down_ms=down_ms)


def felt(state: State, event: KeysMoved, now_ms: int) -> State:
    """*state* once a key moved: a page under another must know what is down when it comes back."""
    match state:
        case Checking():
            return moved(state, event, now_ms)
        case AtBoard():
            return replace(state, checked=moved(state.checked, event, now_ms))
        case (
            Choosing(under=Checking() as under)
            | DirectorNeeded(under=Checking() as under)
            | Unlocking(under=Checking() as under)
            | WithDirector(under=Checking() as under)
        ):
            return replace(state, under=moved(under, event, now_ms))
        case Conceding(under=Choosing(under=Checking() as under)):
            return replace(state, under=replace(state.under, under=moved(under, event, now_ms)))
        case Unlocking(under=DirectorNeeded() as called) | WithDirector(under=DirectorNeeded() as called):
            if isinstance(called.under, Checking):
                called = replace(called, under=moved(called.under, event, now_ms))
            return replace(state, under=called)
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable() | Judging():
            return state
        case Showing() | Referred() | Conceded() | Told() | Locked() | OutOfService() | Left():
            return state
        case Choosing() | Conceding() | NoKeyboard() | DirectorNeeded() | Unlocking() | WithDirector():
            return state
        case _:
            assert_never(state)


def touched(state: Checking, now_ms: int) -> Checking:
    """*state* with its quiet second begun again."""
    return replace(state, armed=False, touched_ms=now_ms)


def back(under: Enterable, now_ms: int) -> Enterable:
    """*under* again, with its full time; TAB must be armed again."""
    match under:
        case Checking():
            notice = MISSED if under.doubted else ""
            return replace(touched(under, now_ms), since_ms=now_ms, notice=notice)
        case AtBoard():
            return under  # whoever waits for the station was told when they will be back
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable():
            return replace(under, since_ms=now_ms)
        case NoKeyboard() | DirectorNeeded() | Locked() | OutOfService():
            return replace(under, since_ms=now_ms)
        case _:
            assert_never(under)


def back_from_board(state: AtBoard, now_ms: int) -> Checking:
    """The words again, as they were; the time away counts for nothing."""
    away_ms = max(0, now_ms - state.since_ms)
    entry = replace(state.checked.entry, began_ms=state.checked.entry.began_ms + away_ms)
    opened_ms = state.checked.opened_ms + away_ms
    fresh = touched(state.checked, now_ms)
    return replace(fresh, since_ms=now_ms, opened_ms=opened_ms, entry=entry, asked=True)


def latest_ms(state: Checking, whole_ms: int) -> int:
    """The last moment at which the time to check, *whole_ms*, may start again."""
    return state.opened_ms + max(MOST_MS, whole_ms) - whole_ms


def more_time(state: Checking, now_ms: int, whole_ms: int) -> Checking:
    """*state* with the whole time to check again, five minutes in all."""
    fresh = replace(touched(state, now_ms), notice="")
    since_ms = min(now_ms, latest_ms(state, whole_ms))
    if since_ms <= state.since_ms:
        return replace(fresh, notice=NO_MORE_TIME)
    return replace(fresh, since_ms=since_ms)


def checked(state: Checking, event: EntryKey, now_ms: int) -> Checking | Entering:
    """Checking after a key that neither judges nor leaves; more time and the board are not here."""
    fresh = replace(touched(state, now_ms), notice="")
    match event:
        case BackspacePressed(repeated=True) | MoreTimePressed():
            return fresh
        case BackspacePressed():
            return reopened(state.entry, now_ms)
        case EnterPressed() if state.doubted:
            return _answered(state, event, now_ms)
        case Typed(digit=0) if state.entry.boarded and not state.doubted:
            return replace(fresh, notice=BOARD_ONCE)
        case Typed() | SpacePressed() | UpPressed() | DownPressed():
            return missed(fresh)
        case TabPressed() if state.doubted:
            return replace(fresh, notice=ANSWER_FIRST)
        case TabPressed():
            return replace(fresh, notice=TOO_EARLY)
        case EnterPressed():
            return replace(fresh, notice=ONLY_TAB)
        case _:
            assert_never(event)


# ---- procedure ---------------------------------------------------------------------------------------------
# How this station runs a challenge, and how long each of its states may stand.
#
# Time is data: one alarm of the shell obeys `remaining`, and nothing else here or there counts seconds.

UNLOCKING_S, TOLD_S, BOARD_S = 30, 6, 300
TOLD_IDLE_S = 60  # and so long as a line on the idle page, where nobody has said that it was read
FIXED_S: Mapping[type[State], int] = {Unlocking: UNLOCKING_S, Told: TOLD_S, AtBoard: BOARD_S}
HELD_S = 90  # a verdict that is held leaves after so long in all


@frozen
class Procedure:
    """How this station runs a challenge. *unguarded*: no passcode is set, so the chord alone leads out."""

    divisions: tuple[Division, ...]
    timings: Timings = Timings()
    ask_table: bool = False
    unguarded: bool = False

    def idle(self, now_ms: int, told: Told | None = None) -> Idle:
        """The state in which the station waits for the next two players. *told*: what the last ones may not
        have read."""
        if self.divisions and not any(one.rules.self_lookup for one in self.divisions):
            return StaffOnly(now_ms)
        if len(self.divisions) == 1:
            return Counting(now_ms, told=told)
        return ChoosingDivision(now_ms, told=told)


def may_change_division(state: Counting, procedure: Procedure) -> bool:
    """Whether players may go back from *state* to choose another division; not with words just cleared, or
    nobody could tell any more that they were exchanged."""
    return len(procedure.divisions) > 1 and not state.cleared


def lifetime(state: State, procedure: Procedure) -> int | None:
    """How many milliseconds *state* may stand, or None for as long as it takes."""
    timings = procedure.timings
    seconds: int | None
    match state:
        case ChoosingDivision() | Counting() if state.told is not None:
            seconds = TOLD_IDLE_S
        case ChoosingDivision() | Counting():
            seconds = timings.choosing_s if _fades(state, procedure) else None
        case Entering() | AskingTable():
            seconds = timings.entering_s
        case Checking():
            seconds = timings.checking_s
        case Showing() | Referred() | Conceded():
            return _shown_ms(state, timings)
        case Choosing() | Conceding():
            seconds = timings.choosing_s
        case NoKeyboard():
            seconds = None if entry_of(state) is None else timings.entering_s
        case AtBoard() | Told() | Unlocking():
            seconds = FIXED_S[type(state)]
        case WithDirector():
            seconds = None if state.console else timings.console_s
        case StaffOnly() | Judging() | DirectorNeeded() | Locked() | OutOfService() | Left():
            seconds = None
        case _:
            assert_never(state)
    return None if seconds is None else seconds * 1000


def _fades(state: ChoosingDivision | Counting, procedure: Procedure) -> bool:
    """Whether an idle state becomes the plain one: what is told fades, and with several divisions a chosen
    one does not wait for the next players."""
    if isinstance(state, ChoosingDivision):
        return state.hint
    return len(procedure.divisions) > 1 or state.hint or bool(state.cleared)


def _shown_ms(state: Showing | Referred | Conceded, timings: Timings) -> int:
    if not state.open:
        return timings.hold_s * 1000
    if not isinstance(state, Conceded) and state.held:
        return state.opened_ms + max(HELD_S, timings.showing_s) * 1000 - state.since_ms
    return (timings.showing_s - timings.hold_s) * 1000


def overslept(state: Showing | Referred | Conceded, now_ms: int, procedure: Procedure) -> bool:
    """Whether the end of *state* is noticed too late: the program stood still, and keys pressed meanwhile are
    only now coming in. They must not be taken for keys pressed after it."""
    whole = lifetime(state, procedure)
    return whole is not None and now_ms > state.since_ms + whole + LATE_MS


def standing(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds that are left to *state* before it ends; None if it never does."""
    whole = lifetime(state, procedure)
    if whole is None or isinstance(state, Judging | Left):
        return None
    return max(0, state.since_ms + whole - now_ms)


def remaining(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds until *state* times out: it ends, or a quarter is over of the second that arms TAB."""
    left_ms = standing(state, now_ms, procedure)
    at = awake_at(state) if isinstance(state, Checking) else None
    if left_ms is None or at is None:
        return left_ms
    return min(left_ms, max(0, at - now_ms))


def in_time(state: State, event: Event, now_ms: int, procedure: Procedure) -> tuple[Event, ...]:
    """What a key comes to: one that comes when *state* should have ended already ends it instead."""
    # After a sleep or a stall the alarm is late, and the key was meant for a screen nobody sees any more.
    # A state that is only about to be armed is not over: the key comes first, and its second begins again.
    if standing(state, now_ms, procedure) != 0:
        return (event,)
    # What is down is down, whatever page stands over it.
    return (TimedOut(), event) if isinstance(event, KeysMoved) else (TimedOut(),)
