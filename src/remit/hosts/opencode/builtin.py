"""The agents that OpenCode brings along. Source: `opencode debug agent` of 1.18.33, 2026-11-30."""

from __future__ import annotations

from ...definition import Definition

_HOST = "opencode"

AGENTS = (
    Definition(
        "build",
        "The default agent. Executes tools based on configured permissions.",
        "",
        host=_HOST,
        extra={"mode": "primary", "permission": {"question": "allow", "plan_enter": "allow"}},
    ),
    Definition(
        "plan",
        "Plan mode. Disallows all edit tools.",
        "",
        host=_HOST,
        extra={
            "mode": "primary",
            "permission": {
                "question": "allow",
                "plan_exit": "allow",
                "task": {"general": "deny"},
                "edit": {"*": "deny", ".opencode/plans/*.md": "allow"},
            },
        },
    ),
    Definition(
        "general",
        "General-purpose agent for researching complex questions and executing multi-step tasks.",
        "",
        host=_HOST,
        extra={"mode": "subagent", "permission": {"todowrite": "deny"}},
    ),
    Definition(
        "explore",
        "Fast agent specialized for exploring codebases.",
        "",
        host=_HOST,
        extra={
            "mode": "subagent",
            "permission": {
                "*": "deny",
                "grep": "allow",
                "glob": "allow",
                "list": "allow",
                "bash": "allow",
                "webfetch": "allow",
                "websearch": "allow",
                "read": "allow",
            },
        },
    ),
    Definition("compaction", "", "", host=_HOST, extra={"mode": "primary", "hidden": True, "permission": {"*": "deny"}}),
    Definition("title", "", "", host=_HOST, extra={"mode": "primary", "hidden": True, "permission": {"*": "deny"}}),
    Definition("summary", "", "", host=_HOST, extra={"mode": "primary", "hidden": True, "permission": {"*": "deny"}}),
)
"""Their rules in full stand in `permissions.own_rules`; `permission` here is what they add to those of every agent."""
