"""The reader that follows Claude Code's parser: what Bun's YAML (1.4.5) takes, refuses and makes of a text."""

import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remit.syntax import yaml_bun
from remit.syntax.nodes import PLAIN, SyntaxFault
from remit.syntax.schema import plain
from remit.syntax.yaml import compose_client
from syntax.trees import near_definitions, scalars, written_definitions

REFUSED = object()
INF = math.inf

RECORDED = [
    ("", None),
    ("# c", None),
    ("name: x", {"name": "x"}),
    ("a: 1\nb: 2\n", {"a": 1, "b": 2}),
    (": x", {"null": "x"}),
    ("a: 1\n: x", {"a": 1, "null": "x"}),
    ("- : x", [{"null": "x"}]),
    ("? a\n: b", {"a": "b"}),
    ("? a", {"a": None}),
    ("? a\nb: 1", {"a": None, "b": 1}),
    ("? - x\n: y", {"x": "y"}),
    ("a: 1\nB\n? c", {"a": 1, "B": None, "c": None}),
    ("a: b: c", REFUSED),
    ("k: a\nb", REFUSED),
    ("a:b", "a:b"),
    ("a:b\nc: d", REFUSED),
    ('"a": b', {"a": "b"}),
    ('"a":b', REFUSED),
    ("'a' : b", {"a": "b"}),
    ("'a'b: c", REFUSED),
    ("a\nb: c", REFUSED),
    ('"a\nb": c', REFUSED),
    ("[a]: b", {"a": "b"}),
    ("{a: 1}: b", {"[object Object]": "b"}),
    ('a: "x": y', REFUSED),
    ("a: - b", REFUSED),
    ("k: -b", {"k": "-b"}),
    ("k: -", REFUSED),
    ("k: [a]: b", REFUSED),
    ("- a: b : c", REFUSED),
    ("x: 1\n- a: b : c", {"x": 1, "[object Object]": "c"}),
    ("1.50: x", {"1.5": "x"}),
    ("~: x", {"null": "x"}),
    ("true: x", {"true": "x"}),
    ("[1,[2,null]]: x", {"1,2,": "x"}),
    ("{}: x", {"[object Object]": "x"}),
    ("a: 1\na: 2", {"a": 2}),
    ("__proto__: 1", {"__proto__": 1}),
    ("a: %x", REFUSED),
    ("a: @x", REFUSED),
    ("a: `x", REFUSED),
    ("a: *x", REFUSED),
    ("a: &x", {"a": None}),
    ("a: !x y", {"a": "y"}),
    ("a: ,x", {"a": ",x"}),
    ("a: ]x", REFUSED),
    ("a: }", REFUSED),
    ("a: >x", REFUSED),
    ("a: |x", REFUSED),
    ("a: |", {"a": ""}),
    ("a: ?x", {"a": "?x"}),
    ("a: :x", {"a": ":x"}),
    ("a: #x", {"a": None}),
    ("a: x#y", {"a": "x#y"}),
    ("a: x #y", {"a": "x"}),
    ("a: 'x'#y", REFUSED),
    ("a: 'x' #y", {"a": "x"}),
    ("%x: 1", REFUSED),
    ("a: 1\n%b: 2", REFUSED),
    ("k: a\n b", {"k": "a b"}),
    ("k: a\n\n b", {"k": "a\nb"}),
    ("k: a\n b: c", REFUSED),
    ("k: a #c\n b", REFUSED),
    ("k: a\n #c\n b", REFUSED),
    ("k: a\n - b", {"k": "a - b"}),
    ("k: a\n- b", REFUSED),
    ("k: a\n  b\n c", {"k": "a b c"}),
    ("a\nb", "a b"),
    ("k:\n- b\nl: 1", {"k": ["b"], "l": 1}),
    ("k:\n - a\n  - b", {"k": ["a - b"]}),
    ("k:\n - a\n- b", REFUSED),
    ("k:\n  - a\n - b", REFUSED),
    ("- - a\n  - b", [["a", "b"]]),
    ("-\n- a", [None, "a"]),
    ("- a: 1\n  b: 2", [{"a": 1, "b": 2}]),
    ("- a: 1\n b: 2", REFUSED),
    ("-   a: 1\n    b: 2", [{"a": 1, "b": 2}]),
    ("a: 1\n b: 2", REFUSED),
    ("a:\n  b: 1\n c: 2", REFUSED),
    (" a: 1\n b: 2", {"a": 1, "b": 2}),
    (" a: 1\nb: 2", REFUSED),
    ("k: [a, b]", {"k": ["a", "b"]}),
    ("k: [a,\n b]", {"k": ["a", "b"]}),
    ("k: [a,\nb]", REFUSED),
    ("k: [\n a\n]", {"k": ["a"]}),
    ("k: [\na\n]", REFUSED),
    ("k:\n  [a,\n b\n]", {"k": ["a", "b"]}),
    ("k: [a\n, b]", {"k": ["a", "b"]}),
    ("k: [a,, b]", REFUSED),
    ("k: [a, ]", {"k": ["a"]}),
    ("k: [, a]", REFUSED),
    ("k: [a] b", REFUSED),
    ("k: [a]#c", REFUSED),
    ("k: [a] #c", {"k": ["a"]}),
    ("k: [a", REFUSED),
    ("k: {a", REFUSED),
    ("k: [a #c]", REFUSED),
    ("k: [a, #c\n b]", {"k": ["a", "b"]}),
    ("k: [a,#c\n b]", REFUSED),
    ("k: [#a]", REFUSED),
    ("k: {a}", {"k": {"a": None}}),
    ("k: {a: b, c}", {"k": {"a": "b", "c": None}}),
    ("k: {a:b}", {"k": {"a:b": None}}),
    ('k: {"a":b}', {"k": {"a": "b"}}),
    ("k: {a: }", {"k": {"a": None}}),
    ("k: {a:\n1}", REFUSED),
    ("k: {a\n: 1}", {"k": {"a": 1}}),
    ("k: [a: b, c]", {"k": [{"a": "b"}, "c"]}),
    ("k: [a: b: c]", REFUSED),
    ("k: [a\n: b]", REFUSED),
    ("k: [? a : b]", {"k": [{"a": "b"}]}),
    ("k: [-]", REFUSED),
    ("k: [- a]", REFUSED),
    ("k: [-a]", {"k": ["-a"]}),
    ("k: [|]", REFUSED),
    ("k: [a b,  c]", {"k": ["a b", "c"]}),
    ("k: [a\n\n b]", {"k": ["a\nb"]}),
    ("k: {a: [x, {y: z}]}", {"k": {"a": ["x", {"y": "z"}]}}),
    ("k: [a}]", REFUSED),
    ("k: 'a''b'", {"k": "a'b"}),
    ("k: 'a\n b'", {"k": "a b"}),
    ("k: 'a\nb'", REFUSED),
    ("k: 'a\n\n b'", {"k": "a\nb"}),
    ('k: "a\\\n b"', {"k": "ab"}),
    ('k: "a \n b"', {"k": "a b"}),
    ('k: "\\x41\\u00e9\\U0001F600\\e\\t\\/"', {"k": "A\xe9\U0001f600\x1b\t/"}),
    ('k: "\\q"', REFUSED),
    ('k: "\\ud83d\\ude00"', {"k": "\U0001f600"}),
    ('k: "\\ud800"', REFUSED),
    ('k: "a', REFUSED),
    ("k: 'a", REFUSED),
    ('k: "a" b', REFUSED),
    ('k: "a\r\n b"', {"k": "a\nb"}),
    ('k: "a\r\n\r\n b"', {"k": "a\n\nb"}),
    ("k: |\n a\n b", {"k": "a\nb\n"}),
    ("k: |\n a\n\n\n", {"k": "a\n"}),
    ("k: |-\n a\n", {"k": "a"}),
    ("k: |+\n a\n\n", {"k": "a\n\n"}),
    ("k: |2\n   a\n", {"k": " a\n"}),
    ("k: | -\n a", {"k": "a"}),
    ("k: |\n  a\n b", REFUSED),
    ("k: |\n  \n a", REFUSED),
    ("k: >\n a\n b\n\n c\n", {"k": "a b\nc\n"}),
    ("k: >\n a\n  b\n c\n", {"k": "a\n b\nc\n"}),
    ("k: >\n a\n\n  b\n\n c\n", {"k": "a\n\n b\n\nc\n"}),
    ("k: |\na", REFUSED),
    ("k: |\n # a\n", {"k": "# a\n"}),
    ("k: |\n a\n# c\nb: 1", {"k": "a\n", "b": 1}),
    ("- |\n a\n- b", ["a\n", "b"]),
    ("a:\tb", {"a": "b"}),
    ("a\t: b", {"a": "b"}),
    ("a: b\t", {"a": "b"}),
    ("a: b\t# c", {"a": "b"}),
    ("a:\n\tb: 1", REFUSED),
    ("a:\n\tb", REFUSED),
    ("a:\n  \tb", {"a": "b"}),
    ("a:\n  \tb: 1", REFUSED),
    ("\ta: 1", REFUSED),
    ("a: 1\n\tb: 2", REFUSED),
    ("a:\n\t- x", REFUSED),
    ("-\t- x", REFUSED),
    ("a: [\n\tb]", REFUSED),
    ('a: "x\n\ty"', REFUSED),
    ('a: "x\n \ty"', {"a": "x y"}),
    ("a: |\n\tx", REFUSED),
    ("a: x\n\ty", REFUSED),
    ("a: 1\n\t\nb: 2", {"a": 1, "b": 2}),
    ("a: [1]\nb: [2]\n\t\nc: 3", REFUSED),
    ("a: 1\nb:\n\t", REFUSED),
    ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
    ("a: 1\rb: 2", {"a": 1, "b": 2}),
    ("a: |\r\n x\r\n y\r\n", {"a": "x\ny\n"}),
    ("a: x\x85y", {"a": "x\x85y"}),
    ("a: x\u2028y: 1", REFUSED),
    ("a: 1\u2028b: 2", REFUSED),
    ("a:\u2028b", "a:\u2028b"),
    ("a:\xa0b", "a:\xa0b"),
    ("a: b\xa0# c", {"a": "b\xa0# c"}),
    ("\ufeffa: 1", {"a": 1}),
    ("a: \ufeffb", {"a": "\ufeffb"}),
    ("a: \x01", {"a": "\x01"}),
    ("a: \x00", REFUSED),
    ("a: \x7f\x9f", {"a": "\x7f\x9f"}),
    ("\x0c: 1", {"\x0c": 1}),
    ("a: \ufffe", {"a": "\ufffe"}),
    ("...", None),
    ("a: 1\n...", {"a": 1}),
    ("a: 1\n... # c\n", {"a": 1}),
    ("a: 1\n... x", REFUSED),
    ("a: 1\n...\nb: 2", [{"a": 1}, {"b": 2}]),
    ("...\na: 1", [None, {"a": 1}]),
    ("a: ...", {"a": "..."}),
    ("a: &x 1\nb: *x", {"a": 1, "b": 1}),
    ("a: *x", REFUSED),
    ("a: &x\nb: *x", {"a": None, "b": None}),
    ("a: &x 1\n*x : c", {"1": "c", "a": 1}),
    ("a: &x 1\n*x: c", REFUSED),
    ("a: &x [1]\nb: [*x, *x]", {"a": [1], "b": [[1], [1]]}),
    ("&a a: 1\nb: *a", {"a": 1, "b": "a"}),
    ("a: &x &y 1", REFUSED),
    ("a: &x *x", REFUSED),
    ("a: &x 1\nb: &y *x", REFUSED),
    ("a: &x\n  b: 1\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}),
    ("a: & b", REFUSED),
    ("a: **b**", REFUSED),
    ("a: !!str 5", {"a": "5"}),
    ('a: !!int "5"', {"a": "5"}),
    ("a: !!int x", {"a": "x"}),
    ("a: !!null 5", {"a": "5"}),
    ("a: ! 5", {"a": "5"}),
    ("a: !x 5", {"a": "5"}),
    ("a: !!str", {"a": ""}),
    ("a: !x", {"a": None}),
    ("a: !x !y z", REFUSED),
    ("a: !e!x 5", REFUSED),
    ("a: !<tag:yaml.org,2002:str> 5", {"a": "5"}),
    ("a: !important text", {"a": "text"}),
    ("!!python/object:os.system x", "x"),
    ("!!python/object/apply:os.system [x]", ["x"]),
    ("a: !x\n- b", {"a": ["b"]}),
    ("!t\na: 1", {"a": 1}),
    ("a: &a {x: 1}\nb: {<<: *a, y: 2}", {"a": {"x": 1}, "b": {"x": 1, "y": 2}}),
    ("a: &a {x: 1}\nb: {x: 3, <<: *a}", {"a": {"x": 1}, "b": {"x": 3}}),
    ("<<: {x: 1}\nx: 2", {"x": 2}),
    ("<<: [{x: 1, y: 2}, {x: 3, z: 4}]", {"y": 2, "x": 1, "z": 4}),
    ("<<: 5", {"<<": 5}),
    ('"<<": {x: 1}', {"x": 1}),
    ("a: [yes, no, on, off, y, n]", {"a": ["yes", "no", "on", "off", "y", "n"]}),
    ("a: [true, True, TRUE, tRUE, false, False, FALSE]", {"a": [True, True, True, "tRUE", False, False, False]}),
    ("a: [~, null, Null, NULL, nULL]", {"a": [None, None, None, None, "nULL"]}),
    (
        "a: [0x1F, 0o17, 017, 0b1, 1_000, 1e3, .5, 5., +1, -0, .inf, -.INF, 1:30, 2024-01-01, -0x1F, 0x1FFFFFFFFFFFFFFFF]",
        {"a": [31, 15, 17, "0b1", "1_000", 1000, 0.5, 5, 1, 0, INF, -INF, "1:30", "2024-01-01", -31, "0x1FFFFFFFFFFFFFFFF"]},
    ),
]


def read(text):
    try:
        node = compose_client(text)
    except SyntaxFault:
        return REFUSED
    return None if node is None else plain(node, merge=True)


@pytest.mark.parametrize(("text", "value"), RECORDED)
def test_reads_as_recorded(text, value):
    assert read(text) == value


def test_places_and_marks():
    text = "a: &x !t b\nc: [*x, 'd']\ne: |\n  f\n"
    composed = yaml_bun.compose(text, 100)
    assert composed.aliases == [103, 115]
    assert composed.tags == [106]
    assert [text[scalar.start - 100 : scalar.end - 100] for scalar in scalars(composed.node)] == [
        "a", "b", "c", "b", "'d'", "e", "|\n  f",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind", "at"),
    [
        ("a: b: c", "colon", 4),
        ("a:\n\tb", "tab", 3),
        ('a: "b', "unclosed", 3),
        ("a: [b", "unclosed", 3),
        ("a: *b", "alias", 3),
        ("a: &b [*b]", "alias", 7),
        ("a: \x00", "control", 3),
        ("a: b\nc", "syntax", 5),
        ("a: 'b\nc'", "syntax", 6),
        ("a: @b", "syntax", 3),
        ("[" * 65, "depth", 64),
    ],
)
def test_faults_and_where_they_are(text, kind, at):
    with pytest.raises(SyntaxFault) as caught:
        compose_client(text, 50)
    assert (caught.value.kind, caught.value.offset) == (kind, 50 + at)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000, "{a: " * 5000, "- " * 5000, "? " * 5000, "".join(" " * n + "a:\n" for n in range(900)), "a: &a [*a]",
        "a: &l0 [x]\n" + "".join(f"k{n}: &l{n + 1} [*l{n}]\n" for n in range(70)),
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"{new}: &{new} [{', '.join(['*' + old] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)),
        "a: [" + "x, " * 30_000 + "x]",
    ],
    ids=range(9),
)  # fmt: skip
def test_bombs_end_soon(text):
    start = time.process_time()
    assert read(text) is REFUSED
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "text",
    [
        "a: " + " " * 200_000 + "b",
        "a: " + "b " * 100_000,
        "a: b" + "\n" * 200_000,
        "a: '" + "\n" * 200_000 + " '",
        "a: |\n" + " b\n\n" * 50_000,
    ],
)
def test_long_texts_take_time_by_their_length_only(text):
    start = time.process_time()
    assert read(text) is not REFUSED
    assert time.process_time() - start < 2


@settings(max_examples=500, deadline=None, derandomize=True)
@given(
    st.one_of(
        near_definitions(), written_definitions(), st.text(max_size=40), st.text("[]{}-?:,&*!|>'\"%@` \n\ta.", max_size=30)
    )
)
def test_law_a_text_is_a_tree_or_a_fault_in_its_bounds(text):
    try:
        root = compose_client(text, 10)
    except SyntaxFault as caught:
        assert 10 <= caught.offset <= 10 + len(text)
        return
    for scalar in scalars(root) if root is not None else ():
        assert 10 <= scalar.start <= scalar.end <= 10 + len(text)
        written = text[scalar.start - 10 : scalar.end - 10]
        if scalar.style != PLAIN:
            assert written[0] == scalar.style
        elif scalar.text and not {*"\n\r"} & {*written}:
            assert written == scalar.text
