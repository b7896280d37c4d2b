"""Import contracts that go by the names of files and folders, for import-linter; pyproject.toml has them.

The rule it guards: no contract is kept by looking at nothing. One that holds nobody to it, or forbids
nothing, is an error.
"""

from __future__ import annotations

from grimp import ImportGraph
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.domain import fields
from importlinter.domain.contract import ContractCheck
from importlinter.domain.imports import ModuleExpression

from installer.house.layers import APART, layer_of


def modules_of(graph: ImportGraph, layers: set[str], folders: set[str]) -> set[str]:
    """The modules of *layers* in *folders* of the package; where none is named, of all."""
    return {
        module
        for module in graph.modules
        if module.startswith("kiosk.") and module not in APART and not graph.find_children(module)
        if not layers or layer_of(module) in layers
        if not folders or module.split(".")[1] in folders
    }


class ByName(ForbiddenContract):  # type: ignore[misc]
    """A `forbidden` contract between layers and folders instead of lists of modules.

    *layers* and *folders*: who is held to it, all but those of *but_folders* and *but_modules*.
    *forbidden_layers* in *forbidden_folders*, and *forbidden_modules*: what they may not import.
    """

    type_name = "by_name"

    layers = fields.SetField(subfield=fields.StringField(), required=False)
    folders = fields.SetField(subfield=fields.StringField(), required=False)
    but_folders = fields.SetField(subfield=fields.StringField(), required=False)
    but_modules = fields.SetField(subfield=fields.StringField(), required=False)
    forbidden_layers = fields.SetField(subfield=fields.StringField(), required=False)
    forbidden_folders = fields.SetField(subfield=fields.StringField(), required=False)
    source_modules = fields.SetField(subfield=fields.ModuleExpressionField(), required=False)
    forbidden_modules = fields.SetField(subfield=fields.ModuleExpressionField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        held = modules_of(graph, set(self.layers or ()), set(self.folders or ()))
        held -= modules_of(graph, set(), set(self.but_folders)) if self.but_folders else set()
        held -= set(self.but_modules or ())
        forbidden = set(self.forbidden_modules or ())
        if self.forbidden_layers or self.forbidden_folders:
            named = modules_of(graph, set(self.forbidden_layers or ()), set(self.forbidden_folders or ()))
            forbidden |= {ModuleExpression(module) for module in named - held}
        if not held or not forbidden:
            raise ValueError(f"The contract “{self.name}” looks at nothing.")
        self.source_modules = {ModuleExpression(module) for module in held}
        self.forbidden_modules = forbidden
        return super().check(graph, verbose)
