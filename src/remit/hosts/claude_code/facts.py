"""What is known about Claude Code, with evidence. The code of this package does what stands here."""

from __future__ import annotations

from ..base import Fact

_SEEN = "client asked (2.1.332, native Linux build, print mode)"
_BOTH = "clients asked (2.1.332 and 2.1.197)"
_DOCS = "documentation of 2026-08-22 (client 2.1.240)"
_LOG = "change log up to 2.1.240"
_NOTES = "public notes on documentation and change log, 2026-09 to 2026-10"
_DAY = "2026-11-30"

FACTS: tuple[Fact, ...] = (
    Fact("The first line must be `---` and blanks; anything before it and the file is a note.", _BOTH, _DAY),
    Fact(
        "The front matter ends at the first `---` anywhere after the opening line, inside values and comments too.", _BOTH, _DAY
    ),
    Fact("One leading byte order mark is dropped.", _NOTES, _DAY, since="2.1.239"),
    Fact("A file with a byte order mark has no front matter.", "client asked (2.1.197)", _DAY, until="2.1.239"),
    Fact("Bytes that are not UTF-8 become U+FFFD; the file still loads.", _SEEN, _DAY),
    Fact(
        "The YAML parser is Bun's: YAML 1.2 core types, tabs may indent, unknown tags are ignored, the last of two equal keys counts.",
        _SEEN,
        _DAY,
    ),
    Fact(
        "In a list or map in brackets, a closing sign at the left edge drops the agent behind anything but a text: behind a comma, another "
        "bracket, a colon.",
        _BOTH,
        _DAY,
        until="2.1.198",
    ),
    Fact(
        "Front matter that is not YAML is read once more with the values of odd lines in double quotes; never with CRLF line ends.",
        _BOTH,
        _DAY,
    ),
    Fact(
        "The prompt of an agent is handed over as written: `$ARGUMENTS` and `${CLAUDE_PLUGIN_ROOT}` stay; in a plugin's agent the latter is "
        "replaced.",
        _SEEN,
        _DAY,
    ),
    Fact("A literal backslash-n in a description becomes a line end.", _SEEN, _DAY),
    Fact(
        "A file without `name` is passed over in silence; a name that is not text, begins with `-` or contains `:` drops the agent.",
        _SEEN,
        _DAY,
    ),
    Fact("A name may not contain `:`.", _DOCS, _DAY, since="2.1.218"),
    Fact("A missing, empty or non-text description drops the agent.", _BOTH, _DAY),
    Fact(
        "Invalid hooks of PreToolUse or PermissionRequest drop the agent; those of other events do nothing.",
        _SEEN,
        _DAY,
        since="2.1.198",
    ),
    Fact("Any other bad field value is ignored; only a debug log says so.", _SEEN, _DAY),
    Fact("`tools` absent inherits everything; null, empty and wrong types are an empty allowlist.", _BOTH, _DAY),
    Fact("Lists split at commas and blanks outside parentheses; line ends and tabs do not separate.", _BOTH, _DAY),
    Fact("A specifier is cut off in both lists: `Bash(git *)` grants or denies all of Bash.", _BOTH, _DAY),
    Fact("Deny wins, also across the aliases Task, KillShell, KillBash and ListPeers.", _BOTH, _DAY),
    Fact("One `*` in `disallowedTools` cancels the whole list.", _BOTH, _DAY),
    Fact(
        "`mcp__server` and `mcp__server__*` are patterns of both lists, `mcp__*` and `mcp__*__*` of the denylist only; no other wildcard is.",
        _BOTH,
        _DAY,
    ),
    Fact("Patterns for MCP servers work in `disallowedTools`.", _LOG, _DAY, since="2.1.178"),
    Fact("Denying Bash takes Monitor as well.", _SEEN, _DAY),
    Fact("Glob and Grep are folded into Bash on native builds: an allowlist without Bash still gets them.", _BOTH, _DAY),
    Fact("A list of which no entry resolves makes the client refuse to start the agent.", _DOCS, _DAY, since="2.1.208"),
    Fact("An empty list, or one whose entries are all denied by name, starts the agent without tools.", _SEEN, _DAY),
    Fact(
        "An entry of the denylist with a specifier accounts for no tool of `tools`, but for `Agent`, for `Monitor` (`Bash(x)`) and for servers.",
        _SEEN,
        "2026-12-01",
    ),
    Fact("In the background only some built-ins stay; all MCP tools do.", _SEEN, _DAY),
    Fact(
        "AskUserQuestion, EndConversation, EnterPlanMode, ScheduleWakeup, TaskOutput, WaitForMcpServers and Workflow never reach a sub-agent.",
        _DOCS,
        _DAY,
    ),
    Fact("`memory` adds Write, Edit and Read to an allowlist.", _SEEN, _DAY),
    Fact(
        "An inline server adds its tools to every allowlist, `tools: []` included; a server's name changes nothing.",
        _SEEN,
        _DAY,
    ),
    Fact("Agents nest three deep.", _LOG, _DAY, since="2.1.219"),
    Fact("The lists of a parent do not bind its children.", _SEEN, _DAY),
    Fact("`Agent(a, b)` binds only the main thread (`--agent`).", _SEEN, _DAY),
    Fact(
        "Order: managed, `--agents`, project from the working folder up, added directories, user, built-in; plugins beside them.",
        _SEEN,
        _DAY,
    ),
    Fact("Without git the walk up stops before the home folder.", _SEEN, _DAY),
    Fact("Of two files of one name in one folder the last path by code unit counts.", _SEEN, _DAY, since="2.1.332"),
    Fact("An agent is found by its exact name, else ignoring case, `-`, `_` and blanks.", _SEEN, _DAY),
    Fact(
        "A plugin's file always is an agent: without name or with broken YAML it loads under its file's name with every tool.",
        _SEEN,
        _DAY,
    ),
    Fact("In plugins permissionMode, hooks, mcpServers, initialPrompt, observer and observerMessage are ignored.", _SEEN, _DAY),
    Fact("Session rules (`permissions.deny`) take tools from sub-agents too; scoped rules leave the tool.", _SEEN, _DAY),
    Fact("The call's model counts before the file's, that before CLAUDE_CODE_SUBAGENT_MODEL.", _NOTES, _DAY, since="2.1.251"),
    Fact(
        "Descriptions of all agents that together are over 15,000 tokens bring a notice at the start; nothing is dropped.",
        _NOTES,
        _DAY,
    ),
    Fact("`initialPrompt` counts only where the agent is the main thread.", _SEEN, _DAY),
    Fact(
        "Skills and commands are one thing: `.claude/skills/NAME/SKILL.md` and `.claude/commands/NAME.md` on the way up to the "
        "repository's root, in the user's folder and in plugins, whose skills carry the plugin's name; an unknown skill is left out.",
        _DOCS,
        _DAY,
    ),
    Fact("Agents nest three deep.", _DOCS, _DAY, since="2.1.219"),
)
