"""What an agent gets: the tools that a spawned child is offered, layers, decisions, spawns, and laws that hold for every definition."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.errors import UsageError
from remit.gathering import discover
from remit.hosts import host
from remit.hosts.base import FOREGROUND, MAIN, Surroundings
from remit.hosts.opencode.loading import from_value
from remit.inventory import Inventory
from remit.resolving import Remit
from remit.session import Session
from remit.source import Source

HOST = host("opencode")
VERSION = HOST.version(None)
FAKE = from_value(HOST, VERSION, {"model": "fake/fake"})
SERVERS = {"probe": ("ping", "wipe_disk")}
ALL = "bash edit glob grep read skill webfetch write"


def remit(
    front: str, mode: str = FOREGROUND, inventory: Inventory | None = None, settings: object = FAKE, **session: object
) -> Remit:
    text = f"---\ndescription: d\nmode: subagent\n{front}\n---\nBody\n"
    reading = HOST.read(Source.of(text, "t.md"), VERSION, "project", stem="t")
    found = Session(HOST, VERSION, inventory=inventory, settings=settings, mode=mode, **session)
    return Remit(reading.subject(), HOST.resolve(reading.subject(), found))


@pytest.mark.parametrize(
    ("front", "offered"),
    [
        ("", ALL),
        ("permission: {edit: deny, bash: deny}", "glob grep read skill webfetch"),
        ('permission: {"*": deny, read: allow, grep: allow}', "grep read"),
        ('permission: {read: allow, grep: allow, "*": deny}', ""),
        ('permission:\n  bash: {"*": deny, "git *": allow}', ALL),
        ('permission:\n  bash: {"git *": allow, "*": deny}', ALL.replace("bash ", "")),
        ("permission: {Bash: deny, Edit: deny}", ALL),
        ("tools: {write: false}", "bash glob grep read skill webfetch"),
        ("tools: {write: false, edit: true}", ALL),
        ("disallowedTools: Bash, Edit", ALL),
        ('permissions:\n  - {action: edit, resource: "*", effect: deny}', ALL),
        ("permission: {todowrite: allow, task: allow, question: allow}", f"{ALL} question task todowrite"),
        ('permission: {"tod*": allow, "*": allow}', f"{ALL} question"),
    ],
)
def test_tools_offered_to_a_spawned_child(front: str, offered: str) -> None:
    assert sorted(remit(front).effective or ()) == sorted(offered.split())


@pytest.mark.parametrize(
    ("front", "servers"),
    [
        ("", "probe_ping probe_wipe_disk"),
        ('permission: {"mcp__probe__*": deny}', "probe_ping probe_wipe_disk"),
        ('permission: {"probe_*": deny}', ""),
        ('tools: {"probe*": false}', ""),
        ('permission: {"*": deny, probe_ping: allow}', "probe_ping"),
    ],
)
def test_tools_of_servers(front: str, servers: str) -> None:
    effective = remit(front, inventory=Inventory(None, SERVERS)).effective or ()
    assert [name for name in effective if name.startswith("probe_")] == servers.split()
    if servers == "probe_ping":
        assert list(effective) == ["probe_ping"]


def test_a_server_of_unknown_tools() -> None:
    inventory = Inventory(None, {"my srv": None})
    assert "my_srv_*" in (remit("", inventory=inventory).effective or ())
    narrow = remit('permission: {"*": deny, my_srv_ping: allow}', inventory=inventory)
    assert narrow.effective == ("my_srv_ping",)
    assert narrow.decide("mcp__my_srv__ping").effect == "allow"
    assert narrow.decide("my_srv_other").effect == "deny"


@pytest.mark.parametrize(
    ("front", "declared"),
    [
        ("", f"{ALL} task todowrite"),
        ("permission: {Bash: deny, Edit: deny}", "glob grep read skill task todowrite webfetch"),
        ("tools: {write: false, edit: true}", "bash edit glob grep read skill task todowrite webfetch"),
        ("permission: {write: deny}", "bash edit glob grep read skill task todowrite webfetch"),
        ("disallowedTools: Bash, Edit", "glob grep read skill task todowrite webfetch"),
        ("tools: {'*': false, write: false, read: true}", "read"),
        (
            'permissions:\n  - {action: shell, resource: "*", effect: deny}',
            "edit glob grep read skill task todowrite webfetch write",
        ),
        ('permission: {"*": deny, edti: allow, read: allow}', "read"),
        ("permission: {edti: deny}", "bash glob grep read skill task todowrite webfetch"),
        ("permission: {edit: deny}", "bash glob grep read skill task todowrite webfetch"),
    ],
)
def test_declared_is_the_authors_own_text(front: str, declared: str) -> None:
    answer = remit(front)
    assert sorted(answer.declared or ()) == sorted(declared.split())
    assert answer.enforced == answer.declared


def test_what_cannot_be_read_declares_nothing() -> None:
    answer = remit("permission:\n  *: deny")
    assert answer.declared is None
    assert answer.enforced is None
    assert "bash" in (answer.effective or ())
    assert answer.decide("read", "x").effect == "deny"
    assert remit("tools: Read").effective is None


def test_reasons_name_the_rule_and_its_place() -> None:
    answer = remit('permission:\n  "*": deny\n  read: allow', MAIN)
    by_tool = {reason.tool: reason for reason in answer.reasons}
    assert set(by_tool) == set(HOST.tool_names) - {"apply_patch", "execute", "lsp", "plan_exit", "websearch"} - {
        name for name in by_tool if "mcp" in name
    } - {"list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"}  # fmt: skip
    assert by_tool["read"].granted
    assert by_tool["read"].origin.place == (6, 3)
    assert not by_tool["write"].granted
    assert by_tool["write"].origin.place == (5, 3)
    assert "`edit`" in by_tool["write"].because
    child = {reason.tool: reason for reason in remit("").reasons}
    assert "spawned agent" in child["task"].because


def test_decisions_take_the_stricter_of_client_and_author() -> None:
    answer = remit("permission: {Bash: deny, webfetch: ask}")
    assert answer.decide("Bash", "ls").effect == "deny"
    assert answer.decide("WebFetch", {"url": "https://x"}).effect == "ask"
    assert answer.decide("Write", {"file_path": "a"}).effect == "allow"
    assert answer.decide("task", "general").effect == "deny"
    assert answer.decide("nosuch", None).effect == "deny"
    assert remit("tools: {write: false, edit: true}").decide("write", "a").effect == "deny"
    decision = remit("permission: {edit: deny}").decide("write", "a")
    assert decision.effect == "deny"
    assert decision.because is not None
    assert decision.because.place == (4, 14)


def test_spawns_follow_the_rules_for_task_and_the_depth() -> None:
    front = 'permission:\n  task: {"*": allow, general: deny}'
    assert remit(front).resolution.spawns is None
    assert "task" in (remit(front).effective or ())
    main = remit(front, MAIN)
    assert not main.may_spawn("general")
    assert main.may_spawn("general-small")
    deep = from_value(HOST, VERSION, {"subagent_depth": 2})
    assert remit(front, settings=deep).may_spawn("explore")
    assert remit(front, settings=deep, depth=2).resolution.spawns is None
    assert not main.spawnable
    assert remit(front).spawnable


def test_primary_tools_are_kept_from_children() -> None:
    settings = from_value(HOST, VERSION, {"model": "fake/fake", "experimental": {"primary_tools": ["bash"]}})
    assert "bash" not in (remit("", settings=settings).effective or ())
    assert "bash" in (remit("", MAIN, settings=settings).effective or ())


@pytest.mark.parametrize(
    ("model", "there", "gone"),
    [("openai/gpt-5", "apply_patch", "edit"), ("openai/gpt-4o", "edit", "apply_patch"), ("opencode/x", "websearch", "apply_patch"), ("a/b", "write", "websearch")],
)  # fmt: skip
def test_the_model_decides_on_some_tools(model: str, there: str, gone: str) -> None:
    effective = remit(f"model: {model}", settings=None).effective or ()
    assert there in effective
    assert gone not in effective


def write(root: Path, files: dict[str, object]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))


def test_rules_keep_the_file_they_came_from(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "p/.git/x": "",
            "p/opencode.json": {"permission": {"webfetch": "deny"}, "agent": {"t": {"permission": {"bash": "deny"}}}},
            "p/.opencode/agents/t.md": "---\npermission:\n  edit: deny\n---\nx\n",
        },
    )
    around = Surroundings(str(tmp_path / "p"))
    settings = HOST.settings(around, VERSION)
    path = tmp_path / "p/.opencode/agents/t.md"
    reading = HOST.read(Source(path.read_bytes(), str(path)), VERSION, "project", stem="t")
    answer = Remit(reading.subject(), HOST.resolve(reading.subject(), Session(HOST, VERSION, settings=settings)))
    origins = {reason.tool: (reason.origin.path or "").rpartition("/")[2] for reason in answer.reasons if reason.origin}
    assert origins == {"webfetch": "opencode.json", "bash": "opencode.json", "edit": "t.md", "write": "t.md"}
    assert "bash" in (answer.declared or ())
    assert answer.decide("bash", "ls").effect == "deny"


def test_a_text_in_memory_takes_the_place_of_its_file(tmp_path: Path) -> None:
    write(tmp_path, {"p/.git/x": "", "p/.opencode/agents/t.md": "---\npermission:\n  edit: deny\n---\nx\n"})
    settings = HOST.settings(Surroundings(str(tmp_path / "p")), VERSION)
    reading = HOST.read(
        Source.of("---\npermission:\n  bash: deny\n---\nx\n", str(tmp_path / "p/.opencode/agents/t.md")), VERSION
    )
    effective = HOST.resolve(reading.subject(), Session(HOST, VERSION, settings=settings)).effective
    assert "edit" in effective
    assert "bash" not in effective


def test_one_bad_file_keeps_everything_from_starting(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "p/.git/x": "",
            "p/.opencode/agents/bad.md": "---\ntools: Read\n---\nx\n",
            "p/.opencode/agents/t.md": "---\nmode: all\n---\nx\n",
        },
    )
    catalog = discover(tmp_path / "p", "opencode", below=False)
    assert {entry.identity: entry.status for entry in catalog} == {"bad": "broken", "t": "active"}
    settings = catalog.settings["opencode"]
    assert "bad.md" in settings.problem
    (good,) = catalog.active("opencode")
    answer = HOST.resolve(good, Session(HOST, VERSION, settings=settings))
    assert not answer.spawnable
    assert answer.effective


def test_a_catalog_over_all_layers(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "p/.git/x": "",
            "p/.opencode/agents/t.md": "---\ndescription: outer\n---\nx\n",
            "p/sub/.opencode/agents/t.md": "---\ndescription: inner\n---\nx\n",
            "p/sub/opencode.json": {"agent": {"t": {"description": "json"}, "only": {"description": "json"}}, "mcp": {"gh": {"type": "local", "command": ["x"]}, "off": {"type": "local", "command": ["x"], "enabled": False}}},
            "h/.opencode/agent/t.md": "---\ndescription: home\n---\nx\n",
            "h/.config/opencode/agents/u.md": "---\ndescription: user\n---\nx\n",
            "p/.opencode/modes/m.md": "---\ndescription: mode\n---\nx\n",
        },
    )  # fmt: skip
    catalog = discover(tmp_path / "p/sub", "opencode", home=tmp_path / "h", below=False)
    status = {(entry.identity, entry.path.removeprefix(str(tmp_path))): entry.status for entry in catalog}
    assert status == {
        ("t", "/h/.opencode/agent/t.md"): "active",
        ("m", "/p/.opencode/modes/m.md"): "active",
        ("t", "/p/.opencode/agents/t.md"): "shadowed",
        ("t", "/p/sub/.opencode/agents/t.md"): "shadowed",
        ("u", "/h/.config/opencode/agents/u.md"): "active",
        ("t", "/p/sub/opencode.json"): "shadowed",
        ("only", "/p/sub/opencode.json"): "active",
    }
    assert catalog.inventories["opencode"].servers == {"gh": None}


def test_another_hosts_definition_is_read_again() -> None:
    claude = host("claude-code")
    reading = claude.read(
        Source.of("---\nname: a\ndescription: d\ndisallowedTools: Bash\n---\nx\n", "a.md"), claude.version(None)
    )
    answer = HOST.resolve(reading.subject(), Session(HOST, VERSION))
    assert "bash" in answer.effective
    assert "bash" not in answer.declared


def test_built_in_agents() -> None:
    session = Session(HOST, VERSION, mode=MAIN)
    found = {one.name: HOST.resolve(one, session).effective for one in HOST.builtin_agents(VERSION)}
    assert "question" in found["build"]
    assert found["explore"] == ("bash", "glob", "grep", "read", "webfetch", "websearch")
    assert found["title"] == ()
    assert "todowrite" not in found["general"]
    assert tuple(found) == HOST.builtin_names


def test_version_2_is_not_guessed_at() -> None:
    with pytest.raises(UsageError):
        HOST.version("2.0")


ACTION = st.sampled_from(["allow", "ask", "deny"])
NAME = st.sampled_from(
    [
        "*",
        "read",
        "edit",
        "bash",
        "task",
        "todowrite",
        "web*",
        "probe_*",
        "probe_ping",
        "Bash",
        "write",
        "mcp__probe__ping",
        "gr?p",
        "edti",
    ]
)
PATTERN = st.sampled_from(["*", "git *", "src/**", "*.env", "a"])
PERMISSION = st.dictionaries(NAME, ACTION | st.dictionaries(PATTERN, ACTION, min_size=1, max_size=3), max_size=6)
INVENTORY = Inventory(None, SERVERS)


def of(permission: dict, mode: str = FOREGROUND) -> Remit:
    # What takes an action alone must not stop the program.
    plain = {
        name: value if name not in ("todowrite",) or isinstance(value, str) else "ask" for name, value in permission.items()
    }
    return remit("permission: " + json.dumps(plain), mode, inventory=INVENTORY)


@given(PERMISSION, NAME)
def test_a_deny_at_the_end_adds_no_tool(permission: dict, name: str) -> None:
    rest = {key: value for key, value in permission.items() if key != name}
    for mode in (FOREGROUND, MAIN):
        assert set(of({**rest, name: "deny"}, mode).effective or ()) <= set(of(rest, mode).effective or ())
        assert set(of({**rest, name: "deny"}, mode).declared or ()) <= set(of(rest, mode).declared or ())


@given(PERMISSION)
def test_the_answer_is_always_the_same(permission: dict) -> None:
    first, second = of(permission), of(permission)
    assert first.effective == second.effective
    assert first.declared == second.declared
    assert [(one.tool, one.granted, one.because) for one in first.reasons] == [
        (one.tool, one.granted, one.because) for one in second.reasons
    ]


@given(
    PERMISSION,
    st.sampled_from(["read", "edit", "write", "bash", "webfetch", "task", "probe_ping"]),
    st.sampled_from(["a", "git status", "src/x", ".env"]),
)
def test_a_hidden_tool_is_always_denied(permission: dict, tool: str, value: str) -> None:
    answer = of(permission)
    decision = answer.decide(tool, value)
    if tool not in (answer.effective or ()) or tool not in (answer.enforced or ()):
        assert decision.effect == "deny"


@given(PERMISSION)
def test_every_tool_has_a_reason(permission: dict) -> None:
    answer = of(permission)
    assert {reason.tool for reason in answer.reasons if reason.granted} == set(answer.effective or ())
    assert len(answer.reasons) == len({reason.tool for reason in answer.reasons})
