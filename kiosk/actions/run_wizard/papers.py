"""All the paper of a station in one folder: cards, slips, the witness sheet, the director's sheet.

Rules it guards: paper comes from the set-up that is in force; nothing that is there is written over.
"""

import os
from contextlib import suppress
from pathlib import Path

from kiosk.actions.card import cards, slips, witness, write_page
from kiosk.actions.paper import PaperFiles, Printer, made_by
from kiosk.core.log.clock import Clock
from kiosk.core.paper.director_sheet import DirectedStation, director_sheet
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.sheet.blocks import Sheet
from kiosk.core.setup.fit import notes
from kiosk.core.setup.settings import Profile
from kiosk.errors import OutputError, RuleSetError
from kiosk.storage.export.target import check_target
from kiosk.storage.setup.opened import open_setup

CARDS, SLIPS, WITNESS = "cards.html", "slips.html", "witness-sheet.html"
DIRECTOR = "directors-sheet"


def write_papers(folder: Path, named: str, clock: Clock, printer: Printer) -> tuple[str, ...]:
    """Write all paper of the station in *folder* below the folder *named*; returns the names of the files.
    The director's sheet is there as a page and as a PDF."""
    place = _place(named)
    pages = {CARDS: cards(folder, None, PaperSize.A4), WITNESS: witness(folder, PaperSize.A4)}
    with suppress(RuleSetError):  # under some rules nobody writes any
        pages[SLIPS] = slips(folder, None, PaperSize.A4)
    sheet = PaperFiles(html=place / f"{DIRECTOR}.html", pdf=place / f"{DIRECTOR}.pdf")
    for name in pages:
        check_target(place / name, folder, force=False)
    sheet.check(folder)
    _make(place)
    for name, page in pages.items():
        write_page(page, folder, place / name, force=False)
    sheet.write(sheet_of(folder, clock), printer, leaving=lambda: None)  # nobody can stop it
    return (*pages, f"{DIRECTOR}.html", f"{DIRECTOR}.pdf")


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
