"""One state of every kind, for the self-test and for pictures. The rulings must come from a real log."""

from collections.abc import Mapping
from dataclasses import replace

from kiosk.core.challenge.entry import notices
from kiosk.core.challenge.entry.checking import HELD_MS
from kiosk.core.challenge.parties import Cause, Holder, Side
from kiosk.core.challenge.ruling import LoggedRuling, Verdict
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
    Entering,
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


def sample_states(
    words: tuple[str, ...], rulings: Mapping[Verdict, LoggedRuling], *, fixed: bool = False
) -> dict[str, State]:
    """Every state a station can show, by name. *fixed*: the rule set lets nobody change the words."""
    lines = (*words[:-1], words[-1][:-1])
    typing = Entering(0, 0, len(words), lines, current=len(words) - 1, fixed=fixed)
    entered = replace(typing, lines=words)
    last = notices.LAST_DECLARED if fixed else notices.LAST_WORD
    checking = Checking(0, entered, 0)
    return {
        "staff_only": StaffOnly(),
        "division": ChoosingDivision(),
        "division_hint": ChoosingDivision(hint=True),
        "counting": Counting(),
        "counting_hint": Counting(hint=True),
        "entering": typing,
        "entering_late": replace(typing, since_ms=-50_000, notice=notices.TOO_LONG),
        "entering_spaced": replace(entered, spaced=True, notice=last),
        "entering_surplus": replace(typing, lines=(*words[:-1], "")),
        "table": AskingTable(0, entered, "12"),
        "table_asked": AskingTable(0, entered, asked=True, notice=notices.TABLE_AGAIN),
        "checking": checking,
        "checking_doubted": replace(
            checking, entry=replace(checking.entry, missed=True), notice=notices.MISSED
        ),
        "checking_held": replace(checking, down=("W",), down_ms=-HELD_MS),
        "checking_early": replace(checking, notice=notices.TOO_EARLY),
        "checking_armed": replace(checking, armed=True),
        "at_board": AtBoard(0, checking, "14:37"),
        "showing_acceptable": Showing(0, rulings[Verdict.ACCEPTABLE], open=True),
        "showing_unacceptable": Showing(0, rulings[Verdict.UNACCEPTABLE], open=True),
        "referred": Referred(0, rulings[Verdict.REFER], open=True),
        "referred_held": Referred(0, rulings[Verdict.REFER], open=True, held=True),
        "choosing": Choosing(0, checking),
        "no_keyboard": NoKeyboard(0, checking),
        "choosing_idle": Choosing(0, Counting()),
        "choosing_hint": Choosing(0, checking, hint=True),
        "conceding_challenger": Conceding(0, Choosing(0, checking), Side.CHALLENGER),
        "conceding_challenged": Conceding(0, Choosing(0, checking), Side.CHALLENGED),
        "conceded_challenger": Conceded(0, Side.CHALLENGER, len(words), open=True),
        "conceded_challenged": Conceded(0, Side.CHALLENGED, len(words), open=True),
        "told_time": Told(0, Cause.TIME),
        "told_violation": Told(0, Cause.VIOLATION, "B-147"),
        "told_director": Told(0, Cause.DIRECTOR),
        "director_needed": DirectorNeeded(0, checking),
        "locked": Locked(0, "Another program took the keyboard", "14:31"),
        "out_of_service": OutOfService(0, "The record could not be saved.", "14:31"),
        "unlocking": Unlocking(0, Counting(), "abcdef", "Not accepted."),
        "with_director": WithDirector(0, Holder.DIRECTOR, Counting()),
        "with_director_console": WithDirector(0, Holder.DIRECTOR, Counting(), console=True),
    }
