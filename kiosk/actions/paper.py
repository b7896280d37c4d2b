"""Write a sheet down: as text, as a page for a browser, as a PDF painted by a printer that is handed in.

Rules it guards: nothing is written over unless that was asked for; every form is made before the first file
is touched, and each file is complete or not there.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from kiosk import __version__
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.clock import Clock
from kiosk.core.paper.leaf import Leaves
from kiosk.core.paper.page import Face, PageLook, PaperSize
from kiosk.core.paper.sheet.blocks import Sheet
from kiosk.core.paper.sheet.html import as_html
from kiosk.core.paper.sheet.text import as_text
from kiosk.errors import OutputError
from kiosk.files import write_whole
from kiosk.shipped import resources
from kiosk.storage.export.target import check_target

# Paints a sheet or leaves on paper of a size; what comes back is a PDF file.
Printer: TypeAlias = Callable[[Sheet | Leaves, PaperSize], bytes]

# Prints a sheet or leaves on a printer that was chosen; OutputError if it does not take it.
Send: TypeAlias = Callable[[Sheet | Leaves, PaperSize], None]


@frozen
class Printing:
    """What can be done with a sheet here. *pdf*: paints a PDF file. *printers*: the printers by name, the
    usual one first. *on*: prints a sheet on the printer of that name; OutputError if it does not take it."""

    pdf: Printer
    printers: Callable[[], tuple[str, ...]]
    on: Callable[[str, Sheet | Leaves, PaperSize], None]


def _no_pdf(sheet: Sheet | Leaves, paper: PaperSize) -> bytes:
    raise OutputError("No PDF can be made here. Name a file that ends in .html.")


def _no_printer(name: str, sheet: Sheet | Leaves, paper: PaperSize) -> None:
    raise OutputError("Nothing can be printed here. Name a file that ends in .html.")


def chosen_printer(printing: Printing, name: str) -> str:
    """*name* if a printer is called that; else OutputError with those there are."""
    known = printing.printers()
    if name in known:
        return name
    if not known:
        raise OutputError("This computer knows no printer. Set one up, or name a file (--pdf) instead.")
    listed = ", ".join(f"“{harmless(one)}”" for one in known)
    if name in ("", "?"):
        raise OutputError(f"Name one of the printers of this computer: {listed}.")
    raise OutputError(f"There is no printer “{harmless(name)}”. Name one of these: {listed}.")


NO_PRINTING = Printing(_no_pdf, lambda: (), _no_printer)
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
        return tuple(one for one in (self.text, self.html, self.pdf) if one is not None)

    def check(self, folder: Path) -> None:
        """Refuse what may not be written by a command of the data folder *folder*."""
        for one in self.named:
            check_target(one, folder, force=self.force)
        if len({one.resolve() for one in self.named}) < len(self.named):
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
            yield self.text, encoded(as_text(sheet))
        if self.html is not None:
            yield self.html, encoded(as_html(sheet, page_look(self.paper)))
        if self.pdf is not None:
            yield self.pdf, printer(sheet, self.paper)


def filling(content: bytes) -> Callable[[Path], None]:
    """What writes *content* into a file."""

    def fill(partial: Path) -> None:
        partial.write_bytes(content)

    return fill


def encoded(text: str) -> bytes:
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
    sticks = (one for base in _STICKS for one in sorted(Path(base).glob("*/*")) if one.is_dir())
    named = [Path(second_copy)] if second_copy else []
    yield from dict.fromkeys(str(one) for one in (*named, *sticks, Path.home()) if one.is_dir())
