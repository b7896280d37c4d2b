"""`kiosk passcode set`: no default, no back door, every change and every try on record."""

import sys
from dataclasses import replace

import pytest

from kiosk.errors import LogError
from kiosk.log.bodies import UnlockFailedBody
from kiosk.log.kinds import Kind
from kiosk.setup.access_store import AccessFile, put_on_record
from kiosk.setup.passcodes import KeptOrder
from kiosk.setup.staff_actions import open_access
from kiosk.system_clock import system_clock
from tests.support.command_line import DIRECTOR, JUDGE, Station, write_setup
from tests.support.terminal import typed_at_terminal

NEW = "a new passcode"


@pytest.fixture
def station(tmp_path):
    return Station(tmp_path / "data")


def test_the_first_passcode_is_typed_twice(station):
    done = station.run("passcode", "set", typed=f"{NEW}\n{NEW}\n")

    assert (done.code, "The director's passcode is set." in done.out) == (0, True)
    assert NEW not in done.out
    assert station.records(Kind.PASSCODE_SET)[0]["role"] == "director"


def test_two_different_entries_set_nothing(station):
    refused = station.run("passcode", "set", typed=f"{NEW}\nanother one\n")

    assert (refused.code, "not the same" in refused.sentence) == (4, True)
    assert not AccessFile(station.folder).exists()


@pytest.mark.parametrize("variable", ["KIOSK_PASSCODE", "KIOSK_NEW_PASSCODE"])
def test_a_first_passcode_may_come_from_the_environment(station, variable):
    assert station.run("passcode", "set", **{variable: NEW}).code == 0
    assert station.run("passcode", "set", KIOSK_PASSCODE=NEW, KIOSK_NEW_PASSCODE=DIRECTOR).code == 0


def test_a_short_passcode_is_refused_before_it_is_asked_again(station):
    refused = station.run("passcode", "set", typed="abc\n")

    assert (refused.code, "6 to 64 characters" in refused.sentence) == (4, True)


@pytest.mark.parametrize("args", [(), ("--role", "judge")])
def test_what_is_refused_leaves_no_log_behind(station, args):
    refused = station.run("passcode", "set", *args, typed="abc\n")

    assert refused.code == 4
    assert not (station.folder / "log.db").exists()


def test_the_judges_passcode_comes_after_the_directors(station):
    refused = station.run("passcode", "set", "--role", "judge", KIOSK_NEW_PASSCODE=JUDGE)

    assert (refused.code, "comes first" in refused.sentence) == (4, True)


def test_the_director_sets_the_judges_passcode(station):
    station.set_passcodes()

    done = station.run("passcode", "set", "--role", "judge", KIOSK_PASSCODE=DIRECTOR, KIOSK_NEW_PASSCODE=NEW)

    assert done.code == 0
    record = station.records(Kind.PASSCODE_SET)[-1]
    assert (record["role"], record["replaced"]) == ("judge", True)


@pytest.mark.parametrize("role", ["director", "judge"])
def test_the_judge_sets_no_passcode(station, role):
    station.set_passcodes()

    refused = station.run("passcode", "set", "--role", role, KIOSK_PASSCODE=JUDGE, KIOSK_NEW_PASSCODE=NEW)

    assert (refused.code, "not the director's" in refused.sentence) == (4, True)


def test_the_present_passcode_is_never_taken_for_the_new_one(station):
    station.set_passcodes()

    refused = station.run("passcode", "set", KIOSK_PASSCODE=DIRECTOR)

    assert (refused.code, "New passcode" in refused.sentence) == (4, True)


def test_no_passcode_is_ever_in_the_log(station):
    station.run("passcode", "set", KIOSK_NEW_PASSCODE=DIRECTOR)
    station.run("passcode", "set", KIOSK_PASSCODE="wrong guess", KIOSK_NEW_PASSCODE=NEW)
    station.run("passcode", "set", KIOSK_PASSCODE=DIRECTOR, KIOSK_NEW_PASSCODE=NEW)

    text = station.log_text()

    assert not any(passcode in text for passcode in (DIRECTOR, NEW, "wrong guess"))
    assert len(station.records(Kind.UNLOCK_FAILED)) == 1


