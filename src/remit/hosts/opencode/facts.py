"""What this room knows about OpenCode, with evidence."""

from __future__ import annotations

from ..base import Fact

_DAY = "2026-11-30"
_SEEN = "recorded answers of the client 1.18.33 (`opencode debug agent`)"
_RUN = "requests of the client 1.18.33 to a scripted model"
_CODE = "the client's own code, version 1.18.33"
_DOCS = "documentation of OpenCode 2 and the code for it that 1.18.33 holds"

FACTS = (
    Fact(
        "A definition is a Markdown file below `agent` or `agents` of an OpenCode folder, or an entry of `agent` in "
        "`opencode.json`.",
        _SEEN,
        _DAY,
        "1.0",
    ),
    Fact(
        "Files of `mode` and `modes` (not of folders below) are the same with `mode: primary`; one that is not valid is "
        "passed over.",
        _SEEN,
        _DAY,
        "1.0",
    ),
    Fact(
        "`.claude/agents` and `.agents/agents` are not read, nor files whose ending has capitals.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Layers of one name merge field by field; permission maps merge key by key, and a key keeps the place it had in "
        "the weaker layer.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Weakest to strongest: the user's JSON files, `OPENCODE_CONFIG`, the project's JSON files inwards, the user's "
        "agents, `.opencode` from the working folder outwards, `~/.opencode`, `OPENCODE_CONFIG_DIR`, "
        "`OPENCODE_CONFIG_CONTENT`, managed files, entries of `mode`.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Within an OpenCode folder its own JSON files are weaker than its agents, and these weaker than its modes.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Without a repository the way up ends at the root of the disk.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Two files of one name in one folder, or in `agent` and `agents`, do not merge: the one that the disk lists last "
        "counts, which changed from run to run.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "The name is the path below the folder without `.md`; a `name` key replaces it, also by the name of a built-in agent.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "A value that the schema does not take, in any definition or JSON file, makes the whole program exit with the "
        "file and the field.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Front matter that js-yaml 3 refuses is tried again with every value that holds a colon as a block text.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "If that second text is the same as the first, the file is an agent without fields: all of it is the prompt and "
        "nothing is denied. If it differs and fails as well, the file is passed over, and read as such a prompt when the "
        "program reads the same text again.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "A file without front matter is an agent with every tool; its whole text is the prompt.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "A front matter that begins with `---js` or `---javascript` is run as a program when definitions are read; "
        "`---json` is read as JSON, any other word loses the front matter.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "The front matter ends at the first line that begins with `---`, whatever follows there; without one it ends with"
        " the file and the prompt is empty.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "The body is the prompt, trimmed; `prompt` in front matter is ignored, also where the body is empty.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Keys that are no fields are moved into `options` and sent to the model's provider.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "`tools` becomes rules before those of `permission`; `write`, `edit` and `patch` all become `edit`.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Rules in order: defaults, those of a built-in agent, `permission` of the JSON files, the agent's own, one for "
        "the folder of tool outputs. The last that matches permission and pattern counts; where none does, the client "
        "asks.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Top-level `tools` of the JSON files come before top-level `permission`, and `OPENCODE_PERMISSION` merges over it.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Keys that are whole numbers come first in a map, ascending, wherever they were written.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "`todowrite`, `question`, `webfetch`, `websearch` and `doom_loop` take an action alone; a map for them is an error.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "A tool is hidden only if the last rule about its permission has the pattern `*` and the action deny. `edit`, "
        "`write` and `apply_patch` ask for `edit`.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Permission names are compared exactly, case included.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "A session offers bash, edit, glob, grep, read, skill, task, todowrite, webfetch and write; `question` where "
        "somebody can answer, `websearch` with OpenCode's own provider or `OPENCODE_ENABLE_EXA`, `apply_patch` in place "
        "of edit and write to models called `gpt-…`. `invalid` is never offered.",
        _RUN,
        _DAY,
        "1.18",
    ),
    Fact(
        "A spawned agent has no `todowrite` and no `task` unless some rule of it or of `opencode.json` has exactly that name.",
        _RUN,
        _DAY,
        "1.18",
    ),
    Fact(
        "A spawned agent may start no further one unless `subagent_depth` is above 1, even where it has `task`.",
        _CODE,
        _DAY,
        "1.18",
    ),
    Fact(
        "Any agent can be started by name as a sub-agent, primary, built-in and hidden ones included; the parent's rules "
        "do not bind it.",
        _RUN,
        _DAY,
        "1.18",
    ),
    Fact(
        "As the main agent of `opencode run` a `mode: subagent` is replaced by the default agent.",
        _RUN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Rules about `task` are asked with the agent's name, about `skill` with the skill's, about files with the path "
        "from the repository's root, about the shell with each single command.",
        _RUN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Tools of MCP servers are called `server_tool`, with `_` for all but letters, digits, `_` and `-`.",
        _RUN,
        _DAY,
        "1.18",
    ),
    Fact(
        "Folders of skills and references add rules that allow `external_directory` there.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "A call of a tool in capitals is mended to lower case.",
        _CODE,
        _DAY,
        "1.18",
    ),
    Fact(
        "`{env:NAME}` and `{file:path}` in JSON files are replaced before they are read.",
        _SEEN,
        _DAY,
        "1.18",
    ),
    Fact(
        "`permissions` lists belong to version 2: in a Markdown file they end up in `options` and nothing is denied, in "
        "JSON the program refuses to start.",
        _SEEN,
        _DAY,
        "1.18",
        "2.0",
    ),
    Fact(
        "Version 2 reads `permissions: [{action, resource, effect}]`, with `shell` for bash and `subagent` for task; a "
        "file with any key that it does not know is read the old way.",
        _DOCS,
        _DAY,
        "2.0",
    ),
)
"""Everything is about version 1; of version 2 only the form of its lists is known here."""
