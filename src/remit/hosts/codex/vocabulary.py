"""The words of Codex: what a role file may hold and of which type, its sandbox modes, and the tools of a session.

Recorded from the client 0.171.0 (`codex exec`, Linux, offline) on 2026-11-30: each key was tried with a value that fits none.
"""

from __future__ import annotations

TEXT, FLAG, WHOLE, UNSIGNED, BYTE = "text", "true or false", "a whole number", "a whole number from 0", "a number from 0 to 255"
TEXTS, TABLE, TABLES, TEXT_OR_TEXTS = "a list of texts", "a table", "a list of tables", "text or a list of texts"

KEYS: dict[str, str] = {
    **dict.fromkeys(
        """apps_mcp_product_sku chatgpt_base_url compact_prompt default_permissions description developer_instructions
        experimental_compact_prompt_file experimental_realtime_start_instructions experimental_realtime_webrtc_call_base_url
        experimental_realtime_ws_backend_prompt experimental_realtime_ws_base_url experimental_realtime_ws_model
        experimental_realtime_ws_startup_context experimental_thread_store_endpoint instructions js_repl_node_path log_dir
        mcp_oauth_callback_url model model_catalog_json model_instructions_file model_provider model_reasoning_effort name
        openai_base_url oss_provider plan_mode_reasoning_effort profile review_model service_tier sqlite_home""".split(),
        TEXT,
    ),
    **dict.fromkeys(
        """allow_login_shell allow_symlinked_codex_home check_for_update_on_startup disable_paste_burst
        experimental_use_unified_exec_tool hide_agent_reasoning include_apps_instructions
        include_collaboration_mode_instructions include_environment_context include_permissions_instructions
        show_raw_agent_reasoning suppress_unstable_features_warning""".split(),
        FLAG,
    ),
    **dict.fromkeys(
        """background_terminal_max_timeout mcp_oauth_callback_port mcp_optional_startup_grace_ms project_doc_max_bytes
        thread_unload_delay_secs tool_output_token_limit""".split(),
        UNSIGNED,
    ),
    **dict.fromkeys(("model_auto_compact_token_limit", "model_context_window"), WHOLE),
    "model_post_turn_compact_threshold_percent": BYTE,
    **dict.fromkeys(
        "js_repl_node_module_dirs nickname_candidates notify project_doc_fallback_filenames project_root_markers".split(), TEXTS
    ),
    **dict.fromkeys(
        """agents analytics apps audio auto_review browser_use cloud code_mode computer_use desktop
        experimental_thread_store features feedback ghost_snapshot goals history hooks marketplaces
        mcp_enterprise_managed_auth mcp_servers memories model_providers notice orchestrator otel permissions plugins
        profiles projects realtime responses responses_api_metadata rollout_trace sandbox_workspace_write
        shell_environment_policy skills tool_suggest tools tui windows""".split(),
        TABLE,
    ),
    "forced_chatgpt_workspace_id": TEXT_OR_TEXTS,
}
"""The keys of a role file that take any value of a type: its own three and those of `config.toml`."""

SANDBOX_MODES = ("read-only", "workspace-write", "danger-full-access")
"""From the strictest to the loosest."""

WORDS: dict[str, tuple[str, ...]] = {
    "approval_policy": ("untrusted", "on-failure", "on-request", "never"),
    "approvals_reviewer": ("user", "auto_review", "guardian_subagent"),
    "cli_auth_credentials_store": ("file", "keyring", "auto", "ephemeral"),
    "file_opener": ("vscode", "vscode-insiders", "windsurf", "cursor", "none"),
    "forced_login_method": ("chatgpt", "api"),
    "mcp_oauth_credentials_store": ("auto", "file", "keyring"),
    "model_auto_compact_token_limit_scope": ("total", "body_after_prefix"),
    "model_reasoning_summary": ("auto", "concise", "detailed", "none"),
    "model_verbosity": ("low", "medium", "high"),
    "personality": ("none", "friendly", "pragmatic"),
    "sandbox_mode": SANDBOX_MODES,
    "web_search": ("disabled", "cached", "indexed", "live"),
}
"""The keys that take one of their words; `approval_policy` may also be a table `granular`."""

APPROVALS = ("auto", "prompt", "writes", "approve")
"""When the tools of a server are asked for."""

SESSION = tuple(
    """exec_command write_stdin request_user_input view_image apply_patch update_plan spawn_agent send_input wait_agent
    resume_agent close_agent get_goal create_goal update_goal web_search""".split()
)
"""The tools of a session: those that were recorded, with `apply_patch` and `update_plan`, which models that know them have."""

COLLABORATION = ("spawn_agent", "send_input", "wait_agent", "resume_agent", "close_agent")
"""The tools for other agents; an agent at the limit of nesting has none of them."""

MAX_DEPTH = 1
"""How deep agents nest where `agents.max_depth` does not say otherwise: the session's own agents start none."""

WRITES = ("apply_patch",)
"""What a `read-only` sandbox leaves without effect as a whole."""

SHELL = ("exec_command", "write_stdin", "shell", "shell_command", "local_shell", "unified_exec")
"""What runs commands; the sandbox decides what they may do."""

BUILTIN_AGENTS = ("default", "explorer", "worker")

TOOL_NAMES = {
    "exec_command": "Bash",
    "write_stdin": "Bash",
    "shell": "Bash",
    "local_shell": "Bash",
    "apply_patch": "Edit",
    "view_image": "Read",
    "update_plan": "TodoWrite",
    "web_search": "WebSearch",
    "spawn_agent": "Agent",
    "send_input": "SendMessage",
    "wait_agent": "Agent",
    "resume_agent": "Agent",
    "close_agent": "TaskStop",
    "request_user_input": "AskUserQuestion",
    "list_mcp_resources": "ListMcpResourcesTool",
    "read_mcp_resource": "ReadMcpResourceTool",
}
"""Codex's tools, each with the name Claude Code has for that work."""

ALIASES_OF_OTHERS = frozenset(("inherit", "sonnet", "opus", "haiku", "fable"))
"""Words for models that mean something elsewhere; here each is the name of a model that does not exist."""

MEANT = {
    "prompt": "developer_instructions",
    "system_prompt": "developer_instructions",
    "systemPrompt": "developer_instructions",
    "developerInstructions": "developer_instructions",
    "sandbox": "sandbox_mode",
    "sandboxMode": "sandbox_mode",
    "effort": "model_reasoning_effort",
    "reasoning_effort": "model_reasoning_effort",
    "modelReasoningEffort": "model_reasoning_effort",
    "mcpServers": "mcp_servers",
    "nicknames": "nickname_candidates",
}
"""What a key of other hosts or of habit is called here."""
