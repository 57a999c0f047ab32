"""The fix of each rule: a file before, the file after, and the least that has to be said for it to be made.

What is proved is looked at once more from outside: no tool is gained (unless `widen` was said), nothing else changes, a second run does
nothing.
"""

from __future__ import annotations

import re

import pytest
from outside import mended, never_grows, nothing_else_changed, once

from remit.rules import all_rules

HEAD = "name: a\ndescription: Does it all\n"
ROLE = 'name = "a"\ndescription = "d"\ndeveloper_instructions = "x"\n'


def md(fields: str, head: str = HEAD) -> str:
    return f"---\n{head}{fields}---\nYou are a.\n"


SAFE = [
    ("agent-list-split", "claude-code", md("tools: Agent(x), Read, Agent(y)\n"), md("tools: Agent(x, y), Read\n")),
    ("agent-list-split", "claude-code", md("tools:\n  - Agent(x)\n  - Agent(y)\n"), md("tools:\n  - Agent(x, y)\n")),
    ("body-lost", "gemini", "---\nname: a\ndescription: d\n---  \nx\n", "---\nname: a\ndescription: d\n---\nx\n"),
    ("byte-order-mark", "claude-code@2.1.197", "\ufeff" + md("tools: Read\n"), md("tools: Read\n")),
    ("coerced-value", "claude-code", md('maxTurns: "5" # few\n'), md("maxTurns: 5 # few\n")),
    ("coerced-value", "claude-code", md("background: 'false'\n"), md("background: false\n")),
    ("control-character", "zeph", md("", "name: a\ndescription: >\n  d\n"), md("", "name: a\ndescription: >-\n  d\n")),
    ("duplicate-entry", "claude-code", md("tools: [Read, Bash, Read]\n"), md("tools: [Read, Bash]\n")),
    ("duplicate-key", "claude-code", md("tools: Read\nmodel: opus\ntools: Read\n"), md("tools: Read\nmodel: opus\n")),
    ("fence-differs", "zeph", "---  \nname: a\ndescription: d\n---\nx\n", "---\nname: a\ndescription: d\n---\nx\n"),
    ("invalid-hooks", "claude-code", md("hooks: []\nmodel: opus\n"), md("model: opus\n")),
    ("invalid-value", "claude-code", md("isolation: Worktree\n"), md("isolation: worktree\n")),
    ("lines-do-not-separate", "claude-code", md("disallowedTools: |\n  Bash\n  Write\n"), md("disallowedTools:\n  - Bash\n  - Write\n")),
    (
        "lists-exclude-each-other", "zeph",
        md("tools:\n  allow: [read, bash]\n  deny: [bash]\n"), md("tools:\n  allow: [read, bash]\n  except: [bash]\n"),
    ),
    ("literal-line-ends", "claude-code", md("", 'name: a\ndescription: a\\n"b" C:\\d\n'), md("", 'name: a\ndescription: "a\\n\\"b\\" C:\\\\d"\n')),
    ("misspelt-key", "claude-code", md("disalowedTools: Bash\n"), md("disallowedTools: Bash\n")),
    ("misspelt-key", "opencode", md("permision:\n  bash: deny\n", "description: d\n"), md("permission:\n  bash: deny\n", "description: d\n")),
    (
        "misspelt-key", "opencode",
        md("disallowedTools: Bash, Write\n", "description: d\n"), md("permission:\n  bash: deny\n  edit: deny\n", "description: d\n"),
    ),
    ("name-with-blanks", "claude-code", md("", "name: ' a '\ndescription: d\n"), md("", "name: 'a'\ndescription: d\n")),
    ("no-front-matter", "claude-code", "\n \n" + md("tools: Read\n"), md("tools: Read\n")),
    ("pattern-without-effect", "opencode", md("permission:\n  mcp__a__b: deny\n", "description: d\n"), md("permission:\n  a_b: deny\n", "description: d\n")),
    ("refused-key", "zeph", md("permissions:\n  max_turn: 3\n"), md("permissions:\n  max_turns: 3\n")),
    ("refused-value", "codex", ROLE + 'personality = "Friendly"\n', ROLE + 'personality = "friendly"\n'),
    ("refuses-to-start", "opencode", md("permission:\n  bash: Deny\n", "description: d\n"), md("permission:\n  bash: deny\n", "description: d\n")),
    ("refuses-to-start", "opencode", md("mode: Subagent\n", "description: d\n"), md("mode: subagent\n", "description: d\n")),
    ("retired-key", "copilot", md("infer: false\n"), md("disable-model-invocation: true\n")),
    ("retired-tool", "claude-code", md("disallowedTools: MultiEdit\n"), md("disallowedTools: Edit\n")),
    ("retired-tool", "claude-code", md("tools: Edit, MultiEdit, Read\n"), md("tools: Edit, Read\n")),
    ("star-cancels-denylist", "claude-code", md('disallowedTools: ["*", Bash]\n'), md("disallowedTools: [Bash]\n")),
    ("tab-indentation", "claude-code", md("tools:\n\t- Read\n\t- Bash\n"), md("tools:\n  - Read\n  - Bash\n")),
    ("tool-alias", "claude-code", md("tools: Read, Task(x)\n"), md("tools: Read, Agent(x)\n")),
    ("unclosed-front-matter", "claude-code", "---\nname: a\ndescription: d\ntools: Read\nYou.\n", "---\nname: a\ndescription: d\ntools: Read\n---\nYou.\n"),
    (
        "unindented-value", "claude-code",
        md("tools: Read\n", "name: a\ndescription: Use it.\n\n<example>\nuser: hi\n</example>\n"),
        md("tools: Read\n", "name: a\ndescription: |\n  Use it.\n\n  <example>\n  user: hi\n  </example>\n"),
    ),
    ("unknown-tool", "claude-code", md("disallowedTools: Bsh, Write\n"), md("disallowedTools: Bash, Write\n")),
    ("unquoted-value", "claude-code", md("", "name: a\ndescription: Use when: x\n"), md("", 'name: a\ndescription: "Use when: x"\n')),
    ("unquoted-value", "claude-code", md("", "name: a\ndescription: @x\n"), md("", 'name: a\ndescription: "@x"\n')),
    ("unsupported-fence", "claude-code", "-----\nname: a\ndescription: d\n-----\nx\n", "---\nname: a\ndescription: d\n---\nx\n"),
    ("whole-file-is-prompt", "opencode", md("permission:\n  *: deny\n", "description: d\n"), md('permission:\n  "*": deny\n', "description: d\n")),
    ("wrong-case-tool", "claude-code", md("disallowedTools: bash\n"), md("disallowedTools: Bash\n")),
    ("wrong-separator", "claude-code", md("disallowedTools: Bash; Write\n"), md("disallowedTools: Bash, Write\n")),
    ("wrong-separator", "claude-code", md("disallowedTools: Bash|Write, Edit\n"), md("disallowedTools: Bash, Write, Edit\n")),
    ("wrong-type", "zeph", md('permissions:\n  max_turns: "5"\n'), md("permissions:\n  max_turns: 5\n")),
    ("wrong-type", "gemini", md("tools: read_file, glob\n"), md("tools: [read_file, glob]\n")),
    ("misspelt-key", "claude-code", md("allowedTools: Read, Bash\n"), md("tools: Read, Bash\n")),
    ("yaml-syntax", "claude-code", md("", "name: a\ndescription: 'it's d'\n"), md("", 'name: a\ndescription: "it\'s d"\n')),
    ("yaml-syntax", "claude-code", md("", 'name: a\ndescription: "d "e" f"\n'), md("", "name: a\ndescription: 'd \"e\" f'\n")),
    ("yaml-syntax", "claude-code", md("", 'name: a\ndescription: "d" tail\n'), md("", "name: a\ndescription: '\"d\" tail'\n")),
    ("yaml-syntax", "claude-code", md("", "name: a\ndescription:|\n  d\n"), md("", "name: a\ndescription: |\n  d\n")),
    ("yaml-syntax", "claude-code", md("", "name: a\ndescription: [WIP] d\n"), md("", 'name: a\ndescription: "[WIP] d"\n')),
]  # fmt: skip

