"""What leaves the log: golden files for the formats, and the rules no format may break."""

import csv
import errno
import io
import json
import os
import sqlite3
import sys
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.base.canonical import canonical
from kiosk.errors import OutputError
from kiosk.files import write_text
from kiosk.log.chain import record_hash
from kiosk.log.export_writer import Heading, as_csv, as_html, as_json, as_jsonl, as_zyzzyva, write_database
from kiosk.log.filters_reader import Found, Line, listing
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records, reading, verify_log
from kiosk.rules.ruling import Verdict
from tests.support import event_generator

GOLDEN = Path(__file__).parent / "golden"
HEADING = Heading("Challenge log", "Everything.", "The chain of all 8 records is intact.")
LIST_KEYS = [
    "seq",
    "number",
    "at",
    "kind",
    "words",
    "verdict",
    "table",
    "round",
    "method",
    "flags",
    "alerts",
    "hash",
]


def small_story() -> event_generator.Story:
    story = event_generator.Story(2, "B")
    story.open_event("spring", "=Spring & <Open>")
    story.round = 1
    story.rule(("QUAZY", "JINX"), 4)
    story.rule(("ZEN",), verdict=Verdict.REFER)
    story.add(Kind.ABANDONED, division="main", words=["AA"], declared=2)
    story.rule(("AA", "AA"), 7)
    return story


@pytest.fixture
def lines():
    made = event_generator.in_memory(small_story())
    alerts = {3: ("split_lookup", "repeat")}
    return [Line(Found.of("5" * 32, "e" * 32, record), alerts.get(record.seq, ()), "B") for record in made]


@pytest.mark.parametrize(
    ("name", "render"),
    [
        ("small.csv", as_csv),
        ("small.json", as_json),
        ("small.jsonl", as_jsonl),
        ("small.txt", as_zyzzyva),
        ("small.html", lambda lines: as_html(lines, HEADING)),
    ],
)
def test_a_format_stays_as_it_is(lines, name, render):
    expected = (GOLDEN / name).read_bytes().decode()

    assert "".join(render(lines)) == expected


def test_the_lines_of_zyzzyva_are_in_local_time_and_leave_referrals_out(lines):
    text = "".join(as_zyzzyva(lines))

    assert text.splitlines() == [
        "[2026-05-02 09:30:17] unacceptable --- QUAZY JINX",
        "[2026-05-02 09:31:01] acceptable   +++ AA AA",
    ]


def test_json_says_enough_to_hash_every_record_again(lines):
    for one in json.loads("".join(as_json(lines))):
        body = canonical(one["body"]).encode()
        again = record_hash(one["seq"], one["at"].encode(), one["kind"].encode(), body, one["prev"].encode())
        assert again == one["hash"]


def test_json_and_jsonl_hold_the_same(lines):
    one_by_one = [json.loads(line) for line in as_jsonl(lines)]

    assert one_by_one == json.loads("".join(as_json(lines)))


@pytest.mark.parametrize("render", [as_json, as_csv, as_jsonl, as_zyzzyva])
def test_nothing_at_all_is_a_valid_export(render):
    text = "".join(render([]))

    if render is as_json:
        assert json.loads(text) == []
    else:
        assert len(text.splitlines()) <= 1


def test_the_listing_has_the_keys_others_rely_on(lines):
    shown = listing(lines[2])

    assert set(LIST_KEYS) <= set(shown)
    assert (shown["number"], shown["words"], shown["verdict"]) == ("B-1", ["QUAZY", "JINX"], "unacceptable")
    assert shown["alerts"] == ["split_lookup", "repeat"]


STARTS = "=+-@\t\r\n＝＋－＠"


@given(
    st.text(min_size=1, max_size=30).filter(lambda text: "\x00" not in text), st.sampled_from(["", *STARTS])
)
def test_no_cell_is_one_a_spreadsheet_would_run(text, start):
    story = event_generator.Story(2)
    story.event = start + text
    story.rule(("QI",), operator=start + text, flags=(start + text,))
    story.add(Kind.NOTE, text=start + text)
    odd, made = start + text, event_generator.in_memory(story)
    lines = [Line(Found.of("=1+1", "", record), (odd,), odd) for record in made]

    rows = list(csv.reader(io.StringIO("".join(as_csv(lines)), newline="")))

    cells = [cell for row in rows for cell in row if cell]
    assert not [cell for cell in cells if cell.startswith(tuple(STARTS))]
    assert len({len(row) for row in rows}) == 1


