"""Findings about OpenCode definitions: which rule, at which characters, how grave, and whether remit refuses the file."""

from __future__ import annotations

import pytest

from remit.document import Document
from remit.hosts import host, tell
from remit.source import Source

HOST = host("opencode")
VERSION = HOST.version(None)
HEAD = "---\ndescription: d\nmode: subagent\n"


def read(text: str, path: str = "project/.opencode/agents/t.md"):
    return HOST.read(Source.of(text, path), VERSION, "project", stem="t")


def told(reading, rule: str):
    """The findings of a rule, each as the text it points to and its severity."""
    text = reading.document.source.text
    for finding in reading.diagnostics:
        assert finding.message
        assert isinstance(finding.help, str | None)
        assert 0 <= finding.start <= finding.end <= len(text)
    return [(text[one.start : one.end], one.severity) for one in reading.diagnostics if one.rule == rule]


@pytest.mark.parametrize(
    ("front", "rule", "spans", "definition"),
    [
        ("tools: Read, Grep", "refuses-to-start", [("Read, Grep", "error")], False),
        ("tools: [Read]", "refuses-to-start", [("[Read]", "error")], False),
        ("tools:", "refuses-to-start", [("tools:", "error")], False),
        ("tools:\n  bash: 'false'", "refuses-to-start", [("'false'", "error")], False),
        ("permission:\n  bash: Deny", "refuses-to-start", [("Deny", "error")], False),
        ("permission:\n  bash:\n    'git *': true", "refuses-to-start", [("true", "error")], False),
        ("permission:\n  webfetch: {'*': deny}", "refuses-to-start", [("{'*': deny}", "error")], False),
        ("steps: 0", "refuses-to-start", [("0", "error")], False),
        ("color: red", "refuses-to-start", [("red", "error")], False),
        ("name: 5", "refuses-to-start", [("name: 5", "error")], False),
        ("temperature: '0.2'\nsteps: x", "refuses-to-start", [("'0.2'", "error"), ("x", "error")], False),
        ("permission:\n  Bash: deny\n  Edit: ask\n  Read: allow", "wrong-case-tool", [("Bash", "error"), ("Edit", "error"), ("Read", "warning")], True),
        ("permission:\n  edti: deny\n  raed: allow", "unknown-tool", [("edti", "error"), ("raed", "warning")], True),
        ("permission:\n  github-pr-search: allow\n  probe_ping: deny", "unknown-tool", [], True),
        ("permission:\n  LS: deny\n  Agent: deny", "foreign-tool", [("LS", "error"), ("Agent", "error")], True),
        ("permission:\n  write: deny\n  apply_patch: deny", "asks-other-permission", [("write", "error"), ("apply_patch", "error")], True),
        ("tools:\n  write: false\n  multiedit: false", "asks-other-permission", [("multiedit", "error")], True),
        ('permission:\n  "mcp__probe__*": deny', "pattern-without-effect", [('"mcp__probe__*"', "error")], True),
        ('permission:\n  read: allow\n  "*": deny', "rule-never-applies", [("read: allow", "warning")], True),
        ('permission:\n  bash:\n    "git *": allow\n    "*": deny', "rule-never-applies", [('"git *": allow', "warning")], True),
        ('permission:\n  bash: deny\n  "*": allow', "rule-never-applies", [("bash: deny", "error")], True),
        ('permission:\n  "*": deny\n  bash:\n    "*": deny\n    "git *": allow', "rule-never-applies", [], True),
        ("permission:\n  read: allow", "env-files-opened", [("read: allow", "info")], True),
        ('permission:\n  read:\n    "*": allow\n    "*.env": ask\n    "*.env.*": ask', "env-files-opened", [], True),
        ("tools:\n  bash: false", "deprecated-tools-map", [("tools", "info")], True),
        ("tools:\n  write: false\n  edit: true", "edit-keys-collapse", [("write", "error")], True),
        ("tools:\n  edit: true\n  write: false", "edit-keys-collapse", [("edit", "warning")], True),
        ("tools:\n  edit: false\n  write: false", "edit-keys-collapse", [], True),
        ("permissions:\n  - {action: edit, resource: '*', effect: deny}", "permissions-of-version-2", [("permissions", "error")], True),
        ("permissions: none", "permissions-of-version-2", [("permissions", "error")], False),
        ("disallowedTools: Bash, Edit", "misspelt-key", [("disallowedTools", "error")], True),
        ("permision:\n  bash: deny", "misspelt-key", [("permision", "error")], True),
        ("maxTurns: 5", "misspelt-key", [("maxTurns", "error")], True),
        ("temprature: 1", "misspelt-key", [("temprature", "warning")], True),
        ("mcpServers: {}", "foreign-key", [("mcpServers", "warning")], True),
        ("version: 1", "key-sent-to-provider", [("version", "info")], True),
        ("options: {a: 1}", "key-sent-to-provider", [], True),
        ("name: other", "name-differs-from-file", [("other", "warning")], True),
        ("name: t", "name-differs-from-file", [], True),
        ("model: sonnet", "model-without-provider", [("sonnet", "warning")], True),
        ("model: a/b/c", "model-without-provider", [], True),
        ("prompt: x", "prompt-key-ignored", [("prompt: x", "warning")], True),
        ("permission:\n  bash: deny\n  bash: allow", "duplicate-key", [("bash", "error")], False),
        ("permission: deny\npermission: allow", "duplicate-key", [("permission", "error")], False),
        ("a: 1\na: 2\npermission: deny", "whole-file-is-prompt", [("a", "error")], False),
        ("a: 1\na: 2", "whole-file-is-prompt", [("a", "error")], True),
        ("permission:\n  *: deny", "whole-file-is-prompt", [("*", "error")], False),
        ("x: !mine 1\npermission: deny", "whole-file-is-prompt", [("!", "error")], False),
        ("x: a: b\npermission:\n  *: deny", "dropped", [("*", "error")], False),
        ("permission: {bash: deny}\nx: a: b", "garbled-field", [("permission: {bash: deny}", "error")], False),
        ("permission:\n\tbash: deny", "tab-indentation", [("\t", "error")], False),
    ],
)  # fmt: skip
def test_front_matter(front: str, rule: str, spans: list, definition: bool) -> None:
    reading = read(f"{HEAD}{front}\n---\nBody\n")
    assert told(reading, rule) == spans
    assert (reading.definition is not None) is definition


