"""Both players check the words: what arms TAB, what disarms it, and what keys that do not judge do.

TAB judges only after a whole second in which no key was pressed, repeated, let go or held. So no pace of keys
can rule on half a play: whoever still types does not let that second pass.

What is typed here is not taken, nor was what was typed after SPACE on the last line. It leaves one question
that TAB waits for: is this all? The ENTER that ends a word, at whatever pace, must not answer it. So an ENTER
answers only if it follows another one, and nothing was touched for a whole second before it.
"""

from dataclasses import replace
from typing import assert_never

from kiosk.core.challenge.entry import notices
from kiosk.core.challenge.entry.typing import reopened
from kiosk.core.challenge.events import (
    Act,
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
    AskingTable,
    AtBoard,
    Checking,
    Choosing,
    ChoosingDivision,
    Conceded,
    Conceding,
    Counting,
    DirectorNeeded,
    Enterable,
    Entering,
    Interrupted,
    Judging,
    Left,
    Locked,
    NoKeyboard,
    OutOfService,
    Referred,
    Showing,
    StaffOnly,
    State,
    Told,
    Unlocking,
    WithDirector,
)

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
    return replace(state, armed=False, entry=entry, asked=False, notice=notices.MISSED)


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
    return replace(fresh, asked=True, notice=notices.LOOK_FIRST)


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
            notice = notices.MISSED if under.doubted else ""
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
        return replace(fresh, notice=notices.NO_MORE_TIME)
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
            return replace(fresh, notice=notices.BOARD_ONCE)
        case Typed() | SpacePressed() | UpPressed() | DownPressed():
            return missed(fresh)
        case TabPressed() if state.doubted:
            return replace(fresh, notice=notices.ANSWER_FIRST)
        case TabPressed():
            return replace(fresh, notice=notices.TOO_EARLY)
        case EnterPressed():
            return replace(fresh, notice=notices.ONLY_TAB)
        case _:
            assert_never(event)
