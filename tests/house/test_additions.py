"""What CONTRIBUTING calls enough to add a thing is enough: a copy of the program in which just that was done.

The third of these stands in tests/paper/test_paper_sizes.py, with the sizes.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Copy:
    """A clone that may be changed, and its program."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in ("kiosk", "resources", "lexicons"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))

    def change(self, module: str, before: str, after: str) -> None:
        path = self._folder / "kiosk" / f"{module}.py"
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{module} does not say this once: {before}"
        path.write_text(text.replace(before, after), encoding="utf-8")

    def run(self, *arguments: str) -> str:
        command = [sys.executable, "-m", "kiosk", "--data", str(self._folder / "data"), *arguments]
        return self._said(command)

    def python(self, script: str) -> str:
        return self._said([sys.executable, "-c", script])

    def _said(self, command: list[str]) -> str:
        # -P would keep the clone's own package away, and so does the folder that it is run in.
        done = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def a_filter_by_the_judge(copy: Copy) -> None:
    copy.change(
        "log/filters",
        '    STATION = "station", "Station"\n',
        '    STATION = "station", "Station"\n'
        '    JUDGE = "judge", "Judge", "operator", "Only by this judge."\n',
    )
    copy.change(
        "log/filters_reader",
        "    method: str | None = None\n",
        "    method: str | None = None\n    operator: str | None = None\n",
    )
    copy.change(
        "log/brief", '    number: str = ""\n', '    operator: str | None = None\n    number: str = ""\n'
    )
    copy.change("log/brief", "verdict, method = (", "verdict, method, operator = (")
    copy.change("log/brief", '"verdict", "method")', '"verdict", "method", "operator")')
    copy.change("log/brief", "        method,\n", "        method,\n        operator,\n")


def test_a_filter_added_in_three_files_narrows_the_list_and_is_counted_in_the_console(copy: Copy) -> None:
    a_filter_by_the_judge(copy)

    for judge, word in (("JD", "CAT"), ("KL", "DOG"), ("JD", "OX")):
        copy.run("judge", word, "--as", judge)
    narrowed = copy.run("log", "list", "--operator", "JD")
    counted = copy.python(
        "from kiosk.log.brief import Brief; from kiosk.console.roll import Sorts, Facet\n"
        "sorts = Sorts()\n"
        "for judge in ('JD', 'KL', 'JD'):\n"
        "    sorts.add(('station', 'epoch'), Brief(1, '', True, operator=judge), is_ruling=True)\n"
        "print(sorted(sorts.count(bytes([1, 1, 1]), [Facet.JUDGE])[Facet.JUDGE].items()))"
    )

    assert [word in narrowed for word in ("CAT", "DOG", "OX")] == [True, False, True]
    assert counted.strip() == "[('JD', 2), ('KL', 1)]"


def a_form_with_tabs(copy: Copy) -> None:
    copy.change(
        "log/forms", '    CSV = "csv", ".csv"\n', '    CSV = "csv", ".csv"\n    TSV = "tsv", ".tsv"\n'
    )
    copy.change(
        "log/export_writer",
        "        case ExportForm.JSON:\n",
        "        case ExportForm.TSV:\n"
        '            return ("\\t".join(map(str, whole(line).values())) + "\\n" for line in lines)\n'
        "        case ExportForm.JSON:\n",
    )


def test_a_form_of_export_added_in_two_files_is_written_and_known_by_its_ending(copy: Copy) -> None:
    a_form_with_tabs(copy)

    copy.run("judge", "CAT")
    written = copy.run("log", "export", "--format", "tsv")
    named = copy.python(
        "from kiosk.log.forms import endings, form_of; print(form_of('day.TSV').value, endings())"
    )

    assert "\tadjudication\t" in written
    assert named.split()[:3] == ["tsv", ".csv,", ".tsv,"]


@pytest.mark.parametrize("change", [a_filter_by_the_judge, a_form_with_tabs])
def test_what_is_added_so_is_all_that_mypy_asks_for(
    copy: Copy, tmp_path: Path, change: Callable[[Copy], None]
) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    change(copy)

    modules = ("kiosk.log.filters_command", "kiosk.console.reader_worker", "kiosk.console.program")
    asked = ["--cache-dir", "cache", *(word for module in modules for word in ("-m", module))]
    said = copy.python(f"from mypy import api; print(api.run({asked})[0])")

    assert "Success" in said, said
