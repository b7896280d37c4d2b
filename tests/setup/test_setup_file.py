"""kiosk.toml: read whatever wrote it, written whole or not at all, noticed when changed by hand."""

import os
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.errors import LogError, OutputError, SetupError
from kiosk.log.kinds import Kind
from kiosk.setup.integrity import NO_FILE, InForce, changes
from kiosk.setup.settings import build_settings, settings_to_mapping
from kiosk.setup.store import (
    SetupFile,
    export_settings,
    load_demonstration,
    load_settings,
    read_mapping,
    read_setup,
    settings_digest,
    stage_settings,
    to_toml,
    write_settings,
)
from tests.support.bodies import body

TEXT = """
[station]
letter = "B"
name = "Größe 3"
profile = "club"

[[division]]
id = "one"
name = "Division 1"
rules = "some-rules"
penalty = "lose_turn"
main = "free"

[[round]]
number = 1
starts = 2026-05-01T09:00:00
ends = 2026-05-01 10:00:00
"""
SETTINGS = build_settings(tomllib.loads(TEXT))


def test_a_folder_without_a_file_is_not_set_up(tmp_path):
    assert load_settings(tmp_path) is None
    assert settings_digest(tmp_path) == NO_FILE


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode(),
    ],
)
def test_the_editor_that_wrote_the_file_does_not_matter(tmp_path, content):
    folder = tmp_path / "Ordner für Ünicode"
    folder.mkdir()
    (folder / "kiosk.toml").write_bytes(content)

    loaded = load_settings(folder)

    assert loaded == SETTINGS
    assert loaded.rounds[0].ends == "2026-05-01T10:00"


def test_what_was_written_is_read_again(tmp_path):
    digest = write_settings(tmp_path / "new folder", SETTINGS)

    assert load_settings(tmp_path / "new folder") == SETTINGS
    assert settings_digest(tmp_path / "new folder") == digest


def test_the_demonstration_is_a_valid_set_up():
    assert load_demonstration().divisions[0].main == "free"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"station = [", "is not a TOML file"),
        (b"\xff\xfes\x00", "is not UTF-8 text"),
        (b"[station]\nletter = 'B'\nletter = 'C'", "is not a TOML file"),
    ],
)
def test_a_file_that_is_no_toml_is_refused_by_name(tmp_path, content, reason):
    path = tmp_path / "kiosk.toml"
    path.write_bytes(content)

    with pytest.raises(SetupError, match=reason) as refused:
        load_settings(tmp_path)

    assert str(path) in str(refused.value)


