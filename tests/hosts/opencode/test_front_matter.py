"""The client's reading of a Markdown file: its YAML, its fences, its second try, and what becomes of a file it cannot read."""

from __future__ import annotations

import json

import pytest

from conftest import golden_folders
from remit.document import Document
from remit.hosts import host
from remit.hosts.opencode import front_matter
from remit.hosts.opencode.front_matter import ABSENT, CODE, LOST, READ, SKIPPED
from remit.hosts.opencode.js_values import Date, entries_of, plain_of, resolve, value_of
from remit.hosts.opencode.js_yaml import compose
from remit.source import Source
from remit.syntax.nodes import Mapping, Scalar, Sequence, SyntaxFault

HOST = host("opencode")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "row" in metafunc.fixturenames:
        files = [folder / "yaml.json" for folder in golden_folders(metafunc.config, "opencode")]
        rows = [row for file in files if file.is_file() for row in json.loads(file.read_text())]
        metafunc.parametrize("row", rows, ids=[str(index) for index in range(len(rows))])


def encoded(node) -> object:
    """A tree in the form of the recorded answers."""
    if node is None:
        return None
    if isinstance(node, Sequence):
        return [encoded(item) for item in node.items]
    if isinstance(node, Mapping):
        return {"o": [[name, encoded(value)] for name, (_, value) in entries_of(node).items()]}
    value = value_of(node)
    if isinstance(value, Date):
        return {"d": value.text}
    if isinstance(value, float):
        if value != value:
            return {"n": "NaN"}
        if abs(value) == float("inf"):
            return {"n": "Infinity" if value > 0 else "-Infinity"}
    return value


def test_yaml(row: list) -> None:
    text, answer = row
    if answer is None:
        with pytest.raises(SyntaxFault):
            compose(text)
        return
    got = encoded(compose(text))
    assert got == answer["value"]
    assert json.dumps(got, sort_keys=False).replace(".0", "") == json.dumps(answer["value"]).replace(".0", "")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("yes", "yes"),
        ("True", True),
        ("010", 8),
        ("0o10", "0o10"),
        ("0x1F", 31),
        ("0b11", 3),
        ("1_000", 1000),
        ("1:30", 90),
        ("1:30.5", 90.5),
        ("1e3", 1000.0),
        ("12e03", 12000.0),
        (".5", 0.5),
        ("-.inf", float("-inf")),
        ("1_", "1_"),
        ("2024-01-02", Date("2024-01-02T00:00:00.000Z")),
        ("2024-1-2 3:04:05 +1", Date("2024-01-02T02:04:05.000Z")),
        ("2024-13-01", Date("2025-01-01T00:00:00.000Z")),
        ("2024", 2024),
        ("+5", 5),
        ("-0", 0),
        ("9" * 400, float("inf")),
    ],
)
def test_plain_values(text: str, value: object) -> None:
    got = resolve(text)
    assert got == value
    assert type(got) is type(value)


def front(text: str | bytes):
    data = text.encode() if isinstance(text, str) else text
    source = Source(data, "t.md")
    found = front_matter.take_apart(Document(source))
    return found, found.root and plain_of(found.root), source.text[found.body :].strip()


