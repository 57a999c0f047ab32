"""The names of Gemini CLI's tools: which exist, which a session has, and which forms a list of tools may hold.

Source: `tools/tool-names.js`, `tools/mcp-tool.js` and `config/config.js` of npm `@google/gemini-cli-core` 0.61.0, read on
2026-11-30.
"""

from __future__ import annotations

import re

MCP = "mcp_"
DISCOVERED = "discovered_tool_"
"""What a tool's name begins with that the session's discovery command gave."""

BUILTINS = frozenset(
    """activate_skill ask_user complete_task enter_plan_mode exit_plan_mode get_internal_docs glob google_web_search grep_search
    invoke_agent list_directory list_mcp_resources read_file read_many_files read_mcp_resource replace run_shell_command
    tracker_add_dependency tracker_create_task tracker_get_task tracker_list_tasks tracker_update_task tracker_visualize
    update_topic web_fetch write_file write_todos""".split()
)
"""The names that a list may hold, whether or not a session has the tool."""

ALIASES = {"search_file_content": "grep_search"}
"""Old names that a list still understands."""

SESSION = tuple(
    """update_topic list_directory read_file grep_search glob activate_skill replace write_file web_fetch run_shell_command
    list_background_processes read_background_output google_web_search ask_user enter_plan_mode invoke_agent""".split()
)
"""The tools of a session by default, in the order in which they are registered. `write_todos` depends on the model,
`exit_plan_mode` on the mode, the tools for MCP resources on the servers, the `tracker` tools on a setting."""

NOT_FOR_AGENTS = {
    "invoke_agent": "no agent starts another",
    "update_topic": "no agent has this tool",
}

FINISH = "complete_task"
"""The tool with which an agent ends; it has it whatever its list says."""

GONE = {"read_many_files": "read_file", "get_internal_docs": "read_file"}
"""Names that a list may hold and no session has, with what does their work."""

BUILTIN_AGENTS: dict[str, tuple[str, ...] | None] = {
    "generalist": None,
    "codebase_investigator": ("list_directory", "read_file", "glob", "grep_search"),
    "cli_help": ("get_internal_docs",),
}
"""The agents that are always there, with their lists: `None` is every tool. A file cannot take their names."""

TOOL_NAMES = {
    "read_file": "Read",
    "read_many_files": "Read",
    "write_file": "Write",
    "replace": "Edit",
    "run_shell_command": "Bash",
    "list_background_processes": "TaskList",
    "read_background_output": "TaskOutput",
    "grep_search": "Grep",
    "search_file_content": "Grep",
    "glob": "Glob",
    "list_directory": "Glob",
    "web_fetch": "WebFetch",
    "google_web_search": "WebSearch",
    "invoke_agent": "Agent",
    "write_todos": "TodoWrite",
    "activate_skill": "Skill",
    "ask_user": "AskUserQuestion",
    "enter_plan_mode": "EnterPlanMode",
    "exit_plan_mode": "ExitPlanMode",
    "list_mcp_resources": "ListMcpResourcesTool",
    "read_mcp_resource": "ReadMcpResourceTool",
    "tracker_create_task": "TaskCreate",
    "tracker_get_task": "TaskGet",
    "tracker_list_tasks": "TaskList",
    "tracker_update_task": "TaskUpdate",
}
"""Gemini CLI's tools, each with the name Claude Code has for that work."""

_PARTS = re.compile(r"([^_\n]+)_(.+)").fullmatch
_SLUG = re.compile(r"[a-z0-9_.:-]+", re.IGNORECASE | re.ASCII).fullmatch
_ODD = re.compile(r"[^a-zA-Z0-9_\-.:]").sub
_LONGEST = 63


def parts(name: str) -> tuple[str, str] | None:
    """Server and tool of `mcp_server_tool`; the server's name ends at the first `_`."""
    found = _PARTS(name.removeprefix(MCP)) if name.startswith(MCP) else None
    return (found[1], found[2]) if found is not None else None


def is_tool_name(name: str) -> bool:
    """Whether a list of tools may hold this."""
    if name in BUILTINS or name in ALIASES or name.startswith(DISCOVERED) or name in ("*", f"{MCP}*"):
        return True
    found = parts(name)
    if found is None or name.startswith(f"{MCP}_"):
        return False
    server, tool = found
    return bool(_SLUG(server)) and (tool == "*" or (bool(tool.strip("_")) and bool(_SLUG(tool))))


def shown(server: str, tool: str) -> str:
    """The name that the model sees of a server's tool."""
    name = f"{server}_{tool}"
    name = _ODD("_", name if name.startswith(MCP) else MCP + name)
    return name if len(name) <= _LONGEST else f"{name[:30]}...{name[-30:]}"
