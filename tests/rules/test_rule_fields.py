"""Every value of a rule set is used by the program."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from kiosk.base.fields import OneTable, declarations
from kiosk.rules.points import CardStep, Decision, RulePoint
from kiosk.rules.ruleset import Method, RuleSet

PROGRAM = Path(__file__).resolve().parents[2] / "kiosk"
PARTS = {one.name: one.limit.of for one in declarations(RuleSet) if isinstance(one.limit, OneTable)}
# What the program calls a value of each class, besides the name it has in a rule set.
CALLED = {
    "words": "VerdictWords",
    "lines": "Consequence",
    "rule": "PenaltyRule",
    "rules": "RuleSet",
    "method": "Method",
    "station_method": "Method",
    "one": "Method",
    "entry": "RulePoint",
    "step": "CardStep",
    "point": "CardStep",
    "decision": "Decision",
    **{name: of.__name__ for name, of in PARTS.items()},
}
CLASSES = {of.__name__: of for of in (RuleSet, Method, RulePoint, CardStep, Decision, *PARTS.values())}


def test_every_value_of_a_rule_set_is_read() -> None:
    declared = {f"{name}.{field.name}" for name, of in CLASSES.items() for field in fields(of)}

    assert declared - set(read_in_program()) == set()


def read_in_program() -> Iterator[str]:
    """“Class.field” for every field the program reads, by what the value is called where it is read."""
    for path in PROGRAM.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from reads(tree, "")
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name in CLASSES:
                yield from reads(node, node.name)


def reads(tree: ast.AST, self_is: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            owner = called(node.value)
            yield f"{self_is if owner == 'self' else CALLED.get(owner)}.{node.attr}"


def called(value: ast.expr) -> str:
    match value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=function):
            return called(function)
    return ""
