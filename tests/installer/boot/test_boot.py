"""The parts of `dev.py campaign boot` that need no machine: what it compares, asks for, keeps and writes."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from installer import dev, system_packages
from installer.boot import campaign as boot_campaign
from installer.boot import escapes, image, machine, screen, station, steps
from installer.boot.screen import Picture
from installer.house import entries
from installer.script import CannotGoOn

PAPER, INK, BLUE = bytes((247, 245, 239)), bytes((20, 23, 26)), bytes((0, 59, 115))
AGENT = Path(image.__file__).with_name("agent.py")


def drawn(field: bytes, *marks: int) -> Picture:
    """A page of 40 × 40 with a block of ink at each of *marks*, counted in rows of four."""
    rows = [field * 20 + (INK if row // 4 in marks else field) * 20 for row in range(40)]
    return Picture(40, 40, b"".join(rows))


def test_a_picture_is_read_as_qemu_writes_it():
    read = screen.read_ppm(b"P6\n8 4\n255\n" + INK * 32)

    assert (read.width, read.height, read.field) == (8, 4, tuple(INK))
    assert len(read.grid) == 2


def test_another_kind_of_picture_is_refused():
    with pytest.raises(ValueError, match="PPM"):
        screen.read_ppm(b"P5\n8 4\n255\n" + bytes(32))


def test_only_what_is_drawn_makes_two_pages_alike():
    one = drawn(PAPER, 1, 2)

    assert screen.likeness(one, one) == 1
    assert screen.likeness(one, drawn(PAPER, 1, 3)) == pytest.approx(1 / 3)
    assert screen.likeness(one, drawn(PAPER, 7)) == 0
    assert screen.likeness(one, drawn(BLUE, 1, 2)) == 0, "another field is another page"


def test_the_likest_page_is_named():
    pages = {"counting": drawn(PAPER, 1, 2, 3), "black": drawn(bytes(3)), "locked": drawn(PAPER, 7)}

    assert screen.likest(drawn(PAPER, 1, 2), pages)[0] == "counting"
    assert screen.likest(drawn(bytes(3)), pages) == ("black", 1)


def test_the_pages_it_tells_apart_are_pages_of_the_gallery():
    from tests.support.stage import procedure, states

    known = {*states(procedure()), "demonstration", "black"}

    assert set(station.PAGES) <= known
    assert station.COUNTING in station.PAGES


def test_the_image_holds_what_the_installer_asks_for_and_is_kept_by_it():
    assert {"cage", "polkitd", "libpam-systemd", "dbus", "x11-utils"} <= set(image.packages())
    assert {"libgl1", "libglib2.0-0", "fonts-dejavu-core"} <= set(image.packages()), "the program's own too"
    assert image.key(b"agent") != image.key(b"other agent")


def test_packages_older_than_what_they_are_made_of_are_refused(tmp_path):
    with pytest.raises(CannotGoOn, match=r"dev\.py package"):
        image.built_packages(tmp_path)
    for name in image.PACKAGES:
        (tmp_path / f"{name}_0.1.0_all.deb").touch()
        os.utime(tmp_path / f"{name}_0.1.0_all.deb", (2**33, 2**33))
    assert [each.name.split("_")[0] for each in image.built_packages(tmp_path)] == list(image.PACKAGES)
    os.utime(tmp_path / f"{image.PACKAGES[1]}_0.1.0_all.deb", (1, 1))
    with pytest.raises(CannotGoOn, match="older than"):
        image.built_packages(tmp_path)


def test_the_image_is_kept_outside_the_clone(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert image.folder().parent == tmp_path / "challenge-kiosk" / "boot"


def test_the_machine_has_a_usb_keyboard_and_no_network(tmp_path):
    made = image.Image(tmp_path / "base.raw", tmp_path / "vmlinuz", tmp_path / "initrd.img")

    command = machine.qemu_command(made, tmp_path / "program.raw", tmp_path / "data.nbd", tmp_path)

    assert "usb-kbd" in command
    assert "-nodefaults" in command
    assert not [word for word in command if "netdev" in word or word == "-nic"]
    disks = [word for word in command if word.startswith("virtio-blk-pci")]
    assert [disk.split(",")[1] for disk in disks] == ["drive=system", "drive=program", "drive=data"]


def test_the_agent_answers_with_code_and_words():
    asked = {"id": 3, "command": "echo here; exit 4", "limit_s": 30}
    program = "import agent, json, sys; print(json.dumps(agent.answer(json.loads(sys.argv[1]))))"

    told = subprocess.run(
        [sys.executable, "-c", program, json.dumps(asked)],
        env={**os.environ, "PYTHONPATH": str(AGENT.parent)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(told.stdout) == {"id": 3, "code": 4, "said": "here\n"}


def test_waiting_ends_with_the_fact_or_with_a_sentence():
    arrived = threading.Event()
    arrived.set()

    assert machine.wait_for(arrived.is_set, 60, "It did not come")
    with pytest.raises(CannotGoOn, match="It did not come"):
        machine.wait_for(lambda: False, 0.01, "It did not come", every_s=0.01)


def test_what_was_seen_stands_between_the_marks():
    page = "before\n<!-- booted -->\nold\n<!-- /booted -->\nafter\n"

    written = boot_campaign.with_list(page, boot_campaign.listed({"restart": "Counting"}, "Debian."))

    assert written.startswith(
        "before\n<!-- booted -->\nDebian.\n\n- **restart**: Counting\n<!-- /booted -->\nafter"
    )
    assert "old" not in written


def test_every_step_is_in_the_list_of_what_was_booted():
    text = (Path(__file__).resolve().parents[3] / "docs" / "lockdown.md").read_text(encoding="utf-8")

    assert list(boot_campaign.said_in(text)) == list(steps.STEPS)


def test_every_escape_is_tried_in_an_entry_of_its_own_and_those_of_the_system_have_a_control():
    tried = [what for what in steps.STEPS if what.startswith("in an entry: ")]

    assert len(tried) == len(escapes.ESCAPES)
    for way in ("Ctrl+Alt+F2", "SysRq", "Ctrl+Alt+Del"):
        assert [what for what in escapes.CONTROLS if way in what], way


def test_boot_is_run_by_its_name_only_and_brings_its_packages():
    packages, command = dev.campaign_run(["boot", "--keep", "x"])

    assert packages == system_packages.BOOT_PACKAGES
    assert command == ["-m", "installer.boot.campaign", "--keep", "x"]
    assert dev.campaign_run([]) == ((), ["-m", "pytest", "-m", "campaign", "-s"])
    assert dev.campaign_run(["storm"])[1][-2:] == ["-k", "storm"]


def test_what_steps_saw_that_were_not_run_stays_in_the_list():
    first, second = list(steps.STEPS)[:2]
    long = "Counting, and so on" * 9
    made = boot_campaign.listed({first: "Counting", second: long}, "Debian.")
    page = f"<!-- booted -->\n{made}<!-- /booted -->\n"

    assert max(map(len, made.splitlines())) <= entries.WIDTH
    assert boot_campaign.said_in(page) == {first: "Counting", second: long}
    assert boot_campaign.said_in("no table") == {}
