"""A desk on fakes: a judge's keys in, pages and records out; and every state of a desk, to be looked at."""

from dataclasses import dataclass, field, replace

from kiosk.base.clock import Reading
from kiosk.decisions.forms import OpinionKnown
from kiosk.decisions.opinions import OpinionAsked
from kiosk.desk.events import DocketAsked, EarlierRuling, OpinionPressed, WayAsked
from kiosk.desk.machine import desk_page, step
from kiosk.desk.menu import DeskMenu, Hidden, PickingPrinter, ShowingDocket
from kiosk.desk.opening_run import OpenedDesk
from kiosk.desk.opinions import AskingNumber, ConfirmingOpinion
from kiosk.desk.ruling import (
    CheckingSlip,
    LookingInPrint,
    Marked,
    NotRecorded,
    OnSlip,
    Recording,
    RulingSlip,
)
from kiosk.desk.run import DeskRun
from kiosk.desk.shift import (
    AtDeskDoor,
    DeskLeft,
    EndingShift,
    NamingJudge,
    OffDuty,
    PickingDivision,
    PickingWay,
    TickingChecks,
)
from kiosk.desk.slip import SlipEntry, SlipPart
from kiosk.desk.states import DeskContext, DeskSetting, Shift
from kiosk.desk.ways import ways
from kiosk.errors import AccessError
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import Verdict
from kiosk.setup.passcodes import Role
from kiosk.setup.store import load_demonstration
from kiosk.station.events import PasscodeAccepted
from kiosk.station.opening_run import Opened
from kiosk.station.states import StationContext
from kiosk.words.play import WordSource
from tests.support import stage
from tests.support.fakes import CountingList, ManualClock, MemoryLog, key

FUNCTIONS = {"②": WayAsked(), "③": OpinionPressed(), "④": DocketAsked()}
CONTEXT = DeskContext("B", "7K3F9Q", "14:32", event="The Open", round=3)
JUDGES = ("CD", "EF", "GH")
NOBODY_KNOWN = "It is not on record who ruled before. Confirm that it was another person (IV.K.4)."
FEW = ("QUIXOTRY", "QI", "ZA")
NSA, WESPA, NASPA = "nsa-1998", "wespa-5.1", "naspa-2013"


def setting(*rules_ids: str, **changes) -> DeskSetting:
    """A desk without a passcode for divisions under *rules_ids*."""
    divisions = stage.procedure(*(rules_ids or (NSA,))).divisions
    book = tuple(replace(one, needs_book=one.rules.lexicon.long_by == "book") for one in divisions)
    return replace(DeskSetting(book, "B", unguarded=True), **changes)


def pressed(character: str):
    """The event of a key: those of a station, and ②③④ for F2, F3, F4."""
    return FUNCTIONS.get(character) or key(character)


def after(state, keys: str, by: DeskSetting, now_ms: int = 1000):
    """The state after *keys*, and all that they ordered; no order is answered."""
    orders = []
    for one in keys:
        state, more = step(state, pressed(one), now_ms, by)
        orders += more
    return state, orders


def shift(by: DeskSetting, way: int = 0, **changes) -> Shift:
    """AB's shift, whose checklist is ticked."""
    rules = by.divisions[0].rules
    return replace(Shift("AB", 0, ways(rules)[way], ticked=frozenset({rules.id})), **changes)


def earlier(by: DeskSetting, *verdicts: Verdict, **changes) -> EarlierRuling:
    """B-147 at table 12: by CD, with one more opinion for every further verdict; without any, referred."""
    opinions = tuple(
        OpinionKnown(verdict, who, f"B-{147 + place}")
        for place, (verdict, who) in enumerate(zip(verdicts, JUDGES, strict=False))
    )
    made = EarlierRuling(("s", "e", 7), "B-147", FEW, by.divisions[0].id, 12, 3, opinions)
    return replace(made, **changes)


