"""A sheet as one HTML file that needs nothing else: for a screen, and for a browser's printer."""

from base64 import b64encode
from html import escape
from typing import assert_never

from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import OutputError
from kiosk.paper import charts
from kiosk.paper import sheet as paper_sheet
from kiosk.paper.sheet import Align
from kiosk.rules.ruling import Verdict

# ---- style -------------------------------------------------------------------------------------------------
# How a sheet looks in a browser and on its paper. Kept apart so that the page reads as what it says.

FAMILY = "Atkinson Hyperlegible Next"

_STYLE = """
* { box-sizing: border-box }
html { font: 10pt/1.25 "Atkinson Hyperlegible Next", Arial, Helvetica, sans-serif; color: #000 }
body { margin: 0 auto; max-width: 188mm }
p, h1, h2, h3 { margin: 0 }
@media screen { body { padding: 8mm } }
@page { margin: 14mm 14mm 16mm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font-size: 8pt } }
html { font-size: 9.5pt; line-height: 1.28 }
main { padding-right: .4mm }
main > * { margin: 0 0 1.7mm }
.title { border-bottom: 1.5pt solid #000; padding-bottom: 1.5mm; margin-bottom: 3mm }
.kicker { font-size: 8.5pt; font-weight: 700 }
h1 { font-size: 20pt; line-height: 1.1; overflow-wrap: anywhere }
h2 { font-size: 11.5pt; margin: 3.6mm 0 .9mm; break-after: avoid }
p, td, dd, figcaption { overflow-wrap: anywhere }
.small { font-size: 8pt; color: #333 }
.notice { border: 2pt solid #000; padding: 2mm 3mm; font-size: 11pt; font-weight: 700; break-inside: avoid }
dl { display: grid; grid-template-columns: 38mm 1fr; gap: .6mm 3mm }
dt { font-weight: 700 } dd { margin: 0 }
.verdict { display: flex; align-items: center; gap: 5mm; break-inside: avoid }
.verdict svg { flex: none; width: 19mm; height: 19mm }
.verdict b { display: block; font-size: 24pt; line-height: 1.05 }
.verdict .play { font-size: 15pt; font-weight: 700; letter-spacing: .05em; overflow-wrap: anywhere }
.verdict .play span { margin-right: 1.2em }
.figures { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 3mm; break-inside: avoid }
.figures div { border: .6pt solid #000; padding: 2mm 2.5mm }
.figures b { display: block; font-size: 19pt; line-height: 1.1 }
.figures small { display: block; font-size: 8pt; color: #333 }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-size: 8.8pt }
thead { display: table-header-group }
tr { break-inside: avoid }
th { text-align: left; border-bottom: 1pt solid #000; vertical-align: bottom }
th, td { padding: .7mm 2mm .7mm 0 }
td { border-bottom: .4pt solid #aaa; vertical-align: top }
.right { text-align: right; padding-right: 4mm }
.strong, .marked td { font-weight: 700 }
.marked td { border-top: 1pt solid #000; border-bottom: 1pt solid #000 }
.hashes { display: flex; gap: 5mm; justify-content: space-between; break-inside: avoid }
.hashes p { margin-bottom: .6mm }
.hashes .qr { flex-direction: column; width: 34mm; align-items: flex-start; gap: 1.5mm }
.hashes b { display: block; font-size: 8pt }
.hashes code { font-size: 8.5pt; overflow-wrap: anywhere;
  font-family: "Atkinson Hyperlegible Mono", "DejaVu Sans Mono", monospace }
figure { break-inside: avoid }
figcaption { font-weight: 700 }
svg { display: block; width: 100%; height: auto }
.qr { display: flex; align-items: center; gap: 4mm; break-inside: avoid }
.qr svg { width: 24mm; height: 24mm; flex: none }
.sign { display: flex; gap: 10mm; margin-top: 14mm; break-inside: avoid }
.sign span { flex: 1; border-top: .6pt solid #000; padding-top: .8mm; font-size: 8.5pt }
.break { break-before: page; height: 0 }
footer { margin-top: 3mm; border-top: .4pt solid #000; padding-top: 1mm; font-size: 8pt; color: #333 }
"""


# ---- html --------------------------------------------------------------------------------------------------
# A sheet as one HTML file that needs nothing else: for a screen, and for a browser's printer.
#
# The rule it guards: whatever a record holds is text on the page and nothing more.


@frozen
class Face:
    """One weight of the typeface, as the content of its file."""

    weight: int
    data: bytes


