"""The report: right sums, no words while the event is open, nothing of single words at any time."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.log.alerts import Alert
from kiosk.log.challenges import Logged, Tally, wilson
from kiosk.log.kinds import Kind
from kiosk.log.report import Frame, build_report, number_list
from kiosk.log.totals import DecisionRow, summarise
from kiosk.paper.html import PageLook, as_html
from kiosk.paper.sheet import SheetTable
from kiosk.paper.text import as_text
from kiosk.rules.ruling import Verdict
from tests.support import event_generator

BAD, GOOD = Verdict.UNACCEPTABLE, Verdict.ACCEPTABLE


def frame(**changes) -> Frame:
    values = {
        "title": "Spring Open",
        "scope": "2026-05-02 · event closed",
        "integrity": ("The log: the chain of 9 records is intact. Head 1234-5678-9abc-def0.",),
        "alerts": {},
        "words": True,
        "made": "Made by a test.",
    }
    return Frame(**(values | changes))


def summary_of(story, station="B"):
    return summarise(
        Logged(station, record, ("s", "e", record.seq)) for record in event_generator.in_memory(story)
    )


def page_of(summary, about) -> str:
    return as_html(build_report(summary, about), PageLook())


@pytest.fixture
def story():
    made = event_generator.Story(2, "B")
    made.open_event("spring", "Spring Open")
    for number, words, verdict in (
        (1, ("QUAZY", "JINX"), BAD),
        (1, ("ZEN",), GOOD),
        (2, ("JINX", "QUAZY"), BAD),
        (2, ("AA",), Verdict.REFER),
        (2, ("QUAZY",), BAD),
    ):
        made.round = number
        made.wait(900)
        made.rule(words, 4, verdict=verdict)
    made.add(Kind.ABANDONED, division="main", words=["SECRET"], declared=1)
    made.add(Kind.VIOLATION, what="focus_lost", count=2)
    return made


VOID = ("meta", "rect", "circle", "line", "br", "path", "col")


class _Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.outside, self.open, self.text = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.outside += [value for name, value in attrs if name in ("src", "href", "action", "srcset")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def test_rulings_are_counted_by_verdict_round_and_number_of_words(story):
    summary = summary_of(story)

    assert summary.tally == Tally(acceptable=1, unacceptable=3, refer=1)
    assert [(group.label, group.tally.total) for group in summary.by_round] == [("1", 2), ("2", 3)]
    assert [(group.label, group.tally.total) for group in summary.by_words] == [("1", 3), ("2", 2)]


def test_a_referred_play_does_not_count_for_the_success_rate(story):
    assert summary_of(story).tally.success == 0.75


def test_the_same_play_typed_in_another_order_is_the_same_play(story):
    first = summary_of(story).plays[0]

    assert (first.words, first.tally.unacceptable) == (("QUAZY", "JINX"), 2)


def test_casual_rulings_are_counted_apart():
    made = event_generator.Story(2)
    made.rule(("AA",))
    made.open_event("spring", "Spring Open")
    made.rule(("ZEN",))

    summary = summary_of(made)

    assert (summary.tally.total, summary.casual.total) == (1, 1)


def test_where_all_is_casual_the_figures_are_about_that():
    made = event_generator.Story(2)
    made.rule(("AA",))

    summary = summary_of(made)

    assert summary.tally.total == 1
    assert "no event was open" in page_of(summary, frame())


@pytest.mark.parametrize(
    ("successes", "tries", "low", "high"),
    [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0), (66, 96, 0.589, 0.771)],
)
def test_the_interval_is_wilsons(successes, tries, low, high):
    """Against values worked out by hand from the formula, to three places."""
    found = wilson(successes, tries)

    assert found == (pytest.approx(low, abs=6e-4), pytest.approx(high, abs=6e-4))


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_interval_holds_the_share_and_stays_within_0_and_1(good, bad):
    tally = Tally(good, bad)

    if tally.interval is None:
        assert tally.success is None
    else:
        assert 0 <= tally.interval[0] <= tally.success + 1e-9
        assert tally.success - 1e-9 <= tally.interval[1] <= 1


def test_no_word_is_on_the_page_while_the_event_is_open(story):
    page = page_of(summary_of(story), frame(words=False))

    assert not [word for word in ("QUAZY", "JINX", "ZEN", "SECRET") if word in page]
    assert "Words are not shown while the event is open" in page


def test_plays_are_on_the_page_when_the_event_is_closed_but_not_entries_never_judged(story):
    page = page_of(summary_of(story), frame())

    assert "QUAZY · JINX" in page
    assert "SECRET" not in page


def test_nothing_says_which_word_of_a_play_was_bad():
    """Two plays in which the other word is the bad one give the same page but for the words themselves."""
    pages = []
    for words in (("GOODWORD", "BADWORD"), ("BADWORD", "GOODWORD")):
        made = event_generator.Story(2)
        made.open_event("spring", "Spring Open")
        made.rule(words, verdict=BAD)
        pages.append(page_of(summary_of(made), frame()).replace(" · ".join(words), "THE PLAY"))

    assert pages[0] == pages[1]
    assert "BADWORD" not in pages[0]


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", '"><img src=x>', "&amp;", "</main>"])
def test_text_from_outside_is_only_ever_text(story, hostile):
    story.add(Kind.NOTE, text=hostile)
    summary = summarise(Logged(hostile, record) for record in event_generator.in_memory(story))

    page = _Page(
        page_of(
            summary,
            frame(
                title=hostile,
                scope=hostile,
                integrity=(hostile,),
                made=hostile,
                alerts={Alert.REPEAT: (hostile,)},
            ),
        )
    )

    assert not {"script", "img"} & set(page.tags)
    assert "".join(page.text).count(hostile) >= 6
    assert page.open == []


@pytest.mark.parametrize("words", [True, False])
def test_the_page_needs_no_other_file(story, words):
    page = _Page(page_of(summary_of(story), frame(words=words)))

    assert page.outside == []
    assert not {"script", "link", "iframe", "img"} & set(page.tags)
    assert "svg" in page.tags


def test_a_log_without_rulings_still_makes_a_page():
    made = event_generator.Story(2)
    made.start()

    page = page_of(summary_of(made), frame())

    assert "no ruling yet" in page
    assert "nan" not in page.lower()


def test_alerts_stand_with_their_rule_and_the_numbers_on_the_slips(story):
    alerts = {Alert.SPLIT_LOOKUP: ("B-2", "B-5")}

    page = page_of(summary_of(story), frame(alerts=alerts, window_s=30))

    assert Alert.SPLIT_LOOKUP.meaning(30) in page
    assert "B-5" in page


def test_station_events_and_the_integrity_line_are_on_the_page(story):
    page = page_of(summary_of(story), frame(sound=False, integrity=("Station B: does not verify.",)))

    assert "Violation" in page
    assert "Station B: does not verify." in page
    assert page.index("The log does not verify") < page.index("challenges ruled")


@pytest.mark.parametrize(("tries", "told"), [(5, False), (15, True), (40, True)])
def test_wrong_passcodes_are_one_line_and_a_long_row_of_them_is_said_to_be_one(tries, told):
    made = event_generator.Story(2, "B")
    for number in range(tries):
        made.wait(20)
        made.add(Kind.UNLOCK_FAILED, why="wrong", **{"try": number + 1})

    page = page_of(summary_of(made), frame())

    assert f"{tries} times, the last at" in page
    assert (f"{tries} wrong passcodes in a row" in page) is told


def test_a_year_of_events_is_cut_to_the_newest():
    made = event_generator.Story(2)
    for number in range(300):
        made.wait(60)
        made.add(Kind.VIOLATION, what=f"number {number}", count=1)

    page = page_of(summary_of(made), frame())

    assert "number 100<" in page
    assert "number 99<" not in page


def test_long_lists_of_numbers_say_how_many_more_there_are():
    assert number_list(("A-1", "A-2", "A-3"), most=2) == ("A-1", "A-2", "and 1 more")
    assert number_list(("A-1", "A-2"), most=2) == ("A-1", "A-2")


def test_each_day_of_an_event_has_its_own_timeline():
    made = event_generator.Story(2)
    made.open_event("spring", "Spring Open")
    made.rule(("AA",))
    made.next_morning()
    made.rule(("ZEN",))

    summary = summary_of(made)

    assert [f"{day}" for day, _ in summary.days] == ["2026-05-02", "2026-05-03"]
    assert page_of(summary, frame()).count("<figcaption>S") == 2  # Saturday and Sunday


def test_staff_rulings_are_counted_but_do_not_shorten_the_time_at_the_station():
    made = event_generator.Story(2)
    made.open_event("spring", "Spring Open")
    made.rule(("ZEN",), 4)
    alone = summary_of(made).entry_s
    for _ in range(3):
        made.rule(("AA",), 4, operator="J1")

    summary = summary_of(made)

    assert (summary.entry_s, summary.staff, summary.tally.total) == (alone, 3, 4)
    assert "3 ruled by staff" in page_of(summary, frame())


def test_where_only_staff_ruled_there_is_no_time_at_the_station():
    made = event_generator.Story(2)
    made.open_event("spring", "Spring Open")
    made.rule(("AA",), 4, operator="J1")

    page = page_of(summary_of(made), frame())

    assert "0 s" not in page
    assert "no ruling by players; 1 ruled by staff" in page


def test_every_ruling_is_listed_with_where_and_by_whom(story):
    story.rule(("AA",), 7, operator="J1")

    page = page_of(summary_of(story), frame())

    assert page.index("<h2>Rulings</h2>") < page.index("B-1<") < page.index("B-6<")
    assert cells_of(page, "B-6")[2:] == ["acceptable", "AA", "2", "7", "by J1"]


def test_while_the_event_is_open_the_list_of_rulings_has_no_words(story):
    page = page_of(summary_of(story), frame(words=False))

    assert "B-5" in page
    assert ">Words</th>" not in page


def test_rules_and_penalty_are_named(story):
    page = page_of(summary_of(story), frame(rules=("NASPA 2016, lose a turn",)))

    assert "NASPA 2016, lose a turn" in page


def cells_of(page: str, number: str) -> list[str]:
    """The row of a table that begins with *number*."""
    [row] = [line for line in page.splitlines() if f">{number}</td>" in line]
    return [cell.split(">", 1)[1] for cell in row.partition("</tr>")[0].split("</td>")[:-1]]


def test_the_busiest_tables_come_first(story):
    story.rule(("AA",), 12)

    page = page_of(summary_of(story), frame())

    assert page.index("Table 4") < page.index("Table 12")


def tables(counts) -> str:
    made = event_generator.Story(2)
    made.open_event("spring", "Spring Open")
    for number, (table, times) in enumerate(counts.items()):
        for place in range(times):
            made.round = place + 1 if number else place // 9 + 1
            made.rule(("ZEN",), table)
    return as_text(build_report(summary_of(made), frame()))


@pytest.mark.parametrize(
    ("counts", "marked"),
    [
        ({7: 9, 1: 1, 2: 2, 3: 2, 4: 1}, ["7"]),
        ({7: 9, 1: 3, 2: 3}, ["7"]),
        ({1: 3, 2: 3, 3: 4}, []),
        ({7: 4, 1: 8, 2: 9}, ["7"]),
        ({1: 2}, []),
        ({1: 8, 2: 8, 3: 9}, ["1"]),
    ],
)
def test_a_table_with_far_more_challenges_than_others_stands_out(counts, marked):
    """Of the first table all are in one round up to nine; of the others one in each."""
    text = tables(counts)

    assert [line.split()[2] for line in text.splitlines() if line.startswith("> Table")] == marked
    assert "A table is marked *" in text


def test_a_play_that_was_referred_and_then_settled_in_print_is_one_challenge(story):
    story.rule(("AA",), 4, verdict=BAD, operator="J1")
    story.steps[-2][2]["after"] = {"station": "s", "epoch": "e", "seq": story_seq(story, "B-4")}

    summary = summary_of(story)
    page = page_of(summary, frame())

    assert summary.tally == Tally(acceptable=1, unacceptable=4)
    assert [row.number for row in summary.rulings] == ["B-1", "B-2", "B-3", "B-4", "B-5"]
    assert cells_of(page, "B-4")[2] == "unacceptable"
    assert "referred, then print: B-6" in page


def story_seq(story, number: str) -> int:
    records = event_generator.in_memory(story)
    return next(one.seq for one in records if one.kind == Kind.ADJUDICATION and one.data["number"] == number)


def test_an_answer_to_what_is_not_in_the_report_is_a_ruling_of_its_own(story):
    story.rule(("AA",), 4, verdict=BAD, operator="J1")
    story.steps[-2][2]["after"] = {"station": "s", "epoch": "e", "seq": 9999}

    assert summary_of(story).tally == Tally(acceptable=1, unacceptable=4, refer=1)


def test_two_rulings_that_name_each_other_are_both_counted(story):
    """In a forged log; whichever is later answers the earlier one, and none gets lost."""
    first, second = (
        [step for step in story.steps if step[1] is Kind.ADJUDICATION][place][2] for place in (3, 4)
    )
    seqs = [story_seq(story, number) for number in ("B-4", "B-5")]
    first["after"] = {"station": "s", "epoch": "e", "seq": seqs[1]}
    second["after"] = {"station": "s", "epoch": "e", "seq": seqs[0]}
    second["verdict"] = "refer"

    assert summary_of(story).tally.total == 4


def test_concessions_say_who(story):
    for by in ("challenger", "challenger", "challenged", None):
        story.add(Kind.CONCEDED, division="main", words=["SECRET"], declared=1, by=by)

    page = page_of(summary_of(story), frame())

    assert "4 conceded (2 by the challenger, 1 by the challenged player, 1 not known by whom)" in page
    assert "SECRET" not in page


def test_passcodes_accepted_are_no_news(story):
    for _ in range(15):
        story.wait(60)
        story.add(Kind.UNLOCK, role="director", **{"try": 1})

    assert "nlock" not in page_of(summary_of(story), frame())


def test_decisions_are_listed_for_the_director_and_not_for_players(story):
    decided = (DecisionRow("2026-05-02 10:00:00", "B-1", "warning; by JK"),)
    pages = [
        page_of(summary_of(story), frame(decisions=decided, players=players)) for players in (False, True)
    ]

    assert ["warning; by JK" in page for page in pages] == [True, False]


def test_what_a_director_wrote_is_not_on_the_page_while_the_event_is_open(story):
    """A remark, or the reason for a reveal, may name a word."""
    story.add(Kind.REVEAL, reason="which of QUAZY and JINX", by="JK")
    decided = (DecisionRow("2026-05-02 10:00:00", "B-1", "note; “QUAZY was bad”"),)

    page = page_of(summary_of(story), frame(words=False, decisions=decided))

    assert "QUAZY" not in page
    assert "1 on record; listed when the event is closed." in page
    assert "by: JK" in page


def test_what_players_are_given_holds_the_rulings_and_no_question_about_anybody(story):
    story.rule(("AA",), 7, operator="J1")
    alerts = {Alert.SPLIT_LOOKUP: ("B-2",)}

    page = page_of(summary_of(story), frame(alerts=alerts, players=True, rules=("NASPA 2016, lose a turn",)))

    assert "NASPA 2016, lose a turn" in page
    assert cells_of(page, "B-6")[2:] == ["acceptable", "AA", "2", "7", ""]
    assert not [one for one in ("Worth a look", "Violation", "J1", "Station events") if one in page]


def test_every_table_of_a_report_has_a_cell_for_each_column(story):
    sheet = build_report(summary_of(story), frame())

    found = [block for block in sheet.blocks if isinstance(block, SheetTable)]

    assert len(found) >= 4
    assert all(len(row) == len(table.columns) for table in found for row in table.rows)
