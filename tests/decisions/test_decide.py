"""Deciding as the director: what goes on record, what is refused, what is read back."""

from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.decisions.actions import DecisionWish, decide, list_decisions, offered, preview
from kiosk.decisions.case_actions import DecisionSubject
from kiosk.decisions.outcome import form_of
from kiosk.errors import AccessError, DecisionError, LogError, SetupError
from kiosk.events.pairings_actions import import_pairings
from kiosk.log.kinds import Kind
from kiosk.log.list_actions import AuditSource
from kiosk.log.merge_store import merge_logs
from kiosk.log.query_reader import open_reader
from kiosk.log.show_actions import decisions_on
from kiosk.log.writer import Log
from kiosk.rules.choices import DecisionShape
from kiosk.rules.ruling import Adjudication, Place, RuleStamp, Verdict
from kiosk.setup.passcodes import Role
from tests.support.at_station import Doorkeeper, set_up_at, staff_at
from tests.support.cards import IDS, shipped
from tests.support.command_line import Station, write_setup
from tests.support.decisions import allowed_answers
from tests.support.log_samples import StepClock, adjudication, tamper

GAME = Place("main", "open", 4, 7)
# What is decided there changes what may be decided next.
CHAINED = (DecisionShape.THIRD_OPINION, DecisionShape.FIRST_STANDS)


def judged(
    id: str, verdict: Verdict, method: str = "self_station", operator: str | None = None
) -> Adjudication:
    rules = shipped(id)
    stamp = RuleStamp(id, rules.fingerprint, str(rules.penalty.default))
    return replace(
        adjudication("CAT", "DOG"), verdict=verdict, rules=stamp, method=method, operator=operator, place=GAME
    )


def folder_with(folder: Path, *rulings: Adjudication) -> Path:
    """A log with *rulings*, B-1 and on."""
    with Log.open(folder, StepClock(days=2000), "B") as log:
        for one in rulings:
            log.rule(one)
    return folder


def on(which: str | None, type: str, corrects: int | None = None, **answers: str) -> DecisionWish:
    return DecisionWish(DecisionSubject(which), type, answers, "CD", corrects)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """B-1 acceptable, B-2 unacceptable, B-3 referred, B-4 by hand; all under one rulebook."""
    id = "naspa-2016"
    return folder_with(
        tmp_path / "data",
        judged(id, Verdict.ACCEPTABLE),
        judged(id, Verdict.UNACCEPTABLE),
        judged(id, Verdict.REFER),
        judged(id, Verdict.UNACCEPTABLE, "word_judge_book", "AB"),
    )


# ---- every type of every rulebook --------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_every_decision_of_a_rulebook_is_recorded_and_read_back(id: str, tmp_path: Path) -> None:
    rulings = [judged(id, one) for one in Verdict]
    rulings.append(judged(id, Verdict.UNACCEPTABLE, "word_judge_book", "AB"))
    staff = staff_at(folder_with(tmp_path, *rulings))
    subjects = [DecisionSubject(f"B-{number}") for number in (1, 2, 3, 4)] + [DecisionSubject(rules=id)]
    known, expected = [(one, offered(staff, one).known.context) for one in subjects], []

    for decision in shipped(id).decisions:
        form = form_of(shipped(id), decision.id)
        if decision.shape in CHAINED:
            known = [(one, offered(staff, one).known.context) for one in subjects]
        context, answers = allowed_answers(form, [context for _, context in known])
        subject = next(one for one, found in known if found is context)
        made = decide(staff, DecisionWish(subject, decision.id, answers, "CD"))
        expected.append((decision.id, made.body, made.seq))

    found = list_decisions(AuditSource(tmp_path)).decisions
    assert [(one.body.decision, one.body, one.found.seq) for one in found] == expected
    assert all(one.found.sound for one in found)
    assert {one.body.by for one in found} == {"CD"}


# ---- what goes on record -----------------------------------------------------------------------------------


def test_a_decision_is_a_record_about_the_ruling_with_its_place_and_clause(folder: Path) -> None:
    door = Doorkeeper()

    made = decide(
        staff_at(folder, door),
        on("b-2", "improper_lookup", responsible="challenger", remark="Typed one by one."),
    )

    [record] = Station(folder).records(Kind.DECISION)
    assert door.asked == [(Role.DIRECTOR, "decision")]
    assert (record["decision"], record["number"], record["about"]["seq"]) == ("improper_lookup", "B-2", 3)
    assert (record["amounts"]["points"], record["concerns"], record["clause"]) == (10, "challenger", "IV.J.2")
    assert (record["event"], record["round"], record["table"], record["division"]) == ("open", 4, 7, "main")
    assert (record["remark"], record["by"]) == ("Typed one by one.", "CD")
    assert record["sentence"] == made.body.sentence == "10 points off the game score of the challenger."
    assert "remark" not in record["answers"]


