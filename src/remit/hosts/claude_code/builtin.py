"""The agents that Claude Code brings along. Names recorded from the client 2.1.332 on 2026-11-30."""

from __future__ import annotations

from ...definition import Definition

_READ_ONLY = ("Agent", "ExitPlanMode", "Edit", "Write", "NotebookEdit")

AGENTS = (
    Definition("claude", "Any task that no other agent fits", host="claude-code", system_prompt=""),
    Definition("Explore", "Finds code without changing it", host="claude-code", disallowed_tools=_READ_ONLY, system_prompt=""),
    Definition("general-purpose", "Any task of several steps", host="claude-code", system_prompt=""),
    Definition("Plan", "Plans a change without making it", host="claude-code", disallowed_tools=_READ_ONLY, system_prompt=""),
    Definition("statusline-setup", "Sets the status line", host="claude-code", tools=("Read", "Edit"), system_prompt=""),
)
