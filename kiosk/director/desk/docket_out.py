"""The docket of a ruling goes out: to a printer, chosen once a shift, or into a file.

Rules guarded here: it is done by the judge's own key and once for each; nothing about it holds up a ruling,
for whoever would not wait goes back to the slips; and an answer to another docket is not taken for this one.
"""

from dataclasses import replace

from kiosk.core.challenge.events import EnterPressed, EscapePressed, Typed
from kiosk.director.desk.effects import FindDocketPrinters, PrintDocket, SaveDocket
from kiosk.director.desk.events import (
    DeskKey,
    DocketAsked,
    DocketKept,
    DocketOut,
    DocketPrintersFound,
    digit_of,
)
from kiosk.director.desk.signing_on import DeskNext
from kiosk.director.desk.states import DeskState, PickingPrinter, ShowingDocket

PRINT, SAVE, OTHER = "P", "S", "O"
MOST_PRINTERS = 9  # as many as there are digits
LOOKING = "Looking for printers…"
PRINTING = "Printing on {}…"
SAVING = "Saving it…"
NO_PRINTER = "This computer knows no printer. S saves it as a file."


def docket_key(state: ShowingDocket | PickingPrinter, key: DeskKey) -> DeskNext:
    """What a key leads to on the docket's page, or where its printer is chosen."""
    return _shown(state, key) if isinstance(state, ShowingDocket) else _picking(state, key)


def _shown(state: ShowingDocket, key: DeskKey) -> DeskNext:
    if isinstance(key, EnterPressed | EscapePressed | DocketAsked):
        return state.under, ()
    letter = key.letter if isinstance(key, Typed) else None
    if state.busy or letter is None:
        return state, ()
    printer = state.under.shift.printer
    if letter == SAVE:
        return _busy(state, SAVING), (SaveDocket(state.ruling),)
    if letter == PRINT and printer:
        return _busy(state, PRINTING.format(printer)), (PrintDocket(state.ruling, printer),)
    if letter == PRINT or (letter == OTHER and printer):
        return _busy(state, LOOKING), (FindDocketPrinters(),)
    return state, ()


def _picking(state: PickingPrinter, key: DeskKey) -> DeskNext:
    """The printer of this shift is chosen, and prints the docket that was asked for."""
    if isinstance(key, EscapePressed):
        return state.under, ()
    if 1 <= (digit := digit_of(key)) <= min(len(state.names), MOST_PRINTERS):
        return _on(state.under, state.names[digit - 1])
    return replace(state, hint=True), ()


def docket_replied(state: DeskState, reply: DocketPrintersFound | DocketOut | DocketKept) -> DeskNext:
    """What came of it, if somebody still waits for it."""
    if not (isinstance(state, ShowingDocket) and state.busy):
        return state, ()
    if isinstance(reply, DocketPrintersFound):
        return _found(state, reply.names)
    said = reply.said if isinstance(reply, DocketOut) else reply.why
    return (replace(state, busy="", notice=said) if reply.seq == state.ruling.seq else state), ()


def _found(state: ShowingDocket, names: tuple[str, ...]) -> DeskNext:
    if state.busy != LOOKING:
        return state, ()
    idle = replace(state, busy="", notice="")
    if not names:
        return replace(idle, notice=NO_PRINTER), ()
    return _on(idle, names[0]) if len(names) == 1 else (PickingPrinter(idle, names), ())


def _on(state: ShowingDocket, printer: str) -> DeskNext:
    shift = replace(state.under.shift, printer=printer)
    chosen = replace(state, under=replace(state.under, shift=shift))
    return _busy(chosen, PRINTING.format(printer)), (PrintDocket(state.ruling, printer),)


def _busy(state: ShowingDocket, doing: str) -> ShowingDocket:
    return replace(state, busy=doing, notice="")
