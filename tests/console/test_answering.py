"""What a console asks of a log, and what it is answered, held to a plain count over the rows."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from kiosk.console.reader_worker import MOST_ROWS, Answering, take_look
from kiosk.console.values import (
    AlertsFound,
    AlertsWanted,
    Facet,
    FacetsFound,
    FacetsWanted,
    Narrowing,
    PlaceFound,
    PlaceWanted,
    ReadingFailed,
    RowsFound,
    RowShown,
    RowsWanted,
    StatusSeen,
    StatusWanted,
    TimelineFound,
    TimelineWanted,
    VerifyFound,
    VerifyWanted,
)
from kiosk.log.alerts import Alert
from kiosk.log.audit_actions import AlertFeed, split_watch
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import open_reader
from tests.support import event_generator, hostile_logs
from tests.support.log_samples import tamper
from tests.support.log_story import build_story

EVERYTHING = Narrowing()


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a station after a day of eight rounds and a season of club evenings before it."""
    folder = tmp_path_factory.mktemp("day")
    story = event_generator.records(1500, 3)
    event_generator.build(story, folder)
    return folder


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """The folder of the small story that other tests know by heart."""
    event_generator.build(build_story(), tmp_path)
    return tmp_path


@cache
def reader_of(folder: Path) -> Answering:
    return Answering(folder)


def rows(folder: Path, narrowing: Narrowing = EVERYTHING, first: int = 0, count: int = 900) -> RowsFound:
    found = reader_of(folder).answer(RowsWanted(narrowing, first, count))
    assert isinstance(found, RowsFound), found
    return found


def numbers(found: RowsFound) -> list[str]:
    return [row.number for row in found.rows]


def refused(folder: Path, narrowing: Narrowing) -> str:
    found = reader_of(folder).answer(RowsWanted(narrowing, 0, 10))
    assert isinstance(found, ReadingFailed), found
    return found.sentence


# ---- rows --------------------------------------------------------------------------------------------------
def test_rulings_come_newest_first_with_what_a_director_looks_for(story: Path) -> None:
    found = rows(story)

    assert (found.total, numbers(found)) == (5, ["B-5", "B-4", "B-3", "B-2", "B-1"])
    part = found.rows[2]
    assert (part.words, part.table, part.round, part.alerts) == (("JINX",), 4, 1, ("part_of_rejected",))
    assert (part.letter, part.fits, part.odd, part.local) == (
        "B",
        True,
        False,
        part.local[:10] + part.local[10:],
    )


def test_a_window_is_the_rows_asked_for_and_knows_the_total(day: Path) -> None:
    whole = rows(day)

    window = rows(day, first=100, count=50)

    assert (window.first, window.total) == (100, whole.total)
    assert window.rows == whole.rows[100:150]


@pytest.mark.parametrize(("first", "count"), [(10**9, 5), (-5, 5), (0, 0), (0, -3)])
def test_a_window_outside_the_list_is_empty_or_its_beginning(day: Path, first: int, count: int) -> None:
    assert len(rows(day, first=first, count=count).rows) <= 5


def test_one_answer_never_holds_more_rows_than_a_screen_could_use(day: Path) -> None:
    assert len(rows(day, Narrowing(every_kind=True), count=10**9).rows) == MOST_ROWS


def test_records_of_every_kind_stand_in_the_list_if_asked_for(story: Path) -> None:
    found = rows(story, Narrowing(every_kind=True))

    opened = next(row for row in found.rows if row.kind == "event_opened")
    assert "Spring Open" in opened.what
    assert found.total == found.newest == max(row.key[2] for row in found.rows)


def test_a_grown_log_is_read_on_from_where_it_ended(story: Path) -> None:
    answering = Answering(story)
    before = answering.answer(RowsWanted(EVERYTHING, 0, 10))
    hostile_logs.append(story / "log.db", "adjudication", json.dumps(hostile_logs.RULING))

    after = answering.answer(RowsWanted(EVERYTHING, 0, 10))

    assert isinstance(before, RowsFound)
    assert isinstance(after, RowsFound)
    assert (after.total, after.newest) == (before.total + 1, before.newest + 1)
    assert after.rows[0].number == "B-99"


