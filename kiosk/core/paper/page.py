"""A page to print: one HTML file that needs nothing else, on A4 or US Letter.

All sizes are such that what fits a page of the one fits a page of the other. What must print dark is drawn,
never a background: browsers leave those out unless told otherwise.
"""

from base64 import b64encode
from enum import StrEnum
from html import escape

from kiosk.core.frozen import frozen

FAMILY = "Atkinson Hyperlegible Next"

_STYLE = """
* { box-sizing: border-box }
html { font: 10pt/1.25 "Atkinson Hyperlegible Next", Arial, Helvetica, sans-serif; color: #000 }
body { margin: 0 auto; max-width: 188mm }
p, h1, h2, h3 { margin: 0 }
.page + .page { break-before: page }
.clause { font-size: 6.5pt; line-height: 1.2; color: #555; font-weight: 400 }
kbd { font: inherit; font-weight: 700; border: 1pt solid #000; border-bottom-width: 2.2pt;
  border-radius: 1.2mm; padding: 0 1.6mm }
@media screen { body { padding: 8mm } .page + .page { margin-top: 20mm } }
"""


class PaperSize(StrEnum):
    """Spelled as on the command line; style sheets take the same names."""

    A4 = "a4"
    LETTER = "letter"


@frozen
class Face:
    """One weight of the typeface, as the content of its file."""

    weight: int
    data: bytes


@frozen
class PageLook:
    """What a page is printed on and in. Without *faces* it takes a common typeface of the reader's."""

    paper: PaperSize = PaperSize.A4
    faces: tuple[Face, ...] = ()


def document(title: str, style: str, pages: tuple[str, ...], look: PageLook) -> str:
    """The whole file: *pages* one below the other, each beginning on a page of its own."""
    body = "\n".join(f'<div class="page">\n{page}\n</div>' for page in pages)
    size = f"@page {{ size: {look.paper.value}; margin: 9mm 11mm }}"
    faces = "".join(_font(face) for face in look.faces)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>\n{size}{_STYLE}{style}{faces}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def clause(text: str) -> str:
    """Where a rule stands: small and quiet, in a column of its own."""
    return f'<span class="clause">{escape(text)}</span>'


def _font(face: Face) -> str:
    data = b64encode(face.data).decode()
    return (
        f'@font-face {{ font-family: "{FAMILY}"; font-weight: {face.weight}; '
        f"src: url(data:font/ttf;base64,{data}) }}\n"
    )
