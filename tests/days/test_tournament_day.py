"""One tournament day at a real station, from a bare folder to the verified report.

It grows with the product and never goes red: 23 challenges in two divisions, a mistyped word, an entry
left alone, two concessions, a split look-up, a wrong division, larger type, a Russian keyboard, a killed
station; a dispute: the console over the station, the evidence, a decision; an hour at the judge's desk with
a second opinion; pairings that come and go; two reports, and the proof, by two programs.
"""

import re
import time
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.console.window import TITLE
from kiosk.folder import RULESETS
from kiosk.log.kinds import Kind
from kiosk.log.store import log_path
from kiosk.rules.store import load_ruleset
from tests import independent_verifier
from tests.console.real.test_console import STRIP, chord, enter, focused, has_colour, marks, text_of, windows
from tests.lockdown.real.test_another_program import fills_the_screen
from tests.lockdown.real.test_escapes import has_keyboard
from tests.support.desk_process import DeskProcess
from tests.support.kiosk_process import KioskProcess, printed, run_kiosk
from tests.support.screen import PATIENCE_S, Screen, until

pytestmark = pytest.mark.real

PASSCODE = "round robin 7"
LIST = [f"{first}{second}{third}" for first in "BDFGKLM" for second in "AEIOU" for third in "BDGKLMNPRT"]

SET_UP = """
[station]
letter = "C"
profile = "tournament"
protection = "demonstration"
ask_table = true

[[division]]
id = "nwl"
name = "North American"
rules = "naspa-2016"
penalty = "lose_turn"
main = "free"
colour = "blue"

[[division]]
id = "csw"
name = "Collins"
rules = "wespa-5.1"
penalty = "five_per_word"
main = "{list_id}"
colour = "orange"

[event]
id = "day-2026"
name = "One Day Open"

[timings]
hold_s = 1
entering_s = 20
warning_s = 10
"""

TABLE = "12"

