"""Files of pairings: what is taken from each form, and the one sentence each bad one gets."""

import csv
import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import KioskError, PairingsError
from kiosk.events.pairings import Pair, Pairing, pairings_of
from kiosk.events.pairings_reader import LARGEST, SourceFile, read_all
from kiosk.events.player_names import name_in

CSV = 'Round,Table,First player,Second player\n1,1,"Smith, Anna",Cara O\'Neil\n1,2,Dai Jones,Élodie Müller\n'
GAMES = {
    (1, 1): Pair("Smith, Anna", "Cara O'Neil"),
    (1, 2): Pair("Dai Jones", "Élodie Müller"),
}
PUBLISHED = """// published by the pairing program
/* twice
   an hour */
newt={config:{event_name:"Open",max_rounds:2,},divisions:[{name:"A",players:[undefined,
{id:1,name:"Smith, Anna:XT017175",rating:1500,pairings:[2,0],scores:[400,50],etc:{board:[7],p12:[1,0]}},
{id:2,name:'O\\'Neil, Cara',rating:1400,pairings:[1,3],scores:[300],etc:{board:[7,2],p12:[2,3]}},
{id:3,name:"Jones, Dai",rating:-1,pairings:[0,2],"etc":{board:[,2],p12:[0,3]}}]}]};
"""
DIVISION = """# a division
Smith, Anna:XT017175   1500 2 0; 400 50; board 7 0; p12 1 0
O'Neil, Cara           1400 1 3; 300; off 1; board 7 2; p12 2 3

Jones, Dai             1300 0 2; 50; board 0 2; p12 0 3
"""


def read(content: str | bytes, name: str = "file.csv", division: str | None = None):
    raw = content.encode() if isinstance(content, str) else content
    return read_all((SourceFile(name, raw, division),))


def by_place(content: str | bytes, name: str = "file.csv") -> dict[tuple[int, int], Pair]:
    return {(game.round, game.table): game.pair for game in read(content, name).pairings.games}


