"""What the pages look like: nothing cut off, everything legible, nothing that tells of a single word."""

from dataclasses import replace
from itertools import product

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from kiosk.base.page import Layout, Page, Tone, spell_page
from kiosk.kit.canvas import BANDS, LARGE, ON_PLATE, PALETTES, PLATE, STRIP, Canvas, Type, contrast, palette
from kiosk.kit.windows import DARK, LIGHT, draw_plain
from kiosk.rules.ruling import Verdict
from kiosk.setup.settings import Colour
from kiosk.station.entry import Entering
from kiosk.station.idle import Counting
from kiosk.station.machine import page
from tests.support import pages, stage
from tests.support.drawing import bytes_of, faults, image_of, recorded, typeface
from tests.support.eyes import EYES, distance, lab, linear
from tests.support.fakes import procedure, rig

SCREENS = [(1024, 600), (1366, 768), (1920, 1080), (3840, 2160)]
AT_200_PERCENT = [(512, 300), (683, 384), (960, 540)]
OTHER_SHAPES = [(1024, 768), (1280, 1024), (2560, 1080), (1280, 800)]
ON_ITS_SIDE = [(1080, 1920), (768, 1366)]
WORST = ("WWWWWWWWWWWWWWW",) * 8
BANNERS = replace(
    stage.CONTEXT,
    banners=("DEMONSTRATION: not set up", "Old free list, not an official one: lacks QI, ZA, OK"),
    power="Battery 12 %: plug in",
)


def shown(state, by=None, context=stage.CONTEXT):
    return page(state, 0, by or procedure(), context)


def every_page():
    """Every state, by several rule sets and divisions, with few words and with eight of fifteen letters."""
    one, two, wespa = procedure(), procedure("naspa-2016", "wespa-5.1"), procedure("wespa-5.1")
    variants = [
        (one, stage.CONTEXT, stage.FEW),
        (one, BANNERS, stage.EIGHT_LONG),
        (one, replace(BANNERS, large=True), WORST),
        (two, BANNERS, WORST),
        (wespa, stage.CONTEXT, WORST),
        (wespa, stage.CONTEXT, ("QI",)),
    ]
    for by, context, words in variants:
        for name, state in stage.states(by, words).items():
            yield name, shown(state, by, context)


PAGES = [*every_page(), *pages.PAGES.items()]


# ---- nothing is cut off ------------------------------------------------------------------------------------


