"""The full parser: nodes with the characters they stand at, and a `SyntaxFault` for everything that is not one YAML document."""

import time

import pytest
import yaml as library
from hypothesis import given, settings
from hypothesis import strategies as st

from remit.syntax import yaml
from remit.syntax.nodes import DOUBLE, FOLDED, LITERAL, PLAIN, SINGLE, Mapping, Scalar, Sequence, SyntaxFault
from remit.syntax.yaml import compose, measure
from syntax.trees import SAMPLES, near_definitions, scalars, shape, values, written_definitions


def fault(text, offset=0, **bounds):
    with pytest.raises(SyntaxFault) as caught:
        compose(text, offset, **bounds)
    return caught.value.kind, caught.value.offset


def test_text_styles_and_places():
    text = "a: b c # d\n\"e\": 'f''g'\nh: \"i\\nj\"\nk: |\n  l\n\nm: >-\n  n\n  o\np: q\n  r\n"
    root = compose(text).node
    assert isinstance(root, Mapping)
    assert [(value.text, value.style) for _, value in root.entries] == [
        ("b c", PLAIN), ("f'g", SINGLE), ("i\nj", DOUBLE), ("l\n", LITERAL), ("n o", FOLDED), ("q r", PLAIN),
    ]  # fmt: skip
    assert [text[value.start : value.end] for _, value in root.entries] == [
        "b c", "'f''g'", '"i\\nj"', "|\n  l", ">-\n  n\n  o", "q\n  r",
    ]  # fmt: skip
    assert text[root.entries[1][0].start : root.entries[1][0].end] == '"e"'


def test_collections_and_their_places():
    text = "a:\n  - b\n  - {c: d, e}\n  - [f: g]\nh: [\n  i\n]\n\nj: k\n"
    root = compose(text).node
    assert isinstance(root, Mapping)
    items = root.entries[0][1]
    assert isinstance(items, Sequence)
    assert not items.flow and text[items.start : items.end] == "- b\n  - {c: d, e}\n  - [f: g]"
    assert items.items[1].flow and text[items.items[1].start : items.items[1].end] == "{c: d, e}"
    pair = items.items[2].items[0]
    assert isinstance(pair, Mapping) and pair.flow and text[pair.start : pair.end] == "f: g"
    assert text[root.entries[1][1].start : root.entries[1][1].end] == "[\n  i\n]"
    assert text[root.start : root.end] == text.rstrip("\n")


@pytest.mark.parametrize(
    ("text", "place"),
    [("a:\nb: c", 2), ("a:   \n\n# c\nb: d", 2), ("? a\n\nb: c", 3), ("{a, b: c}", 2), ("{a: , b: c}", 3), ("a: !t\nb: c", 5)],
)
def test_an_absent_value_stands_behind_its_colon_or_key(text, place):
    root = compose(text).node
    assert isinstance(root, Mapping)
    value = root.entries[0][1]
    assert isinstance(value, Scalar)
    assert (value.text, value.start, value.end) == ("", place, place)


def test_the_offset_is_added_to_every_place():
    assert [scalar.start for scalar in scalars(compose("a: [b]\n", 100).node)] == [100, 104]
    assert fault("a: [b", 100) == ("unclosed", 103)


def test_characters_count_not_bytes():
    root = compose("\u00e9\U0001f600: \u4e2d b\n").node
    assert [(scalar.start, scalar.end) for scalar in scalars(root)] == [(0, 2), (4, 7)]


def test_a_byte_order_mark_counts_as_a_character():
    root = compose("\ufeffa: b\n").node
    assert [(scalar.start, scalar.end) for scalar in scalars(root)] == [(1, 2), (4, 5)]


def test_nothing_is_no_node():
    assert compose("").node is None
    assert compose("# only\n\n  # comments\n").node is None


def test_duplicate_keys_stay_in_sight():
    root = compose("a: b\nc: d\na: e\n").node
    assert isinstance(root, Mapping)
    assert list(root.keys()) == ["a", "c", "a"]
    assert root.get("a").text == "e"


def test_scalars_are_not_resolved():
    assert values(compose("a: [yes, 017, 0x1F, 2024-01-01, ~, 1e3, '5']\n").node) == {
        "a": ["yes", "017", "0x1F", "2024-01-01", "~", "1e3", "5"]
    }


def test_anchors_and_aliases_are_told():
    composed = compose("a: &x [b]\nc: *x\nd: '*x &y'\n", 10)
    assert composed.aliases == [13, 23]
    assert isinstance(composed.node, Mapping)
    assert composed.node.entries[1][1] is composed.node.entries[0][1]


@pytest.mark.parametrize(
    "text", ["a: 5 * 3 & 4 ! 6\n", "a: Bash(git:*)\n", "a: '*b'\n", 'a: "&b"\n', "a: |\n  *b\n# *c &d !e\n"]
)
def test_signs_inside_text_are_no_aliases(text):
    composed = compose(text)
    assert (composed.aliases, composed.tags) == ([], [])


def test_tags_are_kept_as_written_and_told():
    text = "a: !!str 5\nb: !t\n  c: d\ne: !<x> [f]\ng: !important text\nh: &i !t j\n"
    composed = compose(text)
    assert isinstance(composed.node, Mapping)
    assert [value.tag for _, value in composed.node.entries] == ["!!str", "!t", "!<x>", "!important", "!t"]
    assert [text[at] for at in composed.tags] == ["!"] * 5
    assert [text[value.start : value.end] for _, value in composed.node.entries] == ["5", "c: d", "[f]", "text", "j"]
    assert composed.aliases == [text.index("&")]


