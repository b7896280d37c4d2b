"""Lists that are well formed and still not what a station needs: alphagrams, words written backwards, a
mere handful."""

from collections.abc import Container, Sequence

from kiosk.storage.importers.reading import refused

FEWEST = 50
_SAMPLE = 500


def refuse_unfit(words: Sequence[str], known: Container[str], *, force: bool) -> None:
    """Refuse *words* if they cannot be a list to judge by. *known* is some list of English words written
    forwards."""
    if not words:
        raise refused("the file holds no words of 2 to 15 letters", "Choose the file that holds the words.")
    if len(words) < FEWEST and not force:
        raise refused(
            f"the file holds only {len(words)} word{'s' if len(words) > 1 else ''}",
            "If that is really the whole list, import it with --force.",
        )
    if len(words) < FEWEST:
        return
    if all(_is_alphagram(word) for word in words):
        raise refused(
            "the letters of every word are in alphabetical order: this is a list of alphagrams",
            "Import the list of the words themselves.",
        )
    if _is_backwards(words, known):
        raise refused(
            "the words are written backwards (Zyzzyva keeps such a file, with -R in its name)",
            "Import the other file.",
        )


def _is_alphagram(word: str) -> bool:
    return list(word) == sorted(word)


def _is_backwards(words: Sequence[str], known: Container[str]) -> bool:
    sample = words[:: max(1, len(words) // _SAMPLE)]
    forwards = sum(word in known for word in sample)
    backwards = sum(word[::-1] in known for word in sample)
    return backwards > 2 * forwards and backwards * 5 > len(sample)
