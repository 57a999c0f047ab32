"""The words of Zeph: versions at which its rules change, tools, modes, memory scopes, and what it trims as white space."""

from __future__ import annotations

from ..base import Version

YAML = Version("0.13")
"""YAML between `---`, `tools.except`, `permission_mode`, the size limit."""
CURRENT = Version("0.22")
"""Unknown top-level keys refused, lenient loading, scopes and boundaries, folded tool names, hooks, memory."""
STRICT = Version("0.22.4")
"""Unknown keys below `tools` and `permissions` refused; `permissions.worktree`."""

LIMIT = 256 << 10
"""The largest definition file in bytes, from 0.13 on."""

WHITE = "".join(
    map(chr, (*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000))
)
"""The characters that Rust's `trim` takes away. Python's `strip` would take U+001C to U+001F as well."""

MODES = ("default", "accept_edits", "dont_ask", "bypass_permissions", "plan")
STRICTNESS = ("plan", "default", "accept_edits", "dont_ask", "bypass_permissions")
"""The modes, the strictest first."""
PLAN = "plan"
BYPASS = "bypass_permissions"
DELEGATION = ("proactive", "explicit_request_only", "disabled")
SCOPES = ("user", "project", "local")
"""Where the memory of an agent lies."""

TOOLS = {
    "bash": "Bash",
    "read": "Read",
    "edit": "Edit",
    "write": "Write",
    "find_path": "Glob",
    "list_directory": "list_directory",
    "create_directory": "create_directory",
    "delete_path": "delete_path",
    "move_path": "move_path",
    "copy_path": "copy_path",
    "grep": "Grep",
    "web_scrape": "WebFetch",
    "fetch": "WebFetch",
    "web_search": "WebSearch",
    "diagnostics": "diagnostics",
    "set_working_directory": "set_working_directory",
}
"""The tools of a session by their runtime names, each with its name in Claude Code, or its own where Claude Code has none like
it."""

FILE_TOOLS = (
    "read", "write", "edit", "grep", "find_path", "list_directory", "create_directory", "delete_path", "move_path", "copy_path",
)  # fmt: skip
"""What the file executor brings that serves an agent's memory."""

MEMORY_TOOLS = ("read", "write", "edit")
"""What `memory` adds to an allowlist."""

CHDIR = "set_working_directory"
"""The tool that an agent with a worktree of its own does not get."""

MISTAKEN = {
    "shell": "bash",
    "sh": "bash",
    "terminal": "bash",
    "powershell": "bash",
    "glob": "find_path",
    "ls": "list_directory",
    "multiedit": "edit",
    "notebookedit": "edit",
    "read_file": "read",
    "write_file": "write",
    "edit_file": "edit",
    "web": "web_scrape",
    "webfetch": "fetch",
    "fetch_url": "fetch",
    "websearch": "web_search",
}
"""Names that are written for a tool and are not its runtime name, without case. `shell` stands in Zeph's own examples."""
