"""Which tools an entry of a list stands for, what the client adds, and what remit holds an agent to.

The tables were recorded from the client 1.0.102 on 2026-11-30, in sessions of a model with `apply_patch` and of one with
`edit` and `create`.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import remit
from remit.definition import Definition
from remit.hosts import host
from remit.hosts.copilot.pool import Pool
from remit.hosts.copilot.vocabulary import ALIASES, ALWAYS, HIDDEN, SESSION, TOOL_NAMES
from remit.inventory import Inventory
from remit.resolving import Remit
from remit.session import Session

HOST = host("copilot")
OTHER = tuple(
    """bash create edit glob grep list_agents list_bash read_agent read_bash skill sql stop_bash task update_todo view
    write_agent""".split()
)
"""Built-ins of a session with most models."""

SHELL = "bash list_bash read_bash stop_bash"
AGENTS = "list_agents read_agent task write_agent"

FIRST = {
    "read Read NotebookRead readFile read/readFile view": "view",
    "edit Edit Write write MultiEdit NotebookEdit create editFiles edit/editFiles": "apply_patch",
    "edit/createFile createFile createDirectory edit/createDirectory": "apply_patch",
    "grep Grep rg textSearch search/textSearch": "rg",
    "glob Glob fileSearch search/fileSearch": "glob",
    "search Search codebase search/codebase foo/search web/search read/search": "glob rg",
    "execute Execute Bash bash shell runInTerminal runCommands execute/runInTerminal read/bash": SHELL,
    "agent Agent task Task custom-agent runSubagent agent/runSubagent": AGENTS,
    "todo todos Todo TodoWrite todoWrite update_todo": "update_todo",
    "foo/read github/read foo/bar/read playwright/view": "view",
    "read_bash": "read_bash",
    "read_agent": "read_agent",
    "session_store_sql": "session_store_sql",
    "read_file": "read_file",
    "grep_search": "grep_search",
    "str_replace_editor edit/editNotebook edit_file write_file ripgrep search/usages usages LS ls listDirectory powershell": "",
    "WebFetch web web/fetch WebSearch fetch TodoRead Skill skill AskUserQuestion KillShell LSP problems changes": "",
    "github github/* mcp__github__get_me Bash(git:*) bash(git) rea* all none read/ /read read/* edit/*": "",
    " read": "",
}
SECOND = {
    "edit Edit Write": "create edit",
    "create edit/createFile": "create",
    "editFiles": "edit",
    "apply_patch rg str_replace": "",
    "grep": "grep",
    "search": "glob grep",
    "execute": SHELL,
}


def rows(table: dict[str, str]) -> list[tuple[str, str]]:
    return [
        (entry, tools)
        for entries, tools in table.items()
        for entry in (entries.split() if entries.strip() == entries else [entries])
    ]


def resolve(*entries: str, inventory: Inventory | None = None, **more: object) -> Remit:
    definition = Definition("x", host="copilot", system_prompt="", tools=entries, **more)  # type: ignore[arg-type]
    return Remit(definition, HOST.resolve(definition, Session(HOST, HOST.version(None), inventory=inventory)))


@pytest.mark.parametrize(("entry", "tools"), rows(FIRST))
def test_an_entry(entry: str, tools: str) -> None:
    assert sorted(set(resolve(entry).effective or ()) - {*ALWAYS}) == tools.split()


@pytest.mark.parametrize(("entry", "tools"), rows(SECOND))
def test_an_entry_with_other_edit_tools(entry: str, tools: str) -> None:
    got = resolve(entry, inventory=Inventory(OTHER))
    assert sorted(set(got.effective or ()) - {*ALWAYS}) == tools.split()


@pytest.mark.parametrize(
    ("entry", "tools"),
    [
        ("probe/*", "ping wipe_disk"),
        ("probe/ping", "ping"),
        ("Probe/Ping", "ping"),
        ("probe-ping", "ping"),
        ("PROBE-ping", "ping"),
        ("probe", ""),
        ("ping", ""),
        ("mcp__probe__ping", "ping"),
        ("probe/p*", ""),
        ("*/*", ""),
    ],
)
def test_a_server(entry: str, tools: str) -> None:
    inventory = Inventory(None, {"probe": ("ping", "wipe_disk")})
    got = {name.removeprefix("mcp__probe__") for name in resolve(entry, inventory=inventory).effective or ()} - {*ALWAYS}
    if entry.startswith("mcp__"):
        assert not got  # the name in other hosts' spelling stands for nothing here
    else:
        assert got == set(tools.split())


@pytest.mark.parametrize(
    ("server", "tool", "entry"),
    [
        ("my.srv", "find", "my.srv/find"),
        ("a/b", "find", "a/b/find"),
        ("a/b", "find", "a/b/*"),
        ("my srv", "find", "my srv/find"),
        ("my_srv", "find", "my_srv/find"),
        ("my-srv", "find-it", "my-srv/find-it"),
    ],
)
def test_odd_names_of_servers(server: str, tool: str, entry: str) -> None:
    got = resolve(entry, inventory=Inventory((), {server: (tool,)}))
    (name,) = set(got.effective or ()) - {*ALWAYS}
    assert name == "mcp__" + server.translate(str.maketrans("./ ", "---")) + "__" + tool


def test_a_server_with_the_tool_comes_before_the_built_in() -> None:
    inventory = Inventory(None, {"probe": ("search", "view")})
    assert set(resolve("probe/search", inventory=inventory).effective or ()) == {"mcp__probe__search", *ALWAYS}
    assert set(resolve("other/search", inventory=inventory).effective or ()) == {"glob", "rg", *ALWAYS}


def test_a_server_whose_tools_are_not_known() -> None:
    inventory = Inventory((), {"probe": None})
    assert set(resolve("probe/*", inventory=inventory).effective or ()) == {"mcp__probe__*", *ALWAYS}
    assert set(resolve("probe/ping", inventory=inventory).effective or ()) == {"mcp__probe__ping", *ALWAYS}
    assert resolve("probe/*", inventory=inventory).decide("probe-ping").effect == "allow"
    assert resolve("probe/*", inventory=inventory).decide("probe/ping").effect == "allow"


def test_own_servers_are_named_like_the_sessions() -> None:
    servers = {"probe": {"command": "x", "args": [], "tools": ["ping"]}}
    assert resolve("read", mcp_servers=servers).effective == ("skill", "sql", "view")
    assert "mcp__probe__ping" in (resolve("probe/*", mcp_servers=servers).effective or ())
    # The user's own server of that name counts in its place.
    inventory = Inventory(None, {"probe": ("other",)})
    assert "mcp__probe__other" in (resolve("probe/*", mcp_servers=servers, inventory=inventory).effective or ())


def test_a_star_is_every_tool_and_hidden_ones_beside_it() -> None:
    assert resolve("*").effective == SESSION
    assert set(resolve("*", "read_file").effective or ()) == {*SESSION, "read_file"}


def test_skill_and_sql_are_added_to_the_sessions_own_agents() -> None:
    assert resolve().effective == ALWAYS
    definition = Definition("x", host="copilot", system_prompt="", tools=())
    deeper = HOST.resolve(definition, Session(HOST, HOST.version(None), depth=2))
    assert deeper.effective == ()


def test_remit_holds_to_the_list_alone() -> None:
    got = resolve("read", "github/search", inventory=Inventory(SESSION))
    assert got.effective == ("glob", "rg", "skill", "sql", "view")
    assert got.enforced == ("view",)
    assert got.decide("view").effect == "allow"
    assert got.decide("skill").effect == "deny"
    assert got.decide("rg").effect == "deny"
    assert got.decide("bash", "ls").effect == "deny"


def test_a_denylist_narrows_what_remit_allows() -> None:
    got = resolve("read", "execute", disallowed_tools=("Bash",))
    assert "bash" in (got.effective or ())
    assert got.enforced == ("view",)
    assert got.declared == ("read",)


def test_reasons_name_the_entry() -> None:
    text = "---\ndescription: d\ntools: [read, Foo]\n---\nx"
    got = remit.parse(text, host="copilot", path="x.agent.md")
    answer = HOST.resolve(got, Session(HOST, HOST.version(None)))
    by_tool = {reason.tool: reason for reason in answer.reasons}
    assert by_tool["view"].granted
    assert by_tool["view"].origin is not None
    assert by_tool["view"].origin.place == (3, 9)
    assert not by_tool["Foo"].granted
    assert not by_tool["bash"].granted


entries = st.lists(
    st.one_of(
        st.sampled_from([*ALIASES, *SESSION, *HIDDEN, *TOOL_NAMES, "*", "probe/*", "probe/ping", "x/read", "Foo", ""]),
        st.text(max_size=8),
    ),
    max_size=5,
)


@given(entries)
def test_effective_is_the_session_and_what_the_host_adds(names: list[str]) -> None:
    inventory = Inventory(None, {"probe": ("ping",)})
    pool = {*Pool(inventory).names, *ALWAYS, *HIDDEN}
    got = resolve(*names, inventory=inventory)
    assert set(got.effective or ()) <= pool
    assert set(got.enforced or ()) <= set(got.effective or ())


@given(entries, st.data())
def test_taking_an_entry_away_gives_no_tool(names: list[str], data: st.DataObject) -> None:
    if not names:
        return
    fewer = list(names)
    del fewer[data.draw(st.integers(0, len(names) - 1))]
    inventory = Inventory(None, {"probe": ("ping",)})
    before, after = resolve(*names, inventory=inventory), resolve(*fewer, inventory=inventory)
    assert set(after.effective or ()) <= set(before.effective or ())
    assert set(after.enforced or ()) <= set(before.enforced or ())
