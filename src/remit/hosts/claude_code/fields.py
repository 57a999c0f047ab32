"""The 21 fields of a Claude Code definition, and the keys that people write instead."""

from __future__ import annotations

from ...shapes import MAP, TRUTH, TRUTH_AS_TEXT, one_of, whole
from ..base import Field
from .shapes import COLOR, EFFORT, HOOKS, LIST, MODE, MODEL, NAME, SAID, SERVERS, SKILLS, TOKENS, WRITTEN

_SEEN = "client 2.1.332, recorded 2026-11-30"
_DOCS = "documentation of 2026-08-22 (client 2.1.240)"
_NOTES = "public notes on the documentation and change log, 2026-09 to 2026-10"

FIELDS: dict[str, Field] = {
    field.name: field
    for field in (
        Field(
            "name",
            NAME,
            "How the agent is called. Not trimmed, case counts, the file's name does not matter.",
            default="required",
            bad="the agent is dropped",
            evidence=_SEEN,
        ),
        Field(
            "description",
            WRITTEN,
            "When the agent should be picked. A literal `\\n` becomes a line end.",
            default="required",
            bad="the agent is dropped",
            evidence=_SEEN,
        ),
        Field(
            "tools",
            LIST,
            "The allowlist. `*` inherits everything; a specifier as in `Bash(git *)` is cut off.",
            default="every tool of the session",
            bad="an empty allowlist: the agent starts without tools",
            security=True,
            evidence=_SEEN,
            holds="tools",
        ),
        Field(
            "disallowedTools",
            LIST.called("as `tools`"),
            "The denylist, applied first. A `*` among the entries cancels the whole list.",
            default="nothing is denied",
            bad="nothing is denied",
            security=True,
            since="2.0.30",
            evidence=_SEEN,
            holds="tools",
        ),
        Field(
            "model",
            MODEL,
            "The model, by alias (case does not matter) or ID. Unknown names go to the API as they are.",
            default="inherit",
            bad="inherit",
            evidence=_SEEN,
            holds="models",
        ),
        Field(
            "permissionMode",
            MODE,
            "How calls are approved; counts only where the parent is in `default`, `dontAsk` or `plan`.",
            default="the session's",
            bad="the session's",
            security=True,
            since="2.0.43",
            evidence=_SEEN,
        ),
        Field(
            "maxTurns",
            whole(1),
            "Requests to the model at most. Text is read as far as it is a number.",
            default="no limit",
            bad="no limit",
            security=True,
            evidence=_SEEN,
        ),
        Field(
            "skills",
            SKILLS,
            "Skills whose text is put before the agent. Gives no `Skill` tool.",
            since="2.0.43",
            evidence=_SEEN,
            holds="skills",
        ),
        Field(
            "mcpServers",
            SERVERS,
            "A name refers to a configured server and changes nothing; an inline server's tools are added to every allowlist.",
            bad="no server is started",
            security=True,
            evidence=_SEEN,
            holds="servers",
        ),
        Field(
            "hooks",
            HOOKS,
            "Hooks for the agent's own calls; of a project's agents only in a trusted folder.",
            bad="the agent is dropped",
            security=True,
            since="2.1.0",
            evidence=_SEEN,
        ),
        Field(
            "memory",
            one_of(("user", "project", "local")),
            "A memory folder. Adds `Write`, `Edit` and `Read` to an allowlist.",
            security=True,
            since="2.1.33",
            evidence=_SEEN,
        ),
        Field(
            "background",
            TRUTH.called("true or false, also as text"),
            "Runs beside the session, with fewer tools.",
            default="false",
            since="2.1.49",
            evidence=_SEEN,
        ),
        Field(
            "effort",
            EFFORT,
            "How hard the model thinks.",
            default="the session's",
            since="2.1.78",
            evidence=_SEEN,
        ),
        Field(
            "isolation",
            one_of(("worktree", "remote")),
            "Runs in a copy of the repository.",
            since="2.1.49",
            evidence=_SEEN,
        ),
        Field(
            "color",
            COLOR,
            "Colour in the interface; no effect on the run.",
            bad="no such colour is documented",
            evidence=_DOCS,
        ),
        Field(
            "initialPrompt",
            SAID,
            "Put before the user's first prompt where the agent is the main thread.",
            since="2.1.83",
            evidence=_SEEN,
        ),
        Field(
            "omitClaudeMd",
            (TRUTH | TRUTH_AS_TEXT).called("true, also as text"),
            "Leaves out the CLAUDE.md files.",
            default="false",
            since="2.1.271",
            evidence=_NOTES,
        ),
        Field(
            "experimental",
            MAP.called("a map with `cacheTtl: 5m` or `1h`"),
            "Settings that may go away.",
            since="2.1.248",
            evidence=_NOTES,
        ),
        Field(
            "autoCompactWindow",
            TOKENS,
            "When the conversation is condensed.",
            default="the session's",
            evidence=_SEEN,
        ),
        Field(
            "observer",
            SAID.called("text: up to four agent types"),
            "Agents that watch this one.",
            evidence="TypeScript SDK 0.3.332",
            holds="agents",
        ),
        Field("observerMessage", SAID, "What the observers are told.", evidence="TypeScript SDK 0.3.332"),
    )
}

IGNORED_IN_PLUGINS = frozenset(("permissionMode", "hooks", "mcpServers", "initialPrompt", "observer", "observerMessage"))
"""Fields that the client ignores, with a warning in its log, where the agent comes from a plugin."""

HARMLESS = frozenset(
    """version author authors license metadata tags category categories title date created updated homepage repository
        source url displayName display_name icon emoji keywords""".split()
)
"""Keys that describe the file: no host acts on them and nobody expects it."""

MEANT = {
    "allowed-tools": "tools",
    "allowedTools": "tools",
    "allowed_tools": "tools",
    "allow": "tools",
    "tool": "tools",
    "disallow": "disallowedTools",
    "deny": "disallowedTools",
    **dict.fromkeys(
        (
            "denyTools",
            "deny_tools",
            "deniedTools",
            "denied_tools",
            "disabledTools",
            "disabled_tools",
            "excludeTools",
            "exclude_tools",
        ),
        "disallowedTools",
    ),
    **dict.fromkeys(("allowTools", "allow_tools", "enabledTools", "enabled_tools", "toolset"), "tools"),
    **dict.fromkeys(("reasoningEffort", "reasoning_effort", "effortLevel"), "effort"),
    "denied-tools": "disallowedTools",
    "excludedTools": "disallowedTools",
    "blockedTools": "disallowedTools",
    "mode": "permissionMode",
    "maxSteps": "maxTurns",
    "steps": "maxTurns",
    "turns": "maxTurns",
    "max_iterations": "maxTurns",
    "maxIterations": "maxTurns",
    "modelOverride": "model",
    "mcp": "mcpServers",
    "servers": "mcpServers",
    "prompt": "the body of the file",
    "system_prompt": "the body of the file",
    "systemPrompt": "the body of the file",
    "desc": "description",
    "when_to_use": "description",
    "whenToUse": "description",
}
"""What a key of other hosts, of commands and skills, or of habit is called here."""
