"""Definitions one by one: the rows of Zeph's own tests of its reader, by their numbers in the notes on it (7.1)."""

from __future__ import annotations

import pytest

import remit
from hosts.zeph.zeph_texts import CURRENT, F1, F2, F3, F4, F5, F6, MID, NEWEST, OLD, outcome, parse, reading, toml, yaml

ALL = (OLD, MID, CURRENT, NEWEST)
YAML = (MID, CURRENT, NEWEST)


def rows(table: dict[str, tuple], versions: dict[str, tuple[str, ...]] | None = None) -> list:
    """One case for each row and version; a row that names no versions holds for those that `versions` says, else for all."""
    return [
        pytest.param(version, *row, id=f"{name}-{version}")
        for name, row in table.items()
        for version in (versions or {}).get(name, YAML if str(row[0]).startswith("---") else ALL)
    ]


@pytest.mark.parametrize(("version", "text"), rows({"7.1-01": (F1,), "7.1-17": (F2,)}))
def test_full(version: str, text: str) -> None:
    found = parse(text, version)
    assert found.name == "code-reviewer"
    assert found.description == "Reviews code changes for correctness and style"
    assert found.model == "claude-sonnet-4-20250514"
    assert found.tools == ("shell", "web_scrape")
    assert found.disallowed_tools == ()
    assert found.secrets == ("github-token",)
    assert (found.max_turns, found.timeout_secs, found.ttl_secs, found.background) == (10, 300, 120, False)
    assert found.skills.include == ("git-*", "rust-*")
    assert found.skills.exclude == ("deploy-*",)
    assert "code reviewer" in found.system_prompt


@pytest.mark.parametrize(("version", "text"), rows({"7.1-02-04-14": (F3,), "7.1-18-20": (F4,)}))
def test_minimal(version: str, text: str) -> None:
    found = parse(text, version)
    assert found.name == "bot"
    assert found.description == "A bot"
    assert found.model is None
    assert found.tools is None
    assert found.disallowed_tools == ()
    assert (found.max_turns, found.timeout_secs, found.ttl_secs) == (20, 600, 300)
    assert found.background is False
    assert found.secrets == ()
    assert found.system_prompt == "Do things."
    assert found.permission_mode == (None if version == OLD else "default")


DENY = {"7.1-03": (toml("[tools]", 'deny = ["shell"]'),), "7.1-19": (yaml("tools: {deny: [shell]}"),)}


@pytest.mark.parametrize(("version", "text"), rows(DENY))
def test_denylist(version: str, text: str) -> None:
    found = parse(text, version)
    assert found.tools is None
    assert found.disallowed_tools == ("shell",)
    view = reading(text, version).view
    assert (view.kind, [entry.text for entry in view.entries], view.excepted) == ("deny", ["shell"], ())


@pytest.mark.parametrize("version", YAML)
def test_an_empty_table_inherits_everything(version: str) -> None:
    """7.1-20"""
    assert parse(yaml("tools: {}"), version).tools is None
    assert reading(yaml("tools: {}"), version).view.kind == "inherit"


REFUSED = {
    "7.1-05": (toml("[tools]", 'allow = ["x"]', 'deny = ["y"]'), "invalid"),
    "7.1-06": ('name = "a"\n+++\nbody\n', "parse"),
    "7.1-07": ('+++\nname = "a"\ndescription = "b"\n', "parse"),
    "7.1-08": ('+++\ndescription = "b"\n+++\n\nbody\n', "parse"),
    "7.1-09": ('+++\nname = "a"\n+++\n\nbody\n', "parse"),
    "7.1-10": (toml(name='""'), "invalid"),
    "7.1-11": (toml(description='"   "'), "invalid"),
    "7.1-21": (yaml("tools:", "  allow: [x]", "  deny: [y]"), "invalid"),
    "7.1-22": ("name: a\n---\nbody\n", "parse"),
    "7.1-23": ("---\nname: a\ndescription: b\n", "parse"),
    "7.1-24": ("---\ndescription: b\n---\n\nbody\n", "parse"),
    "7.1-25": ("---\nname: a\n---\n\nbody\n", "parse"),
    "7.1-26-name": (yaml(name='""'), "invalid"),
    "7.1-26-description": (yaml(description='"   "'), "invalid"),
}


