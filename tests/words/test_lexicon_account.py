"""Every word of a file is accounted for: taken, counted, shown or refused; none is lost or turned in
silence."""

import json
from pathlib import Path

import pytest

from kiosk.errors import LexiconError
from kiosk.words.import_run import ImportChoices, Imported, import_list, read_word_list
from kiosk.words.importers.entries import Gathered, gather
from kiosk.words.store import BUNDLED_ID, load_lexicon
from tests.support import lexicon_encoders as encoders

FREE = load_lexicon(Path(), BUNDLED_ID).words()
CLUB = FREE[::40]


def read(content: str | bytes, *, skip_bad: bool = False) -> Gathered:
    data = content.encode() if isinstance(content, str) else content
    return gather(read_word_list(data), skip_bad=skip_bad)


def bring(folder: Path, content: str, **choices) -> Imported:
    (folder / "list.txt").write_text(content)
    return import_list(folder / "data", folder / "list.txt", ImportChoices(**choices), "2099-01-01")


# --- several words on a line


def columns(words, width: int, between: str, mark_every: int = 3) -> list[str]:
    marked = [word + "#" * (index % mark_every == 0) for index, word in enumerate(words)]
    return [between.join(marked[start : start + width]) for start in range(0, len(marked), width)]


@pytest.mark.parametrize("between", [" ", "  ", "\t", ",", ";", ", "])
@pytest.mark.parametrize("lower", [False, True], ids=["upper", "lower"])
def test_words_in_columns_are_refused_though_some_bear_marks(between: str, lower: bool):
    text = "\n".join(columns(CLUB, 6, between))

    with pytest.raises(LexiconError, match="line 1 holds several words"):
        read(text.lower() if lower else text)


@pytest.mark.parametrize("remark", ["END of list", "THE END.", "that is all: 4,971 words"])
def test_one_remark_does_not_make_definitions_of_the_words_in_columns(remark: str):
    with pytest.raises(LexiconError, match="line 1 holds several words"):
        read("\n".join([*columns(CLUB, 6, " "), remark]))


@pytest.mark.parametrize("between", ["\t", ",", " "])
def test_a_mark_in_one_second_cell_does_not_make_definitions_of_the_others(between: str):
    with pytest.raises(LexiconError, match="holds several words"):
        read("\n".join([*columns(CLUB, 3, between), f"ZZZ{between}+"]))


def test_columns_of_words_in_capital_and_small_letters_are_refused():
    mixed = [word.lower() if index % 5 == 1 else word for index, word in enumerate(CLUB)]

    with pytest.raises(LexiconError, match="holds several words"):
        read("\n".join(columns(mixed, 5, " ", 7)))


def test_a_heading_of_several_words_is_refused():
    with pytest.raises(LexiconError, match="line 1 holds several words"):
        read("word,word,word\n" + "\n".join(columns(CLUB, 3, ",", 10**6)))


def test_a_few_lines_with_words_for_definitions_are_counted_and_shown():
    lines = [f"{word} a thing [n]" for word in CLUB]
    lines[7] = f"{CLUB[7]} ZZZZA ZZZZB"

    gathered = read("\n".join(lines))

    assert (gathered.wordy, gathered.first_wordy) == (1, 8)


@pytest.mark.parametrize("lower", [False, True], ids=["upper", "lower"])
def test_definitions_written_like_the_words_are_still_definitions(lower: bool):
    meanings = ("one of the large animals", "to go away", "not any more", "some kind of tree")
    text = "\n".join(f"{word} {meanings[place % 4].upper()}" for place, word in enumerate(CLUB))

    gathered = read(text.lower() if lower else text)

    assert gathered.words == tuple(CLUB)
    assert gathered.wordy == 0


def test_a_row_without_its_number_is_a_bad_entry():
    with pytest.raises(LexiconError, match="line 3"):
        read("1,AA\n2,AB\nAD,AE\n4,AG\n")


