"""What the program is called on Windows and on a Mac, and the files that say so."""

import plistlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import kiosk
from installer import dev
from installer.build import bundle, identity

ROOT = Path(__file__).resolve().parents[2]
SPEC = (ROOT / "installer" / "build" / "kiosk.spec").read_text(encoding="utf-8")
DMG = ROOT / "installer" / "build" / "macos" / "make_dmg.sh"
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "build.yml").read_text(encoding="utf-8"))


def test_the_version_has_one_source() -> None:
    assert identity.version() == kiosk.__version__


@pytest.mark.parametrize(
    ("version", "expected"), [("0.1.0", (0, 1, 0, 0)), ("1.2", (1, 2, 0, 0)), ("2.0.1rc3", (2, 0, 1, 0))]
)
def test_windows_counts_a_version_by_four_numbers(version: str, expected: tuple[int, ...]) -> None:
    assert identity.four_numbers(version) == expected


def test_what_a_mac_is_told_is_a_property_list_with_name_version_and_oldest_system() -> None:
    told = plistlib.loads(plistlib.dumps(identity.info_plist("1.2.3rc1")))

    assert (told["CFBundleShortVersionString"], told["CFBundleVersion"]) == ("1.2.3rc1", "1.2.3")
    assert re.fullmatch(r"[A-Za-z0-9.-]+", told["CFBundleIdentifier"])
    assert re.fullmatch(r"\d+\.\d+", told["LSMinimumSystemVersion"])
    assert told["NSHighResolutionCapable"] is True


def test_a_mac_may_not_end_the_program_behind_its_back_and_is_asked_for_no_rights() -> None:
    told = identity.info_plist("1.2.3")

    assert told["NSSupportsAutomaticTermination"] is False
    assert told["NSSupportsSuddenTermination"] is False
    assert [key for key in told if key.endswith("UsageDescription")] == []


def test_what_windows_shows_under_details_is_an_expression_with_the_version_in_it() -> None:
    text = identity.windows_version("1.2.3")

    compile(text, "version.txt", "eval")
    assert "filevers=(1, 2, 3, 0)" in text
    assert "StringStruct('ProductVersion', '1.2.3')" in text


def test_the_spec_takes_name_icon_and_version_from_there() -> None:
    for said in (
        "identity.info_plist",
        "identity.windows_version",
        "challenge-kiosk.icns",
        "challenge-kiosk.ico",
    ):
        assert said in SPEC
    assert kiosk.__version__ not in SPEC


@pytest.mark.skipif(not shutil.which("sh"), reason="needs a shell")
def test_the_script_for_the_disk_image_is_a_shell_script_that_finds_the_version() -> None:
    text = DMG.read_text(encoding="utf-8")

    assert subprocess.run(["sh", "-n", str(DMG)], check=False).returncode == 0
    asked = re.search(r"^version=\$\((.+)\)$", text, re.MULTILINE)
    assert asked is not None
    told = subprocess.run(["sh", "-c", asked[1]], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.strip() == kiosk.__version__
    assert f'app="dist/{identity.TITLE}.app"' in text


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac may have one")
def test_without_an_app_there_is_no_disk_image(tmp_path: Path) -> None:
    place = tmp_path / "installer" / "build" / "macos"
    place.mkdir(parents=True)
    shutil.copy(DMG, place)
    (tmp_path / "kiosk").mkdir()
    shutil.copy(ROOT / "kiosk" / "__init__.py", tmp_path / "kiosk")

    done = subprocess.run(["sh", str(place / DMG.name)], capture_output=True, text=True, check=False)

    assert (done.returncode, "There is no app in dist/" in done.stderr) == (1, True)


# ---- other systems' bundles --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "comes"),
    [
        ("PySide6/Qt6Core.dll", True),
        ("PySide6/Qt6PrintSupport.dll", True),
        ("PySide6\\plugins\\platforms\\qwindows.dll", True),
        ("PySide6/plugins/styles/qmodernwindowsstyle.dll", True),
        ("PySide6/Qt6Network.dll", False),
        ("PySide6/opengl32sw.dll", False),
        ("PySide6/translations/qtbase_de.qm", False),
        ("PySide6/Qt/lib/QtGui.framework/Versions/A/QtGui", True),
        ("PySide6/Qt/lib/QtPrintSupport.framework/Versions/A/QtPrintSupport", True),
        ("PySide6/Qt/lib/QtQml.framework/Versions/A/QtQml", False),
        ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", True),
        ("python311.dll", True),
    ],
)
def test_what_goes_into_a_bundle_for_windows_and_for_a_mac(name: str, comes: bool) -> None:
    assert bundle.wanted(name, linux=False) is comes


# ---- the workflow ------------------------------------------------------------------------------------------

STEPS = [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]


def test_every_command_of_the_workflow_is_a_verb_of_the_runner() -> None:
    commands = [step["run"] for step in STEPS if "run" in step]

    assert commands
    for command in commands:
        found = re.fullmatch(r"python3? installer/dev\.py (\w+)( .*)?", command)
        assert found is not None, command
        assert found[1] in dev.VERBS


def test_the_workflow_builds_on_three_systems_with_checksums_and_gives_the_results_out() -> None:
    job = WORKFLOW["jobs"]["package"]
    commands = " ".join(step.get("run", "") for step in job["steps"])

    assert {system.partition("-")[0] for system in job["strategy"]["matrix"]["system"]} == {
        "ubuntu",
        "windows",
        "macos",
    }
    assert all(f"dev.py {verb}" in commands for verb in ("package", "checksums"))
    assert "dist/SHA256SUMS" in job["steps"][-1]["with"]["path"]


def test_actions_are_pinned_by_major_version_and_no_registry_is_named() -> None:
    used = [step["uses"] for step in STEPS if "uses" in step]

    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", one) for one in used), used
    assert "http" not in str(WORKFLOW)


def test_checksums_are_written_as_sha256sum_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "challenge-kiosk_1.deb").write_bytes(b"a package")
    monkeypatch.setattr(dev, "ROOT", tmp_path)

    assert dev.checksums([]) == 0
    lines = (tmp_path / "dist" / "SHA256SUMS").read_text().splitlines()
    assert [re.fullmatch(r"[0-9a-f]{64}  challenge-kiosk_1\.deb", line) is not None for line in lines] == [
        True
    ]


def test_without_anything_to_give_out_there_are_no_checksums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path)

    with pytest.raises(dev.CannotGoOn, match=r"dev\.py package"):
        dev.checksums([])
