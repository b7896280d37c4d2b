"""Make paper for the tables and write any sheet down: as text, as a page, as a PDF, on a printer."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from kiosk import __version__
from kiosk.base.clock import Clock
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import OutputError, RuleSetError, SetupError
from kiosk.files import write_whole
from kiosk.folder import RULESETS, check_target
from kiosk.paper.cards import InUse, Subject, card_sheet
from kiosk.paper.html import Face, PageLook, as_html
from kiosk.paper.sheet import PaperSize, Sheet
from kiosk.paper.tables import WitnessedStation, knows_slips, slip_sheet, witness_sheet
from kiosk.paper.text import as_text
from kiosk.rules.choices import DivisionKind
from kiosk.rules.penalties import choose_penalty, penalty_under
from kiosk.rules.store import load_ruleset
from kiosk.setup.division_store import OpenedSetup, open_setup
from kiosk.setup.divisions import Division
from kiosk.shipped import resources

# ---- paper -------------------------------------------------------------------------------------------------
# Write a sheet down: as text, as a page for a browser, as a PDF painted by a printer that is handed in.
#
# Rules it guards: nothing is written over unless that was asked for; every form is made before the first file
# is touched, and each file is complete or not there.

# Paints a sheet on paper of a size; what comes back is a PDF file.
Printer: TypeAlias = Callable[[Sheet, PaperSize], bytes]

# Prints a sheet on a printer that was chosen; OutputError if it does not take it.
Send: TypeAlias = Callable[[Sheet, PaperSize], None]


@frozen
class Printing:
    """What can be done with a sheet here. *pdf*: paints a PDF file. *printers*: the printers by name, the
    usual one first. *on*: prints a sheet on the printer of that name; OutputError if it does not take it.
    *docket*: prints lines under a title, as wide as a docket is."""

    pdf: Printer
    printers: Callable[[], tuple[str, ...]]
    on: Callable[[str, Sheet, PaperSize], None]
    docket: Callable[[str, str, tuple[str, ...]], None]


def _no_pdf(sheet: Sheet, paper: PaperSize) -> bytes:
    raise OutputError("No PDF can be made here. Name a file that ends in .html.")


def _no_printer(name: str, sheet: Sheet, paper: PaperSize) -> None:
    raise OutputError("Nothing can be printed here. Name a file that ends in .html.")


def _no_docket(name: str, title: str, lines: tuple[str, ...]) -> None:
    raise OutputError("Nothing can be printed here. Save it as a file.")


def choose_printer(printing: Printing, name: str) -> str:
    """*name* if a printer is called that; else OutputError with those there are."""
    known = printing.printers()
    if name in known:
        return name
    if not known:
        raise OutputError("This computer knows no printer. Set one up, or name a file (--pdf) instead.")
    listed = ", ".join(f"“{printable(printer)}”" for printer in known)
    if name in ("", "?"):
        raise OutputError(f"Name one of the printers of this computer: {listed}.")
    raise OutputError(f"There is no printer “{printable(name)}”. Name one of these: {listed}.")


NO_PRINTING = Printing(_no_pdf, lambda: (), _no_printer, _no_docket)
_WEIGHTS = (400, 700)


@frozen
class PaperFiles:
    """The files that a sheet is wanted in, and on which paper. *force*: those that are there may go. *send*:
    prints it, if it is wanted on a printer."""

    text: Path | None = None
    html: Path | None = None
    pdf: Path | None = None
    paper: PaperSize = PaperSize.A4
    force: bool = False
    send: Send | None = None

    @property
    def leaves(self) -> bool:
        """Whether anything leaves the station at all."""
        return bool(self.named) or self.send is not None

    @property
    def named(self) -> tuple[Path, ...]:
        return tuple(file for file in (self.text, self.html, self.pdf) if file is not None)

    def check(self, folder: Path) -> None:
        """Refuse what may not be written by a command of the data folder *folder*."""
        for file in self.named:
            check_target(file, folder, force=self.force)
        if len({file.resolve() for file in self.named}) < len(self.named):
            raise OutputError("One file cannot hold two forms. Name a file for each.")

    def write(self, sheet: Sheet, printer: Printer, leaving: Callable[[], None]) -> None:
        """Write *sheet* into each of them, and print it; *leaving* is called before the first of it."""
        made = list(self._forms(sheet, printer))
        if self.leaves:
            leaving()
        for target, content in made:
            write_whole(target, filling(content))
        if self.send is not None:
            self.send(sheet, self.paper)

    def _forms(self, sheet: Sheet, printer: Printer) -> Iterator[tuple[Path, bytes]]:
        if self.text is not None:
            yield self.text, encode(as_text(sheet))
        if self.html is not None:
            yield self.html, encode(as_html(sheet, page_look(self.paper)))
        if self.pdf is not None:
            yield self.pdf, printer(sheet, self.paper)


def filling(content: bytes) -> Callable[[Path], None]:
    """What writes *content* into a file."""

    def fill(partial: Path) -> None:
        partial.write_bytes(content)

    return fill


def encode(text: str) -> bytes:
    """*text* as it stands in a file, whatever is in it."""
    return text.encode("utf-8", errors="backslashreplace")


def made_by(clock: Clock) -> str:
    """When and by what a sheet was made."""
    now = clock()
    made = datetime.fromisoformat(now.at).replace(tzinfo=None) + timedelta(minutes=now.offset_min)
    return f"Made on {made:%Y-%m-%d at %H:%M} by Challenge Kiosk {__version__}."


def page_look(paper: PaperSize) -> PageLook:
    """*paper* with the typeface that came with the program."""
    fonts = resources() / "fonts"
    faces = (Face(each, (fonts / f"AtkinsonHyperlegibleNext-{each}.ttf").read_bytes()) for each in _WEIGHTS)
    return PageLook(paper, tuple(faces))


_STICKS = ("/media", "/run/media")


def folders_out(second_copy: str | None) -> Iterator[str]:
    """Folders that are there: the second copy's and sticks first, then the user's own."""
    sticks = (stick for base in _STICKS for stick in sorted(Path(base).glob("*/*")) if stick.is_dir())
    named = [Path(second_copy)] if second_copy else []
    yield from dict.fromkeys(str(stick) for stick in (*named, *sticks, Path.home()) if stick.is_dir())


# ---- card --------------------------------------------------------------------------------------------------
# Make paper for the tables: cards and slips of the divisions as they are set up, the sheet for witnesses.
#
# The rule it guards: what stands on a card is what the station does, so a card of a station comes from its
# set-up. A rulebook without a set-up has a card to read, and no more.


@frozen
class CardWish:
    """The card of the rule set *id*; *penalty*: the event's, where it is not the rule set's default."""

    id: str
    penalty: str | None = None
    international: bool = False


# ---- of a station that is set up ---------------------------------------------------------------------------


def cards(folder: Path, division: str | None) -> Sheet:
    """The card of *division*, or those of all, two pages each."""
    return card_sheet(_subjects(_set_up(folder), division))


def slips(folder: Path, division: str | None) -> Sheet:
    """A sheet of challenge slips for *division*, or for each whose rulebook knows them."""
    found = _subjects(_set_up(folder), division)
    wanted = tuple(subject for subject in found if knows_slips(subject))
    if not wanted:
        titles = " and ".join(dict.fromkeys(subject.rules.short_title for subject in found))
        raise RuleSetError(f"{titles} knows no challenge slip for this way of looking words up.")
    return slip_sheet(wanted)


def witness(folder: Path) -> Sheet:
    """The sheet on which the end of this station's log is signed."""
    opened = _set_up(folder)
    settings = opened.settings
    event = "" if settings.event is None else settings.event.name
    return witness_sheet(WitnessedStation(settings.letter, settings.name, opened.code, event))


