"""What was changed behind a station's back closes it until a director has seen it; on a real data folder."""

import hashlib
import re
import shutil

import pytest

from kiosk.log.kinds import Kind
from kiosk.log.writer import Log
from kiosk.setup.access_store import AccessFile, Argon2id
from kiosk.setup.passcodes import AccessState, Role
from kiosk.station.closed import OutOfService, Unlocking
from kiosk.station.events import Cause, TroubleFound, ViolationSeen
from kiosk.station.idle import Counting
from kiosk.station.verdict import Showing
from kiosk.system_clock import system_clock
from tests.support.command_line import Station, write_setup
from tests.support.station_run import data_of

PASSCODE = "open sesame"


def digest_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_set_up_put_there_by_hand_closes_the_station_until_the_director_has_seen_it(start, tmp_path):
    write_setup(tmp_path / "kiosk.toml")
    program = start()
    assert isinstance(program.state, OutOfService)
    assert "by hand" in program.state.why

    program.chord("1")

    assert isinstance(program.state, Counting)
    accepted = data_of(tmp_path, Kind.SET_UP_ACCEPTED)[-1]
    assert accepted["digest"] == digest_of(tmp_path / "kiosk.toml")
    program.crash()
    assert isinstance(start().state, Counting)


def test_a_judge_cannot_go_on_with_a_set_up_changed_by_hand(start, tmp_path):
    quick = Argon2id(memory_kib=64, passes=1)
    AccessFile(tmp_path).save(
        AccessState({Role.DIRECTOR: quick.hash(PASSCODE), Role.JUDGE: quick.hash("a judge's")})
    )
    write_setup(tmp_path / "kiosk.toml")
    program = start()

    program.chord("a judge's\n")
    assert "director's passcode" in program.screen.said
    program.press("1")
    assert isinstance(program.state, Unlocking)
    assert data_of(tmp_path, Kind.SET_UP_ACCEPTED) == []

    program.press(f"\b{PASSCODE}\n1")
    assert isinstance(program.state, Counting)


def test_a_set_up_changed_while_the_station_was_closed_is_told_before_it_is_taken(start, tmp_path):
    file = tmp_path / "kiosk.toml"
    program = start("The station stopped three times in a minute.")
    write_setup(file)

    program.chord("1")

    assert isinstance(program.state, OutOfService)
    assert "by hand" in program.state.why
    assert data_of(tmp_path, Kind.SET_UP_ACCEPTED) == []
    program.chord("1")
    assert isinstance(program.state, Counting)
    assert data_of(tmp_path, Kind.SET_UP_ACCEPTED)[-1]["digest"] == digest_of(file)


def test_a_set_up_changed_behind_a_locked_station_wins_over_the_lock(start, tmp_path):
    program = start()
    program.station.handle(ViolationSeen("Focus lost", True, "14:31"))
    program.crash()
    write_setup(tmp_path / "kiosk.toml")

    for _ in range(2):  # and a restart does not forget it
        again = start()
        assert isinstance(again.state, OutOfService)
        assert "by hand" in again.state.why
        again.crash()
    told = [record["why"] for record in data_of(tmp_path, Kind.LOCKED, Kind.OUT_OF_SERVICE)]
    assert len([why for why in told if "by hand" in why]) == 1


def test_the_set_up_on_record_is_the_one_that_was_loaded(start, tmp_path):
    """Changed at the start, put back before the director comes: what is in force must be what is recorded."""
    file = tmp_path / "kiosk.toml"
    write_setup(file, letter='"B"\ntext_percent = 150')
    program = start()
    write_setup(file)

    program.chord("1")  # opens everything anew: another change than the one that was told

    assert isinstance(program.state, OutOfService)
    program.chord("1")
    assert data_of(tmp_path, Kind.SET_UP_ACCEPTED)[-1]["digest"] == digest_of(file)
    assert program.screen.percent == 100


