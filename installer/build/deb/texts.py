"""What a Debian package says of itself: control files, menu entries, its change log and its terms.

The version comes from the program alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime

NAME = "challenge-kiosk"
SESSION = "challenge-kiosk-session"
MAINTAINER = "The Challenge Kiosk authors <authors@challenge-kiosk.invalid>"
# What the bundle leaves to the machine (installer/build/bundle.py), by Debian's names.
DEPENDS = (
    *("libc6 (>= 2.35)", "libstdc++6 (>= 12)", "libgcc-s1", "libglib2.0-0", "libdbus-1-3", "libzstd1"),
    *("libfontconfig1", "libfreetype6", "libgl1", "libegl1", "libx11-6", "libx11-xcb1", "libxcb1"),
    *("libwayland-client0", "libwayland-cursor0", "fonts-dejavu-core"),
)
RECOMMENDS = ("libcups2",)  # only printing asks for it
SUGGESTS = ("wordnet-base", SESSION)  # definitions in practice mode; the locked session


@dataclass(frozen=True)
class MenuEntry:
    """One line of a desktop's menu. *command*: what follows `kiosk`; nothing starts the station."""

    file: str
    name: str
    comment: str
    command: str
    words: str


MENU = (
    MenuEntry(
        "challenge-kiosk",
        "Challenge Kiosk",
        "The challenge station: one play, one verdict",
        "station",
        "scrabble;word;judge;adjudication;",
    ),
    MenuEntry(
        "challenge-kiosk-director",
        "Challenge Kiosk: Director",
        "Look at the log, decide, report",
        "director",
        "scrabble;word;audit;tournament;",
    ),
    MenuEntry(
        "challenge-kiosk-desk",
        "Challenge Kiosk: Word Judge",
        "The adjudicator's desk: rule from slips",
        "desk",
        "scrabble;word;judge;slip;",
    ),
    MenuEntry(
        "challenge-kiosk-practice",
        "Challenge Kiosk: Practice",
        "Challenge or accept? Train the decision",
        "practice",
        "scrabble;word;quiz;study;",
    ),
)


def needed_names() -> tuple[str, ...]:
    """The packages the program cannot do without, by name alone."""
    return tuple(each.split()[0] for each in DEPENDS)


def desktop_entry(entry: MenuEntry) -> str:
    """*entry* as desktops read it."""
    return (
        "[Desktop Entry]\nType=Application\nVersion=1.5\n"
        f"Name={entry.name}\nComment={entry.comment}\n"
        f"Exec=kiosk {entry.command}\nIcon={NAME}\nTerminal=false\n"
        f"Categories=Game;BoardGame;\nKeywords={entry.words}\n"
    )


def control(version: str, architecture: str, installed_kb: int) -> str:
    """The control file of the program's package."""
    return (
        f"Package: {NAME}\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n"
        f"Installed-Size: {installed_kb}\nSection: misc\nPriority: optional\n"
        f"Depends: {', '.join(DEPENDS)}\nRecommends: {', '.join(RECOMMENDS)}\n"
        f"Suggests: {', '.join(SUGGESTS)}\n"
        "Description: self-lookup adjudication station for word-game tournaments\n"
        " Two players type the challenged words, the challenged player presses TAB, and\n"
        " one verdict appears for the whole play. Every ruling is on disk before it is\n"
        " on the screen, in a log whose records are chained. With a console for\n"
        " directors, a desk for word judges and a practice mode for one player.\n"
        " .\n"
        " No official word list comes with it; a director imports the one they hold.\n"
    )


def session_control(version: str, needs: tuple[str, ...]) -> str:
    """The control file of the package that turns a machine into a locked station."""
    return (
        f"Package: {SESSION}\nVersion: {version}\nArchitecture: all\nMaintainer: {MAINTAINER}\n"
        f"Section: misc\nPriority: optional\nDepends: {NAME} (= {version}), {', '.join(needs)}\n"
        "Description: locked challenge station in place of the desktop\n"
        " Installing this package turns the machine into a challenge station: after the\n"
        " next restart it shows nothing else, on a session of its own without other\n"
        " consoles, keys or menus. Removing it gives the machine back as it was.\n"
    )


def changelog(version: str, released: str, package: str = NAME) -> str:
    """The change log in Debian's form; the one for people lies beside it."""
    at = format_datetime(datetime.fromisoformat(released).replace(tzinfo=UTC))
    return (
        f"{package} ({version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- {MAINTAINER}  {at}\n"
    )


def copyright_file(licence: str) -> str:
    """The terms; *licence* is LICENSE.md, whose first part they are."""
    terms = licence.split("# Licence", 1)[1].split("\n## ", 1)[0].strip()
    return (
        f"{terms}\n\nWhat the bundle holds besides, and under which terms, is in the folder\n"
        f"/usr/lib/{NAME}/licences.\n"
    )


def read_version(source: str) -> tuple[str, str]:
    """Version and day of release, as kiosk/__init__.py says them."""
    version = re.search(r'^__version__ = "(.+)"', source, re.MULTILINE)
    released = re.search(r'RELEASED = \(?\s*"(.+?)"', source)
    if version is None or released is None:
        raise ValueError("kiosk/__init__.py names no version")
    return version[1], released[1]
