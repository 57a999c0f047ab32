"""The Markdown summary: counts and places; a definition's text is text."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from remit.checking import run
from remit.reports import markdown
from remit.reports._visible import visible
from reports.hostile import NAMES, checked, finding

RENDERER = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def shown(text: str) -> tuple[set[str], str]:
    """The elements of rendered Markdown, and its text."""
    html = RENDERER.render(text)
    plain = re.sub(r"<!--.*?-->", "", html)
    elements = {name.lower() for name in re.findall(r"<\s*/?\s*([^\s>/]+)", plain)}
    return elements, unescape(re.sub(r"<[^>]*>", "", plain))


def test_a_summary(tmp_path: Path) -> None:
    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text(
        "---\nname: a\ndescription: Reviews\ntools: Read, Bash(git *)\ndisallowedTools: bash\n---\nYou review.\n"
    )
    told = markdown.render(run([tmp_path]), str(tmp_path))
    assert told.startswith("## remit\n\n1 file: 1 error, 1 warning\n")
    rows = [line for line in told.splitlines() if line.startswith(("| ❌", "| ⚠️"))]
    assert rows[0].startswith(
        "| ❌ error | <code>wrong-case-tool</code> | <code>.claude/agents/a.md:5:18</code> | <code>bash</code> is not"
    )
    assert "<code>.claude/agents/a.md:4:14</code>" in rows[1]


def test_nothing_found() -> None:
    assert markdown.render(checked(files=("a.md", "b.md")), ".") == "## remit\n\n2 files: nothing to report\n"


def test_a_long_table_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "MOST", 2)
    told = markdown.render(checked(*(finding(name) for name in "abcd")), ".")
    assert told.count("| <code>unknown-tool</code> |") == 2
    assert told.endswith("… and 2 more.\n")


def test_a_long_message_ends() -> None:
    assert len(markdown.prose("`" + "x" * 10_000 + "`")) < 1000


@pytest.mark.parametrize("name", NAMES)
def test_a_strangers_text_stays_one_cell_of_text(name: str) -> None:
    elements, text = shown(markdown.render(checked(finding(name, path=f"{name[:40]}.md".replace("/", "_"))), "."))
    assert elements <= {"h2", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "br"}
    assert visible(name).replace("`", "") in text.replace("`", "")
    told = markdown.render(checked(finding(name)), ".")
    assert not re.search(r"(?<![&])[@#](?!<!-- -->|\d+;| )", told.replace("## remit", ""))


@given(st.text())
@example("`a` and ` b")
@example("- x\n# y")
def test_any_text_is_shown_as_it_is(text: str) -> None:
    elements, plain = shown("| a |\n|---|\n| x" + markdown.escaped(text) + "x |\n")
    assert elements <= {"table", "thead", "tbody", "tr", "th", "td"}
    assert f"x{visible(text)}x" in plain
