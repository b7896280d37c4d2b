"""Keep a copy of a hub on this computer for as long as somebody looks at it."""

from importlib import import_module

from kiosk.actions import Action, Tools
from kiosk.base.frozen import frozen
from kiosk.setup.staff_actions import Staff


@frozen
class MirrorBegun:
    """*folder*: with the copy; or *trouble*: why there is none."""

    folder: str
    trouble: str = ""


@frozen
class MirrorHub(Action[None]):
    """Copy the hub at *where*, tell `MirrorBegun`, and keep the copy in step until it is told to stop; then
    it is gone."""

    where: str
    niceness = 10

    def run(self, staff: Staff, tools: Tools) -> None:
        # By its name: whoever orders this, a console or a station, loads nothing that knows a network.
        import_module("kiosk.hub.mirror_run").serve_mirror(self.where, tools)
