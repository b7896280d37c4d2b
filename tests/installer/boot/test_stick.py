"""The boot stick: its partitions, its boot loaders, what it takes from its folder. Nothing is booted here."""

import getpass
import importlib.util
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installer import system_packages
from installer.build.stick import image as stick_image
from installer.build.stick import loader, system
from installer.build.stick.layout import FOLDER_MB, MB, layout
from installer.script import CannotGoOn, end_with
from installer.trials import stick as stick_trial
from installer.trials import stick_filling as filling
from installer.trials import stick_firmware as firmware
from installer.trials import stick_left as left

FILES = Path(loader.__file__).parent / "files"


@pytest.fixture
def take():
    spec = importlib.util.spec_from_file_location("take", FILES / "take.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_partitions_follow_each_other_and_the_directors_folder_is_the_first():
    made = layout(800)

    assert [each.name for each in made.partitions] == ["folder", "loader", "firmware", "system", "data"]
    ends = [each.start + each.size for each in made.partitions]
    assert [each.start for each in made.partitions[1:]] == ends[:-1]
    assert made.bytes == (ends[-1] + 1) * MB


def test_two_images_have_no_name_in_common():
    one, other = layout(800), layout(800)

    names = [each.identity for made in (one, other) for each in made.partitions]
    assert len(set(names)) == len(names)
    assert one.file_system != other.file_system


def test_sfdisk_takes_the_table(tmp_path):
    if not shutil.which("sfdisk"):
        pytest.skip("needs fdisk")
    made, image = layout(100), tmp_path / "stick.img"
    with image.open("wb") as file:
        file.truncate(made.bytes)

    subprocess.run(["sfdisk", "-q", str(image)], input=made.table, text=True, check=True)

    found = filling.offsets(image)
    assert found == {each.name: (each.offset, each.size * MB) for each in made.partitions}


def test_the_loader_starts_this_sticks_own_system_and_asks_nothing():
    made = layout(800)

    said = loader.commands(made)

    assert made.file_system in said
    assert f"root=PARTUUID={made['system'].identity}" in said
    assert said.splitlines()[-1] == "boot"
    assert "menuentry" not in said
    assert "timeout" not in said


def test_nothing_is_mounted_by_a_name_that_another_stick_could_have():
    made = layout(800)

    lines = system.mounts(made).splitlines()

    assert [line.split()[0] for line in lines] == [
        f"PARTUUID={made['system'].identity}",
        f"PARTUUID={made['data'].identity}",
        f"PARTUUID={made['folder'].identity}",
        "LABEL=KIOSK-COPY",
        "tmpfs",
    ]
    assert "x-systemd.makefs" in lines[1], "the data partition is formatted at the first start"


def test_what_is_one_machines_own_is_not_in_the_image(tmp_path):
    for path in (*system.OWN, "etc/machine-id", "var/lib/challenge-kiosk/log.db"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("one machine's own")

    system.forget(tmp_path)

    left = {path.name: path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"machine-id": "", "hostname": "challenge-kiosk\n"}


def test_there_are_no_drivers_for_a_network_on_it():
    assert "/lib/modules/*/kernel/drivers/net/*" in system.WITHOUT
    assert not {"openssh-server", "network-manager", "ifupdown"} & set(system.PACKAGES)


def test_every_file_that_is_put_on_it_is_there_and_the_station_waits_for_the_folder():
    assert {*system.PUT, "read-me.txt"} == {file.name for file in FILES.iterdir() if file.is_file()}
    assert "Requires=challenge-kiosk-stick.service" in (FILES / "after-taking.conf").read_text()


def test_the_folders_page_names_what_is_taken(take):
    page = stick_image.folder_files()["READ ME.txt"].decode()

    files = (take.SET_UP, take.PASSCODE, take.KEYBOARD, take.LISTS, take.TAKEN, take.LETTER)
    for name in (*files, take.COPY, "KIOSK-COPY", "kiosk roll-out"):
        assert name in page, name
    assert "a spare, not a second copy" in re.sub(r"\s+", " ", page).replace("that is ", "")
    assert page.count("\r\n") == page.count("\n"), "old editors want both"


def test_lists_come_first_then_the_passcode_then_the_set_up(take, tmp_path):
    (tmp_path / "lists").mkdir()
    for name in ("b.txt", "a.csv", "._a.csv"):
        (tmp_path / "lists" / name).touch()

    found = list(take.commands(tmp_path, "round robin 7"))

    assert [words[:2] for words, _ in found] == [
        ["lexicon", "import"],
        ["lexicon", "import"],
        ["passcode", "set"],
        ["setup", "--from"],
    ]
    assert [Path(words[2]).name for words, _ in found[:2]] == ["a.csv", "b.txt"]
    assert found[2][1] == {"KIOSK_NEW_PASSCODE": "round robin 7"}
    assert found[3][1] == {"KIOSK_PASSCODE": "round robin 7"}


def test_an_empty_folder_makes_a_demonstration_and_says_so(take, tmp_path):
    assert list(take.taken(tmp_path)) == [
        "Neither a roll-out nor set-up.toml is in this folder, so the station shows a demonstration."
    ]


@pytest.mark.parametrize("folder", ["/media/kiosk", "/media/kiosk-copy"])
def test_a_copy_on_the_stick_itself_is_a_spare_and_a_second_stick_is_asked_for(take, folder):
    asked = " ".join(take.about_copies(f'[second_copy]\nfolder = "{folder}"\n'))

    assert "second stick" in asked
    assert "only a spare" in asked


def test_without_a_second_stick_the_station_may_write_its_spare(tmp_path):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "passwd").write_text(f"root:x:0:0::/:\nkiosk:x:{os.getuid()}:{os.getgid()}::/:\n")
    place = tmp_path / system.COPY.lstrip("/")
    place.mkdir(parents=True)

    system.allow_spare(tmp_path)

    assert place.stat().st_mode & 0o777 == 0o700
    assert place.stat().st_uid == os.getuid()


# ---- a roll-out --------------------------------------------------------------------------------------------


@pytest.fixture
def station(take, tmp_path, monkeypatch):
    """A stick whose data partition and folder are folders, with the program of this clone."""
    if os.geteuid() != 0:
        pytest.skip("the program is run as another account, which only root may do")
    for name, value in (
        ("STATION", tmp_path / "store" / "station"),
        ("STORE", tmp_path / "store"),
        ("PROGRAM", [sys.executable, "-m", "kiosk"]),
        ("ACCOUNT", getpass.getuser()),
    ):
        monkeypatch.setattr(take, name, value)
    monkeypatch.chdir(Path(loader.__file__).parents[2])
    (tmp_path / "store").mkdir()
    return take


@pytest.fixture
def written(tmp_path, monkeypatch):
    """A roll-out as a director's own computer writes it, without the program."""
    monkeypatch.setattr(filling, "BUNDLE", Path(sys.executable).with_name("kiosk"))
    made, _ = filling.set_up_with_list(tmp_path)
    filling.own_computer(tmp_path / "own", "passcode", "set")
    filling.own_computer(tmp_path / "own", "setup", "--from", str(made), "--letter", "A")
    filling.own_computer(tmp_path / "own", "roll-out", "--no-program", str(tmp_path / "fat" / "roll-out"))
    return tmp_path / "fat" / "roll-out"


def test_a_roll_out_in_the_folder_makes_a_station_with_the_letter_of_this_stick(station, written):
    [found] = station.roll_outs(written.parent)

    lines = [*station.taken_roll_out(found, "B")]

    assert found == written
    assert lines[0].startswith("Station B is ready, made from the roll-out. Set-up code ")
    assert "second stick" in " ".join(lines)
    set_up = (station.STATION / "kiosk.toml").read_text()
    assert 'letter = "B"' in set_up
    assert system.COPY in set_up, "the copy goes where a second stick is mounted, whatever the roll-out says"
    assert (station.STATION / "log.db").exists()
    assert (station.STATION / "access").exists()


def test_two_sticks_with_one_roll_out_are_two_stations(station, written, tmp_path, monkeypatch):
    from kiosk.log.reader import read_head

    [*station.taken_roll_out(written, "B")]
    one = read_head(station.STATION / "log.db").station
    monkeypatch.setattr(station, "STATION", tmp_path / "store" / "another")
    [*station.taken_roll_out(written, "B")]

    assert read_head(station.STATION / "log.db").station != one


def test_a_roll_out_with_a_changed_file_makes_no_station_and_says_so(station, written):
    set_up = written / "data" / "kiosk.toml"
    set_up.write_text(set_up.read_text() + "# changed\n")

    with pytest.raises(station.NotTaken, match="was changed"):
        [*station.taken_roll_out(written, "B")]
    assert not station.STATION.exists()


def test_a_set_up_that_cannot_be_taken_starts_nothing(station, tmp_path):
    (tmp_path / "set-up.toml").write_text("[station]\n")

    with pytest.raises(station.NotTaken, match=r"set-up\.toml"):
        [*station.taken(tmp_path)]


def test_a_folder_with_two_set_ups_is_not_guessed_at(take, tmp_path, monkeypatch):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / take.ROLL_OUT).touch()
    monkeypatch.setattr(take, "FOLDER", tmp_path)
    monkeypatch.setattr(take, "mounted", lambda _: open(os.devnull))  # noqa: PTH123, SIM115 - is there already

    with pytest.raises(take.NotTaken, match="More than one set-up"):
        take.take_folder()
    shutil.rmtree(tmp_path / "other")
    (tmp_path / take.SET_UP).touch()
    with pytest.raises(take.NotTaken, match="More than one set-up"):
        take.take_folder()


