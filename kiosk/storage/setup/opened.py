"""The set-up with everything it names loaded and verified: what a station or a judge can rule with."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk import __version__
from kiosk.core.challenge.ruling import RulingFlag
from kiosk.core.frozen import frozen
from kiosk.core.rules.penalties import penalty_under
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.code import code_over
from kiosk.core.setup.division import Division
from kiosk.core.setup.fit import misfit
from kiosk.core.setup.settings import DivisionSettings, Settings
from kiosk.core.words.lexicon import Lexicon, LexiconIdentity, WordSource
from kiosk.errors import LexiconError, RuleSetError, SetupError
from kiosk.folder import RULESETS
from kiosk.storage.lexicons.editions import needs_book
from kiosk.storage.lexicons.named import named_list
from kiosk.storage.lexicons.store import BUNDLED_ID
from kiosk.storage.setup.file import load_demonstration, load_settings
from kiosk.storage.setup.rulesets import load_ruleset

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
    return opened_from(folder, load_settings(folder))


def opened_from(folder: Path, settings: Settings | None, file: str = "") -> OpenedSetup:
    """*settings*, or the demonstration, with the rule sets and verified lists of *folder*.

    For a set-up that is still to be taken or shown *file* names where it stands: then parts that do not fit
    together are refused as well, and every refusal names the key.
    """
    chosen = settings or load_demonstration()
    opened = [
        open_division(folder, division, f"{file}: “division[{place}]" if file else "")
        for place, division in enumerate(chosen.divisions, start=1)
    ]
    return OpenedSetup(
        chosen,
        settings is not None,
        tuple(division for division, _ in opened),
        tuple(source for _, source in opened),
    )


def open_division(folder: Path, chosen: DivisionSettings, where: str = "") -> tuple[Division, WordSource]:
    """The division *chosen*, and the lists that answer for it. *where*: as in `opened_from`, its table."""
    with _named(where, "rules"):
        rules = load_ruleset(chosen.rules, folder / RULESETS)
    with _named(where, "main"):
        main = named_list(folder, chosen.main)
    with _named(where, "long"):
        long = named_list(folder, chosen.long) if chosen.long else None
    if where and (fault := misfit(chosen, rules, main.identity)) is not None:
        key, why = fault
        raise SetupError(f"{where}.{key}”: {why}. Correct the file and try again.")
    division = Division(
        chosen.id,
        chosen.name,
        rules,
        penalty_under(rules, chosen.penalty),
        main.identity,
        long.identity if long else None,
        chosen.colour,
        banner=_banner(rules, main.identity) or _long_banner(long.identity if long else None),
        flags=() if _all_official(rules, main, long) else (RulingFlag.UNOFFICIAL_LIST,),
        needs_book=needs_book(rules, main.identity),
    )
    return division, WordSource(main, long, rules.lexicon.long_from, division.needs_book)


@contextmanager
def _named(where: str, key: str) -> Iterator[None]:
    """Name the *key* of what cannot be loaded, if it is known *where* that stands."""
    try:
        yield
    except (RuleSetError, LexiconError) as error:
        if not where:
            raise
        raise SetupError(f"{where}.{key}”: {error}") from error


def official(rules: RuleSet, lexicon: LexiconIdentity) -> bool:
    """Whether *lexicon* is, to the letter, an edition of a family that *rules* name."""
    families = (*rules.lexicon.families, *rules.lexicon.international, *rules.lexicon.school)
    return lexicon.edition is not None and lexicon.family in families


def _all_official(rules: RuleSet, main: Lexicon, long: Lexicon | None) -> bool:
    return official(rules, main.identity) and (long is None or long.identity.edition is not None)


def _long_banner(long: LexiconIdentity | None) -> str:
    if long is None or long.edition is not None:
        return ""
    return f"“{long.name}”, the list of long words, is not one this program recognises"


def _banner(rules: RuleSet, lexicon: LexiconIdentity) -> str:
    if official(rules, lexicon):
        return ""
    if lexicon.id == BUNDLED_ID:
        return OLD_FREE_LIST
    if lexicon.edition is None:
        return f"“{lexicon.name}” is not a list this program recognises"
    return f"{lexicon.edition} is not a list of {rules.short_title}"


def for_self_lookup(opened: OpenedSetup) -> OpenedSetup:
    """*opened*, if its players may look words up themselves; else SetupError with the reason."""
    for division in opened.divisions:
        if not division.rules.self_lookup:
            raise SetupError(
                f"{division.rules.title} knows no look-up by the players themselves: a "
                f"{division.rules.terms.judge} rules. Use “kiosk judge”, or choose another rule set."
            )
    return opened