@pytest.mark.parametrize(("version", "text", "expected"), rows(REFUSED, {"7.1-22": YAML}))
def test_refused(version: str, text: str, expected: str) -> None:
    assert outcome(text, version) == expected
    found = reading(text, version)
    assert not found.loaded
    assert found.why
    assert found.definition is None


def test_yaml_is_no_format_of_the_first_version() -> None:
    assert outcome(F4, OLD) == "parse"


@pytest.mark.parametrize("version", YAML)
def test_later_fences_are_text(version: str) -> None:
    """7.1-31"""
    found = parse("---\nname: a\ndescription: b\n---\n\nfirst\n\n---\n\nsecond\n", version)
    assert "first" in found.system_prompt
    assert "second" in found.system_prompt


CRLF = {
    "7.1-32-yaml": ("---\r\nname: bot\r\ndescription: A bot\r\n---\r\n\r\nDo things.\r\n",),
    "7.1-32-toml": ('+++\r\nname = "bot"\r\ndescription = "A bot"\r\n+++\r\n\r\nDo things.\r\n',),
    "7.1-32-toml-closer": ('+++\r\nname = "bot"\r\ndescription = "A bot"\r\n+++\r\nDo things.\r\n',),
}


@pytest.mark.parametrize(("version", "text"), rows(CRLF))
def test_crlf(version: str, text: str) -> None:
    found = parse(text, version)
    assert (found.name, found.description) == ("bot", "A bot")
    assert "Do things" in found.system_prompt


@pytest.mark.parametrize("version", YAML)
def test_crlf_numbers(version: str) -> None:
    """7.1-33"""
    text = "---\r\nname: bot\r\ndescription: A bot\r\npermissions:\r\n  max_turns: 5\r\n  timeout_secs: 120\r\n---\r\nx\r\n"
    found = parse(text, version)
    assert (found.max_turns, found.timeout_secs) == (5, 120)


def test_crlf_inside_a_toml_text() -> None:
    text = '+++\r\nname = "bot"\r\ndescription = """a\r\nb"""\r\n+++\r\nx\r\ny\r\n'
    found = parse(text, OLD)
    assert found.description == "a\nb"
    assert found.system_prompt == "x\r\ny"


@pytest.mark.parametrize("version", YAML)
def test_no_line_end_after_the_closing_fence(version: str) -> None:
    """7.1-34"""
    assert parse("---\nname: a\ndescription: b\n---", version).system_prompt == ""


@pytest.mark.parametrize("mode", ["dont_ask", "accept_edits", "bypass_permissions", "plan"])
@pytest.mark.parametrize("version", YAML)
def test_permission_mode(version: str, mode: str) -> None:
    """7.1-35"""
    assert parse(yaml(f"permissions: {{permission_mode: {mode}}}"), version).permission_mode == mode
    assert parse(toml("[permissions]", f'permission_mode = "{mode}"'), version).permission_mode == mode
    assert parse(yaml(), version).permission_mode == "default"


@pytest.mark.parametrize("mode", ["banana_mode", "DontAsk", "bypass", "Default", '""'])
@pytest.mark.parametrize("version", YAML)
def test_no_such_mode(version: str, mode: str) -> None:
    """7.1-36"""
    assert outcome(yaml(f"permissions: {{permission_mode: {mode}}}"), version) == "parse"


@pytest.mark.parametrize("version", YAML)
def test_exceptions_beside_an_allowlist(version: str) -> None:
    """7.1-37"""
    text = yaml("tools:", "  allow: [shell, web]", "  except: [shell]")
    found = parse(text, version)
    assert found.tools == ("shell", "web")
    assert found.disallowed_tools == ("shell",)
    view = reading(text, version).view
    assert view.kind == "allow"
    assert [entry.text for entry in view.excepted] == ["shell"]


@pytest.mark.parametrize("lines", [(), ("tools: {except: []}",)], ids=["absent", "empty"])
def test_no_exceptions(lines: tuple[str, ...]) -> None:
    """7.1-38"""
    assert parse(yaml(*lines)).disallowed_tools == ()


@pytest.mark.parametrize("version", YAML)
def test_exceptions_beside_a_denylist(version: str) -> None:
    """7.1-39"""
    text = yaml("tools:", "  deny: [dangerous]", "  except: [web]")
    assert parse(text, version).disallowed_tools == ("dangerous", "web")
    view = reading(text, version).view
    assert view.kind == "deny"
    assert [entry.text for entry in view.entries] == ["dangerous"]
    assert [entry.text for entry in view.excepted] == ["web"]


