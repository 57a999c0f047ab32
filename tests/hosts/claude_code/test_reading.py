"""What Claude Code makes of a file, and what remit says about it. Facts: client 2.1.332 (and 2.1.197), recorded 2026-11-30."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from remit.hosts import host
from remit.hosts.base import Reading, Version
from remit.hosts.claude_code.glance import at_a_glance
from remit.hosts.claude_code.second_chance import rescue
from remit.resolving import Remit
from remit.session import Session
from remit.source import Source
from remit.syntax.nodes import Scalar
from remit.syntax.yaml import compose_client

HOST = host("claude-code")


def read(text: str | bytes, scope: str = "project", version: str | None = None) -> Reading:
    data = text if isinstance(text, bytes) else text.encode()
    return HOST.read(Source(data, "x.md"), HOST.version(version), scope, stem="x")


def front(*lines: str, name: str = "name: a", description: str = "description: Does things") -> str:
    return "\n".join(["---", name, description, *lines, "---", "Body"]) + "\n"


def told(text: str, **more: str) -> list[tuple[str, str, int, int]]:
    """Every finding as rule, severity, line and column."""
    reading = read(text, **more)
    answer = Remit(reading.subject(), HOST.resolve(reading.subject(), Session(HOST, reading.version)))
    found = [*reading.diagnostics, *answer.diagnostics]
    return [(finding.rule, finding.severity, *finding.span[0]) for finding in found]


@pytest.mark.parametrize(
    ("lines", "finding"),
    [
        (["tools: Read, Foo"], ("unknown-tool", "warning", 4, 14)),
        (["tools: Read, MultiEdit"], ("retired-tool", "warning", 4, 14)),
        (["tools: Read, read"], ("wrong-case-tool", "warning", 4, 14)),
        (["tools: Read, Task"], ("tool-alias", "info", 4, 14)),
        (["tools: Read, Bash(git *)"], ("scope-ignored", "warning", 4, 14)),
        (["tools:", "  - Read", '  - "Bash(git *)"'], ("scope-ignored", "warning", 6, 6)),
        (["tools: [Read, 'Bash(git *)']"], ("scope-ignored", "warning", 4, 16)),
        (["tools: Read, mcp__*"], ("all-servers", "warning", 4, 14)),
        (["tools: Read, mcp__a__get_*"], ("pattern-without-effect", "warning", 4, 14)),
        (["tools: Read, Web*"], ("pattern-without-effect", "warning", 4, 14)),
        (["tools: Foo, Bar"], ("tools-resolve-to-nothing", "error", 4, 8)),
        (["tools: Bash(git, Read"], ("unclosed-scope", "error", 4, 8)),
        (["tools: |", "  Read", "  Bash"], ("lines-do-not-separate", "error", 4, 8)),
        (["tools:"], ("list-left-empty", "warning", 4, 1)),
        (["tools: 5"], ("list-of-wrong-type", "error", 4, 8)),
        (["tools: Read, Agent(a), Agent(b)"], ("agent-list-split", "info", 4, 14)),
        (["tools: Read, Bash", "disallowedTools: Bash"], ("allowed-and-denied", "warning", 5, 18)),
        (["disallowedTools: '*'"], ("star-cancels-denylist", "error", 4, 19)),
        (["disallowedTools: bash"], ("wrong-case-tool", "error", 4, 18)),
        (["disallowedTools: Web*"], ("pattern-without-effect", "error", 4, 18)),
        (["disallowedTools: Bash(rm *)"], ("deny-takes-whole-tool", "warning", 4, 18)),
        (["disallowedTools: {Bash: true}"], ("list-of-wrong-type", "error", 4, 18)),
        (["disalowedTools: Bash"], ("misspelt-key", "error", 4, 1)),
        (["allowed-tools: Read"], ("misspelt-key", "error", 4, 1)),
        (["Tools: Read"], ("misspelt-key", "error", 4, 1)),
        (["modle: opus"], ("misspelt-key", "warning", 4, 1)),
        (["zzz: 1"], ("unknown-key", "warning", 4, 1)),
        (["version: 1"], ("unknown-key", "info", 4, 1)),
        (["tools: Read", "tools: Bash"], ("duplicate-key", "error", 5, 1)),
        (["color: red", "color: blue"], ("duplicate-key", "warning", 5, 1)),
        (["permissionMode: Plan"], ("invalid-value", "error", 4, 17)),
        (["permissionMode: bypassPermissions"], ("bypass-mode", "error", 4, 17)),
        (["maxTurns: 0"], ("limit-without-effect", "error", 4, 11)),
        (["maxTurns: many"], ("invalid-value", "error", 4, 11)),
        (['maxTurns: "5"'], ("coerced-value", "warning", 4, 11)),
        (['background: "false"'], ("coerced-value", "warning", 4, 13)),
        (["background: yes"], ("invalid-value", "warning", 4, 13)),
        (["model: oppus"], ("unknown-model", "warning", 4, 8)),
        (["hooks: [a]"], ("invalid-hooks", "error", 4, 8)),
        (["hooks:", "  Nope: []"], ("hook-without-effect", "warning", 5, 3)),
        (["mcpServers: {a: {command: b}}"], ("servers-not-a-list", "warning", 4, 1)),
        (["mcpServers: [{a: {}}]"], ("invalid-server", "warning", 4, 15)),
        (["tools: Read", "memory: project"], ("memory-adds-tools", "warning", 5, 1)),
        (["tools: Read", "mcpServers: [{a: {command: b}}]"], ("server-adds-tools", "warning", 5, 15)),
        (["x: &a 1"], ("yaml-alias", "error", 4, 4)),
        (["x: !!python/name:os.system a"], ("yaml-tag", "error", 4, 4)),
    ],
)
def test_a_finding_stands_at_its_place(lines: list[str], finding: tuple[str, str, int, int]) -> None:
    assert finding in told(front(*lines))


@pytest.mark.parametrize(
    "lines",
    [
        [], ["tools: Read, Grep"], ["tools: [Read]"], ["tools: []"], ["tools: '*'"], ["tools: Read", "disallowedTools: Bash"], ["model: opus[1m]"],
        ["model: claude-opus-5-5"], ["maxTurns: 5"], ["permissionMode: plan"], ["mcpServers: [github]"], ["tools: mcp__github__*"],
        ["disallowedTools: mcp__*"], ["skills: [a]"], ["color: red"], ["effort: high"], ["background: true"], ["hooks: {}"], ["tools: Read, Bash(*)"],
    ],
)  # fmt: skip
def test_what_is_right_is_silent(lines: list[str]) -> None:
    assert told(front(*lines)) == []


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("# Notes\n", ("no-front-matter", "error", 1, 1)),
        ("\n---\nname: a\n---\n", ("no-front-matter", "error", 1, 1)),
        ("---js\nx\n---\n", ("unsupported-fence", "error", 1, 1)),
        ("---\nname: a\ndescription: b\n", ("unclosed-front-matter", "error", 1, 1)),
        ("---\n- a\n---\n", ("front-matter-not-a-map", "error", 2, 1)),
        ("---\nname: a\ndescription: use a --- b\ntools: Read\n---\nB\n", ("front-matter-cut", "error", 3, 20)),
        ("---\nname: a\ndescription: b c\n# --- x\n---\nB\n", ("front-matter-cut", "warning", 4, 3)),
        ("---\nname: a\ndescription: Use when: b\n---\nB\n", ("unquoted-value", "warning", 3, 14)),
        ("---\nname: a\ndescription: Use it.\n<x>\n</x>\ntools: Read\n---\nB\n", ("unindented-value", "error", 4, 1)),
        ("---\nname: a\ndescription: b c\ntools:\n\t- Read\n---\nB\n", ("tab-indentation", "error", 5, 1)),
        ("---\nname: a\ndescription: \"x\" y\n---\nB\n", ("yaml-syntax", "error", 3, 18)),
        ("---\nname: a\ndescription: b\\nc d: e\n---\nB\n", ("literal-line-ends", "warning", 3, 15)),
        ("---\ndescription: b c\n---\nB\n", ("missing-name", "error", 1, 1)),
        ("---\nname:\ndescription: b c\n---\nB\n", ("missing-name", "error", 2, 1)),
        ("---\nname: a\ntools: Read\n---\nB\n", ("missing-description", "error", 1, 1)),
        ("---\nname: a\ndescription: b c\nmodel: claude-sonet-4-5\n---\nB\n", ("unknown-model", "warning", 4, 8)),
        ("---\nname: a\ndescription: b c\ntools: [Read, [Grep]]\n---\nB\n", ("list-of-wrong-type", "warning", 4, 15)),
        ("---\nname: a\ndescription: b c\ndisallowedTools: [Bash, 5]\n---\nB\n", ("list-of-wrong-type", "error", 4, 25)),
        ("---\nname: a\ndescription: b c\ntools:\n  Read,\n  Grpe\n---\nB\n", ("unknown-tool", "warning", 6, 3)),
        ("---\nname: a\ndescription: b c\ntools: Read, Bash()\n---\nB\n", ("scope-ignored", "warning", 4, 14)),
        ("# A\n\n---\nname: a\ndescription: b c\n---\nB\n", ("no-front-matter", "error", 1, 1)),
        ('---\nname: a\ndescription: "  "\n---\nB\n', ("missing-description", "warning", 3, 14)),
        ("---\nname: a\ndescription: b c\nmodel: claude-opus\n---\nB\n", ("unknown-model", "warning", 4, 8)),
        ("---\nname: a\ndescription: b c\nexperimental:\n  cacheTtl: 2h\n---\nB\n", ("invalid-value", "warning", 5, 13)),
        ("---\nname: a\ndescription: b c\nexcludeTools: Bash\n---\nB\n", ("misspelt-key", "error", 4, 1)),
        ("---\nname: a\ndescription: b c\npermission:\n  edit: deny\n---\nB\n", ("foreign-key", "error", 4, 1)),
        ('+++\nname = "a"\ndescription = "b c"\n+++\nB\n', ("unsupported-fence", "error", 1, 1)),
        ("name: a\ndescription: b c\n\nB\n", ("no-front-matter", "error", 1, 1)),
        ("---\nname: a\ndescription: b c\ncolor: octarine\n---\nB\n", ("invalid-value", "info", 4, 8)),
        ("---\nname: a\ndescription: b c\ninitialPrompt: [x]\n---\nB\n", ("invalid-value", "warning", 4, 16)),
        ("---\nname: a\ndescription: b c\ntools:\u00a0Read\n---\nB\n", ("yaml-syntax", "error", 4, 6)),
        ("\ufeff\ufeff---\nname: a\ndescription: b c\n---\nB\n", ("no-front-matter", "error", 1, 1)),
        ("---\nname: a\ndescription: [x]\n---\nB\n", ("missing-description", "error", 3, 14)),
        ("---\nname: -a\ndescription: b c\n---\nB\n", ("invalid-name", "error", 2, 7)),
        ("---\nname: a:b\ndescription: b c\n---\nB\n", ("invalid-name", "error", 2, 7)),
        ("---\nname: ../x\ndescription: b c\n---\nB\n", ("name-leaves-folder", "error", 2, 7)),
        ("---\nname: Code Reviewer\ndescription: b c\n---\nB\n", ("name-not-portable", "warning", 2, 7)),
        ("---\nname: a\ndescription: b c\n---\n", ("empty-prompt", "warning", 4, 1)),
        ("---\r\nname: a\r\ndescription: Use when: b\r\n---\r\nB\r\n", ("unquoted-value", "error", 3, 14)),
        ("---\nname: a\ndescription: a: b\ntools: Read # only\n---\nB\n", ("garbled-field", "error", 4, 8)),
    ],
)  # fmt: skip
def test_a_fault_of_the_file_stands_at_its_place(text: str, finding: tuple[str, str, int, int]) -> None:
    assert any(row[:3] == finding[:3] for row in told(text)), told(text)


def test_all_faults_of_a_file_are_told_in_one_go() -> None:
    text = "---\nname: a\ndescription: Use when: b\ntools: [Read\nmodel: oppus\ndisalowedTools: Bash\nmaxTurns: 0\n---\nB\n"
    rules = {rule for rule, *_ in told(text)}
    assert {"unquoted-value", "yaml-syntax", "unknown-model", "misspelt-key", "limit-without-effect"} <= rules


@pytest.mark.parametrize(("version", "loads"), [("2.1.197", False), ("2.1.238", False), ("2.1.239", True), ("2.1.332", True)])
def test_a_byte_order_mark_counts_from_a_version_on(version: str, loads: bool) -> None:
    reading = read(b"\xef\xbb\xbf" + front("tools: Read").encode(), version=version)
    assert reading.loaded is loads
    assert reading.definition is not None
    assert reading.definition.tools == ("Read",)
    assert ("byte-order-mark" in {finding.rule for finding in reading.diagnostics}) is not loads


def test_a_plugins_file_is_an_agent_whatever_it_says() -> None:
    for text in ("", "# notes\n", "---\ntools: Read\n---\n", '---\nname: "x\n---\n'):
        reading = read(text, scope="plugin")
        assert reading.loaded
        assert reading.name == "x"
    assert read("# notes\n", scope="plugin").definition is None


def test_a_plugin_may_not_set_everything() -> None:
    lines = ["permissionMode: plan", "hooks: {}", "mcpServers: [a]", "initialPrompt: x"]
    ignored = [row for row in told(front(*lines), scope="plugin") if row[0] == "ignored-in-plugin"]
    assert [line for _, _, line, _ in ignored] == [4, 5, 6, 7]


def test_rescued_values_stand_where_they_are_written() -> None:
    text = 'name: a\ndescription: say "a: b" \\ c\ntools:\n\t- Read\nmodel: @x\n'
    root = rescue(text, 100, compose_client)
    places = {key.text: value for key, value in root.entries}  # type: ignore[union-attr]
    for key in ("description", "model"):
        value = places[key]
        assert isinstance(value, Scalar)
        assert text[value.start - 100 : value.end - 100] == value.text
    item = places["tools"].items[0]  # type: ignore[union-attr]
    assert text[item.start - 100 : item.end - 100] == "Read"


words = st.text(alphabet=st.sampled_from(list("ab :#'\"\\-,.é\u0085\t*")), max_size=14)
tools = st.sampled_from(
    ["Read", "Read, Bash", "Read,Foo", "Task", "mcp__a__b, Read", "Bash Read ", "null", "READ", "Bash - x", "LS, LS"]
)


@given(
    words,
    st.lists(st.tuples(st.sampled_from(["tools", "model", "color", "memory"]), tools), max_size=3),
    st.sampled_from(["", " ", "  "]),
)
@example("a b", [("color", "true")], "")
@example('"a b"', [("model", "sonnet"), ("model", "opus")], "")
@example("a # b", [], "")
@example("a b ", [("tools", "Read, Read")], " ")
def test_a_glance_sees_what_the_long_way_sees(description: str, fields: list[tuple[str, str]], blanks: str) -> None:
    lines = [f"{key}: {value}{blanks}" for key, value in fields]
    data = front(*lines, description=f"description: {description}").encode()
    quick = Reading(HOST, Version(HOST.latest), Source(data, "x.md"))
    if not at_a_glance(quick, data):
        return
    # A comment before the fence's end keeps the glance away and changes nothing else.
    slow = read(data.replace(b"\n---\nBody", b"\n# c\n---\nBody"))
    assert slow.document.kind == "yaml"
    assert (quick.name, quick.loaded) == (slow.name, slow.loaded)
    assert slow.definition is not None
    assert quick.definition is not None
    left, right = quick.definition.values(), slow.definition.values()
    assert left == right
    assert [(f.rule, f.span, f.message, f.severity) for f in quick.diagnostics] == [
        (f.rule, f.span, f.message, f.severity) for f in slow.diagnostics
    ]


EDGES = [
    # value, loads in 2.1.197, loads in 2.1.332
    ('["a"\n]', True, True),
    ("[a,\n]", False, True),
    ("[\n]", False, True),
    ("{a: b\n}", True, True),
    ('["a"\n, b]', True, True),
    ('{"a"\n: b}', True, True),
    ("{a:\n}", False, True),
    ("[{}\n, b]", False, False),
    ('["a",\n]', False, True),
    ("[a, [b]\n]", False, True),
    ("{k: [a]\n}", False, True),
    ("[{a: b}\n  ]", True, True),
    ('[a,\n"b"]', False, False),
]


@pytest.mark.parametrize(("value", "early", "newest"), EDGES)
def test_signs_at_the_left_edge(value: str, early: bool, newest: bool) -> None:
    """Recorded from both clients on 2026-11-30."""
    data = f"---\nname: q\ndescription: d\nx: {value}\nmodel: opus\n---\nBody\n".encode()
    for version, loads in (("2.1.197", early), ("2.1.332", newest)):
        assert HOST.read(Source(data, "q.md"), Version(version), "project", stem="q").loaded == loads, version
