"""Edits of JSON texts leave everything else as it is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.syntax.json_edits import append, put, take
from remit.syntax.jsonc import read
from remit.syntax.nodes import SyntaxFault
from remit.syntax.schema import plain

keys = st.sampled_from(["hooks", "PreToolUse", "a", "b", "permissions", "é"])
scalars = st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["x", "//", "a, b", '"', "é", "{"])
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, min_size=1, max_size=3) | st.dictionaries(keys, inner, min_size=1, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(keys, values, max_size=4)
styles = st.sampled_from([(None, "\n"), (2, "\n"), (4, "\r\n"), ("\t", "\n"), (0, "\n")])


def written(value: object, style: tuple[int | str | None, str]) -> str:
    indent, newline = style
    return json.dumps(value, indent=indent, ensure_ascii=False).replace("\n", newline) + newline


def usable(value: dict) -> bool:
    inner = value.get("hooks", {})
    return isinstance(inner, dict) and isinstance(inner.get("PreToolUse", []), list)


@given(objects.filter(usable), styles, values)
def test_what_is_appended_is_there_and_goes_again(value: dict, style: tuple[int | str | None, str], item: object) -> None:
    text = written(value, style)
    mine = {"mine": item}
    longer = append(text, ("hooks", "PreToolUse"), mine)
    hooks = value.get("hooks", {})
    assert json.loads(longer) == {**value, "hooks": {**hooks, "PreToolUse": [*hooks.get("PreToolUse", []), mine]}}
    assert ("\r\n" in longer) == ("\r\n" in text) or "\n" not in text.rstrip()
    assert take(longer, ("hooks", "PreToolUse"), lambda one: one == mine) == text


@given(objects, styles, st.sampled_from(["a", "new"]), values)
def test_what_is_put_is_there_and_the_rest_as_before(
    value: dict, style: tuple[int | str | None, str], key: str, item: object
) -> None:
    assert json.loads(put(written(value, style), (key,), item)) == {**value, key: item}


WITH_COMMENTS = """{
  // what is asked
  "permissions": { "allow": ["Read"] }, // short
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash" } // theirs
    ]
  } /* the end */
}
"""


def test_comments_stay() -> None:
    text = append(WITH_COMMENTS, ("hooks", "PreToolUse"), {"mine": 1})
    assert text == WITH_COMMENTS.replace(
        '{ "matcher": "Bash" } // theirs\n', '{ "matcher": "Bash" }, // theirs\n      {\n        "mine": 1\n      }\n'
    )
    assert take(text, ("hooks", "PreToolUse"), lambda one: one == {"mine": 1}) == WITH_COMMENTS
    text = append(WITH_COMMENTS, ("hooks", "Stop"), {"mine": 1})
    assert plain(read(text))["hooks"]["Stop"] == [{"mine": 1}]
    assert take(text, ("hooks", "Stop"), lambda one: True) == WITH_COMMENTS


def test_an_empty_object_is_filled() -> None:
    assert append("{}", ("hooks", "A"), 1) == '{\n  "hooks": {\n    "A": [\n      1\n    ]\n  }\n}'


@pytest.mark.parametrize("text", ["", "[]", "{", "3", '{"hooks": 3}', '{"hooks": {"A": {}}}'])
def test_what_cannot_be_edited_is_a_fault(text: str) -> None:
    with pytest.raises(SyntaxFault):
        append(text, ("hooks", "A"), 1)
