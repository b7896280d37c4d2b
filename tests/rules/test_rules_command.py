"""`kiosk rules`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kiosk.cli.main import kiosk
from kiosk.errors import OutputError, RuleSetError
from kiosk.rules.store import load_ruleset

CLUB = 'inherits = "wespa-5.1"\nid = "club"\ntitle = "Thursday club"\nshort_title = "Club"\n'


def run(*arguments: str) -> Result:
    return CliRunner().invoke(kiosk, ["rules", *arguments])


def test_list_names_every_rule_set() -> None:
    result = run("list")

    assert result.exit_code == 0
    assert "naspa-2016        NASPA Rules, December 2016" in result.output
    assert "naspa-2013-draft  NASPA Rules, draft changes for the 2013 edition (draft)" in result.output


def test_list_as_json_has_ids_and_titles() -> None:
    found = json.loads(run("list", "--json").output)

    assert {"id", "title", "fingerprint"} <= set(found[0])
    assert [entry["id"] for entry in found][-1] == "wespa-5.1"


def test_list_shows_the_data_folders_own(tmp_path: Path) -> None:
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "club.toml").write_text(CLUB, encoding="utf-8")

    result = CliRunner().invoke(kiosk, ["--data", str(tmp_path), "rules", "list"])

    assert "club " in result.output


def test_show_gives_values_and_clauses() -> None:
    result = run("show", "wespa-5.1")

    assert "  concession = none  [3.10.8(a); 3.10.8(c)]" in result.output


def test_show_as_json_is_the_resolved_set_with_its_fingerprint() -> None:
    found = json.loads(run("show", "naspa-2013-draft", "--json").output)

    assert found["id"] == "naspa-2013-draft"
    assert len(found["fingerprint"]) == 64
    assert found["challenge"]["concession"] == {"value": "either", "clause": "draft IV.I.3 note"}
    assert found["lexicon"]["long_from"]["value"] == 10
    assert "inherits" not in found


@pytest.mark.parametrize("verb", ["show", "card"])
def test_an_unknown_rule_set_is_one_sentence(verb: str) -> None:
    result = run(verb, "nobody")

    assert isinstance(result.exception, RuleSetError)
    assert "There is no rule set “nobody”" in str(result.exception)


def test_a_card_is_printed_or_written(tmp_path: Path) -> None:
    file = tmp_path / "card.txt"

    printed, written = run("card", "wespa-5.1"), run("card", "wespa-5.1", "--out", str(file))

    assert printed.output.startswith("CHALLENGE ")
    assert file.read_text(encoding="utf-8") == printed.output
    assert f"The station card of wespa-5.1 is in {file}." in written.output


def test_a_card_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    result = run("card", "wespa-5.1", "--out", str(tmp_path / "nowhere" / "card.txt"))

    assert isinstance(result.exception, OutputError)
    assert "could not be written" in str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("wespa-5.1", "--penalty", "ten_per_turn"), "10 points go to the challenged player."),
        (("wespa-5.1", "--penalty", "dingle"), "Every further one: the challenger loses the turn."),
        (("naspa-2016", "--international", "--penalty", "ten_per_word"), "10 points for each word"),
    ],
)
def test_a_card_carries_the_penalty_of_the_event(arguments: tuple[str, ...], expected: str) -> None:
    assert expected in run("card", *arguments).output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("naspa-2016", "--penalty", "five_per_word"), "naspa-2016 has no penalty “five_per_word” here"),
        (("nsa-1998", "--international"), "nsa-1998 knows no international divisions"),
        (("wespa-5.1", "--international"), "wespa-5.1 knows no international divisions"),
        (("naspa-2016", "--international"), "the Director names what a failed challenge costs"),
        (("wespa-5.1", "--penalty", "time"), "The penalty “time” needs its amounts"),
    ],
)
def test_a_card_with_a_penalty_the_rulebook_has_not_is_refused(arguments: tuple[str, ...], said: str) -> None:
    result = run("card", *arguments)

    assert isinstance(result.exception, RuleSetError)
    assert said in str(result.exception)


def test_the_real_command_ends_with_4_and_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "rules", "show", "nobody"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 4
    assert done.stdout == ""
    assert done.stderr.startswith("There is no rule set “nobody”.")
    assert done.stderr.count("\n") == 1


def test_rules_load_neither_qt_nor_sql() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from kiosk.cli.main import kiosk;"
        "CliRunner().invoke(kiosk, ['rules', 'list'], catch_exceptions=False);"
        "sys.exit(any(name.split('.')[0] in {'PySide6', 'sqlite_utils', 'argon2'} for name in sys.modules))"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_one_bad_file_hides_no_other_rule_set(tmp_path: Path) -> None:
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "club.toml").write_text(CLUB, encoding="utf-8")
    (tmp_path / "rulesets" / "bad.toml").write_text("id = ", encoding="utf-8")

    result = CliRunner().invoke(kiosk, ["--data", str(tmp_path), "rules", "list"])

    assert result.exit_code == 0
    assert {"club", "naspa-2016"} <= {line.split()[0] for line in result.stdout.splitlines()}
    assert "bad.toml" in result.stderr


@pytest.mark.parametrize("name", ["log.db", "kiosk.toml", "rulesets/club.toml"])
def test_no_card_takes_the_place_of_a_file_of_the_station(tmp_path: Path, name: str) -> None:
    (tmp_path / "rulesets").mkdir()
    (tmp_path / name).write_text(CLUB, encoding="utf-8")

    result = CliRunner().invoke(
        kiosk, ["--data", str(tmp_path), "rules", "card", "naspa-2016", "--out", str(tmp_path / name)]
    )

    assert isinstance(result.exception, OutputError)
    assert (tmp_path / name).read_text(encoding="utf-8") == CLUB


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_card_that_cannot_be_written_whole_leaves_the_old_one(tmp_path: Path) -> None:
    card = tmp_path / "card.txt"
    card.write_text("the old card", encoding="utf-8")
    script = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))\n"
        "from kiosk.cli.main import main; main()"
    )

    done = subprocess.run(
        [sys.executable, "-c", script, "rules", "card", "naspa-2016", "--out", card], check=False, stderr=-3
    )

    assert done.returncode == 4
    assert card.read_text(encoding="utf-8") == "the old card"
    assert [path.name for path in tmp_path.iterdir()] == ["card.txt"]


# ---- what a director needs for a set-up file ---------------------------------------------------------------


def test_the_penalties_of_a_rule_set_are_shown_with_their_ids() -> None:
    lines = run("show", "naspa-2013", "--penalties").output.splitlines()

    assert [line.split()[0] for line in lines] == ["lose_turn", "five_per_word", "ten_per_word"]
    assert "(the default, but in international divisions the director names it)" in lines[0]
    assert "(international divisions only)" in lines[1]


@pytest.mark.parametrize("id", ["nsa-1998", "naspa-2013", "naspa-2013-draft", "naspa-2016", "wespa-5.1"])
def test_every_penalty_shown_is_one_a_set_up_may_name(id: str) -> None:
    shown = json.loads(run("show", id, "--penalties", "--json").output)
    rule = load_ruleset(id).penalty

    assert shown
    for one in shown:
        assert one["main"] is (one["id"] in rule.options_for(international=False))
        assert one["international"] is (one["id"] in rule.options_for(international=True))
        assert one["id"] not in rule.without_amounts()
    assert [one["id"] for one in shown if one["default"]] == [rule.default]
