"""The fields of a Gemini CLI agent. The schema is strict: one other key refuses the file."""

from __future__ import annotations

from ...shapes import NUMBER, TEXT, one_of, whole
from ..base import Field
from .shapes import FILLED, LOGIN, NAME, SERVERS, TOOLS, URL

_SRC = "agents/agentLoader.js of @google/gemini-cli-core 0.61.0; loader asked, 2026-11-30"
_REFUSED = "the file is refused"

TURNS, MINUTES = 30, 10
"""How far an agent may go where its file does not say."""

FIELDS: dict[str, Field] = {
    field.name: field
    for field in (
        Field(
            "name",
            NAME,
            "How the agent is called. The file's name does not matter.",
            default="required",
            bad=_REFUSED,
            evidence=_SRC,
        ),
        Field(
            "description",
            FILLED,
            "When the agent should be picked.",
            default="required for an agent that runs here",
            bad=_REFUSED,
            evidence=_SRC,
        ),
        Field(
            "kind",
            one_of(("local", "remote")),
            "Runs here, or on another machine.",
            default="local",
            bad=_REFUSED,
            evidence=_SRC,
        ),
        Field("display_name", TEXT, "How the agent is shown.", bad=_REFUSED, evidence=_SRC),
        Field(
            "tools",
            TOOLS,
            "The allowlist: built-ins, `mcp_server_tool`, `mcp_server_*`, `mcp_*`, `*`. One other name refuses the file.",
            default="every tool of the session",
            bad=_REFUSED,
            security=True,
            evidence=_SRC,
            holds="tools",
        ),
        Field(
            "mcp_servers",
            SERVERS,
            "MCP servers of the agent; all their tools are added, whatever `tools` says.",
            bad=_REFUSED,
            security=True,
            evidence=_SRC,
        ),
        Field("model", TEXT, "The model by its ID.", default="inherit", bad=_REFUSED, evidence=_SRC, holds="models"),
        Field("temperature", NUMBER, "How freely the model chooses its words.", default="1", bad=_REFUSED, evidence=_SRC),
        Field(
            "max_turns",
            whole(1),
            "Requests to the model at most.",
            default=str(TURNS),
            bad=_REFUSED,
            security=True,
            evidence=_SRC,
        ),
        Field(
            "timeout_mins",
            whole(1),
            "Minutes at most.",
            default=str(MINUTES),
            bad=_REFUSED,
            security=True,
            evidence=_SRC,
        ),
        Field("agent_card_url", URL, "Where a remote agent describes itself.", bad=_REFUSED, evidence=_SRC),
        Field(
            "agent_card_json",
            TEXT.called("text that is JSON"),
            "The description of a remote agent.",
            bad=_REFUSED,
            evidence=_SRC,
        ),
        Field("auth", LOGIN, "How to log in to a remote agent.", bad=_REFUSED, security=True, evidence=_SRC),
    )
}

LOCAL = frozenset(
    ("kind", "name", "description", "display_name", "tools", "mcp_servers", "model", "temperature", "max_turns", "timeout_mins")
)
REMOTE = frozenset(("kind", "name", "description", "display_name", "auth", "agent_card_url", "agent_card_json"))

MEANT = {
    "maxTurns": "max_turns",
    "max-turns": "max_turns",
    "steps": "max_turns",
    "timeout": "timeout_mins",
    "timeoutMins": "timeout_mins",
    "timeout_minutes": "timeout_mins",
    "mcpServers": "mcp_servers",
    "mcp-servers": "mcp_servers",
    "displayName": "display_name",
    "title": "display_name",
    "allowedTools": "tools",
    "allowed-tools": "tools",
    "prompt": "the body of the file",
    "system_prompt": "the body of the file",
    "systemPrompt": "the body of the file",
}
"""What a key of other hosts or of habit is called here."""
