"""The Windows installer, run silently in wine: installed, upgraded, refused, removed. It needs wine, which
the suite does not bring, and is no proof of a real Windows."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from installer.build.windows import build
from tests.installer.windows.stand_in import FILES, stand_in
from tests.support.screen import Screen, until

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not (shutil.which("wine") and shutil.which("makensis")), reason="needs wine and nsis"),
]
REFUSED = 2
KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\ChallengeKiosk"


class WineMachine:
    """A Windows of wine's, with an account, and installers of two versions."""

    def __init__(self, folder: Path, screen: Screen) -> None:
        self.env = {
            **screen.env,
            "WINEPREFIX": str(folder / "prefix"),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
        }
        self.wine("wineboot", "-i")
        self.wine("winecfg", "-v", "win10")
        self.disk = folder / "prefix" / "drive_c"
        self.home = next(one for one in (self.disk / "users").iterdir() if one.name != "Public")
        tree = stand_in(folder / "tree")
        self.setups = {version: folder / f"{version}.exe" for version in ("1.0.0", "1.1.0")}
        for version, made in self.setups.items():
            build.build(tree, made, version, "amd64-unicode")
        self.noted = self._temporary()

    def wine(self, *command: str) -> int:
        return subprocess.run(
            ["wine", *command],
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=180,
            check=False,
        ).returncode

    def _temporary(self) -> Path:
        self.wine("cmd", "/c", "echo x > %TEMP%\\stand-in.here")
        return next(self.disk.rglob("stand-in.here")).parent

    def install(self, version: str, mode: str = "/CurrentUser") -> int:
        return self.wine(str(self.setups[version]), "/S", mode)

    def uninstall(self, where: Path) -> int:
        """`_?=` keeps it from running as a copy of itself, whose end nobody could wait for. It must not
        be put in quotes, so a batch file says it."""
        inside = "C:\\" + "\\".join(where.relative_to(self.disk).parts)
        batch = self.disk / "stand-in.bat"
        line = f'"{inside}\\uninstall.exe" /S {self.mode(where)} _?={inside}'
        batch.write_text(f"@{line}\r\n@exit %ERRORLEVEL%\r\n")
        return self.wine("cmd", "/c", "C:\\stand-in.bat")

    def mode(self, where: Path) -> str:
        return "/CurrentUser" if where.is_relative_to(self.home) else "/AllUsers"

    def version(self) -> str:
        asked = ["wine", "reg", "query", KEY, "/v", "DisplayVersion"]
        told = subprocess.run(asked, env=self.env, capture_output=True, text=True, check=False).stdout
        return told.split()[-1] if "DisplayVersion" in told else ""

    @property
    def own(self) -> Path:
        return self.home / "AppData" / "Local" / "Programs" / "Challenge Kiosk"

    @property
    def data(self) -> Path:
        return self.home / "AppData" / "Local" / "challenge-kiosk"


def files_of(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WineMachine]:
    screen = Screen(1024, 768)
    made = WineMachine(tmp_path_factory.mktemp("wine"), screen)
    yield made
    subprocess.run(["wineserver", "-k"], env=made.env, check=False) if shutil.which("wineserver") else None
    screen.close()


@pytest.fixture(autouse=True)
def nothing_installed(machine: WineMachine) -> None:
    for name in ("log", "refuse", "stay"):
        (machine.noted / f"stand-in.{name}").unlink(missing_ok=True)
    if (machine.own / "uninstall.exe").exists():
        machine.uninstall(machine.own)
    shutil.rmtree(machine.own, ignore_errors=True)
    shutil.rmtree(machine.data, ignore_errors=True)
    machine.wine("reg", "delete", KEY, "/f")
    (machine.noted / "stand-in.log").unlink(missing_ok=True)


