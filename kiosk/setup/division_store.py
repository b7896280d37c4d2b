"""A set-up opened: its divisions, with the rule sets and verified lists that they name."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kiosk import __version__
from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError, RuleSetError, SetupError
from kiosk.folder import RULESETS, SETUP
from kiosk.rules.choices import DivisionKind
from kiosk.rules.penalties import penalty_under
from kiosk.rules.points import LexiconRule
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import RulingFlag
from kiosk.rules.store import load_ruleset
from kiosk.setup.code import code_over
from kiosk.setup.divisions import Division, ListStanding, misfit, why_not_together
from kiosk.setup.settings import DivisionSettings, Settings
from kiosk.setup.store import load_demonstration, load_settings
from kiosk.words.editions import holds_long, is_later
from kiosk.words.play import LexiconIdentity, WordSource
from kiosk.words.store import BUNDLED_ID, load_named_list

# What a station or a judge can rule with.

OLD_FREE_LIST = "Old free list, not an official one: lacks QI, ZA, OK"


@frozen
class OpenedSetup:
    """*is_set_up* is False for the demonstration, which needs no file at all."""

    settings: Settings
    is_set_up: bool
    divisions: tuple[Division, ...]
    sources: tuple[WordSource, ...]

    @property
    def code(self) -> str:
        """The short code that is the same on every station set up alike."""
        return code_over(self.divisions, self.settings, __version__)


def open_setup(folder: Path) -> OpenedSetup:
    """The set-up in *folder*, or the demonstration, with its rule sets and verified lists."""
    return open_from(folder, load_settings(folder))


def open_from(folder: Path, settings: Settings | None, file: str = "") -> OpenedSetup:
    """*settings*, or the demonstration, with the rule sets and verified lists of *folder*.

    For a set-up that is still to be taken or shown *file* names where it stands: then parts that do not fit
    together are refused as well, and every refusal names the key.
    """
    chosen = settings or load_demonstration()
    opened = [
        open_division(folder, division, f"{file}: “division[{place}]" if file else "")
        for place, division in enumerate(chosen.divisions, start=1)
    ]
    if (fault := why_not_together([division for division, _ in opened])) is not None:
        raise SetupError(f"{file or SETUP}: “division”: {fault}. Correct the file and try again.")
    return OpenedSetup(
        chosen,
        settings is not None,
        tuple(division for division, _ in opened),
        tuple(source for _, source in opened),
    )


def open_division(folder: Path, chosen: DivisionSettings, where: str = "") -> tuple[Division, WordSource]:
    """The division *chosen*, and the lists that answer for it. *where*: as in `open_from`, its table."""
    with _name_key(where, "rules"):
        rules = load_ruleset(chosen.rules, folder / RULESETS)
    with _name_key(where, "main"):
        main = load_named_list(folder, chosen.main)
    with _name_key(where, "long"):
        long = load_named_list(folder, chosen.long) if chosen.long else None
    standing = list_standing(rules.lexicon, chosen.kind, main.identity)
    if where and (fault := misfit(chosen, rules, main.identity, standing)) is not None:
        key, why = fault
        raise SetupError(f"{where}.{key}”: {why}. Correct the file and try again.")
    division = division_of(chosen, rules, main.identity, long.identity if long else None)
    long_from = rules.lexicon.reference(chosen.kind).long_from
    return division, WordSource(main, long, long_from, division.needs_book)


def division_of(
    chosen: DivisionSettings, rules: RuleSet, main: LexiconIdentity, long: LexiconIdentity | None = None
) -> Division:
    """The division *chosen* under *rules* with these lists, which fit."""
    standing = list_standing(rules.lexicon, chosen.kind, main)
    reference = rules.lexicon.reference(chosen.kind)
    return with_notices(
        Division(
            chosen.id,
            chosen.name,
            rules,
            penalty_under(rules, chosen.penalty),
            main,
            long,
            chosen.colour,
            needs_book=reference.needs_print(list_has_long=long is not None or holds_long(main)),
            kind=chosen.kind,
            standing=standing,
            confirmed=standing is ListStanding.LATER and chosen.confirmed == main.edition,
        )
    )


def list_standing(lexicon: LexiconRule, kind: DivisionKind, main: LexiconIdentity) -> ListStanding:
    """What the list *main* is to the rulebook of *lexicon*, in a division of *kind*."""
    reference = lexicon.reference(kind)
    if main.edition is None:
        return ListStanding.UNKNOWN
    if main.family not in reference.families:
        return ListStanding.FOREIGN
    if reference.edition in (None, main.edition):
        return ListStanding.OFFICIAL
    if not is_later(main.edition, str(reference.edition)):
        return ListStanding.OLDER
    return ListStanding.OFFICIAL if lexicon.later_edition else ListStanding.LATER


@contextmanager
def _name_key(where: str, key: str) -> Iterator[None]:
    """Name the *key* of what cannot be loaded, if it is known *where* that stands."""
    try:
        yield
    except (RuleSetError, LexiconError) as error:
        if not where:
            raise
        raise SetupError(f"{where}.{key}”: {error}") from error


def with_notices(division: Division) -> Division:
    """*division* with what players and records must be told of its lists."""
    long = division.long_lexicon
    flagged = not official(division) or (long is not None and long.edition is None)
    return replace(
        division,
        banner=_banner(division) or _long_banner(long),
        flags=(RulingFlag.UNOFFICIAL_LIST,) if flagged else (),
    )


def official(division: Division) -> bool:
    """Whether the rulebook names the list of *division*, or the director vouches for a later one."""
    return division.standing is ListStanding.OFFICIAL or division.confirmed


def _long_banner(long: LexiconIdentity | None) -> str:
    if long is None or long.edition is not None:
        return ""
    return f"“{long.name}”, the list of long words, is not one this program recognises"


def _banner(division: Division) -> str:
    lexicon, rulebook = division.lexicon, division.rules.short_title
    if official(division):
        return ""
    if lexicon.id == BUNDLED_ID:
        return OLD_FREE_LIST
    match division.standing:
        case ListStanding.UNKNOWN:
            return f"“{lexicon.name}” is not a list this program recognises"
        case ListStanding.LATER:
            return f"{lexicon.edition} is later than the list {rulebook} names"
        case ListStanding.OLDER:
            return f"{lexicon.edition} is older than the list {rulebook} names"
        case _:
            return f"{lexicon.edition} is not a list of {rulebook}"
