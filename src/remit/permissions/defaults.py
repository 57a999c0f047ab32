"""What the client does without any rule, as data. Facts are from Claude Code 2.1.332, recorded 2026-11-30.

Only what was seen is listed; everything else asks. What it does with shell commands is in `shell_defaults`.
"""

from __future__ import annotations

# Tools that run without a rule. The rest of the built-in tools and every MCP tool ask.
FREE_TOOLS = frozenset(
    {
        "Agent", "AskUserQuestion", "CronCreate", "CronDelete", "CronList", "EnterPlanMode", "EnterWorktree", "ExitWorktree", "Glob",
        "Grep", "ListAgents", "ListMcpResourcesTool", "ReadMcpResourceTool", "ReportFindings", "ScheduleWakeup", "SendMessage",
        "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop", "TaskUpdate", "TodoWrite", "ToolSearch", "WaitForMcpServers",
    }
)  # fmt: skip

READERS = frozenset({"Read", "Glob", "Grep", "LSP"})
EDITORS = frozenset({"Edit", "Write", "NotebookEdit", "MultiEdit"})

# The field of a tool that its rules are about; `Tool(field:value)` is not consulted for it.
MAIN_FIELD = {
    "Bash": "command", "Monitor": "command", "PowerShell": "command", "Read": "file_path", "Edit": "file_path", "Write": "file_path",
    "MultiEdit": "file_path", "NotebookEdit": "notebook_path", "Glob": "path", "Grep": "path", "LSP": "filePath", "WebFetch": "url",
    "Skill": "skill", "Agent": "subagent_type", "WebSearch": "query", "Cd": "path",
}  # fmt: skip

# Files and folders that no rule opens for writing: such a call always asks.
PROTECTED_FOLDERS = frozenset({".git", ".claude", ".vscode", ".idea", ".husky"})
PROTECTED_FILES = frozenset(
    {
        ".bashrc", ".bash_profile", ".claude.json", ".gitconfig", ".gitmodules", ".mcp.json", ".npmrc", ".profile", ".ripgreprc",
        ".zprofile", ".zshrc",
    }
)  # fmt: skip
UNPROTECTED = (".claude/worktrees/",)
