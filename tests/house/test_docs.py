"""The docs say everything a user can type, set or press, and nothing that is no longer so."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

import kiosk
from installer.house import reference
from kiosk import RELEASED
from kiosk.base.fields import Whole
from kiosk.cli.completion_command import SHELLS
from kiosk.cli.main import COMMANDS
from kiosk.log.chain import START, Point, next_record
from kiosk.log.kinds import Kind
from kiosk.rules.store import load_ruleset
from kiosk.setup.division_store import list_standing
from kiosk.setup.divisions import misfit
from kiosk.setup.settings import build_settings
from kiosk.words.editions import edition_named
from kiosk.words.play import LexiconIdentity

ROOT = Path(__file__).resolve().parents[2]


@cache
def doc(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def linked() -> str:
    """README and the files of this repository it links to."""
    names = re.findall(r"\]\(([\w/]+\.md)(?:#[\w-]+)?\)", doc("README.md"))
    return "\n".join([doc("README.md"), *(doc(name) for name in sorted(set(names)))])


DOCUMENTS = [
    path.relative_to(ROOT).as_posix() for path in sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")))
]
LONGEST_LINE, LONGEST_README = 120, 200


# ---- commands


def test_the_generated_parts_are_what_the_program_says() -> None:
    stale = [file for file in reference.PARTS if reference.current(file) != doc(file)]

    assert stale == [], "run .venv/bin/python -m installer.house.reference"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented_with_every_option(name: str) -> None:
    command = reference.kiosk.get_command(click.Context(reference.kiosk), name)
    assert command is not None
    below = dict(reference.leaves(command, f"kiosk {name}") if isinstance(command, click.Group) else [])
    for words, leaf in (below or {f"kiosk {name}": command}).items():
        assert re.search(rf"^- `{words}\b", doc("docs/commands.md"), re.MULTILINE), words
        options = [param for param in leaf.params if isinstance(param, click.Option) and not param.hidden]
        for option in options:
            assert option.opts[-1] in reference.command_text(words, leaf)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_a_help_text(name: str) -> None:
    command = reference.kiosk.get_command(click.Context(reference.kiosk), name)
    assert command is not None
    leaves = dict(reference.leaves(command, name) if isinstance(command, click.Group) else [(name, command)])

    silent = [words for words, leaf in leaves.items() if not leaf.help]
    silent += [
        f"{words} {param.opts[-1]}"
        for words, leaf in leaves.items()
        for param in leaf.params
        if isinstance(param, click.Option) and not param.help and not param.hidden
    ]

    assert silent == []


def test_shell_completion_is_documented_and_works() -> None:
    for shell in SHELLS:
        asked = [sys.executable, "-m", "kiosk", "completion", shell]
        answered = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)

        assert f"_KIOSK_COMPLETE={shell}_complete" in answered.stdout
        assert f"kiosk completion {shell}" in doc("docs/commands.md")


# ---- settings


def setting_keys() -> Iterator[str]:
    """Every key and every table a set-up file may hold."""
    for table, one in reference.setup_fields():
        yield from (table.strip("[]"), one.key)


@pytest.mark.parametrize("key", sorted(set(setting_keys())))
def test_every_setting_is_documented(key: str) -> None:
    assert re.search(rf"`[^`\n]*\b{re.escape(key)}\b[^`\n]*`|^\[*{key}\b", linked(), re.MULTILINE)


def test_the_settings_were_found() -> None:
    assert {"letter", "profile", "division", "entering_s", "second_copy"} <= set(setting_keys())


def test_the_example_of_a_set_up_file_is_one_and_has_every_key() -> None:
    example = doc("docs/setup.md").partition("```toml")[2].partition("```")[0]

    settings = build_settings(tomllib.loads(example), "docs/setup.md")

    assert len(settings.divisions) > 1
    assert {
        key for key in setting_keys() if not re.search(rf"^(\[+{key}\]+|{key} =)", example, re.M)
    } == set()


def test_the_remarks_of_the_example_give_the_limits_of_the_program() -> None:
    example = doc("docs/setup.md").partition("```toml")[2].partition("```")[0]
    limits = {one.key: one.limit for _, one in reference.setup_fields() if isinstance(one.limit, Whole)}

    assert len(limits) > 9
    for key, limit in limits.items():
        assert re.search(rf"^{key} = .*# {limit.low}–{limit.high}\b", example, re.MULTILINE), key


def test_the_example_names_rule_sets_and_penalties_that_exist() -> None:
    example = doc("docs/setup.md").partition("```toml")[2].partition("```")[0]

    for division in build_settings(tomllib.loads(example), "docs/setup.md").divisions:
        rules = load_ruleset(division.rules)
        assert division.penalty in (*rules.penalty.options, *rules.penalty.international_options)


def test_the_divisions_of_the_example_fit_together_on_the_lists_they_name() -> None:
    example = doc("docs/setup.md").partition("```toml")[2].partition("```")[0]

    for division in build_settings(tomllib.loads(example), "docs/setup.md").divisions:
        rules, edition = load_ruleset(division.rules), edition_named(division.main)
        assert edition is not None
        main = LexiconIdentity("", "", edition.name, edition.family, edition.words, edition.fingerprint)
        standing = list_standing(rules.lexicon, division.kind, main)
        assert misfit(division, rules, main, standing) is None
        assert standing == "official" or division.confirmed == edition.name


def test_every_environment_variable_is_documented() -> None:
    program = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "kiosk").rglob("*.py"))
    names = set(re.findall(r"[\"'](KIOSK_[A-Z_]+)[\"']", program))

    assert {"KIOSK_DATA", "KIOSK_PASSCODE"} <= names
    assert {name for name in names if f"`{name}`" not in linked()} == set()


# ---- keys

# How Qt's names of keys are written in the documents.
WRITTEN = {
    "Tab": "TAB",
    "Backtab": "TAB",
    "Return": "ENTER",
    "Enter": "ENTER",
    "Space": "SPACE",
    "Escape": "ESC",
    "Up": "↑",
    "Down": "↓",
    "Left": "←",
    "Right": "→",
    "Backspace": "Backspace",
    "Delete": "Delete",
    "F5": "F5",
    "F12": "Ctrl+F12",
}


def keys_of_the_station() -> set[str]:
    text = (ROOT / "kiosk" / "kit" / "keys.py").read_text(encoding="utf-8")
    return set(re.findall(r"(?<!Qt\.Key)\.Key_(\w+)", text))  # `Qt.Key.Key_…` are keys that mean nothing


def test_every_key_of_the_station_is_documented() -> None:
    listed = doc("docs/keys.md").partition("## All keys")[2].partition("\n## ")[0]

    named = {key for key in keys_of_the_station() if not re.fullmatch(r"[A-Z0-9]", key)}

    assert {"Tab", "Escape", "Backspace"} <= named
    assert {key for key in named if WRITTEN.get(key, key) not in listed} == set()
    assert "- **1–8**" in listed
    assert "- **A–Z**" in listed


# ---- records, rule sets, versions, links


def test_the_test_vectors_of_the_log_format_hold() -> None:
    text = doc("docs/log.md").partition("**Test vectors.**")[2].partition("\n**")[0]
    given = re.findall(r"`at` = `(.+?)`, `kind` = `(.+?)`, `body` = `(.+?)`", text)
    hashes = re.findall(r"`([0-9a-f]{64})`", text)

    point = START
    for (at, kind, body), hash in zip(given, hashes, strict=True):
        record = next_record(point, at, Kind(kind), body)
        assert record.hash == hash
        point = Point(record.seq, record.hash)
    assert point.count == 2


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_of_record_is_documented(kind: Kind) -> None:
    assert f"\n- `{kind.value}` (" in doc("docs/log.md")


def test_every_rule_set_is_documented() -> None:
    ids = [path.stem for path in (ROOT / "resources" / "rulesets").glob("*.toml")]

    assert len(ids) == 5
    assert [id for id in ids if f"`{id}`" not in linked()] == []


def test_the_changelog_names_the_version_and_only_the_program_says_it() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    newest = re.search(r"^## \[(.+?)\]", doc("CHANGELOG.md"), re.MULTILINE)

    assert newest is not None
    assert newest[1] == kiosk.__version__
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == "kiosk/__init__.py"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name: str) -> None:
    for target, anchor in re.findall(r"\]\(([\w./-]*)(?:#([\w-]+))?\)", doc(name)):
        file = (ROOT / name).parent / target if target else ROOT / name
        assert file.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {
                re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings
            }


def test_every_line_fits_a_page() -> None:
    ours = [name for name in DOCUMENTS if name != "LICENSE.md"]  # the licence is not ours to wrap

    assert {"README.md", "CONTRIBUTING.md", "docs/log.md"} <= set(ours)
    assert [
        f"{name}:{number} has {len(line)}"
        for name in ours
        for number, line in enumerate(doc(name).splitlines(), 1)
        if len(line) > LONGEST_LINE
    ] == []


def test_the_readme_is_short_and_leads_to_every_document() -> None:
    assert len(doc("README.md").splitlines()) <= LONGEST_README
    assert [name for name in DOCUMENTS if name != "README.md" and f"({name})" not in doc("README.md")] == []


def test_no_approval_is_claimed() -> None:
    text = " ".join(doc("README.md").split())

    assert "not approved, endorsed or licensed by any association" in text
    assert "NASPA keeps a list of approved" in text


def test_every_dependency_has_its_reason() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    wanted = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    table = doc("docs/design.md").partition("## Dependencies")[2].lower()

    names = [re.split(r"[>=;]", line)[0].strip().lower() for line in wanted]

    assert [name for name in names if name.replace("-framework-", " ") not in table] == []


def test_the_program_knows_the_day_it_was_made_as_the_changelog_has_it() -> None:
    dates = re.findall(r"^## \[[\d.]+\] – (\d{4}-\d\d-\d\d)$", doc("CHANGELOG.md"), re.MULTILINE)

    assert max(dates, default="") <= RELEASED


@pytest.mark.parametrize("name", ["docs/design.md", "CONTRIBUTING.md"])
def test_every_module_that_is_named_by_its_path_exists(name: str) -> None:
    package = ROOT / "kiosk"
    rooms = "|".join(sorted(path.name for path in package.iterdir() if path.is_dir() and path.name[0] != "_"))
    named = re.findall(rf"`(?:kiosk/)?((?:{rooms})/[\w/]+)(?:\.py)?`", doc(name))

    assert len(named) > 5
    assert [one for one in named if not ((package / one).is_dir() or (package / f"{one}.py").is_file())] == []
