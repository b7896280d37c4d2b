"""The Windows installer, compiled of a stand-in tree: what is in it, what its uninstaller would remove."""

import re
import shutil
import subprocess
from pathlib import Path, PurePosixPath

import pytest

from installer.build.deb.texts import MENU
from installer.build.windows import build
from installer.script import CannotGoOn
from tests.installer.windows.stand_in import FILES, stand_in

SEVEN_ZIP = next((name for name in ("7zz", "7z") if shutil.which(name)), "")
needs_nsis = pytest.mark.skipif(not (shutil.which("makensis") and SEVEN_ZIP), reason="needs nsis and 7zip")
SOURCE = build.SCRIPT.read_text(encoding="utf-8")


@needs_nsis
def test_the_installer_holds_the_bundle_and_its_uninstaller_and_nothing_else(tmp_path: Path) -> None:
    made = tmp_path / "challenge-kiosk.exe"

    build.build(stand_in(tmp_path / "tree"), made, "1.2.3")

    asked = [SEVEN_ZIP, "l", "-slt", "-ba", str(made)]
    listed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    names = set(re.findall(r"^Path = (.+)$", listed, re.MULTILINE))
    plugins = {name for name in names if name.startswith("$PLUGINSDIR")}
    assert names - plugins == FILES | {"uninstall.exe"}
    assert made.read_bytes()[:2] == b"MZ"


@needs_nsis
def test_the_installer_says_its_version_to_windows(tmp_path: Path) -> None:
    made = tmp_path / "challenge-kiosk.exe"

    build.build(stand_in(tmp_path / "tree"), made, "1.2.3")

    content = made.read_bytes()
    for said in ("Challenge Kiosk", "1.2.3"):
        assert said.encode("utf-16-le") in content


def test_a_folder_without_a_windows_bundle_makes_no_installer(tmp_path: Path) -> None:
    (tmp_path / "kiosk").touch()

    with pytest.raises(CannotGoOn, match=r"no Windows bundle.*dev\.py build"):
        build.build(tmp_path, tmp_path / "setup.exe", "1.2.3")


TREE = tuple(
    PurePosixPath(name) for name in ("kiosk.exe", "_internal/a.dll", "_internal/b/c/d.txt", "_internal/b/e")
)


def test_what_is_removed_is_what_was_installed_by_name_and_folders_only_when_empty() -> None:
    lines = build.removal_lines(TREE).splitlines()

    installed = [line for line in lines if "$INSTDIR" in line]
    assert installed == [
        r'Delete "$INSTDIR\kiosk.exe"',
        r'Delete "$INSTDIR\_internal\a.dll"',
        r'Delete "$INSTDIR\_internal\b\c\d.txt"',
        r'Delete "$INSTDIR\_internal\b\e"',
        r'RMDir "$INSTDIR\_internal\b\c"',
        r'RMDir "$INSTDIR\_internal\b"',
        r'RMDir "$INSTDIR\_internal"',
    ]


def test_no_folder_is_ever_removed_with_what_is_in_it() -> None:
    assert "/r" not in re.findall(r"(?i)\b(?:RMDir|Delete)\b.*", SOURCE + build.removal_lines(TREE))
    assert not re.search(r"(?i)\bRMDir\s+/r", SOURCE + build.removal_lines(TREE))


def test_the_program_gives_back_before_anything_is_removed() -> None:
    section = SOURCE.partition('Section "Uninstall"')[2]

    order = [
        section.index(step) for step in ("Call un.GiveBack", "remove.nsh", "DeleteRegKey", "Call un.NameData")
    ]
    assert order == sorted(order)
    assert "doctor --give-back" in SOURCE


def test_the_start_menu_has_an_entry_for_each_window_and_each_is_removed_again() -> None:
    made, removed = build.menu_lines(), build.removal_lines(TREE)

    links = re.findall(r'CreateShortCut "(.+?)" ".+?" "(\w+)"', made)
    assert [command for _, command in links] == [one.command for one in MENU]
    assert {"station", "practice", "director", "desk"} <= {command for _, command in links}
    assert all(f'Delete "{link}"' in removed for link, _ in links)
    assert all(":" not in link for link, _ in links)


def test_the_data_folder_the_installer_names_is_the_one_the_program_uses() -> None:
    from platformdirs.windows import Windows

    place = Windows("challenge-kiosk", appauthor=False)

    assert place.appname == "challenge-kiosk"
    assert r"AppData\Local\challenge-kiosk" in SOURCE
