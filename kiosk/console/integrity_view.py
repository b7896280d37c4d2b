"""Whether the log is whole: verify it, hold it to a head from paper, and give its own head out, as text and
as a picture for a phone.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QProgressBar,
    QVBoxLayout,
)

from kiosk.console import kit
from kiosk.console.events import (
    VerifyAsked,
    VerifyStopped,
)
from kiosk.console.head_kit import NO_CODE, NO_LOG, CodePicture, HeadPlate
from kiosk.console.pages import IntegrityPage
from kiosk.console.states import Inside
from kiosk.console.values import (
    ChainFound,
    HeadGiven,
)
from kiosk.log.chain import check_code

LONGEST_HEAD = 90


class IntegrityView(kit.ConsolePage):
    """One verification at a time, what came of each chain, and which heads were given out."""

    HINTS = (
        ("V", "verify"),
        ("N", "compare with a noted head"),
        ("H", "heads given out"),
        ("B", "evidence by number"),
    )

    def __init__(self, look: kit.ConsoleLook, on_event: kit.OnEvent) -> None:
        super().__init__(look, on_event)
        self.plate, self.code = HeadPlate(look), CodePicture()
        self.head, self.records = self._field("Head from paper"), self._field("Records")
        self.head.setMaxLength(LONGEST_HEAD)
        self.records.setMaxLength(12)
        self.verify = kit.CapButton(look, "V", "verify the whole log", self._verify)
        self.compare = kit.CapButton(look, "ENTER", "compare", self._verify)
        self.stop = kit.CapButton(look, "S", "stop", lambda: on_event(VerifyStopped()))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.said, self.detail = kit.label("", "heading"), kit.FactLines()
        self.said.setWordWrap(True)
        self.problem = kit.label("", "wrong")
        self.problem.setWordWrap(True)
        self.heads = QListWidget()
        self.heads.setAccessibleName("Heads given out")
        self.heads.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._listed: tuple[HeadGiven, ...] | None = None
        self._lay_out()
        self.key("V", self._verify)
        self.key("N", self._to_head)
        self.key("H", self.heads.setFocus)
        self.key("S", lambda: on_event(VerifyStopped()))

    def _field(self, placeholder: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(placeholder)
        field.setAccessibleName(placeholder)
        field.returnPressed.connect(self._verify)
        return field

    def _lay_out(self) -> None:
        compared = QHBoxLayout()
        compared.addWidget(self.head, 5)
        compared.addWidget(self.records, 2)
        compared.addWidget(self.compare)
        running = QHBoxLayout()
        running.addWidget(self.verify)
        running.addWidget(self.bar, 1)
        running.addWidget(self.stop)
        running.addStretch(0)
        self._left = QVBoxLayout()
        for part in (self.plate, compared, running, self.problem, self.said, self.detail):
            if isinstance(part, QHBoxLayout):
                self._left.addLayout(part)
            else:
                self._left.addWidget(part)
        self._left.addStretch(1)
        self._right = QVBoxLayout()
        self._right.addWidget(self.code, 3)
        self._right.addWidget(kit.label("Heads given out", "heading"))
        self._right.addWidget(self.heads, 2)
        self._grid = QGridLayout(self)
        self._grid.addLayout(self._left, 0, 0)
        self._grid.addLayout(self._right, 0, 1)
        self._grid.setColumnStretch(0, 60)
        self._grid.setColumnStretch(1, 40)

    def fit(self) -> None:
        px = self.look.px
        self._grid.setContentsMargins(px(kit.MARGIN), px(kit.GUTTER), px(kit.MARGIN), px(kit.GUTTER))
        self._grid.setHorizontalSpacing(px(kit.MARGIN))
        self._left.setSpacing(px(kit.GUTTER))
        self._right.setSpacing(px(kit.GAP))
        self.plate.fit()

    # --- what is shown ------------------------------------------------------------------------------------

    def show_state(self, state: Inside) -> None:
        page, head = state.integrity, state.status.head if state.status else None
        self.plate.show_head(head, NO_CODE if state.status and state.status.doubt else NO_LOG)
        self.code.show_text(head.scanned if head else "")
        self._show_running(page)
        self.problem.setText(page.problem)
        self.problem.setVisible(bool(page.problem))
        chains = page.found.chains if page.found else ()
        good = bool(chains) and all(chain.intact for chain in chains)
        self.said.setText("" if not chains else _verdict(chains, good=good, held=bool(page.held_to.head)))
        self.detail.show_lines([line for chain in chains for line in _lines(chain)])
        if page.heads != self._listed:
            self._listed = page.heads
            self.heads.clear()
            self.heads.addItems([_head_line(head) for head in page.heads or ()] or ["None yet."])

    def _show_running(self, page: IntegrityPage) -> None:
        running = page.pending is not None
        self.bar.setVisible(running)
        self.stop.setVisible(running)
        self.bar.setRange(0, page.of if page.of else 0)
        self.bar.setValue(page.done)
        self.bar.setAccessibleName(f"{page.done} of {page.of} records")

    # --- what is reported ---------------------------------------------------------------------------------

    def _verify(self) -> None:
        self.on_event(VerifyAsked(self.head.text(), self.records.text()))

    def _to_head(self) -> None:
        self.head.setFocus()
        self.head.selectAll()

    def take_focus(self) -> None:
        self.verify.setFocus()

    def step_back(self) -> bool:
        if not (self.head.hasFocus() or self.records.hasFocus()):
            return False
        self.verify.setFocus()
        return True


def _verdict(chains: tuple[ChainFound, ...], *, good: bool, held: bool) -> str:
    if not good:
        bad = next((chain for chain in chains if not chain.intact and not chain.unlike_note), None)
        if bad is None:
            return "Not as noted: the noted head is not here. The chain is intact."
        where = "" if bad.first_bad is None else f" at record {bad.first_bad:,}"
        return f"The log does NOT hold{where}."
    return (
        "Intact, and the noted head stands in it." if held else "Intact: every record is as it was recorded."
    )


def _lines(chain: ChainFound) -> tuple[tuple[str, str], ...]:
    lines = [("Found", chain.sentence), ("Records", f"{chain.count:,}")]
    if chain.letter:
        lines.insert(0, ("Station", chain.letter))
    if chain.first_bad is not None and not chain.unlike_note:
        lines.append(("First bad record", f"{chain.first_bad:,}"))
    if chain.head:
        lines.append(("Head", check_code(chain.head)))
    return tuple(lines)


def _head_line(given: HeadGiven) -> str:
    return f"{given.local} · {given.occasion}\n{given.code} · {given.count:,} records"
