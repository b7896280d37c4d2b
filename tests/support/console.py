"""The director's console in every one of its states, from values alone: for widget tests and the gallery."""

from dataclasses import replace

from kiosk.console import wording
from kiosk.console.orders import CloseForTonight, OpenEvent, RevealWords, SeeRuling
from kiosk.console.pages import WINDOW, AlertsPage, IntegrityPage, LogPage, NowPage
from kiosk.console.sources import sources_panel
from kiosk.console.states import (
    PRINTER_OR_FILE,
    AskingExport,
    AskingPaper,
    AskingRound,
    AtDoor,
    Confirming,
    ConsoleSetting,
    Inside,
    Revealing,
    Telling,
    WorkingOn,
    confirm_reveal,
)
from kiosk.console.values import (
    Act,
    AlertsFound,
    AlertShown,
    ChainFound,
    Facet,
    FacetCount,
    FacetsFound,
    HeadGiven,
    HeadShown,
    MinuteBin,
    Narrowing,
    PageId,
    RevealedShown,
    RoundBand,
    RowsFound,
    RowShown,
    SourceFound,
    SourcesFound,
    StatusSeen,
    TimelineFound,
    VerifyFound,
    VerifyWanted,
    Where,
)
from kiosk.log.alerts import Alert
from kiosk.log.sources import SourceStanding
from tests.support.console_papers import (
    CHOOSING,
    CORRECTING,
    DECIDED,
    ENDED,
    REFUSED,
    REPORT,
    RULED,
)

STATION, EPOCH = "5" * 32, "e" * 32
WORDS = (
    ("WALTZ", "AI"),
    ("QUAZY",),
    ("RHYTHM", "VEXER", "FUZZEN", "WALTZY", "JINXER"),
    ("FJORD", "ZEN"),
    ("OUTZEN",),
    ("GLYPH", "QI", "OE"),
    ("JUKEBOX",),
)
VERDICTS = ("acceptable", "unacceptable", "unacceptable", "refer", "acceptable")
ALONE, IN_STATION = ConsoleSetting(Where.ALONE), ConsoleSetting(Where.IN_STATION)