def sample_desk_states(by: DeskSetting, words: tuple[str, ...] = FEW, way: int = 0) -> dict[str, object]:
    """Every state of a desk worth a picture, by name."""
    of = by.divisions[0]
    on = shift(by, way)
    typing = SlipEntry(0, "12", "7", (*words[:-1], words[-1][:-1]), SlipPart.WORDS, len(words) - 1)
    slip = replace(typing, lines=words)
    good, bad, refer = (stage.logged(one, words, of) for one in Verdict)
    on_slip = OnSlip(replace(on, last=good), typing)
    idle = OnSlip(replace(on, last=good), SlipEntry(0))
    checking = CheckingSlip(on, slip, 0)
    marked = Marked(on, slip, good, 0)
    again = earlier(by, Verdict.UNACCEPTABLE, words=words)
    method = by.divisions[0].rules.staff_methods(in_print=True)[0]
    looking = LookingInPrint(on, slip, earlier(by, words=words), 0, method, refer)
    ticked = len(of.rules.card.judge_checks)
    return {
        "naming": NamingJudge("AB"),
        "naming_notice": NamingJudge("AB", "Type initials"),
        "door": AtDeskDoor("AB", "secret"),
        "door_waits": AtDeskDoor("AB", "", "Not accepted.", 15_000),
        "division": PickingDivision("AB", hint=True),
        "way": PickingWay("AB", 0, hint=True),
        "way_warned": PickingWay("AB", 0, warning="17 wrong passcodes were typed here in a row."),
        "checks": TickingChecks(on, SlipEntry(0), 3, "ENTER ticks the next line"),
        "checks_done": TickingChecks(on, SlipEntry(0), ticked),
        "slip_empty": idle,
        "slip_table": OnSlip(on, replace(typing, part=SlipPart.TABLE, notice="First the table")),
        "slip": on_slip,
        "slip_notice": OnSlip(on, replace(typing, notice="A word has at least 2 letters")),
        "checking": checking,
        "checking_doubted": replace(checking, doubted=True, notice="That key was not taken."),
        "checking_agreed": replace(checking, agreed=True),
        "checking_answered": replace(checking, answer=Verdict.UNACCEPTABLE),
        "checking_again": replace(checking, slip=replace(slip, again=again)),
        "checking_same": replace(checking, same=again),
        "confirming": ConfirmingOpinion(
            on, replace(slip, again=again), OpinionAsked(2, "AB", vouched=True), NOBODY_KNOWN, hint=True
        ),
        "in_print": looking,
        "in_print_answered": replace(looking, answer=Verdict.ACCEPTABLE, notice="TAB records it"),
        "in_print_how": replace(looking, method=None),
        "ruling": RulingSlip(checking),
        "marked_acceptable": marked,
        "marked_unacceptable": replace(marked, ruling=bad, hint=True),
        "marked_as_before": replace(marked, ruling=bad, slip=replace(slip, again=again)),
        "marked_not_as_before": replace(marked, slip=replace(slip, again=again)),
        "asking": AskingNumber(on, "147"),
        "menu": DeskMenu(on_slip, hint=True),
        "menu_idle": DeskMenu(idle),
        "menu_checking": DeskMenu(checking),
        "docket": ShowingDocket(marked, good),
        "docket_printer": ShowingDocket(
            replace(marked, shift=replace(on, printer="Hall")), good, "Docket B-147 has gone to Hall."
        ),
        "docket_busy": ShowingDocket(marked, good, busy="Looking for printers…"),
        "docket_which": PickingPrinter(ShowingDocket(marked, good), ("Hall", "Office"), hint=True),
        "docket_referral": ShowingDocket(idle, refer),
        "ending": EndingShift(idle, hint=True),
        "off_duty": OffDuty("AB", 50, hint=True),
        "hidden": Hidden(checking),
        "recording": Recording(idle, marked),
        "not_recorded": NotRecorded(
            checking, "The record could not be saved: disk full.", ruled=True, hint=True
        ),
        "not_done": NotRecorded(idle, "The record could not be saved.", ruled=False),
        "doubtful": NotRecorded(checking, "Nobody knows.", ruled=True, doubtful=True),
        "left": DeskLeft(),
    }


def desk_pages() -> dict[str, object]:
    """Pages for pictures: each state under two rulebooks, and the widest there are."""
    by, wespa, two = setting(), setting(WESPA), setting(NASPA, NASPA)
    made = {f"desk_{name}": _page(state, by) for name, state in sample_desk_states(by).items()}
    for name, state in sample_desk_states(wespa, way=2).items():
        if name in ("way", "checks", "slip", "checking", "checking_agreed", "marked_not_as_before"):
            made[f"desk_wespa_{name}"] = _page(state, wespa)
    for name, state in sample_desk_states(by, stage.EIGHT_LONG, way=1).items():
        if name in ("slip", "checking", "in_print", "marked_unacceptable", "docket"):
            made[f"desk_eight_{name}"] = _page(state, by)
    made["desk_two_division"] = _page(PickingDivision("AB"), two)
    return made