def test_a_preview_records_nothing_and_asks_nobody(folder: Path) -> None:
    door = Doorkeeper(refuses=True)

    found = preview(staff_at(folder, door), on("B-2", "improper_lookup", responsible="first"))

    assert found.worked.sentence.startswith("10 points off")
    assert (door.asked, Station(folder).records(Kind.DECISION)) == ([], [])


def test_without_the_director_s_passcode_nothing_is_decided(folder: Path) -> None:
    with pytest.raises(AccessError):
        decide(staff_at(folder, Doorkeeper(refuses=True)), on("B-2", "improper_lookup", responsible="first"))

    assert Station(folder).records(Kind.DECISION) == []


def test_what_may_not_be_is_refused_before_anybody_types_a_passcode(folder: Path) -> None:
    door = Doorkeeper()

    with pytest.raises(DecisionError, match="B-2 has its verdict; after that no challenge is withdrawn"):
        decide(staff_at(folder, door), on("B-2", "withdrawal", reason="blank_unclear"))

    assert (door.asked, Station(folder).records(Kind.DECISION)) == ([], [])


def test_one_that_stands_alone_says_where(folder: Path) -> None:
    subject = DecisionSubject(rules="naspa-2016", place=Place("main", None, 2, 9))

    made = decide(staff_at(folder), DecisionWish(subject, "note", {"remark": "Water on the board."}))

    assert made.body.about is None
    assert (made.body.round, made.body.table, made.body.division) == (2, 9, "main")


# ---- corrections -------------------------------------------------------------------------------------------


def test_a_correction_is_a_new_decision_and_the_first_one_stays(folder: Path) -> None:
    staff = staff_at(folder)
    first = decide(staff, on("B-2", "improper_lookup", responsible="challenger"))

    second = decide(staff, on("B-2", "improper_lookup", first.seq, responsible="both"))

    with open_reader(folder / "log.db") as reader:
        found = decisions_on(reader, (second.body.about.station, second.body.about.epoch, 3))
    assert [one.body.sentence for one in found] == [first.body.sentence, second.body.sentence]
    assert [one.corrected_by and one.corrected_by[2] for one in found] == [second.seq, None]
    assert second.body.corrects.seq == first.seq


def test_the_same_is_not_decided_twice_on_one_ruling_by_mistake(folder: Path) -> None:
    staff = staff_at(folder)
    first = decide(staff, on("B-4", "compensation", play_score="42"))

    with pytest.raises(
        DecisionError, match=f"decided before, in record {first.seq}: .* --corrects {first.seq}"
    ):
        decide(staff, on("B-4", "compensation", play_score="42"))

    assert len(Station(folder).records(Kind.DECISION)) == 1


def test_notes_and_warnings_may_be_many(folder: Path) -> None:
    for remark in ("One.", "Two."):
        decide(staff_at(folder), on("B-4", "note", remark=remark))

    assert len(Station(folder).records(Kind.DECISION)) == 2


@pytest.mark.parametrize("corrects", [3, 99])
def test_only_a_decision_is_corrected(folder: Path, corrects: int) -> None:
    with pytest.raises(DecisionError, match=f"Record {corrects} is no decision"):
        decide(staff_at(folder), on("B-2", "note", corrects, remark="Two."))


def test_only_a_decision_on_the_same_thing_is_corrected(folder: Path) -> None:
    made = decide(staff_at(folder), on("B-4", "note", remark="One."))

    with pytest.raises(DecisionError, match="is a decision on something else"):
        decide(staff_at(folder), on("B-2", "note", made.seq, remark="Two."))


def test_what_was_corrected_is_not_corrected_again(folder: Path) -> None:
    staff = staff_at(folder)
    first = decide(staff, on("B-2", "note", remark="One."))
    second = decide(staff, on("B-2", "note", first.seq, remark="Two."))

    with pytest.raises(DecisionError, match=f"corrected already, by record {second.seq}. Correct that one"):
        decide(staff, on("B-2", "note", first.seq, remark="Three."))


# ---- history and opinions, from the records ----------------------------------------------------------------