def test_the_letter_may_stand_in_a_file(take, tmp_path):
    file = tmp_path / "letter.txt"
    assert take.letter_of(file) == ""

    for text in ("b", "B\r\n", "\ufeffB"):
        file.write_text(text, encoding="utf-8")
        assert take.letter_of(file) == "B"
    for text in ("", "BC", "7", "Ä"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(take.NotTaken, match="one letter from A to Z"):
            take.letter_of(file)


def test_the_letter_is_asked_for_on_the_screen_until_it_is_one(take, monkeypatch):
    ours, its = pty.openpty()
    monkeypatch.setattr(take, "CONSOLE", Path(os.ttyname(its)))
    # what was typed before it was asked counts for nothing; each answer waits for the next question
    monkeypatch.setattr(take.termios, "tcflush", lambda *_: os.write(ours, next(typed)))
    typed = iter([b"7\n", b"bb\n", b"\n", b"b\n"])

    assert take.asked_letter() == "B"
    assert next(typed, None) is None
    os.close(ours)
    os.close(its)


@pytest.mark.parametrize("line", ["ASK", "WAIT", "TWO_STICKS", "OFF"])
def test_every_page_before_the_station_fits_the_smallest_screen(take, line):
    drawn = take.page(f"{getattr(take, line)} {take.OFF}", take.RED)

    places = re.findall(r"\033\[(\d+);(\d+)H([^\033]*)", drawn)
    assert all(int(row) <= 25 for row, _, _ in places)
    assert all(int(column) + len(text) <= 80 for _, column, text in places)


def test_the_folder_has_room_for_a_roll_out_with_the_program():
    assert FOLDER_MB * MB > 200_000_000


def test_two_sticks_of_one_image_are_noticed(take):
    assert not take.has_twins(["a", "b"])
    assert take.has_twins(["a", "b", "a"])


def test_only_a_plain_word_sets_the_keyboard(take, tmp_path, monkeypatch):
    monkeypatch.setattr(take, "LAYOUT", tmp_path / "unit.d" / "keyboard.conf")
    monkeypatch.setattr(take.subprocess, "run", lambda *_, **__: None)
    file = tmp_path / "keyboard.txt"

    for bad in ("", "d", "de\nExecStart=/bin/sh", "../de"):
        file.write_text(bad)
        take.set_keyboard(file)
        assert not take.LAYOUT.exists(), bad

    file.write_text("fr\r\n")
    take.set_keyboard(file)
    assert take.LAYOUT.read_text() == "[Service]\nEnvironment=XKB_DEFAULT_LAYOUT=fr\n"


def test_each_firmware_is_tried_and_one_of_them_with_secure_boot(tmp_path):
    firmwares = [each.firmware for each in stick_trial.TRIALS]

    assert [each.name for each in firmwares] == ["SeaBIOS", "OVMF", "OVMF with Secure Boot"]
    assert [each.secure for each in firmwares] == [False, False, True]
    plain = firmware.command(tmp_path / "stick.img", firmwares[0], tmp_path)
    assert not [word for word in plain if "netdev" in word or word == "-nic"]
    assert [word for word in plain if word.startswith("usb-storage")]


def left_behind(**own):
    return left.Left(
        **{
            **{
                "machine": "m1",
                "station": "s1",
                "letter": "A",
                "words": ["CAT"],
                "taken": "The passcode is set.",
            },
            **{"copies": [("same_device", "a spare, not a second copy. Put another stick in")]},
            **own,
        }
    )


def test_two_sticks_that_share_an_identity_are_refused():
    one = left_behind()

    left.check_distinct([one, left_behind(machine="m2", station="s2")])
    for shared in ({"machine": "m2"}, {"station": "s2"}, {"machine": "", "station": "s2"}):
        with pytest.raises(CannotGoOn, match="share an identity"):
            left.check_distinct([one, left_behind(**shared)])


def test_a_copy_on_the_stick_itself_that_counts_is_refused():
    plain = stick_trial.TRIALS[0]

    stick_trial.check(left_behind(), plain)
    for wrong in (("made", "Second copy: verified."), ("same_device", "Second copy: verified.")):
        with pytest.raises(CannotGoOn, match="second copy"):
            stick_trial.check(left_behind(copies=[wrong]), plain)


@pytest.mark.parametrize("what", ["machine-id", "log"])
def test_an_image_with_an_identity_in_it_is_noticed(tmp_path, what):
    if not shutil.which("sfdisk") or not shutil.which("debugfs"):
        pytest.skip("needs fdisk and e2fsprogs")
    made, image, root = layout(16), tmp_path / "stick.img", tmp_path / "root"
    (root / "etc").mkdir(parents=True)
    (root / "etc" / "machine-id").write_text("")

    def assemble():
        with image.open("wb") as file:
            file.truncate(made.bytes)
        subprocess.run(["sfdisk", "-q", str(image)], input=made.table, text=True, check=True)
        place = f"offset={made['system'].offset}"
        subprocess.run(["mke2fs", "-q", "-F", "-E", place, "-d", str(root), str(image), "16M"], check=True)

    assemble()
    left.check_nobodys(image)
    if what == "log":
        loader.put(image, b"SQLite format 3", made["data"].offset + 4096)
    else:
        (root / "etc" / "machine-id").write_text("0123456789abcdef0123456789abcdef\n")
        assemble()

    with pytest.raises(CannotGoOn, match="has an identity in it"):
        left.check_nobodys(image)


def test_the_stick_needs_debians_signed_loaders():
    assert {"shim-signed", "grub-efi-amd64-signed"} <= set(system_packages.STICK_PACKAGES)
    assert loader.SHIM.name.endswith(".signed")
    assert loader.GRUB.name.endswith(".signed")


def test_a_script_ends_with_its_code_or_with_one_sentence(capsys):
    def refused() -> int:
        raise CannotGoOn("It could not be done. Do this.")

    with pytest.raises(SystemExit) as ended:
        end_with(lambda: 3)
    assert ended.value.code == 3
    with pytest.raises(SystemExit) as ended:
        end_with(refused)
    assert ended.value.code == 1
    assert capsys.readouterr().err == "It could not be done. Do this.\n"