def test_the_last_anchor_of_a_name_counts():
    assert values(compose("a: &x 1\nb: &x 2\nc: *x\n").node)["c"] == "2"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: b: c\n", ("colon", 4)),
        ("a: Use when: x\n", ("colon", 11)),
        ("a:\n\tb: c\n", ("tab", 3)),
        ('a: "b\n', ("unclosed", 3)),
        ("a: 'b\n", ("unclosed", 3)),
        ("a: [b\n", ("unclosed", 3)),
        ("a: {b\n", ("unclosed", 3)),
        ("a: [b\nc: d\n", ("syntax", 7)),
        ("a: *b\n", ("alias", 3)),
        ("a: **b**\n", ("syntax", 4)),
        ("a: @b\n", ("syntax", 3)),
        ("a: `b`\n", ("syntax", 3)),
        ("a: b\nc\n", ("syntax", 7)),
        ("a: b\n  c: d\n", ("colon", 8)),
        ("a: b\n...\nc: d\n", ("document", 9)),
        ("a: b\n---\nc: d\n", ("document", 9)),
        ("a: b\x00\n", ("control", 4)),
        ("a: b\x07\n", ("control", 4)),
        ("a: b\x9f\n", ("control", 4)),
        ("a: \ud800\n", ("control", 3)),
        ("a: \uffff\n", ("control", 3)),
        ("a: &b [*b]\n", ("alias", 7)),
        ("&a a: *b\n&b b: *a\n", ("alias", 6)),
    ],
)
def test_faults_and_where_they_are(text, expected):
    assert fault(text) == expected


def test_nesting_is_bounded():
    assert compose("[" * 64 + "]" * 64).node is not None
    assert fault("[" * 65 + "]" * 65)[0] == "depth"
    assert fault("a: " + "{b: " * 64)[0] == "depth"
    assert fault("".join("  " * level + "a:\n" for level in range(65)))[0] == "depth"
    assert fault("- " * 65 + "a")[0] == "depth"
    assert fault("[[[a]]]", max_depth=2)[0] == "depth"


@pytest.mark.parametrize(
    "text", ["[" * 2000, "[" * 100_000, "{a: " * 5000, "- " * 5000, "? " * 5000, "".join(" " * n + "a:\n" for n in range(900))]
)
def test_depth_bombs_end_soon(text):
    start = time.process_time()
    assert fault(text)[0] == "depth"
    assert time.process_time() - start < 1


def test_alias_bombs_are_counted_as_if_expanded():
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{new}: &{new} [{', '.join(['*' + old] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert fault(bomb)[0] == "alias"
    assert fault("a: [" + "x, " * 20_000 + "x]\n")[0] == "size"
    assert compose("a: &a [x]\nb: [*a, *a]\n", max_nodes=20).node is not None
    assert fault("a: &a [x]\nb: [*a, *a]\n", max_nodes=8)[0] == "alias"


def test_aliases_count_for_the_depth():
    text = "a: &l0 [x]\n" + "".join(f"k{n}: &l{n + 1} [*l{n}]\n" for n in range(70))
    assert fault(text)[0] == "depth"


def test_measure_counts_aliases_each_time():
    root = compose("a: &a [x, y]\nb: [*a, *a]\n").node
    assert root is not None
    assert measure(root) == (1 + 2 + 3 + 1 + 3 + 3, 3)


def test_merge_keys_stay_entries_until_merged():
    root = compose("a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  y: 3\n").node
    assert isinstance(root, Mapping)
    inner = root.get("b")
    assert isinstance(inner, Mapping)
    assert list(inner.keys()) == ["<<", "y"]
    assert values(yaml.merged(inner)) == {"x": "1", "y": "3"}


def test_the_pure_parser_gives_the_same_trees(monkeypatch):
    pure = yaml._Library()
    pure.loader, pure.fast = library.BaseLoader, False
    expected = [shape(compose(text, 5).node) for text in SAMPLES[:-1]]
    monkeypatch.setattr(yaml, "_loaded", [pure])
    assert [shape(compose(text, 5).node) for text in SAMPLES[:-1]] == expected
    assert not yaml.HAS_LIBYAML
    assert fault("a: b: c\n") == ("colon", 4)
    assert fault("a:\n\tb: c\n")[0] == "tab"
    assert fault('a: "b\n')[0] == "unclosed"


def test_says_whether_libyaml_is_there():
    assert library.__with_libyaml__ == yaml.HAS_LIBYAML
    with pytest.raises(AttributeError):
        yaml.nothing_of_this_name  # noqa: B018


@settings(max_examples=500, deadline=None, derandomize=True)
@given(
    st.one_of(
        near_definitions(), written_definitions(), st.text(max_size=40), st.text("[]{}-?:,&*!|>'\"%@` \n\ta", max_size=30)
    )
)
def test_law_a_text_is_a_tree_or_a_fault_in_its_bounds(text):
    try:
        root = compose(text, 10).node
    except SyntaxFault as caught:
        assert 10 <= caught.offset <= 10 + len(text)
        return
    for scalar in scalars(root) if root is not None else ():
        assert 10 <= scalar.start <= scalar.end <= 10 + len(text)
        written = text[scalar.start - 10 : scalar.end - 10]
        if scalar.style != PLAIN:
            assert written[0] == scalar.style
        elif scalar.text and not {*"\n\r\x85\u2028\u2029"} & {*written}:
            assert written == scalar.text
