"""Health checks: figures in, a sentence and advice out; and the readers of a machine's vital signs."""

import os
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from kiosk.lockdown import health, health_reader
from kiosk.lockdown.health import Health, Power
from kiosk.lockdown.linux.desktop import LinuxDesktop
from kiosk.lockdown.macos.guards import MacDesktop


@pytest.mark.parametrize(
    ("power", "state", "low"),
    [
        (Power(True, 5), Health.GOOD, False),
        (Power(True, None), Health.GOOD, False),
        (Power(False, 21), Health.WARNING, False),
        (Power(False, 20), Health.BAD, True),
        (Power(None, 19), Health.BAD, True),
        (Power(), Health.UNKNOWN, False),
        (Power(False, None), Health.UNKNOWN, False),
    ],
)
def test_a_battery_at_twenty_percent_is_a_warning_for_the_director(power, state, low):
    assert health.power_check(power).state is state
    assert power.is_low is low


@pytest.mark.parametrize(
    ("free", "state"),
    [
        (None, Health.UNKNOWN),
        (49_999_999, Health.BAD),
        (50_000_000, Health.WARNING),
        (499_999_999, Health.WARNING),
        (500_000_000, Health.GOOD),
    ],
)
def test_room_on_the_disk(free, state):
    assert health.disk_check(free).state is state


@pytest.mark.parametrize(
    ("at", "last", "state"),
    [
        ("1970-01-01T00:00:07.000Z", None, Health.BAD),
        ("2026-11-16T10:00:00.000Z", None, Health.GOOD),
        ("2026-11-16T10:00:00.000Z", "2026-11-16T09:59:59.999Z", Health.GOOD),
        ("2026-11-16T10:00:00.000Z", "2026-11-16T10:00:00.001Z", Health.BAD),
    ],
)
def test_a_clock_before_the_last_record_is_wrong(at, last, state):
    assert health.clock_check(at, last).state is state


@pytest.mark.parametrize(
    ("folder", "program"),
    [
        (PureWindowsPath(r"C:\Users\a\OneDrive\Documents\kiosk"), "OneDrive"),
        (PureWindowsPath(r"C:\Users\a\OneDrive - Club\kiosk"), "OneDrive"),
        (PurePosixPath("/home/a/Dropbox/kiosk"), "Dropbox"),
        (PurePosixPath("/home/a/Dropbox (Personal)/kiosk"), "Dropbox"),
        (PurePosixPath("/Users/a/Library/Mobile Documents/com~apple~CloudDocs/kiosk"), "iCloud"),
        (PurePosixPath("/Users/a/Library/CloudStorage/GoogleDrive-a@b/My Drive/kiosk"), "a cloud drive"),
        (PurePosixPath("/home/a/Nextcloud/kiosk"), "Nextcloud"),
        (PureWindowsPath(r"G:\My Drive\kiosk"), "Google Drive"),
        (PurePosixPath("/var/lib/challenge-kiosk"), ""),
        (PurePosixPath("/home/dropboxer/data"), ""),
    ],
)
def test_a_synchronised_data_folder_is_noticed(folder, program):
    assert health.synchronised_by(folder) == program
    assert (health.folder_check(folder).state is Health.BAD) == bool(program)


