"""The process that is killed while it takes a roll-out, writes one, or restores. It is told on stdin at which
operation to die, forks for each trial, and runs the command.

`python hard_stop_child.py PLACE take|write|restore [broken]`: *broken* is a build that works in place.
"""

import ctypes
import os
import sys
from dataclasses import replace
from pathlib import Path

from kiosk.log import store, writer
from kiosk.machines import roll_out_actions
from tests.support.command_line import Station

shim = ctypes.CDLL(None)


def in_place(staff, wish, made):
    """A build that makes the station where it is to be, file by file."""
    return roll_out_actions._make_station(replace(staff, admit=roll_out_actions._new_here), wish, made)


def begins_in_place(self, records):
    """A build that makes room for the new log before there is one."""
    self._drop()
    self.path.unlink()
    store.make_log(self.path, *records)
    self._open()
    self._note()


def break_build(scene: str) -> None:
    if scene == "take":
        roll_out_actions._new = in_place
    else:
        writer.Log.begin_again = begins_in_place


def words_of(scene: str, place: Path) -> tuple[Station, tuple[str, ...]]:
    if scene == "take":
        there = ("--letter", "C", "--program", str(place / "program"))
        return Station(place / "data"), ("roll-out", "--take", str(place / "stick"), *there)
    if scene == "restore":
        return Station(place / "spare"), ("restore", str(place / "stick"), "--json")
    return Station(place / "first"), ("roll-out", str(place / "stick"), "--no-program")


def main() -> None:
    place, scene = Path(sys.argv[1]), sys.argv[2]
    if sys.argv[3:] == ["broken"]:
        break_build(scene)
    station, words = words_of(scene, place)
    Station(place / "warm").run("judge", "CAT")  # what is loaded late is loaded once
    Station(place / "warm").run("roll-out", "--take", str(place / "warm"), "--letter", "C")
    Station(place / "warm").run("restore", str(place / "warm"))
    os.write(1, b"ready 0\n")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            shim.shim_arm(ctypes.c_long(int(line)), 0)
            done = station.as_director(*words) if scene == "write" else station.run(*words)
            os.write(1, b"operations %d\n" % shim.shim_seen())
            os._exit(done.code)
        _, status = os.waitpid(child, 0)
        os.write(1, b"end %d\n" % os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
