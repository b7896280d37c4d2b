"""Sheets for tests: one with every block there is, and texts that somebody made to do harm."""

from kiosk.paper.sheet import (
    Align,
    BigFigure,
    DayBand,
    DayChart,
    DayColumn,
    Figures,
    HashLines,
    Notice,
    PageBreak,
    Pairs,
    Paragraph,
    QrCode,
    RateBar,
    RateChart,
    Share,
    Sheet,
    SheetColumn,
    SheetHeading,
    SheetTable,
    SheetTitle,
    SignHere,
    SmallPrint,
    VerdictMark,
    qr_modules,
)
from kiosk.rules.ruling import Verdict

HOSTILE = {
    "markup": "<script>alert(1)</script></main>\"'&lt;",
    "terminal": "\x1b[2J\x07\x9b31m\r\nB-1  ACCEPTABLE",
    "turned": "\u202eTAC\u2066 \u05e9\u05dc\u05d5\u05dd \u200f",
    "half": "half a character \ud800 and \x00 none",
    "long": "W" * 3000,
    "wide": "文字 ﷽ " * 40,
    "blank": " ",
}
CODE = QrCode(qr_modules("B-147"), "What it holds.")


def every_block(text: str = "text", rows: int = 3) -> Sheet:
    """A sheet with each block, *text* wherever one can stand."""
    columns = (SheetColumn(text, 2), SheetColumn("Number", 1, Align.RIGHT, strong=True))
    bars = (RateBar(text, 2, 1, 1, Share(0.33, 0.1, 0.7)), RateBar("none", 0, 0, 1, None))
    day = DayChart(text, (DayColumn(605, 1, 2, 1),), (DayBand(text, 590, 650), DayBand("R", 0, 5)), 10)
    return Sheet(
        text,
        (
            SheetTitle(text, text, (text,)),
            *(VerdictMark(verdict, text, (text, text)) for verdict in (*Verdict, None)),
            SheetHeading(text),
            Paragraph(text),
            Paragraph(text, strong=True),
            SmallPrint(text),
            Notice(text),
            Pairs(((text, text), ("label", "value"))),
            SheetTable(columns, tuple((text, str(row)) for row in range(rows)), (1,)),
            Figures((BigFigure(text, text, text), BigFigure("9", "without more"))),
            RateChart(text, bars),
            RateChart("nothing", ()),
            day,
            PageBreak(),
            HashLines(((text, text),)),
            HashLines(((text, text), ("Hash", "ab" * 32)), CODE),
            CODE,
            SignHere((text, "Director")),
        ),
        text,
    )
