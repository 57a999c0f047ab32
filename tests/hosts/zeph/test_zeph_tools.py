"""Which tools an agent gets: names, lists, modes, the parent's tools, memory, the configuration (7.2, 7.5, and the public
cases)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosts.zeph.zeph_texts import CURRENT, F5, MID, NEWEST, OLD, reading, toml, yaml
from remit.definition import Definition
from remit.hosts import host
from remit.hosts.base import PROJECT, Surroundings, Version
from remit.hosts.zeph.policy import ALLOW, DENY, INHERIT, Policy, granted, intersect, name_of, narrow
from remit.hosts.zeph.settings import Settings, from_text
from remit.inventory import Inventory
from remit.resolving import Remit
from remit.session import Session
from remit.tools import Entry

ZEPH = host("zeph")


def remit_of(
    text: str,
    tools: list[str] | None = None,
    *,
    version: str = NEWEST,
    settings: Settings | None = None,
    ceiling: set[str] | None = None,
    depth: int = 1,
    scope: str = PROJECT,
) -> Remit:
    found = reading(text, version, scope)
    session = Session(
        ZEPH,
        Version(version),
        inventory=None if tools is None else Inventory.of(tools),
        settings=settings,
        ceiling=None if ceiling is None else frozenset(ceiling),
        depth=depth,
    )
    definition = found.subject()
    return Remit(definition, ZEPH.resolve(definition, session))


FILTERS = {
    "7.2-allow": ("tools: {allow: [shell]}", ["shell", "web"], ["shell"]),
    "7.2-deny": ("tools: {deny: [shell]}", ["shell", "web"], ["web"]),
    "7.2-inherit": ("", ["shell", "web", "read"], ["shell", "web", "read"]),
    "7.2-except-over-allow": ("tools: {allow: [shell, web], except: [shell]}", ["shell", "web"], ["web"]),
    "7.2-except-over-inherit": ("tools: {except: [dangerous]}", ["shell", "web", "dangerous"], ["shell", "web"]),
    "7.2-except-nothing": ("tools: {allow: [shell], except: []}", ["shell", "web"], ["shell"]),
    "7.2-plan": ("permissions: {permission_mode: plan}", ["shell", "web"], ["shell", "web"]),
    "7.2-plan-except": ("tools: {except: [shell]}\npermissions: {permission_mode: plan}", ["shell", "web"], ["web"]),
    "7.2-folded": ("tools: {allow: [Read, Write, Bash(cargo *)]}", ["read", "write", "bash", "web"], ["read", "write", "bash"]),
    "7.5-allow-nothing": ("tools: {allow: []}", ["read", "bash"], []),
    "7.5-deny-nothing": ("tools: {deny: []}", ["read", "bash"], ["read", "bash"]),
    "7.5-allow-star": ("tools: {allow: ['*']}", ["read", "bash"], []),
    "7.5-deny-star": ("tools: {deny: ['*']}", ["read", "bash"], ["read", "bash"]),
    "7.5-except-folded": ("tools: {allow: [bash], except: ['BASH (x)']}", ["bash"], []),
    "unknown-names": ("tools: {allow: [read, nonsense]}", ["read", "bash"], ["read"]),
    "servers-in-full": ("tools: {allow: [mcp__a__b, mcp__a]}", ["read", "mcp__a__b", "mcp__a__c"], ["mcp__a__b"]),
    "server-denied-by-short-name": ("tools: {deny: [b]}", ["mcp__a__b"], ["mcp__a__b"]),
    "tool-of-an-unknown-server": ("tools: {allow: [mcp__a__b]}", ["read", "mcp__a__*"], ["mcp__a__b"]),
}


@pytest.mark.parametrize(("lines", "tools", "expected"), FILTERS.values(), ids=FILTERS)
@pytest.mark.parametrize("version", [CURRENT, NEWEST])
def test_filters(version: str, lines: str, tools: list[str], expected: list[str]) -> None:
    found = remit_of(yaml(lines), tools, version=version)
    assert found.effective == tuple(expected)


EXACT = {
    "match": ('allow = ["read"]', ["read", "bash"], ["read"]),
    "case": ('allow = ["Read"]', ["read", "bash"], []),
    "scope": ('allow = ["bash(ls)"]', ["read", "bash"], []),
    "deny-case": ('deny = ["Bash"]', ["read", "bash"], ["read", "bash"]),
    "deny": ('deny = ["bash"]', ["read", "bash"], ["read"]),
}


@pytest.mark.parametrize(("line", "tools", "expected"), EXACT.values(), ids=EXACT)
@pytest.mark.parametrize("version", [OLD, MID])
def test_names_were_exact(version: str, line: str, tools: list[str], expected: list[str]) -> None:
    """3.2, and issue 3765: no tool at all for an agent with the names of another host"""
    assert remit_of(toml("[tools]", line), tools, version=version).effective == tuple(expected)


NORMAL = {
    "Read": "read",
    "Bash(cargo *)": "bash",
    "Bash(git *)": "bash",
    "bash": "bash",
    " Web_Scrape ": "web_scrape",
    "a(b)(c)": "a",
}


@pytest.mark.parametrize(("text", "expected"), NORMAL.items(), ids=NORMAL)
def test_names_are_folded(text: str, expected: str) -> None:
    """7.2-normalise"""
    assert name_of(text) == expected
    assert name_of(text, folded=False) == text


def test_plan_mode_blocks_every_call() -> None:
    """7.2: the catalogue is complete, each call is refused, confirmed or not"""
    found = remit_of(yaml("permissions: {permission_mode: plan}"), ["read", "bash"])
    assert found.effective == ("read", "bash")
    for tool in ("read", "bash", "web"):
        assert found.decide(tool, {}).effect == "deny"
    decision = found.decide("read", {"path": "x"})
    assert "plan" in decision.reason
    assert decision.because is not None
    assert decision.because.place == (4, 32)


def test_planner_fixture() -> None:
    found = remit_of(F5, ["shell", "web", "dangerous", "read"])
    assert found.effective == ("shell", "web")
    assert found.decide("shell", "ls").effect == "deny"


PARENT = {"read", "bash"}
NARROWED = {
    "7.5-allow": ("tools: {allow: [Read, web]}", PARENT, ["read"]),
    "7.5-inherit": ("", PARENT, ["read", "bash"]),
    "7.5-deny": ("tools: {deny: [bash]}", PARENT, ["read"]),
    "7.5-nothing": ("", set(), []),
    "7.5-allow-nothing": ("tools: {allow: [Read, web]}", set(), []),
    "except": ("tools: {except: [read]}", PARENT, ["bash"]),
}


@pytest.mark.parametrize(("lines", "parent", "expected"), NARROWED.values(), ids=NARROWED)
def test_a_parents_tools(lines: str, parent: set[str], expected: list[str]) -> None:
    found = remit_of(yaml(lines), ["read", "web", "bash", "write"], ceiling=parent)
    assert found.effective == tuple(expected)
    assert found.enforced == tuple(expected)
    assert found.resolution.narrows


def entries(*names: str) -> list[Entry]:
    return [Entry(name) for name in names]


def test_narrowing_keeps_spelling_and_order() -> None:
    """7.5"""
    assert narrow(Policy(ALLOW, entries("Web", "Bash(x)", "Read")), ["read", "bash"]) == Policy(
        ALLOW, entries("Bash(x)", "Read")
    )
    assert narrow(Policy(INHERIT), ["Read", "bash"]) == Policy(ALLOW, entries("Read", "bash"))
    assert narrow(Policy(DENY, entries("BASH")), ["read", "bash"]) == Policy(ALLOW, entries("read"))
    assert narrow(Policy(DENY, entries("BASH")), []) == Policy(ALLOW)
    assert narrow(Policy(INHERIT, (), entries("x")), ["read"]).excepted[0].text == "x"


def test_two_ceilings() -> None:
    left, right = frozenset("ab"), frozenset("bc")
    assert intersect(None, None) is None
    assert intersect(left, None) == left
    assert intersect(None, right) == right
    assert intersect(left, right) == frozenset("b")


MEMORY = {
    "allow": "tools: {allow: [Read, web]}",
    "inherit": "",
    "deny": "tools: {deny: [bash]}",
}


@pytest.mark.parametrize("lines", MEMORY.values(), ids=MEMORY)
def test_memory_brings_back_what_the_parent_lacks(lines: str) -> None:
    """7.5: Zeph adds the file tools after narrowing, remit narrows last"""
    found = remit_of(yaml(lines, "memory: project"), ["read", "write", "edit", "bash", "web"], ceiling={"bash"})
    assert found.effective is not None
    assert {"read", "write", "edit"} <= set(found.effective)
    assert not {"read", "write", "edit"} & set(found.enforced or ())
    assert "memory-passes-ceiling" in [finding.rule for finding in found.diagnostics]
    assert found.decide("read", {"path": ".zeph/agent-memory/a/x"}).effect == "deny"


def test_memory_adds_to_an_allowlist() -> None:
    found = remit_of(yaml("tools: {allow: [bash]}", "memory: project"), ["read", "write", "edit", "bash", "web"])
    assert found.effective == ("read", "write", "edit", "bash")
    assert found.resolution.added == ("read", "write", "edit")
    assert found.declared == ("bash",)
    (finding,) = [finding for finding in found.diagnostics if finding.rule == "memory-adds-tools"]
    assert "`read`, `write` and `edit`" in finding.message


def test_exceptions_beat_memory() -> None:
    found = remit_of(yaml("tools: {allow: [bash], except: [write]}", "memory: user"), ["read", "write", "edit", "bash"])
    assert found.effective == ("read", "edit", "bash")


@pytest.mark.parametrize("lines", ["tools: {except: [read, write, edit]}", "tools: {deny: [Read, Write, Edit]}"])
def test_memory_is_off_without_its_tools(lines: str) -> None:
    found = remit_of(yaml(lines, "memory: user"), ["bash"])
    assert found.effective == ("bash",)
    assert "memory-without-tools" in [finding.rule for finding in found.diagnostics]


def test_memory_brings_the_file_tools_along() -> None:
    found = remit_of(yaml("memory: user"), ["bash"])
    assert found.effective is not None
    assert found.effective[:4] == ("bash", "read", "write", "edit")


def test_memory_came_with_0_22() -> None:
    found = remit_of(yaml("tools: {allow: [bash]}", "memory: user"), ["bash", "read"], version=MID)
    assert found.effective == ("bash",)


def test_a_worktree_takes_the_working_directory() -> None:
    found = remit_of(yaml("permissions: {worktree: true}"), ["bash", "set_working_directory"])
    assert found.effective == ("bash",)
    assert found.enforced == ("bash",)


BUILDER = yaml("tools:", "  allow:", "    - Read", "    - Write", "    - Bash(cargo *)")


def test_case_a048() -> None:
    found = remit_of(BUILDER, ["bash", "read", "write", "edit", "web_scrape"])
    assert found.effective == ("bash", "read", "write")
    assert found.declared == ("Read", "Write", "Bash(cargo *)")
    assert "scope-ignored" in [finding.rule for finding in found.definition.reading.findings]  # type: ignore[union-attr]


def test_case_a048_calls() -> None:
    pytest.importorskip("remit.permissions.declared")
    found = remit_of(BUILDER, ["bash", "read", "write", "edit", "web_scrape"])
    assert found.decide("bash", "cargo test").effect == "allow"
    assert found.decide("bash", {"command": "cargo test"}).effect == "allow"
    assert found.decide("bash", "curl http://example.test").effect == "deny"
    assert found.decide("bash", "cargo test && curl http://example.test").effect == "deny"
    assert found.decide("edit", {"path": "x"}).effect == "deny"
    assert found.decide("read", {"path": "x"}).effect == "allow"


def test_memory_is_held_to_its_folder() -> None:
    pytest.importorskip("remit.permissions.declared")
    found = remit_of(yaml("tools: {allow: [bash]}", "memory: project"), ["bash", "read", "write", "edit"])
    assert found.decide("write", {"path": ".zeph/agent-memory/a/notes.md"}).effect == "allow"
    assert found.decide("write", {"path": "src/main.rs"}).effect == "deny"


def test_a_bracket_that_does_not_close() -> None:
    """Zeph cuts at the bracket and gives all of it; remit cannot tell what was meant."""
    found = remit_of(yaml("tools: {allow: ['Bash(git', read]}"), ["bash", "read"])
    assert found.effective == ("bash", "read")
    assert found.enforced == ("read",)


def test_case_a074() -> None:
    tools = ["Read", "Write", "Edit", "Bash", "Glob"]
    found = remit_of(yaml("tools:", "  allow: [Read, Bash, Write]", "  except: [Bash]"), tools)
    assert found.effective == ("Read", "Write")
    assert found.enforced == ("Read", "Write")
    assert found.declared == ("Read", "Write")


def test_case_a084() -> None:
    text = yaml("permissions: {permission_mode: bypass_permissions}")
    found = remit_of(text, ["read"])
    assert not found.spawnable
    assert found.effective == ()
    assert found.enforced == ()
    assert [finding.rule for finding in found.diagnostics] == ["not-started"]
    assert found.decide("read", {}).effect == "deny"
    allowed = remit_of(text, ["read"], settings=from_text("[agents]\nallow_bypass_permissions = true\n"))
    assert allowed.spawnable
    assert allowed.effective == ("read",)


def test_bypass_by_default_mode() -> None:
    found = remit_of(yaml(), ["read"], settings=from_text('[agents]\ndefault_permission_mode = "bypass_permissions"\n'))
    assert not found.spawnable


def test_case_a153() -> None:
    settings = from_text('[agents]\ndefault_permission_mode = "plan"\ndefault_disallowed_tools = ["shell"]\n')
    found = remit_of(yaml(), ["read", "write", "shell"], settings=settings)
    assert found.effective == ("read", "write")
    assert found.decide("read", {}).effect == "deny"
    assert "plan" in found.decide("read", {}).reason
    (reason,) = [reason for reason in found.reasons if reason.tool == "shell"]
    assert not reason.granted
    assert reason.origin is not None
    assert reason.origin.place == (3, 29)


def test_defaults_do_not_replace_what_a_file_says() -> None:
    settings = from_text('[agents]\ndefault_permission_mode = "plan"\ndefault_disallowed_tools = ["web"]\n')
    text = yaml("tools: {allow: [bash, web, read], except: [read]}", "permissions: {permission_mode: dont_ask}")
    found = remit_of(text, ["bash", "web", "read"], settings=settings)
    assert found.effective == ("bash",)
    assert found.decide("bash", "ls").effect == "allow"
    explicit = remit_of(yaml("permissions: {permission_mode: default}"), ["bash"], settings=settings)
    assert explicit.decide("bash", "ls").effect == "deny"


def test_default_memory() -> None:
    settings = from_text('[agents]\ndefault_memory_scope = "project"\n')
    found = remit_of(yaml("tools: {allow: [bash]}"), ["bash", "read", "write", "edit"], settings=settings)
    assert found.effective == ("bash", "read", "write", "edit")
    assert found.enforced == ("bash",)


STOPPED = [
    "enabled = false",
    'delegation_mode = "disabled"',
    "max_spawn_depth = 0",
    "enabled = 1",
    'default_disallowed_tools = "bash"',
]


@pytest.mark.parametrize("line", STOPPED)
def test_agents_that_are_not_started(line: str) -> None:
    settings = from_text(f"[agents]\n{line}\n")
    found = remit_of(yaml(), ["bash"], settings=settings)
    assert not found.spawnable
    assert found.effective == ()
    assert found.decide("bash", "ls").effect == "deny"
    assert bool(settings.diagnostics) is (settings.broken is not None)


def test_depth() -> None:
    assert remit_of(yaml(), ["bash"], depth=3).spawnable
    assert not remit_of(yaml(), ["bash"], depth=4).spawnable
    assert remit_of(yaml(), ["bash"], depth=2).may_spawn("other")
    assert not remit_of(yaml(), ["bash"], depth=3).may_spawn("other")
    kept = from_text('[agents]\ndelegation_mode = "explicit_request_only"\n')
    assert not remit_of(yaml(), ["bash"], settings=kept).may_spawn("other")
    assert remit_of(yaml(), ["bash"], settings=kept).spawnable


def test_a_refused_pattern_stops_the_agent() -> None:
    assert not remit_of(yaml("skills: {include: ['**']}"), ["bash"]).spawnable


def test_a_file_that_zeph_does_not_load() -> None:
    found = remit_of(yaml("tools: [a]"), ["bash"])
    assert found.effective is None
    assert found.declared is None
    assert found.enforced is None
    assert not found.spawnable


def test_a_file_that_only_remit_refuses() -> None:
    found = remit_of(yaml("tools:", "  allow:"), ["bash", "read"])
    assert found.effective == ("bash", "read")
    assert found.declared is None
    assert found.enforced is None
    assert found.decide("read", {}).effect == "deny"


def test_default_inventory() -> None:
    found = remit_of(yaml("tools: {allow: [Read, Bash, web_scrape]}"))
    assert found.effective == ("bash", "read", "web_scrape")


def test_reasons_name_the_line() -> None:
    found = remit_of(yaml("tools:", "  allow: [Read, bash]", "  except: [bash]"), ["read", "bash", "web"])
    told = {
        reason.tool: (reason.granted, reason.because, reason.origin.place if reason.origin else None)
        for reason in found.reasons
    }
    assert told["read"] == (True, "named by `Read` in `tools.allow`", (5, 11))
    assert told["bash"] == (False, "denied by `bash` in `tools.except`", (6, 12))
    assert told["web"] == (False, "not named in `tools.allow`", (5, 10))


def test_a_definition_without_a_file() -> None:
    definition = Definition("a", "b", tools=("Read",), disallowed_tools=("bash",), host="zeph", host_version=NEWEST)
    session = Session(ZEPH, Version(NEWEST), inventory=Inventory.of(["read", "bash"]))
    assert ZEPH.resolve(definition, session).effective == ("read",)


def test_tools_that_are_not_there() -> None:
    found = remit_of(yaml("tools: {allow: [read, nonsense]}"), ["read"])
    (finding,) = found.diagnostics
    assert finding.rule == "unavailable-tool"
    nothing = remit_of(yaml("tools: {allow: [nonsense]}"), ["read"])
    assert "tools-resolve-to-nothing" in [finding.rule for finding in nothing.diagnostics]
    for finding in nothing.diagnostics:
        assert "None" not in finding.message


def test_configuration_of_a_session(tmp_path) -> None:
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "default.toml").write_text('[agents]\nextra_dirs = ["more"]\n[[mcp.servers]]\nid = "github"\n')
    around = Surroundings(str(tmp_path))
    settings = ZEPH.settings(around, Version(NEWEST))
    assert isinstance(settings, Settings)
    assert settings.extra_dirs == ("more",)
    assert ZEPH.inventory(around, Version(NEWEST)).servers == {"github": None}
    other = tmp_path / "other.toml"
    other.write_text("[agents]\nmax_spawn_depth = 7\n")
    named = Surroundings(str(tmp_path), environment={"ZEPH_CONFIG": str(other)})
    assert ZEPH.settings(named, Version(NEWEST)).max_spawn_depth == 7  # type: ignore[attr-defined]
    given = ZEPH.settings(around, Version(NEWEST), (str(other), "x.json"))
    assert given.max_spawn_depth == 7  # type: ignore[attr-defined]
    missing = ZEPH.settings(around, Version(NEWEST), (str(tmp_path / "none.toml"),))
    assert missing.broken  # type: ignore[attr-defined]
    (folder / "default.toml").write_text("not = = toml")
    assert ZEPH.settings(around, Version(NEWEST)).broken is None  # type: ignore[attr-defined]
    (tmp_path / ".zeph").mkdir()
    assert ZEPH.settings(around, Version(NEWEST)).broken  # type: ignore[attr-defined]


def test_modes_in_order() -> None:
    assert ZEPH.stricter_mode("dont_ask", "plan") == "plan"
    assert ZEPH.stricter_mode("default", "bypass_permissions") == "default"
    assert ZEPH.stricter_mode(None, "accept_edits") == "accept_edits"


_names = st.sampled_from(["read", "Read", "bash", "Bash(git *)", "write", "web", "WEB ", "*"])
_lists = st.lists(_names, max_size=5).map(lambda names: [Entry(name) for name in names])
_policies = st.builds(Policy, st.sampled_from([ALLOW, DENY, INHERIT]), _lists, _lists).map(
    lambda policy: Policy(INHERIT, (), policy.excepted) if policy.kind == INHERIT else policy
)
_tools = st.sets(st.sampled_from(["read", "bash", "write", "web", "edit"]))


@given(_policies, _tools, _tools)
def test_law_narrowing_is_the_intersection(policy: Policy, parent: set[str], pool: set[str]) -> None:
    narrowed = narrow(policy, parent)
    for tool in pool:
        assert granted(narrowed, tool)[0] == (granted(policy, tool)[0] and tool in parent)


@given(_policies, _tools)
def test_law_denied_is_denied(policy: Policy, pool: set[str]) -> None:
    denied = {name_of(entry.text) for entry in policy.denied}
    assert not any(granted(policy, tool)[0] for tool in pool if tool in denied)