def _page(state, by: DeskSetting):
    return desk_page(state, 0, by, CONTEXT)


# --- a run on fakes ---------------------------------------------------------------------------------------


class DeskLog(MemoryLog):
    """A log in memory, as a run of the desk holds it."""

    opened = None

    def close(self) -> None:
        self.journal.append(("close",))


@dataclass
class DeskEyes:
    """The screen: every page that was ever shown, newest last."""

    pages: list = field(default_factory=list)
    plain: str = ""
    exited: int | None = None
    rings_after_ms: int = 0

    def listen(self, on_event) -> None:
        self.on_event = on_event

    def show_page(self, page) -> None:
        self.pages.append(page)

    def show_plain(self, text: str) -> None:
        self.plain = text

    def ring_after(self, ms: int) -> None:
        self.rings_after_ms = ms

    def exit(self, code: int) -> None:
        self.exited = code


@dataclass
class HallPrinters:
    """Printers that answer when the test says so."""

    names: tuple = ("Hall", "Desk")
    refuses: str = ""
    printed: list = field(default_factory=list)
    waiting: list = field(default_factory=list)

    def find(self, tell) -> None:
        self.waiting.append(lambda: tell(self.names))

    def put(self, printer, title, lines, tell) -> None:
        self.printed.append((printer, title, lines))
        self.waiting.append(lambda: tell(self.refuses))

    def answer(self) -> None:
        self.waiting.pop(0)()

    def tick(self, now_ms) -> None:
        pass


@dataclass
class NoChores:
    found: str = ""
    idle: list = field(default_factory=list)

    def tick(self, settings, *, idle: bool) -> str:
        self.idle.append(idle)
        return self.found

    def end(self) -> None:
        pass


class DeskDoorkeeper:
    """Knows one passcode."""

    def check(self, passcode: str) -> Role:
        if passcode != "open":
            raise AccessError("Not accepted.", 15_000)
        return PasscodeAccepted(Role.JUDGE).role

    def warning(self) -> str:
        return ""


@dataclass
class FakeOpening:
    log: DeskLog

    def door(self, where: str) -> DeskDoorkeeper:
        return DeskDoorkeeper()


class DeskRig:
    """A run of the desk on fakes, and the judge at it."""

    def __init__(self, by: DeskSetting | None = None, log=None, build=DeskRun, words=stage.GOOD) -> None:
        self.setting = by or setting()
        self.log = log or DeskLog()
        self.list = CountingList(words, self.log.journal)
        self.clock = ManualClock()
        self.screen, self.chores, self.printers = DeskEyes(), NoChores(), HallPrinters()
        sources = tuple(
            WordSource(self.list, None, one.rules.lexicon.long_from, one.needs_book)
            for one in self.setting.divisions
        )
        about = StationContext(load_demonstration(), True, "7K3F9Q")
        procedure = replace(stage.procedure(), divisions=self.setting.divisions)
        opened = Opened(procedure, sources, about, None, "", "")
        desk_opened = OpenedDesk(FakeOpening(self.log), opened, self.setting)
        self.run = build(desk_opened, self.screen, self._now, self.chores, self.printers)
        self.run.begin()

    def _now(self) -> Reading:
        return Reading("2026-11-16T12:00:00.000Z", 60, self.clock.now_ms, "boot")

    def keys(self, keys: str) -> "DeskRig":
        for one in keys:
            self.run.key(pressed(one))
        return self

    def sign_on(self, way: str = "1") -> "DeskRig":
        """AB begins a shift and ticks the whole checklist; ends on an empty slip."""
        self.keys(f"AB\n{way}")
        checks = len(self.setting.divisions[0].rules.card.judge_checks)
        return self.keys("\n" * (checks + 1))

    @property
    def state(self):
        return self.run.state

    @property
    def page(self):
        return self.screen.pages[-1]

    @property
    def rulings(self) -> list:
        return self.log.of(Kind.ADJUDICATION)
