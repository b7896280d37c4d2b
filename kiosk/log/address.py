"""Which record is meant where several logs are open, and what each of those logs is among the others."""

from enum import StrEnum


def addressed(which: str, station: str, epoch: str) -> str:
    """*which* record is meant, and of whose log, where several are open."""
    return f"{which}@{station}/{epoch}"


def address_of(which: str) -> tuple[str, tuple[str, str] | None]:
    """What `addressed` said: the record, and its station and epoch; None where no log was named."""
    record, _, whose = which.partition("@")
    station, _, epoch = whose.rpartition("/")
    return record, (station, epoch) if whose else None


class SourceStanding(StrEnum):
    """What a log is among those that were opened."""

    USED = "used"
    COPY = "copy"
    FORK = "fork"
    UNREADABLE = "unreadable"
    HUB = "hub"  # no log, but where logs come from: in step with it
    AWAY = "away"  # the same, and it does not answer
    ALARM = "alarm"  # what a hub complains of