# --- comments, marks, titles, numbers


def test_comments_are_counted_and_the_first_is_shown():
    gathered = read("\n".join(["# Copyright nobody", "; AB", "// AD", *CLUB]))

    assert gathered.words == tuple(CLUB)
    assert (gathered.comments, gathered.first_comment) == (3, "# Copyright nobody")


def test_a_comment_in_a_table_is_counted():
    assert read("AA,lava\n# none,at all\nAB,muscle\nAD,notice\n").comments == 1
    assert read("AA\tlava\n# none\tat all\nAB\tmuscle\nAD\tnotice\n").comments == 1


@pytest.mark.parametrize(
    "mark", ["#{}", "{}#", "{}+", "{}^", "{}*", "{}!", "{}$", "+{}", "^{}", "{} +", "#{},"]
)
def test_words_with_marks_are_words_and_their_number_is_told(mark: str):
    lines = [mark.format(word) if place % 6 == 0 else word for place, word in enumerate(CLUB)]

    gathered = read("\n".join(lines))

    assert gathered.words == tuple(CLUB)
    assert gathered.marked == len(CLUB[::6])
    assert gathered.comments == 0


def test_a_marked_word_before_a_definition_is_a_word():
    gathered = read("AA lava [n]\n#AAH to sigh [v]\nAAL a shrub [n]\n# AB a comment\n")

    assert gathered.words == ("AA", "AAH", "AAL")
    assert (gathered.marked, gathered.comments) == (1, 1)


def test_marks_in_a_column_of_their_own_are_no_definitions():
    gathered = read("".join(f"{word}\t{'#' if place % 2 else ''}\n" for place, word in enumerate(CLUB)))

    assert gathered.words == tuple(CLUB)
    assert gathered.definitions == {}


@pytest.mark.parametrize(
    "title", ["NASPA WORD LIST 2020 EDITION", "COLLINS WORDS 2019", "THE CLUB WORD LIST"]
)
def test_a_title_written_like_the_words_is_no_word(title: str):
    gathered = read("\n".join([title, *(f"{word} a thing [n]" for word in CLUB)]))

    assert gathered.header == title
    assert gathered.words == tuple(CLUB)


def test_a_first_definition_with_a_year_does_not_cost_the_first_word():
    gathered = read("AA lava named in 1859 [n]\nAAH to sigh [v]\nAAL a shrub [n]\n")

    assert gathered.words == ("AA", "AAH", "AAL")


def test_a_first_word_out_of_order_is_asked_about(tmp_path):
    text = "\n".join(["SOWPODS", *CLUB])

    with pytest.raises(LexiconError, match="all words are in order but the first, “SOWPODS”"):
        bring(tmp_path, text)

    assert bring(tmp_path, text, force=True, name="Kept").identity.words == len(CLUB) + 1


@pytest.mark.parametrize(
    "words",
    [[CLUB[9], *CLUB], [*CLUB[::-1]], ["ZZZ", "AA", "QQQ", *CLUB]],
    ids=["twice", "backwards", "no order"],
)
def test_a_first_word_in_a_list_without_order_or_there_again_is_a_word(tmp_path, words):
    assert set(CLUB) <= set(bring(tmp_path, "\n".join(words)).gathered.words)


@pytest.mark.parametrize("more", ["", " a thing [n]"])
def test_a_line_that_is_only_a_number_is_a_bad_entry(more: str):
    lines = [f"{place} {word}{more}" for place, word in enumerate(CLUB, 1)]
    lines[99] = "100"

    with pytest.raises(LexiconError, match="line 100, “100”: a digit inside"):
        read("\n".join(lines))
    assert len(read("\n".join(lines), skip_bad=True).words) == len(CLUB) - 1


# --- bad entries


