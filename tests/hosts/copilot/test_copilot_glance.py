"""What Copilot's quick reading gives is what the long way gives, or nothing."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from remit.hosts import host
from remit.hosts.base import Reading
from remit.hosts.copilot.glance import at_a_glance
from remit.source import Source

HOST = host("copilot")
VERSION = HOST.version(None)

TEXTS = [
    "Reviews changes",
    "'it''s'",
    "'a: b'",
    '"a # b"',
    '"x\\n"',
    "true",
    "1.0",
    "null",
    "",
    "a: b",
    "é",
    "\u2028",
    "GPT-4.1 ",
    "-x",
    "~",
    "[a]",
]
TOOLS = [" ['read', 'edit']", " [read, edit/editFiles, x/y]", ' ["*", "shell"]', " read, edit", "\n  - read\n  - 'zz'", " [true]", " [1]", " []", "",
         "\n  - Bash(git *)", " mcp__a__b", " ['read', 'read']", " [ changes ,reed ]", "\n- read", " 'read, zz'", " [\n  'read',\n  'zz'\n]", "\n  [ 'read', zz ]",
         " [\n  read,\n  # c\n  edit,\n  ]", " [read", "\n  read\n  edit", "\n  # c\n  - read", " # c\n  - edit"]  # fmt: skip
SERVERS = ["\n  a:\n    type: http\n    url: https://x\n    tools: ['*']", "\n  a:\n    command: x\n    args: [y]\n    tools: ['*']\n    env: {A: b}",
           "", " {}", "\n  a:\n    tools: []", "\n  a: 1", " null", "\n  a:\n    type: sse\n    url: x\n    url: y\n    tools: [a]", "\n  - a"]  # fmt: skip
KEYS = ["name", "description", "model", "argument-hint", "user-invocable", "disable-model-invocation", "infer", "target", "mode", "hidden", "foo",
        "mcpServers", "tags", "agents", "tool", "permissionMode", "metadata", "A"]  # fmt: skip

line = st.one_of(
    st.tuples(st.sampled_from(KEYS), st.sampled_from(TEXTS)).map(lambda pair: f"{pair[0]}: {pair[1]}"),
    st.tuples(st.sampled_from(["user-invocable", "infer", "foo"]), st.sampled_from(["true", "false", "True"])).map(": ".join),
    st.sampled_from(TOOLS).map("tools:{}".format),
    st.sampled_from(SERVERS).map("mcp-servers:{}".format),
)


def told(reading: Reading) -> list[tuple[object, ...]]:
    return [(one.rule, one.start, one.end, one.severity, one.refuses, one.message) for one in reading.diagnostics]


def agree(block: str, body: str = "Look.\n") -> bool:
    data = f"---\n{block}\n---\n{body}".encode()
    quick = Reading(HOST, VERSION, Source(data, "x.agent.md"), "project")
    quick.stem = "x"
    if not at_a_glance(quick):
        return False
    # A comment before the fence's end keeps the glance away and changes nothing else.
    slow = HOST.read(Source(data.replace(b"\n---\n", b"\n# c\n---\n", 1), "x.agent.md"), VERSION, "project", stem="x.agent")
    assert (quick.loaded, quick.name, quick.why) == (slow.loaded, slow.name, slow.why)
    assert quick.definition is not None
    assert slow.definition is not None
    for field in (
        "name",
        "description",
        "tools",
        "disallowed_tools",
        "model",
        "permission_mode",
        "skills",
        "extra",
        "mcp_servers",
        "hooks",
    ):
        assert getattr(quick.definition, field) == getattr(slow.definition, field), field
    assert told(quick) == told(slow)
    return True


@given(st.lists(line, min_size=1, max_size=6).map("\n".join))
@example("name: a\ndescription: 'é'\ntools: ['zz', 'read']\nargument-hint: x")
@example("description: d\ndescription: e")
def test_a_glance_sees_what_the_long_way_sees(block: str) -> None:
    agree(block)


def test_what_is_seen_at_a_glance() -> None:
    assert agree(
        "name: 'A B'\ndescription: \"Does: things\"\nmodel: GPT-4.1\ntools: ['read', 'search/x', zz]\nuser-invocable: false"
    )
    assert agree("description: x\ntools:\n  - read\n  - edit\nmode: agent")
    assert not agree("description: x\ntool: read")
    assert not agree("description: true")
    assert not agree("description: x", body="\n")


def test_real_files_read_the_same_both_ways(corpus: Path) -> None:
    seen = 0
    for path in sorted(corpus.rglob("*.agent.md")):
        head, fence, _ = path.read_text().removeprefix("---\n").partition("\n---\n")
        seen += bool(fence) and agree(head)
    assert seen > 100
