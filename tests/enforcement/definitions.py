"""Small definitions for tests of enforcement, and calls to try on them."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from remit.api import reading_of
from remit.hosts import all_hosts, host
from remit.inventory import Inventory
from remit.resolving import Remit
from remit.session import Session
from remit.source import Source

HOSTS = [one.name for one in all_hosts()]
ENTRIES = [
    "Read", "Write", "Bash", "Bash(git diff:*)", "Bash(git *, npm ls:*)", "Read(src/**)", "Agent", "Agent(helper)", "Task", "mcp__a", "mcp__a__x",
    "mcp__b__*", "*", "bash", "read", "edit", "execute", "a/x", "run_shell_command", "read_file", "shell", "Skill(x)", "WebFetch(domain:a.b)", "B*",
]  # fmt: skip
CALLS = [
    ("Bash", "git diff HEAD"), ("Bash", "git diff; rm x"), ("bash", "npm ls"), ("Read", "src/a"), ("read", {"path": "src/../x"}), ("Write", "x"),
    ("edit", {"file_path": "a"}), ("mcp__a__x", {}), ("mcp__a__y", {}), ("mcp__b__z", {}), ("mcp__c__q", {}), ("Agent", {"subagent_type": "helper"}),
    ("Task", "other"), ("NewTool", {}), ("shell", "ls"), ("exec_command", "ls"), ("apply_patch", "x"), ("run_shell_command", "ls"), ("a-x", {}),
    ("a/x", {}), ("mcp_a_x", {}), ("complete_task", {}), ("task", {"agent_type": "x"}), ("WebFetch", "https://a.b/c"), ("Skill", "x"),
]  # fmt: skip
lists = st.none() | st.lists(st.sampled_from(ENTRIES), max_size=4)
inventories = st.sampled_from(
    [None, Inventory(None, {"a": ("x", "y"), "b": None}), Inventory(("Read", "Bash", "bash", "read"), {"a": ("x",)})]
)


def remit_of(
    name: str, allow: list[str] | None, deny: list[str], mode: str | None, inventory: Inventory | None
) -> Remit | None:
    lines = ["name: a", "description: Does things"]
    if allow is not None:
        lines.append(f"tools: {json.dumps(allow)}")
    if deny:
        lines.append(f"disallowedTools: {json.dumps(deny)}")
    if mode is not None:
        lines.append(f"permissionMode: {mode}")
    reading = reading_of(Source.of("---\n" + "\n".join(lines) + "\n---\nBody\n", "a.md"), name)
    one = host(name)
    definition = reading.subject()
    return Remit(definition, one.resolve(definition, Session(one, one.version(None), inventory=inventory)))