@pytest.mark.parametrize(
    ("text", "rule", "severity", "loaded", "definition"),
    [
        ("Just a prompt.\n", "whole-file-is-prompt", "warning", True, True),
        ("", "whole-file-is-prompt", "warning", True, True),
        ("\n---\npermission: deny\n---\nx\n", "whole-file-is-prompt", "error", True, False),
        ("+++\nname = 'x'\n+++\nx\n", "whole-file-is-prompt", "error", True, False),
        ("--- # x\npermission: deny\n---\nx\n", "whole-file-is-prompt", "error", True, False),
        ("---js\n{}\n---\nx\n", "runs-code", "error", True, False),
        ("---yaml\npermission: deny\n---\nx\n", "unsupported-fence", "warning", True, False),
        ("---\npermission: deny\n", "unclosed-front-matter", "error", True, False),
        ("---\n- a\n---\nx\n", "front-matter-not-a-map", "error", True, False),
        ("---\ndescription: d\n---\n", "empty-prompt", "warning", True, True),
        ("---\nmode: foo\n---\nx\n", "refuses-to-start", "error", False, False),
    ],
)
def test_whole_files(text: str, rule: str, severity: str, loaded: bool, definition: bool) -> None:
    reading = read(text)
    assert [one for _, one in told(reading, rule)] == [severity]
    assert reading.loaded is loaded
    assert (reading.definition is not None) is definition


def test_a_refusal_says_that_nothing_starts() -> None:
    reading = read(f"{HEAD}tools: Read, Grep\n---\nx\n")
    finding = next(one for one in reading.findings if one.rule == "refuses-to-start")
    assert "refuses to start" in finding.message
    assert "`tools`" in finding.message
    assert "permission" in (finding.help or "")
    assert reading.why is not None
    assert "whole program refuses to start" in reading.why


def test_a_mode_file_is_passed_over_instead() -> None:
    reading = read("---\ntools: Read\n---\nx\n", "project/.opencode/modes/t.md")
    assert not reading.loaded
    assert "whole program" not in (reading.why or "")
    assert "passes this file over" in reading.findings[-1].message or any("passes" in one.message for one in reading.findings)


