"""The command line. Each command lives in a module of its own that is imported only when it is asked for."""

import codecs
import errno
import importlib
import io
import os
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

import click
from click.shell_completion import CompletionItem

from kiosk import __version__
from kiosk.base.printable import printable_lines
from kiosk.cli.help import KioskContext
from kiosk.errors import KioskError, OutputError, place_of, stopped_sentence, whether_recorded

# ---- standard stream ---------------------------------------------------------------------------------------
# Standard output and standard error that never stop a command.
#
# The rule it guards: nothing that happens to a command's words undoes or hides what it did. What a stream
# does not take is lost, and the reason is remembered.


class StandardStream:
    """A text stream as commands write to it. *lost* is why something could not be written, *lost_by* the
    command that wrote it. Bytes go past this, through *buffer*, and fail loudly. Without a stream nothing is
    shown."""

    def __init__(self, stream: TextIO | None) -> None:
        self.stream = stream
        self.lost: OSError | None = None
        self.lost_by = ""
        if isinstance(stream, io.TextIOWrapper):
            # What a terminal has no sign for, or a name that is no UTF-8, is shown by its number. ASCII gives
            # way to UTF-8 here, or click would do it past this class.
            ascii_only = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding="utf-8" if ascii_only else None, errors="backslashreplace")

    def write(self, text: str) -> int:
        with self._losing():
            if self.stream is None:
                raise OSError(errno.EBADF, "it is closed")
            self.stream.write(text)
        return len(text)

    def flush(self) -> None:
        with self._losing():
            if self.stream is not None:
                self.stream.flush()

    def isatty(self) -> bool:
        return self.stream is not None and self.stream.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    @contextmanager
    def _losing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if self.lost is None:
                context = click.get_current_context(silent=True)
                self.lost, self.lost_by = error, context.command_path if context else ""
            if self.stream is not None:
                _into_nothing(self.stream)


def _into_nothing(stream: TextIO) -> None:
    """Drop the rest: Python would try to write it once more at the end, and exit with 120."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)


def write_to_stdout(chunks: Iterable[str]) -> None:
    """Put *chunks* on the standard output, as UTF-8 whatever the terminal's own encoding is."""
    output = getattr(sys.stdout, "buffer", None)
    if output is None:
        raise OutputError("The output could not be written: it is closed. Name a file with --out FILE.")
    try:
        for chunk in chunks:
            output.write(chunk.encode("utf-8", "backslashreplace"))
        output.flush()
    except OSError as error:
        raise OutputError(f"The output could not be written: {error.strerror}.") from error


# ---- cli ---------------------------------------------------------------------------------------------------
# The command line. Each command lives in a module of its own that is imported only when it is asked for,
# so that `log`, `lexicon`, `rules` and `judge` load no Qt and the station starts fast.

