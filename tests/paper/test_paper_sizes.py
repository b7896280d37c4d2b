"""Every paper size is declared once, and whoever offers paper reads it there."""

import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

import click

from kiosk.paper.command import PAPER
from kiosk.paper.sheet import PaperSize
from kiosk.wizard.saving import PAPER_SIZES


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


def test_a_size_that_is_added_in_one_line_is_offered_everywhere(tmp_path: Path) -> None:
    clone = Path(__file__).resolve().parents[2]
    shutil.copytree(clone / "kiosk", tmp_path / "kiosk", ignore=shutil.ignore_patterns("__pycache__"))
    sheet = tmp_path / "kiosk" / "paper" / "sheet.py"
    added = '    LEGAL = "legal", "US Legal", "long", (612, 1008), "na_legal_8.5x14in"\n'
    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(
        text.replace("\n    label: str\n    where", f"{added}\n    label: str\n    where"), encoding="utf-8"
    )
    script = (
        "from kiosk.paper import command, sheet; from kiosk.wizard import saving; import click\n"
        "print(*click.command()(command.PAPER(lambda paper: None)).params[0].type.choices)\n"
        "print(saving.PAPER_SIZES[-1].text, sheet.PaperSize.LETTER.following.label)\n"
        "from kiosk.paper.paint import paper_units; print(*paper_units(sheet.PaperSize('legal')))"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, check=True, capture_output=True, text=True
    )

    assert done.stdout.splitlines() == ["a4 letter legal", "US Legal US Legal", "12240 20160"]


def _switched(size: PaperSize):
    """What a director sees who presses A over and over."""
    while True:
        yield size
        size = size.following
