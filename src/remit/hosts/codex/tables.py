"""The tables of `config.toml` that a role may hold, as far as Codex looks into them: the type of each entry that was tried.

Entries that do not stand here pass, as most unknown ones do. Recorded from the client 0.171.0 on 2026-11-30.
"""

from __future__ import annotations

from .vocabulary import APPROVALS, FLAG, TABLE, TABLES, TEXT, TEXTS, UNSIGNED, WHOLE, WORDS

Shape = str | tuple[str, ...] | dict[str, "Shape"]
"""A type, the words that are allowed, or the entries of a table, of which `*` stands for all others."""

_ENABLED: Shape = {"enabled": FLAG}

SHAPES: dict[str, Shape] = {
    "agents": {
        "max_threads": UNSIGNED,
        "max_depth": WHOLE,
        "job_max_runtime_seconds": UNSIGNED,
        "interrupt_message": FLAG,
    },
    "analytics": _ENABLED,
    "apps": {"*": _ENABLED},
    "feedback": _ENABLED,
    "history": {"persistence": ("save-all", "none"), "max_bytes": UNSIGNED},
    "hooks": dict.fromkeys(("PreToolUse", "PostToolUse", "SessionStart", "Stop", "UserPromptSubmit"), TABLES),
    "marketplaces": {"*": TABLE},
    "memories": {"use_memories": FLAG, "generate_memories": FLAG},
    "model_providers": {"*": {"name": TEXT, "base_url": TEXT, "env_key": TEXT, "wire_api": TEXT}},
    "permissions": {"*": TABLE},
    "plugins": {"*": TABLE},
    "profiles": {"*": dict(WORDS)},
    "projects": {"*": {"trust_level": ("trusted", "untrusted")}},
    "responses_api_metadata": {"*": TEXT},
    "sandbox_workspace_write": {
        "writable_roots": TEXTS,
        "network_access": FLAG,
        "exclude_slash_tmp": FLAG,
        "exclude_tmpdir_env_var": FLAG,
    },
    "shell_environment_policy": {
        "inherit": ("core", "all", "none"),
        "exclude": TEXTS,
        "include_only": TEXTS,
        "ignore_default_excludes": FLAG,
        "set": {"*": TEXT},
    },
    "skills": {"config": TABLES},
    "tools": {"update_plan": TABLE},
    "tui": {"theme": TEXT},
    "windows": {"sandbox": ("elevated", "unelevated", "mxc")},
}

SERVER: dict[str, Shape] = {
    "command": TEXT,
    "args": TEXTS,
    "env": {"*": TEXT},
    "env_vars": TEXTS,
    "cwd": TEXT,
    "url": TEXT,
    "bearer_token_env_var": TEXT,
    "http_headers": {"*": TEXT},
    "enabled": FLAG,
    "required": FLAG,
    "supports_parallel_tool_calls": FLAG,
    "enabled_tools": TEXTS,
    "disabled_tools": TEXTS,
    "scopes": TEXTS,
    "default_tools_approval_mode": APPROVALS,
    "tools": {"*": {"approval_mode": APPROVALS}},
}
"""A server of `mcp_servers`."""

STDIO = ("command", "args", "env", "env_vars", "cwd")
HTTP = ("url", "bearer_token_env_var", "http_headers")
"""The entries that only one kind of server has."""
