"""The command line. Each command lives in a module of its own that is imported only when it is asked for,
so that `log`, `lexicon`, `rules` and `judge` load no Qt and the station starts fast."""

import importlib
import sys

import click

from kiosk import __version__
from kiosk.errors import KioskError, place_of

# name -> (module, one-line help); the module holds a click command in an attribute named `command`
COMMANDS = {
    "station": ("kiosk.cli.station", "The full-screen challenge station (what `kiosk` alone starts)."),
    "judge": ("kiosk.cli.judge", "Judge a play here, as staff; recorded like any other."),
    "rules": ("kiosk.cli.rules", "The rule sets: list, show, printable station card."),
    "lexicon": ("kiosk.cli.lexicon", "Word lists: import, list, show, verify, diff, remove."),
    "log": ("kiosk.cli.log", "Audit the log: list, show, verify, head, export, report, merge."),
    "setup": ("kiosk.cli.setup", "Set this station up from a file, or export its set-up."),
    "passcode": ("kiosk.cli.passcode", "Set the director's and the judge's passcode."),
    "event": ("kiosk.cli.event", "Open or close an event, or close for tonight."),
    "doctor": ("kiosk.cli.doctor", "Protection and health of this machine, line by line."),
    "self-test": ("kiosk.cli.self_test", "Prove that this installation works."),
}


class KioskGroup(click.Group):
    """Loads a command's module on first use and starts the station when no command is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=KioskGroup, invoke_without_command=True)
@click.option("--data", metavar="DIR", help="The data folder (else KIOSK_DATA, else the user's own).")
@click.version_option(__version__, prog_name="kiosk")
@click.pass_context
def kiosk(ctx: click.Context, data: str | None) -> None:
    """Challenge Kiosk: judge a challenged play, record it, show one verdict.

    Exit codes: 0 yes or done; 1 the answer is no; 2 usage; 3 refer to the Word Judge;
    4 it could not be done and nothing was ruled or changed.
    """
    ctx.obj = data
    if ctx.invoked_subcommand is None:
        station = kiosk.get_command(ctx, "station")
        if station is not None:
            ctx.invoke(station)


def main() -> None:
    """Run a command; a failure is one plain sentence on stderr and exit code 4.

    Python would end a bug with exit code 1, which here means "unacceptable": a fault must never be a verdict.
    """
    try:
        kiosk(prog_name="kiosk")
    except KioskError as error:
        click.echo(str(error), err=True)
        sys.exit(4)
    except Exception as error:  # noqa: BLE001 - the outermost edge: no traceback reaches a user
        click.echo(
            f"The program met a fault of its own: {type(error).__name__} in {place_of(error.__traceback__)}. "
            "No ruling was given; please report it.",
            err=True,
        )
        sys.exit(4)
