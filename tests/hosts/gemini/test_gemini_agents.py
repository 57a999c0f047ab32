"""Agents of Gemini CLI: what is refused and where, which tools an agent has and is held to, and which of several counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import remit
from remit.catalog import Catalog
from remit.checking import check
from remit.definition import Definition
from remit.gathering import discover
from remit.hosts import host, tell
from remit.hosts.base import Reading
from remit.hosts.gemini.vocabulary import BUILTINS, FINISH, NOT_FOR_AGENTS, SESSION, is_tool_name, shown
from remit.inventory import Inventory
from remit.resolving import Remit
from remit.session import Session
from remit.source import Source

HOST = host("gemini")
INHERITED = tuple(name for name in SESSION if name not in NOT_FOR_AGENTS)


def fields(*lines: str, body: str = "Body") -> str:
    return "\n".join(["---", *lines, "---", body, ""])


def agent(*lines: str) -> str:
    return fields("name: t", "description: d", *lines)


def read(text: str, stem: str = "t") -> Reading:
    return HOST.read(Source.of(text, f".gemini/agents/{stem}.md"), HOST.version(None), stem=stem)


def resolve(*entries: str, inventory: Inventory | None = None, **more: object) -> Remit:
    definition = Definition("t", host="gemini", system_prompt="", tools=entries, **more)  # type: ignore[arg-type]
    return Remit(definition, HOST.resolve(definition, Session(HOST, HOST.version(None), inventory=inventory)))


def test_the_host_is_found_by_its_names() -> None:
    for name in ("gemini", "gemini-cli"):
        assert host(name) is HOST
    assert tell("repo/.gemini/agents/x.md") is HOST
    assert remit.parse(agent("timeout_mins: 3"), path="loose/x.md").host == "gemini"
    assert remit.parse(agent("tools: [read_file, glob]", "kind: local")).host == "gemini"
    assert remit.parse(agent("tools: [glob]")).host == "claude-code"


def test_all_fields() -> None:
    lines = (
        "display_name: T",
        "tools: [read_file, mcp_gh_*]",
        "model: m",
        "temperature: 0.5",
        "max_turns: 5",
        "timeout_mins: 2",
        "mcp_servers: {gh: {command: x}}",
    )
    definition = remit.parse(agent(*lines), host="gemini")
    assert definition.tools == ("read_file", "mcp_gh_*")
    assert definition.model == "m"
    assert definition.max_turns == 5
    assert definition.timeout_secs == 120
    assert definition.mcp_servers == {"gh": {"command": "x"}}
    assert definition.extra == {"display_name": "T", "temperature": 0.5}


def test_limits_where_the_file_does_not_say() -> None:
    definition = remit.parse(agent(), host="gemini")
    assert definition.tools is None
    assert (definition.max_turns, definition.timeout_secs) == (30, 600)


REFUSED = [
    ("color: red", "refused-key", (4, 1)),
    ("disallowedTools: Bash", "refused-key", (4, 1)),
    ("maxTurns: 3", "refused-key", (4, 1)),
    ("tools:", "wrong-type", (4, 1)),
    ("tools: read_file", "wrong-type", (4, 8)),
    ("tools: [read_file, 5]", "wrong-type", (4, 20)),
    ("tools: [Read]", "foreign-tool", (4, 9)),
    ("tools: [glob, READ_FILE]", "wrong-case-tool", (4, 15)),
    ("tools: [mcp__gh__get]", "foreign-tool", (4, 9)),
    ("tools: [mcp_my_srv_*]", "refused-value", (4, 9)),
    ("tools: ['read_*']", "pattern-without-effect", (4, 9)),
    ("tools: [foo_bar]", "unknown-tool", (4, 9)),
    ("tools: [list_background_processes]", "unknown-tool", (4, 9)),
    ("max_turns: 0", "refused-value", (4, 12)),
    ("max_turns: '3'", "wrong-type", (4, 12)),
    ("temperature: x", "wrong-type", (4, 14)),
    ("model:", "wrong-type", (4, 1)),
    ("kind: x", "refused-value", (4, 7)),
    ("mcp_servers: [a]", "wrong-type", (4, 14)),
    ("mcp_servers: {a: {args: x}}", "wrong-type", (4, 25)),
]


@pytest.mark.parametrize(("line", "rule", "place"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_the_client_refuses_the_file_for(line: str, rule: str, place: tuple[int, int]) -> None:
    reading = read(agent(line))
    assert not reading.loaded
    assert reading.refused
    assert (rule, "error", place) in [(finding.rule, finding.severity, finding.span[0]) for finding in reading.diagnostics]
    for finding in reading.diagnostics:
        assert "refuse" in finding.message
    assert HOST.resolve(reading.subject(), Session(HOST, HOST.version(None))).effective is None


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Body\n", "no-front-matter"),
        ("", "no-front-matter"),
        ("\ufeff" + agent(), "byte-order-mark"),
        ("---  \nname: t\ndescription: d\n---\nx\n", "fence-differs"),
        ("---\n---\nx\n", "missing-name"),
        ("---\nname: t\n", "unclosed-front-matter"),
        ("+++\nname = 't'\n+++\n", "unsupported-fence"),
        (fields("description: d"), "missing-name"),
        (fields("name: t"), "missing-description"),
        (fields("name: t", "description: ''"), "refused-value"),
        (fields("name: My Agent", "description: d"), "refused-value"),
        (fields("name: 2020-01-01", "description: d"), "wrong-type"),
        (fields("name: t", "description: Use when: always"), "unquoted-value"),
        (fields("name: t", "name: u", "description: d"), "duplicate-key"),
        (fields("name: !x t", "description: d"), "dropped"),
        (fields("name: generalist", "description: d"), "dropped"),
        (fields("name: t", "description: d", "agent_card_url: nope"), "refused-value"),
    ],
)
def test_files_that_are_not_there(text: str, rule: str) -> None:
    reading = read(text)
    assert not reading.loaded
    assert reading.why
    assert rule in [finding.rule for finding in reading.diagnostics if finding.severity == "error"]


def test_a_prompt_that_is_lost() -> None:
    reading = read("---\nname: t\ndescription: d\n--- \nYou only review.\n")
    assert reading.loaded
    assert HOST.prompt(reading) == ""
    assert [(finding.rule, finding.span[0]) for finding in reading.diagnostics] == [("body-lost", (4, 4))]


def test_a_front_matter_that_ends_early() -> None:
    reading = read("---\nname: t\ndescription: d\n---x: 1\ntools: []\n---\nBody\n")
    assert reading.loaded
    assert reading.refused
    assert ("front-matter-cut", (4, 1)) in [(finding.rule, finding.span[0]) for finding in reading.diagnostics]
    got = HOST.resolve(reading.subject(), Session(HOST, HOST.version(None)))
    assert got.effective == (*INHERITED, FINISH)
    assert got.enforced is None


def test_a_front_matter_that_ends_late() -> None:
    reading = read("---\n---\nname: t\ndescription: d\n---\nBody\n")
    assert reading.loaded
    assert reading.refused
    assert [finding.rule for finding in reading.diagnostics] == ["fence-differs"]


WARNED = [
    ("tools: [read_many_files]", "retired-tool", "warning", (4, 9)),
    ("tools: [search_file_content]", "tool-alias", "info", (4, 9)),
    ("tools: [invoke_agent]", "unavailable-tool", "info", (4, 9)),
    ("tools: [glob, glob]", "duplicate-entry", "info", (4, 15)),
    ("tools: ['*', glob]", "entries-beside-star", "info", (4, 14)),
    ("model: sonnet", "unknown-model", "warning", (4, 8)),
]


@pytest.mark.parametrize(("line", "rule", "severity", "place"), WARNED, ids=[row[0] for row in WARNED])
def test_what_is_odd(line: str, rule: str, severity: str, place: tuple[int, int]) -> None:
    reading = read(agent(line))
    assert reading.loaded
    assert [(finding.rule, finding.severity, finding.span[0]) for finding in reading.diagnostics] == [(rule, severity, place)]


def test_files_that_are_passed_over() -> None:
    for stem in ("_draft", "sub/t"):
        reading = read(agent(), stem)
        assert not reading.loaded
        assert reading.silent
        assert reading.definition is not None


VALID = """read_file search_file_content * mcp_* mcp_gh_* mcp_gh_get mcp_my_srv_get mcp_my-srv_* mcp_GH_Get mcp_gh_a.b:c
discovered_tool_x invoke_agent complete_task mcp_gh__x""".split()
INVALID = """Read READ_FILE read_* mcp_ mcp_gh mcp_gh_ mcp_gh__ mcp__gh__get mcp_my_srv_* mcp_gh_a*b mcp_*_get mcp_g*_get
mcp_gh_a/b list_background_processes codebase_investigator""".split()


@pytest.mark.parametrize(
    ("name", "valid"), [*((name, True) for name in VALID), *((name, False) for name in (*INVALID, "", " glob"))]
)
def test_names_of_tools(name: str, valid: bool) -> None:
    assert is_tool_name(name) == valid


def test_which_tools_an_agent_has() -> None:
    everything = HOST.resolve(Definition("t", host="gemini", system_prompt=""), Session(HOST, HOST.version(None)))
    assert everything.effective == (*INHERITED, FINISH)
    assert resolve("*").effective == (*INHERITED, FINISH)
    assert resolve().effective == (FINISH,)
    assert resolve().enforced == ()
    assert resolve("glob", "read_file").effective == ("glob", "read_file", FINISH)
    assert resolve("search_file_content").effective == ("grep_search", FINISH)
    assert resolve("invoke_agent", "update_topic", "write_todos").effective == (FINISH,)
    assert resolve("glob", FINISH).effective == ("glob", FINISH)
    assert resolve("glob").resolution.spawns is None


def test_servers_of_the_session() -> None:
    inventory = Inventory(("glob",), {"gh": ("get", "put"), "my_srv": ("get",), "all": None})
    own = ("mcp__all__*", "mcp__gh__get", "mcp__gh__put", "mcp__my_srv__get")
    assert resolve("mcp_*", inventory=inventory).effective == (*own, FINISH)
    assert resolve("mcp_gh_*", inventory=inventory).effective == ("mcp__gh__get", "mcp__gh__put", FINISH)
    assert resolve("mcp_gh_get", inventory=inventory).effective == ("mcp__gh__get", FINISH)
    assert resolve("mcp_my_srv_get", inventory=inventory).effective == ("mcp__my_srv__get", FINISH)
    assert resolve("mcp_my_*", inventory=inventory).effective == (FINISH,)
    assert resolve("mcp_all_any", inventory=inventory).effective == ("mcp__all__any", FINISH)
    assert resolve("mcp_all_*", inventory=inventory).decide("mcp_all_any").effect == "allow"
    assert resolve("mcp_gh_get", inventory=inventory).decide("mcp_gh_get").effect == "allow"
    assert resolve("mcp_gh_get", inventory=inventory).decide("mcp__gh__get").effect == "allow"
    assert resolve("mcp_gh_get", inventory=inventory).decide("mcp_gh_put").effect == "deny"


def test_an_inventory_in_the_clients_own_names() -> None:
    inventory = Inventory.of(["read_file", "mcp_neo4j_read", "mcp_neo4j_write"])
    assert resolve("mcp_neo4j_*", inventory=inventory).effective == ("mcp_neo4j_read", "mcp_neo4j_write", FINISH)
    assert resolve("mcp_neo4j_read", inventory=inventory).enforced == ("mcp_neo4j_read",)


def test_own_servers_add_their_tools() -> None:
    text = agent("tools: [glob]", "mcp_servers:", "  db: {command: x}", "  some: {command: x, include_tools: [a]}")
    reading = read(text)
    got = HOST.resolve(reading.subject(), Session(HOST, HOST.version(None)))
    assert got.effective == ("glob", "mcp__db__*", "mcp__some__a", FINISH)
    assert got.enforced == ("glob",)
    assert got.added == ("mcp__db__*", "mcp__some__a", FINISH)
    assert [(finding.rule, finding.span[0]) for finding in got.diagnostics] == [
        ("server-adds-tools", (6, 3)),
        ("server-adds-tools", (7, 3)),
    ]
    answer = Remit(reading.subject(), got)
    assert answer.decide("mcp_db_query").effect == "deny"
    named = read(agent("tools: [mcp_db_*]", "mcp_servers: {db: {command: x}}"))
    got = HOST.resolve(named.subject(), Session(HOST, HOST.version(None)))
    assert got.enforced == ("mcp__db__*",)
    assert not got.diagnostics


def test_tools_that_are_not_there_are_told() -> None:
    document = remit.read(agent("tools:", "  - read_file", "  - mcp_neo4j_read_graph"), host="gemini")
    found = [finding for finding in check(document, "gemini") if finding.rule == "unavailable-tool"]
    assert [(finding.severity, finding.span[0]) for finding in found] == [("warning", (6, 5))]


def test_every_agent_may_end() -> None:
    assert resolve().decide(FINISH).effect == "allow"
    assert resolve("glob").decide("glob").effect == "allow"
    assert resolve("glob").decide("run_shell_command", "ls").effect == "deny"
    assert resolve("glob").decide("invoke_agent").effect == "deny"


def test_names_that_the_model_sees() -> None:
    assert shown("gh", "get") == "mcp_gh_get"
    assert shown("a b", "c/d") == "mcp_a_b_c_d"
    assert len(shown("s" * 40, "t" * 40)) == 63


def test_remote_agents() -> None:
    one = read(fields("name: far", "agent_card_url: https://example.com/card"))
    assert one.loaded
    got = HOST.resolve(one.subject(), Session(HOST, HOST.version(None)))
    assert got.effective == ()
    text = fields("- name: a", "  agent_card_url: https://example.com/a", "- name: b", "  agent_card_json: '{}'")
    several = list(HOST.entries(Source.of(text), HOST.version(None), "project", "x"))
    assert [(reading.name, reading.loaded) for reading in several] == [("a", True), ("b", True)]
    assert all(reading.definition is not None for reading in several)
    bad = text.replace("name: b", "name: B")
    assert not any(reading.loaded for reading in HOST.entries(Source.of(bad), HOST.version(None), "project", "x"))


def lay(root: Path, **files: str) -> None:
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def session(tmp_path: Path, cwd: str = "repo", **more: object) -> Catalog:
    (tmp_path / "repo" / ".git").mkdir(parents=True, exist_ok=True)
    return discover(tmp_path / cwd, "gemini", home=tmp_path / "home", below=False, **more)  # type: ignore[arg-type]


def active(catalog: Catalog, root: Path) -> dict[str, str]:
    return {
        entry.identity or "": Path(entry.path).relative_to(root).as_posix() for entry in catalog if entry.status == "active"
    }


def test_the_first_of_a_name_stays(tmp_path: Path) -> None:
    places = ["repo/.gemini/agents/b.md", "home/.gemini/agents/a.md", "home/.gemini/extensions/ext/agents/a.md"]
    for path in places:
        lay(tmp_path, **{path: agent()})
    while places:
        assert active(session(tmp_path), tmp_path) == {"t": places[0]}
        (tmp_path / places.pop(0)).unlink()


def test_what_is_not_read(tmp_path: Path) -> None:
    lay(
        tmp_path,
        **{
            "repo/.gemini/agents/_a.md": agent(),
            "repo/.gemini/agents/sub/b.md": agent(),
            "repo/.gemini/agents/c.MD": agent(),
            "repo/app/x.txt": "",
        },
    )
    assert not active(session(tmp_path), tmp_path)
    lay(tmp_path, **{"repo/.gemini/agents/d.md": agent()})
    assert active(session(tmp_path), tmp_path) == {"t": "repo/.gemini/agents/d.md"}
    # The working folder's own are read, not those above it.
    assert not active(session(tmp_path, "repo/app"), tmp_path)


def test_servers_of_the_settings(tmp_path: Path) -> None:
    lay(
        tmp_path,
        **{
            "home/.gemini/settings.json": '{"mcpServers": {"user": {"command": "x"}}}',
            "repo/.gemini/settings.json": '{ // notes\n "mcpServers": {"gh": {"command": "x", "includeTools": ["get"]}}}',
        },
    )
    found = HOST.inventory(session(tmp_path).around, HOST.version(None))
    assert found.servers == {"user": None, "gh": ("get",)}


entries = st.lists(
    st.sampled_from([*sorted(BUILTINS), "*", "mcp_*", "mcp_gh_*", "mcp_gh_get", "mcp_x_y", "search_file_content"]), max_size=5
)


@given(entries)
def test_effective_is_the_session_and_what_the_host_adds(names: list[str]) -> None:
    inventory = Inventory(None, {"gh": ("get", "put")})
    got = resolve(*names, inventory=inventory)
    assert set(got.effective or ()) <= {*SESSION, "mcp__gh__get", "mcp__gh__put", FINISH}
    assert set(got.enforced or ()) <= set(got.effective or ())


@given(entries, st.data())
def test_taking_an_entry_away_gives_no_tool(names: list[str], data: st.DataObject) -> None:
    if not names:
        return
    fewer = list(names)
    del fewer[data.draw(st.integers(0, len(names) - 1))]
    inventory = Inventory(None, {"gh": ("get", "put")})
    before, after = resolve(*names, inventory=inventory), resolve(*fewer, inventory=inventory)
    assert set(after.effective or ()) <= set(before.effective or ())
    assert set(after.enforced or ()) <= set(before.enforced or ())


text = st.text(alphabet=st.sampled_from(list("abname:-,[]{}\"'#|>*&!<% \n\t0159_\r\x00\ufeffé")), max_size=100)
keys = st.sampled_from(
    ["name", "description", "tools", "kind", "mcp_servers", "max_turns", "agent_card_url", "auth", "<<", "temperature"]
)
values = st.sampled_from(
    ["t", "5", "", "[]", "[glob]", "{}", "{a: 1}", "{a: {command: x}}", "remote", "https://x.y", "!x t", "&a b", "*a", "'"]
)


@given(st.one_of(st.binary(max_size=120), text.map(lambda part: f"---\nname: t\ndescription: d\n{part}\n---\nx\n".encode())))
def test_reading_never_raises(data: bytes) -> None:
    _holds(data)


@given(st.lists(st.tuples(keys, values), max_size=6), st.booleans())
def test_reading_never_raises_for_whatever_a_key_holds(pairs: list[tuple[str, str]], listed: bool) -> None:
    lines = [f"{key}: {value}" for key, value in pairs]
    _holds(fields(*([f"- {line}" for line in lines] if listed else lines)).encode())


def _holds(data: bytes) -> None:
    for stem in ("t", "_t", None):
        for reading in HOST.entries(Source(data, "x.md"), HOST.version(None), "project", stem):
            assert reading.loaded or reading.why
            for finding in reading.diagnostics:
                assert finding.message
                assert finding.span
            got = HOST.resolve(reading.subject(), Session(HOST, HOST.version(None)))
            assert (got.effective is not None) == reading.loaded
            if reading.definition is None:
                assert got.enforced is None


def test_a_link_is_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / ".gemini" / "agents"
    folder.mkdir(parents=True)
    (tmp_path / "t.md").write_text(agent())
    (folder / "t.md").symlink_to(tmp_path / "t.md")
    (entry,) = [entry for entry in discover(tmp_path, "gemini") if entry.scope != "loose"]
    assert entry.status == "skipped"
    assert "symbolic link" in (entry.reason or "")