def test_a_folder_in_place_of_the_file_is_refused(tmp_path):
    (tmp_path / "kiosk.toml").mkdir()

    with pytest.raises(SetupError, match="cannot be read"):
        load_settings(tmp_path)
    with pytest.raises(SetupError, match="cannot be read"):
        settings_digest(tmp_path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(SetupError, match=r"stick\.toml cannot be read"):
        read_mapping(tmp_path / "stick.toml")


def test_a_bad_value_is_told_with_the_path_of_the_file(tmp_path):
    (tmp_path / "kiosk.toml").write_text(TEXT.replace('"B"', '"BB"'), encoding="utf-8")

    with pytest.raises(SetupError) as refused:
        load_settings(tmp_path)

    assert str(refused.value).startswith(f"{tmp_path / 'kiosk.toml'}: “station.letter” is “BB”; it must be")


def test_the_old_set_up_stands_until_the_new_one_is_on_record(tmp_path):
    write_settings(tmp_path, SETTINGS)
    before = settings_digest(tmp_path)

    with suppress(LogError), stage_settings(tmp_path, load_demonstration()):
        raise LogError("the record could not be saved")

    assert settings_digest(tmp_path) == before
    assert [path.name for path in tmp_path.iterdir()] == ["kiosk.toml"]


def test_a_place_that_cannot_be_written_is_told_and_keeps_nothing(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")

    with pytest.raises(SetupError, match="cannot be written"):
        write_settings(blocked / "folder", SETTINGS)
    with pytest.raises(OutputError, match="cannot be written"):
        export_settings(blocked / "out.toml", SETTINGS)


def test_an_export_leaves_out_who_the_station_is(tmp_path):
    target = tmp_path / "export.toml"

    export_settings(target, SETTINGS)
    mapping: Any = read_mapping(target)

    assert "letter" not in mapping["station"]
    assert "name" not in mapping["station"]
    assert (
        build_settings({**mapping, "station": {**mapping["station"], "letter": "B", "name": "Größe 3"}})
        == SETTINGS
    )


def changed(folder, recorded):
    found = changes(InForce(settings_digest(folder)), recorded)
    return found and found.sentence


def test_a_file_as_recorded_is_unchanged(tmp_path):
    digest = write_settings(tmp_path, SETTINGS)

    assert changed(tmp_path, body(Kind.SET_UP, digest=digest)) is None


def test_a_station_never_set_up_is_unchanged(tmp_path):
    assert changed(tmp_path, None) is None


def test_one_changed_byte_is_noticed(tmp_path):
    digest = write_settings(tmp_path, SETTINGS)
    path = tmp_path / "kiosk.toml"
    path.write_bytes(path.read_bytes() + b"#")

    assert (
        changed(tmp_path, body(Kind.SET_UP, digest=digest))
        == "kiosk.toml was changed by hand since the last set-up."
    )


def test_a_file_nobody_recorded_is_noticed(tmp_path):
    write_settings(tmp_path, SETTINGS)

    assert "put here by hand" in changed(tmp_path, None)


def test_a_file_that_went_away_is_noticed(tmp_path):
    assert "is gone" in (changed(tmp_path, body(Kind.SET_UP, digest="abc")) or "")


@settings(max_examples=200)
@given(
    st.dictionaries(
        st.from_regex(r"[a-z_]{1,8}", fullmatch=True),
        st.text() | st.integers(-(2**60), 2**60) | st.booleans(),
    )
)
def test_any_text_survives_the_writer(values):
    assert tomllib.loads(to_toml({"station": values, "division": [values]})) == {
        "station": values,
        "division": [values],
    }


@pytest.mark.parametrize("mapping", [{"letter": "B"}, {"station": {"size": 1.5}}])
def test_what_a_set_up_cannot_hold_is_a_bug(mapping):
    with pytest.raises(TypeError):
        to_toml(mapping)


def test_the_written_file_is_readable_for_a_person(tmp_path):
    write_settings(tmp_path, SETTINGS)

    text = (tmp_path / "kiosk.toml").read_text(encoding="utf-8")

    assert 'name = "Größe 3"' in text
    assert "[[division]]" in text
    assert tomllib.loads(text) == settings_to_mapping(SETTINGS)


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_a_link_that_leads_nowhere_is_no_missing_set_up(tmp_path):
    (tmp_path / "kiosk.toml").symlink_to(tmp_path / "gone.toml")

    for read in (load_settings, settings_digest):
        with pytest.raises(SetupError, match="leads to no file"):
            read(tmp_path)


def test_the_digest_is_of_the_bytes_that_were_read(tmp_path):
    digest = write_settings(tmp_path, SETTINGS)

    assert read_setup(tmp_path) == SetupFile(SETTINGS, digest)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no file without end")
def test_a_file_without_end_is_refused_in_a_sentence():
    with pytest.raises(SetupError, match=r"/dev/zero cannot be read \(it is not a file\)"):
        read_mapping(Path("/dev/zero"))


def test_a_file_far_larger_than_a_set_up_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "kiosk.toml").write_bytes(TEXT.encode() + b"#" * 1_000_000)

    with pytest.raises(SetupError, match="cannot be read"):
        read_setup(tmp_path)
