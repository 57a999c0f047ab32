"""What is known about Zeph (bug-ops/zeph), and how: the founding document, its own sources and documentation, its issues.

`Where sources differ` and `Not known` at the end say what was decided and what is open.
"""

from __future__ import annotations

from ..base import Fact

_DATE = "2026-11-30"
_SEED = "founding document: def.rs of zeph < 0.13 (PR #735, 2026-02-21) with its 17 tests"
_MID = "def.rs of zeph-core @0ee00ca6"
_DEF = "crates/zeph-subagent/src/def.rs @1042af52"
_SPAWN = "crates/zeph-subagent/src/manager/spawn.rs @102611d and @2999a6c"
_CONFIG = "crates/zeph-config/src/subagent.rs @510e3af"
_BOOK = "book/src/advanced/sub-agents.md @01337b26"
_YAML = (
    "src/de.rs of serde_norway (cafkafk/serde-norway) @1e2eaa30, the YAML reader of crates/zeph-subagent/Cargo.toml @047f6993"
)


def _fact(text: str, source: str, since: str | None = None, until: str | None = None) -> Fact:
    return Fact(text, source, _DATE, since, until)


FACTS: tuple[Fact, ...] = (
    # The file.
    _fact("Front matter is TOML between `+++`.", _SEED, until="0.13"),
    _fact(
        "Front matter is YAML between `---`; TOML between `+++` is deprecated and will go with 1.0.0.", "#1146, " + _DEF, "0.13"
    ),
    _fact(
        "The fence stands at byte 0 and is followed by LF or CRLF at once: no byte order mark, blank or further sign.",
        f"{_SEED}; {_DEF}",
    ),
    _fact(
        "The block ends at the first line that begins with the fence's three signs; what follows on it is body.",
        f"{_SEED}; {_DEF}",
    ),
    _fact(
        "CRLF and lone CR in the front matter become LF before it is read; the body keeps its line ends.", f"{_SEED}; {_DEF}"
    ),
    _fact("The body, without white space around it, is the prompt; it may be empty.", f"{_SEED}; {_DEF}"),
    _fact("A file larger than 262,144 bytes is refused, after it was read whole.", _DEF, "0.13"),
    _fact("A file that is not UTF-8 or cannot be read is a parse error.", f"{_SEED}; {_DEF}"),
    # The fields.
    _fact("Unknown keys are ignored at every level.", _SEED, until="0.13"),
    _fact("Unknown top-level keys are refused.", "#1183, #1188, " + _DEF, "0.22"),
    _fact(
        "Unknown keys below `tools` and `permissions` are refused, below `skills` and `hooks` ignored.",
        f"#6583, #6626, {_BOOK}",
        "0.22.4",
    ),
    _fact("`name` and `description` must not be blank.", f"{_SEED}; {_DEF}"),
    _fact("`name` may hold anything but control characters, a tab among what it may.", _MID, "0.13", "0.22"),
    _fact("`name` matches `[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}` as a whole, untrimmed.", _DEF, "0.22"),
    _fact("`description` holds no control character but tab.", _DEF, "0.13"),
    _fact("`allow` and `deny` exclude each other, also where one is empty; `allow: []` is no tool at all.", f"{_SEED}; {_DEF}"),
    _fact("`tools.except` is a denylist on top of any policy.", "#1187, " + _DEF, "0.13"),
    _fact("20 turns, 600 seconds, 300 seconds for a grant, in the foreground.", f"{_SEED}; {_DEF}"),
    _fact("`timeout_secs` is read and enforced nowhere.", f"#1145, {_SPAWN}"),
    _fact("`permission_mode` is one of five words in small letters.", f"{_CONFIG}; {_DEF}", "0.13"),
    _fact("Hooks and memory.", f"#1211, {_CONFIG}, {_DEF}", "0.22"),
    _fact("Hooks of a definition of the user's own are dropped.", _DEF, "0.22"),
    _fact("`permissions.worktree`.", _SPAWN, "0.22.4"),
    _fact("Order of checks: fences, reading, name blank, description blank, name, control characters, both lists.", _DEF),
    # Types.
    _fact(
        "A YAML number is written with digits that do not begin with 0, or 0x, 0o, 0b; `010`, `1_000` and `12:30` are text.",
        _YAML,
        "0.13",
    ),
    _fact("Only `true`, `True`, `TRUE` and the like are truth values; `yes`, `no`, `on` are text.", _YAML, "0.13"),
    _fact(
        "A value that is not written is an empty list, an empty table, or absent where the field is optional.", _YAML, "0.13"
    ),
    _fact("A key that stands twice is refused.", "serde: derived readers report a duplicate field", "0.13"),
    # Places.
    _fact("The caller names folders; a bad file fails the whole load.", _SEED, until="0.22"),
    _fact(
        "`--agents` paths, `.zeph/agents`, the user's folder, `extra_dirs`; the first of a name wins.",
        "resolve.rs @972c901, #1210",
        "0.22",
    ),
    _fact("A bad file is skipped with a warning; one that `--agents` names fails the whole load.", _DEF, "0.22"),
    _fact("The first 100 files of a folder by name, endings exactly `.md`, no folders below.", _DEF, "0.22"),
    _fact("A link that leads out of the folder is refused, except below `--agents`.", _DEF, "0.22"),
    _fact("A definition that does not load does not keep its name from a weaker place.", _DEF, "0.22"),
    _fact(
        "A mode other than `default` in the user's folder is refused; the way of loading at start-up lacks the check.",
        "#1190, mod.rs @102611d",
        "0.22",
    ),
    # Tools.
    _fact("Tool names are compared exactly.", f"{_SEED}; filter.rs @972c901", until="0.22"),
    _fact(
        "Tool names are cut at the first `(`, trimmed and compared without case, on both sides.",
        "#3767 (2026-05-11), filter.rs @06838c51",
        "0.22",
    ),
    _fact("The denied are looked at first; the lists hold for the catalogue and for every call.", "filter.rs @06838c51"),
    _fact("No wildcards: `*` names no tool.", "filter.rs @06838c51; #970, #1181"),
    _fact("Started in this order: defaults, bypass gate, the parent's tools, memory, worktree.", _SPAWN, "0.22"),
    _fact(
        "Memory adds `read`, `write`, `edit` to an allowlist, after the parent's tools were taken into account.", _SPAWN, "0.22"
    ),
    _fact("Memory brings the file tools along where the session has none.", _SPAWN, "0.22"),
    _fact(
        "Mode `plan` shows the tools and blocks every call; the other modes are the same for an agent.",
        f"{_CONFIG}; filter.rs @06838c51",
        "0.13",
    ),
    _fact("`bypass_permissions` needs `allow_bypass_permissions` in the configuration.", f"#1182, #1188, {_SPAWN}", "0.22"),
    _fact("Agents are nested three deep unless `max_spawn_depth` says otherwise.", _SPAWN, "0.22"),
    _fact(
        "Skill patterns: one `*`, case counts, `**` fails when the agent is started, `exclude` wins.",
        "filter.rs @06838c51 with its tests",
    ),
    _fact("The tools of a session by their runtime names.", "book/src/advanced/tools.md @25c31afc; #3765"),
    _fact(
        "The configuration is `--config`, else `ZEPH_CONFIG`, else `config/default.toml`.",
        "book/src/reference/configuration.md @01337b26",
    ),
    # Where sources differ.
    _fact(
        "Line ends before 0.13: the notes on that version say CRLF was not normalised, its code and two of its tests say it "
        "was; the code is followed.",
        _SEED,
        until="0.13",
    ),
    _fact(
        "`name: 123`, `true` and the like in YAML: serde_norway takes any scalar for text, so Zeph has the agent `123`; remit "
        "reports the type and refuses the file, as the author may not have meant text.",
        _YAML,
        "0.13",
    ),
    _fact(
        "`tools:` or `allow:` without a value is absent for Zeph and the agent has every tool; remit refuses the file.",
        _YAML,
        "0.13",
    ),
    _fact(
        "`delegation_mode` in a definition: the manual shows it, no reader that was seen has it; it is refused.",
        f"{_BOOK}; {_DEF}",
        "0.22",
    ),
    _fact(
        "`background` and `max_turns` at the top level: the manual shows them there, the reader refuses them.",
        f"{_BOOK}; {_DEF}",
        "0.22",
    ),
    _fact(
        "`enabled` is false by default; a configuration that does not write it is read as if agents were on, as all else in it "
        "would be without meaning.",
        "crates/zeph-config, defaults of `[agents]`",
        "0.22",
    ),
    # Not known.
    _fact(
        "Whether a session has a tool called `shell`: the examples use it, the table of tools has `bash`; the default "
        "inventory is without it.",
        _BOOK,
    ),
    _fact(
        "Which further tools a build has (searching code, loading skills, planning); an inventory that is given is taken as it "
        "is.",
        _BOOK,
    ),
    _fact("The runtime names of MCP tools; they are written `mcp__server__tool` here.", "#1181"),
    _fact(
        "From which version between 0.13 and 0.22 unknown top-level keys were refused and names folded; 0.22 is taken.",
        "#1188, #3767",
    ),
    _fact(
        "The code of def.rs at v0.22.4 was not read; its strict keys are known from the release note and the manual.",
        _BOOK,
        "0.22.4",
    ),
    _fact(
        "How an agent asks for another to be started; remit takes it that it may, within depth and `delegation_mode`.", _SPAWN
    ),
)