UNSAFE = [
    ("allowed-and-denied", "claude-code", md("tools: Read, Bash\ndisallowedTools: Bash\n"), md("tools: Read\ndisallowedTools: Bash\n")),
    ("asks-other-permission", "opencode", md("permission:\n  write: deny\n", "description: d\n"), md("permission:\n  edit: deny\n", "description: d\n")),
    ("bidirectional-control", "claude-code", md("", "name: a\ndescription: a \u202eb\n"), md("", "name: a\ndescription: a b\n")),
    ("bypass-mode", "claude-code", md("permissionMode: bypassPermissions\n"), md("")),
    (
        "closed-early", "claude-code",
        "---\nname: a\ndescription: d\n---\ntools: Read\n---\nx\n", "---\nname: a\ndescription: d\ntools: Read\n---\nx\n",
    ),
    (
        "cut-by-comment", "claude-code",
        md("", "name: a\ndescription: Works in C #and F #too\n"), md("", 'name: a\ndescription: "Works in C #and F #too"\n'),
    ),
    ("duplicate-key", "claude-code", md("model: opus\nmodel: sonnet\n"), md("model: sonnet\n")),
    ("entries-beside-star", "claude-code", md('tools: [Read, "*"]\n'), md('tools: ["*"]\n')),
    (
        "env-files-opened", "opencode",
        md('permission:\n  "*": deny\n  read: allow\n', "description: d\n"),
        md(
            'permission:\n  "*": deny\n  read:\n    "*": allow\n    "*.env": ask\n    "*.env.*": ask\n    "*.env.example": allow\n',
            "description: d\n",
        ),
    ),
    ("foreign-key", "claude-code", md("permission:\n  bash: deny\n"), md("disallowedTools: Bash\n")),
    ("front-matter-cut", "claude-code", md("", "name: a\ndescription: a --- b\n"), md("", "name: a\ndescription: a — b\n")),
    ("ignored-restriction", "copilot", md("tools: [read, execute]\ndisallowedTools: Bash\n"), md("tools: [read]\n")),
    ("invisible-character", "claude-code", md("", "name: a\ndescription: a\u200bb\n"), md("", "name: a\ndescription: ab\n")),
    ("line-separator", "claude-code", md("", 'name: a\ndescription: "a\u2028b"\n'), md("", 'name: a\ndescription: "a b"\n')),
    ("list-left-empty", "claude-code", md("tools:\n"), md("tools: []\n")),
    ("list-left-empty", "claude-code", md("disallowedTools:\n"), md("")),
    ("name-differs-from-file", "opencode", md("", "name: b\ndescription: d\n"), md("", "description: d\n")),
    ("name-not-portable", "claude-code", md("", "name: Code Reviewer\ndescription: d\n"), md("", "name: code-reviewer\ndescription: d\n")),
    (
        "second-front-matter", "claude-code",
        "---\nname: a\ndescription: d\n---\n\n---\ntools: Read\n---\nx\n", "---\nname: a\ndescription: d\ntools: Read\n---\nx\n",
    ),
    ("refused-key", "zeph", md("nothing_known_at_all: 3\n"), md("")),
    (
        "refuses-to-start", "opencode",
        md("tools: Bash, Grep\n", "description: d\n"),
        md('permission:\n  "*": deny\n  bash: allow\n  grep: allow\n', "description: d\n"),
    ),
    ("rule-never-applies", "opencode", md('permission:\n  bash:\n    "git *": deny\n    "*": deny\n', "description: d\n"), md('permission:\n  bash:\n    "*": deny\n', "description: d\n")),
    ("star-cancels-denylist", "claude-code", md('disallowedTools: "*"\n'), md("tools: []\n")),
    ("tools-resolve-to-nothing", "claude-code", md("tools: none\n"), md("tools: []\n")),
    ("unclosed-scope", "claude-code", md("disallowedTools: Bash(git, Read\n"), md("disallowedTools: Bash(git), Read\n")),
    ("unknown-model", "claude-code", md("model: oppus\n"), md("model: opus\n")),
    ("yaml-alias", "claude-code", md("", "name: a\ndescription: *all\n"), md("", 'name: a\ndescription: "*all"\n')),
    ("yaml-syntax", "claude-code", md("", 'name: a\ndescription: "d\n'), md("", 'name: a\ndescription: "d"\n')),
]  # fmt: skip

