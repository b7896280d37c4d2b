"""Deciding as the director: what goes on record, what is refused, what is read back."""

from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.decisions.actions import Decide, list_decisions, offer_decision
from kiosk.decisions.case_actions import DecisionSubject
from kiosk.decisions.outcome import form_of
from kiosk.errors import AccessError, DecisionError, LogError, SetupError
from kiosk.events.pairings_actions import import_pairings
from kiosk.log.audit_actions import AuditSource
from kiosk.log.kinds import Kind
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


def on(which: str | None, type: str, corrects: int | None = None, **answers: str) -> Decide:
    return Decide(DecisionSubject(which), type, tuple(answers.items()), "CD", corrects)


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
    known, expected = [(one, offer_decision(staff, one).known.context) for one in subjects], []

    for decision in shipped(id).decisions:
        form = form_of(shipped(id), decision.id)
        if decision.shape in CHAINED:
            known = [(one, offer_decision(staff, one).known.context) for one in subjects]
        context, answers = allowed_answers(form, [context for _, context in known])
        subject = next(one for one, found in known if found is context)
        made = Decide(subject, decision.id, tuple(answers.items()), "CD").run(staff)
        expected.append((decision.id, made.body, made.seq))

    found = list_decisions(AuditSource(tmp_path)).decisions
    assert [(one.body.decision, one.body, one.found.seq) for one in found] == expected
    assert all(one.found.sound for one in found)
    assert {one.body.by for one in found} == {"CD"}


# ---- what goes on record -----------------------------------------------------------------------------------


