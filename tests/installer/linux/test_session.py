"""What stands between systemd and the screen: it ends what it began, and ends when nobody draws."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

LINUX = Path(__file__).resolve().parents[3] / "installer/linux"
sys.path.append(str(LINUX))

import session  # noqa: E402

# Like cage: starts what follows --, ends with it; *DEAF* does not hear SIGTERM.
CAGE = """
import os, signal, subprocess, sys
if os.environ.get("DEAF"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
client = subprocess.Popen(sys.argv[sys.argv.index("--") + 1:])
open("cage", "w").write(str(os.getpid()))
sys.exit(client.wait())
"""
# Like an X server: says its number, and stays.
X_SERVER = """
import os, signal, sys
os.write(int(sys.argv[sys.argv.index("-displayfd") + 1]), b"7\\n")
open("cage", "w").write(str(os.getpid()))
signal.pause()
"""
# Like supervisor and station: closes its log when it is asked to end.
STATION = """
import os, pathlib, signal, sys
def end(*_):
    alive = pathlib.Path(f"/proc/{cage}/cmdline").read_bytes()
    pathlib.Path("closed").write_text("cage is still there" if alive else "cage is gone")
    sys.exit(143)
signal.signal(signal.SIGTERM, signal.SIG_IGN if os.environ.get("DEAF") else end)
cage = os.getppid()
told = (str(os.getpid()), os.environ.get("DISPLAY", ""), os.environ["KIOSK_HEARTBEAT"])
pathlib.Path("station.new").write_text(" ".join(told))
pathlib.Path("station.new").rename("station")
while True:
    signal.pause()
"""


class Running:
    """A session with stand-ins for the screen and the station, in a folder of its own."""

    def __init__(
        self, folder: Path, *, screen: str = "cage", silent_s: float = 60, **environment: str
    ) -> None:
        self.folder = folder
        for name, text in {"cage": CAGE, "X": X_SERVER, "station.py": STATION}.items():
            (folder / "bin").mkdir(exist_ok=True)
            program = folder / "bin" / name
            program.write_text(f"#!{sys.executable}\n{textwrap.dedent(text)}")
            program.chmod(0o755)
        short = f"import session, sys; session.SILENT_S = {silent_s}; sys.exit(session.main())"
        station = [sys.executable, str(folder / "bin" / "station.py")]
        self.process = subprocess.Popen(
            [sys.executable, "-c", short, str(folder / "bin" / screen), "-d", "--", *station],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(LINUX), "RUNTIME_DIRECTORY": str(folder), **environment},
        )

    def told(self, name: str) -> list[str]:
        """What the stand-in wrote, once it has."""
        for _ in range(600):
            if (self.folder / name).exists() and (text := (self.folder / name).read_text()):
                return text.split(" ")
            time.sleep(0.05)
        raise AssertionError(f"{name} was never written")

    def is_gone(self, name: str) -> bool:
        return not Path(f"/proc/{self.told(name)[0]}").exists()


@pytest.fixture
def started(tmp_path):
    """Start a session; it is over when the test is."""
    made: list[Running] = []

    def start(**how) -> Running:
        made.append(Running(tmp_path, **how))
        return made[-1]

    yield start
    for each in made:
        each.process.terminate()  # a killed one would leave its screen and station behind
        each.process.wait(120)


@pytest.mark.parametrize("screen", ["cage", "X"])
def test_asked_to_stop_it_ends_the_station_first_and_leaves_nothing(started, screen):
    running = started(screen=screen)
    running.told("station")
    running.told("cage")

    running.process.send_signal(signal.SIGTERM)

    assert running.process.wait(120) == 0
    assert running.told("closed") == ["cage", "is", "still", "there"]
    assert running.is_gone("station")
    assert running.is_gone("cage")


def test_those_who_do_not_hear_are_killed(started):
    running = started(DEAF="1")
    running.told("station")

    running.process.send_signal(signal.SIGTERM)

    assert running.process.wait(120) == 0
    assert running.is_gone("station")
    assert running.is_gone("cage")


def test_a_session_without_a_sign_of_life_ends_so_that_systemd_begins_again(started):
    running = started(silent_s=1)

    assert running.process.wait(120) == 1
    assert running.is_gone("station")
    assert running.is_gone("cage")


def test_a_screen_that_ends_takes_the_station_with_it(started):
    running = started()
    running.told("station")

    os.kill(int(running.told("cage")[0]), signal.SIGKILL)

    assert running.process.wait(120) == 1
    assert running.is_gone("station")


def test_the_station_gets_the_x_servers_number_and_the_file_to_touch(started, tmp_path):
    running = started(screen="X")

    assert running.told("station")[1:] == [":7", str(tmp_path / "heartbeat")]


def test_every_touch_begins_the_count_of_silent_looks_anew(tmp_path):
    heartbeat = tmp_path / "heartbeat"
    watched = session.Session(["cage"], ["station"], heartbeat)
    looks = int(session.SILENT_S / session.LOOK_S)

    silent = [watched._is_silent() for _ in range(looks - 1)]
    heartbeat.touch()
    silent += [watched._is_silent() for _ in range(looks)]

    assert not any(silent)
    assert watched._is_silent()


def test_whose_screen_and_station_are_split_at_the_first_dashes(started, tmp_path):
    running = started()

    command = Path(f"/proc/{running.told('cage')[0]}/cmdline").read_text().split("\0")

    assert command[1:5] == [str(tmp_path / "bin" / "cage"), "-d", "--", sys.executable]