@pytest.mark.parametrize(
    ("text", "state", "fields", "body"),
    [
        ("---\na: b\n---\nBody\n", READ, {"a": "b"}, "Body"),
        ("---\r\na: b\r\n---\r\nBody\r\n", READ, {"a": "b"}, "Body"),
        ("\ufeff---\na: b\n---\nBody\n", READ, {"a": "b"}, "Body"),
        ("---  \na: b\n---x\nBody\n", READ, {"a": "b"}, "x\nBody"),
        ("---\na: b\n", READ, {"a": "b"}, ""),
        ("---\n---\nBody", READ, None, "Body"),
        ("---\n# only this\n---\nBody", READ, None, "Body"),
        ("---\n- a\n---\nBody", READ, None, "Body"),
        ("---yaml\na: b\n---\nBody", READ, {"a": "b"}, "Body"),
        ('---json\n{"a": "b"}\n---\nBody', READ, {"a": "b"}, "Body"),
        ("---js\n{a: 1}\n---\nBody", CODE, None, "Body"),
        ("---JavaScript\n{a: 1}\n---\nBody", CODE, None, "Body"),
        ("---toml\na = 1\n---\nBody", LOST, None, "---toml\na = 1\n---\nBody"),
        ("--- # x\na: b\n---\nBody", LOST, None, "--- # x\na: b\n---\nBody"),
        ("Body", ABSENT, None, "Body"),
        ("", ABSENT, None, ""),
        ("\n---\na: b\n---\n", ABSENT, None, "---\na: b\n---"),
        ("----\na: b\n----\n", ABSENT, None, "----\na: b\n----"),
        ("---\na: x: y\nb: c\n---\nBody", READ, {"a": "x: y", "b": "c"}, "Body"),
        ("---\r\na: x: y\r\nb: c\r\n---\r\nBody", READ, {"a": "x: y", "b": "c"}, "Body"),
        ("---\na: x: y # z\nb: {c: d}\n---\nBody", READ, {"a": "x: y # z", "b": "{c: d}"}, "Body"),
        ("---\na: b\na: c\n---\nBody", LOST, None, "---\na: b\na: c\n---\nBody"),
        ("---\r\na: b\r\na: c\r\n---\r\nBody", SKIPPED, None, "---\r\na: b\r\na: c\r\n---\r\nBody"),
        ("---\na: x: y\na: c\n---\nBody", SKIPPED, None, "---\na: x: y\na: c\n---\nBody"),
        ("\ufeff---\na: x: y\n---\nBody", LOST, None, "---\na: x: y\n---\nBody"),
        ("---\n*: deny\n---\nBody", LOST, None, "---\n*: deny\n---\nBody"),
        (b"---\na: \xff\n---\nBody", READ, {"a": "\ufffd"}, "Body"),
    ],
)
def test_files(text: str | bytes, state: str, fields: object, body: str) -> None:
    found, got, rest = front(text)
    assert found.state == state
    assert got == fields
    assert rest == body


def test_places_of_a_mended_text_are_those_of_the_file() -> None:
    text = "---\ndescription: use: this\nmode: subagent\npermission:\n  bash: deny\nmodel:   a/b:c  \n---\nBody\n"
    found, fields, _ = front(text)
    assert found.mended
    assert fields == {"description": "use: this", "mode": "subagent", "permission": {"bash": "deny"}, "model": "a/b:c"}
    for key, value in found.root.entries:
        assert text[key.start : key.end] == key.text
        if isinstance(value, Scalar):
            assert text[value.start : value.end] == value.text
    inner = found.root.get("permission")
    key, value = inner.entries[0]
    assert text[key.start : value.end] == "bash: deny"


BOMB = "a0: &a0 [x]\n" + "".join(f"a{number + 1}: &a{number + 1} [*a{number}, *a{number}]\n" for number in range(60))


def test_hostile_texts_end_in_a_fault() -> None:
    for text in (
        "[" * 100_000,
        "- " * 50_000,
        "a: &a [*a]",
        "? " * 20_000,
        '"' + "\\" * 99_999,
        "!" * 10_000,
        "{a: " * 5000,
        BOMB,
    ):
        with pytest.raises(SyntaxFault):
            compose(text)


def test_a_bomb_in_a_file_costs_nothing() -> None:
    for field in ("description: *a60", "permission: {bash: *a60}", "x: a: b\npermission: *a60"):
        found = HOST.read(Source.of(f"---\n{BOMB}{field}\n---\nx\n", "t.md"), HOST.version(None), stem="t")
        assert found.definition is None
        assert found.diagnostics
