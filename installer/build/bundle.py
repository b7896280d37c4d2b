"""What a bundle may hold, and the proofs that what was built is that and nothing else.

The rules it guards: a bundle is the same from whichever machine it was built on, so what may come along is
listed here by name and nothing else does; it starts on Ubuntu 22.04 and Debian 12 and later, so nothing in it
asks for a newer C library; and everything in it carries its licence. Standard library only.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from installer.script import CLONE, CannotGoOn

QT_MODULES = frozenset(
    ("Core", "DBus", "Gui", "Widgets", "PrintSupport", "XcbQpa", "WaylandClient", "WlShellIntegration")
)
QT_BINDINGS = frozenset(["QtCore", "QtDBus", "QtGui", "QtWidgets", "QtPrintSupport", "Shiboken"])
PLUGINS = re.compile(
    r"plugins/(platforms/(lib)?q(xcb|offscreen|wayland|windows|cocoa)"
    r"|platforminputcontexts/.*compose|printsupport/"
    r"|wayland-shell-integration/.*(xdg-shell|fullscreen)|styles/.*(windows|mac))",
)
# Of the system's libraries only those that a plain desktop may lack, and those that Python is linked against.
# The rest (X, fonts, C and C++ themselves) must fit the machine the bundle runs on, so they are its own.
SYSTEM_LIBRARIES = re.compile(
    r"lib(python3|crypto|ssl|ffi|sqlite3|z|lzma|bz2|uuid|pyside6|shiboken6|icu(data|i18n|uc)"
    r"|xcb-(cursor|icccm|image|keysyms|randr|render|render-util|shape|shm|sync|util|xfixes|xkb)"
    r"|xkbcommon(-x11)?)\.(abi3\.)?(so|[\d.]+so)",
)
# What PostgreSQL's own library brings along in its wheel, under names of its own; only `kiosk hub` loads it.
HUB_LIBRARIES = "psycopg_binary.libs/"
HUB_PACKAGES = ("psycopg", "psycopg-binary")
NEWEST_GLIBC = (2, 35)
LARGEST_MB = 130
_LIBRARY = re.compile(r"(^|/)lib[^/]*\.so(\.[\d.]+)?$")
_QT_LIBRARY = re.compile(r"(?:^|/)(?:libQt6(\w+)\.so|Qt6(\w+)\.dll|Qt(\w+)\.framework/)")
_QT_BINDING = re.compile(r"PySide6/(Qt(?!6)\w+)\.")
_NEVER = re.compile(
    r"PySide6/(Qt/)?(translations|qml|metatypes|include|typesystems)/|/\.git|PySide6/opengl32sw\.dll"
)


def wanted(name: str, linux: bool = sys.platform.startswith("linux")) -> bool:
    """Whether the file *name* of what PyInstaller gathered goes into the bundle."""
    path = name.replace("\\", "/")
    if _NEVER.search(path):
        return False
    if "/plugins/" in path and "PySide6" in path:
        return bool(PLUGINS.search(path))
    if found := _QT_BINDING.search(path):
        return found[1] in QT_BINDINGS
    if found := _QT_LIBRARY.search(path):
        return found[found.lastindex or 0] in QT_MODULES
    if linux and _LIBRARY.search(path) and "/lib-dynload/" not in path and HUB_LIBRARIES not in path:
        return bool(SYSTEM_LIBRARIES.search(path.rpartition("/")[2]))
    return True


# ---- what was built ----------------------------------------------------------------------------------------


def size_mb(folder: Path) -> float:
    """What the files in *folder* hold, in millions of bytes; links count for nothing."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def shared_objects(folder: Path) -> list[Path]:
    return sorted(
        file for file in folder.rglob("*") if re.search(r"\.so(\.|$)", file.name) and not file.is_symlink()
    )


def uninvited(files: Iterable[str]) -> list[str]:
    """Those of *files* that have no business in a bundle."""
    return [name for name in files if not wanted(name, linux=True)]


def qt_modules(folder: Path) -> set[str]:
    """The modules of Qt that lie in *folder*."""
    return {found[1] for file in shared_objects(folder) if (found := _QT_LIBRARY.search(file.name))}


def glibc_versions(symbols: str) -> Iterator[tuple[int, ...]]:
    """The versions of the C library that *symbols*, as objdump lists them, ask for."""
    for found in re.findall(r"GLIBC_(\d+(?:\.\d+)+)", symbols):
        yield tuple(int(part) for part in found.split("."))


def newest_glibc(folder: Path) -> tuple[tuple[int, ...], str]:
    """The newest C library that anything in *folder* asks for, and which file does."""
    newest: tuple[tuple[int, ...], str] = ((0,), "")
    for file in (*shared_objects(folder), folder / "kiosk"):
        listed = subprocess.run(["objdump", "-T", str(file)], capture_output=True, text=True, check=False)
        newest = max(newest, (max(glibc_versions(listed.stdout), default=(0,)), file.name))
    return newest