def test_a_log_put_back_from_an_older_copy_is_read_anew(story: Path, tmp_path: Path) -> None:
    older = (story / "log.db").read_bytes()
    hostile_logs.append(story / "log.db", "adjudication", json.dumps(hostile_logs.RULING))
    answering = Answering(story)
    answering.answer(RowsWanted(EVERYTHING, 0, 10))

    (story / "log.db").write_bytes(older)

    assert numbers(answering.answer(RowsWanted(EVERYTHING, 0, 10))) == ["B-5", "B-4", "B-3", "B-2", "B-1"]


def test_a_decision_marks_the_ruling_it_is_about(story: Path) -> None:
    ruling = rows(story).rows[0]
    station, epoch, seq = ruling.key
    about = {"about": {"station": station, "epoch": epoch, "seq": seq}, "clock": hostile_logs.CLOCK}
    hostile_logs.append(story / "log.db", "decision", json.dumps(about))

    assert [row.decided for row in rows(story).rows] == [True, False, False, False, False]


# ---- what does not hold is marked --------------------------------------------------------------------------
def test_a_changed_row_is_marked_and_stays_in_the_list(story: Path) -> None:
    seq = rows(story).rows[1].key[2]
    tamper(story / "log.db", f"UPDATE records SET body = replace(body, 'ZEN', 'DEN') WHERE seq = {seq}")  # noqa: S608

    found = rows(story)

    assert [row.fits for row in found.rows] == [True, False, True, True, True]
    assert found.rows[1].alerts == ()


@pytest.mark.parametrize("change", ["body = replace(body, 'ZEN', 'DEN')", "kind = 'note'"])
def test_no_filter_hides_a_row_whose_hash_does_not_fit(story: Path, change: str) -> None:
    seq = rows(story).rows[1].key[2]
    tamper(story / "log.db", f"UPDATE records SET {change} WHERE seq = {seq}")  # noqa: S608

    found = Answering(story).answer(RowsWanted(Narrowing(word="ZEN"), 0, 10))

    assert isinstance(found, RowsFound)
    assert [row.key[2] for row in found.rows if not row.fits] == [seq]


def test_the_status_of_a_console_says_why_a_log_it_reads_does_not_hold_and_gives_no_head(story: Path) -> None:
    seen = take_look(story, StatusWanted(alone=True))
    assert isinstance(seen, StatusSeen)
    assert (seen.doubt, seen.head is None) == ("", False)
    tamper(story / "log.db", "DELETE FROM records WHERE seq = 5")

    seen = take_look(story, StatusWanted(alone=True))
    other = take_look(story.parent / "elsewhere", StatusWanted(alone=True), [story / "log.db"])

    assert isinstance(seen, StatusSeen)
    assert isinstance(other, StatusSeen)
    assert seen.doubt.startswith("The log does not hold. Record 5 is missing")
    assert (seen.head, seen.doubt in seen.wrong) == (None, False)
    assert other.doubt == f"log.db: {seen.doubt}"


def test_a_row_changed_after_it_was_first_read_is_marked_when_it_is_handed_out(story: Path) -> None:
    answering = Answering(story)
    seq = answering.answer(RowsWanted(EVERYTHING, 0, 10)).rows[1].key[2]
    tamper(story / "log.db", f"UPDATE records SET body = replace(body, 'ZEN', 'DEN') WHERE seq = {seq}")  # noqa: S608

    assert not answering.answer(RowsWanted(EVERYTHING, 0, 10)).rows[1].fits


@pytest.mark.parametrize(
    "body", [{**hostile_logs.RULING, "words": 5}, {**hostile_logs.RULING, "round": [1]}, "[]"]
)
def test_an_odd_row_is_marked_and_stops_nothing(story: Path, body: object) -> None:
    hostile_logs.appended("adjudication", body)(story / "log.db")

    found = rows(story)
    facets = Answering(story).answer(FacetsWanted(EVERYTHING))

    assert (found.total, found.rows[0].odd) == (6, True)
    assert isinstance(facets, FacetsFound)
    assert isinstance(Answering(story).answer(TimelineWanted(EVERYTHING)), TimelineFound)
    assert isinstance(Answering(story).answer(AlertsWanted(EVERYTHING)), AlertsFound)


