"""What the program is called on each system, and its version as each system writes it.

The version has one source, kiosk/__init__.py; the icon has one, resources/icon. Standard library only.
"""

from __future__ import annotations

import re

from installer.build.deb.texts import read_version
from installer.script import CLONE

ICONS = CLONE / "resources" / "icon"
TITLE = "Challenge Kiosk"
MAC_ID = "invalid.challenge-kiosk.station"  # no name on the internet stands behind it
OLDEST_MAC = "13.0"  # as Qt's own libraries ask
AUTHORS = "The Challenge Kiosk authors"


def version() -> str:
    return read_version((CLONE / "kiosk" / "__init__.py").read_text(encoding="utf-8"))[0]


def four_numbers(version: str) -> tuple[int, ...]:
    """*version* as Windows counts: 1.2.3 is 1.2.3.0, and so is 1.2.3rc1."""
    plain = re.split(r"[a-z+-]", version, maxsplit=1)[0]
    return tuple([*(int(found) for found in re.findall(r"\d+", plain)), 0, 0, 0, 0][:4])


def info_plist(version: str) -> dict[str, object]:
    """What a Mac is told of the program. It asks for no camera, no microphone and no accessibility rights;
    macOS may neither end it behind our back nor slow it down while a challenge waits."""
    return {
        "CFBundleName": TITLE,
        "CFBundleDisplayName": TITLE,
        "CFBundleIdentifier": MAC_ID,
        "CFBundleShortVersionString": version,
        "CFBundleVersion": ".".join(map(str, four_numbers(version)[:3])),
        "CFBundlePackageType": "APPL",
        "LSApplicationCategoryType": "public.app-category.board-games",
        "LSMinimumSystemVersion": OLDEST_MAC,
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": True,
        "NSSupportsAutomaticTermination": False,
        "NSSupportsSuddenTermination": False,
        "NSAppSleepDisabled": True,
        "NSHumanReadableCopyright": f"{AUTHORS}; MIT licence",
    }


def windows_version(version: str) -> str:
    """What Windows shows under Properties, Details, in the form PyInstaller reads."""
    said = {
        "CompanyName": AUTHORS,
        "FileDescription": TITLE,
        "FileVersion": version,
        "InternalName": "kiosk",
        "LegalCopyright": "MIT licence",
        "OriginalFilename": "kiosk.exe",
        "ProductName": TITLE,
        "ProductVersion": version,
    }
    rows = ", ".join(f"StringStruct({key!r}, {value!r})" for key, value in said.items())
    numbers = four_numbers(version)
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0x0,"
        " OS=0x40004, fileType=0x1, subtype=0x0, date=(0, 0)), kids=["
        f"StringFileInfo([StringTable('040904B0', [{rows}])]),"
        " VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n"
    )
