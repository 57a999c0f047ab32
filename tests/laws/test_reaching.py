"""What agents reach: the short way for those that may start every other gives what asking each of them gives."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit import resolving
from remit.gathering import discover
from remit.inventory import Inventory
from remit.resolving import Remit
from remit.session import Session

TOOLS = st.sampled_from(
    [
        "Agent",
        "Read",
        "Bash",
        "Agent, Read",
        "Agent(b)",
        "Agent, Bash(git *)",
        "mcp__x__y, Agent",
        "*",
        "Grpe",
        "Agent, Grpe",
        "",
    ]
)
AGENTS = st.lists(st.tuples(TOOLS, st.sampled_from(["", "Bash", "Agent", "Read, mcp__x"])), min_size=1, max_size=5)
FOLDERS = {
    "claude-code": (".claude/agents", ".md"),
    "copilot": (".github/agents", ".agent.md"),
    "gemini": (".gemini/agents", ".md"),
}


@pytest.mark.parametrize("host", FOLDERS)
@given(AGENTS, st.sampled_from(["foreground", "background", "main"]))
def test_the_short_way_reaches_the_same(host: str, agents: list[tuple[str, str]], mode: str) -> None:
    place, suffix = FOLDERS[host]
    with tempfile.TemporaryDirectory() as folder:
        for number, (tools, denied) in enumerate(agents):
            lines = ["---", f"name: {'abcde'[number]}", "description: Does things well"]
            lines += [f"tools: [{tools}]"] if tools else []
            lines += [f"disallowedTools: {denied}"] if denied else []
            path = Path(folder) / place / f"{'abcde'[number]}{suffix}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join([*lines, "---", "Body", ""]))
        short = reached(folder, host, mode)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(resolving, "_starts_any", lambda *_: False)
            assert reached(folder, host, mode) == short


def reached(folder: str, host: str, mode: str) -> list[tuple[str | None, list[tuple[str, tuple[str, ...]]]]]:
    """Each agent with its paths, in their order."""
    catalog = discover(os.path.realpath(folder), host)
    found = []
    for entry in catalog:
        if entry.definition is None:
            continue
        tools = catalog.inventories.get(host)
        session = Session(
            entry.host,
            entry.version,
            inventory=tools if isinstance(tools, Inventory) else None,
            settings=catalog.settings.get(host),
            catalog=catalog,
            mode=mode,
        )
        remit = Remit(entry.definition, entry.host.resolve(entry.definition, session))
        found.append((entry.identity, list(remit.paths.items())))
    return found
