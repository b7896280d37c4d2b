"""Paper for the tables as pages for a browser: challenge slips, the witness sheet, the director's sheet."""

from html import escape

from kiosk.base.frozen import frozen
from kiosk.paper.cards import Subject
from kiosk.paper.sheet import (
    Block,
    Notice,
    PageLook,
    Pairs,
    Sheet,
    SheetColumn,
    SheetHeading,
    SheetTable,
    SheetTitle,
    clause,
    document,
)
from kiosk.rules.choices import Slip
from kiosk.words.play import MOST_WORDS

# ---- slips -------------------------------------------------------------------------------------------------
# A sheet of challenge slips to cut: what the players write, and where the result is marked.

SLIPS = 6  # on a sheet

_SLIPS_STYLE = """
.sheet { display: grid; grid-template-columns: 1fr 1fr; grid-auto-rows: 84mm; row-gap: 2mm }
.slip { padding: 3mm 5mm 2mm; border: .5pt dashed #777; margin: -.25pt; break-inside: avoid;
  display: flex; flex-direction: column }
.slip h2 { font-size: 12pt; line-height: 1; display: flex; justify-content: space-between }
.slip h2 span { font-size: 8pt; font-weight: 400 }
.fields { display: flex; gap: 4mm; margin: 2.5mm 0 1mm; font-size: 9pt }
.fields span { flex: 1; border-bottom: .6pt solid #000 }
ol { list-style: none; margin: 0; padding: 0; flex: 1; display: flex; flex-direction: column }
li { flex: 1; border-bottom: .4pt solid #999; display: flex; align-items: flex-end;
  font-size: 7pt; color: #555 }
.mark { display: flex; gap: 5mm; align-items: center; margin-top: 2mm; font-size: 9pt }
.mark span { display: flex; align-items: center; gap: 1.5mm }
.mark i { width: 4.5mm; height: 4.5mm; border: 1pt solid #000 }
.slip p { font-size: 7pt; line-height: 1.2; margin-top: 1.2mm }
"""

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


def challenge_slips(subjects: tuple[Subject, ...], look: PageLook) -> str:
    """A sheet for each of *subjects*, in one file."""
    sheets = tuple(f'<div class="sheet">\n{(_slip(each) + chr(10)) * SLIPS}</div>' for each in subjects)
    return document("Challenge slips", _SLIPS_STYLE, sheets, look)


@frozen
class SlipWords:
    """What stands on a slip. *marks*: what may be ticked; *needs*, *marked*: a sentence and its clause."""

    title: str
    whose: str
    fields: tuple[str, ...]
    marks: tuple[str, ...]
    needs: tuple[str, str]
    marked: tuple[str, str]

    @property
    def small_print(self) -> str:
        return " ".join(part for part in (*self.needs, *self.marked) if part)


def slip_words(subject: Subject) -> SlipWords:
    """The words of a slip of *subject*."""
    rules, in_use = subject.rules, subject.in_use
    method, words = rules.station_method, rules.verdict
    return SlipWords(
        f"{rules.terms.slip[:1].upper()}{rules.terms.slip[1:]}",
        " · ".join((in_use.division, rules.short_title) if in_use is not None else (rules.short_title,)),
        ("Table", "Round", "Ruling"),
        (
            f"{words.acceptable_mark} {words.acceptable}",
            f"{words.unacceptable_mark} {words.unacceptable}",
        ),
        (_NEED[method.slip], rules.clause(f"method.{method.id}.slip")),
        (f"The result is marked on the {words.marked_on}.", rules.clause("verdict.marked_on")),
    )


def _slip(subject: Subject) -> str:
    words = slip_words(subject)
    lines = "".join(f"<li>{number}</li>" for number in range(1, MOST_WORDS + 1))
    fields = "".join(f"<span>{field}</span>" for field in words.fields)
    marks = "".join(f"<span><i></i>{escape(mark)}</span>" for mark in words.marks)
    (need, needed_by), (marked, marked_by) = words.needs, words.marked
    return (
        f'<div class="slip"><h2>{escape(words.title)}<span>{escape(words.whose)}</span></h2>'
        f'<div class="fields">{fields}</div>'
        f'<ol>{lines}</ol><div class="mark">{marks}</div>'
        f"<p>{escape(need)} {clause(needed_by)} {escape(marked)} {clause(marked_by)}</p></div>"
    )


# ---- witness -----------------------------------------------------------------------------------------------
# The witness sheet: where the end of a station's log is written down in the open.
#
# Whoever holds such a row can tell later whether anything recorded until then was changed or cut off.

ROWS = 12

_WITNESS_STYLE = """
header { display: flex; justify-content: space-between; align-items: flex-end; border-bottom: 3pt solid #000;
  padding-bottom: 2mm }
header b { font-size: 44pt; line-height: .8 }
header .code { text-align: right; font-size: 11pt }
header .code b { display: block; font-size: 22pt; line-height: 1 }
h1 { font-size: 24pt; line-height: 1 }
ol { margin: 4mm 0; padding-left: 6mm; font-size: 11.5pt }
li { padding: .6mm 0 }
code { font: inherit; font-weight: 700 }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
th { text-align: left; font-size: 9pt; padding: 1mm }
td { border: .6pt solid #000; height: 13.5mm }
footer { margin-top: 3mm; font-size: 9pt }
"""

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
_COMMANDS = ("kiosk log head", "kiosk log verify --count RECORDS --head CODE")


@frozen
class WitnessedStation:
    """Whose log is witnessed."""

    letter: str
    name: str
    setup_code: str
    event: str = ""


def witness_sheet(station: WitnessedStation, look: PageLook) -> str:
    """The sheet of *station*, one page."""
    steps = "".join(f"<li>{_coded(step)}</li>" for step in STEPS)
    widths = "".join(f'<col style="width:{width}%">' for _, width in COLUMNS)
    heads = "".join(f"<th>{head}</th>" for head, _ in COLUMNS)
    row = f"<tr>{'<td></td>' * len(COLUMNS)}</tr>\n"
    event = f"<p>{escape(station.event)}</p>" if station.event else ""
    page = (
        f"<header><div><h1>Witness sheet</h1>{event}<p>{escape(station.name)}</p></div>"
        f"<p>Station <b>{escape(station.letter)}</b></p>"
        f'<p class="code">Set-up code<b>{escape(station.setup_code)}</b></p></header>\n'
        f"<ol>{steps}</ol>\n<table>{widths}<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>{row * ROWS}</tbody></table>\n"
        f"<footer>{_coded(VERIFY)}</footer>"
    )
    return document(f"Witness sheet · station {station.letter}", _WITNESS_STYLE, (page,), look)


def _coded(text: str) -> str:
    """*text* with its commands marked as such."""
    for command in _COMMANDS:
        text = text.replace(command, f"<code>{command}</code>")
    return text


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
