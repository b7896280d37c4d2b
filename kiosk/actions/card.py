"""Make paper for the tables: cards and slips of the divisions as they are set up, the sheet for witnesses.

The rule it guards: what stands on a card is what the station does, so a card of a station comes from its
set-up. A rulebook without a set-up has a card to read, and no more.
"""

from pathlib import Path

from kiosk.actions.paper import page_look
from kiosk.core.frozen import frozen
from kiosk.core.paper.card import station_cards
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.slips import challenge_slips, knows_slips
from kiosk.core.paper.subject import InUse, Subject
from kiosk.core.paper.witness import WitnessedStation, witness_sheet
from kiosk.core.rules.choices import DivisionKind
from kiosk.core.rules.penalties import named_penalty, penalty_under
from kiosk.core.setup.division import Division
from kiosk.errors import RuleSetError, SetupError
from kiosk.files import write_text
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


# ---- of a station that is set up ---------------------------------------------------------------------------


def cards(folder: Path, division: str | None, paper: PaperSize) -> str:
    """The card of *division*, or those of all, two pages each."""
    return station_cards(_subjects(_set_up(folder), division), page_look(paper))


def slips(folder: Path, division: str | None, paper: PaperSize) -> str:
    """A sheet of challenge slips for *division*, or for each whose rulebook knows them."""
    found = _subjects(_set_up(folder), division)
    wanted = tuple(subject for subject in found if knows_slips(subject))
    if not wanted:
        titles = " and ".join(dict.fromkeys(subject.rules.short_title for subject in found))
        raise RuleSetError(f"{titles} knows no challenge slip for this way of looking words up.")
    return challenge_slips(wanted, page_look(paper))


def witness(folder: Path, paper: PaperSize) -> str:
    """The sheet on which the end of this station's log is signed."""
    opened = _set_up(folder)
    settings = opened.settings
    event = "" if settings.event is None else settings.event.name
    return witness_sheet(
        WitnessedStation(settings.letter, settings.name, opened.code, event), page_look(paper)
    )


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


def rulebook_card(folder: Path, wish: CardWish, paper: PaperSize) -> str:
    """The card of *wish*, for reading a rulebook."""
    rules = load_ruleset(wish.id, folder / RULESETS)
    named = named_penalty(rules, wish.penalty, international=wish.international)
    subject = Subject(rules, penalty_under(rules, named), wish.international)
    return station_cards((subject,), page_look(paper))


# ---- on paper ----------------------------------------------------------------------------------------------


def write_page(page: str, folder: Path, out: Path, *, force: bool) -> None:
    """Write *page* to *out*, which is replaced only if *force*."""
    check_target(out, folder, force=force)
    write_text([page], out)
