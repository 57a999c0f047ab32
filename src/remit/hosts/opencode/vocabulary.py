"""The names of OpenCode's tools and permissions, and what other names people write for them.

Source: OpenCode 1.18.33: the tools of `opencode debug agent`, the tools that its requests offer a model, and its own code, 2026-11-30.
"""

from __future__ import annotations

SESSION_TOOLS = (
    "bash",
    "edit",
    "glob",
    "grep",
    "question",
    "read",
    "skill",
    "task",
    "todowrite",
    "webfetch",
    "websearch",
    "write",
)
"""What a session has. `websearch` is offered only with OpenCode's own provider or an option of the environment, `question` only in an
interactive session; models called `gpt-…` get `apply_patch` in place of `edit` and `write`. `invalid`, which the client lists beside them,
is where wrong calls are sent: no model is ever offered it."""

FURTHER_TOOLS = (
    "apply_patch",
    "execute",
    "invalid",
    "list_mcp_resource_templates",
    "list_mcp_resources",
    "lsp",
    "plan_exit",
    "read_mcp_resource",
)
"""Tools that only some sessions have."""

LISTED = (
    "invalid", "question", "bash", "read", "glob", "grep", "edit", "write", "task", "webfetch", "todowrite", "websearch", "skill",
)  # fmt: skip
"""The tools of `opencode debug agent`, in its order."""

PERMISSIONS = (
    "read", "edit", "glob", "grep", "list", "bash", "task", "external_directory", "todowrite", "question", "webfetch", "websearch",
    "lsp", "doom_loop", "skill",
)  # fmt: skip
"""The permissions that the client's schema names, in its order."""

WORD_ONLY = frozenset(("todowrite", "question", "webfetch", "websearch", "doom_loop"))
"""Permissions that take an action alone: a map of patterns is an error."""

FURTHER_PERMISSIONS = ("plan_enter", "plan_exit", "execute")

ASKS = {
    "write": "edit",
    "apply_patch": "edit",
    "patch": "edit",
    "multiedit": "edit",
    "list_mcp_resources": "read",
    "list_mcp_resource_templates": "read",
    "read_mcp_resource": "read",
}
"""Tools that ask for a permission of another name. `patch` and `multiedit` are gone since 1.0 and stand here for old files."""

LEGACY = frozenset(("write", "edit", "patch"))
"""Keys of the old `tools` map that all become `edit`."""

CLAUDE = {
    "agent": "task",
    "askuserquestion": "question",
    "bash": "bash",
    "bashoutput": "bash",
    "edit": "edit",
    "exitplanmode": "plan_exit",
    "glob": "glob",
    "grep": "grep",
    "killshell": "bash",
    "ls": "list",
    "lsp": "lsp",
    "multiedit": "edit",
    "notebookedit": "edit",
    "notebookread": "read",
    "read": "read",
    "shell": "bash",
    "skill": "skill",
    "slashcommand": "skill",
    "subagent": "task",
    "task": "task",
    "todoread": "todowrite",
    "todowrite": "todowrite",
    "webfetch": "webfetch",
    "websearch": "websearch",
    "write": "edit",
}
"""The permission that another host's name for a tool means, without capitals and `_`."""

CANONICAL = {
    "bash": "Bash",
    "edit": "Edit",
    "glob": "Glob",
    "grep": "Grep",
    "list": "LS",
    "lsp": "LSP",
    "plan_exit": "ExitPlanMode",
    "question": "AskUserQuestion",
    "read": "Read",
    "skill": "Skill",
    "task": "Agent",
    "todowrite": "TodoWrite",
    "webfetch": "WebFetch",
    "websearch": "WebSearch",
    "write": "Write",
}
"""Each tool with the name Claude Code has for the same work."""

V2_ACTIONS = {"shell": "bash", "subagent": "task"}
"""What version 2 calls a permission."""

BUILTIN_AGENTS = ("build", "plan", "general", "explore", "compaction", "title", "summary")


OWN_PROVIDERS = frozenset(("opencode", "opencode-go"))
"""The providers whose models are offered `websearch`."""

SEARCH_SWITCHES = (
    "OPENCODE_ENABLE_EXA",
    "OPENCODE_ENABLE_PARALLEL",
    "OPENCODE_EXPERIMENTAL",
    "OPENCODE_EXPERIMENTAL_EXA",
    "OPENCODE_EXPERIMENTAL_PARALLEL",
)
"""Variables of the environment that offer `websearch` to all models."""


def session_tools(model: str | None, searches: bool = False) -> tuple[str, ...]:
    """The tools of a session with a model (`provider/name`), as far as it is known; `searches` says that the environment turns web search
    on for all models."""
    if not model:
        return SESSION_TOOLS
    provider, _, name = model.partition("/")
    names = (
        SESSION_TOOLS if searches or provider in OWN_PROVIDERS else tuple(tool for tool in SESSION_TOOLS if tool != "websearch")
    )
    if "gpt-" in name and "oss" not in name and "gpt-4" not in name:
        return ("apply_patch", *(tool for tool in names if tool not in ("edit", "write")))
    return names


def permission_of(tool: str) -> str:
    """The permission whose rules decide on a tool."""
    return ASKS.get(tool, tool)


def meant_permission(name: str) -> str | None:
    """The permission that a name of another host or in other letters means, `None` where it means none."""
    folded = name.replace("_", "").replace("-", "").lower()
    for known in (*PERMISSIONS, *FURTHER_PERMISSIONS):
        if known.replace("_", "") == folded:
            return known
    return CLAUDE.get(folded)


def tool_name(server: str, tool: str) -> str:
    """The name of an MCP server's tool: both parts with `_` for whatever is not a letter, a digit, `_` or `-`."""
    return f"{clean(server)}_{clean(tool) if tool != '*' else '*'}"


def clean(text: str) -> str:
    return "".join(char if char.isascii() and (char.isalnum() or char in "_-") else "_" for char in text)


def own_tool(name: str) -> str:
    """What OpenCode calls a tool that somebody names in any host's way: `Bash`, `mcp__github__search`, `Agent`."""
    if name.startswith("mcp__"):
        server, _, tool = name[5:].partition("__")
        return tool_name(server, tool or "*")
    if name in SESSION_TOOLS or name in FURTHER_TOOLS:
        return name
    lower = name.lower()
    if lower in SESSION_TOOLS or lower in FURTHER_TOOLS:
        return lower
    for own, canonical in CANONICAL.items():
        if canonical == name:
            return own
    return "task" if name == "Task" else name