def test_a_decision_is_a_record_about_the_ruling_with_its_place_and_clause(folder: Path) -> None:
    door = Doorkeeper()

    made = on("b-2", "improper_lookup", responsible="challenger", remark="Typed one by one.").run(
        staff_at(folder, door)
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

    found = on("B-2", "improper_lookup", responsible="first").preview(staff_at(folder, door))

    assert found.worked.sentence.startswith("10 points off")
    assert (door.asked, Station(folder).records(Kind.DECISION)) == ([], [])


def test_without_the_director_s_passcode_nothing_is_decided(folder: Path) -> None:
    with pytest.raises(AccessError):
        on("B-2", "improper_lookup", responsible="first").run(staff_at(folder, Doorkeeper(refuses=True)))

    assert Station(folder).records(Kind.DECISION) == []


def test_what_may_not_be_is_refused_before_anybody_types_a_passcode(folder: Path) -> None:
    door = Doorkeeper()

    with pytest.raises(DecisionError, match="B-2 has its verdict; after that no challenge is withdrawn"):
        on("B-2", "withdrawal", reason="blank_unclear").run(staff_at(folder, door))

    assert (door.asked, Station(folder).records(Kind.DECISION)) == ([], [])


def test_one_that_stands_alone_says_where(folder: Path) -> None:
    subject = DecisionSubject(rules="naspa-2016", place=Place("main", None, 2, 9))

    made = Decide(subject, "note", (("remark", "Water on the board."),)).run(staff_at(folder))

    assert made.body.about is None
    assert (made.body.round, made.body.table, made.body.division) == (2, 9, "main")


# ---- corrections -------------------------------------------------------------------------------------------


def test_a_correction_is_a_new_decision_and_the_first_one_stays(folder: Path) -> None:
    staff = staff_at(folder)
    first = on("B-2", "improper_lookup", responsible="challenger").run(staff)

    second = on("B-2", "improper_lookup", first.seq, responsible="both").run(staff)

    with open_reader(folder / "log.db") as reader:
        found = decisions_on(reader, (second.body.about.station, second.body.about.epoch, 3))
    assert [one.body.sentence for one in found] == [first.body.sentence, second.body.sentence]
    assert [one.corrected_by and one.corrected_by[2] for one in found] == [second.seq, None]
    assert second.body.corrects.seq == first.seq


def test_the_same_is_not_decided_twice_on_one_ruling_by_mistake(folder: Path) -> None:
    staff = staff_at(folder)
    first = on("B-4", "compensation", play_score="42").run(staff)

    with pytest.raises(
        DecisionError, match=f"decided before, in record {first.seq}: .* --corrects {first.seq}"
    ):
        on("B-4", "compensation", play_score="42").run(staff)

    assert len(Station(folder).records(Kind.DECISION)) == 1


def test_notes_and_warnings_may_be_many(folder: Path) -> None:
    for remark in ("One.", "Two."):
        on("B-4", "note", remark=remark).run(staff_at(folder))

    assert len(Station(folder).records(Kind.DECISION)) == 2


@pytest.mark.parametrize("corrects", [3, 99])
def test_only_a_decision_is_corrected(folder: Path, corrects: int) -> None:
    with pytest.raises(DecisionError, match=f"Record {corrects} is no decision"):
        on("B-2", "note", corrects, remark="Two.").run(staff_at(folder))


def test_only_a_decision_on_the_same_thing_is_corrected(folder: Path) -> None:
    made = on("B-4", "note", remark="One.").run(staff_at(folder))

    with pytest.raises(DecisionError, match="is a decision on something else"):
        on("B-2", "note", made.seq, remark="Two.").run(staff_at(folder))


def test_what_was_corrected_is_not_corrected_again(folder: Path) -> None:
    staff = staff_at(folder)
    first = on("B-2", "note", remark="One.").run(staff)
    second = on("B-2", "note", first.seq, remark="Two.").run(staff)

    with pytest.raises(DecisionError, match=f"corrected already, by record {second.seq}. Correct that one"):
        on("B-2", "note", first.seq, remark="Three.").run(staff)


# ---- history and opinions, from the records ----------------------------------------------------------------


def dingle(verdict: Verdict = Verdict.ACCEPTABLE) -> Adjudication:
    made = judged("wespa-5.1", verdict)
    return replace(made, rules=replace(made.rules, penalty="dingle"))


def test_the_sheet_is_kept_by_the_decisions_on_record(tmp_path: Path) -> None:
    staff = staff_at(folder_with(tmp_path, dingle(), dingle(), dingle()))

    first = on("B-1", "failed_challenge", seat="first").run(staff)
    second = on("B-2", "failed_challenge", seat="second").run(staff)
    third = on("B-3", "failed_challenge", seat="first").run(staff)

    assert [one.body.effect for one in (first, second, third)] == ["none", "none", "turn_lost"]


def test_a_corrected_seat_is_the_one_that_counts(tmp_path: Path) -> None:
    staff = staff_at(folder_with(tmp_path, dingle(), dingle()))
    first = on("B-1", "failed_challenge", seat="first").run(staff)
    on("B-1", "failed_challenge", first.seq, seat="second").run(staff)

    assert on("B-2", "failed_challenge", seat="first").run(staff).body.effect == "none"


def test_without_the_seat_of_an_earlier_failure_the_answer_is_not_known(tmp_path: Path) -> None:
    staff = staff_at(folder_with(tmp_path, dingle(), dingle()))

    with pytest.raises(DecisionError, match="Not known: B-1 failed too at this table"):
        on("B-2", "failed_challenge", seat="first").run(staff)


def test_what_a_record_leaves_open_may_be_said_and_what_it_says_may_not_be_changed(tmp_path: Path) -> None:
    unplaced = replace(dingle(), place=Place("main", "open", 4))
    staff = staff_at(folder_with(tmp_path, unplaced))
    at_seven = DecisionSubject("B-1", place=Place(table=7))
    elsewhere = DecisionSubject("B-1", place=Place(round=5))

    made = Decide(at_seven, "failed_challenge", (("seat", "first"),)).run(staff)

    assert made.body.table == 7
    with pytest.raises(DecisionError, match=r"The record says round 4. Leave --round out"):
        Decide(elsewhere, "failed_challenge", (("seat", "first"),)).preview(staff)


def test_a_third_opinion_knows_the_second_that_was_decided_on(folder: Path) -> None:
    staff = staff_at(folder)
    on("B-4", "second_opinion", opinion_by="CD", opinion_verdict="acceptable").run(staff)

    made = on("B-4", "third_opinion", opinion_by="EF", opinion_verdict="acceptable").run(staff)

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
        on(which, "note", remark="One.").run(staff_at(folder))


def test_a_type_that_the_rulebook_has_not_is_refused_with_those_it_has(folder: Path) -> None:
    with pytest.raises(
        DecisionError, match=r"NASPA 2016 has no decision “flash_draw”. Choose one of: improper"
    ):
        on("B-1", "flash_draw").preview(staff_at(folder))


def test_nothing_is_decided_on_a_ruling_that_was_changed(folder: Path) -> None:
    tamper(folder / "log.db", "UPDATE records SET body = replace(body, 'CAT', 'CUT') WHERE seq = 3")

    with pytest.raises(DecisionError, match="was CHANGED after it was recorded"):
        on("B-2", "improper_lookup", responsible="first").run(staff_at(folder))


def test_nothing_is_decided_on_a_ruling_behind_a_broken_chain(folder: Path) -> None:
    tamper(folder / "log.db", "UPDATE records SET body = replace(body, 'CAT', 'CUT') WHERE seq = 2")

    with pytest.raises(DecisionError, match="the chain before it is BROKEN"):
        on("B-2", "improper_lookup", responsible="first").run(staff_at(folder))


def test_without_a_log_there_is_nothing_to_decide_and_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="There is no log here yet"):
        on(None, "note", remark="One.").run(staff_at(tmp_path))

    assert list(tmp_path.iterdir()) == []