@pytest.mark.parametrize("version", YAML)
def test_planner(version: str) -> None:
    """7.1-40"""
    found = parse(F5, version)
    assert (found.permission_mode, found.background, found.max_turns) == ("plan", True, 5)
    assert found.disallowed_tools == ("dangerous",)


@pytest.mark.parametrize("version", ALL)
def test_background_in_toml(version: str) -> None:
    """7.1-41"""
    assert parse(toml("[permissions]", "background = true"), version).background is True


@pytest.mark.parametrize("version", [CURRENT, NEWEST])
def test_misspelt_top_level_key(version: str) -> None:
    """7.1-42"""
    assert outcome(yaml("permisions: {max_turns: 5}"), version) == "parse"


@pytest.mark.parametrize("version", [OLD, MID])
def test_misspelt_top_level_key_before(version: str) -> None:
    """Ignored then, which is said aloud: the agent has more than its author meant."""
    text = toml("[tols]", 'allow = ["read"]')
    assert parse(text, version).tools is None
    (finding,) = [finding for finding in reading(text, version).diagnostics if finding.rule == "misspelt-key"]
    assert finding.severity == "error"
    assert "every tool" in finding.message


@pytest.mark.parametrize("scope", ["user", "project", "local"])
def test_memory(scope: str) -> None:
    """7.1-43"""
    assert parse(yaml(f"memory: {scope}")).memory == scope


def test_memory_absent_or_unknown() -> None:
    """7.1-43"""
    assert parse(yaml()).memory is None
    assert outcome(yaml("memory: global")) == "parse"
    assert outcome(yaml("memory: Project")) == "parse"


@pytest.mark.parametrize("name", ["аgent", "my agent", "my.agent"])
def test_refused_names(name: str) -> None:
    """7.1-44"""
    assert outcome(yaml(name=f'"{name}"')) == "invalid"
    assert outcome(yaml(name=f'"{name}"'), MID) == "ok"


@pytest.mark.parametrize("name", ["a", "my_agent-v2"])
def test_accepted_names(name: str) -> None:
    """7.1-45"""
    assert parse(yaml(name=name)).name == name


VALID = {"reviewer": True, "code-reviewer": True, "code_reviewer": True, "a": True, "A1": True}
VALID |= {"": False, "my agent": False, "../../etc": False, "-starts-with-dash": False, "has.dot": False}


@pytest.mark.parametrize(("name", "expected"), VALID.items())
def test_valid_name(name: str, expected: bool) -> None:
    """7.1-46"""
    from remit.hosts.zeph.reading import valid_name

    assert bool(valid_name(name)) is expected


NESTED = {
    "7.1-56-permissions": ("permissions: {pemission_mode: plan}", "permissions.permission_mode"),
    "7.1-56-tools": ("tools: {alow: [x]}", "tools.allow"),
}


@pytest.mark.parametrize(("line", "meant"), NESTED.values(), ids=NESTED)
def test_misspelt_nested_key(line: str, meant: str) -> None:
    assert outcome(yaml(line), NEWEST) == "parse"
    (finding,) = reading(yaml(line), NEWEST).findings
    assert finding.data["meant"] == meant


@pytest.mark.parametrize(("line", "meant"), NESTED.values(), ids=NESTED)
@pytest.mark.parametrize("version", [MID, CURRENT])
def test_misspelt_nested_key_before(version: str, line: str, meant: str) -> None:
    found = reading(yaml(line), version)
    assert found.loaded
    assert found.definition is not None
    assert [(finding.rule, finding.severity, finding.data["meant"]) for finding in found.findings] == [
        ("misspelt-key", "error", meant)
    ]


def test_auditor() -> None:
    found = parse(F6)
    assert found.tools == ("shell",)
    assert found.disallowed_tools == ("shell_sudo", "shell_rm")


def test_fields_that_the_model_does_not_name() -> None:
    found = parse(yaml("permissions: {max_history_messages: 50, worktree: true}"))
    assert found.extra == {"max_history_messages": 50, "worktree": True}
    assert parse(yaml()).extra == {}


def test_worktree_came_with_0_22_4() -> None:
    found = reading(yaml("permissions: {worktree: true}"), CURRENT)
    assert found.loaded
    assert [finding.rule for finding in found.findings] == ["later-key"]
    assert found.definition is not None
    assert found.definition.extra == {"permissions.worktree": True}


