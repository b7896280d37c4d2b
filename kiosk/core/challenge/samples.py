"""One state of every kind, for the self-test and for pictures. The rulings must come from a real log."""

from collections.abc import Mapping
from dataclasses import replace

from kiosk.core.challenge.checking import HELD_MS, TOO_EARLY
from kiosk.core.challenge.ruling import LoggedRuling, Verdict
from kiosk.core.challenge.states import (
    Checking,
    Choosing,
    ChoosingDivision,
    Counting,
    DirectorNeeded,
    Entering,
    Holder,
    Locked,
    NoKeyboard,
    OutOfService,
    Referred,
    Showing,
    State,
    Unlocking,
    WithDirector,
)
from kiosk.core.challenge.typing import LAST_WORD


def sample_states(words: tuple[str, ...], rulings: Mapping[Verdict, LoggedRuling]) -> dict[str, State]:
    """Every state a station can show, by name."""
    typing = Entering(0, 0, len(words), (*words[:-1], words[-1][:-1]), current=len(words) - 1)
    entered = Entering(0, 0, len(words), words, current=len(words) - 1)
    checking = Checking(0, entered, 0)
    return {
        "division": ChoosingDivision(),
        "counting": Counting(),
        "counting_hint": Counting(hint=True),
        "entering": typing,
        "entering_late": replace(typing, since_ms=-50_000, notice="A word has at most 15 letters"),
        "entering_spaced": replace(entered, spaced=True, notice=LAST_WORD),
        "checking": checking,
        "checking_doubted": replace(checking, doubted=True),
        "checking_held": replace(checking, down=("W",), down_ms=-HELD_MS),
        "checking_early": replace(checking, notice=TOO_EARLY),
        "checking_armed": replace(checking, armed=True),
        "checking_table": replace(checking, asking_table=True, table="12"),
        "showing_acceptable": Showing(0, rulings[Verdict.ACCEPTABLE], open=True),
        "showing_unacceptable": Showing(0, rulings[Verdict.UNACCEPTABLE], open=True),
        "referred": Referred(0, rulings[Verdict.REFER], open=True),
        "choosing": Choosing(0, checking),
        "no_keyboard": NoKeyboard(0, checking),
        "director_needed": DirectorNeeded(0, checking),
        "locked": Locked(0, "Another program took the keyboard", "14:31"),
        "out_of_service": OutOfService(0, "The record could not be saved."),
        "unlocking": Unlocking(0, Counting(), "abcdef", "Not accepted."),
        "with_director": WithDirector(0, Holder.DIRECTOR, Counting()),
    }