def test_a_rule_set_that_changed_since_is_remarked_on(tmp_path: Path) -> None:
    old = judged("naspa-2016", Verdict.ACCEPTABLE)
    staff = staff_at(folder_with(tmp_path, replace(old, rules=replace(old.rules, fingerprint="ab" * 32))))

    found = on("B-1", "note", remark="One.").preview(staff)

    assert found.remarks == ("The file of NASPA 2016 has been changed since the ruling.",)


def test_a_station_with_several_rulebooks_is_asked_which(tmp_path: Path) -> None:
    station = Station(tmp_path / "data")
    set_up_at(staff_at(station.folder), tmp_path / "stick.toml")

    made = on(None, "note", remark="One.").run(staff_at(station.folder))

    assert made.body.rules.id == "naspa-2016"
    with pytest.raises(SetupError, match="There is no division “third”"):
        Decide(DecisionSubject(place=Place("third")), "note", (("remark", "One."),)).preview(
            staff_at(station.folder)
        )


# ---- names -------------------------------------------------------------------------------------------------


def test_a_name_that_stands_in_the_pairings_goes_on_no_record(folder: Path) -> None:
    staff, sheet = staff_at(folder), folder.parent / "round1.csv"
    sheet.write_text("round,table,first,second\n1,1,Jo Smith,Mary Ferraby\n")
    write_setup(folder.parent / "setup.toml")
    Station(folder).run("setup", "--from", str(folder.parent / "setup.toml"))
    import_pairings(staff, [sheet])

    with pytest.raises(DecisionError, match="“Jo Smith” is a name in the pairings, and the log cannot"):
        on("B-1", "note", remark="Smith spoke.").run(staff)

    on("B-1", "note", remark="The challenger spoke.").run(staff)
    assert "Smith" not in Station(folder).log_text()


@pytest.mark.parametrize("by", ["Ann Smith", "", "x" * 13, "a\nb"])
def test_who_decides_is_told_by_an_id(folder: Path, by: str) -> None:
    with pytest.raises(SetupError, match="initials or a staff id"):
        replace(on("B-1", "note", remark="One."), by=by).run(staff_at(folder))


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
        Decide(unnamed, "note", (("remark", "One."),)).preview(staff)

    made = Decide(replace(unnamed, station=stations[0][:8]), "note", (("remark", "One."),)).run(staff)

    assert made.body.about.station == stations[0]
    assert len(Station(folder).records(Kind.DECISION)) == 1
    found = list_decisions(AuditSource(folder, merged), "B-1").decisions
    assert [one.body.remark for one in found] == ["One."]
    with pytest.raises(DecisionError, match="No station here begins so"):
        Decide(replace(unnamed, station="zzzz"), "note", (("remark", "One."),)).preview(staff)


# ---- reading back ------------------------------------------------------------------------------------------


def test_a_decision_that_was_changed_is_no_decision_and_is_told(folder: Path) -> None:
    on("B-1", "note", remark="One.").run(staff_at(folder))
    tamper(folder / "log.db", "UPDATE records SET body = replace(body, 'One', 'Two') WHERE kind = 'decision'")

    listed = list_decisions(AuditSource(folder))

    assert (listed.decisions, listed.unsound) == ((), 1)


def test_decisions_are_listed_by_event(folder: Path) -> None:
    on("B-1", "note", remark="One.").run(staff_at(folder))

    assert len(list_decisions(AuditSource(folder), event="open").decisions) == 1
    assert list_decisions(AuditSource(folder), event="other").decisions == ()
    with pytest.raises(LogError, match="nothing was decided"):
        list_decisions(AuditSource(folder / "nowhere"))
