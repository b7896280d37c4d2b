"""`kiosk roll-out`: equal stations from one, by way of a folder on a stick."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.log.chain import Status
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_head, verify_log
from kiosk.machines import stick_store
from kiosk.setup.access_store import AccessFile
from tests.support.command_line import DIRECTOR, Station, write_setup
from tests.support.screen import until

ROOT = Path(__file__).parents[2]
CLUB = "CAT\nDOG\nQI\nTREE\n"


class Room:
    """A station with a list and a rule set of its own, and passcodes."""

    def __init__(self, place: Path) -> None:
        self.place, self.folder = place, place / "stick"
        self.first = Station(place / "first")
        list_id = self.first.import_list(place / "club.txt", CLUB)
        setup = write_setup(place / "setup.toml", main=f'"{list_id}"', profile='"tournament"')
        self.first.set_passcodes()
        assert self.first.as_director("setup", "--from", setup).code == 0

    def write(self) -> Path:
        done = self.first.as_director("roll-out", str(self.folder), "--without-program")
        assert done.code == 0, (done.out, done.sentence)
        return self.folder

    def take(self, name: str, letter: str, *words: str) -> Station:
        station = Station(self.place / name)
        done = station.run("roll-out", "--take", str(self.folder), "--letter", letter, *words)
        assert done.code == 0, (done.out, done.sentence)
        return station


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def code_of(station: Station) -> str:
    return json.loads(station.run("setup", "--json").out)["setup_code"]


def test_the_station_made_from_it_is_equal_but_for_its_letter(room: Room) -> None:
    room.write()

    other = room.take("other", "C")

    assert code_of(other) == code_of(room.first)
    assert json.loads(other.run("status", "--json").out)["letter"] == "C"
    assert other.as_director("judge", "TREE").code == 0
    assert other.as_director("judge", "HOUSE").code == 1  # the club's own list judges here too


def test_the_passcode_of_the_first_station_opens_the_other(room: Room) -> None:
    room.write()
    other = room.take("other", "C")

    assert other.as_director("event", "open", "--yes").code == 0
    assert other.run("event", "close", KIOSK_PASSCODE="not this one").code == 4


def test_the_second_copy_may_go_elsewhere_on_this_machine(room: Room) -> None:
    room.write()
    place = room.place / "copies"

    other = room.take("other", "C", "--second-copy", str(place))

    assert f'folder = "{place}"' in (other.folder / "kiosk.toml").read_text(encoding="utf-8")
    assert code_of(other) == code_of(room.first)
    refused = Station(room.place / "third").run(
        *("roll-out", "--take", str(room.folder), "--letter", "D", "--second-copy", "no whole path")
    )
    assert refused.code == 4
    assert refused.sentence.startswith(
        "The second copy cannot go to “no whole path”; it must be a whole path"
    )
    assert room.first.as_director("roll-out", str(room.folder), "--second-copy", str(place)).code == 2


def test_every_station_has_an_id_and_a_log_of_its_own(room: Room) -> None:
    room.write()

    made = [room.first, room.take("c", "C"), room.take("d", "D")]

    assert len({read_head(one.folder / "log.db").station for one in made}) == 3
    assert all(verify_log(one.folder / "log.db").status is Status.INTACT for one in made)
    assert [one["reason"] for one in made[1].records(Kind.SET_UP)] == ["Taken from a roll-out."]
    assert [one["role"] for one in made[1].records(Kind.PASSCODE_SET)] == ["director", "judge"]


def test_nothing_of_a_log_or_a_player_goes_along(room: Room) -> None:
    room.first.as_director("event", "open", "--yes")
    room.first.as_director("judge", "TREE")
    (room.first.folder / "pairings").write_text("Ann Example")
    (room.first.folder / "practice.db").write_bytes(b"practice")
    room.first.run("event", "close", KIOSK_PASSCODE="a wrong try")

    folder = room.write()

    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    data = {name for name in names if name.startswith("data/")}
    lists = {name for name in data if name.startswith("data/lexicons/")}
    assert data - lists == {"data/kiosk.toml", "data/access"}
    assert len(lists) == 2
    state = AccessFile(folder / "data").load()
    assert (state.tries.failures, state.guesses, state.kept) == (0, 0, ())
    whole = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    station = read_head(room.first.folder / "log.db").station
    assert not any(told in whole for told in (b"Ann Example", station.encode(), DIRECTOR.encode()))


def test_a_rule_set_of_ones_own_goes_along(room: Room) -> None:
    own = room.first.folder / "rulesets"
    own.mkdir()
    (own / "house.toml").write_text(
        'id = "house"\ninherit = "naspa-2016"\ntitle = "House rules"\nshort_title = "House"\n'
    )

    room.write()

    assert "data/rulesets/house.toml" in stick_store.read(room.folder).files


def test_writing_needs_the_passcode_and_is_on_record(room: Room) -> None:
    refused = room.first.run("roll-out", str(room.folder), "--without-program", KIOSK_PASSCODE="not this one")

    assert (refused.code, room.folder.exists()) == (4, False)
    room.write()
    assert any("roll-out" in one["text"] for one in room.first.records(Kind.NOTE))


def test_a_folder_with_something_else_in_it_is_left_alone(room: Room) -> None:
    room.folder.mkdir()
    (room.folder / "holiday.jpg").write_bytes(b"sea")

    done = room.first.as_director("roll-out", str(room.folder), "--without-program")

    assert (done.code, [path.name for path in room.folder.iterdir()]) == (4, ["holiday.jpg"])


def test_a_roll_out_is_written_again_over_an_earlier_one_and_remembers_letters(room: Room) -> None:
    room.write()
    room.take("other", "C")

    room.write()

    assert stick_store.check_stick(room.folder).letter == "B"
    assert stick_store.letters_used(room.folder) == ("C",)


def test_a_station_that_is_not_set_up_has_nothing_to_roll_out(tmp_path: Path) -> None:
    bare = Station(tmp_path / "bare").run("roll-out", str(tmp_path / "stick"), "--without-program")

    assert (bare.code, "no program" in bare.sentence) == (4, False)
    assert not (tmp_path / "stick").exists()


@pytest.mark.real
def test_without_a_program_nothing_is_written_unless_that_is_said(room: Room, tmp_path: Path) -> None:
    """From a clone in which none was built, as everybody has it who has just cloned."""
    clone = tmp_path / "clone"
    clone.mkdir()
    shutil.copytree(ROOT / "kiosk", clone / "kiosk")
    for name in ("resources", "lexicons"):
        (clone / name).symlink_to(ROOT / name)
    command = [sys.executable, "-m", "kiosk", "--data", str(room.first.folder), "roll-out", str(room.folder)]
    given = {**os.environ, "PYTHONPATH": str(clone), "KIOSK_PASSCODE": DIRECTOR}

    told = subprocess.run(command, cwd=clone, env=given, capture_output=True, text=True, check=False)
    assert (told.returncode, room.folder.exists()) == (4, False)
    assert "no program here that could go along, so nothing was written" in told.stderr
    assert "--without-program" in told.stderr

    told = subprocess.run(
        [*command, "--without-program"], cwd=clone, env=given, capture_output=True, check=False
    )
    assert (told.returncode, stick_store.read(room.folder).has_program) == (0, False)


def test_the_data_folder_itself_is_no_stick(room: Room) -> None:
    done = room.first.as_director("roll-out", str(room.first.folder / "stick"), "--without-program")

    assert (done.code, "no program" in done.sentence) == (4, False)


def test_letters_given_out_are_skipped_and_the_same_one_is_warned_of(room: Room) -> None:
    room.write()
    room.take("a", "A")
    late = Station(room.place / "late")

    unasked = late.run("roll-out", "--take", str(room.folder))
    again = late.run("roll-out", "--take", str(room.folder), "--letter", "A")

    assert "next free one is C" in unasked.sentence
    assert "already" in again.sentence
    assert late.run("roll-out", "--take", str(room.folder), "--letter", "A", "--yes").code == 0


def changed(folder: Path) -> None:
    (folder / "data" / "kiosk.toml").write_text("# changed")


def missing(folder: Path) -> None:
    (folder / "data" / "access").unlink()


def added(folder: Path) -> None:
    (folder / "data" / "rulesets").mkdir(exist_ok=True)
    (folder / "data" / "rulesets" / "more.toml").write_text("id = 1")


def linked(folder: Path) -> None:
    (folder / "data" / "access").unlink()
    (folder / "data" / "access").symlink_to("/etc/passwd")


def unlisted(folder: Path) -> None:
    (folder / stick_store.MANIFEST).write_text("{}")


def broken_off(folder: Path) -> None:
    (folder / stick_store.UNFINISHED).touch()


def outside(folder: Path) -> None:
    listed = json.loads((folder / stick_store.MANIFEST).read_text())
    listed["files"]["../away"] = "0" * 64
    (folder / stick_store.MANIFEST).write_text(json.dumps(listed))


def another_code(folder: Path) -> None:
    listed = json.loads((folder / stick_store.MANIFEST).read_text())
    (folder / stick_store.MANIFEST).write_text(json.dumps({**listed, "setup_code": "XXXXXX"}))


def another_version(folder: Path) -> None:
    listed = json.loads((folder / stick_store.MANIFEST).read_text())
    (folder / stick_store.MANIFEST).write_text(json.dumps({**listed, "version": "99.0"}))


@pytest.mark.parametrize(
    "spoil",
    [
        *(changed, missing, added, linked, unlisted, broken_off, outside, another_code, another_version),
        shutil.rmtree,
    ],
)
def test_from_a_spoiled_roll_out_nothing_is_taken(room: Room, spoil) -> None:
    room.write()
    spoil(room.folder)
    other = Station(room.place / "other")

    done = other.run("roll-out", "--take", str(room.folder), "--letter", "C")

    assert (done.code, bool(done.sentence)) == (4, True)
    assert not other.folder.exists()
    assert not list(room.place.glob(".other*"))


def test_a_station_that_is_there_is_not_touched_without_its_passcode(room: Room) -> None:
    room.write()
    there = Station(room.place / "there")
    there.run("setup", "--from", write_setup(room.place / "club.toml"))
    before = (there.folder / "kiosk.toml").read_bytes()
    words = ("roll-out", "--take", str(room.folder), "--letter", "C")

    unguarded = there.run(*words)
    there.set_passcodes()
    wrong = there.run(*words, KIOSK_PASSCODE="not this one")

    assert ("no passcode guards it" in unguarded.sentence, wrong.code) == (True, 4)
    assert (there.folder / "kiosk.toml").read_bytes() == before


def test_with_its_passcode_a_station_takes_the_set_up_over_and_keeps_its_log(room: Room) -> None:
    room.write()
    there = Station(room.place / "there")
    there.run("setup", "--from", write_setup(room.place / "club.toml"))
    there.run("judge", "CAT")
    there.set_passcodes()
    own = read_head(there.folder / "log.db")

    done = there.as_director("roll-out", "--take", str(room.folder), "--letter", "C")

    assert done.code == 0, done.sentence
    assert code_of(there) == code_of(room.first)
    assert read_head(there.folder / "log.db").epoch == own.epoch
    assert len(there.records(Kind.ADJUDICATION)) == 1


def test_while_an_event_is_open_a_station_takes_nothing_over_without_a_record_of_it(room: Room) -> None:
    room.write()
    other = room.take("other", "C")
    other.as_director("event", "open", "--yes")

    other.as_director("roll-out", "--take", str(room.folder), "--letter", "C", "--yes")

    assert [one["event"] for one in other.records(Kind.SET_UP)][-1] == "open-2026"


def test_what_a_demonstration_left_there_stays(room: Room) -> None:
    room.write()
    Station(room.place / "other").run("judge", "CAT")
    assert (room.place / "other" / "demonstration.db").exists()

    other = room.take("other", "C")

    assert (other.folder / "demonstration.db").exists()
    assert other.as_director("judge", "TREE").code == 0
    assert not (room.place / "other.before").exists()


def test_a_stick_that_cannot_be_written_is_said(room: Room) -> None:
    room.write()
    (room.folder / stick_store.LETTERS).mkdir()

    done = Station(room.place / "other").run("roll-out", "--take", str(room.folder), "--letter", "C")

    assert (done.code, "write it down" in done.out) == (0, True)


# ---- the program -------------------------------------------------------------------------------------------


def with_program(room: Room) -> None:
    """Put a small program into the roll-out, as a bundle would be."""
    room.write()
    made = stick_store.read(room.folder)
    bundle = room.place / "bundle"
    (bundle / "_internal").mkdir(parents=True)
    (bundle / "kiosk").write_text(f'#!/bin/sh\nexec {sys.executable} -m kiosk "$@"\n')
    (bundle / "kiosk").chmod(0o755)
    (bundle / "_internal" / "lib.so.1").write_bytes(b"library")
    (bundle / "_internal" / "lib.so").symlink_to("lib.so.1")
    files, runs = stick_store.copy_tree(bundle, room.folder / stick_store.PROGRAM)
    listed = {**made.files, **{f"{stick_store.PROGRAM}/{name}": one for name, one in files.items()}}
    runs = frozenset(f"{stick_store.PROGRAM}/{name}" for name in runs)
    stick_store.finish(
        room.folder, stick_store.RollOut(made.version, made.setup_code, made.letter, listed, runs)
    )


def test_the_program_goes_along_without_links_and_runs_where_it_arrives(room: Room) -> None:
    with_program(room)
    (room.folder / "program" / "kiosk").chmod(0o644)  # as on a stick that does not know what runs

    room.take("other", "C", "--program", str(room.place / "program"))

    arrived = room.place / "program"
    assert not (arrived / "_internal" / "lib.so").is_symlink()
    assert (arrived / "kiosk").stat().st_mode & stat.S_IXUSR


def test_another_program_in_the_way_is_left_alone_and_the_same_one_is_kept(room: Room) -> None:
    with_program(room)
    room.take("c", "C", "--program", str(room.place / "program"))
    room.take("d", "D", "--program", str(room.place / "program"))
    (room.place / "program" / "kiosk").write_text("other")
    late = Station(room.place / "late")

    done = late.run(
        *("roll-out", "--take", str(room.folder), "--letter", "E", "--program", str(room.place / "program"))
    )

    assert ("something else" in done.sentence, late.folder.exists()) == (True, False)


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="a shell")
def test_the_starter_makes_a_station(room: Room) -> None:
    with_program(room)
    data = room.place / "made"
    env = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(room.place),
        "KIOSK_DATA": str(data),
        "PYTHONPATH": str(ROOT),
    }

    done = subprocess.run(
        ["sh", str(room.folder / "make-station.sh"), "--letter", "G"],
        env=env,
        cwd=room.place,
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    assert "Station G is ready" in done.stdout
    assert (room.place / "challenge-kiosk" / "kiosk").is_file()
    assert code_of(Station(data)) == code_of(room.first)


def launched_by(file: Path) -> list[str]:
    """The command of a desktop entry, unescaped and split as its specification says, and %k filled in."""
    line = next(one for one in file.read_text().splitlines() if one.startswith("Exec="))
    text = line.removeprefix("Exec=").replace("\\\\", "\\")  # the general escape of strings comes first
    found = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', text)
    return [(re.sub(r"\\(.)", r"\1", quoted) or plain).replace("%k", str(file)) for quoted, plain in found]


def unquoted(file: Path) -> str:
    line = next(one for one in file.read_text().splitlines() if one.startswith("Exec="))
    return re.sub(r'"(?:[^"\\]|\\.)*"', "", line.removeprefix("Exec=").replace("\\\\", "\\"))


# A terminal in which somebody types the letter, and ENTER when it is done.
TERMINAL = f"""#!{sys.executable}
import os, pty, sys
words = sys.argv[1:]
while words[0] in ("-x", "-e", "--"):
    words.pop(0)
