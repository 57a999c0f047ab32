"""The scanner reads what nearly every definition is, exactly as the full parsers do, and leaves the rest to them."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remit.syntax.nodes import DOUBLE, FOLDED, LITERAL, PLAIN, SINGLE
from remit.syntax.scan import scan
from remit.syntax.yaml import compose, compose_client
from syntax.trees import SAMPLES, near_definitions, scalars, shape, values, written_definitions

READ = [
    ("a: b", {"a": "b"}),
    ("a: b\n", {"a": "b"}),
    ("a: b  \n", {"a": "b"}),
    ("a: Use http://b.c/d#e, it's 5:1 (f - g?)\n", {"a": "Use http://b.c/d#e, it's 5:1 (f - g?)"}),
    ("a: -1\nb_c.d-e: x - y\n", {"a": "-1", "b_c.d-e": "x - y"}),
    ('a: "b # c: d"\n', {"a": "b # c: d"}),
    ('a: "x\\n\\"y\\" \\\\ \\t\\/"\n', {"a": 'x\n"y" \\ \t/'}),
    ("a: 'b: c'\n", {"a": "b: c"}),
    ("a: 'it''s'\n", {"a": "it's"}),
    ("a: ''\nb: \"\"\n", {"a": "", "b": ""}),
    ("a:\nb: c\n", {"a": "", "b": "c"}),
    ("a:  \nb:", {"a": "", "b": ""}),
    ("a: b # c\n", {"a": "b"}),
    ("# c\n\n  # d\na: b\n\n# e\nc: d\n# f", {"a": "b", "c": "d"}),
    ("a: [b, 'c', \"d\",e , f g]\n", {"a": ["b", "c", "d", "e", "f g"]}),
    ("a: [Bash(git:*), mcp__x__*, edit/files]\n", {"a": ["Bash(git:*)", "mcp__x__*", "edit/files"]}),
    ("a: []\nb: [ ]\n", {"a": [], "b": []}),
    ("a: [b] # c\n", {"a": ["b"]}),
    ("a: [\n  b,\n  'c, d'\n]\n", {"a": ["b", "c, d"]}),
    ("a:\n  [b,\n   c,]\n", {"a": ["b", "c"]}),
    ("a:\n  - b\n  - 'c'\n  - \"d\"\ne: f\n", {"a": ["b", "c", "d"], "e": "f"}),
    ("a:\n- b\n-  c\nd: e\n", {"a": ["b", "c"], "d": "e"}),
    ("a:\n  - b\n  # c\n\n  - [d, e]\n", {"a": ["b", ["d", "e"]]}),
    ("a:\n  b: c\n  d:\n    e: f\ng: h\n", {"a": {"b": "c", "d": {"e": "f"}}, "g": "h"}),
    ("a:\n  - b: c\n    d: e\n  - f:\n      - g\n", {"a": [{"b": "c", "d": "e"}, {"f": ["g"]}]}),
    ("a:\n- b: c\n- d\n", {"a": [{"b": "c"}, "d"]}),
    ("a:\n  'b-c': d\n  \"e f\": g\n", {"a": {"b-c": "d", "e f": "g"}}),
    ("a: |\n  b\n\n    c\n  # d\ne: f\n", {"a": "b\n\n  c\n# d\n", "e": "f"}),
    ("a: |-\n b\n\n\nc: d\n", {"a": "b", "c": "d"}),
    ("a: >\n  b\n  c\n\n\n  d\n", {"a": "b c\n\nd\n"}),
    ("a: >-\n\n  b\n  c\n", {"a": "\nb c"}),
    ("a: b\n  c\n\n  d:e\n", {"a": "b c\nd:e"}),
    ("a:\n  b c\n", {"a": "b c"}),
    ("a: b\na: c\n", {"a": "c"}),
    ("a: caf\u00e9 \U0001f600\xa0x\n", {"a": "caf\u00e9 \U0001f600\xa0x"}),
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_reads(text, expected):
    root = scan(text)
    assert root is not None
    assert values(root) == expected


@pytest.mark.parametrize("text", [text for text, _ in READ] + SAMPLES[:-1])
def test_gives_the_tree_of_both_full_parsers(text):
    ours = shape(scan(text, 7))
    assert ours == shape(compose(text, 7).node)
    assert ours == shape(compose_client(text, 7))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment\n",
        "\n",
        "text",
        "- a\n",
        "{a: b}\n",
        " a: b\n",
        "a: b\n c: d\n",
        "a: b: c\n",
        "a: b:\n",
        "a:b\n",
        "a: b\nc\n",
        "a: b\n- c\n",
        "a: - b\n",
        "a: *b\n",
        "a: &b c\n",
        "a: !b c\n",
        "a: !!str c\n",
        "a: @b\n",
        "a: `b`\n",
        "a: %b\n",
        "a: , b\n",
        "a: ? b\n",
        "? a\n",
        ": a\n",
        "a: {b: c}\n",
        "a: [b: c]\n",
        "a: [b, {c: d}]\n",
        "a: [b, [c]]\n",
        "a: [b,\nc]\n",
        "a: [b, , c]\n",
        "a: [b c: d]\n",
        "a: [b\n",
        "a: [b] c\n",
        'a: "b" c\n',
        'a: "b\n',
        'a: "b\n  c"\n',
        'a: "\\x41"\n',
        "a: 'b'c\n",
        "a: 'b\n",
        "a: b # c\n  d\n",
        "a: |\n",
        "a: |+\n  b\n",
        "a: |2\n  b\n",
        "a: |\n  b",
        "a: |\n    \n  b\n",
        "a: |\nb: c\n",
        "a: >\n  b\n    c\n",
        "a:\n  - b\n - c\n",
        "a:\n  - b\n    c: d\n",
        "a:\n  b\n  c: d\n",
        "a:\n  -\n",
        "a:\n  - - b\n",
        "a\tb: c\n",
        "a:\tb\n",
        "a: b\tc\n",
        "a: b\t\n",
        "\ta: b\n",
        "a: b\r\n",
        "a: b\rc: d\n",
        "a: b\x00\n",
        "a: b\x07\n",
        "a: b\x7f\n",
        "a: b\x85c\n",
        "a: b\u2028c\n",
        "a: b\u2029c\n",
        "\ufeffa: b\n",
        "a: \ufeffb\n",
        "a: \ud800\n",
        "a: \uffff\n",
        "a: 'b\x85'\n",
        "a: b # \x85\n",
        "a: b\n...\n",
        "---\na: b\n",
        "a: b\n--- \n",
    ],
)
def test_leaves_to_the_full_parser(text):
    assert scan(text) is None


def test_every_style_is_told():
    root = scan("a: b\nc: 'd'\ne: \"f\"\ng: |\n  h\ni: >\n  j\n")
    assert root is not None
    assert [value.style for _, value in root.entries] == [PLAIN, SINGLE, DOUBLE, LITERAL, FOLDED]


def test_a_place_is_the_written_form():
    text = 'a: b c # d\ne: \'f\'\n"g":\nh: [i, "j" ]\nk: |\n  l\n  m\n\nn:\n  - o\n'
    root = scan(text)
    assert root is not None
    assert [text[scalar.start : scalar.end] for scalar in scalars(root)] == [
        "a", "b c", "e", "'f'", '"g"', "", "h", "i", '"j"', "k", "|\n  l\n  m", "n", "o",
    ]  # fmt: skip
    assert text[root.entries[3][1].start : root.entries[3][1].end] == '[i, "j" ]'
    assert text[root.start : root.end] == text.rstrip("\n")


def test_an_absent_value_stands_behind_its_colon():
    root = scan("a:   \nb: c\n")
    assert root is not None
    assert (root.entries[0][1].start, root.entries[0][1].end) == (2, 2)


@pytest.mark.parametrize("text", SAMPLES)
def test_the_offset_shifts_every_place(text):
    near, far = scan(text), scan(text, 1000)
    assert (near is None) == (far is None)
    if near is not None and far is not None:
        assert [scalar.start + 1000 for scalar in scalars(near)] == [scalar.start for scalar in scalars(far)]
        assert [scalar.end + 1000 for scalar in scalars(near)] == [scalar.end for scalar in scalars(far)]


def test_the_longest_text_is_within_the_full_parsers_bounds():
    text = "a: [" + "b," * 14_990 + "b]\n"
    assert len(text) < 30_000
    assert shape(scan(text)) == shape(compose(text).node)
    assert scan("a: " + "b" * 30_000 + "\n") is None


def test_deep_nesting_is_left_to_the_full_parser():
    for step in ("a:\n", "- a:\n"):
        text = "".join("    " * depth + step for depth in range(40))
        assert scan("x:\n" + text) is None


def test_needs_no_yaml_library():
    code = "import sys; from remit.syntax.scan import scan; assert scan('a:\\n  - b: |\\n      c\\n') and not {'yaml', 'typing'} & {*sys.modules}"
    subprocess.run([sys.executable, "-S", "-c", code], check=True, env={"PYTHONPATH": ":".join(sys.path)})


@settings(max_examples=1500, deadline=None, derandomize=True)
@given(st.one_of(near_definitions(), written_definitions()))
def test_law_an_answer_is_the_answer_of_both_full_parsers(text):
    root = scan(text, 3)
    if root is not None:
        composed = compose(text, 3)
        assert shape(root) == shape(composed.node)
        assert not composed.aliases and not composed.tags
        assert shape(root) == shape(compose_client(text, 3))


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.one_of(near_definitions(), written_definitions()))
def test_law_plain_text_on_one_line_is_its_slice(text):
    root = scan(text)
    for scalar in scalars(root):
        written = text[scalar.start : scalar.end]
        if scalar.style == PLAIN and "\n" not in written:
            assert scalar.text == written
        elif scalar.style != PLAIN:
            assert written[0] == scalar.style


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_law_no_text_makes_it_fail(text):
    scan(text)
    scan("a: " + text)
    scan("a:\n  - " + text)
