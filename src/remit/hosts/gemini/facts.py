"""What is known about Gemini CLI, with evidence. The code of this package does what stands here."""

from __future__ import annotations

from ..base import Fact

_SEEN = "loader asked (@google/gemini-cli-core 0.61.0) and its source read"
_SRC = "source of @google/gemini-cli-core 0.61.0 read"
_DAY = "2026-11-30"


def _fact(text: str, source: str = _SEEN) -> Fact:
    return Fact(text, source, _DAY, since="0.61.0")


FACTS: tuple[Fact, ...] = (
    _fact(
        "Line 1 is `---` and nothing else; the front matter ends at the first line that begins with `---`. "
        "Without it the file is refused.",
    ),
    _fact("A byte order mark hides the front matter."),
    _fact("Anything on the line of the closing `---`, blanks too, and the body is dropped.", _SRC),
    _fact("An empty block (`---` directly below `---`) is no front matter.", _SRC),
    _fact(
        "The YAML reader is js-yaml 4: `<<` merges, dates are no text, `010` is ten; a key that stands twice or a"
        " tag of one's own refuses the file.",
    ),
    _fact("The schema is strict: one key it does not know refuses the file, as does null where a field is optional."),
    _fact("`name` matches `[a-z0-9-_]+` and is required; `description` is required and not empty."),
    _fact(
        "`tools` is a list of names: built-ins, `search_file_content`, `discovered_tool_*`, `mcp_server_tool`, "
        "`mcp_server_*`, `mcp_*`, `*`. Any other name refuses the file.",
    ),
    _fact(
        "The server's name in `mcp_server_tool` ends at its first `_`, so `mcp_my_srv_*` is refused and "
        "`mcp_my_srv_get` is not.",
    ),
    _fact(
        "The documentation writes `mcpServers`; only `mcp_servers` is read.",
        "google-gemini/gemini-cli#26015; loader asked",
    ),
    _fact("`max_turns` is 30 and `timeout_mins` 10 where the file does not say."),
    _fact("The body, trimmed, is the prompt; it may be empty."),
    _fact("A front matter that is a list holds remote agents.", _SRC),
    _fact("`tools` absent is every tool of the session, `[]` is none."),
    _fact("No agent has `invoke_agent` or `update_topic`; every agent has `complete_task`.", _SRC),
    _fact(
        "All tools of the agent's own `mcp_servers` are added, whatever `tools` says; `include_tools` and "
        "`exclude_tools` of a server hold.",
        _SRC,
    ),
    _fact(
        "A server that the session has under the same name is merged with the agent's own: excluded tools of "
        "both, included ones of both.",
        _SRC,
    ),
    _fact("`read_many_files` and `get_internal_docs` may be listed and are in no session.", _SRC),
    _fact("`list_background_processes` and `read_background_output` are in every session and may not be listed.", _SRC),
    _fact("Order: built-in, project, user, extensions; the first of a name stays, so a built-in cannot be replaced.", _SRC),
    _fact("Only files `*.md` directly in the folder; names that begin with `_` are passed over; links are not followed."),
    _fact("A project's agents count in a trusted folder only, each file after it was acknowledged by its content.", _SRC),
    _fact(
        "`agents.overrides` in the settings may switch an agent off and change its model and limits. remit does "
        "not read these.",
        _SRC,
    ),
)
