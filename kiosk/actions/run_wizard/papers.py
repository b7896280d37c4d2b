"""All the paper of a station in one folder: cards, slips, the witness sheet, the director's sheet.

Rules it guards: paper comes from the set-up that is in force; nothing that is there is written over.
"""

import os
from contextlib import suppress
from pathlib import Path

from kiosk.actions.card import cards, slips, witness
from kiosk.actions.paper import Printer, encoded, filling, made_by, page_look
from kiosk.core.frozen import frozen
from kiosk.core.log.clock import Clock
from kiosk.core.paper.director_sheet import DirectedStation, director_sheet
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.sheet.blocks import Sheet
from kiosk.core.paper.sheet.html import as_html
from kiosk.core.setup.fit import notes
from kiosk.core.setup.settings import Profile
from kiosk.errors import OutputError, RuleSetError
from kiosk.files import write_whole
from kiosk.storage.export.target import check_target
from kiosk.storage.setup.opened import open_setup

CARDS, SLIPS, WITNESS, DIRECTOR = "cards", "slips", "witness-sheet", "directors-sheet"


@frozen
class PaperPlace:
    """The folder that the files go to, as it was *named*, and what they are printed on."""

    named: str
    paper: PaperSize


def write_papers(folder: Path, wanted: PaperPlace, clock: Clock, printer: Printer) -> tuple[str, ...]:
    """Write all paper of the station in *folder*, each as a PDF to print and a page for a browser; returns
    the names of the PDF files. All of it is made before the first file is written."""
    place, paper = _place(wanted.named), wanted.paper
    made = {CARDS: cards(folder, None, paper), WITNESS: witness(folder, paper)}
    with suppress(RuleSetError):  # under some rules nobody writes any
        made[SLIPS] = slips(folder, None, paper)
    sheet = sheet_of(folder, clock)
    files = {f"{name}.html": encoded(one.html) for name, one in made.items()}
    files |= {f"{name}.pdf": printer(one.leaves, paper) for name, one in made.items()}
    files |= {
        f"{DIRECTOR}.html": encoded(as_html(sheet, page_look(paper))),
        f"{DIRECTOR}.pdf": printer(sheet, paper),
    }
    for name in files:
        check_target(place / name, folder, force=False)
    _make(place)
    for name, content in files.items():
        write_whole(place / name, filling(content))
    return tuple(name for name in files if name.endswith(".pdf"))


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
            one.name,
            f"{one.rules.short_title} · {one.list_name} · failed challenge: "
            f"{one.rules.penalty_name(one.penalty.id)}",
        )
        for one in opened.divisions
    )
    station = DirectedStation(
        settings.letter,
        opened.code,
        "" if settings.event is None else settings.event.name,
        plays,
        tuple(note for one in opened.divisions for note in notes(one)),
        settings.second_copy or "",
        club=settings.profile is Profile.CLUB,
    )
    return director_sheet(station, made_by(clock))