def test_what_a_hostile_record_says_cannot_act(story: Path) -> None:
    text = hostile_logs.ESCAPES
    body = {
        **hostile_logs.RULING,
        "words": [text],
        "number": text,
        "division": text,
        "event": text,
        "method": text,
    }
    hostile_logs.appended("adjudication", body)(story / "log.db")

    row = rows(story).rows[0]
    facets = Answering(story).answer(FacetsWanted(EVERYTHING))

    assert all(one.isprintable() for one in (*row.words, row.number, row.division, row.method))
    assert all(count.label.isprintable() for count in facets.counts)


# ---- filters -----------------------------------------------------------------------------------------------
def of_log(folder: Path) -> list[RowShown]:
    return list(rows(folder, count=MOST_ROWS).rows)


NARROWINGS = {
    "verdict": (Narrowing(((Facet.VERDICT, "unacceptable"),)), lambda row: row.verdict == "unacceptable"),
    "round": (Narrowing(((Facet.ROUND, "3"),)), lambda row: row.round == 3),
    "no round": (Narrowing(((Facet.ROUND, ""),)), lambda row: row.round is None),
    "table": (Narrowing(((Facet.TABLE, "7"),)), lambda row: row.table == 7),
    "words": (Narrowing(((Facet.WORD_COUNT, "2"),)), lambda row: len(row.words) == 2),
    "alert": (Narrowing(((Facet.ALERT, "repeat"),)), lambda row: "repeat" in row.alerts),
    "no alert": (Narrowing(((Facet.ALERT, ""),)), lambda row: not row.alerts),
    "two": (
        Narrowing(((Facet.VERDICT, "acceptable"), (Facet.WORD_COUNT, "1"))),
        lambda row: row.verdict == "acceptable" and len(row.words) == 1,
    ),
    "word": (Narrowing(word="quazy"), lambda row: "QUAZY" in row.words),
    "wildcard": (Narrowing(word="?U*"), lambda row: any(word[1:2] == "U" for word in row.words)),
    "number": (Narrowing(number="a-12"), lambda row: row.number == "A-12"),
    "number of any station": (Narrowing(number="12"), lambda row: row.number == "A-12"),
    "numbers that begin so": (Narrowing(number="A-1*"), lambda row: row.number.startswith("A-1")),
    "since": (Narrowing(since="2026-05-20"), lambda row: row.local >= "2026-05-20"),
    "until": (Narrowing(until="2026-05-20"), lambda row: row.local < "2026-05-21"),
    "until a minute": (Narrowing(until="2026-05-09T10:00"), lambda row: row.local < "2026-05-09 10:00"),
    "with a zone": (Narrowing(since="2026-05-09T10:00+02:00"), lambda row: row.local >= "2026-05-09 10:00"),
    "nothing": (Narrowing(word="ZZZZZZ"), lambda row: False),
}


@pytest.mark.parametrize("name", NARROWINGS)
def test_a_filter_leaves_exactly_the_rulings_it_names(day: Path, name: str) -> None:
    narrowing, fits = NARROWINGS[name]

    found = rows(day, narrowing)

    assert list(found.rows) == [row for row in of_log(day) if fits(row)]


@pytest.mark.parametrize("word", ['" OR 1=1 --', "A'B", "%", "[A-Z]", ".", "Ä", "(", "\\"])
def test_nothing_typed_for_a_word_is_a_pattern_of_another_language(day: Path, word: str) -> None:
    assert "cannot be looked for" in refused(day, Narrowing(word=word))


@pytest.mark.parametrize("number", ["' OR 1=1 --", "A-(", "[", ".*", "\\", "A" * 100_000])
def test_a_number_that_is_none_finds_nothing(day: Path, number: str) -> None:
    assert rows(day, Narrowing(number=number)).total == 0


def test_a_time_that_is_none_is_a_sentence(day: Path) -> None:
    assert "is no time" in refused(day, Narrowing(since="half past two"))
    assert rows(day, Narrowing(until="9999-12-31")).total == rows(day).total


# ---- facets ------------------------------------------------------------------------------------------------
def counted(folder: Path, narrowing: Narrowing = EVERYTHING) -> dict[Facet, dict[str, int]]:
    found = reader_of(folder).answer(FacetsWanted(narrowing))
    assert isinstance(found, FacetsFound), found
    by_facet: dict[Facet, dict[str, int]] = {facet: {} for facet in Facet}
    for one in found.counts:
        by_facet[one.facet][one.value] = one.count
    return by_facet


