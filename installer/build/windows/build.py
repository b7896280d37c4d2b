#!/usr/bin/env python3
"""Makes the Windows installer from the bundle in dist/: `python installer/dev.py package` on Windows.

NSIS compiles it, on any system that has makensis. The rule guarded here: each file that goes in is named, and
the uninstaller removes exactly those names, so that it can never take along what somebody put beside them.
Standard library only.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from installer.build.deb.texts import MENU, MenuEntry
from installer.build.identity import ICONS, four_numbers
from installer.build.identity import version as own_version
from installer.script import CLONE, CannotGoOn, end_with

SCRIPT = Path(__file__).with_name("setup.nsi")
ICON = ICONS / "challenge-kiosk.ico"
BUNDLE = CLONE / "dist" / "kiosk"
MENU_FOLDER = r"$SMPROGRAMS\Challenge Kiosk"
_INSTALLED = r"NSIS\makensis.exe"  # below one of Windows' folders for programs


# ---- what the script includes ------------------------------------------------------------------------------


def files_in(tree: Path) -> list[PurePosixPath]:
    """The files of *tree*, each relative to it, in an order that is always the same."""
    return sorted(
        PurePosixPath(file.relative_to(tree).as_posix()) for file in tree.rglob("*") if file.is_file()
    )


def folders_of(files: Iterable[PurePosixPath]) -> list[PurePosixPath]:
    """The folders *files* lie in, without the tree itself, each after those it lies in."""
    return sorted({folder for file in files for folder in file.parents if folder.name})


def install_lines(tree: Path, files: Sequence[PurePosixPath]) -> str:
    """Each folder is opened once and takes its own files."""
    lines = []
    for folder in [PurePosixPath(), *folders_of(files)]:
        lines.append(f'SetOutPath "{_target(folder)}"')
        lines += [f'File "{tree / file}"' for file in files if file.parent == folder]
    return _text(lines)


def removal_lines(files: Sequence[PurePosixPath], menu: Sequence[MenuEntry] = MENU) -> str:
    """Files by name, then folders that are empty by now, the inner ones first."""
    return _text(
        [
            *(f'Delete "{_target(file)}"' for file in files),
            *(f'RMDir "{_target(folder)}"' for folder in reversed(folders_of(files))),
            *(f'Delete "{MENU_FOLDER}\\{_title(one)}.lnk"' for one in menu),
            f'RMDir "{MENU_FOLDER}"',
        ]
    )


def menu_lines(menu: Sequence[MenuEntry] = MENU) -> str:
    """The start menu: the same entries as on other systems."""
    lines = [f'CreateDirectory "{MENU_FOLDER}"', r'SetOutPath "$INSTDIR"']
    for one in menu:
        link, comment = f"{MENU_FOLDER}\\{_title(one)}.lnk", one.comment
        program = r"$INSTDIR\kioskw.exe"
        lines.append(
            f'CreateShortCut "{link}" "{program}" "{one.command}" "{program}" 0 SW_SHOWNORMAL "" "{comment}"'
        )
    return _text(lines)


def _target(path: PurePosixPath) -> str:
    return "\\".join(["$INSTDIR", *path.parts])


def _title(entry: MenuEntry) -> str:
    """The entry's name as a file's name: no colon."""
    return entry.name.replace(":", " -").replace("  ", " ")


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


# ---- building ----------------------------------------------------------------------------------------------


def compiler() -> str:
    """makensis: by PATH, or where Windows installs it."""
    if found := shutil.which("makensis"):
        return found
    for folder in ("ProgramFiles(x86)", "ProgramFiles"):
        place = Path(os.environ.get(folder, ""), _INSTALLED)
        if place.is_file():
            return str(place)
    raise CannotGoOn("makensis was not found. Install NSIS 3 (Debian: nsis), then run this again.")


def build(tree: Path, made: Path, version: str, target: str = "") -> None:
    """Compile the installer *made* of the bundle *tree*. *target*: another kind of installer program."""
    files = files_in(tree)
    if not {PurePosixPath("kiosk.exe"), PurePosixPath("kioskw.exe")} <= set(files):
        raise CannotGoOn(
            f"There is no Windows bundle in {tree}. Build it first: python installer/dev.py build"
        )
    with tempfile.TemporaryDirectory(prefix="kiosk-nsis-") as passing:
        lists = Path(passing)
        for name, text in (
            ("files.nsh", install_lines(tree.absolute(), files)),
            ("remove.nsh", removal_lines(files)),
            ("menu.nsh", menu_lines()),
        ):
            (lists / name).write_text(text, encoding="utf-8")
        said = {
            "VERSION": version,
            "FOUR": ".".join(map(str, four_numbers(version))),
            "OUT": made.absolute(),
            "ICON": ICON,
        }
        defines = [f"-D{name}={value}" for name, value in {**said, "LISTS": lists}.items()]
        defines += [f"-DTARGET={target}"] if target else []
        command = [compiler(), "-V2", "-WX", "-INPUTCHARSET", "UTF8", *defines, str(SCRIPT)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotGoOn(
            f"The installer could not be compiled:\n{(done.stdout + done.stderr).strip()[-1500:]}"
        )


def main(arguments: Sequence[str]) -> int:
    version = own_version()
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    options.add_argument("--tree", type=Path, default=BUNDLE, help="the bundle")
    options.add_argument("--out", type=Path, default=CLONE / "dist" / f"challenge-kiosk-{version}-setup.exe")
    chosen = options.parse_args(arguments)
    build(chosen.tree, chosen.out, version)
    print(f"Built {chosen.out}, {chosen.out.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    end_with(lambda: main(sys.argv[1:]))
