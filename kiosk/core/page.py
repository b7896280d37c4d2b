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
    TABLE = auto()
    CHECK = auto()
    VERDICT = auto()
    CHOICES = auto()
    PASSCODE = auto()
    NOTICE = auto()
    CALLED = auto()


class RoleFlag(Enum):
    """How the role of a call is drawn, so that no two roles look alike: CHALLENGER and CHALLENGED differ by
    one letter only."""

    FILLED = auto()  # the challenger
    OUTLINED = auto()  # the challenged player
    DOUBLE = auto()  # both
    SQUARE = auto()  # staff


class Sign(Enum):
    """The picture of a page that is no verdict."""

    NONE = auto()
    HAND = auto()  # the director was called
    PADLOCK = auto()  # locked
    BARRIER = auto()  # out of service
    ARROW = auto()  # go to somebody else


@frozen
class DivisionBand:
    """What tells a division from the others on every page: its colour with a pattern, and its letter."""

    colour: str
    letter: str
    name: str


@frozen
class WordLine:
    """One challenged word. *current*: the challenger is typing here."""

    number: int
    letters: str
    current: bool = False

    @property
    def count(self) -> str:
        letters = len(self.letters)
        return f"{letters} letter{'s' * (letters > 1)}" if letters else ""


@frozen
class Key:
    """A key and what it does now."""

    cap: str
    does: str
    band: DivisionBand | None = None


@frozen
class Call:
    """Who must do what: a role in capitals, what to do, and the key that does it (drawn as a key). Until that
    is *ready* it is hollow, and *first* says what must come before. *aside* tells who has the role."""

    role: str = ""
    action: str = ""
    cap: str = ""
    first: str = ""
    ready: bool = True
    flag: RoleFlag = RoleFlag.FILLED
    aside: str = ""


@frozen
class Countdown:
    """The time a page has left, as a sentence and as a *share* of what is counted; *key* gives more."""

    text: str
    share: float
    key: Key | None = None


@frozen
class Page:
    """*caps*: the keys of which one is to be pressed, drawn large. *says*: what follows from the headline,
    second in rank. *remark*: what to do with the ruling's *number*. *typed*: what stands in the one field of
    the page. *letter* and *place*: which station this is, and what it is used for."""

    layout: Layout
    tone: Tone = Tone.PLAIN
    sign: Sign = Sign.NONE
    call: Call = Call()
    then: Call = Call()
    caps: tuple[str, ...] = ()
    headline: str = ""
    says: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    words: tuple[WordLine, ...] = ()
    keys: tuple[Key, ...] = ()
    notice: str = ""
    countdown: Countdown | None = None
    number: str = ""
    remark: str = ""
    typed: str = ""
    masked: int = 0
    list_name: str = ""
    band: DivisionBand | None = None
    letter: str = ""
    place: tuple[str, ...] = ()
    banners: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()
    large: bool = False
