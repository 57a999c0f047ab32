"""Permission rules as text: what is well formed, and which tools a name speaks of."""

from __future__ import annotations

import pytest

from remit.permissions.rule import ToolRule, wildcard


@pytest.mark.parametrize(
    ("text", "tool", "specifier"),
    [
        ("Bash", "Bash", None),
        ("Bash()", "Bash", ""),
        ("Bash(*)", "Bash", "*"),
        ("Bash(git *)", "Bash", "git *"),
        ("Bash(git push:*)", "Bash", "git push:*"),
        ("Bash(echo (a))", "Bash", "echo (a)"),
        ("Bash(a\nb)", "Bash", "a\nb"),
        ("Read(//etc/**)", "Read", "//etc/**"),
        ("mcp__github__get_issue", "mcp__github__get_issue", None),
        ("mcp__*", "mcp__*", None),
    ],
)
def test_well_formed(text: str, tool: str, specifier: str | None) -> None:
    rule = ToolRule.parse(text)
    assert (rule.tool, rule.specifier, rule.text, rule.problem) == (tool, specifier, text, None)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Bash(git *", "brackets"),
        ("Bash(git *)x", "brackets"),
        ("Bash)", "name"),
        ("Bash git", "name"),
        ("Bash (git *)", "name"),
        (" Bash", "name"),
        ("Bash ", "name"),
        ("Bash(git *) ", "brackets"),
        ("", "name"),
        ("(x)", "name"),
    ],
)
def test_not_well_formed(text: str, problem: str) -> None:
    rule = ToolRule.parse(text)
    assert rule.problem == problem
    assert not rule.names("Bash", grants=False)


@pytest.mark.parametrize(
    ("text", "tool", "allow", "deny"),
    [
        ("Bash", "Bash", True, True),
        ("bash", "Bash", False, False),
        ("Task", "Agent", True, True),
        ("Agent(x)", "Task", True, True),
        ("B*", "Bash", False, True),
        ("*", "Bash", False, True),
        ("*", "mcp__github__get", False, True),
        ("m*", "mcp__github__get", False, False),
        ("mcp_*", "mcp__github__get", False, True),
        ("mcp__*", "mcp__github__get", False, True),
        ("mcp__github", "mcp__github__get", True, True),
        ("mcp__github", "mcp__github2__get", False, False),
        ("mcp__github__*", "mcp__github__get", True, True),
        ("mcp__github__g*", "mcp__github__get", True, True),
        ("mcp__git*", "mcp__github__get", False, True),
        ("mcp__*__get", "mcp__github__get", False, True),
        ("mcp__github__", "mcp__github__get", False, False),
        ("mcp__github(*)", "mcp__github__get", False, False),
        ("mcp__github__get(x)", "mcp__github__get", False, False),
        ("?ash", "Bash", False, False),
    ],
)
def test_names(text: str, tool: str, allow: bool, deny: bool) -> None:
    rule = ToolRule.parse(text)
    assert (rule.names(tool, grants=True), rule.names(tool, grants=False)) == (allow, deny)


def test_wildcards_do_not_backtrack() -> None:
    assert wildcard("a*b*c", "a--b--c")
    assert not wildcard("a*b", "a")
    assert not wildcard("ab*ba", "aba")
    assert not wildcard("*a" * 5000 + "*b", "a" * 20000)
