"""Both players check the words: what arms TAB, what takes that away, and what a key does that does not judge.

TAB judges only after a whole second in which no key was pressed, repeated, let go or held. So no pace of keys
can rule on half a play: whoever still types does not let that second pass.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.challenge.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EntryKey,
    KeysMoved,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    Typed,
    UpPressed,
)
from kiosk.core.challenge.states import (
    Checking,
    Choosing,
    ChoosingDivision,
    Counting,
    DirectorNeeded,
    Entering,
    Judging,
    Left,
    Locked,
    NoKeyboard,
    OutOfService,
    Referred,
    Showing,
    State,
    Unlocking,
    WithDirector,
)

ARMING_MS = 1000  # no key may be touched this long before TAB judges
HELD_MS = 3000  # a key that is down longer is named on the page
LATE_MS = 250

NOT_TAKEN = "That key was not taken. Are these all the words?"
TOO_EARLY = "Too early: hands off the keyboard first, then TAB"
ONLY_TAB = "Only TAB judges; BACKSPACE to change the words"
LIFT = "Lift everything off the keyboard: {key} is down"
TABLE_FIRST = "First the table number, then ENTER"
NO_SUCH_TABLE = "A table number has at most 4 digits and does not begin with 0"

LONGEST_TABLE = 4  # digits

_TableKey: TypeAlias = Typed | SpacePressed | EnterPressed | TabPressed | UpPressed | DownPressed


def judges(state: Checking, tab: TabPressed) -> bool:
    """Whether *tab* asks for a ruling."""
    # Armed by our clock; where the keyboard has one, by that too: ours stands still when the program does.
    return state.armed and (tab.quiet_ms is None or tab.quiet_ms >= ARMING_MS)


def arms_at(state: Checking) -> int | None:
    """When TAB will be armed if nobody touches a key; None if that alone does not arm it."""
    if state.armed or state.down or state.doubted or state.asking_table:
        return None
    return state.touched_ms + ARMING_MS


def named_at(state: Checking) -> int | None:
    """When the page begins to name a key that is down, if it stays so."""
    return state.down_ms + HELD_MS if state.down else None


def armed(state: Checking, now_ms: int) -> Checking:
    """*state* after its quiet second; noticed too late, it begins again."""
    at = arms_at(state)
    if at is None or now_ms < at:
        return state
    if now_ms > at + LATE_MS:
        # The program stood still, and keys pressed meanwhile are only now coming in.
        return replace(state, touched_ms=now_ms)
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
        case Choosing(under=Checking() as under) | DirectorNeeded(under=Checking() as under):
            return replace(state, under=moved(under, event, now_ms))
        case Unlocking(under=Checking() as under) | WithDirector(under=Checking() as under):
            return replace(state, under=moved(under, event, now_ms))
        case Unlocking(under=DirectorNeeded() as called) | WithDirector(under=DirectorNeeded() as called):
            if isinstance(called.under, Checking):
                called = replace(called, under=moved(called.under, event, now_ms))
            return replace(state, under=called)
        case ChoosingDivision() | Counting() | Entering() | Judging() | Showing() | Referred():
            return state
        case (
            Choosing() | DirectorNeeded() | Locked() | OutOfService() | Unlocking() | WithDirector() | Left()
        ):
            return state
        case NoKeyboard():  # nothing is known of its keys
            return state
        case _:
            assert_never(state)


def touched(state: Checking, now_ms: int) -> Checking:
    """*state* with its quiet second begun again."""
    return replace(state, armed=False, touched_ms=now_ms)


def checked(state: Checking, event: EntryKey, now_ms: int) -> Checking | Entering:
    """Checking after a key that neither judges nor leaves: the table number, more time, back to typing."""
    fresh = replace(touched(state, now_ms), notice="")
    match event:
        case MoreTimePressed():
            return replace(fresh, since_ms=now_ms)
        case BackspacePressed(repeated=True):
            return state  # it was held before these words were whole
        case BackspacePressed() if state.asking_table and state.table:
            return replace(fresh, table=state.table[:-1], since_ms=now_ms)
        case BackspacePressed():
            typed = replace(state.entry, current=len(state.entry.lines) - 1, notice="")
            return replace(typed, since_ms=now_ms, edits=typed.edits + 1)
        case EnterPressed() if state.doubted:
            return replace(fresh, doubted=False)
        case _ if state.asking_table:
            return _table(state, event, now_ms)
        case Typed() | SpacePressed() | UpPressed() | DownPressed():
            return replace(fresh, doubted=True)
        case TabPressed():
            return replace(fresh, notice=TOO_EARLY)
        case EnterPressed():
            return replace(fresh, notice=ONLY_TAB)
        case _:
            assert_never(event)


def _table(state: Checking, event: _TableKey, now_ms: int) -> Checking:
    """What a key does while the table number is asked."""
    fresh = replace(touched(state, now_ms), notice="")
    match event:
        case Typed(digit=int(digit)) if len(state.table) < LONGEST_TABLE and (state.table or digit):
            return replace(fresh, table=f"{state.table}{digit}", since_ms=now_ms)
        case Typed(digit=int()):
            return replace(fresh, notice=NO_SUCH_TABLE)
        case EnterPressed():
            return replace(fresh, asking_table=False, since_ms=now_ms)
        case Typed() | SpacePressed():
            return replace(fresh, doubted=True)
        case TabPressed() | UpPressed() | DownPressed():
            return replace(fresh, notice=TABLE_FIRST)
        case _:
            assert_never(event)
