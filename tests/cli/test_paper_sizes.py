"""Every paper size is declared once, and whoever offers paper reads it there."""

from itertools import islice

import click

from kiosk.paper.command import PAPER
from kiosk.paper.sheet import PaperSize
from kiosk.wizard.machine import PAPER_SIZES


def test_every_size_has_a_label_a_size_and_a_name_for_a_print_queue() -> None:
    for size in PaperSize:
        width, height = size.points

        assert size.label
        assert 0 < width < height
        assert size.media.endswith(("mm", "in"))


def test_the_command_line_the_wizard_and_the_console_offer_all_sizes_in_one_order() -> None:
    @click.command()
    @PAPER
    def command(paper: str) -> None:
        """Take the option."""

    [option] = command.params
    sizes = tuple(PaperSize)

    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == sizes
    assert tuple(choice.value for choice in PAPER_SIZES) == sizes
    assert tuple(choice.text for choice in PAPER_SIZES) == tuple(size.label for size in sizes)
    assert tuple(islice(_switched(sizes[0]), len(sizes) + 1)) == (*sizes, sizes[0])


def _switched(size: PaperSize):
    """What a director sees who presses A over and over."""
    while True:
        yield size
        size = size.following
