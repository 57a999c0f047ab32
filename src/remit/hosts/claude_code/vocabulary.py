"""The names of Claude Code's tools: which exist, which other names reach them, which are gone, and which a session has.

Source: `facts` of this package; pools recorded from the clients 2.1.332 and 2.1.197 (print mode, Linux, native build, API key), 2026-11-30.
"""

from __future__ import annotations

TOOLS = frozenset(
    """Agent Artifact AskUserQuestion Bash CronCreate CronDelete CronList Edit EndConversation EnterPlanMode
        EnterWorktree ExitPlanMode ExitWorktree Glob Grep ListAgents ListMcpResourcesTool LSP Monitor NotebookEdit
        PowerShell PushNotification Read ReadMcpResourceTool RemoteTrigger ReportFindings ScheduleWakeup SendMessage
        SendUserFile ShareOnboardingGuide Skill SubagentHandback TaskCreate TaskGet TaskList TaskOutput TaskStop
        TaskUpdate TodoWrite ToolSearch WaitForMcpServers WebFetch WebSearch Workflow Write""".split()
)
"""Every built-in that the documentation or a client names for 2.1.x, whether or not a given session has it."""

ALIASES = {"Task": "Agent", "KillShell": "TaskStop", "KillBash": "TaskStop", "ListPeers": "ListAgents"}
"""Old names that the lists of a definition still understand."""

RETIRED = {
    "AgentOutputTool": "TaskOutput is gone as well: results come back by themselves",
    "AgentOutput": "results of agents come back by themselves",
    "BashOutput": "Read",
    "BashOutputTool": "Read",
    "Brief": "SendUserFile",
    "LS": "Glob",
    "MultiEdit": "Edit",
    "NotebookRead": "Read",
    "SlashCommand": "Skill",
    "TeamCreate": "Agent",
    "TeamDelete": "Agent",
    "TodoRead": "TaskList",
    "View": "Read",
}
"""Names that no longer mean anything, and what does their work now."""

SUCCESSORS = {name: successor for name, successor in RETIRED.items() if successor in TOOLS}

SESSION_2_1_332 = tuple(
    """Agent Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree ListAgents Monitor NotebookEdit Read
        ReportFindings ScheduleWakeup SendMessage Skill TaskStop WebFetch WebSearch Workflow Write""".split()
)
SESSION_2_1_197 = tuple(
    """Agent Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree NotebookEdit Read ReportFindings
        ScheduleWakeup SendMessage Skill TaskCreate TaskGet TaskList TaskStop TaskUpdate WebFetch WebSearch Workflow
        Write""".split()
)
"""The built-ins of a session's main thread in the two recorded clients."""

NOT_FOR_SUBAGENTS = frozenset(
    """AskUserQuestion EndConversation EnterPlanMode ExitPlanMode ScheduleWakeup TaskOutput WaitForMcpServers Workflow""".split()
)
"""What no sub-agent gets, listed or not; `ExitPlanMode` stays where the definition's permission mode is `plan`."""

IN_BACKGROUND = frozenset(
    """Agent Artifact Bash Edit EnterWorktree ExitPlanMode ExitWorktree Glob Grep Monitor NotebookEdit PowerShell Read
        SendMessage Skill TaskStop TodoWrite ToolSearch WebFetch WebSearch Write""".split()
)
"""The built-ins that an agent keeps when it runs in the background; MCP tools all stay."""

SEARCH = ("Glob", "Grep")
"""On native builds these are folded into `Bash`: a session does not list them, an allowlist without `Bash` still gets them."""

MEMORY = ("Write", "Edit", "Read")
"""What `memory` adds to an allowlist, in the client's order."""

PERMISSION_MODES = ("default", "acceptEdits", "auto", "dontAsk", "bypassPermissions", "plan", "manual")
"""`manual` is another word for `default` (2.1.200)."""

MODEL_ALIASES = ("sonnet", "opus", "haiku", "fable", "best", "opusplan", "inherit")

COLORS = ("red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan")

EFFORTS = ("low", "medium", "high", "xhigh", "max")

BUILTIN_AGENTS = ("claude", "Explore", "general-purpose", "Plan", "statusline-setup")

USUAL_MODELS = frozenset(("sonnet", "opus", "haiku", "fable", "inherit"))
"""What nearly every definition has as its model."""

EVENTS = frozenset(
    """PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion
        SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PermissionRequest
        PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation ElicitationResult MessageDisplay
        ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged""".split()
)
"""The events of `hooks`."""

BUNDLED_SKILLS = frozenset("batch claude-api code-review debug loop run security-review simplify verify".split())
"""Skills that come with the client, as far as its documentation names them."""