def test_after_five_wrong_tries_the_right_one_waits(station):
    station.set_passcodes()
    for _ in range(5):
        station.run("passcode", "set", KIOSK_PASSCODE="wrong guess", KIOSK_NEW_PASSCODE=NEW)

    refused = station.run("passcode", "set", KIOSK_PASSCODE=DIRECTOR, KIOSK_NEW_PASSCODE=NEW)
    typed = station.run("passcode", "set", typed=f"{DIRECTOR}\n")
    failures = station.records(Kind.UNLOCK_FAILED)

    assert "Try again in " in refused.sentence
    assert "Try again in " in typed.sentence
    assert [one["why"] for one in failures] == ["wrong"] * 5 + ["too_soon"]
    assert failures[4]["delay_s"] == 15


def test_a_damaged_file_unlocks_nothing_and_names_the_way_out(station):
    station.set_passcodes()
    AccessFile(station.folder).path.write_bytes(b"{}")

    refused = station.run("passcode", "set", KIOSK_PASSCODE=DIRECTOR, KIOSK_NEW_PASSCODE=NEW)

    assert (refused.code, "delete this file" in refused.sentence) == (4, True)


def test_a_passcode_file_that_went_away_is_noticed_recorded_and_opens_nothing(station, tmp_path):
    station.run("passcode", "set", KIOSK_NEW_PASSCODE=DIRECTOR)
    AccessFile(station.folder).path.unlink()

    refused = [station.run("setup", "--from", write_setup(tmp_path / "stick.toml")) for _ in range(2)]

    assert {outcome.code for outcome in refused} == {4}
    assert "the passcode file is gone; this has been recorded" in refused[0].sentence
    assert [one["roles"] for one in station.records(Kind.ACCESS_MISSING)] == [["director"]]


def test_the_way_out_of_a_forgotten_passcode_is_on_record(station):
    station.run("passcode", "set", KIOSK_NEW_PASSCODE=DIRECTOR)
    AccessFile(station.folder).path.unlink()

    done = station.run("passcode", "set", KIOSK_NEW_PASSCODE=NEW)

    assert done.code == 0
    assert len(station.records(Kind.ACCESS_MISSING)) == 1
    assert station.records(Kind.PASSCODE_SET)[-1]["after_loss"] is True


def test_tries_kept_while_the_log_was_broken_reach_it_later(station):
    station.set_passcodes()
    file = AccessFile(station.folder)
    order = UnlockFailedBody(None, "station", "wrong", try_=1, delay_s=0)
    file.save(replace(file.load(), kept=(KeptOrder("2026-05-01T09:00:00.000Z", order),)))

    station.run("passcode", "set", KIOSK_PASSCODE=DIRECTOR, KIOSK_NEW_PASSCODE=NEW)
    late = station.records(Kind.UNLOCK_FAILED)[0]

    assert (late["late"], late["attempted_at"]) == (True, "2026-05-01T09:00:00.000Z")
    assert file.load().kept == ()


def test_an_unknown_role_is_a_usage_error(station):
    assert station.run("passcode", "set", "--role", "owner").code == 2


class FullLog:
    """A log on a full disk."""

    def append(self, body):
        raise LogError("The record could not be saved: disk full.")


def test_a_try_the_log_cannot_take_is_kept_in_the_access_file(station):
    station.set_passcodes()
    access = open_access(station.folder, system_clock)
    order = UnlockFailedBody(None, "station", "wrong", try_=1, delay_s=0)

    with pytest.raises(LogError):
        put_on_record(access, FullLog().append, order)

    assert [one.order for one in access.kept_orders()] == [order]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_on_a_terminal_the_passcode_is_not_shown(station):
    code, out, said = typed_at_terminal(station.folder, "passcode", "set", answers=(NEW, NEW))

    assert (code, out) == (0, "The director's passcode is set.\n")
    assert "New passcode for the director (6 to 64 characters)" in said
    assert NEW not in said


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_on_a_terminal_a_passcode_that_will_not_do_is_asked_for_again(station):
    typed = ("abc", NEW, "another one", NEW, NEW)

    code, out, said = typed_at_terminal(station.folder, "passcode", "set", answers=typed)

    assert (code, out) == (0, "The director's passcode is set.\n")
    assert "this one has 3" in said
    assert "The two are not the same" in said


@pytest.mark.parametrize("by", ["environment", "standard input"])
def test_a_passcode_that_is_no_text_counts_as_a_wrong_one(station, by):
    station.set_passcodes()
    wrong = "half \udce9"

    if by == "environment":
        refused = station.run("judge", "cat", KIOSK_PASSCODE=wrong)
    else:
        refused = station.run("judge", "cat", typed=b"half \xe9\n")

    assert (refused.code, "nothing was done" in refused.sentence) == (4, True)
    assert [failed["try"] for failed in station.records(Kind.UNLOCK_FAILED)] == [1]
