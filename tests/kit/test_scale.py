"""Sizes and colours have names, in one module each: nowhere else is a number multiplied by the unit."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from installer.house import layers
from kiosk.kit import scale

ROOT = Path(__file__).resolve().parents[2]
SIZES = "kiosk/kit/scale.py"
# The last resort and the first page lean on nothing, not even on the theme; each further window has a look of
# its own, and paper has inks.
COLOURS = {
    f"kiosk/{name}.py"
    for name in ("kit/canvas", "kit/windows", "paper/ink_paint", "console/kit", "practice/kit")
}


def modules() -> dict[str, str]:
    paths = layers.files_of(ROOT, "window")
    assert len(paths) > 25
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


def is_number(node: ast.AST) -> bool:
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def is_unit(node: ast.AST) -> bool:
    return ast.unparse(node).split(".")[-1] == "unit"


def literal_sizes(text: str) -> Iterator[str]:
    """Where a number is multiplied by the unit, or given as a size of type."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            sides = (node.left, node.right)
            if any(map(is_unit, sides)) and any(map(is_number, sides)):
                yield ast.unparse(node)
        if isinstance(node, ast.Call) and node.args and is_number(node.args[0]):
            name = ast.unparse(node.func).split(".")[-1]
            if name in {"size", "text", "bold", "word", "foot"}:
                yield ast.unparse(node)


def test_no_size_is_a_number_outside_the_scale():
    found = {name: list(literal_sizes(text)) for name, text in modules().items() if name != SIZES}

    assert {name: sizes for name, sizes in found.items() if sizes} == {}


@pytest.mark.parametrize(
    "line",
    ["height = 6 * unit", "canvas.unit * 2.5", "area.adjusted(0, 0, -12 * self.unit, 0)", "canvas.size(4.2)"],
)
def test_a_size_that_is_a_number_is_caught(line):
    assert list(literal_sizes(line))


def test_no_colour_is_a_number_outside_the_theme():
    colour = re.compile(r"#[0-9A-Fa-f]{6}\b")

    assert {name for name, text in modules().items() if colour.search(text)} <= COLOURS


def test_every_name_of_the_scale_is_used():
    names = [name for name in vars(scale) if name.isupper()]
    text = "\n".join(modules().values())

    unused = [name for name in names if not re.search(rf"(scale\.|import .*\b){name}\b", text)]

    assert unused == []
