"""Explaining: fields, tools and agents in Markdown, as a hover or a list of completions shows it.

What a definition says is somebody else's text: it is quoted, never rendered, so that a description cannot show pictures or links.
"""

from __future__ import annotations

import re

from ..tools import mcp_server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..hosts.base import Field, Host, Version
    from ..resolving import Remit
    from ..session import Reason

MOST = 40
"""Tools that are listed one by one."""


def quoted(text: str) -> str:
    """Somebody's text as Markdown that shows it and does nothing: backticks mark code, everything else is plain."""
    from ..reports._visible import visible

    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick without another
        parts[-2:] = [parts[-2] + "'" + parts[-1]]
    shown = []
    for index, part in enumerate(parts):
        part = visible(part)
        shown.append(f"`{part}`" if index % 2 and part else re.sub(r"([\\*_{}\[\]()<>#+\-!|~&:@/.])", r"\\\1", part))
    return "".join(shown)


def code(name: str) -> str:
    """A name as code."""
    from ..reports._visible import visible

    return "`" + visible(name).replace("`", "'") + "`"


def listed(names: tuple[str, ...] | list[str]) -> str:
    """Names one after the other, the first of many."""
    shown = ", ".join(code(name) for name in names[:MOST])
    return shown + (f" and {len(names) - MOST} more" if len(names) > MOST else "")


def field(host: Host, version: Version, one: Field) -> str:
    """A field with its facts: what it takes, what holds without it, what a bad value does, since when, and how that is known."""
    lines = [f"**{code(one.name)}** · {host.title} {version.text}", "", one.doc]
    rows = [("Takes", one.forms), ("Without it", one.default), ("A bad value", one.bad)]
    if one.choices:
        rows.append(("Words", ", ".join(code(word) for word in one.choices)))
    if one.since or one.until:
        rows.append(
            ("Versions", " ".join(filter(None, (one.since and f"from {one.since}", one.until and f"before {one.until}"))))
        )
    if one.security:
        rows.append(("Security", "losing this field would give the agent more than its author means"))
    if one.evidence:
        rows.append(("Known from", one.evidence))
    lines += ["", *(f"- {name}: {text}" for name, text in rows)]
    return "\n".join(lines)


def agent(remit: Remit) -> str:
    """What an agent declares, gets and reaches, and why."""
    host = remit.resolution.session.host
    lines = [f"**{code(remit.definition.name)}** · {host.title} {remit.resolution.session.version.text}", ""]
    if remit.effective is None:
        lines.append(f"{host.title} does not have this agent: {quoted(_why(remit))}.")
        return "\n".join(lines)
    if not remit.spawnable:
        lines += [f"{host.title} would not start this agent.", ""]
    lines.append(f"**{counted(len(remit.effective), 'effective tool')}:** {listed(remit.effective) or 'none'}")
    lines += ["", f"**Declared:** {_declared(remit)}"]
    further = {tool: path for tool, path in remit.paths.items() if len(path) > 1}
    if further:
        path = next(iter(further.values()))
        lines += [
            "",
            f"**{counted(len(further), 'more tool')} within reach:** {listed(list(further))}, as through "
            + " → ".join(code(name) for name in path),
        ]
    reasons = _by_reason(remit.reasons)
    if reasons:
        lines += ["", "**Why:**", ""]
        lines += [
            f"- {'✓' if granted else '✗'} {listed(tools)}: {quoted(because)}" for (granted, because), tools in reasons[:12]
        ]
    return "\n".join(lines)


def _why(remit: Remit) -> str:
    reading = remit.definition.reading
    return (reading.why if reading is not None else None) or "the file does not load"


def _declared(remit: Remit) -> str:
    if remit.declared is None:
        return "cannot be told for certain"
    return listed(remit.declared) or "none"


def _by_reason(reasons: list[Reason]) -> list[tuple[tuple[bool, str], list[str]]]:
    found: dict[tuple[bool, str], list[str]] = {}
    for one in reasons:
        tools = found.setdefault((one.granted, one.because), [])
        if one.tool not in tools:
            tools.append(one.tool)
    return sorted(found.items(), key=lambda item: not item[0][0])


def tool(name: str, remit: Remit) -> str:
    """What a tool is, and whether this agent gets it."""
    session = remit.resolution.session
    host = session.host
    lines = [f"**{code(name)}** · {_kind(name, remit)}"]
    reasons = [one for one in remit.reasons if one.tool == name]
    granted = remit.effective is not None and name in remit.effective
    stars = [one for one in remit.effective or () if one.endswith("*") and name.startswith(one[:-1])]
    if remit.effective is None:
        lines += ["", f"{host.title} does not have this agent: {quoted(_why(remit))}."]
    elif granted or stars:
        lines += ["", "**Granted.**"]
    else:
        lines += ["", "**Not granted.**"]
    lines += [f"- {quoted(one.because)}" for one in reasons[:4]]
    path = remit.paths.get(name)
    if path is not None and len(path) > 1:
        lines += ["", "Within reach through " + " → ".join(code(step) for step in path) + "."]
    return "\n".join(lines)


def _kind(name: str, remit: Remit) -> str:
    host = remit.resolution.session.host
    meaning = host.tool_names.get(name)
    if meaning is not None:
        return f"a tool of {host.title}" + (f", {code(meaning)} in Claude Code" if meaning != name else "")
    server = mcp_server(name)
    if server:
        return f"of the MCP server {code(server)}"
    from ..hosts import foreign_tools

    foreign = foreign_tools(host).get(name)
    return f"a tool of {foreign[0]}, not of {host.title}" if foreign else f"{host.title} knows no tool of this name"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def summary(remit: Remit) -> str:
    """The line above an agent: how many tools it gets, and how many it asks for."""
    if remit.effective is None:
        return f"not loaded: {_why(remit)}"
    text = counted(len(remit.effective), "effective tool")
    definition = remit.definition
    declared = definition.tools
    if remit.declared is None:
        text += " (declared: not certain)"
    elif declared is None:
        text += " (inherits)"
    else:
        text += f" ({len(declared)} declared)"
    further = sum(len(path) > 1 for path in remit.paths.values())
    return text + (f", {further} more within reach" if further else "")


def entry(text: str, remit: Remit) -> str:
    """An entry of a list of tools: the tool it is about, what becomes of a specifier, and whether the agent gets it."""
    from ..tools import ToolPattern

    pattern = ToolPattern.parse(text)
    shown = tool(pattern.tool if pattern.specifier is not None else text, remit)
    if pattern.specifier is None:
        return shown
    return f"{code(text)}\n\n{shown}"
