"""One ruling: its evidence, the decisions on it, and the decision that is being made. The rules about what
may be done with it stand in `ruling_steps`."""

from kiosk.core.frozen import frozen
from kiosk.core.paper.page import PaperSize
from kiosk.director.console.pages.deciding import Deciding
from kiosk.director.console.ruled import RulingShown


@frozen
class RulingPage:
    """*shown*: the ruling on show. *deciding*: what is being decided, on it or on none. *by*: the director's
    initials, asked once. *problem*: why what was typed is no ruling. *paper*: what it is printed on."""

    shown: RulingShown | None = None
    deciding: Deciding | None = None
    by: str = ""
    problem: str = ""
    paper: PaperSize = PaperSize.A4
