"""The filters of `kiosk log`: options that combine, and what a person may type for each."""

import functools
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from kiosk.actions.audit.asked import Asked, is_moment
from kiosk.cli.hub.extra import require_extra
from kiosk.cli.progress import progress_bar
from kiosk.cli.shell import completing
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.log.kinds import Kind
from kiosk.core.log.typed_time import is_day
from kiosk.core.words.play import MOST_WORDS
from kiosk.director.alerts import Alert
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.found import is_utf_8

Command = TypeVar("Command", bound=Callable[..., Any])


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
    click.option(
        "--division", shell_complete=completing.division, help="Only this division (its id or name)."
    ),
    click.option("--event", shell_complete=completing.event, help="Only this event (its id)."),
    click.option("--verdict", type=click.Choice([one.value for one in Verdict]), help="Only this verdict."),
    click.option(
        "--kind",
        type=KindOrAll(),
        default="ruling",
        metavar="KIND",
        help="What to give: ruling (unless another is named), all, or a kind of record such as violation.",
    ),
    click.option("--word", help="Only entries with this word; ? is one letter, * any number."),
    click.option(
        "--method",
        shell_complete=completing.method,
        help="Only rulings made this way, such as self_station.",
    ),
    click.option(
        "--flag", shell_complete=completing.flag, help="Only rulings with this flag, such as casual."
    ),
    click.option(
        "--alert", type=click.Choice([one.value for one in Alert]), help="Only rulings with this alert."
    ),
    click.option("--words", type=click.IntRange(1, MOST_WORDS), help="Only rulings on this many words."),
    click.option(
        "--number", shell_complete=completing.ruling, help="Only the ruling with this number, such as B-147."
    ),
)
_MERGED = click.option(
    "--merged",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Ask a file made by `kiosk log merge` instead of this station's log.",
)
_HUB = click.option(
    "--hub", metavar="WHERE", help="Ask a hub instead: a reader's enrolment, or the hub's folder or address."
)


def MERGED(command: Command) -> Command:  # noqa: N802 - used as the other options are
    """Let *command* ask a merged file, or the logs of a hub as one, instead of the station's own."""

    @functools.wraps(command)
    def asking(*given: Any, hub: str | None, merged: Path | None, **named: Any) -> Any:
        if hub is None:
            return command(*given, merged=merged, **named)
        if merged is not None:
            raise click.UsageError("Name a merged file or a hub, not both.")
        with _from_hub(hub) as copied:
            return command(*given, merged=copied, **named)

    return cast(Command, _MERGED(_HUB(asking)))


@contextmanager
def _from_hub(where: str) -> Iterator[Path]:
    """The hub's logs in a merged file that is gone when the command has ended."""
    require_extra()
    from kiosk.actions.hub.mirror import merged_from_hub

    with ExitStack() as stack:
        with progress_bar("Reading the hub") as progress:
            copied = stack.enter_context(merged_from_hub(where, progress))
        yield copied


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
            _check_moment(given[name], f"--{name}")
    return Asked(wanted, None if alert is None else Alert(alert), given["since"], given["until"])


_TEXTS = ("number", "division", "event", "method", "flag", "word")
_SAME_NAME = (*_TEXTS, "table", "verdict", "words")


def check_text(text: str, option: str) -> str:
    """*text*, if a record could hold it."""
    if not is_utf_8(text):
        raise click.BadParameter("this is not text in UTF-8.", param_hint=option)
    return text


def check_day(text: str, option: str) -> str:
    """*text*, if it is a date and nothing but a date."""
    if not is_day(text):
        raise click.BadParameter("write a date, such as 2026-05-02.", param_hint=option)
    return text


def _check_moment(text: str, option: str) -> None:
    if not is_moment(text):
        raise click.BadParameter(
            "write a date or a date and time, such as 2026-05-02 or 2026-05-02T14:30.", param_hint=option
        )
