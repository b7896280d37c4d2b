"""Help pages alike for every command: its groups in order, short names for values, examples last."""

import click

from kiosk.cli.shell.examples import examples_of
from kiosk.cli.terminal import paint

_MARK = "\b\nExamples:\n"
_MOST_CHOICES = 6


class InOrder(click.Group):
    """A group whose commands stand in the order in which they were put there."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


class HelpPage(click.HelpFormatter):
    """Help with headings that stand out on a terminal, and examples nobody reflows."""

    def write_heading(self, heading: str) -> None:
        self.write(" " * self.current_indent + paint(f"{heading}:", bold=True) + "\n")

    def write_text(self, text: str) -> None:
        if not text.startswith(_MARK):
            super().write_text(text)
            return
        self.dedent()  # click sets what ends a help page in; a section stands at the edge
        self.write_heading("Examples")
        self.write("".join(f"  {line}\n" for line in text.removeprefix(_MARK).splitlines()))
        self.indent()


class KioskContext(click.Context):
    """The context of every command here: its help is laid out as a `HelpPage`."""

    formatter_class = HelpPage


def lay_out_help(command: click.Command, words: str) -> None:
    """Let the help of *command*, called by *words*, look like all others and end with its examples."""
    command.context_class = KioskContext
    if lines := examples_of(words):
        command.epilog = _MARK + "\n".join(lines)
    for param in command.params:
        if isinstance(param, click.Option) and param.metavar is None:
            param.metavar = _metavar(param)


def _metavar(option: click.Option) -> str | None:
    """What stands for the value of *option*: N for a number, a name for one of many choices."""
    if isinstance(option.type, click.IntRange):
        return "N"
    if isinstance(option.type, click.Choice) and len(option.type.choices) > _MOST_CHOICES:
        return str(option.name).upper()
    return None
