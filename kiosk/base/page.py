"""A page: everything one screen says, as a value; and as it is read aloud."""

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from kiosk.base.frozen import frozen

# ---- page --------------------------------------------------------------------------------------------------
# A page: everything one screen says, as a value. The window draws it and adds nothing of its own.


class Tone(Enum):
    """The mood of a page; the theme gives each its field, ink and shape."""

    PLAIN = auto()
    ACCEPTABLE = auto()
    UNACCEPTABLE = auto()
    REFER = auto()
    CALL = auto()
    CLOSED = auto()


# The colours of the two verdicts, on every screen and on the page of the hub; nothing else is blue or amber.
BLUE, AMBER = "#003B73", "#FFC457"


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


# ---- spoken ------------------------------------------------------------------------------------------------
# A page as it is read aloud: its parts in order of importance, and which of them are new.
#
# The rule guarded here: no more is said than is drawn. Words are spelled, because two that sound alike are
# two words; the verdict comes first, and what stands on every page last.


class PartKind(Enum):
    """The kinds of parts, in the order in which they are read."""

    HEADLINE = auto()
    SAYS = auto()
    CALL = auto()
    CAPS = auto()
    LINE = auto()
    WORD = auto()
    THEN = auto()
    NOTICE = auto()
    COUNTDOWN = auto()
    NUMBER = auto()
    REMARK = auto()
    TYPED = auto()
    KEY = auto()
    BANNER = auto()
    DIVISION = auto()
    LIST = auto()
    PLACE = auto()
    FOOT = auto()


# What is announced when it changes; the rest is there for anyone who looks for it.
NEWS = (
    PartKind.HEADLINE,
    PartKind.SAYS,
    PartKind.CALL,
    PartKind.LINE,
    PartKind.WORD,
    PartKind.THEN,
    PartKind.NOTICE,
    PartKind.COUNTDOWN,
    PartKind.NUMBER,
    PartKind.REMARK,
)


@frozen
class PagePart:
    """*text*: as it is drawn; *said*: as it is read aloud."""

    kind: PartKind
    text: str
    said: str


def parts(page: Page) -> tuple[PagePart, ...]:
    """Everything *page* says, in the order of `PartKind`."""
    return tuple(PagePart(kind, text, said) for kind, text, said in _all(page) if text)


def _all(page: Page) -> Iterator[tuple[PartKind, str, str]]:
    yield from _plain(PartKind.HEADLINE, (page.headline,))
    yield from _plain(PartKind.SAYS, page.says)
    yield from _plain(PartKind.CALL, (_call_line(page.call),))
    yield from _plain(PartKind.CAPS, (" ".join(page.caps),))
    yield from _plain(PartKind.LINE, page.lines)
    for word in page.words:
        yield PartKind.WORD, _spell_word(word, page), _spell_letters(word, page)
    yield from _plain(PartKind.THEN, (_call_line(page.then),))
    yield from _plain(PartKind.NOTICE, (page.notice,))
    yield from _plain(PartKind.COUNTDOWN, _countdown_lines(page.countdown))
    yield from _plain(PartKind.NUMBER, (page.number,))
    yield from _plain(PartKind.REMARK, (page.remark,))
    yield from _plain(PartKind.TYPED, (page.typed,))
    yield from _plain(PartKind.TYPED, (f"{page.masked} characters typed" if page.masked else "",))
    yield from _plain(PartKind.KEY, (f"{key.cap}: {key.does}" for key in page.keys))
    yield from _plain(PartKind.BANNER, page.banners)
    yield from _plain(PartKind.DIVISION, (page.band.name if page.band else "",))
    yield from _plain(PartKind.LIST, (page.list_name,))
    yield from _plain(PartKind.PLACE, (page.letter, *page.place))
    # The list stands in the footer too; once is enough.
    yield from _plain(PartKind.FOOT, (line for line in page.footer if line != page.list_name))


def _plain(kind: PartKind, texts: Iterable[str]) -> Iterator[tuple[PartKind, str, str]]:
    return ((kind, text, text) for text in texts)


def spell_page(page: Page) -> str:
    """The page as plain text, as it is drawn."""
    return "\n".join(part.text for part in parts(page))


def news(before: Page | None, after: Page) -> str:
    """What to announce of *after* to somebody who knows *before*: what is new, and only the letter of a word
    being typed."""
    typed = _letter_added(before, after)
    if typed:
        return typed
    known = () if before is None or before.layout is not after.layout else parts(before)
    told = {part.said for part in known}
    counts = any(part.kind is PartKind.COUNTDOWN for part in known)  # told once, not every second
    new = (
        part.said
        for part in parts(after)
        if part.kind in NEWS and part.said not in told and not (counts and part.kind is PartKind.COUNTDOWN)
    )
    return ". ".join(new)


def _letter_added(before: Page | None, after: Page) -> str:
    """The letter that was added to a word, if nothing else happened that must be told."""
    if before is None or before.layout is not after.layout or len(before.words) != len(after.words):
        return ""
    changed = [
        (old.letters, new.letters)
        for old, new in zip(before.words, after.words, strict=True)
        if old.letters != new.letters
    ]
    if len(changed) != 1 or (after.notice and after.notice != before.notice):
        return ""
    old, new = changed[0]
    return new[-1] if new[:-1] == old else ""


def _spell_word(word: WordLine, page: Page) -> str:
    if page.layout is Layout.VERDICT:  # where neither number nor count is drawn
        return word.letters
    return f"{_number(word, page, ' ')}{word.letters} {word.count}".strip()


def _spell_letters(word: WordLine, page: Page) -> str:
    letters = " ".join(word.letters)
    if page.layout is Layout.VERDICT:
        return letters
    number = _number(word, page, ", ")
    return f"{number}{letters}, {word.count}" if letters else f"{number}empty"


def _number(word: WordLine, page: Page, after: str) -> str:
    """The number of a word; the only one has none."""
    return f"{word.number}{after}" if len(page.words) > 1 else ""


def _countdown_lines(countdown: Countdown | None) -> tuple[str, ...]:
    if countdown is None:
        return ()
    key = countdown.key
    return (countdown.text,) if key is None else (countdown.text, f"{key.cap}: {key.does}")


def _call_line(call: Call) -> str:
    role = f"{call.role} ({call.aside})" if call.aside else call.role
    words = f"{role}: {call.action}" if role and call.action else role or call.action
    said = f"{words} {call.cap}".strip()
    return said if call.ready else f"{said} · {call.first}"
