"""Laws of fixing: on every case, on real public files, and on files made up of what goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outside import mended, never_grows, nothing_else_changed, once
from runner import Case

from remit.api import reading_of
from remit.errors import UsageError
from remit.hosts import all_hosts, select
from remit.source import MAX_BYTES, Source, Unreadable, read_bytes

CASES = Path(__file__).parent.parent / "cases" / "data"
BYTES_CHANGE = (
    "bidirectional-control", "body-lost", "byte-order-mark", "closed-early", "invisible-character", "line-separator", "lone-carriage-returns",
    "no-front-matter", "raw-control-character", "second-front-matter", "unused-suppression", "whole-file-is-prompt",
)  # fmt: skip
"""Rules whose fix is about what the other laws hold to stay."""


def held(data: bytes, host: str | None, path: str, *, unsafe: bool) -> None:
    """All laws for one file."""
    changed = mended(data, host, path, unsafe=unsafe)
    if not changed.changed:
        return
    never_grows(data, changed.after, host, path)
    if not any(finding.rule in BYTES_CHANGE for finding, _ in changed.made):
        nothing_else_changed(data, changed.after)
    once(changed, host, path, unsafe=unsafe)


@pytest.mark.parametrize("unsafe", [False, True])
@pytest.mark.parametrize("folder", sorted(path for path in CASES.iterdir() if path.is_dir()), ids=lambda path: path.name)
def test_every_case(folder: Path, tmp_path: Path, unsafe: bool) -> None:
    case = Case(folder, tmp_path / "work")
    for name in case.files():
        try:
            select(case.dialect(name))
            data = read_bytes(str(case.work / name), MAX_BYTES)
        except (Unreadable, UsageError):
            continue
        held(data, case.dialect(name), str(case.work / name), unsafe=unsafe)


@pytest.mark.parametrize("unsafe", [False, True])
def test_real_files(corpus: Path, unsafe: bool) -> None:
    paths = sorted(corpus.rglob("*.md"))
    assert paths
    for path in paths:
        held(path.read_bytes(), None, str(path), unsafe=unsafe)


NAMES = [
    "Read",
    "Bash",
    "Write",
    "Edit",
    "bash",
    "Grpe",
    "MultiEdit",
    "Task",
    "LS",
    "*",
    "read",
    "write",
    "execute",
    "mcp__a__b",
    "Bash(x)",
]
LIST = st.lists(st.sampled_from(NAMES), min_size=0, max_size=4)


@st.composite
def listed(draw: st.DrawFn) -> str:
    names = draw(LIST)
    form = draw(st.sampled_from([", ".join, " ".join, "[{}]".format, "block", "lines"]))
    if form == "block":
        return "".join(f"\n  - {name}" if name != "*" else '\n  - "*"' for name in names)
    if form == "lines":
        return " |" + "".join(f"\n  {name}" for name in names)
    if callable(form) and form == "[{}]".format:
        return " [" + ", ".join(f'"{name}"' for name in names) + "]"
    assert callable(form)
    return " " + str(form(names))


KEYS = ["tools", "disallowedTools", "disalowedTools", "allowedTools", "permission", "tool"]
LINES = st.one_of(
    st.tuples(st.sampled_from(KEYS), listed()).map(lambda pair: f"{pair[0]}:{pair[1]}"),
    st.sampled_from(
        [
            "name: a", "name: ' a '", "description: d", "description: Use when: x", "description: [WIP] x", "description: a\\n\\nb",
            "description: a --- b", "\n<example>", "user: hi", "maxTurns: '5'", "background: \"true\"", "permissionMode: bypassPermissions",
            "permissionMode: Plan", "hooks: []", "memory: project", "mode: subagent", "model: oppus", "permission:\n  *: deny\n  bash: allow",
            "permission:\n\tbash: Deny", "tools:\n  allow: [read, bash]\n  deny: [bash]", "# note", "infer: false", "---",
        ]
    ),
)  # fmt: skip
HEADS = st.sampled_from(["---", "---", "---", "----", "--- ", "\n---", "\ufeff---"])
ENDS = st.sampled_from(["---", "---", "---", "----", "--- # end", "You are a.", ""])


@st.composite
def files(draw: st.DrawFn) -> bytes:
    lines = [draw(HEADS), "name: a", "description: d", *draw(st.lists(LINES, max_size=5)), draw(ENDS), "You are a.", ""]
    if draw(st.booleans()):
        lines[1:3] = []
    return draw(st.sampled_from(["\n", "\r\n"])).join("\n".join(lines).split("\n")).encode()


HOSTS = [host.name for host in all_hosts()]


@given(files(), st.sampled_from(HOSTS), st.booleans())
def test_files_made_up(data: bytes, host: str, unsafe: bool) -> None:
    held(data, host, "a.md", unsafe=unsafe)


@given(st.binary(max_size=60).map(lambda data: b"---\nname: a\n" + data), st.sampled_from(HOSTS))
def test_any_bytes(data: bytes, host: str) -> None:
    reading_of(Source(data, "a.md"), host)
    held(data, host, "a.md", unsafe=True)
