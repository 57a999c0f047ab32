"""What makes a policy old: all that it depends on, and of settings nothing else."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_compiling import agent
from test_guard_command import Project

from remit.enforcement.compiling import compiled
from remit.enforcement.digests import changed

ROLE = 'name = "a"\ndescription = "Reads"\ndeveloper_instructions = "Read."\n'
AGENT = "---\nname: a\ndescription: Does one thing\n---\nBody\n"
ZEPH = "---\nname: a\ndescription: Does one thing\ntools:\n  allow: [read]\n---\nBody\n"
DEFINITIONS = {
    "claude-code": (".claude/agents/a.md", AGENT),
    "gemini": (".gemini/agents/a.md", AGENT),
    "codex": (".codex/agents/a.toml", ROLE),
    "copilot": (".github/agents/a.agent.md", AGENT),
    "opencode": (".opencode/agent/a.md", "---\ndescription: Does one thing\n---\nBody\n"),
    "zeph": (".zeph/agents/a.md", ZEPH),
}
SETTINGS = {
    "claude-code": [
        "project/.claude/settings.local.json",
        "project/.claude/settings.json",
        "home/.claude/settings.json",
        "project/.mcp.json",
        "home/.claude.json",
    ],
    "gemini": ["project/.gemini/settings.json", "home/.gemini/settings.json"],
    "codex": ["project/.codex/config.toml", "home/.codex/config.toml"],
    "copilot": ["home/.copilot/mcp-config.json"],
    "opencode": ["project/opencode.json", "home/.config/opencode/opencode.json"],
    "zeph": ["project/config/default.toml"],
}
FILES = [(host, file) for host, files in SETTINGS.items() for file in files]


class Files:
    """A project and a home of one host, with one settings file that changes."""

    def __init__(self, folder: Path, host: str, file: str) -> None:
        self.folder = folder
        self.host = host
        self.settings = folder / file
        path, text = DEFINITIONS[host]
        self.definition = folder / "project" / path
        (folder / "home").mkdir(parents=True)
        self.definition.parent.mkdir(parents=True)
        self.definition.write_text(text)
        self.settings.parent.mkdir(parents=True, exist_ok=True)

    def write(self, data: bytes | None) -> None:
        if data is None:
            self.settings.unlink(missing_ok=True)
        else:
            self.settings.write_bytes(data)

    def compiled(self) -> dict:
        return compiled(str(self.folder / "project"), self.host, home=str(self.folder / "home"))


def decides(value: object) -> object:
    """The hosts of a policy without the places at which something stands, which decide nothing."""
    if isinstance(value, dict):
        return {key: decides(one) for key, one in value.items() if key not in ("path", "line", "column")}
    return [decides(one) for one in value] if isinstance(value, list) else value


words = st.sampled_from(["Bash", "Read", "Bash(rm:*)", "Agent(a)", "mcp__x", "/tmp", "x", ""])
odd = st.sampled_from([None, True, 3, "x", [], {}, [3], [["Bash"]], {"x": {}}])
lists = st.lists(words, max_size=3) | st.lists(words, max_size=3) | odd
rules = st.dictionaries(
    st.sampled_from(["allow", "deny", "ask", "additionalDirectories", "defaultMode", "x"]), lists, max_size=3
)
server = st.fixed_dictionaries({"command": st.just("x")}, optional={"includeTools": lists, "tools": lists})
effects = st.dictionaries(st.sampled_from(["bash", "edit", "*"]), st.sampled_from(["allow", "ask", "deny"]), max_size=3)
entries = st.fixed_dictionaries({}, optional={"permission": effects, "tools": st.just({"bash": False})})
VALUES = {
    ".json": {
        "permissions": rules,
        "permission": effects,
        "mcpServers": st.dictionaries(st.sampled_from(["x", "y"]), server | odd, max_size=2),
        "mcp": st.dictionaries(st.sampled_from(["x", "y"]), server | odd, max_size=2),
        "tools": st.dictionaries(st.sampled_from(["bash", "edit"]), st.booleans(), max_size=2),
        "agent": st.just("a") | st.fixed_dictionaries({"a": entries}),
        "username": st.just("x") | odd,
        "theme": odd,
        "hooks": odd,
        "deep": st.just("DEEP"),
    },
    ".toml": {
        "sandbox_mode": st.sampled_from(['"read-only"', '"danger-full-access"', "3"]),
        "model": st.sampled_from(['"x"', '"y"']),
        "agents": st.sampled_from(
            ["{max_depth = 1}", "{enabled = false}", '{default_disallowed_tools = ["read"]}', "{x = 1}", "3"]
        ),
        "mcp_servers": st.sampled_from(['{x = {command = "x"}}', '{x = {command = "x", enabled_tools = []}}', "3"]),
        "mcp": st.sampled_from(['{servers = [{id = "x"}]}', "{servers = [{id = 3}]}", "{x = 1}"]),
        "projects": st.sampled_from(["{x = 1}", "2026-01-01"]),
        "deep": st.just("DEEP"),
    },
}
DEEP = "[" * 201 + "]" * 201


def as_bytes(suffix: str, value: dict) -> bytes:
    if suffix == ".toml":
        return "".join(f"{key} = {one}\n" for key, one in value.items()).replace("DEEP", DEEP).encode()
    return json.dumps(value).replace('"DEEP"', DEEP).encode()


@st.composite
def states(draw: st.DrawFn, suffix: str) -> tuple[bytes | None, bytes | None]:
    """A settings file before and after a change; `None` where it is not there. What changes is a value, the form, or all."""
    known = VALUES[suffix]
    value = draw(st.fixed_dictionaries({}, optional=known))
    name = draw(st.sampled_from(list(known)))
    changed = {**value, name: draw(known[name])} if draw(st.booleans()) else {key: value[key] for key in value if key != name}
    before, after = as_bytes(suffix, value), as_bytes(suffix, changed)
    how = draw(
        st.sampled_from(["value", "value", "value", "value", "gone", "new", "broken", "comment", "twice", "mark", "bytes"])
    )
    after = {
        "gone": None,
        "new": after,
        "broken": after[:-2],
        "comment": after + (b"# a remark" if suffix == ".toml" else b"// a remark"),
        "twice": after[:1] + b'"permissions": {"deny": ["Bash"]}, "mcpServers": {"z": {}}, ' + after[1:],
        "mark": b"\xef\xbb\xbf" + after,
        "bytes": after + b"\xff",
    }.get(how, after)
    return (None if how == "new" else before), after


@pytest.mark.parametrize(("host", "file"), FILES, ids=[file for _, file in FILES])
@settings(max_examples=60)
@given(data=st.data())
def test_what_does_not_make_a_policy_old_changes_nothing_of_it(host: str, file: str, data: st.DataObject) -> None:
    before, after = data.draw(states(Path(file).suffix))
    folder = Path(tempfile.mkdtemp())
    try:
        found = Files(folder, host, file)
        found.write(before)
        policy = found.compiled()
        assert changed(policy["sources"]) is None
        found.write(after)
        if changed(policy["sources"]) is None:
            assert decides(found.compiled()["hosts"]) == decides(policy["hosts"])
    finally:
        shutil.rmtree(folder)


CLAUDE, MCP, OWN = SETTINGS["claude-code"][1], SETTINGS["claude-code"][3], SETTINGS["claude-code"][4]
GEMINI, CODEX, COPILOT, OPENCODE, ZEPH_TOML = (SETTINGS[host][0] for host in ("gemini", "codex", "copilot", "opencode", "zeph"))
DENY = '{"permissions": {"deny": ["Bash"], "allow": ["Read"]}}'
CHANGES = [
    ("claude-code", CLAUDE, None, '{"permissions": {"allow": ["Bash(ls)"]}}', False),
    ("claude-code", CLAUDE, DENY, '{"permissions": {"deny": ["Bash"], "allow": ["Read", "Bash(ls)"], "ask": ["Write"]}}', False),
    ("claude-code", CLAUDE, DENY, '{"theme": "dark", "model": "opus", "hooks": {}, ' + DENY[1:], False),
    ("claude-code", CLAUDE, DENY, "// mine\n" + DENY, False),
    ("claude-code", CLAUDE, DENY, '{"permissions": {"allow": ["Read"]}}', True),
    ("claude-code", CLAUDE, DENY, None, True),
    ("claude-code", CLAUDE, DENY, DENY[:-1], True),
    ("claude-code", CLAUDE, DENY, DENY[:-1] + f', "deep": {DEEP}}}', True),
    ("claude-code", CLAUDE, DENY, DENY[:-1] + ', "permissions": {}}', True),
    ("claude-code", CLAUDE, DENY, DENY[:-1] + f', "x": "{"x" * (4 << 20)}"}}', True),
    ("claude-code", CLAUDE, None, '{"permissions": {"additionalDirectories": ["/x"]}}', True),
    ("claude-code", CLAUDE, '{"permissions": {"deny": ["Agent(a)"]}}', "{}", True),
    ("claude-code", MCP, '{"mcpServers": {"x": {}}}', '{"mcpServers": {"y": {}}}', True),
    ("claude-code", OWN, '{"numStartups": 1}', '{"numStartups": 2, "tipsHistory": {}}', False),
    ("gemini", GEMINI, '{"ui": {"theme": "x"}}', '{"ui": {"theme": "y"}, "hooks": {}}', False),
    ("gemini", GEMINI, None, '{"mcpServers": {"x": {"includeTools": ["y"]}}}', True),
    ("codex", CODEX, 'model = "x"\n', 'model = "y"\n[projects."/x"]\ntrust_level = "trusted"\n', False),
    ("codex", CODEX, None, 'sandbox_mode = "danger-full-access"\n', True),
    ("codex", CODEX, None, "[mcp_servers.x]\n", True),
    ("codex", CODEX, "[agents]\nmax_depth = 1\n", "[agents]\nmax_depth = 2\n", True),
    ("copilot", COPILOT, None, '{"other": 1}', False),
    ("copilot", COPILOT, None, '{"mcpServers": {"x": {"tools": ["y"]}}}', True),
    ("opencode", OPENCODE, '{"theme": "x"}', '{"theme": "y", "keybinds": {}}', False),
    ("opencode", OPENCODE, '{"theme": "x"}', '{"permission": {"bash": "deny"}}', True),
    ("opencode", OPENCODE, '{"permission": {"*": "deny", "bash": "allow"}}', '{"permission": {"bash": "allow", "*": "deny"}}', True),
    ("zeph", ZEPH_TOML, None, "[llm]\nmodel = 'x'\n", False),
    ("zeph", ZEPH_TOML, None, "[agents]\nenabled = false\n", True),
    ("zeph", ZEPH_TOML, None, "[[mcp.servers]]\nid = 'x'\n", True),
]  # fmt: skip


@pytest.mark.parametrize(("host", "file", "before", "after", "old"), CHANGES)
def test_what_makes_a_policy_old(
    tmp_path: Path, host: str, file: str, before: str | None, after: str | None, old: bool
) -> None:
    found = Files(tmp_path, host, file)
    found.write(None if before is None else before.encode())
    sources = found.compiled()["sources"]
    found.write(None if after is None else after.encode())
    assert changed(sources) == (str(found.settings) if old else None)


def test_no_permission_rule_of_the_settings_is_in_the_policy(tmp_path: Path) -> None:
    found = Files(tmp_path, "claude-code", CLAUDE)
    found.write(b'{"permissions": {"allow": ["Bash(ls)"], "deny": ["Bash(rm:*)"], "ask": ["Write"]}}')
    assert '"session": [' not in json.dumps(found.compiled())


@pytest.mark.parametrize(
    "path",
    [
        "project/.claude/agents/b.md",
        "project/.claude/agents/deep/b.md",
        "home/.claude/agents/b.md",
        "above/.claude/agents/b.md",
        "plugin/agents/b.md",
        "managed/.claude/agents/b.md",
    ],
)
def test_an_agent_that_is_added_to_any_place_makes_a_policy_old(tmp_path: Path, path: str) -> None:
    root = tmp_path / ("above/project" if path.startswith("above") else "project")
    agent(root, "a", "tools: Read\n")
    (tmp_path / "above/.git").mkdir(parents=True)
    (tmp_path / "plugin/.claude-plugin").mkdir(parents=True)
    policy = compiled(
        str(root),
        "claude-code",
        home=str(tmp_path / "home"),
        plugins=[str(tmp_path / "plugin")],
        managed=str(tmp_path / "managed"),
    )
    new = tmp_path / path
    agent(new.parent, "b", folder=".")
    assert changed(policy["sources"]) is not None
    new.unlink()
    assert (changed(policy["sources"]) is None) == ("deep" not in path), "a folder of agents that is empty is like none"


def test_a_repository_that_begins_above_makes_a_policy_old(tmp_path: Path) -> None:
    root = tmp_path / "above/project"
    agent(root, "a", "tools: Read\n")
    policy = compiled(str(root), "claude-code")
    (tmp_path / "above/.git").mkdir()
    assert changed(policy["sources"]) == str(tmp_path / "above/.git")


def test_a_folder_of_settings_of_its_own_makes_a_policy_old(tmp_path: Path) -> None:
    """The settings of the repository's root no longer count in a folder that has some."""
    (tmp_path / ".git").mkdir()
    agent(tmp_path, "a", "tools: Read\n")
    (tmp_path / "work").mkdir()
    policy = compiled(str(tmp_path / "work"), "claude-code")
    (tmp_path / "work/.claude").mkdir()
    assert changed(policy["sources"]) == str(tmp_path / "work/.claude")


