"""What is advised fits the fault."""

from __future__ import annotations

import pytest

from remit.document import Document
from remit.source import Source


@pytest.mark.parametrize(
    ("line", "advice"), [("tools: [Read", "closes it"), ('x: "a', "closes it"), ('x: "a" tail', "in quotes, or indent")]
)
def test_the_help_for_front_matter_that_is_no_yaml(line: str, advice: str) -> None:
    document = Document(Source(f"---\nname: a\n{line}\n---\nBody\n".encode(), "a.md"))
    _ = document.root
    (finding,) = [one for one in document.diagnostics if one.rule == "yaml-syntax"]
    assert advice in (finding.help or "")