@frozen
class PageLook:
    """What a page is printed on and in. Without *faces* it takes a common typeface of the reader's."""

    paper: paper_sheet.PaperSize = paper_sheet.PaperSize.A4
    faces: tuple[Face, ...] = ()


_DISC = '<circle cx="10" cy="10" r="10"/><path d="M5 10.5L8.6 14L15 6.5"'
_OCTAGON = '<path d="M6 0H14L20 6V14L14 20H6L0 14V6Z"/><path d="M6 6L14 14M14 6L6 14"'
_SQUARE = '<path d="M0 0H20V20H0Z"/><path d="M4 10H15M11 5.5L15.5 10L11 14.5"'
_QUESTION = '<path d="M0 0H20V20H0Z" fill="none" stroke="#000"/><path d="M6 10H14"'
_WHITE_LINE = ' fill="none" stroke="#fff" stroke-width="2.4"/>'
_SIGNS = {
    Verdict.ACCEPTABLE: _DISC + _WHITE_LINE,
    Verdict.UNACCEPTABLE: _OCTAGON + _WHITE_LINE,
    Verdict.REFER: _SQUARE + _WHITE_LINE,
    None: _QUESTION + ' fill="none" stroke="#000" stroke-width="2.4"/>',
}
# Ids are of the whole document, so the pattern stands once, at its top.
_HATCH = (
    '<svg width="0" height="0" style="position:absolute;width:0" aria-hidden="true"><defs>'
    '<pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="4" height="4" fill="#fff"/><rect width="1.6" height="4"/></pattern></defs></svg>'
)
_FILLS = {
    charts.Fill.FULL: 'fill="#000" stroke="#000" stroke-width=".8"',
    charts.Fill.HATCHED: 'fill="url(#hatch)" stroke="#000" stroke-width=".8"',
    charts.Fill.EMPTY: 'fill="#fff" stroke="#000" stroke-width=".8"',
    charts.Fill.PALE: 'fill="#eee"',
    charts.Fill.PALER: 'fill="#f7f7f7"',
}


def as_html(sheet: paper_sheet.Sheet, look: PageLook) -> str:
    """*sheet* as a page on the paper of *look*."""
    footer = f"<footer>{_escape(sheet.footer)}</footer>" if sheet.footer else ""
    body = "\n".join(map(_block, sheet.blocks))
    return _document(printable(sheet.title), f"{_HATCH}<main>\n{body}\n{footer}</main>", look)


def _document(title: str, body: str, look: PageLook) -> str:
    """The whole file."""
    size = f"@page {{ size: {look.paper.value}; margin: 9mm 11mm }}"
    faces = "".join(_font(face) for face in look.faces)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>\n{size}{_STYLE}{faces}</style>\n</head>\n"
        f'<body>\n<div class="page">\n{body}\n</div>\n</body>\n</html>\n'
    )


def _font(face: Face) -> str:
    data = b64encode(face.data).decode()
    return (
        f'@font-face {{ font-family: "{FAMILY}"; font-weight: {face.weight}; '
        f"src: url(data:font/ttf;base64,{data}) }}\n"
    )


def _escape(text: str) -> str:
    return escape(printable(text))


def _block(block: paper_sheet.Block | paper_sheet.Leaf) -> str:
    if isinstance(block, paper_sheet.Leaf):
        raise OutputError(
            "This is laid out for paper, not for a browser. Write a PDF (--pdf FILE), print it (--printer), "
            "or name a file that ends in .txt."
        )
    return _block_text(block) if isinstance(block, paper_sheet.Worded) else _lay_out(block)


def _block_text(block: paper_sheet.Worded) -> str:
    match block:
        case paper_sheet.SheetTitle():
            return _title(block)
        case paper_sheet.SheetHeading(text):
            return f"<h2>{_escape(text)}</h2>"
        case paper_sheet.Paragraph(text, strong):
            return f'<p{_class("strong" if strong else "")} dir="auto">{_escape(text)}</p>'
        case paper_sheet.SmallPrint(text):
            return f'<p class="small" dir="auto">{_escape(text)}</p>'
        case paper_sheet.Notice(text):
            return f'<p class="notice">{_escape(text)}</p>'
        case paper_sheet.Pairs(rows):
            pairs = "".join(
                f'<dt>{_escape(label)}</dt><dd dir="auto">{_escape(value)}</dd>' for label, value in rows
            )
            return f"<dl>{pairs}</dl>"
        case paper_sheet.HashLines():
            return _hashes(block)
        case paper_sheet.SignHere(labels):
            return f'<div class="sign">{"".join(f"<span>{_escape(label)}</span>" for label in labels)}</div>'
        case _:
            assert_never(block)


