"""The station with one safeguard off: `python broken_station.py SAFEGUARD FOLDER`. Tests must go red."""

import signal
import sys
from dataclasses import replace
from pathlib import Path

from kiosk.base.page import spell_page
from kiosk.kit import accessible
from kiosk.kit.keys import Keyboard
from kiosk.log.late_writer import DeferredLog
from kiosk.log.store import log_path
from kiosk.station import first_paint
from kiosk.station.sentry import Grabs
from kiosk.station.window import StationWindow


def no_grab(self: Grabs) -> None:
    """Nothing is taken."""


def close(self: StationWindow, request: object) -> None:
    self.may_close = True
    request.accept()  # type: ignore[attr-defined]
    sys.exit(0)


def without(safeguard: str) -> None:
    """Switch *safeguard* off for this process."""
    if safeguard == "grab":
        Grabs.take = no_grab  # type: ignore[method-assign]
    elif safeguard == "close":
        StationWindow.closeEvent = close  # type: ignore[method-assign,assignment]
    elif safeguard == "log":
        _show_unlogged()
    elif safeguard == "itself":
        DeferredLog.reopen = _whatever_is_there  # type: ignore[method-assign]
    elif safeguard == "all":
        _take_any_enter_for_yes()
    elif safeguard == "quiet":
        _wait_a_dead_second()
    elif safeguard == "hush":
        accessible.news = lambda before, after: spell_page(after)  # type: ignore[assignment]
    elif safeguard == "position":
        Keyboard._us_letter = lambda self, key: ""  # type: ignore[method-assign]
    elif safeguard == "awake":
        signal.signal(signal.SIGUSR1, _never_return)
    else:
        raise SystemExit(f"no such safeguard: {safeguard}")


def _never_return(*_: object) -> None:
    while True:
        pass


def _whatever_is_there(self: DeferredLog) -> None:
    """As it was: a log that goes by another name now is taken for one that was set up meanwhile."""
    if self.opened is not None and self.opened.path.name != log_path(self._folder).name:
        self.close()
        self._name = ""
    if self.opened is None:
        self.open()
    else:
        self.opened.reopen()


def _take_any_enter_for_yes() -> None:
    """As it was: whatever ENTER comes says that these are all the words."""
    from kiosk.station.entry import Checking

    Checking._answer = lambda state, enter, now_ms: replace(  # type: ignore[method-assign]
        state.restart_quiet(now_ms), entry=replace(state.entry, missed=False), notice=""
    )


def _wait_a_dead_second() -> None:
    """As it was: SPACE ends the last word, a dead second follows, then TAB judges; no other key matters."""
    from kiosk.station.entry import Checking, Entering
    from kiosk.station.events import (
        Act,
        BackspacePressed,
        EnterPressed,
        EscapePressed,
        SpacePressed,
        TabPressed,
        TimedOut,
    )
    from kiosk.station.states import Next, Procedure

    act = Checking.act

    def only_tab_matters(state: Checking, event: Act, now_ms: int, procedure: Procedure) -> Next:
        leads_on = isinstance(event, BackspacePressed | EscapePressed | TimedOut)
        judges = isinstance(event, TabPressed) and state.armed
        return act(state, event, now_ms, procedure) if leads_on or judges else (state, ())

    Checking.act = only_tab_matters  # type: ignore[method-assign]
    Checking.keys_moved = lambda state, event, now_ms: state  # type: ignore[method-assign]
    Checking.judges_by = lambda state, tab: state.armed  # type: ignore[method-assign]
    Entering.ends_with = lambda state, event: (  # type: ignore[method-assign]
        isinstance(event, EnterPressed | SpacePressed) and state.current == len(state.lines) - 1
    )


def _show_unlogged() -> None:
    """A verdict although the record failed: the very thing that must never happen."""
    from kiosk.errors import LogError
    from kiosk.rules.ruling import LoggedRuling
    from kiosk.station import station as station_station

    real = station_station.record_ruling

    def careless(log: station_station.RulingLog, adjudication: object) -> LoggedRuling:
        try:
            return real(log, adjudication)  # type: ignore[arg-type]
        except LogError:
            return LoggedRuling(1, "A-1", "", "", adjudication)  # type: ignore[arg-type]

    station_station.record_ruling = careless  # type: ignore[assignment]


if __name__ == "__main__":
    without(sys.argv[1])
    sys.exit(first_paint.run_station(Path(sys.argv[2])))
