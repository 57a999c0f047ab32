"""The schemas of front matter: sound by themselves, and of one mind with what remit finds in real and recorded definitions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from remit.api import reading_of
from remit.hosts import all_hosts, host
from remit.hosts.base import Host, Reading
from remit.rules import FIELDS, READING, TOOLS, rule
from remit.schemas import front_matter
from remit.source import Source
from remit.syntax import toml
from remit.syntax.schema import plain

TESTS = Path(__file__).parent
OTHER_YAML = {
    "yaml-sexagesimal",
    "yaml-octal-and-underscores",
    "nm-1e400",
    "nm-017",
    "nm-0b1",
    "description-date",
    "description-binary",
}
"""Recorded answers about numbers and dates that only some readers of YAML know for such: editors read them otherwise."""
BEYOND = {"bigint", "nick-dup", "no-desc", "temperature-infinite", "mcp-28-a-auth-type-oa", "remote-4", "remote-7", "remote-8"}
"""Recorded refusals for what a schema does not say: what is no JSON, names that are equal once trimmed, what a weaker role may add, logins."""

_VALIDATORS: dict[tuple[str, str], jsonschema.Draft7Validator] = {}


def validator(of: Host, version: str | None = None) -> jsonschema.Draft7Validator:
    key = (of.name, version or of.latest)
    if key not in _VALIDATORS:
        _VALIDATORS[key] = jsonschema.Draft7Validator(front_matter(of, of.version(version)))
    return _VALIDATORS[key]


def instance(reading: Reading) -> object:
    """The fields as an editor's own reader has them."""
    root = reading.document.root
    assert root is not None
    if reading.document.kind != "toml":
        return plain(root)
    return json.loads(json.dumps(toml.values(root), default=str))


def files(*roots: Path) -> Iterator[Path]:
    for root in roots:
        yield from (path for path in sorted(root.rglob("*")) if path.suffix in (".md", ".toml") and path.is_file())


def readings(*roots: Path) -> Iterator[tuple[Path, Reading]]:
    """Definitions whose front matter can be read."""
    for path in files(*roots):
        reading = reading_of(Source(path.read_bytes(), str(path)))
        document = reading.document
        if document.root is not None and document.valid and path.parent.name not in OTHER_YAML:
            yield path, reading


def faults(reading: Reading) -> list[str]:
    """The rules that find something in the front matter."""
    found = [finding.rule for finding in reading.diagnostics]
    return [name for name in found if rule(name).topic in (READING, FIELDS, TOOLS)]


@pytest.mark.parametrize("one", list(all_hosts()), ids=lambda one: one.name)
def test_a_schema_is_one(one: Host) -> None:
    schema = front_matter(one, one.version(None))
    jsonschema.Draft7Validator.check_schema(schema)
    assert json.loads(json.dumps(schema)) == schema
    for name, field in one.fields.items():
        inner: dict = schema
        for part in name.split("."):
            inner = inner["properties"][part]
        assert inner["description"], name
        assert field.doc in inner["markdownDescription"]
        if field.choices:
            assert all(word in json.dumps(inner) for word in field.choices)


def disagreements(*roots: Path) -> list[str]:
    return [
        f"{path}: {error.json_path}: {error.message}"
        for path, reading in readings(*roots)
        if reading.loaded and reading.definition is not None and not faults(reading)
        for error in validator(reading.host).iter_errors(instance(reading))
    ]


def test_what_hosts_take_without_a_finding_is_valid() -> None:
    roots = (TESTS / "golden", TESTS / "cases" / "data", TESTS.parent / "examples")
    assert sum(not faults(reading) for _, reading in readings(*roots)) > 500
    assert disagreements(*roots) == []


def test_real_definitions_without_a_finding_are_valid(corpus: Path) -> None:
    assert disagreements(corpus) == []


_VALUES = (
    "wrong-type",
    "invalid-value",
    "refused-value",
    "refuses-to-start",
    "refused-key",
    "missing-name",
    "missing-description",
)


def test_a_value_that_is_found_wrong_is_not_valid() -> None:
    wrong = [
        (path, reading)
        for path, reading in readings(TESTS / "golden")
        if path.parent.name not in BEYOND and any(name in _VALUES for name in faults(reading))
    ]
    assert len(wrong) > 100
    assert [str(path) for path, reading in wrong if validator(reading.host).is_valid(instance(reading))] == []


