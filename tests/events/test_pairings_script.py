"""JavaScript as data: everything that only says something is read, and nothing that does something."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import PairingsError
from kiosk.events.pairings_reader import DEEPEST, read_assignment

CODE = [
    "newt=(function(){return {}})()",
    "newt={a:f()}",
    "newt={a:function(){}}",
    "newt={a(){}}",
    "newt={get a(){return 1}}",
    "newt={a:()=>1}",
    "newt={a:1+1}",
    "newt={a:-x}",
    "newt={a:!0}",
    "newt={a:`text`}",
    "newt={a:/x/}",
    "newt={a:new Date}",
    "newt={a:b}",
    "newt={...b}",
    "newt={[a]:1}",
    "newt={a}",
    "newt={a:1};alert(1)",
    "newt={a:1}\nimport('x')",
    "newt={a:1}={}",
    "newt.a={}",
    "newt[0]={}",
    "newt+={}",
    "alert(1);newt={}",
    "var a=1,newt={}",
    "newt={a:1}<!--",
    "#!/usr/bin/node\nnewt={}",
    "newt={a:0x1F}",
    "newt={a:1n}",
    "newt={a:1.2.3}",
    'newt={a:"\\u{110000}"}',
    'newt={a:"\\q"}',
]


@pytest.mark.parametrize("text", CODE)
def test_code_is_refused_with_its_line_and_never_run(text: str) -> None:
    with pytest.raises(PairingsError, match=r"Line \d+ has .* nothing in it was run\."):
        read_assignment(f"// one\n{text}")


@pytest.mark.parametrize("text", ["newt=", "newt={", "newt={a:", "newt={a:[1,", "", "newt={a:1,"])
def test_a_text_that_ends_too_soon_says_so(text: str) -> None:
    with pytest.raises(PairingsError, match="ends in the middle"):
        read_assignment(text)


@pytest.mark.parametrize("text", ["newt={a:1,a:2}", "newt={'a':1,a:2}"])
def test_a_key_that_is_said_twice_is_refused(text: str) -> None:
    with pytest.raises(PairingsError, match="said twice"):
        read_assignment(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("newt={};", {}),
        ("var newt = {a:1,};;", {"a": 1}),
        ("{a:'x', \"b\":undefined, 3:null}", {"a": "x", "b": None, "3": None}),
        ("$n_1={a:[,1,,2,]}", {"a": [None, 1, None, 2]}),
        ("n={a:-1.5e3,b:.5,c:7.}", {"a": -1500.0, "b": 0.5, "c": 7.0}),
        (r"n={a:'it\'s','b':'\u00e9\x41\u{1F600}\ud83d\ude00\n\@'}", {"a": "it's", "b": "éA😀😀\n@"}),
        ("/* a */ n /* b */ = // c\n {a: true, /* d */ b: false}", {"a": True, "b": False}),
        ("n={function:1,new:2,__proto__:3}", {"function": 1, "new": 2, "__proto__": 3}),
        ("\ufeffn={}", {}),
    ],
)
def test_data_is_read_as_the_language_means_it(text: str, meant: object) -> None:
    assert read_assignment(text) == meant


def test_what_is_nested_beyond_reason_is_refused() -> None:
    for text in ("[" * 100_000, '{"a":' * 100_000, "[" * (DEEPEST + 2) + "]" * (DEEPEST + 2)):
        with pytest.raises(PairingsError, match="deeper"):
            read_assignment(f"newt={text}")


def test_a_number_beyond_reason_is_refused() -> None:
    with pytest.raises(PairingsError, match="longer than any"):
        read_assignment(f"newt={{a:{'9' * 5000}}}")


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


def spelled(value: object) -> str:
    """*value* as JavaScript: bare keys wherever the language allows them, a comma at the end of lists."""
    match value:
        case None:
            return "undefined"
        case list():
            return f"[ {''.join(f'{spelled(one)}, ' for one in value)}]"
        case dict():
            keys = {key: key if key.isascii() and key.isidentifier() else json.dumps(key) for key in value}
            return f"{{{', '.join(f'{keys[key]}: {spelled(one)}' for key, one in value.items())}}}"
        case _:
            return json.dumps(value, ensure_ascii=isinstance(value, str) and len(value) % 2 == 0)


@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_nested_data_reads_back_as_it_was_written(value: object) -> None:
    assert read_assignment(f"newt={spelled(value)};") == value
