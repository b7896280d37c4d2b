"""What a screen reader finds and hears: AT-SPI buses of their own, asked as a reader asks them."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtDBus import QDBusConnection, QDBusInterface, QDBusMessage

from tests.support.screen import PATIENCE_S, until

ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"
SHOWING = 1 << 25  # of the states of AT-SPI
HEARD = ("object:announcement", "object:property-change")


class Found(NamedTuple):
    """One thing in the tree: its role, as AT-SPI names it, what it says, and how deep it lies."""

    role: str
    name: str
    depth: int


class ScreenReader:
    """*env*: what a program needs in its environment to be found. Use it before that program starts."""

    def __init__(self) -> None:
        self._room = Path(tempfile.mkdtemp(prefix="kiosk-reader-"))
        self.env = {
            "XDG_RUNTIME_DIR": str(self._room),
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self._room / 'bus'}",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
        self._daemon = self._started("dbus-daemon", "--session", "--nofork", "--address", self._session)
        until((self._room / "bus").exists, "the session bus")
        (self._bus,) = self._call(
            self._session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"
        )
        self._heard = self._room / "heard"
        self._monitor = self._started(
            "busctl", f"--address={self._bus}", "--json=short", "monitor", out=self._heard
        )
        until(lambda: self._listening().isConnected(), "the accessibility bus")

    @property
    def _session(self) -> str:
        return self.env["DBUS_SESSION_BUS_ADDRESS"]

    def _started(self, *command: str, out: Path | None = None) -> subprocess.Popen[bytes]:
        with (out or Path(os.devnull)).open("wb") as into:
            return subprocess.Popen(
                command, env={**os.environ, **self.env}, stdout=into, stderr=subprocess.DEVNULL
            )

    def _listening(self) -> QDBusConnection:
        """A connection that stays: the registry forgets whoever leaves, and then nobody tells anything."""
        connection = QDBusConnection.connectToBus(self._bus, self._bus)
        name = "org.a11y.atspi.Registry"
        registry = QDBusInterface(name, "/org/a11y/atspi/registry", name, connection)
        for event in HEARD:
            assert registry.call("RegisterEvent", event).type() is QDBusMessage.MessageType.ReplyMessage
        return connection

    def close(self) -> None:
        QDBusConnection.disconnectFromBus(self._bus)
        for process in (self._monitor, self._daemon):
            process.kill()
            process.wait()
        shutil.rmtree(self._room, ignore_errors=True)

    # --- what it finds ------------------------------------------------------------------------------------

    def tree(self, pid: int, closed: frozenset[str] = frozenset()) -> list[Found]:
        """All that the program *pid* shows to readers, in the order in which they come upon it; what is in
        things of the roles *closed* is left out."""
        names = [one for one in self._asked(self._bus, "list") if one.get("pid") == pid]
        return list(self._below(names[0]["name"], ROOT, 0, closed)) if names else []

    def _below(self, name: str, path: str, depth: int, closed: frozenset[str]) -> Iterator[Found]:
        try:
            (role,) = self._call(self._bus, name, path, ACCESSIBLE, "GetRoleName")
            said = self._asked(self._bus, "get-property", name, path, ACCESSIBLE, "Name")
            children = (
                () if role in closed else self._call(self._bus, name, path, ACCESSIBLE, "GetChildren")[0]
            )
        except subprocess.CalledProcessError:
            return  # it has gone since: a page may be filled while it is read
        yield Found(role, said["data"], depth)
        for other, child in children:
            yield from self._below(other, child, depth + 1, closed)

    def on_show(self, pid: int) -> list[str]:
        """The names of all that can be seen of the program *pid*."""
        names = [one for one in self._asked(self._bus, "list") if one.get("pid") == pid]
        return list(self._seen(names[0]["name"], ROOT)) if names else []

    def _seen(self, name: str, path: str) -> Iterator[str]:
        try:
            ((low, _),) = self._call(self._bus, name, path, ACCESSIBLE, "GetState")
            if path != ROOT and not low & SHOWING:
                return
            said = self._asked(self._bus, "get-property", name, path, ACCESSIBLE, "Name")["data"]
            children = self._call(self._bus, name, path, ACCESSIBLE, "GetChildren")[0]
        except subprocess.CalledProcessError:
            return  # it has gone since
        if said:
            yield said
        for other, child in children:
            yield from self._seen(other, child)

    # --- what it hears ------------------------------------------------------------------------------------

    def announcements(self) -> list[str]:
        """All that was said of its own accord, in order."""
        lines = self._heard.read_text().splitlines()
        signals = [json.loads(line) for line in lines if line.endswith("}") and '"Announcement"' in line]
        return [signal["payload"]["data"][3]["data"] for signal in signals]

    # --- the bus ------------------------------------------------------------------------------------------

    def _call(self, address: str, *of: str) -> Any:
        return self._asked(address, "call", *of)["data"]

    def _asked(self, address: str, *question: str) -> Any:
        done = subprocess.run(
            ["busctl", f"--address={address}", "--json=short", *question],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=True,
        )
        return json.loads(done.stdout)
