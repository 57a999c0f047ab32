"""A grave command runs without a question.

## What it finds

A permission, of a definition or of the settings, that lets commands run unasked which can do anything: `sudo`, `rm`, `curl`, a shell, an
interpreter with any arguments, or every command at all.

## Why it matters

The rules beside it hold nothing back any more: `python -c` does what a denied command would have done.

## Example

    {"permissions": {"allow": ["Bash(python:*)"]}}

## Instead

    {"permissions": {"allow": ["Bash(python -m pytest:*)"]}}

## Fix safety

None: whether the command is to be granted only the author knows.

## Evidence

Permission rules of Claude Code 2.1.332 and OpenCode 1.18.33, recorded 2026-11-30.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..permissions.grave import PROBES
from ..policy import ALLOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "warning"
PERSONA = "strict"
TOPIC = "security"

_ANY = "an-unknown-program --with options"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    """Asks the agent about one command of each kind, and tells of the place in its file that lets it run."""
    same = agent.host.tool_names
    shell = next((tool for tool in agent.remit.effective or () if same.get(tool, tool) == "Bash"), None)
    if shell is None:
        return
    told: dict[tuple[int, int], list[str]] = {}
    for what, command in {"run any program": _ANY, **PROBES}.items():
        decision = agent.remit.decide(shell, {"command": command})
        origin = decision.because
        if decision.effect == ALLOW and origin is not None and origin.path == agent.document.source.path and origin.start >= 0:
            kinds = told.setdefault((origin.start, origin.end), [])
            if what not in kinds:
                kinds.append(what)
    for (start, end), kinds in told.items():
        data: dict[str, object] = {"gives": tuple(kinds)}
        yield Diagnostic("dangerous-grant", agent.document.source, start, end, data)


def message(data: dict[str, object]) -> str:
    gives = data["gives"]
    assert isinstance(gives, tuple)
    more = f" and {len(gives) - 1} more" if len(gives) > 1 else ""
    return f"this lets the agent {gives[0]}{more} without a question"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "allow the commands that are meant, with the arguments that are meant, and have the rest asked for"
