"""What assistive tools find in the station's window: the parts of its page, each with its role.

A drawn page is one picture to them. So for each part there is a child without size, which is never painted
and never takes a key; it says what that part says and nothing else. Only what changed is told.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from kiosk.base.page import Page, PagePart, PartKind, news, parts

_Role = QAccessible.Role
ROLES = {PartKind.HEADLINE: _Role.Heading, PartKind.CALL: _Role.Heading}
LISTS = (PartKind.WORD, PartKind.KEY)  # read as lists, with how many there are


class SpokenPart(QWidget):
    """A child of the window that says one thing, or holds those that do."""

    def __init__(self, parent: QWidget, role: QAccessible.Role) -> None:
        super().__init__(parent)
        self.role = role
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(0, 0)

    def say(self, text: str) -> None:
        """Say *text*; nothing: be none of the page's parts."""
        if text != self.accessibleName():
            self.setAccessibleName(text)
            self.setVisible(bool(text))


class SpokenGroup(SpokenPart):
    """The parts of one kind."""

    def __init__(self, parent: QWidget, kind: PartKind) -> None:
        super().__init__(parent, _Role.List if kind in LISTS else _Role.Grouping)
        self._role = _Role.ListItem if kind in LISTS else ROLES.get(kind, _Role.StaticText)
        self._parts: list[SpokenPart] = []
        self._texts: tuple[str, ...] = ()

    def say_all(self, texts: tuple[str, ...]) -> None:
        if texts == self._texts:
            return
        while len(self._parts) < len(texts):
            self._parts.append(SpokenPart(self, self._role))
        for place, part in enumerate(self._parts):
            part.say(texts[place] if place < len(texts) else "")
        if bool(texts) != bool(self._texts):
            self.setVisible(bool(texts))
        self._texts = texts


class SpokenParts:
    """All of them, in the order in which they are read. *window*: whose they are."""

    def __init__(self, window: QWidget) -> None:
        QAccessible.installFactory(_interface)
        self._window = window
        self._groups = {kind: SpokenGroup(window, kind) for kind in PartKind}

    def say(self, said: Sequence[PagePart], told: str, *, anew: bool) -> None:
        """From now on assistive tools find *said*, and whoever listens hears *told*; *anew*: what was being
        read is over."""
        for kind, group in self._groups.items():
            group.say_all(tuple(part.said for part in said if part.kind is kind))
        if QAccessible.isActive() and told:
            announced = QAccessibleAnnouncementEvent(self._window, told)
            if anew:
                announced.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
            QAccessible.updateAccessibility(announced)

    def clear(self) -> None:
        for group in self._groups.values():
            group.say_all(())


class SpokenPage(SpokenParts):
    """The parts of a page."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._page: Page | None = None

    def show(self, page: Page) -> None:
        """From now on assistive tools find *page*, and whoever listens hears what is new in it."""
        before, self._page = self._page, page
        if page == before:
            return
        # What is new is worked out only for whoever listens.
        told = news(before, page) if QAccessible.isActive() else ""
        self.say(parts(page), told, anew=before is None or before.layout is not page.layout)


def _interface(_name: str, of: QObject) -> QAccessibleInterface | None:
    """Qt asks this for each thing that assistive tools meet; the answer is Qt's from then on."""
    return QAccessibleWidget(of, of.role) if isinstance(of, SpokenPart) else None
