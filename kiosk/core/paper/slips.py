"""A sheet of challenge slips to cut: what the players write, and where the result is marked."""

from html import escape

from kiosk.core.frozen import frozen
from kiosk.core.paper.page import PageLook, clause, document
from kiosk.core.paper.subject import Subject
from kiosk.core.rules.choices import Slip
from kiosk.core.words.play import MOST_WORDS

SLIPS = 6  # on a sheet

_STYLE = """
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
    return document("Challenge slips", _STYLE, sheets, look)


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
