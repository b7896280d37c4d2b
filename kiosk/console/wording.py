"""What the console says of its own accord."""

from typing import assert_never

from kiosk.console import orders
from kiosk.console.values import Act, StatusSeen, Where
from kiosk.log.chain import address_of
from kiosk.log.forms import no_form

HELD = "The station holds the log, so nothing can be written from here."
HELD_WHAT = "At the station press Ctrl+F12, type the passcode, then 3: the console inside it can."
NO_ROUND = "A round is a number from 1 to 99."
NO_NAME = "An event needs a name with a letter or digit in it, of up to 60 characters."
NO_TARGET = no_form()
NO_RULING = (
    "A ruling is called by its letter and number, such as B-147; any record by its place in the log, as #812."
)
IS_IT = "Is it {}? ENTER shows it."
NO_PAPER = "Take a printer from the list, or name a file: its ending says the form, .pdf, .html or .txt."
NO_REPORT = "Take a printer from the list, or name a file: its ending says the form, .pdf or .html."
NO_REASON = "Say why in 1 to 200 characters: the reason stands on record."
NO_INITIALS = "Initials or a staff id, not a name: 1 to 16 letters, digits, “.”, “-” or “_”."
NO_SPOT = "Type a table, a table and a round, or leave it empty: 7, or 7 3. A division may follow: 7 3 open."
NO_DAY = "A day is typed as 2026-05-02."
NO_ACCOUNT = "That is too long: say it in up to 1,000 characters."
MAY_SEE = "You, and whoever looks over your shoulder. No player may, while the event is open."
ONLY_YOU = "For the director alone: while the event is open no player may see or hear this."
REVEALED_S = 60
GOES = "It goes by itself after a minute."
STILL_OPEN = (
    "An event is open. Whoever sees the answer can tell a player which word was bad. That you asked, and "
    "why, is on record for good."
)
LEFT_ALONE = "Nobody was here for a while, so the console was closed."

ACT_NAMES = {
    Act.OPEN_EVENT: ("O", "open the event"),
    Act.CLOSE_EVENT: ("C", "close the event"),
    Act.START_ROUND: ("R", "a round starts now"),
    Act.END_ROUND: ("E", "the round ends now"),
    Act.TONIGHT: ("T", "close for tonight"),
    Act.DECIDE: ("N", "decide, without a ruling"),
    Act.DOCTOR: ("D", "doctor"),
    Act.LEAVE_KIOSK: ("K", "leave the kiosk"),
    Act.SHUT: ("ESC", "close the console"),
}

# What an open event and a running round decide about: nobody can say before the first look at the station.
BY_STANDING = (Act.OPEN_EVENT, Act.CLOSE_EVENT, Act.START_ROUND, Act.END_ROUND)


def looking(awaited: Act | None) -> str:
    """What is said before the first look at the station has come."""
    if awaited is None:
        return "Looking at the station. O, C, R and E come with the answer."
    key, name = ACT_NAMES[awaited]
    return f"Looking at the station. {key} ({name}) follows by itself; ESC takes it back."


def acts(where: Where, status: StatusSeen | None) -> tuple[Act, ...]:
    """What can be chosen now: an event that is open is not opened, and so on."""
    open_ = status is not None and bool(status.event)
    known = () if status is None else (Act.OPEN_EVENT,)  # nothing is offered before the first look
    about_event = (Act.CLOSE_EVENT, Act.START_ROUND) if open_ else known
    running = (Act.END_ROUND,) if open_ and status is not None and status.round is not None else ()
    kiosk = (Act.LEAVE_KIOSK,) if where is Where.IN_STATION else ()
    return (*about_event, *running, Act.TONIGHT, Act.DECIDE, Act.DOCTOR, *kiosk, Act.SHUT)


def working(order: orders.Work) -> str:
    """What is being done."""
    if isinstance(order, orders.PaperWork):
        return _paper_working(order)
    match order:
        case orders.HearEvent():
            return "Verifying the log and looking at the set-up…"
        case orders.OpenEvent():
            return "Opening the event…"
        case orders.CloseEvent():
            return "Verifying the log and closing the event…"
        case orders.CloseForTonight():
            return "Verifying the log and copying it…"
        case orders.StartRound(number):
            return f"Starting round {number}…"
        case orders.EndRound():
            return "Ending the round…"
        case orders.Examine():
            return "Examining this machine…"
        case orders.ExportRows():
            return "Writing the file…"
        case _:
            assert_never(order)


def not_done(order: orders.Work) -> str:
    """The headline over the reason why *order* could not be carried out."""
    if isinstance(order, orders.PaperWork):
        return _paper_not_done(order)
    match order:
        case orders.HearEvent() | orders.OpenEvent():
            return "The event was not opened"
        case orders.CloseEvent():
            return "The event was not closed"
        case orders.CloseForTonight():
            return "Not closed for tonight"
        case orders.StartRound(number):
            return f"Round {number} was not started"
        case orders.EndRound():
            return "The round was not ended"
        case orders.Examine():
            return "The machine could not be examined"
        case orders.ExportRows():
            return "Nothing was exported"
        case _:
            assert_never(order)


def stopped_sentence(order: orders.Work) -> str:
    """What is said once *order* was stopped; empty: that nothing has come of it can be seen."""
    if isinstance(order, orders.MakePaper | orders.WriteReport) and order.printer:
        return "Stopped: nothing was printed"
    return (
        "Stopped: no file was written"
        if isinstance(order, orders.MakePaper | orders.WriteReport | orders.ExportRows)
        else ""
    )


def _paper_working(order: orders.PaperWork) -> str:
    match order:
        case orders.SeeRuling(which):
            return f"Reading {address_of(which)[0]} and verifying the log…"
        case orders.FindPrinters():
            return "Looking for printers…"
        case orders.MakePaper() | orders.WriteReport():
            return f"Printing on {order.printer}…" if order.printer else "Writing the file…"
        case orders.OfferForms():
            return "Verifying the log and looking at the rules…"
        case orders.Decide():
            return "Putting it on record…"
        case orders.RevealWords():
            return "Putting on record that you ask…"
        case orders.SeeReport():
            return "Verifying the log and counting…"
        case _:
            assert_never(order)


def _paper_not_done(order: orders.PaperWork) -> str:
    match order:
        case orders.SeeRuling(which):
            return f"{address_of(which)[0]} cannot be shown"
        case orders.FindPrinters():
            return "No printer was found"
        case orders.MakePaper() | orders.WriteReport():
            return "Nothing was printed" if order.printer else "Nothing was written"
        case orders.OfferForms():
            return "Nothing can be decided on it"
        case orders.Decide():
            return "Not decided: nothing is on record"
        case orders.RevealWords():
            return "Nothing is revealed"
        case orders.SeeReport():
            return "There is no report"
        case _:
            assert_never(order)


def reading(far: tuple[int, int] | None) -> str:
    """What stands where an answer is waited for; *far*: how many records of how many were read."""
    return "Reading the log…" if far is None else f"Reading the log: {far[0]:,} of {far[1]:,} records"
