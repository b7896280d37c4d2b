"""Canonical JSON: one spelling for each value, and no value without one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.base.canonical import Json, canonical, digest
from kiosk.errors import LogError

texts = st.text(st.characters(codec="utf-8"), max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_a_value_comes_back_as_it_was(value: Json) -> None:
    assert json.loads(canonical(value)) == value


@given(values)
def test_spelling_a_parsed_spelling_again_changes_nothing(value: Json) -> None:
    text = canonical(value)

    assert canonical(json.loads(text)) == text


@given(st.dictionaries(texts, st.integers(), max_size=6), st.randoms())
def test_the_order_of_keys_does_not_matter(value: dict[str, int], chance: object) -> None:
    keys = list(value)
    chance.shuffle(keys)  # type: ignore[attr-defined]

    assert canonical({key: value[key] for key in keys}) == canonical(value)


@given(st.dictionaries(texts, st.none(), min_size=2, max_size=6))
def test_keys_stand_in_the_order_of_their_utf_8_bytes(value: dict[str, None]) -> None:
    keys = list(json.loads(canonical(value)))

    assert keys == sorted(keys, key=lambda key: key.encode())


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None, -7]}, '{"a":[true,null,-7],"b":1}'),
        ("é/\u2028\x7f", '"é/\u2028\x7f"'),
        ('"\\\b\f\n\r\t\x00\x1f', r'"\"\\\b\f\n\r\t\u0000\u001f"'),
        ((), "[]"),
        ({}, "{}"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_each_value_has_the_spelling_the_design_document_gives(value: Json, text: str) -> None:
    assert canonical(value) == text


@pytest.mark.parametrize("value", [1.0, float("nan"), {"a": 0.5}, [1.5], {1: "a"}, {"a": {2}}, object()])
def test_what_has_no_single_spelling_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        canonical(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["\ud800", {"\udfff": 1}, ["a\ud800"]])
def test_a_lone_surrogate_is_refused_with_a_plain_sentence(value: Json) -> None:
    with pytest.raises(LogError, match="cannot be recorded"):
        canonical(value)


def test_the_digest_is_the_sha_256_of_the_utf_8_spelling() -> None:
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
