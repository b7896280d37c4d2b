"""`kiosk log evidence`, `kiosk log incident`: one challenge on paper, checked again, nothing destroyed."""

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.decisions.evidence_actions import EvidenceWish, evidence, gather
from kiosk.errors import OutputError
from kiosk.log.audit_actions import AuditSource
from kiosk.log.kinds import Kind
from kiosk.log.reader import head_of, read_records, reading
from kiosk.log.store import STATION, LockRequest
from kiosk.log.writer import Log
from kiosk.paper.actions import PaperFiles
from kiosk.paper.sheet import PaperSize
from kiosk.system_clock import system_clock
from tests.support import event_generator
from tests.support.at_station import staff_at
from tests.support.bodies import body
from tests.support.command_line import Station, write_setup
from tests.support.forgeries import by_sql
from tests.support.hostile_logs import HOSTILE
from tests.support.log_samples import tamper
from tests.support.log_story import asked, build_story, run

COMMANDS = pytest.mark.parametrize("command", ["evidence", "incident"])


@pytest.fixture
def folder(tmp_path) -> Path:
    event_generator.build(build_story(), tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def open_folder(tmp_path) -> Path:
    """The same, with the event still open."""
    event_generator.build(build_story(closed=False), tmp_path / "open")
    return tmp_path / "open"


@pytest.fixture
def forged(folder) -> Path:
    """The verdict of B-2 (record 8) turned round by somebody with a database tool."""
    change = 'replace(body, \'"verdict":"unacceptable"\', \'"verdict":"acceptable"\')'
    tamper(folder / "log.db", f"UPDATE records SET body = {change} WHERE seq = 8")  # noqa: S608
    return folder


def no_printer(sheet, paper):
    raise AssertionError("nothing was to be painted")


def decided(folder: Path, seq: int, **data) -> None:
    with reading(folder / "log.db") as conn:
        head = head_of(conn)
    about = {"station": head.station, "epoch": head.epoch, "seq": seq}
    with Log.open(folder, system_clock, "B") as log:
        log.append(body(Kind.DECISION, about=about, **data))


# ---- what is on the page


def test_verdict_and_words_come_first_then_where_and_when(folder):
    code, out, _ = run(folder, "evidence", "B-2")

    assert code == 0
    order = ["B-2", "UNACCEPTABLE", "QUAZY   JINX", "When", "round 1, table 4", "intact"]
    assert [out.index(part) for part in order] == sorted(out.index(part) for part in order)


def test_all_fingerprints_and_hashes_are_whole(folder):
    [shown] = gather(EvidenceWish(AuditSource(folder), "B-2"), system_clock)

    values = dict(shown.evidence.hashes)
    assert values["Record 8, hash"] == shown.found.hash
    assert values["It follows"] == shown.found.prev
    assert {"1" * 64, "a" * 64} <= set(values.values())


def test_ten_minutes_before_and_after_are_shown_and_no_more(folder):
    """B-3 came half a minute later at the same table; B-4 ten minutes after that."""
    _, shown = asked(folder, "evidence", "B-2")

    assert [one["number"] for one in shown["around"] if one["kind"] == "adjudication"] == ["B-2", "B-3"]


def test_much_that_happened_is_cut_to_the_nearest(tmp_path):
    story = event_generator.Story(2, "B")
    for _ in range(40):
        story.rule(("ZEN",), 4)
    event_generator.build(story, tmp_path / "data")

    _, shown = asked(tmp_path / "data", "evidence", "B-20")

    numbers = [one["number"] for one in shown["around"]]
    assert "B-20" in numbers
    assert len(numbers) + shown["left_out"] > len(numbers) == 14


def test_while_the_event_is_open_the_words_of_other_tables_are_not_on_the_page(tmp_path):
    story = build_story(closed=False)
    story.wait(20)
    story.rule(("FJORD",), 9)
    story.wait(20)
    story.rule(("GLYPH",), 6)
    event_generator.build(story, tmp_path / "data")

    texts = [run(tmp_path / "data", "evidence", "B-5", *more)[1] for more in ([], ["--json"])]

    assert ["FJORD" in text for text in texts] == [False, False]
    assert ["WALTZ" in text and "GLYPH" in text for text in texts] == [True, True]
    assert "Words of other tables are left out" in texts[0]


def test_what_was_typed_and_never_judged_is_counted_not_quoted(tmp_path):
    story = build_story()
    story.rule(("ZEN",), 3)
    story.add(Kind.CONCEDED, division="main", words=["SECRET", "HUSH"], declared=2, by="challenger")
    event_generator.build(story, tmp_path / "data")

    out = "".join(run(tmp_path / "data", "evidence", "B-6", *more)[1] for more in ([], ["--json"]))

    assert "2 words typed, not judged, by the challenger" in " ".join(out.split())
    assert "SECRET" not in out


def test_names_come_from_whoever_knows_them_and_are_in_no_record(folder):
    def seated(place):
        there = (place.event, place.round, place.table) == ("spring", 1, 4)
        return ("A. Player", "B. Player") if there else ()

    wish = EvidenceWish(AuditSource(folder), "B-2", seated)
    made = evidence(staff_at(folder), wish, PaperFiles(), no_printer)

    assert "A. Player, B. Player" in made.text
    assert "Player" not in "".join(record.body for record in read_records(folder / "log.db"))
    assert "Players" not in run(folder, "evidence", "B-2")[1]


def test_decisions_made_on_it_are_there_and_no_others(folder):
    decided(folder, 8, sentence="10 points off.", remark="for the look-up", by="JK", clause="IV.J.2")
    decided(folder, 10, decision="warning", by="XX")

    _, out, _ = run(folder, "evidence", "B-2")

    assert "“for the look-up”" in out
    assert "10 points off. (IV.J.2)" in " ".join(out.split())
    assert "by JK" in out
    assert "by XX" not in out


def test_a_decision_of_another_shape_is_shown_all_the_same(folder):
    """Another version may write more of it."""
    decided(folder, 8, decision="telepathy", sentence="Decided by telepathy.", seat="challenger")

    with closing(sqlite3.connect(folder / "log.db")) as db:
        body_ = json.loads(db.execute("SELECT body FROM records WHERE kind = 'decision'").fetchone()[0])

    assert body_["decision"] == "telepathy"
    assert "telepathy" in run(folder, "evidence", "B-2")[1]
    assert "telepathy" in run(folder, "report")[1]


def test_a_decision_that_another_took_the_place_of_is_shown_as_corrected(folder):
    decided(folder, 8, sentence="10 points off.", by="JK")
    with reading(folder / "log.db") as conn:
        first = head_of(conn)
    corrects = {"station": first.station, "epoch": first.epoch, "seq": first.count}
    decided(folder, 8, sentence="No points.", by="JK", corrects=corrects)

    for command in ("evidence", "report"):
        out = " ".join(run(folder, command, *(["B-2"] if command == "evidence" else []))[1].split())
        assert f"CORRECTED by record {first.count + 1}; 10 points off." in out
        assert f"In place of record {first.count}; No points." in out


def test_a_changed_decision_is_marked_and_the_page_does_not_hold(folder):
    decided(folder, 8, decision="warning", by="JK")
    last = list(read_records(folder / "log.db"))[-1].seq
    tamper(folder / "log.db", f"UPDATE records SET body = replace(body, 'JK', 'XX') WHERE seq = {last}")  # noqa: S608

    code, out, _ = run(folder, "evidence", "B-2")

    assert code == 1
    assert "CHANGED after it was recorded" in out


def test_alerts_stand_with_their_definitions(folder):
    _, out, _ = run(folder, "evidence", "B-3")

    assert "Part of rejected" in out
    assert "that can tell which word was bad" in " ".join(out.split())


def test_a_referral_names_its_answer(tmp_path):
    story = build_story()
    event_generator.build(story, tmp_path / "data")
    path = tmp_path / "data" / "log.db"
    with reading(path) as conn:
        head = head_of(conn)
    referred = next(one.seq for one in read_records(path) if one.data.get("number") == "B-4")
    ruling = next(one.data for one in read_records(path) if one.data.get("number") == "B-4")
    after = {"station": head.station, "epoch": head.epoch, "seq": referred}
    with Log.open(tmp_path / "data", system_clock, "B") as log:
        log.append(
            body(Kind.ADJUDICATION, **{**ruling, "number": "B-6", "verdict": "acceptable", "after": after})
        )

    assert "Answered by" in run(tmp_path / "data", "evidence", "B-4")[1]
    assert asked(tmp_path / "data", "report", "--event", "spring")[1]["total"] == 4


# ---- what does not hold


@COMMANDS
def test_a_changed_record_is_said_before_all_else_and_ends_with_1(forged, command):
    code, out, said = run(forged, command, "B-2")

    assert code == 1
    assert out.index("CHANGED") < out.index("ACCEPTABLE")
    assert "kiosk log verify" in said


def test_a_chain_that_is_broken_before_the_record_is_said_first(forged):
    code, out, _ = run(forged, "evidence", "B-4")

    assert code == 1
    assert "BROKEN" in out.splitlines()[1] + out.splitlines()[2]


def test_nothing_is_added_to_a_log_that_does_not_hold(forged, tmp_path):
    before = len(list(read_records(forged / "log.db")))

    code, _, said = run(forged, "evidence", "B-2", "--html", str(tmp_path / "e.html"))

    assert code == 1
    assert "not on record here" in said
    assert len(list(read_records(forged / "log.db"))) == before


@COMMANDS
@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_a_log_holds_a_page_is_made_or_a_sentence_said(tmp_path, name, command):
    HOSTILE[name](event_generator.build(build_story(), tmp_path / "data"))

    for which in ("B-2", "17", "B-99"):
        code, out, said = run(tmp_path / "data", command, which, "--json")
        assert code in (0, 1, 4)
        assert out if code != 4 else said
        if out:
            json.loads(out)
        text = run(tmp_path / "data", command, which)[1]
        assert not [one for one in text if not (one.isprintable() or one == "\n")]


@pytest.mark.parametrize("name", list(HOSTILE)[::4])
def test_whatever_a_log_holds_it_is_painted(tmp_path, name):
    HOSTILE[name](event_generator.build(build_story(), tmp_path / "data"))
    target = tmp_path / "e.pdf"

    code, _, said = run(tmp_path / "data", "incident", "17", "--pdf", str(target))

    assert (code in (0, 1) and target.read_bytes().startswith(b"%PDF-")) or (code == 4 and said)


def version_99(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "log.db")) as db:
        db.execute("PRAGMA user_version = 99")


