"""Runs the window of practice: what each key does on each page.

The rules guarded: ESC leaves every page; what cannot be done is one sentence on the page; nothing waits for
the list to be learned but a session.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import KioskError
from kiosk.practice import events, pages
from kiosk.practice.answers import SessionKind
from kiosk.practice.machine import Believing, DrillState, SessionOver
from kiosk.practice.own_words_run import give_cardbox, give_words, take_cardbox, take_file, take_paste
from kiosk.practice.questions import DECKS
from kiosk.practice.session_run import OpenedPractice, PracticeRoom, SessionWish, results
from kiosk.practice.wording import NO_SHORT_PHONEYS, READING

ESC, ENTER = "ESC", "ENTER"
SOON = f"{READING} The session begins by itself when that is done."
CHOICE_KEYS = {
    "P": "penalty",
    "V": "turn_value",
    "E": "earlier",
    "H": "ask_belief",
    "F": "told",
    "K": "hold_s",
    "L": "light",
}


@frozen
class SessionWanted:
    """A session that was asked for."""

    kind: SessionKind
    timed: bool = False
    deck: str = ""


SESSIONS = {
    "1": SessionWanted(SessionKind.DUE),
    "2": SessionWanted(SessionKind.DRILL),
    "3": SessionWanted(SessionKind.MISSES),
    "4": SessionWanted(SessionKind.WEAK),
    "5": SessionWanted(SessionKind.MY_WORDS),
    "7": SessionWanted(SessionKind.DRILL, timed=True),
}


class PracticeScreen(Protocol):
    """The window as a run knows it, which knows no Qt. A file that nobody chose is None."""

    def show_view(self, view: pages.PracticeView) -> None: ...

    def leave(self) -> None: ...

    def ask_file(self, title: str) -> Path | None: ...

    def ask_target(self, title: str, name: str) -> Path | None: ...

    def pasted(self) -> str: ...


class PracticeRun:
    """One player's visit, from `begin` to ESC on the first page."""

    def __init__(self, opened: OpenedPractice, room: PracticeRoom, screen: PracticeScreen) -> None:
        self._opened = opened
        self._room = room
        self._screen = screen
        self._choices = pages.read_choices(opened.history.settings())
        self._name = printable(opened.book.identity.name)
        self._remarks = opened.remarks
        self._reading = True
        self._waiting: SessionWanted | None = None
        self._view: pages.PracticeView = self._home()

    @property
    def view(self) -> pages.PracticeView:
        return self._view

    def begin(self) -> None:
        """Show the first page; the list is learned meanwhile."""
        self._screen.show_view(self._view)

    def on_list_learned(self, remarks: tuple[str, ...]) -> None:
        """The list was learned: what was asked for begins."""
        self._remarks, self._reading = remarks, False
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._do(lambda: self._start(waiting))
        elif isinstance(self._view, pages.HomeView):
            self._show(self._home())

    def press(self, key: str) -> None:
        """*key* was pressed, or clicked: a letter, a digit, ENTER, BACKSPACE or ESC."""
        self._do(lambda: self._press(key))

    def ring(self) -> None:
        """Time passed: a decision may be over, and the page shows how long is left."""
        view = self._view
        if not isinstance(view, pages.DrillView):
            return
        end, now_ms = view.state.ends_at_ms, self._room.now_ms()
        if end is None:
            return
        state = self._room.take(view.state, events.TimeIsUp(now_ms)) if now_ms >= end else view.state
        self._show(replace(view, state=state, now_ms=now_ms))

    @property
    def timed(self) -> bool:
        """Whether time is running on the page that is shown."""
        return isinstance(self._view, pages.DrillView) and self._view.state.ends_at_ms is not None

    # ---- pages --------------------------------------------------------------------------------------------
    def _do(self, act: Callable[[], None]) -> None:
        try:
            act()
        except KioskError as error:
            self._say(str(error))

    def _say(self, sentence: str) -> None:
        match self._view:
            case pages.HomeView() | pages.WordsView():
                self._show(replace(self._view, notice=sentence))
            case pages.DeckView() | pages.DrillView() | pages.ScoresView() | pages.RefusedView():
                self._refuse(sentence)
            case _:
                assert_never(self._view)

    def _refuse(self, sentence: str) -> None:
        self._show(pages.RefusedView(sentence, self._choices.light))

    def _show(self, view: pages.PracticeView) -> None:
        self._view = view
        self._screen.show_view(view)

    def _home(self, notice: str = "") -> pages.HomeView:
        found = results(self._opened)
        return pages.HomeView(self._name, found, self._choices, self._reading, self._remarks, notice)

    def _words(self, notice: str = "") -> pages.WordsView:
        found = results(self._opened)
        return pages.WordsView(self._name, self._choices.light, found.cards, found.mine, notice)

    # ---- keys ---------------------------------------------------------------------------------------------
    def _press(self, key: str) -> None:
        match self._view:
            case pages.HomeView():
                self._at_home(key)
            case pages.DeckView():
                self._at_decks(key)
            case pages.DrillView():
                self._in_drill(self._view, key)
            case pages.ScoresView():
                self._at_scores(self._view, key)
            case pages.WordsView():
                self._at_words(key)
            case pages.RefusedView():
                if key in (ESC, ENTER):
                    self._screen.leave()
            case _:
                assert_never(self._view)

    def _at_home(self, key: str) -> None:
        if key in CHOICE_KEYS:
            self._choices = pages.next_choice(self._choices, CHOICE_KEYS[key])
            self._opened.history.set(pages.encode_choices(self._choices))
            self._show(self._home())
        elif key in SESSIONS:
            self._want(SESSIONS[key])
        elif key == "6":
            short = NO_SHORT_PHONEYS if NO_SHORT_PHONEYS in self._remarks else ""
            self._show(pages.DeckView(self._name, self._choices.light, short))
        elif key == "S":
            self._show(pages.ScoresView(self._name, self._choices.light, results(self._opened)))
        elif key == "W":
            self._show(self._words())
        elif key == ESC:
            self._screen.leave()

    def _at_decks(self, key: str) -> None:
        if key == ESC:
            self._show(self._home())
        elif key.isdecimal() and 1 <= int(key) <= len(DECKS):
            self._want(SessionWanted(SessionKind.DECK, deck=DECKS[int(key) - 1].id))

    def _at_scores(self, view: pages.ScoresView, key: str) -> None:
        if key in (ESC, ENTER):
            self._show(self._home())
        elif key == "G":
            groupings = list(pages.Grouping)
            following = groupings[(groupings.index(view.grouping) + 1) % len(groupings)]
            self._show(replace(view, grouping=following))

    def _at_words(self, key: str) -> None:
        opened, screen = self._opened, self._screen
        if key == ESC:
            self._show(self._home())
        elif key in ("P", "PASTE"):
            self._show(self._words(take_paste(opened, screen.pasted()).said))
        elif key == "F" and (path := screen.ask_file("Words, one a line, or an export of a log")):
            self._show(self._words(take_file(opened, path).said))
        elif key == "B" and (path := screen.ask_file("A cardbox of Zyzzyva or Xerafin")):
            self._show(self._words(take_cardbox(opened, path).said))
        elif key == "O" and (path := screen.ask_target("Write my cards as words", "practice-words.txt")):
            self._show(
                self._words(f"{give_words(opened, path)} words were written to {printable(str(path))}.")
            )
        elif key == "X" and (path := screen.ask_target("Write my cards as a cardbox", "practice.db")):
            count = give_cardbox(opened, path)
            self._show(self._words(f"{count} questions were written to {printable(str(path))}."))

    # ---- sessions -----------------------------------------------------------------------------------------
    def _want(self, wanted: SessionWanted) -> None:
        if self._reading:
            self._waiting = wanted
            self._show(self._home(SOON))
        else:
            self._start(wanted)

    def _start(self, wanted: SessionWanted) -> None:
        chosen = self._choices
        wish = SessionWish(
            wanted.kind,
            chosen.stake,
            ask_belief=chosen.ask_belief and not wanted.timed,
            hold_ms=chosen.hold_s * 1000 if wanted.timed else None,
            deck=wanted.deck,
            switched_on=chosen.switched_on,
        )
        state = self._room.start(wish)
        if isinstance(state, SessionOver) and not state.progress.attempts:
            self._show(self._home(state.why))
        else:
            self._drill(state)

    def _drill(self, state: DrillState) -> None:
        self._show(pages.DrillView(self._name, self._choices.light, state, self._room.now_ms()))

    def _in_drill(self, view: pages.DrillView, key: str) -> None:
        if isinstance(view.state, SessionOver):
            if key in (ESC, ENTER):
                self._show(self._home())
            elif key == "3":
                self._want(SESSIONS["3"])
            return
        event = self._meant(view.state, key)
        if event is not None:
            state = self._room.take(view.state, event)
            if isinstance(state, SessionOver) and not state.progress.attempts:
                self._show(self._home(state.why))  # there is nothing to sum up
            else:
                self._drill(state)

    def _meant(self, state: DrillState, key: str) -> events.DrillKey | None:
        now_ms = self._room.now_ms()
        plain: dict[str, events.DrillKey] = {
            "A": events.AcceptPressed(now_ms),
            "C": events.ChallengePressed(now_ms),
            ENTER: events.DonePressed(),
            "U": events.UndoPressed(),
            "BACKSPACE": events.UndoPressed(),
            ESC: events.LeavePressed(),
        }
        if key in plain:
            return plain[key]
        if not key.isdecimal():
            return None
        place = int(key) - 1
        return events.BeliefPressed(place) if isinstance(state, Believing) else events.WordPressed(place)
