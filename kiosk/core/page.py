"""A page: everything one screen says, as a value. The window draws it and adds nothing of its own."""

from enum import Enum, auto

from kiosk.core.frozen import frozen


class Tone(Enum):
    """The mood of a page; the theme gives each its field, ink and shape."""

    PLAIN = auto()
    ACCEPTABLE = auto()
    UNACCEPTABLE = auto()
    REFER = auto()
    CALL = auto()
    CLOSED = auto()


class Layout(Enum):
    IDLE = auto()
    ENTRY = auto()
    CHECK = auto()
    VERDICT = auto()
    CHOICES = auto()
    PASSCODE = auto()
    NOTICE = auto()


@frozen
class WordLine:
    """One challenged word. *current*: the challenger is typing here."""

    number: int
    letters: str
    current: bool = False

    @property
    def count(self) -> str:
        return str(len(self.letters)) if self.letters else ""


@frozen
class Key:
    """A key and what it does now."""

    cap: str
    does: str


@frozen
class Call:
    """Who must do what: a role in capitals, what to do, and the key that does it (drawn as a key). Until that
    is *ready* it is hollow, and *first* says what must come before."""

    role: str = ""
    action: str = ""
    cap: str = ""
    first: str = ""
    ready: bool = True


@frozen
class Page:
    layout: Layout
    tone: Tone = Tone.PLAIN
    call: Call = Call()
    then: Call = Call()
    headline: str = ""
    lines: tuple[str, ...] = ()
    words: tuple[WordLine, ...] = ()
    keys: tuple[Key, ...] = ()
    notice: str = ""
    countdown: str = ""
    number: str = ""
    masked: int = 0
    list_name: str = ""
    division: str = ""
    colour: str | None = None
    banners: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()
    large: bool = False


def spoken(page: Page) -> str:
    """The page as plain text, top to bottom: what assistive tools and tests read. No more than is drawn."""
    parts = [
        *page.banners,
        _said(page.call),
        page.headline,
        *page.lines,
        *(_word_said(word, page.layout) for word in page.words),
        _said(page.then),
        page.notice,
        page.countdown,
        page.number,
        f"{page.masked} characters typed" if page.masked else "",
        *(f"{key.cap}: {key.does}" for key in page.keys),
        page.division,
        page.list_name,
        *page.footer,
    ]
    return "\n".join(part for part in parts if part)


def _word_said(word: WordLine, layout: Layout) -> str:
    if layout is Layout.VERDICT:  # where neither number nor count is drawn
        return word.letters
    return f"{word.number} {word.letters} {word.count}".strip()


def _said(call: Call) -> str:
    words = f"{call.role}: {call.action}" if call.role and call.action else call.role or call.action
    said = f"{words} {call.cap}".strip()
    return said if call.ready else f"{said} · {call.first}"
