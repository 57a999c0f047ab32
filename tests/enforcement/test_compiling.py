"""A catalog as one policy: what is in it, that it is the same each time, and that it is refused when it is out of date."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from remit.enforcement.compiling import compiled, text_of
from remit.enforcement.digests import same
from remit.enforcement.json_text import dumps, loads
from remit.enforcement.policy import Policy, PolicyError, check_sources, load

AGENT = "---\nname: {name}\ndescription: Does one thing well\n{fields}---\nBody\n"


def agent(root: Path, name: str, fields: str = "", folder: str = ".claude/agents") -> Path:
    path = root / folder / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(AGENT.format(name=name, fields=fields))
    return path


def policy_of(root: Path) -> Policy:
    return Policy(json.loads(text_of(compiled(str(root)))))


def test_every_agent_decides_as_declared(tmp_path: Path) -> None:
    agent(tmp_path, "reviewer", "tools: Read, Bash(git diff:*)\nmaxTurns: 3\n")
    agent(tmp_path, "any", "disallowedTools: Write\n")
    policy = policy_of(tmp_path)
    reviewer = policy.agent("claude-code", "reviewer")
    assert reviewer is not None
    assert reviewer.max_turns == 3
    assert reviewer.path == str(tmp_path / ".claude/agents/reviewer.md")
    decide = reviewer.ruling.decide
    assert decide("Bash", {"command": "git diff HEAD"}).effect == "allow"
    assert decide("Bash", {"command": "git diff; rm x"}).effect == "deny"
    assert decide("Write", {"file_path": "x"}).effect == "deny"
    assert decide("mcp__new__tool", {}).effect == "deny"
    everything = policy.agent("claude-code", "any")
    assert everything is not None
    assert everything.ruling.decide("mcp__new__tool", {}).effect == "allow"
    assert everything.ruling.decide("Write", {"file_path": "x"}).effect == "deny"
    assert policy.agent("claude-code", "nobody") is None
    assert policy.session("claude-code").ruling.decide("Bash", {"command": "rm x"}).effect == "allow"


def test_what_cannot_be_read_is_refused_everything(tmp_path: Path) -> None:
    path = tmp_path / ".claude/agents/odd.md"
    path.parent.mkdir(parents=True)
    path.write_text("---\nname: odd\ndescription: d\ntools: &a [Read]\ndisallowedTools: *a\n---\nBody\n")
    held = policy_of(tmp_path).agent("claude-code", "odd")
    assert held is None or held.ruling.decide("Read", {}).effect == "deny"


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("c", "a", "b"):
        agent(tmp_path, name, "tools: Read\n")
    assert text_of(compiled(str(tmp_path))) == text_of(compiled(str(tmp_path)))


@pytest.mark.parametrize("change", ["edited", "removed", "added", "added to a folder that was not there", "settings"])
def test_a_policy_out_of_date_is_refused(tmp_path: Path, change: str) -> None:
    path = agent(tmp_path, "reviewer", "tools: Read\n")
    policy = policy_of(tmp_path)
    check_sources(policy)
    if change == "edited":
        path.write_text(path.read_text().replace("Read", "Bash"))
    elif change == "removed":
        path.unlink()
    elif change == "added":
        agent(tmp_path, "other")
    elif change == "settings":
        (tmp_path / ".claude/settings.json").write_text('{"permissions": {"deny": ["Read"]}}')
    else:
        agent(tmp_path, "other", folder=".opencode/agents")
    with pytest.raises(PolicyError, match="changed since"):
        check_sources(policy)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"schema": "remit/policy/2"}', '{"schema": "remit/policy/1", "hosts": []}', "\xff"]
)
def test_what_is_no_policy_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "policy.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(PolicyError):
        load(str(path))
    with pytest.raises(PolicyError, match="no such file"):
        load(str(tmp_path / "missing.json"))


def test_every_cut_of_a_policy_is_refused(tmp_path: Path) -> None:
    agent(tmp_path, "a", "tools: Read\n")
    text = text_of(compiled(str(tmp_path), "claude-code")).rstrip()
    path = tmp_path / "policy.json"
    for end in range(0, len(text), 97):
        path.write_text(text[:end])
        with pytest.raises(PolicyError):
            load(str(path))


@pytest.mark.parametrize(
    "value", [None, True, False, 0, -3, 1.5, "a\n\u00e9\ud83d", [], {}, [1, [2, {"a": None}]], {"a": {"b": ["c"]}}]
)
def test_json_is_written_and_read_without_the_package(value: object) -> None:
    assert loads(dumps(value)) == value
    assert json.loads(dumps(value)) == value
    assert loads(json.dumps(value, indent=1)) == value


@pytest.mark.parametrize("text", ["", " ", "{", "[1,]", "nul", "1 2", '{"a" 1}', "NaN", "[" * 100_000, '"\n"'])
def test_what_is_no_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        loads(text)


@pytest.mark.parametrize("field", ["disallowed-tools", "disallowed_tools", "DisallowedTools"])
def test_a_key_that_only_looks_otherwise_is_taken_for_what_it_says(tmp_path: Path, field: str) -> None:
    agent(tmp_path, "a", f"{field}: Bash\n")
    held = policy_of(tmp_path).agent("claude-code", "a")
    assert held is not None
    assert held.ruling.decide("Bash", "ls").effect == "deny"
    assert held.ruling.decide("Read", "x").effect == "allow"


def test_such_a_key_beside_the_right_one_does_not_count(tmp_path: Path) -> None:
    agent(tmp_path, "a", "disallowed-tools: Read\ndisallowedTools: Bash\n")
    held = policy_of(tmp_path).agent("claude-code", "a")
    assert held is not None
    assert held.ruling.decide("Read", "x").effect == "allow"
    assert held.ruling.decide("Bash", "ls").effect == "deny"


@pytest.mark.parametrize(("value", "turns"), [("3", 3), ('"3"', 3), ("0", 0), ("-1", 0), ("2.5", 0), ("abc", 0), ("[]", 0)])
def test_a_limit_that_is_none_lets_nothing_through(tmp_path: Path, value: str, turns: int) -> None:
    agent(tmp_path, "a", f"maxTurns: {value}\n")
    agent(tmp_path, "b", f"max_turns: {value}\n")
    for name in ("a", "b"):
        held = policy_of(tmp_path).agent("claude-code", name)
        assert held is not None
        assert held.max_turns == turns


def test_what_a_client_writes_down_for_itself_does_not_count(tmp_path: Path) -> None:
    home, root = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    agent(root, "a", "tools: Read\n")
    client = home / ".claude.json"
    client.write_text('{"numStartups": 1, "mcpServers": {"a": {}}}')
    policy = Policy(json.loads(text_of(compiled(str(root), "claude-code", home=str(home)))))
    client.write_text('{"numStartups": 2, "mcpServers": {"a": {}}, "projects": {"/else": {"mcpServers": {"b": {}}}}}')
    check_sources(policy)
    for changed in (
        '{"numStartups": 2, "mcpServers": {"b": {}}}',
        "{",
        '{"mcpServers": {"a": {}}, "projects": {"ROOT": {"mcpServers": {"b": {}}}}}',
    ):
        client.write_text(changed.replace("ROOT", str(root)))
        with pytest.raises(PolicyError, match="changed since"):
            check_sources(policy)
    client.unlink()
    with pytest.raises(PolicyError, match="changed since"):
        check_sources(policy)


@pytest.mark.parametrize(
    "known", [{}, {"only": 3}, {"only": [3]}, {"only": [["a"]]}, {"only": [], "digest": None}, 3, "bytes:"]
)
def test_a_digest_that_cannot_be_is_a_change(tmp_path: Path, known: object) -> None:
    path = tmp_path / "x"
    path.write_text("{}")
    assert not same(str(path), known)


def test_a_tool_of_a_server_whose_tools_nobody_knows_is_granted_alone(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text('{"mcpServers": {"git": {"command": "x"}}}')
    agent(tmp_path, "one", "tools: Read, mcp__git__get_issue, mcp__other__list_*\n")
    held = policy_of(tmp_path).agent("claude-code", "one")
    assert held is not None
    tools = ("mcp__git__get_issue", "mcp__git__delete", "mcp__other__list_all", "mcp__other__drop", "mcp__else__x")
    assert [held.ruling.decide(tool).effect for tool in tools] == ["allow", "deny", "allow", "deny", "deny"]


def test_what_all_agents_share_is_said_once(tmp_path: Path) -> None:
    agent(tmp_path, "a", "tools: Read\n")
    agent(tmp_path, "b", "disallowedTools: Write\n")
    host = compiled(str(tmp_path), "claude-code")["hosts"]["claude-code"]  # type: ignore[index]
    assert host["common"]["root"] == str(tmp_path)
    assert "Read" in host["common"]["known"]
    for one in (host["session"], *(held["ruling"] for held in host["agents"].values())):
        assert not one.keys() & host["common"].keys()
    assert "granted" not in host["common"], "what an agent may do stands with the agent"


@pytest.mark.parametrize("common", [[], {"granted": "Read"}, {"more": 1}])
def test_shared_parts_that_cannot_be_are_no_policy(tmp_path: Path, common: object) -> None:
    agent(tmp_path, "a", "tools: Read\n")
    data = json.loads(text_of(compiled(str(tmp_path), "claude-code")))
    data["hosts"]["claude-code"]["common"] = common
    with pytest.raises(PolicyError):
        Policy(data).agent("claude-code", "statusline-setup")