def no_log(folder: Path) -> None:
    (folder / "log.db").unlink()


def rubbish(folder: Path) -> None:
    (folder / "log.db").write_text("not a log")


@COMMANDS
@pytest.mark.parametrize("spoil", [version_99, no_log, rubbish])
def test_a_log_that_cannot_be_read_is_one_sentence_and_no_file(folder, tmp_path, spoil, command):
    spoil(folder)

    code, out, said = run(folder, command, "B-2", "--html", str(tmp_path / "e.html"))

    assert (code, out) == (4, "")
    assert said.count("\n") == 0
    assert not (tmp_path / "e.html").exists()


def test_a_damaged_index_does_not_hide_a_ruling_and_is_said(folder):
    """An index that leaves rows out, in a file that SQLite itself finds fault with."""
    with closing(sqlite3.connect(folder / "log.db", isolation_level=None)) as db:
        name = "adjudications_by_facts"
        (sql,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", [name]).fetchone()
        db.execute(f"DROP INDEX {name}")
        db.execute(sql.replace("WHERE kind = 'adjudication'", "WHERE kind = 'adjudication' AND seq > 100"))
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [sql, name])

    code, out, _ = run(folder, "evidence", "B-2")

    assert code == 1
    assert "UNACCEPTABLE" in out
    assert "damaged" in " ".join(out.split("UNACCEPTABLE")[0].split())


