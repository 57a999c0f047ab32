"""What is known about Codex, with evidence. The code of this package does what stands here."""

from __future__ import annotations

from ..base import Fact

_SEEN = "client asked (0.171.0, `codex exec`, Linux, offline)"
_SRC = "codex-rs/core/src/config/agent_roles.rs of openai/codex, and " + _SEEN
_DAY = "2026-11-30"


def _fact(text: str, source: str = _SEEN) -> Fact:
    return Fact(text, source, _DAY, since="0.171.0")


FACTS: tuple[Fact, ...] = (
    _fact("A role is a TOML file as a whole; a byte order mark is dropped, a file that is not UTF-8 is skipped."),
    _fact(
        "TOML 1.1 is read: line ends and a last comma in inline tables, `\\e` and `\\x41`. remit reads TOML 1.0 and"
        " does not load such a file.",
    ),
    _fact("`name` is trimmed and must not be blank; the file's name is not used. Any other text is a name.", _SRC),
    _fact("`description` and `developer_instructions` must be there and not be blank.", _SRC),
    _fact(
        "A role without `description` takes that of a weaker role of its name; so with nicknames. remit reads each file alone.",
        _SRC,
    ),
    _fact("`nickname_candidates` holds at least one name: letters, digits, blanks, `-`, `_`, none twice.", _SRC),
    _fact(
        "Every key of `config.toml` may stand in a role; one unknown key at the top skips the role. Below tables "
        "unknown keys mostly pass.",
    ),
    _fact("A value of another type skips the role; a date counts as text."),
    _fact("A server of `mcp_servers` has `command` or `url` and no keys of the other kind."),
    _fact(
        "`model` and `model_reasoning_effort` are any text; the parent is told that they cannot be changed. "
        "`inherit` is no word for anything.",
    ),
    _fact("There is no list of tools for a role."),
    _fact(
        "`sandbox_mode` is not applied to a role that `codex exec` starts: its turn says `workspace-write`.",
        f"{_SEEN}; openai/codex#45482",
    ),
    _fact(
        'Neither is `web_search = "disabled"`, nor `enabled_tools` of a server; a server that only the role has was not there.',
    ),
    _fact("Some builds have no way to pick a role at all.", "openai/codex#33244"),
    _fact("An agent that the session starts has no tools for other agents unless `agents.max_depth` is above 1."),
    _fact("Which editing and planning tools there are depends on the model."),
    _fact(
        "Roles lie in `agents/**/*.toml` below `.codex` from the repository's root to the working folder, the "
        "nearer first, then below `$CODEX_HOME`. The project must be trusted.",
    ),
    _fact("Folders and files whose name begins with a dot are read, links are followed; the ending is exactly `.toml`."),
    _fact("Of one name in one folder the first path stays, compared folder by folder; the other is reported.", _SRC),
    _fact("A role that is skipped does not keep its name from a weaker place."),
    _fact("A role named `default`, `explorer` or `worker` replaces the built-in."),
    _fact("Roles may also be declared in `config.toml` (`[agents.name] config_file`). remit does not read these.", _SRC),
)