def refused(content: str | bytes, name: str = "file.csv", division: str | None = None) -> str:
    with pytest.raises(PairingsError) as failure:
        read(content, name, division)
    sentence = str(failure.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


# ---- sheets


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_sheet_is_read_in_every_usual_encoding(encoding: str, ends: str) -> None:
    assert by_place(CSV.replace("\n", ends).encode(encoding)) == GAMES


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_sheet_is_read_with_every_usual_delimiter(delimiter: str) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(["second", "Board #", "starts", "Rd."])
    writer.writerows([["Cara O'Neil", 1, "Smith, Anna", 1], ["Élodie Müller", "Table 2", "Dai Jones", "R1"]])

    assert by_place(out.getvalue()) == GAMES


def test_a_sheet_without_headings_is_round_table_first_second_and_division() -> None:
    found = read("1;4;Anna Smith;Dai Jones;B\n").pairings

    assert found.games == (Pairing(1, 4, "B", Pair("Anna Smith", "Dai Jones")),)


def test_columns_called_player_1_and_2_do_not_say_who_goes_first() -> None:
    found = by_place("round,table,player 1,player 2\n1,1,Anna Smith,Dai Jones\n")

    assert found == {(1, 1): Pair("Anna Smith", "Dai Jones", in_order=False)}


def test_columns_that_nobody_needs_are_passed_by() -> None:
    content = "rating,round,table,first,second,score\n1500,1,1,Anna,Dai,400\n"

    assert by_place(content) == {(1, 1): Pair("Anna", "Dai")}


def test_a_division_of_the_sheet_or_of_the_director_is_kept() -> None:
    named = read("round,table,first,second,div\n1,1,Anna,Dai,A\n1,1,Ben,Cara,B\n").pairings
    told = read(CSV, division="main").pairings

    assert named.divisions() == ("A", "B")
    assert told.divisions() == ("main",)


@pytest.mark.parametrize("bye", ["", "bye", "BYE", "-"])
def test_byes_are_counted_and_left_out(bye: str) -> None:
    found = read(f"{CSV}1,,Ben Young,{bye}\n")

    assert (found.byes, len(found.pairings.games)) == (1, 2)


# ---- tsh


@pytest.mark.parametrize(("name", "content"), [("tourney.js", PUBLISHED), ("a.t", DIVISION)])
def test_what_tsh_says_is_read_from_either_file(name: str, content: str) -> None:
    found = read(content, name)

    assert {(game.round, game.table): game.pair for game in found.pairings.games} == {
        (1, 7): Pair("Smith, Anna", "O'Neil, Cara"),
        (2, 2): Pair("O'Neil, Cara", "Jones, Dai", in_order=False),
    }
    assert found.byes == 2
    assert [one.casefold() for one in found.pairings.divisions()] == ["a"]


def test_several_divisions_are_several_files() -> None:
    found = read_all((SourceFile("a.t", DIVISION.encode()), SourceFile("b.t", DIVISION.encode())))

    assert found.pairings.divisions() == ("a", "b")
    assert found.pairings.who(1, 7) is None
    assert found.pairings.who(1, 7, "B") == Pair("Smith, Anna", "O'Neil, Cara")


def test_the_director_may_say_which_division_a_file_is() -> None:
    assert read(DIVISION, "a.t", "main").pairings.divisions() == ("main",)
    assert read(PUBLISHED, "tourney.js", "main").pairings.divisions() == ("main",)
    column = CSV.replace("player\n", "player,div\n").replace("Neil\n", "Neil,A\n").replace("ler\n", "ler,A\n")
    assert read(column, division="main").pairings.divisions() == ("main",)


TWO = PUBLISHED.replace('divisions:[{name:"A"', 'divisions:[{name:"B",players:[]},{name:"A"')
TWO_OF_SHEET = (
    CSV.replace("player\n", "player,div\n").replace("Neil\n", "Neil,A\n").replace("ler\n", "ler,B\n")
)


@pytest.mark.parametrize(
    ("name", "content", "games"), [("tourney.js", TWO, 2), ("file.csv", TWO_OF_SHEET, 1)]
)
def test_of_several_divisions_the_director_may_take_one(name: str, content: str, games: int) -> None:
    found = read(content, name, "a")

    assert (found.pairings.divisions(), len(found.pairings.games)) == (("A",), games)
    told = refused(content, name, "main")
    assert "no division “main”. It has: " in told
    assert "“A”" in told
    assert "“B”" in told


NUMBERED = """newt={config:{max_rounds:1},divisions:[{name:1,players:[undefined,
{id:1,name:"Smith, Anna",pairings:[2],etc:{board:[3],p12:[1]}},
{id:2,name:1984,pairings:[1],etc:{board:[3],p12:[2]}}]}]};
"""


def test_divisions_and_players_may_be_called_by_numbers() -> None:
    found = read(NUMBERED, "tourney.js").pairings

    assert found.divisions() == ("1",)
    assert found.who(1, 3, "1") == Pair("Smith, Anna", "1984")
    assert name_in("he said 1984 at table 1984", found.names()) == ""


@pytest.mark.parametrize("name", ["1", '""', "undefined", "[]"])
def test_of_one_division_whatever_its_name_is_the_director_is_asked_first(name: str) -> None:
    page = NUMBERED.replace("name:1,", f"name:{name},")

    assert read(page, "tourney.js", "main").pairings.divisions() == ("main",)


@pytest.mark.parametrize("name", ['""', "undefined", "true", "[]"])
def test_a_division_without_a_name_is_refused_with_what_to_do(name: str) -> None:
    assert "--division" in refused(NUMBERED.replace("name:1,", f"name:{name},"), "tourney.js")


def test_games_without_a_board_are_left_out_and_counted() -> None:
    found = read(DIVISION.replace("board 7 2", "").replace("board 7 0", ""), "a.t")

    assert (found.tableless, len(found.pairings.games)) == (1, 1)


# ---- what is not taken


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "It is empty"),
        (" \n\t\n", "It is empty"),
        (b"\x89PNG\r\n\x1a\n" + b"\0\1\2" * 50, "not text"),
        (b"PK\x03\x04" + bytes(range(256)) * 4, "not text"),
        (b"\xff\xfe\x00", "not text"),
        ("Dear director,\nplease find attached", "not a file of pairings"),
        ("table,name\n1,Anna\n", "not a file of pairings"),
        ("round,table,player\n1,1,Anna\n", "needs the columns"),
        ("round,board,table,first,second\n1,1,1,Anna,Dai\n", "Two columns of the file are called “table”"),
        ("round,table,first,second\n", "not one game"),
        ("round,table,first,second\n1,,Anna,bye\n", "only byes"),
        ("round,table,first,second\n1,1,,\n", "Line 2 names no player"),
        ("round,table,first,second\n1,1,Smith, Anna,Dai\n", "Line 2 has 5 columns"),
        ("round,table,first,second\nx,1,Anna,Dai\n", "“x” for its round"),
        ("round,table,first,second\n1,A3,Anna,Dai\n", "“A3” for its table"),
        ("round,table,first,second\n1,0,Anna,Dai\n", "Table 0 is not one"),
        ("round,table,first,second\n100,1,Anna,Dai\n", "Round 100 is not one"),
        ("round,table,first,second\n1,1,Anna,Dai\n1,1,Ben,Cara\n", "Table 1 in round 1 stands there twice"),
        ("round,table,first,second\n1,1,Anna,Dai\n1,2,anna,Cara\n", "twice: at table 1 and at table 2"),
        ("round,table,first,second\n1,1,Anna,Anna\n", "Anna stands in round 1 twice"),
        (f"round,table,first,second\n1,1,{'A' * 81},Dai\n", "cannot be a name"),
        ("round,table,first,second\n1,1,A\x1b[31mnna,Dai\n", "cannot be a name"),
        ('round,table,first,second\n1,1,"Anna,Dai\n', "Line 2"),
        (b"x" * (LARGEST + 1), "larger than 8 MB"),
        (DIVISION.replace("1400 1 3", "1400 3 3"), "who does not play them"),
        (DIVISION.replace("1400 1 3", "1400 9 3"), "who does not play them"),
        (DIVISION.replace("1500 2 0", "1500 1 0"), "who does not play them"),
        (DIVISION.replace("board 7 2", "board 8 2"), "at two boards"),
        (DIVISION.replace("board 7 2", "board seven 2"), "only numbers may stand"),
        (DIVISION + "and then some words\n", "not a player"),
        (DIVISION.replace("board", "table"), "No game in it has a table number"),
        ("Smith, Anna 1500 0; 50\n" * 2001, "more than 2,000 players"),
        (f"newt={{divisions:[{{name:'A',players:[{'undefined,' * 2001}]}}]}}", "more than 2,000 players"),
        (f"newt={{a:[{'1,' * 600_000}]}}", "more than any list of pairings"),
        (PUBLISHED.replace("id:2", "id:1"), "Two players have the number 1"),
        (PUBLISHED.replace("id:2", "id:'2'"), "no name or no number"),
        (PUBLISHED.replace("pairings:[2,0]", "pairings:2"), "is not a list"),
        (PUBLISHED.replace("pairings:[2,0]", "pairings:[2,true]"), "only numbers"),
        ("newt={}", "“divisions” is missing"),
        ("newt={divisions:[]}", "no division"),
        ("newt={divisions:[7]}", "is not an object"),
        (PUBLISHED.replace("[400,50]", "[400+50]"), "where only data may stand"),
        (PUBLISHED[: PUBLISHED.index("rating:1400")], "ends in the middle"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence_that_names_it(content: str | bytes, said: str) -> None:
    sentence = refused(content, "what.ever")

    assert said in sentence


def test_a_row_of_any_width_names_the_file_it_came_from() -> None:
    assert refused("1;1;Anna;Dai\n1;2;Ben\n", "round1.csv").startswith("round1.csv: Line 2 has 3 columns")


# ---- whatever comes

NAMES = st.text(
    st.characters(whitelist_categories=("Lu", "Ll", "Lo", "Nd"), whitelist_characters=" ,;'\"-."), min_size=1
).map(lambda name: f"N{name.strip()}"[:60].strip())


@given(
    st.binary(max_size=400), st.sampled_from(["", "newt={", "round,table,first,second\n", "Smith, A 1500 "])
)
def test_no_bytes_make_it_raise_anything_but_a_sentence(tail: bytes, head: str) -> None:
    with suppress(KioskError):
        read(head.encode() + tail)


@given(st.text("newt={}[]:,;'\"\\/*-.0123456789 \nabundefi()=>", max_size=200))
def test_no_script_makes_it_raise_anything_but_a_sentence(text: str) -> None:
    with suppress(KioskError):
        read(f"newt={{divisions:{text}")


@given(
    st.lists(st.tuples(st.integers(1, 99), st.integers(1, 9999)), min_size=1, max_size=8, unique=True),
    st.lists(NAMES, min_size=16, max_size=16, unique_by=str.casefold),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_a_sheet_that_was_written_reads_back(spots, names, delimiter: str, encoding: str) -> None:
    pairs = [Pair(*names[place * 2 : place * 2 + 2]) for place in range(len(spots))]
    meant = pairings_of(
        Pairing(round, table, "", pair) for (round, table), pair in zip(spots, pairs, strict=True)
    )
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(["round", "table", "first player", "second player"])
    writer.writerows([one.round, one.table, one.pair.first, one.pair.second] for one in meant.games)

    assert read(out.getvalue().encode(encoding)).pairings == meant
