"""What a start has left on the stick, and what an image must not hold: read from its partitions."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from installer.script import CannotGoOn, carry_out, say
from installer.trials.stick_filling import offsets


@dataclass(frozen=True)
class Left:
    """What a start has left. *copies*: what the log says of second copies, state and note."""

    machine: str
    station: str
    letter: str
    words: list[str]
    taken: str
    copies: list[tuple[str, str]]


def left_on(image: Path, folder: Path) -> Left:
    """Read the partitions of *image* as a start has left them; what passes lies in *folder*."""
    from kiosk.log.bodies import AdjudicationBody, SecondCopyBody, read_body
    from kiosk.log.reader import read_head, read_records, verify_log
    from kiosk.setup.store import load_settings

    machine = machine_id(str(mended(image, "system", folder / "system.ext4")))
    station = data_on(image, folder)
    log, settings = station / "log.db", load_settings(station)
    if settings is None or not verify_log(log).holds:
        raise CannotGoOn("There is no set-up on the stick, or its log does not hold.")
    bodies = [read_body(record) for record in read_records(log)]
    place = offsets(image)["folder"][0]
    return Left(
        machine,
        read_head(log).station,
        settings.letter,
        [word for body in bodies if isinstance(body, AdjudicationBody) for word in body.words],
        carry_out(["mtype", "-i", f"{image}@@{place}", "::taken.txt"], "Nothing was taken."),
        [(body.state, body.note) for body in bodies if isinstance(body, SecondCopyBody)],
    )


def machine_id(system: str) -> str:
    """The identity of the machine in the file system *system*; nothing where it has none yet."""
    told = carry_out(["debugfs", "-R", "cat /etc/machine-id", system], "No machine-id.")
    return "".join(line for line in told.split("\n") if not line.startswith("debugfs "))  # its greeting


def data_on(image: Path, folder: Path) -> Path:
    """The station's data folder on *image*, copied out as the next start would find it."""
    part = mended(image, "data", folder / "data.ext4")
    out = folder / "left"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    carry_out(["debugfs", "-R", f"rdump /station {out}", str(part)], "The log could not be read.")
    return out / "station"


def mended(image: Path, name: str, target: Path) -> Path:
    """The partition *name* as a file, mended as the next start would mend it."""
    start, left = offsets(image)[name]
    with image.open("rb") as source, target.open("wb") as made:
        source.seek(start)
        while left and (block := source.read(min(left, 1 << 22))):
            made.write(block)
            left -= len(block)
    carry_out(["sh", "-c", f"e2fsck -fy {target} || test $? -le 1"], "A partition is beyond mending.")
    return target


def check_nobodys(image: Path) -> None:
    """An image is nobody's: no machine-id in it, and not even a file system where the log will be."""
    places = offsets(image)
    with image.open("rb") as file:
        file.seek(places["data"][0])
        blank = not any(file.read(places["data"][1]))
    if not blank or machine_id(f"{image}?offset={places['system'][0]}"):
        raise CannotGoOn(f"{image.name} has an identity in it; every stick made of it would share that.")


def check_distinct(found: Sequence[Left]) -> None:
    """No two sticks share a machine-id or a log."""
    for what in ("machine", "station"):
        names = {getattr(each, what) for each in found}
        if len(names) != len(found) or "" in names:
            raise CannotGoOn(f"Two sticks share an identity ({what}): {names}")
    say(f"{len(found)} sticks, {len(found)} machine-ids, {len(found)} logs of their own")