def test_disable_is_no_fault() -> None:
    reading = read("---\ndisable: true\n---\nx\n")
    assert not reading.loaded
    assert reading.definition is not None
    assert not [one for one in reading.findings if one.severity == "error"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("p/.opencode/agents/review/security.md", "review/security"),
        ("p/.opencode/agent/a.b.md", "a.b"),
        ("h/.config/opencode/agents/Code.md", "Code"),
        ("p/.opencode/modes/m.md", "m"),
        ("p/.opencode/agents/agents/x.md", "agents/x"),
        ("p/agents/x.md", "t"),
    ],
)
def test_the_name_is_the_path_below_the_folder(path: str, name: str) -> None:
    assert read("---\ndescription: d\n---\nx\n", path).name == name


def test_a_clean_definition_has_no_findings() -> None:
    text = (
        '---\ndescription: Reviews code\nmode: subagent\nmodel: anthropic/claude-sonnet-4-5\nsteps: 7\ncolor: "#E67E22"\npermission:\n'
        '  "*": deny\n  grep: allow\n  edit: ask\n  bash:\n    "*": ask\n    "git *": allow\n  task: {"*": deny, explore: allow}\n---\nYou review.\n'
    )
    reading = read(text)
    assert reading.diagnostics == []
    definition = reading.definition
    assert definition is not None
    assert (definition.name, definition.description, definition.model, definition.max_turns) == (
        "t",
        "Reviews code",
        "anthropic/claude-sonnet-4-5",
        7,
    )
    assert definition.system_prompt == "You review."
    assert definition.extra["permission"]["bash"] == {"*": "ask", "git *": "allow"}
    assert definition.tools is None


JSON = '{"permission": {"Bash": "deny"}, "agent": {"a": {"description": "d", "prompt": "P", "permission": {"edti": "deny"}}, "b": {"mode": "primary"}}}'


def test_entries_of_a_settings_file() -> None:
    readings = list(HOST.entries(Source.of(JSON, "p/opencode.json"), VERSION, "project", "opencode"))
    assert [one.name for one in readings] == ["a", "b"]
    assert all(one.loaded for one in readings)
    assert [one.rule for one in readings[0].diagnostics] == ["wrong-case-tool", "unknown-tool"]
    assert readings[1].diagnostics == []
    assert readings[0].definition.system_prompt == "P"
    assert HOST.effective_field(readings[0], "description") == "d"
    assert readings[0].document.root.get("prompt").text == "P"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('{"agent": {"a": {"mode": "x"}, "b": {}}}', "refuses-to-start"),
        ('{"agent": {"b": {}}, "permission": {"bash": "never"}}', "refuses-to-start"),
        ('{"agent": {"b": {}}, "permissions": []}', "permissions-of-version-2"),
        ('{"agents": {"b": {"permissions": []}}}', "permissions-of-version-2"),
        ('{"agent": {"b": {"permission": {"bash": "{env:X}"}}}}', "value-from-outside"),
        ('{"agent": {"b": {}}', "json-syntax"),
        ('{"agent": {"b": {"permission": {"bash": "deny", "bash": "allow"}}}}', "duplicate-key"),
    ],
)
def test_faults_of_a_settings_file(text: str, rule: str) -> None:
    readings = list(HOST.entries(Source.of(text, "p/opencode.jsonc"), VERSION, "project", "opencode"))
    assert rule in [one.rule for reading in readings for one in reading.diagnostics]
    assert readings[0].definition is None
    for reading in readings:
        assert not reading.loaded or rule in ("value-from-outside", "duplicate-key")
        for finding in reading.diagnostics:
            assert finding.message


def test_a_settings_file_without_agents_is_accounted_for() -> None:
    (reading,) = HOST.entries(Source.of('{"model": "a/b"}', "p/opencode.json"), VERSION, "project", "opencode")
    assert reading.silent
    assert reading.why == "it defines no agents"
    assert reading.definition is None


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("x/.opencode/agents/a.md", "x", "opencode"),
        ("x/opencode.json", "{}", "opencode"),
        ("x/a.md", "---\nmode: subagent\npermission: {edit: deny}\n---\n", "opencode"),
        ("x/a.md", "---\nmode: primary\ntools: {write: false}\n---\n", "opencode"),
        ("x/a.md", "---\npermission:\n  bash: {'git *': ask}\n---\n", "opencode"),
        ("x/a.md", "---\nname: a\ndescription: d\ntools: Read\n---\n", "claude-code"),
        ("x/a.md", "---\nname: a\nmode: subagent\ntools: [Read]\n---\n", "claude-code"),
        ("x/.claude/agents/a.md", "---\nmode: subagent\n---\n", "claude-code"),
    ],
)
def test_whose_file_it_is(path: str, text: str, name: str) -> None:
    assert tell(path, Document(Source.of(text, path))).name == name
