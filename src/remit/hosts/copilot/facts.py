"""What is known about the Copilot CLI, with evidence. The code of this package does what stands here."""

from __future__ import annotations

from ..base import Fact

_SEEN = "client asked (1.0.102, print mode, Linux, offline, own provider)"
_DOCS = "GitHub's and VS Code's documentation, autumn 2026"
_DAY = "2026-11-30"


def _fact(text: str, source: str = _SEEN) -> Fact:
    return Fact(text, source, _DAY, since="1.0.102")


FACTS: tuple[Fact, ...] = (
    _fact(
        "The first line is `---` and blanks, and so is the line that ends the front matter; a line ends with LF or CRLF.",
    ),
    _fact("A byte order mark is dropped. Without front matter the file is refused, by name."),
    _fact(
        "YAML 1.2 without merge keys: aliases count, unknown tags are ignored, a key that stands twice at any "
        "depth refuses the file.",
    ),
    _fact("Front matter that is not YAML is refused; there is no second reading."),
    _fact("`description` must be there and be text; it may be empty."),
    _fact(
        "`tools` is a list of texts or one text with commas; null, a map, a number or an item that is not text "
        "refuses the file.",
    ),
    _fact("`tools` absent or with a `*` is every tool; an empty list or text is none."),
    _fact("Entries are compared without case; those of a list are not trimmed."),
    _fact("`infer`, `user-invocable` and `disable-model-invocation` must be true or false."),
    _fact("`model` is text or a list of texts that is not empty; a model that does not exist is not refused."),
    _fact("A server of `mcp-servers` needs `tools`, and `command` and `args`, or `type: http` and `url`."),
    _fact("An event of `hooks` that is not known, or one without a list, refuses the file."),
    _fact(
        "`target`, `metadata`, `agents`, `handoffs`, `argument-hint` and every unknown key may hold anything: the"
        " client does not look.",
    ),
    _fact(
        "There is no denylist: `disallowedTools`, `permission` and `permissionMode` are ignored, in `.claude/agents` too.",
    ),
    _fact(
        "`skill` and `sql` are added to every list of an agent that the session runs (`--agent`), not to one that"
        " another agent starts.",
    ),
    _fact("An entry stands for all the tools of its alias: `execute` is `bash`, `read_bash`, `list_bash` and `stop_bash`."),
    _fact(
        "Of `set/tool` where no server has such a tool, what follows the last `/` counts alone: `github/search` "
        "gives the built-in search.",
    ),
    _fact(
        "`read_file`, `file_search`, `grep_search` and `semantic_search` are in no session and are given where a "
        "list names them.",
    ),
    _fact("`mcp__server__tool` and `Bash(git *)` stand for nothing."),
    _fact(
        "An MCP tool is shown as `server-tool`, other characters than letters, digits, `-` and `_` made `-`; no "
        "wildcard but `server/*`.",
    ),
    _fact(
        "Own servers are tools like the session's: `tools` must name them. A server of the user's of the same "
        "name counts instead.",
    ),
    _fact("Edit and search tools depend on the model: `apply_patch` and `rg`, or `edit`, `create` and `grep`."),
    _fact(
        "Agents lie in `agents` below `~/.copilot` (`COPILOT_HOME`), in `.github/agents` and `.claude/agents` up "
        "to the repository's root, and in `.github/agents` of added directories; in that order, the nearer first,"
        " and all `.github` before all `.claude`.",
    ),
    _fact(
        "Not read: `~/.claude/agents`, a project's `.copilot/agents`, `.github/chatmodes`, files and folders "
        "whose name begins with a dot.",
    ),
    _fact(
        "A file is known by its path below the place without `.agent.md` or `.md`, folders joined with `--`; of "
        "two that share it the stronger place counts, in one folder the first path. `name` does not matter for "
        "that.",
    ),
    _fact("`--agent` takes the first agent whose file or `name` is called so."),
    _fact("A file that is refused does not keep its name from a weaker place."),
    _fact("`task` starts every agent by its `name` but those with `infer: false` or `disable-model-invocation: true`."),
    _fact("The parent's list does not bind the agent that it starts."),
    _fact(
        "The cloud agent reads `.github/agents` of the repository, then of the organisation and the enterprise; "
        "bodies of up to 30,000 characters.",
        _DOCS,
    ),
    _fact(
        "VS Code reads `.github/agents`, `.claude/agents`, `~/.copilot/agents`, and the old `.chatmode.md` files "
        "of `.github/chatmodes`.",
        _DOCS,
    ),
)