def row(number: int, /, **changes: object) -> RowShown:
    """The ruling B-*number* of a busy afternoon."""
    minute = 9 * 60 + number * 4
    made = RowShown(
        key=(STATION, EPOCH, number * 2 + 10),
        kind="adjudication",
        number=f"B-{number}",
        local=f"2026-05-02 {minute // 60 % 24:02}:{minute % 60:02}:{number * 7 % 60:02}",
        verdict=VERDICTS[number % len(VERDICTS)],
        round=1 + number // 15 % 8,
        table=1 + number * 3 % 20,
        division="open",
        words=WORDS[number % len(WORDS)],
        method="self_station",
        operator="",
        flags=(),
        alerts=("split_lookup",) if number % 9 == 0 else (),
        letter="B",
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def rows(total: int, first: int = 0, count: int = WINDOW) -> tuple[RowShown, ...]:
    """Of *total* rulings, newest first, those from place *first* on."""
    return tuple(row(total - place) for place in range(first, min(total, first + count)))


def found(total: int, first: int = 0) -> RowsFound:
    return RowsFound(total, first, rows(total, first), newest=total * 2 + 10)


HEAD = HeadShown("B", 1234, "60c4-8c6b-5d53-88a3", "60c48c6b5d5388a3" + "0" * 48, "2026-05-02T17:50:56")
STATUS = StatusSeen(
    letter="B",
    name="By the window",
    clock="17:52",
    lines=(
        ("Event", "Spring Open (spring-open)"),
        ("Round", "8; round 9 tomorrow at 09:00"),
        ("Station", "B · By the window · tournament"),
        ("List", "nwl23"),
        ("Set-up code", "7K3F9Q"),
        ("Second copy", "/media/stick, on the device at /media/stick, 28.9 GB free; copied today at 17:49"),
        ("Protection", "deterrent is wanted; guarded today at 08:41: keyboard, power button, sleep"),
        ("Clock", "2026-05-02 17:52, UTC+02:00"),
        ("Running", "started today at 08:41, not stopped since"),
        ("Power", "On mains, battery 97 %"),
        ("Log", "1234 records, head 60c4-8c6b-5d53-88a3"),
    ),
    wrong=(),
    event="Spring Open",
    round=8,
    next_round=9,
    planned=True,
    held=False,
    head=HEAD,
    folders=("/media/stick", "/home/director"),
)
WRONG = replace(
    STATUS,
    wrong=(
        "The second copy cannot be made: its folder is not there. Put the stick in.",
        "On battery, 12 % left. Plug the power cable in now.",
    ),
)
FACETS = FacetsFound(
    (
        *(FacetCount(Facet.ROUND, str(one), str(one), 8 + one * 3 % 7) for one in range(1, 9)),
        FacetCount(Facet.VERDICT, "acceptable", "acceptable", 48),
        FacetCount(Facet.VERDICT, "refer", "refer", 3),
        FacetCount(Facet.VERDICT, "unacceptable", "unacceptable", 69),
        FacetCount(Facet.ALERT, "part_of_rejected", "part of rejected", 2),
        FacetCount(Facet.ALERT, "split_lookup", "split lookup", 13),
        *(FacetCount(Facet.TABLE, str(one), str(one), 1 + one % 9) for one in range(1, 21)),
        FacetCount(Facet.DIVISION, "open", "open", 120),
        FacetCount(Facet.WORD_COUNT, "1", "1", 80),
        FacetCount(Facet.WORD_COUNT, "2", "2", 40),
    )
)
TIMELINE = TimelineFound(
    tuple(
        MinuteBin(f"2026-05-02T{place // 60:02}:{place % 60:02}", place % 3, place % 4, place % 29 == 0)
        for place in range(9 * 60, 17 * 60, 5)
        if place % 60 < 50 and place % 4 + place % 3
    ),
    tuple(
        RoundBand(one, f"2026-05-02T{8 + one:02}:00", f"2026-05-02T{8 + one:02}:49") for one in range(1, 9)
    ),
)
NARROW = Narrowing(
    ((Facet.VERDICT, "unacceptable"), (Facet.ROUND, "3")), word="*ZY", since="2026-05-02T11:00"
)
GIVEN = (
    HeadGiven("2026-05-02 19:51", "closed for tonight", 1234, "60c4-8c6b-5d53-88a3"),
    HeadGiven("2026-05-02 08:41", "“Spring Open” opened", 41, "118d-1f2e-ab51-da5b"),
)
CHAIN = ChainFound("B", STATION, EPOCH, True, "Intact, witnessed: 1234 records.", 1234, HEAD.hash)
BROKEN = replace(CHAIN, intact=False, sentence="Broken. Record 812 was changed.", count=811, first_bad=812)
SAID = (
    ("Event", "Spring Open (spring-open)"),
    ("Rounds", "8, the first today at 09:00"),
    ("Clock", "2026-05-02 08:41, UTC+02:00"),
    ("Division Open", "NASPA 2016 · NWL2023, exact · failed challenge: the challenger loses the turn"),
    ("Protection", "deterrent; the set-up wants deterrent"),
    ("Second copy", "/media/stick, on the device at /media/stick, 28.9 GB free"),
)

PLAIN = Inside(ALONE, now=NowPage(rows(120, 0, 10)), status=STATUS, count=1234)
LOG = LogPage(total=120, newest=found(120).newest, windows=(found(120),), facets=FACETS, timeline=TIMELINE)
CHANGED = replace(
    LOG,
    windows=(
        replace(
            found(120),
            rows=(row(120), row(119, fits=False), row(118, odd=True, alerts=()), *rows(120)[3:]),
        ),
    ),
)
ALERTS = AlertsFound(
    (
        AlertShown(
            "part_of_rejected",
            Alert.PART_OF_REJECTED.meaning(180),
            "",
            ((row(118, round=3, table=7), row(112, round=3, table=7)),),
            1,
        ),
        AlertShown(
            "split_lookup",
            Alert.SPLIT_LOOKUP.meaning(180),
            "NASPA 2016, III.D.2",
            tuple((row(one), row(one - 1)) for one in range(117, 9, -9)),
            132,
        ),
        AlertShown("outside_rounds", Alert.OUTSIDE_ROUNDS.meaning(180), "", ((row(3, round=None), None),), 1),
    )
)
SEVERAL = replace(ALONE, several=True)
SOURCES = SourcesFound(
    (
        SourceFound(
            "/media/stick/b.db", "B", STATION, EPOCH, 1234, SourceStanding.USED, "Its records are shown."
        ),
        SourceFound(
            "/media/stick/c.db",
            "C",
            "6" * 32,
            "f" * 32,
            812,
            SourceStanding.USED,
            "Its records are shown.",
            "Its clock is 75 seconds ahead.",
            75,
        ),
        SourceFound(
            "/media/stick/old/b.db",
            "B",
            STATION,
            EPOCH,
            900,
            SourceStanding.COPY,
            "It is an older copy, 334 records shorter, of /media/stick/b.db, which is shown.",
        ),
        SourceFound(
            "/media/stick/b2.db",
            "B",
            STATION,
            EPOCH,
            901,
            SourceStanding.FORK,
            "It parts from /media/stick/b.db at record 850. Keep both, and compare them with the paper.",
        ),
    )
)


def on(page: PageId, **changes: object) -> Inside:
    return replace(PLAIN, shown=page, **changes)  # type: ignore[arg-type]


STATES = {
    "door": AtDoor(replace(ALONE, guarded=True)),
    "door_wait": AtDoor(
        replace(ALONE, guarded=True), "That is not the director's passcode.", until_ms=15_000
    ),
    "now_unread": Inside(ALONE),
    "now_waits": Inside(ALONE, awaited=Act.START_ROUND),
    "now_empty": replace(PLAIN, now=NowPage(())),
    "now": PLAIN,
    "now_wrong": replace(PLAIN, status=WRONG, now=NowPage((row(120, fits=False), *rows(120, 1, 9)))),
    "now_in_station": replace(PLAIN, setting=IN_STATION),
    "now_held": replace(PLAIN, status=replace(STATUS, held=True)),
    "now_failed": replace(PLAIN, now=NowPage(problem="The log cannot be read (disk I/O error). Use a copy.")),
    "log_unread": on(PageId.LOG),
    "log": on(PageId.LOG, log=LOG),
    "log_changed": on(PageId.LOG, log=CHANGED),
    "log_narrowed": on(PageId.LOG, log=replace(LOG, narrowing=NARROW, total=12, windows=(found(12),))),
    "log_nothing": on(
        PageId.LOG,
        log=LogPage(
            Narrowing(word="QQQ"), 0, 9, (RowsFound(0, 0, (), 9),), FacetsFound(()), TimelineFound((), ())
        ),
    ),
    "log_problem": on(PageId.LOG, log=replace(LOG, problem="Type a ruling number such as B-147, or a word.")),
    "log_reading": on(PageId.LOG, far=(41_500, 100_000)),
    "log_several": on(PageId.LOG, log=LOG, setting=SEVERAL, sources=SOURCES),
    "now_reading": replace(PLAIN, now=NowPage(asked=True), far=(41_500, 100_000)),
    "alerts_unread": on(PageId.ALERTS, alerts=AlertsPage(asked=True)),
    "alerts_reading": on(PageId.ALERTS, alerts=AlertsPage(asked=True), far=(41_500, 100_000)),
    "alerts": on(PageId.ALERTS, alerts=AlertsPage(ALERTS)),
    "alerts_changed": on(
        PageId.ALERTS,
        alerts=AlertsPage(
            AlertsFound((replace(ALERTS.alerts[0], rows=((row(118), row(112, fits=False)),)),))
        ),
    ),
    "alerts_none": on(PageId.ALERTS, alerts=AlertsPage(AlertsFound(()))),
    "alerts_failed": on(
        PageId.ALERTS, alerts=AlertsPage(problem="The log cannot be read (disk I/O error). Use a copy.")
    ),
    "integrity": on(PageId.INTEGRITY, integrity=IntegrityPage(heads=GIVEN)),
    "integrity_running": on(
        PageId.INTEGRITY, integrity=IntegrityPage(VerifyWanted(), 41_500, 100_000, heads=GIVEN)
    ),
    "integrity_intact": on(
        PageId.INTEGRITY,
        integrity=IntegrityPage(
            held_to=VerifyWanted("60c48c6b5d5388a3", 1234), found=VerifyFound((CHAIN,)), heads=GIVEN
        ),
    ),
    "integrity_broken": on(
        PageId.INTEGRITY, integrity=IntegrityPage(found=VerifyFound((BROKEN,)), heads=GIVEN)
    ),
    "integrity_problem": on(
        PageId.INTEGRITY, integrity=IntegrityPage(problem="“60c4” cannot be a noted head.", heads=())
    ),
    "panel_open_event": replace(
        PLAIN,
        over=Confirming(
            OpenEvent("spring-open", "Spring Open", ("No round is today.",)),
            "Open the event “Spring Open”?",
            "open it",
            SAID,
            ("No round is today: the first is on 2025-05-02. Set the clock, or correct the dates.",),
        ),
    ),
    "panel_round": replace(PLAIN, over=AskingRound("A round starts now", "Round", "9")),
    "panel_export": on(
        PageId.LOG,
        log=LOG,
        over=AskingExport(
            "Export 120 records: everything",
            "File",
            "/media/stick/B-rulings.csv",
            ("/media/stick/B-rulings.csv", "/home/director/B-rulings.csv"),
            wording.NO_TARGET,
        ),
    ),
    "panel_working": replace(PLAIN, over=WorkingOn(CloseForTonight(), wording.working(CloseForTonight()))),
    "panel_far": on(
        PageId.RULING,
        over=WorkingOn(SeeRuling("B-119"), wording.working(SeeRuling("B-119")), (41_500, 100_000)),
    ),
    "panel_where_to": on(
        PageId.RULING,
        ruling=RULED,
        over=AskingPaper(
            "The evidence on B-119: where to?",
            PRINTER_OR_FILE,
            "Hall",
            ("Hall", "Office", "/media/stick/evidence-B-119.pdf", "/media/stick/evidence-B-119.html"),
            printers=("Hall", "Office"),
        ),
    ),
    "panel_told": replace(
        PLAIN,
        over=Telling("Closed for tonight", (("Second copy", "Copied to /media/stick, verified."),), (), HEAD),
    ),
    "ruling_none": on(PageId.RULING),
    "ruling": on(PageId.RULING, ruling=RULED),
    "ruling_decided": on(PageId.RULING, ruling=DECIDED),
    "deciding_choose": on(PageId.RULING, ruling=CHOOSING),
    "deciding_narrowed": on(
        PageId.RULING, ruling=replace(CHOOSING, deciding=replace(CHOOSING.deciding, search="opinion"))
    ),
    "deciding_form": on(PageId.RULING, ruling=CORRECTING),
    "deciding_refused": on(PageId.RULING, ruling=REFUSED),
    "deciding_end": on(PageId.RULING, ruling=ENDED),
    "reveal_asked": on(
        PageId.RULING, ruling=RULED, over=confirm_reveal(RevealWords("B-119", "appeal of the player", "JK"))
    ),
    "revealed": on(
        PageId.RULING,
        ruling=RULED,
        over=Revealing(
            RevealedShown(
                "B-119",
                "unacceptable",
                ("NWL2023",),
                (("RHYTHM", "acceptable"), ("VEXER", "acceptable"), ("FUZZEN", "unacceptable")),
            )
        ),
    ),
    "reports": on(PageId.REPORTS),
    "reports_made": on(PageId.REPORTS, reports=REPORT),
}
_SOURCES = on(
    PageId.LOG, log=LOG, setting=SEVERAL, sources=SOURCES, integrity=STATES["integrity_intact"].integrity
)
STATES["panel_sources"] = replace(_SOURCES, over=sources_panel(_SOURCES))
