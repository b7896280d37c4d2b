"""All the paper of a station in one folder: cards, slips, the witness sheet, the director's sheet.

Rules it guards: paper comes from the set-up that is in force; nothing that is there is written over.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.base.clock import Clock
from kiosk.base.frozen import frozen
from kiosk.errors import OutputError, RuleSetError
from kiosk.files import write_whole
from kiosk.folder import check_target
from kiosk.paper import actions
from kiosk.paper.sheet import PaperSize, Sheet
from kiosk.paper.tables import DirectedStation, director_sheet
from kiosk.setup.division_store import open_setup
from kiosk.setup.divisions import notes
from kiosk.setup.settings import Profile

if TYPE_CHECKING:  # the readers of all forms are slow to load
    pass

CARDS, SLIPS, WITNESS, DIRECTOR = "cards", "slips", "witness-sheet", "directors-sheet"


@frozen
class PaperPlace:
    """The folder that the files go to, as it was *named*, and what they are printed on."""

    named: str
    paper: PaperSize


def write_papers(folder: Path, wanted: PaperPlace, clock: Clock, printer: actions.Printer) -> tuple[str, ...]:
    """Write all paper of the station in *folder*, each as a PDF to print; returns the names of the files. All
    of it is made before the first file is written."""
    place = _place(wanted.named)
    sheets = {CARDS: actions.cards(folder, None), WITNESS: actions.witness(folder)}
    with suppress(RuleSetError):  # under some rules nobody writes any
        sheets[SLIPS] = actions.slips(folder, None)
    sheets[DIRECTOR] = sheet_of(folder, clock)
    files = {f"{name}.pdf": printer(sheet, wanted.paper) for name, sheet in sheets.items()}
    for name in files:
        check_target(place / name, folder, force=False)
    _make(place)
    for name, content in files.items():
        write_whole(place / name, actions.filling(content))
    return tuple(files)


def _place(named: str) -> Path:
    place = Path(os.path.expanduser(named))  # noqa: PTH111 - leaves a home that nobody has as it is
    if not place.is_absolute():
        raise OutputError(f"“{named}” is not a whole path. Type it from the root, the drive or “~” on.")
    return place


def _make(place: Path) -> None:
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"The folder {place} could not be made: {error.strerror or error}. Name another."
        ) from error


def sheet_of(folder: Path, clock: Clock) -> Sheet:
    """The director's sheet of the station in *folder*."""
    opened = open_setup(folder)
    settings = opened.settings
    plays = tuple(
        (
            division.name,
            f"{division.rules.short_title} · {division.list_name} · failed challenge: "
            f"{division.rules.penalty_name(division.penalty.id)}",
        )
        for division in opened.divisions
    )
    station = DirectedStation(
        settings.letter,
        opened.code,
        "" if settings.event is None else settings.event.name,
        plays,
        tuple(note for division in opened.divisions for note in notes(division)),
        settings.second_copy or "",
        club=settings.profile is Profile.CLUB,
    )
    return director_sheet(station, actions.made_by(clock))
