"""Lists that leave no tool: the client starts the agent without tools where its denylist accounts for every entry, and refuses it elsewhere.

Recorded from Claude Code 2.1.332 on 2026-12-01, one question for every pair.
"""

from __future__ import annotations

import pytest

from remit.hosts import host
from remit.inventory import Inventory
from remit.session import Session
from remit.source import Source

CLAUDE = host("claude-code")
SERVERS = Inventory(None, {"github": ("get_issue", "search")})


def effective(entry: str, denied: str) -> list[str] | None:
    """The tools of an agent, `None` where it is not started."""
    data = f"---\nname: a\ndescription: Does things\ntools: '{entry}'\ndisallowedTools: '{denied}'\n---\nBody\n"
    version = CLAUDE.version("2.1.332")
    reading = CLAUDE.read(Source.of(data, "a.md"), version, "project", stem="a")
    found = CLAUDE.resolve(reading.subject(), Session(CLAUDE, version, inventory=SERVERS))
    return list(found.effective) if found.spawnable else None


@pytest.mark.parametrize(
    ("entry", "denied"),
    [
        ("mcp__", "mcp__ mcp__() mcp__(*)"),
        ("mcp__(x)", "mcp__ mcp__()"),
        ("mcp__a", "mcp__a mcp__a(x) mcp__a__* mcp__a__*(x) mcp__* mcp__*(x) mcp__*__*"),
        ("mcp__a(x)", "mcp__* mcp__*(x)"),
        ("mcp__a__b", "mcp__a mcp__a(x) mcp__a__b mcp__a__b(*) mcp__*__*"),
        ("mcp__a__b__*", "mcp__a mcp__a__b__*"),
        ("mcp__*", "mcp__* mcp__*(x)"),
        ("mcp____", "mcp____"),
        ("mcp__*__b", "mcp__*__b mcp__*"),
        ("Foo(x)", "Foo Foo(*) Foo()"),
        ("Agent", "Agent Agent(x) Task Task(*)"),
        ("Monitor", "Bash Bash(x) Monitor"),
        ("mcp__github", "mcp__github mcp__github(x) mcp__*__*"),
    ],
)
def test_accounted_for(entry: str, denied: str) -> None:
    for one in denied.split():
        assert effective(entry, one) == [], one


@pytest.mark.parametrize(
    ("entry", "denied"),
    [
        ("mcp__", "mcp__(x) mcp__* mcp__a"),
        ("mcp__a", "mcp__a__b mcp__ Foo"),
        ("mcp__a(x)", "mcp__a mcp__a(x) mcp__a__*"),
        ("mcp__a__b", "mcp__a__b(x) mcp__a* mcp__A"),
        ("mcp__a__b__*", "mcp__a__b"),
        ("mcp__*", "mcp__a mcp__a__*"),
        ("mcp____x", "mcp____ mcp____* mcp__*"),
        ("Foo", "Foo(x) foo"),
        ("Agent(x)", "Agent Agent(x) Task"),
        ("Task", "Task Agent"),
    ],
)
def test_refused(entry: str, denied: str) -> None:
    for one in denied.split():
        assert effective(entry, one) is None, one


@pytest.mark.parametrize("denied", ["mcp__*__*", "mcp__*__*(x)", "mcp__*"])
def test_every_server_can_be_denied(denied: str) -> None:
    assert effective("Read, mcp__github__search", denied) == ["Read"]


@pytest.mark.parametrize("denied", ["mcp__*__search", "mcp__g*", "mcp__*__*__*", "mcp__**", "mcp__github__s*"])
def test_no_other_wildcard_denies(denied: str) -> None:
    assert effective("Read, mcp__github__search", denied) == ["Read", "mcp__github__search"]
