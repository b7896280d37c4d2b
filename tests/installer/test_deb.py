"""The Debian packages: what is in them and what they say, without building one."""

import re
import subprocess
from pathlib import Path

import click
import pytest

from installer.build.deb import build, man, texts
from kiosk import RELEASED, __version__
from kiosk.cli.main import COMMANDS, kiosk

ROOT = Path(__file__).resolve().parents[2]
SAID = {"man": b".TH KIOSK 1", "bash": b"complete", "zsh": b"compdef", "fish": b"complete"}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> build.Package:
    bundle = tmp_path / "dist" / "kiosk"
    bundle.mkdir(parents=True)
    (bundle / "kiosk").write_bytes(b"\x7fELF")
    (bundle / "make-station.sh").write_text("#!/bin/sh\n")
    monkeypatch.setattr(build, "BUNDLE", bundle)
    return build.program_package(__version__, RELEASED, SAID)


def test_the_version_is_the_programs_own() -> None:
    source = (ROOT / "kiosk" / "__init__.py").read_text(encoding="utf-8")

    assert texts.read_version(source) == (__version__, RELEASED)


def test_every_menu_entry_starts_a_command_that_there_is() -> None:
    assert [entry.command for entry in texts.MENU if entry.command not in COMMANDS] == []


def test_a_package_holds_menu_icon_manual_completion_and_terms(package: build.Package) -> None:
    paths = set(package.files)

    assert {f"usr/share/applications/{entry.file}.desktop" for entry in texts.MENU} <= paths
    assert {
        "usr/share/icons/hicolor/scalable/apps/challenge-kiosk.svg",
        "usr/share/man/man1/kiosk.1.gz",
        "usr/share/bash-completion/completions/kiosk",
        "usr/share/doc/challenge-kiosk/copyright",
        "usr/share/doc/challenge-kiosk/changelog.gz",
    } <= paths
    assert package.links == {"usr/bin/kiosk": "../lib/challenge-kiosk/kiosk"}


def test_nothing_in_a_package_is_writable_for_others(package: build.Package, tmp_path: Path) -> None:
    build.lay_out(package, tmp_path / "root")

    modes = {
        path.relative_to(tmp_path / "root").as_posix(): path.stat().st_mode & 0o777
        for path in (tmp_path / "root").rglob("*")
        if path.is_file() and not path.is_symlink()
    }
    assert {path for path, mode in modes.items() if mode == 0o755} == {
        "usr/lib/challenge-kiosk/kiosk",
        "usr/lib/challenge-kiosk/make-station.sh",
        "DEBIAN/preinst",
        "DEBIAN/postrm",
    }
    assert set(modes.values()) == {0o755, 0o644}


def test_the_session_package_brings_the_whole_installer_and_what_it_needs() -> None:
    package = build.session_package(__version__, RELEASED)

    files = {path.removeprefix("usr/share/challenge-kiosk-session/") for path in package.files}
    assert {"install.py", "session.py", "plan.py", "files/challenge-kiosk.service"} <= files
    assert f"challenge-kiosk (= {__version__})" in package.control
    assert "cage" in package.control


@pytest.mark.parametrize("name", ["preinst", "postrm", "session-postinst", "session-prerm"])
def test_what_dpkg_runs_is_sound_shell(name: str) -> None:
    checked = subprocess.run(["sh", "-n", str(build.FILES / name)], capture_output=True, check=False)

    assert checked.returncode == 0, checked.stderr


def run_script(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = (build.FILES / name).read_text().replace("@VERSION@", "1.2.0")
    return subprocess.run(["sh", "-c", script, name, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("old", "code"), [("1.1.9", 0), ("1.2.0", 0), ("1.3.0", 1), ("2.0", 1)])
def test_an_older_version_is_refused_over_a_newer_one(old: str, code: int) -> None:
    done = run_script("preinst", "upgrade", old)

    assert done.returncode == code
    assert bool(done.stderr) == bool(code)


def test_a_fresh_install_is_never_refused() -> None:
    assert run_script("preinst", "install").returncode == 0


def test_every_command_is_in_the_manual_page() -> None:
    page = man.page(kiosk, __version__, RELEASED)

    for name in COMMANDS:
        command = kiosk.get_command(click.Context(kiosk), name)
        if command is not None and not command.hidden:
            assert re.search(rf"^\.SS kiosk {name.replace('-', '.*-')}\b", page, re.MULTILINE), name


def test_no_line_of_help_is_an_order_to_the_typesetter() -> None:
    @click.command(help="First.\n\n.PP not an order\n\n\\fB neither")
    def odd() -> None:
        """Unused."""

    page = man.page(click.Group("kiosk", {"odd": odd}, help="x"), "1", "2026-01-01")

    assert "\n.PP not" not in page
    assert "\\efB" in page