@pytest.mark.parametrize("which", ["B-99", "9999", "", "B-2; DROP", "\udc80"])
def test_a_ruling_that_is_not_there_is_refused(folder, which):
    assert run(folder, "evidence", which)[0] in (2, 4)


def test_a_record_that_is_no_ruling_has_no_evidence_page_but_an_incident_report(folder):
    code, _, said = run(folder, "evidence", "1")

    assert code == 4
    assert "kiosk log incident 1" in said
    assert "Record 1 (genesis)" in run(folder, "incident", "1")[1]


# ---- into files


def test_each_form_is_written_and_it_is_on_record(folder, tmp_path):
    files = {form: tmp_path / f"e.{form}" for form in ("text", "html", "pdf")}

    code, out, _ = run(
        folder,
        "evidence",
        "B-2",
        *(part for form, file in files.items() for part in (f"--{form}", str(file))),
    )

    assert (code, out) == (0, "")
    assert "QUAZY" in files["text"].read_text()
    assert "@font-face" in files["html"].read_text()
    assert files["pdf"].read_bytes().startswith(b"%PDF-")
    last = list(read_records(folder / "log.db"))[-1]
    assert (last.kind, last.data["format"], last.data["records"]) == (Kind.EXPORT, "evidence", 1)
    assert last.data["filters"] == {"number": "B-2"}


