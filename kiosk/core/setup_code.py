"""The set-up code: six characters that are equal on two stations exactly if they judge alike.

Players compare it by eye, so no character can be taken for another, and none is a vowel: a code must not look
like a word at a station that judges words.
"""

from collections.abc import Sequence
from typing import TypeAlias

from kiosk.core.canonical import digest
from kiosk.core.lexicon import LexiconIdentity
from kiosk.core.rules import RuleSet

# What a division judges by: rule set, id of the penalty, main list, long list.
JudgesBy: TypeAlias = tuple[RuleSet, str, LexiconIdentity, LexiconIdentity | None]

ALPHABET = "CDFGHJKMNPQRTVWX34679"
LENGTH = 6


def setup_code(
    lists: tuple[str, ...], rules: tuple[str, ...], penalties: tuple[str, ...], version: str
) -> str:
    """The code over the fingerprints of *lists* and *rules*, the ids of *penalties* and the *version*.

    Each tuple follows the order of the divisions.
    """
    content = {"lists": lists, "penalties": penalties, "rules": rules, "version": version}
    number = int(digest({"set-up code": content}), 16)
    code = ""
    for _ in range(LENGTH):
        number, index = divmod(number, len(ALPHABET))
        code += ALPHABET[index]
    return code


def code_over(divisions: Sequence[JudgesBy], version: str) -> str:
    """The code of a station with these *divisions*, in their order."""
    # A long list that is not there keeps its place: one division's must not pass for the next one's main.
    lists = [one for _, _, main, long in divisions for one in (main, long)]
    return setup_code(
        tuple("" if one is None else one.fingerprint for one in lists),
        tuple(rules.fingerprint for rules, _, _, _ in divisions),
        tuple(penalty for _, penalty, _, _ in divisions),
        version,
    )
