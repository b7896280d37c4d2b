"""Verifies open logs chain by chain, and says how they stand to each other."""

from collections.abc import Mapping, Sequence
from functools import partial

from kiosk.actions.audit.verify import in_words, verify_stations
from kiosk.actions.console.hub_beside import hubs_among, reads_hub
from kiosk.actions.console.open_logs import OpenChain, OpenLogs, Told
from kiosk.actions.console.shown import told_apart
from kiosk.core.harmless import harmless
from kiosk.core.log.chain import Status, Verification, noted, unreadable
from kiosk.core.log.spellings import said
from kiosk.director.console.reading import (
    ChainFound,
    SourceFound,
    SourcesFound,
    SourceStanding,
    VerifyFound,
    VerifyWanted,
)
from kiosk.director.roll.roll import Chain, Roll
from kiosk.director.roll.skew import Skew, moments, skew
from kiosk.errors import LogError
from kiosk.storage.log.acknowledged import verify_here
from kiosk.storage.reading.query import open_reader

_NOWHERE = (
    "The noted head is in none of these logs. Either it was noted or typed wrongly, or its log is not here, "
    "or records were cut off or replaced."
)


def verified(chains: Sequence[OpenChain], wanted: VerifyWanted, told: Told) -> VerifyFound:
    """Each of *chains*, copies and forks too, re-hashed from its first record. A noted head is one chain's:
    that the others do not hold it says nothing against them."""
    head = wanted.head.strip() or None
    note = noted(head, wanted.count)  # refuses what cannot be a head before anything is read
    results: list[tuple[Chain, Verification]] = []
    for path in dict.fromkeys(one.path for one in chains):
        mine = [one for one in chains if one.path == path]
        file = mine[0].file
        if file is None:
            results.append((mine[0].end.key, unreadable(mine[0].sentence)))
        elif file.merged:
            results += verify_stations(path, head, wanted.count).results.items()
        else:
            its = len(chains) == 1 or (bool(note.head) and file.holds_head(note.head))
            tell = partial(_told, told, path.name)
            given = (head, wanted.count) if its else (None, None)
            results.append((mine[0].end.key, verify_here(path, *given, progress=tell)))
    if note.head and len(chains) > 1 and not any(result.witnessed for _, result in results):
        results.append((("", ""), Verification(Status.BROKEN, reason=_NOWHERE, unlike_note=True)))
    letters = _letters(chains)
    return VerifyFound(tuple(_chain(key, result, letters.get(key, "")) for key, result in results))


def _told(told: Told, name: str, done: int, total: int) -> None:
    told(done, total, name)


def _letters(chains: Sequence[OpenChain]) -> dict[Chain, str]:
    known: dict[Chain, str] = {}
    for file in dict.fromkeys(one.file for one in chains if one.file is not None):
        try:
            with open_reader(file.path, merged=file.merged) as reader:
                known |= {key: letter for key, letter in reader.letters().items() if key not in known}
        except LogError:
            continue  # it was verified as far as it can be read
    return told_apart(known)


def _chain(key: Chain, result: Verification, letter: str) -> ChainFound:
    return ChainFound(
        letter,
        harmless(key[0]),
        harmless(key[1]),
        result.holds,
        harmless(in_words(result).partition("\n")[0]),
        result.count,
        result.head or "",
        result.first_bad,
        result.unlike_note,
    )


def sources(logs: OpenLogs, letters: Mapping[Chain, str]) -> SourcesFound:
    """Every chain in the files that are open, and what is known of its clock."""
    known = {chain: _moments(logs.roll, chain) for chain in logs.roll.chains}
    first = next(iter(known), None)
    shown = []
    for one in logs.survey():
        key = one.end.key
        apart = skew(known[first], known[key]) if first not in (None, key) and key in known else None
        shown.append(_source(one, letters.get(key, ""), apart))
    return SourcesFound((*hubs_among(logs.named), *shown))


def _source(one: OpenChain, letter: str, apart: Skew | None) -> SourceFound:
    told = apart is not None and one.standing is SourceStanding.USED
    beside = f"{one.path.parent}/" if reads_hub((one.path.parent,)) else ""
    return SourceFound(
        harmless(str(one.path).removeprefix(beside)),
        letter,
        harmless(one.end.station),
        harmless(one.end.epoch),
        one.end.count,
        one.standing,
        harmless(one.sentence.replace(beside, "") if beside else one.sentence),
        apart.sentence if told and apart is not None else "",
        apart.ahead_s if told and apart is not None else None,
    )


def _moments(roll: Roll, chain: Chain) -> dict[object, int]:
    mine = ((said(record), roll.place((*chain, record.seq))) for _, own, record in roll.marks if own == chain)
    return moments((body, roll.at_ms[place]) for body, place in mine if place is not None)
