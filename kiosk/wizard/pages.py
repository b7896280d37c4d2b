"""A page of the wizard, as a value. The window draws it, the terminal prints it, neither adds anything."""

from enum import Enum, auto

from kiosk.base.frozen import frozen
from kiosk.base.page import Key, Layout, Page
from kiosk.wizard.draft import WizardOption

ENTER, BACK = Key("ENTER", "go on"), Key("ESC", "back")
ARROWS = Key("↑ ↓", "choose")


@frozen
class WizardClock:
    """What changes on a page by itself. *date*, *time*, *zone*: as they would be recorded; *set_clock*: how
    the clock is set on this system; *share*: how much of a file is read."""

    date: str
    time: str
    zone: str
    set_clock: str = ""
    share: float = 0.0

    @property
    def line(self) -> str:
        """The moment in full."""
        return f"{self.date}   {self.time}   {self.zone}"

    @property
    def minute(self) -> str:
        return self.time[:5]


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


def options_page(
    page: Page, offered: tuple[WizardOption, ...], cursor: int, keys: tuple[Key, ...] = (ENTER, BACK)
) -> WizardPage:
    """*page* with one row for each of *offered*; those past the ninth are reached by arrows."""
    rows = tuple(
        Key(str(place) if place <= 9 else "·", _row(option)) for place, option in enumerate(offered, start=1)
    )
    arrows = (ARROWS,) if len(offered) > 1 else ()
    chosen = _row(offered[cursor]) if 0 <= cursor < len(offered) else ""
    whole = Page(
        Layout.CHOICES,
        headline=page.headline,
        says=page.says,
        lines=page.lines,
        notice=page.notice,
        remark=f"Chosen: {chosen}" if chosen else "",
        keys=(*rows, *arrows, *keys),
        place=page.place,
    )
    return WizardPage(whole, WizardBody.OPTIONS, offered, cursor)


def _row(option: WizardOption) -> str:
    return f"{option.text} · {option.aside}" if option.aside else option.text