@pytest.mark.parametrize("paper", PaperSize)
def test_one_challenge_is_one_page_on_either_paper(folder, tmp_path, paper):
    decided(folder, 8, decision="warning", remark="for the look-up", by="JK")
    target = tmp_path / "e.pdf"

    run(folder, "evidence", "B-2", "--pdf", str(target), "--paper", paper.value)

    info = subprocess.run(["pdfinfo", target], capture_output=True, text=True, check=True).stdout
    assert "Pages:           1\n" in info


def test_looking_at_it_is_no_export(folder):
    before = len(list(read_records(folder / "log.db")))

    run(folder, "evidence", "B-2")
    run(folder, "evidence", "B-2", "--json")

    assert len(list(read_records(folder / "log.db"))) == before


def test_beside_a_running_station_it_is_made_and_said_not_to_be_on_record(folder, tmp_path):
    with Log.open(folder, system_clock, "B", turn=LockRequest(STATION)):
        code, _, said = run(folder, "evidence", "B-2", "--html", str(tmp_path / "e.html"))

    assert code == 0
    assert (tmp_path / "e.html").exists()
    assert "not on record here" in said


@pytest.mark.parametrize("form", ["text", "html", "pdf"])
def test_a_file_that_is_there_is_replaced_only_if_that_was_asked_for(folder, tmp_path, form):
    target = tmp_path / "e"

    codes = [
        run(folder, "evidence", "B-2", f"--{form}", str(target), *more)[0] for more in ([], [], ["--force"])
    ]

    assert codes == [0, 4, 0]


@pytest.mark.parametrize("form", ["text", "html", "pdf"])
@pytest.mark.parametrize("name", ["log.db", "kiosk.toml", "access", "lexicons/x.words"])
def test_no_file_of_the_station_is_ever_written_over(folder, form, name):
    content = (folder / "log.db").read_bytes()

    code, _, said = run(folder, "evidence", "B-2", f"--{form}", str(folder / name), "--force")

    assert code == 4
    assert "belongs to the station" in said
    assert (folder / "log.db").read_bytes() == content