WIDENING = [
    ("foreign-tool", "claude-code", md("tools: Read, codebase\n"), md("tools: Read, Grep\n")),
    ("lines-do-not-separate", "claude-code", md("tools: |\n  Read\n  Bash\n"), md("tools:\n  - Read\n  - Bash\n")),
    ("retired-tool", "claude-code", md("tools: Read, MultiEdit\n"), md("tools: Read, Edit\n")),
    ("unknown-tool", "claude-code", md("tools: Read, Grpe # g\n"), md("tools: Read, Grep # g\n")),
    ("wrong-separator", "claude-code", md("tools: Read; Bash\n"), md("tools: Read, Bash\n")),
    ("wrong-case-tool", "claude-code", md("tools: [Read, bash]\n"), md("tools: [Read, Bash]\n")),
]  # fmt: skip


OF_THE_FRAME = ("byte-order-mark", "lone-carriage-returns", "closed-early", "second-front-matter", "raw-control-character")
"""Rules whose fix is about what otherwise has to stay."""


def path_of(host: str) -> str | None:
    return "a.toml" if host == "codex" else "a.md"


def made(name: str, host: str, before: str, *, unsafe: bool, widen: bool = False) -> tuple[str, list[str]]:
    data = before.encode()
    changed = mended(data, host, path_of(host), unsafe=unsafe, widen=widen)
    if not widen:
        never_grows(data, changed.after, host, path_of(host))
    if name not in OF_THE_FRAME:
        nothing_else_changed(data, changed.after)
    once(changed, host, path_of(host), unsafe=unsafe, widen=widen)
    return changed.text, [finding.rule for finding, _ in changed.made]


