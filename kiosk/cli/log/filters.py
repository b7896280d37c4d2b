"""The filters of `kiosk log`: options that combine, and what a person may type for each."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.log.kinds import Kind
from kiosk.core.words.play import MOST_WORDS
from kiosk.director.alerts import Alert
from kiosk.folder import data_folder
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.query import Reader, open_reader

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Asked:
    """The filters as typed; times are still those of the station's wall clock."""

    filter: Filter
    alert: Alert | None
    since: str | None
    until: str | None

    @property
    def sentence(self) -> str:
        """The filters in words, for the head of an export."""
        parts = [f"{name} {value}" for name, value in self.as_json().items() if name != "kind"]
        kind = self.filter.kind
        what = "All records" if kind is None else f"Records of the kind {kind}"
        what = "Rulings" if self.of_rulings else what
        return f"{what} with {', '.join(parts)}." if parts else f"{what}."

    @property
    def of_rulings(self) -> bool:
        return self.filter.kind == Kind.ADJUDICATION

    def as_json(self) -> dict[str, str | int]:
        """What was asked for, by name; empty for everything."""
        names = (field for field in Filter.__dataclass_fields__ if field not in ("since", "until"))
        given = {name: getattr(self.filter, name) for name in names}
        given |= {"since": self.since, "until": self.until, "alert": self.alert}
        return {name: value for name, value in given.items() if value is not None}


class KindOrAll(click.ParamType[str]):
    """A kind of record by name, in whatever case; `ruling` is the players' word for an adjudication. What
    this version does not know may still stand in a log."""

    name = "kind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        wanted = str(value).casefold().replace("-", "_").replace(" ", "_")
        if wanted in ("ruling", "rulings"):
            return Kind.ADJUDICATION.value
        if wanted in _ANY or wanted in _KINDS:
            return wanted
        self.fail(f"there is no such kind. Choose ruling, all, or one of: {', '.join(sorted(_KINDS))}.")

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        names = ("ruling", "all", *sorted(_KINDS))
        return [CompletionItem(one) for one in names if one.startswith(incomplete.casefold())]


_KINDS = frozenset(kind.value for kind in Kind)
_ANY = frozenset(("all", "any", "everything"))


_OPTIONS = (
    click.option(
        "--since", metavar="TIME", help="From then on: 2026-05-02, 2026-05-02T14:30 (the station's)."
    ),
    click.option("--until", metavar="TIME", help="Up to then; a date includes that day."),
    click.option("--round", "round_", type=click.IntRange(1, 99), help="Only this round."),
    click.option("--table", type=click.IntRange(1, 9999), help="Only this table."),
    click.option("--division", help="Only this division (its id or name)."),
    click.option("--event", help="Only this event (its id)."),
    click.option("--verdict", type=click.Choice([one.value for one in Verdict]), help="Only this verdict."),
    click.option(
        "--kind",
        type=KindOrAll(),
        default="ruling",
        metavar="KIND",
        help="What to give: ruling (unless another is named), all, or a kind of record such as violation.",
    ),
    click.option("--word", help="Only entries with this word; ? is one letter, * any number."),
    click.option("--method", help="Only rulings made this way, such as self_station."),
    click.option("--flag", help="Only rulings with this flag, such as casual."),
    click.option(
        "--alert", type=click.Choice([one.value for one in Alert]), help="Only rulings with this alert."
    ),
    click.option("--words", type=click.IntRange(1, MOST_WORDS), help="Only rulings on this many words."),
    click.option("--number", help="Only the ruling with this number, such as B-147."),
)
MERGED = click.option(
    "--merged",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Ask a file made by `kiosk log merge` instead of this station's log.",
)


def filter_options(command: Command) -> Command:
    """Give *command* every filter, as the keyword arguments that `asked` takes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def asked(given: dict[str, Any]) -> Asked:
    """The filters among the arguments of a command."""
    for name in _TEXTS:
        if given[name] is not None:
            check_text(given[name], f"--{name}")
    kind, alert = given["kind"], given["alert"]
    wanted = Filter(
        kind=None if kind in _ANY else kind,
        round=given["round_"],
        **{name: given[name] for name in _SAME_NAME},
    )
    for name in ("since", "until"):
        if given[name] is not None:
            _moment(given[name], f"--{name}")
    return Asked(wanted, None if alert is None else Alert(alert), given["since"], given["until"])


_TEXTS = ("number", "division", "event", "method", "flag", "word")
_SAME_NAME = (*_TEXTS, "table", "verdict", "words")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
# Nothing shorter: in 20261117 a slip of the finger is still a date, and means another day.
_TIME = re.compile(r"\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?", re.ASCII)

_FIRST, _LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)


def check_text(text: str, option: str) -> str:
    """*text*, if a record could hold it."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise click.BadParameter("this is not text in UTF-8.", param_hint=option) from error
    return text


def in_utc(text: str, offset_min: int, *, end: bool = False) -> str:
    """A typed time as records write it. Without a zone it is the station's; *end*: a date means its end."""
    moment = _moment(text, "the time")
    try:
        if end and _DATE.fullmatch(text):
            moment += timedelta(days=1)
        if moment.tzinfo is None:
            moment = (moment - timedelta(minutes=offset_min)).replace(tzinfo=UTC)
        moment = moment.astimezone(UTC)
    except OverflowError:  # before the first year or after the last: no record is that far
        moment = _LAST if moment.year > 1 else _FIRST
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def check_day(text: str, option: str) -> str:
    """*text*, if it is a date and nothing but a date."""
    try:
        if _DATE.fullmatch(text):
            datetime.fromisoformat(text)
            return text
    except ValueError:
        pass
    raise click.BadParameter("write a date, such as 2026-05-02.", param_hint=option)


def _moment(text: str, option: str) -> datetime:
    date, _, time = text.replace(" ", "T", 1).partition("T")
    try:
        if _DATE.fullmatch(date) and (not time or _TIME.fullmatch(time)):
            return datetime.fromisoformat(text)
    except ValueError:
        pass
    raise click.BadParameter(
        "write a date or a date and time, such as 2026-05-02 or 2026-05-02T14:30.", param_hint=option
    )


def settled(wanted: Asked, reader: Reader) -> Filter:
    """The filter of *wanted* with its times in UTC, by the wall clock of the station that is read."""
    offset = reader.offset_min()
    since = None if wanted.since is None else in_utc(wanted.since, offset)
    until = None if wanted.until is None else in_utc(wanted.until, offset, end=True)
    values = {name: getattr(wanted.filter, name) for name in Filter.__dataclass_fields__}
    return Filter(**{**values, "since": since, "until": until})


@contextmanager
def reader_of(data: str | None, merged: Path | None) -> Iterator[Reader]:
    """The log of the data folder, or the merged file."""
    with open_reader(merged or log_path(data_folder(data)), merged=merged is not None) as reader:
        yield reader