def dingle(verdict: Verdict = Verdict.ACCEPTABLE) -> Adjudication:
    made = judged("wespa-5.1", verdict)
    return replace(made, rules=replace(made.rules, penalty="dingle"))


def test_the_sheet_is_kept_by_the_decisions_on_record(tmp_path: Path) -> None:
    staff = staff_at(folder_with(tmp_path, dingle(), dingle(), dingle()))

    first = decide(staff, on("B-1", "failed_challenge", seat="first"))
    second = decide(staff, on("B-2", "failed_challenge", seat="second"))
    third = decide(staff, on("B-3", "failed_challenge", seat="first"))

    assert [one.body.effect for one in (first, second, third)] == ["none", "none", "turn_lost"]


def test_a_corrected_seat_is_the_one_that_counts(tmp_path: Path) -> None:
    staff = staff_at(folder_with(tmp_path, dingle(), dingle()))
    first = decide(staff, on("B-1", "failed_challenge", seat="first"))
    decide(staff, on("B-1", "failed_challenge", first.seq, seat="second"))

    assert decide(staff, on("B-2", "failed_challenge", seat="first")).body.effect == "none"


def test_without_the_seat_of_an_earlier_failure_the_answer_is_not_known(tmp_path: Path) -> None:
    staff = staff_at(folder_with(tmp_path, dingle(), dingle()))

    with pytest.raises(DecisionError, match="Not known: B-1 failed too at this table"):
        decide(staff, on("B-2", "failed_challenge", seat="first"))


def test_what_a_record_leaves_open_may_be_said_and_what_it_says_may_not_be_changed(tmp_path: Path) -> None:
    unplaced = replace(dingle(), place=Place("main", "open", 4))
    staff = staff_at(folder_with(tmp_path, unplaced))
    at_seven = DecisionSubject("B-1", place=Place(table=7))
    elsewhere = DecisionSubject("B-1", place=Place(round=5))

    made = decide(staff, DecisionWish(at_seven, "failed_challenge", {"seat": "first"}))

    assert made.body.table == 7
    with pytest.raises(DecisionError, match=r"The record says round 4. Leave --round out"):
        preview(staff, DecisionWish(elsewhere, "failed_challenge", {"seat": "first"}))


def test_a_third_opinion_knows_the_second_that_was_decided_on(folder: Path) -> None:
    staff = staff_at(folder)
    decide(staff, on("B-4", "second_opinion", opinion_by="CD", opinion_verdict="acceptable"))

    made = decide(staff, on("B-4", "third_opinion", opinion_by="EF", opinion_verdict="acceptable"))

    assert made.body.amounts["verdict"] == "acceptable"


# ---- what may be decided on --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("which", "error", "sentence"),
    [
        ("B-9", LogError, "There is no ruling B-9 here"),
        ("99", LogError, "There is no record 99"),
        ("1", DecisionError, "A decision is about a ruling or another challenge"),
        ("\x1b[2J", LogError, r"\\X1B\[2J"),
    ],
)
def test_only_a_challenge_on_record_is_decided_on(folder: Path, which, error, sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        decide(staff_at(folder), on(which, "note", remark="One."))


def test_a_type_that_the_rulebook_has_not_is_refused_with_those_it_has(folder: Path) -> None:
    with pytest.raises(
        DecisionError, match=r"NASPA 2016 has no decision “flash_draw”. Choose one of: improper"
    ):
        preview(staff_at(folder), on("B-1", "flash_draw"))


def test_nothing_is_decided_on_a_ruling_that_was_changed(folder: Path) -> None:
    tamper(folder / "log.db", "UPDATE records SET body = replace(body, 'CAT', 'CUT') WHERE seq = 3")

    with pytest.raises(DecisionError, match="was CHANGED after it was recorded"):
        decide(staff_at(folder), on("B-2", "improper_lookup", responsible="first"))


def test_nothing_is_decided_on_a_ruling_behind_a_broken_chain(folder: Path) -> None:
    tamper(folder / "log.db", "UPDATE records SET body = replace(body, 'CAT', 'CUT') WHERE seq = 2")

    with pytest.raises(DecisionError, match="the chain before it is BROKEN"):
        decide(staff_at(folder), on("B-2", "improper_lookup", responsible="first"))


def test_without_a_log_there_is_nothing_to_decide_and_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="There is no log here yet"):
        decide(staff_at(tmp_path), on(None, "note", remark="One."))

    assert list(tmp_path.iterdir()) == []


