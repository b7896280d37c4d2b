"""Make paper for the tables: cards and slips of the divisions as they are set up, the sheet for witnesses.

The rule it guards: what stands on a card is what the station does, so a card of a station comes from its
set-up. A rulebook without a set-up has a card to read, and no more.
"""

from pathlib import Path

from kiosk.actions.paper import Printer, Send, filling, page_look
from kiosk.core.frozen import frozen
from kiosk.core.paper.card import station_cards
from kiosk.core.paper.card_leaf import card_leaves
from kiosk.core.paper.leaf import Leaves
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.slips import challenge_slips, knows_slips
from kiosk.core.paper.subject import InUse, Subject
from kiosk.core.paper.table_leaves import slip_leaves, witness_leaves
from kiosk.core.paper.witness import WitnessedStation, witness_sheet
from kiosk.core.rules.choices import DivisionKind
from kiosk.core.rules.penalties import named_penalty, penalty_under
from kiosk.core.setup.division import Division
from kiosk.errors import OutputError, RuleSetError, SetupError
from kiosk.files import write_text, write_whole
from kiosk.folder import RULESETS
from kiosk.storage.export.target import check_target
from kiosk.storage.setup.opened import OpenedSetup, open_setup
from kiosk.storage.setup.rulesets import load_ruleset


@frozen
class CardWish:
    """The card of the rule set *id*; *penalty*: the event's, where it is not the rule set's default."""

    id: str
    penalty: str | None = None
    international: bool = False


@frozen
class TablePaper:
    """Paper for the tables in both its forms: a page for a browser, and leaves to be painted."""

    html: str
    leaves: Leaves
    paper: PaperSize


# ---- of a station that is set up ---------------------------------------------------------------------------


def cards(folder: Path, division: str | None, paper: PaperSize) -> TablePaper:
    """The card of *division*, or those of all, two pages each."""
    return _card_paper(_subjects(_set_up(folder), division), paper)


def _card_paper(subjects: tuple[Subject, ...], paper: PaperSize) -> TablePaper:
    return TablePaper(station_cards(subjects, page_look(paper)), card_leaves(subjects), paper)


def slips(folder: Path, division: str | None, paper: PaperSize) -> TablePaper:
    """A sheet of challenge slips for *division*, or for each whose rulebook knows them."""
    found = _subjects(_set_up(folder), division)
    wanted = tuple(subject for subject in found if knows_slips(subject))
    if not wanted:
        titles = " and ".join(dict.fromkeys(subject.rules.short_title for subject in found))
        raise RuleSetError(f"{titles} knows no challenge slip for this way of looking words up.")
    return TablePaper(challenge_slips(wanted, page_look(paper)), slip_leaves(wanted), paper)


def witness(folder: Path, paper: PaperSize) -> TablePaper:
    """The sheet on which the end of this station's log is signed."""
    opened = _set_up(folder)
    settings = opened.settings
    event = "" if settings.event is None else settings.event.name
    station = WitnessedStation(settings.letter, settings.name, opened.code, event)
    return TablePaper(witness_sheet(station, page_look(paper)), witness_leaves(station), paper)


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
        lists=tuple(one.edition or one.name for one in division.lists),
        setup_code=opened.code,
        event="" if settings.event is None else settings.event.name,
        warning=division.banner,
        key=place if len(opened.divisions) > 1 else None,
        asks_table=settings.ask_table,
        school=division.kind is DivisionKind.SCHOOL,
    )
    return Subject(division.rules, division.penalty, division.kind is DivisionKind.INTERNATIONAL, in_use)


# ---- of a rulebook alone -----------------------------------------------------------------------------------


def rulebook_card(folder: Path, wish: CardWish, paper: PaperSize) -> TablePaper:
    """The card of *wish*, for reading a rulebook."""
    rules = load_ruleset(wish.id, folder / RULESETS)
    named = named_penalty(rules, wish.penalty, international=wish.international)
    return _card_paper((Subject(rules, penalty_under(rules, named), wish.international),), paper)


# ---- on paper ----------------------------------------------------------------------------------------------


@frozen
class PaperTargets:
    """The files that paper is wanted in: a page for a browser, a PDF to print. *force*: those that are there
    may go. *send*: prints it, if it is wanted on a printer."""

    html: Path | None = None
    pdf: Path | None = None
    force: bool = False
    send: Send | None = None

    @property
    def named(self) -> tuple[Path, ...]:
        return tuple(one for one in (self.html, self.pdf) if one is not None)


def write_paper(made: TablePaper, folder: Path, targets: PaperTargets, printer: Printer) -> None:
    """Write *made* into each of *targets*; both forms are made before the first file is touched."""
    for target in targets.named:
        check_target(target, folder, force=targets.force)
    if targets.html is not None and targets.pdf is not None and _same(targets.html, targets.pdf):
        raise OutputError("One file cannot hold two forms. Name a file for each.")
    pdf = b"" if targets.pdf is None else printer(made.leaves, made.paper)
    if targets.html is not None:
        write_text([made.html], targets.html)
    if targets.pdf is not None:
        write_whole(targets.pdf, filling(pdf))
    if targets.send is not None:
        targets.send(made.leaves, made.paper)


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()
