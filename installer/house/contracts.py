"""Import contracts that go by the names of files and folders, for import-linter; pyproject.toml has them.

The rule it guards: no contract is kept by looking at nothing. One that holds nobody to it, or forbids
nothing, is an error.
"""

from __future__ import annotations

from grimp import ImportGraph
from importlinter.application import output
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.domain import fields
from importlinter.domain.contract import Contract, ContractCheck
from importlinter.domain.imports import ModuleExpression

from installer.house.layers import APART, layer_of


def modules_of(graph: ImportGraph, layers: set[str], folders: set[str]) -> set[str]:
    """The modules of *layers* in *folders* of the package; where none is named, of all."""
    return {
        module
        for module in graph.modules
        if module.startswith("kiosk.") and module not in APART and not graph.find_children(module)
        if not layers or layer_of(module) in layers
        if not folders or folder_of(module) in folders
    }


def folder_of(module: str) -> str:
    """The folder of *module*, below the package; empty for a file that lies in none."""
    return module.split(".")[1] if module.count(".") > 1 else ""


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


class InOrder(Contract):  # type: ignore[misc]
    """Folders in an order, lowest first: a file imports from its own row and from those below it.

    *order*: the rows, each of one folder or of several that know each other. *layers* or *endings* (how the
    name of a file ends): who is held to it. Late imports and those for types alone count.
    """

    type_name = "in_order"

    order = fields.ListField(subfield=fields.StringField())
    layers = fields.SetField(subfield=fields.StringField(), required=False)
    endings = fields.SetField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        row_of = {folder: row for row, folders in enumerate(self.order) for folder in folders.split()}
        named = {module for module in modules_of(graph, set(self.layers or ()), set()) if folder_of(module)}
        held = {module for module in named if not self.endings or module.endswith(tuple(self.endings))}
        unplaced = {folder_of(module) for module in held} - row_of.keys()
        if unplaced or not held or not row_of.keys() <= {folder_of(module) for module in graph.modules}:
            raise ValueError(f"The contract “{self.name}” looks at nothing, or misses {sorted(unplaced)}.")
        upwards = [
            (module, imported)
            for module in sorted(held)
            for imported in sorted(graph.find_modules_directly_imported_by(module))
            if imported.startswith("kiosk.") and folder_of(imported)
            if row_of.get(folder_of(imported), len(row_of)) > row_of[folder_of(module)]
        ]
        return ContractCheck(kept=not upwards, metadata={"upwards": upwards})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for module, imported in check.metadata["upwards"]:
            output.print_error(f"- {module} -> {imported}")
