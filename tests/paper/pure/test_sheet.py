"""A sheet written down: everything on it, nothing in it acts, nothing lost between two pages."""

import unicodedata
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.base.printable import printable
from kiosk.paper.charts import Fill, FilledField, Lettering, draw_chart
from kiosk.paper.html import Face, PageLook, as_html
from kiosk.paper.sheet import (
    DayChart,
    DayColumn,
    PageBreak,
    Pairs,
    PaperSize,
    Paragraph,
    RateBar,
    RateChart,
    Share,
    Sheet,
    SheetColumn,
    SheetTable,
    Slab,
    VerdictMark,
    join_sheets,
    pages,
    qr_modules,
    shown_share,
)
from kiosk.paper.text import WIDTH, as_text
from kiosk.rules.ruling import Verdict
from tests.support.sheets import HOSTILE, every_block

EACH = pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)


class Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.outside: list[str | None] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        self.outside += [value for name, value in attrs if name in ("src", "href", "action", "srcset")]


def acts(one: str) -> bool:
    return one != "\n" and unicodedata.category(one) in ("Cc", "Cf", "Cs")


# ---- whatever a record holds


@EACH
def test_nothing_in_a_text_acts_in_plain_text(hostile):
    text = as_text(every_block(hostile))

    assert not [one for one in text if acts(one)]


@EACH
def test_a_text_is_only_ever_text_on_a_page(hostile):
    plain, page = (as_html(every_block(text), PageLook()) for text in ("text", hostile))

    assert Tags(page).names == Tags(plain).names
    assert Tags(page).outside == []
    assert not [one for one in page if acts(one)]


@EACH
def test_no_line_of_a_text_is_wider_than_a_letter(hostile):
    sheet = Sheet("", (Paragraph(hostile), Pairs((("label", hostile),)), table_of(hostile)))

    assert max(map(len, as_text(sheet).splitlines())) <= WIDTH


def table_of(*cells: str) -> SheetTable:
    return SheetTable(
        (SheetColumn("A heading", 1), SheetColumn("Another", 3)), tuple((cell, cell) for cell in cells)
    )


@given(st.lists(st.text(max_size=60), min_size=1, max_size=6))
def test_every_letter_of_a_table_is_in_the_text(cells):
    text = as_text(Sheet("", (table_of(*cells),)))

    shown, wanted = ("".join("".join(part).split()) for part in (text, map(printable, cells)))
    assert len(shown) >= 2 * len(wanted)
    assert not set(wanted) - set(shown)


# ---- what is on it


@pytest.mark.parametrize("paper", PaperSize)
def test_a_page_names_its_paper_and_needs_no_other_file(paper):
    page = as_html(every_block(), PageLook(paper))

    assert f"size: {paper.value}" in page
    assert not {"script", "link", "img", "iframe"} & set(Tags(page).names)


@pytest.mark.parametrize("verdict", [*Verdict, None])
def test_the_sign_of_each_verdict_is_another_one(verdict):
    pages_ = {
        one: as_html(Sheet("", (VerdictMark(one, "WORD", ()),)), PageLook()) for one in (*Verdict, None)
    }

    assert len(set(pages_.values())) == 4
    assert "WORD" in pages_[verdict]


def test_a_marked_row_is_marked_without_colour():
    marked = SheetTable((SheetColumn("A", 1),), (("first",), ("second",)), (1,))

    assert "> second" in as_text(Sheet("", (marked,)))
    assert '<tr class="marked"><td dir="auto">second' in as_html(Sheet("", (marked,)), PageLook())


def test_without_a_footer_there_is_none():
    assert "<footer>" not in as_html(Sheet("T", ()), PageLook())
    assert as_text(Sheet("T", ())) == "\n"


def test_several_sheets_begin_on_pages_of_their_own():
    first, second = Sheet("one", (Paragraph("a"),), "foot"), Sheet("two", (Paragraph("b"),))

    assert join_sheets((first, second)) == Sheet("one", (Paragraph("a"), PageBreak(), Paragraph("b")), "foot")


def test_a_share_is_read_with_its_interval():
    assert shown_share(Share(0.5, 0.24, 0.76)) == "50 % (24 to 76 %)"
    assert shown_share(None) == "–"


