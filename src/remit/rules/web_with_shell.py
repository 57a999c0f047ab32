"""One agent reads the open web, runs commands and writes.

## What it finds

An agent with a list of its own whose tools, as its host resolves them, fetch pages from the net, run a shell and change files. An agent
that inherits every tool is not told: it did not ask.

## Why it matters

What the agent reads on a page is part of its prompt. With a shell and the right to write, a page that gives orders can run commands and
carry files away: untrusted input, private data and a way out are in one hand.

## Example

    tools: WebFetch, Bash, Write

## Instead

    tools: WebFetch, Read

Let one agent read the web and another one, which sees its summary, run commands.

## Fix safety

None: what the agent is for only the author knows.

## Evidence

OWASP LLM01:2025 and LLM06:2025; "the lethal trifecta", 2025.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ._words import ticked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "info"
PERSONA = "strict"
CONFIDENCE = "medium"
TOPIC = "security"

_WEB = frozenset(("WebFetch", "WebSearch"))
_SHELL = frozenset(("Bash",))
_WRITE = frozenset(("Write", "Edit", "MultiEdit", "NotebookEdit"))


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    if not agent.definition.tools:
        return
    same = agent.host.tool_names
    found = []
    for kind in (_WEB, _SHELL, _WRITE):
        tool = next((tool for tool in agent.remit.effective or () if same.get(tool, tool) in kind), None)
        if tool is None:
            return
        found.append(tool)
    root = agent.document.root
    node = root.get("tools") if root is not None else None
    if node is not None:
        yield Diagnostic("web-with-shell", agent.document.source, node.start, node.end, {"tools": tuple(found)})


def message(data: dict[str, object]) -> str:
    return f"the agent has {ticked(data['tools'])} in one hand: a page that it reads can have commands run and files changed"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "let one agent read the web, and another one run commands"
