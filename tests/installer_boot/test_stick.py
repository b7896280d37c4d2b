"""The boot stick: its partitions, its boot loaders, what it takes from its folder. Nothing is booted here."""

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import stick_image
import stick_trial
import system_packages
from ending import CannotGoOn, end_with
from stick import loader, system
from stick.layout import MB, layout

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

    found = stick_trial.offsets(image)
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

    for name in (take.SET_UP, take.PASSCODE, take.KEYBOARD, take.LISTS, take.TAKEN, take.COPY, "KIOSK-COPY"):
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
        "No set-up.toml is in this folder, so the station shows a demonstration."
    ]


def test_a_copy_on_the_stick_itself_is_a_spare_and_a_second_stick_is_asked_for(take):
    asked = " ".join(take.about_copies('[second_copy]\nfolder = "/media/kiosk"\n'))

    assert "second stick" in asked
    assert "only a spare" in asked
    assert list(take.about_copies('[second_copy]\nfolder = "/media/kiosk-copy"\n')) == []


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
    names = [each.name for each in stick_trial.FIRMWARES]

    assert names == ["SeaBIOS", "OVMF", "OVMF with Secure Boot"]
    assert [each.secure for each in stick_trial.FIRMWARES] == [False, False, True]
    plain = stick_trial.command(tmp_path / "stick.img", stick_trial.FIRMWARES[0], tmp_path)
    assert not [word for word in plain if "netdev" in word or word == "-nic"]
    assert [word for word in plain if word.startswith("usb-storage")]


def test_two_sticks_that_share_an_identity_are_refused():
    one = stick_trial.Left("m1", "s1", ["CAT"], "")

    stick_trial.distinct([one, stick_trial.Left("m2", "s2", ["CAT"], "")])
    with pytest.raises(CannotGoOn, match="share an identity"):
        stick_trial.distinct([one, stick_trial.Left("m2", "s1", ["CAT"], "")])


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