# division key, words, verdict
CHALLENGES = [
    ("1", ("cat",), Tone.ACCEPTABLE),
    ("1", ("qqzx",), Tone.UNACCEPTABLE),
    ("2", ("bab",), Tone.ACCEPTABLE),
    ("2", ("bab", "zzzzz"), Tone.UNACCEPTABLE),
    ("1", ("quiz", "jo", "aa"), Tone.ACCEPTABLE),
    ("1", ("aa", "aa"), Tone.ACCEPTABLE),
    ("1", ("retina", "retains", "nastier", "anestro"), Tone.UNACCEPTABLE),
    ("2", ("dab", "gab", "lab"), Tone.ACCEPTABLE),
    ("2", ("cab",), Tone.UNACCEPTABLE),
    ("1", ("house", "ho", "us", "se"), Tone.UNACCEPTABLE),
    ("1", ("zebra",), Tone.ACCEPTABLE),
    ("1", ("zebras", "as"), Tone.ACCEPTABLE),
    ("2", ("mug",), Tone.ACCEPTABLE),
    ("2", ("mugs",), Tone.UNACCEPTABLE),
    ("1", ("ab", "ad", "ae", "ag", "ah", "ai", "al", "am"), Tone.ACCEPTABLE),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A station set up from nothing, as a director would."""
    folder = tmp_path / "data"
    listed = tmp_path / "collins.txt"
    listed.write_text("\n".join(LIST))
    imported = run_kiosk(folder, "lexicon", "import", str(listed), "--name", "Club list", "--json")
    assert imported.returncode == 0, imported.stderr
    file = tmp_path / "set-up.toml"
    file.write_text(SET_UP.format(list_id=printed(imported)["id"]))
    made = run_kiosk(folder, "passcode", "set", given=f"{PASSCODE}\n{PASSCODE}\n")
    assert made.returncode == 0, made.stderr
    for command in (("setup", "--from", str(file)), ("event", "open", "--yes")):
        done = run_kiosk(folder, *command, passcode=PASSCODE)
        assert done.returncode == 0, done.stderr
    return folder


def test_a_tournament_day(screen: Screen, data: Path, tmp_path: Path, picture):
    station = KioskProcess(screen, data, table=TABLE)
    picture("day_idle")
    for key, words, verdict in CHALLENGES:
        _challenge(station, key, words, verdict)
    _a_mistyped_word_is_corrected(station)
    _every_word_is_ended_with_enter(station, picture)
    _an_entry_left_alone_is_wiped(station)
    _a_challenge_is_conceded(station)
    _a_play_is_looked_up_in_two_parts(station)
    _a_division_is_thought_better_of(station)
    _somebody_wants_larger_type(station, picture)
    _somebody_switched_the_keyboard_to_russian(station, picture)
    station = _the_station_is_killed_while_it_shows_a_verdict(station, picture)
    _the_director_looks_into_a_dispute(station, picture)
    _the_day_goes_on(station)
    _the_director_leaves(station)

    records = station.records()
    numbers = [record.data["number"] for record in records if record.kind is Kind.ADJUDICATION]
    assert numbers == [f"C-{place}" for place in range(1, 25)]
    _the_log_answers_a_dispute(data, numbers)
    _who_played_is_known_while_it_matters(data, tmp_path)
    _it_is_decided_on_evidence(data, numbers[1], tmp_path)
    _a_judge_rules_at_the_desk(screen, data, numbers[0], picture)
    _the_names_are_forgotten(data)
    _the_report_and_the_proof(data, tmp_path)


def _challenge(station: KioskProcess, key: str, words: tuple[str, ...], verdict: Tone) -> None:
    station.screen.key(key)
    assert station.judge(*words) is verdict, words
    ruling = station.rulings()[-1].data
    assert ruling["words"] == [word.upper() for word in words]
    assert ruling["table"] == int(TABLE)
    station.done()


def _a_mistyped_word_is_corrected(station: KioskProcess) -> None:
    for key in ("1", "1"):
        station.screen.key(key)
    station.screen.type("dgo")
    station.screen.key("Return")
    for key in ("BackSpace", "BackSpace", "BackSpace"):  # back from the table number, then two letters
        station.screen.key(key)
    station.screen.type("og")
    station.screen.key("Return")
    station.type_table()
    ruled = len(station.rulings())
    station.press_tab(ruled)
    station.await_tone(Tone.ACCEPTABLE)

    ruling = station.rulings()[-1].data
    assert ruling["words"] == ["DOG"]
    assert ruling["edits"] == 3
    station.done()


def _every_word_is_ended_with_enter(station: KioskProcess, picture) -> None:
    """One word was declared and two are typed: the question brings them back to their words."""
    ruled = len(station.rulings())
    for key in ("1", "1", *"cat", "Return", *"dog", "Return"):
        station.screen.key(key)
    station.type_table()
    time.sleep(1.2)  # as long as it takes to arm a TAB
    station.screen.key("Tab")
    picture("day_is_this_all")
    assert len(station.rulings()) == ruled
    for key in ("BackSpace", "Down", *"dog", "Return"):
        station.screen.key(key)
    station.say_that_this_is_all()
    station.press_tab(ruled)
    assert station.rulings()[-1].data["words"] == ["CAT", "DOG"]
    station.done()


def _an_entry_left_alone_is_wiped(station: KioskProcess) -> None:
    for key in ("2", "2"):
        station.screen.key(key)
    station.screen.type("bad")

    until(lambda: station.records(Kind.ABANDONED), "the entry to be wiped")

    assert station.records(Kind.ABANDONED)[-1].data["words"] == ["BAD"]
    station.screen.key("Return")  # the players are told why


def _a_challenge_is_conceded(station: KioskProcess) -> None:
    for by, choice in (("challenger", "3"), ("challenged", "4")):
        for key in ("1", "1"):
            station.screen.key(key)
        station.screen.type("zax")
        for key in ("Escape", choice, "Escape", choice, "Return"):  # once thought better of it
            station.screen.key(key)
        conceded = _on_record(station, Kind.CONCEDED, by)
        assert (conceded["words"], conceded["by"]) == (["ZAX"], by)
        station.read()  # what follows from it


def _on_record(station: KioskProcess, kind: Kind, by: str) -> dict:
    until(
        lambda: [one for one in station.records(kind) if one.data.get("by") == by],
        f"the concession of the {by} on record",
    )
    return station.records(kind)[-1].data


def _a_play_is_looked_up_in_two_parts(station: KioskProcess) -> None:
    _challenge(station, "1", ("brick",), Tone.ACCEPTABLE)
    _challenge(station, "1", ("br",), Tone.UNACCEPTABLE)


def _a_division_is_thought_better_of(station: KioskProcess) -> None:
    for key in ("2", "BackSpace"):  # which division is asked for again
        station.screen.key(key)
    _challenge(station, "1", ("dog",), Tone.ACCEPTABLE)


def _somebody_wants_larger_type(station: KioskProcess, picture) -> None:
    for key in ("2", "9"):
        station.screen.key(key)
    station.large = True
    assert station.judge("fix") is Tone.UNACCEPTABLE
    picture("day_larger")
    station.done()
    station.large = False
    until(station.is_ready, "type of the usual size for the next players")


def _somebody_switched_the_keyboard_to_russian(station: KioskProcess, picture) -> None:
    keys = [station.screen.code(key) for key in ("1", "1", "h", "a", "t")]
    station.screen.layout("ru")
    for key in keys:
        station.screen.tap(key)
    picture("day_russian")
    ruled = len(station.rulings())
    station.screen.key("Return")
    station.screen.layout("us")
    station.type_table()
    station.press_tab(ruled)
    station.await_tone(Tone.ACCEPTABLE)

    assert station.rulings()[-1].data["words"] == ["HAT"]
    station.done()


def _the_station_is_killed_while_it_shows_a_verdict(station: KioskProcess, picture) -> KioskProcess:
    station.screen.key("1")
    assert station.judge("table") is Tone.ACCEPTABLE
    picture("day_verdict")
    number = station.rulings()[-1].data["number"]
    station.kill()

    again = KioskProcess(station.screen, station.data, table=TABLE)

    unclean = again.records(Kind.UNCLEAN_STOP)[-1].data
    assert unclean["unclosed"] == number
    again.await_tone(Tone.PLAIN)
    return again


def _the_director_looks_into_a_dispute(station: KioskProcess, picture) -> None:
    """By chord and passcode to the console: the ruling is found by its number, the log verified; back."""
    screen, records = station.screen, len(station.records())
    chord(station, PASSCODE)
    screen.key("3")
    until(lambda: focused(screen) == TITLE, "the console over the station")
    until(lambda: has_colour(screen, STRIP), "the strip that says who uses the station")
    until(lambda: marks(screen), "the last rulings")
    last = marks(screen)
    screen.key("2")
    until(lambda: 0 < marks(screen) != last, "rows of the log")
    listed = marks(screen)
    text_of(screen, "/c-2")
    screen.key("Return")
    until(lambda: marks(screen) != listed, "the one ruling")
    picture("day_dispute")
    for key in ("4", "v", "Escape", "Escape"):  # verified, and the question whether to close
        screen.key(key)
    until(lambda: enter(screen) and not windows(screen), "the console's end")
    until(lambda: has_keyboard(station), "the keyboard")
    until(lambda: fills_the_screen(station), "the station on the whole screen")
    until(station.is_ready, "the players' page")

    kinds = {record.kind for record in station.records()[records:]}
    assert Kind.UNLOCK in kinds
    assert not kinds & {Kind.ADJUDICATION, Kind.REVEAL}


def _the_day_goes_on(station: KioskProcess) -> None:
    _challenge(station, "1", ("chair",), Tone.ACCEPTABLE)


def _the_director_leaves(station: KioskProcess) -> None:
    screen, unlocked = station.screen, len(station.records(Kind.UNLOCK))
    screen.key("ctrl+F12")
    for letter in PASSCODE:
        screen.key("space" if letter == " " else letter)
    screen.key("Return")
    until(lambda: len(station.records(Kind.UNLOCK)) > unlocked, "the passcode to be accepted")
    screen.key("2")
    assert station.process.wait(PATIENCE_S) == 0
    assert station.records()[-1].kind is Kind.STOPPED


def _the_log_answers_a_dispute(data: Path, numbers: list[str]) -> None:
    listed = printed(run_kiosk(data, "log", "list", "--word", "BR*", "--json"))
    assert {tuple(row["words"]) for row in listed} == {("BRICK",), ("BR",)}
    shown = printed(run_kiosk(data, "log", "show", numbers[3], "--json"))
    assert shown["words"] == ["BAB", "ZZZZZ"]
    assert shown["verdict"] == "unacceptable"


def _done(data: Path, *command: str) -> str:
    """What the director's *command* printed."""
    done = run_kiosk(data, *command, passcode=PASSCODE)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _who_played_is_known_while_it_matters(data: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "pairings.csv"
    sheet.write_text(f"round,table,first,second\n1,{TABLE},Annabel Quist,Bo Ferraby\n")
    _done(data, "pairings", "import", str(sheet))

    assert "Annabel Quist" in _done(data, "pairings", "show")


def _it_is_decided_on_evidence(data: Path, number: str, tmp_path: Path) -> None:
    page = tmp_path / "evidence.pdf"
    _done(data, "log", "evidence", number, "--pdf", str(page))
    decide = ("decision", "add", number, "warning", "who=challenger", "--as", "TD")

    named = run_kiosk(data, *decide, "--remark", "Told Annabel Quist.", passcode=PASSCODE)
    _done(data, *decide, "--remark", "Spoke during the look-up.")

    assert page.read_bytes().startswith(b"%PDF")
    assert named.returncode == 4
    assert "Warning by the Director." in _done(data, "log", "show", number)


def _a_judge_rules_at_the_desk(screen: Screen, data: Path, first: str, picture) -> None:
    """Two slips; then a play that the station ruled on is noticed, and becomes a second opinion."""
    rules = load_ruleset("naspa-2016", data / RULESETS)
    desk = DeskProcess(screen, data)
    desk.say("jw")
    desk.tap("Return")
    text_of(screen, PASSCODE)
    desk.tap("Return", "1", "1")
    until(lambda: desk.records(Kind.SHIFT_STARTED), "the shift's record")
    desk.tap(*["Return"] * (len(rules.card.judge_checks) + 1))
    for table, words in (("14", ("quiz", "qqzx")), ("15", ("house",))):
        desk.type_slip(table, *words)
        desk.rule()
        desk.next_slip()

    desk.type_slip(TABLE, "cat")
    picture("day_desk_same_words")
    desk.tap("F3")
    desk.rule()
    until(desk.shows_mark, "the mark")
    picture("day_desk_opinion")
    desk.next_slip()
    desk.tap("Escape", "5", "Return")
    until(lambda: desk.records(Kind.SHIFT_ENDED), "the shift's end")
    desk.tap("Escape")
    assert desk.process.wait(PATIENCE_S) == 0

    one, two, again = (record.data for record in desk.rulings()[-3:])
    assert [ruling["verdict"] for ruling in (one, two, again)] == ["unacceptable", "acceptable", "acceptable"]
    assert again["opinion"] == 2
    assert again["after"]["seq"] == next(
        record.seq for record in desk.rulings() if record.data["number"] == first
    )


def _the_names_are_forgotten(data: Path) -> None:
    _done(data, "pairings", "forget")

    assert "Quist" not in "".join(
        path.read_bytes().decode("latin-1") for path in data.rglob("*") if path.is_file()
    )


def _the_report_and_the_proof(data: Path, tmp_path: Path) -> None:
    head = printed(run_kiosk(data, "log", "head", "--json"))
    closed = run_kiosk(data, "event", "close", passcode=PASSCODE)
    assert closed.returncode == 0, closed.stderr
    report = tmp_path / "report.html"
    made = run_kiosk(data, "log", "report", "--out", str(report))
    assert made.returncode == 0, made.stderr
    assert re.search(r"\b26\b", report.read_text())
    posted = tmp_path / "players.html"
    _done(data, "log", "report", "--players", "--out", str(posted))
    assert "Spoke during the look-up." not in posted.read_text()

    verified = run_kiosk(
        data, "log", "verify", "--head", head["head"], "--count", str(head["count"]), "--json"
    )

    assert verified.returncode == 0
    assert printed(verified)["witnessed"] is True
    found = independent_verifier.verify(log_path(data), head["head"], head["count"])
    assert (found["status"], found["witnessed"]) == ("intact", True)
