"""A print server of its own: a real cupsd on a socket in a folder, with raw queues that print into files.

What comes out of a queue is byte for byte what the program handed to the system's printing.
"""

import os
import shutil
import subprocess
from pathlib import Path

from tests.support.screen import until

LISTENING = """Listen {socket}
Browsing Off
WebInterface No
DefaultAuthType None
LogLevel warn
<Location />
  Order allow,deny
  Allow all
</Location>
<Policy default>
  <Limit All>
    Order deny,allow
    Allow all
  </Limit>
</Policy>
"""
FILES = """ServerRoot {root}
ServerBin {root}/bin
StateDir {root}/state
CacheDir {root}/cache
RequestRoot {root}/spool
TempDir {root}/spool/tmp
AccessLog {root}/access
ErrorLog {root}/errors
PageLog {root}/pages
User {user}
Group {group}
SystemGroup root
"""

# The printer at the end of a queue: what reaches it is kept, whole or not at all.
BACKEND = """#!/bin/sh
[ $# -ge 5 ] || exit 0
out="${DEVICE_URI#tofile:}"
cat ${6:+"$6"} > "$out.part" && chmod 644 "$out.part" && mv "$out.part" "$out"
"""


class PrintServer:
    """cupsd in *folder*, until `end`; its environment is all that a client must be given."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("cupsd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        assert program, "cupsd is missing: install cups-daemon and cups-client"
        self.folder, self.socket = folder, folder / "cups.sock"
        for place in ("state", "cache", "spool/tmp", "ppd", "bin/backend"):
            (folder / place).mkdir(parents=True)
        user, group = ("lp", "lp") if os.geteuid() == 0 else (str(os.getuid()), str(os.getgid()))
        if os.geteuid() == 0:  # it prints as a user without rights
            folder.chmod(0o777)
        (folder / "bin/daemon").symlink_to("/usr/lib/cups/daemon")  # where its own helpers are
        backend = folder / "bin/backend/tofile"
        backend.write_text(BACKEND)
        backend.chmod(0o755)
        listening, files = folder / "listen.conf", folder / "files.conf"
        listening.write_text(LISTENING.format(socket=self.socket))
        files.write_text(FILES.format(root=folder, user=user, group=group))
        self._process = subprocess.Popen([program, "-f", "-c", str(listening), "-s", str(files)])
        until(lambda: self._process.poll() is not None or self._answers(), "the print server")
        assert self._process.poll() is None, (folder / "errors").read_text()

    @property
    def env(self) -> dict[str, str]:
        return {"CUPS_SERVER": str(self.socket)}

    def queue(self, name: str, *, usual: bool = False) -> Path:
        """A printer called *name*; the file that holds what it printed last."""
        out = self.folder / "paper" / f"{name}.out"
        out.parent.mkdir(exist_ok=True)
        out.parent.chmod(0o777)
        self._admin("-p", name, "-E", "-v", f"tofile:{out}", "-m", "raw")
        if usual:
            self._admin("-d", name)
        return out

    def refuse(self, name: str) -> None:
        """*name* takes no more jobs."""
        command = [shutil.which("cupsreject", path=_PATH) or "cupsreject", name]
        subprocess.run(command, check=True, env=os.environ | self.env, capture_output=True, timeout=120)

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(20)

    def _admin(self, *arguments: str) -> None:
        command = [shutil.which("lpadmin", path=_PATH) or "lpadmin", *arguments]
        subprocess.run(command, check=True, env=os.environ | self.env, capture_output=True, timeout=120)

    def _answers(self) -> bool:
        command = ["lpstat", "-r"]
        told = subprocess.run(command, env=os.environ | self.env, capture_output=True, text=True, timeout=120)
        return "is running" in told.stdout


_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"
