"""Several logs side by side: which files they are, and how they stand to each other.

Rules it guards: a chain is used once, however many copies of it are there; two files that continue one chain
differently are called so, never mixed.
"""

from collections.abc import Sequence
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import LogError
from kiosk.folder import RESTORED
from kiosk.log.brief_reader import BriefFile, ChainEnd
from kiosk.log.merged_reader import Station
from kiosk.log.reader import is_regular, real_path
from kiosk.log.sources import SourceStanding


@frozen
class OpenChain:
    """One chain in one file. *file*: None where it cannot be read."""

    path: Path
    end: ChainEnd
    standing: SourceStanding
    sentence: str
    file: BriefFile | None = None


def log_files(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The files that *paths* name: a file is itself, a folder stands for the logs directly in it, and the
    data folder of a spare machine also for the copies that it goes on after."""
    found = [file for path in paths for file in (_inside(path) or [path] if path.is_dir() else [path])]
    return tuple({real_path(path): path for path in reversed(found)}.values())[::-1]


def _inside(folder: Path) -> list[Path]:
    there = (*folder.glob("*.db"), *(folder / RESTORED).glob("kiosk-*.db"))
    return sorted(filter(is_regular, there))


def survey(paths: Sequence[Path]) -> tuple[OpenChain, ...]:
    """Each chain in the files *paths*: of several files with one chain the longest is used."""
    chains: list[OpenChain] = []
    for path in paths:
        try:
            file = BriefFile(path)
            chains += [OpenChain(path, end, SourceStanding.USED, "", file) for end in file.ends()]
        except LogError as error:
            nobody = ChainEnd("", "", 0, "")
            chains.append(OpenChain(path, nobody, SourceStanding.UNREADABLE, str(error)))
    return tuple(_among(chain, chains) for chain in chains)


def _among(chain: OpenChain, chains: Sequence[OpenChain]) -> OpenChain:
    """*chain* as it stands to the longest of the same chain, the first of these."""
    if chain.file is None:
        return chain
    longest = max((other for other in chains if other.end.key == chain.end.key), key=lambda it: it.end.count)
    if longest is chain or longest.file is None:
        return OpenChain(chain.path, chain.end, SourceStanding.USED, "Its records are shown.", chain.file)
    key, count = chain.end.key, chain.end.count
    if longest.file.hash_at(key, count) == chain.end.hash:
        less = longest.end.count - count
        how = "a copy of" if not less else f"an older copy, {less} records shorter, of"
        return OpenChain(
            chain.path,
            chain.end,
            SourceStanding.COPY,
            f"It is {how} {longest.path}, which is shown.",
            chain.file,
        )
    seq = _parting(key, chain.file, longest.file, count)
    sentence = (
        f"It parts from {longest.path} at record {seq}: both go on from there with records of their own, so "
        "one of the two was rewritten, or both were written to. The longer one is shown. Keep both, and "
        "compare them with the head on paper."
    )
    return OpenChain(chain.path, chain.end, SourceStanding.FORK, sentence, chain.file)


def _parting(key: Station, one: BriefFile, other: BriefFile, count: int) -> int:
    """The first record up to *count*, where they differ, at which two files no longer agree."""
    low, high = 0, count
    while high - low > 1:
        middle = (low + high) // 2
        if one.hash_at(key, middle) == other.hash_at(key, middle):
            low = middle
        else:
            high = middle
    return high