@pytest.mark.parametrize("form", ["html", "pdf"])
def test_a_place_that_cannot_be_written_is_one_sentence_and_leaves_nothing(folder, tmp_path, form):
    for target in (tmp_path / "none" / "e", tmp_path, Path(os.devnull)):
        code, out, said = run(folder, "evidence", "B-2", f"--{form}", str(target))

        assert code in (2, 4)
        assert out == ""
        assert said

    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


def test_two_forms_in_one_file_are_refused(folder, tmp_path):
    same = str(tmp_path / "e")

    assert run(folder, "evidence", "B-2", "--html", same, "--pdf", same)[0] == 4
    assert not (tmp_path / "e").exists()


def test_if_it_cannot_be_painted_no_other_form_is_left_behind(folder, tmp_path):
    def out_of_ink(sheet, paper):
        raise OutputError("The printer is out of ink.")

    files = PaperFiles(html=tmp_path / "e.html", pdf=tmp_path / "e.pdf")
    with pytest.raises(OutputError):
        evidence(staff_at(folder), EvidenceWish(AuditSource(folder), "B-2"), files, out_of_ink)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


# ---- several stations


def test_a_number_that_two_stations_gave_has_a_page_for_each(folder, tmp_path):
    event_generator.build(build_story(), tmp_path / "second")
    merged = tmp_path / "merged.db"
    run(folder, "merge", str(folder), str(tmp_path / "second"), "--out", str(merged))

    code, shown = asked(folder, "evidence", "B-2", "--merged", str(merged))

    assert code == 0
    assert len({one["station"] for one in shown}) == 2
    assert run(folder, "evidence", "B-2", "--merged", str(merged))[1].count("Evidence for one challenge") == 2


def test_a_decision_in_this_stations_log_is_found_for_a_ruling_in_a_merged_file(folder, tmp_path):
    merged = tmp_path / "merged.db"
    run(folder, "merge", str(folder), "--out", str(merged))
    decided(folder, 8, decision="warning", by="JK")

    assert "by JK" in run(folder, "evidence", "B-2", "--merged", str(merged))[1]


@pytest.mark.parametrize(
    "words", [("log", "evidence", "B-2"), ("log", "report", "--json"), ("decision", "list")], ids=" ".join
)
def test_a_decision_that_is_gone_from_this_stations_log_is_told_beside_a_merged_file(folder, tmp_path, words):
    merged = tmp_path / "merged.db"
    run(folder, "merge", str(folder), "--out", str(merged))
    decided(folder, 8, decision="warning", by="JK")
    by_sql(folder / "log.db", "DELETE FROM records WHERE seq = (SELECT max(seq) FROM records)")

    told = Station(folder).run(*words, "--merged", str(merged))

    assert told.code == 1
    assert "stand in this station's own log too. The log does not hold." in told.out


# ---- an incident


def test_an_incident_is_addressed_as_the_rule_set_says(folder):
    _, out, _ = run(folder, "incident", "B-2", "--say", "First line.\nSecond \x1b[2Jline.")

    assert "NASPA Rules Committee" in out
    assert "II.D; IV.B.5.a; V.K.3" in out
    assert "First line.\nSecond \\x1b[2Jline." in out
    assert "First line" not in "".join(record.body for record in read_records(folder / "log.db"))


def test_a_record_without_a_rule_set_is_addressed_as_the_set_up_says(folder, tmp_path):
    write_setup(folder / "kiosk.toml", rules='"wespa-5.1"')

    assert "WESPA Rules Committee" in run(folder, "incident", "1")[1]


def test_a_rule_set_that_is_not_here_leaves_the_address_open(tmp_path):
    story = build_story()
    rulings = [step for step in story.steps if step[1] is Kind.ADJUDICATION]
    rulings[0][2]["rules"] = {"id": "gone", "fingerprint": "0" * 64}
    event_generator.build(story, tmp_path / "data")

    assert "not known here" in run(tmp_path / "data", "incident", "B-1")[1]


def test_an_account_too_long_for_a_report_is_refused(folder):
    assert run(folder, "incident", "B-2", "--say", "x" * 2001)[0] == 4
