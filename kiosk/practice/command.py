"""`kiosk practice`: challenge or accept, at home."""

import click

from kiosk.cli import options


@click.command("practice")
@click.option(
    "--lexicon",
    metavar="ID",
    shell_complete=options.word_list,
    help="The list to practise with (else that of last time).",
)
@click.option(
    "--other",
    metavar="ID",
    shell_complete=options.word_list,
    help="A second list: words it has and the first lacks are asked too.",
)
@click.option("--windowed", is_flag=True, help="In a window instead of the whole screen.")
@click.pass_context
def command(ctx: click.Context, lexicon: str | None, other: str | None, windowed: bool) -> None:
    """Practise at home: challenge or accept?

    It keeps a history of its own, never touches the log, and refuses while an event is open in the data
    folder.
    """
    from kiosk.practice.program import PracticeStart, start_practice  # Qt, which --help does without

    start_practice(ctx.obj, PracticeStart(lexicon, other, windowed))