def test_cells_keep_what_stands_after_the_mark(lines):
    rows = list(csv.DictReader(io.StringIO("".join(as_csv(lines)), newline="")))

    assert rows[2]["words"] == "QUAZY JINX"
    assert rows[2]["round"] == "1"


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.outside, self.tags, self.text = [], set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.outside += [value for name, value in attrs if name in ("src", "href", "action")]

    def handle_data(self, data):
        self.text.append(data)


def test_the_html_page_needs_nothing_beside_it_and_runs_nothing(lines):
    page = _Tags()

    page.feed("".join(as_html(lines, Heading("<script>alert(1)</script>", "&", '"'))))

    assert page.outside == []
    assert not page.tags & {"script", "link", "iframe", "img", "open"}
    assert "http" not in "".join(page.text)


@pytest.mark.parametrize("render", [as_csv, as_json, as_zyzzyva])
def test_no_export_says_anything_of_a_single_word(lines, render):
    """Only the verdict of the whole play stands in the line of a play of two words, once."""
    both = next(line for line in lines if line.found.data.get("number") == "B-1")

    text = "".join(render([both]))

    assert text.count("unacceptable") == (2 if render is as_json else 1)  # JSON: the line and its body
    assert " acceptable" not in text


def test_a_file_is_complete_or_not_there(tmp_path):
    target = tmp_path / "out.csv"
    target.write_text("before")

    def breaks_off():
        yield "first line\n"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OutputError, match="the disk is full"):
        write_text(breaks_off(), target)

    assert target.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]


def test_a_full_disk_is_told(tmp_path):
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    target = tmp_path / "out.txt"

    def chunks():
        with full.open("w") as device:
            device.write("x")
        yield "never reached"

    with pytest.raises(OutputError, match="the disk is full"):
        write_text(chunks(), target)


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("missing/out.csv", "its folder is not there"),
        ("", "is a folder"),
        ("file/out.csv", "could not be written"),
    ],
)
def test_a_place_that_cannot_be_written_is_told(tmp_path, place, sentence):
    (tmp_path / "file").write_text("a file, not a folder")

    with pytest.raises(OutputError, match=sentence):
        write_text(["text"], tmp_path / place)


def test_a_sqlite_copy_holds_everything_and_verifies(tmp_path):
    log = event_generator.build(small_story(), tmp_path)
    target = tmp_path / "copy.db"

    with reading(log) as conn:
        write_database(conn, target)

    assert list(read_records(target)) == list(read_records(log))
    assert verify_log(target).head == verify_log(log).head
    assert verify_log(target).note == ""
    with closing(sqlite3.connect(target)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_sqlite_copy_is_complete_or_not_there(tmp_path):
    log = event_generator.build(small_story(), tmp_path)

    with reading(log) as conn, pytest.raises(OutputError, match="could not be written"):
        write_database(conn, tmp_path / "nowhere" / "copy.db")

    assert not (tmp_path / "nowhere").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
def test_a_device_or_a_pipe_is_not_replaced_by_a_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(OutputError, match="is not a file"):
        write_text(["text"], tmp_path / "pipe")

    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_what_a_link_leads_to_is_written_and_the_link_stays(tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "link.csv").symlink_to(tmp_path / "shared" / "out.csv")

    write_text(["text"], tmp_path / "link.csv")

    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "shared" / "out.csv").read_text() == "text"


@pytest.mark.parametrize(
    ("kind", "data", "odd"),
    [
        ("closed", {"seq": 3, "number": "B-1", "how": "enter", "after_ms": 4000}, False),
        ("closed", {"seq": 3, "number": "B-1", "how": "enter", "after_ms": 4000, "later": 1}, False),
        ("closed", {"seq": "3", "number": "B-1", "how": "enter", "after_ms": 4000}, True),
        ("closed", {"number": "B-1"}, True),
        ("locked", {"state": "out_of_service", "why": "No disk"}, False),
        ("telepathy", {"a": 1}, False),
    ],
)
def test_a_record_is_odd_where_this_program_would_not_have_written_its_body(kind, data, odd):
    text = canonical({**data, "clock": {"offset_min": 0, "mono_ms": 0, "boot": ""}})
    found = Found("s", "e", 4, "2026-05-02T07:30:00.000Z", kind, text, "", "")

    assert found.odd is odd