@pytest.mark.parametrize("name", NARROWINGS)
def test_each_facet_is_counted_under_the_choices_of_all_others(day: Path, name: str) -> None:
    narrowing, _ = NARROWINGS[name]
    values = {
        Facet.VERDICT: lambda row: [row.verdict],
        Facet.TABLE: lambda row: [str(row.table or "")],
        Facet.WORD_COUNT: lambda row: [str(len(row.words))],
        Facet.ALERT: lambda row: row.alerts,
    }

    found = counted(day, narrowing)

    for facet, values_of in values.items():
        others = tuple(one for one in narrowing.chosen if one[0] is not facet)
        left = rows(
            day, Narrowing(others, *(getattr(narrowing, one) for one in ("number", "word", "since", "until")))
        )
        plain = Counter(value for row in left.rows for value in values_of(row))
        assert {value: count for value, count in found[facet].items() if count} == dict(plain)


def test_a_chosen_value_stands_among_the_counts_even_if_nothing_has_it(day: Path) -> None:
    found = counted(day, Narrowing(((Facet.TABLE, "99"),)))

    assert found[Facet.TABLE]["99"] == 0


def test_values_have_the_names_people_know_them_by(story: Path) -> None:
    found = Answering(story).answer(FacetsWanted(EVERYTHING))
    labels = {(one.facet, one.value): one.label for one in found.counts}

    assert labels[Facet.EVENT, "spring"] == "Spring Open"
    assert labels[Facet.EVENT, ""] == "no event"
    assert labels[Facet.ROUND, "1"] == "round 1"
    assert labels[Facet.WORD_COUNT, "1"] == "1 word"
    assert labels[Facet.ALERT, "part_of_rejected"] == "part of rejected"
    assert "B" in {label for (facet, _), label in labels.items() if facet is Facet.STATION}


# ---- timeline ----------------------------------------------------------------------------------------------
def test_the_timeline_counts_rulings_by_local_minute_and_verdict(story: Path) -> None:
    found = Answering(story).answer(TimelineWanted(EVERYTHING))

    plain = Counter((row.local[:16].replace(" ", "T"), row.verdict) for row in rows(story).rows)
    assert {(one.minute, "acceptable"): one.acceptable for one in found.bins if one.acceptable} == {
        key: count for key, count in plain.items() if key[1] == "acceptable"
    }
    assert sum(one.unacceptable for one in found.bins) == 1
    assert sum(one.referred for one in found.bins) == 1
    assert found.width_min == 1


def test_a_long_time_has_wider_bins_and_loses_no_ruling(day: Path) -> None:
    found = Answering(day).answer(TimelineWanted(EVERYTHING))

    assert sum(one.acceptable + one.unacceptable + one.referred for one in found.bins) == rows(day).total
    assert len(found.bins) <= 1500


def test_the_place_of_a_minute_is_that_of_its_newest_ruling(day: Path) -> None:
    shown = of_log(day)
    answering = Answering(day)

    for place in (0, 7, 200):
        found = answering.answer(PlaceWanted(EVERYTHING, shown[place].local[:16].replace(" ", "T")))

        assert isinstance(found, PlaceFound)
        assert shown[found.place].local[:16] == shown[place].local[:16]
        assert found.place == 0 or shown[found.place - 1].local[:16] > shown[place].local[:16]


def test_a_minute_before_all_rulings_is_at_the_end_of_the_list(day: Path) -> None:
    found = Answering(day).answer(PlaceWanted(EVERYTHING, "1999-01-01T00:00"))

    assert found == PlaceFound(rows(day).total - 1)


def test_rounds_are_bands_by_the_schedule_and_by_what_the_director_said(tmp_path: Path) -> None:
    story = event_generator.Story(2, "B")
    rounds = [{"number": 1, "starts": "2026-05-02T09:40", "ends": "2026-05-02T10:30"}]
    story.event = "spring"
    story.add(Kind.EVENT_OPENED, event="spring", name="Spring", rounds=rounds)
    story.wait(15 * 60)
    story.rule(("OE",), 4)
    story.wait(60 * 60)
    story.add(Kind.ROUND_STARTED, event="spring", round=2, scheduled=None)
    story.wait(60)
    story.rule(("ZA",), 4)
    story.add(Kind.NOTE, text="later")
    event_generator.build(story, tmp_path)

    found = Answering(tmp_path).answer(TimelineWanted(EVERYTHING))

    assert [(band.number, band.starts[11:], band.ends[11:]) for band in found.rounds] == [
        (1, "09:40", "10:30"),
        (2, found.rounds[1].starts[11:], ""),
    ]


