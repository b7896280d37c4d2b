"""The health of the machine under a station, as checks a director can act on; what was found is passed in."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import PurePath

from kiosk.base.frozen import frozen
from kiosk.log.guesses import Guesses

LOW_BATTERY = 20
LITTLE_ROOM = 500_000_000
NO_ROOM = 50_000_000
FIRST_SANE_YEAR = 2025


class Health(StrEnum):
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"
    UNKNOWN = "unknown"


@frozen
class HealthCheck:
    """*text*: what was found. *advice*: what to do about it; empty when good."""

    id: str
    state: Health
    text: str
    advice: str = ""


@frozen
class Power:
    """*mains*: plugged in. *percent*: of the battery. None: the system does not say, or there is none."""

    mains: bool | None = None
    percent: int | None = None

    @property
    def is_low(self) -> bool:
        """Nearly empty and not charging: warn the director, also in the footer."""
        return self.mains is not True and self.percent is not None and self.percent <= LOW_BATTERY


def power_check(power: Power) -> HealthCheck:
    battery = "" if power.percent is None else f", battery {power.percent} %"
    if power.mains:
        return HealthCheck("power", Health.GOOD, f"On mains{battery}.")
    if power.percent is None:
        return HealthCheck(
            "power", Health.UNKNOWN, "The system does not say how it is powered.", "Look at the cable."
        )
    if power.is_low:
        return HealthCheck(
            "power", Health.BAD, f"On battery, {power.percent} % left.", "Plug the power cable in now."
        )
    return HealthCheck(
        "power", Health.WARNING, f"On battery, {power.percent} % left.", "Plug the power cable in."
    )


def sleep_check(held: bool) -> HealthCheck:
    if held:
        return HealthCheck("sleep", Health.GOOD, "The machine stays awake while the station runs.")
    return HealthCheck(
        "sleep",
        Health.WARNING,
        "Nothing keeps this machine from going to sleep.",
        "Turn sleep and screen blanking off in the system's power settings.",
    )


def disk_check(free: int | None) -> HealthCheck:
    if free is None:
        return HealthCheck(
            "disk", Health.UNKNOWN, "The room on the disk could not be read.", "Check the data folder."
        )
    text = f"{free / 1e9:.1f} GB free for the log."
    if free < NO_ROOM:
        return HealthCheck("disk", Health.BAD, text, "Make room now; without it nothing can be judged.")
    if free < LITTLE_ROOM:
        return HealthCheck("disk", Health.WARNING, text, "Make room on the disk that holds the data folder.")
    return HealthCheck("disk", Health.GOOD, text)


def clock_check(at: str, last_record: str | None) -> HealthCheck:
    """*at* and *last_record* in UTC, ISO 8601; the same form, so they compare as text."""
    advice = "Set the clock before the first challenge."
    if int(at[:4]) < FIRST_SANE_YEAR:
        return HealthCheck("clock", Health.BAD, f"The clock says {at[:10]}.", advice)
    if last_record is not None and at < last_record:
        text = f"The clock says {at[:16]} UTC, before the last record of {last_record[:16]} UTC."
        return HealthCheck("clock", Health.BAD, text, advice)
    return HealthCheck("clock", Health.GOOD, f"{at[:10]} {at[11:16]} UTC.")


def screen_check(screens: tuple[str, ...] | None) -> HealthCheck:
    if screens is None:
        return HealthCheck(
            "screen", Health.UNKNOWN, "The screens are not known here.", "Look at the station itself."
        )
    if not screens:
        return HealthCheck("screen", Health.WARNING, "No screen is connected.", "Connect one.")
    if len(screens) > 1:
        text = f"{len(screens)} screens: {', '.join(screens)}."
        return HealthCheck(
            "screen", Health.WARNING, text, "The station covers the others; unplug them if you can."
        )
    return HealthCheck("screen", Health.GOOD, f"One screen, {screens[0]}.")


def keyboard_check(layout: str | None) -> HealthCheck:
    if not layout:
        return HealthCheck(
            "keyboard", Health.UNKNOWN, "The keyboard layout is not known here.", "Type A to Z once."
        )
    return HealthCheck("keyboard", Health.GOOD, f"Layout {layout}.")


# Folder names of programs that copy files behind our back; a log in one of them can be rolled back or forked.
_SYNCHRONISED = {
    "dropbox": "Dropbox",
    "onedrive": "OneDrive",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "my drive": "Google Drive",
    "icloud drive": "iCloud",
    "icloudrive": "iCloud",
    "iclouddrive": "iCloud",
    "mobile documents": "iCloud",
    "com~apple~clouddocs": "iCloud",
    "cloudstorage": "a cloud drive",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "pcloud": "pCloud",
    "pclouddrive": "pCloud",
    "megasync": "MEGA",
    "syncthing": "Syncthing",
}


def synchronised_by(folder: PurePath) -> str:
    """The program that seems to synchronise *folder*, judged by the names on its path; empty: none."""
    for part in folder.parts:
        name = part.casefold()
        # OneDrive and Dropbox put the owner's name behind theirs: “OneDrive - Club”, “Dropbox (Personal)”.
        for known, program in _SYNCHRONISED.items():
            if name == known or name.startswith((f"{known} -", f"{known} (", f"{known}-")):
                return program
    return ""


def folder_check(folder: PurePath, unwritable: PurePath | None = None) -> HealthCheck:
    """*unwritable*: what this account may not write there, if anything."""
    if unwritable is not None:
        return HealthCheck(
            "data_folder",
            Health.BAD,
            f"{unwritable} cannot be written, so nothing can be recorded or judged.",
            "Give this account the right to write there, or choose another folder with --data or KIOSK_DATA.",
        )
    program = synchronised_by(folder)
    if not program:
        return HealthCheck("data_folder", Health.GOOD, f"{folder}")
    return HealthCheck(
        "data_folder",
        Health.BAD,
        f"{folder} seems to be synchronised by {program}, which can replace the log by an older copy.",
        "Choose a folder of this machine alone with --data or KIOSK_DATA.",
    )


def second_copy_check(
    folder: str | None, present: bool, *, writable: bool = True, copied: bool = True, due: bool = True
) -> HealthCheck:
    """*copied*: a copy of this very log is there. *due*: an event was opened, so there must be one."""
    if folder is None:
        return HealthCheck(
            "second_copy", Health.WARNING, "No second copy of the log is kept.", "Name a folder or stick."
        )
    if not present:
        return HealthCheck("second_copy", Health.WARNING, f"{folder} is not there.", "Put the stick in.")
    if not writable:
        advice = "Give this account the right to write there, or name another folder in the set-up."
        return HealthCheck("second_copy", Health.BAD, f"{folder} cannot be written.", advice)
    if not copied and not due:
        return HealthCheck("second_copy", Health.GOOD, f"Will be kept in {folder} once an event is open.")
    if not copied:
        advice = "Make one with kiosk event tonight, or let the station run for some minutes."
        return HealthCheck("second_copy", Health.BAD, f"{folder} holds no copy of this log yet.", advice)
    return HealthCheck("second_copy", Health.GOOD, f"Kept in {folder}.")


def passcode_check(is_set: bool, fault: str) -> HealthCheck:
    """*fault*: why a passcode that was set opens nothing, in a sentence; empty when it does."""
    if fault:
        advice = "Until that is mended no passcode opens anything here; see kiosk passcode set --help."
        return HealthCheck("passcode", Health.BAD, fault, advice)
    if not is_set:
        return HealthCheck("passcode", Health.WARNING, "No passcode is set.", "Run kiosk passcode set.")
    return HealthCheck("passcode", Health.GOOD, "The director's passcode is set.")


def tries_check(rows: Sequence[Guesses]) -> HealthCheck:
    """*rows*: long runs of wrong passcodes in the log."""
    if not rows:
        return HealthCheck("passcode_tries", Health.GOOD, "Nobody has tried many wrong passcodes.")
    last = rows[-1]
    text = f"{last.count} wrong passcodes in a row, {last.first_at[:16]} to {last.last_at[11:16]} UTC."
    return HealthCheck("passcode_tries", Health.WARNING, text, "Set a new passcode: kiosk passcode set.")


def rights_check(folder: PurePath, loose: Sequence[str]) -> HealthCheck:
    """*loose*: what in the data folder other accounts may read or write; "." is the folder itself."""
    if not loose:
        return HealthCheck("file_rights", Health.GOOD, "No other account can read the data folder.")
    named = ", ".join("the data folder" if name == "." else name for name in loose[:6])
    more = f" and {len(loose) - 6} more" if len(loose) > 6 else ""
    text = f"Other accounts can reach {named}{more}."
    return HealthCheck("file_rights", Health.WARNING, text, f"Run chmod -R go= '{folder}'.")


# The program, and the Debian package that brings it.
X_PROGRAMS = {"xprop": "x11-utils", "xset": "x11-xserver-utils", "setxkbmap": "x11-xkb-utils"}


def programs_check(missing: Sequence[str]) -> HealthCheck:
    """*missing*: programs by which an X session is examined and guarded."""
    if not missing:
        return HealthCheck(
            "programs", Health.GOOD, "Every program of the system that is needed here is there."
        )
    text = f"Missing: {', '.join(missing)}. Without them this X session counts as a desktop, half guarded."
    packages = " ".join(dict.fromkeys(X_PROGRAMS[name] for name in missing))
    return HealthCheck("programs", Health.WARNING, text, f"Install {packages}.")


def list_check(name: str, fault: str) -> HealthCheck:
    """*fault*: why the list cannot be used, in a sentence; empty when its whole content was verified."""
    if fault:
        return HealthCheck(
            "list", Health.BAD, fault, "Import the list again; until then nothing is judged by it."
        )
    return HealthCheck("list", Health.GOOD, f"{name}: whole content verified.")


def log_check(status: str | None, count: int, reason: str, *, missed: bool = False) -> HealthCheck:
    """*status*: intact, broken or unreadable; None: there is no log. *missed*: there must have been one.
    *reason*: what is wrong with it, in a sentence; also of a chain that is intact in a file that is not."""
    if status is None and missed:
        advice = "Put it or its second copy back before anybody judges here; else set the station up again."
        return HealthCheck("log", Health.BAD, "The log is gone, though this station is in use.", advice)
    if status is None:
        return HealthCheck("log", Health.GOOD, "No log yet; the first start makes one.")
    if status == "intact" and not reason:
        return HealthCheck("log", Health.GOOD, f"{count} records, chain intact.")
    advice = "Do not use this station; keep the file and its second copy for the director."
    return HealthCheck("log", Health.BAD, reason or f"The log is {status}.", advice)


def system_check(fault: str) -> HealthCheck:
    """*fault*: why this system is not supported, in a sentence; empty when it is."""
    if fault:
        return HealthCheck("system", Health.BAD, fault, "Use another machine.")
    return HealthCheck("system", Health.GOOD, "This system is supported.")
