"""The findings of one agent, beside what reading it found: those of resolving it and of the rules that look for themselves."""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..examining import Agent, Examiner
from ..resolving import Remit
from ..session import Session
from ..tools import MCP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..hosts.base import Reading


def examined(reading: Reading, session: Session, examiner: Examiner) -> list[Diagnostic]:
    """What resolving and the rules that look for themselves find, beside what reading found."""
    found = examiner.document(reading.document)
    definition = reading.definition
    if definition is None:
        # What else is wrong with the agent is told in the same run as the fault that hides it.
        behind = reading.behind
        if behind is not None and behind.definition is not None:
            found += reading.further(_of_agent(behind, session, examiner), reading.diagnostics)
        return found
    return found + _of_agent(reading, session, examiner)


def _of_agent(reading: Reading, session: Session, examiner: Examiner) -> list[Diagnostic]:
    definition = reading.definition
    assert definition is not None
    remit = Remit(definition, session.host.resolve(definition, session))
    found = list(remit.diagnostics)
    if definition.tools is not None and "*" not in definition.tools and remit.resolution.spawns is not None:
        found += _reaches(remit)
    found += examiner.agent(Agent(reading, remit))
    return found


_WEIGHTY = frozenset(("Bash", "Edit", "NotebookEdit", "PowerShell", "Read", "WebFetch", "WebSearch", "Write"))
"""Work that reads or changes something, or reaches out, in remit's vocabulary of tools. Planning, listing and waiting do not count."""


def _reaches(remit: Remit) -> list[Diagnostic]:
    """An agent with an allowlist that gets at more through the agents it may start."""
    definition = remit.definition
    host = remit.resolution.session.host
    named = set(definition.tools or ())
    # What the list names and the host hands over in another tool's guise is no more than was declared.
    further = {tool: path for tool, path in remit.paths.items() if len(path) > 1 and tool not in named}
    work = host.tool_names if further else {}
    further = {tool: path for tool, path in further.items() if work.get(tool) in _WEIGHTY or tool.startswith(MCP)}
    if not further or definition.reading is None:
        return []
    spawn = host.spawn_tool
    origin = next((reason.origin for reason in remit.reasons if reason.granted and reason.tool == spawn), None)
    if origin is None:
        return []
    own = {tool: path for tool, path in further.items() if not any(name in host.builtin_names for name in path[1:])}
    by_path: dict[tuple[str, ...], list[str]] = {}
    for tool, path in (own or further).items():
        by_path.setdefault(tuple(path), []).append(tool)
    # The way that gives most is told, and one to the host's own tools before one to a server's.
    path, tools = max(by_path.items(), key=lambda row: (any(tool in work for tool in row[1]), len(row[1])))
    data: dict[str, object] = {
        "tools": tuple(tools),
        "path": path,
        "elsewhere": len(own or further) - len(tools),
        "host": definition.reading.host.title,
    }
    rule = "reaches-more" if own else "reaches-builtin-agents"
    return [Diagnostic(rule, definition.reading.document.source, origin.start, origin.end, data)]
