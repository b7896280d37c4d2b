"""The process that is killed while it stores a set-up. All is answered before; then it is told on stdin at
which operation to die, forks for each trial, and presses the last key.

`python wizard_child.py FOLDER first|change [early]`: *early* is a build that puts the file in its place
before the record is written, to prove that the tests can fail.
"""

import ctypes
import os
import sys
from contextlib import contextmanager
from pathlib import Path

from kiosk.setup import store
from kiosk.setup.store import load_settings
from kiosk.wizard.draft import WizardKnown
from tests.support.command_line import DIRECTOR
from tests.support.wizard import WizardRig, known

shim = ctypes.CDLL(None)


stage_settings = store.stage_settings


@contextmanager
def placed_early(folder, settings):
    with stage_settings(folder, settings) as digest:
        pass
    yield digest


def answered(folder: Path, scene: str) -> WizardRig:
    """A wizard one key before it stores."""
    words = folder.parent / "words.txt"
    if scene == "first":
        rig = WizardRig(folder).to_list("Tournament").option("Another file").paste(str(words)).keys("\n\n")
        return rig.keys("C\nZq-secret-7\nZq-secret-7\n\n")
    of: WizardKnown = known(present=load_settings(folder), passcode_set=True)
    rig = WizardRig(folder, of).option("Tournament").option("WESPA").keys("6").option("ENABLE1").keys("\n")
    return rig.keys("D\n\n\nannounced otherwise\n").keys(DIRECTOR)


def main() -> None:
    import sqlite_utils  # noqa: F401 - loaded once here, not in each trial

    folder, scene = Path(sys.argv[1]), sys.argv[2]
    if sys.argv[3:] == ["early"]:
        store.stage_settings = placed_early
    rig = answered(folder, scene)
    os.write(1, b"ready 0\n")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            shim.shim_arm(ctypes.c_long(int(line)), 0)
            rig.keys("\n")
            done = "is set up" in rig.text
            os.write(1, b"operations %d\n" % shim.shim_seen())
            os._exit(0 if done else 1)
        _, status = os.waitpid(child, 0)
        os.write(1, b"end %d\n" % os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
