"""How many rulings have which value of each facet, as far as all other filters leave them."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias

from kiosk.core.harmless import harmless
from kiosk.director.alerts import Alert
from kiosk.director.console.reading import Facet, FacetCount, FacetsFound, Narrowing
from kiosk.director.roll.narrowed import Narrowed, together

# What a value of a facet is called.
Labels: TypeAlias = Callable[[Facet, str], str]
MOST_VALUES = 100  # of one facet; the rarest are left out
_BY_NUMBER = (Facet.ROUND, Facet.TABLE, Facet.WORD_COUNT)
_LONGEST = 60


def facets(view: Narrowed, narrowing: Narrowing, label: Labels) -> FacetsFound:
    """The counts of every facet. A value that was chosen stands there even if nothing has it."""
    chosen = dict(narrowing.chosen)
    counts: dict[Facet, Counter[str]] = {}
    free = [facet for facet in Facet if facet not in chosen]
    for among in (free, *([facet] for facet in chosen)):
        mask = view.mask(narrowing, among[0] if among is not free else None, rulings=True)
        counts |= view.roll.sorts.counted(mask, [facet for facet in among if facet is not Facet.ALERT])
        if Facet.ALERT in among:
            counts[Facet.ALERT] = _alerts(view, mask)
    return FacetsFound(
        tuple(
            FacetCount(facet, value, label(facet, value)[:_LONGEST], count)
            for facet in Facet
            for value, count in _in_order(facet, counts[facet], chosen.get(facet))
        )
    )


def _alerts(view: Narrowed, mask: bytes) -> Counter[str]:
    counts = {alert.value: sum(together(view.alert(alert), mask)) for alert in Alert}
    return Counter({value: count for value, count in counts.items() if count})


def _in_order(facet: Facet, counts: Counter[str], chosen: str | None) -> Iterable[tuple[str, int]]:
    """Numbers by their size, all else by how often it is there; what has no value comes last."""
    kept = dict(counts.most_common(MOST_VALUES))
    if chosen is not None:
        kept[chosen] = counts[chosen]
    if facet in _BY_NUMBER:
        return sorted(kept.items(), key=lambda one: (not one[0], len(one[0]), one[0]))
    return sorted(kept.items(), key=lambda one: (not one[0], -one[1], one[0]))


def plain_label(facet: Facet, value: str) -> str:
    """What a value is called where nobody knows a name for it."""
    if not value:
        return f"no {_SPOKEN[facet]}"
    if facet is Facet.WORD_COUNT:
        return f"{harmless(value)} word" + ("" if value == "1" else "s")
    shown = harmless(value)
    if facet in (Facet.ROUND, Facet.TABLE):
        return f"{_SPOKEN[facet]} {shown}"
    return shown.replace("_", " ") if facet in (Facet.ALERT, Facet.VERDICT, Facet.METHOD) else shown


_SPOKEN = {
    Facet.EVENT: "event",
    Facet.STATION: "station",
    Facet.ROUND: "round",
    Facet.TABLE: "table",
    Facet.DIVISION: "division",
    Facet.VERDICT: "verdict",
    Facet.METHOD: "method",
    Facet.ALERT: "alert",
    Facet.WORD_COUNT: "words",
}
