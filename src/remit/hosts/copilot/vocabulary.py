"""The names of Copilot's tools: which exist, which other names stand for them, and which a session has.

Recorded from the client 1.0.102 (print mode, Linux, offline, own provider) on 2026-11-30. Which edit and search tools there
are depends on the model: `apply_patch` and `rg` for the one the recorded answers were made with, `edit`, `create` and
`grep` for most others.
"""

from __future__ import annotations

ALWAYS = ("skill", "sql")
"""What an agent of the session has beside its list, whatever that says; an agent that another one starts does not."""

SESSION = tuple(
    """apply_patch bash fetch_copilot_cli_documentation glob list_agents list_bash read_agent read_bash rg session_store_sql
    skill sql stop_bash task tool_search_tool update_todo view write_agent""".split()
)
"""The built-ins of a recorded session."""

FURTHER = tuple(
    """ask_user create edit grep list_powershell powershell read_powershell report_intent stop_powershell str_replace_editor
    web_fetch web_search write_bash write_powershell""".split()
)
"""Built-ins that other sessions have: of other models, with a network, with people to ask."""

HIDDEN = ("file_search", "grep_search", "read_file", "semantic_search")
"""Tools that no session lists and that an agent gets where its list has their very name."""

_BASH = ("bash", "read_bash", "list_bash", "stop_bash", "write_bash")
_POWERSHELL = ("powershell", "read_powershell", "list_powershell", "stop_powershell", "write_powershell")
_SHELL = (*_BASH, *_POWERSHELL)
_EDIT = ("edit", "create", "apply_patch")
_CREATE = ("create", "apply_patch")
_GREP = ("grep", "rg")
_SEARCH = ("glob", *_GREP)
_AGENT = ("task", "read_agent", "list_agents", "write_agent")
_WEB = ("web_fetch", "web_search")

ALIASES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("read", "readfile", "notebookread"), ("view",)),
    **dict.fromkeys(("edit", "write", "multiedit", "notebookedit"), _EDIT),
    "editfiles": ("edit", "apply_patch"),
    **dict.fromkeys(("create", "createfile", "createdirectory"), _CREATE),
    **dict.fromkeys(("grep", "textsearch"), _GREP),
    "filesearch": ("glob",),
    **dict.fromkeys(("search", "codebase"), _SEARCH),
    **dict.fromkeys(("execute", "shell", "runinterminal", "runcommands"), _SHELL),
    "bash": _BASH,
    "powershell": _POWERSHELL,
    **dict.fromkeys(("agent", "task", "custom-agent", "runsubagent"), _AGENT),
    **dict.fromkeys(("todo", "todos", "todowrite"), ("update_todo",)),
    "web": _WEB,
    **dict.fromkeys(("fetch", "webfetch"), ("web_fetch",)),
    "websearch": ("web_search",),
}
"""What an entry stands for, by its name without case: all of these tools that the session has. `web` and its like are
documented; a session without network has neither tool."""

SETS = frozenset("agent browser edit execute read search todo vscode web".split())
"""The tool sets of VS Code. Of `set/tool` this client looks at the tool alone."""

VS_CODE = frozenset(
    """changes createAndRunTask editNotebook extensions fetchWebpage findTestFiles getChangedFiles getNotebookSummary
    getProjectSetupInfo getTaskOutput getTerminalOutput githubRepo installExtension listDirectory memory new newWorkspace
    openSimpleBrowser problems readNotebookCellOutput runNotebookCell runNotebooks runTask runTasks runTests
    runVscodeCommand searchResults switchAgent terminalCommand terminalLastCommand terminalSelection testFailure think
    usages viewImage vscode vscodeAPI askQuestions""".split()
)
"""Tools of VS Code that this client has nothing for."""

BUILTIN_AGENTS: dict[str, tuple[str, ...] | None] = {
    "general-purpose": None,
    "task": None,
    "code-review": None,
    "research": None,
    "security-review": None,
    "explore": ("read", "search", "execute"),
}
"""The agents that `task` can start in every session, with their lists: `None` is every tool."""

TOOL_NAMES = {
    "view": "Read",
    "edit": "Edit",
    "create": "Write",
    "apply_patch": "Edit",
    "grep": "Grep",
    "rg": "Grep",
    "glob": "Glob",
    "bash": "Bash",
    "read_bash": "Bash",
    "list_bash": "Bash",
    "stop_bash": "TaskStop",
    "write_bash": "Bash",
    "powershell": "PowerShell",
    "web_fetch": "WebFetch",
    "web_search": "WebSearch",
    "task": "Agent",
    "read_agent": "Agent",
    "list_agents": "ListAgents",
    "write_agent": "SendMessage",
    "update_todo": "TodoWrite",
    "skill": "Skill",
    "ask_user": "AskUserQuestion",
    "read": "Read",
    "readFile": "Read",
    "editFiles": "Edit",
    "createFile": "Write",
    "search": "Grep",
    "codebase": "Grep",
    "textSearch": "Grep",
    "fileSearch": "Glob",
    "listDirectory": "Glob",
    "execute": "Bash",
    "shell": "Bash",
    "runInTerminal": "Bash",
    "runCommands": "Bash",
    "runTasks": "Bash",
    "runTests": "Bash",
    "terminalCommand": "Bash",
    "terminalLastCommand": "Bash",
    "web": "WebFetch",
    "fetch": "WebFetch",
    "githubRepo": "WebFetch",
    "agent": "Agent",
    "custom-agent": "Agent",
    "runSubagent": "Agent",
    "todo": "TodoWrite",
    "todos": "TodoWrite",
    "usages": "LSP",
    "problems": "LSP",
    "read/readFile": "Read",
    "edit/editFiles": "Edit",
    "edit/createFile": "Write",
    "search/codebase": "Grep",
    "search/textSearch": "Grep",
    "search/fileSearch": "Glob",
    "search/listDirectory": "Glob",
    "search/usages": "LSP",
    "execute/runInTerminal": "Bash",
    "execute/getTerminalOutput": "Bash",
    "execute/runTests": "Bash",
    "web/fetch": "WebFetch",
    "agent/runSubagent": "Agent",
    "vscode/askQuestions": "AskUserQuestion",
}
"""Tools, and the names that files have for them, each with the name Claude Code has for that work."""