# name -> (module, one-line help); the module holds a click command in an attribute named `command`
COMMANDS = {
    "station": ("kiosk.station.command", "The full-screen challenge station (what `kiosk` alone starts)."),
    "director": (
        "kiosk.console.command",
        "The director's console: rulings, log, integrity, events and rounds.",
    ),
    "desk": ("kiosk.desk.command", "The adjudicator's desk: staff rule from slips, by keys."),
    "rehearsal": (
        "kiosk.practice.rehearsal_command",
        "Rehearse a challenge at the station's screens; nothing is kept.",
    ),
    "practice": ("kiosk.practice.command", "Practise at home: challenge or accept?"),
    "judge": ("kiosk.desk.judge_command", "Judge a play here, as staff; recorded like any other."),
    "rules": ("kiosk.rules.command", "The rule sets: list, show, the card of one."),
    "lexicon": ("kiosk.words.command", "Word lists: import, list, show, verify, diff, remove."),
    "card": (
        "kiosk.paper.command",
        "Paper from the set-up: station cards, challenge slips, a witness sheet.",
    ),
    "status": (
        "kiosk.station.status_command",
        "This station at a glance: set-up, event, round, last ruling, copy, log.",
    ),
    "log": (
        "kiosk.log.command",
        "Audit the log: list, show, evidence, reveal, verify, report, export …",
    ),
    "decision": ("kiosk.decisions.command", "Director's decisions: types, add, list."),
    "setup": ("kiosk.setup.command", "Set this station up: a few questions, or a file; show or export it."),
    "passcode": ("kiosk.setup.passcode_command", "Set the director's and the judge's passcode."),
    "event": ("kiosk.events.command", "Open or close an event, close for tonight, list events."),
    "round": ("kiosk.events.round_command", "Start or end a round now, whatever the schedule says."),
    "roll-out": (
        "kiosk.machines.roll_out_command",
        "Equal stations from this one, by way of a stick; whether all agree.",
    ),
    "restore": (
        "kiosk.machines.restore_command",
        "Go on here for a station that was lost, from the copy of its log.",
    ),
    "doctor": ("kiosk.lockdown.doctor_command", "Protection and health of this machine, line by line."),
    "pairings": ("kiosk.events.pairings_command", "Who plays whom, from CSV or tsh: import, show, forget."),
    "hub": (
        "kiosk.hub.command",
        "Many stations, one picture: init, enrol, push, take, status, verify …",
    ),
    "completion": (
        "kiosk.cli.completion_command",
        "Let your shell complete commands, ids and ruling numbers.",
    ),
    "self-test": ("kiosk.station.self_test_command", "Prove that this installation works."),
}

# How `kiosk --help` shows them: in the order in which a director needs them.
GROUPS = {
    "Before the day": (
        *("lexicon", "rules", "passcode", "setup", "roll-out", "doctor", "card", "self-test", "rehearsal"),
    ),
    "On the day": ("event", "station", "director", "status", "round", "pairings", "desk", "judge", "restore"),
    "In a dispute, and afterwards": ("log", "decision"),
    "Many stations": ("hub",),
    "At home": ("practice",),
    "For your shell": ("completion",),
}

# These have recorded or changed something by the time they print; 4 would say that they had not.
CHANGING = (
    "kiosk judge",
    "kiosk decision add",
    "kiosk setup",
    "kiosk passcode",
    "kiosk event open",
    "kiosk event close",
    "kiosk event tonight",
    "kiosk round",
    "kiosk restore",
    "kiosk roll-out",
    "kiosk log reveal",
    "kiosk lexicon import",
    "kiosk lexicon remove",
    "kiosk pairings import",
    "kiosk pairings forget",
    "kiosk hub init",
    "kiosk hub enrol",
    "kiosk hub strike",
    "kiosk hub push",
    "kiosk hub take",
)

_DATA_LATER = "data_later"


