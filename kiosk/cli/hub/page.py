"""`kiosk hub serve`: all stations on a page in the browser."""

import sys
import time
from pathlib import Path

import click

from kiosk.cli.hub.extra import with_extra
from kiosk.cli.hub.making import host_and_port
from kiosk.core.harmless import harmless

PORT = 8080
_FILE = click.Path(path_type=Path)
_PLAIN = (
    "It is not encrypted: whoever shares this network can read along, and see the token when it is typed. "
    "Use a network of your own, or --certificate and --key."
)


@click.command("serve", short_help="All stations on a page in the browser.")
@click.argument("enrolment", type=_FILE)
@click.option(
    "--listen",
    "place",
    callback=host_and_port,
    metavar="ADDRESS[:PORT]",
    help=f"Where browsers reach it (else this computer alone, port {PORT}; 0.0.0.0: all its network).",
)
@click.option("--certificate", type=_FILE, metavar="FILE", help="Encrypt, with this certificate (PEM) …")
@click.option("--key", type=_FILE, metavar="FILE", help="… and its key.")
@click.option(
    "--name", "names", multiple=True, metavar="HOST", help="A name browsers know it by, besides its numbers."
)
@with_extra
def serve_command(
    enrolment: Path,
    place: tuple[str | None, int | None],
    certificate: Path | None,
    key: Path | None,
    names: tuple[str, ...],
) -> None:
    """Show all stations on a page in the browser, for a wall screen and the director's phone; it only reads.

    ENROLMENT is a reader's (`kiosk hub enrol --reader`). Words of plays are shown to nobody while the event
    is open, but to whoever has the token that is printed at the start. Ctrl-C ends it.
    """
    from kiosk.actions.hub.serve import PagePlace, open_page

    if (certificate is None) != (key is None):
        raise click.UsageError("Give --certificate and --key together.")
    where = PagePlace(place[0] or "127.0.0.1", place[1] or PORT, certificate, key, names)
    with open_page(enrolment, where, _tell) as page:
        click.echo(f"“{harmless(page.event)}” is shown at {page.address}")
        click.echo(f"The director's token, told only now:  {page.token}")
        if sys.stdout.isatty():
            _print_code(page.link)
        if where.is_loopback:
            click.echo("Only this computer reaches it. For others: --listen 0.0.0.0")
        elif certificate is None:
            click.echo(_PLAIN)
        page.wait()


def _print_code(link: str) -> None:
    from segno import make_qr

    click.echo("On the director's phone:")
    make_qr(link, error="l").terminal(compact=True)


def _tell(sentence: str) -> None:
    click.echo(f"{time.strftime('%H:%M:%S')}  {harmless(sentence)}", err=True)
