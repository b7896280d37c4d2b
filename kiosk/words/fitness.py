"""Lists that are well formed and still not what a station needs: alphagrams, words written backwards, a
language whose letters were taken for others, a mere handful.
"""

from collections.abc import Container, Sequence

from kiosk.words.importers.entries import Gathered, refuse_file

FEWEST = 50
ENGLISH = 0.2  # of the words; English lists have 0.85 and more, French 0.065, letters taken for others 0.002
_SAMPLE = 4_000
_TIMES = 4
_LEAST = 10


def refuse_unfit(gathered: Gathered, known: Container[str], *, exact: bool, force: bool) -> None:
    """Refuse *gathered* if it cannot be a list to judge by. *known* is some list of English words written
    forwards; *exact* says that its fingerprint is an edition's."""
    words = gathered.words
    if not words:
        raise refuse_file(
            "the file holds no words of 2 to 15 letters", "Choose the file that holds the words."
        )
    if len(words) < FEWEST and not force:
        raise refuse_file(
            f"the file holds only {len(words)} word{'s' if len(words) > 1 else ''}",
            "If that is really the whole list, import it with --force.",
        )
    if len(words) < FEWEST or exact:
        return
    if all(_is_alphagram(word) for word in words):
        raise refuse_file(
            "the letters of every word are in alphabetical order: this is a list of alphagrams",
            "Import the list of the words themselves.",
        )
    _refuse_backwards(words, known)
    if not force:
        _refuse_doubtful(gathered, known)


def english_share(words: Sequence[str], known: Container[str]) -> float:
    """Which share of *words* is in *known*, from a sample."""
    sample = _sample(words)
    return sum(word in known for word in sample) / len(sample)


def _refuse_doubtful(gathered: Gathered, known: Container[str]) -> None:
    if gathered.by_number and english_share(gathered.words, known) < ENGLISH:
        raise refuse_file(
            "this file has numbers for letters, and read as A to Z they give hardly an English word: "
            "it is a list in another alphabet or another language",
            "If it is a list of a language written with A to Z alone, import it with --force.",
        )
    if gathered.stray:
        raise refuse_file(
            f"all words are in order but the first, “{gathered.stray}”, which may be a title",
            "If it is one, delete that line; if it is a word of the list, import it with --force.",
        )


def _is_alphagram(word: str) -> bool:
    return list(word) == sorted(word)


def _sample(words: Sequence[str]) -> Sequence[str]:
    return words[:: max(1, len(words) // _SAMPLE)]


def _refuse_backwards(words: Sequence[str], known: Container[str]) -> None:
    """In another language, too, a list shares far more words with English read forwards than backwards."""
    sample = _sample(words)
    forwards = sum(word in known for word in sample)
    backwards = sum(word[::-1] in known for word in sample)
    if backwards >= _LEAST and backwards > _TIMES * forwards:
        raise refuse_file(
            "the words are written backwards (Zyzzyva keeps such a file, with -R in its name)",
            "Import the other file.",
        )
