"""Comments that hold findings back: where they count, where they do not, and that they change nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.api import reading_of
from remit.checking import run
from remit.document import JSON, Document
from remit.rules import names
from remit.source import Source
from remit.suppressions import Suppressions

RULE = "unknown-tool"


def front(lines: str, body: str = "You review.\n") -> str:
    return f"---\nname: a\ndescription: Reviews changes\n{lines}\n---\n{body}"


def lines_of(text: str, whole: str | None = None) -> list[int | None]:
    """The line that each suppression of a text is about, `None` for the whole file."""
    found = Suppressions.of(Document(Source.of(text), whole))
    return [] if found is None else [one.line for one in found.all]


def told(text: str, path: str = "agent.md", rules: tuple[str, ...] = (RULE,)) -> list[int]:
    """The lines of findings of these rules."""
    document = Document(Source.of(text, path))
    return [finding.span[0][0] for finding in run([document]).diagnostics if finding.rule in rules]


IGNORE = "remit: ignore[unknown-tool] ours"


@pytest.mark.parametrize(
    ("text", "about"),
    [
        (front(f"tools: Read, Grpe # {IGNORE}"), 4),
        (front(f"# {IGNORE}\ntools: Read, Grpe"), 5),
        (front(f"# {IGNORE}\n\n# more of it\ntools: Read, Grpe"), 7),
        (front(f"tools:\n  - Read\n  # {IGNORE}\n  - Grpe"), 7),
        (front(f"tools:\n  - Read\n  - Grpe  #   {IGNORE}"), 6),
        (front(f"description: |  # {IGNORE}\n  More"), 4),
        (front("tools: Read", f"<!-- {IGNORE} -->\n\n# Heading\n"), 8),
        (front("tools: Read", f"Some text <!-- {IGNORE} -->\n"), 6),
        (front("tools: Read", f"<!--\n{IGNORE}\nfor a while -->\nText\n"), 9),
        (front("tools: Read", f"<!-- {IGNORE} --> Text\n"), 6),
        (f"+++\nname = 'a' # {IGNORE}\n+++\nBody\n", 2),
        (f"+++\nname = 'a'# {IGNORE}\n+++\nBody\n", 2),
        (f"No front matter <!-- {IGNORE} -->\n", 1),
        (f"---\r\nname: a # {IGNORE}\r\n---\r\nBody", 2),
        (f"\ufeff---\nname: a # {IGNORE}\n---\nBody", 2),
    ],
)  # fmt: skip
def test_a_comment_is_about_its_line_or_the_next_with_something_on_it(text: str, about: int) -> None:
    assert lines_of(text) == [about]


def test_comments_of_files_that_are_data_as_a_whole() -> None:
    assert lines_of(f'{{\n  // {IGNORE}\n  "a": 1, // {IGNORE}\n  "b": 2 /* {IGNORE} */\n}}', JSON) == [3, 3, 4]
    assert lines_of(f"a = 1 # {IGNORE}\n", "toml") == [1]
    assert lines_of(f'{{"a": "// {IGNORE}", "b": "/* {IGNORE} */"}}', JSON) == []


@pytest.mark.parametrize(
    "text",
    [
        front(f'note: "x # {IGNORE}"'), front(f"note: 'x # {IGNORE}'"), front(f"note: |\n  # {IGNORE}\n  x"), front(f"note: >-\n  x\n\n  # {IGNORE}"),
        front(f"note: x#{IGNORE}"), front(f'"# {IGNORE}": x'), front(f"note: [a, '# {IGNORE}']"),
        front("tools: Read", f"# {IGNORE}\n"), front("tools: Read", f"// {IGNORE}\n"), front("tools: Read", f"{IGNORE}\n"),
        front("tools: Read", f"```\n<!-- {IGNORE} -->\n```\n"), front("tools: Read", f"~~~~md\n~~~\n<!-- {IGNORE} -->\n~~~~\n"),
        front("tools: Read", f"```\n<!-- {IGNORE} -->\n"), front("tools: Read", f"Write `<!-- {IGNORE} -->` there\n"),
        front("tools: Read", f"Write ``a ` <!-- {IGNORE} -->`` there\n"), front("tools: Read", f"<!-- {IGNORE}\n"),
        f"+++\nname = '# {IGNORE}'\nnote = '''\n# {IGNORE}\n'''\n+++\nBody\n", f"---\nname: a\n# {IGNORE}\n",
    ],
)  # fmt: skip
def test_the_same_words_where_they_are_no_comment_do_not_count(text: str) -> None:
    assert lines_of(text) == []


def test_after_a_code_block_comments_count_again() -> None:
    assert lines_of(front("tools: Read", f"```\nx\n```\n<!-- {IGNORE} -->\nText\n")) == [10]
    assert lines_of(front("tools: Read", f"`a` and `b` <!-- {IGNORE} -->\n")) == [6]


def test_a_finding_is_held_back_on_its_line_alone() -> None:
    both = front("tools:\n  - Grpe\n  - Bsh")
    assert told(both) == [5, 6]
    assert told(both.replace("- Bsh", f"- Bsh # {IGNORE}")) == [5]
    assert told(both.replace("tools:", f"tools: # {IGNORE}")) == [5, 6]
    assert told(both.replace("tools:", "# remit: ignore-file[unknown-tool] ours\ntools:")) == []
    assert told(both + "<!-- remit: ignore-file[foreign-tool, unknown-tool] ours -->") == []
    assert told(both.replace("- Bsh", "- Bsh # remit: ignore[foreign-tool] ours")) == [5, 6]


def test_what_a_missing_field_says_is_held_back_for_the_whole_file() -> None:
    text = "---\nname: a\n---\nYou review.\n"
    rules = ("missing-description",)
    assert told(text, rules=rules)
    assert told(text.replace("name: a", "# remit: ignore-file[missing-description] a template\nname: a"), rules=rules) == []
    assert told("Just text.\n<!-- remit: ignore-file[no-front-matter] notes -->\n", rules=("no-front-matter",)) == []


def test_suppressed_findings_are_kept_and_can_be_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(front(f"tools: Read, Grpe # {IGNORE}"))
    checked = run([str(file)])
    assert [finding.rule for finding in checked.suppressed] == [RULE]
    assert checked.diagnostics == []
    assert checked.failing == []
    assert [finding.rule for finding in run([str(file)], comments=False).diagnostics] == [RULE]


def test_a_comment_that_is_of_use_to_one_host_is_used(tmp_path: Path) -> None:
    folder = tmp_path / ".claude/agents"
    folder.mkdir(parents=True)
    (tmp_path / ".github").mkdir()
    (folder / "a.md").write_text(front(f"tools: Read, Grpe # {IGNORE}"))
    rules = [finding.rule for finding in run([str(tmp_path)], personas=("auditor",)).diagnostics]
    assert "unused-suppression" not in rules
    assert RULE not in rules


def test_the_fix_of_an_unused_one_takes_out_what_is_idle() -> None:
    def mended(text: str) -> str:
        document = Document(Source.of(text, "agent.md"))
        found = [finding for finding in run([document]).diagnostics if finding.rule == "unused-suppression"]
        assert found[0].fix is not None
        (edit,) = found[0].fix.edits
        return text[: edit.start] + edit.text + text[edit.end :]

    assert mended(front(f"tools: Read  # {IGNORE}")) == front("tools: Read")
    assert mended(front(f"  # {IGNORE}\ntools: Read")) == front("tools: Read")
    assert mended(front(f"tools: Read, Grpe # {IGNORE.replace('[', '[foreign-tool, ')}")) == front(
        f"tools: Read, Grpe # {IGNORE}"
    )
    assert mended(front(f"tools: Read, Grpe # {IGNORE.replace(']', ' , foreign-tool]')}")) == front(
        f"tools: Read, Grpe # {IGNORE}"
    )


def test_many_comments_in_one_line_take_no_longer_than_they_should() -> None:
    text = front("tools: Read", "<!-- remit: ignore[x] -->" * 40_000 + "\n")
    found = Suppressions.of(Document(Source.of(text)))
    assert found is not None
    assert len(found.mistakes) == 1000
    assert lines_of(front("tools: Read", "remit: " * 200_000)) == []


LINES = st.lists(
    st.sampled_from(["tools: Read, Grpe", "model: opus", "disallowedTools: Bash", "permissionMode: bypassPermissions", "maxTurns: 0", "x: 1", "y: [a]"]),
    min_size=1, max_size=5, unique=True,
)  # fmt: skip


@given(LINES, st.lists(st.sampled_from(names()), min_size=1, max_size=4), st.booleans(), st.data())
def test_comments_never_change_the_definition(lines: list[str], rules: list[str], whole: bool, data: st.DataObject) -> None:
    plain = front("\n".join(lines))
    at = data.draw(st.integers(0, len(lines)))
    comment = f"# remit: {'ignore-file' if whole else 'ignore'}[{', '.join(rules)}] why"
    commented = front("\n".join([*lines[:at], comment, *lines[at:]]))
    before, after = reading_of(Source.of(plain, "a.md")), reading_of(Source.of(commented, "a.md"))
    assert (before.loaded, before.name, before.refused) == (after.loaded, after.name, after.refused)
    left, right = before.subject(), after.subject()
    for name in (
        "name",
        "description",
        "system_prompt",
        "tools",
        "disallowed_tools",
        "max_turns",
        "model",
        "permission_mode",
        "extra",
    ):
        assert getattr(left, name) == getattr(right, name), name


@given(LINES, st.lists(st.sampled_from(names()), min_size=1, max_size=4), st.data())
def test_comments_hold_back_and_add_nothing_but_words_about_themselves(
    lines: list[str], rules: list[str], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(lines)))
    comment = f"# remit: ignore-file[{', '.join(rules)}] why"
    own = {"unused-suppression", "invalid-suppression", "suppression-without-reason"}

    def rules_of(text: str) -> list[str]:
        found = run([Document(Source.of(text, "a.md"))], personas=("auditor",)).diagnostics
        return sorted(finding.rule for finding in found if finding.rule not in own)

    plain = rules_of(front("\n".join(lines)))
    assert rules_of(front("\n".join([*lines[:at], comment, *lines[at:]]))) == [rule for rule in plain if rule not in rules]


@given(st.text(alphabet="remit: ignore[]-file<>!#/*`~\n\"'|,", max_size=200))
def test_any_text_at_all_is_read(text: str) -> None:
    for written in (text, front(f"x: y # remit:{text}"), front("x: y", f"<!-- remit:{text}")):
        found = Suppressions.of(Document(Source.of(written)))
        if found is not None:
            assert all(one.rules for one in found.all)
