"""Paper for the tables: challenge slips, the witness sheet, the director's sheet."""

from kiosk.base.frozen import frozen
from kiosk.paper import sheet
from kiosk.paper.cards import Subject
from kiosk.rules.choices import Slip
from kiosk.words.play import MOST_WORDS

# ---- slips -------------------------------------------------------------------------------------------------
# A sheet of challenge slips to cut: what the players write, and where the result is marked.

SLIPS = 6  # on a sheet

_SLIP_HEIGHT, _LINE_HEIGHT = 84.0, 6.0  # in millimetres

_NEED = {
    Slip.REQUIRED: "Required.",
    Slip.ON_DEMAND: "Where none is written, the challenged player may require it.",
    Slip.ADVISED: "Advised, to avoid errors.",
    Slip.NONE: "",
}


def knows_slips(subject: Subject) -> bool:
    """Whether the rulebook knows a slip for the way in which players here look words up."""
    rules = subject.rules
    return rules.station_method.slip is not Slip.NONE


def slip_sheet(subjects: tuple[Subject, ...]) -> sheet.Sheet:
    """A leaf of slips to cut for each of *subjects*."""
    return sheet.Sheet("Challenge slips", tuple(_leaf_of(_slip(each)) for each in subjects))


def _leaf_of(slip: tuple[sheet.Row, ...]) -> sheet.Leaf:
    pair = sheet.Columns((slip, slip), (1, 1), sheet.ColumnFrame.CUT, gap=0, least=_SLIP_HEIGHT)
    return sheet.Leaf((pair,) * (SLIPS // 2))


def _slip(subject: Subject) -> tuple[sheet.Row, ...]:
    rules, in_use = subject.rules, subject.in_use
    method, words = rules.station_method, rules.verdict
    name = f"{rules.terms.slip[:1].upper()}{rules.terms.slip[1:]}"
    whose = rules.short_title if in_use is None else f"{in_use.division} · {rules.short_title}"
    title = sheet.Row(
        (
            sheet.Cell(sheet.Lettered(name, 12, bold=True), 36),
            sheet.Cell(sheet.Lettered(whose, 8, right=True)),
        ),
        below=1.2,
    )
    fields = tuple(
        sheet.Cell(sheet.Lettered(field, 9), underlined=True) for field in ("Table", "Round", "Ruling")
    )
    lines = tuple(
        sheet.Row((sheet.Cell(sheet.Lettered(str(number), 7, quiet=True)),), least=_LINE_HEIGHT, under=0.4)
        for number in range(1, MOST_WORDS + 1)
    )
    marks = (
        f"{words.acceptable_mark} {words.acceptable}",
        f"{words.unacceptable_mark} {words.unacceptable}",
    )
    needs = (_NEED[method.slip], rules.clause(f"method.{method.id}.slip"))
    marked = (f"The result is marked on the {words.marked_on}.", rules.clause("verdict.marked_on"))
    small_print = " ".join(part for part in (*needs, *marked) if part)
    return (
        title,
        sheet.Row(fields, gap=4, below=0),
        *lines,
        sheet.Row(tuple(sheet.Cell(sheet.TickBox(4.5, mark, 9)) for mark in marks), above=2, below=1),
        sheet.Row((sheet.Cell(sheet.Lettered(small_print, 6.8)),), above=0),
    )


# ---- witness -----------------------------------------------------------------------------------------------
# The witness sheet: where the end of a station's log is written down in the open.
#
# Whoever holds such a row can tell later whether anything recorded until then was changed or cut off.

ROWS = 12

_ROW_HEIGHT = 13.5  # in millimetres
COLUMNS = (
    ("Day and time", 15),
    ("Records", 13),
    ("Code", 24),
    ("Director signs", 24),
    ("Witness signs", 24),
)
STEPS = (
    "Before witnesses, run kiosk log head: it checks the whole log first.",
    "Write down the number of records and the code, as they stand behind “Write on paper”.",
    "Both sign. The witness may copy the row, or photograph this sheet.",
)
VERIFY = (
    "Later, kiosk log verify --count RECORDS --head CODE tells whether a row still stands in the log: all "
    "that was recorded until then is as it was."
)


@frozen
class WitnessedStation:
    """Whose log is witnessed."""

    letter: str
    name: str
    setup_code: str
    event: str = ""


def witness_sheet(station: WitnessedStation) -> sheet.Sheet:
    """The sheet on which the end of a log is signed, one leaf."""
    widths = [width for _, width in COLUMNS]
    head = sheet.Row(
        (
            sheet.Cell(sheet.Lettered("Witness sheet", 24, bold=True), 80),
            sheet.Cell(sheet.Lettered(f"Station {station.letter}", 24, bold=True)),
            sheet.Cell(sheet.Lettered(f"Set-up code {station.setup_code}", 13, bold=True, right=True), 58),
        ),
        below=0.5,
    )
    whose = " · ".join(part for part in (station.event, station.name) if part)
    steps = tuple(
        sheet.Row(
            (
                sheet.Cell(sheet.Lettered(f"{place}.", 11.5, bold=True), 6),
                sheet.Cell(sheet.Lettered(said, 11.5)),
            ),
            above=1.2,
        )
        for place, said in enumerate(STEPS, start=1)
    )
    share = 188.0 / sum(widths)
    names = sheet.Row(
        tuple(sheet.Cell(sheet.Lettered(name, 9, bold=True), width * share) for name, width in COLUMNS),
        gap=0,
        above=3,
        below=1,
    )
    empty = sheet.Row(
        tuple(sheet.Cell(sheet.Lettered("", 9), width * share) for width in widths),
        gap=0,
        above=0,
        below=0,
        least=_ROW_HEIGHT,
        boxed=True,
    )
    below = sheet.Row((sheet.Cell(sheet.Lettered(VERIFY, 9)),), above=3)
    who = sheet.Row((sheet.Cell(sheet.Lettered(whose, 10.5)),), under=3, below=2)
    return sheet.Sheet(
        f"Witness sheet · station {station.letter}",
        (sheet.Leaf((head, who, *steps, names, *(empty,) * ROWS, below)),),
    )


# ---- director sheet ----------------------------------------------------------------------------------------
# The director's sheet: what the director must know on the day, on one page.
#
# Rules it guards: it is made from the set-up, so it says what this station does; the passcode stands on no
# paper.

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


def director_sheet(station: DirectedStation, made: str) -> sheet.Sheet:
    """The sheet of *station*, one page; *made*: when and by what."""
    copy = (("Second copy", station.second_copy),) if station.second_copy else ()
    called = station.event or ("Club" if station.club else "Tournament")
    blocks: tuple[sheet.Block, ...] = (
        sheet.SheetTitle("Director's sheet", called, (f"Set-up code {station.setup_code}",)),
        *(sheet.Notice(note) for note in station.notes[:2]),
        sheet.SheetHeading("This set-up"),
        sheet.Pairs((*station.plays, *copy)),
        sheet.SheetHeading("Keys at the station"),
        sheet.Pairs(_KEYS),
        sheet.SheetHeading("Before the first round"),
        sheet.Pairs(_CLUB_MORNING if station.club else _MORNING),
        sheet.SheetHeading("If …"),
        sheet.Pairs(_WRONG),
        *(() if station.club else (sheet.SheetHeading("In the evening"), sheet.Pairs(_EVENING))),
        sheet.SheetHeading("Stations"),
        _stations(station),
    )
    return sheet.Sheet(f"Director's sheet · {called}", blocks, made)


def _stations(station: DirectedStation) -> sheet.SheetTable:
    """Lines to fill in by hand; the first is this station's."""
    columns = (
        sheet.SheetColumn("Letter", 10, strong=True),
        sheet.SheetColumn("Where", 40),
        sheet.SheetColumn("Set-up code", 25),
        sheet.SheetColumn("Clock right", 25),
    )
    rows = ((station.letter, "", station.setup_code, ""), *(("", "", "", ""),) * (_STATIONS - 1))
    return sheet.SheetTable(columns, tuple(rows))
