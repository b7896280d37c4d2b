"""A station, its keyboard and the people at it, on a clock that only the test moves.

Every key goes down and comes up at a time; as on a real desk, the system repeats the key that was pressed
last for as long as it is down, and a release may get lost on its way. What really happened is kept apart from
what the station was told, so that a ruling can be held against it.
"""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from kiosk.core.log.kinds import Kind
from kiosk.station.station import Station
from kiosk.ui.kit.keys import REPEAT_MS, Keyboard
from tests.support.fakes import rig

QUIET_MS = 1000
REPEAT_AFTER_MS, REPEAT_EVERY_MS = 660, 40

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
RESTING = "⇧⇪"
ENTRY = "\n\b↑↓ "  # and every letter and digit: what can change an entry or say that it is whole


@dataclass(frozen=True)
class Stroke:
    """One key, down at *at_ms* for *hold_ms*; *lost*: its release reaches nobody."""

    at_ms: int
    key: str
    hold_ms: int = 20
    lost: bool = False


@dataclass(frozen=True)
class Move:
    """What a finger did to a key, or the system for it: "down", "up" or "repeat"."""

    at_ms: int
    key: str
    what: str


class Desk:
    """One challenge desk. *repeats*: whether its system repeats a key that is held."""

    def __init__(self, build=Station, keyboard=Keyboard, repeats=True, **how) -> None:
        self.rig = rig(build=build, **how)
        self.keyboard = keyboard("linux")
        self.repeats = repeats
        self.begun_ms = self.rig.clock.now_ms
        self.moves: list[Move] = []
        self.down: dict[str, int] = {}
        self.judged: list[list[Move]] = []  # for each ruling, all that had happened before its TAB
        self._last: tuple[str, int] | None = None  # the key that repeats, and when it does next

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
            if order == 1 and stroke.key not in self.down and not self._just_let_go(stroke.key):
                self.down[stroke.key] = id(stroke)
                self._move(stroke.key, "down")
            elif order == 0 and self.down.get(stroke.key) == id(stroke):
                del self.down[stroke.key]
                self._move(stroke.key, "up", lost=stroke.lost)
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

    def lay(self, key: str) -> "Desk":
        """Put something on *key* and leave it there."""
        self.down[key] = 0
        self._move(key, "down")
        return self

    def lift(self, key: str) -> "Desk":
        """Take it off again."""
        del self.down[key]
        self._move(key, "up")
        return self

    def tap(self, key: str, lost: bool = False) -> "Desk":
        """Press and let go of *key* now."""
        return self.strike(Stroke(self.now_ms, key, lost=lost))

    def until(self, at_ms: int) -> None:
        """Let time pass, with whatever repeats meanwhile."""
        while self._last is not None and self._last[1] <= at_ms:
            key, next_ms = self._last
            self.rig.wait(max(0, next_ms - self.now_ms))
            self._last = (key, next_ms + REPEAT_EVERY_MS)
            self._move(key, "repeat")
        self.rig.wait(max(0, at_ms - self.now_ms))

    def rest(self, ms: int) -> "Desk":
        self.until(self.now_ms + ms)
        return self

    # --- the system ---------------------------------------------------------------------------------------

    def _move(self, key: str, what: str, lost: bool = False) -> None:
        before, ruled = list(self.moves), len(self.rulings)
        self.moves.append(Move(self.now_ms, key, what))
        if what == "down" and self.repeats and key not in RESTING:
            self._last = (key, self.now_ms + REPEAT_AFTER_MS)
        elif what == "up" and self._last is not None and self._last[0] == key:
            self._last = None
        if not lost:
            self._tell(key, what)
        if len(self.rulings) > ruled:
            assert (key, what) == ("\t", "down"), self.moves[-3:]
            self.judged.append(before)

    def _tell(self, key: str, what: str) -> None:
        """What the window does with a key event."""
        station = self.rig.station
        if what == "repeat":
            self.keyboard.released(self._event(QEvent.Type.KeyRelease, key, auto=True))
        if what == "up":
            self.keyboard.released(self._event(QEvent.Type.KeyRelease, key))
        else:
            press = self._event(QEvent.Type.KeyPress, key, auto=what == "repeat")
            if (event := self.keyboard.pressed(press)) is not None:
                station.key(event)
        station.key(self.keyboard.moved())

    def _event(self, kind: QEvent.Type, key: str, auto: bool = False) -> QKeyEvent:
        code, text = NAMED.get(key) or (KEY(ord(key.upper())), key)
        shifted = "⇧" in self.down and key != "⇧"
        if shifted and key == "\t":
            code = KEY.Key_Backtab
        mods = MOD.ShiftModifier if shifted else MOD.NoModifier
        made = QKeyEvent(kind, code, mods, 1000 + ord(key), 0, 0, text, auto)
        made.setTimestamp(self.rig.clock.now_ms)
        return made


def _when(move: tuple[int, int, Stroke]) -> tuple[int, int]:
    return move[:2]


def check_rulings(desk: Desk) -> None:
    """Hold every ruling against what really happened before its TAB."""
    for moves in desk.judged:
        tab_ms = next(
            move.at_ms for move in desk.moves[len(moves) :] if (move.key, move.what) == ("\t", "down")
        )
        recent = [move for move in moves if move.at_ms > tab_ms - QUIET_MS]
        assert not recent, "a key moved in the second before it"
        held: dict[str, int] = {}
        for move in moves:
            if move.what == "up":
                held.pop(move.key, None)
            else:
                held.setdefault(move.key, move.at_ms)
        assert not set(held) - set(RESTING), "a key was held"
        entry = [move.key for move in moves if move.what == "down" and _changes_an_entry(move.key)]
        assert entry[-1] == "\n", "no ENTER had ended the entry"


def _changes_an_entry(key: str) -> bool:
    return key in ENTRY or (key.isalnum() and key != "F")