def sections(commands: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Those of *commands* that stand under each heading of the help; what is in no group comes last."""
    grouped = {name for names in GROUPS.values() for name in names}
    wanted = {**GROUPS, "More": tuple(name for name in commands if name not in grouped)}
    found = {heading: tuple(name for name in names if name in commands) for heading, names in wanted.items()}
    return {heading: names for heading, names in found.items() if names}


class KioskGroup(click.Group):
    """Loads a command's module on first use and starts the station when no command is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for names in sections(COMMANDS).values() for name in names]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[name][0]).command
        _complete(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            # click looks for a name alike only among commands that are loaded already.
            from difflib import get_close_matches

            if alike := get_close_matches(args[0], COMMANDS, n=1):
                raise click.UsageError(
                    f"No such command '{args[0]}'. Did you mean '{alike[0]}'?", ctx
                ) from error
            raise

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:  # click would end the program with 1
            raise OutputError(f"What was written was not taken: {error.strerror}.") from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for heading, names in sections(COMMANDS).items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), COMMANDS[name][1]) for name in names])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What may come next; unlike click, without loading every command for a line about it."""
        names = (name for name in self.list_commands(ctx) if name.startswith(incomplete))
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(CompletionItem(name, help=COMMANDS[name][1]) for name in names), *options]


def _complete(command: click.Command) -> None:
    """Let *command*, and those below it, take --data as well (people put it last); help pages are alike."""
    command.context_class = KioskContext
    if not any(param.name == _DATA_LATER for param in command.params):
        option = click.Option(
            ["--data", _DATA_LATER], metavar="DIR", hidden=True, expose_value=False, callback=_data_later
        )
        command.params.append(option)
    if isinstance(command, click.Group):
        for below in command.commands.values():
            _complete(below)


def _data_later(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.obj = _data(value)


def _data(folder: str | None) -> str | None:
    if folder == "":
        raise click.BadParameter("it names no folder.", param_hint="--data")
    return folder


@click.group(
    cls=KioskGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "--data",
    metavar="DIR",
    help="The data folder (else KIOSK_DATA, else the user's own); may stand after the command too.",
)
@click.version_option(__version__, prog_name="kiosk")
@click.pass_context
def kiosk(ctx: click.Context, data: str | None) -> None:
    """Challenge Kiosk: judge a challenged play, record it, show one verdict.

    Exit codes: 0 yes or done; 1 the answer is no; 2 usage; 3 refer to the Word Judge;
    4 it could not be done and nothing was ruled or changed.
    """
    ctx.obj = _data(data)
    if ctx.invoked_subcommand is None:
        station = kiosk.get_command(ctx, "station")
        if station is not None:
            ctx.invoke(station)


kiosk.context_class = KioskContext


def main() -> None:
    """Run a command and end with its exit code; a failure is one plain sentence on stderr and exit code 4.

    Python, and click for a broken pipe or Ctrl-C, would end with 1, which here means "unacceptable": no fault
    may look like a verdict. Nor may a reader that has gone, or a full disk behind `>`, change what a code
    means, for the record is durable by then: a command that has decided or changed something ends with its
    own code whatever became of its words. One that only shows something ends with 4 if that could not be
    written; whoever closes a pipe early (`| head`) has seen enough, and that is no failure.
    """
    out, err = StandardStream(sys.stdout), StandardStream(sys.stderr)
    sys.stdout, sys.stderr = cast(TextIO, out), cast(TextIO, err)
    try:
        code = _run(out)
    finally:
        out.flush()
        err.flush()
        sys.stdout, sys.stderr = cast(TextIO, out.stream), cast(TextIO, err.stream)
    sys.exit(code)


def _run(out: StandardStream) -> int:
    try:
        # None: it ended without saying how, so everything it did is done or shown.
        decided = kiosk(prog_name="kiosk", standalone_mode=False)
    except SystemExit as ending:
        decided = ending.code
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        click.echo(printable_lines(told.getvalue()), nl=False, err=True)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _fail(stopped_sentence(sys.argv[1:]))
    except KioskError as error:
        return _fail(str(error))
    except Exception as error:  # noqa: BLE001 - the outermost edge: no traceback reaches a user
        return _fail(
            f"The program met a fault of its own: {type(error).__name__} in {place_of(error.__traceback__)}. "
            f"Please report it.{whether_recorded(sys.argv[1:])}"
        )
    out.flush()
    return _code(decided, out)


def _code(decided: object, out: StandardStream) -> int:
    if out.lost is not None and out.lost.errno != errno.EPIPE:
        changed = out.lost_by.startswith(CHANGING)
        done = "It was done, but the" if changed else "The"
        click.echo(f"{done} answer could not be written: {out.lost.strerror or out.lost}.", err=True)
        if decided is None and not changed:
            return 4
    if decided is None or isinstance(decided, int):
        return int(decided or 0)
    return _fail(str(decided))


def _fail(sentence: str) -> int:
    click.echo(printable_lines(sentence), err=True)
    return 4