def _set_up(folder: Path) -> OpenedSetup:
    opened = open_setup(folder)
    if not opened.is_set_up:
        raise SetupError(
            "This station is not set up, and its paper comes from the set-up. Run “kiosk setup --from FILE”, "
            "or “kiosk rules card ID” for the card of a rulebook alone."
        )
    return opened


def _subjects(opened: OpenedSetup, wanted: str | None) -> tuple[Subject, ...]:
    names = [division.id for division in opened.divisions]
    if wanted is not None and wanted not in names:
        raise SetupError(f"There is no division “{wanted}”. Choose one of: {', '.join(names)}.")
    return tuple(
        _subject(opened, division, place)
        for place, division in enumerate(opened.divisions, start=1)
        if wanted in (None, division.id)
    )


def _subject(opened: OpenedSetup, division: Division, place: int) -> Subject:
    settings = opened.settings
    in_use = InUse(
        division=division.name,
        lists=tuple(lexicon.edition or lexicon.name for lexicon in division.lists),
        setup_code=opened.code,
        event="" if settings.event is None else settings.event.name,
        warning=division.banner,
        key=place if len(opened.divisions) > 1 else None,
        asks_table=settings.ask_table,
        school=division.kind is DivisionKind.SCHOOL,
    )
    return Subject(division.rules, division.penalty, division.kind is DivisionKind.INTERNATIONAL, in_use)


# ---- of a rulebook alone -----------------------------------------------------------------------------------


def rulebook_card(folder: Path, wish: CardWish) -> Sheet:
    """The card of *wish*, for reading a rulebook."""
    rules = load_ruleset(wish.id, folder / RULESETS)
    named = choose_penalty(rules, wish.penalty, international=wish.international)
    return card_sheet((Subject(rules, penalty_under(rules, named), wish.international),))
