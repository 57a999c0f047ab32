"""Edits of a front matter: what becomes of the text, character by character, and where an edit is not to be had."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.diagnostic import Edit
from remit.document import Document
from remit.fixing import apply
from remit.source import Source
from remit.syntax.edits import blocks, entries, lists, scalars
from remit.syntax.edits.lines import newline_at, next_line
from remit.syntax.nodes import Mapping, Node, Scalar, Sequence


def tree(front: str, kind: str | None = None) -> tuple[Source, Mapping]:
    source = Source.of(front if kind else f"---\n{front}---\n")
    root = Document(source, kind).root
    assert root is not None
    return source, root


def edited(source: Source, edits: list[Edit] | None) -> str | None:
    if edits is None:
        return None
    changed = apply(source, edits)
    assert changed is not None
    return changed.text.removeprefix("---\n").removesuffix("---\n")


def spans(source: Source, node: Node, *names: str) -> list[tuple[int, int]]:
    found = []
    for name in names:
        at = source.text.index(name, node.start, node.end)
        found.append((at, at + len(name)))
    return found


@pytest.mark.parametrize(
    ("before", "names", "after"),
    [
        ("k: A, B, C\n", ["A"], "k: B, C\n"),
        ("k: A, B, C\n", ["B"], "k: A, C\n"),
        ("k: A ,  B, C\n", ["C"], "k: A ,  B\n"),
        ("k: A, B, C # why\n", ["B", "C"], "k: A # why\n"),
        ("k: A, B, C\n", ["A", "C"], "k: B\n"),
        ("k: A B C\n", ["B"], "k: A C\n"),
        ('k: "A, B"\n', ["B"], 'k: "A"\n'),
        ("k: 'A, B'\r\n", ["A"], "k: 'B'\r\n"),
        ("k: A\n", ["A"], None),
        ("k: [A, B, C]\n", ["A"], "k: [B, C]\n"),
        ("k: [A, B, C]\n", ["C"], "k: [A, B]\n"),
        ("k: [A, 'B' , C]\n", ["'B'"], "k: [A, C]\n"),
        ("k: [A, B, C]\n", ["B", "C"], "k: [A]\n"),
        ("k: [ A ]\n", ["A"], None),
        ("k: [A, # first\n  B, # second\n  C\n]\n", ["B"], "k: [A, # first\n  # second\n  C\n]\n"),
        ("k: [\n  A, # first, the best\n  B\n]\n", ["B"], "k: [\n  A # first, the best\n]\n"),
        ("k: [\n  A,\n  B,\n]\n", ["B"], "k: [\n  A,\n]\n"),
        ("k:\n  - A\n  - B\n", ["A"], "k:\n  - B\n"),
        ("k:\n  - A\n  - B # why\n  - C\n", ["B"], "k:\n  - A\n  # why\n  - C\n"),
        ("k:\r\n- A\r\n- B\r\nm: 1\r\n", ["B"], "k:\r\n- A\r\nm: 1\r\n"),
        ("k:\n  - A\n", ["A"], None),
    ],
)
def test_an_entry_is_taken_out(before: str, names: list[str], after: str | None) -> None:
    source, root = tree(before)
    node = root.get("k")
    assert node is not None
    assert edited(source, lists.without(source.text, node, spans(source, node, *names))) == after


def test_an_entry_is_taken_out_of_toml_and_json() -> None:
    source, root = tree('k = ["a", "b", ] # c\n', "toml")
    node = root.get("k")
    assert node is not None
    assert edited(source, lists.without(source.text, node, spans(source, node, '"b"'))) == 'k = ["a", ] # c\n'
    source, root = tree('{"k": ["a", /* , */ "b"]}', "json")
    node = root.get("k")
    assert node is not None
    assert edited(source, lists.without(source.text, node, spans(source, node, '"b"'))) == '{"k": ["a" /* , */ ]}'


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ("a: 1\nb: 2\n", "a", "b: 2\n"),
        ("a: 1\nb: 2 # why\nc: 3\n", "b", "a: 1\nc: 3\n"),
        ("a: 1\r\nb:\r\n  - x\r\n  - y\r\n# of c\r\nc: 3\r\n", "b", "a: 1\r\n# of c\r\nc: 3\r\n"),
        ("a: |\n  text\n  # text\nb: 2\n", "a", "b: 2\n"),
        ("a:\nb: 2\n", "a", "b: 2\n"),
        ("a: 1\n", "a", None),
    ],
)
def test_an_entry_goes_with_its_lines(before: str, key: str, after: str | None) -> None:
    source, root = tree(before)
    found = next(one for one, _ in root.entries if isinstance(one, Scalar) and one.text == key)
    assert edited(source, entries.without_entry(source.text, root, found)) == after


def test_an_entry_of_a_flow_map_goes_with_its_comma() -> None:
    source, root = tree('{"a": 1, "b": 2}', "json")
    assert edited(source, entries.without_entry(source.text, root, root.entries[0][0])) == '{"b": 2}'
    assert edited(source, entries.without_entry(source.text, root, root.entries[1][0])) == '{"a": 1}'


@pytest.mark.parametrize(
    ("before", "after"), [("old: 1\n", "new: 1\n"), ('"old" : 1\n', '"new" : 1\n'), ("'old': 1\n", "'new': 1\n")]
)
def test_a_key_is_renamed_in_its_quotes(before: str, after: str) -> None:
    source, root = tree(before)
    key = root.entries[0][0]
    assert isinstance(key, Scalar)
    assert edited(source, entries.renamed(source.text, key, "new")) == after


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("k: old # c\n", "new", "k: new # c\n"),
        ("k: 'old'\n", "new", "k: 'new'\n"),
        ('k: "old"\n', "new", 'k: "new"\n'),
        ("k: old\n", "true", 'k: "true"\n'),
        ("k: old\n", "a: b", 'k: "a: b"\n'),
        ("k: 'old'\n", "it's", None),
        ("k: |\n  old\n", "new", None),
    ],
)
def test_a_value_keeps_its_quotes(before: str, value: str, after: str | None) -> None:
    source, root = tree(before)
    node = root.get("k")
    assert isinstance(node, Scalar)
    assert edited(source, scalars.respelt(source.text, node, value)) == after


LINE = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\x85\u2028\u2029"), max_size=40)


@given(LINE)
def test_quotes_are_read_as_what_they_hold(value: str) -> None:
    written = scalars.quoted(value)
    if written is not None:
        assert scalars.reads_as(written, value)


@given(LINE.map(str.strip).filter(bool))
def test_what_is_put_in_quotes_is_read_as_it_stood(value: str) -> None:
    edits = scalars.requoted(value, 0, len(value))
    if edits is not None:
        changed = apply(Source.of(value), edits)
        assert changed is not None
        assert scalars.reads_as(changed.text, value)


@given(LINE.map(str.strip).filter(bool))
def test_line_ends_are_all_that_changes(value: str) -> None:
    edits = scalars.with_line_ends(value, 0, len(value))
    if edits is not None:
        changed = apply(Source.of(value), edits)
        assert changed is not None
        assert scalars.reads_as(changed.text, value.replace("\\n", "\n"))


NAME = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,6}", fullmatch=True)


@given(
    st.lists(NAME, min_size=2, max_size=6, unique=True),
    st.data(),
    st.sampled_from(["k: {}\n", 'k: "{}"\n', "k: [{}]\n", "k: [ {} ] # c\n"]),
    st.sampled_from([", ", ",", " , "]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_the_rest_of_a_list_stays(names: list[str], data: st.DataObject, form: str, comma: str, newline: str) -> None:
    gone = data.draw(st.sets(st.sampled_from(range(len(names))), min_size=1, max_size=len(names) - 1))
    written = form.format(comma.join(names)).replace("\n", newline)
    source, root = tree(written)
    node = root.get("k")
    assert node is not None
    places = []
    at = node.start
    for index, name in enumerate(names):
        at = source.text.index(name, at)
        if index in gone:
            places.append((at, at + len(name)))
        at += len(name)
    text = edited(source, lists.without(source.text, node, places))
    assert text is not None
    _, after = tree(text)
    kept = [name for index, name in enumerate(names) if index not in gone]
    left = after.get("k")
    found = [item.text for item in left.items if isinstance(item, Scalar)] if isinstance(left, Sequence) else None
    if found is None:
        assert isinstance(left, Scalar)
        found = [name for name in left.text.replace(",", " ").split(" ") if name]
    assert found == kept
    assert text.endswith(newline)


def test_a_text_becomes_a_list_of_its_kind() -> None:
    source, root = tree("k: |\n   A\n   B\nm: 1\n")
    node = root.get("k")
    assert isinstance(node, Scalar)
    assert edited(source, lists.as_items(source.text, node, ["A", "B"])) == "k:\n   - A\n   - B\nm: 1\n"
    source, root = tree("k: A, B # c\n")
    node = root.get("k")
    assert isinstance(node, Scalar)
    assert edited(source, lists.as_items(source.text, node, ["A", "*"])) == 'k: [A, "*"] # c\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("d: a\n\nb\ntools: x\n", "d: |\n  a\n\n  b\ntools: x\n"),
        ("d: a\r\nb\r\ntools: x\r\n", "d: |\r\n  a\r\n  b\r\ntools: x\r\n"),
        ("d:\nb\ntools: x\n", "d: |\n  b\ntools: x\n"),
        ("d: |\n   a\nb\ntools: x\n", "d: |\n   a\n   b\ntools: x\n"),
        ('d: "a\nb\ntools: x\n', None),
    ],
)
def test_a_text_is_indented_below_its_key(before: str, after: str | None) -> None:
    extent = blocks.value_extent(before, 0, len(before), frozenset(("d", "tools")))
    assert extent is not None
    assert edited(Source.of(before), blocks.as_block(before, 0, extent[0])) == after


def test_a_field_that_stands_twice_may_be_text() -> None:
    text = "d: a\nb\ntools: x\nc\ntools: y\n"
    assert blocks.value_extent(text, 0, len(text), frozenset(("d", "tools"))) is None


def test_tabs_become_blanks_as_wide_as_the_rest() -> None:
    text = "k:\n    a: 1\n\tb:\n\t\t- 2\t3\n"
    assert edited(Source.of(text), blocks.untabbed(text, 12, 0, len(text))) == "k:\n    a: 1\n    b:\n        - 2\t3\n"


@pytest.mark.parametrize(
    ("before", "after", "certain"),
    [
        ("---\nname: a\nYou are a.\n", "---\nname: a\n---\nYou are a.\n", True),
        ("---\r\nname: a\r\n\r\nYou are a.\r\n", "---\r\nname: a\r\n---\r\n\r\nYou are a.\r\n", True),
        ("---\nname: a", "---\nname: a\n---", True),
        ("---\nname: a\n-----\ntext\n", "---\nname: a\n---\ntext\n", True),
        ("---\nname: a\nodd: b\ntext\n", "---\nname: a\nodd: b\n---\ntext\n", False),
        ("---\nname: a\n\nNote: this\n", "---\nname: a\n---\n\nNote: this\n", True),
        ("---\nname: a\ntext\ntools: b\n", "---\nname: a\n---\ntext\ntools: b\n", False),
    ],
)
def test_a_fence_is_closed_below_the_last_field(before: str, after: str, certain: bool) -> None:
    found = blocks.closed(before, next_line(before, 0), "---", frozenset(("name", "tools")))
    assert found is not None
    changed = apply(Source.of(before), found[0])
    assert changed is not None
    assert (changed.text, found[1]) == (after, certain)


def test_a_line_ends_as_the_file_does() -> None:
    assert newline_at("a\r\nb\nc", 0) == "\r\n"
    assert newline_at("a\r\nb\nc", 3) == "\n"
    assert newline_at("a\r\nb", 3) == "\r\n"
    assert newline_at("a", 0) == "\n"


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.text(max_size=3)), max_size=4))
def test_characters_outside_the_edits_stay(text: str, drawn: list[tuple[int, int, str]]) -> None:
    edits = [Edit(start, end, put) for start, end, put in drawn]
    source = Source(text.encode("utf-8", "surrogatepass"))
    changed = apply(source, edits)
    if changed is None:
        return
    position = moved = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        kept = source.text[position : edit.start]
        assert changed.text[moved : moved + len(kept)] == kept
        moved += len(kept) + len(edit.text)
        position = edit.end
    assert changed.text[moved:] == source.text[position:]
