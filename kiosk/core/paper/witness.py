"""The witness sheet: where the end of a station's log is written down in the open.

Whoever holds such a row can tell later whether anything recorded until then was changed or cut off.
"""

from html import escape

from kiosk.core.frozen import frozen
from kiosk.core.paper.page import PageLook, document

ROWS = 12

_STYLE = """
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
    return document(f"Witness sheet · station {station.letter}", _STYLE, (page,), look)


def _coded(text: str) -> str:
    """*text* with its commands marked as such."""
    for command in _COMMANDS:
        text = text.replace(command, f"<code>{command}</code>")
    return text