@pytest.mark.parametrize("percent", [80, 100, 150])
@pytest.mark.parametrize(
    "screen", SCREENS + AT_200_PERCENT + OTHER_SHAPES + ON_ITS_SIDE, ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_nothing_is_cut_off_or_over_something_else(screen, percent):
    wrong = {
        f"{name}: {fault}"
        for name, drawn in PAGES
        for fault in faults(recorded(drawn, *screen, percent), *screen)
    }

    assert not wrong, "\n".join(sorted(wrong)[:20])


def test_the_check_would_see_a_text_over_another():
    one, other = (Page(Layout.NOTICE, headline=text) for text in ("LOCKED", "CLOSED"))
    clash = recorded(one, 1024, 600) + recorded(other, 1024, 600)

    assert any("overlap" in fault for fault in faults(clash, 1024, 600))


def test_the_tails_of_letters_are_painted_even_in_a_tight_row():
    rows = []
    for height in (20, 200):
        image = QImage(400, 200, QImage.Format.Format_RGB32)
        image.fill(QColor("#FFFFFF"))
        painter = QPainter(image)
        canvas = Canvas(painter, QRectF(image.rect()), PALETTES[Tone.PLAIN], typeface(), 1.0)
        canvas.text(QRectF(0, 100 - height / 2, 400, height), "gjpqy", typeface().text(24))
        painter.end()
        rows.append(
            [y for y in range(200) if any(image.pixelColor(x, y).lightness() < 200 for x in range(120))]
        )

    assert rows[0] == rows[1]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_painted_ink_stays_away_from_the_edges(screen):
    """Pixels, not reckoning: but for flags, which come in from the left, the outermost ring of a plain page
    is empty with eight of the widest words."""
    width, height = screen
    by = procedure()
    for name in ("counting", "entering", "choosing"):
        image = image_of(shown(stage.states(by, WORST)[name]), width, height)
        field = image.pixel(0, 0)
        ring = [(x, y) for x in range(width) for y in (0, 1, height - 2, height - 1)]
        ring += [(x, y) for y in range(height) for x in (width - 2, width - 1)]
        ring += [(x, y) for y in range(height // 2, height) for x in (0, 1)]

        assert all(image.pixel(x, y) == field for x, y in ring[::3]), name


# ---- large enough ------------------------------------------------------------------------------------------


def head_of(drawn, screen, percent=100):
    """The height of the capitals of the headline as it is drawn."""
    lines = [one for one in recorded(drawn, *screen, percent) if one.text and one.text in drawn.headline]
    head = max(lines, key=lambda one: one.pixels)
    return QFontMetricsF(typeface().bold(head.pixels)).capHeight()


def verdict_page(name, words=stage.EIGHT_LONG, by=None):
    by = by or procedure()
    return shown(stage.states(by, words)[name], by)


@pytest.mark.parametrize("name", ["showing_acceptable", "showing_unacceptable", "referred"])
@pytest.mark.parametrize("screen", [*SCREENS, *OTHER_SHAPES], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("percent", [80, 100, 150])
def test_a_verdict_is_at_least_a_fifteenth_of_the_height(name, screen, percent):
    assert head_of(verdict_page(name), screen, percent) >= screen[1] / 15


@pytest.mark.parametrize("name", ["showing_acceptable", "showing_unacceptable"])
@pytest.mark.parametrize("screen", [(1366, 768), (1920, 1080), (3840, 2160)])
def test_a_verdict_fills_seven_tenths_of_a_degree_at_two_metres_on_a_14_inch_panel(name, screen):
    panel_mm, needed_mm = 174.0, 24.4  # the height of a 14-inch 16:9 panel; 2 m × tan 0.7°

    assert head_of(verdict_page(name), screen) / screen[1] * panel_mm >= needed_mm


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(("percent", "least"), [(80, 1.8), (100, 2.2), (150, 2.4)])
def test_no_text_is_tiny(screen, percent, least):
    unit = min(screen[1] / 100, screen[0] / 170)
    small = {
        (name, one.text, round(one.pixels / unit, 2))
        for name, drawn in PAGES
        for one in recorded(drawn, *screen, percent)
        if one.pixels < least * unit - 1
    }

    assert small == set()


@pytest.mark.parametrize("screen", SCREENS)
def test_what_to_press_is_not_made_small_for_the_count_beside_it(screen):
    said = {one.text: one for one in recorded(pages.PAGES["entering_eight"], *screen)}

    notice = next(one for text, one in said.items() if text.startswith("TAB is for"))
    assert notice.pixels >= 3 * min(screen[1] / 100, screen[0] / 170)


def test_the_set_up_can_make_the_text_larger():
    sizes = [
        max(
            one.pixels
            for one in recorded(shown(Counting()), 1920, 1080, percent)
            if one.text == "Clock stopped"
        )
        for percent in (80, 100, 150)
    ]

    assert sizes[0] < sizes[1] < sizes[2]


@pytest.mark.parametrize(
    ("state", "text"),
    [(Counting(), "Clock stopped"), (Entering(0, 0, 1, ("QI",)), "QI"), (Entering(0, 0, 1, ("QI",)), "done")],
)
def test_the_large_view_is_larger(state, text):
    plain, large = (
        next(
            one.pixels for one in recorded(replace(shown(state), large=large), 1366, 768) if one.text == text
        )
        for large in (False, True)
    )

    assert large >= plain * 1.15  # a row has only so much room


def test_the_type_does_not_jump_while_a_word_is_typed():
    pixels = {
        one.pixels
        for letters in range(1, 16)
        for one in recorded(shown(Entering(0, 0, 1, ("Q" * letters,))), 1366, 768)
        if one.text == "Q" * letters
    }

    assert len(pixels) == 1


# ---- ink and field -----------------------------------------------------------------------------------------

PAIRS = [
    *((f"{tone.name} text", one.ink, one.field) for tone, one in PALETTES.items()),
    *((f"{tone.name} block", one.on_block, one.block) for tone, one in PALETTES.items()),
    ("large text", LARGE.ink, LARGE.field),
    ("large block", LARGE.on_block, LARGE.block),
    ("banner", STRIP.ink, STRIP.field),
    ("starting", LIGHT[1], LIGHT[0]),
    ("last resort", DARK[1], DARK[0]),
    *((f"{tone.name} raised", one.ink, one.raised) for tone, one in PALETTES.items()),
    *((f"{tone.name} tint", one.ink, one.tint) for tone, one in PALETTES.items()),
    ("large tint", LARGE.ink, LARGE.tint),
    ("a division's name", ON_PLATE, PLATE),
]


@pytest.mark.parametrize(("what", "ink", "field"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_every_text_has_a_contrast_of_ten_to_one(what, ink, field):
    assert contrast(ink, field) >= 10


def test_contrast_is_computed_as_the_standard_says():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_text_is_drawn_in_no_other_colour_than_these():
    for name, drawn in PAGES:
        own = palette(drawn.tone, drawn.large)
        allowed = {own.ink, own.on_block, STRIP.ink, ON_PLATE}

        assert {one.colour for one in recorded(drawn, 1024, 600)} <= allowed, name


def test_every_colour_a_division_may_have_is_a_band():
    assert set(BANDS) == set(Colour)


def test_the_large_view_is_black_and_white_but_leaves_a_verdict_its_colours():
    assert palette(Tone.PLAIN, large=True) is LARGE
    assert palette(Tone.ACCEPTABLE, large=True) is PALETTES[Tone.ACCEPTABLE]


# ---- the two verdicts cannot be mistaken for each other ----------------------------------------------------


def lightness(image):
    """The mean of the grey picture, 0 to 255."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8).scaled(64, 36)
    return sum(grey.pixelColor(x, y).value() for x in range(64) for y in range(36)) / (64 * 36)


def test_in_a_grey_picture_one_verdict_is_dark_and_the_other_light():
    accepted, refused, plain = (
        lightness(image_of(verdict_page(name)))
        for name in ("showing_acceptable", "showing_unacceptable", "checking")
    )

    assert refused - accepted > 60
    assert plain - accepted > 60
    assert (
        lab(linear(PALETTES[Tone.UNACCEPTABLE].field))[0] - lab(linear(PALETTES[Tone.ACCEPTABLE].field))[0]
        > 50
    )


@pytest.mark.parametrize("eye", [eye for eye in EYES if eye != "grey"])
def test_the_fields_of_the_verdicts_are_far_apart_to_every_eye(eye):
    fields = {
        tone: PALETTES[tone].field for tone in (Tone.ACCEPTABLE, Tone.UNACCEPTABLE, Tone.REFER, Tone.PLAIN)
    }

    assert distance(fields[Tone.ACCEPTABLE], fields[Tone.UNACCEPTABLE], eye) > 60
    assert distance(fields[Tone.ACCEPTABLE], fields[Tone.REFER], eye) > 60
    assert distance(fields[Tone.UNACCEPTABLE], fields[Tone.REFER], eye) > 30
    assert distance(fields[Tone.UNACCEPTABLE], fields[Tone.PLAIN], eye) > 30


def test_red_and_green_would_not_do():
    assert distance("#B00020", "#3B6B00", "deutan") < 40 < distance("#B00020", "#3B6B00", "normal")


def test_the_verdicts_differ_in_layout_and_border_too():
    accepted, refused = (
        recorded(verdict_page(f"showing_{name}"), 1366, 768) for name in ("acceptable", "unacceptable")
    )
    number = [next(one for one in drawn if "B-147" in one.text) for drawn in (accepted, refused)]
    pictures = [image_of(verdict_page(f"showing_{name}")) for name in ("acceptable", "unacceptable")]
    borders = [{picture.pixel(x, 1) for x in range(1024)} for picture in pictures]

    assert number[0].ink.left() > number[1].ink.right()
    assert len(borders[0]) == 1 < len(borders[1])


# ---- nothing of a single word ------------------------------------------------------------------------------

WORDS = ("QI", "ZA", "JO", "CATS")


def check_pixels_tell_nothing_of_a_word(draw):
    """The same words, any of them bad, one identity, a real station: one picture for each verdict."""
    pictures_of_all(draw)  # Qt draws a letter that it has met before a little differently
    pictures = pictures_of_all(draw)

    assert {name: len(drawn) for name, drawn in pictures.items()} == {
        "before": 1,
        Verdict.ACCEPTABLE: 1,
        Verdict.UNACCEPTABLE: 1,
        "later": 2,
    }


def pictures_of_all(draw):
    pictures = {}
    for good in product((True, False), repeat=len(WORDS)):
        held = [word for word, is_good in zip(WORDS, good, strict=True) if is_good]
        made = rig(words=held)
        made.enter(*WORDS)
        pictures.setdefault("before", set()).add(draw(made, held))
        made.press("\t")
        pictures.setdefault(made.state.ruling.adjudication.verdict, set()).add(draw(made, held))
        made.wait(5000)
        pictures.setdefault("later", set()).add((len(held) == 4, draw(made, held)))
    return pictures


def page_of(made):
    return page(made.state, made.clock.now_ms, made.station.procedure, stage.CONTEXT)


def as_it_is(made, held):
    return bytes_of(image_of(page_of(made), 640, 360))


def with_a_dot(made, held):
    """Broken on purpose: one pixel beside each bad word."""
    image = image_of(page_of(made), 640, 360)
    for place, word in enumerate(page_of(made).words):
        if word.letters not in held and page_of(made).layout is Layout.VERDICT:
            image.setPixelColor(20, 250 + 10 * place, QColor("#FF0000"))
    return bytes_of(image)


def with_bad_words_last(made, held):
    """Broken on purpose: the order tells."""
    drawn = page_of(made)
    ordered = sorted(drawn.words, key=lambda word: word.letters not in held)
    return bytes_of(image_of(replace(drawn, words=tuple(ordered)), 640, 360))


def test_the_pictures_are_the_same_to_the_pixel_whichever_word_is_bad():
    check_pixels_tell_nothing_of_a_word(as_it_is)


@pytest.mark.parametrize("broken", [with_a_dot, with_bad_words_last])
def test_a_build_that_shows_which_word_is_bad_is_caught(broken):
    with pytest.raises(AssertionError):
        check_pixels_tell_nothing_of_a_word(broken)


def test_all_words_of_a_verdict_are_drawn_in_one_size_and_colour():
    for name in ("showing_acceptable", "showing_unacceptable", "referred"):
        drawn = [one for one in recorded(verdict_page(name), 1024, 600) if one.text in stage.EIGHT_LONG]

        assert len(drawn) == 8
        assert len({(one.pixels, one.colour) for one in drawn}) == 1


# ---- all that is said is drawn, and no more ----------------------------------------------------------------


def words_in(text):
    return set(text.translate(str.maketrans("·:()✓✗", "      ")).split())


def check_what_is_said_is_drawn(read):
    """Every word that assistive tools read stands on the screen too."""
    shapes = {"←", "→", "↓", "↑"}
    for name, drawn in PAGES:
        on_screen = words_in(" ".join(one.text for one in recorded(drawn, 1366, 768)))
        aloud = words_in(read(drawn).replace(f"{drawn.masked} characters typed", ""))

        assert aloud - on_screen - shapes == set(), name


def with_the_state(drawn):
    """Broken on purpose: a helpful name for the tests."""
    return f"{spell_page(drawn)}\n{drawn.layout.name} page"


def test_the_page_that_is_read_aloud_says_no_more_than_the_screen():
    check_what_is_said_is_drawn(spell_page)


def test_a_page_that_says_more_than_it_shows_is_caught():
    with pytest.raises(AssertionError):
        check_what_is_said_is_drawn(with_the_state)


def test_a_passcode_is_drawn_as_dots():
    drawn = shown(stage.states(procedure())["unlocking"])
    dots = [one.text for one in recorded(drawn, 1366, 768) if "•" in one.text]

    assert [text.count("•") for text in dots] == [6]


def test_the_last_resort_is_drawn_without_any_layout():
    image = QImage(640, 360, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    draw_plain(painter, QRectF(image.rect()), "OUT OF SERVICE")
    painter.end()

    assert image.pixelColor(0, 0).name().upper() == DARK[0]
    assert lightness(image) > 21


def test_a_missing_typeface_does_not_stop_the_station(tmp_path):
    assert Type(tmp_path).bold(20).family() != ""
