"""What a log is among others that are open beside it."""

from enum import StrEnum


class SourceStanding(StrEnum):
    """What a log is among those that were opened."""

    USED = "used"
    COPY = "copy"
    FORK = "fork"
    UNREADABLE = "unreadable"
    HUB = "hub"  # no log, but where logs come from: in step with it
    AWAY = "away"  # the same, and it does not answer
    ALARM = "alarm"  # what a hub complains of
