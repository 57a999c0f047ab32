"""Decisions about calls: what the client asks its rules, as recorded, and what they answer."""

from __future__ import annotations

import json

import pytest

from conftest import golden_folders
from remit.hosts.opencode.deciding import Where, asked, decide
from remit.hosts.opencode.permissions import Folders, defaults, flatten
from remit.hosts.opencode.resolving import of_plain
from remit.hosts.opencode.shell import take_apart

ROOT = "/srv/space/proj"
WHERE = Where(ROOT, ROOT, "/home/me")
QUIET = {">out.txt echo hi"}
"""Commands that the client asks nothing about and remit does."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "row" in metafunc.fixturenames:
        files = [folder / "questions.json" for folder in golden_folders(metafunc.config, "opencode")]
        rows = [row for file in files if file.is_file() for row in json.loads(file.read_text())]
        metafunc.parametrize("row", rows, ids=[f"{row['tool']}-{index}" for index, row in enumerate(rows)])


def full(text: str) -> str:
    return text.replace("$PROJ", ROOT).replace("$ABOVE", "/srv/space").replace("$UP/", "../../../").replace("$HOME", "/home/me")


def test_questions(row: dict) -> None:
    tool, command = row["tool"], row["input"].get("command")
    given = {name: full(value) for name, value in row["input"].items()}
    mine = asked(tool, given, WHERE)
    wanted = [(permission, full(pattern)) for permission, pattern in row["asked"]]
    if command in QUIET:
        assert not wanted
        return
    for question in wanted:
        assert question in mine.questions
    further = [question for question in mine.questions if question not in wanted and question[0] != "external_directory"]
    assert not further
    assert mine.certain or tool == "bash"


def rules(permission: object):
    return [*defaults(Folders("/data/opencode")), *flatten(of_plain(permission), "/home/me", "agent")]


@pytest.mark.parametrize(
    ("permission", "tool", "value", "effect"),
    [
        ({"bash": {"*": "deny", "git *": "allow"}}, "bash", "git status", "allow"),
        ({"bash": {"*": "deny", "git *": "allow"}}, "bash", "git", "allow"),
        ({"bash": {"*": "deny", "git *": "allow"}}, "bash", "git status && rm -rf x", "deny"),
        ({"bash": {"*": "deny", "git *": "allow"}}, "bash", "echo $(git status)", "deny"),
        ({"bash": {"*": "deny", "git *": "allow"}}, "bash", "gitk", "deny"),
        ({"bash": {"*": "ask", "git push *": "deny"}}, "bash", "git push", "deny"),
        ({"bash": {"*": "ask", "git push *": "deny"}}, "bash", "true; git  push", "ask"),
        ({"bash": {"*": "allow", "rm *": "deny"}}, "bash", "case x in x) rm y;; esac", "deny"),
        ({"bash": {"*": "allow", "rm *": "deny"}}, "bash", "eval 'rm y", "ask"),
        ({"bash": "allow"}, "bash", "case x in x) rm y;; esac", "allow"),
        ({"bash": "ask"}, "bash", "cd sub", "allow"),
        ({}, "bash", "cat /etc/passwd", "ask"),
        ({}, "bash", {"command": "ls", "workdir": "/etc"}, "ask"),
        ({"external_directory": "deny"}, "bash", "rm -rf ~/x", "deny"),
        ({}, "read", "src/a.py", "allow"),
        ({}, "read", ".env", "ask"),
        ({}, "read", "config/.env.example", "allow"),
        ({"read": "allow"}, "read", ".env", "allow"),
        ({}, "read", "/etc/passwd", "ask"),
        ({"external_directory": {"/etc/*": "allow"}}, "read", "/etc/passwd", "allow"),
        ({"external_directory": {"~/notes/*": "allow"}}, "read", "/home/me/notes/x", "allow"),
        ({}, "read", {"filePath": f"{ROOT}/a"}, "allow"),
        ({"edit": {"*": "deny", "src/**": "allow"}}, "write", "src/deep/x.py", "allow"),
        ({"edit": {"*": "deny", "src/**": "allow"}}, "write", "src/../README.md", "deny"),
        ({"edit": {"*": "deny", "src/**": "allow"}}, "apply_patch", {"file_path": "src/x"}, "allow"),
        ({"task": {"*": "allow", "general": "deny"}}, "task", "general", "deny"),
        ({"task": {"*": "allow", "general": "deny"}}, "task", {"subagent_type": "general-small"}, "allow"),
        ({"task": {"*": "deny", "General": "allow"}}, "task", "general", "deny"),
        ({"webfetch": "deny"}, "webfetch", "https://x", "deny"),
        ({"skill": {"internal-*": "deny"}}, "skill", "internal-docs", "deny"),
        ({"probe_*": "ask"}, "probe_ping", {"a": 1}, "ask"),
        ({"list_mcp_resources": "deny"}, "list_mcp_resources", None, "allow"),
        ({}, "doom_loop", None, "ask"),
    ],
)
def test_answers(permission: object, tool: str, value: object, effect: str) -> None:
    decision = decide(rules(permission), tool, value, WHERE)
    assert decision.effect == effect, decision.reason
    assert decision.reason


def test_nothing_matching_is_asked_for() -> None:
    assert decide([], "read", "x", WHERE).effect == "ask"


def test_hostile_commands_end() -> None:
    for text in ("$(" * 5000, "`" * 4999, '"' * 9999, "((" * 3000, "<<EOF\n" * 500, "${" * 4000, "a" * 100_000, "\\"):
        assert isinstance(take_apart(text).certain, bool)