def test_no_more_than_one_in_a_hundred_can_be_left_out():
    bad = [word + "É" for word in CLUB[: len(CLUB) // 90]]

    with pytest.raises(
        LexiconError, match=r"46 of 4,260 entries are no words.*More than one in a hundred"
    ) as refusal:
        read("\n".join([*CLUB, *bad]), skip_bad=True)

    assert "--skip-bad" not in str(refusal.value)


# --- JSON


def shapes() -> dict[str, object]:
    by_letter: dict[str, list[str]] = {}
    by_length: dict[str, list[str]] = {}
    by_pair: dict[str, list[str]] = {}
    for word in CLUB:
        by_letter.setdefault(word[0].lower(), []).append(word)
        by_length.setdefault(str(len(word)), []).append(word)
        by_pair.setdefault(word[:2], []).append(word)
    return {
        "words and tags": {"words": CLUB, "tags": ["club", "old"]},
        "tags and words": {"tags": ["club", "old"] * 300, "Words": CLUB},
        "words as keys": {"words": dict.fromkeys(CLUB, "a thing")},
        "inside data": {"data": {"words": CLUB}, "version": 3},
        "inside twice": {
            "result": {"name": "x", "data": {"list": [{"word": word} for word in CLUB]}},
            "ok": True,
        },
        "by letter": by_letter,
        "by length": by_length,
        "by two letters": by_pair,
        "groups inside": {"name": "Club", "words": by_letter},
        "pairs": [[word, "a thing"] for word in CLUB],
        "alone in arrays": [[word] for word in CLUB],
        "senses": {word: ["a thing", "another"] for word in CLUB},
        "senses of some": {
            word: ["a thing", "two"] if place % 7 else "one thing" for place, word in enumerate(CLUB)
        },
        "one array of senses": {word: ["a thing"] * 30 if word == CLUB[5] else "a thing" for word in CLUB},
        "an unknown name": {"title": "Club", "club_2099": CLUB},
    }


@pytest.mark.parametrize("shape", shapes().values(), ids=shapes().keys())
def test_json_of_any_shape_in_use_gives_all_its_words_and_no_other(shape):
    assert read(json.dumps(shape)).words == tuple(CLUB)


@pytest.mark.parametrize("make", [lambda word: {"word": word, "definition": "x"}, lambda word: [word, "x y"]])
def test_json_with_one_value_on_each_line_is_read(make):
    assert read("\n".join(json.dumps(make(word)) for word in CLUB)).words == tuple(CLUB)


def test_json_of_which_it_is_not_clear_what_the_list_is_is_refused():
    with pytest.raises(LexiconError, match="not clear which is the one of the words"):
        read(json.dumps({"english": CLUB, "american": CLUB[5:]}))


def test_rows_of_words_in_json_are_refused():
    with pytest.raises(LexiconError, match="several words"):
        read(json.dumps([CLUB[start : start + 4] for start in range(0, len(CLUB), 4)]))


def test_a_line_that_is_no_json_among_others_is_named():
    with pytest.raises(LexiconError, match="line 3 is not well formed"):
        read('{"word": "AA"}\n{"word": "AB"}\n{"word": \n')


@pytest.mark.parametrize(
    "program",
    [
        'var WORDS = ["AA","AB"];',
        "const words=[\n'aa','ab']",
        'export const list = new Set(["aa"])',
        'export default ["aa"]',
        'module.exports = ["aa"]',
        "words = {'aa', 'ab'}",
    ],
)
def test_a_list_inside_a_program_is_called_so(program: str):
    with pytest.raises(LexiconError, match="part of a program"):
        read(program)


@pytest.mark.parametrize("encode", encoders.ENCODERS, ids=lambda encode: encode.__name__)
def test_in_every_form_all_entries_add_up(encode):
    gathered = read(encode(CLUB))

    counted = (
        len(gathered.words) + gathered.duplicates + gathered.too_short + gathered.too_long + len(gathered.bad)
    )
    assert gathered.entries == counted