def check_bundle(folder: Path) -> list[str]:
    """What is wrong with the bundle in *folder*, a sentence each; nothing if all is well."""
    names = [file.relative_to(folder).as_posix() for file in shared_objects(folder)]
    said = [f"{name} has no business in the bundle." for name in uninvited(names)]
    if missing := QT_MODULES - qt_modules(folder):
        said.append(f"Qt's {', '.join(sorted(missing))} did not come along.")
    asked, by = newest_glibc(folder)
    if asked > NEWEST_GLIBC:
        said.append(f"{by} asks for glibc {'.'.join(map(str, asked))}; Ubuntu 22.04 has 2.35.")
    return said + too_large(folder)


def too_large(folder: Path) -> list[str]:
    size = size_mb(folder)
    return [f"It holds {size:.0f} MB; {LARGEST_MB} are the most."] if size > LARGEST_MB else []


# ---- licences ----------------------------------------------------------------------------------------------


def pinned(requirements: str) -> list[str]:
    """The names of the packages that a pinned *requirements* file holds, of this system."""
    lines = re.findall(r"^([A-Za-z0-9_.-]+)==\S+([^\n\\]*)", requirements, re.MULTILINE)
    return [name for name, marker in lines if "sys_platform" not in marker or sys.platform in marker]


def licence_files(package: Distribution) -> list[Path]:
    """The files in which *package* states its terms."""
    named = re.compile(r"(^|/)(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
    return [
        Path(str(package.locate_file(file)))
        for file in package.files or ()
        if ".dist-info/" in str(file) and named.search(str(file))
    ]


def write_licences(folder: Path, root: Path) -> int:
    """Put the terms of everything in the bundle into *folder*/licences; how many packages there are."""
    into = folder / "licences"
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir()
    shutil.copyfile(root / "LICENSE.md", into / "challenge-kiosk.md")
    for text in sorted(
        (root / "installer" / "build" / "licences").iterdir()
    ):  # Qt's, which its wheel only names
        shutil.copyfile(text, into / text.name)
    for place in (Path("lib", f"python3.{sys.version_info.minor}"), Path()):  # Windows keeps it at the top
        if (python := Path(sys.base_prefix) / place / "LICENSE.txt").exists():
            shutil.copyfile(python, into / "python.txt")
    for library, terms in system_terms(folder):
        shutil.copyfile(terms, into / f"system-{library}.txt")
    names = [*pinned((root / "installer" / "requirements.txt").read_text(encoding="utf-8")), *HUB_PACKAGES]
    for name in names:
        package = distribution(name)
        terms = f"{name} {package.version}\n{_stated(package)}\n"
        texts = [file.read_text(encoding="utf-8", errors="replace") for file in licence_files(package)]
        (into / f"{name}.txt").write_text("\n".join([terms, *texts]), encoding="utf-8")
    return len(names)


def system_terms(folder: Path) -> Iterator[tuple[str, Path]]:
    """The Debian packages that the bundle's own copies of system libraries came from, and their terms."""
    if not shutil.which("dpkg-query"):
        return
    names = {file.name for file in shared_objects(folder) if SYSTEM_LIBRARIES.search(file.name)}
    of_hub = _owners(hub_libraries(folder), r"(-[\d.]+)?\.so(\.\d+)+")
    for package in sorted(_owners(names) | of_hub):
        if (terms := Path("/usr/share/doc", package, "copyright")).exists():
            yield package, terms


def hub_libraries(folder: Path) -> set[str]:
    """What came along with PostgreSQL's library, by the names these have on a system: libpq."""
    found = (file.name for file in shared_objects(folder) if file.parent.name == HUB_LIBRARIES.rstrip("/"))
    return {re.split(r"-[0-9a-f]{8}[.]", name)[0] for name in found}


def _owners(names: Iterable[str], ending: str = "") -> set[str]:
    """The Debian packages that the libraries *names* are of; *ending*: a pattern of what follows a name."""
    known = sorted(names)
    exact = re.compile(f"({'|'.join(map(re.escape, known))}){ending}")
    asked = ["dpkg-query", "-S", *(f"*/{name}{'*' if ending else ''}" for name in known)]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout if known else ""
    lines = told.splitlines()
    return {line.partition(":")[0] for line in lines if exact.fullmatch(line.rpartition("/")[2])}


def _stated(package: Distribution) -> str:
    """What *package* says of its terms in its own description."""
    keys = ("License-Expression", "License", "Home-page")
    stated = [f"{key}: {package.metadata[key]}" for key in keys if package.metadata[key]]
    classified = [
        line for line in package.metadata.get_all("Classifier") or () if line.startswith("License ::")
    ]
    return "\n".join([*stated, *classified])


def finish(folder: Path, root: Path) -> None:
    """Complete the bundle in *folder* and look at it; CannotGoOn names all that is wrong."""
    write_licences(folder, root)
    if wrong := check_bundle(folder) if sys.platform.startswith("linux") else too_large(folder):
        raise CannotGoOn("The bundle is not as it should be:\n" + "\n".join(wrong))


if __name__ == "__main__":
    # By the environment's Python: only there the packages are installed whose licences are wanted.
    try:
        finish(Path(sys.argv[1]), CLONE)
    except CannotGoOn as sentence:
        print(sentence, file=sys.stderr)
        sys.exit(1)