def test_exceptions_came_with_0_13() -> None:
    found = reading(toml("[tools]", 'allow = ["a"]', 'except = ["a"]'), OLD)
    assert found.loaded
    (finding,) = [finding for finding in found.findings if finding.rule == "later-key"]
    assert finding.severity == "error"
    assert "every tool" in finding.message


def test_model() -> None:
    assert parse(yaml("model: inherit")).model == "inherit"
    assert parse(yaml("model: fast")).model == "fast"
    assert parse(yaml("model:")).model is None


def test_the_first_error_is_the_hosts() -> None:
    """A blank name and both lists: the name is reported."""
    with pytest.raises(remit.InvalidDefinition, match="name"):
        parse(yaml("tools: {allow: [x], deny: [y]}", name='""'))
    with pytest.raises(remit.InvalidDefinition, match="blank"):
        parse(yaml(name='"a b"', description='" "'))
    with pytest.raises(remit.InvalidDefinition, match="name"):
        parse(yaml(name='"a b"', description='"x\\ny"'))
    with pytest.raises(remit.ParseError):
        parse(yaml("permissions: {max_turns: x}", name='""'))


def test_errors_name_the_place() -> None:
    with pytest.raises(remit.ParseError) as caught:
        remit.parse(yaml("tools: [a, b]"), host="zeph", path="x/agent.md")
    assert (caught.value.path, caught.value.line, caught.value.column) == ("x/agent.md", 4, 8)


def test_no_secret_is_printed() -> None:
    text = yaml("permissions:", "  secrets: ghp_0123456789abcdef")
    for finding in reading(text).diagnostics:
        assert "ghp_" not in finding.message
        assert "ghp_" not in (finding.help or "")
    with pytest.raises(remit.ParseError) as caught:
        parse(text)
    assert "ghp_" not in str(caught.value)


DOCUMENTED = {
    "background-at-the-top": ("background: false\nmax_turns: 10", "parse"),
    "delegation-mode": ("delegation_mode: explicit_request_only", "parse"),
    "lists-for-tables": ("tools: [web_scrape, read_file]\nskills: [research]", "parse"),
    "grants": ("grants: {tools: [web_scrape]}", "parse"),
    "hooks": (
        "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ./validate.sh\n"
        "          timeout_secs: 10\n          fail_closed: true\n  PostToolUse:\n    - matcher: Edit|Write\n      hooks: []",
        "ok",
    ),
}


@pytest.mark.parametrize(("lines", "expected"), DOCUMENTED.values(), ids=DOCUMENTED)
def test_samples_of_the_documentation(lines: str, expected: str) -> None:
    """7.6"""
    assert outcome(yaml(lines)) == expected


HOOKS = {
    "list": "hooks: []",
    "text": "hooks: x",
    "no-matcher": "hooks: {PreToolUse: [{hooks: []}]}",
    "no-hooks": "hooks: {PreToolUse: [{matcher: x}]}",
    "type": "hooks: {PreToolUse: [{matcher: x, hooks: [{type: shell, command: y}]}]}",
    "no-command": "hooks: {PreToolUse: [{matcher: x, hooks: [{type: command}]}]}",
    "timeout": "hooks: {PreToolUse: [{matcher: x, hooks: [{type: command, command: y, timeout_secs: soon}]}]}",
}


@pytest.mark.parametrize("line", HOOKS.values(), ids=HOOKS)
def test_refused_hooks(line: str) -> None:
    assert outcome(yaml(line)) == "parse"


def test_hooks_of_a_server() -> None:
    line = "hooks: {PostToolUse: [{matcher: x, hooks: [{type: mcp_tool, server: s, tool: t, args: {a: 1}}]}]}"
    assert parse(yaml(line)).hooks == {
        "PostToolUse": [{"matcher": "x", "hooks": [{"type": "mcp_tool", "server": "s", "tool": "t", "args": {"a": 1}}]}]
    }


def test_what_is_known_has_evidence() -> None:
    from remit.hosts import host

    zeph = host("zeph")
    assert all(fact.text and fact.source and fact.verified for fact in zeph.facts)
    assert all(field.evidence and field.doc and field.forms for field in zeph.fields.values())
    assert zeph.version(None).text == zeph.latest == zeph.versions[-1]