READ = {"tool_name": "Read", "tool_use_id": "c"}


class Used(Project):
    """A project with an agent and the guard installed, as a user would."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        agent(self.root, "reviewer", "tools: Read, Grep, Bash(git diff:*)\n")
        done = self.run("guard", "install", "--compile")
        assert done.returncode == 0, done.stderr

    def asked(self) -> tuple[bool, str]:
        """Whether a call within the remit passes, and what is said where it does not."""
        import subprocess

        data = {
            "hook_event_name": "PreToolUse",
            "session_id": "s",
            "agent_id": "a",
            "agent_type": "reviewer",
            "tool_input": {},
            **READ,
        }
        done = subprocess.run(self.hook("PreToolUse"), input=json.dumps(data), capture_output=True, text=True, check=False)
        return done.returncode == 0 and not done.stdout, done.stderr


def test_what_a_user_changes_while_the_guard_is_in_use(tmp_path: Path) -> None:
    used = Used(tmp_path)
    assert used.asked() == (True, "")
    always = json.loads(used.settings.read_text())
    always["permissions"] = {"allow": ["Bash(npm test)"]}
    always["model"] = "opus"
    used.settings.write_text(json.dumps(always, indent=2))
    (used.home / ".claude").mkdir()
    (used.home / ".claude/settings.json").write_text('{"theme": "light", "permissions": {"allow": ["WebFetch"]}}')
    (used.root / ".claude/settings.json").write_text('{"permissions": {"ask": ["Bash"]}}')
    assert used.asked() == (True, ""), "`always allow`, a model, a theme"
    assert used.run("guard", "status").returncode == 0

    path = used.root / ".claude/agents/reviewer.md"
    for change, undo in (
        (lambda: agent(used.root, "other"), lambda: (used.root / ".claude/agents/other.md").unlink()),
        (lambda: path.write_text(path.read_text() + "more"), lambda: path.write_text(path.read_text()[:-4])),
        (lambda: path.rename(used.root / "away.md"), lambda: (used.root / "away.md").rename(path)),
        (lambda: agent(used.home, "mine"), lambda: (used.home / ".claude/agents/mine.md").unlink()),
        (
            lambda: (used.root / ".claude/settings.json").write_text('{"permissions": {"deny": ["Read"]}}'),
            lambda: (used.root / ".claude/settings.json").unlink(),
        ),
    ):
        change()
        passes, said = used.asked()
        assert not passes
        assert said.count("\n") == 1
        assert "has changed since the policy was compiled" in said
        command = said.partition("`")[2].partition("`")[0]
        assert command == f"remit compile --again {used.root / '.remit/policy.json'}"
        assert used.run(*command.split()[1:]).returncode == 0
        undo()
        assert not used.asked()[0]
        assert used.run(*command.split()[1:]).returncode == 0
        assert used.asked() == (True, "")


def test_what_is_to_be_typed_is_quoted(tmp_path: Path) -> None:
    import shlex

    folder = tmp_path / "a b's"
    folder.mkdir()
    used = Used(folder)
    agent(used.root, "reviewer", "tools: Read\n")
    _, said = used.asked()
    command = said.partition("`")[2].partition("`")[0]
    assert used.run(*shlex.split(command)[1:]).returncode == 0
    assert used.asked() == (True, "")


def test_installing_and_compiling_again_are_one_step(tmp_path: Path) -> None:
    used = Used(tmp_path)
    agent(used.root, "reviewer", "tools: Read\n")
    assert not used.asked()[0]
    assert used.run("guard", "install", "--compile").returncode == 0
    assert used.asked() == (True, "")
