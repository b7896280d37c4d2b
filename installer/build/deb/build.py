#!/usr/bin/env python3
"""Makes the Debian packages from the bundle in dist/: `python3 installer/dev.py package`.

Two of them: the program, and the kiosk session, which is installed only where a machine is to be a station
and nothing else. The rule guarded here: what is in a package is a value before it is a file, so that it can
be looked at without being built. Everything belongs to root; nothing is newer than the release.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from installer.build.deb import texts
from installer.linux.needs import SESSIONS
from installer.script import CLONE, CannotGoOn, end_with

FILES = Path(__file__).resolve().parent / "files"
BUNDLE = CLONE / "dist" / "kiosk"
LIBRARY = f"usr/lib/{texts.NAME}"
DOC = f"usr/share/doc/{texts.NAME}"
GUIDES = ("README.md", *(f"docs/{path.name}" for path in sorted((CLONE / "docs").glob("*.md"))))
# xz: lintian does not open zstd. Level 2 is quick, and costs 4 MB.
PACKED = ("-Zxz", "-z2", "--threads-max=1")
ICON_SIZES = (16, 32, 48, 64, 128, 256, 512)
SCRIPTS = (".sh", ".command")  # those that a roll-out starts with on the next laptop
COMPLETION = {
    "bash": "usr/share/bash-completion/completions/kiosk",
    "zsh": "usr/share/zsh/vendor-completions/_kiosk",
    "fish": "usr/share/fish/vendor_completions.d/kiosk.fish",
}


@dataclass(frozen=True)
class Package:
    """A package before it is built. *files*: content by path; *links*: target by path; *scripts*: those
    that dpkg runs. *tree*: a folder to copy, and where to."""

    name: str
    control: str
    architecture: str
    files: Mapping[str, bytes]
    links: Mapping[str, str]
    scripts: Mapping[str, str]
    tree: tuple[Path, str] | None = None


def program_package(version: str, released: str, said: Mapping[str, bytes]) -> Package:
    """The program. *said*: what only the program can say of itself: its manual page and completions."""
    architecture = _architecture()
    icons = CLONE / "resources" / "icon"
    files = {
        **{
            f"usr/share/applications/{one.file}.desktop": texts.desktop_entry(one).encode()
            for one in texts.MENU
        },
        "usr/share/icons/hicolor/scalable/apps/challenge-kiosk.svg": (
            icons / "challenge-kiosk.svg"
        ).read_bytes(),
        **{
            f"usr/share/icons/hicolor/{size}x{size}/apps/challenge-kiosk.png": (
                icons / f"challenge-kiosk-{size}.png"
            ).read_bytes()
            for size in ICON_SIZES
        },
        "usr/share/man/man1/kiosk.1.gz": packed(said["man"]),
        **{path: said[shell] for shell, path in COMPLETION.items() if said.get(shell)},
        f"{DOC}/copyright": texts.copyright_file((CLONE / "LICENSE.md").read_text(encoding="utf-8")).encode(),
        f"{DOC}/changelog.gz": packed(texts.changelog(version, released).encode()),
        **{
            f"{DOC}/{name}": (CLONE / name).read_bytes()
            for name in (*GUIDES, "CHANGELOG.md")
            if (CLONE / name).exists()
        },
        f"usr/share/lintian/overrides/{texts.NAME}": (FILES / "lintian-overrides").read_bytes(),
    }
    return Package(
        texts.NAME,
        texts.control(version, architecture, _kilobytes(BUNDLE, files.values())),
        architecture,
        files,
        {"usr/bin/kiosk": f"../lib/{texts.NAME}/kiosk"},
        {name: _script(name, version) for name in ("preinst", "postrm")},
        (BUNDLE, LIBRARY),
    )


def session_package(version: str, released: str) -> Package:
    """The kiosk session: the installer of installer/linux, run by dpkg."""
    name, source = texts.SESSION, CLONE / "installer" / "linux"
    found = [*source.glob("*.py"), *(source / "files").iterdir()]
    files = {f"usr/share/{name}/{file.relative_to(source)}": file.read_bytes() for file in sorted(found)}
    files |= {
        f"usr/share/doc/{name}/copyright": texts.copyright_file(
            (CLONE / "LICENSE.md").read_text(encoding="utf-8")
        ).encode(),
        f"usr/share/doc/{name}/changelog.gz": packed(texts.changelog(version, released, name).encode()),
    }
    scripts = {what: _script(f"session-{what}", version) for what in ("postinst", "prerm")}
    return Package(name, texts.session_control(version, SESSIONS["cage"]), "all", files, {}, scripts)


def packed(content: bytes) -> bytes:
    """*content* compressed, the same each time."""
    return gzip.compress(content, 9, mtime=0)


def _script(name: str, version: str) -> str:
    return (FILES / name).read_text(encoding="utf-8").replace("@VERSION@", version)


def _kilobytes(folder: Path, contents: Iterable[bytes]) -> int:
    sizes = [file.lstat().st_size for file in folder.rglob("*") if file.is_file()]
    return (sum(sizes) + sum(map(len, contents))) // 1024


def _architecture() -> str:
    asked = ["dpkg", "--print-architecture"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


# ---- building ----------------------------------------------------------------------------------------------


def build(package: Package, version: str, released: str, into: Path) -> Path:
    """The .deb of *package* in the folder *into*."""
    made = into / f"{package.name}_{version}_{package.architecture}.deb"
    with tempfile.TemporaryDirectory(prefix="kiosk-deb-") as passing:
        root = Path(passing, "root")
        lay_out(package, root)
        day = datetime.fromisoformat(released).replace(tzinfo=UTC).timestamp()
        for path in (root, *root.rglob("*")):
            os.utime(path, (day, day), follow_symlinks=False)
        command = ["dpkg-deb", "--root-owner-group", *PACKED, "--build", str(root), str(made)]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(int(day))},
        )
    if done.returncode:
        raise CannotGoOn(f"{made.name} could not be built: {done.stderr.strip()[-600:]}")
    return made


def lay_out(package: Package, root: Path) -> None:
    """Write *package* as a folder that dpkg-deb takes."""
    root.mkdir(mode=0o755)
    if package.tree is not None:
        source, place = package.tree
        shutil.copytree(source, root / place, symlinks=True)
    for path, content in package.files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    for path, goal in package.links.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).symlink_to(goal)
    _set_rights(root, package)
    _write_control(root, package)


def _set_rights(root: Path, package: Package) -> None:
    program = root / LIBRARY / "kiosk"
    for path in root.rglob("*"):
        if not path.is_symlink():
            runs = path == program or path.suffix in SCRIPTS
            path.chmod(0o755 if path.is_dir() or runs else 0o644)


def _write_control(root: Path, package: Package) -> None:
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}" for path in files]  # noqa: S324 - dpkg's own check for damage
    folder = root / "DEBIAN"
    folder.mkdir(mode=0o755)
    (folder / "control").write_text(package.control, encoding="utf-8")
    (folder / "md5sums").write_text("\n".join(sums) + "\n", encoding="utf-8")
    for name, text in package.scripts.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)


def said_by_program(python: Path) -> dict[str, bytes]:
    """The manual page and the completions, as the program in this clone says them."""
    said = {"man": _output([str(python), "-m", "installer.build.deb.man"])}
    for shell in COMPLETION:
        said[shell] = _output([str(BUNDLE / "kiosk")], {"_KIOSK_COMPLETE": f"{shell}_source"})
    return said


def _output(command: list[str], more: Mapping[str, str] = {}) -> bytes:
    environment = {**os.environ, "PYTHONPATH": str(CLONE), **more}
    done = subprocess.run(command, capture_output=True, cwd=CLONE, env=environment, check=False)
    if done.returncode:
        raise CannotGoOn(f"{command[-1]} did not say what it should: {done.stderr.decode()[-400:]}")
    return done.stdout


def main() -> int:
    if not BUNDLE.exists():
        raise CannotGoOn("There is no bundle in dist/. Build it first: python3 installer/dev.py build")
    version, released = texts.read_version((CLONE / "kiosk" / "__init__.py").read_text(encoding="utf-8"))
    packages = (
        program_package(version, released, said_by_program(Path(sys.executable))),
        session_package(version, released),
    )
    for package in packages:
        made = build(package, version, released, CLONE / "dist")
        print(f"Built {made.relative_to(CLONE)}, {made.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    end_with(main)
