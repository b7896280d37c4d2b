"""A page of the wizard, as a value. The window draws it, the terminal prints it, neither adds anything."""

from enum import Enum, auto

from kiosk.core.frozen import frozen
from kiosk.core.page import Key, Page
from kiosk.wizard.values import WizardOption


class WizardBody(Enum):
    """What stands in the middle of a page."""

    OPTIONS = auto()
    FIELD = auto()
    RULER = auto()
    LETTERS = auto()
    FACTS = auto()
    BUSY = auto()


@frozen
class WizardPage:
    """*page*: all that is read aloud. The first of its keys stand for *options*, drawn one below the other;
    the one at *cursor* is marked. *secret*: what is typed is never shown. *seen*: the letters that came
    through. *facts*: labels and values; *percent*: the size of text that is tried."""

    page: Page
    body: WizardBody
    options: tuple[WizardOption, ...] = ()
    cursor: int = 0
    secret: bool = False
    seen: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    percent: int = 100

    @property
    def foot(self) -> tuple[Key, ...]:
        """The keys below the page."""
        return self.page.keys[len(self.options) :]