GOOD = {
    "claude-code": {"name": "a", "description": "Reviews", "tools": "Read, Bash(git *)", "maxTurns": 3, "model": "opus"},
    "zeph": {"name": "a", "description": "Reviews", "tools": {"allow": ["read"]}, "permissions": {"max_turns": 3}},
    "opencode": {"description": "Reviews", "mode": "subagent", "permission": {"bash": {"git *": "allow"}, "edit": "deny"}},
    "copilot": {"description": "Reviews", "tools": ["read", "GitHub/search"], "infer": False},
    "codex": {"name": "a", "description": "Reviews", "developer_instructions": "You review.", "sandbox_mode": "read-only"},
    "gemini": {"name": "a", "description": "Reviews", "tools": ["read_file", "mcp_github_search"], "max_turns": 3},
}
WRONG = [
    ("claude-code", {"maxTurns": "three"}),
    ("claude-code", {"maxTurns": 0}),
    ("claude-code", {"tools": "Read, Grpe"}),
    ("claude-code", {"tools": ["Read", "bash"]}),
    ("claude-code", {"disallowedTools": {"Bash": True}}),
    ("claude-code", {"permissionMode": "acceptedits"}),
    ("claude-code", {"memory": "global"}),
    ("claude-code", {"background": "yes"}),
    ("claude-code", {"name": "-a"}),
    ("claude-code", {"model": "gtp5"}),
    ("claude-code", {"allowed-tools": "Read"}),
    ("opencode", {"maxTurns": 3}),
    ("copilot", {"mcpServers": {}}),
    ("zeph", {"permissions": {"maxTurns": 3}}),
    ("zeph", {"tools": {"allow": "read"}}),
    ("zeph", {"tools": {"allow": ["read"], "deny": ["bash"]}}),
    ("zeph", {"tools": {"alow": ["read"]}}),
    ("zeph", {"maxTurns": 3}),
    ("zeph", {"permissions": {"max_turns": -1}}),
    ("zeph", {"permissions": {"permission_mode": "plans"}}),
    ("opencode", {"mode": "agent"}),
    ("opencode", {"permission": {"bash": {"git *": "yes"}}}),
    ("opencode", {"permission": "yes"}),
    ("opencode", {"tools": ["read"]}),
    ("opencode", {"steps": 0}),
    ("opencode", {"color": "#12"}),
    ("copilot", {"tools": {"read": True}}),
    ("copilot", {"tools": ["mcp__github__search"]}),
    ("copilot", {"infer": "no"}),
    ("copilot", {"model": []}),
    ("copilot", {"mcp-servers": {"x": {"command": "x", "args": []}}}),
    ("codex", {"sandbox_mode": "none"}),
    ("codex", {"tools": "Read"}),
    ("codex", {"colour": "red"}),
    ("codex", {"developer_instructions": " "}),
    ("codex", {"mcp_servers": {"x": {"command": "x", "url": "y"}}}),
    ("gemini", {"tools": ["Read"]}),
    ("gemini", {"tools": "read_file"}),
    ("gemini", {"maxTurns": 3}),
    ("gemini", {"max_turns": 1.5}),
    ("gemini", {"name": "Reviewer"}),
    ("gemini", {"agent_card_url": "https://example.org"}),
]


@pytest.mark.parametrize("name", list(GOOD))
def test_a_good_definition(name: str) -> None:
    validator(host(name)).validate(GOOD[name])


@pytest.mark.parametrize("name", list(GOOD))
def test_what_is_required(name: str) -> None:
    for field in host(name).fields.values():
        if field.default == "required":
            rest = {key: value for key, value in GOOD[name].items() if key != field.name}
            assert not validator(host(name)).is_valid(rest), field.name


@pytest.mark.parametrize(("name", "change"), WRONG, ids=[f"{name}-{json.dumps(change)}" for name, change in WRONG])
def test_a_seeded_fault(name: str, change: dict) -> None:
    assert not validator(host(name)).is_valid({**GOOD[name], **change})


def test_a_version_knows_its_own_fields() -> None:
    claude = host("claude-code")
    assert "isolation" in validator(claude).schema["properties"]
    assert "isolation" not in validator(claude, "2.1.0").schema["properties"]
    zeph = host("zeph")
    assert validator(zeph, "0.12").is_valid({**GOOD["zeph"], "colour": "red"})
    assert "except" not in validator(zeph, "0.12").schema["properties"]["tools"]["properties"]


def test_the_command_prints_it() -> None:
    def remit(*words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-m", "remit", "schema", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, encoding="utf-8")

    assert json.loads(remit("claude-code@2.1.197").stdout)["title"] == "Claude Code 2.1.197: an agent"
    done = remit("clod-code")
    assert done.returncode == 2
    assert "did you mean `claude-code`" in done.stderr