# ---- alerts ------------------------------------------------------------------------------------------------
def test_the_alerts_of_the_rows_are_those_of_the_command_line(day: Path) -> None:
    with open_reader(day / "log.db") as reader:
        feed = AlertFeed(reader, split_watch(day))
        plain = {found.key: feed.of(found) for found in reader.find() if found.is_ruling}

    shown = {row.key: row.alerts for row in of_log(day)}

    assert shown == {key: plain[key] for key in shown}
    assert {alert for alerts in shown.values() for alert in alerts} >= {"repeat", "split_lookup"}


def test_an_alert_is_shown_with_its_meaning_its_clause_and_its_pairs(story: Path) -> None:
    found = Answering(story).answer(AlertsWanted(EVERYTHING))
    [part] = [one for one in found.alerts if one.alert == Alert.PART_OF_REJECTED]

    assert part.meaning == Alert.PART_OF_REJECTED.meaning(180)
    assert part.offence == ""
    assert [(row.number, earlier.number if earlier else None) for row, earlier in part.rows] == [
        ("B-3", "B-2")
    ]


def test_only_what_the_rule_set_knows_as_an_offence_is_called_one(tmp_path: Path) -> None:
    story = event_generator.Story(2, "B")
    for word in ("QUAZY", "WALTZ"):
        story.rule((word,), 4)
    event_generator.build(story, tmp_path)

    [split] = Answering(tmp_path).answer(AlertsWanted(EVERYTHING)).alerts

    assert split.alert == Alert.SPLIT_LOOKUP
    assert "IV.J" in split.offence


def test_an_event_with_a_schedule_has_rounds_though_no_ruling_fell_into_one(tmp_path: Path) -> None:
    story = event_generator.Story(2, "B")
    rounds = [{"number": 1, "starts": "2025-05-02T09:40", "ends": "2025-05-02T10:30"}]
    story.event = "spring"
    story.add(Kind.EVENT_OPENED, event="spring", name="Spring", rounds=rounds)
    story.rule(("OE",), 4)
    event_generator.build(story, tmp_path)

    assert rows(tmp_path).rows[0].alerts == ("outside_rounds",)


def test_a_clock_set_back_raises_no_split(tmp_path: Path) -> None:
    story = event_generator.Story(2, "B")
    story.rule(("QUAZY",), 4)
    story.jump(-3600)
    story.rule(("WALTZ",), 4)
    event_generator.build(story, tmp_path)

    assert rows(tmp_path).rows[0].alerts == ("clock_oddity",)


# ---- verifying ---------------------------------------------------------------------------------------------
def test_verifying_tells_how_far_it_is_and_names_the_chain(day: Path) -> None:
    told: list[tuple[int, int, str]] = []

    found = Answering(day).answer(VerifyWanted(), lambda *far: told.append(far))

    [chain] = found.chains
    assert (chain.letter, chain.intact, chain.first_bad) == ("A", True, None)
    assert len(chain.head) == 64
    assert told[-1][2] == "log.db"
    assert 0 < told[0][0] <= told[0][1] == chain.count


def test_the_first_bad_record_is_named(story: Path) -> None:
    tamper(story / "log.db", "UPDATE records SET body = replace(body, 'ZEN', 'DEN') WHERE seq = 12")

    [chain] = Answering(story).answer(VerifyWanted()).chains

    assert (chain.intact, chain.first_bad) == (False, 12)
    assert "Record 12 was changed" in chain.sentence


def test_a_noted_head_is_held_against_the_chain(story: Path) -> None:
    answering = Answering(story)
    [chain] = answering.answer(VerifyWanted()).chains

    assert (
        answering.answer(VerifyWanted(chain.head, chain.count))
        .chains[0]
        .sentence.startswith("Intact, witnessed")
    )
    assert not answering.answer(VerifyWanted("0" * 16)).chains[0].intact
    assert isinstance(answering.answer(VerifyWanted("no head")), ReadingFailed)
    assert isinstance(answering.answer(VerifyWanted()), VerifyFound)