# ---- charts


def test_verdicts_are_told_apart_without_colour():
    chart = RateChart("x", (RateBar("1", 3, 2, 1, Share(0.4, 0.1, 0.8)),))

    [*bars] = [one for one in draw_chart(chart).shapes if isinstance(one, FilledField) and one.y > 12]

    assert [one.fill for one in bars] == [Fill.FULL, Fill.HATCHED, Fill.EMPTY]
    assert [round(one.width / bars[2].width) for one in bars] == [3, 2, 1]


def test_a_chart_of_plays_none_of_which_was_referred_explains_two_fillings_only():
    def said(chart):
        return {one.text for one in draw_chart(chart).shapes if isinstance(one, Lettering)}

    assert "referred" not in said(RateChart("x", (RateBar("1", 3, 2, 0, None),)))
    assert "referred" in said(RateChart("x", (RateBar("1", 3, 2, 1, None),)))


TENS = st.integers(0, 143).map(lambda number: number * 10)  # minutes


@given(
    st.lists(
        st.builds(DayColumn, TENS, st.integers(0, 9), st.integers(1, 9), st.integers(0, 3)),
        min_size=1,
        max_size=30,
    )
)
def test_every_shape_of_a_day_lies_on_the_drawing(columns):
    drawing = draw_chart(DayChart("x", tuple(columns), (), 10))

    fields = [one for one in drawing.shapes if isinstance(one, FilledField)]
    assert all(one.x >= 0 and one.x + one.width <= drawing.width + 1 for one in fields)
    assert all(one.y >= 0 and one.y + one.height <= drawing.height for one in fields)


def test_a_long_name_of_a_group_is_cut():
    chart = RateChart("x", (RateBar("a division with a very long name", 1, 0, 0, None),))

    assert "a division …" in {one.text for one in draw_chart(chart).shapes if isinstance(one, Lettering)}


# ---- pages

SLABS = st.builds(Slab, st.floats(1, 300), st.booleans(), breaks=st.booleans())


@given(st.lists(SLABS, max_size=60))
def test_every_slab_is_on_one_page_in_order_and_none_overlap(slabs):
    made = pages(slabs, 500)

    assert [placed.slab for page in made for placed in page] == list(range(len(slabs)))
    for page in made:
        ends = 0.0
        for placed in page:
            assert placed.y >= ends - 1e-6
            ends = placed.y + slabs[placed.slab].height


@given(st.lists(st.floats(1, 100), min_size=1, max_size=60))
def test_no_page_is_fuller_than_its_room(heights):
    slabs = [Slab(height) for height in heights]

    for page in pages(slabs, 500):
        assert page[-1].y + slabs[page[-1].slab].height <= 500 + 1e-6


def test_a_heading_goes_overleaf_with_what_it_heads():
    slabs = [Slab(80), Slab(10, stays=True), Slab(30)]

    assert [[placed.slab for placed in page] for page in pages(slabs, 100)] == [[0], [1, 2]]


def test_the_head_of_a_table_stands_again_on_each_page():
    slabs = [Slab(10, stays=True), *(Slab(40, head=0, head_height=10) for _ in range(4))]

    made = pages(slabs, 100)

    assert [[placed.slab for placed in page] for page in made] == [[0, 1, 2], [0, 3, 4]]
    assert made[1][1].y == 10


def test_a_break_begins_a_page_but_makes_no_empty_one():
    assert len(pages([Slab(1, breaks=True), Slab(1)], 100)) == 1
    assert len(pages([Slab(1), Slab(1, breaks=True)], 100)) == 2
    assert pages([], 100) == ((),)


def test_a_code_is_square_with_its_three_corners():
    modules = qr_modules("B-147 312 " + "ab" * 32)

    assert all(len(row) == len(modules) for row in modules)
    assert all(modules[y][x] for y, x in ((0, 0), (0, -1), (-1, 0)))


def test_a_page_with_typefaces_holds_them_and_fetches_none():
    page = as_html(Sheet("Evidence", ()), PageLook(faces=(Face(400, b"regular"), Face(700, b"bold"))))

    assert page.count("@font-face") == 2
    assert "src: url(data:font/ttf;base64,Ym9sZA==)" in page
    assert "url(http" not in page
