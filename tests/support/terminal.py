"""A command on a pseudo-terminal: somebody who types there, or reads there."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def typed_at_terminal(folder: Path, *args: str, answers: tuple[str, ...]) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command on *folder* whose questions somebody answers
    at a keyboard, one by one."""
    import pty

    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("KIOSK_")}
    said = b""
    with subprocess.Popen(
        [sys.executable, "-m", "kiosk", "--data", str(folder), *args],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # what is read ahead here, `communicate` would not see
        cwd=ROOT,
        env=environment,
        start_new_session=True,
    ) as process:
        for answer in answers:
            said += _until_asked(process.stderr)
            os.write(ours, f"{answer}\n".encode())
        out, rest = process.communicate(timeout=120)
    os.close(theirs)
    os.close(ours)
    return process.returncode, out.decode(), (said + rest).decode()


def _until_asked(stream) -> bytes:
    """What was said up to the next question; a program that ends instead is told by the empty read."""
    said = b""
    while not said.endswith(b": ") and (one := stream.read(1)):
        said += one
    return said


def shown_on_terminal(*args: str, columns: int = 80, **env: str) -> tuple[int, list[str]]:
    """Exit code of a command, and the lines it shows on a terminal of that width."""
    import pty

    ours, theirs = pty.openpty()
    given = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm", **env}
    with subprocess.Popen(
        [sys.executable, "-m", "kiosk", *args], stdout=theirs, stderr=theirs, cwd=ROOT, env=given
    ) as process:
        os.close(theirs)
        shown = b""
        while piece := _read(ours):
            shown += piece
    os.close(ours)
    return process.returncode, shown.decode().replace("\r\n", "\n").splitlines()


def _read(ours: int) -> bytes:
    try:
        return os.read(ours, 4096)
    except OSError:  # the other end was closed
        return b""
