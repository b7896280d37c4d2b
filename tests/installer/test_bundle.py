"""What may be in a bundle: by name, so that it does not differ from machine to machine."""

from importlib.metadata import distribution
from pathlib import Path

import pytest

from installer.build import bundle
from installer.script import CannotGoOn

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/lib/libQt6Core.so.6",
        "PySide6/Qt/lib/libQt6PrintSupport.so.6",
        "PySide6/QtWidgets.abi3.so",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/lib/libicudata.so.73",
        "libpyside6.abi3.so.6.11",
        "libpython3.11.so.1.0",
        "psycopg_binary.libs/libpq-e9b5c9ac.so.5.18",
        "libxcb-cursor.so.0",
        "libxkbcommon-x11.so.0",
        "python3.11/lib-dynload/_sqlite3.cpython-311-x86_64-linux-gnu.so",
        "_cffi_backend.cpython-311-x86_64-linux-gnu.so",
        "resources/rulesets/wespa-5.1.toml",
    ],
)
def test_what_the_program_needs_comes_along(name: str) -> None:
    assert bundle.wanted(name, linux=True)


@pytest.mark.parametrize(
    "name",
    [
        "libgtk-3.so.0",
        "libpq.so.5",
        "libsome-new-accident.so.1",
        "libstdc++.so.6",
        "libfontconfig.so.1",
        "PySide6/Qt/lib/libQt6Network.so.6",
        "PySide6/Qt/lib/libQt6EglFsKmsSupport.so.6",
        "PySide6/QtNetwork.abi3.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "lexicons/.gitattributes",
    ],
)
def test_what_only_the_build_machine_has_stays_out(name: str) -> None:
    assert not bundle.wanted(name, linux=True)


def test_a_folder_with_an_accident_in_it_is_no_bundle(tmp_path: Path) -> None:
    for module in bundle.QT_MODULES:
        (tmp_path / f"libQt6{module}.so.6").touch()
    (tmp_path / "libgtk-3.so.0").touch()

    said = bundle.check_bundle(tmp_path)

    assert said == ["libgtk-3.so.0 has no business in the bundle."]


def test_a_bundle_without_one_of_its_modules_of_qt_says_which(tmp_path: Path) -> None:
    for module in bundle.QT_MODULES - {"PrintSupport"}:
        (tmp_path / f"libQt6{module}.so.6").touch()

    assert bundle.check_bundle(tmp_path) == ["Qt's PrintSupport did not come along."]


def test_what_asks_for_a_newer_c_library_than_ubuntu_22_has_is_found() -> None:
    listed = "w DF *UND* 0 (GLIBC_2.2.5) free\n DF *UND* 0 (GLIBC_2.38) __isoc23_strtol\n (GLIBC_2.9) x"

    assert max(bundle.glibc_versions(listed)) == (2, 38) > bundle.NEWEST_GLIBC


def test_every_package_in_the_bundle_states_its_terms(tmp_path: Path) -> None:
    count = bundle.write_licences(tmp_path, ROOT)

    files = {file.name: file.read_text() for file in (tmp_path / "licences").iterdir()}
    assert count >= 10
    assert all(len(text) > 60 for text in files.values()), {name: len(text) for name, text in files.items()}
    assert "LGPL-3.0" in files["pyside6-essentials.txt"]
    assert "MIT" in files["challenge-kiosk.md"]


def test_licences_are_looked_for_where_packages_keep_them() -> None:
    [licence] = bundle.licence_files(distribution("click"))

    assert "Redistribution" in licence.read_text()


def test_a_bundle_that_is_not_as_it_should_be_is_not_given_out(tmp_path: Path) -> None:
    with pytest.raises(CannotGoOn, match="did not come along"):
        bundle.finish(tmp_path, ROOT)
