"""Who acts at a station: the two players, whoever it was opened for, and what takes words off its screen."""

from enum import StrEnum


class Holder(StrEnum):
    """Who holds a station that was opened: the role of the passcode, or whoever stands before a
    demonstration, which asks for none."""

    DIRECTOR = "director"
    JUDGE = "judge"
    DEMONSTRATION = "demonstration"


class Side(StrEnum):
    """One of the two players."""

    CHALLENGER = "challenger"
    CHALLENGED = "challenged"


class Cause(StrEnum):
    """What took an entry or a verdict off the screen before the players did."""

    TIME = "time"
    VIOLATION = "violation"
    DIRECTOR = "director"
    RESTART = "restart"
