"""Laws that hold for every text, every list and every tree."""

from __future__ import annotations

import os
import random
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from remit.api import reading_of
from remit.definition import Definition
from remit.document import Document
from remit.gathering import discover
from remit.hosts import all_hosts, host
from remit.inventory import Inventory
from remit.resolving import Remit
from remit.session import Session
from remit.source import Source

HOSTS = [one.name for one in all_hosts()]
CLAUDE = host("claude-code")
TOOLS = ["Read", "Write", "Edit", "Bash", "Grep", "Glob", "Agent", "Skill", "WebFetch", "mcp__a__x", "mcp__a__y", "mcp__b__z"]
NAMES = [
    *TOOLS,
    "Task",
    "mcp__a",
    "mcp__a__*",
    "mcp__*",
    "Foo",
    "read",
    "Bash(git *)",
    "Bash()",
    "Agent(x)",
    "mcp__b__z(q)",
    "B*",
    "KillShell",
]

front = st.text(alphabet=st.sampled_from(list("abtools:-,[]{}\"'#|>*&!%@`\\\n\t () ~.0159yn\r\x00\ufeffé")), max_size=120)
lists = st.lists(st.sampled_from(NAMES), max_size=5)


def fenced(text: str, fence: str = "---") -> str:
    return f"{fence}\n{text}\n{fence}\nbody\n"


SHORT = ["*", "Read", "Bash(x)", "mcp__a__*", "Agent(a)", "", "x y"]
"""One of each kind of entry."""


@pytest.mark.parametrize("name", HOSTS)
@pytest.mark.parametrize("form", ['["{}"]', "{}"])
def test_every_short_list_is_told_in_full(name: str, form: str) -> None:
    """Also with an entry twice: every finding has its words, and a cure where there is one."""
    between = '", "' if form[0] == "[" else ", "
    for size in (1, 2, 3):
        for entries in product(SHORT, repeat=size):
            written = form.format(between.join(entries))
            for field in ("tools", "disallowedTools"):
                text = f"name: a\ndescription: Does things\n{field}: {written}"
                reading = reading_of(Source.of(fenced(text), "a.md"), name)
                for finding in reading.diagnostics:
                    assert finding.message
                    assert finding.help is None or finding.help
                    assert finding.fix is None or finding.fix.edits


@given(st.one_of(st.binary(max_size=150), front.map(lambda text: fenced(text).encode("utf-8", "replace"))))
@example(b"---\n---\n")
@example(b"---")
@example(b"+++\n+++")
@example(b"\xef\xbb\xbf---\nname: a\n---\n")
@example(b"---\nname: &a [*a]\n---\n")
@example(b"---\n? [a]\n: b\n---\n")
@example(b"---\n!!python/object:x {}\n---\n")
def test_reading_never_raises(data: bytes) -> None:
    for name in HOSTS:
        one = host(name)
        for version in one.versions or (one.latest,):
            for scope in ("project", "user", "plugin"):
                reading = one.read(Source(data, "x.md"), one.version(version), scope, stem="x")
                for finding in reading.diagnostics:
                    assert finding.message
                    assert finding.span
                assert reading.loaded or reading.why
                if reading.definition is not None:
                    assert isinstance(reading.definition.system_prompt, str)


@given(st.binary(max_size=200))
@example(b"---\r\na: b\r\n---\r\nx\xff")
def test_reading_then_writing_back_gives_the_same_bytes(data: bytes) -> None:
    assert Document(Source(data)).to_bytes() == data


@given(front)
def test_writing_back_a_front_matter_gives_the_same_bytes(text: str) -> None:
    data = fenced(text).encode("utf-8", "surrogatepass")
    document = Document(Source(data))
    _ = document.root
    assert document.to_bytes() == data


def remit(tools: list[str] | None, denied: list[str], mode: str = "foreground", **fields: object) -> Remit:
    definition = Definition(
        "a", "b", "", tools=None if tools is None else tuple(tools), disallowed_tools=tuple(denied), **fields
    )
    session = Session(CLAUDE, CLAUDE.version(None), inventory=Inventory.of(TOOLS), mode=mode)
    return Remit(definition, CLAUDE.resolve(definition, session))