def test_a_list_exchanged_with_its_manifest_closes_the_station(start, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("\n".join(f"{a}{b}{c}" for a in "BCD" for b in "AEIOU" for c in "BDGNPT"))
    station = Station(tmp_path)
    station.run("lexicon", "import", str(words), "--name", "Club words")
    write_setup(tmp_path / "club.toml", profile='"club"', main='"club-words"')
    assert station.run("setup", "--from", str(tmp_path / "club.toml")).code == 0
    before = start()
    assert isinstance(before.state, Counting)
    before.crash()

    words.write_text(words.read_text() + "\nQXQ")
    Station(tmp_path / "other").run("lexicon", "import", str(words), "--name", "Club words")
    for file in (tmp_path / "other" / "lexicons").iterdir():
        shutil.copyfile(file, tmp_path / "lexicons" / file.name)
    program = start()

    assert isinstance(program.state, OutOfService)
    assert "The word list of" in program.state.why
    program.chord("1")
    assert isinstance(program.state, Counting)  # the director has seen it
    program.crash()
    assert isinstance(start().state, Counting)


def test_an_older_log_is_refused_even_if_the_letter_was_changed_with_it(start, tmp_path):
    write_setup(tmp_path / "kiosk.toml")
    program = start()
    program.chord("1")
    older = (tmp_path / "log.db").read_bytes()
    program.judge("1cat")
    program.station.handle(TroubleFound("A doubt."))
    (tmp_path / "log.db").write_bytes(older)
    write_setup(tmp_path / "kiosk.toml", letter='"C"')

    program.chord("1")

    assert isinstance(program.state, OutOfService)
    assert "does not hold" in program.state.why


def test_a_set_up_that_cannot_be_used_is_said_and_recorded(start, tmp_path):
    (tmp_path / "kiosk.toml").write_text("[station]\nletter = 7\n")

    state = start().state

    assert isinstance(state, OutOfService)
    assert "kiosk.toml" in state.why
    assert data_of(tmp_path, Kind.OUT_OF_SERVICE)[-1]["why"] == state.why


def test_a_set_up_under_which_only_staff_rule_starts(start, tmp_path):
    stick = write_setup(tmp_path / "stick.toml", rules='"nsa-1998"')
    assert Station(tmp_path).run("setup", "--from", stick).code == 0

    assert not isinstance(start().state, OutOfService)


def test_a_station_for_players_and_for_staff_at_once_is_refused_with_the_reason(start, tmp_path):
    path = tmp_path / "kiosk.toml"
    write_setup(path)
    second = (
        '\n[[division]]\nid = "old"\nname = "Old"\nrules = "nsa-1998"\npenalty = "lose_turn"\nmain = "free"\n'
    )
    path.write_text(path.read_text(encoding="utf-8") + second, encoding="utf-8")

    assert "one station cannot be for both" in start().state.why


def test_the_text_is_as_large_as_the_set_up_asks_for(start, tmp_path):
    write_setup(tmp_path / "kiosk.toml", letter='"B"\ntext_percent = 150')

    assert start().screen.percent == 150


@pytest.fixture
def put_back(start, tmp_path):
    """A station that gave out A-1, and whose log is then the one of before."""
    Log.open(tmp_path, system_clock).close()  # the real log: one that is there is never passed by
    start().crash()
    older = (tmp_path / "log.db").read_bytes()
    program = start()
    program.judge("1cat ")
    program.crash()
    (tmp_path / "log.db").write_bytes(older)
    return tmp_path


def test_an_older_log_closes_the_station_and_names_both_counts(start, put_back):
    before = (put_back / "log.db").read_bytes()
    program = start()

    assert isinstance(program.state, OutOfService)
    assert re.search(r"This log has \d+ records; \d+ were acknowledged", program.state.why)
    assert (put_back / "log.db").read_bytes() == before
    program.crash()
    assert isinstance(start().state, OutOfService)  # a restart opens nothing


def test_nobody_but_the_director_goes_on_with_an_older_log(start, put_back):
    quick = Argon2id(memory_kib=64, passes=1)
    AccessFile(put_back).save(
        AccessState({Role.DIRECTOR: quick.hash(PASSCODE), Role.JUDGE: quick.hash("a judge's")})
    )
    program = start()

    program.chord("1")
    assert isinstance(program.state, Unlocking)
    program.press("\b")
    program.press("a judge's\n1")
    assert not isinstance(program.state, Counting)
    assert data_of(put_back, Kind.RESTORED) == []


def test_a_director_goes_on_with_an_older_log_and_that_is_a_record(start, put_back):
    program = start()

    program.chord("1")

    assert isinstance(program.state, Counting)
    [accepted] = data_of(put_back, Kind.RESTORED)
    assert accepted["count"] < accepted["acknowledged"]
    program.judge("1cat ")
    assert isinstance(program.state, Showing)
    number = program.state.ruling.number
    program.crash()
    told = start().state
    assert (told.cause, told.number) == (Cause.RESTART, number)
