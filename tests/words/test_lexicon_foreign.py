"""Lists of other languages and alphabets, backwards lists, files of other programs: refused for the right
reason, or taken as what they are."""

import io
import random
import zipfile
from pathlib import Path

import pytest

from kiosk.errors import LexiconError
from kiosk.words.import_run import ImportChoices, Imported, import_list, read_word_list
from kiosk.words.importers.entries import Gathered, gather
from kiosk.words.store import BUNDLED_ID, list_ids, load_lexicon
from tests.support import lexicon_encoders as encoders

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FREE = load_lexicon(Path(), BUNDLED_ID).words()


def some_language(share_of_english: float, count: int = 6000) -> list[str]:
    """Words of no language, with as many English ones among them as a list of some language has."""
    chance = random.Random(7)
    english = chance.sample(FREE, int(share_of_english * count))
    made = {
        "".join(chance.choices("AEIOURSTLNKWZ", k=chance.randint(4, 11))) for _ in range(count - len(english))
    }
    return sorted({*english, *made})


def other_tiles(words: list[str]) -> list[str]:
    """*words* as they look when the numbers of another alphabet's tiles are read as A to Z."""
    return sorted(word.translate(str.maketrans(LETTERS, LETTERS[7:] + LETTERS[:7])) for word in words)


def bring(folder: Path, data: bytes, **choices) -> Imported:
    (folder / "list").write_bytes(data)
    return import_list(folder / "data", folder / "list", ImportChoices(**choices), "2099-01-01")


def read(data: bytes) -> Gathered:
    return gather(read_word_list(data), skip_bad=False)


@pytest.mark.parametrize("encode", [encoders.wolges_kwg, encoders.quackle_old_dawg])
def test_numbers_that_are_no_english_letters_are_refused(tmp_path, encode):
    data = encode(other_tiles(FREE[::30]))

    with pytest.raises(LexiconError, match="another alphabet or another language"):
        bring(tmp_path, data)

    assert list_ids(tmp_path / "data") == (BUNDLED_ID,)
    assert bring(tmp_path, data, force=True).identity.words == len(FREE[::30])


@pytest.mark.parametrize("encode", [encoders.plain, encoders.zyzzyva_dwg, encoders.quackle_dawg])
@pytest.mark.parametrize("share", [0.065, 0.02, 0.011], ids=["French", "Dutch", "Italian"])
def test_another_language_that_names_its_letters_is_taken_as_it_stands(tmp_path, encode, share: float):
    words = some_language(share)

    imported = bring(tmp_path, encode(words), name="Theirs")

    assert load_lexicon(tmp_path / "data", "theirs").words() == words
    assert imported.english < 0.2


@pytest.mark.parametrize("share", [1, 0.065, 0.02, 0.011], ids=["English", "French", "Dutch", "Italian"])
@pytest.mark.parametrize("force", [False, True])
def test_a_backwards_list_of_any_language_is_refused(tmp_path, share: float, force: bool):
    words = FREE[::30] if share == 1 else some_language(share)

    with pytest.raises(LexiconError, match="written backwards"):
        bring(tmp_path, encoders.zyzzyva_dwg([word[::-1] for word in words]), force=force)


def test_digits_for_letters_in_a_zyzzyva_file_are_another_alphabet():
    with pytest.raises(LexiconError, match="another alphabet than A to Z"):
        read(encoders.zyzzyva_dwg(["1ICO", "CABA4A", "2AMA", "PE3O"]))


def test_an_empty_zyzzyva_file_holds_no_words():
    with pytest.raises(LexiconError, match="holds no words"):
        read((256).to_bytes(4, "little") + bytes(1024))


def test_the_encrypted_list_of_collins_zyzzyva_is_called_so():
    data = b"# Published under license with Collins\r\n" + random.Random(1).randbytes(4000)

    with pytest.raises(LexiconError, match=r"encrypted list of Collins Zyzzyva.*\.dwg"):
        read(data)


def test_polish_in_its_old_windows_encoding_is_called_text():
    words = "ŻÓŁW\nŁÓDŹ\nĆMA\nŚĆ\nźrebię\nBŁĄD\n".encode("cp1250")
    assert any(byte in words for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D))  # what Windows-1252 does not know

    with pytest.raises(LexiconError, match="text in an encoding that is not known here"):
        read(words)


def test_a_zip_member_without_a_name_is_read():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        entry = zipfile.ZipInfo("x")
        entry.filename = ""
        packed.writestr(entry, encoders.plain(FREE[::500]))

    assert read(out.getvalue()).words == tuple(FREE[::500])