child, ours = pty.fork()
if child == 0:
    os.execvp(words[0], words)
os.write(ours, b"H\\n\\n")
with open(os.environ["KIOSK_TRIED"], "wb", 0) as tried:
    try:
        while piece := os.read(ours, 1000):
            tried.write(piece)
    except OSError:
        pass  # the command has ended
    tried.write(b"ended")
"""


def by_hand(room: Room) -> tuple[dict[str, str], Path]:
    """What a desktop gives a command, with that terminal as every one it may know; and what was shown."""
    tools, tried = room.place / "tools", room.place / "tried.txt"
    tools.mkdir()
    for name in ("xdg-terminal-exec", "x-terminal-emulator", "gnome-terminal", "xterm"):
        (tools / name).write_text(TERMINAL)
        (tools / name).chmod(0o755)
    env = {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(room.place), "PYTHONPATH": str(ROOT)}
    return {**env, "KIOSK_DATA": str(room.place / "made"), "KIOSK_TRIED": str(tried)}, tried


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="a shell")
def test_the_file_to_double_click_makes_a_station(room: Room) -> None:
    """By its own command, in a terminal, from a folder whose name has a blank."""
    with_program(room)
    file = room.folder.rename(room.place / "my stick") / "make-station.desktop"
    env, tried = by_hand(room)

    assert not set("'\"`$()<>~|&;*?#\\") & set(unquoted(file))
    subprocess.run(
        [str(room.place / "tools" / "xterm"), "-e", *launched_by(file)], env=env, check=True, timeout=120
    )

    assert "Station H is ready" in tried.read_text()
    assert code_of(Station(room.place / "made")) == code_of(room.first)


@pytest.mark.real
@pytest.mark.skipif(shutil.which("gio") is None, reason="no launcher of a desktop here")
def test_a_desktops_own_launcher_makes_a_station_from_the_file(room: Room) -> None:
    """GLib's, which does not say where the file lies; so the folder is the one it was started in."""
    with_program(room)
    file = room.folder / "make-station.desktop"
    env, tried = by_hand(room)

    subprocess.run(["gio", "launch", str(file)], env=env, cwd=room.folder, check=True, timeout=120)

    until(lambda: tried.exists() and tried.read_bytes().endswith(b"ended"), "the command in the terminal")
    assert "Station H is ready" in tried.read_text()


