"""What the commands of `kiosk log` share: filters and how they end; and `log export`."""

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from kiosk.base.clock import is_day
from kiosk.base.printable import count_of
from kiosk.cli import options
from kiosk.cli.main import write_to_stdout
from kiosk.cli.terminal import paint, progress_bar
from kiosk.hub.options import require_extra
from kiosk.log.alerts import Alert
from kiosk.log.filters import STORED, Facet
from kiosk.log.filters_reader import Filter, is_utf_8
from kiosk.log.forms import ExportForm
from kiosk.log.kinds import Kind
from kiosk.log.list_actions import Asked, is_moment

if TYPE_CHECKING:
    from kiosk.log.export_actions import Exported, Give


# ---- filters -----------------------------------------------------------------------------------------------
# The filters of `kiosk log`: options that combine, and what a person may type for each.

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
        return [CompletionItem(name) for name in names if name.startswith(incomplete.casefold())]


_KINDS = frozenset(kind.value for kind in Kind)
_ANY = frozenset(("all", "any", "everything"))


def _option_of(facet: Facet) -> Callable[[Command], Command]:
    match facet.choices:
        case range() as numbers:
            type_: click.ParamType[Any] | None = click.IntRange(numbers[0], numbers[-1])
        case tuple() as names:
            type_ = click.Choice(names)
        case None:
            type_ = None
    return click.option(
        f"--{facet.option}", facet.option, type=type_, shell_complete=_COMPLETED.get(facet), help=facet.help
    )


_COMPLETED = {Facet.DIVISION: options.division, Facet.EVENT: options.event, Facet.METHOD: options.method}
_FACETS = tuple(facet for facet in Facet if facet.option)
_OPTIONS = (
    click.option(
        "--since", metavar="TIME", help="From then on: 2026-05-02, 2026-05-02T14:30 (the station's)."
    ),
    click.option("--until", metavar="TIME", help="Up to then; a date includes that day."),
    *map(_option_of, _FACETS),
    click.option(
        "--kind",
        type=KindOrAll(),
        default="ruling",
        metavar="KIND",
        help="What to give: ruling (unless another is named), all, or a kind of record such as violation.",
    ),
    click.option("--word", help="Only entries with this word; ? is one letter, * any number."),
    click.option("--flag", shell_complete=options.flag, help="Only rulings with this flag, such as casual."),
    click.option(
        "--number", shell_complete=options.ruling, help="Only the ruling with this number, such as B-147."
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
    from kiosk.hub.mirror_run import merge_from_hub

    with ExitStack() as stack:
        with progress_bar("Reading the hub") as progress:
            copied = stack.enter_context(merge_from_hub(where, progress))
        yield copied


def filter_options(command: Command) -> Command:
    """Give *command* every filter, as the keyword arguments that `asked` takes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def parse_filters(given: dict[str, Any]) -> Asked:
    """The filters among the arguments of a command."""
    for name in _TEXTS:
        if given[name] is not None:
            check_text(given[name], f"--{name}")
    kind, alert = given["kind"], given["alert"]
    named = {facet.option: given[facet.option] for facet in STORED} | {name: given[name] for name in _TYPED}
    wanted = Filter(kind=None if kind in _ANY else kind, **named)
    for name in ("since", "until"):
        if given[name] is not None:
            _check_moment(given[name], f"--{name}")
    return Asked(wanted, None if alert is None else Alert(alert), given["since"], given["until"])


_TYPED = ("number", "flag", "word")
_TEXTS = (*_TYPED, *(facet.option for facet in _FACETS if facet.choices is None))


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


# ---- ending ------------------------------------------------------------------------------------------------
# How a command of `kiosk log` ends when what it showed does not hold: one sentence each, and exit code 1.


def say_first(doubt: str) -> None:
    """Say why a log as a whole does not hold, before anything of it is shown."""
    if doubt:
        click.echo(paint(doubt, "red"), err=True)


def end(complaints: Sequence[str], said: str = "") -> None:
    """Say what must be said and was not *said* first, and end with 1 if anything shown does not hold."""
    for sentence in complaints:
        if sentence != said:
            click.echo(sentence, err=True)
    if complaints:
        click.get_current_context().exit(1)


# ---- export ------------------------------------------------------------------------------------------------
# `kiosk log export`: records on their way out.

STDOUT = Path("-")
WHOLE_LOG = "sqlite"  # the file as it is, and no form of single records
OUT = click.option(
    "--out", "-o", type=click.Path(path_type=Path), default=STDOUT, help="The file to write; - for stdout."
)
FORCE = click.option("--force", is_flag=True, help="Replace a file that is there; never a log or a list.")


@click.command("export", short_help="Write the rulings that fit the filters to a file.")
@click.option(
    "--format",
    "form",
    type=click.Choice([*(form.value for form in ExportForm), WHOLE_LOG]),
    default=ExportForm.CSV.value,
    show_default=True,
    help="As what.",
)
@OUT
@FORCE
@filter_options
@MERGED
@click.pass_context
def export_command(
    ctx: click.Context, /, form: str, out: Path, force: bool, merged: Path | None, **given: Any
) -> None:
    """Write exactly the rulings that fit the filters, newest first; other records with --kind.

    sqlite: the whole log, always. zyzzyva: the lines of its challenge.txt, which knows rulings only and no
    referred plays. Exit code 1: a record given out is not as it was recorded, or records are missing; every
    form but sqlite says so itself.
    """
    from kiosk.cli.staff import staff_of  # what writes is slow to load, and the other commands of `log` read
    from kiosk.log.audit_actions import AuditSource
    from kiosk.log.export_actions import ExportWish, export_records, export_whole

    staff, wanted = staff_of(ctx), parse_filters(given)
    if form == WHOLE_LOG:
        if wanted.as_json().keys() - {"kind"}:
            raise click.UsageError("A SQLite copy always holds everything: leave the filters out.")
        if out == STDOUT:
            raise click.UsageError("A SQLite copy needs a file: name it with --out FILE.")
        _tell(export_whole(staff, merged, out, force=force), out)
        return
    with progress_bar("Exporting") as progress:
        give = giving(out, staff.folder, force=force)
        wish = ExportWish(ExportForm(form), wanted, AuditSource(staff.folder, merged))
        done = export_records(staff, wish, give, progress)
    _tell(done, out)


def giving(out: Path, folder: Path, *, force: bool) -> "Give":
    """Where an answer of a command on the data folder *folder* goes."""
    from kiosk.log.export_actions import into_file

    return write_to_stdout if out == STDOUT else into_file(out, folder, force=force)


def _tell(done: "Exported", out: Path) -> None:
    say_first(done.doubt)
    if done.unrecorded:
        click.echo(done.unrecorded, err=True)
    if out != STDOUT:
        are = "is" if done.count == 1 else "are"
        click.echo(f"{count_of(done.count, 'record')} {are} in {out}.", err=True)
    end(done.complaints, done.doubt)
