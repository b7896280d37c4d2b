"""What the rulings of a log are narrowed to: each filter once, for the command line, the console and SQL."""

from enum import StrEnum
from typing import Self, TypeAlias

from kiosk.log.alerts import Alert
from kiosk.rules.ruling import Verdict
from kiosk.words.play import MOST_WORDS

Choices: TypeAlias = range | tuple[str, ...]


class Facet(StrEnum):
    """What rulings are counted by in the console, and narrowed to there and on the command line; in the order
    of a director's questions. *label*: above its values. *option*: what it is called on the command line, in
    `Filter` and in exports; empty: the console alone has it. *help*: of the option. *key*: of the body, where
    that is not the option. *choices*: what may be asked for; None: any text, with a name that a set-up or a
    rule set knows."""

    ROUND = "round", "Round", "round", "Only this round.", range(1, 100)
    VERDICT = (
        "verdict",
        "Verdict",
        "verdict",
        "Only this verdict.",
        tuple(verdict.value for verdict in Verdict),
    )
    ALERT = "alert", "Alert", "alert", "Only rulings with this alert.", tuple(alert.value for alert in Alert)
    TABLE = "table", "Table", "table", "Only this table.", range(1, 10_000)
    DIVISION = "division", "Division", "division", "Only this division (its id or name)."
    WORD_COUNT = (
        *("word_count", "Words", "words", "Only rulings on this many words."),
        range(1, MOST_WORDS + 1),
        "final",
    )
    METHOD = "method", "Method", "method", "Only rulings made this way, such as self_station."
    EVENT = "event", "Event", "event", "Only this event (its id)."
    STATION = "station", "Station"

    label: str
    option: str
    help: str
    key: str
    choices: Choices | None

    # The default of *label* is never used: it lets mypy see that Facet("round") takes the value alone.
    def __new__(
        cls,
        value: str,
        label: str = "",
        option: str = "",
        help: str = "",
        choices: Choices | None = None,
        key: str = "",
    ) -> Self:
        facet = str.__new__(cls, value)
        facet._value_ = value
        facet.label, facet.option, facet.help, facet.choices = label, option, help, choices
        facet.key = key or option
        return facet

    def parse(self, value: str) -> str | int:
        """*value*, as it was counted, in the type that a record has it in."""
        return int(value) if isinstance(self.choices, range) else value


# Those that one value of the body tells; alerts are worked out, and a station is whose log it is.
STORED = tuple(facet for facet in Facet if facet not in (Facet.ALERT, Facet.STATION))
