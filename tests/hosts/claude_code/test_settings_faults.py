"""Faults of Claude Code's settings and `.mcp.json` are told at their place, and what is right is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from remit.checking import check


def told(tmp_path: Path, settings: object = None, servers: object = None) -> list[tuple[str, str, str]]:
    (tmp_path / ".claude").mkdir()
    if settings is not None:
        (tmp_path / ".claude" / "settings.json").write_text(json.dumps(settings, indent=1))
    if servers is not None:
        (tmp_path / ".mcp.json").write_text(json.dumps(servers, indent=1))
    return [
        (finding.rule, finding.severity, finding.source.text[finding.start : finding.end])
        for finding in check([tmp_path], home=str(tmp_path / "nobody"))
    ]


@pytest.mark.parametrize(
    "rule",
    [
        "bash(ls)", "Bash(git status", "Write(secrets/**)", "NotebookEdit(x.ipynb)", "MultiEdit", "Bsh", "Read()", "Bash(git:* push)",
        "mcp__github__get(x)", "",
    ],
)  # fmt: skip
def test_a_rule_that_decides_nothing(tmp_path: Path, rule: str) -> None:
    assert told(tmp_path, {"permissions": {"deny": [rule]}}) == [("permission-without-effect", "error", f'"{rule}"')]


@pytest.mark.parametrize(
    "rule",
    [
        "Bash", "Bash(*)", "Bash(npm run test:*)", "Bash(git * main)", "Read(./.env)", "Edit(src/**)", "Write", "Write(*)", "mcp__github",
        "mcp__github__*", "mcp__*", "B*", "Agent(Explore)", "Task(Explore)", "WebFetch(domain:a.b)", "Skill(x:*)", "Cd(src)", "KillShell",
        "Agent(model:opus)",
    ],
)  # fmt: skip
def test_a_rule_that_may_decide_is_left_alone(tmp_path: Path, rule: str) -> None:
    assert told(tmp_path, {"permissions": {"deny": [rule], "defaultMode": "plan"}}) == []


def test_a_star_for_a_name_allows_nothing(tmp_path: Path) -> None:
    assert told(tmp_path, {"permissions": {"allow": ["B*"]}}) == [("permission-without-effect", "warning", '"B*"')]


def test_modes_and_hooks(tmp_path: Path) -> None:
    hook = {"hooks": [{"type": "command", "command": "x"}, {"type": "command"}]}
    settings = {"permissions": {"defaultMode": "yolo"}, "hooks": {"PreToolUse": [hook], "PreToolUsed": [], "Stop": []}}
    assert [(rule, place.split("\n")[0]) for rule, _, place in told(tmp_path, settings)] == [
        ("invalid-value", '"yolo"'),
        ("hook-without-effect", "{"),
        ("hook-without-effect", '"PreToolUsed"'),
    ]


def test_servers(tmp_path: Path) -> None:
    servers = {
        "a": {"command": "x"},
        "b": {"args": []},
        "c": {"type": "http", "url": "https://example.org"},
        "d": {"type": "stdoi", "command": "x"},
        "e": {"type": "streamable-http", "url": "https://example.org"},
        "f": {"command": "x", "args": "-y x"},
    }
    assert [(rule, place) for rule, _, place in told(tmp_path, None, {"mcpServers": servers})] == [
        ("invalid-server", '"b"'),
        ("invalid-server", '"stdoi"'),
        ("invalid-server", '"-y x"'),
    ]


def test_json_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text('{"mcpServers": {"a": 1 "b": 2}}')
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text('{"permissions": ')
    assert sorted(finding.rule for finding in check([tmp_path])) == ["json-syntax", "json-syntax"]
