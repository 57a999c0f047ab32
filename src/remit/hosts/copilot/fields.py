"""The fields of a Copilot agent, and the keys that look like fields and do nothing here."""

from __future__ import annotations

from ...shapes import ANYTHING, NOTHING, TEXT, TEXTS, TRUTH, one_of
from ..base import Field
from .shapes import HOOKS, MODEL, SERVERS, TOOLS

_SEEN = "client 1.0.102, recorded 2026-11-30"
_DOCS = "GitHub's and VS Code's documentation, autumn 2026"

TARGETS = ("vscode", "github-copilot")
TARGET = (one_of(TARGETS) | NOTHING).called("one of the words")

FIELDS: dict[str, Field] = {
    field.name: field
    for field in (
        Field(
            "description",
            TEXT,
            "When the agent should be picked; may be empty.",
            default="required",
            bad="the file is refused",
            evidence=_SEEN,
        ),
        Field(
            "name",
            TEXT,
            "How the agent is shown and called. Which of two files counts is told by the file's name, not by this.",
            default="the file's name",
            bad="the file is refused",
            evidence=_SEEN,
        ),
        Field(
            "tools",
            TOOLS,
            "The allowlist: aliases, tools, `server/tool`, `server/*`, without case; `*` is every tool. "
            "Unknown names do nothing.",
            default="every tool of the session",
            bad="the file is refused",
            security=True,
            evidence=_SEEN,
            holds="tools",
        ),
        Field(
            "model",
            MODEL,
            "The model by name; of a list the first that there is.",
            default="the session's",
            bad="the file is refused",
            evidence=_SEEN,
            holds="models",
        ),
        Field(
            "disable-model-invocation",
            TRUTH,
            "Whether only people may start the agent.",
            default="false",
            bad="the file is refused",
            security=True,
            evidence=_SEEN,
        ),
        Field(
            "user-invocable",
            TRUTH,
            "Whether people may pick the agent. `--agent` starts it all the same.",
            default="true",
            bad="the file is refused",
            evidence=_SEEN,
        ),
        Field(
            "infer",
            TRUTH,
            "The old word for `disable-model-invocation`, the other way round.",
            default="true",
            deprecated=True,
            bad="the file is refused",
            security=True,
            evidence=_SEEN,
        ),
        Field(
            "mcp-servers",
            SERVERS,
            "MCP servers of the agent. Their tools count as the session's: `tools` must name them. "
            "A server that the user has under the same name counts instead.",
            bad="the file is refused",
            security=True,
            evidence=_SEEN,
        ),
        Field(
            "hooks",
            HOOKS,
            "Hooks for the agent's own calls.",
            bad="the file is refused",
            security=True,
            evidence=_SEEN,
        ),
        Field("skills", TEXTS, "Skills that the agent is given.", bad="the file is refused", evidence=_SEEN, holds="skills"),
        Field("target", TARGET, "Which product the file is for. The client does not look at it.", evidence=_SEEN),
        Field("metadata", ANYTHING, "Notes about the file.", evidence=_SEEN),
    )
}

ELSEWHERE = {
    "agents": "VS Code",
    "argument-hint": "VS Code",
    "handoffs": "VS Code",
    "mode": "OpenCode and of VS Code's prompt files",
    "models": "the cloud agent",
    "modelPolicy": "the cloud agent",
}
"""Keys of the same file that only other products of the family act on."""

RESTRICTIONS = {
    "disallowedTools": "nothing is denied",
    "disallowed-tools": "nothing is denied",
    "excludeTools": "nothing is denied",
    "permission": "every tool of the agent stays allowed",
    "permissionMode": "the agent works in the session's mode",
    "maxTurns": "the agent has no limit of turns",
    "steps": "the agent has no limit of turns",
}
"""Keys of other hosts that hold an agent back, and what becomes of it here."""

LOOSE_MODES = frozenset(("acceptEdits", "auto", "bypassPermissions"))
"""Permission modes that hold nothing back: ignoring them makes nothing wider."""

MEANT = {
    "allowed-tools": "tools",
    "allowedTools": "tools",
    "allowed_tools": "tools",
    "tool": "tools",
    "mcpServers": "mcp-servers",
    "mcp_servers": "mcp-servers",
    "mcp": "mcp-servers",
    "userInvocable": "user-invocable",
    "user-invokable": "user-invocable",
    "user_invocable": "user-invocable",
    "disableModelInvocation": "disable-model-invocation",
    "disable_model_invocation": "disable-model-invocation",
    "title": "name",
}
"""What a key of other hosts or of habit is called here."""

HARMLESS = frozenset(
    """version author authors license category categories tags date created updated homepage repository source url icon
    emoji keywords color displayName display_name""".split()
)
"""Keys that describe the file: nobody expects anything of them."""
