"""The director's sheet: what the director must know on the day, on one page.

Rules it guards: it is made from the set-up, so it says what this station does; the passcode stands on no
paper."""

from kiosk.core.frozen import frozen
from kiosk.core.paper.sheet.blocks import (
    Block,
    Notice,
    Pairs,
    Sheet,
    SheetColumn,
    SheetHeading,
    SheetTable,
    SheetTitle,
)

_STATIONS = 6
_KEYS = (
    ("Ctrl+F12, passcode", "1 resume · 2 leave the station · 3 console: rulings, rounds, decisions"),
    ("1 to 8", "how many words; the challenger types them and ends with ENTER"),
    ("TAB", "the challenged player judges, after one quiet second; no other key ever does"),
    ("ESC", "go back, clear, give up where the rules know it, call the director"),
)
_MORNING = (
    ("Compare", "the set-up code and the clock of all stations: equal, or stop"),
    ("Open the event", "kiosk event open, then start the station: kiosk"),
    ("Sign the log", "kiosk log head, in the open: number and code on the witness sheet"),
)
_CLUB_MORNING = (
    ("Start", "kiosk; players need nothing else"),
    ("Compare", "the set-up code of all stations, where there are several"),
)
_WRONG = (
    ("“Call the director”", "read the reason; Ctrl+F12, passcode, 1. Again? Use another station"),
    ("A ruling is disputed", "the number on the slip: kiosk log show B-147, or B in the console"),
    ("A round runs late", "kiosk round start 4, or the console: it wins over the timetable"),
    ("The laptop is dead", "another station, another letter; keep the stick with the copy"),
    ("Forgotten passcode", "delete the file “access” in the data folder, kiosk passcode set"),
    ("No station is left", "a word judge rules by the book; write word and result on the slip"),
)
_EVENING = (("Close", "kiosk event close (kiosk event tonight but on the last day); sign the log again"),)


@frozen
class DirectedStation:
    """What stands on the sheet. *plays*: a line for each division; *notes*: what to know of lists and
    rules."""

    letter: str
    setup_code: str
    event: str
    plays: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()
    second_copy: str = ""
    club: bool = False


def director_sheet(station: DirectedStation, made: str) -> Sheet:
    """The sheet of *station*, one page; *made*: when and by what."""
    copy = (("Second copy", station.second_copy),) if station.second_copy else ()
    called = station.event or ("Club" if station.club else "Tournament")
    blocks: tuple[Block, ...] = (
        SheetTitle("Director's sheet", called, (f"Set-up code {station.setup_code}",)),
        *(Notice(note) for note in station.notes[:2]),
        SheetHeading("This set-up"),
        Pairs((*station.plays, *copy)),
        SheetHeading("Keys at the station"),
        Pairs(_KEYS),
        SheetHeading("Before the first round"),
        Pairs(_CLUB_MORNING if station.club else _MORNING),
        SheetHeading("If …"),
        Pairs(_WRONG),
        *(() if station.club else (SheetHeading("In the evening"), Pairs(_EVENING))),
        SheetHeading("Stations"),
        _stations(station),
    )
    return Sheet(f"Director's sheet · {called}", blocks, made)


def _stations(station: DirectedStation) -> SheetTable:
    """Lines to fill in by hand; the first is this station's."""
    columns = (
        SheetColumn("Letter", 10, strong=True),
        SheetColumn("Where", 40),
        SheetColumn("Set-up code", 25),
        SheetColumn("Clock right", 25),
    )
    rows = ((station.letter, "", station.setup_code, ""), *(("", "", "", ""),) * (_STATIONS - 1))
    return SheetTable(columns, tuple(rows))
