"""Change files of a machine so that all of it can be taken back.

The rule guarded here: what stood at a path is noted and kept before the path is touched, so an install that
is cut off at any point can be undone; undoing twice does no harm.
"""

import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from plan import Put

HOME = "var/lib/challenge-kiosk-session"
MANIFEST = f"{HOME}/manifest.json"
_FORMAT = 1


class Changes:
    """The changes made below *root*, as the manifest there lists them."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._manifest = root / MANIFEST
        self.state: dict[str, Any] = {"format": _FORMAT, "folders": [], "paths": [], "notes": {}}
        if self._manifest.exists():
            self.state = json.loads(self._manifest.read_text(encoding="utf-8"))
            if self.state.get("format") != _FORMAT:
                raise SystemExit(
                    f"{self._manifest} is of another version. Uninstall with that version first."
                )

    @property
    def is_installed(self) -> bool:
        return self._manifest.exists()

    def note(self, key: str, value: object) -> None:
        """Remember something besides files, durably: a former setting, an account that was made."""
        self.state["notes"][key] = value
        self._save()

    def put_all(self, puts: Iterable[Put]) -> None:
        """Put every file and link in place, keeping what stood there."""
        self._make_folder(self._root / HOME)
        self._save()
        for put in puts:
            path = self._root / put.path
            self._make_folder(path.parent)
            self._keep(put.path)
            self._remove(path)
            if put.target:
                path.symlink_to(put.target)
            else:
                path.write_text(put.text, encoding="utf-8")
                path.chmod(0o644)
                _sync(path)  # a power cut right after the install must not leave an empty unit

    def undo(self) -> None:
        """Give every path back as it was, then forget."""
        self.give_back()
        self.forget()

    def give_back(self) -> None:
        """Give every path back as it was; what was noted besides files is still known."""
        for entry in reversed(self.state["paths"]):
            self._give_back(entry)
        if self.is_installed:
            self.state["paths"] = []
            self._save()
        shutil.rmtree(self._root / HOME / "kept", ignore_errors=True)
        for folder in reversed(self.state["folders"]):
            self._remove_empty(folder)
        if self.is_installed:
            self.state["folders"] = [each for each in self.state["folders"] if (self._root / each).is_dir()]
            self._save()

    def forget(self) -> None:
        """The last thing: nothing tells any more that we were here."""
        self._manifest.unlink(missing_ok=True)
        self._manifest.with_suffix(".new").unlink(missing_ok=True)
        # an install cut off before its first note has made this folder and no more
        for folder in (*reversed(self.state["folders"]), HOME):
            self._remove_empty(folder)

    def _remove_empty(self, folder: str) -> None:
        path = self._root / folder
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()

    def _make_folder(self, folder: Path) -> None:
        missing = [each for each in (folder, *folder.parents) if not each.exists() and each != self._root]
        for each in reversed(missing):
            # The manifest's own folder cannot be noted before it exists; it is noted right after.
            if each.is_relative_to(self._root / HOME) or not (self._root / HOME).is_dir():
                each.mkdir()
                self.state["folders"].append(str(each.relative_to(self._root)))
            else:
                self.state["folders"].append(str(each.relative_to(self._root)))
                self._save()
                each.mkdir()

    def _keep(self, relative: str) -> None:
        if any(entry["path"] == relative for entry in self.state["paths"]):
            return  # noted by an install that was cut off: that note holds the machine's own state
        path = self._root / relative
        entry: dict[str, Any] = {"path": relative, "was": "absent"}
        if path.is_symlink():
            entry |= {"was": "link", "target": str(path.readlink())}
        elif path.exists():
            kept = self._root / HOME / "kept" / f"{len(self.state['paths'])}"
            self._make_folder(kept.parent)
            shutil.copy2(path, kept)
            _sync(kept)
            about = path.stat()
            entry |= {"was": "file", "kept": kept.name, "owner": [about.st_uid, about.st_gid]}
        self.state["paths"].append(entry)
        self._save()

    def _give_back(self, entry: dict[str, Any]) -> None:
        path = self._root / entry["path"]
        if entry["was"] == "file":
            kept = self._root / HOME / "kept" / entry["kept"]
            if kept.exists():
                self._remove(path)
                shutil.copy2(kept, path)
                os.chown(path, *entry["owner"])
            return
        self._remove(path)
        if entry["was"] == "link":
            path.symlink_to(entry["target"])

    def _remove(self, path: Path) -> None:
        if path.is_symlink() or path.is_file():
            path.unlink()

    def _save(self) -> None:
        fresh = self._manifest.with_suffix(".new")
        fresh.write_text(json.dumps(self.state, indent=1), encoding="utf-8")
        _sync(fresh)
        fresh.replace(self._manifest)
        _sync(self._manifest.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