def test_a_rule_set_that_changed_since_is_remarked_on(tmp_path: Path) -> None:
    old = judged("naspa-2016", Verdict.ACCEPTABLE)
    staff = staff_at(folder_with(tmp_path, replace(old, rules=replace(old.rules, fingerprint="ab" * 32))))

    found = preview(staff, on("B-1", "note", remark="One."))

    assert found.remarks == ("The file of NASPA 2016 has been changed since the ruling.",)


def test_a_station_with_several_rulebooks_is_asked_which(tmp_path: Path) -> None:
    station = Station(tmp_path / "data")
    set_up_at(staff_at(station.folder), tmp_path / "stick.toml")

    made = decide(staff_at(station.folder), on(None, "note", remark="One."))

    assert made.body.rules.id == "naspa-2016"
    with pytest.raises(SetupError, match="There is no division “third”"):
        preview(
            staff_at(station.folder),
            DecisionWish(DecisionSubject(place=Place("third")), "note", {"remark": "One."}),
        )


# ---- names -------------------------------------------------------------------------------------------------


def test_a_name_that_stands_in_the_pairings_goes_on_no_record(folder: Path) -> None:
    staff, sheet = staff_at(folder), folder.parent / "round1.csv"
    sheet.write_text("round,table,first,second\n1,1,Jo Smith,Mary Ferraby\n")
    write_setup(folder.parent / "setup.toml")
    Station(folder).run("setup", "--from", str(folder.parent / "setup.toml"))
    import_pairings(staff, [sheet])

    with pytest.raises(DecisionError, match="“Jo Smith” is a name in the pairings, and the log cannot"):
        decide(staff, on("B-1", "note", remark="Smith spoke."))

    decide(staff, on("B-1", "note", remark="The challenger spoke."))
    assert "Smith" not in Station(folder).log_text()


@pytest.mark.parametrize("by", ["Ann Smith", "", "x" * 13, "a\nb"])
def test_who_decides_is_told_by_an_id(folder: Path, by: str) -> None:
    with pytest.raises(SetupError, match="initials or a staff id"):
        decide(staff_at(folder), replace(on("B-1", "note", remark="One."), by=by))


# ---- a ruling in a merged file -----------------------------------------------------------------------------


@pytest.fixture
def merged(tmp_path: Path) -> Path:
    """A file with the logs of two stations that are both called B."""
    other = folder_with(tmp_path / "other", dingle())
    third = folder_with(tmp_path / "third", dingle(Verdict.UNACCEPTABLE))
    merge_logs([other / "log.db", third / "log.db"], tmp_path / "merged.db")
    return tmp_path / "merged.db"


def test_a_ruling_of_another_station_is_decided_on_in_the_log_of_this_folder(
    folder: Path, merged: Path
) -> None:
    with open_reader(merged, merged=True) as reader:
        stations = sorted({one.station for one in reader.find()})
    staff = staff_at(folder)
    unnamed = DecisionSubject("B-1", source=AuditSource(folder, merged))
    with pytest.raises(DecisionError, match=r"2 rulings have that number. Say whose with --station"):
        preview(staff, DecisionWish(unnamed, "note", {"remark": "One."}))

    made = decide(staff, DecisionWish(replace(unnamed, station=stations[0][:8]), "note", {"remark": "One."}))

    assert made.body.about.station == stations[0]
    assert len(Station(folder).records(Kind.DECISION)) == 1
    found = list_decisions(AuditSource(folder, merged), "B-1").decisions
    assert [one.body.remark for one in found] == ["One."]
    with pytest.raises(DecisionError, match="No station here begins so"):
        preview(staff, DecisionWish(replace(unnamed, station="zzzz"), "note", {"remark": "One."}))


# ---- reading back ------------------------------------------------------------------------------------------


def test_a_decision_that_was_changed_is_no_decision_and_is_told(folder: Path) -> None:
    decide(staff_at(folder), on("B-1", "note", remark="One."))
    tamper(folder / "log.db", "UPDATE records SET body = replace(body, 'One', 'Two') WHERE kind = 'decision'")

    listed = list_decisions(AuditSource(folder))

    assert (listed.decisions, listed.unsound) == ((), 1)


def test_decisions_are_listed_by_event(folder: Path) -> None:
    decide(staff_at(folder), on("B-1", "note", remark="One."))

    assert len(list_decisions(AuditSource(folder), event="open").decisions) == 1
    assert list_decisions(AuditSource(folder), event="other").decisions == ()
    with pytest.raises(LogError, match="nothing was decided"):
        list_decisions(AuditSource(folder / "nowhere"))