@given(st.none() | lists, lists, st.sampled_from(["foreground", "background", "main"]), st.booleans())
def test_effective_is_within_the_inventory_and_what_the_host_adds(tools, denied, mode, memory) -> None:
    answer = remit(tools, denied, mode, memory="user" if memory else None)
    assert set(answer.effective or ()) <= {*TOOLS, *answer.resolution.added}
    assert set(answer.enforced or ()) <= set(TOOLS)


@given(st.none() | lists, lists, st.sampled_from([name for name in NAMES if name != "*"]))
def test_adding_a_deny_entry_never_adds_a_tool(tools, denied, entry) -> None:
    before, after = remit(tools, denied), remit(tools, [*denied, entry])
    assert set(after.effective or ()) <= set(before.effective or ())
    assert set(after.enforced or ()) <= set(before.enforced or ())
    assert set(after.declared or ()) <= set(before.declared or ())


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=5), lists, st.data())
def test_removing_an_allowed_entry_never_adds_a_tool(tools, denied, data) -> None:
    fewer = list(tools)
    fewer.pop(data.draw(st.integers(0, len(tools) - 1)))
    before, after = remit(tools, denied), remit(fewer, denied)
    assert set(after.effective or ()) <= set(before.effective or ())
    assert set(after.enforced or ()) <= set(before.enforced or ())


@given(
    st.sampled_from(["Read", "[Read, Grep]", "\n  - Read\n  - Grep", '"Read, Grep"']),
    st.text(alphabet=st.sampled_from(list("ab :#\"'[]{}|>*&!%@`\\-,\t\n")), max_size=30),
    st.booleans(),
    st.booleans(),
)
@example("Read", "a --- b", True, False)
@example("Read", "x\n---\n", True, False)
@example("Read", '"', True, True)
@example("Read", "|\n a", False, False)
def test_a_fault_elsewhere_never_widens(tools: str, damage: str, before: bool, crlf: bool) -> None:
    """Whatever stands in the description: remit reads the list as written, or refuses the file."""
    lines = [f"description: {damage}", f"tools: {tools}"]
    text = fenced("\n".join(["name: a", *(lines if before else reversed(lines))]))
    reading = reading_of(Source((text.replace("\n", "\r\n") if crlf else text).encode()), "claude-code")
    definition = reading.definition
    if definition is not None:
        session = Session(CLAUDE, CLAUDE.version(None), inventory=Inventory.of(TOOLS))
        answer = Remit(definition, CLAUDE.resolve(definition, session))
        assert set(answer.enforced or ()) <= {"Read", "Grep"} or "tools" in damage or "\n" in damage


@given(front)
def test_resolution_is_deterministic(text: str) -> None:
    data = fenced("name: a\ndescription: b\n" + text).encode("utf-8", "replace")

    def answer() -> object:
        reading = reading_of(Source(data), "claude-code")
        resolution = CLAUDE.resolve(reading.subject(), Session(CLAUDE, CLAUDE.version(None)))
        return resolution.declared, resolution.effective, [finding.rule for finding in reading.diagnostics]

    assert answer() == answer()


@pytest.mark.parametrize("seed", range(4))
def test_a_catalog_does_not_depend_on_the_order_of_the_file_system(tmp_path: Path, seed: int) -> None:
    files = {
        ".claude/agents/a.md": "name: x\ndescription: d\ntools: Read",
        ".claude/agents/b.md": "name: x\ndescription: d\ntools: Bash",
        ".claude/agents/sub/c.md": "name: X\ndescription: d",
        "app/.claude/agents/a.md": "name: x\ndescription: d",
        "home/.claude/agents/x.md": "name: x\ndescription: d",
        "home/.claude/agents/y.md": "name: y",
    }
    answers = []
    for order in (sorted(files), random.Random(seed).sample(sorted(files), len(files))):
        root = tmp_path / f"tree{len(answers)}"
        for name in order:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(fenced(files[name]))
        (root / ".git").mkdir()
        catalog = discover(root / "app", home=root / "home")
        answers.append([(entry.identity, entry.status, os.path.relpath(entry.path, root), entry.reason) for entry in catalog])
    assert answers[0] == answers[1]
