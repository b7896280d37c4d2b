"""The sheets whose look is kept in files: evidence, an incident, an event for its director and for players.

python -m tests.support.golden_sheets        writes the files again; look at what has changed
"""

from pathlib import Path

from kiosk.decisions.evidence_sheet import Addressed, Evidence, Surrounding, evidence_sheet, incident_sheet
from kiosk.log.alerts import Alert
from kiosk.log.challenges import Logged
from kiosk.log.kinds import Kind
from kiosk.log.report import Frame, build_report
from kiosk.log.totals import DecisionRow, summarise
from kiosk.paper.html import PageLook, as_html
from kiosk.paper.sheet import QrCode, Sheet, VerdictMark, qr_modules
from kiosk.paper.text import as_text
from kiosk.rules.ruling import Verdict
from tests.support import event_generator

GOLDEN = Path(__file__).resolve().parent / "golden"


def some_evidence(**changes) -> Evidence:
    values = {
        "name": "B-147",
        "event": "Spring Open (spring)",
        "mark": VerdictMark(Verdict.UNACCEPTABLE, "UNACCEPTABLE", ("QUAZY", "JINX")),
        "facts": (
            ("When", "2026-05-02 10:31:07 local time, when TAB was pressed"),
            ("Where", "station B, Spring Open (spring), round 2, table 4, division main"),
        ),
        "players": ("A. Player", "B. Player"),
        "around": (
            Surrounding("10:24:00", "B-146", "4", "acceptable", "WALTZ"),
            Surrounding("10:31:07", "B-147", "4", "unacceptable", "QUAZY · JINX", own=True),
            Surrounding("10:33:12", "cleared", "", "", "1 word typed, not judged"),
            Surrounding("10:39:50", "B-148", "9", "acceptable", "2 words", note="CHANGED"),
        ),
        "left_out": 2,
        "unshown": "Words of other tables are left out while the event is open.",
        "decisions": (DecisionRow("2026-05-02 10:40:00", "B-147", "warning; clause IV.J.2; by JK"),),
        "alerts": (("Split lookup", Alert.SPLIT_LOOKUP.meaning(180)),),
        "integrity": "This record and the chain up to it are intact.",
        "chain": "Checked for this page.",
        "hashes": (("Record 312, hash", "ab" * 32), ("It follows", "cd" * 32)),
        "code": QrCode(qr_modules("B-147 312"), "The code holds the number and the place."),
        "faults": (),
        "made": "Made by a test.",
    }
    return Evidence(**(values | changes))


def some_incident() -> Sheet:
    to = ("NASPA Rules Committee", "NASPA (Incident Report)")
    account = ("The clock was not stopped.", "Both players agree.")
    return incident_sheet(some_evidence(), Addressed(to, "NASPA 2016, II.D", account))


def some_report(*, players: bool) -> Sheet:
    story = event_generator.Story(2, "B")
    story.open_event("spring", "Spring Open")
    for number in (1, 2, 3):
        story.round = number
        for table, words in ((7, ("QUAZY", "JINX")), (7, ("ZEN",)), (number, ("WALTZ",)), (7, ("FJORDY",))):
            story.wait(400)
            story.rule(words, table, division="two" if table == 3 else "main")
    story.rule(("OXIDE",), 5, operator="J1")
    story.add(Kind.CONCEDED, division="main", words=["SECRET"], declared=1, by="challenger")
    story.add(Kind.UNLOCK, role="director", **{"try": 1})
    frame = Frame(
        title="Spring Open",
        scope="2026-05-02 · event closed",
        integrity=("The log: the chain of 40 records is intact. Head 1234-5678-9abc-def0.",),
        alerts={Alert.REPEAT: ("B-5", "B-9")},
        words=True,
        made="Made by a test.",
        rules=("NASPA 2016, the challenger loses the turn",),
        decisions=(DecisionRow("2026-05-02 10:40:00", "B-2", "warning; by JK"),),
        players=players,
    )
    return build_report(summarise(Logged("B", one) for one in event_generator.in_memory(story)), frame)


def sheets() -> dict[str, Sheet]:
    broken = "This record was CHANGED after it was recorded: its content does not fit its hash."
    return {
        "evidence": evidence_sheet(some_evidence()),
        "evidence_broken": evidence_sheet(some_evidence(faults=(broken,), integrity=broken)),
        "incident": some_incident(),
        "report": some_report(players=False),
        "report_players": some_report(players=True),
    }


def renderings() -> dict[str, str]:
    """What each file holds, by its name."""
    made = sheets()
    texts = {f"{name}.txt": as_text(sheet) for name, sheet in made.items()}
    pages = {f"{name}.html": as_html(made[name], PageLook()) for name in ("evidence", "report")}
    return texts | pages


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, content in renderings().items():
        (GOLDEN / name).write_text(content, encoding="utf-8", newline="")
