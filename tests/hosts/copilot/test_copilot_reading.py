"""How files are read, which findings they give and where, and what a session of several files holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import remit
from remit.catalog import Catalog
from remit.gathering import discover
from remit.hosts import host, tell
from remit.hosts.base import Reading
from remit.resolving import resolve
from remit.session import Session
from remit.source import Source

HOST = host("copilot")


def read(text: str, path: str = ".github/agents/x.agent.md", stem: str = "x") -> Reading:
    return HOST.read(Source.of(text, path), HOST.version(None), stem=stem)


def findings(reading: Reading) -> list[tuple[str, str, tuple[int, int]]]:
    return [(finding.rule, finding.severity, finding.span[0]) for finding in reading.diagnostics]


def fields(*lines: str, body: str = "Body") -> str:
    return "\n".join(["---", *lines, "---", body, ""])


def test_the_host_is_found_by_its_names() -> None:
    for name in ("copilot", "github-copilot", "copilot-cli"):
        assert host(name) is HOST
    assert tell(".github/agents/x.agent.md") is HOST
    assert tell("home/.copilot/agents/x.md") is HOST
    assert tell(".github/chatmodes/x.chatmode.md") is HOST
    assert tell(".claude/agents/x.agent.md").name == "claude-code"
    assert remit.parse(fields("description: d"), path="somewhere/x.agent.md").host == "copilot"


@pytest.mark.parametrize(
    ("path", "stem", "identity"),
    [
        ("x.agent.md", "x.agent", "x"),
        ("x.agent.md", "x", "x"),
        ("x.md", "x", "x"),
        ("sub/deep/x.agent.md", "sub/deep/x", "sub--deep--x"),
        ("x.chatmode.md", "x.chatmode", "x.chatmode"),
        ("x.y.agent.md", "x.y", "x.y"),
    ],
)
def test_the_file_is_the_identity(path: str, stem: str, identity: str) -> None:
    reading = read(fields("name: Other", "description: d"), path, stem)
    assert reading.name == identity
    assert reading.definition is not None
    assert reading.definition.name == "Other"


def test_a_file_without_name_goes_by_its_own() -> None:
    assert remit.parse(fields("description: d"), path="a/helper.agent.md").name == "helper"


def test_all_fields() -> None:
    text = fields(
        "description: d",
        "tools: Read, 'x', Bash",
        "model: [a, b]",
        "infer: true",
        "target: vscode",
        "skills: [s]",
        "mcp-servers:",
        "  p: {type: local, command: c, args: [], tools: ['*']}",
        "metadata: {a: 1}",
    )
    definition = remit.parse(text, host="copilot")
    assert definition.tools == ("Read", "'x'", "Bash")
    assert definition.model == "a"
    assert definition.skills.include == ("s",)
    assert definition.extra["model"] == ["a", "b"]
    assert definition.extra["infer"] is True
    assert definition.extra["metadata"] == {"a": 1}
    assert isinstance(definition.mcp_servers, dict)
    assert definition.system_prompt == "Body"


REFUSED = {
    "tools:": (3, 1),
    "tools: {read: true}": (3, 8),
    "tools: 5": (3, 8),
    "tools: [read, 5]": (3, 15),
    "infer: 'true'": (3, 8),
    "name: 5": (3, 7),
    "model: []": (3, 8),
    "hooks: 5": (3, 8),
    "hooks: {foo: []}": (3, 9),
    "skills: a": (3, 9),
    "mcp-servers: [a]": (3, 14),
    "mcp-servers: {p: {command: c, tools: ['*']}}": (3, 15),
}


@pytest.mark.parametrize(("line", "place"), REFUSED.items(), ids=REFUSED)
def test_what_the_client_refuses(line: str, place: tuple[int, int]) -> None:
    reading = read(fields("description: d", line))
    assert not reading.loaded
    assert reading.refused
    (finding,) = (finding for finding in reading.diagnostics if finding.refuses)
    assert finding.rule == "wrong-type"
    assert finding.span[0] == place
    assert "refuses the file" in finding.message
    with pytest.raises(remit.ParseError):
        remit.parse(fields("description: d", line), host="copilot")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Body\n", "no-front-matter"),
        ("\n---\ndescription: d\n---\nx\n", "no-front-matter"),
        ("---\ndescription: d\n", "unclosed-front-matter"),
        ("---js\n---\n", "unsupported-fence"),
        ("+++\na = 1\n+++\n", "unsupported-fence"),
        ("---\n---\nx\n", "missing-description"),
        ("---\ntools: [read]\n---\nx\n", "missing-description"),
        ("---\n- a\n---\nx\n", "front-matter-not-a-map"),
        ("---\ndescription: Use when: always\n---\nx\n", "dropped"),
        ("---\ndescription: d\ntools: [a]\ntools: [b]\n---\nx\n", "duplicate-key"),
    ],
)
def test_files_that_are_not_there(text: str, rule: str) -> None:
    reading = read(text)
    assert not reading.loaded
    assert reading.why
    assert rule in [finding.rule for finding in reading.diagnostics if finding.severity == "error"]


def test_what_yaml_only_lacks_quotes_is_told_and_not_loaded() -> None:
    reading = read(fields("description: Use when: always", "tools: [read]"))
    assert not reading.loaded
    assert reading.definition is not None
    assert resolve(reading.definition).effective is None


RESTRICTIONS = [
    ("tools: [execute]", "disallowedTools: Bash", "error"),
    ("tools: [read]", "disallowedTools: Bash", "info"),
    ("x: 1", "disallowedTools: [Bash, Write]", "error"),
    ("x: 1", "permissionMode: plan", "error"),
    ("x: 1", "permissionMode: bypassPermissions", "info"),
    ("x: 1", "permission: {edit: deny}", "error"),
    ("x: 1", "permission: {edit: allow}", "info"),
    ("x: 1", "maxTurns: 5", "warning"),
]


@pytest.mark.parametrize(("first", "second", "severity"), RESTRICTIONS)
def test_restrictions_that_hold_nothing_back(first: str, second: str, severity: str) -> None:
    reading = read(fields("description: d", first, second))
    assert ("ignored-restriction", severity, (4, 1)) in findings(reading)
    shared = read(fields("name: x", "description: d", second), ".claude/agents/x.md")
    (finding,) = shared.findings
    assert finding.rule == "ignored-restriction"
    assert finding.severity in ("warning", "info")
    assert finding.span[0] == (4, 1)


def test_a_denylist_that_cannot_be_read_is_not_passed_over() -> None:
    assert read(fields("description: d", "disallowedTools: {Bash: true}")).refused


def test_another_hosts_folder_is_read_and_otherwise_left_alone() -> None:
    reading = read(
        fields("name: x", "description: d", "color: red", "tools: Read, LS, mcp__a__b", "maxTurnz: 1"), ".claude/agents/x.md"
    )
    assert reading.loaded
    assert not reading.findings
    assert not read(fields("name: x", "description: d", "tools:"), ".claude/agents/x.md").loaded


LISTED = [
    ("[Foo, read]", "unknown-tool", "warning", (3, 9)),
    ("[problems, read]", "tool-elsewhere", "info", (3, 9)),
    ("[read, vscode]", "tool-elsewhere", "info", (3, 15)),
    ("[editFiles, microsoft_docs_search]", "tool-elsewhere", "info", (3, 20)),
    ("[editFiles, serch]", "unknown-tool", "warning", (3, 20)),
    ("[read, microsoft_docs_search]", "unknown-tool", "warning", (3, 15)),
    ("[read, mcp__github__x]", "foreign-tool", "warning", (3, 15)),
    ("[read, 'Bash(git:*)']", "pattern-without-effect", "warning", (3, 15)),
    ("[read, my-server/execute]", "builtin-behind-prefix", "warning", (3, 15)),
    ("[read, Read]", "duplicate-entry", "info", (3, 15)),
    ("['*', read]", "entries-beside-star", "info", (3, 14)),
    ("[Foo, Bar]", "tools-resolve-to-nothing", "warning", (3, 9)),
    ("[ReadFolder, read_files]", "unknown-tool", "warning", (3, 9)),
]


@pytest.mark.parametrize(("value", "rule", "severity", "place"), LISTED)
def test_findings_of_lists(value: str, rule: str, severity: str, place: tuple[int, int]) -> None:
    reading = read(fields("description: d", f"tools: {value}"))
    assert (rule, severity, place) in findings(reading)
    for finding in reading.diagnostics:
        assert finding.message
        assert finding.help is None or finding.help


@pytest.mark.parametrize(
    "value", ["[read, search, edit, execute, agent, web, todo]", "[github/*, context7/resolve]", "[]", "''", "'*'"]
)
def test_lists_without_findings(value: str) -> None:
    assert not read(fields("description: d", f"tools: {value}")).findings


def test_keys() -> None:
    reading = read(
        fields("description: d", "handoffs: []", "infer: false", "mcpServers: {}", "tool: [read]", "wibble: 1", "color: red")
    )
    assert findings(reading) == [
        ("foreign-key", "info", (3, 1)),
        ("retired-key", "info", (4, 1)),
        ("misspelt-key", "warning", (5, 1)),
        ("misspelt-key", "error", (6, 1)),
        ("unknown-key", "warning", (7, 1)),
        ("unknown-key", "info", (8, 1)),
    ]


def lay(root: Path, **files: str) -> None:
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def agent(tools: str = "read", **more: str) -> str:
    return fields(*(f"{name}: {value}" for name, value in more.items()), "description: d", f"tools: [{tools}]")


def session(tmp_path: Path, cwd: str = "repo", **more: object) -> Catalog:
    (tmp_path / "repo" / ".git").mkdir(parents=True, exist_ok=True)
    return discover(tmp_path / cwd, "copilot", home=tmp_path / "home", below=False, **more)  # type: ignore[arg-type]


def active(catalog: Catalog, root: Path) -> dict[str, str]:
    return {
        entry.identity or "": Path(entry.path).relative_to(root).as_posix() for entry in catalog if entry.status == "active"
    }


def test_the_order_of_places(tmp_path: Path) -> None:
    places = [
        "home/.copilot/agents/x.agent.md",
        "repo/app/.github/agents/x.md",
        "repo/.github/agents/x.agent.md",
        "repo/app/.claude/agents/x.md",
        "repo/.claude/agents/x.md",
        "extra/.github/agents/x.agent.md",
    ]
    for path in places:
        lay(tmp_path, **{path: agent()})
    while places:
        found = session(tmp_path, "repo/app", extra=[tmp_path / "extra"])
        assert active(found, tmp_path) == {"x": places[0]}
        assert sum(entry.status == "shadowed" for entry in found) == len(places) - 1
        (tmp_path / places.pop(0)).unlink()


def test_what_is_not_read(tmp_path: Path) -> None:
    for path in (
        "repo/.copilot/agents/a.agent.md",
        "repo/.github/chatmodes/b.chatmode.md",
        "repo/agents/c.agent.md",
        "repo/.github/agents/.d.agent.md",
        "repo/.github/agents/.s/e.agent.md",
        "repo/.github/agents/f.AGENT.MD",
        "home/.claude/agents/g.md",
        "home/.github/agents/h.md",
        "extra/.claude/agents/i.md",
    ):
        lay(tmp_path, **{path: agent()})
    assert not active(session(tmp_path, extra=[tmp_path / "extra"]), tmp_path)


def test_two_files_of_one_name(tmp_path: Path) -> None:
    lay(tmp_path, **{"repo/.github/agents/x.agent.md": agent(), "repo/.github/agents/x.md": agent("search")})
    assert active(session(tmp_path), tmp_path) == {"x": "repo/.github/agents/x.agent.md"}


def test_the_name_does_not_shadow(tmp_path: Path) -> None:
    lay(tmp_path, **{"home/.copilot/agents/a.md": agent(name="N"), "repo/.github/agents/b.md": agent(name="N")})
    assert set(active(session(tmp_path), tmp_path)) == {"a", "b"}


def test_a_refused_file_gives_way(tmp_path: Path) -> None:
    lay(tmp_path, **{"home/.copilot/agents/x.md": "---\ntools: [read]\n---\n", "repo/.github/agents/x.md": agent()})
    assert active(session(tmp_path), tmp_path) == {"x": "repo/.github/agents/x.md"}


def test_the_users_folder_may_be_moved(tmp_path: Path) -> None:
    lay(tmp_path, **{"moved/agents/x.md": agent(), "home/.copilot/agents/y.md": agent()})
    found = session(tmp_path, environment={"COPILOT_HOME": str(tmp_path / "moved")})
    assert active(found, tmp_path) == {"x": "moved/agents/x.md"}


def test_servers_of_the_user(tmp_path: Path) -> None:
    own = "mcp-servers:\n  probe: {type: local, command: c, args: [], tools: ['*']}"
    lay(
        tmp_path,
        **{
            "home/.copilot/mcp-config.json": (
                '{"mcpServers": {"probe": {"command": "x", "tools": ["ping"]}, "all": {"command": "y", "tools": ["*"]}}}'
            ),
            "repo/.github/agents/x.md": fields("description: d", "tools: ['probe/*', 'other/*']", own),
        },
    )
    catalog = session(tmp_path)
    (entry,) = catalog
    inventory = HOST.inventory(catalog.around, entry.version)
    assert inventory.servers == {"probe": ("ping",), "all": None}
    assert entry.definition is not None
    got = HOST.resolve(entry.definition, Session(HOST, entry.version, inventory=inventory))
    assert "mcp__probe__ping" in (got.effective or ())
    assert [(finding.rule, finding.span[0][0]) for finding in got.diagnostics] == [
        ("unavailable-tool", 3),
        ("server-gives-way", 5),
    ]


def test_who_may_be_started(tmp_path: Path) -> None:
    lay(
        tmp_path,
        **{
            "repo/.github/agents/lead.md": agent("agent", name="Lead"),
            "repo/.github/agents/worker.md": agent("execute", name="Worker"),
            "repo/.github/agents/shy.md": agent("execute", name="Shy", **{"disable-model-invocation": "true"}),
            "repo/.github/agents/old.md": agent("execute", name="Old", infer="false"),
        },
    )
    catalog = session(tmp_path)
    lead = next(entry for entry in catalog if entry.identity == "lead")
    assert lead.definition is not None
    got = resolve(lead.definition, catalog=catalog)
    assert got.may_spawn("Worker")
    assert got.may_spawn("explore")
    assert not got.may_spawn("Shy")
    assert not got.may_spawn("Old")
    assert "bash" in (got.reachable or ())
    assert got.decide("task", {"agent_type": "Worker"}).effect == "allow"
    assert got.decide("task", {"agent_type": "Shy"}).effect == "deny"
    reader = resolve(remit.parse(agent("read"), host="copilot"), catalog=catalog)
    assert reader.reachable == reader.effective


text = st.text(alphabet=st.sampled_from(list("ab:-,[]{}\"'#|>*&! \n\t0159tools.md/\r\x00\ufeffé")), max_size=100)


@given(st.one_of(st.binary(max_size=120), text.map(lambda part: f"---\ndescription: d\n{part}\n---\nx\n".encode())))
def test_reading_never_raises(data: bytes) -> None:
    for path in (".github/agents/x.agent.md", ".claude/agents/x.md", None):
        reading = HOST.read(Source(data, path), HOST.version(None), stem="x")
        assert reading.loaded or reading.why
        for finding in reading.diagnostics:
            assert finding.message
            assert finding.span
        answer = HOST.resolve(reading.subject(), Session(HOST, HOST.version(None)))
        assert (answer.effective is not None) == reading.loaded
        if reading.definition is None:
            assert answer.enforced is None


def test_a_folder_of_another_host_counts_where_copilot_is_used(tmp_path: Path) -> None:
    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text("---\nname: a\ndescription: Does one thing\n---\nDo it.\n")

    def hosts(host: str | None = None) -> set[str]:
        return {entry.host.name for entry in discover(tmp_path, host)}

    assert hosts() == {"claude-code"}
    assert hosts("copilot") == {"copilot"}
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github" / "copilot-instructions.md").write_text("Be kind.\n")
    assert hosts() == {"claude-code", "copilot"}