@pytest.mark.parametrize(
    ("check", "state"),
    [
        (health.sleep_check(True), Health.GOOD),
        (health.sleep_check(False), Health.WARNING),
        (health.screen_check(None), Health.UNKNOWN),
        (health.screen_check(()), Health.WARNING),
        (health.screen_check(("1920x1080",)), Health.GOOD),
        (health.screen_check(("1920x1080", "800x600")), Health.WARNING),
        (health.keyboard_check(None), Health.UNKNOWN),
        (health.keyboard_check("us"), Health.GOOD),
        (health.second_copy_check(None, False), Health.WARNING),
        (health.second_copy_check("/media/stick", False), Health.WARNING),
        (health.second_copy_check("/media/stick", True), Health.GOOD),
        (health.second_copy_check("/media/stick", True, writable=False, copied=False), Health.BAD),
        (health.second_copy_check("/media/stick", True, copied=False), Health.BAD),
        (health.folder_check(PurePosixPath("/data")), Health.GOOD),
        (health.folder_check(PurePosixPath("/data"), PurePosixPath("/data/log.db")), Health.BAD),
        (health.passcode_check(True, ""), Health.GOOD),
        (health.passcode_check(False, ""), Health.WARNING),
        (health.passcode_check(False, "The file is damaged."), Health.BAD),
        (health.list_check("free", ""), Health.GOOD),
        (health.list_check("free", "It is damaged."), Health.BAD),
        (health.log_check(None, 0, ""), Health.GOOD),
        (health.log_check(None, 0, "", missed=True), Health.BAD),
        (health.log_check("intact", 7, ""), Health.GOOD),
        (health.log_check("intact", 7, "Another program changed the make of this file."), Health.BAD),
        (health.log_check("broken", 3, "Record 4 does not follow record 3."), Health.BAD),
        (health.log_check("unreadable", 0, ""), Health.BAD),
        (health.system_check(""), Health.GOOD),
        (health.system_check("A 64-bit Windows is needed."), Health.BAD),
    ],
)
def test_each_check_advises_exactly_when_something_is_to_be_done(check, state):
    assert check.state is state
    assert bool(check.advice) == (state is not Health.GOOD)
    assert check.text


def supply(root, name, **files):
    folder = root / "sys/class/power_supply" / name
    folder.mkdir(parents=True)
    for key, text in files.items():
        (folder / key).write_text(f"{text}\n")


@pytest.mark.parametrize(
    ("online", "capacity", "expected"),
    [("1", "80", Power(True, 80)), ("0", "19", Power(False, 19))],
)
def test_linux_power_supplies_are_read(tmp_path, online, capacity, expected):
    supply(tmp_path, "AC", type="Mains", online=online)
    supply(tmp_path, "BAT0", type="Battery", capacity=capacity)
    supply(tmp_path, "hidpp_battery_0", type="Battery", scope="Device", capacity="3")

    assert LinuxDesktop(tmp_path).power() == expected


def test_a_machine_that_lists_no_power_supply_says_nothing(tmp_path):
    assert LinuxDesktop(tmp_path).power() == Power()


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (
            "Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t100%; charged; present: true",
            Power(True, 100),
        ),
        ("Now drawing from 'Battery Power'\n -InternalBattery-0 (id=1)\t18%; discharging", Power(False, 18)),
        ("Now drawing from 'AC Power'\n", Power(True, None)),
        ("", Power()),
    ],
)
def test_a_macs_power_is_read(told, expected):
    assert MacDesktop(None, lambda command: told).power() == expected


def test_the_room_is_that_of_the_nearest_folder_there_is(tmp_path):
    assert health_reader.free_bytes(tmp_path / "not" / "yet") == health_reader.free_bytes(tmp_path)


def test_what_may_not_be_looked_at_is_not_known(tmp_path, monkeypatch):
    def refuse(self, **_more):
        raise PermissionError(13, os.strerror(13))

    # As an account without rights: root may look at everything.
    monkeypatch.setattr(Path, "stat", refuse)

    assert LinuxDesktop(tmp_path).power() == Power()
    assert health_reader.free_bytes(tmp_path) is None
    assert LinuxDesktop(tmp_path).screens() is None


def test_connected_screens_are_read(tmp_path):
    for name, status, modes in [
        ("card0-eDP-1", "connected", "1920x1080\n1280x720"),
        ("card0-HDMI-A-1", "disconnected", ""),
    ]:
        folder = tmp_path / "sys/class/drm" / name
        folder.mkdir(parents=True)
        (folder / "status").write_text(f"{status}\n")
        (folder / "modes").write_text(modes)

    assert LinuxDesktop(tmp_path).screens() == ("1920x1080",)
    assert LinuxDesktop(tmp_path / "elsewhere").screens() is None


def missing(command):
    raise OSError("not found")


def test_the_keyboard_layout_is_that_of_the_session_or_of_the_system(tmp_path):
    (tmp_path / "etc/default").mkdir(parents=True)
    (tmp_path / "etc/default/keyboard").write_text('XKBMODEL="pc105"\nXKBLAYOUT="de,us"\n')

    assert LinuxDesktop(tmp_path, lambda command: "layout:     fr\n").keyboard() == "fr"
    assert LinuxDesktop(tmp_path, missing).keyboard() == "de,us"
    assert LinuxDesktop(tmp_path / "x", missing).keyboard() is None
