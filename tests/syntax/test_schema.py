"""What scalars mean: the core schema of YAML 1.2, with the habits of the JavaScript parsers that hosts use."""

import math

import pytest

from remit.syntax.nodes import DOUBLE, FOLDED, LITERAL, SINGLE, Mapping, Scalar, Sequence, SyntaxFault
from remit.syntax.schema import core, key_text, merged, plain
from remit.syntax.yaml import compose


def scalar(text, style="", tag=None):
    return Scalar(text, 0, len(text), style, tag)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None), ("~", None), ("null", None), ("Null", None), ("NULL", None), ("nULL", "nULL"), ("~a", "~a"),
        ("true", True), ("True", True), ("TRUE", True), ("tRUE", "tRUE"), ("false", False), ("False", False), ("FALSE", False),
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("y", "y"), ("n", "n"),
        ("0", 0), ("5", 5), ("-5", -5), ("+5", 5), ("017", 17), ("00", 0), ("0o17", 15), ("0x1F", 31), ("-0x1F", -31), ("-0o7", -7),
        ("0O17", "0O17"), ("0X1F", "0X1F"), ("0b11", "0b11"), ("0o8", "0o8"), ("0x", "0x"), ("1_000", "1_000"), ("1,000", "1,000"),
        ("1.5", 1.5), ("1.", 1.0), (".5", 0.5), ("-.5", -0.5), ("1e3", 1000.0), ("1E3", 1000.0), ("1e-3", 0.001), ("1.e3", 1000.0),
        (".", "."), ("-", "-"), ("+", "+"), ("-.", "-."), ("1e", "1e"), ("e3", "e3"), ("1.2.3", "1.2.3"), ("0x1.5", "0x1.5"),
        (".inf", math.inf), ("+.Inf", math.inf), ("-.INF", -math.inf), (".iNF", ".iNF"), ("inf", "inf"), ("NaN", "NaN"),
        ("-.nan", "-.nan"), ("1e400", math.inf), ("0xFFFFFFFFFFFFFFFF", 2**64 - 1), ("0x10000000000000000", "0x10000000000000000"),
        ("12:30:45", "12:30:45"), ("2024-01-01", "2024-01-01"), ("\u0661", "\u0661"), ("5 ", "5 "), ("=", "="), ("<<", "<<"),
        ("99999999999999999999", 99999999999999999999),
    ],
)  # fmt: skip
def test_plain_scalars(text, value):
    found = core(scalar(text))
    assert found == value
    assert type(found) is type(value)


def test_not_a_number_is_one():
    assert all(math.isnan(core(scalar(text))) for text in (".nan", ".NaN", ".NAN"))


def test_minus_zero_keeps_its_sign():
    assert math.copysign(1, core(scalar("-0"))) == -1


def test_a_number_of_any_length_is_read():
    assert core(scalar("9" * 5000)) == math.inf
    assert core(scalar("0x" + "f" * 5000)) == "0x" + "f" * 5000


@pytest.mark.parametrize("style", [SINGLE, DOUBLE, LITERAL, FOLDED])
@pytest.mark.parametrize("text", ["", "5", "true", "null", ".nan"])
def test_quoted_and_block_scalars_are_text(style, text):
    assert core(scalar(text, style)) == text
    assert core(scalar(text, style, "!!int")) == text


@pytest.mark.parametrize(
    ("tag", "text", "value"),
    [
        ("!!str", "5", "5"), ("!!str", "", ""), ("!!str", "~", "~"), ("!", "true", "true"), ("!", "", ""),
        ("!!int", "5", 5), ("!!int", "x", "x"), ("!!int", "1.5", 1.5), ("!!int", "true", "true"), ("!!int", "", None), ("!!float", "5", 5),
        ("!!bool", "true", True), ("!!bool", "5", "5"), ("!!null", "~", None), ("!!null", "5", "5"), ("!!null", "", None),
        ("!x", "5", "5"), ("!x", "", None), ("!x", "null", "null"), ("!!python/object:os.system", "x", "x"), ("!<tag:yaml.org,2002:int>", "5", "5"),
    ],
)  # fmt: skip
def test_tags_hold_but_never_convert(tag, text, value):
    assert core(scalar(text, tag=tag)) == value


def test_a_typed_scalar_is_its_value():
    assert core(Scalar("5", 0, 1, typed=5.0)) == 5.0
    assert core(Scalar("x", 0, 1, typed=None)) is None


def test_a_tree_becomes_dicts_and_lists():
    root = compose("a: [1, x, ~]\nb: {c: true}\na: 2\n5: d\n").node
    assert root is not None
    assert plain(root) == {"a": 2, "b": {"c": True}, "5": "d"}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", "a"), (None, "null"), (True, "true"), (False, "false"), (5, "5"), (-0.0, "0"), (1.5, "1.5"), (1000.0, "1000"), (1e21, "1e+21"),
        (1e20, "100000000000000000000"), (1e-6, "0.000001"), (1e-7, "1e-7"), (1.5e-10, "1.5e-10"), (123456789012345680000, "123456789012345680000"),
        (2**53, "9007199254740992"), (2**64, "18446744073709552000"), (math.inf, "Infinity"), (-math.inf, "-Infinity"), (math.nan, "NaN"),
        (-12.5, "-12.5"), (0.1, "0.1"), (1.25e25, "1.25e+25"), ([1, None, [2]], "1,,2"), ([], ""), ({}, "[object Object]"),
    ],
)  # fmt: skip
def test_keys_are_text_as_in_javascript(value, text):
    assert key_text(value) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("<<: {x: 1}\ny: 2", {"x": 1, "y": 2}),
        ("x: 0\n<<: {x: 1}", {"x": 0}),
        ("<<: {x: 1}\nx: 0", {"x": 0}),
        ("<<: [{x: 1}, {x: 2, y: 3}, 5]", {"x": 1, "y": 3}),
        ("<<: {<<: {x: 1}, y: 2}", {"x": 1, "y": 2}),
        ("<<: {x: 1, x: 2}", {"x": 2}),
        ("<<: 5", {"<<": 5}),
        ("<<:", {"<<": None}),
        ('"<<": {x: 1}', {"x": 1}),
        ("1: a\n<<: {'1': b}", {"1": "b"}),
    ],
)
def test_merge_keys(text, value):
    root = compose(text).node
    assert isinstance(root, Mapping)
    assert plain(merged(root)) == value
    assert plain(root, merge=True) == value


def test_a_map_without_merge_keys_is_left_alone():
    root = compose("a: b\n").node
    assert isinstance(root, Mapping)
    assert merged(root) is root


def test_a_merged_map_can_be_merged_anew():
    text = "a: &a {x: 1}\n" + "".join(
        f"{new}: &{new} {{<<: [*{old}, *{old}]}}\n" for old, new in zip("abcdefg", "bcdefgh", strict=True)
    )
    assert plain(compose(text).node, merge=True)["h"] == {"x": 1}


def test_a_tree_that_holds_itself_is_refused():
    loop = Sequence([], 0, 0)
    loop.items.append(loop)
    with pytest.raises(SyntaxFault):
        plain(loop)
    ring = Mapping([], 0, 0)
    ring.entries.append((scalar("<<"), ring))
    with pytest.raises(SyntaxFault):
        merged(ring)
