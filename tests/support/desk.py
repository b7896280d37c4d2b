"""A station, its keyboards and the people at them, on a clock that only the test moves.

Every key goes down and comes up at a time; as on a real desk, the system repeats the key that was pressed
last for as long as it is down, a release may get lost on its way, and the program may stand still while keys
are pressed. What really happened is kept apart from what the station was told, so that a ruling can be held
against it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from kiosk.kit.keys import REPEAT_MS, Keyboard
from kiosk.log.kinds import Kind
from kiosk.station.entry import LATE_MS, Checking
from kiosk.station.station import Station
from kiosk.station.verdict import Showing
from tests.support.fakes import rig

QUIET_MS = 1000

KEY, MOD = Qt.Key, Qt.KeyboardModifier
NAMED = {
    " ": (KEY.Key_Space, " "),
    "\n": (KEY.Key_Return, "\r"),
    "\t": (KEY.Key_Tab, "\t"),
    "\b": (KEY.Key_Backspace, "\b"),
    "↑": (KEY.Key_Up, ""),
    "↓": (KEY.Key_Down, ""),
    "←": (KEY.Key_Left, ""),
    "F": (KEY.Key_F1, ""),
    "⇧": (KEY.Key_Shift, ""),
    "⇪": (KEY.Key_CapsLock, ""),
}
MODIFIER_KEYS = "⇧⇪"
AWAY = "⌂"  # no key: the keyboard goes elsewhere and comes back, and every release meanwhile with it
ENTRY = "\n\b↑↓ "  # and every letter and digit: what can change an entry or say that it is whole


@dataclass(frozen=True)
class Repeats:
    """When a system repeats a key that is held, and how it tells: "flagged" as a repeat, in "pairs" of a
    release and a press at one instant, or by "presses" alone."""

    after_ms: int = 660
    every_ms: int = 40
    told: str = "flagged"


ORDINARY = Repeats()


@dataclass(frozen=True)
class Stall:
    """The program stands still. When it goes on, either its alarm rings first or the keys come in first."""

    at_ms: int
    ms: int
    keys_first: bool = False


@dataclass(frozen=True)
class Stroke:
    """One key, down at *at_ms* for *hold_ms*; *lost*: its release reaches nobody; *hand*: which keyboard."""

    at_ms: int
    key: str
    hold_ms: int = 20
    lost: bool = False
    hand: int = 0


@dataclass(frozen=True)
class Move:
    """What a finger did to a key, or the system for it: "down", "up" or "repeat"; *told*: "lost" if nobody
    was, "known" if the system had the key down already, "shifted" if it means nothing under Shift."""

    at_ms: int
    key: str
    what: str
    hand: int = 0
    told: str = ""


@dataclass(frozen=True)
class Judged:
    """A ruling, and what had really happened when the finger pressed TAB: every move before it, and since
    when its words had stood on the page. *entered*: the lines that the last ENTER had left there."""

    words: list[str]
    tab_ms: int
    moves: list[Move]
    stood_since_ms: int
    entered: tuple[str, ...]


class Desk:
    """One challenge desk. *repeats*: how its system repeats a key, if it does; *merged*: whether it makes one
    keyboard of two, so that a key held on both counts as held until both are up; *deaf*: keys that never say
    they were let go."""

    def __init__(
        self,
        build=Station,
        keyboard=Keyboard,
        repeats: Repeats | None = ORDINARY,
        *,
        merged: bool = True,
        stalls: Sequence[Stall] = (),
        deaf: str = "",
    ) -> None:
        self.rig = rig(build=build)
        self.keyboard = keyboard("linux")
        self.repeats, self.merged, self.deaf = repeats, merged, deaf
        self.begun_ms = self.rig.clock.now_ms
        self.moves: list[Move] = []
        self.judged: list[Judged] = []
        self.down: dict[tuple[int, str], int] = {}
        self._told_down: set[str] = set()
        self._next: dict[int, tuple[str, int]] = {}  # by keyboard: the key that repeats, and when it does
        self._stalls = sorted(stalls, key=lambda stall: stall.at_ms)
        self._waiting: list[tuple[int, QKeyEvent]] = []
        self._entered: tuple[str, ...] = ()
        self._stands: tuple[object, int] = (None, 0)
        self.stood_still = bool(stalls)

    @property
    def now_ms(self) -> int:
        return self.rig.clock.now_ms - self.begun_ms

    @property
    def rulings(self) -> list[list[str]]:
        return [body["words"] for body in self.rig.log.of(Kind.ADJUDICATION)]

    # --- people -------------------------------------------------------------------------------------------

    def strike(self, *strokes: Stroke) -> "Desk":
        """Carry out *strokes*, overlapping as they may; a key that is down already cannot go down again, and
        no finger presses one again in the instant it is let go: that is how a system repeats a key."""
        ends = [(stroke.at_ms + max(1, stroke.hold_ms), 0, stroke) for stroke in strokes]
        for at_ms, order, stroke in sorted([*ends, *((one.at_ms, 1, one) for one in strokes)], key=_when):
            self.until(at_ms)
            place = (stroke.hand, stroke.key)
            if stroke.key == AWAY:
                if order == 1 and not self._stands_still():
                    self._go_away()
            elif order == 1 and place not in self.down and not self._just_let_go(stroke.key):
                self.down[place] = id(stroke)
                self._move(stroke.key, "down", stroke.hand)
            elif order == 0 and self.down.get(place) == id(stroke):
                del self.down[place]
                self._move(stroke.key, "up", stroke.hand, lost=stroke.lost)
        return self

    def _just_let_go(self, key: str) -> bool:
        let_go = [move.at_ms for move in self.moves if (move.key, move.what) == (key, "up")]
        return bool(let_go) and self.now_ms - let_go[-1] < REPEAT_MS

    def type(self, text: str, pace_ms: int = 100, hold: float = 0.5) -> "Desk":
        """Type *text* at a pace, each key down for *hold* of it, and lift everything."""
        start = self.now_ms + pace_ms
        return self.strike(
            *(Stroke(start + at * pace_ms, key, int(pace_ms * hold)) for at, key in enumerate(text))
        )

    def lay(self, *keys: str) -> "Desk":
        """Put something on *keys* and leave it there."""
        for key in keys:
            self.down[0, key] = 0
            self._move(key, "down")
        return self

    def lift(self, *keys: str) -> "Desk":
        """Take it off again."""
        for key in keys:
            del self.down[0, key]
            self._move(key, "up")
        return self

    def tap(self, key: str, lost: bool = False) -> "Desk":
        """Press and let go of *key* now."""
        return self.strike(Stroke(self.now_ms, key, lost=lost))

    def until(self, at_ms: int) -> None:
        """Let time pass, with whatever repeats meanwhile."""
        while self._next:
            hand, (key, next_ms) = min(self._next.items(), key=lambda item: item[1][1])
            if next_ms > at_ms:
                break
            self._pass(next_ms)
            assert self.repeats is not None
            self._next[hand] = (key, next_ms + self.repeats.every_ms)
            self._move(key, "repeat", hand)
        self._pass(at_ms)

    def rest(self, ms: int) -> "Desk":
        self.until(self.now_ms + ms)
        return self

    # --- the system ---------------------------------------------------------------------------------------

    def _pass(self, to_ms: int) -> None:
        """Move the clock, with every alarm that rings meanwhile; none does while the program stands still."""
        while self._stalls and self._stalls[0].at_ms <= to_ms:
            stall = self._stalls[0]
            self.rig.wait(max(0, stall.at_ms - self.now_ms))
            self.rig.clock.pass_ms(max(0, min(to_ms, stall.at_ms + stall.ms) - self.now_ms))
            if to_ms < stall.at_ms + stall.ms:
                return
            self._stalls.pop(0)
            if not stall.keys_first:
                self.rig.station.time_out()
            while self._waiting:
                self._hear(*self._waiting.pop(0))
        self.rig.wait(max(0, to_ms - self.now_ms))

    def _stands_still(self) -> bool:
        return bool(self._stalls) and self._stalls[0].at_ms <= self.now_ms

    def _go_away(self) -> None:
        """Whatever is down is let go where nobody sees it."""
        for hand, key in list(self.down):
            del self.down[hand, key]
            self._move(key, "up", hand, lost=True)
        self._told_down.clear()
        self.keyboard.forget()
        self.rig.station.key(self.keyboard.keys_moved())

    def _move(self, key: str, what: str, hand: int = 0, lost: bool = False) -> None:
        if what == "down" and self.repeats is not None and key not in MODIFIER_KEYS:
            self._next[hand] = (key, self.now_ms + self.repeats.after_ms)
        elif what == "up" and self._next.get(hand, ("", 0))[0] == key:
            del self._next[hand]
        elsewhere = any(other == key for by, other in self.down if by != hand)
        if (lost or key in self.deaf) and what == "up":
            told = "lost"
        elif key in self._told_down and what == "down":
            told = "lost" if self.merged and elsewhere else "known"
        elif what == "down" and key in "\n↑↓" and self._shifted():
            told = "shifted"
        else:
            told = "lost" if what == "up" and self.merged and elsewhere else ""
        self.moves.append(Move(self.now_ms, key, what, hand, told))
        if told != "lost":
            self._tell(self.moves[-1], elsewhere)

    def _tell(self, move: Move, elsewhere: bool) -> None:
        """What the system makes of a move: key events, at once or when the program goes on."""
        repeats = move.what == "repeat"
        how = self.repeats.told if self.repeats is not None else "flagged"
        flagged = how == "flagged" and (repeats or (move.told == "known" and elsewhere))
        events = [QEvent.Type.KeyPress if move.what != "up" else QEvent.Type.KeyRelease]
        if repeats and how != "presses":
            events.insert(0, QEvent.Type.KeyRelease)
        if move.what == "up":
            self._told_down.discard(move.key)
        else:
            self._told_down.add(move.key)
        for kind in events:
            self._waiting.append((len(self.moves) - 1, self._event(kind, move.key, flagged)))
        if not self._stands_still():
            while self._waiting:
                self._hear(*self._waiting.pop(0))

    def _hear(self, place: int, event: QKeyEvent) -> None:
        """What the window does with a key event."""
        station, before, ruled = self.rig.station, self.rig.state, len(self.judged)
        if event.type() == QEvent.Type.KeyRelease:
            self.keyboard.release(event)
        elif (meant := self.keyboard.press(event)) is not None:
            station.key(meant)
        station.key(self.keyboard.keys_moved())
        move = self.moves[place]
        if isinstance(self.rig.state, Showing) and len(self.rulings) > ruled:
            assert (move.key, move.what) == ("\t", "down"), self.moves[-3:]
            moves = self.moves[:place]
            stood = self._stands[1]
            self.judged.append(Judged(self.rulings[-1], move.at_ms, moves, stood, self._entered))
        self._look(before)

    def _look(self, before: object) -> None:
        state = self.rig.state
        if isinstance(state, Checking) and not isinstance(before, Checking):
            self._entered = state.entry.lines
        shown = state.entry.lines if isinstance(state, Checking) else None
        if shown != self._stands[0]:
            self._stands = (shown, self.now_ms)

    def _event(self, kind: QEvent.Type, key: str, auto: bool = False) -> QKeyEvent:
        code, text = NAMED.get(key) or (KEY(ord(key.upper())), key)
        shifted = key != "⇧" and self._shifted()
        if shifted and key == "\t":
            code = KEY.Key_Backtab
        mods = MOD.ShiftModifier if shifted else MOD.NoModifier
        made = QKeyEvent(kind, code, mods, 1000 + ord(key), 0, 0, text, auto)
        made.setTimestamp(self.rig.clock.now_ms)
        return made

    def _shifted(self) -> bool:
        return any(key == "⇧" for _, key in self.down)


def _when(move: tuple[int, int, Stroke]) -> tuple[int, int]:
    return move[:2]


def check_rulings(desk: Desk) -> None:
    """Hold every ruling against what really happened before its TAB."""
    for judged in desk.judged:
        recent = [move for move in judged.moves if move.at_ms > judged.tab_ms - QUIET_MS]
        # That a lock or modifier was let go where nobody saw it, nobody can know; nor what becomes of a key
        # on one keyboard after it was let go on the other, if the two are not made one.
        known = [
            move for move in recent if move.told != "lost" or (desk.merged and move.key not in MODIFIER_KEYS)
        ]
        assert not known, "a key moved in the second before it"
        assert not _held(judged.moves, desk.merged), "a key was held"
        entry = [move for move in judged.moves if move.what != "up" and _changes_an_entry(move.key)]
        enters = [place for place, move in enumerate(entry) if _says_enter(move, desk.merged)]
        assert enters, "nobody had pressed ENTER"
        after = [move for move in entry[enters[-1] + 1 :] if move.what == "down"]
        assert all(move.told for move in after), "something was typed after ENTER"
        assert tuple(judged.words) == judged.entered, "not the lines that ENTER had ended"
        slack = LATE_MS if desk.stood_still else 0
        assert judged.tab_ms - judged.stood_since_ms >= QUIET_MS - slack, "not a second on the page"


def _held(moves: list[Move], merged: bool) -> set[str]:
    """The keys that were down after *moves*, as far as anybody could know: where two keyboards are not made
    one, a key that is held on both is said to be up as soon as it is on one."""
    held: set[tuple[int, str]] = set()
    for move in moves:
        if move.what != "up":
            held.add((move.hand, move.key))
        elif merged or move.told:
            held.discard((move.hand, move.key))
        else:
            held = {place for place in held if place[1] != move.key}
    return {key for _, key in held if key not in MODIFIER_KEYS}


def _says_enter(move: Move, merged: bool) -> bool:
    """Whether *move* may have come in as a fresh ENTER: held on two keyboards that are not made one and let
    go on the other, it does so when it repeats."""
    pressed = move.what == "down" or (move.what == "repeat" and not merged)
    return move.key == "\n" and pressed and move.told != "shifted"


def _changes_an_entry(key: str) -> bool:
    return key in ENTRY or (key.isalnum() and key != "F")
