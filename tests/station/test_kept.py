"""Pictures that are kept: a verdict looks the same from its picture, and no picture tells of a play."""

import operator
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from kiosk.base.page import Page
from kiosk.kit.canvas import MOST, PixmapCache
from kiosk.station.machine import page
from kiosk.station.paint import Look, draw
from tests.support import stage
from tests.support.drawing import typeface

ONE = stage.procedure()
VERDICTS = ("showing_acceptable", "showing_unacceptable", "referred")


def page_of(name: str) -> Page:
    return page(stage.states(ONE)[name], 0, ONE, stage.CONTEXT)


def drawn(of: Page, look: Look, width: int = 1366, height: int = 768) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    draw(painter, QRectF(image.rect()), of, look)
    painter.end()
    return image


def warm_up(wanted: list[tuple[Page, tuple[int, int]]]) -> None:
    """Qt draws a glyph that it has met before a little differently."""
    for of, size in wanted:
        drawn(of, Look(typeface()), *size)


def alike(image: QImage, other: QImage) -> bool:
    """Whether all but one byte in a thousand are the same: Qt forgets glyphs, too, and draws them anew."""
    if image == other or image.size() != other.size():
        return image == other
    differing = sum(map(operator.ne, bytes(image.constBits()), bytes(other.constBits())))
    return differing * 1000 < image.sizeInBytes()


class CountingKept(PixmapCache):
    @property
    def count(self) -> int:
        return len(self._pictures)


@pytest.mark.parametrize("name", VERDICTS)
def test_a_verdict_drawn_from_pictures_is_the_one_that_was_drawn_first(qapp, name):
    warm_up([(page_of(name), (1366, 768))])
    look = Look(typeface())

    first = drawn(page_of(name), look)

    assert drawn(page_of(name), look) == first


def test_a_picture_of_one_size_or_verdict_is_never_used_for_another(qapp):
    shared = Look(typeface())
    sizes = ((1024, 600), (1366, 768), (1024, 600))
    wanted = [(page_of(name), size) for name in (*VERDICTS, *VERDICTS) for size in sizes]
    warm_up(wanted)

    for of, size in wanted:
        assert alike(drawn(of, shared, *size), drawn(of, Look(typeface()), *size))


def test_pictures_of_two_verdicts_are_not_alike(qapp):
    look = Look(typeface())

    assert not alike(drawn(page_of("showing_acceptable"), look), drawn(page_of("referred"), look))


@pytest.mark.parametrize("name", VERDICTS)
def test_no_picture_depends_on_the_words_of_a_play(qapp, name):
    look = Look(typeface(), kept=CountingKept())
    other = replace(page_of(name), number="B-9999")
    # As many words of as many letters: how much room they need may be seen, for it is on the screen.
    other = replace(other, words=tuple(replace(one, letters="Z" * len(one.letters)) for one in other.words))
    drawn(page_of(name), look)
    before = look.kept.count

    drawn(other, look)

    assert look.kept.count == before > 0


def test_pictures_are_few(qapp):
    kept = CountingKept()
    image = QImage(50, 50, QImage.Format.Format_RGB32)
    painter = QPainter(image)

    for number in range(3 * MOST):
        kept.draw(painter, QRect(0, 0, 5, 5), number, lambda on: on.fillRect(0, 0, 5, 5, QColor("red")))
        assert kept.count <= MOST

    painter.end()
    assert image.pixelColor(2, 2) == QColor("red")