@pytest.mark.parametrize(("name", "host", "before", "after"), SAFE)
def test_safe(name: str, host: str, before: str, after: str) -> None:
    assert made(name, host, before, unsafe=False) == (after, [name])


@pytest.mark.parametrize(("name", "host", "before", "after"), UNSAFE)
def test_unsafe(name: str, host: str, before: str, after: str) -> None:
    assert made(name, host, before, unsafe=True) == (after, [name])
    text, rules = made(name, host, before, unsafe=False)
    assert name not in rules
    assert text == before


@pytest.mark.parametrize(("name", "host", "before", "after"), WIDENING)
def test_widening(name: str, host: str, before: str, after: str) -> None:
    assert made(name, host, before, unsafe=True, widen=True) == (after, [name])
    assert made(name, host, before, unsafe=True)[0] == before


@pytest.mark.parametrize(("name", "host", "before", "after"), [one for one in SAFE if one[0] != "byte-order-mark"])
def test_line_ends_stay(name: str, host: str, before: str, after: str) -> None:
    data = before.replace("\n", "\r\n")
    text, _ = made(name, host, data, unsafe=False)
    assert text in (after.replace("\n", "\r\n"), data)


def test_lone_carriage_returns() -> None:
    before = md("tools: Read\n").replace("\n", "\r")
    assert made("lone-carriage-returns", "claude-code", before, unsafe=False) == (
        md("tools: Read\n"),
        ["lone-carriage-returns"],
    )


def test_every_page_says_how_safe_the_fix_is() -> None:
    for one in all_rules():
        section = re.search(r"^## Fix safety\n\n(.*?)(?=\n## |\Z)", one.page, re.MULTILINE | re.DOTALL)
        assert one.mends == (section is not None and not section[1].startswith("None")), one.name
