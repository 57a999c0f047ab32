"""The fields of an OpenCode agent, the same in front matter and below `agent.<name>` of `opencode.json`, and keys people write instead."""

from __future__ import annotations

from ...shapes import MAP, NOTHING, NUMBER, TEXT, TRUTH, one_of, whole
from ..base import Field
from .shapes import COLOR, MODEL, MODES, PERMISSION, TOOLS

_SEEN = "client 1.18.33, recorded 2026-11-30"
_STOPS = "the whole program refuses to start, whichever agent it was to run"


FIELDS: dict[str, Field] = {
    field.name: field
    for field in (
        Field(
            "model",
            MODEL,
            "The model, cut at the first `/`. Without one the whole text is the provider and the model has no name.",
            default="the session's",
            bad=_STOPS,
            evidence=_SEEN,
            holds="models",
        ),
        Field(
            "variant",
            TEXT,
            "The variant of the agent's own model, such as an effort of thinking.",
            bad=_STOPS,
            evidence=_SEEN,
        ),
        Field(
            "temperature",
            NUMBER.called("a finite number"),
            "The model's temperature.",
            default="the model's",
            bad=_STOPS,
            evidence=_SEEN,
        ),
        Field(
            "top_p", NUMBER.called("a finite number"), "The model's top_p.", default="the model's", bad=_STOPS, evidence=_SEEN
        ),
        Field(
            "prompt",
            TEXT,
            "The system prompt, in `opencode.json`. In a Markdown file the body is the prompt, also where it is empty.",
            default="the body",
            bad=_STOPS,
            evidence=_SEEN,
        ),
        Field(
            "tools",
            TOOLS,
            "Becomes `permission` rules before those of `permission`. `write`, `edit` and `patch` all become `edit`, the last counts.",
            default="every tool",
            deprecated=True,
            bad=_STOPS,
            security=True,
            evidence=_SEEN,
            holds="tools",
        ),
        Field(
            "disable",
            TRUTH,
            "Removes the agent, also a built-in one; a stronger layer may bring it back.",
            default="false",
            bad=_STOPS,
            security=True,
            evidence=_SEEN,
        ),
        Field("description", TEXT, "When the agent should be picked.", bad=_STOPS, evidence=_SEEN),
        Field(
            "mode",
            one_of(MODES),
            "Where the agent is offered. A `primary` one can still be started by name as a sub-agent, a `subagent` never runs a session.",
            default="all",
            bad=_STOPS,
            evidence=_SEEN,
        ),
        Field(
            "hidden",
            TRUTH,
            "Leaves it out of the list that people pick from.",
            default="false",
            bad=_STOPS,
            evidence=_SEEN,
        ),
        Field("options", MAP, "Options for the model's provider, as they are.", default="none", bad=_STOPS, evidence=_SEEN),
        Field(
            "color",
            COLOR,
            "Colour in the interface; no effect on the run.",
            bad=_STOPS,
            evidence=_SEEN,
        ),
        Field(
            "steps",
            whole(1),
            "Requests to the model at most; the last one is without tools.",
            default="no limit",
            bad=_STOPS,
            security=True,
            evidence=_SEEN,
        ),
        Field(
            "maxSteps",
            whole(1),
            "The old name of `steps`, which counts where both are there.",
            default="no limit",
            deprecated=True,
            bad=_STOPS,
            security=True,
            evidence=_SEEN,
        ),
        Field(
            "permission",
            PERMISSION,
            "Rules in the order written, after the defaults and those of `opencode.json`; the last one that matches a call counts.",
            default="everything but questions; `.env` files and folders outside the project are asked for",
            bad=_STOPS,
            security=True,
            evidence=_SEEN,
            holds="tools",
        ),
        Field(
            "name",
            (TEXT | NOTHING).called("text"),
            "What the agent is called instead of its file's name; it can take the place of a built-in one.",
            default="the file's path below the folder",
            bad="the program fails when it lists the agents",
            evidence=_SEEN,
        ),
    )
}

ORDER = tuple(name for name in FIELDS if name != "name")
"""The order in which the client tests the fields."""

MEANT = {
    "tool": "tools",
    "allow": "permission",
    "allowed-tools": "permission",
    "allowedTools": "permission",
    "allowed_tools": "permission",
    "deny": "permission",
    "denied-tools": "permission",
    "deniedTools": "permission",
    "disallow": "permission",
    "disallowed-tools": "permission",
    "disallowedTools": "permission",
    "disallowed_tools": "permission",
    "blockedTools": "permission",
    "excludedTools": "permission",
    "permissionMode": "permission",
    "disabled": "disable",
    "enabled": "disable",
    "maxTurns": "steps",
    "max_turns": "steps",
    "max-turns": "steps",
    "maxIterations": "steps",
    "system": "the body of the file",
    "system_prompt": "the body of the file",
    "systemPrompt": "the body of the file",
    "topP": "top_p",
    "when_to_use": "description",
    "whenToUse": "description",
    "colour": "color",
}
"""What a key of other hosts, of version 2 or of habit is called here."""

DENIES = frozenset(
    "deny denied-tools deniedTools disallow disallowed-tools disallowedTools disallowed_tools blockedTools excludedTools".split()
)
"""Keys that ask to keep tools away, and keep none away."""

FOREIGN = {
    "skills": "Claude Code",
    "mcpServers": "Claude Code",
    "hooks": "Claude Code",
    "memory": "Claude Code",
    "background": "Claude Code",
    "isolation": "Claude Code",
    "initialPrompt": "Claude Code",
    "omitClaudeMd": "Claude Code",
    "tool": "Kilo",
    "applyTo": "GitHub Copilot",
    "infer": "GitHub Copilot",
    "target": "GitHub Copilot",
    "handoffs": "GitHub Copilot",
    "request": "OpenCode 2",
}
"""Keys of other hosts that mean nothing here."""