def _lay_out(block: paper_sheet.Drawn) -> str:
    match block:
        case paper_sheet.SheetTable():
            return _table(block)
        case paper_sheet.VerdictMark():
            return _verdict(block)
        case paper_sheet.Figures():
            return _figures(block)
        case paper_sheet.RateChart(caption) | paper_sheet.DayChart(caption):
            picture = _svg(charts.draw_chart(block), caption)
            return f"<figure><figcaption>{_escape(caption)}</figcaption>{picture}</figure>"
        case paper_sheet.QrCode():
            return _qr(block)
        case paper_sheet.PageBreak():
            return '<div class="break"></div>'
        case _:
            assert_never(block)


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _title(title: paper_sheet.SheetTitle) -> str:
    below = "".join(f'<p dir="auto">{_escape(line)}</p>' for line in title.below)
    kicker = f'<p class="kicker">{_escape(title.kicker)}</p>'
    return f'<div class="title">{kicker}<h1 dir="auto">{_escape(title.text)}</h1>{below}</div>'


def _verdict(mark: paper_sheet.VerdictMark) -> str:
    words = " ".join(f"<span>{_escape(word)}</span>" for word in mark.words)
    sign = f'<svg viewBox="0 0 20 20" aria-hidden="true">{_SIGNS[mark.verdict]}</svg>'
    return (
        f'<div class="verdict">{sign}<div><b>{_escape(mark.word)}</b><p class="play">{words}</p></div></div>'
    )


def _figures(figures: paper_sheet.Figures) -> str:
    boxes = "".join(
        f"<div><b>{_escape(figure.value)}</b>{_escape(figure.what)}<small>{_escape(figure.below)}</small></div>"
        for figure in figures.figures
    )
    return f'<div class="figures">{boxes}</div>'


def _table(table: paper_sheet.SheetTable) -> str:
    whole = sum(column.width for column in table.columns)
    widths = "".join(f'<col style="width:{column.width * 100 / whole:.2f}%">' for column in table.columns)
    sides = [
        " ".join(
            name
            for name, is_so in (("right", column.align is Align.RIGHT), ("strong", column.strong))
            if is_so
        )
        for column in table.columns
    ]
    heads = "".join(
        f"<th{_class('right' if column.align is Align.RIGHT else '')}>{_escape(column.heading)}</th>"
        for column in table.columns
    )
    rows = "\n".join(
        f"<tr{_class('marked' if place in table.marked else '')}>"
        + "".join(
            f'<td{_class(side)} dir="auto">{_escape(cell)}</td>'
            for side, cell in zip(sides, row, strict=True)
        )
        + "</tr>"
        for place, row in enumerate(table.rows)
    )
    return (
        f"<table><colgroup>{widths}</colgroup><thead><tr>{heads}</tr></thead>\n<tbody>{rows}</tbody></table>"
    )


def _hashes(hashes: paper_sheet.HashLines) -> str:
    lines = "".join(
        f"<p><b>{_escape(label)}</b><code>{_escape(text)}</code></p>" for label, text in hashes.lines
    )
    code = "" if hashes.code is None else _qr(hashes.code)
    return f'<div class="hashes"><div>{lines}</div>{code}</div>'


def _qr(code: paper_sheet.QrCode) -> str:
    size = len(code.modules)
    dark = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(code.modules) for x, is_dark in enumerate(row) if is_dark
    )
    picture = f'<svg viewBox="0 0 {size} {size}" aria-hidden="true"><path d="{dark}"/></svg>'
    return f'<div class="qr">{picture}<p class="small">{_escape(code.caption)}</p></div>'


def _svg(drawing: charts.Drawing, caption: str) -> str:
    shapes = "".join(map(_shape, drawing.shapes))
    box = f'viewBox="0 0 {drawing.width:g} {drawing.height:g}"'
    return f'<svg {box} role="img" aria-label="{_escape(caption)}">{shapes}</svg>'


def _shape(shape: charts.Shape) -> str:
    match shape:
        case charts.FilledField(x, y, width, height, fill):
            place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
            return f"<rect {place} {_FILLS[fill]}/>"
        case charts.Stroke(x1, y1, x2, y2, weight):
            place = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
            return f'<line {place} stroke="#000" stroke-width="{weight:g}"/>'
        case charts.Ring(x, y, radius):
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="#fff" stroke="#000"/>'
        case charts.Lettering(x, y, text, anchor, size):
            place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor.value}" font-size="{size:g}"'
            return f"<text {place}>{_escape(text)}</text>"
        case _:
            assert_never(shape)