# ---- whether all agree -------------------------------------------------------------------------------------


def test_stations_that_agree_say_so(room: Room) -> None:
    room.write()
    other = room.take("other", "C")

    alone = room.first.run("roll-out", "--check", str(room.folder))
    both = other.run("roll-out", "--check", str(room.folder))
    told = json.loads(other.run("roll-out", "--check", str(room.folder), "--json").out)

    assert (told["wrong"], [one["letter"] for one in told["lines"]]) == ([], ["B", "C"])
    assert (alone.code, "Only this station" in alone.out) == (0, True)
    assert (both.code, "All 2 agree" in both.out) == (0, True)


def test_a_station_that_was_set_up_otherwise_is_named(room: Room) -> None:
    room.write()
    other = room.take("other", "C")
    room.first.run("roll-out", "--check", str(room.folder))
    setup = write_setup(room.place / "free.toml", profile='"tournament"')
    other.as_director("setup", "--from", setup, "--letter", "C")

    done = other.run("roll-out", "--check", str(room.folder))

    assert done.code == 1
    assert "The set-up codes differ: B" in done.out
    assert "The word lists differ: B" in done.out


def test_an_event_that_is_open_at_one_station_only_is_named(room: Room) -> None:
    room.write()
    other = room.take("other", "C")
    room.first.as_director("event", "open", "--yes")
    room.first.run("roll-out", "--check", str(room.folder))

    done = other.run("roll-out", "--check", str(room.folder))

    assert (done.code, "The events differ: B open-2026, C none open." in done.out) == (1, True)


def test_a_time_that_is_none_is_refused(room: Room) -> None:
    room.write()

    assert room.first.run("roll-out", "--check", str(room.folder), "--watch", "noon").code == 4
