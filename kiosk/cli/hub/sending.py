"""`kiosk hub push`, `export` and `take`: records on their way to a hub, by network or on a stick."""

import time
from dataclasses import asdict
from pathlib import Path

import click

from kiosk.actions.audit.complaints import counted
from kiosk.cli.hub.extra import AS_JSON, HUB, with_extra
from kiosk.core.harmless import harmless, harmless_json
from kiosk.folder import data_folder
from kiosk.storage.system_clock import system_clock

_FILE = click.argument("enrolment", type=click.Path(path_type=Path))


@click.command("push", short_help="Push this station's log to a hub.")
@_FILE
@click.option("--once", is_flag=True, help="Push what is owed, then end.")
@AS_JSON
@click.pass_context
@with_extra
def push_command(ctx: click.Context, enrolment: Path, once: bool, as_json: bool) -> None:
    """Push this station's log to the hub of the file ENROLMENT, and go on as it grows.

    Runs beside the station; the network may come and go. For a second hub run it a second time with that
    hub's enrolment. With --once, exit code 1: the log does not hold, or the hub has other records in the
    place of some of these.
    """
    from kiosk.actions.hub.push import PushBeside, push_for_ever, push_once

    folder = data_folder(ctx.obj)
    if not once:
        push_for_ever(folder, enrolment, PushBeside(system_clock, _wait, _tell))
        return
    done = push_once(folder, enrolment, system_clock)
    if as_json:
        click.echo(harmless_json({**asdict(done), "told": done.sentences()}))
    else:
        for sentence in done.sentences():
            click.echo(sentence, err=True)
        click.echo(f"{counted(done.sent, 'record')} pushed; the hub has {done.count}.")
    ctx.exit(0 if done.good else 1)


def _wait(seconds: float) -> bool:
    time.sleep(seconds)
    return True


def _tell(sentence: str) -> None:
    click.echo(f"{time.strftime('%H:%M:%S')}  {harmless(sentence)}", err=True)


@click.command("export", short_help="Put this station's log onto a stick for a hub.")
@_FILE
@click.argument("stick", type=click.Path(path_type=Path))
@AS_JSON
@click.pass_context
@with_extra
def export_command(ctx: click.Context, enrolment: Path, stick: Path, as_json: bool) -> None:
    """Put this station's log into the folder STICK, for the hub of the file ENROLMENT.

    The same records always give the same files. Take them in at the hub with `kiosk hub take`. Exit code 1:
    the log does not hold; what stands in it is on the stick all the same.
    """
    from kiosk.actions.hub.stick import export

    done = export(data_folder(ctx.obj), enrolment, stick)
    if done.doubt:
        click.echo(harmless(done.doubt), err=True)
    if as_json:
        click.echo(harmless_json(asdict(done)))
    else:
        files = counted(done.files, "file")
        click.echo(f"{counted(done.count, 'record')} in {files}, {done.new} of them new: {stick}")
    ctx.exit(1 if done.doubt else 0)


@click.command("take", short_help="Take batches from a stick into the hub.")
@click.argument("stick", type=click.Path(path_type=Path))
@HUB
@click.option("--struck", is_flag=True, help="Also batches of an enrolment that was struck off since.")
@AS_JSON
@click.pass_context
@with_extra
def take_command(ctx: click.Context, stick: Path, where: str, struck: bool, as_json: bool) -> None:
    """Take the batches in the folder STICK into the hub: in any order, twice, late.

    A stick of a laptop that was struck off is taken with --struck alone: a thief's stick looks the same.
    Exit code 1: a batch could not be taken; why stands beside it.
    """
    from kiosk.actions.hub.stick import take_in

    results = take_in(where, stick, struck=struck)
    if as_json:
        click.echo(harmless_json([asdict(one) for one in results]))
    else:
        for one in results:
            click.echo(f"{harmless(one.file)}: {harmless(one.said)}")
        if not results:
            click.echo(f"There is no batch in {stick}.")
    ctx.exit(0 if all(one.good for one in results) else 1)
