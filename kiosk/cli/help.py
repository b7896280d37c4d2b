"""Help pages alike for every command: groups in order, short names for values, examples last."""

from collections.abc import Mapping

import click

from kiosk.cli.terminal import paint

# ---- examples ----------------------------------------------------------------------------------------------
# One or two lines to copy for every command, shown at the end of its help.
#
# A test types every one of them.

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "kiosk": (
        "kiosk judge CAT                    judge a play, here and now",
        "kiosk setup --example              what a set-up file looks like",
        "kiosk log show B-147               one ruling, for a dispute",
        "kiosk COMMAND -h                   more about a command",
    ),
    "kiosk station": ("kiosk station --windowed",),
    "kiosk director": ("kiosk director", "kiosk director --log /media/stick"),
    "kiosk rehearsal": ("kiosk rehearsal", "kiosk rehearsal --rules RULES --windowed"),
    "kiosk desk": ("kiosk desk", "kiosk desk --windowed"),
    "kiosk practice": ("kiosk practice", "kiosk practice --lexicon ID --windowed"),
    "kiosk judge": (
        "kiosk judge QUIXOTRY OX",
        "kiosk judge OX --table 12 --division main --as JD",
        "kiosk judge OX --after B-147 --book acceptable",
    ),
    "kiosk rules list": ("kiosk rules list",),
    "kiosk rules show": ("kiosk rules show RULES", "kiosk rules show RULES --penalties"),
    "kiosk rules card": ("kiosk rules card RULES --paper letter --pdf card.pdf",),
    "kiosk lexicon import": ('kiosk lexicon import words.txt --name "Club list"',),
    "kiosk lexicon list": ("kiosk lexicon list",),
    "kiosk lexicon show": ("kiosk lexicon show free",),
    "kiosk lexicon verify": ("kiosk lexicon verify", "kiosk lexicon verify free"),
    "kiosk lexicon diff": ("kiosk lexicon diff free club --words",),
    "kiosk lexicon remove": ("kiosk lexicon remove club",),
    "kiosk card": (
        "kiosk card --pdf cards.pdf",
        "kiosk card --slips --division main --pdf slips.pdf",
        "kiosk card --witness --paper letter --pdf witness.pdf",
    ),
    "kiosk roll-out": (
        "kiosk roll-out stick",
        "kiosk roll-out --take stick --letter C",
        "kiosk roll-out --check stick",
    ),
    "kiosk restore": ("kiosk restore /media/stick",),
    "kiosk status": ("kiosk status", "kiosk status --json"),
    "kiosk log list": (
        "kiosk log list --round 4 --table 12",
        "kiosk log list --verdict unacceptable --since 2026-05-02T14:00",
        'kiosk log list --word "QU*"',
        "kiosk log list --kind all --limit 20",
    ),
    "kiosk log show": ("kiosk log show B-147", "kiosk log show 212 --json"),
    "kiosk log verify": ("kiosk log verify", "kiosk log verify --count 212 --head 118d-1f2e-ab51-da5b"),
    "kiosk log head": ("kiosk log head",),
    "kiosk log export": (
        "kiosk log export --event open-2026 --out rulings.csv",
        "kiosk log export --format sqlite --out copy.db",
    ),
    "kiosk log report": (
        "kiosk log report --out report.html",
        "kiosk log report --day 2026-05-02 --out saturday.html",
    ),
    "kiosk log merge": ("kiosk log merge station-b/log.db station-c/log.db --out all.db",),
    "kiosk log evidence": (
        "kiosk log evidence B-147",
        "kiosk log evidence B-147 --pdf B-147.pdf --paper letter",
    ),
    "kiosk log incident": ('kiosk log incident B-147 --say "The clock was not stopped." --pdf incident.pdf',),
    "kiosk log reveal": ('kiosk log reveal B-147 --reason "Asked by both players after the game." --as AB',),
    "kiosk log stations": ("kiosk log stations station-b station-c",),
    "kiosk decision types": ("kiosk decision types B-147", "kiosk decision types --type note"),
    "kiosk decision add": (
        "kiosk decision add B-147 improper_lookup responsible=challenger --preview",
        'kiosk decision add - note --table 7 --remark "Spoke during the look-up."',
    ),
    "kiosk decision list": ("kiosk decision list", "kiosk decision list B-147"),
    "kiosk setup": (
        "kiosk setup --example > my-event.toml",
        "kiosk setup --from my-event.toml",
        "kiosk setup --export all.toml",
        "kiosk setup --from all.toml --letter C",
    ),
    "kiosk passcode set": ("kiosk passcode set", "kiosk passcode set --role judge"),
    "kiosk event open": ("kiosk event open", 'kiosk event open --id club-12 --name "Club night 12"'),
    "kiosk event close": ("kiosk event close",),
    "kiosk event tonight": ("kiosk event tonight",),
    "kiosk event list": ("kiosk event list",),
    "kiosk round start": ("kiosk round start 4",),
    "kiosk round end": ("kiosk round end",),
    "kiosk pairings import": (
        "kiosk pairings import round4.csv",
        "kiosk pairings import a.t b.t --division main --division novice",
        "kiosk pairings import tourney.js",
    ),
    "kiosk pairings show": (
        "kiosk pairings show --round 4",
        "kiosk pairings show --round 4 --table 12 --json",
    ),
    "kiosk pairings forget": ("kiosk pairings forget",),
    "kiosk hub init": (
        "kiosk hub init --local hub --event open-2026 --address 192.168.1.10",
        "kiosk hub init postgresql://owner@localhost/open2026 --event open-2026",
    ),
    "kiosk hub enrol": (
        "kiosk hub enrol B --station 5bb6049a --hub hub --address 192.168.1.10",
        "kiosk hub enrol --reader --hub hub",
    ),
    "kiosk hub strike": ("kiosk hub strike B --hub hub",),
    "kiosk hub push": ("kiosk hub push enrolment-B.json", "kiosk hub push enrolment-B.json --once"),
    "kiosk hub export": ("kiosk hub export enrolment-B.json /media/stick",),
    "kiosk hub take": (
        "kiosk hub take /media/stick --hub hub",
        "kiosk hub take /media/stick --hub hub --struck",
    ),
    "kiosk hub serve": (
        "kiosk hub serve enrolment-reader.json",
        "kiosk hub serve enrolment-reader.json --listen 0.0.0.0:8080",
    ),
    "kiosk hub status": ("kiosk hub status --hub hub",),
    "kiosk hub verify": ("kiosk hub verify --hub hub", "kiosk hub verify --hub hub --receipt receipt-B"),
    "kiosk hub heads": ("kiosk hub heads --hub hub --day 2026-05-02",),
    "kiosk doctor": ("kiosk doctor",),
    "kiosk self-test": ("kiosk self-test",),
    "kiosk completion": (
        'eval "$(kiosk completion bash)"',
        'eval "$(kiosk completion zsh)"',
        "kiosk completion fish > ~/.config/fish/completions/kiosk.fish",
    ),
}
_MOST_OF_GROUP = 4


def examples_of(words: str) -> tuple[str, ...]:
    """The examples for the command called by *words*; of a group, the first of some commands in it."""
    if words in EXAMPLES:
        return EXAMPLES[words]
    below = [lines[0] for name, lines in EXAMPLES.items() if name.startswith(f"{words} ")]
    return tuple(below[:_MOST_OF_GROUP])


# ---- help --------------------------------------------------------------------------------------------------
# Help pages alike for every command: its groups in order, short names for values, examples last.

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
    """The context of every command here: its help, when it is asked for, is laid out as a `HelpPage`."""

    formatter_class = HelpPage

    def get_help(self) -> str:
        _lay_out(self.command, self.command_path)
        return super().get_help()


def _lay_out(command: click.Command, words: str) -> None:
    """Let the help of *command*, called by *words*, look like all others and end with its examples."""
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
