"""The table: named forgeries × everybody who reads or writes a log. Nobody is silent, falls over or hangs.

Asked as actions, in one process; a part of it once more through the command line. `KIOSK_CAMPAIGN=1` asks all
of it through the command line too. What remains untold is listed by name (`UNTOLD`): nothing in the folder
says otherwise, so that only paper, a hub or a stick can.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from kiosk.console.reader_worker import Answering, doubt_about_sources, log_sources, take_look
from kiosk.console.values import (
    Facet,
    Narrowing,
    ReadingFailed,
    RowsFound,
    RowsWanted,
    StatusSeen,
    StatusWanted,
    VerifyFound,
    VerifyWanted,
)
from kiosk.decisions.actions import list_decisions, offer_decision
from kiosk.decisions.case_actions import DecisionSubject
from kiosk.decisions.evidence_actions import EvidenceWish, evidence
from kiosk.desk.judge_actions import StaffChallenge, judge
from kiosk.errors import KioskError, LogBusy
from kiosk.events.actions import CloseEvent, CloseForTonight, StartRound, events_on_record
from kiosk.hub.actions import export as export_batches
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.stick_store import write_enrolment
from kiosk.lockdown.doctor_actions import diagnose
from kiosk.lockdown.health import Health
from kiosk.log.audit_actions import AuditSource
from kiosk.log.bodies import ClosedBody
from kiosk.log.chain import Verification
from kiosk.log.export_actions import ExportWish, export_records, export_whole
from kiosk.log.filters_reader import Filter, listing
from kiosk.log.forms import ExportForm
from kiosk.log.kinds import Kind
from kiosk.log.late_writer import DeferredLog
from kiosk.log.list_actions import Asked, list_records
from kiosk.log.report_actions import ReportWish, report
from kiosk.log.show_actions import shown_records
from kiosk.log.sources import SourceStanding
from kiosk.log.standing_reader import WALKED
from kiosk.log.verify_actions import merge, verify, verify_head
from kiosk.log.writer import Log
from kiosk.paper.actions import PaperFiles
from kiosk.rules.ruling import Place, Verdict
from kiosk.setup.staff_actions import Staff
from kiosk.station.status_actions import status, warnings
from kiosk.system_clock import system_clock
from tests.support.command_line import MEMORY, Station, write_setup
from tests.support.forgeries import by_sql
from tests.support.log_samples import StepClock, adjudication, make_log
from tests.support.named_forgeries import TOLD, UNTOLD, WHOLE, Forge

CAMPAIGN = bool(os.environ.get("KIOSK_CAMPAIGN"))
PATIENCE_S = 60  # a cell that takes longer hangs
pytestmark = [
    pytest.mark.campaign,
    pytest.mark.skipif(os.name != "posix", reason="pipes, and an alarm for what hangs"),
]
ALL = Filter()
RULINGS = Filter(kind=Kind.ADJUDICATION)


@dataclass(frozen=True)
class Said:
    """*told*: something was said against the log; *answer*: what was answered besides."""

    told: bool
    answer: object


# ---- a station's afternoon ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_base(tmp_path_factory.mktemp("base"))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Path]:
    """Where logs are forged: in memory if there is room, for thousands of files are written and synced."""
    with tempfile.TemporaryDirectory(
        dir=MEMORY if MEMORY.is_dir() else tmp_path, prefix="kiosk-test-"
    ) as place:
        yield Path(place) / "room"


def make_base(room: Path) -> Path:
    """The data folder of a station that has ruled twelve times, with a checkpoint in the middle."""
    station = Station(room / "data")
    setup = write_setup(room / "stick.toml", letter='"A"')
    assert station.run("setup", "--from", setup).code == 0
    assert station.run("event", "open", "--yes").code == 0
    with Log.open(room / "data", StepClock(days=300), "A") as log:
        for number in range(12):
            verdict = (Verdict.ACCEPTABLE, Verdict.UNACCEPTABLE)[number % 2]
            place = Place("main", "open-2026", None, 10 + number)
            ruled = log.rule(replace(adjudication("QI" * (1 + number % 3)), verdict=verdict, place=place))
            log.append(ClosedBody(ruled.seq, ruled.number, "enter", after_ms=4000))
            if number == 6:
                log.checkpoint()
    return room / "data"


# ---- everybody who reads -----------------------------------------------------------------------------------


def _listed(wanted: Filter) -> Callable[[Path], Said]:
    def ask(folder: Path) -> Said:
        with list_records(AuditSource(folder), Asked(wanted, None, None, None)) as found:
            lines = [listing(line) for line in found.lines]
            return Said(bool(found.complaints()), lines)

    return ask


def _shown(number: str) -> Callable[[Path], Said]:
    def ask(folder: Path) -> Said:
        with shown_records(AuditSource(folder), number) as shown:
            return Said(not shown.holds, [listing(one.line) for one in shown.records])

    return ask


def _verified(folder: Path) -> Said:
    return _of(verify(folder, None, None))


def _of(found: Verification) -> Said:
    return Said(found.exit_code != 0 or bool(found.note), (found.status, found.count, found.head))


def _head(folder: Path) -> Said:
    found = verify_head(folder)
    return Said(not found.holds, (found.head.count, found.head.code))


def _exported(form: ExportForm) -> Callable[[Path], Said]:
    def ask(folder: Path) -> Said:
        text: list[str] = []
        wish = ExportWish(form, Asked(RULINGS, None, None, None))
        done = export_records(_reader(folder), wish, text.extend)
        told = bool(done.complaints)
        assert not done.doubt or done.doubt.split(".")[0] in "".join(text)  # it stands on the file itself
        return Said(told, ("" if told else "".join(text)))

    return ask


def _copied(folder: Path) -> Said:
    done = export_whole(_reader(folder), None, folder.parent / "copy.db", force=True)
    return Said(bool(done.complaints), done.count)


def _reported(folder: Path) -> Said:
    text: list[str] = []
    done = report(_reader(folder), ReportWish(figures=True), text.extend, _no_printer)
    return Said(not done.sound or bool(done.complaints), "".join(text))


def _evidenced(folder: Path) -> Said:
    made = evidence(_reader(folder), EvidenceWish(AuditSource(folder), "A-3"), PaperFiles(), _no_printer)
    return Said(bool(made.faults), [figure["hash"] for figure in made.figures])


def _merged(folder: Path) -> Said:
    (folder.parent / "merged.db").unlink(missing_ok=True)
    done = merge(folder, [folder / "log.db"], folder.parent / "merged.db")
    return Said(not done.complete, [(one.records, one.rulings) for one in done.stations])


def _status(folder: Path) -> Said:
    found = status(folder, system_clock)
    ruling = found.log.ruling if found.log else None
    return Said(bool(warnings(found)), (found.log.head if found.log else None, ruling))


def _events(folder: Path) -> Said:
    found = events_on_record(folder)
    return Said(bool(found.doubt), found.events)


def _decisions(folder: Path) -> Said:
    found = list_decisions(AuditSource(folder))
    return Said(bool(found.doubt or found.unsound), found.decisions)


def _decision_types(folder: Path) -> Said:
    found = offer_decision(_reader(folder), DecisionSubject("A-7"))
    return Said(bool(found.known.doubt), (found.answered, found.known.made))


def _stations(folder: Path) -> Said:
    found = log_sources(folder, ())
    bad = (SourceStanding.UNREADABLE, SourceStanding.FORK)
    told = any(one.standing in bad for one in found) or bool(doubt_about_sources(folder, ()))
    return Said(told, [one.count for one in found])


def _doctor(folder: Path) -> Said:
    found = diagnose(folder, system_clock)
    bad = [one.id for one in found.checks if one.state is Health.BAD]
    return Said("log" in bad, None)


def _console(narrowing: Narrowing) -> Callable[[Path], Said]:
    """The rows of a console, and the strip that stands above every page of it."""

    def ask(folder: Path) -> Said:
        found, seen = (
            Answering(folder).answer(RowsWanted(narrowing, 0, 100)),
            take_look(folder, StatusWanted(alone=True)),
        )
        if isinstance(found, ReadingFailed) or isinstance(seen, ReadingFailed):
            return Said(True, None)
        assert isinstance(found, RowsFound)
        assert isinstance(seen, StatusSeen)
        marked = any(not row.fits or row.odd for row in found.rows)
        return Said(bool(seen.doubt) or marked, found.rows)

    return ask


def _console_verify(folder: Path) -> Said:
    found = Answering(folder).answer(VerifyWanted())
    if isinstance(found, ReadingFailed):
        return Said(True, None)
    assert isinstance(found, VerifyFound)
    return Said(not all(one.intact for one in found.chains), [one.count for one in found.chains])


def _on_stick(folder: Path) -> Said:
    """What goes to a hub on a stick; by network the same is sent."""
    file, stick = folder.parent / "b.enrolment", folder.parent / "stick"
    file.unlink(missing_ok=True)
    shutil.rmtree(stick, ignore_errors=True)
    stick.mkdir()
    write_enrolment(
        file, Enrolment("ab" * 16, "spring", "A", "kiosk_a", "127.0.0.1", 5432, "kiosk", "cd" * 32)
    )
    done = export_batches(folder, file, stick)
    return Said(bool(done.doubt), (done.count, done.files))


READERS: dict[str, Callable[[Path], Said]] = {
    "list all kinds": _listed(ALL),
    "list": _listed(RULINGS),
    "list --verdict": _listed(replace(RULINGS, verdict="unacceptable")),
    "show A-2": _shown("A-2"),
    "show A-7": _shown("A-7"),
    "verify": _verified,
    "head": _head,
    **{f"export {form}": _exported(form) for form in ExportForm},
    "export sqlite": _copied,
    "report": _reported,
    "evidence": _evidenced,
    "merge": _merged,
    "status": _status,
    "event list": _events,
    "decision list": _decisions,
    "decision types": _decision_types,
    "stations": _stations,
    "doctor": _doctor,
    "console rows": _console(Narrowing()),
    "console filter": _console(Narrowing(chosen=((Facet.VERDICT, "unacceptable"),))),
    "console verify": _console_verify,
    "hub export": _on_stick,
}


# ---- everybody who writes ----------------------------------------------------------------------------------


def _staff(folder: Path) -> Staff:
    return Staff(folder, StepClock(days=301), lambda log, role, where: None)


def _reader(folder: Path) -> Staff:
    """Whoever reads beside a running station: what is exported is not put on record."""
    return replace(_staff(folder), through=_busy)


def _busy(where: str, letter: str, name: str) -> AbstractContextManager[Log]:
    raise LogBusy("The station is running.")


def _no_printer(*_: object) -> None:
    raise AssertionError("nothing is printed here")


def _written(act: Callable[[Path], object]) -> Callable[[Path], Said]:
    """Whoever does not refuse has written."""

    def ask(folder: Path) -> Said:
        act(folder)
        return Said(False, "written")

    return ask


def _station(folder: Path) -> None:
    log = DeferredLog(folder)
    try:
        log.open()
    finally:
        log.close()


WRITERS: dict[str, Callable[[Path], Said]] = {
    "judge": _written(lambda folder: judge(_staff(folder), StaffChallenge(("CAT",)))),
    "round start": _written(lambda folder: StartRound(3).run(_staff(folder))),
    "event tonight": _written(lambda folder: CloseForTonight().run(_staff(folder))),
    "event close": _written(lambda folder: CloseEvent().run(_staff(folder))),
    "station, desk": _written(_station),
}


# ---- the table ---------------------------------------------------------------------------------------------


@contextmanager
def patience() -> Iterator[None]:
    def hang(*_: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, hang)
    signal.alarm(PATIENCE_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def cell(ask: Callable[[Path], Said], folder: Path) -> Said | str:
    """What came of one question: an answer, or what the program fell over."""
    try:
        with patience():
            return ask(folder)
    except KioskError as error:
        return Said(True, str(error))
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return f"{type(error).__name__}: {error}"


def forged(base: Path, room: Path, forge: Forge) -> Path:
    folder = room / "data"
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir()
    shutil.copytree(base, folder)
    forge(folder)
    return folder


def content(folder: Path) -> bytes:
    log = folder / "log.db"
    return log.read_bytes() if log.is_file() else b""


def is_hot(folder: Path) -> bool:
    """Whether a journal lies beside the log that whoever opens it for writing has to carry out first."""
    journal = folder / "log.db-journal"
    return journal.is_file() and journal.stat().st_size > 0


def asked(base: Path, room: Path, forge: Forge) -> dict[str, Said | str]:
    """Everybody asked about *base*, forged. Whoever writes has a copy of its own."""
    folder = forged(base, room, forge)
    found = {name: cell(ask, folder) for name, ask in READERS.items()}
    for name, ask in WRITERS.items():
        folder = forged(base, room, forge)
        hot, before, said = is_hot(folder), content(folder), cell(ask, folder)
        wrote = isinstance(said, Said) and said.told and not hot and content(folder) != before
        found[name] = "wrote to a log it refused" if wrote else said
    return found


def silent(
    base: Path, room: Path, forgeries: Mapping[str, Forge], plain: dict[str, Said | str] | None
) -> list[str]:
    """The cells that are not as they should be; with *plain*, the same answer as for the log as it was will
    do."""
    wrong = []
    for name, forge in forgeries.items():
        for who, said in asked(base, room, forge).items():
            fine = isinstance(said, Said) and (said.told or (plain is not None and said == plain[who]))
            if not fine:
                wrong.append(f"{name} × {who}: {str(said)[:200]}")
    return wrong


def test_there_are_84_forgeries_and_one_found_since() -> None:
    assert len(TOLD) + len(WHOLE) + len(UNTOLD) == 85


def test_everybody_tells_every_forgery_that_the_folder_knows_and_nobody_writes_over_it(
    base: Path, room: Path
) -> None:
    assert silent(base, room, TOLD, None) == []


def test_where_the_records_are_whole_nobody_answers_anything_else(base: Path, room: Path) -> None:
    plain = asked(base, room, lambda folder: None)
    assert [who for who, said in plain.items() if not isinstance(said, Said) or said.told] == []

    assert silent(base, room, WHOLE, plain) == []


@pytest.mark.parametrize("name", UNTOLD)
def test_what_only_paper_a_hub_or_a_stick_can_tell_is_listed_by_name(
    base: Path, room: Path, name: str
) -> None:
    found = asked(base, room, UNTOLD[name])

    assert [who for who, said in found.items() if isinstance(said, str)] == []
    assert [who for who, said in found.items() if isinstance(said, Said) and said.told] == []


# ---- the same through the command line ---------------------------------------------------------------------

TEN = (
    *("cut end: last 2", "cut middle: A-2 and what is before it", "cut middle: one non-ruling"),
    *("verdict flipped, hash left", "verdict flipped, own hash remade", "verdict flipped, all rechained"),
    *("number A-2 twice, chained", "row 2^63-1 added", "kind of A-2 -> note, own hash remade"),
    "log.db is another station's",
)
READ = (
    *(
        ("log", "list"),
        ("log", "list", "--verdict", "unacceptable"),
        ("log", "show", "A-7"),
        ("log", "verify"),
    ),
    *(
        ("log", "head"),
        ("log", "head", "--json"),
        ("log", "export"),
        ("log", "evidence", "A-7"),
        ("log", "report", "--json"),
    ),
    *(
        ("log", "stations"),
        ("status",),
        ("status", "--json"),
        ("event", "list"),
        ("decision", "list"),
        ("decision", "types", "A-7"),
        ("decision", "types"),
        ("doctor",),
    ),
)
WRITE = (("judge", "CAT"), ("round", "start", "3"), ("event", "tonight"), ("event", "close"))


@pytest.mark.parametrize("name", TOLD if CAMPAIGN else TEN)
def test_every_command_ends_with_1_or_4_on_a_log_that_does_not_hold_and_gives_no_check_code(
    base: Path, room: Path, name: str
) -> None:
    folder = forged(base, room, TOLD[name])
    hot, before = is_hot(folder), content(folder)

    with patience():
        read = {" ".join(words): Station(folder).run(*words) for words in READ}
    with patience():
        wrote = {" ".join(words): Station(folder).run(*words) for words in WRITE}

    assert {words: one.code for words, one in read.items() if one.code not in (1, 4)} == {}
    assert {words: one.code for words, one in wrote.items() if one.code != 4} == {}
    assert hot or content(folder) == before
    for words in ("log head", "status"):
        assert "Write on paper" not in read[words].out
        assert "head " not in read[words].out.partition("Log:")[2]


def test_a_ruling_that_is_gone_is_not_blamed_on_the_slip(base: Path, room: Path) -> None:
    folder = forged(base, room, TOLD["cut middle: A-2 and what is before it"])

    said = Station(folder).run("log", "show", "A-2")

    assert said.code == 4
    assert said.sentence.startswith("The log does not hold. Record 7 is missing")
    assert said.sentence.endswith("There is no ruling A-2 among the records that are left.")


@pytest.mark.parametrize("asked", ["B-1", "500"])
def test_nor_is_one_that_is_gone_from_the_middle_of_a_long_log(tmp_path: Path, asked: str) -> None:
    """Longer than what readers follow each time: it is followed before anybody is told that there is none."""
    by_sql(make_log(tmp_path, WALKED + 2_000), "DELETE FROM records WHERE seq = 500")

    said = Station(tmp_path).run("log", "show", asked)

    assert said.code == 4
    assert said.sentence.startswith("The log does not hold. Record 500 is missing")
    assert "slip" not in said.sentence


# ---- a build broken on purpose -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("safeguard", "silent_cell"),
    [
        ("readers", "cut middle: A-2 and what is before it × list"),
        ("folder", "cut end: last 2 × verify"),
        ("writers", "verdict flipped, own hash remade × judge"),
        ("filters", "verdict flipped, hash left × list --verdict"),
    ],
)
def test_the_table_goes_red_on_a_build_that_does_not_ask(safeguard: str, silent_cell: str) -> None:
    script = Path(__file__).with_name("broken_table.py")
    ran = subprocess.run(
        [sys.executable, str(script), safeguard, silent_cell.split(" × ")[0]],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=Path(__file__).parents[3],
    )

    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert silent_cell in ran.stdout
