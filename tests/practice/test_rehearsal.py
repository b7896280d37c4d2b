"""A rehearsal from the inside: the station's own run on a folder that is gone afterwards."""

import os
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

from kiosk.errors import PracticeError, RuleSetError, SetupError
from kiosk.events.actions import OpenEvent
from kiosk.folder import LOG
from kiosk.log.kinds import Kind
from kiosk.practice.lesson import NextAsked, SampleWords
from kiosk.practice.passing_store import IN_USE, PREFIX, sweep, throw_away
from kiosk.practice.rehearsal_run import RehearsalWish, Teaching, rehearsal, sample_words
from kiosk.setup.settings import Protection
from kiosk.station.entry import Entering
from kiosk.station.idle import Counting
from kiosk.station.verdict import Showing
from tests.support import stage
from tests.support.at_station import Listener, set_up_at, staff_at
from tests.support.log_samples import tamper
from tests.support.station_run import Run, data_of

ROOT = Path(__file__).resolve().parents[2]
PLAIN = RehearsalWish()


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file below *folder*, with its bytes and when it was last changed."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


@pytest.fixture
def above(tmp_path: Path) -> Path:
    made = tmp_path / "passing"
    made.mkdir()
    return made


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder that is set up, with no event."""
    set_up_at(staff_at(tmp_path / "data"), tmp_path / "setup.toml")
    return tmp_path / "data"


# ---- the station's own run ---------------------------------------------------------------------------------


def test_a_play_is_recorded_under_x_and_then_shown(data: Path, above: Path) -> None:
    with rehearsal(data, PLAIN, above) as opened:
        run = Run(opened.folder, given=opened.given).start()
        run.judge(f"2{opened.script.words.good} {opened.script.words.bad}")

        shown, recorded = run.state, data_of(opened.folder, Kind.ADJUDICATION)
        run.crash()

    assert isinstance(shown, Showing)
    assert [ruling["number"] for ruling in recorded] == ["X-1"]
    assert shown.ruling.number == "X-1"
    assert (recorded[0]["verdict"], recorded[0]["flags"][0]) == ("unacceptable", "demonstration")


def test_the_data_folder_is_not_touched_and_the_other_one_is_gone(data: Path, above: Path) -> None:
    before = contents(data)

    with rehearsal(data, PLAIN, above) as opened:
        run = Run(opened.folder, given=opened.given).start()
        run.judge(f"1{opened.script.words.good}")
        run.crash()
        assert contents(opened.folder)

    assert contents(data) == before
    assert LOG in before
    assert list(above.iterdir()) == []


def test_a_folder_that_was_never_set_up_is_not_even_made(tmp_path: Path, above: Path) -> None:
    with rehearsal(tmp_path / "nothing", PLAIN, above) as opened:
        assert opened.given.divisions[0].rules.self_lookup

    assert not (tmp_path / "nothing").exists()


def test_nothing_of_the_rehearsal_lies_outside_its_folder(data: Path, above: Path) -> None:
    with rehearsal(data, PLAIN, above) as opened:
        settings = opened.given.settings

    assert (settings.second_copy, settings.event, settings.rounds) == (None, None, ())
    assert settings.protection is Protection.DEMONSTRATION
    assert not opened.given.is_set_up  # so no guard is engaged


# ---- refusals ----------------------------------------------------------------------------------------------


def test_nobody_rehearses_while_an_event_is_open(data: Path, above: Path) -> None:
    OpenEvent().run(staff_at(data), Listener().tools())

    with pytest.raises(PracticeError, match="is open here"), rehearsal(data, PLAIN, above):
        pass

    assert list(above.iterdir()) == []


def test_nobody_rehearses_where_the_record_of_an_open_event_is_gone(data: Path, above: Path) -> None:
    OpenEvent().run(staff_at(data), Listener().tools())
    tamper(data / LOG, "DELETE FROM records WHERE kind = 'event_opened'")

    with pytest.raises(PracticeError, match="does not hold"), rehearsal(data, PLAIN, above):
        pass

    assert list(above.iterdir()) == []


def test_an_event_opened_meanwhile_ends_the_rehearsal_between_two_challenges(data: Path, above: Path) -> None:
    with rehearsal(data, PLAIN, above) as opened:
        teaching = Teaching(data, opened.script)
        assert teaching.why_end() == ""
        OpenEvent().run(staff_at(data), Listener().tools())

        teaching.see(Entering(0, 0, 1, ("",)))
        in_a_challenge = teaching.why_end()
        teaching.see(Counting())

        assert in_a_challenge == ""
        assert "is open here" in teaching.why_end()


def test_where_staff_alone_look_words_up_there_is_nothing_to_rehearse(data: Path, above: Path) -> None:
    with (
        pytest.raises(RuleSetError, match="players do not look words up"),
        rehearsal(data, RehearsalWish("nsa-1998"), above),
    ):
        pass


@pytest.mark.parametrize("wish", [RehearsalWish("no-such"), RehearsalWish(penalty="no-such")])
def test_an_unknown_rule_set_or_penalty_is_refused_in_a_sentence(
    data: Path, above: Path, wish: RehearsalWish
) -> None:
    with pytest.raises((RuleSetError, SetupError), match="no-such"), rehearsal(data, wish, above):
        pass


def test_other_rules_and_another_penalty_can_be_tried(data: Path, above: Path) -> None:
    with rehearsal(data, RehearsalWish("wespa-5.1", "ten_per_word"), above) as opened:
        (division,) = opened.given.divisions

    assert (division.rules.id, division.penalty.id) == ("wespa-5.1", "ten_per_word")


@pytest.mark.parametrize(
    "source", ["kiosk.station.command", "kiosk.station.first_paint", "kiosk.station.program"]
)
def test_the_station_cannot_reach_a_rehearsal(source: str) -> None:
    graph = grimp.build_graph("kiosk", cache_dir=None)

    reached = graph.find_upstream_modules(source)

    assert "kiosk.station.run" in reached  # the graph does see what it imports late
    assert {module for module in reached if "rehears" in module or "throw_away" in module} == set()


# ---- sample words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        (("TABLE", "CAT"), SampleWords("TABLE", "ZZYZX")),
        (("CAT", "ZZYZX"), SampleWords("CAT", "QWOFT")),
        (("QI",), SampleWords("", "ZZYZX")),
    ],
)
def test_sample_words_are_those_the_list_has_and_lacks(words, chosen: SampleWords) -> None:
    assert sample_words((stage.source(*words),)) == chosen


def test_with_several_lists_a_sample_holds_in_all_of_them() -> None:
    lists = (stage.source("TABLE", "WATER"), stage.source("WATER", "ZZYZX"))

    assert sample_words(lists) == SampleWords("WATER", "QWOFT")


def test_the_list_in_the_box_gives_a_whole_lesson(tmp_path: Path, above: Path) -> None:
    with rehearsal(tmp_path / "data", PLAIN, above) as opened:
        teaching = Teaching(opened.data, opened.script)

    assert opened.script.words == SampleWords("TABLE", "ZZYZX")
    assert len(teaching.lesson.parts) == 5
    teaching.ask(NextAsked())
    assert "stands" in teaching.prompt.title


# ---- the folder that is thrown away ------------------------------------------------------------------------


def test_the_folder_is_for_this_account_alone_and_gone_after_a_fault(above: Path) -> None:
    modes = []

    def faulty() -> None:
        with throw_away(above) as folder:
            modes.append(folder.stat().st_mode & 0o077)
            (folder / "log.db").write_bytes(b"words")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        faulty()

    assert modes == [0]
    assert list(above.iterdir()) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from kiosk.practice.rehearsal_run import throw_away
with throw_away(Path(sys.argv[1])) as folder:
    (folder / "log.db").write_bytes(b"words")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_one_left_is_swept_by_the_next(above: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(above)], cwd=ROOT, check=False)
    assert len(list(above.iterdir())) == 1

    with throw_away(above) as folder:
        assert list(above.iterdir()) == [folder]


def test_one_that_is_in_use_is_left_alone(above: Path) -> None:
    with throw_away(above) as first, throw_away(above) as second:
        assert {first, second} == set(above.iterdir())


def test_sweeping_follows_no_link_and_spares_what_is_being_made(tmp_path: Path, above: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / IN_USE).write_bytes(b"")
    (above / f"{PREFIX}link").symlink_to(precious)
    fresh, old = above / f"{PREFIX}fresh", above / f"{PREFIX}old"
    fresh.mkdir()
    old.mkdir()
    os.utime(old, (0, 0))

    sweep(above)

    assert (precious / IN_USE).exists()
    assert {path.name for path in above.iterdir()} == {f"{PREFIX}link", f"{PREFIX}fresh"}


def test_a_place_where_nothing_can_be_made_is_a_plain_sentence(tmp_path: Path) -> None:
    with pytest.raises(PracticeError, match="No folder for the rehearsal"), throw_away(tmp_path / "gone"):
        pass
