"""The TOML reader against `tomllib`: the same values, and places that hold what they say."""

from __future__ import annotations

import datetime
import subprocess
import sys
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remit.syntax.nodes import DOUBLE, PLAIN, SINGLE, Mapping, Scalar, Sequence, SyntaxFault
from remit.syntax.toml import MAX_DEPTH, read, values


def same(left, right):
    """Equal in value, in type, in order of keys; a NaN equals a NaN."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right or (left != left and right != right)


def nodes(node):
    """Every node of a tree with the node it stands in; keys apart."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield key, node, True
            yield value, node, False
            yield from nodes(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield item, node, False
            yield from nodes(item)


def check(text, offset=0):
    root = read(text, offset)
    assert same(values(root), tomllib.loads(text))
    assert (root.start, root.end) == (offset, offset + len(text))
    for node, parent, is_key in nodes(root):
        assert parent.start <= node.start <= node.end <= parent.end
        written = text[node.start - offset : node.end - offset]
        if is_key:
            assert same(tomllib.loads(f"{written} = 0"), {node.text: 0})
            assert node.typed == node.text
        elif isinstance(node, Scalar):
            assert same(tomllib.loads(f"v = {written}"), {"v": node.typed})
            assert node.text == (node.typed if isinstance(node.typed, str) else written)
            assert node.style == (written[0] if written[0] in "\"'" else PLAIN)
        elif node.flow:
            assert written[0] + written[-1] == ("{}" if isinstance(node, Mapping) else "[]")
            assert same(tomllib.loads(f"v = {written}"), {"v": plain(node)})
    return root


def plain(node):
    return values(Mapping([(Scalar("v", 0, 0), node)], 0, 0))["v"]


TEXTS = {
    "empty": "",
    "only a comment": "# nothing",
    "blank lines": "\n\n  \n\t\n",
    "no line end at the end": "a = 1",
    "integers": "a = 1\nb = -17\nc = +0\nd = 1_000\ne = 0xDEAD_beef\nf = 0o755\ng = 0b1101\n",
    "floats": "a = 1.0\nb = -3.1415\nc = 5e+22\nd = 6.626e-34\ne = inf\nf = -inf\ng = nan\nh = +nan\ni = 9_224.5_1\n",
    "booleans": "a = true\nb = false # no\n",
    "dates": "a = 1979-05-27T07:32:00Z\nb = 1979-05-27 07:32:00-08:00\nc = 1979-05-27T00:32:00.999\n"
    "d = 1979-05-27\ne = 07:32:00\nf = 1979-05-27t07:32:00z\n",
    "dates in a list": "a = [1979-05-27 07:32:00,1979-05-27 , 1979-05-27#x\n, 07:32:00]\n",
    "basic strings": 'a = ""\nb = "x"\nc = "q\\"q # \\\\"\nd = "\\u00e9\\U0001F600\\t"\n',
    "literal strings": "a = ''\nb = 'C:\\x\\'\nc = '\"#='\n",
    "multi-line basic strings": 'a = """\none\n\\"""two"""\nb = """x"""\nc = """"""\nd = """\\\n   joined \\   \n\n  here"""\n',
    "multi-line literal strings": "a = '''\none\\\ntwo'''\nb = ''''''\nc = '''it's ''two'' '''\n",
    "quotes at the end of multi-line strings": ('a = """x""""\nb = """x"""""\ne = """""""\n' + "c = '''x''''\nd = '''x'''''\n"),
    "escaped quotes before the end": 'a = """x\\""""\nb = """x\\\\"""\n',
    "keys of all kinds": "bare-key_1 = 1\n'lit\\key' = 3\n1234 = 5\n'a.b' = 7\n",
    "quoted keys": '"quoted key" = 2\n"" = 4\n"\\u00e9\\"" = 6\n',
    "dotted keys": "a.b.c = 1\na . d = 2\na.\"e f\".'g' = 3\n3.14 = 'pi'\nb = 0\na.b.x = 4\n",
    "the same key written three ways": 'a.x = 1\n"a".y = 2\n\'a\'.z = 3\n"\\u0061".w = 4\n',
    "tables": "top = 1\n[a]\nx = 1\n[b]\n[c] # note\ny.z = 2\n",
    "tables in tables": "[a]\nx = 1\n[a.b]\ny = 2\n[a.b.c]\n[d.e.f]\nz = 3\n",
    "a table after the tables in it": "[a.b]\nx = 1\n[a.c]\n[a]\ny = 2\n",
    "a table continued after another": "[a.b]\n[c]\nx = 1\n[a.d]\ny = 2\n",
    "headers with blanks": "[ a . 'b' ]\nx = 1\n  [\tc\t]  # note\n",
    "arrays of tables": "[[a]]\nx = 1\n[[a]]\n[[ a ]]\nx = 3\n",
    "tables in arrays of tables": (
        "[[a]]\nx = 1\n[a.b]\ny = 2\n[[a.c]]\nz = 3\n[[a.c]]\nz = 4\n[[a]]\n[[a.c]]\n[a.b.d]\nq.r = 5\n"
    ),
    "a dotted key under a header of the same name": "[a]\na.a = 1\n[a.b.a]\n[[a.c.a]]\n",
    "lists": "a = []\nb = [1, 2, 3]\nc = [ [1], [[]], ['x', \"]\"] ]\nd = [\n 1, # ] one\n\n 2 # two\n , ]\n",
    "inline tables": "a = {}\nb = { x = 1, y = 'two' }\nc = {x.y = 1, x.z = 2, w = {v = {}}}\nd = [{a=1},{b=[{}]}]\n",
    "values before a comment": "a = 1#c\nb = true#c\nc = 'x'#c\nd = [1,2]#c\ne = 1979-05-27#c\n",
    "brackets and hashes in strings": "a = ['#', \"[{\", '''\n]# ''', \"\"\"}\"\"\"]\n",
    "characters outside the first plane": "a = '\U0001f600'\nb = '\u00e9'\nc = 1\n",
    "an agent's settings": (
        'name = "reviewer"\ndescription = """\nLooks at \\\n  changes"""\ntools = ["read", "grep"]\n\n'
        '[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs"]\nenv = { "API" = "x" }\n\n'
        "[[rules]]\nallow = true\n[[rules]]\nallow = false\n"
    ),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_the_tree_has_the_values_of_tomllib_and_true_places(text):
    check(text)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_places_are_right_with_crlf_too(text):
    check(text.replace("\n", "\r\n"))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_all_places_are_moved_by_the_offset(text):
    check(text, 1000)


def spans(text):
    """What each node spans, by its path."""
    found = {}

    def walk(node, path):
        found[path] = text[node.start : node.end]
        if isinstance(node, Mapping):
            for key, value in node.entries:
                inner = f"{path}.{key.text}" if path else key.text
                found[f"key {inner}"] = text[key.start : key.end]
                walk(value, inner)
        elif isinstance(node, Sequence):
            for index, item in enumerate(node.items):
                walk(item, f"{path}[{index}]")

    walk(read(text), "")
    return found


def test_a_table_spans_its_header_through_its_last_entry():
    found = spans("[tools]\nread = true\nbash = false # no\n\n[other]\n")
    assert found["tools"] == "[tools]\nread = true\nbash = false"
    assert found["key tools"] == "tools"
    assert found["other"] == "[other]"


def test_a_table_spans_the_tables_in_it():
    found = spans("[a]\nx = 1\n[a.b]\ny = 2\n")
    assert found["a"] == "[a]\nx = 1\n[a.b]\ny = 2"
    assert found["a.b"] == "[a.b]\ny = 2"
    assert found["key a.b"] == "b"


def test_a_table_made_by_a_header_inside_it_begins_there():
    text = "[a.b]\nx = 1\n[a]\ny = 2\n"
    root = read(text)
    key, table = root.entries[0]
    assert (key.start, table.start, table.end) == (1, 0, len(text) - 1)
    assert list(table.keys()) == ["b", "y"]


def test_a_table_made_by_a_dotted_key_begins_at_the_next_part():
    found = spans("a.b.c = 1\na.d = 2\n")
    assert found["key a"] == "a"
    assert found["a.b"] == "c = 1"
    assert found["a"] == "b.c = 1\na.d = 2"


def test_an_array_of_tables_spans_its_first_header_through_its_last_entry():
    text = "[[a]]\nx = 1\n\n[[a]]\n"
    found = spans(text)
    assert found["a"] == "[[a]]\nx = 1\n\n[[a]]"
    assert (found["a[0]"], found["a[1]"]) == ("[[a]]\nx = 1", "[[a]]")
    assert found["key a"] == "a"
    assert not read(text).get("a").flow


def test_the_items_of_a_list_have_their_own_spans():
    found = spans('tools = [\n  \'read\', # one\n  "a\\"b",\n]\n')
    assert found["tools[0]"] == "'read'"
    assert found["tools[1]"] == '"a\\"b"'


def test_only_what_stands_in_brackets_of_its_own_is_flow():
    root = read("a = {x = 1, y.z = 2}\nb = []\nc.d = 1\n[e]\n")
    assert [value.flow for _, value in root.entries] == [True, True, False, False]
    assert not root.get("a").get("y").flow
    assert not root.flow


def test_entries_stand_in_the_order_of_their_first_mention():
    root = read("z = 1\na.q = 2\nm = 3\na.b = 4\n[y]\n[x]\n[y.k]\n")
    assert list(root.keys()) == ["z", "a", "m", "y", "x"]
    assert list(root.get("a").keys()) == ["q", "b"]


def test_scalars_keep_their_style_and_what_was_written():
    root = read("a = 0x1F\nb = 'x'\nc = \"\\t\"\nd = '''\ny'''\ne = 1979-05-27 07:32:00\nf = true\n")
    assert [(node.text, node.style) for _, node in root.entries] == [
        ("0x1F", PLAIN),
        ("x", SINGLE),
        ("\t", DOUBLE),
        ("y", SINGLE),
        ("1979-05-27 07:32:00", PLAIN),
        ("true", PLAIN),
    ]
    assert root.get("a").typed == 31
    assert root.get("e").typed == datetime.datetime(1979, 5, 27, 7, 32)
    assert root.get("f").typed is True


def test_values_takes_the_text_where_a_node_has_no_type():
    tree = Mapping([(Scalar("k", 0, 1), Sequence([Scalar("v", 3, 4)], 2, 5)), (Sequence([], 6, 8), Scalar("", 9, 9))], 0, 9)
    assert values(tree) == {"k": ["v"]}


# (text, kind, offset, problem)
FAULTS = [
    ("a = 1\na = 2\nb = 3\n", "duplicate", 11, "Cannot overwrite a value"),
    ("a = 1\r\na = 2\r\nb = 3\r\n", "duplicate", 12, "Cannot overwrite a value"),
    ("[a]\n[a]\n", "duplicate", 6, "Cannot declare a twice"),
    ("[a.'b c']\n[a.'b c']\n", "duplicate", 18, "Cannot declare a.b c twice"),
    ("a = {}\na.b = 1", "duplicate", 14, "Cannot mutate immutable namespace a"),
    ("[a]\n[b]\n[[a]]\n", "duplicate", 11, "Cannot overwrite a value"),
    ("a = {x = 1, x = 2}", "duplicate", 17, "Duplicate inline table key 'x'"),
    ('a = {"(\'x)" = 1, "(\'x)" = 2}', "duplicate", 27, 'Duplicate inline table key "(\'x)"'),
    ("a = 'x\nb = 1", "unclosed", 6, "Unterminated string"),
    ("a = 'x\r\nb = 1", "unclosed", 6, "Unterminated string"),
    ("a = [0, 'x\nb = 'y", "unclosed", 10, "Unterminated string"),
    ("a = \"it's\"\nb = 'x", "unclosed", 17, "Unterminated string"),
    ('a = "x\nb = 1', "unclosed", 6, "Unterminated string"),
    ('a = "x', "unclosed", 6, "Unterminated string"),
    ('a = """x\n\n', "unclosed", 10, "Unterminated string"),
    ("a = '''x", "unclosed", 8, "Expected \"'''\""),
    ("a = [1, 2", "unclosed", 9, "Unclosed array"),
    ("a = [1,\n", "unclosed", 8, "Unclosed '['"),
    ("a = {x = [1],", "unclosed", 13, "Unclosed '{'"),
    ("[a\nb = 1", "unclosed", 2, "Expected ']' at the end of a table declaration"),
    ("a = 'x\x00'", "control", 6, "Found invalid character '\\x00'"),
    ('a = "x\x1b"', "control", 6, "Illegal character '\\x1b'"),
    ("a = 1 # \x07", "control", 8, "Found invalid character '\\x07'"),
    ("a = 1\rb = 2", "control", 5, "Expected newline or end of document after a statement"),
    ("a = 1\x7f", "control", 5, "Expected newline or end of document after a statement"),
    ("a = ", "syntax", 4, "Invalid value"),
    ("a = yes\n", "syntax", 4, "Invalid value"),
    ("a\r\n", "syntax", 1, "Expected '=' after a key in a key/value pair"),
    ("a: 1\n", "syntax", 1, "Expected '=' after a key in a key/value pair"),
    ("x = 1\n\n= 2\n", "syntax", 7, "Invalid statement"),
    ("\ufeffa = 1\n", "syntax", 0, "Invalid statement"),
    ('a = "\\q"\n', "syntax", 7, "Unescaped '\\' in a string"),
    ("a = 2024-02-30\n", "syntax", 4, "Invalid date or datetime"),
    ("s = '" + "1" * 6000 + "'\nb = [7, " + "1" * 5000 + "]\n", "syntax", 6015, "Integer has too many digits"),
]


@pytest.mark.parametrize(("text", "kind", "offset", "problem"), FAULTS, ids=[repr(fault[0][:20]) for fault in FAULTS])
def test_what_tomllib_refuses_is_a_fault_at_its_character(text, kind, offset, problem):
    with pytest.raises(SyntaxFault) as caught:
        read(text, 100)
    fault = caught.value
    assert (fault.kind, fault.offset - 100) == (kind, offset)
    # Newer versions of Python word some refusals in other ways.
    if sys.version_info < (3, 14):
        assert fault.problem == problem


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("x = 1\na = " + "[" * 2000, 10 + MAX_DEPTH),
        ("a = " + "[" * 2000 + "]" * 2000, 4 + MAX_DEPTH),
        ("a = " + "{a = " * 2000 + "1" + "}" * 2000, 4 + 5 * MAX_DEPTH),
        ("[" * 2000, MAX_DEPTH),
        (".".join("a" * 2000) + " = 1", 2 * MAX_DEPTH + 1),
        ("['a'" + ".'a'" * 2000 + "]", 4 + 4 * MAX_DEPTH),
        ("a = " + "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), 4 + MAX_DEPTH),
    ],
)
def test_nesting_beyond_the_bound_is_a_fault_at_what_passes_it(text, offset):
    with pytest.raises(SyntaxFault) as caught:
        read(text, 5)
    assert (caught.value.kind, caught.value.offset) == ("depth", 5 + offset)


def test_keys_and_brackets_count_for_the_depth_together():
    inner = "[" * (MAX_DEPTH // 2) + "]" * (MAX_DEPTH // 2)
    name = ".".join("a" * (MAX_DEPTH // 2))
    check(f"{name}.a = {inner}")
    with pytest.raises(SyntaxFault) as caught:
        read(f"[a.a]\n{name} = {inner}")
    assert caught.value.kind == "depth"


def test_nesting_up_to_the_bound_is_read():
    check("a = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH)
    check(".".join("a" * (MAX_DEPTH + 1)) + " = 1")


def test_brackets_and_dots_in_strings_and_comments_count_for_nothing():
    check(
        "a = '"
        + "[" * 500
        + "." * 500
        + "'\n# "
        + "[." * 500
        + '\nb = """'
        + "{.\n" * 500
        + '"""\nc = ['
        + "1.5, " * 500
        + "]\n"
    )


def test_a_caller_near_the_recursion_limit_gets_a_fault():
    text = "a = " + "[" * 150 + "]" * 150

    def dig(steps):
        return read(text) if not steps else dig(steps - 1)

    depth = 0
    frame = sys._getframe()
    while frame:
        depth, frame = depth + 1, frame.f_back
    with pytest.raises(SyntaxFault) as caught:
        dig(sys.getrecursionlimit() - depth - 120)
    assert caught.value.kind == "depth"


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"key{number} = {number}\n" for number in range(5_000)),
        "".join(f"[[a.b]]\nx = {number}\n" for number in range(5_000)),
        "a = [" + "'x', " * 20_000 + "]",
        'a = """' + '\\" "" ' * 50_000 + '"""',
        "a = {" + ", ".join(f"k{number} = {{}}" for number in range(2_000)) + "}",
    ],
    ids=["keys", "tables", "items", "escapes", "inline"],
)
def test_large_texts_take_no_more_than_their_size(text):
    assert same(values(read(text)), tomllib.loads(text))


@pytest.mark.parametrize(
    "text", ['a = ["""' + '\\"""' * 100_000 + "[" * 300, "'''" * 33_333 + "[." * 300, '"' + '\\"' * 100_000 + "." * 300]
)
def test_large_texts_that_are_not_closed_take_no_more_than_their_size(text):
    with pytest.raises(SyntaxFault):
        read(text)


def test_the_module_alone_loads_neither_tomllib_nor_typing():
    code = (
        "import sys\nbefore = set(sys.modules)\nimport remit.syntax.toml\n"
        "print([n for n in ('tomllib', 'json', 'typing', 'dataclasses', 'datetime') if n in set(sys.modules) - before])"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=environment())
    assert done.stdout.strip() == "[]", done.stderr


def environment():
    import os
    import pathlib

    import remit

    return {**os.environ, "PYTHONPATH": str(pathlib.Path(remit.__file__).parent.parent)}


# Texts made of parts that are mostly valid by themselves, and now and then not together.

names = st.sampled_from(["a", "b", "c-d", "'a'", '"b"', '"\\u0061"', "'e f'", '""', "'.'", "1", "2.5"])
keys = st.lists(names, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from([".", " . ", "\t."]).map(lambda dot: dot.join(parts))
)
characters = st.text(st.sampled_from("ab \t\\\"'#[]{},.=\u00e9\U0001f600"), max_size=6)
lines = st.text(st.sampled_from("ab \t\n\\\"'#[]{},=\u00e9"), max_size=8)
scalars = st.one_of(
    st.integers().map(str),
    st.integers(0, 10**6).map(hex),
    st.floats().map(lambda number: repr(number)),
    st.sampled_from(["true", "false", "inf", "-nan", "1_0.0_1", "+3", "1e3", "0b01", "0o17"]),
    st.datetimes().map(lambda when: when.isoformat(" ")),
    st.datetimes(timezones=st.just(datetime.UTC)).map(lambda when: when.isoformat()),
    st.dates().map(str),
    st.times().map(str),
    characters.map(lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'),
    characters.map(lambda text: "'" + text.replace("'", "") + "'"),
    lines.map(lambda text: '"""' + text + '"""'),
    lines.map(lambda text: "'''" + text + "'''"),
    st.sampled_from(['"""\\\n  x"""', '"\\u00e9\\n"', '"""\\"""""', '""""""']),
)
gaps = st.sampled_from(["", " ", "\n", " # ]\n\t", "\n\n"])
blanks = st.sampled_from(["", " ", "\t "])


def containers(inner):
    items = st.tuples(gaps, inner, gaps).map("".join)
    pairs = st.tuples(blanks, keys, st.sampled_from(["=", " = "]), inner, blanks).map("".join)
    lists = st.tuples(st.lists(items, max_size=3), st.sampled_from(["", ",", " "]))
    return st.one_of(
        lists.map(lambda parts: "[" + ",".join(parts[0]) + (parts[1] if parts[0] else "") + "]"),
        st.lists(pairs, max_size=3).map(lambda parts: "{" + ",".join(parts) + "}"),
    )


written_values = st.recursive(scalars, containers, max_leaves=6)
statements = st.one_of(
    st.tuples(blanks, keys, st.sampled_from(["=", " = "]), written_values, st.sampled_from(["", " ", " # c", "#"])).map(
        "".join
    ),
    st.tuples(blanks, st.just("["), blanks, keys, blanks, st.just("]"), blanks).map("".join),
    st.tuples(blanks, st.just("[["), blanks, keys, blanks, st.just("]]"), st.sampled_from(["", " # c"])).map("".join),
    st.sampled_from(["", "  ", "# [x]"]),
)
documents = st.tuples(st.lists(statements, max_size=8), st.sampled_from(["\n", "\n", "\r\n"]), st.booleans()).map(
    lambda parts: ("\n".join(parts[0]) + "\n" * parts[2]).replace("\n", parts[1])
)
scraps = st.lists(
    st.sampled_from(
        [
            "a",
            "b",
            ".",
            " ",
            "=",
            " = ",
            "1",
            "[",
            "]",
            "{",
            "}",
            ",",
            '"',
            "'",
            '"""',
            "'''",
            "\\",
            "#",
            "\n",
            "\r\n",
            "\r",
            "\0",
            "true",
        ]
    ),
    max_size=16,
).map("".join)


def agree(text, offset):
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(SyntaxFault) as caught:
            read(text, offset)
        assert offset <= caught.value.offset <= offset + len(text)
        assert "(at " not in caught.value.problem
    else:
        check(text, offset)


@settings(derandomize=True, max_examples=400, deadline=None)
@given(documents, st.sampled_from([0, 3]))
def test_any_document_reads_as_tomllib_reads_it(text, offset):
    agree(text, offset)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(written_values)
def test_any_value_reads_as_tomllib_reads_it(text):
    agree(f"x = {text}", 0)


@settings(derandomize=True, max_examples=400, deadline=None)
@given(scraps)
def test_any_scraps_are_read_or_refused_as_tomllib_does(text):
    agree(text, 0)