def test_for_one_account_it_is_installed_with_a_menu_and_removed_without_a_trace(
    machine: WineMachine,
) -> None:
    before = files_of(machine.disk)

    installed = machine.install("1.0.0")
    there = files_of(machine.own)
    links = {link.stem for link in machine.home.rglob("*.lnk")}
    removed = machine.uninstall(machine.own)

    assert (installed, removed) == (0, 0)
    assert there == FILES | {"uninstall.exe"}
    assert {"Challenge Kiosk", "Challenge Kiosk - Director", "Challenge Kiosk - Practice"} <= links
    left = files_of(machine.disk) - before
    assert {name for name in left if "tand-in" not in name and "uninstall.exe" not in name} == set()


def test_for_all_accounts_it_goes_to_program_files(machine: WineMachine) -> None:
    place = machine.disk / "Program Files" / "Challenge Kiosk"

    assert machine.install("1.0.0", "/AllUsers") == 0
    assert files_of(place) == FILES | {"uninstall.exe"}
    assert machine.uninstall(place) == 0
    assert not (place / "kiosk.exe").exists()


def test_the_program_is_asked_to_give_back_before_it_goes(machine: WineMachine) -> None:
    machine.install("1.0.0")

    machine.uninstall(machine.own)

    assert (machine.noted / "stand-in.log").read_text() == "doctor --give-back\n"


def test_a_program_that_cannot_give_back_is_not_removed(machine: WineMachine) -> None:
    machine.install("1.0.0")
    (machine.noted / "stand-in.refuse").touch()

    assert machine.uninstall(machine.own) == REFUSED
    assert files_of(machine.own) == FILES | {"uninstall.exe"}
    assert machine.version() == "1.0.0"


def test_an_upgrade_keeps_data_and_whatever_somebody_put_beside_the_program(machine: WineMachine) -> None:
    machine.install("1.0.0")
    machine.data.mkdir(parents=True)
    (machine.data / "log.db").write_text("a log")
    (machine.own / "notes.txt").write_text("mine")

    assert machine.install("1.1.0") == 0
    assert machine.version() == "1.1.0"
    assert machine.uninstall(machine.own) == 0
    assert (machine.data / "log.db").read_text() == "a log"
    assert files_of(machine.own) - {"uninstall.exe"} == {"notes.txt"}  # run in place, it cannot remove itself


def test_a_downgrade_is_refused_and_changes_nothing(machine: WineMachine) -> None:
    machine.install("1.1.0")

    assert machine.install("1.0.0") == REFUSED
    assert machine.version() == "1.1.0"
    assert files_of(machine.own) == FILES | {"uninstall.exe"}


def test_an_older_program_for_one_account_is_refused_beside_a_newer_one_for_all(machine: WineMachine) -> None:
    assert machine.install("1.1.0", "/AllUsers") == 0
    everybody = machine.disk / "Program Files" / "Challenge Kiosk"

    assert machine.install("1.0.0", "/CurrentUser") == REFUSED

    assert not machine.own.exists()
    assert machine.uninstall(everybody) == 0
    assert machine.install("1.0.0", "/CurrentUser") == 0


def test_a_station_that_runs_is_neither_upgraded_nor_removed(machine: WineMachine) -> None:
    machine.install("1.0.0")
    (machine.noted / "stand-in.stay").touch()
    station = subprocess.Popen(["wine", str(machine.own / "kioskw.exe"), "station"], env=machine.env)
    try:
        until(lambda: (machine.noted / "stand-in.log").exists(), "the station")

        assert machine.install("1.1.0") == REFUSED
        assert machine.uninstall(machine.own) == REFUSED
        assert files_of(machine.own) == FILES | {"uninstall.exe"}
    finally:
        (machine.noted / "stand-in.stay").unlink()
        station.wait(120)


def test_a_station_of_another_account_that_was_cut_off_keeps_the_program(machine: WineMachine) -> None:
    """Its settings can be given back in that account only."""
    machine.install("1.0.0", "/AllUsers")
    place = machine.disk / "Program Files" / "Challenge Kiosk"
    other = machine.disk / "users" / "other" / "AppData" / "Local" / "challenge-kiosk"
    other.mkdir(parents=True)
    (other / "guards.json").write_text("{}")

    assert machine.uninstall(place) == REFUSED
    assert (place / "kiosk.exe").exists()

    (other / "guards.json").unlink()
    assert machine.uninstall(place) == 0
    assert other.is_dir()
