"""`kiosk hub init`, `enrol` and `strike`: make a hub, give stations their enrolments, take one away."""

import re
from pathlib import Path

import click

from kiosk.cli.hub.extra import HUB, with_extra
from kiosk.cli.option_checks import id_of
from kiosk.core.harmless import harmless
from kiosk.core.setup.settings import LONGEST_EVENT_ID

_PORT = click.IntRange(1, 65_535)
_CODE = re.compile(r"[0-9a-f]{8,32}")


@click.command("init", short_help="Make a hub, or bring one up to date.")
@click.argument("address", required=False)
@click.option(
    "--local", type=click.Path(path_type=Path), metavar="DIR", help="A PostgreSQL of its own in DIR."
)
@click.option(
    "--event", callback=id_of(LONGEST_EVENT_ID), metavar="ID", help="The event whose records it collects."
)
@click.option(
    "--address",
    "names",
    multiple=True,
    metavar="HOST",
    help="With --local: a name or number stations reach it by.",
)
@click.option("--port", type=_PORT, default=54_320, show_default=True, help="With --local: where it listens.")
@click.option("--stop", is_flag=True, help="With --local: stop it.")
@with_extra
def init_command(
    address: str | None, local: Path | None, event: str | None, names: tuple[str, ...], port: int, stop: bool
) -> None:
    """Make a hub in the PostgreSQL database at ADDRESS (15 or later), or bring the hub there up to date.

    With --local a private PostgreSQL in DIR is made or started, for a club's laptop or to try it out. Running
    the same command again does no harm.
    """
    from kiosk.actions.hub.make import doors_left_open, init_existing, init_local, stop_local

    if (address is None) == (local is None):
        raise click.UsageError("Give either the address of a database, or --local DIR.")
    if stop:
        if local is None:
            raise click.UsageError("Only a hub made with --local can be stopped from here.")
        stop_local(local)
        click.echo("Stopped.")
        return
    hub = init_local(local, event, names, port) if local else init_existing(str(address), event)
    click.echo(f"The hub of “{harmless(hub.event)}” is ready: {hub.id[:8]}.")
    where = str(local) if local else "ADDRESS"
    click.echo(f"Enrol a station:  kiosk hub enrol B --station CODE --hub {where}")
    for sentence in doors_left_open(str(local or address), hub):
        click.echo(sentence, err=True)


_HOST_PORT = re.compile(r"(?:\[(?P<six>[^\]]+)\]|(?P<host>[^:]+|[0-9a-fA-F:.]+?))(?::(?P<port>\d+))?")


def host_and_port(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[str | None, int | None]:
    """HOST or HOST:PORT; a numeric address with colons stands in brackets before its port."""
    match = _HOST_PORT.fullmatch(value or "")
    if value is None:
        return None, None
    if match is None:
        raise click.BadParameter("it must be HOST or HOST:PORT.")
    port = int(match["port"]) if match["port"] else None
    if port is not None and not 0 < port < 65_536:
        raise click.BadParameter(f"{port} is no port.")
    return match["six"] or match["host"], port


@click.command("enrol", short_help="Give a station, or a reader, its enrolment.")
@click.argument("letter", required=False)
@HUB
@click.option(
    "--station",
    "code",
    metavar="CODE",
    help="Which installation it is for: the first eight digits of its id, from “kiosk log head” there.",
)
@click.option("--reader", is_flag=True, help="An account that may only look, instead of a station's.")
@click.option(
    "--address",
    "place",
    callback=host_and_port,
    metavar="HOST[:PORT]",
    help="Where stations reach the hub, if not where you do.",
)
@click.option(
    "--authority",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The certificate of whoever vouches for an existing server (else those this computer trusts).",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="The new file (else enrolment-B.json)."
)
@with_extra
def enrol_command(
    letter: str | None,
    where: str,
    code: str | None,
    reader: bool,
    place: tuple[str | None, int | None],
    authority: Path | None,
    out: Path | None,
) -> None:
    """Give station LETTER its enrolment: one file with all it needs to push. Carry it there; keep it secret.

    It is bound to one installation by its CODE (`kiosk log head` there): nobody else can push with it, and
    no other enrolment can push that station's log. A letter has one enrolment at a time. A lost or replaced
    laptop is struck off first (`kiosk hub strike`).
    """
    from kiosk.actions.hub.make import Reached, enrol, others_set_up_as

    if (letter is None) != reader or (letter is not None and not _is_letter(letter)):
        raise click.UsageError("Give the letter of a station, A to Z, or --reader.")
    code = code.lower() if code else code
    if (code is None) != reader or (code is not None and not _CODE.fullmatch(code)):
        raise click.UsageError(
            "Give a station's code with --station: the first eight digits of its id, which “kiosk log head” "
            "shows there. A reader has none."
        )
    file = out or Path(f"enrolment-{letter or 'reader'}.json")
    made = enrol(where, letter, Reached(*place, authority), file, code or "")
    who = f"Station {letter}" if letter else "A reader"
    click.echo(f"{who} is enrolled with the hub of “{harmless(made.event)}” at {harmless(made.host)}: {file}")
    if letter:
        click.echo(f"Carry the file there, then:  kiosk hub push {file.name}")
        for other in others_set_up_as(where, letter):
            click.echo(
                f"The station that is enrolled as {other} is set up with the letter {letter}: both would "
                "give out the same ruling numbers. Set that one up with its own letter.",
                err=True,
            )


@click.command("strike", short_help="Strike a lost laptop off.")
@click.argument("letter")
@HUB
@with_extra
def strike_command(letter: str, where: str) -> None:
    """Strike station LETTER off: its enrolment opens nothing any more. What it pushed before stays."""
    from kiosk.actions.hub.make import strike

    if not _is_letter(letter):
        raise click.UsageError("Give the letter of a station, A to Z.")
    strike(where, letter)
    click.echo(f"Station {letter} is struck off. What it pushed before stays.")


def _is_letter(text: str) -> bool:
    return len(text) == 1 and "A" <= text <= "Z"
