"""The JSON reader against `json`: the same values, and places that hold what they say; comments and trailing commas besides."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import remit
from remit.syntax.jsonc import MAX_DEPTH, read, values
from remit.syntax.nodes import DOUBLE, PLAIN, Mapping, Scalar, Sequence, SyntaxFault


def plain(node):
    if isinstance(node, Scalar):
        return node.typed
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.entries}


def same(left, right):
    """Equal in value, in type and in order of keys."""
    return repr(left) == repr(right)


def check(text, offset=0, **options):
    """Reads a text and tests every place in it: what stands there is read again."""
    root = read(text, offset, **options)
    todo = [root]
    while todo:
        node = todo.pop()
        written = text[node.start - offset : node.end - offset]
        if isinstance(node, Scalar):
            assert same(json.loads(written), node.typed)
            assert node.style == (DOUBLE if isinstance(node.typed, str) else PLAIN)
            assert node.text == (node.typed if isinstance(node.typed, str) else written)
            continue
        assert node.flow
        assert written[0] + written[-1] == ("{}" if isinstance(node, Mapping) else "[]")
        assert same(plain(read(written, **options)), plain(node))
        inner = [part for entry in node.entries for part in entry] if isinstance(node, Mapping) else node.items
        end = node.start
        for part in inner:
            assert end < part.start < part.end < node.end
            end = part.end
        todo += inner
    return root


JSON = [
    "{}",
    "[]",
    "null",
    " true ",
    "false\n",
    "0",
    "-0",
    "-12",
    "1.5",
    "-0.25e-3",
    "1E+2",
    "2e400",
    '""',
    '"a b"',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\\u00e9\\ud83d\\ude00\\uD800"',
    '"\u00e9\U0001f600\u2028\x7f"',
    '"// no comment /* here */"',
    "[1,2 , 3]",
    "[[],[[]],{}]",
    '{"a":{"b":[{"c":null}]}, "d":[true,false]}',
    '\r\n{\r\n\t"a" : 1 ,\r\n\t"b" : [ ]\r\n}\r\n',
    '{"a": 1, "a": 2, "b": 3, "a": {"a": 4}}',
    '{"": "", "\\u0061": "a", "a": "b"}',
]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("text", JSON)
def test_plain_json_has_the_values_of_json_and_true_places(text, strict):
    for offset in (0, 7):
        assert same(plain(check(text, offset, strict=strict)), json.loads(text))
    assert same(values(text, strict=strict), json.loads(text))


RELAXED = [
    ("// first\n1", 1),
    ("1 // last", 1),
    ("1 /* last */", 1),
    ("/**/1/***/", 1),
    ("/* a * / // b\n */ 1", 1),
    ("// /* \n1", 1),
    ("//\r1", 1),
    ("[1,]", [1]),
    ("[[1,],]", [[1]]),
    ("[1 , // one\n /* end */ ]", [1]),
    ('{"a": 1,}', {"a": 1}),
    ('{/*1*/"a"/*2*/:/*3*/1/*4*/,/*5*/"b"//6\n:2/*7*/,//8\n}//9', {"a": 1, "b": 2}),
    ("{/**/}", {}),
    ("[//\n]", []),
    ('{"a": "// x", "b": "/* y */", "c": ",]"}', {"a": "// x", "b": "/* y */", "c": ",]"}),
    (
        '{\n  "$schema": "https://x.y/z.json", // where\n  "permission": { "bash": { "*": "ask", "git *": "allow", }, },\n}\n',
        {"$schema": "https://x.y/z.json", "permission": {"bash": {"*": "ask", "git *": "allow"}}},
    ),
]


@pytest.mark.parametrize(("text", "value"), RELAXED)
def test_comments_and_trailing_commas_are_passed_over(text, value):
    assert same(plain(check(text)), value)
    assert same(plain(check(text, 3)), value)
    assert same(values(text), value)


@pytest.mark.parametrize("text", [text for text, value in RELAXED if "// x" not in text])
def test_strict_refuses_comments_and_trailing_commas(text):
    with pytest.raises(SyntaxFault):
        read(text, strict=True)
    with pytest.raises(SyntaxFault):
        values(text, strict=True)


@pytest.mark.parametrize("strict", [False, True])
def test_one_leading_byte_order_mark_counts_as_one_character(strict):
    root = check('\ufeff{"a": 1}', 10, strict=strict)
    assert (root.start, root.end) == (11, 19)
    assert values("\ufeff[1]", strict=strict) == [1]
    with pytest.raises(SyntaxFault) as caught:
        read("\ufeff\ufeff1", 10, strict=strict)
    assert caught.value.offset == 11


def test_duplicate_keys_are_all_kept_as_entries():
    root = read('{"a": 1, "b": 2, "a": 3}')
    assert list(root.keys()) == ["a", "b", "a"]
    assert [value.typed for _, value in root.entries] == [1, 2, 3]
    assert root.get("a").typed == 3


def test_spans_are_exact():
    text = '// x\n{ "k\\n" : [ 12, "v" , ], }  '
    root = read(text)
    (key, items) = root.entries[0]
    assert text[root.start : root.end] == '{ "k\\n" : [ 12, "v" , ], }'
    assert text[key.start : key.end] == '"k\\n"'
    assert (key.text, key.typed, key.style) == ("k\n", "k\n", DOUBLE)
    assert text[items.start : items.end] == '[ 12, "v" , ]'
    assert [text[item.start : item.end] for item in items.items] == ["12", '"v"']


# (text, kind, offset, problem)
FAULTS = [
    ("", "syntax", 0, "Expected a value, found the end"),
    (" // x", "syntax", 5, "Expected a value, found the end"),
    ("1 2", "syntax", 2, "Expected the end, found '2'"),
    ("{} ]", "syntax", 3, "Expected the end, found ']'"),
    ("[,]", "syntax", 1, "Expected a value, found ','"),
    ("[1,,2]", "syntax", 3, "Expected a value, found ','"),
    ("[1 2]", "syntax", 3, "Expected ',' or ']', found '2'"),
    ("[1}", "syntax", 2, "Expected ',' or ']', found '}'"),
    ("{,}", "syntax", 1, "Expected a key in double quotes, found ','"),
    ("{a: 1}", "syntax", 1, "Expected a key in double quotes, found 'a'"),
    ("{'a': 1}", "syntax", 1, 'Expected a key in double quotes, found "\'"'),
    ("{1: 1}", "syntax", 1, "Expected a key in double quotes, found '1'"),
    ('{"a": 1 "b": 2}', "syntax", 8, "Expected ',' or '}', found '\"'"),
    ('{"a": }', "syntax", 6, "Expected a value, found '}'"),
    ('{"a" 1}', "colon", 5, "Expected ':', found '1'"),
    ('{"a"}', "colon", 4, "Expected ':', found '}'"),
    ("['a']", "syntax", 1, 'Expected a value, found "\'"'),
    ("nul", "syntax", 0, "Expected a value, found 'n'"),
    ("[True]", "syntax", 1, "Expected a value, found 'T'"),
    ("[trueish]", "syntax", 1, "Expected a value, found 't'"),
    ("NaN", "syntax", 0, "Expected a value, found 'N'"),
    ("[-Infinity]", "syntax", 2, "Expected a digit after '-'"),
    ("01", "syntax", 1, "Expected the end, found '1'"),
    ("[.5]", "syntax", 1, "Expected a value, found '.'"),
    ("[1.]", "syntax", 2, "Expected ',' or ']', found '.'"),
    ("[+1]", "syntax", 1, "Expected a value, found '+'"),
    ("[\u0661]", "syntax", 1, "Expected a value, found '\u0661'"),
    ("[1\u00a0]", "syntax", 2, "Expected ',' or ']', found '\\xa0'"),
    ("[\x00]", "control", 1, "Expected a value, found '\\x00'"),
    ("[1\x0c]", "control", 2, "Expected ',' or ']', found '\\x0c'"),
    ('"a\tb"', "control", 2, "String has the control character '\\t'"),
    ('["a\\x"]', "syntax", 3, "String has an escape that JSON does not know"),
    ('["\\u12g4"]', "syntax", 2, "String has an escape that JSON does not know"),
    ('["a', "unclosed", 1, "Unclosed string"),
    ('["a\\', "unclosed", 1, "Unclosed string"),
    ('["a\n"]', "unclosed", 1, "Unclosed string"),
    ('["a\r\n"]', "unclosed", 1, "Unclosed string"),
    ("[1, {", "unclosed", 4, "Unclosed '{'"),
    ("[1, {},", "unclosed", 0, "Unclosed '['"),
    ('{"a": [1', "unclosed", 6, "Unclosed '['"),
    ('{"a"', "unclosed", 0, "Unclosed '{'"),
    ('{"a":', "unclosed", 0, "Unclosed '{'"),
    ("[1, /* x ]", "unclosed", 4, "Unclosed comment"),
    ("1 /*/", "unclosed", 2, "Unclosed comment"),
    ("[1 / 2]", "syntax", 3, "Expected ',' or ']', found '/'"),
    ("# x\n1", "syntax", 0, "Expected a value, found '#'"),
    ("[0, " + "1" * 5000 + "]", "syntax", 4, "Integer has too many digits"),
]


@pytest.mark.parametrize(("text", "kind", "offset", "problem"), FAULTS, ids=[repr(fault[0][:20]) for fault in FAULTS])
def test_what_is_not_json_is_a_fault_at_its_character(text, kind, offset, problem):
    with pytest.raises(SyntaxFault) as caught:
        read(text, 100)
    fault = caught.value
    assert (fault.kind, fault.offset - 100, fault.problem) == (kind, offset, problem)
    with pytest.raises(SyntaxFault) as caught:
        values(text)
    assert (caught.value.kind, caught.value.offset) == (kind, offset)


@pytest.mark.parametrize(
    ("text", "offset", "problem"),
    [
        ("[1, // x\n2]", 4, "Comments are not allowed here"),
        ("/* x", 0, "Comments are not allowed here"),
        ("1 // x", 2, "Comments are not allowed here"),
        ("[1, ]", 2, "A trailing comma is not allowed here"),
        ('{"a": [], }', 8, "A trailing comma is not allowed here"),
    ],
)
def test_strict_says_what_it_refuses(text, offset, problem):
    with pytest.raises(SyntaxFault) as caught:
        read(text, 2, strict=True)
    assert (caught.value.kind, caught.value.offset - 2, caught.value.problem) == ("syntax", offset, problem)


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("[" * 100_000, MAX_DEPTH),
        ("[" * 100_000 + "]" * 100_000, MAX_DEPTH),
        ('{"a":' * 100_000, 5 * MAX_DEPTH),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), MAX_DEPTH),
        (" [0, " + "[" * MAX_DEPTH + "]" * MAX_DEPTH + "]", 4 + MAX_DEPTH),
    ],
)
def test_nesting_beyond_the_bound_is_a_fault_at_what_passes_it(text, offset):
    with pytest.raises(SyntaxFault) as caught:
        read(text, 5)
    assert (caught.value.kind, caught.value.offset) == ("depth", 5 + offset)
    with pytest.raises(SyntaxFault) as caught:
        values(text)
    assert (caught.value.kind, caught.value.offset) == ("depth", offset)


def test_nesting_up_to_the_bound_is_read():
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert plain(read(text)) == values(text) == json.loads(text)


def test_the_bound_can_be_set():
    assert plain(read("[{}]", max_depth=2)) == [{}]
    with pytest.raises(SyntaxFault, match="Nested more than 1 levels deep"):
        read("[{}]", max_depth=1)
    assert read("[" * 5000 + "]" * 5000, max_depth=5000).end == 10_000


def test_many_shallow_lists_are_not_deep():
    text = "[" + "[]," * 1000 + "[]]"
    assert len(values(text)) == len(read(text).items) == 1001


SIZE = 400_000
LARGE = {
    "items": "[" + "1," * (SIZE // 8) + "1]",
    "lists": "[" + "[[[]]]," * (SIZE // 32) + "[]]",
    "entries": "{" + ",".join(f'"k{number}":{{}}' for number in range(SIZE // 40)) + "}",
    "one string": '"' + "x" * SIZE + '"',
    "one string of escapes": '"' + "\\n" * SIZE + '"',
    "strings with escapes": "[" + '"a\\n",' * (SIZE // 40) + "1]",
    "one comment of stars": "/*" + "*" * SIZE + "*/1",
    "one comment of slashes": "//" + "/*" * SIZE + "\n1",
    "comments": "/**/ //\n" * (SIZE // 8) + "1",
    "blanks": "[" + " " * SIZE + "]",
    "one number": "1." + "0" * SIZE,
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE.keys())
def test_large_texts_take_no_more_than_their_size(text):
    root = read(text)
    assert text[root.end - 1] == text.rstrip()[-1]


@pytest.mark.parametrize(
    "text",
    [
        '["' + "\\n" * SIZE,
        '"' + "x" * SIZE,
        "/*" + "* /" * SIZE,
        "[" + "/**/" * SIZE + "/*",
        "[" + "1," * (SIZE // 8),
        "-" * SIZE,
    ],
    ids=["escapes", "string", "comment", "comments", "items", "signs"],
)
def test_large_texts_that_are_not_closed_take_no_more_than_their_size(text):
    with pytest.raises(SyntaxFault):
        read(text)


def test_the_module_alone_loads_neither_json_nor_typing():
    code = (
        "import sys\nbefore = set(sys.modules)\nimport remit.syntax.jsonc\n"
        "print([n for n in ('tomllib', 'json', 'typing', 'dataclasses') if n in set(sys.modules) - before])"
    )
    environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(remit.__file__).parent.parent)}
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=environment)
    assert done.stdout.strip() == "[]", done.stderr


objects = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=4), inner, max_size=4)),
    max_leaves=12,
)
layouts = st.sampled_from([{}, {"indent": 2}, {"separators": (",", ":")}, {"indent": "\t", "ensure_ascii": False}])


@settings(derandomize=True, max_examples=200, deadline=None)
@given(objects, layouts, st.sampled_from([0, 9]), st.booleans())
def test_whatever_json_writes_is_read_back_with_true_places(value, layout, offset, strict):
    text = json.dumps(value, **layout)
    assert same(plain(check(text, offset, strict=strict)), json.loads(text))
    assert same(values(text, strict=strict), json.loads(text))


scraps = st.lists(
    st.sampled_from(
        ["{", "}", "[", "]", ",", ":", '"a"', '"', "\\", "1", "-", "0.5", "null", " ", "\n", "//", "/*", "*/", "\ufeff", "'"]
    ),
    max_size=14,
).map("".join)
# Scraps are seldom valid. These mostly are.
sentences = st.recursive(
    st.sampled_from(["1", '"a"', "null", "-0.5e3", '"\\n"', "true"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[" + ",".join(items) + "]"),
        st.lists(inner, max_size=3).map(lambda items: "[ " + "".join(f"{item} ," for item in items) + "]"),
        st.lists(inner, max_size=3).map(lambda items: "{" + ",".join(f'"a" :{item}' for item in items) + "}"),
        st.lists(inner, max_size=3).map(lambda items: "{//\n" + "".join(f'"a"/**/: {item} , ' for item in items) + "}"),
    ),
    max_leaves=8,
)


def agree(text):
    """What `json` takes, both ways take; what is refused, is refused by `read` and `values` alike."""
    try:
        expected = json.loads(text)
    except ValueError:
        strict_ok = text.startswith("\ufeff")
    else:
        strict_ok = True
        assert same(plain(check(text, strict=True)), expected)
    try:
        root = check(text)
    except SyntaxFault as fault:
        assert 0 <= fault.offset <= len(text)
        with pytest.raises(SyntaxFault):
            values(text)
        with pytest.raises(SyntaxFault):
            read(text, strict=True)
    else:
        assert same(values(text), plain(root))
        if not strict_ok:
            with pytest.raises(SyntaxFault):
                read(text, strict=True)


@settings(derandomize=True, max_examples=400, deadline=None)
@given(scraps)
def test_any_scraps_are_read_or_refused_as_json_does(text):
    agree(text)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(sentences, st.integers(0, 40), st.sampled_from(["", "", "", ",", "/", "]", '"', "//", "\x01"]))
def test_any_text_with_a_slip_is_read_or_refused_as_json_does(text, place, slip):
    agree(text[:place] + slip + text[place:])
